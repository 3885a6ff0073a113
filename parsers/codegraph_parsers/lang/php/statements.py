"""Statements of PHP: namespaces, imports, assignment, branches, loops, exits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.lang.php import expressions, names, phpdoc, state, types
from codegraph_parsers.narrowed_members import forget

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.scope import Env, Scope
    from codegraph_parsers.walker import Walker

LISTS = frozenset({"list_literal", "array_creation_expression"})
MEMBERS = frozenset({"member_access_expression", "nullsafe_member_access_expression"})
USE_KINDS = ("function", "const")


def lower_namespace(w: Walker, node: Node) -> int:
    """Lower `namespace A;` and `namespace A {…}`."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    kept = state.get_state(w)
    kept.namespace = w.read_text(name) if name is not None else ""
    for bound in kept.uses.values():
        bound.clear()
    if not w.facts.package:
        w.facts.package = kept.namespace
        w.facts.symbols[0] = w.facts.symbols[0]._replace(signature=f"namespace {kept.namespace}")
    if body is not None:
        w.visit_children(body)
        kept.namespace = ""
        for bound in kept.uses.values():
            bound.clear()
    return 0


def lower_use(w: Walker, node: Node) -> int:
    """Lower `use A\\B as C;`, also in groups, and of functions and constants."""
    outer = next((child.type for child in node.children if child.type in USE_KINDS), "class")
    prefix = ""
    for child in node.named_children:
        if child.type == "namespace_name":
            prefix = w.read_text(child) + names.SEPARATOR
        elif child.type == "namespace_use_group":
            for clause in child.named_children:
                _bind_use(w, clause, prefix, outer)
        elif child.type == "namespace_use_clause":
            _bind_use(w, child, "", outer)
    return 0


def _bind_use(w: Walker, clause: Node, prefix: str, kind: str) -> None:
    if clause.type != "namespace_use_clause":
        return
    named = next((c for c in clause.named_children if c.type in types.NAMES or c.type == "namespace_name"), None)
    alias = clause.child_by_field_name("alias")
    if named is None:
        return
    kind = next((child.type for child in clause.children if child.type in USE_KINDS), kind)
    full = prefix + w.read_text(named).lstrip(names.SEPARATOR)
    bound = w.read_text(alias) if alias is not None else full.rsplit(names.SEPARATOR, 1)[-1]
    state.get_state(w).uses[kind][bound if kind == "const" else bound.lower()] = full
    w.add_import(full + (names.METHOD if kind == "function" else ""), "", bound, clause.start_point[0] + 1, "use")


def lower_comment(w: Walker, node: Node) -> int:
    """Keep a comment; in code it may say of which type a variable is."""
    record_comment(w, node)
    text = w.source[node.start_byte : node.end_byte]
    if w.scope.kind == "class" or not text.startswith(b"/**") or b"@var" not in text:
        return 0
    kind, name = phpdoc.parse_tags(text).variable
    line = node.start_point[0] + 1
    expr = phpdoc.lower_type(w, kind, line)
    if expr:
        if name and name != "$this":
            w.scope.env[name] = w.add(ops.DECLARED, expr, names.look_up_variable(w, name))
        state.get_state(w).announced[name] = (expr, node.end_point[0])
    return 0


record_comment = roles.build_comment_role()(None)  # pyright: ignore[reportArgumentType]


def lower_assignment(w: Walker, node: Node) -> int:
    left = node.child_by_field_name("left")
    value = w.visit_field(node, "right")
    if left is not None:
        value = assign(w, left, take_announced(w, left, value), node)
    return value


def take_announced(w: Walker, target: Node, value: int) -> int:
    """Return a value as the comment right above its assignment says it to be."""
    announced = state.get_state(w).announced
    if not announced:
        return value
    name = w.read_text(target) if target.type == "variable_name" else ""
    for key in dict.fromkeys((name, "")):
        found = announced.get(key)
        if found is not None and 0 <= target.start_point[0] - found[1] <= 1:
            del announced[key]
            return w.add(ops.DECLARED, found[0], value)
    return value


def lower_augmented_assignment(w: Walker, node: Node) -> int:
    left, right, sign = (node.child_by_field_name(each) for each in ("left", "right", "operator"))
    before = w.visit(left) if left is not None else 0
    value = w.visit(right) if right is not None else 0
    word = sign.type if sign is not None else ""
    if word == "??=" and left is not None:
        value = w.union([before, value])
        assign(w, left, value, node)
    elif left is not None and left.type == "variable_name":
        if word == ".=":
            expressions.convert_to_text(w, value, node)
            value = w.share(ops.TEMPLATE, w.add_literal(expressions.STRING), (before, value))
        else:
            value = before
        assign(w, left, value, node)
    return value


