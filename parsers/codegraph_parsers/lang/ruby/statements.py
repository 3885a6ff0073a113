"""Ruby statements: assignment, branches, loops, rescue, pattern matching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import SymbolKind, Write
from codegraph_parsers.lang.ruby import definitions
from codegraph_parsers.lang.ruby.expressions import add_operator
from codegraph_parsers.lang.ruby.macros import define_field, lower_made_class
from codegraph_parsers.lang.ruby.narrowing import CLASSES, match_class, narrow
from codegraph_parsers.lang.ruby.state import find_local, get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

LISTS = frozenset({"left_assignment_list", "destructured_left_assignment"})


def lower_assignment(w: Walker, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return w.visit_children(node)
    if (made := lower_made_class(w, left, right, node)) >= 0:
        return made
    if right.type == "right_assignment_list":
        value = w.add(ops.LIST, "Array", tuple(lower_items(w, right)))
    else:
        value = w.visit(right)
    assign(w, left, value, node)
    return value


def lower_items(w: Walker, node: Node) -> list[int]:
    return [
        w.add(ops.SPREAD, w.visit(child.named_children[0]) if child.named_children else 0)
        if child.type == "splat_argument"
        else w.visit(child)
        for child in node.named_children
        if not child.is_extra
    ]


def assign(w: Walker, target: Node, value: int, statement: Node) -> None:
    """Assign to a target, lists of them included."""
    kind = target.type
    if kind == "identifier":
        assign_local(w, w.read_text(target), value)
    elif kind in ("instance_variable", "class_variable"):
        assign_field(w, target, value, statement)
    elif kind == "constant":
        assign_constant(w, target, value, statement)
    elif kind == "call":
        assign_member(w, target, value)
    elif kind == "element_reference":
        assign_item(w, target, value)
    elif kind in LISTS:
        assign_parts(w, target, value)
    elif kind == "global_variable":
        pass
    else:
        w.visit(target)


def assign_local(w: Walker, name: str, value: int) -> None:
    """Assign to a local variable: that of the nearest scope that has it."""
    scope = w.scope
    held = value or w.add(ops.UNKNOWN)
    gates = w.state.get("gates", ())
    while name not in scope.env and scope.outer is not None and scope.symbol and isinstance(gates, set):
        if scope.symbol in gates:
            break
        scope = scope.outer
    if name in scope.env and scope is not w.scope:
        scope.env[name] = w.union([scope.env[name], held])
        return
    w.scope.env[name] = held


def assign_field(w: Walker, target: Node, value: int, statement: Node) -> None:
    context = get_context(w)
    name = w.read_text(target)
    if context.owner < 0:
        if context.owner == -1 and value:
            w.scope.env[name] = value
        return
    define_field(w, context.owner, name, target, value, context.is_class_side)


def assign_constant(w: Walker, target: Node, value: int, statement: Node) -> None:
    context, name = get_context(w), w.read_text(target)
    symbol = w.define_variable(
        name, statement, target, value, kind=SymbolKind.CONSTANT, parent=context.nesting,
        signature=w.read_one_line(statement.start_byte, statement.end_byte, 160),
        doc=roles.read_doc_comment(w, statement),
    )  # fmt: skip
    names = w.facts.names.setdefault(context.nesting, {})
    names[name] = w.share(ops.VAR, symbol)


def assign_member(w: Walker, target: Node, value: int) -> None:
    """Assign `receiver.name = value`: a call of the writer."""
    receiver, method = target.child_by_field_name("receiver"), target.child_by_field_name("method")
    if receiver is None or method is None:
        w.visit(target)
        return
    base = w.visit(receiver)
    expr = w.add(ops.CALL, w.share(ops.ATTR, base, f"{w.read_text(method)}="), (value,), ())
    w.add_site("call", expr, method.start_point[0] + 1)


def assign_item(w: Walker, target: Node, value: int) -> None:
    """Assign `x[key] = value`."""
    base_node = target.child_by_field_name("object")
    if base_node is None:
        return
    base = w.visit(base_node)
    keys = [w.visit(child) for child in target.named_children if child.id != base_node.id and not child.is_extra]
    if not base:
        return
    expr = w.add(ops.OPERATOR, base, "[]=", (*keys[:1], value))
    w.add_site("operator", expr, target.start_point[0] + 1)
    if not value:
        return
    name = w.read_text(base_node) if base_node.type == "identifier" else ""
    if name and (current := w.scope.env.get(name)) is not None:
        w.scope.env[name] = w.add(ops.PLACE, current, ((keys[0] if keys else 0, value),))
    else:
        w.facts.writes.append(Write(base, "[]", value, w.owners[-1]))


def assign_parts(w: Walker, target: Node, value: int) -> None:
    children = [child for child in target.named_children if not child.is_extra]
    star = next((i for i, child in enumerate(children) if child.type == "rest_assignment"), len(children))
    for position, child in enumerate(children):
        if position == star:
            if child.named_children:
                assign(w, child.named_children[0], w.add(ops.SLICE, value, position, 1) if value else 0, target)
            continue
        from_end = position > star
        at = len(children) - position if from_end else position
        assign(w, child, w.add(ops.ITEM, value, at, int(from_end)) if value else 0, target)


def lower_operator_assignment(w: Walker, node: Node) -> int:
    """Lower `x ||= value`, `x += value`."""
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    if left is None or right is None or sign is None:
        return w.visit_children(node)
    word = sign.type.rstrip("=") if sign.type != "==" else sign.type
    if left.type == "identifier":
        before = find_local(w, w.read_text(left)) or 0
    elif left.type == "constant":
        before = 0
    else:
        before = w.visit(left)
    value = w.visit(right)
    if word in ("||", "&&"):
        assign(w, left, w.union([before, value]) if left.type == "identifier" else value, node)
        return w.union([before, value])
    result = add_operator(w, node, before, word, value, left) if before else 0
    if left.type != "instance_variable" or result:
        assign(w, left, result, node)
    return result


# -- branches -----------------------------------------------------------------------------------------------------


def lower_if(w: Walker, node: Node) -> int:
    """Lower `if`, `unless`, `elsif`, their modifiers and `a ? b : c`."""
    condition, otherwise = node.child_by_field_name("condition"), node.child_by_field_name("alternative")
    taken = node.child_by_field_name("consequence") or node.child_by_field_name("body")
    if condition is None:
        return w.visit_children(node)
    w.visit(condition)
    holds = not node.type.startswith("unless")
    values: list[int] = []

    def then() -> None:
        narrow(w, condition, holds)
        values.append(lower_part(w, taken))

    def other() -> None:
        narrow(w, condition, not holds)
        values.append(lower_part(w, otherwise))

    get_context(w).branches += 1
    w.walk_branches([then, other], True)
    get_context(w).branches -= 1
    return w.union(values)


def lower_part(w: Walker, node: Node | None) -> int:
    """Walk an arm; its value is nothing where control leaves it."""
    if node is None:
        return 0
    value = definitions.lower_body(w, node) if node.type in ("then", "else", "do") else w.visit(node)
    return 0 if w.dead else value


def lower_case(w: Walker, node: Node) -> int:
    """Lower `case x when T` and `case x in pattern`."""
    subject = node.child_by_field_name("value")
    value = w.visit(subject) if subject is not None else 0
    clauses = [child for child in node.named_children if child.type in ("when", "in_clause", "else")]
    values: list[int] = []

    def run(clause: Node) -> None:
        classes = [each.named_children[0] for each in clause.named_children if each.type == "pattern" and each.children]
        pattern, guard = clause.child_by_field_name("pattern"), clause.child_by_field_name("guard")
        if clause.type == "in_clause" and pattern is not None:
            match_pattern(w, pattern, value)
            classes = [pattern] if pattern.type in CLASSES else []
        else:
            w.visit_all(classes)
        if subject is not None:
            w.scope.env.update(match_class(w, subject, classes))
        if guard is not None:
            w.visit_children(guard)
        values.append(lower_part(w, clause if clause.type == "else" else clause.child_by_field_name("body")))

    get_context(w).branches += 1
    is_exhaustive = any(clause.type == "else" for clause in clauses)
    w.walk_branches([lambda clause=clause: run(clause) for clause in clauses], is_exhaustive)
    get_context(w).branches -= 1
    return w.union(values)


def match_pattern(w: Walker, node: Node, value: int) -> None:
    """Bind the names of a pattern to the parts of a value that they match."""
    kind = node.type
    if kind == "identifier":
        w.scope.env[w.read_text(node)] = value or w.add(ops.UNKNOWN)
    elif kind == "as_pattern":
        inner, name = node.child_by_field_name("value"), node.child_by_field_name("name")
        declared = w.visit(inner) if inner is not None and inner.type in ("constant", "scope_resolution") else 0
        if inner is not None and not declared:
            match_pattern(w, inner, value)
        if name is not None:
            w.scope.env[w.read_text(name)] = (
                w.add(ops.DECLARED, declared, value) if declared else value or w.add(ops.UNKNOWN)
            )
    elif kind in ("array_pattern", "find_pattern"):
        match_array(w, node, value)
    elif kind == "hash_pattern":
        match_hash(w, node, value)
    elif kind in ("alternative_pattern", "parenthesized_pattern"):
        for child in node.named_children:
            match_pattern(w, child, value)
    else:
        w.visit(node)


def match_array(w: Walker, node: Node, value: int) -> None:
    named = node.child_by_field_name("class")
    if named is not None:
        w.visit(named)
    position = 0
    for child in node.named_children:
        if named is not None and child.id == named.id:
            continue
        if child.type == "splat_parameter":
            name = child.child_by_field_name("name")
            if name is not None:
                w.scope.env[w.read_text(name)] = w.add(ops.SLICE, value, position, 1)
        else:
            match_pattern(w, child, w.add(ops.ITEM, value, position, 0) if value and named is None else 0)
        position += 1


def match_hash(w: Walker, node: Node, value: int) -> None:
    named = node.child_by_field_name("class")
    held = w.add(ops.DECLARED, w.visit(named), value) if named is not None else value
    for child in node.named_children:
        key = child.child_by_field_name("key") if child.type == "keyword_pattern" else None
        if key is None:
            continue
        word, inner = w.read_text(key).strip(":\"'"), child.child_by_field_name("value")
        if named is not None:
            part = w.add(ops.CALL, w.share(ops.ATTR, held, word), (), ())
            w.add_site("call", part, key.start_point[0] + 1)
        else:
            part = w.add(ops.INDEX, held, w.add_literal("Symbol", word)) if held else 0
        if inner is None:
            w.scope.env[word] = part or w.add(ops.UNKNOWN)
        else:
            match_pattern(w, inner, part)


def lower_match(w: Walker, node: Node) -> int:
    """Lower `x => pattern` and `x in pattern`."""
    pattern = node.child_by_field_name("pattern")
    value = w.visit_field(node, "value")
    if pattern is not None:
        match_pattern(w, pattern, value)
    return w.add_literal("bool")


# -- loops and exits ------------------------------------------------------------------------------------------------


def lower_while(w: Walker, node: Node) -> int:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")

    def once() -> None:
        if condition is not None:
            w.visit(condition)
            narrow(w, condition, node.type.startswith("while"))
        lower_part(w, body)

    w.walk_loop(once)
    return 0


def lower_for(w: Walker, node: Node) -> int:
    pattern, value, body = (node.child_by_field_name(part) for part in ("pattern", "value", "body"))
    items = w.visit(value.named_children[0]) if value is not None and value.named_children else 0
    element = w.add(ops.ITER, items) if items else 0

    def once() -> None:
        if pattern is not None:
            assign(w, pattern, element, node)
        lower_part(w, body)

    w.walk_loop(once)
    return items


def lower_begin(w: Walker, node: Node) -> int:
    """Lower `begin … rescue … else … ensure … end`, also as the body of a method."""
    children = node.named_children
    rescues = [child for child in children if child.type == "rescue"]
    rest = [child for child in children if child.type in ("else", "ensure")]
    values: list[int] = []

    def main() -> None:
        value = definitions.lower_body(w, node)
        for child in rest:
            if child.type == "else":
                value = definitions.lower_body(w, child)
        values.append(0 if w.dead else value)

    w.walk_branches([main, *[lambda each=each: values.append(lower_rescue(w, each)) for each in rescues]], True)
    for child in rest:
        if child.type == "ensure":
            was_dead, w.dead = w.dead, False
            definitions.lower_body(w, child)
            w.dead = was_dead
    return w.union(values)


def lower_rescue(w: Walker, node: Node) -> int:
    exceptions, variable = node.child_by_field_name("exceptions"), node.child_by_field_name("variable")
    types = w.visit_all([c for c in exceptions.named_children if not c.is_extra]) if exceptions is not None else []
    if variable is not None and variable.named_children:
        known = w.union(types) or w.share(ops.NAME, "StandardError", 0)
        assign(w, variable.named_children[0], w.add_instance(known), node)
    return lower_part(w, node.child_by_field_name("body"))


def lower_return(w: Walker, node: Node) -> int:
    w.add_return(lower_result(w, node))
    w.leave()
    return 0


def lower_result(w: Walker, node: Node) -> int:
    """Return the value that `return`, `next` or `break` gives."""
    inner = node.named_children[0] if node.named_children else None
    items = lower_items(w, inner) if inner is not None else []
    return items[0] if len(items) == 1 else w.add(ops.LIST, "Array", tuple(items)) if items else 0


def lower_next(w: Walker, node: Node) -> int:
    value, blocks = lower_result(w, node), get_context(w).blocks
    if blocks and value:
        w.facts.returns[blocks[-1]] = (*w.facts.returns.get(blocks[-1], ()), value)
    w.leave()
    return 0


def lower_rescue_modifier(w: Walker, node: Node) -> int:
    value = w.visit_field(node, "body")
    return w.union([value, w.visit_field(node, "handler")])
