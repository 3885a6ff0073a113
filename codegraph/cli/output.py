"""Results on stdout, everything else on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from codegraph.cli.progress import PATIENCE_S, show_progress
from codegraph.errors import ExitCode, NotFoundError, UnreadableError
from codegraph.operations.answers import Answer, DoctorAnswer, GraphAnswer, RoutesAnswer, format_others
from codegraph.operations.capabilities import Capability, load_handler
from codegraph.operations.context import Context
from codegraph.runtime.text_streams import get_raw_stream


@contextmanager
def ask(repo: str | None) -> Iterator[Context]:
    """Open a context for one request, and close it afterwards."""
    from codegraph.settings.config import load

    if repo is not None and not repo.strip():
        raise UnreadableError("the path of the repository is empty", hint="leave it out for the one around here")
    folder = Path(repo or ".").expanduser()
    context = Context(folder, load(folder))
    try:
        yield context
    finally:
        context.close()


def get_chosen_repo(repo: str | None) -> str | None:
    """Return the repository named on the command line, after or before the verb.

    None means the one around the current folder.
    """
    import click

    return repo if repo is not None else click.get_current_context().find_root().obj


def show(
    capability: Capability, context: Context, request: object, *, as_json: bool, quiet: bool,
    patience_s: float = PATIENCE_S,
) -> int:  # fmt: skip
    """Answer `request`, print the answer and return the exit code.

    Progress is shown after `patience_s` seconds."""
    try:
        with show_progress(quiet=quiet, patience_s=patience_s) as report:
            context.progress = report
            answer: Answer = load_handler(capability)(context, request)
    except NotFoundError as error:
        raise context.explain_missing(error) from error
    if context.problems:
        answer = answer._replace(warnings=(*answer.warnings, *context.take_problems()))
    print_answer(capability.name, answer, as_json=as_json, quiet=quiet)
    return exit_code(answer)


def print_answer(capability: str, answer: Answer, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        from codegraph.render.envelope import format_envelope

        write_json(format_envelope(capability, answer))
        return
    from codegraph.render.page import measure_stream_width, use_page_width
    from codegraph.render.text import render_text

    with use_page_width(measure_stream_width(sys.stdout)):
        write(render_text(answer.results))
        if answer.others and not isinstance(answer.results, GraphAnswer):  # a diagram is for programs
            write(f"\n{format_others(answer.others)}\n")
            answer = answer._replace(others=())
    if not quiet:
        print_notes(answer)


def print_notes(answer: Answer) -> None:
    """Print the notes of an answer on standard error."""
    if answer.others or answer.warnings:
        import click  # most questions are answered without

        for note in filter(
            None, (format_others(answer.others), *(f"warning: {warning}" for warning in answer.warnings))
        ):
            click.echo(note, err=True)


def exit_code(answer: Answer) -> int:
    """Return the exit code of an answer.

    A failed check has one of its own; an empty answer has not.
    """
    if isinstance(answer.results, RoutesAnswer):
        return int(ExitCode.GATE if answer.results.is_checked and answer.results.unanswered else ExitCode.DONE)
    if isinstance(answer.results, DoctorAnswer):
        from codegraph.operations.doctor import has_failed

        return int(ExitCode.GATE if has_failed(answer.results) else ExitCode.DONE)
    is_partial = getattr(answer.results, "has_failures", False)  # of a package that others do not load
    return int(ExitCode.GATE if is_partial else ExitCode.DONE)


def write(text: str) -> None:
    sys.stdout.write(text)


def write_json(text: str) -> None:
    """Write JSON as UTF-8, independent of the locale."""
    _open_utf8()
    sys.stdout.write(text)


def write_data(text: str) -> None:
    """Write text for programs as UTF-8, independent of the locale.

    A program gets every character unchanged.
    """
    raw = _open_utf8()
    (sys.stdout if raw.isatty() else raw).write(text)


def _open_utf8() -> TextIO:
    raw = get_raw_stream(sys.stdout)
    if isinstance(raw, TextIOWrapper) and raw.encoding.lower().replace("-", "") != "utf8":
        raw.reconfigure(encoding="utf-8")
    return raw
