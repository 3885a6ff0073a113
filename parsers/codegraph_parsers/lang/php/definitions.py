"""Definitions of PHP: functions, closures and their parameters, constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, Param, Parameter, SymbolKind
from codegraph_parsers.lang.php import names, phpdoc, state, types
from codegraph_parsers.lang.php.phpdoc import Tags

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

PARAMETERS = frozenset({"simple_parameter", "variadic_parameter", "property_promotion_parameter"})


def read_doc(w: Walker, node: Node) -> str:
    """Return the text of the comment above a definition."""
    text = roles.read_doc_comment(w, node)
    return "\n".join(line for line in text.splitlines() if not line.startswith("@")).strip()


def read_signature(w: Walker, node: Node, body: Node | None) -> str:
    start = next((child for child in node.children if child.type not in ("attribute_list", "comment")), node)
    end = body.start_byte if body is not None else node.end_byte
    return w.read_one_line(start.start_byte, end).rstrip("; ")


def declare_templates(w: Walker, symbol: int, tags: Tags, line: int) -> bool:
    """Record documented type parameters; return whether there are any."""
    if not tags.templates:
        return False
    state.get_state(w).templates.append((symbol, frozenset(name for name, _ in tags.templates)))
    w.facts.type_params[symbol] = tuple((name, phpdoc.lower_type(w, bound, line)) for name, bound in tags.templates)
    return True


def lower_attributes(w: Walker, node: Node, symbol: int) -> tuple[str, ...]:
    """Lower the attributes of a definition; return their texts."""
    found = node.child_by_field_name("attributes")
    if found is None:
        return ()
    texts: list[str] = []
    given: list[int] = []
    for group in found.named_children:
        for attribute in group.named_children:
            named = attribute.named_children[0] if attribute.named_children else None
            if attribute.type != "attribute" or named is None:
                continue
            line = named.start_point[0] + 1
            expr = names.refer_to_class(w, w.read_text(named), line)
            w.mention(expr, line, "decorator")
            parameters = attribute.child_by_field_name("parameters")
            positional, keywords = lower_arguments(w, parameters) if parameters is not None else ((), ())
            given.append(w.add(ops.NEW, expr, positional, keywords) if parameters is not None else expr)
            texts.append(w.read_one_line(attribute.start_byte, attribute.end_byte, 120))
    if given:
        w.facts.decorators[symbol] = tuple(given)
    return tuple(texts)


def lower_arguments(w: Walker, node: Node | None) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...]]:
    """Return the positional and the named arguments of a list of arguments."""
    positional: list[int] = []
    keywords: list[tuple[str, int]] = []
    for child in node.named_children if node is not None else ():
        if child.type != "argument" or not child.named_children:
            continue
        name, value = child.child_by_field_name("name"), child.named_children[-1]
        expr = w.visit(value)
        if name is not None:
            keywords.append((w.read_text(name), expr))
        else:
            positional.append(expr)
    return tuple(positional), tuple(keywords)


def lower_parameters(w: Walker, node: Node | None, tags: Tags) -> tuple[list[Param], list[Parameter], list[Node]]:
    """Lower the parameters of a function."""
    params: list[Param] = []
    shown: list[Parameter] = []
    nodes: list[Node] = []
    for child in node.named_children if node is not None else ():
        name_node = child.child_by_field_name("name")
        if child.type not in PARAMETERS or name_node is None:
            continue
        name_node = name_node.named_children[0] if name_node.type == "by_ref" else name_node
        type_node, value_node = child.child_by_field_name("type"), child.child_by_field_name("default_value")
        name = w.read_text(name_node).lstrip("$")
        declared = types.lower_type(w, type_node)
        kind = types.choose_type(w, declared, tags.params.get(name, ""), child.start_point[0] + 1)
        default = w.visit(value_node) if value_node is not None else 0
        variadic = "*" if child.type == "variadic_parameter" else ""
        params.append(Param(name, kind, default, variadic))
        text = w.read_one_line(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        shown.append(Parameter(name, text, value_node is not None, variadic))
        nodes.append(child)
    return params, shown, nodes


def lower_function(w: Walker, node: Node) -> int:
    """Lower a function with a name, which is global wherever it stands."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name, tags = w.read_text(name_node), phpdoc.read_tags(w, node)
    symbol = w.define(
        SymbolKind.FUNCTION, name, node, name_node, signature=read_signature(w, node, body), doc=read_doc(w, node),
        flags=Flag.EXPORTED,
    )  # fmt: skip
    names.bind_globally(w, names.add_namespace(w, name) + names.METHOD, w.add(ops.SYM, symbol))
    classes, w.classes = w.classes, []
    walk_function(w, symbol, node, tags)
    w.classes = classes
    return 0


