#!/usr/bin/env python3
"""Check the types of files that differ from the main branch.

That takes seconds, the whole project minutes. Files that only use a changed signature are not checked; `just types`
checks everything.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKED = ("codegraph/**.py", "parsers/**.py", "scripts/**.py")


def run_git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def list_changed() -> list[str]:
    """List Python files that differ from the main branch.

    They were committed since it, changed after that, or are new.
    """
    base = run_git("merge-base", "HEAD", "main") or run_git("merge-base", "HEAD", "origin/main") or ["HEAD"]
    differ = run_git("diff", "--name-only", "--diff-filter=d", base[0], "--", *CHECKED)
    return sorted({*differ, *run_git("ls-files", "--others", "--exclude-standard", "--", *CHECKED)})


def main() -> int:
    files = list_changed()
    if not files:
        print("types: nothing differs from the main branch; `just types` checks everything")
        return 0
    print(f"types: {len(files)} changed; `just types` checks everything", flush=True)
    beside = Path(sys.executable).with_name("pyright")
    return subprocess.run(
        [beside if os.access(beside, os.X_OK) else "pyright", *files], cwd=ROOT, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
