"""Names by which Java code reaches what Kotlin declares.

Compilers write them, so there is no symbol to link: an accessor is another name of the property that it reads or sets,
and the class that holds the functions of a file is another scope for them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang.kotlin.types import EXTENSION, METHOD

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

FILE_NAME = re.compile(rb'@file\s*:\s*(?:\w+\.)*JvmName\s*\(\s*"(\w+)"')
HEAD = 2000  # bytes in which a file may say what its class is called


def bind_accessors(w: Walker, name: str, expr: int, declared: int, *, is_writable: bool) -> None:
    """Bind the methods by which Java code reads and sets a property of a class."""
    if w.scope.kind != "class":
        return
    flag = name.startswith("is") and not name[2:3].islower()
    stem = name[2:] if flag else name[:1].upper() + name[1:]
    _bind(w, name if flag else f"get{stem}", expr, (), declared)
    if is_writable:
        _bind(w, f"set{stem}", expr, (declared,), 0)


def _bind(w: Walker, name: str, expr: int, params: tuple[int, ...], result: int) -> None:
    if name + METHOD not in w.scope.env:
        w.bind(name + METHOD, w.add(ops.FUNCTYPE, params, result))
    if name not in w.scope.env:
        w.bind(name, w.add(ops.DECORATED, expr, ()))


def declare_file_class(w: Walker, root: Node, names: dict[str, int]) -> dict[str, int]:
    """Return the class that holds the functions of a file, by its name."""
    held: dict[str, int] = {}
    for name, expr in names.items():
        if w.exprs[expr][0] in (ops.SYM, ops.UNION) and name.endswith(METHOD) and not name[:1].isupper():
            held.setdefault(name.removeprefix(EXTENSION), expr)
    if not held:
        return {}
    said = FILE_NAME.search(w.source[:HEAD])
    stem = w.facts.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    name = said[1].decode() if said else f"{stem[:1].upper()}{stem[1:]}Kt"
    symbol = w.define(SymbolKind.CLASS, name, root, flags=Flag.ANONYMOUS, parent=0)
    w.facts.names[symbol] = held
    return {name: w.add(ops.SYM, symbol)}
