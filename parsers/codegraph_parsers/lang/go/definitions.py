"""Go definitions: packages, imports, functions and methods."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Extension, Flag, SymbolKind
from codegraph_parsers.lang.go import builds, types
from codegraph_parsers.lang.go.imports import guess_name
from codegraph_parsers.roles import read_doc_comment
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TESTS = re.compile(r"(Test|Benchmark|Fuzz|Example)(?![a-z])")
UNBOUND = frozenset({"_", "init"})  # declared, but not by a name that code could use


def declare(w: Walker, name: str, expr: int) -> None:
    """Declare a name in the innermost block.

    Types are static, so a name has one meaning until its block ends.
    """
    if name == "_":
        return
    scope = w.scope
    if scope.blocks and name not in scope.blocks[-1]:
        scope.blocks[-1][name] = scope.env.get(name)
    scope.env[name] = expr


def compute_export_flag(name: str) -> int:
    return Flag.EXPORTED if name[:1].isupper() else 0


def lower_package(w: Walker, node: Node) -> int:
    """Lower the package clause.

    A file that the build ignores is no part of the package around it. A file that only some builds have is marked.
    """
    if node.named_children:
        w.facts.package = w.read_text(node.named_children[0])
    w.symbols[0] = w.symbols[0]._replace(doc=read_doc_comment(w, node))
    w.facts.condition = builds.read_condition(w.facts.path, w.source[: node.start_byte])
    if builds.is_ignored(w.facts.condition):
        w.flag(0, Flag.FILE_PRIVATE)
    if w.facts.condition:
        w.flag(0, Flag.CONDITIONAL)
    return 0


def lower_import_spec(w: Walker, node: Node) -> int:
    """Lower `import name "path"`.

    Without a name, the imported package determines the name, which the project knows.
    """
    path_node, name_node = node.child_by_field_name("path"), node.child_by_field_name("name")
    if path_node is None:
        return 0
    path, line = w.read_text(path_node).strip('"`'), node.start_point[0] + 1
    if name_node is None:
        w.add_import(path, "", "", line)
        get_packages(w).add(guess_name(path))
    elif name_node.type == "dot":
        w.add_star_import(path, line)
    else:
        name = w.read_text(name_node)
        expr = w.add_import(path, "", name, line)
        if name != "_":
            w.bind(name, expr)
            get_packages(w).add(name)
    return 0


def get_packages(w: Walker) -> set[str]:
    """Return the names that imports of this file probably bind."""
    found = w.state.get("packages")
    if found is None:
        found = w.state["packages"] = set[str]()
    return cast("set[str]", found)


def is_test(w: Walker, name: str) -> bool:
    return w.facts.path.endswith("_test.go") and TESTS.match(name) is not None


def lower_function(w: Walker, node: Node) -> int:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return w.visit_children(node)
    name = w.read_text(name_node)
    body = node.child_by_field_name("body")
    symbol = w.define(
        SymbolKind.FUNCTION,
        name,
        node,
        name_node,
        signature=read_signature(w, node),
        doc=read_doc_comment(w, node),
        parameters=types.describe_parameters(w, node.child_by_field_name("parameters")),
        visibility=types.compute_visibility(name),
        flags=compute_export_flag(name) | (Flag.TEST if is_test(w, name) else 0),
    )
    if name not in UNBOUND:
        w.bind(name, w.add(ops.SYM, symbol))
    w.open_scope(symbol, "function")
    types.declare_type_parameters(w, symbol, node.child_by_field_name("type_parameters"))
    walk_function(w, symbol, node, body)
    w.close_scope()
    return 0


def read_signature(w: Walker, node: Node) -> str:
    body = node.child_by_field_name("body")
    return w.read_one_line(node.start_byte, body.start_byte if body is not None else node.end_byte)


def walk_function(w: Walker, symbol: int, node: Node, body: Node | None, receiver: str = "") -> None:
    """Walk parameters, results and body of a function whose scope is open.

    The names of parameters and results are not visible before the body: in `func next(node *node) *node` both types are
    the package's.
    """
    params, names = types.lower_parameters(w, node.child_by_field_name("parameters"))
    results, named = types.lower_result(w, node.child_by_field_name("result"))
    w.set_params(symbol, params)
    if results:
        w.facts.declared[symbol] = results
    if receiver:
        declare(w, receiver, w.share(ops.SELF, symbol))
    for position, name in enumerate(names):
        if name:
            declare(w, name, w.add(ops.PARAM, symbol, position))
    for param in named:
        if param.name:
            declare(w, param.name, w.add_instance(param.type))
    if any(param.variadic for param in params):
        w.flag(symbol, Flag.VARIADIC)
    if body is not None:
        w.visit(body)


def lower_method(w: Walker, node: Node) -> int:
    """Lower a method.

    It belongs to the type that its receiver names, in whatever file that type is.
    """
    name_node, receivers = node.child_by_field_name("name"), node.child_by_field_name("receiver")
    if name_node is None or receivers is None:
        return w.visit_children(node)
    name = w.read_text(name_node)
    receiver = find_child(receivers, "parameter_declaration")
    type_node = receiver.child_by_field_name("type") if receiver is not None else None
    owner = types.find_base_name(w, type_node)
    symbol = w.define(
        SymbolKind.METHOD,
        name,
        node,
        name_node,
        signature=read_signature(w, node),
        doc=read_doc_comment(w, node),
        parameters=types.describe_parameters(w, node.child_by_field_name("parameters")),
        visibility=types.compute_visibility(name),
        flags=compute_export_flag(name) | (Flag.TEST if is_test(w, name) else 0),
    )
    if owner:
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=f"{owner}.{name}")
    w.open_scope(symbol, "function")
    declare_receiver_parameters(w, symbol, type_node)
    target = types.lower_type(w, type_node)
    w.facts.extensions.append(Extension(target, (symbol,), 0, symbol, node.start_point[0] + 1))
    bound = receiver.child_by_field_name("name") if receiver is not None else None
    walk_function(w, symbol, node, node.child_by_field_name("body"), w.read_text(bound) if bound is not None else "")
    w.close_scope()
    body, silent = node.child_by_field_name("body"), symbol not in w.facts.declared
    empty = body is not None and all(child.is_extra for child in body.named_children)
    if empty and silent and types.is_marker(name, w.facts.params.get(symbol, ())):
        w.flag(symbol, Flag.MARKER)
    return 0


def declare_receiver_parameters(w: Walker, symbol: int, node: Node | None) -> None:
    """Declare the type parameters that a receiver `func (l *List[T])` names anew."""
    while node is not None and node.type in types.INSIDE and node.named_children:
        node = node.named_children[0]
    if node is None or node.type != "generic_type":
        return
    listed = node.child_by_field_name("type_arguments")
    names = [w.read_text(child) for child in listed.named_children if not child.is_extra] if listed is not None else []
    w.facts.type_params[symbol] = tuple((name, 0) for name in names)


def lower_function_literal(w: Walker, node: Node) -> int:
    """Lower a function literal.

    Its parameters are declared like those of other functions.
    """
    symbol = w.define(SymbolKind.FUNCTION, "<func>", node, flags=Flag.ANONYMOUS)
    w.open_scope(symbol, "function")
    walk_function(w, symbol, node, node.child_by_field_name("body"))
    w.close_scope()
    return w.add(ops.SYM, symbol)
