#!/usr/bin/env python3
"""Set everything up and build the documentation into `site`.

A warning, such as one of a broken link, is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys

import environment


def main() -> int:
    python = environment.prepare(development=True)
    command = [python, "-m", "mkdocs", "build", "--strict", "--quiet", *sys.argv[1:]]
    settings = os.environ | {"NO_MKDOCS_2_WARNING": "1"}  # an advertisement of the theme's authors
    return subprocess.run(command, cwd=environment.ROOT, env=settings, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
