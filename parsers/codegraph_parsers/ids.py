"""Printable paths and symbol ids, which stay valid across edits.

A symbol id is `language:path::qualname`, and `language:path` for the module itself. Definitions of one qualified name
in one file are told apart by parameter types, `name(T1,T2)`, and true redefinitions, which have the same types, by
`~2`, `~3` … in source order. Ids contain no lines, so they survive edits elsewhere in the file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from codegraph_parsers.file_facts import Flag, Symbol, SymbolKind

_ESCAPE = re.compile(r"%(?=[0-9A-Fa-f]{2})|::")
_ESCAPED = re.compile(r"%([0-9A-F]{2})")
_SPACE = re.compile(r"\s+")
_CALLABLE = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY))


class SymbolId(NamedTuple):
    language: str
    path: str  # printable, see `to_printable_path`
    qualname: str  # "" for the module
    suffix: str = ""  # `(int,str)`, `~2`, or both


def format_id(language: str, path: str, qualname: str, suffix: str = "") -> str:
    return f"{language}:{path}::{qualname}{suffix}" if qualname else f"{language}:{path}{suffix}"


def parse_id(text: str) -> SymbolId | None:
    """Parse a symbol id, None when `text` has not that form.

    `path` is not checked against any tree.
    """
    language, colon, rest = text.partition(":")
    if not colon or not language or not rest or rest.startswith(":"):
        return None
    path, _, name = rest.partition("::")
    qualname, suffix = split_suffix(name)
    return SymbolId(language, path, qualname, suffix)


def list_container_ids(text: str) -> list[str]:
    """Return the ids of what is around the symbol of an id, the innermost first."""
    id = parse_id(text)
    if id is None:
        return []
    parts = id.qualname.split(".")
    return [format_id(id.language, id.path, ".".join(parts[:size])) for size in range(len(parts) - 1, 0, -1)]


def split_suffix(name: str) -> tuple[str, str]:
    """Split `f(int)~2` into (`f`, `(int)~2`).

    Operators keep their brackets: `operator()(int)` is (`operator()`, `(int)`).
    """
    tail = re.search(r"~\d+$", name)
    end = tail.start() if tail else len(name)
    start = end
    if end and name[end - 1] == ")":
        depth = 0
        for i in range(end - 1, -1, -1):
            depth += (name[i] == ")") - (name[i] == "(")
            if depth == 0:
                start = i
                break
    if start and name[:start].endswith("operator"):
        start = end
    return (name[:start], name[start:]) if start else (name, "")


def map_suffixes(symbols: Sequence[Symbol]) -> dict[int, str]:
    """Map the symbols of one file to the suffixes that make their ids unique.

    Keys are indices in `symbols`. Most symbols need no suffix after the qualified name and are absent. Parameter types
    are used where callables of one qualified name declare different ones. Those that are still equal then are numbered
    in source order from the second on. Anonymous symbols take no id away from others: they are numbered apart.
    """
    groups: dict[str, list[int]] = {}
    found: dict[int, str] = {}
    unnamed: dict[str, int] = {}
    for i, symbol in enumerate(symbols):
        if symbol.flags & Flag.ANONYMOUS:
            unnamed[symbol.qualname] = count = unnamed.get(symbol.qualname, 0) + 1
            found[i] = f"~~{count}"
        else:
            groups.setdefault(symbol.qualname, []).append(i)
    for members in groups.values():
        if len(members) > 1:
            _tell_apart(symbols, members, found)
    return found


def _tell_apart(symbols: Sequence[Symbol], members: list[int], found: dict[int, str]) -> None:
    types = {i: _format_types(symbols[i]) if symbols[i].kind in _CALLABLE else "" for i in members}
    declared = any(parameter.type for i in members for parameter in symbols[i].parameters)
    typed = declared and len(set(types.values())) > 1
    seen: dict[str, int] = {}
    for i in members:
        text = types[i] if typed else ""
        seen[text] = count = seen.get(text, 0) + 1
        if count > 1:
            text = f"{text}~{count}"
        if text:
            found[i] = text


def _format_types(symbol: Symbol) -> str:
    return f"({','.join(_SPACE.sub('', p.variadic + (p.type or '_')) for p in symbol.parameters)})"


def to_printable_path(path: str) -> str:
    """Escape every unprintable character and undecodable byte of a path as `%XX`.

    `path` is as `os.fsdecode` gives it, `/`-separated. Different paths stay different, and `from_printable_path` gives
    the original back. `::` is escaped because ids use it.
    """
    if path.isprintable() and "%" not in path and "::" not in path:
        return path
    escaped = _ESCAPE.sub(lambda m: "%25" if m[0] == "%" else "%3A%3A", path)
    return "".join(c if c.isprintable() else "".join(f"%{b:02X}" for b in os.fsencode(c)) for c in escaped)


def from_printable_path(path: str) -> str:
    """Return the path that `to_printable_path` was given."""
    if "%" not in path:
        return path
    raw = _ESCAPED.sub(lambda m: chr(int(m[1], 16)) if int(m[1], 16) < 128 else chr(0xDC00 + int(m[1], 16)), path)
    return os.fsdecode(os.fsencode(raw))
