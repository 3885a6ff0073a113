"""Conditions of compilation: `#[cfg(…)]`, as far as they are known without a build."""

from __future__ import annotations

import re

UNSET = frozenset({"test", "miri", "loom", "kani", "fuzzing", "doc", "docsrs"})
"""Names that only tests, a checker, a fuzzer or the documentation sets: false in a build. A
feature is taken to be on: who leaves one out has less of the package."""

WORD = re.compile(r'[\w:]+(?:\s*=\s*"[^"]*")?|[(),]')


def yields(attribute: str) -> bool:
    """Whether an item under this attribute leaves its name to another one: its condition is false in a build."""
    if not attribute.startswith("cfg("):
        return False
    return _value(list(reversed(WORD.findall(attribute.removeprefix("cfg(").removesuffix(")"))))) is False


def _value(words: list[str]) -> bool | None:
    """Value of the condition that the last words spell backwards, taken from them; None where it is not known."""
    word = words.pop() if words else ""
    if words[-1:] != ["("]:
        return False if word in UNSET else True if word.startswith("feature") else None
    words.pop()
    parts: list[bool | None] = []
    while words:
        after = words[-1]
        if after in (",", ")"):
            words.pop()
        if after == ")":
            break
        if after != ",":
            parts.append(_value(words))
    if word == "not":
        return None if not parts or parts[0] is None else not parts[0]
    decisive = word == "any"
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive
