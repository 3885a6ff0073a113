"""Statements: declarations, assignment, loops, branches, narrowing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Extension, Flag, SymbolKind, Write
from codegraph_parsers.lang._ecmascript import commonjs, functions, jsdoc, modules, prototypes
from codegraph_parsers.lang._ecmascript.classes import lower_class
from codegraph_parsers.lang._ecmascript.expressions import lower_assertion_type, lower_named_value, store_entries
from codegraph_parsers.lang._ecmascript.functions import FUNCTION_VALUES, bind_pattern
from codegraph_parsers.lang._ecmascript.handing import mark_stored
from codegraph_parsers.lang._ecmascript.interfaces import ITEM_MEMBER, PROPERTY_MEMBER
from codegraph_parsers.lang._ecmascript.narrowing import list_case_keys, list_known_keys, narrow_case
from codegraph_parsers.lang._ecmascript.registered import register_global as put_for_all
from codegraph_parsers.lang._ecmascript.scopes import (
    assign_name,
    bind_local,
    bind_variable,
    get_state,
    get_symbol,
    merge,
    unwrap,
)
from codegraph_parsers.lang._ecmascript.types import lower_annotation, lower_declared_type, set_type_name
from codegraph_parsers.narrowed_members import forget, forget_items

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_block(w: Walker, node: Node) -> int:
    w.open_block()
    functions.lower_statements(w, node)
    w.close_block()
    return 0


def lower_variables(w: Walker, node: Node) -> int:
    """Lower `const a = 1, { b } = c`."""
    word = node.children[0].type
    for child in node.named_children:
        if child.type == "variable_declarator":
            lower_declarator(w, child, node, word)
        else:
            w.visit(child)
    return 0


def lower_declarator(w: Walker, node: Node, statement: Node, word: str) -> None:
    name_node, value_node = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name_node is None:
        return
    name = w.read_text(name_node) if name_node.type == "identifier" else ""
    declared = lower_declared_type(w, node.child_by_field_name("type"), name) or jsdoc.find_type(w, node)
    inner = unwrap(value_node) if value_node is not None else None
    if name and inner is not None and value_node is not None:
        if inner.type in FUNCTION_VALUES:
            start = statement if statement.named_child_count == 1 else node
            wanted = declared or (lower_assertion_type(w, value_node) if inner is not value_node else 0)
            expr = functions.lower_expression(w, inner, name, name_node, start=start, declared=wanted)
            bind_named(w, name, expr, word)
            return
        if inner.type == "class":
            bind_named(w, name, lower_class(w, inner, name, name_node, start=statement), word)
            return
    if name and inner is not None:
        commonjs.record_exports_alias(w, name, inner)
    before = set_type_name(w, name)  # also where the type is an argument of what makes the value
    value = lower_named_value(w, value_node, name, name_node, None) if value_node is not None else 0
    get_state(w).typed_as = before
    if declared and value:
        functions.expect_function(w, value, declared)
    if name:
        bind_variable(w, name_node, value, declared, node, word)
    else:
        held = w.add(ops.DECLARED, declared, value) if declared else value
        bind_pattern(w, name_node, held, partial(introduce, word=word, statement=node))


def introduce(w: Walker, node: Node, value: int, *, word: str, statement: Node) -> None:
    bind_variable(w, node, value, 0, statement, word)


def bind_named(w: Walker, name: str, expr: int, word: str) -> None:
    if w.scope.kind == "module":
        merge(w, name, expr)
    else:
        bind_local(w, name, expr, word == "var")


UNTYPED = "javascript"  # where members have no declared types
HOLDERS = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.FUNCTION})  # what has fields


def lower_assignment(w: Walker, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return w.visit_children(node)
    left = unwrap(left)
    if left.type == "member_expression" or (left.type == "subscript_expression" and prototypes.is_named(w, left)):
        return assign_member(w, left, right, node)
    inner = unwrap(right)
    if left.type == "identifier" and inner.type in FUNCTION_VALUES:
        value = functions.lower_expression(w, inner, w.read_text(left), left, start=node)
    elif left.type == "identifier" and inner.type == "class":
        value = lower_class(w, inner, w.read_text(left), left, start=node)
    else:
        value = w.visit(right)
    assign_target(w, left, value)
    return value


def assign_target(w: Walker, node: Node, value: int) -> None:
    """Assign a value to a target, destructuring included."""
    node = unwrap(node)
    kind = node.type
    if kind in ("identifier", "shorthand_property_identifier_pattern", "shorthand_property_identifier"):
        assign_name(w, node, value)
    elif kind == "member_expression":
        store_member(w, node, value)
    elif kind == "subscript_expression":
        store_item(w, node, value)
    elif kind in ("array_pattern", "object_pattern", "array", "object", "assignment_pattern"):
        bind_pattern(w, node, value, assign_target)
    else:
        w.visit(node)


def lower_augmented_assignment(w: Walker, node: Node) -> int:
    left, right, sign = (node.child_by_field_name(part) for part in ("left", "right", "operator"))
    if left is None or right is None:
        return w.visit_children(node)
    value = w.visit(right)
    before = w.visit(left)
    if sign is not None and sign.type in ("||=", "&&=", "??="):
        result = w.union([before, value])
        inner = unwrap(left)
        if inner.type == "identifier":
            assign_name(w, inner, result)
        else:
            assign_target(w, inner, value)
        return result
    return 0


def assign_member(w: Walker, left: Node, right: Node, statement: Node) -> int:
    """Lower `object.name = value`.

    A function takes the name of the property that it is assigned to.
    """
    exported = modules.find_export_target(w, left)
    attribute = left.child_by_field_name("property") or left.child_by_field_name("index")
    inner = unwrap(right)
    name = functions.read_key(w, attribute) if attribute is not None else ""
    if exported is not None:
        shown = "" if exported == modules.WHOLE else exported
        if not shown and commonjs.is_exports(w, inner):
            return modules.keep_common(w, inner)
        if inner.type == "assignment_expression":
            value = w.visit(right)
        elif shown:
            receiver = commonjs.build_receiver(w, inner) if inner.type in FUNCTION_VALUES else 0
            value = lower_named_value(w, right, shown, attribute or left, None, receiver, start=statement)
        else:
            value = lower_module_value(w, right, left)
        modules.export_common(w, exported, value, left)
        return value
    base_node = left.child_by_field_name("object")
    if base_node is None or attribute is None:
        return w.visit(right)
    owner_node = prototypes.find_prototype_owner(w, base_node)
    if inner.type in FUNCTION_VALUES or inner.type == "class":
        return assign_function(w, left, base_node, owner_node, inner, name, attribute, statement)
    if name == "prototype" or (name == "__proto__" and owner_node is not None):
        value = w.visit(right)
        if inner.type == "object" and name == "prototype":
            prototypes.extend(w, w.visit(base_node), value)
        else:
            prototypes.derive(w, w.visit(owner_node or base_node), prototypes.find_parent(w, value), statement)
        return value
    value = w.visit(right)
    store_member(w, left, value)
    return value


def build_property_type(w: Walker, base: int, name: str) -> int:
    """Return the type of a property of an object, by the object's type.

    The property is declared, or an index signature covers it.
    """
    return w.union(
        [build_item_type(w, base, PROPERTY_MEMBER), w.add(ops.MEMBER_TYPE, strip_stored_values(w, base), name)]
    )


def build_item_type(w: Walker, base: int, member: str = ITEM_MEMBER) -> int:
    return w.add(ops.RETURN_TYPE, w.add(ops.MEMBER_TYPE, strip_stored_values(w, base), member))


def strip_stored_values(w: Walker, base: int) -> int:
    """Return an object as it was declared, without what it holds by now."""
    while w.exprs[base][0] in (ops.FLOW, ops.PLACE):
        base = get_symbol(w, base)
    return base


def lower_module_value(w: Walker, node: Node, left: Node) -> int:
    inner = unwrap(node)
    if inner.type in FUNCTION_VALUES and inner.child_by_field_name("name") is None:
        return functions.lower_expression(w, inner, "exports", left, start=node)
    return w.visit(node)


def assign_function(
    w: Walker,
    left: Node,
    base_node: Node,
    owner_node: Node | None,
    inner: Node,
    name: str,
    attribute: Node,
    statement: Node,
) -> int:
    holder = owner_node or base_node
    base = w.visit(holder)
    found = w.exprs[base]
    owner = found[1] if found[0] in (ops.SELF, ops.CLASSREF) else -1
    words = w.read_text(holder) if holder.end_byte - holder.start_byte < 80 else ""
    if inner.type == "class":
        value = lower_class(w, inner, name, attribute)
    else:
        kind = SymbolKind.METHOD if owner_node is not None or owner >= 0 else SymbolKind.FUNCTION
        receiver = 0
        if owner >= 0:
            receiver = w.share(ops.SELF, owner)
        elif owner_node is not None:
            receiver = 0  # an instance of the function whose prototype this is
        elif base and found[0] in (ops.OBJECT, ops.FLOW):
            receiver = found[1] if found[0] == ops.FLOW else base
        declared = build_property_type(w, base, name) if base and w.spec.name != UNTYPED else 0
        static = Flag.STATIC if owner_node is None and found[0] == ops.SYM else 0
        if owner_node is not None and found[0] == ops.SYM:
            get_state(w).makers[len(w.symbols)] = found[1]
        value = functions.lower_expression(
            w,
            inner,
            name,
            attribute,
            kind=kind,
            start=statement,
            receiver=receiver,
            declared=declared,
            flags=int(static),
        )
        symbol = get_symbol(w, value)
        if owner_node is not None and words and all(part.isidentifier() for part in words.split(".")):
            above = w.symbols[w.symbols[symbol].parent].qualname
            qualified = f"{above}.{words}.{name}" if above else f"{words}.{name}"
            w.symbols[symbol] = w.symbols[symbol]._replace(qualname=qualified)
    if owner_node is not None and w.exprs[value][0] == ops.SYM and base:
        symbol = get_symbol(w, value)
        w.facts.extensions.append(Extension(base, (symbol,), 0, symbol, attribute.start_point[0] + 1))
    elif owner >= 0:
        members = w.facts.members.setdefault(owner, {})
        members[name] = w.union([members.get(name, 0), value])
    elif base and value:
        record_write(w, base_node, base, name, value)
        put_for_all(w, base, name, value)
    if owner_node is not None or owner < 0:
        mark_stored(w, base, value)
    return value


def store_member(w: Walker, node: Node, value: int) -> None:
    base_node, attribute = node.child_by_field_name("object"), node.child_by_field_name("property")
    if base_node is None or attribute is None:
        return
    base = w.visit(base_node)
    name = w.read_text(attribute)
    if w.narrowed:
        forget(w, base, name)
    found = w.exprs[base]
    if base and w.spec.name != UNTYPED and w.exprs[value][0] in (ops.SYM, ops.OBJECT):
        functions.expect_function(w, value, build_property_type(w, base, name))
    if found[0] in (ops.SELF, ops.CLASSREF) and not w.symbols[get_symbol(w, base)].flags & Flag.ANONYMOUS:
        w.mention(w.share(ops.ATTR, base, name), attribute.start_point[0] + 1)
        store_field(w, get_symbol(w, base), name, attribute, node, value)
        return
    if base:
        w.mention(w.share(ops.ATTR, base, name), attribute.start_point[0] + 1)
        maker = find_constructor(w, base)
        if maker >= 0:
            store_field(w, maker, name, attribute, node, value)
        elif value:
            record_write(w, base_node, base, name, value)
            put_for_all(w, base, name, value)


def find_constructor(w: Walker, base: int) -> int:
    """Return the constructor function whose instance `this` is, -1 for none.

    The name of the function marks it as a constructor.
    """
    if w.exprs[base][0] != ops.LAMBDA_SELF:
        return -1
    around = get_symbol(w, base)
    owner = get_state(w).makers.get(around, around)
    of = w.symbols[owner]
    return owner if of.kind == SymbolKind.FUNCTION and of.name[:1].isupper() else -1


def store_field(w: Walker, owner: int, name: str, attribute: Node, node: Node, value: int) -> None:
    """Define the field that `this.name = value` makes.

    There is none if the class defines a method or accessor of that name.
    """
    made = w.symbols[owner].kind == SymbolKind.FUNCTION  # its names are those of its body
    own = None if made else w.facts.names.get(owner, {}).get(name)
    if own is not None and w.exprs[own][0] != ops.VAR:
        return
    if own is None and not value and name in w.facts.members.get(owner, {}):
        return
    if own is None and w.symbols[owner].kind not in HOLDERS:
        return
    shown = "private" if name.startswith("#") else "public"
    symbol = w.define_variable(
        name, node, attribute, value, jsdoc.find_type(w, node), kind=SymbolKind.FIELD, parent=owner, visibility=shown,
        signature=w.read_one_line(node.start_byte, node.end_byte, 160),
    )  # fmt: skip
    members = w.facts.members.setdefault(owner, {})
    var = w.share(ops.VAR, symbol)
    before = members.get(name)
    members[name] = var if before is None else w.union([before, var])


def record_write(w: Walker, base_node: Node, base: int, name: str, value: int) -> None:
    w.facts.writes.append(Write(base, name, value, w.owners[-1]))
    inner = unwrap(base_node)
    if inner.type == "identifier" and w.read_text(inner) in w.scope.env and not w.scope.loops:
        store_entries(w, w.read_text(inner), ((w.add_literal("String", name), value),))


def store_item(w: Walker, node: Node, value: int) -> None:
    """Record `x[key] = value`."""
    base_node, key_node = node.child_by_field_name("object"), node.child_by_field_name("index")
    if base_node is None or key_node is None:
        return
    base, key = w.visit(base_node), w.visit(key_node)
    if w.narrowed:
        forget_items(w, base)
    if not base or not value:
        return
    if w.spec.name != UNTYPED and w.exprs[value][0] == ops.SYM:
        functions.expect_function(w, value, build_item_type(w, base))
    inner = unwrap(base_node)
    if inner.type == "identifier" and w.read_text(inner) in w.scope.env and not w.scope.loops:
        store_entries(w, w.read_text(inner), ((key, value),))
    found = w.exprs[key]
    w.facts.writes.append(Write(base, found[2] if found[0] == ops.LITERAL and found[2] else "[]", value, w.owners[-1]))


def lower_for(w: Walker, node: Node) -> int:
    w.open_block()
    start = node.child_by_field_name("initializer")
    if start is not None:
        w.visit(start)

    def once() -> None:
        for part in ("condition", "body", "increment"):
            for child in node.children_by_field_name(part):
                w.visit(child)

    w.walk_loop(once)
    w.close_block()
    return 0


def lower_for_in(w: Walker, node: Node) -> int:
    """Lower `for (x of items)`, `for await`, `for (key in object)`."""
    left, right, body = (node.child_by_field_name(part) for part in ("left", "right", "body"))
    sign = node.child_by_field_name("operator")
    kind = node.child_by_field_name("kind")
    items = w.visit(right) if right is not None else 0
    if sign is not None and sign.type == "in":
        element = w.add_literal("String")
    else:
        element = w.add(ops.ITER, items) if items else 0
        if element:
            w.add_site("iterate", element, node.start_point[0] + 1)
            if any(child.type == "await" for child in node.children):
                element = w.add(ops.AWAIT, element)

    def once() -> None:
        if left is not None and kind is not None:
            bind_pattern(w, left, element, partial(introduce, word=kind.type, statement=left))
        elif left is not None:
            assign_target(w, left, element)
        if body is not None:
            w.visit(body)

    w.open_block()
    w.walk_loop(once)
    w.close_block()
    return 0


def lower_switch(w: Walker, node: Node) -> int:
    value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    if value is not None:
        w.visit(value)
    w.open_block()
    arms: list[Callable[[], object]] = []
    default = False
    told = list_case_keys(body) if body is not None else []
    every = list_known_keys(body) if body is not None else []
    for child in body.named_children if body is not None else ():
        if child.type in ("switch_case", "switch_default"):
            default = default or child.type == "switch_default"
            arms.append(partial(walk_case, w, child, value, told[len(arms)], every))
    w.walk_branches(arms, exhaustive=default) if arms else None
    w.close_block()
    return 0


def walk_case(w: Walker, node: Node, asked: Node | None, keys: list[Node] | None, every: list[Node]) -> None:
    value = node.child_by_field_name("value")
    if value is not None:
        w.visit(value)
    narrow_case(w, asked, keys, every)
    for child in node.named_children:
        if child.type != "break_statement" and child != value:
            w.visit(child)


def lower_try(w: Walker, node: Node) -> int:
    body, handler, final = (node.child_by_field_name(part) for part in ("body", "handler", "finalizer"))
    arms: list[Callable[[], object]] = [partial(w.visit, body)] if body is not None else []
    if handler is not None:
        arms.append(partial(walk_catch, w, handler))
    w.walk_branches(arms, exhaustive=True) if arms else None
    if final is not None:
        dead, w.dead = w.dead, False
        w.visit_children(final)
        w.dead = dead or w.dead
    return 0


def walk_catch(w: Walker, node: Node) -> None:
    parameter, body = node.child_by_field_name("parameter"), node.child_by_field_name("body")
    w.open_block()
    if parameter is not None:
        declared = lower_annotation(w, node.child_by_field_name("type"))
        bind_pattern(
            w, parameter, w.add_instance(declared), lambda w, each, value: bind_local(w, w.read_text(each), value)
        )
    if body is not None:
        w.visit(body)
    w.close_block()


def lower_exit(w: Walker, node: Node) -> int:
    w.leave()
    return 0


def lower_break(w: Walker, node: Node) -> int:
    w.leave_loop()
    return 0


def lower_return(w: Walker, node: Node) -> int:
    value = next((child for child in node.named_children if not child.is_extra), None)
    if value is not None:
        expr = w.visit(value)
        w.add_return(expr)
        if expr and w.functions:
            functions.expect_returned(w, w.functions[-1])
    w.leave()
    return 0


def lower_yield(w: Walker, node: Node) -> int:
    delegated = any(child.type == "*" for child in node.children)
    results = w.visit_all(node.named_children)
    expr = results[-1] if results else 0
    w.add_yield(w.add(ops.ITER, expr) if delegated and expr else expr)
    return 0
