"""The `codegraph` program. Hooks run on every step of an agent: they are told apart before anything else is loaded."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line of this process and return its exit code. Never raises."""
    words = sys.argv[1:]
    if len(words) == 2 and words[0] == "hook" and not words[1].startswith("-"):
        from codegraph.cli.hook import run_hook

        return run_hook(words[1])
    from codegraph.cli.app import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
