"""Ruby calls: receivers, arguments, blocks, `yield` and `super`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, Param, SymbolKind, Write
from codegraph_parsers.frameworks.active_job.jobs import run_job
from codegraph_parsers.frameworks.active_record.records import build_fixture
from codegraph_parsers.frameworks.rails.routing import lower_draw
from codegraph_parsers.frameworks.rspec import examples
from codegraph_parsers.lang.ruby import definitions
from codegraph_parsers.lang.ruby.evaluated import lower_evaluated_text
from codegraph_parsers.lang.ruby.imports import LOADING, lower_loading
from codegraph_parsers.lang.ruby.libraries import MACROS
from codegraph_parsers.lang.ruby.macros import (
    MAKING,
    list_arguments,
    lower_base_hook,
    lower_listed_names,
    lower_reopening,
    lower_unnamed_class,
    read_name,
)
from codegraph_parsers.lang.ruby.state import BLOCK, CLASS_SIDE, UNKNOWN, build_receiver, find_local, get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Given = tuple[list[int], list[tuple[str, int]]]
"""Positional and keyword arguments."""

EVALUATING = frozenset({"class_eval", "class_exec", "module_eval", "module_exec"})
REBINDING = frozenset({"instance_eval", "instance_exec"})
SENDING = frozenset({"send", "public_send", "__send__"})
GROWING = frozenset({"push", "append", "unshift", "prepend", "add", "<<"})
CONSTANTS = {
    "block_given?": "bool", "__FILE__": "String", "__LINE__": "Integer", "__method__": "Symbol", "__dir__": "String",
}  # fmt: skip
LAMBDAS = frozenset({"lambda", "proc"})
OPENING = frozenset({"private", "protected", "public", "module_function"})
LEAVING = frozenset({"raise", "fail", "exit", "abort", "exit!", "throw"})


def lower_identifier(w: Walker, node: Node) -> int:
    """Lower a bare word: a local variable, else a call of a method."""
    name = w.read_text(node)
    local = find_local(w, name)
    if local is not None:
        return local
    if name in OPENING and (found := lower_macro(w, node, name, [])) >= 0:
        return found
    found = examples.lower_word(w, node, name)
    if found >= 0:
        return found
    if name in CONSTANTS:
        return w.add_literal(CONSTANTS[name])
    result = add_own_call(w, name, [], [], node.start_point[0] + 1)
    if name in LEAVING:
        w.leave()
    return result


def add_own_call(w: Walker, name: str, positional: list[int], keywords: list[tuple[str, int]], line: int) -> int:
    """Add the call of a method of `self`."""
    return add_call(w, w.share(ops.ATTR, build_receiver(w), name), positional, keywords, line)


def add_call(w: Walker, callee: int, positional: list[int], keywords: list[tuple[str, int]], line: int) -> int:
    return roles.add_call(w, callee, tuple(positional), tuple(keywords), line)


def lower_call(w: Walker, node: Node) -> int:
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    if method is not None and method.type == "super":
        return lower_super_call(w, node, method)
    if receiver is None and method is not None:
        return lower_plain_call(w, node, method)
    if receiver is None:
        return w.visit_children(node)
    name = w.read_text(method) if method is not None else "call"
    line = (method or receiver).start_point[0] + 1
    return lower_member_call(w, node, receiver, name, line)


def lower_macro(w: Walker, node: Node, name: str, arguments: list[Node]) -> int:
    """Lower a call that says something of the class it stands in, -1 for others."""
    macro = MACROS.get(name) if get_context(w).owner >= 0 else None
    return macro(w, node, arguments) if macro is not None else -1


def lower_plain_call(w: Walker, node: Node, method: Node) -> int:
    """Lower a call without a receiver."""
    name, arguments = w.read_text(method), list_arguments(node)
    line = method.start_point[0] + 1
    if (found := lower_macro(w, node, name, arguments)) >= 0:
        return found
    if name in EVALUATING and lower_evaluated_text(w, node, arguments):
        return 0
    if name in LOADING and lower_loading(w, node, name, arguments):
        return 0
    found = examples.lower_call(w, node, name, arguments)
    if found >= 0:
        return found
    if name in LAMBDAS and (block := node.child_by_field_name("block")) is not None:
        return lower_lambda(w, block) if name == "lambda" else lower_block(w, block)
    if name == "method" and len(arguments) == 1 and (word := read_name(w, arguments[0])):
        return note_reference(w, w.share(ops.ATTR, build_receiver(w), word), line)
    if name in SENDING and arguments and (word := read_name(w, arguments[0])):
        name, arguments = word, arguments[1:]
    local = find_local(w, name) if not arguments and node.child_by_field_name("arguments") is None else None
    callee = w.share(ops.ATTR, build_receiver(w), name) if local is None else local
    positional, keywords = lower_arguments(w, arguments)
    result = finish_call(w, node, callee, positional, keywords, line, name)
    if name in LEAVING:
        w.leave()
    fixture = build_fixture(w, name, arguments)
    return w.union([result, fixture]) if fixture else result


def lower_member_call(w: Walker, node: Node, receiver: Node, name: str, line: int) -> int:
    """Lower `receiver.name(…)`."""
    arguments = list_arguments(node)
    if name == "draw" and lower_draw(w, node, receiver):
        return 0
    if name == "each" and lower_listed_names(w, node, receiver):
        return 0
    if (found := lower_base_hook(w, node, receiver, name, arguments)) >= 0:
        return found
    if name in EVALUATING and (found := lower_reopening(w, node, receiver)) >= 0:
        return found
    found = examples.lower_member_call(w, node, receiver, name, arguments)
    if found >= 0:
        return found
    made = f"{w.read_text(receiver).lstrip(':')}.{name}"
    if made in MAKING:
        return lower_unnamed_class(w, node, made, arguments)
    base = w.visit(receiver)
    if name in LAMBDAS | {"new"} and w.read_text(receiver) == "Proc" and (block := node.child_by_field_name("block")):
        return lower_block(w, block)
    if name == "method" and len(arguments) == 1 and (word := read_name(w, arguments[0])):
        return note_reference(w, w.share(ops.ATTR, base, word) if base else 0, line)
    if name == "class" and not arguments:
        is_self = w.exprs[base][0] == ops.SELF
        return w.share(ops.CLASSREF, w.exprs[base][1]) if is_self else w.add(ops.TYPEOF, base) if base else 0
    if name in SENDING and arguments and (word := read_name(w, arguments[0])):
        name, arguments = word, arguments[1:]
    callee = w.share(ops.ATTR, base, name)
    positional, keywords = lower_arguments(w, arguments)
    result = finish_call(w, node, callee, positional, keywords, line, name, is_rebound=name in REBINDING)
    run_job(w, name, base, positional, keywords, line)
    if name in GROWING and positional:
        grow(w, receiver, base, positional[-1])
    return result


def note_reference(w: Walker, expr: int, line: int) -> int:
    if expr:
        w.mention(expr, line)
    return expr


def finish_call(
    w: Walker, node: Node, callee: int, positional: list[int], keywords: list[tuple[str, int]], line: int, name: str,
    is_rebound: bool = False,
) -> int:  # fmt: skip
    """Add a call with its block.

    The parameters of the block take their types from what is called.
    """
    block = node.child_by_field_name("block")
    if block is None:
        return add_call(w, callee, positional, keywords, line)
    function = begin_block(w, block)
    keywords.append((BLOCK, function))
    result = add_call(w, callee, positional, keywords, line)
    walk_block(w, block, function, is_unknown_self=is_rebound or name in DEFERRED_SELF)
    return result


DEFERRED_SELF = frozenset({"configure", "draw", "helpers", "namespace", "resource", "resources", "define"})
"""Methods of libraries that run their block on another object."""


def grow(w: Walker, receiver: Node, container: int, value: int) -> None:
    """Add to a container: what it holds flows to whoever reads it."""
    if not container or not value:
        return
    if receiver.type == "identifier":
        name = w.read_text(receiver)
        current = w.scope.env.get(name)
        if current is not None:
            w.scope.env[name] = w.add(ops.PLACE, current, ((0, value),))
            return
        if w.exprs[container][0] == ops.CALL:  # mostly the reader of an instance variable
            container = w.share(ops.ATTR, build_receiver(w), f"@{name}")
    w.facts.writes.append(Write(container, "[]", value, w.owners[-1]))


# -- arguments ----------------------------------------------------------------------------------------------------


def lower_arguments(w: Walker, arguments: list[Node]) -> Given:
    """Return positional and keyword arguments; a block that is passed on is a keyword."""
    positional: list[int] = []
    keywords: list[tuple[str, int]] = []
    for child in arguments:
        kind = child.type
        if kind == "pair":
            lower_pair_argument(w, child, positional, keywords)
        elif kind == "block_argument":
            keywords.append((BLOCK, lower_block_argument(w, child)))
        elif kind == "hash_splat_argument":
            w.visit_children(child)
        elif kind == "splat_argument":
            inner = w.visit(child.named_children[0]) if child.named_children else find_local(w, "*") or 0
            positional.append(w.add(ops.SPREAD, inner))
        elif kind == "forward_argument":
            block = get_context(w).symbol
            positional.append(w.add(ops.SPREAD, 0))
            if block >= 0:
                keywords.append((BLOCK, build_block_parameter(w, block)))
        else:
            positional.append(w.visit(child))
    return positional, keywords


def lower_pair_argument(w: Walker, node: Node, positional: list[int], keywords: list[tuple[str, int]]) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None:
        return
    name = w.read_text(key).strip(":\"'") if key.type in ("hash_key_symbol", "simple_symbol") else ""
    if not name:
        w.visit(key)
    if value is not None:
        expr = w.visit(value)
    else:  # `name:` alone
        expr = find_local(w, name) or 0
        if not expr:
            expr = add_own_call(w, name, [], [], node.start_point[0] + 1)
    if name:
        keywords.append((name, expr))


def lower_block_argument(w: Walker, node: Node) -> int:
    """Lower `&block`, `&:name` and `&method(:name)`."""
    inner = node.named_children[0] if node.named_children else None
    if inner is None:
        symbol = get_context(w).symbol
        return build_block_parameter(w, symbol) if symbol >= 0 else 0
    name = read_name(w, inner) if inner.type in ("simple_symbol", "delimited_symbol") else ""
    if not name:
        return w.visit(inner)
    symbol = w.define(SymbolKind.FUNCTION, f"&:{name}", node, flags=Flag.ANONYMOUS)
    w.facts.params[symbol] = (Param("it", 0, 0, ""),)
    call = w.add(ops.CALL, w.share(ops.ATTR, w.add(ops.PARAM, symbol, 0), name), (), ())
    w.sites.append(("call", w.owners[-1], call, inner.start_point[0] + 1))
    w.facts.returns[symbol] = (call,)
    return w.add(ops.SYM, symbol)


# -- blocks -------------------------------------------------------------------------------------------------------


def begin_block(w: Walker, node: Node) -> int:
    """Define the function that a block is."""
    return w.add(ops.SYM, w.define(SymbolKind.FUNCTION, "<block>", node, flags=Flag.ANONYMOUS))


def walk_block(w: Walker, node: Node, function: int, *, is_unknown_self: bool = False) -> None:
    """Walk a block: it runs any number of times, and sees the variables around it."""
    symbol: int = w.exprs[function][1]
    context = get_context(w)
    owner, parameters = context.owner, context.parameters
    context.owner = UNKNOWN if is_unknown_self else owner
    before = dict(w.scope.env)
    context.blocks.append(symbol)

    def run() -> None:
        definitions.lower_parameters(w, symbol, node.child_by_field_name("parameters"), context, None)
        if not w.facts.params.get(symbol):
            w.set_params(symbol, [Param("_1", 0, 0, ""), Param("_2", 0, 0, "")])
            w.scope.env["_1"] = w.scope.env["it"] = w.add(ops.PARAM, symbol, 0)
            w.scope.env["_2"] = w.add(ops.PARAM, symbol, 1)
        body = node.child_by_field_name("body")
        if body is not None and node.type == "lambda":
            body = body.child_by_field_name("body")
        value = definitions.lower_statements(w, body) if body is not None else 0
        if value and not w.dead:
            w.facts.returns[symbol] = (*w.facts.returns.get(symbol, ()), value)

    w.walk_loop(run)
    context.blocks.pop()
    context.owner, context.parameters = owner, parameters
    hidden = {param.name for param in w.facts.params.get(symbol, ())}
    w.scope.env = {name: value if name in hidden else w.scope.env.get(name, value) for name, value in before.items()}


def lower_block(w: Walker, node: Node) -> int:
    """Lower a block that is a value."""
    function = begin_block(w, node)
    walk_block(w, node, function)
    return function


def lower_lambda(w: Walker, node: Node) -> int:
    """Lower `->(x) { … }` and `lambda { |x| … }`: `return` leaves these alone."""
    function = begin_block(w, node)
    functions, w.functions = w.functions, [w.exprs[function][1]]
    was_dead = w.dead
    walk_block(w, node, function)
    w.functions, w.dead = functions, was_dead
    return function


def build_block_parameter(w: Walker, symbol: int) -> int:
    """Return the block that the method `symbol` is given; its parameter comes last."""
    params = w.facts.params.get(symbol, ())
    at = next((position for position, param in enumerate(params) if param.name == BLOCK), len(params))
    return w.share(ops.PARAM, symbol, at)


def lower_yield(w: Walker, node: Node) -> int:
    """Lower `yield`: a call of the block."""
    inner = node.named_children[0] if node.named_children else None
    arguments = [c for c in inner.named_children if not c.is_extra] if inner is not None else []
    positional, keywords = lower_arguments(w, arguments)
    symbol = get_context(w).symbol
    if symbol < 0:
        return 0
    expr = w.add(ops.CALL, build_block_parameter(w, symbol), tuple(positional), tuple(keywords))
    w.sites.append(("call", w.owners[-1], expr, node.start_point[0] + 1))
    return expr


# -- super --------------------------------------------------------------------------------------------------------


def lower_super(w: Walker, node: Node) -> int:
    """Lower a bare `super`, which passes on what the method was given."""
    context = get_context(w)
    positional: list[int] = []
    keywords: list[tuple[str, int]] = []
    for position, how, name in context.parameters:
        value = w.scope.env.get(name) or w.add(ops.PARAM, context.symbol, position)
        if how == "*":
            positional.append(w.add(ops.SPREAD, value))
        elif how == "key":
            keywords.append((name, value))
        elif not how:
            positional.append(value)
    if context.symbol >= 0:
        keywords.append((BLOCK, build_block_parameter(w, context.symbol)))
    return add_super_call(w, node, node, positional, keywords)


def lower_super_call(w: Walker, node: Node, method: Node) -> int:
    positional, keywords = lower_arguments(w, list_arguments(node))
    return add_super_call(w, node, method, positional, keywords)


def add_super_call(w: Walker, node: Node, method: Node, positional: list[int], keywords: list[tuple[str, int]]) -> int:
    context = get_context(w)
    callee = 0
    if context.owner >= 0 and context.method:
        name = CLASS_SIDE + context.method if context.is_class_side else context.method
        callee = w.share(ops.ATTR, w.share(ops.SUPER, context.owner), name)
    return finish_call(w, node, callee, positional, keywords, method.start_point[0] + 1, "super")
