"""The report's forms: bounded whatever the change, and safe whatever the names."""

from __future__ import annotations

import json
import re

from codegraph.analysis.risk import Risk
from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.impact.answers import (
    Affected,
    BrokenUse,
    ChangedSymbol,
    ChangeReport,
    FileCounts,
    Gate,
    NewCycle,
    NotAnalysed,
    Note,
    RunnableTest,
    State,
)
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.render.impact import wording
from codegraph.render.impact.markdown import Links, format_report_markdown
from codegraph.render.impact.mermaid import format_report_mermaid
from codegraph.render.impact.sarif import RULES, format_report_sarif
from codegraph_parsers.file_facts import SymbolKind

HOSTILE = "x`y\n# <img src=x onerror=1> [a](http://evil) @everyone | \u202e**b**"


def symbol(node: int, path: str = "", name: str = "") -> SymbolRow:
    path, name = path or f"src/m{node}.py", name or f"f{node}"
    id = f"python:{path}::{name}"
    return SymbolRow(node, id, SymbolKind.FUNCTION, name, name, path, "python", 3, 4, 3, 9, 0, 0)


def changed(row: SymbolRow, kind: ChangeKind = ChangeKind.BODY, broken: tuple[str, ...] = ()) -> ChangedSymbol:
    risk = Risk(0.5, 0.4, 0.3, 0.5, 0.1, 1.0)
    return ChangedSymbol(row, kind, row.id, False, True, risk, 3, 2, 0, broken, len(broken), 0)


def used(row: SymbolRow, user: SymbolRow, reason: str = "`x` is missing", certain: bool = True) -> ChangedSymbol:
    use = BrokenUse(user, (5,), reason, certain)
    broken = (user.id,) if certain else ()
    return changed(row, ChangeKind.SIGNATURE, broken)._replace(uses=(use,), uses_total=1)


def report(size: int = 1, path: str = "", name: str = "") -> ChangeReport:
    rows = [symbol(i, path, name) for i in range(size)]
    users = [symbol(10_000 + i, path, name) for i in range(size)]
    edges = [EdgeRow(u, r, EdgeKind.CALLS, Resolution.EXACT, (5,)) for u, r in zip(users, rows)]
    return ChangeReport(
        State("main", "a" * 40), State("the work tree", ""), FileCounts(0, 0, size, 0), 0.5,
        tuple(changed(r) for r in rows), size, size,
        tuple(Affected(u, 1, Resolution.EXACT, r.id, (e,), False) for u, r, e in zip(users, rows, edges)),
        size, size, 3, True,
        tuple(RunnableTest(symbol(20_000 + i, path, name), 1, Resolution.EXACT, rows[i].id) for i in range(size)), size,
        tuple(Note(f"0198{i}", "decision", "active", name or "We chose this", rows[i].id, "changed", 1) for i in range(size)),
        size, tuple(NewCycle((path or f"a{i}.py", "b.py"), 2) for i in range(min(size, 3))),
        tuple(NotAnalysed(path or f"bin{i}", "binary") for i in range(size)), size, (Gate("risk>0.1", 0.5, True),),
    )  # fmt: skip


def test_markdown_stays_under_sixty_lines_however_large_the_change() -> None:
    for size in (1, 3, 10, 5_000):
        text = format_report_markdown(report(size))
        seen = re.sub(r"<details>.*?</details>", "<details></details>", text, flags=re.DOTALL)
        assert len(seen.splitlines()) < 60, size
        assert len(text.splitlines()) < 120, size
        assert len(text) < 60_000
    assert "5,000 changed symbols" in format_report_markdown(report(5_000))


def test_names_cannot_become_markdown_html_links_or_mentions() -> None:
    text = format_report_markdown(report(2, HOSTILE, HOSTILE))
    unescaped = re.sub(r"\\.", "", text)  # an escaped character means itself
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", unescaped)
    outside = re.sub(r"</?(details|summary)>", "", outside.partition("<details><summary>Diagram")[0])
    assert "<img" not in outside
    assert "](http" not in outside
    assert "@everyone" not in outside
    assert "\n# <" not in text
    assert "\u202e" not in text


def test_a_gate_that_failed_is_told_first() -> None:
    assert "**Gate failed:** `risk>0.1`" in "\n".join(format_report_markdown(report()).splitlines()[:6])


def test_a_diagram_has_few_boxes_and_no_syntax_of_the_code() -> None:
    drawn = format_report_mermaid(report(5_000))
    assert drawn.count('["') <= 2 * 20
    assert "<img" not in format_report_mermaid(report(2, HOSTILE, HOSTILE))


def sarif(of: ChangeReport, *, everything: bool = True) -> dict:
    return json.loads(format_report_sarif(of, everything=everything))


def test_sarif_holds_broken_uses_alone_unless_asked_for_more() -> None:
    row, user = symbol(1), symbol(2)
    for certain in (True, False):
        (run,) = sarif(report(3)._replace(changed=(used(row, user, certain=certain),)), everything=False)["runs"]
        assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["codegraph/broken-use"]
        assert len(run["results"]) == certain
    (result,) = sarif(report()._replace(changed=(used(row, user),)), everything=False)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("src/m2.py", 5)


