"""Records: associations, scopes, fixtures, methods named in callbacks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind, Write
from codegraph_parsers.frameworks.active_support import inflections
from codegraph_parsers.lang.ruby import definitions
from codegraph_parsers.lang.ruby.imports import is_test_path
from codegraph_parsers.lang.ruby.macros import Macro, define_field, iterate_pairs, read_name
from codegraph_parsers.lang.ruby.state import CLASS_SIDE, bind_member, build_receiver, enter, get_context, is_class_body

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ONE = frozenset({"belongs_to", "has_one"})
MANY = frozenset({"has_many", "has_and_belongs_to_many"})
WHEN = "before after around skip_before skip_after prepend_before append_before"
WHAT = "action filter save create update destroy validation commit initialize find touch perform enqueue deliver"
OTHERS = """
after_create_commit after_update_commit after_save_commit after_destroy_commit after_rollback validate helper_method
rescue_from
"""
CALLBACKS = frozenset((*(f"{when}_{what}" for when in WHEN.split() for what in WHAT.split()), *OTHERS.split()))
CONDITIONS = frozenset({"if", "unless", "with"})


def lower_callback(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `before_save :tidy`: what it is given runs on an instance."""
    from codegraph_parsers.lang.ruby.calls import add_call, lower_arguments

    context, method = get_context(w), node.child_by_field_name("method")
    if not is_class_body(context) or method is None:
        return -1
    mention_methods(w, arguments)
    callee = w.share(ops.ATTR, build_receiver(w), w.read_text(method))
    with enter(w, replace(context, is_class_side=False, blocks=[])):
        given = [child for child in arguments if child.type != "lambda"]
        positional, keywords = lower_arguments(w, given)
        for child in (*(each for each in arguments if each.type == "lambda"), node):
            if (block := child.child_by_field_name("block" if child is node else "body")) is not None:
                positional.append(definitions.lower_instance_block(w, child, block))
    result = add_call(w, callee, positional, keywords, method.start_point[0] + 1)
    w.facts.decorators[context.owner] = (*w.facts.decorators.get(context.owner, ()), result)
    return result


def lower_scope(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `scope :name, -> { … }`: a member of the class that runs the function."""
    context = get_context(w)
    name = read_name(w, arguments[0]) if len(arguments) > 1 else ""
    if not name or arguments[1].type not in ("lambda", "call"):
        return -1
    symbol = w.define(
        SymbolKind.METHOD, name, node, arguments[0], signature=w.read_one_line(node.start_byte, node.end_byte, 160),
        flags=Flag.CLASSMETHOD, parent=context.owner,
    )  # fmt: skip
    bind_member(w, context.owner, CLASS_SIDE + name, w.add(ops.SYM, symbol))
    owners, w.owners = w.owners, [*w.owners, symbol]
    function = w.visit(arguments[1])
    w.owners = owners
    w.facts.returns[symbol] = (w.add(ops.CALL, function, (), ()),) if function else ()
    return 0


def declare_association(w: Walker, node: Node, arguments: list[Node], *, is_many: bool) -> int:
    """Define the reader of an association, which gives records of a class.

    What declares it stays a call: the result is -1.
    """
    word = read_name(w, arguments[0]) if arguments and is_class_body(get_context(w)) else ""
    if not word:
        return -1
    options = {w.read_text(key).strip(":"): value for key, value in iterate_pairs(arguments)}
    given = read_name(w, options["class_name"]) if "class_name" in options else ""
    target = given or inflections.get_constant_name(inflections.get_singular(word) if is_many else word)
    owner, is_computed = get_context(w).owner, "class_name" in options and not given
    symbol = w.define(
        SymbolKind.PROPERTY, word, node, arguments[0], signature=w.read_one_line(node.start_byte, node.end_byte, 160),
        parent=owner,
    )  # fmt: skip
    bind_member(w, owner, word, w.add(ops.SYM, symbol))
    if "polymorphic" in options:
        # A variable that other classes add to: those that say `as:` this name.
        empty = w.add(ops.LIST, "Array", ())
        held = w.share(ops.VAR, define_field(w, owner, f"@{word}", arguments[0], empty, False))
        w.facts.returns[symbol] = (w.add(ops.INDEX, held, 0),)
        return -1
    if is_computed:
        return -1
    expr = 0
    for part in target.lstrip(":").split("::"):
        expr = w.share(ops.ATTR, expr, part) if expr else w.share(ops.NAME, part, get_context(w).nesting)
    if "as" in options:  # records of this class are what the other side belongs to
        held = w.share(ops.ATTR, w.share(ops.INSTANCE, expr), f"@{read_name(w, options['as'])}")
        w.facts.writes.append(Write(held, "[]", w.share(ops.SELF, owner), owner))
    if is_many:
        expr = w.add(ops.GENERIC, w.share(ops.ATTR, w.share(ops.NAME, "ActiveRecord", 0), "Relation"), (expr,))
    w.facts.returns[symbol] = (w.share(ops.INSTANCE, expr),)
    return -1


def build_fixture(w: Walker, name: str, arguments: list[Node]) -> int:
    """Return the record that `users(:one)` of a test stands for, 0 for any other call."""
    word = inflections.get_singular(name)
    if not is_test_path(w.facts.path) or word == name or len(arguments) != 1 or arguments[0].type != "simple_symbol":
        return 0
    return w.share(ops.INSTANCE, w.share(ops.NAME, inflections.get_constant_name(word), get_context(w).nesting))


def mention_methods(w: Walker, arguments: list[Node]) -> None:
    """Mention the methods that a callback names by symbols."""
    named = [child for child in arguments if child.type == "simple_symbol"]
    named += [value for key, value in iterate_pairs(arguments) if w.read_text(key).strip(":") in CONDITIONS]
    for child in named:
        if child.type == "simple_symbol":
            method = w.share(ops.ATTR, w.share(ops.SELF, get_context(w).owner), read_name(w, child))
            w.add_site("token", method, child.start_point[0] + 1)


def _build_association(is_many: bool) -> Macro:
    return lambda w, node, arguments: declare_association(w, node, arguments, is_many=is_many)


MACROS: dict[str, Macro] = {
    **dict.fromkeys(CALLBACKS, lower_callback),
    **dict.fromkeys(ONE, _build_association(False)),
    **dict.fromkeys(MANY, _build_association(True)),
    "scope": lower_scope,
}
