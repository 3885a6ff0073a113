"""Active Support in bodies of classes: concerns, delegation, accessors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import Flag, SymbolKind
from codegraph_parsers.lang.ruby import definitions
from codegraph_parsers.lang.ruby.macros import Macro, define_accessors, define_delegation, iterate_pairs, read_name
from codegraph_parsers.lang.ruby.state import Context, enter, get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_delegate(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `delegate :a, :b, to: :target`: each name calls that member of the target."""
    context = get_context(w)
    if context.owner < 0:
        return -1
    options = {w.read_text(key).rstrip(":"): value for key, value in iterate_pairs(arguments)}
    target = read_name(w, options["to"]) if "to" in options else ""
    prefix = options.get("prefix")
    for child in arguments:
        name = read_name(w, child)
        if name and target:
            shown = f"{read_name(w, prefix) or target}_{name}" if prefix is not None else name
            define_delegation(w, child, shown, name, target)
    return 0


def lower_class_methods(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `class_methods do … end` of a concern: what includes it has them itself."""
    context, block = get_context(w), node.child_by_field_name("block")
    if context.owner < 0 or block is None:
        return -1
    symbol = w.define(SymbolKind.MODULE, "ClassMethods", node, flags=Flag.OPEN | Flag.MIXIN, parent=context.owner)
    definitions.declare_class(w, symbol, "ClassMethods", context.owner, node)
    definitions.walk_class_body(
        w, symbol, block.child_by_field_name("body"), Context(nesting=context.nesting, owner=symbol, is_class_side=True)
    )
    return 0


def lower_included(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `included do … end`, which runs in the body of what includes it."""
    context, block = get_context(w), node.child_by_field_name("block")
    if context.owner < 0 or block is None:
        return -1
    with enter(w, replace(context, blocks=[], is_included=True)):
        definitions.lower_body(w, block.child_by_field_name("body"))
    return 0


def lower_both_accessors(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `mattr_accessor` and its like, whose methods the class itself has."""
    method = node.child_by_field_name("method")
    word = w.read_text(method) if method is not None else ""
    return define_accessors(w, node, [a for a in arguments if a.type != "pair"], word, True)


def lower_attribute(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `attribute :name` of a class of attributes that last for one request.

    It stays a call: the result is -1.
    """
    if is_of_request(w, get_context(w).owner):
        define_accessors(w, node, [child for child in arguments if child.type != "pair"], "attr_accessor")
    return -1


def is_of_request(w: Walker, symbol: int) -> bool:
    """Return whether a class names attributes that last for one request."""
    named = [w.exprs[base.expr] for base in w.facts.bases.get(symbol, ())]
    return any(expr[0] == ops.ATTR and expr[2] == "CurrentAttributes" for expr in named)


MACROS: dict[str, Macro] = {
    **{
        f"{kind}attr_{word}": lower_both_accessors
        for kind in ("m", "c", "thread_m")
        for word in ("reader", "writer", "accessor")
    },
    "class_attribute": lower_both_accessors,
    "attribute": lower_attribute,
    "delegate": lower_delegate,
    "class_methods": lower_class_methods,
    "included": lower_included,
}