def assign(w: Walker, target: Node, value: int, statement: Node) -> int:
    """Assign to a target; return the value as the target then has it."""
    kind = target.type
    if kind == "variable_name":
        _assign_variable(w, target, value, statement)
    elif kind in MEMBERS:
        _assign_member(w, target, value, statement)
    elif kind == "scoped_property_access_expression":
        _assign_static(w, target, value, statement)
    elif kind in LISTS:
        _assign_parts(w, target, value, statement)
    elif kind == "subscript_expression":
        _assign_item(w, target, value)
    elif kind in ("by_ref", "reference_assignment_expression", "parenthesized_expression"):
        for child in target.named_children:
            assign(w, child, value, statement)
    else:
        w.visit(target)
    return value


def _assign_variable(w: Walker, target: Node, value: int, statement: Node) -> None:
    name = names.read_variable(w, target)
    if not name or name == "$this":
        return
    scope = w.scope
    owner = scope.globals.get(name)
    if owner is None and scope.kind == "function":
        scope.env[name] = value
        return
    symbol = w.define_variable(
        name[1:], statement, target.named_children[0] if target.named_children else target, value,
        kind=SymbolKind.VARIABLE, parent=0, signature=w.read_one_line(statement.start_byte, statement.end_byte, 160),
    )  # fmt: skip
    var = w.share(ops.VAR, symbol)
    names.bind_globally(w, name, var)
    scope.env[name] = w.add(ops.FLOW, var, value) if value else var


def _assign_member(w: Walker, target: Node, value: int, statement: Node) -> None:
    """Assign `$x->name`: of `$this` it makes a field of the class."""
    name_node = target.child_by_field_name("name")
    base = w.visit_field(target, "object")
    if name_node is None or name_node.type != "name" or not base:
        return
    name = w.read_text(name_node)
    if w.narrowed:
        forget(w, base, name)
    found = w.exprs[base]
    if found[0] == ops.SELF:
        _define_field(w, int(found[1]), name, target, name_node, value, statement)
    else:
        expressions.write_member(w, base, name, value)
    w.mention(w.share(ops.ATTR, base, name), name_node.start_point[0] + 1, "written")


def _assign_static(w: Walker, target: Node, value: int, statement: Node) -> None:
    base, name_node = (
        expressions.lower_scope(w, target.child_by_field_name("scope")),
        target.child_by_field_name("name"),
    )
    if name_node is None or name_node.type != "variable_name" or not base:
        return
    name, found = w.read_text(name_node)[1:], w.exprs[base]
    if found[0] in (ops.SYM, ops.CLASSREF) and w.classes and found[1] == w.classes[-1]:
        _define_field(w, w.classes[-1], name, target, name_node, value, statement)
    else:
        expressions.write_member(w, base, name, value)
    w.mention(w.share(ops.ATTR, base, name), name_node.start_point[0] + 1)


def _define_field(w: Walker, owner: int, name: str, target: Node, name_node: Node, value: int, statement: Node) -> None:
    """Define the field that an assignment through the receiver makes.

    Where there is one, the value is added to what it holds.
    """
    scope: Scope | None = w.scope
    while scope is not None and not (scope.kind == "class" and scope.symbol == owner):
        scope = scope.outer
    declared = scope is not None and name in scope.bound
    symbol = w.define_variable(
        name, target, name_node, value, kind=SymbolKind.FIELD, parent=owner,
        signature=w.read_one_line(statement.start_byte, statement.end_byte, 160),
    )  # fmt: skip
    if not declared:
        w.facts.members.setdefault(owner, {})[name] = w.share(ops.VAR, symbol)


def _assign_parts(w: Walker, target: Node, value: int, statement: Node) -> None:
    """Assign to the parts of `[$a, 'k' => $b]`."""
    position, pending = 0, 0
    is_key = False
    for child in target.children:
        if child.type == "=>":
            is_key = True
        elif child.type == ",":
            position, pending, is_key = position + 1, 0, False
        elif child.is_named and not child.is_extra:
            parts = child.named_children if child.type == "array_element_initializer" else [child]
            if len(parts) == 2:
                key = w.visit(parts[0])
                assign(w, parts[1], w.add(ops.INDEX, value, key) if value else 0, statement)
            elif is_key:
                assign(w, child, w.add(ops.INDEX, value, pending) if value else 0, statement)
            elif parts and _is_key(child):
                pending = w.visit(child)
            elif parts:
                assign(w, parts[0], w.add(ops.ITEM, value, position, 0) if value else 0, statement)


