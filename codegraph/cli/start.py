"""Entry point of the `codegraph` program.

Hooks run on every step of an agent, so they are recognized before anything else is loaded.

Modules that are imported here were loaded before, so that an interrupt ends without a traceback from the first moment
on. They come from Python itself, so that nothing of a repository runs (`import_path`).
"""

import gc
import os
import sys

from codegraph.runtime.import_path import restrict_imports

ALLOCATED = 200_000
"""Objects between two collections of cycles. Python's 700 make it walk every module's objects many times over while
they are loaded, a tenth of a query's time; programs that run for long stay bounded all the same."""

INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, which is not loaded yet."""


def main() -> int:
    """Run the command line of this process and return its exit code. Never raises."""
    restrict_imports(sys.argv[1:])
    gc.set_threshold(ALLOCATED)
    if not os.environ.get("HOME", "~"):
        del os.environ["HOME"]  # set to nothing it would mean the root of the disk; without it the system is asked
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:  # while what says so otherwise was being loaded, which takes a part of a second
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
    gc.freeze()  # the interpreter's last collection would walk every object once more, all of which end with it anyway
    return code


def _run(words: list[str]) -> int:
    if len(words) == 2 and words[0] == "hook" and not words[1].startswith("-"):
        from codegraph.cli.hook import run_hook

        return run_hook(words[1])
    from codegraph.runtime.interrupts import end_at_once, keep_exit_code, raise_again_where_lost

    raise_again_where_lost()
    from codegraph.cli.edge import main as run

    # numpy's products are too small here for threads, and starting them is a sixth of importing it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    code = run()
    keep_exit_code()
    end_at_once()
    return code


if __name__ == "__main__":
    sys.exit(main())
