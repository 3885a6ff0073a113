"""Expressions: calls, construction, members, object literals, templates, JSX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang._ecmascript import commonjs, functions, modules, prototypes
from codegraph_parsers.lang._ecmascript.classes import lower_class
from codegraph_parsers.lang._ecmascript.functions import FUNCTION_VALUES, list_modifiers, read_key
from codegraph_parsers.lang._ecmascript.handing import mark_handed_over
from codegraph_parsers.lang._ecmascript.interfaces import add_member
from codegraph_parsers.lang._ecmascript.narrowing import narrow
from codegraph_parsers.lang._ecmascript.registered import register
from codegraph_parsers.lang._ecmascript.scopes import (
    discount_member_use,
    get_state,
    get_symbol,
    look_up,
    lower_identifier,
    unwrap,
)
from codegraph_parsers.lang._ecmascript.types import PREDEFINED, lower_annotation, lower_type_arguments
from codegraph_parsers.narrowed_members import look_up_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TEST_WORDS = frozenset({"it", "test", "describe", "suite", "context", "specify", "bench"})
TEST_STARTS = tuple(sorted(word.encode() for word in TEST_WORDS))
TYPE_NAME = re.compile(rb"(?<![\w$.'\"])[A-Za-z_$][\w$]*+(?!\s*\??:|['\"])")
LONGEST_TEXT, LONGEST_PATH = 60, 300  # bytes of a text that is kept: of any, of one that may be a path
RECEIVER_AND_ARGUMENTS = 2
RECEIVERS = frozenset({"this", "null", "undefined"})
UNCERTAIN = frozenset({"binary_expression", "ternary_expression"})  # what they spread may have other properties
ADAPTERS = (b"bind", b"call", b"apply")  # how a callee ends that stands for the function before it


def lower_member(w: Walker, node: Node) -> int:
    """Lower `object.property`."""
    target, attribute = node.child_by_field_name("object"), node.child_by_field_name("property")
    if target is None or attribute is None:
        return w.visit_children(node)
    common = modules.lower_common_js(w, node)
    if common:
        return common
    base = w.visit(target)
    if target.type == "identifier":
        discount_member_use(w, target)
    name = w.read_text(attribute)
    if not base or name == "prototype":  # members are the same, whoever they are looked up on
        return base
    if name == "constructor" and w.exprs[base][0] == ops.SELF:
        return w.share(ops.CLASSREF, get_symbol(w, base))
    expr = w.share(ops.ATTR, base, name)
    w.mention(expr, attribute.start_point[0] + 1)
    return look_up_place(w, expr)


def lower_this(w: Walker, node: Node) -> int:
    return get_state(w).receivers[-1]


def lower_subscript(w: Walker, node: Node) -> int:
    target = node.child_by_field_name("object")
    base = w.visit(target) if target is not None else 0
    if target is not None and target.type == "identifier":
        discount_member_use(w, target)
    at = w.visit_field(node, "index")
    return look_up_place(w, w.add(ops.INDEX, base, at)) if base else 0


def lower_callee(w: Walker, node: Node) -> tuple[int, int]:
    """Return the expression that a call runs and the line of its name.

    The callee is not recorded as a mention of its own.
    """
    inner = unwrap(node)
    if inner is not node and inner.type in ("identifier", "member_expression"):
        for part in node.named_children[1:]:
            lower_annotation(w, part)
    line = inner.start_point[0] + 1
    kind = inner.type
    if kind == "identifier":
        return look_up(w, w.read_text(inner)), line
    if kind == "member_expression":
        target, attribute = inner.child_by_field_name("object"), inner.child_by_field_name("property")
        common = modules.lower_common_js(w, inner)
        if common:
            return common, line
        if target is not None and attribute is not None:
            base = w.visit(target)
            if target.type == "identifier":
                discount_member_use(w, target)
            return (w.share(ops.ATTR, base, w.read_text(attribute)) if base else 0), attribute.start_point[0] + 1
    if kind == "super":
        return (w.add(ops.ATTR, w.share(ops.SUPER, w.classes[-1]), "constructor") if w.classes else 0), line
    return w.visit(inner), line


def lower_meta_property(w: Walker, node: Node) -> int:
    """Lower `import.meta` to a name that nothing binds; `new.target` is unknown."""
    text = w.read_text(node)
    return w.share(ops.NAME, text, w.scope.symbol) if text == "import.meta" else 0


def lower_call(w: Walker, node: Node) -> int:
    target, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if target is None:
        return w.visit_children(node)
    is_awaited = target.type == "await_expression" and bool(target.named_children)
    if is_awaited:  # the grammar reads `await f<T>()` as a call of `await f`
        target = target.named_children[0]
    special = (
        modules.lower_module_call(w, target, given)
        or lower_adapted_call(w, target, given)
        or lower_object_assign(w, target, given)
    )
    if special:
        return modules.build_module_promise(w, special) if target.type == "import" else special
    callee, line = lower_callee(w, target)
    types = lower_type_arguments(w, node.child_by_field_name("type_arguments"))
    before = len(w.symbols)
    tagged = given is not None and given.type == "template_string"
    if given is not None and not types:
        mention_types(w, target.end_byte, given.start_byte, line)
    expr = (
        lower_tagged_template(w, callee, given, line)
        if tagged and given is not None
        else roles.finish_call(w, callee, given, line)
    )
    if types:
        w.exprs[expr] = (*w.exprs[expr][:3], tuple((f"[{i}]", each) for i, each in enumerate(types) if each))
    annotate_arguments(w, expr, target, before)
    prototypes.record_inheritance(w, expr, target)
    prototypes.apply_mixin(w, expr, target, given)
    commonjs.export_property(w, expr, target, given)
    register(w, expr, target)
    return w.add(ops.AWAIT, expr) if is_awaited else expr


def mention_types(w: Walker, start: int, end: int, line: int) -> None:
    """Record the names in the type arguments of a call that the tree lacks."""
    if end - start < 3 or w.source[start : start + 1] != b"<":
        return
    previous, w.reference = w.reference, "type"
    for found in TYPE_NAME.finditer(w.source, start, end):
        name = found.group().decode()
        if name not in PREDEFINED and w.exprs[look_up(w, name)][0] in (ops.NAME, ops.SYM):
            w.mention(look_up(w, name), line + w.source.count(b"\n", start, found.start()))
    w.reference = previous


def lower_tagged_template(w: Walker, callee: int, given: Node, line: int) -> int:
    """Lower a tagged template.

    The tag gets the texts as one array, then the substituted values.
    """
    values: list[int] = [w.add(ops.LIST, "Array", ())]
    for child in given.named_children:
        if child.type == "template_substitution":
            results = w.visit_all(child.named_children)
            values.append(results[-1] if results else 0)
    expr = w.add(ops.CALL, callee, tuple(values), ())
    w.add_site("call", expr, line)
    roles.expect(w, expr, tuple(values), ())
    return expr


def list_arguments(w: Walker, expr: int) -> tuple[int, ...]:
    """Return the positional arguments of a call expression."""
    return tuple(w.exprs[expr][2])


def annotate_arguments(w: Walker, expr: int, target: Node, before: int) -> None:
    """Record what a call says of its arguments.

    These are expected types in object literals, and tests in test callbacks.
    """
    annotate_literals(w, expr, before)
    if not w.source.startswith(TEST_STARTS, target.start_byte):
        return
    word = target
    while word.type in ("member_expression", "call_expression"):
        word = word.child_by_field_name("object") or word.child_by_field_name("function") or word.named_children[0]
    if (
        word.type == "identifier"
        and w.read_text(word) in TEST_WORDS
        and w.exprs[w.exprs[expr][1]][0] in (ops.NAME, ops.IMPORT, ops.ATTR, ops.CALL)
    ):
        for argument in list_arguments(w, expr):
            if w.exprs[argument][0] == ops.SYM and get_symbol(w, argument) >= before:
                w.flag(get_symbol(w, argument), Flag.TEST)


def annotate_literals(w: Walker, expr: int, before: int) -> None:
    """Record the types that a call expects of the literals among its arguments.

    They are marked as handed over.
    """
    for position, argument in enumerate(list_arguments(w, expr)):
        if w.exprs[argument][0] in (ops.OBJECT, ops.LIST):
            functions.expect_function(w, argument, w.add(ops.ARGTYPE, expr, position))
        elif w.exprs[argument][0] == ops.SYM and get_symbol(w, argument) >= before:
            functions.expect_returned(w, get_symbol(w, argument))
        mark_handed_over(w, argument, before)


def lower_adapted_call(w: Walker, target: Node, given: Node | None) -> int:
    """Lower `f.bind(x)`, `f.call(x, …)` and `f.apply(x, …)`, else return 0.

    The first is f, the others give what f gives, unless f has a method of that name.
    """
    if given is None or not w.source.endswith(ADAPTERS, target.start_byte, target.end_byte):
        return 0
    if target.type != "member_expression":
        return 0
    attribute, base_node = target.child_by_field_name("property"), target.child_by_field_name("object")
    word = w.read_text(attribute) if attribute is not None else ""
    if base_node is None or word not in ("bind", "call", "apply"):
        return 0
    if not given.named_child_count and word != "call":
        return 0  # a function is bound to something, and applied to something: this is a method of that name
    passed = [child.type for child in given.named_children if not child.is_extra]
    if passed and (passed[0] in FUNCTION_VALUES or (word == "apply" and len(passed) > RECEIVER_AND_ARGUMENTS)):
        return 0  # nobody's receiver is a function that is written there, and its arguments are applied as one array
    if base_node.type == "identifier" and modules.is_namespace(w, w.read_text(base_node)):
        return 0  # a module is no function: what it exports is called so
    if (
        passed
        and passed[0] == "string"
        and base_node.type == "identifier"
        and is_whole_module(w, w.read_text(base_node))
    ):
        return 0  # nor is it a text
    base, before = w.visit(base_node), len(w.symbols)
    positional, _ = roles.lower_arguments(w, given)
    if not base:
        return w.add(ops.UNION)
    meant = base if word == "bind" else w.add(ops.CALL, base, positional[1:] if word == "call" else (), ())
    owned = b".prototype." in w.source[base_node.start_byte : base_node.end_byte]
    if w.exprs[base][0] == ops.SYM or owned or (passed and passed[0] in RECEIVERS):
        return meant  # of a function that is named, or for the sake of what it is to be a method of
    named = w.add(ops.CALL, w.share(ops.ATTR, base, word), positional, ())
    roles.expect(w, named, positional, ())
    annotate_literals(w, named, before)
    expr = w.add(ops.ADAPTED, meant, named)
    w.add_site("adapted", expr, target.end_point[0] + 1)
    return expr


def is_whole_module(w: Walker, name: str) -> bool:
    """Return whether a name is bound to all that a module exports."""
    found = w.exprs[w.scope.env.get(name) or look_up(w, name)]
    if found[0] == ops.NAME:  # in a function: what the module's top binds
        top = w.scope
        while top.outer is not None:
            top = top.outer
        found = w.exprs[top.env.get(name, 0)]
    return found[0] == ops.IMPORT and not w.facts.imports[int(found[1])].name


def lower_object_assign(w: Walker, target: Node, given: Node | None) -> int:
    """Lower `Object.assign(target, source)`, else return 0.

    The target gains the members of the source.
    """
    if given is None or w.source[target.start_byte : min(target.end_byte, target.start_byte + 14)] != b"Object.assign":
        return 0
    if w.exprs[look_up(w, "Object")][0] != ops.NAME:
        return 0
    before = len(w.symbols)
    values, _ = roles.lower_arguments(w, given)
    if not values:
        return w.add(ops.UNION)
    for value in values[1:]:
        mark_handed_over(w, value, before)
    first = unwrap(next(child for child in given.named_children if not child.is_extra))
    if commonjs.is_exports(w, first):
        commonjs.export_members(w, values[1:])
        return values[0] or w.add(ops.UNION)
    base = values[0]
    entries = [entry for value in values[1:] for entry in list_entries(w, value)]
    result = w.add(ops.PLACE, base, tuple(entries)) if base and entries else base
    if first.type == "identifier" and w.read_text(first) in w.scope.env and not w.scope.loops:
        store_entries(w, w.read_text(first), tuple(entries))
    elif first.type == "member_expression" and w.read_text(first).endswith(".prototype"):
        prototypes.add_members(w, values, [child for child in given.named_children if not child.is_extra], target)
    return result or w.add(ops.UNION)


def list_entries(w: Walker, value: int) -> list[tuple[int, int]]:
    """Return (key, value) of an object literal's members."""
    found = w.exprs[value]
    if found[0] != ops.OBJECT:
        return []
    return [(w.add_literal("String", name), member) for name, member in w.facts.names.get(found[1], {}).items()]


def store_entries(w: Walker, name: str, entries: tuple[tuple[int, int], ...]) -> None:
    """Record the entries stored in a container.

    In straight-line code the container is known after that.
    """
    current = w.scope.env.get(name)
    if not current or not entries:
        return
    inside = w.exprs[current]
    if inside[0] == ops.FLOW:
        w.scope.env[name] = w.add(ops.FLOW, inside[1], w.add(ops.PLACE, inside[2], entries))
    elif inside[0] in (ops.OBJECT, ops.LIST, ops.PLACE):
        w.scope.env[name] = w.add(ops.PLACE, current, entries)


def lower_new(w: Walker, node: Node) -> int:
    constructor, given = node.child_by_field_name("constructor"), node.child_by_field_name("arguments")
    if constructor is None:
        return w.visit_children(node)
    callee, line = lower_callee(w, constructor)
    types = lower_type_arguments(w, node.child_by_field_name("type_arguments"))
    if types and callee:
        callee = w.add(ops.GENERIC, callee, types)
    before = len(w.symbols)
    expr = roles.finish_call(w, callee, given, line, ops.NEW)
    annotate_literals(w, expr, before)
    return expr


def lower_object(w: Walker, node: Node, receiver: int = 0) -> int:
    """Lower an object literal: an unnamed class with one instance.

    Its functions are named by their keys. `receiver` is the value of `this` in them where it is not that instance.
    """
    st = get_state(w)
    symbol = w.define(SymbolKind.CLASS, "<object>", node, flags=Flag.ANONYMOUS)
    prefix, st.prefix = st.prefix, ""
    if prefix or w.symbols[symbol].parent >= 0:
        above = prefix or w.symbols[w.symbols[symbol].parent].qualname
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=above)
    names = w.facts.names.setdefault(symbol, {})
    receiver = receiver or w.share(ops.SELF, symbol)
    for child in node.named_children:
        kind = child.type
        if kind == "pair":
            lower_pair(w, child, symbol, names, receiver)
        elif kind == "shorthand_property_identifier":
            names[w.read_text(child)] = lower_identifier(w, child)
        elif kind == "method_definition":
            lower_method(w, child, symbol, receiver)
        elif kind == "spread_element":
            value = w.visit(child.named_children[0]) if child.named_children else 0
            if value:
                w.facts.stars.setdefault(symbol, []).append(value)
                override(w, names, child.named_children[0], value)
        else:
            w.visit(child)
    return w.add(ops.OBJECT, symbol)