def _is_key(node: Node) -> bool:
    following = node.next_sibling
    return following is not None and following.type == "=>"


def _assign_item(w: Walker, target: Node, value: int) -> None:
    """Assign `$x[key] = value`; a variable or field is known to hold it afterwards."""
    parts = [child for child in target.named_children if not child.is_extra]
    base = w.visit(parts[0]) if parts else 0
    key = w.visit(parts[1]) if len(parts) > 1 else 0
    if not parts or not value:
        return
    if parts[0].type == "variable_name" and w.scope.kind == "function":
        name = w.read_text(parts[0])
        if name != "$this" and name not in w.scope.globals:
            w.scope.env[name] = w.add(ops.PLACE, base or w.add(ops.LIST, "list", ()), ((key, value),))
            return
    if base:
        expressions.write_member(w, base, "[]", value)


def lower_foreach(w: Walker, node: Node) -> int:
    parts = [child for child in node.named_children if not child.is_extra]
    body = node.child_by_field_name("body")
    if len(parts) < 2:
        return w.visit_children(node)
    items = w.visit(parts[0])
    element = w.add(ops.ITER, items) if items else 0
    if element and w.exprs[items][0] not in (ops.LITERAL, ops.LIST, ops.DICT):
        w.add_site("iterate", element, parts[0].start_point[0] + 1)

    def once() -> None:
        target = parts[1]
        if target.type == "pair":
            inner = target.named_children
            if len(inner) == 2:
                assign(w, inner[0], w.add(ops.KEYOF, items) if items else 0, target)
                assign(w, inner[1], take_announced(w, inner[1], element), target)
        else:
            assign(w, target, take_announced(w, target, element), target)
        for child in node.children_by_field_name("body") if body is not None else ():
            w.visit(child)

    w.walk_loop(once)
    return 0


def lower_catch(w: Walker, node: Node) -> int:
    declared = types.lower_type(w, node.child_by_field_name("type"))
    variable = node.child_by_field_name("name")
    if variable is not None:
        w.scope.env[names.read_variable(w, variable)] = w.add_instance(declared)
    w.visit_field(node, "body")
    return 0


def lower_try(w: Walker, node: Node) -> int:
    """Lower `try`: where a part is left, the next one may still run."""
    ends: list[Env] = []
    was_dead, before = w.dead, w.scope.env
    for child in node.named_children:
        if child.type == "finally_clause":
            continue
        w.scope.env, w.dead = dict(w.scope.env if not ends else before), was_dead
        w.visit(child)
        if not w.dead:
            ends.append(w.scope.env)
        else:
            before = w.join([before, w.scope.env])
    w.dead = was_dead or not ends
    w.scope.env = w.join(ends) if ends else before
    for child in node.named_children:
        if child.type == "finally_clause":
            dead, w.dead = w.dead, was_dead
            w.visit_children(child)
            w.dead = dead or w.dead
    return 0


def lower_switch(w: Walker, node: Node) -> int:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is not None:
        w.visit(condition)

    def once() -> None:
        before = w.scope.env
        for case in body.named_children if body is not None else ():
            w.scope.env = dict(before) if w.dead else w.join([before, w.scope.env])
            w.dead = False
            w.visit_children(case)

    was_dead = w.dead
    w.walk_loop(once)
    w.dead = was_dead
    return 0


def lower_global(w: Walker, node: Node) -> int:
    """Lower `global $x`: the variable of the file's own level."""
    outer = w.scope
    while outer.outer is not None:
        outer = outer.outer
    for child in node.named_children:
        name = names.read_variable(w, child)
        if name:
            w.scope.globals[name] = outer
            w.scope.env[name] = outer.env.get(name, 0)
    return 0


def lower_static_variable(w: Walker, node: Node) -> int:
    name = node.child_by_field_name("name")
    held = w.visit_field(node, "value")
    if name is not None:
        w.scope.env[w.read_text(name)] = take_announced(w, name, held)
    return 0


def lower_exit(w: Walker, node: Node) -> int:
    w.visit_children(node)
    w.leave()
    return 0
