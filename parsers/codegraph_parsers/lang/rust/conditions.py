"""Conditional compilation with `#[cfg(…)]`, as far as it is known without a build."""

from __future__ import annotations

import re

UNSET = frozenset({"test", "miri", "loom", "kani", "fuzzing", "doc", "docsrs"})
"""Names that only tests, a checker, a fuzzer or the documentation sets: false in a build. A
feature is taken to be on: who leaves one out has less of the package."""

WORD = re.compile(r'[\w:]+(?:\s*=\s*"[^"]*")?|[(),]')


def is_disabled(attribute: str) -> bool:
    """Return whether an attribute disables its item in ordinary builds.

    Its condition is false there, and the item leaves its name to another item.
    """
    if not attribute.startswith("cfg("):
        return False
    return _evaluate(list(reversed(WORD.findall(attribute.removeprefix("cfg(").removesuffix(")"))))) is False


def _evaluate(words: list[str]) -> bool | None:
    """Return the value of the condition at the end of the words.

    The words are in reverse order, and those of the condition are removed. The result is None where the value is not
    known.
    """
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
            parts.append(_evaluate(words))
    if word == "not":
        return None if not parts or parts[0] is None else not parts[0]
    decisive = word == "any"
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive
