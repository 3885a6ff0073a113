#!/usr/bin/env python3
"""Size on disk of an installation, package by package.

    python scripts/installed_size.py [DISTRIBUTION]     the one of codegraph that is installed when none is named

Counts the files of the distribution and of everything it requires, bytecode included where pip has made some.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

MB: Final = 1_000_000
SMALLEST_MB: Final = 2.0
"""Packages below this are one row."""

NAMES: Final = ("codegraph-memory", "codegraph-core")
_REQUIREMENT: Final = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?")
_EXTRA: Final = re.compile(r"""extra\s*==\s*['"]([^'"]+)['"]""")


def get_distribution() -> str:
    """Return the name of the distribution of codegraph that is installed."""
    return next(name for name in NAMES if list(metadata.distributions(name=name)))


def measure_packages(name: str) -> dict[str, int]:
    """Return the bytes of a distribution and of each that it requires, by name."""
    sizes: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    queue = [(_normalize(name), "")]
    while queue:
        name, extra = queue.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # needed on another platform only
        places = (Path(str(found.locate_file(file))) for file in found.files or ())
        sizes[name] = sum(place.stat().st_size for place in places if place.is_file())
        for requirement in found.requires or ():
            condition = _EXTRA.search(requirement)
            if condition is None if not extra else condition is not None and condition[1] == extra:
                queue += _read_requirement(requirement)
    return sizes


def _read_requirement(text: str) -> list[tuple[str, str]]:
    """Return the name of a requirement, alone and with each of its extras."""
    found = _REQUIREMENT.match(text)
    assert found is not None
    name = _normalize(found[1])
    return [(name, ""), *((name, extra.strip()) for extra in (found[2] or "").split(",") if extra.strip())]


def _normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("distribution", nargs="?")
    given = parser.parse_args()
    sizes = measure_packages(given.distribution or get_distribution())
    print("| package | MB |\n|---|---|")
    ordered = sorted(sizes.items(), key=lambda each: -each[1])
    large = [(name, size) for name, size in ordered if size >= SMALLEST_MB * MB]
    for name, size in large:
        print(f"| {name} | {size / MB:.1f} |")
    rest = sum(sizes.values()) - sum(size for _, size in large)
    print(f"| {len(sizes) - len(large)} smaller ones | {rest / MB:.1f} |")
    print(f"| together | {sum(sizes.values()) / MB:.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
