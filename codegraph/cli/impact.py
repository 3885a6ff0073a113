"""`codegraph impact`: the answer, and reports of a change in several formats."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegraph.cli.last import run_without_collector
from codegraph.cli.output import ask, print_answer, print_notes, write, write_json
from codegraph.cli.progress import show_progress
from codegraph.errors import ExitCode, InvalidError, StorageError, UnreadableError
from codegraph.operations.answers import Answer, ImpactAnswer
from codegraph.operations.capabilities import Capability, load_handler
from codegraph.operations.requests import ImpactRequest
from codegraph.query_results import UnanalysedLanguage
from codegraph.render.page import UNBOUNDED, WIDTH, use_page_width

if TYPE_CHECKING:
    from codegraph.operations.runners.test_commands import RunList

FORMATS = ("text", "markdown", "json", "sarif", "mermaid")
SUFFIXES = {".txt": "text", ".md": "markdown", ".json": "json", ".sarif": "sarif", ".mmd": "mermaid"}
MOST_DIFF = 200_000_000
"""Bytes of a diff that are read; more is not a change anybody reviews."""

OPTIONS: list[click.Parameter] = [
    click.Option(["form", "-f", "--format"], type=click.Choice(FORMATS), default=None, help="what is printed"),
    click.Option(
        ["outputs", "-o", "--output"],
        multiple=True,
        metavar="FILE",
        help="also write the answer here; the ending .txt, .md, .json, .sarif or .mmd says in which format",
    ),
    click.Option(
        ["sarif_all", "--sarif-all"], is_flag=True, help="SARIF of the whole report, not of broken uses alone"
    ),
]


def run(
    capability: Capability, request: ImpactRequest, *, form: str | None, outputs: tuple[str, ...], sarif_all: bool,
    repo: str | None, as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    form = form or ("json" if as_json else "text")
    files = [(name, _format_of(name)) for name in outputs]
    if request.diff:
        request = replace(request, diff=_read_diff(request.diff))
    elif not request.symbol and not request.base:
        raise InvalidError("nothing is asked about", hint="give a symbol, a file, --base REV, or --diff FILE")
    for name, _ in files:
        _check(Path(name))
    with run_without_collector(), ask(repo) as context, show_progress(quiet=quiet) as report:
        context.progress = report
        answer: Answer = load_handler(capability)(context, request)
    from codegraph.operations.impact.answers import ChangeReport

    if request.tests:
        _say_list(answer, quiet)
        form = "json" if form == "json" else "list"
    for name, kind in files:
        with use_page_width(UNBOUNDED if kind == "text" else WIDTH):
            _write(Path(name), _render(capability, answer, kind, sarif_all))
    if form == "text" or (form == "json" and not isinstance(answer.results, ChangeReport)):
        print_answer(capability.name, answer, as_json=form == "json", quiet=quiet)
    else:
        (write_json if form in ("json", "sarif") else write)(_render(capability, answer, form, sarif_all))
        if not quiet:
            print_notes(answer)
    failed = [gate for gate in answer.results.gates if gate.failed] if isinstance(answer.results, ChangeReport) else []
    for gate in failed:
        click.echo(f"gate failed: {gate.condition}, it is {gate.value:g}", err=True)
    return int(ExitCode.GATE if failed else ExitCode.DONE)


def _format_of(name: str) -> str:
    kind = SUFFIXES.get(Path(name).suffix.lower())
    if kind is None:
        raise InvalidError(f"no format is known by the ending of {name!r}", hint=f"use {', '.join(SUFFIXES)}")
    return kind


def _read_diff(name: str) -> str:
    """Return the text of a diff.

    Bytes that are no UTF-8 are kept as surrogates. Raises UnreadableError, InvalidError.
    """
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MOST_DIFF + 1)
        else:
            with open(name, "rb") as file:
                raw = file.read(MOST_DIFF + 1)
    except OSError as error:
        raise UnreadableError(f"{name} cannot be read: {error.strerror}") from error
    if len(raw) > MOST_DIFF:
        raise InvalidError(f"the diff is larger than {MOST_DIFF:,} bytes", hint="compare revisions with --base instead")
    if not raw.strip():
        raise InvalidError("the diff is empty", hint="pipe in the output of `git diff`")
    return raw.decode("utf-8", "surrogateescape")


def _say_list(answer: Answer, quiet: bool) -> None:
    """Print to standard error the notes that a list of arguments cannot contain."""
    run = answer.results.run
    if run is None or quiet:
        return
    if not run.runner:
        click.echo("no test is affected", err=True)
    elif not run.tests and not run.left_out:
        click.echo(f"no test is affected: the arguments make {run.runner} run none", err=True)
    if run.others:
        click.echo(
            "the tests are of several runners: each line is a command; name a runner for its arguments", err=True
        )
    for each in (run, *run.others):
        if each.left_out:
            shown = ", ".join(each.left_out[:3]) + (", …" if len(each.left_out) > 3 else "")
            left_out = "1 test is not for" if len(each.left_out) == 1 else f"{len(each.left_out):,} tests are not for"
            click.echo(f"warning: {left_out} {each.runner or 'any known runner'}: {shown}", err=True)
    if not isinstance(answer.results, ImpactAnswer) and answer.results.not_analysed_languages:
        _warn_of_unanalysed(answer.results.not_analysed_languages)


def _warn_of_unanalysed(languages: Sequence[UnanalysedLanguage]) -> None:
    files = sum(row.files for row in languages)
    changed = "1 changed file is" if files == 1 else f"{files:,} changed files are"
    names = ", ".join(row.language for row in languages)
    whom = "it" if files == 1 else "them"
    click.echo(f"warning: {changed} not analysed ({names}): tests that reach {whom} are not listed", err=True)


def _render(capability: Capability, answer: Answer, kind: str, sarif_all: bool) -> str:
    if kind == "list":
        return _format_arguments(answer.results.run)
    if isinstance(answer.results, ImpactAnswer):
        return _render_symbol(capability, answer, kind)
    if kind == "json":
        from codegraph.render.envelope import format_envelope

        return format_envelope(f"{capability.name} change", answer)
    if kind == "markdown":
        from codegraph.render.impact.markdown import format_report_markdown

        return format_report_markdown(answer.results, answer.warnings)
    if kind == "sarif":
        from codegraph.render.impact.sarif import format_report_sarif

        return format_report_sarif(answer.results, answer.warnings, everything=sarif_all)
    if kind == "mermaid":
        from codegraph.render.impact.mermaid import format_report_mermaid

        return format_report_mermaid(answer.results)
    from codegraph.render.text import render_text

    return render_text(answer.results)


def _format_arguments(run: RunList) -> str:
    """Format the arguments of one runner, one a line.

    Where there are several runners, it is a command a line."""
    if run.others:
        return "".join(f"{shlex.join((*each.command, *each.arguments))}\n" for each in (run, *run.others))
    return "".join(f"{argument}\n" for argument in run.arguments)


def _render_symbol(capability: Capability, answer: Answer, kind: str) -> str:
    if kind == "sarif":
        raise InvalidError("SARIF is of a change: a symbol has no findings", hint="use markdown, mermaid or json")
    if kind == "json":
        from codegraph.render.envelope import format_envelope

        return format_envelope(capability.name, answer)
    if kind in ("markdown", "mermaid"):
        from codegraph.render.impact.symbol_report import format_symbol_markdown, format_symbol_mermaid

        return (
            format_symbol_mermaid(answer.results)
            if kind == "mermaid"
            else format_symbol_markdown(answer.results, answer.warnings)
        )
    from codegraph.render.text import render_text

    return render_text(answer.results)


def _check(path: Path) -> None:
    """Check that a report can be written, before work that may take minutes.

    Raises StorageError.
    """
    reason = ""
    if path.is_dir():
        reason = "it is a folder"
    elif not path.parent.is_dir():
        reason = f"there is no folder {path.parent}"
    elif not os.access(path.parent, os.W_OK | os.X_OK):
        reason = f"the folder {path.parent} is not writable"
    if reason:
        raise StorageError(f"{path} cannot be written: {reason}", hint="choose another --output")


def _write(path: Path, text: str) -> None:
    """Write a report completely or not at all.

    Raises StorageError.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise StorageError(f"{path} cannot be written: {error.strerror}", hint="choose another --output") from error
