"""Examples and tests: RSpec, the specifications of Minitest, `test "…" do`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, SymbolKind
from codegraph_parsers.lang.ruby import definitions
from codegraph_parsers.lang.ruby.macros import read_name
from codegraph_parsers.lang.ruby.state import (
    MAIN,
    UNKNOWN,
    Context,
    bind_member,
    get_context,
    open_definition,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

GROUPS = frozenset({"describe", "context", "feature", "fdescribe", "xdescribe", "fcontext", "xcontext"})
SHARED = frozenset({"shared_examples", "shared_examples_for", "shared_context"})
EXAMPLES = frozenset({"it", "specify", "example", "scenario", "fit", "xit", "test", "should", "its", "its_call"})
HOOKS = frozenset({"before", "after", "around", "setup", "teardown", "prepend_before", "append_after", "let_it_be"})
HELPERS = frozenset({"let", "let!", "subject", "subject!", "def_it", "memo_wise"})
TITLES = frozenset(
    {"string", "constant", "scope_resolution", "simple_symbol", "call", "chained_string", "delimited_symbol"}
)
LONGEST = 120  # characters of a title


def read_title(w: Walker, node: Node) -> str:
    """Return the title of an example or a group."""
    if node.type == "string":
        return w.read_one_line(node.start_byte, node.end_byte, LONGEST).strip("\"'")
    return w.read_one_line(node.start_byte, node.end_byte, LONGEST).lstrip(":").replace("::", ".")


def is_group(w: Walker, owner: int) -> bool:
    return owner >= 0 and bool(w.symbols[owner].flags & Flag.TEST)


def lower_call(w: Walker, node: Node, name: str, arguments: list[Node]) -> int:
    """Lower a call that defines examples; -1 for any other."""
    context, block = get_context(w), node.child_by_field_name("block")
    if block is None:
        return -1
    inside = is_group(w, context.owner) and context.is_class_side
    if name in GROUPS and arguments and (inside or context.owner == MAIN):
        return lower_group(w, node, arguments, block)
    if name in SHARED and arguments and (inside or context.owner in (MAIN, UNKNOWN)):
        return lower_group(w, node, arguments, block)
    if not inside:
        return -1
    if name in HELPERS:
        return lower_helper(w, node, name, arguments, block)
    if name in EXAMPLES:
        title = read_title(w, arguments[0]) if arguments else w.read_one_line(block.start_byte, block.end_byte, 60)
        for child in arguments[1:]:
            w.visit(child)
        symbol = define_function(w, node, block, title, arguments[0] if arguments else node, Flag.TEST)
        w.flag(symbol, Flag.TEST)
        return 0
    if name in HOOKS:
        for child in arguments:
            w.visit(child)
        walk_hook(w, block)
        return 0
    return -1


def lower_member_call(w: Walker, node: Node, receiver: Node, name: str, arguments: list[Node]) -> int:
    """Lower `RSpec.describe`; -1 for any other call."""
    block = node.child_by_field_name("block")
    if block is None or not arguments or w.read_text(receiver) not in ("RSpec", "Minitest", "::RSpec"):
        return -1
    return lower_group(w, node, arguments, block) if name in GROUPS | SHARED else -1


def lower_group(w: Walker, node: Node, arguments: list[Node], block: Node) -> int:
    """Lower a group of examples: a class whose instances run them."""
    context = get_context(w)
    described = context.described
    for position, child in enumerate(arguments):
        expr = w.visit(child)
        if position == 0 and child.type in ("constant", "scope_resolution"):
            described = expr
    symbol = w.define(
        SymbolKind.MODULE, read_title(w, arguments[0]), node, arguments[0],
        signature=w.read_one_line(node.start_byte, block.start_byte), flags=Flag.MIXIN | Flag.TEST,
    )  # fmt: skip
    line = node.start_point[0] + 1
    if context.owner >= 0 and is_group(w, context.owner):
        w.facts.bases[symbol] = (Base(w.add(ops.SYM, context.owner), "inherits", line),)
    else:
        base = w.add(ops.ATTR, w.share(ops.NAME, "RSpec", 0), "ExampleGroup")
        w.facts.bases[symbol] = (Base(base, "inherits", line),)
    inner = Context(nesting=context.nesting, owner=symbol, is_class_side=True, described=described)
    if described != context.described:
        declare_subject(w, symbol, node, described)
    with open_definition(w, symbol, "class", inner):
        definitions.lower_body(w, block.child_by_field_name("body"))
    return 0


def declare_subject(w: Walker, group: int, node: Node, described: int) -> None:
    """Give a group its implicit subject, which is a new instance of what it describes."""
    symbol = w.define(SymbolKind.FUNCTION, "subject", node, flags=Flag.ANONYMOUS, parent=group)
    w.facts.returns[symbol] = (w.add(ops.CALL, w.share(ops.ATTR, described, "new"), (), ()),)
    bind_member(w, group, "subject", w.add(ops.SYM, symbol))


def lower_helper(w: Walker, node: Node, name: str, arguments: list[Node], block: Node) -> int:
    """Lower `let(:name) { … }` and `subject { … }`: methods of the group."""
    word = read_name(w, arguments[0]) if arguments else "subject"
    if not word:
        return -1
    owner = get_context(w).owner
    named = arguments[0] if arguments else node
    symbol = define_function(w, node, block, word, named, 0, SymbolKind.PROPERTY)
    expr = w.add(ops.SYM, symbol)
    bind_member(w, owner, word, expr)
    if name.startswith("subject"):
        bind_member(w, owner, "subject", expr)
    return 0


def define_function(
    w: Walker, node: Node, block: Node, title: str, named: Node, flags: int, kind: SymbolKind = SymbolKind.FUNCTION
) -> int:
    """Define what a block of a group is, run on an instance of the group."""
    context = get_context(w)
    if kind is SymbolKind.FUNCTION and w.symbols[context.owner].kind is SymbolKind.CLASS:
        kind = SymbolKind.METHOD
    symbol = w.define(
        kind, title, node, named, signature=w.read_one_line(node.start_byte, block.start_byte), flags=flags,
        parent=context.owner,
    )  # fmt: skip
    definitions.walk_instance_block(w, symbol, node, block)
    return symbol


def walk_hook(w: Walker, block: Node) -> None:
    """Walk `before { … }`, which is credited to the group."""
    definitions.lower_instance_block(w, block, block)


def lower_word(w: Walker, node: Node, name: str) -> int:
    """Lower `described_class`; -1 for any other word."""
    context = get_context(w)
    if name == "described_class" and context.described:
        return context.described
    return -1
