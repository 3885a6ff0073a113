"""Statements: imports, assignment, loops, `with`, `try` and their narrowing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import SymbolKind, Write
from codegraph_parsers.lang.python.definitions import compute_visibility
from codegraph_parsers.lang.python.generics import find_alias_variables, lower_alias, note_imported, note_type_variable
from codegraph_parsers.lang.python.implicit_calls import record_operation, record_truth_test
from codegraph_parsers.lang.python.narrowing import collect_facts, narrow
from codegraph_parsers.lang.python.types import is_type, lower_annotation
from codegraph_parsers.narrowed_members import forget

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from codegraph_parsers.scope import Scope
    from codegraph_parsers.walker import Walker


def lower_import(w: Walker, node: Node) -> int:
    line = node.start_point[0] + 1
    for child in node.named_children:
        if child.type == "aliased_import":
            module, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
            if module is not None and alias is not None:
                w.bind(w.read_text(alias), w.add_import(w.read_text(module), "", w.read_text(alias), line))
        elif child.type == "dotted_name":
            dotted = w.read_text(child)
            head = dotted.split(".", 1)[0]
            expr = w.add_import(head, "", head, line, "import" if head == dotted else "bind")
            if head != dotted:
                w.add_import(dotted, "", "", line)
            w.bind(head, expr)
    return 0


def lower_import_from(w: Walker, node: Node) -> int:
    module_node = node.child_by_field_name("module_name")
    if module_node is None:
        return 0
    module = w.read_text(module_node).replace(" ", "")
    seen_import = False
    for child in node.children:
        if not child.is_named:
            seen_import = seen_import or child.type == "import"
            continue
        if child.type == "wildcard_import":
            w.add_star_import(module, child.start_point[0] + 1)
        elif seen_import and child.type == "dotted_name":
            plain = w.read_text(child)
            _bind_imported(w, plain, w.add_import(module, plain, plain, child.start_point[0] + 1))
        elif child.type == "aliased_import":
            name, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
            if name is not None and alias is not None:
                expr = w.add_import(module, w.read_text(name), w.read_text(alias), child.start_point[0] + 1)
                _bind_imported(w, w.read_text(alias), expr)
    return 0


def _bind_imported(w: Walker, name: str, expr: int) -> None:
    w.bind(name, expr)
    note_imported(w, name, expr)


def lower_assignment(w: Walker, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    type_node = node.child_by_field_name("type")
    declared = lower_annotation(w, type_node) if type_node is not None else 0
    kind = right.type if right is not None else ""
    if type_node is not None and w.read_text(type_node).rsplit(".", 1)[-1] == "TypeAlias":
        declared, value = 0, lower_annotation(w, right) if right is not None else 0
    elif right is not None and declared == 0 and kind in ("subscript", "binary_operator") and is_type(w, right):
        variables = find_alias_variables(w, right) if w.scope.kind == "module" else ()
        if variables and left is not None and left.type == "identifier":
            return lower_generic_alias(w, left, right, variables, node)
        value = lower_annotation(w, right)
    else:
        value = w.visit(right) if right is not None else 0
    if left is not None:
        if right is not None and kind == "call":
            value = note_type_variable(w, left, right, value)
        assign(w, left, value, declared, node)
    return value


def lower_generic_alias(
    w: Walker, left: Node, right: Node, variables: tuple[tuple[str, int], ...], statement: Node
) -> int:
    """Lower `Named = Mapping[str, T]`.

    Type arguments replace its type variables.
    """
    assign_name(w, left, 0, 0, statement)
    name = w.read_text(left)
    alias = w.scope.env[name]
    value = lower_alias(w, w.exprs[alias][1], variables, right)
    w.scope.env[name] = w.add(ops.FLOW, alias, value)
    return value


def lower_augmented_assignment(w: Walker, node: Node) -> int:
    left, right, sign = (node.child_by_field_name(f) for f in ("left", "right", "operator"))
    value = w.visit(right) if right is not None else 0
    if left is None:
        return 0
    before = w.visit(left)
    if left.type == "identifier" and w.scope.kind != "module":
        name, owner = w.read_text(left), w.scope.globals.get(w.read_text(left))
        variables = [each for each in owner.bound.get(name, ()) if w.exprs[each][0] == ops.VAR] if owner else []
        w.bind(name, w.union([before, value]))
        if variables:
            w.scope.env[name] = w.add(ops.FLOW, variables[-1], w.scope.env[name])
    symbol = w.read_text(sign).rstrip("=") if sign is not None else ""
    if w.read_text(left) == "__all__":
        w.scope.env["__all__"] = w.add(ops.OPERATOR, before, symbol, (value,))
    if symbol and before:
        record_operation(w, before, f"{symbol}=", (value,), node)
        if left.type == "subscript":
            while w.exprs[before][0] == ops.FLOW:
                before = int(w.exprs[before][2])
            if w.exprs[before][0] in (ops.INDEX, ops.SLICE):
                record_operation(w, int(w.exprs[before][1]), "set item", (value,), node)
    return 0


def assign(w: Walker, target: Node, value: int, declared: int = 0, statement: Node | None = None) -> None:
    """Bind one assignment target, destructuring patterns included."""
    kind = target.type
    if kind == "identifier":
        assign_name(w, target, value, declared, statement or target)
    elif kind == "attribute":
        assign_attribute(w, target, value, declared, statement or target)
    elif kind in ("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"):
        children = [child for child in target.named_children if not child.is_extra]
        star = next((i for i, child in enumerate(children) if child.type == "list_splat_pattern"), len(children))
        for position, child in enumerate(children):
            if position < star:
                assign(w, child, w.add(ops.ITEM, value, position, 0) if value else 0)
            elif position == star:
                rest = w.add(ops.SLICE, value, position, 1) if value else 0
                assign(w, child.named_children[0], rest) if child.named_children else None
            else:
                assign(w, child, w.add(ops.ITEM, value, len(children) - position, 1) if value else 0)
    elif kind == "subscript":
        assign_item(w, target, value)
    elif kind in ("parenthesized_expression", "as_pattern_target"):
        for child in target.named_children:
            assign(w, child, value, declared)
    else:
        w.visit(target)


def assign_name(w: Walker, target: Node, value: int, declared: int, statement: Node) -> None:
    name = w.read_text(target)
    scope = w.scope
    owner = scope.globals.get(name, scope)
    held = w.add(ops.DECLARED, declared, value) if declared else value
    if owner.kind == "function":
        w.bind(name, held)
        return
    if name == "__all__" or (owner.kind == "class" and name == "__slots__"):
        w.bind(name, held)
        return
    kind = None
    if owner.kind == "class":
        kind = SymbolKind.CONSTANT if name.isupper() else SymbolKind.FIELD
    alias = w.exprs[value][0] in (ops.SYM, ops.IMPORT)
    if alias and owner.kind == "class":
        w.bind(name, value)
        return
    symbol = w.define_variable(
        name, statement, target, value, declared, kind=kind, parent=owner.symbol, visibility=compute_visibility(name),
        signature=w.read_one_line(statement.start_byte, statement.end_byte, 160),
    )  # fmt: skip
    var = w.share(ops.VAR, symbol)
    w.bind(name, var)
    scope.env[name] = w.add(ops.FLOW, var, held) if held else var


def assign_attribute(w: Walker, target: Node, value: int, declared: int, statement: Node) -> None:
    """Assign to an attribute.

    `self.x = value` makes a field of the class; `other.x = value` is a write that the resolver follows.
    """
    base_node, name_node = target.child_by_field_name("object"), target.child_by_field_name("attribute")
    if base_node is None or name_node is None:
        return
    base = w.visit(base_node)
    name = w.read_text(name_node)
    if w.narrowed:
        forget(w, base, name)
    owner = find_receiver_class(w, base)
    if owner >= 0:
        symbol = define_field(w, owner, name, target, name_node, value, declared, statement)
        if symbol >= 0:
            return
    if base and value:
        w.facts.writes.append(Write(base, name, value, w.owners[-1]))


def find_receiver_class(w: Walker, base: int) -> int:
    """Return the class of a receiver, -1 for anything else.

    A receiver is `self`, `cls`, or what `__new__` has just made.
    """
    found = w.exprs[base]
    if found[0] in (ops.SELF, ops.CLASSREF):
        return int(found[1])
    if found[0] != ops.CALL or not found[2]:
        return -1
    arguments: tuple[int, ...] = found[2]
    at: int = found[1]
    called, first = w.exprs[at], w.exprs[arguments[0]]
    return int(first[1]) if called[0] == ops.ATTR and called[2] == "__new__" and first[0] == ops.CLASSREF else -1


def define_field(
    w: Walker, owner: int, name: str, target: Node, name_node: Node, value: int, declared: int, statement: Node
) -> int:
    """Define the field for an assignment through the receiver.

    Returns -1 when a method or property of that name exists.
    """
    scope: Scope | None = w.scope
    while scope is not None and not (scope.kind == "class" and scope.symbol == owner):
        scope = scope.outer
    if scope is not None and name in scope.bound and w.exprs[scope.bound[name][-1]][0] not in (ops.VAR, ops.FLOW):
        return -1
    symbol = w.define_variable(
        name,
        target,
        name_node,
        value,
        declared,
        kind=SymbolKind.FIELD,
        parent=owner,
        visibility=compute_visibility(name),
        signature=w.read_one_line(statement.start_byte, statement.end_byte, 160),
    )
    w.facts.members.setdefault(owner, {})[name] = w.share(ops.VAR, symbol)
    return symbol


def assign_item(w: Walker, target: Node, value: int) -> None:
    """Assign `x[key] = value`.

    In straight-line code the container is known afterwards; elsewhere it is a write that the resolver follows.
    """
    base_node = target.child_by_field_name("value")
    if base_node is None:
        return
    base = w.visit(base_node)
    keys = [w.visit(key) for key in target.children_by_field_name("subscript")]
    if base:
        record_operation(w, base, "set item", (value,), target)
    if base and value and not store_item(w, base_node, base, keys[0] if keys else 0, value):
        w.facts.writes.append(Write(base, "[]", value, w.owners[-1]))


def store_item(w: Walker, node: Node, container: int, key: int, value: int) -> bool:
    """Bind the name below `name[a][b]` to a container that holds the value.

    Returns whether there is such a name.
    """
    placed = w.add(ops.PLACE, container, ((key, value),))
    if node.type == "subscript":
        below = node.child_by_field_name("value")
        keys = node.children_by_field_name("subscript")
        if below is None or not keys:
            return False
        sites = len(w.sites)
        base, outer = w.visit(below), w.visit(keys[0])
        del w.sites[sites:]  # walked before
        return store_item(w, below, base, outer, placed)
    if node.type != "identifier":
        return False
    name = w.read_text(node)
    current = w.scope.env.get(name)
    if current is None:
        return False
    inside = w.exprs[current]
    w.scope.env[name] = w.add(ops.FLOW, inside[1], placed) if inside[0] == ops.FLOW else placed
    return True


def grow(w: Walker, node: Node, container: int, method: str, arguments: tuple[int, ...]) -> None:
    """Add to a container: `x.append(v)`, `x.update({…})`.

    A local name is known afterwards; for anything else it is a write that the resolver follows.
    """
    if len(arguments) != 1 or not arguments[0]:
        return
    if method in ("append", "add", "appendleft"):
        if not store_item(w, node, container, 0, arguments[0]) and container:
            w.facts.writes.append(Write(container, "[]", arguments[0], w.owners[-1]))
    elif method == "update" and node.type == "identifier":
        found = w.exprs[arguments[0]]
        if found[0] == ops.DICT:
            for _, key, value in found[2]:
                store_item(w, node, w.scope.env.get(w.read_text(node), container), key, value)


def lower_for(w: Walker, node: Node) -> int:
    left, right, body = (node.child_by_field_name(f) for f in ("left", "right", "body"))
    items = w.visit(right) if right is not None else 0
    element = lower_iteration(w, items, node)

    def once() -> None:
        if left is not None:
            assign(w, left, element)
        if body is not None:
            w.visit(body)

    w.walk_loop(once)
    rest = node.child_by_field_name("alternative")
    return w.visit(rest) if rest is not None else 0


def lower_iteration(w: Walker, items: int, node: Node) -> int:
    """Return the element of an iteration; add the site of its implicit calls."""
    if not items:
        return 0
    element = w.add(ops.ITER, items)
    if node.children[0].type == "async":
        started = add_implicit_call(w, items, "async iter", node)
        return w.union([element, w.add(ops.AWAIT, add_implicit_call(w, started, "async next", node))])
    if w.exprs[items][0] not in (ops.LITERAL, ops.LIST, ops.TUPLE, ops.DICT):
        w.add_site("iterate", element, node.start_point[0] + 1)
    return element


def add_implicit_call(w: Walker, operand: int, operator: str, node: Node) -> int:
    """Add an implicit call and its site; return its result."""
    expr = w.add(ops.OPERATOR, operand, operator, ())
    w.add_site("operator", expr, node.start_point[0] + 1)
    return expr


def lower_assert(w: Walker, node: Node) -> int:
    """Lower `assert`; what is asserted holds afterwards."""
    values = w.visit_all(node.named_children)
    if values:
        record_truth_test(w, node.named_children[0], values[0])
        narrow(w, node.named_children[0], True)
    return 0


def lower_raise(w: Walker, node: Node) -> int:
    """Lower `raise`; `raise Error` without a call constructs it all the same."""
    for child in node.named_children:
        raised = w.visit(child)
        if child.type in ("identifier", "attribute") and raised:
            w.add_site("raise", w.add(ops.CALL, raised, (), ()), node.start_point[0] + 1)
    w.leave()
    return 0


def build_comprehension_handler(container: str) -> Callable[[Walker, Node], int]:
    """Build the handler of a comprehension.

    Its clauses bind, then its body is the element.
    """

    def handle(w: Walker, node: Node) -> int:
        w.open_block()
        body = node.child_by_field_name("body")
        undone: list[dict[str, int | None]] = []
        for child in node.named_children:
            if child.type == "for_in_clause":
                left = child.child_by_field_name("left")
                items = w.visit_field(child, "right")
                if left is not None:
                    declare_targets(w, left)
                    was, w.scope.kind = w.scope.kind, "function"
                    assign(w, left, lower_iteration(w, items, child))
                    w.scope.kind = was
            elif child.type == "if_clause":
                values = w.visit_all(child.named_children)
                if values:
                    record_truth_test(w, child.named_children[0], values[0])
                facts = collect_facts(w, child.named_children[0], True) if values else []
                undone.append(w.narrow_names(facts))
        result = 0
        if body is not None:
            if body.type == "pair":
                keys = w.visit_field(body, "key")
                values = w.visit_field(body, "value")
                result = w.add(ops.DICT, container, (("", keys, values),))
            else:
                result = w.add(ops.LIST, container, (w.visit(body),))
        for before in reversed(undone):
            w.restore_names(before)
        names = list(w.scope.blocks[-1])
        w.close_block()
        for name in names:  # comprehension variables do not leak
            bound = w.scope.bound.get(name)
            if bound is not None:
                bound.pop()
                if not bound:
                    del w.scope.bound[name]
        return result

    return handle


def declare_targets(w: Walker, node: Node) -> None:
    if node.type == "identifier":
        name = w.read_text(node)
        if name not in w.scope.blocks[-1]:
            w.scope.blocks[-1][name] = w.scope.env.get(name)
        return
    for child in node.named_children:
        declare_targets(w, child)


def lower_with(w: Walker, node: Node) -> int:
    waits = node.children[0].type == "async"
    for clause in node.named_children:
        if clause.type != "with_clause":
            continue
        for item in clause.named_children:
            value = item.child_by_field_name("value")
            if value is None:
                continue
            target = None
            if value.type == "as_pattern":
                parts = value.named_children
                value, target = parts[0], parts[1] if len(parts) > 1 else None
            entered = enter_manager(w, w.visit(value), item, waits)
            if target is not None:
                assign(w, target, entered)
    return w.visit_field(node, "body")


def enter_manager(w: Walker, manager: int, item: Node, waits: bool) -> int:
    """Return what entering a context manager gives.

    Add the sites of the calls that it implies.
    """
    if not manager:
        return 0
    entered = w.add(ops.ENTER, manager)
    if waits:
        add_implicit_call(w, manager, "async exit", item)
        return w.union([w.add(ops.AWAIT, add_implicit_call(w, manager, "async enter", item)), entered])
    w.add_site("enter", entered, item.start_point[0] + 1)
    return entered


def lower_try(w: Walker, node: Node) -> int:
    body = node.child_by_field_name("body")
    handlers = [c for c in node.named_children if c.type in ("except_clause", "except_group_clause")]
    after = [c for c in node.named_children if c.type == "finally_clause"]
    otherwise = [c for c in node.named_children if c.type == "else_clause"]

    def main() -> None:
        if body is not None:
            w.visit(body)
        for clause in otherwise:
            w.visit_children(clause)

    before = dict(w.scope.env)
    arms: list[Callable[[], object]] = [main]
    for handler in handlers:
        arms.append(partial(walk_except, w, handler, before))
    w.walk_branches(arms, exhaustive=True)
    for clause in after:
        dead, w.dead = w.dead, False
        w.visit_children(clause)
        w.dead = dead or w.dead
    return 0


def walk_except(w: Walker, node: Node, before: dict[str, int]) -> None:
    for child in node.named_children:
        if child.type == "as_pattern" and len(child.named_children) > 1:
            caught = w.visit(child.named_children[0])
            assign(w, child.named_children[1], build_caught_instance(w, caught))
        else:
            w.visit(child)


def build_caught_instance(w: Walker, expr: int) -> int:
    found = w.exprs[expr]
    if found[0] == ops.TUPLE:
        return w.union([w.add_instance(part) for part in found[1:]])
    return w.add_instance(expr)


def lower_global(w: Walker, node: Node) -> int:
    scope = w.scope
    outer = scope.outer
    if node.type == "global_statement":
        while outer is not None and outer.kind != "module":
            outer = outer.outer
    else:
        while outer is not None and outer.kind != "function":
            outer = outer.outer
    if outer is not None:
        for child in node.named_children:
            scope.globals[w.read_text(child)] = outer
    return 0


def lower_named_expression(w: Walker, node: Node) -> int:
    name = node.child_by_field_name("name")
    result = w.visit_field(node, "value")
    if name is not None:
        assign(w, name, result)
    return result


def lower_yield(w: Walker, node: Node) -> int:
    delegated = any(child.type == "from" for child in node.children)
    results = w.visit_all(node.named_children)
    expr = results[-1] if results else 0
    w.add_yield(w.add(ops.ITER, expr) if delegated and expr else expr)
    return 0
