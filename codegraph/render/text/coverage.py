"""Text of the answers about recorded test runs."""

from __future__ import annotations

from datetime import datetime

from codegraph.operations.coverage.answers import ClearAnswer, ImportAnswer, RecordedRun, ShowAnswer
from codegraph.render.text.layout import count


def import_text(answer: ImportAnswer) -> list[str]:
    tests = count(answer.tests, "test") if answer.tests else "a run whose tests it does not name"
    lines = [
        f"{answer.format}: {tests} and {count(answer.symbols, 'symbol')}, {count(answer.edges, 'observed edge')}",
        f"  at {_state(answer.label, answer.revision)}",
    ]
    lines += _lost("files", answer.unknown_files, answer.unknown_files_total)
    return lines + _lost("tests", answer.unknown_tests, answer.unknown_tests_total)


def _lost(what: str, shown: tuple[str, ...], total: int) -> list[str]:
    if not total:
        return []
    return ["", f"{what} of the record that are not there", *(f"  {name}" for name in shown), *_more(total, len(shown))]


def _more(total: int, shown: int) -> list[str]:
    return [f"  {total - shown:,} more"] if total > shown else []


def show_text(answer: ShowAnswer) -> list[str]:
    if not answer.runs:
        return ["no test run is recorded", "next: codegraph coverage import FILE"]
    lines = [f"{count(sum(run.tests for run in answer.runs), 'test')} ran {count(answer.symbols, 'symbol')}"]
    return lines + [_run(run) for run in answer.runs]


def _run(run: RecordedRun) -> str:
    when = datetime.fromtimestamp(run.recorded_at).strftime("%Y-%m-%d %H:%M")
    behind = f", {count(run.behind, 'commit')} ago" if run.behind > 0 else ""
    tests = count(run.tests, "test") if run.tests else "tests that it does not name"
    return f"  {tests} at {_state(run.label, run.revision)}{behind}: {run.format}, imported {when}"


def _state(label: str, revision: str) -> str:
    short = revision[:10]
    return f"{label} ({short})" if short and not label.startswith(short) else label


def clear_text(answer: ClearAnswer) -> list[str]:
    return ["every recorded test run is forgotten" if answer.cleared else "no test run was recorded"]
