"""Function literals of Kotlin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, Param, SymbolKind
from codegraph_parsers.lang.kotlin import functions, state, types
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

IMPLICIT = "it"
"""Name of the one parameter of a literal that declares none."""

WITHOUT_RECEIVER = frozenset((
    "let", "also", "map", "mapNotNull", "flatMap", "filter", "filterNot", "forEach", "forEachIndexed",
    "mapIndexed", "associate", "associateBy", "associateWith", "groupBy", "any", "all", "none", "first",
    "firstOrNull", "last", "lastOrNull", "find", "sortedBy", "sortBy", "use", "takeIf", "takeUnless", "fold",
    "reduce", "sumOf", "maxOf", "minOf", "maxBy", "minBy", "getOrPut", "getOrElse", "lazy", "require", "check",
    "repeat", "joinToString", "distinctBy", "partition", "zip", "count", "single", "singleOrNull", "onEach",
))  # fmt: skip
"""Functions of the standard library whose function literals have no receiver."""


def lower_lambda(w: Walker, node: Node, label: str = "") -> int:
    """Lower `{ a, b -> … }`; its last statement is its result."""
    kept = state.get_state(w)
    above = kept.delegating if kept.delegating >= 0 else w.scope.symbol
    symbol = w.define(SymbolKind.FUNCTION, "lambda", node, flags=Flag.ANONYMOUS, parent=above)
    delegating, kept.delegating = kept.delegating, -1
    listed = find_child(node, "lambda_parameters")
    kept.lambdas[symbol] = state.Lambda(symbol, label, label not in WITHOUT_RECEIVER)
    parts = [child for child in listed.named_children if not child.is_extra] if listed is not None else []
    params = [Param(_read_parameter(w, part), _lower_declared(w, part), 0, "") for part in parts]
    implicit = listed is None and not any(child.type == "->" for child in node.children)
    w.set_params(symbol, [Param(IMPLICIT, 0, 0, "")] if implicit else params)
    outer = w.scope
    w.open_scope(symbol, "function")
    w.open_block()
    if implicit:
        w.declare(IMPLICIT, w.add(ops.PARAM, symbol, 0))
    for position, part in enumerate(parts):
        value = w.add(ops.PARAM, symbol, position)
        if part.type == "multi_variable_declaration":
            functions.declare_components(w, part, value)
        else:
            w.declare(params[position].name, value)
    texts, kept.keeps_texts = kept.keeps_texts, False
    value = walk_statements(w, [child for child in node.named_children if child.type != "lambda_parameters"])
    kept.keeps_texts, kept.delegating = texts, delegating
    w.add_return(value or w.add(ops.UNKNOWN))
    w.close_block()
    functions.close_function(w, symbol)
    assert w.scope is outer
    return w.add(ops.SYM, symbol)


def _read_parameter(w: Walker, node: Node) -> str:
    name = find_child(node, "identifier") if node.type == "variable_declaration" else None
    return types.read_name(w, name) if name is not None else ""


def _lower_declared(w: Walker, node: Node) -> int:
    return types.lower_type(w, types.find_type(node)) if node.type == "variable_declaration" else 0


def walk_statements(w: Walker, statements: list[Node]) -> int:
    """Walk statements; return the value of the last."""
    value = 0
    for child in statements:
        value = w.visit(child) if not child.is_extra else w.visit(child) or value
    return value


def lower_anonymous(w: Walker, node: Node) -> int:
    """Lower `fun(a: A): R { … }` without a name."""
    symbol = w.define(SymbolKind.FUNCTION, "lambda", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    receiver = functions.find_receiver(node, find_child(node, "function_value_parameters"))
    kept = state.get_state(w)
    if receiver is not None:
        types.lower_type(w, receiver)
        kept.lambdas[symbol] = state.Lambda(symbol, "", True)
    params, _ = functions.lower_parameters(w, find_child(node, "function_value_parameters"))
    roles.bind_parameters(w, symbol, params)
    declared = types.lower_type(w, functions.find_result(node))
    if declared:
        w.facts.declared[symbol] = declared
    functions.walk_body(w, symbol, find_child(node, "function_body"), declared)
    functions.close_function(w, symbol)
    return w.add(ops.SYM, symbol)
