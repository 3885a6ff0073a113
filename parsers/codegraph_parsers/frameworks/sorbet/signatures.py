"""Signatures of Sorbet: `sig { params(x: Integer).returns(String) }`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.ruby.macros import Macro
from codegraph_parsers.lang.ruby.state import get_context
from codegraph_parsers.lang.ruby.types import MethodType

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_sig(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `sig { … }`, which declares the method that follows."""
    context = get_context(w)
    if node.child_by_field_name("block") is None or context.owner < 0:
        return -1
    w.state["sig"] = read_sorbet(w, node, context.owner)
    return 0


def read_sorbet(w: Walker, node: Node, owner: int) -> MethodType:
    """Return what the block of a `sig` declares."""
    found = MethodType()
    body = node.child_by_field_name("block")
    pending = [body] if body is not None else []
    while pending:
        each = pending.pop()
        method = each.child_by_field_name("method") if each.type == "call" else None
        word = w.read_text(method) if method is not None else ""
        arguments = each.child_by_field_name("arguments") if each.type == "call" else None
        if word == "params" and arguments is not None:
            for pair in arguments.named_children:
                key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
                if key is not None and value is not None:
                    found.named[w.read_text(key).rstrip(":")] = lower_sorbet_type(w, value, owner)
        elif word == "returns" and arguments is not None and arguments.named_children:
            found.result = lower_sorbet_type(w, arguments.named_children[0], owner)
        pending.extend(child for child in each.named_children if child.type not in ("argument_list",))
    return found


def lower_sorbet_type(w: Walker, node: Node, owner: int) -> int:
    """Return the type that an expression of a signature stands for."""
    if node.type == "element_reference":
        base = node.child_by_field_name("object")
        rest = [child for child in node.named_children if base is None or child.id != base.id]
        word = w.read_text(base).rsplit("::", 1)[-1] if base is not None else ""
        arguments = tuple(lower_sorbet_type(w, child, owner) for child in rest)
        return w.add(ops.GENERIC, w.share(ops.NAME, word, 0), arguments) if word in ("Array", "Hash", "Set") else 0
    if node.type == "call":
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        arguments_node = node.child_by_field_name("arguments")
        parts = arguments_node.named_children if arguments_node is not None else []
        if method is None or receiver is None or w.read_text(receiver) != "T":
            return 0
        word = w.read_text(method)
        if word in ("nilable", "any"):
            return w.union([lower_sorbet_type(w, part, owner) for part in parts])
        if word == "self_type" or word == "attached_class":
            return w.share(ops.CLASSREF, owner) if owner >= 0 else 0
        return 0
    if node.type in ("constant", "scope_resolution"):
        return 0 if w.read_text(node).startswith("T::") else w.visit(node)
    return 0


MACROS: dict[str, Macro] = {"sig": lower_sig}
