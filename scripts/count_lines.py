#!/usr/bin/env python3
"""Count the lines of codegraph by room.

    python scripts/count_lines.py --most resolve=11000 --most memory=26000

Rooms are the memory half and the resolver with their areas, what shows answers, each language that is resolved and
each model of a framework. `code` are lines without blank ones, comments and docstrings, `lines` are all. Preludes of
languages are not counted. With `--most ROOM=N` more than N lines of code in a room are a failure.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent

MEMORY: Final[Mapping[str, tuple[str, ...]]] = {
    "memory": ("memory",),
    "store": ("store/memory",),
    "operations": (
        "operations/facts",
        "operations/learning",
        "operations/memory",
        "operations/provenance",
        "operations/review",
        "operations/tools/codemem_memory.py",
        "operations/tools/engram.py",
        "operations/tools/kimetsu.py",
        "operations/tools/kronroe.py",
        "operations/tools/kumiho.py",
    ),
    "server": (
        "server/deliveries.py",
        "server/tools/codemem/graph.py",
        "server/tools/codemem/memories.py",
        "server/tools/codemem/ranks.py",
        "server/tools/codemem/recalls.py",
        "server/tools/codemem/store.py",
        "server/tools/codemem/traverse.py",
        "server/tools/codemem/maintenance.py",
        "server/tools/default/memory.py",
        "server/tools/default/feedback.py",
        "server/tools/default/timeline.py",
        "server/tools/engram",
        "server/tools/kimetsu",
        "server/tools/kronroe",
        "server/tools/kumiho",
    ),
    "render": (
        "render/text/terse_text.py",
        "render/text/facts.py",
        "render/text/learning.py",
        "render/text/memory.py",
        "render/text/provenance.py",
        "render/text/review.py",
        "render/text/maintenance.py",
    ),
    "cli": (
        "cli/hook.py",
        "cli/hook_session.py",
        "cli/hook_verb.py",
        "cli/learn_triage.py",
        "cli/memory_export.py",
    ),
}
"""Folders and modules of memory by area. One that is not there counts nothing: parts of memory come and go."""


RESOLVE: Final = "resolve"
ENDPOINTS: Final = "resolve/endpoints"
"""The folder of routes and requests, an area of the resolver; the area `resolver` is all else of it."""

SHOWING: Final = ("operations", "server", "render")
"""Folders that show answers; what is memory in them belongs to that half."""

LANGUAGES: Final = "parsers/codegraph_parsers/lang"
FRAMEWORKS: Final = "parsers/codegraph_parsers/frameworks"

_SUFFIXES: Final = (".py", ".toml")
_LAYOUT: Final = frozenset((
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
))  # fmt: skip


class Count(NamedTuple):
    """Lines of a room: those of code, and all."""

    code: int
    lines: int


def count_rooms(root: Path) -> dict[str, Count]:
    """Return the lines of every room below a root, by its name."""
    package = root / "codegraph"
    memory = {area: set(_list_files(package / name for name in names)) for area, names in MEMORY.items()}
    half = {path for files in memory.values() for path in files}
    shown = set(_list_files(package / name for name in SHOWING)) - half
    rooms = {f"memory/{area}": files for area, files in memory.items()}
    resolver, endpoints = set(_list_files([package / RESOLVE])), set(_list_files([package / ENDPOINTS]))
    rooms |= {"memory": half, ENDPOINTS: endpoints, "resolve/resolver": resolver - endpoints, "resolve": resolver}
    rooms["showing"] = shown
    for kind, folder in (("language", LANGUAGES), ("framework", FRAMEWORKS)):
        places = sorted(place for place in (root / folder).glob("*/") if place.name != "__pycache__")
        rooms |= {f"{kind}/{place.name}": set(_list_files([place])) for place in places}
    return {name: _sum_lines(files) for name, files in rooms.items()}


def _list_files(places: Iterable[Path]) -> Iterator[Path]:
    """Yield the files with lines to count in modules and folders."""
    for place in places:
        for path in place.rglob("*") if place.is_dir() else [place]:
            if path.suffix in _SUFFIXES and path.is_file():
                yield path


def _sum_lines(files: Iterable[Path]) -> Count:
    texts = {path: path.read_text("utf-8") for path in files}
    code = sum(count_code(text) if path.suffix != ".toml" else count_table(text) for path, text in texts.items())
    return Count(code, sum(text.count("\n") for text in texts.values()))


def count_code(text: str) -> int:
    """Return the lines of a module without blank ones, comments and docstrings."""
    found: set[int] = set()
    statement: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _LAYOUT:
            statement.append(token)
        elif token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
            if any(part.type != tokenize.STRING for part in statement):
                found.update(line for part in statement for line in range(part.start[0], part.end[0] + 1))
            statement.clear()
    return len(found)


def count_table(text: str) -> int:
    """Return the lines of a TOML table without blank ones and comments."""
    return sum(1 for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))


def read_bound(text: str) -> tuple[str, int]:
    """Read `ROOM=N`; raises ArgumentTypeError for anything else."""
    room, _, most = text.partition("=")
    if not room or not most.isdecimal():
        raise argparse.ArgumentTypeError(f"`{text}` is not ROOM=N")
    return room, int(most)


def list_breaches(counted: Mapping[str, Count], bounds: Iterable[tuple[str, int]]) -> list[str]:
    """Return a line for every bound that a room exceeds, or whose room is not there."""
    found: list[str] = []
    for room, most in bounds:
        if room not in counted:
            found.append(f"there is no room `{room}`: {', '.join(counted)}")
        elif counted[room].code > most:
            found.append(f"{room} has {counted[room].code:,} lines of code, more than {most:,}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--most", type=read_bound, action="append", default=[], metavar="ROOM=N",
                        help="fail when a room has more lines of code")  # fmt: skip
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout that is counted")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    counted = count_rooms(chosen.root)
    if chosen.json:
        print(json.dumps({room: count._asdict() for room, count in counted.items()}))
    else:
        print(f"{'room':<32}{'code':>9}{'lines':>9}")
        print("\n".join(f"{room:<32}{count.code:>9,}{count.lines:>9,}" for room, count in counted.items()))
    breaches = list_breaches(counted, chosen.most)
    if breaches:
        print("\n".join(breaches), file=sys.stderr)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