def override(w: Walker, names: dict[str, int], node: Node, spread: int) -> None:
    """Mark the properties so far as overridden by those of a spread object.

    Of a parameter or a condition only some values may be known, so that its properties may be missing.
    """
    is_certain = unwrap(node).type not in UNCERTAIN and w.exprs[spread][0] not in (ops.PARAM, ops.DECLARED)
    for name, own in names.items():
        if own and name != "[]":
            overridden = w.add(ops.OVERRIDDEN, own, spread, name)
            names[name] = overridden if is_certain else w.union([own, overridden])


def lower_pair(w: Walker, node: Node, owner: int, names: dict[str, int], receiver: int) -> None:
    key, value_node = node.child_by_field_name("key"), node.child_by_field_name("value")
    name = read_key(w, key) if key is not None else ""
    if value_node is None or key is None:
        return
    value = lower_named_value(w, value_node, name, key, owner, receiver)
    if name:
        names[name] = value
    elif value:
        names["[]"] = w.union([names.get("[]", 0), value])


def lower_named_value(
    w: Walker, node: Node, name: str, name_node: Node, parent: int | None, receiver: int = 0, start: Node | None = None
) -> int:
    """Lower a value that gets a name where it stands.

    Functions and classes become symbols of that name.
    """
    inner = unwrap(node)
    if name and inner.type in FUNCTION_VALUES:
        if inner is not node:
            declared = lower_assertion_type(w, node)
            return functions.lower_expression(
                w, inner, name, name_node, parent=parent, receiver=receiver, start=start, declared=declared
            )
        return functions.lower_expression(w, inner, name, name_node, parent=parent, receiver=receiver, start=start)
    if name and inner.type == "class":
        return lower_class(w, inner, name, name_node, parent=parent)
    if name and inner.type == "object":
        at = w.scope.symbol if parent is None else parent
        above = w.symbols[at].qualname
        get_state(w).prefix = f"{above}.{name}" if above else name
    return w.visit(node)


