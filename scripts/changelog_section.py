#!/usr/bin/env python3
"""Print the section of CHANGELOG.md about one version: the text of a release."""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def find_section(text: str, version: str) -> str:
    """Return the section of a version, such as `0.2.0`, "" where there is none.

    The version may begin with `v`, as a tag does."""
    heading = re.escape(version.removeprefix("v"))
    found = re.search(rf"^## \[{heading}\][^\n]*\n(.*?)(?=^## \[|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() + "\n" if found else ""


def main() -> int:
    section = find_section(CHANGELOG.read_text(encoding="utf-8"), sys.argv[1])
    if not section:
        print(f"error: CHANGELOG.md has no section about {sys.argv[1]}", file=sys.stderr)
        return 1
    print(section, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
