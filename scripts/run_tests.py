#!/usr/bin/env python3
"""Set everything up and run the tests.

Arguments go to pytest; its exit status is returned.
"""

from __future__ import annotations

import subprocess
import sys

import environment


def main() -> int:
    python = environment.prepare(development=True)
    arguments = sys.argv[1:] or ["-n", "auto"]
    return subprocess.run([python, "-m", "pytest", *arguments], cwd=environment.ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
