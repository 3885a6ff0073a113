"""The report as SARIF 2.1.0, by the rules of GitHub's code scanning.

Rule ids are stable; fingerprints cover the finding and not its place, so that a finding survives edits above it. Only
files of the newer state are named, because GitHub shows findings next to them. The findings are the broken uses, at
their places; the rest of the report, which is all notes except for cycles, is included on request. Gates decide whether
a change may be merged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from codegraph import __version__
from codegraph.operations.impact.answers import ChangeReport
from codegraph.render.impact import wording
from codegraph.render.json_values import Json
from codegraph.render.text.text_layout import clip
from codegraph_parsers.ids import from_printable_path

MOST: Final = 5_000
"""Results a run: GitHub takes 25,000 and shows 5,000."""

MESSAGE: Final = 1_000
"""Characters of a message; GitHub shows the first 1,000."""

RULES: Final = {
    "codegraph/changed": ("ChangedSymbol", "A symbol changed that other code rests on", "note"),
    "codegraph/broken-use": ("BrokenUse", "A use does not fit what changed", "warning"),
    "codegraph/unsure-use": ("UnsureUse", "A use may not fit what changed", "note"),
    "codegraph/untested-public": ("UntestedPublic", "A public symbol changed that no known test reaches", "note"),
    "codegraph/new-cycle": ("NewCycle", "Files import each other in a circle, and did not before", "warning"),
    "codegraph/noted": ("NotedCode", "Somebody decided or noted something about code that changed", "note"),
    "codegraph/not-analysed": ("NotAnalysed", "A file that differs could not be analysed", "note"),
}
_HELP: Final = "`codegraph impact` says what rests on a change, by which evidence, and which tests to run."


ALWAYS: Final = ("codegraph/broken-use",)
"""Rules of findings that are told without being asked for."""


def format_report_sarif(report: ChangeReport, warnings: Sequence[str] = (), *, everything: bool = False) -> str:
    """Return one run, ending with a newline."""
    ids = list(RULES) if everything else [*ALWAYS]
    results = [*_list_uses(report, everything=everything), *(_list_notes(report) if everything else ())]
    failed = [g for g in report.gates if g.failed]
    told = [*warnings, *(f"gate failed: {g.condition}, it is {g.value:g}" for g in failed)]
    notices: list[Json] = [{"level": "warning", "message": {"text": _format_text(w)}} for w in told[:100]]
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
                    for id, (name, text, level) in ((id, RULES[id]) for id in ids)
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


def _list_uses(report: ChangeReport, *, everything: bool) -> list[dict[str, Json]]:
    """List a finding for each place of a use that is broken, or may be."""
    found: list[dict[str, Json]] = []
    for row in report.changed:
        for use in row.uses:
            if not (use.certain or everything):
                continue
            rule = "codegraph/broken-use" if use.certain else "codegraph/unsure-use"
            said = f"{wording.format_name(row)}, {wording.describe_change(row)}: {use.reason}"
            key = f"{row.before or row.symbol.id}|{use.symbol.id}|{use.reason}"
            for at, line in enumerate(use.lines or (use.symbol.line,)):
                found.append(_build_result(rule, said, use.symbol.path, max(1, line), f"{key}|{at}"))
    return found


def _list_notes(report: ChangeReport) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    for row in report.changed:
        name, path, line = wording.format_name(row), row.symbol.path, max(1, row.symbol.line)
        key = f"{row.before or row.symbol.id}|{row.change}"
        if row.after_exists:
            risk = f"risk {row.risk.total:.2f} ({wording.format_risk(row.risk)})"
            said = f"{name}: {wording.describe_change(row)}. {wording.describe_reasons(row)}. {risk}"
            found.append(_build_result("codegraph/changed", said, path, line, key))
        if row.public and not row.tests and not row.covered and row.after_exists and row.symbol.qualname:
            said = f"{name} is public, and no known test reaches it"
            found.append(_build_result("codegraph/untested-public", said, path, line, key))
    for cycle in report.cycles:
        said = f"new import cycle: {' → '.join((*cycle.files, cycle.files[0]))}"
        found.append(_build_result("codegraph/new-cycle", said, cycle.files[0], 1, "|".join(sorted(cycle.files))))
    for note in report.notes:
        path = note.target.partition("::")[0].partition(":")[2] if "::" in note.target else note.target
        if note.state not in ("gone", "depends on it"):
            said = f"{note.kind}, {wording.describe_state(note)}: {' '.join(note.text.split())}"
            found.append(_build_result("codegraph/noted", said, path, 1, f"{note.id}|{note.target}"))
    for item in report.not_analysed:
        if not item.path.endswith("/"):
            said = f"not analysed: {item.reason}"
            found.append(_build_result("codegraph/not-analysed", said, item.path, 1, item.path + "|" + item.reason))
    return found


def _build_result(rule: str, text: str, path: str, line: int, key: str) -> dict[str, Json]:
    return {
        "ruleId": rule,
        "level": RULES[rule][2],
        "message": {"text": _format_text(text)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _format_uri(path), "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": line},
                }
            }
        ],
        "partialFingerprints": {"codegraph/v1": hashlib.sha256(f"{rule}|{key}".encode("utf-8", "replace")).hexdigest()},
    }


def _format_uri(path: str) -> str:
    """Return a relative reference.

    Every special byte is escaped, so a name cannot become a scheme.
    """
    raw = from_printable_path(path).encode("utf-8", "surrogateescape")
    return quote(raw, safe="/._-~")


def _format_text(text: str) -> str:
    """Return plain text in which GitHub reads no `[text](1)` as a link."""
    line = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return clip(line.replace("[", "\\[").replace("]", "\\]"), MESSAGE)
