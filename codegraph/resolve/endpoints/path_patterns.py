"""Paths that are regular expressions.

Those are read that say no more than a path with parameters."""

from __future__ import annotations

import re
from typing import Final

_NAMED: Final = re.compile(r"\(\?P<(\w+)>")
_NUMBERS: Final = frozenset((r"\d+", "[0-9]+", r"[\d]+"))
_SPECIAL: Final = frozenset("*+?[](){}|^$.\\<>")
_SLASH_IN_CLASS: Final = re.compile(r"\[(?!\^)[^\]]*/[^\]]*\]")
_ANYTHING: Final = frozenset(("", ".*", "^.*", ".+", "^.+"))
_CLASSES: Final = frozenset("dDwWsSbBAZ")
_END: Final = ("$", r"\Z", r"\z")

REST: Final = "<path:rest>"
"""Path of any length behind a pattern without an end."""


def read_pattern(pattern: str, *, is_whole: bool) -> str | None:
    """Return the path of a pattern, with its named groups as parameters.

    It is None where the pattern says more than a path. `is_whole`: it must match a path to its end, so that one without
    a mark of the end takes any rest."""
    body = pattern.removeprefix("^")
    end = next((mark for mark in _END if body.endswith(mark) and not body.endswith(f"\\{mark}")), "")
    body = body.removesuffix(end) if end else body
    if is_whole and body in _ANYTHING and (not end or body):
        return REST
    for optional in ("/?", "[/]?"):
        body = f"{body.removesuffix(optional)}/" if end and body.endswith(optional) else body
    path = _read_parts(body)
    return path if path is None or end or not is_whole else f"{path}{REST}"


def _read_parts(body: str) -> str | None:
    parts: list[str] = []
    at = 0
    while at < len(body):
        char = body[at]
        named = _NAMED.match(body, at)
        if named is not None:
            end = _find_end(body, named.end())
            if end < 0 or body[end + 1 : end + 2] in ("?", "*", "+", "{"):
                return None
            parts.append(_make_parameter(named[1], body[named.end() : end]))
            at = end + 1
        elif char == "\\":
            if at + 1 >= len(body) or body[at + 1] in _CLASSES or body[at + 1].isdigit():
                return None
            parts.append(body[at + 1])
            at += 2
        elif char == "." and body[at + 1 : at + 2] not in ("*", "+", "?", "{"):
            parts.append(char)  # any character, and in a path always meant as a point
            at += 1
        elif char in _SPECIAL:
            return None
        else:
            parts.append(char)
            at += 1
    return "".join(parts)


def _find_end(body: str, at: int) -> int:
    """Return where a group ends whose inside begins at a place, -1 where it does not."""
    depth, is_class = 0, False
    while at < len(body):
        char = body[at]
        if char == "\\":
            at += 1
        elif is_class:
            is_class = char != "]"
        elif char == "[":
            is_class = True
        elif char == "(":
            depth += 1
        elif char == ")":
            if not depth:
                return at
            depth -= 1
        at += 1
    return -1


def _make_parameter(name: str, inside: str) -> str:
    if inside in _NUMBERS:
        return f"<int:{name}>"
    takes_slash = _SLASH_IN_CLASS.search(inside) is not None or re.search(r"(?<!\\)\.[*+]", inside) is not None
    return f"<path:{name}>" if takes_slash else f"<{name}>"
