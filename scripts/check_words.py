#!/usr/bin/env python3
"""Check of names, docstrings and commit subjects against CONTRIBUTING.md.

What broke a rule before the rules existed stands in `scripts/words/debt.txt`. That list may only shrink: a new entry is
a failure, and so is one that is no longer needed. `--record` writes the list again, unless it would grow.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
WORDS = Path(__file__).resolve().parent / "words"
DEBT = WORDS / "debt.txt"
FOLDERS = ("codegraph", "parsers", "scripts")
FIRST_COMMIT = "09baf85"
"""Commits up to this one were written before the rule about subjects."""

SUBJECT = re.compile(r"[a-z0-9][a-z0-9+#, ./_-]*: [a-z]\S* .*\S")
SUBJECT_LENGTH, SUMMARY_LENGTH = 72, 80

VERBS = frozenset((WORDS / "verbs.txt").read_text(encoding="utf-8").split())
BOOLEANS = frozenset({"is", "has", "can", "should", "are"})
CONVERSIONS = frozenset({"from", "to", "as"})
INTERFACE = "codegraph/api/"
"""The Python interface. Its methods are named after what they return, as the command line's verbs are: `callers`."""
ENTRY_POINTS = frozenset({"main", "setup", "teardown", "writelines", "readline", "on_any_event", "on_files",
                           "on_page_markdown", "dependencies"})  # fmt: skip
"""Functions that a library calls by these names."""
PRONOUNS = frozenset({"what", "whether", "which", "who", "whose", "how", "where", "why", "when", "that"})
NOT_NOUNS = frozenset((WORDS / "not_nouns.txt").read_text(encoding="utf-8").split())
"""Participles, prepositions and adverbs: none of them alone names a module, a class or a public value."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Breach(NamedTuple):
    """A place that breaks a rule. Lines move, so the list of old ones leaves them out."""

    path: str
    owner: str
    rule: str
    line: int
    advice: str


def list_python_files() -> list[str]:
    """Return the paths of the project's own Python files, from its root."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "--", *(f"{folder}/*.py" for folder in FOLDERS)]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(name for name in listed.stdout.splitlines() if (ROOT / name).exists())


def check_file(path: str, text: str) -> Iterator[Breach]:
    """Yield what breaks a rule in one file."""
    tree = ast.parse(text)
    stem = Path(path).stem
    if stem in NOT_NOUNS:
        yield Breach(path, "", "noun", 1, f"a module is a noun of the domain, `{stem}` is none")
    yield from _check_summary(path, "", tree)
    yield from _check_body(path, "", tree.body)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                if alias.asname is not None and len(alias.asname) == 1 and alias.name != alias.asname:
                    yield Breach(path, alias.asname, "alias", node.lineno, "an import alias has more than one letter")


def _check_body(path: str, prefix: str, body: list[ast.stmt]) -> Iterator[Breach]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            owner = prefix + node.name
            if node.name.lstrip("_").lower() in NOT_NOUNS:
                yield Breach(path, owner, "noun", node.lineno, "a class is a noun of the domain")
            yield from _check_summary(path, owner, node)
            yield from _check_body(path, owner + ".", node.body)
        elif isinstance(node, Function):
            owner = prefix + node.name
            yield from _check_function_name(path, owner, node)
            yield from _check_summary(path, owner, node)
        elif isinstance(node, ast.If | ast.Try):
            yield from _check_body(path, prefix, [*node.body, *node.orelse])


def _check_function_name(path: str, owner: str, node: Function) -> Iterator[Breach]:
    name = node.name.lstrip("_")
    if node.name.startswith(("__", "pytest_")) or _is_property(node) or node.name in ENTRY_POINTS:
        if _is_property(node) and name in NOT_NOUNS and not node.name.startswith("_"):
            yield Breach(path, owner, "noun", node.lineno, "a public property is a noun, or begins with is, has or can")
        return
    first = name.split("_")[0]
    is_question = path.startswith(INTERFACE) and "." in owner and not node.name.startswith("_")
    if first not in VERBS | BOOLEANS | CONVERSIONS and not is_question:
        yield Breach(path, owner, "verb", node.lineno, f"a function begins with a verb; `{first}` is not in verbs.txt")


def _is_property(node: Function) -> bool:
    """Return whether a function is read, or registered, under its name as a noun."""
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = target.attr if isinstance(target, ast.Attribute) else target.id if isinstance(target, ast.Name) else ""
        if name in {"property", "cached_property", "setter", "getter", "override", "group"}:
            return True
    return False


def _check_summary(path: str, owner: str, node: ast.Module | ast.ClassDef | Function) -> Iterator[Breach]:
    text = ast.get_docstring(node, clean=True)
    if not text:
        return
    line = node.body[0].lineno
    lines = text.split("\n")
    summary, first = lines[0], re.split(r"[^A-Za-z]", lines[0], maxsplit=1)[0].lower()
    if len(summary) > SUMMARY_LENGTH:
        yield Breach(
            path, owner, "length", line, f"the first line of a docstring has at most {SUMMARY_LENGTH} characters"
        )
    if len(lines) > 1 and lines[1].strip():
        yield Breach(path, owner, "paragraph", line, "a blank line follows the first line of a docstring")
    if first in PRONOUNS:
        yield Breach(path, owner, "opening", line, f"a docstring does not open with `{first}`")
    elif isinstance(node, Function) and first not in VERBS and not _is_property(node):
        yield Breach(path, owner, "imperative", line, f"a function's docstring begins with a verb, not with `{first}`")


def check_subjects() -> list[str]:
    """Return what is wrong with the subjects of commits since the rule."""
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{FIRST_COMMIT}^{{commit}}"], cwd=ROOT, capture_output=True, check=False
    )
    if known.returncode:
        return []  # a clone without history
    command = ["git", "log", "--no-merges", "--format=%h %s", f"{FIRST_COMMIT}..HEAD"]
    log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [fault for commit, _, subject in (line.partition(" ") for line in log.splitlines())
            for fault in find_subject_faults(commit, subject)]  # fmt: skip


def find_subject_faults(commit: str, subject: str) -> list[str]:
    """Return what is wrong with one subject."""
    faults: list[str] = []
    if len(subject) > SUBJECT_LENGTH:
        faults.append(f"{commit}: {len(subject)} characters, the limit is {SUBJECT_LENGTH}: {subject}")
    if not SUBJECT.fullmatch(subject):
        faults.append(f"{commit}: not of the form `area: imperative`: {subject}")
    return faults


def read_debt() -> dict[str, set[str]]:
    """Return the old entries of every file, as `owner:rule`."""
    debt: dict[str, set[str]] = {}
    for row in DEBT.read_text(encoding="utf-8").splitlines() if DEBT.exists() else ():
        path, _, entries = row.partition(": ")
        debt[path] = set(entries.split())
    return debt


def group(breaches: list[Breach]) -> dict[str, set[str]]:
    """Return breaches in the form of the list of old ones."""
    grouped: dict[str, set[str]] = {}
    for breach in breaches:
        grouped.setdefault(breach.path, set()).add(f"{breach.owner}:{breach.rule}")
    return grouped


def record(current: dict[str, set[str]], debt: dict[str, set[str]]) -> str:
    """Write the list again; return why not, when it would grow."""
    before, now = (sum(map(len, entries.values())) for entries in (debt, current))
    if debt and now > before:
        return f"the list would grow from {before} to {now} entries"
    DEBT.write_text(
        "".join(f"{path}: {' '.join(sorted(entries))}\n" for path, entries in sorted(current.items())), encoding="utf-8"
    )
    print(f"{before} -> {now} entries", file=sys.stderr)
    return ""


def main() -> int:
    """Print what breaks a rule; the exit status is 1 when something does."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--record", action="store_true", help="write the list of old entries again, if it shrinks")
    arguments = parser.parse_args()
    breaches = [
        breach for path in list_python_files() for breach in check_file(path, (ROOT / path).read_text(encoding="utf-8"))
    ]
    debt, current = read_debt(), group(breaches)
    if arguments.record:
        refusal = record(current, debt)
        debt = read_debt()
        if refusal:
            print(refusal)
    failures = [
        f"{b.path}:{b.line}: {b.owner or 'module'}: {b.advice}"
        for b in breaches
        if f"{b.owner}:{b.rule}" not in debt.get(b.path, ())
    ]
    failures += [
        f"{path}: {entry} is in {DEBT.name} and no longer needed: run `just words`"
        for path, entries in sorted(debt.items())
        for entry in sorted(entries - current.get(path, set()))
    ]
    failures += check_subjects()
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
