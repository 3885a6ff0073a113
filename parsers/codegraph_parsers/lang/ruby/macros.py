"""Calls in class bodies that define, include or hide members."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Base, Extension, Flag, Param, SymbolKind
from codegraph_parsers.lang.ruby import definitions, types
from codegraph_parsers.lang.ruby.state import (
    BLOCK,
    CLASS_SIDE,
    EXTENDED,
    INCLUDING,
    UNKNOWN,
    Context,
    add_module,
    bind_member,
    enter,
    get_context,
    open_definition,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Macro = Callable[["Walker", "Node", list["Node"]], int]
"""(walker, call node, arguments) → expression of the result; -1 where it is a call like any other.

It runs in classes and modules alone."""


def list_arguments(node: Node) -> list[Node]:
    arguments = node.child_by_field_name("arguments")
    return [child for child in arguments.named_children if not child.is_extra] if arguments is not None else []


def read_name(w: Walker, node: Node) -> str:
    """Return the text of a symbol or a plain string, "" for anything else."""
    if node.type == "simple_symbol":
        return w.read_text(node)[1:].strip("\"'")
    listed = get_listed_names(w)
    if node.type == "identifier":
        return listed.get(w.read_text(node), "")
    if node.type not in ("string", "delimited_symbol"):
        return ""
    parts: list[str] = []
    for child in node.named_children:
        inner = child.named_children[0] if child.type == "interpolation" and child.named_children else child
        part = w.read_text(child) if child.type == "string_content" else listed.get(w.read_text(inner), "")
        if not part:
            return ""
        parts.append(part)
    return "".join(parts)


def get_listed_names(w: Walker) -> dict[str, str]:
    """Return the names that parameters of open loops over literal lists stand for."""
    return cast("dict[str, str]", w.state.setdefault("listed", dict[str, str]()))


def lower_listed_names(w: Walker, node: Node, receiver: Node) -> bool:
    """Lower `%i[a b].each do |name| … end` in the body of a class, once for each name.

    Returns whether a call is one.
    """
    context, block = get_context(w), node.child_by_field_name("block")
    parameters = block.child_by_field_name("parameters") if block is not None else None
    if block is None or parameters is None or context.owner < 0 or not context.is_class_side or context.symbol >= 0:
        return False
    if receiver.type not in LISTS or len(parameters.named_children) != 1:
        return False
    items = [child for child in receiver.named_children if not child.is_extra]
    names = [read_name(w, item) or w.read_text(item) if item.type in NAMES else "" for item in items]
    if not 0 < len(names) <= MOST_NAMES or not all(names):
        return False
    listed, variable = get_listed_names(w), w.read_text(parameters.named_children[0])
    before = dict(w.scope.env)
    for name in names:
        listed[variable] = name
        w.scope.env[variable] = w.add_literal("Symbol", name)
        definitions.lower_body(w, block.child_by_field_name("body"))
    del listed[variable]
    w.scope.env = before
    return True


LISTS = frozenset({"array", "symbol_array", "string_array"})
NAMES = frozenset({"simple_symbol", "string", "bare_symbol", "bare_string"})
MOST_NAMES = 24
"""Names in a list, of each of which a block may define members."""


def get_member_prefix(context: Context) -> str:
    return CLASS_SIDE if context.is_singleton else ""


def define_accessors(w: Walker, node: Node, arguments: list[Node], word: str, is_class_side: bool = False) -> int:
    """Define the methods of `attr_reader`, `attr_writer` and `attr_accessor`."""
    context = get_context(w)
    is_class_side = is_class_side or context.is_singleton
    for child in arguments:
        name = read_name(w, child)
        if not name:
            w.visit(child)
            continue
        reads, writes = "writer" not in word, "reader" not in word and word != "attr"
        define_accessor(w, child, name, context.owner, is_class_side, reads=reads, writes=writes)
    return 0


def define_accessor(
    w: Walker, node: Node, name: str, owner: int, is_class_side: bool, *, reads: bool, writes: bool
) -> int:
    """Define the reader and writer of an instance variable."""
    context = get_context(w)
    receiver = w.share(ops.CLASSREF if is_class_side else ops.SELF, owner)
    variable = w.share(ops.ATTR, receiver, f"@{name}")
    prefix = CLASS_SIDE if is_class_side else ""
    first = -1
    for method, wanted in ((name, reads), (f"{name}=", writes)):
        if not wanted:
            continue
        symbol = w.define(
            SymbolKind.PROPERTY, method, node, node, signature=w.read_one_line(node.start_byte, node.end_byte),
            visibility=context.visibility, flags=Flag.CLASSMETHOD if is_class_side else 0, parent=owner,
        )  # fmt: skip
        first = symbol if first < 0 else first
        if method == name:
            w.facts.returns[symbol] = (variable,)
        else:
            w.facts.params[symbol] = (Param("value", 0, 0, ""),)
            value = w.add(ops.PARAM, symbol, 0)
            w.facts.returns[symbol] = (value,)
            define_field(w, owner, f"@{name}", node, value, is_class_side)
        bind_member(w, owner, prefix + method, w.add(ops.SYM, symbol))
    return first


def define_field(w: Walker, owner: int, name: str, node: Node, value: int, is_class_side: bool) -> int:
    """Define an instance variable, or one of the class itself; return its symbol."""
    key = CLASS_SIDE + name if is_class_side and not name.startswith("@@") else name
    found = w.shared.get(("field", owner, key))
    if found is None:
        found = w.define(
            SymbolKind.FIELD, name, node, node, signature=w.read_one_line(node.start_byte, node.end_byte, 160),
            visibility="private", parent=owner,
        )  # fmt: skip
        w.shared["field", owner, key] = found
        w.facts.members.setdefault(owner, {})[key] = w.share(ops.VAR, found)
    if value:
        w.facts.values[found] = (*w.facts.values.get(found, ()), value)
    return found


def lower_include(w: Walker, node: Node, arguments: list[Node], kind: str) -> int:
    """Lower `include` and `prepend`: the modules are ancestors."""
    context = get_context(w)
    if not context.is_class_side:
        return -1
    if context.is_singleton:
        return lower_extend(w, node, arguments)
    bases: list[Base] = []
    for child in arguments:
        expr = definitions.visit_base(w, child)
        if expr and child.type in ("constant", "scope_resolution"):
            if arguments_text := types.read_type_arguments(w, node):
                scope = context.owner
                expr = w.add(ops.GENERIC, expr, tuple(types.Reader(w, arguments_text, scope, scope).read_arguments()))
            definitions.run_hook(w, expr, kind.removesuffix("s"), context.owner, child)
            bases.append(Base(expr, kind, child.start_point[0] + 1))
    known = w.facts.bases.get(context.owner, ())
    inherited = tuple(base for base in known if base.kind == "inherits")
    others = tuple(base for base in known if base.kind != "inherits")
    w.facts.bases[context.owner] = (*bases, *others, *inherited)  # the last one included comes first
    return 0


def lower_extend(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `extend`: the class itself has the members of the modules."""
    context = get_context(w)
    if not context.is_class_side:
        return -1
    for child in arguments:
        expr = w.visit(child)
        if child.type == "self":
            expr = w.add(ops.SYM, context.owner)
        if expr and child.type in ("constant", "scope_resolution", "self"):
            definitions.run_hook(w, expr, "extend", context.owner, child)
            add_module(w, context.owner, EXTENDED, expr)
    return 0


