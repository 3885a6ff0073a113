"""Ruby definitions: classes, modules, methods and their parameters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Base, Extension, Flag, Param, Parameter, SymbolKind
from codegraph_parsers.frameworks.action_view.helpers import join_helpers
from codegraph_parsers.lang.ruby import types
from codegraph_parsers.lang.ruby.state import (
    BLOCK,
    CLASS_SIDE,
    MAIN,
    UNKNOWN,
    Context,
    bind_member,
    close_scope_to_locals,
    enter,
    get_context,
    open_definition,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.lang.ruby.types import MethodType
    from codegraph_parsers.walker import Walker

VARIADIC = {"splat_parameter": "*", "hash_splat_parameter": "**"}
TEST_BASES = ("TestCase", "Test", "Spec")


def lower_body(w: Walker, node: Node | None) -> int:
    """Walk statements; return the value of the last one."""
    value = 0
    for child in node.named_children if node is not None else ():
        kind = child.type
        if kind in ("rescue", "ensure", "else"):
            continue
        result = w.visit(child)
        if not child.is_extra:
            value = result
    return value


def lower_comments(w: Walker, node: Node) -> None:
    """Walk the comments of a node that stand in front of its body."""
    for child in node.named_children:
        if child.type == "comment":
            w.visit(child)


def read_comment(w: Walker, node: Node) -> bytes:
    """Return the comment right above a node."""
    run = w.comment
    if run is None or run[3] + 1 < node.start_point[0] or run[1] > node.start_byte:
        return b""
    return w.source[run[0] : run[1]]


# -- classes ------------------------------------------------------------------------------------------------------


def lower_class(w: Walker, node: Node) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    is_module = node.type == "module"
    context = get_context(w)
    name, parent = read_path(w, name_node)
    comment = read_comment(w, node)
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        SymbolKind.MODULE if is_module else SymbolKind.CLASS,
        name,
        node,
        find_last_name(name_node),
        signature=w.read_one_line(node.start_byte, end),
        doc=roles.read_doc_comment(w, node),
        flags=Flag.OPEN | (Flag.MIXIN if is_module else 0),
        parent=parent,
    )
    declare_class(w, symbol, name, parent, node)
    if generics := types.read_generic_names(comment):
        w.facts.type_params[symbol] = generics
    superclass = node.child_by_field_name("superclass")
    if superclass is not None and superclass.named_children:
        lower_superclass(w, symbol, superclass.named_children[0])
    lower_comments(w, node)
    walk_class_body(w, symbol, body, replace_context(context, symbol))
    join_helpers(w, symbol)
    return 0


def read_path(w: Walker, name_node: Node) -> tuple[str, int]:
    """Return the path of a class within its parent, and the parent."""
    context = get_context(w)
    text = "".join(w.read_text(name_node).split())
    if text.startswith("::"):
        return text[2:].replace("::", "."), 0
    return text.replace("::", "."), context.nesting


def find_last_name(name_node: Node) -> Node:
    return name_node.child_by_field_name("name") or name_node if name_node.type == "scope_resolution" else name_node


def declare_class(w: Walker, symbol: int, name: str, parent: int, node: Node) -> None:
    """Bind the name of a class, which other files may define parts of."""
    expr = w.add(ops.SYM, symbol)
    if "." in name and not parent:
        outer, _, last = name.rpartition(".")
        bind_constant(w, declare_outer(w, outer, node), last, expr)
        w.symbols[symbol] = w.symbols[symbol]._replace(name=last)
        name_expression(w, outer, parent, node)
    elif "." in name:
        outer, _, last = name.rpartition(".")
        path = name_expression(w, outer, parent, node)
        w.facts.extensions.append(Extension(path, (symbol,), 0, symbol, node.start_point[0] + 1))
        w.symbols[symbol] = w.symbols[symbol]._replace(name=last)
    else:
        bind_constant(w, parent, name, expr)
    w.facts.extensions.append(Extension(expr, (), 0, symbol, node.start_point[0] + 1))


def bind_constant(w: Walker, parent: int, name: str, expr: int) -> None:
    """Bind the name of a class or module, beside others that it may mean."""
    names = w.facts.names.setdefault(parent, {})
    names[name] = w.union([names[name], expr]) if name in names else expr


def declare_outer(w: Walker, path: str, node: Node) -> int:
    """Return the part of the module `A::B` that `class A::B::C` stands in.

    What loads files by their names makes the module where no file defines it.
    """
    found = w.shared.get(("outer", path))
    if found is not None:
        return found
    outer, _, last = path.rpartition(".")
    parent = declare_outer(w, outer, node) if outer else 0
    flags = Flag.OPEN | Flag.MIXIN | Flag.ANONYMOUS
    symbol = w.shared["outer", path] = w.define(SymbolKind.MODULE, last, node, flags=flags, parent=parent)
    expr = w.add(ops.SYM, symbol)
    bind_constant(w, parent, last, expr)
    w.facts.extensions.append(Extension(expr, (), 0, symbol, node.start_point[0] + 1))
    return symbol


def name_expression(w: Walker, path: str, scope: int, node: Node) -> int:
    """Return the expression of a path of constants."""
    head, *rest = path.split(".")
    expr = w.share(ops.NAME, head, scope)
    w.mention(expr, node.start_point[0] + 1)
    for part in rest:
        expr = w.share(ops.ATTR, expr, part)
    return expr


def lower_superclass(w: Walker, symbol: int, node: Node) -> None:
    """Record the superclass; what makes one (`Struct.new`) is walked."""
    expr = visit_base(w, node)
    if node.type == "call":
        from codegraph_parsers.lang.ruby.macros import declare_record

        if declare_record(w, symbol, node):
            return
    if expr:
        run_hook(w, expr, "inherit", symbol, node)
        w.facts.bases[symbol] = (Base(expr, "inherits", node.start_point[0] + 1), *w.facts.bases.get(symbol, ()))
    if w.read_text(node).endswith(TEST_BASES):
        w.flag(symbol, Flag.TEST)


def visit_base(w: Walker, node: Node) -> int:
    """Return the expression of a class or module above another one."""
    previous, w.reference = w.reference, "base"
    expr = w.visit(node)
    w.reference = previous
    return expr


def run_hook(w: Walker, module: int, operation: str, symbol: int, node: Node) -> None:
    """Add the call of the hook that a class or module may have for an operation."""
    expr = w.add(ops.OPERATOR, module, operation, (w.add(ops.SYM, symbol),))
    w.sites.append(("operator", symbol, expr, node.start_point[0] + 1))


def replace_context(context: Context, symbol: int) -> Context:
    """Return the context of a class body."""
    return Context(nesting=symbol, owner=symbol, is_class_side=True, described=context.described)


def walk_class_body(w: Walker, symbol: int, body: Node | None, context: Context) -> None:
    close_scope_to_locals(w, symbol)
    with open_definition(w, symbol, "class", context):
        lower_body(w, body)
        if body is not None:
            lower_rest(w, body)
            if any(child.type == "method" for child in body.named_children):
                run_hook(w, w.add(ops.SYM, symbol), "define", symbol, body)


def lower_program(w: Walker, node: Node) -> int:
    """Lower a file; one that holds a part of the routes is in their language."""
    from codegraph_parsers.frameworks.rails import routing

    if routing.is_part(w.facts.path):
        routing.draw(w, node, routing.Scope())
        return 0
    return lower_body(w, node)


def lower_rest(w: Walker, body: Node) -> None:
    """Walk the `rescue`, `else` and `ensure` of a body."""
    for child in body.named_children:
        if child.type in ("rescue", "ensure", "else"):
            w.visit(child)


def lower_singleton_class(w: Walker, node: Node) -> int:
    """Lower `class << self`: what it defines are members of the class itself."""
    value, context = node.child_by_field_name("value"), get_context(w)
    body = node.child_by_field_name("body")
    if value is None or value.type != "self" or context.owner < 0:
        w.visit(value) if value is not None else 0
        with enter(w, Context(nesting=context.nesting, owner=UNKNOWN)):
            lower_body(w, body)
        return 0
    lower_comments(w, node)
    inner = replace(context, is_singleton=True, visibility="public", is_module_function=False, blocks=[])
    with enter(w, inner):
        lower_body(w, body)
    return 0


# -- methods ------------------------------------------------------------------------------------------------------


def lower_method(w: Walker, node: Node) -> int:
    """Lower `def name` and `def self.name`."""
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return w.visit_children(node)
    context = get_context(w)
    name = w.read_text(name_node)
    target = node.child_by_field_name("object")
    owner, is_class_side = context.owner, context.is_singleton
    if target is not None:
        owner, is_class_side = find_singleton_owner(w, target), True
    define_method(w, node, name, name_node, owner, is_class_side)
    if context.is_module_function and target is None:
        expr = w.facts.names.get(owner, {}).get(name, 0)
        bind_member(w, owner, CLASS_SIDE + name, expr)
    return w.add_literal("Symbol", name)


def find_singleton_owner(w: Walker, target: Node) -> int:
    """Return the class that `def X.name` gives a member to."""
    context = get_context(w)
    if target.type == "self":
        return context.owner
    if target.type == "constant" and context.nesting and w.symbols[context.nesting].name == w.read_text(target):
        return context.nesting
    w.visit(target)
    return UNKNOWN


def define_method(
    w: Walker, node: Node, name: str, name_node: Node, owner: int, is_class_side: bool, *,
    kind: SymbolKind | None = None, flags: int = 0, inner_self: bool | None = None,
) -> int:  # fmt: skip
    """Define a method and walk its body; return its symbol."""
    context = get_context(w)
    if kind is None:
        kind = SymbolKind.METHOD if owner >= 0 else SymbolKind.FUNCTION
        if name == "initialize" and owner >= 0 and not is_class_side:
            kind = SymbolKind.CONSTRUCTOR
    if owner >= 0 and name.startswith("test_") and w.symbols[owner].flags & Flag.TEST:
        flags |= Flag.TEST
    body, parameters = node.child_by_field_name("body"), node.child_by_field_name("parameters")
    end = parameters.end_byte if parameters is not None else name_node.end_byte
    comment = read_comment(w, node)
    symbol = w.define(
        kind, name, node, name_node,
        signature=w.read_one_line(node.start_byte, end),
        doc=roles.read_doc_comment(w, node),
        visibility=context.visibility if not is_class_side or context.is_singleton else "public",
        flags=flags | (Flag.CLASSMETHOD if is_class_side else 0) | Flag.EXPORTED,
        parent=owner if owner >= 0 else None,
    )  # fmt: skip
    bind_method(w, owner, name, symbol, is_class_side)
    declared = types.read_signature_comment(w, comment, symbol, owner) if comment else None
    sig = w.state.pop("sig", None)
    if declared is None and isinstance(sig, types.MethodType):
        declared = sig
    inner = Context(
        nesting=context.nesting,
        owner=owner,
        is_class_side=is_class_side if inner_self is None else inner_self,
        method=name,
        symbol=symbol,
        described=context.described,
    )
    walk_method(w, symbol, parameters, body, inner, declared)
    return symbol


def bind_method(w: Walker, owner: int, name: str, symbol: int, is_class_side: bool) -> None:
    """Bind a method in its class, or in what every object has."""
    expr = w.add(ops.SYM, symbol)
    if owner >= 0:
        bind_member(w, owner, CLASS_SIDE + name if is_class_side else name, expr)
    elif owner == MAIN:
        bind_member(w, 0, name, expr)
        if not any(extension.scope == 0 for extension in w.facts.extensions):
            target = w.share(ops.NAME, "Object", 0)
            w.facts.extensions.append(Extension(target, (), 0, 0, w.symbols[symbol].line))


def walk_method(
    w: Walker, symbol: int, parameters: Node | None, body: Node | None, context: Context, declared: MethodType | None
) -> None:
    """Walk the body of a method."""
    close_scope_to_locals(w, symbol)
    with open_definition(w, symbol, "function", context):
        lower_parameters(w, symbol, parameters, context, declared)
        w.set_params(symbol, add_block_parameter(w, symbol, declared))
        if body is not None:
            value = lower_statements(w, body)
            if not w.dead:
                w.add_return(value)
    if declared is not None and declared.result:
        w.facts.declared[symbol] = declared.result


def lower_instance_block(w: Walker, node: Node, block: Node) -> int:
    """Lower a block or lambda that runs on an instance of the class around it."""
    symbol = w.define(SymbolKind.FUNCTION, "<hook>", block, flags=Flag.ANONYMOUS, parent=get_context(w).owner)
    walk_instance_block(w, symbol, node, block)
    return w.add(ops.SYM, symbol)


def walk_instance_block(w: Walker, symbol: int, node: Node, block: Node) -> None:
    """Walk a block that runs on an instance of the class around it.

    It sees the local variables there. The parameters of a lambda stand before its block.
    """
    context = get_context(w)
    inner = Context(nesting=context.nesting, owner=context.owner, symbol=symbol, described=context.described)
    with open_definition(w, symbol, "function", inner):
        parameters = block.child_by_field_name("parameters") or node.child_by_field_name("parameters")
        lower_parameters(w, symbol, parameters, inner, None)
        body = block.child_by_field_name("body")
        value = lower_statements(w, body) if body is not None else 0
        if not w.dead:
            w.add_return(value)


def lower_statements(w: Walker, body: Node) -> int:
    """Walk the body of a method; return its value: `rescue` may replace it."""
    if body.type != "body_statement":
        return w.visit(body)
    if any(child.type in ("rescue", "ensure") for child in body.named_children):
        from codegraph_parsers.lang.ruby.statements import lower_begin

        return lower_begin(w, body)
    return lower_body(w, body)


def add_block_parameter(w: Walker, symbol: int, declared: MethodType | None) -> list[Param]:
    """Return the parameters with one that takes a block, which every method has."""
    params = list(w.facts.params.get(symbol, ()))
    if all(param.name != BLOCK for param in params):
        params.append(Param(BLOCK, declared.block if declared is not None else 0, 0, ""))
    return params


def lower_parameters(w: Walker, symbol: int, node: Node | None, context: Context, declared: MethodType | None) -> None:
    """Declare the parameters of a method, a block or a lambda."""
    params: list[Param] = []
    shown: list[Parameter] = []
    passed: list[tuple[int, str, str]] = []
    for child in node.named_children if node is not None else ():
        if child.is_extra:
            continue
        kind, position = child.type, len(params)
        name_node = child.child_by_field_name("name")
        named = child if kind == "identifier" else name_node
        name = w.read_text(named) if named is not None else ""
        value_node = child.child_by_field_name("value")
        default = w.visit(value_node) if value_node is not None else 0
        variadic = VARIADIC.get(kind, "")
        if kind in ("forward_parameter", "hash_splat_nil"):
            variadic = "*"
        known = (
            get_declared(declared, name, position) if kind != "block_parameter" else declared.block if declared else 0
        )
        if kind == "block_parameter":
            params.append(Param(BLOCK, known, 0, ""))
        elif kind == "block_local" or (
            kind == "identifier" and child.prev_sibling is not None and child.prev_sibling.type == ";"
        ):
            w.scope.env[name] = w.add(ops.UNKNOWN)
            continue
        else:
            is_key = kind == "keyword_parameter"
            params.append(Param(name, known, default, variadic))
            passed.append((position, variadic or ("key" if is_key else ""), name))
            shown.append(Parameter(name or "…", "", value_node is not None, variadic))
        expr = w.add(ops.PARAM, symbol, position)
        if kind == "destructured_parameter":
            bind_parts(w, child, expr)
        elif name:
            w.scope.env[name] = expr
    w.set_params(symbol, params)
    context.parameters = tuple(passed)
    if shown:
        w.symbols[symbol] = w.symbols[symbol]._replace(parameters=tuple(shown))


def get_declared(declared: MethodType | None, name: str, position: int) -> int:
    if declared is None:
        return 0
    if name in declared.named:
        return declared.named[name]
    return declared.positional[position] if position < len(declared.positional) else 0


def bind_parts(w: Walker, node: Node, value: int) -> None:
    """Bind the names of `(a, (b, *c))` in parameters."""
    children = [child for child in node.named_children if not child.is_extra]
    for position, child in enumerate(children):
        part = w.add(ops.ITEM, value, position, 0)
        if child.type == "destructured_parameter":
            bind_parts(w, child, part)
        elif child.type == "splat_parameter":
            name = child.child_by_field_name("name")
            if name is not None:
                w.scope.env[w.read_text(name)] = w.add(ops.SLICE, value, position, 1)
        else:
            w.scope.env[w.read_text(child)] = part


def lower_alias(w: Walker, node: Node) -> int:
    """Lower `alias new old`."""
    new, old = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if new is not None and old is not None and new.type != "global_variable":
        define_alias(w, node, new, w.read_text(new).lstrip(":"), w.read_text(old).lstrip(":"))
    return 0


def define_alias(w: Walker, node: Node, name_node: Node, new: str, old: str) -> None:
    """Define another name of a method: calling it runs the method."""
    context = get_context(w)
    if context.owner < 0:
        return
    prefix = CLASS_SIDE if context.is_singleton else ""
    receiver = w.share(ops.CLASSREF if context.is_singleton else ops.SELF, context.owner)
    expr = w.facts.names.get(context.owner, {}).get(prefix + old) or w.share(ops.ATTR, receiver, old)
    symbol = w.define(
        SymbolKind.METHOD, new, node, name_node, signature=w.read_one_line(node.start_byte, node.end_byte),
        visibility=context.visibility, parent=context.owner,
    )  # fmt: skip
    if new != old:
        # The name is that of the alias, and what runs is the method.
        bind_member(w, context.owner, prefix + new, w.add(ops.DECORATED, w.add(ops.SYM, symbol), (expr,)))
