#!/usr/bin/env python3
"""Fail when a module or a function has outgrown what one reader can hold.

At most 800 lines a module, 70 a function: cohesion comes before length, so nothing is split to stay far below.
An exemption is one line in the module that says why: `# size: table of …`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULE, FUNCTION = 800, 70
CHECKED = ("codegraph", "parsers", "scripts", "tests")
EXEMPT = re.compile(r"^# size: \S.*", re.M)


def list_python_files() -> list[Path]:
    """List the tracked and new Python files of the project.

    Sample sources under `tests/corpus/<language>/` are data.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--", *(f"{d}/*.py" for d in CHECKED)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = [n for n in listed.stdout.splitlines() if not re.match(r"tests/corpus/[^/]+/.+\.py$", n)]
    return [ROOT / n for n in names if (ROOT / n).exists()]


def iterate_functions(body: Sequence[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions among statements and inside them.

    Expressions contain none and are most of a tree, so they are skipped.
    """
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, part, None)
            if isinstance(inner, list):
                yield from iterate_functions(inner)


def find_long_functions(tree: ast.Module) -> list[tuple[str, int, int]]:
    """Return (name, line, length) of functions over the limit.

    Decorators and docstrings are not counted.
    """
    found: list[tuple[str, int, int]] = []
    for node in iterate_functions(tree.body):
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        first = node.body[0]
        if ast.get_docstring(node, clean=False) is not None and first.end_lineno is not None:
            length -= first.end_lineno - first.lineno + 1
        if length > FUNCTION:
            found.append((node.name, node.lineno, length))
    return found


def check(path: Path, name: str) -> list[str]:
    """Return what is too long in one file."""
    text = path.read_text(encoding="utf-8")
    if EXEMPT.search(text):
        return []
    failures: list[str] = []
    lines = text.count("\n")
    if lines > MODULE:
        failures.append(f"{name}: {lines} lines, the limit is {MODULE}")
    for function, line, length in find_long_functions(ast.parse(text)) if lines > FUNCTION else ():
        failures.append(f"{name}:{line}: {function} has {length} lines, the limit is {FUNCTION}")
    return failures


def main() -> int:
    failures = [text for path in list_python_files() for text in check(path, path.relative_to(ROOT).as_posix())]
    for text in failures:
        print(text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
