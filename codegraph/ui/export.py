"""Reports: the page with the answers in it, as one HTML file that opens from disk.

The file asks for nothing. Its content security policy allows its one script and its one style sheet by their hashes,
and the answers are data of a script element that is never run. Files beside it could not be allowed by hash: browsers
check the integrity of no script that is loaded from disk."""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.errors import CodegraphError, NotFoundError, StorageError
from codegraph.operations.context import Context
from codegraph.server.repositories import Repositories
from codegraph.ui.application import read_asset
from codegraph.ui.markdown import format_markdown
from codegraph.ui.session import Asker, Session
from codegraph.ui.views import VIEWS

MOST_BYTES: Final = 20_000_000
"""Size of a report."""

ROOM: Final = 500_000
"""Bytes of a report that are left for what is not an answer."""

MOST_SYMBOLS: Final = 300
STEPS: Final = 2
"""Steps around the symbols of a report that it holds, too."""


class Entry(NamedTuple):
    """A line of the report's first page."""

    title: str
    href: str


@dataclass(slots=True)
class Report:
    """Answers of views by what was asked, as long as they fit."""

    context: Context
    replies: dict[str, Any] = field(default_factory=dict[str, Any])
    size: int = 0
    left_out: int = 0

    def add(self, view: str, given: Mapping[str, str], *, stored_as: Mapping[str, str] | None = None) -> Any:
        """Ask a view and keep its answer, None where it does not fit any more."""
        asker = Asker(self.context)
        data = VIEWS[view](asker, given)
        reply = {
            "command": asker.format_command(),
            "warnings": asker.warnings,
            "markdown": format_markdown(asker),
            "data": data,
        }
        size = len(json.dumps(reply, ensure_ascii=False, default=list).encode("utf-8", "replace"))
        if self.size + size > MOST_BYTES - ROOM:
            self.left_out += 1
            return None
        self.size += size
        self.replies[format_key(view, given if stored_as is None else stored_as)] = reply
        return data

    def add_symbols(self, ids: Iterable[str], steps: int) -> None:
        """Keep symbols, and what is `steps` around them: callers, tests and callees."""
        seen: dict[str, None] = {}
        level = list(dict.fromkeys(ids))
        for step in range(steps + 1):
            following: dict[str, None] = {}
            for id in level:
                if id in seen:
                    continue
                seen[id] = None
                if len(seen) > MOST_SYMBOLS:
                    self.left_out += 1
                    continue
                following |= dict.fromkeys(self._add_symbol(id) if step < steps else self._add_last(id))
            level = list(following)

    def _add_symbol(self, id: str) -> Iterator[str]:
        try:
            data = self.add("symbol", {"id": id})
        except NotFoundError:
            return  # it is gone: a removed symbol has no source
        for row in [*data["callers"], *data["tests"], *data["callees"]] if data is not None else ():
            if row["symbol"]["kind"] != "external":
                yield row["symbol"]["id"]

    def _add_last(self, id: str) -> Iterator[str]:
        list(self._add_symbol(id))
        return iter(())


def format_key(view: str, given: Mapping[str, str]) -> str:
    """Return the key of an answer, as the page makes it from what it asks for."""
    pairs = sorted([name, value] for name, value in given.items() if value)
    return json.dumps([view, pairs], ensure_ascii=False, separators=(",", ":"))


def write_report(root: Path, folder: Path, symbols: Iterable[str], base: str) -> Path:
    """Write the report of a work tree, or of named symbols, into `folder`.

    Returns its file. Raises StorageError where it cannot be written, and what views raise."""
    session = Session(root, Repositories(root))
    named = list(symbols)
    with session.open() as context:
        report = Report(context)
        title, entries = _add_named(report, named) if named else _add_branch(report, base)
        value = {
            "name": session.name,
            "title": title,
            "made": time.strftime("%Y-%m-%d %H:%M"),
            "views": [] if named else ["branch"],
            "entries": [entry._asdict() for entry in entries],
            "left_out": report.left_out,
            "replies": report.replies,
        }
    place = folder / "index.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        place.write_bytes(build_document(value).encode("utf-8", "replace"))
    except OSError as error:
        raise StorageError(f"{place} cannot be written: {error.strerror}", hint="give another --export DIR") from error
    return place


def build_document(value: Mapping[str, Any]) -> str:
    """Return the HTML of a report."""
    script, style = read_asset("app.js").decode(), read_asset("app.css").decode()
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=list).replace("<", "\\u003c")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f"<title>{escape(str(value['title']))} · {escape(str(value['name']))}</title><style>{style}</style></head>"
        '<body><div id="app"></div><noscript>This report needs JavaScript.</noscript>'
        f'<script type="application/json" id="codegraph-report">{data}</script><script>{script}</script></body></html>'
    )


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _add_branch(report: Report, base: str) -> tuple[str, list[Entry]]:
    data = report.add("branch", {"base": base}, stored_as={})
    if data is None:
        raise CodegraphError("the change is too large for a report", hint="compare with a nearer --base")
    changed = [row["symbol"]["id"] for row in data["changed"]]
    around = [row["symbol"]["id"] for row in [*data["affected"], *data["tests"]]]
    report.add_symbols(changed, 1)
    report.add_symbols([id for id in around if format_key("symbol", {"id": id}) not in report.replies], 0)
    title = f"What {data['head']['label']} changes against {data['base']['label']}"
    found = [Entry("What it changes, affects, and the tests to run", "#/branch")]
    return title, found + _list_symbols(report, changed)


def _add_named(report: Report, names: list[str]) -> tuple[str, list[Entry]]:
    ids = [row.id for name in names for row in report.context.index().resolve_meaning(name).symbols]
    report.add_symbols(ids, STEPS)
    found = _list_symbols(report, ids)
    return ", ".join(entry.title for entry in found[:4]) + (" …" if len(found) > 4 else ""), found


def _list_symbols(report: Report, ids: list[str]) -> list[Entry]:
    from urllib.parse import urlencode

    found: list[Entry] = []
    for id in ids:
        reply = report.replies.get(format_key("symbol", {"id": id}))
        if reply is not None:
            symbol = reply["data"]["symbol"]
            title = symbol["file"] if symbol["kind"] == "module" else symbol["qualname"]
            found.append(Entry(title, f"#/symbol?{urlencode({'id': id})}"))
    return found