def lower_assertion_type(w: Walker, node: Node) -> int:
    """Return the type that `as` or `satisfies` gives a wrapped expression."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node.type in ("as_expression", "satisfies_expression") and len(node.named_children) > 1:
        return lower_annotation(w, node.named_children[1])
    return 0


def lower_method(w: Walker, node: Node, owner: int, receiver: int) -> None:
    name_node = node.child_by_field_name("name")
    name = read_key(w, name_node) if name_node is not None else ""
    words = list_modifiers(node)
    kind = SymbolKind.PROPERTY if words & {"get", "set"} else SymbolKind.METHOD
    flags = 0 if name else Flag.ANONYMOUS
    symbol = functions.define_function(w, node, name or "<computed>", name_node, kind, parent=owner, flags=int(flags))
    functions.walk_function(w, symbol, node, receiver)
    if name:
        add_member(w, owner, name, w.add(ops.SYM, symbol))


def lower_assertion(w: Walker, node: Node) -> int:
    """Lower `value as T`, `<T>value`, `value satisfies T`."""
    parts = [child for child in node.named_children if not child.is_extra]
    if node.type == "type_assertion":
        parts.reverse()
        if parts and parts[-1].type == "type_arguments":
            parts[-1] = parts[-1].named_children[0] if parts[-1].named_children else parts[-1]
    value = w.visit(parts[0]) if parts else 0
    declared = lower_annotation(w, parts[1]) if len(parts) > 1 else 0
    if declared and value:
        functions.expect_function(w, value, declared)
    if node.type == "satisfies_expression" or not declared:
        return value
    return w.add(ops.DECLARED, declared, value)


def lower_binary(w: Walker, node: Node) -> int:
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    x = w.visit(left) if left is not None else 0
    symbol = sign.type if sign is not None else ""
    y = lower_guarded(w, left if symbol in ("&&", "||") else None, symbol == "&&", right) if right is not None else 0
    if symbol in ("||", "??"):
        return w.union([x, y])
    if symbol == "&&":
        return y
    if symbol == "+":
        return join_text(w, (x, y)) if {w.exprs[x][0], w.exprs[y][0]} & TEXTS else 0
    return w.add_literal("Boolean" if symbol in COMPARISONS else "Number")


TEXTS = frozenset({ops.LITERAL, ops.TEMPLATE})
COMPARISONS = frozenset({"==", "===", "!=", "!==", "<", ">", "<=", ">=", "instanceof", "in"})


def lower_ternary(w: Walker, node: Node) -> int:
    condition, yes, no = (node.child_by_field_name(part) for part in ("condition", "consequence", "alternative"))
    if condition is not None:
        w.visit(condition)
    results: list[int] = []
    for holds, part in ((True, yes), (False, no)):
        if part is not None:
            results.append(lower_guarded(w, condition, holds, part))
    return w.union(results)


def lower_guarded(w: Walker, condition: Node | None, holds: bool, node: Node) -> int:
    """Lower an expression that a condition guards.

    It is evaluated only if the condition holds, or only if it does not.
    """
    if condition is None:
        return w.visit(node)
    before = dict(w.scope.env)
    narrow(w, condition, holds)
    narrowed = {name for name, expr in w.scope.env.items() if before.get(name) != expr}
    result = w.visit(node)
    for name in narrowed:
        if name in before:
            w.scope.env[name] = before[name]
        else:
            del w.scope.env[name]
    return result


def lower_string(w: Walker, node: Node) -> int:
    size = node.end_byte - node.start_byte
    if LONGEST_TEXT < size <= LONGEST_PATH:
        return join_text(w, (w.share(ops.LITERAL, "String", w.read_text(node)[1:-1]),))
    return w.add_literal("String", w.read_text(node)[1:-1] if size <= LONGEST_TEXT else "")


def lower_template(w: Walker, node: Node) -> int:
    parts: list[int] = []
    plain = True
    for child in node.named_children:
        if child.type == "template_substitution":
            inside = [w.visit(each) for each in child.named_children if not each.is_extra]
            parts.append(inside[0] if len(inside) == 1 else 0)
            plain = False
        elif child.type == "string_fragment":
            parts.append(w.share(ops.LITERAL, "String", w.read_text(child)))
        else:
            parts.append(0)  # an escape
    if not plain and all(child.type == "template_substitution" for child in node.named_children):
        return w.add(ops.TEMPLATE, w.add_literal("String"), tuple(parts))  # whose parts may be paths
    if not plain:
        return join_text(w, parts)
    return w.add_literal("String", w.read_text(node)[1:-1] if node.end_byte - node.start_byte <= LONGEST_TEXT else "")


def is_path(text: str) -> bool:
    """Return whether a text may be a part of a path."""
    return "/" in text and " " not in text and "\n" not in text and len(text) <= LONGEST_PATH


def join_text(w: Walker, parts: Sequence[int]) -> int:
    """Return a text that is put together, with its parts where it may be a path."""
    result = w.add_literal("String")
    found = [w.exprs[part] for part in parts]
    slashed = any(e[0] == ops.TEMPLATE or (e[0] == ops.LITERAL and is_path(e[2])) for e in found)
    return w.add(ops.TEMPLATE, result, tuple(parts)) if slashed else result


def lower_element(w: Walker, node: Node) -> int:
    """Lower a JSX element.

    A component is mentioned; attributes and children are ordinary expressions.
    """
    for child in node.named_children:
        if child.type in ("jsx_opening_element", "jsx_self_closing_element"):
            lower_opening_element(w, child)
        elif child.type == "jsx_element":
            lower_element(w, child)
        elif child.type != "jsx_closing_element":
            w.visit(child)
    return 0


def lower_opening_element(w: Walker, node: Node) -> int:
    name = node.child_by_field_name("name")
    if name is not None and (name.type != "identifier" or not w.read_text(name)[:1].islower()):
        w.visit(name)
    for child in node.children_by_field_name("attribute"):
        if child.type == "jsx_attribute":
            for part in child.named_children[1:]:
                before, alone = len(w.symbols), part.type == "jsx_expression" and part.named_child_count == 1
                mark_handed_over(w, w.visit(part.named_children[0] if alone else part), before)
        else:
            w.visit(child)
    return 0


def lower_array(w: Walker, node: Node) -> int:
    return w.add(ops.LIST, "Array", tuple(w.visit(child) for child in node.named_children if not child.is_extra))


def lower_types_only(w: Walker, node: Node) -> int:
    """Lower types where an expression could stand; only their mentions count."""
    lower_annotation(w, node)
    return 0


def lower_instantiation(w: Walker, node: Node) -> int:
    """Lower `f<T>` as a value."""
    parts = node.named_children
    value = w.visit(parts[0]) if parts else 0
    lower_type_arguments(w, node.child_by_field_name("type_arguments"))
    return value
