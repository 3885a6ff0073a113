"""The report as SARIF 2.1.0, by the rules of GitHub's code scanning.

Rule ids are stable; fingerprints are of what is found and not of where, so that a finding survives edits above it. Only
files of the newer state are named, because GitHub shows findings beside them. Everything is a `note`, or a `warning`
where unchanged code uses what is gone: whether a change may be merged is the gates' question.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from codegraph import __version__
from codegraph.answers import SymbolRow
from codegraph.operations.impact.answers import ChangedSymbol, ChangeReport
from codegraph.render.impact import words
from codegraph.render.text.layout import clip
from codegraph_parsers.ids import real_path

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

MOST: Final = 5_000
"""Results a run: GitHub takes 25,000 and shows 5,000."""

MESSAGE: Final = 1_000
"""Characters of a message; GitHub shows the first 1,000."""

RULES: Final = {
    "codegraph/changed": ("ChangedSymbol", "A symbol changed that other code rests on", "note"),
    "codegraph/broken-use": ("BrokenUse", "Unchanged code still uses what was removed, renamed or moved", "warning"),
    "codegraph/untested-public": ("UntestedPublic", "A public symbol changed that no known test reaches", "note"),
    "codegraph/new-cycle": ("NewCycle", "Files import each other in a circle, and did not before", "warning"),
    "codegraph/noted": ("NotedCode", "Somebody decided or noted something about code that changed", "note"),
    "codegraph/not-analysed": ("NotAnalysed", "A file that differs could not be analysed", "note"),
}
_HELP: Final = "`codegraph impact` says what rests on a change, by which evidence, and which tests to run."


def report_sarif(report: ChangeReport, warnings: Sequence[str] = ()) -> str:
    """One run, ending with a newline."""
    ids = list(RULES)
    results = _results(report)
    failed = [g for g in report.gates if g.failed]
    told = [*warnings, *(f"gate failed: {g.condition}, it is {g.value:g}" for g in failed)]
    notices: list[Json] = [{"level": "warning", "message": {"text": _text(w)}} for w in told[:100]]
    run: dict[str, Json] = {
        "tool": {
            "driver": {
                "name": "codegraph",
                "semanticVersion": __version__,
                "rules": [
                    {
                        "id": id,
                        "name": name,
                        "shortDescription": {"text": text},
                        "fullDescription": {"text": text + "."},
                        "help": {"text": _HELP},
                        "defaultConfiguration": {"level": level},
                        "properties": {"tags": ["impact"], "precision": "high"},
                    }
                    for id, (name, text, level) in RULES.items()
                ],
            }
        },
        "automationDetails": {"id": "codegraph/impact/"},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notices}],
        "columnKind": "unicodeCodePoints",
        "results": [dict(r, ruleIndex=ids.index(str(r["ruleId"]))) for r in results[:MOST]],
    }
    document: dict[str, Json] = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _results(report: ChangeReport) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    for row in report.changed:
        name = words.name(row)
        said = f"{name}: {words.change(row)}. {words.reasons(row)}. risk {row.risk.total:.2f} ({words.parts(row.risk)})"
        if row.broken_total:
            said += f"; still used by {', '.join(row.broken[:5])}"
            found.append(_of(row, "codegraph/broken-use", said, report))
        elif row.after_exists:
            found.append(_of(row, "codegraph/changed", said, report))
        if row.public and not row.tests and not row.covered and row.after_exists and row.symbol.qualname:
            said = f"{name} is public, and no known test reaches it"
            found.append(_of(row, "codegraph/untested-public", said, report))
    for cycle in report.cycles:
        said = f"new import cycle: {' → '.join((*cycle.files, cycle.files[0]))}"
        found.append(_result("codegraph/new-cycle", said, cycle.files[0], 1, "|".join(sorted(cycle.files))))
    for note in report.notes:
        path = note.target.partition("::")[0].partition(":")[2] if "::" in note.target else note.target
        if note.state not in ("gone", "depends on it"):
            said = f"{note.kind}, {words.describe_state(note)}: {' '.join(note.text.split())}"
            found.append(_result("codegraph/noted", said, path, 1, f"{note.id}|{note.target}"))
    for item in report.not_analysed:
        if not item.path.endswith("/"):
            said = f"not analysed: {item.reason}"
            found.append(_result("codegraph/not-analysed", said, item.path, 1, item.path + "|" + item.reason))
    return found


def _of(row: ChangedSymbol, rule: str, text: str, report: ChangeReport) -> dict[str, Json]:
    """A finding at the symbol, or, for what is gone, at the top of a file that still uses it."""
    symbol: SymbolRow = row.symbol
    key = f"{row.before or symbol.id}|{row.change}"
    if row.after_exists:
        return _result(rule, text, symbol.path, max(1, symbol.line), key)
    user = row.broken[0] if row.broken else ""
    path = user.partition("::")[0].partition(":")[2]
    line = next((a.symbol.line for a in report.affected if a.symbol.id == user), 1)
    return _result(rule, text, path or symbol.path, max(1, line), key)


def _result(rule: str, text: str, path: str, line: int, key: str) -> dict[str, Json]:
    return {
        "ruleId": rule,
        "level": RULES[rule][2],
        "message": {"text": _text(text)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(path), "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": line},
                }
            }
        ],
        "partialFingerprints": {"codegraph/v1": hashlib.sha256(f"{rule}|{key}".encode("utf-8", "replace")).hexdigest()},
    }


def _uri(path: str) -> str:
    """A relative reference: every byte that is not plain is escaped, so a name cannot become a scheme."""
    raw = real_path(path).encode("utf-8", "surrogateescape")
    return quote(raw, safe="/._-~")


def _text(text: str) -> str:
    """Plain text, in which GitHub would read `[text](1)` as a link."""
    line = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return clip(line.replace("[", "\\[").replace("]", "\\]"), MESSAGE)