def walk_function(w: Walker, symbol: int, node: Node, tags: Tags) -> None:
    """Walk the parameters and the body of a function or method."""
    texts = lower_attributes(w, node, symbol)
    has_templates = declare_templates(w, symbol, tags, node.start_point[0] + 1)
    params, shown, _ = lower_parameters(w, node.child_by_field_name("parameters"), tags)
    declared = types.lower_type(w, node.child_by_field_name("return_type"))
    result = types.choose_type(w, declared, tags.returned, node.start_point[0] + 1)
    if result:
        w.facts.declared[symbol] = result
    if shown or texts:
        w.symbols[symbol] = w.symbols[symbol]._replace(parameters=tuple(shown), decorators=texts)
    w.set_params(symbol, params)
    walk_body(w, symbol, params, node.child_by_field_name("body"))
    if has_templates:
        state.get_state(w).templates.pop()


def walk_body(
    w: Walker, symbol: int, params: list[Param], body: Node | None, bound: dict[str, int] | None = None
) -> None:
    """Walk the body of a function.

    Its parameters and some other variables are bound in it.
    """
    comment = w.comment
    scope = w.open_scope(symbol, "function")
    scope.env.update(bound or {})
    for position, param in enumerate(params):
        scope.env[f"${param.name}"] = w.add(ops.PARAM, symbol, position)
    if body is not None and body.type == "compound_statement":
        w.visit_children(body)
    elif body is not None:
        w.add_return(w.visit(body))
    scope.bound.clear()  # no other function sees its variables
    w.close_scope()
    w.comment = comment


def lower_closure(w: Walker, node: Node) -> int:
    """Lower `function (…) use (…) {…}` and `fn (…) => …`."""
    kept = state.get_state(w)
    symbol = w.define(SymbolKind.FUNCTION, "{closure}", node, flags=Flag.ANONYMOUS)
    tags = phpdoc.read_tags(w, node)
    params, _, _ = lower_parameters(w, node.child_by_field_name("parameters"), tags)
    declared = types.lower_type(w, node.child_by_field_name("return_type"))
    if declared:
        w.facts.declared[symbol] = declared
    w.set_params(symbol, params)
    bound: dict[str, int] = {}
    if node.type == "arrow_function":
        kept.arrows.add(symbol)
    for child in node.named_children:
        for used in child.named_children if child.type == "anonymous_function_use_clause" else ():
            variable = used.named_children[0] if used.type == "by_ref" else used
            name = names.read_variable(w, variable)
            bound[name] = names.look_up_variable(w, name)
    if any(child.type == "static_modifier" for child in node.children) or (
        w.functions and w.functions[-1] in kept.statics
    ):
        kept.statics.add(symbol)
    walk_body(w, symbol, params, node.child_by_field_name("body"), bound)
    return w.add(ops.SYM, symbol)


def lower_constants(w: Walker, node: Node) -> int:
    """Lower `const A = 1, B = 2;` of a file or a class."""
    in_class = w.scope.kind == "class"
    doc, tags = read_doc(w, node), phpdoc.read_tags(w, node)
    declared = types.choose_type(
        w, types.lower_type(w, node.child_by_field_name("type")), tags.variable[0], node.start_point[0] + 1
    )
    for child in node.named_children:
        if child.type != "const_element" or not child.named_children:
            continue
        name_node = child.named_children[0]
        value = w.visit(child.named_children[-1]) if len(child.named_children) > 1 else 0
        define_constant(w, w.read_text(name_node), child, name_node, value, declared if in_class else 0, doc)
    return 0


def define_constant(
    w: Walker, name: str, node: Node, name_node: Node, value: int, declared: int = 0, doc: str = ""
) -> None:
    """Define a constant of a class, or a global one."""
    symbol = w.define_variable(
        name, node, name_node, value, declared, kind=SymbolKind.CONSTANT, doc=doc,
        flags=int(Flag.EXPORTED | Flag.STATIC), signature=w.read_one_line(node.start_byte, node.end_byte, 160),
        parent=w.scope.symbol if w.scope.kind == "class" else 0,
    )  # fmt: skip
    expr = w.share(ops.VAR, symbol)
    if w.scope.kind == "class":
        w.bind(name, expr)
    else:
        names.bind_globally(w, names.add_namespace(w, name), expr)
