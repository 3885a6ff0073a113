"""Text of the answers about recorded test runs."""

from __future__ import annotations

from datetime import datetime

from codegraph.operations.coverage.answers import ClearAnswer, ImportAnswer, RecordedRun, ShowAnswer
from codegraph.render.text.text_layout import format_count, format_left_out, format_section


def format_import(answer: ImportAnswer) -> list[str]:
    tests = format_count(answer.tests, "test") if answer.tests else "a run whose tests it does not name"
    lines = [
        f"{answer.format}: {tests} and {format_count(answer.symbols, 'symbol')}, "
        f"{format_count(answer.edges, 'observed edge')}",
        f"  at {_format_state(answer.label, answer.revision)}",
    ]
    lines += _format_lost("files", answer.unknown_files, answer.unknown_files_total)
    return lines + _format_lost("tests", answer.unknown_tests, answer.unknown_tests_total)


def _format_lost(what: str, shown: tuple[str, ...], total: int) -> list[str]:
    title = f"{what} of the record that are not there"
    return format_section(title, (f"  {name}" for name in shown), *format_left_out(len(shown), total))


def format_show(answer: ShowAnswer) -> list[str]:
    if not answer.runs:
        return ["no test run is recorded", "next: codegraph coverage import FILE"]
    lines = [
        f"{format_count(sum(run.tests for run in answer.runs), 'test')} ran {format_count(answer.symbols, 'symbol')}"
    ]
    return lines + [_run(run) for run in answer.runs]


def _run(run: RecordedRun) -> str:
    when = datetime.fromtimestamp(run.recorded_at).strftime("%Y-%m-%d %H:%M")
    behind = f", {format_count(run.behind, 'commit')} ago" if run.behind > 0 else ""
    tests = format_count(run.tests, "test") if run.tests else "tests that it does not name"
    return f"  {tests} at {_format_state(run.label, run.revision)}{behind}: {run.format}, imported {when}"


def _format_state(label: str, revision: str) -> str:
    short = revision[:10]
    return f"{label} ({short})" if short and not label.startswith(short) else label


def format_clear(answer: ClearAnswer) -> list[str]:
    return ["every recorded test run is forgotten" if answer.cleared else "no test run was recorded"]
