#!/usr/bin/env python3
"""Set everything up and run the tests.

Arguments go to pytest; its exit status is returned.
"""

from __future__ import annotations

import os
import subprocess
import sys

import environment


def main() -> int:
    python = environment.prepare(development=True)
    arguments = sys.argv[1:] or ["-n", "auto"]
    # Tests start thousands of processes: without its bytecode, each would compile codegraph anew.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [python, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=environment.ROOT, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
