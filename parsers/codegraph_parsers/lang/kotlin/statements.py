"""Statements of Kotlin: imports, branches, loops, handlers, jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.lang.kotlin import calling, functions, lambdas, narrowing, state, types
from codegraph_parsers.lang.kotlin.names import add_operator
from codegraph_parsers.lang.kotlin.types import EXTENSION, METHOD, read_name
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_package(w: Walker, node: Node) -> int:
    """Lower the package of a file."""
    path = find_child(node, "qualified_identifier", "identifier")
    names = [read_name(w, part) for part in _list_parts(path)]
    w.facts.package = ".".join(names)
    return 0


def _list_parts(path: Node | None) -> list[Node]:
    if path is None:
        return []
    return [path] if path.type == "identifier" else [c for c in path.named_children if c.type == "identifier"]


def lower_import(w: Walker, node: Node) -> int:
    """Lower an import, which brings everything of its name.

    That may be a type, functions, a property and extensions.
    """
    parts = _list_parts(find_child(node, "qualified_identifier", "identifier"))
    if not parts:
        return 0
    names, line = [read_name(w, part) for part in parts], node.start_point[0] + 1
    module = ".".join(names[:-1])
    if any(child.type == "*" for child in node.children):
        w.add_star_import(".".join(names), line, "type")
        return 0
    alias = next((read_name(w, c) for c in node.named_children[1:] if c.type == "identifier"), names[-1])
    name = names[-1]
    _bind_import(w, alias, w.add_import(module, name, alias, line))
    suffixes = (
        ((METHOD, ""), (METHOD, EXTENSION))
        if name[:1].isupper()
        else ((METHOD, ""), (METHOD, EXTENSION), ("", EXTENSION))
    )
    for suffix, prefix in suffixes:
        _bind_import(w, prefix + alias + suffix, w.add_import(module, prefix + name + suffix, alias, line, "bind"))
    return 0


def _bind_import(w: Walker, key: str, expr: int) -> None:
    """Bind what an import brings; functions of several packages may share a name."""
    w.bind(key, w.union([w.scope.env.get(key, 0), expr]))


def lower_block(w: Walker, node: Node) -> int:
    """Lower statements with names of their own; the last gives the value."""
    w.open_block()
    value = lambdas.walk_statements(w, node.named_children)
    w.close_block()
    return value


def _walk_branch(w: Walker, node: Node | None, condition: Node | None, holds: bool) -> int:
    """Walk a branch that is taken where a condition holds or not."""
    if node is None:
        return 0
    w.open_block()
    if condition is not None:
        narrowing.narrow(w, condition, holds)
    value = lower_block(w, node) if node.type == "block" else w.visit(node)
    w.close_block()
    return value


def lower_if(w: Walker, node: Node) -> int:
    """Lower `if`.

    Behind a branch that does not come back its condition is known not to hold.
    """
    condition = node.child_by_field_name("condition")
    if condition is not None:
        w.visit(condition)
    branches: list[Node | None] = [None, None]
    at = 0
    behind = False
    for child in node.children:
        if child.type == "else":
            at = 1
        elif behind and child.is_named and not child.is_extra:
            branches[at] = child
        behind = behind or child.type == ")"
    values = [_walk_branch(w, branches[0], condition, True), _walk_branch(w, branches[1], condition, False)]
    if condition is not None and w.scope.blocks:
        if not narrowing.can_complete(w, branches[0]):
            narrowing.narrow(w, condition, holds=False)
        elif branches[1] is not None and not narrowing.can_complete(w, branches[1]):
            narrowing.narrow(w, condition, holds=True)
    return w.union(values)


def lower_when(w: Walker, node: Node) -> int:
    """Lower `when`, which gives what the chosen entry gives."""
    w.open_block()
    subject_node = find_child(node, "when_subject")
    subject, told = 0, None
    if subject_node is not None:
        told = subject_node.named_children[-1]
        subject = w.visit(told)
        variable = find_child(subject_node, "variable_declaration")
        name_node = find_child(variable, "identifier") if variable is not None else None
        if name_node is not None:
            declared = types.lower_type(w, types.find_type(variable)) if variable is not None else 0
            w.declare(read_name(w, name_node), w.add(ops.DECLARED, declared, subject) if declared else subject)
            told = name_node
    values = [_walk_entry(w, each, subject, told) for each in node.named_children if each.type == "when_entry"]
    w.close_block()
    return w.union(values)


def _walk_entry(w: Walker, node: Node, subject: int, told: Node | None) -> int:
    """Walk one entry; what its conditions say of the subject is known in it."""
    w.open_block()
    conditions = node.children_by_field_name("condition")
    known: list[int] = []
    for each in conditions:
        if each.type == "type_test":
            positive = any(child.type == "is" for child in each.children)
            declared = types.lower_type(w, types.find_type(each))
            known.append(declared if positive else 0)
        elif each.type == "range_test":
            asked = w.visit(each.named_children[-1]) if each.named_children else 0
            add_operator(w, asked, "in", (subject,), each.start_point[0] + 1)
        else:
            _visit_condition(w, each, subject)
            known.append(0)
    if told is not None and len(known) == 1 and known[0]:
        narrowing.narrow_to(w, told, known[0])
    elif told is not None and known and all(known):
        narrowing.narrow_to(w, told, w.union(known))
    elif told is None and len(conditions) == 1:
        narrowing.narrow(w, conditions[0], holds=True)
    listed = {each.id for each in conditions}
    bodies = [child for child in node.named_children if child.id not in listed and not child.is_extra]
    value = 0
    for body in bodies:
        value = lower_block(w, body) if body.type == "block" else w.visit(body)
    w.close_block()
    return value


def _visit_condition(w: Walker, node: Node, subject: int) -> None:
    """Visit a condition; constants of an enumeration may be named without it."""
    del subject
    w.visit(node)


def lower_for(w: Walker, node: Node) -> int:
    """Lower `for (x in xs)`."""
    w.open_block()
    parts = [child for child in node.named_children if not child.is_extra and child.type != "label"]
    variable = next((c for c in parts if c.type in ("variable_declaration", "multi_variable_declaration")), None)
    rest = [child for child in parts if child is not variable and child.type not in ("annotation", "modifiers")]
    value = w.visit(rest[0]) if rest else 0
    element = w.add(ops.ITER, value) if value else 0
    if element:
        w.add_site("iterate", element, node.start_point[0] + 1)
    if variable is not None and variable.type == "multi_variable_declaration":
        functions.declare_components(w, variable, element)
    elif variable is not None and (name := find_child(variable, "identifier")) is not None:
        declared = types.lower_type(w, types.find_type(variable))
        w.declare(read_name(w, name), w.add(ops.DECLARED, declared, element) if declared else element)
    for body in rest[1:]:
        w.visit(body)
    w.close_block()
    return 0


def lower_while(w: Walker, node: Node) -> int:
    """Lower `while` and `do … while`.

    The condition of the latter knows the names of its body.
    """
    w.open_block()
    condition = node.child_by_field_name("condition")
    if condition is not None and node.type == "while_statement":
        w.visit(condition)
        narrowing.narrow(w, condition, holds=True)
    for child in node.named_children:
        if condition is None or child.id != condition.id or node.type != "while_statement":
            if child.type == "block":
                lambdas.walk_statements(w, child.named_children)
            else:
                w.visit(child)
    w.close_block()
    return 0


def lower_try(w: Walker, node: Node) -> int:
    """Lower `try`, which gives what its block or a handler gives."""
    values: list[int] = []
    for child in node.named_children:
        if child.type == "block":
            values.append(lower_block(w, child))
        elif child.type == "catch_block":
            w.open_block()
            name = find_child(child, "identifier")
            declared = types.lower_type(w, types.find_type(child))
            if name is not None:
                w.declare(read_name(w, name), w.add_instance(declared))
            block = find_child(child, "block")
            values.append(lower_block(w, block) if block is not None else 0)
            w.close_block()
        else:
            w.visit(child)
    return w.union(values)


def lower_return(w: Walker, node: Node) -> int:
    """Lower `return x`, and `return@label x` of a function literal."""
    label_node = node.child_by_field_name("label")
    value = 0
    for child in node.named_children:
        if not child.is_extra and (label_node is None or child.id != label_node.id):
            value = w.visit(child)
    kept = state.get_state(w)
    label = read_name(w, label_node) if label_node is not None else ""
    for function in reversed(w.functions):
        literal = kept.lambdas.get(function)
        if literal is None and w.symbols[function].flags & Flag.ANONYMOUS and not label:
            break
        if (literal is not None and label and literal.label == label) or (literal is None and not label):
            if value and function not in w.facts.declared:
                w.facts.returns[function] = (*w.facts.returns.get(function, ()), value)
            calling.expect(w, value, w.facts.declared.get(function, 0))
            break
    return 0


def lower_labeled(w: Walker, node: Node) -> int:
    """Lower `label@ x`, and jumps to labels."""
    value = 0
    for child in node.named_children:
        if child.type == "label":
            if w.read_text(child).startswith(("break", "continue")):
                return 0
        elif child.type == "lambda_literal":
            value = lambdas.lower_lambda(w, child, w.read_text(node).split("@", 1)[0])
        else:
            value = w.visit(child)
    return value


def lower_throw(w: Walker, node: Node) -> int:
    """Lower `throw x`, which gives nothing."""
    w.visit_children(node)
    return 0