def test_a_report_begins_with_a_verdict_and_broken_uses() -> None:
    row = used(symbol(1), symbol(2))._replace(heading="def f1(a, x)", old_heading="def f1(a)")
    text = format_report_markdown(report(20)._replace(changed=(row, *report(20).changed)))
    assert text.startswith("### Impact: Breaks 1 use in 1 file: `f1` (1)\n")
    assert text.index("**Broken uses**") < text.index("| risk |")
    assert (
        "- `f1` `src/m1.py:3` signature changed: `def f1(a)` → `def f1(a, x)`\n  - `f2` `src/m2.py:5`: `x` is missing"
        in text
    )
    look = used(symbol(1), symbol(2), certain=False)
    text = format_report_markdown(report()._replace(changed=(look,)))
    assert "look at 1 use of `f1`" in text.splitlines()[0]
    assert "**Broken uses**" not in text


def test_places_are_links_where_the_host_is_known() -> None:
    links = Links("https://github.com/o/r/blob/{commit}/sub/{path}#L{line}", "b" * 40, "a" * 40)
    row = used(symbol(1, "src/a b(c).py"), symbol(2))
    text = format_report_markdown(report()._replace(changed=(row,)), links=links)
    assert f"[`src/m2.py:5`](https://github.com/o/r/blob/{'b' * 40}/sub/src/m2.py#L5)" in text
    assert f"(https://github.com/o/r/blob/{'b' * 40}/sub/src/a%20b%28c%29.py#L3)" in text
    gone = changed(symbol(1), ChangeKind.REMOVED)
    assert f"/blob/{'a' * 40}/" in format_report_markdown(report()._replace(changed=(gone,)), links=links)
    assert "](http" not in format_report_markdown(report()._replace(changed=(row,)))  # the newer state is no commit


def test_long_headings_are_shown_by_what_differs() -> None:
    stays = ", ".join(f"argument{n}: int = {n}" for n in range(20))
    row = changed(symbol(1))._replace(
        old_heading=f"def f1({stays}, proxy: str) -> None", heading=f"def f1({stays}, proxies: str) -> None"
    )
    assert wording.compare_headings(row) == ("f1(…, proxy: str) -> None", "f1(…, proxies: str) -> None")


def test_what_was_there_before_comes_before_what_was_added() -> None:
    rows = [changed(symbol(at), ChangeKind.ADDED if at < 12 else ChangeKind.BODY) for at in range(15)]
    text = format_report_markdown(report()._replace(changed=tuple(rows), changed_total=40))
    assert re.findall(r"^\| 0\.50 \| `(f\d+)`", text, re.M) == ["f12", "f13", "f14", "f0", "f1", "f2", "f3", "f4"]
    rest = text.partition("<details><summary>32 more changed</summary>")[2].partition("</details>")[0]
    assert rest.split("\n") == ["", "", "- added: `f5`, `f6`, `f7`, `f8`, `f9`, `f10`, `f11`", "- 25 more symbols", ""]


def test_types_of_a_use_are_code_even_with_bars_in_them() -> None:
    row = used(symbol(1), symbol(2), "is `str | None` now, was `str`", certain=False)
    assert "`src/m2.py:5`: is `str | None` now, was `str`\n" in format_report_markdown(
        report()._replace(changed=(row,))
    )


def test_a_revision_given_as_a_commit_is_named_once() -> None:
    states = report()._replace(base=State("a" * 7, "a" * 40))
    assert wording.format_states(states) == "aaaaaaa → the work tree"


def test_sarif_says_what_code_scanning_asks_for() -> None:
    found = sarif(report(3))
    (run,) = found["runs"]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == set(RULES)
    assert (found["version"], run["tool"]["driver"]["name"]) == ("2.1.0", "codegraph")
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert {"shortDescription", "fullDescription", "help", "defaultConfiguration"} <= rule.keys()
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["level"] in ("note", "warning")
        (place,) = result["locations"]
        assert place["physicalLocation"]["region"]["startLine"] >= 1
        assert result["partialFingerprints"]


def test_sarif_fingerprints_survive_moves_within_a_file_and_are_told_apart() -> None:
    def prints(of: ChangeReport) -> set[str]:
        return {p for r in sarif(of)["runs"][0]["results"] for p in r["partialFingerprints"].values()}

    here = report(2)
    moved = here._replace(changed=tuple(c._replace(symbol=c.symbol._replace(line=90)) for c in here.changed))
    assert prints(here) == prints(moved)
    assert len(prints(here)) == len(sarif(here)["runs"][0]["results"])


def test_sarif_is_bounded_and_its_places_are_relative() -> None:
    assert len(sarif(report(5_000))["runs"][0]["results"]) == 5_000
    for result in sarif(report(1, "javascript:alert(1)//a b\n.py"))["runs"][0]["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9/._~%-]+", uri)


def test_what_is_gone_is_told_where_it_is_still_used() -> None:
    gone = used(symbol(1), symbol(2, "src/user.py", "main"))._replace(change=ChangeKind.REMOVED)
    (result, *_) = sarif(report()._replace(changed=(gone,)))["runs"][0]["results"]
    assert result["ruleId"] == "codegraph/broken-use"
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "src/user.py"
