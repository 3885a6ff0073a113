"""Outermost layer of the command line, which turns failures into exit codes.

click is loaded when it is needed.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Final

from codegraph.cli.line import read_line
from codegraph.errors import CodegraphError, ExitCode
from codegraph.runtime.interrupts import is_interrupt
from codegraph.runtime.text_streams import escape_output

COMPLETING: Final = "_CODEGRAPH_COMPLETE"
"""Variable by which a shell asks for completions."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    It never raises.
    """
    with escape_output():
        return _answer(list(sys.argv[1:] if arguments is None else arguments))


def _answer(arguments: list[str]) -> int:
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except CodegraphError as error:
        report_failure(error.message, error.hint)
        return int(error.exit_code)
    except KeyboardInterrupt:
        _say("interrupted")
        return int(ExitCode.INTERRUPTED)
    except BrokenPipeError:
        _give_up_output()  # the reader has what it wanted
        return int(ExitCode.DONE)
    except OSError as error:
        # The streams of the command line and paths no system could hold; what the stages meet is reported by them.
        _give_up_output()
        if not error.filename and _is_folder_gone():
            report_failure("the current folder does not exist any more", "change into another one")
        else:
            where = f"{error.filename}: " if error.filename else ""
            report_failure(where + (error.strerror or str(error)), _suggest_fix(error))
        return int(ExitCode.USAGE)
    except Exception as error:  # noqa: BLE001 - the outermost edge
        if is_interrupt(error):
            _say("interrupted")
            return int(ExitCode.INTERRUPTED)
        if os.environ.get("CODEGRAPH_DEBUG"):
            import traceback

            traceback.print_exc()
        else:
            report_failure(f"{type(error).__name__}: {error}", "set CODEGRAPH_DEBUG=1 to see where this happened")
        return int(ExitCode.USAGE)


def _run(words: list[str]) -> int:
    if not words and COMPLETING not in os.environ:
        from codegraph.cli.help import format_quick_start

        sys.stdout.write(format_quick_start())
        return int(ExitCode.DONE)
    line = read_line(words) if COMPLETING not in os.environ else None
    if line is None:
        from codegraph.cli.app import invoke

        return invoke(words)
    from codegraph.cli.plain import run

    return run(
        line.capability, line.request, repo=line.repo, as_json=line.as_json, quiet=line.quiet,
        no_refresh=line.no_refresh,
    )  # fmt: skip


def _is_folder_gone() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _suggest_fix(error: OSError) -> str:
    """Return a fix for a file that cannot be written, "" for none.

    It covers temporary files, because the stages report the others themselves. If the output cannot be written, which
    has no name, whoever chose it knows.
    """
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return "allow more open files, such as `ulimit -n 65536` in this shell"
    unwritable = error.filename and error.errno in (errno.ENOSPC, errno.EROFS, errno.EDQUOT)
    if unwritable or "temporary directory" in str(error):
        return "free some space or make the folder writable, or set TMPDIR to another place for temporary files"
    return ""


def report_failure(message: str, hint: str) -> None:
    """Print a failure in the one form that all failures have.

    Further lines of a hint, such as candidates, are aligned under the first.
    """
    _say(f"error: {message.rstrip('.')}")
    if hint:
        _say("hint: " + hint.strip().replace("\n", "\n      "))


def _say(text: str) -> None:
    from click import echo  # only who reads a failure waits for it

    echo(text, err=True)


def _give_up_output() -> None:
    """Redirect stdout to nowhere, because Python flushes it again at exit.

    That must not fail again.
    """
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stdout without a descriptor of its own has nothing left to flush
        return
