"""Active Support in bodies of classes: concerns, delegation, accessors.

The standard library's `Forwardable` delegates alike.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang.ruby import definitions
from codegraph_parsers.lang.ruby.macros import Macro, define_accessors, get_member_prefix, iterate_pairs, read_name
from codegraph_parsers.lang.ruby.state import Context, bind_member, enter, get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_delegate(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `delegate :a, :b, to: :target`: each name calls that member of the target."""
    options = {w.read_text(key).rstrip(":"): value for key, value in iterate_pairs(arguments)}
    target = read_name(w, options["to"]) if "to" in options else ""
    prefix = options.get("prefix")
    for child in arguments:
        name = read_name(w, child)
        if name and target:
            shown = f"{read_name(w, prefix) or target}_{name}" if prefix is not None else name
            define_delegation(w, child, shown, name, target)
    return 0


def lower_def_delegators(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `def_delegators :target, :a, :b` and `def_delegator :target, :a, :b`."""
    if len(arguments) < 2:
        return -1
    names = [read_name(w, child) for child in arguments]
    method = node.child_by_field_name("method")
    if method is not None and w.read_text(method).endswith("delegator"):
        if names[0] and names[1]:
            define_delegation(w, arguments[-1], names[-1] or names[1], names[1], names[0])
        return 0
    for child, name in zip(arguments[1:], names[1:], strict=True):
        if name and names[0]:
            define_delegation(w, child, name, name, names[0])
    return 0


def define_delegation(w: Walker, node: Node, name: str, member: str, target: str) -> None:
    """Define a method that calls a member of what another member holds."""
    context = get_context(w)
    symbol = w.define(
        SymbolKind.PROPERTY, name, node, node, visibility=context.visibility, parent=context.owner,
        flags=Flag.CLASSMETHOD if context.is_singleton else 0,
    )  # fmt: skip
    receiver = w.share(ops.CLASSREF if context.is_singleton else ops.SELF, context.owner)
    line = node.start_point[0] + 1
    if target == "class":
        held = w.share(ops.CLASSREF, context.owner)
    elif target.startswith("@"):
        held = w.share(ops.ATTR, receiver, target)
    elif target[:1].isupper():
        held = w.share(ops.NAME, target, context.nesting)
    else:
        held = w.add(ops.CALL, w.share(ops.ATTR, receiver, target), (), ())
        w.sites.append(("call", symbol, held, line))
    call = w.add(ops.CALL, w.share(ops.ATTR, held, member), (), ())
    w.sites.append(("call", symbol, call, line))
    w.facts.returns[symbol] = (call,)
    bind_member(w, context.owner, get_member_prefix(context) + name, w.add(ops.SYM, symbol))


def lower_class_methods(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `class_methods do … end` of a concern: what includes it has them itself."""
    context, block = get_context(w), node.child_by_field_name("block")
    if block is None:
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
    if block is None:
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
    **dict.fromkeys(("def_delegators", "def_delegator", "def_instance_delegators"), lower_def_delegators),
    "class_methods": lower_class_methods,
    "included": lower_included,
}