def set_visibility(w: Walker, node: Node, arguments: list[Node], word: str) -> int:
    """Lower `private`, alone or with methods that it names or defines."""
    context = get_context(w)
    kept = context.visibility
    if not arguments:
        context.visibility = word
        return 0
    context.visibility = word
    for child in arguments:
        name = read_name(w, child)
        if name:
            hide(w, context, get_member_prefix(context) + name, word)
        else:
            w.visit(child)
    context.visibility = kept
    return 0


def hide(w: Walker, context: Context, name: str, word: str) -> None:
    expr = w.facts.names.get(context.owner, {}).get(name, 0)
    if w.exprs[expr][0] == ops.SYM:
        at: int = w.exprs[expr][1]
        w.symbols[at] = w.symbols[at]._replace(visibility=word)


def lower_module_function(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `module_function`: methods are also the module's own."""
    context = get_context(w)
    if not arguments:
        context.is_module_function = True
    for child in arguments:
        name = read_name(w, child)
        if not name:
            context.is_module_function = True
            w.visit(child)
            context.is_module_function = False
            continue
        expr = w.facts.names.get(context.owner, {}).get(name, 0)
        if expr:
            bind_member(w, context.owner, CLASS_SIDE + name, expr)
    return 0


def lower_alias_method(w: Walker, node: Node, arguments: list[Node]) -> int:
    if len(arguments) != 2 or not all(names := [read_name(w, child) for child in arguments]):
        return -1
    definitions.define_alias(w, node, arguments[0], names[0], names[1])
    return 0


def lower_define_method(w: Walker, node: Node, arguments: list[Node]) -> int:
    """Lower `define_method(:name) { … }`."""
    context = get_context(w)
    block = node.child_by_field_name("block")
    name = read_name(w, arguments[0]) if arguments else ""
    if not name or block is None:
        return -1
    definitions.define_method(w, block, name, arguments[0], context.owner, context.is_singleton)
    return 0


def iterate_pairs(arguments: list[Node]) -> list[tuple[Node, Node]]:
    found: list[tuple[Node, Node]] = []
    for child in arguments:
        key = child.child_by_field_name("key") if child.type == "pair" else None
        value = child.child_by_field_name("value") if child.type == "pair" else None
        if key is not None and value is not None:
            found.append((key, value))
    return found


def lower_base_hook(w: Walker, node: Node, receiver: Node, name: str, arguments: list[Node]) -> int:
    """Lower what the hook of a module does to what includes it.

    It extends it, includes further modules, or runs code in its body. Returns -1 for any other call.
    """
    context = get_context(w)
    hooked = context.method in ("included", "prepended") and context.is_class_side and context.owner >= 0
    if not hooked or receiver.type != "identifier":
        return -1
    if name == "send" and arguments:
        name, arguments = read_name(w, arguments[0]), arguments[1:]
    block = node.child_by_field_name("block")
    if name in ("class_eval", "class_exec") and block is not None:
        with enter(w, Context(nesting=context.nesting, owner=context.owner, is_class_side=True)):
            definitions.lower_body(w, block.child_by_field_name("body"))
        return 0
    if name not in ("include", "prepend", "extend"):
        return -1
    w.visit(receiver)
    for child in arguments:
        expr = w.visit(child)
        if not expr or child.type not in ("constant", "scope_resolution"):
            continue
        if name == "extend":
            add_module(w, context.owner, INCLUDING, expr)
        else:
            base = Base(expr, "includes", child.start_point[0] + 1)
            w.facts.bases[context.owner] = (base, *w.facts.bases.get(context.owner, ()))
    return 0


# -- classes that calls make --------------------------------------------------------------------------------------


MAKING = frozenset({"Struct.new", "Data.define", "Class.new", "Module.new"})
"""Calls that make classes and modules."""


def read_maker(w: Walker, node: Node) -> str:
    """Return the class and method of a call that makes a class: `Struct.new`."""
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if node.type != "call" or receiver is None or method is None:
        return ""
    return f"{w.read_text(receiver).lstrip(':')}.{w.read_text(method)}"


def declare_record(w: Walker, symbol: int, node: Node) -> bool:
    """Give a class the members of `Struct.new(:a, :b)` or `Data.define(:a)`.

    Returns whether it is made by one of these.
    """
    made = read_maker(w, node)
    if made not in ("Struct.new", "Data.define"):
        return False
    base = w.share(ops.NAME, made.split(".", 1)[0], 0)
    line = node.start_point[0] + 1
    w.facts.bases[symbol] = (*w.facts.bases.get(symbol, ()), Base(base, "inherits", line))
    declare_fields(w, symbol, node, list_arguments(node), is_writable=made == "Struct.new")
    return True


def declare_fields(w: Walker, symbol: int, node: Node, arguments: list[Node], *, is_writable: bool) -> None:
    """Give a class the accessors and the constructor of fields that symbols name."""
    names = [(child, name) for child in arguments if (name := read_name(w, child)) and child.type != "string"]
    with enter(w, Context(nesting=symbol, owner=symbol, is_class_side=True)):
        for child, name in names:
            define_accessor(w, child, name, symbol, False, reads=True, writes=is_writable)
    maker = w.define(SymbolKind.CONSTRUCTOR, "initialize", node, flags=Flag.ANONYMOUS, parent=symbol)
    w.facts.params[maker] = (*(Param(name, 0, 0, "") for _, name in names), Param(BLOCK, 0, 0, ""))
    for position, (child, name) in enumerate(names):
        define_field(w, symbol, f"@{name}", child, w.add(ops.PARAM, maker, position), False)
    bind_member(w, symbol, "initialize", w.add(ops.SYM, maker))


def is_struct_like(node: Node, receiver: Node, made: str) -> bool:
    """Return whether `Base.new(:a) do def … end end` makes a class.

    Base derives from a struct then: else methods would be defined in nothing.
    """
    block = node.child_by_field_name("block")
    body = block.child_by_field_name("body") if block is not None else None
    if body is None or block is None or receiver.type not in ("constant", "scope_resolution"):
        return False
    defines = any(child.type in ("method", "singleton_method") for child in body.named_children)
    return defines and made.endswith(".new") and block.child_by_field_name("parameters") is None


def lower_made_class(w: Walker, target: Node, node: Node, statement: Node) -> int:
    """Lower `Name = Struct.new(…) do … end` and its like.

    Returns -1 for any other value.
    """
    made, receiver = read_maker(w, node), node.child_by_field_name("receiver")
    if not made or receiver is None or target.type != "constant":
        return -1
    if made not in MAKING and not is_struct_like(node, receiver, made):
        return -1
    context, name = get_context(w), w.read_text(target)
    is_module = made == "Module.new"
    symbol = w.define(
        SymbolKind.MODULE if is_module else SymbolKind.CLASS, name, statement, target,
        signature=w.read_one_line(statement.start_byte, node.end_byte, 160), doc=roles.read_doc_comment(w, statement),
        flags=Flag.OPEN | (Flag.MIXIN if is_module else 0), parent=context.nesting,
    )  # fmt: skip
    definitions.declare_class(w, symbol, name, context.nesting, statement)
    arguments = list_arguments(node)
    if made not in MAKING:
        definitions.lower_superclass(w, symbol, receiver)
        declare_fields(w, symbol, node, arguments, is_writable=True)
    return walk_made_class(w, symbol, node, arguments if made in MAKING else [])


def lower_unnamed_class(w: Walker, node: Node, made: str, arguments: list[Node]) -> int:
    """Lower `Class.new(Base) do … end` whose result has no name."""
    is_module = made == "Module.new"
    symbol = w.define(
        SymbolKind.MODULE if is_module else SymbolKind.CLASS, "<class>", node,
        flags=Flag.ANONYMOUS | (Flag.MIXIN if is_module else 0),
    )  # fmt: skip
    return walk_made_class(w, symbol, node, arguments)


def walk_made_class(w: Walker, symbol: int, node: Node, arguments: list[Node]) -> int:
    """Walk the call that makes a class, whose block is the body of it."""
    is_module = w.symbols[symbol].kind is SymbolKind.MODULE
    if not declare_record(w, symbol, node) and arguments and not is_module:
        definitions.lower_superclass(w, symbol, arguments[0])
    walk_block_of_class(w, symbol, node)
    return w.add(ops.SYM, symbol)


def walk_block_of_class(w: Walker, symbol: int, node: Node) -> None:
    """Walk the block of a call as the body of a class.

    It sees the local variables around it.
    """
    block = node.child_by_field_name("block")
    context = Context(nesting=get_context(w).nesting, owner=symbol, is_class_side=True)
    with open_definition(w, symbol, "class", context):
        definitions.lower_body(w, block.child_by_field_name("body") if block is not None else None)


def lower_reopening(w: Walker, node: Node, receiver: Node) -> int:
    """Lower `Name.class_eval do … end`, which is the body of that class."""
    block = node.child_by_field_name("block")
    if block is None:
        return -1
    expr = w.visit(receiver)
    if receiver.type not in ("constant", "scope_resolution"):
        with enter(w, replace(get_context(w), owner=UNKNOWN, blocks=[])):
            definitions.lower_body(w, block.child_by_field_name("body"))
        return 0
    symbol = w.define(SymbolKind.CLASS, w.read_text(receiver), node, receiver, flags=Flag.ANONYMOUS)
    w.facts.extensions.append(Extension(expr, (), 0, symbol, node.start_point[0] + 1))
    walk_block_of_class(w, symbol, node)
    return 0


def _build_accessors(word: str) -> Macro:
    return lambda w, node, arguments: define_accessors(w, node, arguments, word)


def _build_visibility(word: str) -> Macro:
    return lambda w, node, arguments: set_visibility(w, node, arguments, word)


MACROS: dict[str, Macro] = {
    **{word: _build_accessors(word) for word in ("attr", "attr_reader", "attr_writer", "attr_accessor")},
    **{word: _build_visibility(word) for word in ("private", "protected", "public")},
    "include": lambda w, node, arguments: lower_include(w, node, arguments, "includes"),
    "prepend": lambda w, node, arguments: lower_include(w, node, arguments, "prepends"),
    "extend": lower_extend,
    "module_function": lower_module_function,
    "alias_method": lower_alias_method,
    "define_method": lower_define_method,
}
