"""Classes of Rails: records, jobs, fixtures, and methods named in callbacks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.facts import SymbolKind
from codegraph_parsers.lang.ruby import definitions, inflections
from codegraph_parsers.lang.ruby.imports import is_test_path
from codegraph_parsers.lang.ruby.macros import define_accessors, iterate_pairs, read_name
from codegraph_parsers.lang.ruby.state import bind_member, build_receiver, enter, get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ONE = frozenset({"belongs_to", "has_one"})
MANY = frozenset({"has_many", "has_and_belongs_to_many"})
WHEN = "before after around skip_before skip_after prepend_before append_before"
WHAT = "action filter save create update destroy validation commit initialize find"
OTHERS = """
after_create_commit after_update_commit after_save_commit after_destroy_commit after_rollback validate helper_method
before_perform after_perform before_enqueue after_enqueue
"""
CALLBACKS = frozenset((*(f"{when}_{what}" for when in WHEN.split() for what in WHAT.split()), *OTHERS.split()))
JOBS = {
    "perform_later": 0,
    "perform_now": 0,
    "perform_async": 0,
    "perform_sync": 0,
    "perform_in": 1,
    "perform_at": 1,
    "perform_bulk": 9,
}
"""Methods of a class that run `perform` of an instance, and how many arguments they keep for themselves."""

CONDITIONS = frozenset({"if", "unless", "with"})


def lower_macro(w: Walker, node: Node, name: str, arguments: list[Node]) -> None:
    """Note what a call in the body of a class says by convention; it stays a call."""
    context = get_context(w)
    if context.owner < 0 or not context.is_class_side or context.symbol >= 0 or not arguments:
        return
    if name in ONE or name in MANY:
        declare_association(w, node, arguments, is_many=name in MANY)
    elif name == "attribute" and is_of_request(w, context.owner):
        define_accessors(w, node, [child for child in arguments if child.type != "pair"], "attr_accessor")


def lower_callback(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `before_save :tidy`: what it is given runs on an instance."""
    from codegraph_parsers.lang.ruby.calls import add_call, lower_arguments

    context, method = get_context(w), node.child_by_field_name("method")
    if context.owner < 0 or not context.is_class_side or context.symbol >= 0 or method is None:
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


def is_of_request(w: Walker, symbol: int) -> bool:
    """Return whether a class names attributes that last for one request."""
    named = [w.exprs[base.expr] for base in w.facts.bases.get(symbol, ())]
    return any(expr[0] == ops.ATTR and expr[2] == "CurrentAttributes" for expr in named)


def declare_association(w: Walker, node: Node, arguments: list[Node], *, is_many: bool) -> None:
    """Define the reader of an association, which gives records of a class."""
    word = read_name(w, arguments[0])
    if not word:
        return
    options = {w.read_text(key).strip(":"): value for key, value in iterate_pairs(arguments)}
    given = read_name(w, options["class_name"]) if "class_name" in options else ""
    target = given or inflections.get_constant_name(inflections.get_singular(word) if is_many else word)
    owner, is_computed = get_context(w).owner, "class_name" in options and not given
    symbol = w.define(
        SymbolKind.PROPERTY, word, node, arguments[0], signature=w.read_one_line(node.start_byte, node.end_byte, 160),
        parent=owner,
    )  # fmt: skip
    bind_member(w, owner, word, w.add(ops.SYM, symbol))
    if is_computed or "polymorphic" in options:
        return
    expr = 0
    for part in target.lstrip(":").split("::"):
        expr = w.share(ops.ATTR, expr, part) if expr else w.share(ops.NAME, part, get_context(w).nesting)
    if is_many:
        expr = w.add(ops.GENERIC, w.share(ops.ATTR, w.share(ops.NAME, "ActiveRecord", 0), "Relation"), (expr,))
    w.facts.returns[symbol] = (w.share(ops.INSTANCE, expr),)


def run_job(w: Walker, name: str, base: int, positional: list[int], keywords: list[tuple[str, int]], line: int) -> None:
    """Add the call of `perform` that a class of jobs makes, now or later."""
    if name not in JOBS or not base:
        return
    jobs = base
    if w.exprs[base][0] == ops.CALL:
        callee: int = w.exprs[base][1]
        if w.exprs[callee][0] == ops.ATTR and w.exprs[callee][2] == "set":  # `Job.set(wait: 5)` says when
            receiver: int = w.exprs[callee][1]
            jobs = receiver
    job = w.share(ops.ATTR, w.share(ops.INSTANCE, jobs), "perform")
    call = w.add(ops.CALL, job, tuple(positional[JOBS[name] :]), tuple(keywords))
    w.add_site("requested", call, line)


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
