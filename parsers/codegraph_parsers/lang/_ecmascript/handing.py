"""Functions handed over in an object, or stored in one.

Only the receiver of the object knows which of them run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY})
VARIABLES = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE})
FOREIGN = frozenset({ops.UNKNOWN, ops.PARAM, ops.CALL, ops.NEW, ops.AWAIT, ops.DECLARED})
PLATFORM = frozenset({"window", "document", "self", "globalThis", "global", "process"})
PLATFORM_CLASSES = frozenset(
    {
        "Array", "BigInt", "Boolean", "Date", "Error", "Function", "Map", "Number", "Object", "Promise", "RegExp",
        "Set", "String", "Symbol", "CSSStyleSheet", "DOMRect", "Document", "Element", "Event", "EventTarget", "File",
        "Node", "Range", "Storage", "Window", "XMLHttpRequest",
    }
)  # fmt: skip
GIVEN_BACK = frozenset({"return_statement", "arrow_function", "export_statement"})


def mark_handed_over(w: Walker, expr: int, before: int = 0) -> None:
    """Mark the functions in a literal as handed over.

    Only those that were written from symbol `before` on are marked.
    """
    pending, seen = [expr], {expr}
    while pending:
        for held in _list_held(w, pending.pop(), before):
            if held not in seen:  # a list may be made of itself
                seen.add(held)
                pending.append(held)
                symbol = int(w.exprs[held][1]) if w.exprs[held][0] == ops.SYM else -1
                if symbol >= before and w.symbols[symbol].kind in FUNCTIONS:
                    w.flag(symbol, Flag.HANDED)


def _list_held(w: Walker, expr: int, before: int) -> list[int]:
    """Return the expressions that are handed over with an expression.

    These are the contents of a literal, with and without what is spread over it, and what a function returns: whoever
    has the function may call it.
    """
    found = w.exprs[expr]
    if found[0] == ops.LIST:
        held = [*found[2]]
    elif found[0] == ops.OBJECT and found[1] >= before:
        held = [*w.facts.names.get(int(found[1]), {}).values(), *w.facts.stars.get(int(found[1]), ())]
    elif found[0] == ops.SYM and found[1] >= before and w.symbols[int(found[1])].kind in FUNCTIONS:
        return [*w.facts.returns.get(int(found[1]), ())]
    else:
        return []
    known = set(held)
    for part in held:  # it grows
        inner = w.exprs[part]
        if inner[0] in (ops.OVERRIDDEN, ops.UNION):
            more = inner[1:2] if inner[0] == ops.OVERRIDDEN else inner[1:]
            held += (each for each in more if each not in known)
            known.update(more)
    return held


def mark_used_literal(w: Walker, node: Node, expr: int) -> None:
    """Mark the functions in a literal that an identifier stands for.

    They are handed over, unless the expression only takes a member of the literal.
    """
    found = w.exprs[expr]
    if found[0] == ops.FLOW:
        expr = found[2]
        found = w.exprs[expr]
    if found[0] not in (ops.OBJECT, ops.LIST):
        return
    above = node.parent
    if above is None or above.type in GIVEN_BACK:
        return
    if above.type not in ("member_expression", "subscript_expression") or above.child_by_field_name("object") != node:
        mark_handed_over(w, expr)


def mark_literals_by_name(w: Walker, whole: dict[str, int]) -> None:
    """Mark the functions in literals that the file uses by variable names.

    `whole` counts, by name, the uses that take no member.
    """
    for position, symbol in enumerate(w.symbols):
        if symbol.parent == 0 and symbol.kind in VARIABLES and whole.get(symbol.name, 0) > 0:
            for value in w.facts.values.get(position, ()):
                mark_handed_over(w, value)


def mark_exported(w: Walker, expr: int) -> None:
    """Mark the functions in a value that a module exports.

    Those in objects are exported as well. Those in a list have no name that others could use, but whoever takes the
    list runs them, so they are handed over.
    """
    found: Expr = w.exprs[expr]
    if found[0] == ops.FLOW:
        found = w.exprs[int(found[1])]
    if found[0] == ops.VAR:
        variable: int = found[1]
        for value in w.facts.values.get(variable, ()):
            if w.exprs[value][0] == ops.LIST:
                mark_handed_over(w, value)
    elif found[0] == ops.LIST:
        mark_handed_over(w, expr)
    elif found[0] == ops.OBJECT:
        for part in w.facts.names.get(int(found[1]), {}).values():
            inner = w.exprs[part]
            local = int(inner[1]) if inner[0] == ops.SYM else -1
            if local >= 0 and w.symbols[local].kind in FUNCTIONS:
                w.flag(local, Flag.EXPORTED)
            elif inner[0] in (ops.OBJECT, ops.LIST):
                mark_exported(w, part)


def _is_of_platform(name: str) -> bool:
    """Return whether a free name is of the language or of browsers."""
    return name in PLATFORM or name in PLATFORM_CLASSES or name.startswith(("HTML", "SVG"))


def mark_stored(w: Walker, base: int, value: int) -> None:
    """Mark a function that becomes a member of an object made elsewhere.

    The maker of that object runs it.
    """
    while w.exprs[base][0] in (ops.FLOW, ops.ATTR, ops.PLACE):  # what others made, they have made the parts of
        base = int(w.exprs[base][2 if w.exprs[base][0] == ops.FLOW else 1])
    found = w.exprs[base]
    library = found[0] == ops.IMPORT and not w.facts.imports[int(found[1])].module.startswith(".")
    if library or found[0] in FOREIGN or (found[0] == ops.NAME and _is_of_platform(str(found[1]))):
        inner = w.exprs[value]
        if inner[0] == ops.SYM:
            w.flag(int(inner[1]), Flag.HANDED)
