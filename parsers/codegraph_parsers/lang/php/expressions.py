"""Expressions of PHP: variables, members, calls, arrays, texts, operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Write
from codegraph_parsers.lang.php import classes, eloquent, includes, names, phpdoc, types
from codegraph_parsers.lang.php.definitions import define_constant, lower_arguments
from codegraph_parsers.lang.php.narrowing import collect_facts, lower_guarded
from codegraph_parsers.narrowed_members import look_up_place

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

STRING = phpdoc.STRING
LONGEST_TEXT = 300  # bytes of a text that may be a part of a path
TO_TEXT = "text"
"""Name of the operation that converts a value to a text."""

PLAIN = frozenset({ops.LITERAL, ops.TEMPLATE, ops.LIST, ops.DICT})
COMPARISONS = frozenset({
    "==", "!=", "<>", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "and", "or", "xor", "instanceof", "<=>",
})  # fmt: skip
FILE_WORDS = frozenset({"__DIR__", "__FILE__", "__LINE__", "__CLASS__", "__FUNCTION__", "__METHOD__", "__NAMESPACE__"})


def lower_variable(w: Walker, node: Node) -> int:
    return names.look_up_variable(w, w.read_text(node))


def lower_constant(w: Walker, node: Node) -> int:
    """Lower a name in an expression: a constant."""
    word, line = w.read_text(node), node.start_point[0] + 1
    if word in FILE_WORDS:
        return w.add_literal(STRING)
    expr = names.refer_to_constant(w, word, line)
    w.mention(expr, line)
    return expr


# -- members ------------------------------------------------------------------------------------------------------


def lower_scope(w: Walker, node: Node | None, mention: bool = True) -> int:
    """Return the class before `::`, which a name, `self` or a value gives."""
    if node is None:
        return 0
    line = node.start_point[0] + 1
    if node.type == "relative_scope" or (node.type == "name" and w.read_text(node).lower() in names.RELATIVE):
        return names.refer_to_relative(w, w.read_text(node).lower())
    if node.type in types.NAMES:
        expr = names.refer_to_class(w, w.read_text(node), line)
        if mention:
            w.mention(expr, line)
        return expr
    return w.visit(node)


def lower_member(w: Walker, node: Node) -> int:
    """Lower `$x->name` and `$x?->name`."""
    name_node = node.child_by_field_name("name")
    base = w.visit_field(node, "object")
    if name_node is None or name_node.type != "name":
        if name_node is not None:
            w.visit(name_node)
        return 0
    if not base:
        return 0
    expr = w.share(ops.ATTR, base, w.read_text(name_node))
    w.mention(expr, name_node.start_point[0] + 1)
    return look_up_place(w, expr)


def lower_static_property(w: Walker, node: Node) -> int:
    """Lower `A::$name`."""
    base, name_node = lower_scope(w, node.child_by_field_name("scope")), node.child_by_field_name("name")
    if name_node is None or name_node.type != "variable_name" or not base:
        return 0
    expr = w.share(ops.ATTR, base, w.read_text(name_node)[1:])
    w.mention(expr, name_node.start_point[0] + 1)
    return look_up_place(w, expr)


def lower_class_constant(w: Walker, node: Node) -> int:
    """Lower `A::NAME`; `A::class` is the class itself."""
    parts = [child for child in node.named_children if not child.is_extra]
    if len(parts) != 2:
        return w.visit_children(node)
    base = lower_scope(w, parts[0])
    if parts[1].type != "name":
        w.visit(parts[1])
        return 0
    name = w.read_text(parts[1])
    if name.lower() == "class":
        named = parts[0].type in types.NAMES or parts[0].type == "relative_scope"
        return base if named else w.share(ops.TYPEOF, base) if base else 0
    if not base:
        return 0
    expr = w.share(ops.ATTR, base, name)
    w.mention(expr, parts[1].start_point[0] + 1)
    return expr


# -- calls --------------------------------------------------------------------------------------------------------


def finish_call(w: Walker, called: int, arguments: Node | None, line: int, op: int = ops.CALL) -> int:
    """Add the call of an evaluated callee; `f(...)` is the function itself."""
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    if first is not None and first.type == "variadic_placeholder" and op == ops.CALL:
        w.mention(called, line)
        return called
    positional, keywords = lower_arguments(w, arguments)
    return roles.add_call(w, called, positional, keywords, line, op)


def lower_call(w: Walker, node: Node) -> int:
    """Lower `f(…)`, also of a value."""
    target, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if target is None:
        return w.visit_children(node)
    line = target.start_point[0] + 1
    if target.type not in types.NAMES:
        return finish_call(w, w.visit(target), arguments, line)
    word = w.read_text(target)
    known = SPECIAL.get(word.lower().lstrip(names.SEPARATOR))
    if known is not None:
        found = known(w, arguments, line)
        if found is not None:
            return found
    expr = finish_call(w, names.refer_to_function(w, word, line), arguments, line)
    place = TAKING.get(word.lower().lstrip(names.SEPARATOR))
    if place is not None and w.exprs[expr][0] == ops.CALL and place < len(w.exprs[expr][2]):
        _mention_named(w, w.exprs[expr][2][place], line)
    return expr


def _mention_named(w: Walker, argument: int, line: int) -> None:
    """Mention the function that a text names for a function of the library."""
    found = w.exprs[argument]
    if found[0] != ops.LITERAL or found[1] != STRING or not found[2]:
        return
    owner, separator, name = str(found[2]).lstrip(names.SEPARATOR).rpartition("::")
    if not name.replace(names.SEPARATOR, "_").isidentifier():
        return
    if separator:
        named = w.add(ops.METHOD_REF, names.refer(w, owner, line), name + names.METHOD)
    else:
        named = names.refer(w, name + names.METHOD, line)
    w.add_site("element", named, line)


def lower_method_call(w: Walker, node: Node) -> int:
    """Lower `$x->m(…)` and `$x?->m(…)`; a computed name stays unknown."""
    name_node = node.child_by_field_name("name")
    base = w.visit_field(node, "object")
    return _finish_member_call(w, base, name_node, node.child_by_field_name("arguments"))


def lower_static_call(w: Walker, node: Node) -> int:
    """Lower `A::m(…)`."""
    scope, name_node = node.child_by_field_name("scope"), node.child_by_field_name("name")
    return _finish_member_call(w, lower_scope(w, scope), name_node, node.child_by_field_name("arguments"))


def _finish_member_call(w: Walker, base: int, name_node: Node | None, arguments: Node | None) -> int:
    if name_node is None:
        return 0
    line = name_node.start_point[0] + 1
    if name_node.type != "name":
        w.visit(name_node)
        return finish_call(w, 0, arguments, line)
    name = w.read_text(name_node)
    key = classes.CONSTRUCTOR if name.lower() == "__construct" else name + names.METHOD
    expr = finish_call(w, w.share(ops.ATTR, base, key), arguments, line)
    if name in eloquent.PATH_METHODS and base and w.exprs[expr][0] == ops.CALL:
        w.add_site("paths", expr, line)
    return expr


def lower_construction(w: Walker, node: Node) -> int:
    """Lower `new A(…)`, `new $class(…)` and `new class(…) {…}`."""
    parts = [child for child in node.named_children if not child.is_extra]
    if not parts:
        return 0
    if parts[0].type == "anonymous_class":
        return classes.lower_anonymous_class(w, parts[0])
    line = parts[0].start_point[0] + 1
    called = lower_scope(w, parts[0], mention=False)
    arguments = next((child for child in parts[1:] if child.type == "arguments"), None)
    return finish_call(w, called, arguments, line, ops.NEW)


def _define(w: Walker, arguments: Node | None, line: int) -> int | None:
    """Lower `define('NAME', value)`, which makes a global constant."""
    given = [child for child in arguments.named_children if child.type == "argument"] if arguments is not None else []
    name_node = given[0].named_children[-1] if given and given[0].named_children else None
    if name_node is None or len(given) < 2 or name_node.type not in ("string", "encapsed_string"):
        return None
    text = read_plain_text(w, name_node)
    if not text:
        return None
    value = w.visit(given[1].named_children[-1]) if given[1].named_children else 0
    name = text.rsplit(names.SEPARATOR, 1)[-1]
    outer, w.scope = w.scope, w.scope
    symbol_node = name_node.named_children[0]
    if w.scope.kind != "class":
        define_constant(w, name, name_node, symbol_node, value)
    w.scope = outer
    return w.add_literal("boolean")


def _get_class(w: Walker, arguments: Node | None, line: int) -> int | None:
    """Lower `get_class($x)`: the class of the object."""
    positional, _ = lower_arguments(w, arguments)
    roles.add_call(w, names.refer_to_function(w, "get_class", line), positional, (), line)
    return w.share(ops.TYPEOF, positional[0]) if positional and positional[0] else 0


def _call_function(w: Walker, arguments: Node | None, line: int) -> int | None:
    """Lower `call_user_func($f, …)`: the function is called with the rest."""
    positional, keywords = lower_arguments(w, arguments)
    own = roles.add_call(w, names.refer_to_function(w, "call_user_func", line), positional, keywords, line)
    if not positional or not positional[0]:
        return own
    _mention_named(w, positional[0], line)
    return w.add(ops.CALL, positional[0], positional[1:], ())


TAKING = {
    "array_map": 0, "array_filter": 1, "array_reduce": 1, "array_walk": 1, "array_walk_recursive": 1, "usort": 1,
    "uasort": 1, "uksort": 1, "call_user_func": 0, "call_user_func_array": 0, "preg_replace_callback": 1,
    "spl_autoload_register": 0, "set_error_handler": 0, "set_exception_handler": 0, "register_shutdown_function": 0,
    "ob_start": 0, "iterator_apply": 1, "forward_static_call": 0, "is_callable": 0,
}  # fmt: skip
"""Functions of the library that are given one to call, and the place of that argument."""

SPECIAL = {"define": _define, "get_class": _get_class, "call_user_func": _call_function}
"""Functions of the language whose call says more than their signature."""


# -- literals and operators -----------------------------------------------------------------------------------------


def read_plain_text(w: Walker, node: Node) -> str:
    """Return the text of a string without anything in it that is computed, else ""."""
    parts = node.named_children
    if len(parts) != 1 or parts[0].type != "string_content":
        return ""
    return w.read_text(parts[0])


def lower_string(w: Walker, node: Node) -> int:
    """Lower a text, whole if it may be part of a path or a full class name."""
    parts = node.named_children
    if not parts:
        return w.add_literal(STRING)
    if len(parts) == 1 and parts[0].type == "string_content":
        text = w.read_text(parts[0])
        if len(text) <= LONGEST_TEXT and ("/" in text or "\\" in text) and " " not in text:
            return w.share(ops.LITERAL, STRING, text)
        return w.add_literal(STRING, text)
    values: list[int] = []
    for part in parts:
        is_text = part.type in ("string_content", "escape_sequence")
        values.append(
            w.share(ops.LITERAL, STRING, w.read_text(part)) if is_text else convert_to_text(w, w.visit(part), part)
        )
    return w.add(ops.TEMPLATE, w.add_literal(STRING), tuple(values))


def convert_to_text(w: Walker, expr: int, node: Node) -> int:
    """Record that a value is converted to a text, which runs a member of an object."""
    if expr and w.exprs[expr][0] not in PLAIN:
        w.add_site("operator", w.add(ops.OPERATOR, expr, TO_TEXT, ()), node.start_point[0] + 1)
    return expr


def lower_echo(w: Walker, node: Node) -> int:
    """Lower `echo $a, $b` and `print $a`."""
    for child in node.named_children:
        parts = child.named_children if child.type == "sequence_expression" else [child]
        for part in parts:
            convert_to_text(w, w.visit(part), part)
    return 0


def lower_boolean(w: Walker, node: Node) -> int:
    return w.add_literal("boolean")


def lower_array(w: Walker, node: Node) -> int:
    """Lower `[a, b]` and `['k' => v]`; `[$object, 'name']` also mentions the method."""
    keyed = False
    items: list[tuple[str, int, int]] = []
    for child in node.named_children:
        parts = [part for part in child.named_children if not part.is_extra]
        if child.type != "array_element_initializer" or not parts:
            continue
        if len(parts) == 2:
            keyed = True
            key = w.visit(parts[0])
            found = w.exprs[key]
            value = w.visit(parts[1])
            items.append((ops.format_key(found) if found[0] == ops.LITERAL else "", key, value))
        else:
            items.append(("", 0, w.visit(parts[0])))
    if keyed:
        return w.add(ops.DICT, "array", tuple(items))
    expr = w.add(ops.LIST, "list", tuple(value for _, _, value in items))
    if len(items) == 2 and items[0][2]:
        return _note_callable(w, node, expr, items[0][2], items[1][2])
    return expr


def _note_callable(w: Walker, node: Node, expr: int, receiver: int, named: int) -> int:
    """Return an array that may stand for a method.

    It is one of what is first, with the name that is second.
    """
    found = w.exprs[named]
    if found[0] != ops.LITERAL or found[1] != STRING or not str(found[2]).isidentifier():
        return expr
    if w.exprs[receiver][0] in (ops.LITERAL, ops.LIST, ops.DICT):
        return expr
    method = w.add(ops.METHOD_REF, receiver, f"{found[2]}{names.METHOD}")
    w.add_site("element", method, node.start_point[0] + 1)
    return w.union([expr, method])


def lower_subscript(w: Walker, node: Node) -> int:
    parts = [child for child in node.named_children if not child.is_extra]
    base = w.visit(parts[0]) if parts else 0
    key = w.visit(parts[1]) if len(parts) > 1 else 0
    if not base:
        return 0
    expr = w.add(ops.INDEX, base, key)
    w.add_site("operator", expr, node.start_point[0] + 1)
    return look_up_place(w, expr)


def lower_conditional(w: Walker, node: Node) -> int:
    """Lower `a ? b : c` and `a ?: c`."""
    condition, body, other = (node.child_by_field_name(each) for each in ("condition", "body", "alternative"))
    value = w.visit(condition) if condition is not None else 0
    if body is not None:
        value = lower_guarded(w, condition, True, body)
    return w.union([value, lower_guarded(w, condition, False, other) if other is not None else 0])


def lower_heredoc(w: Walker, node: Node) -> int:
    for body in node.named_children:
        for part in body.named_children:
            convert_to_text(w, w.visit(part), part)
    return w.add_literal(STRING)


def lower_binary(w: Walker, node: Node) -> int:
    left, right, sign = (node.child_by_field_name(each) for each in ("left", "right", "operator"))
    word = sign.type.lower() if sign is not None else ""
    first = w.visit(left) if left is not None else 0
    if right is None:
        return first
    if word == "instanceof":
        if right.type in types.NAMES:
            types.lower_name(w, right)
        else:
            w.visit(right)
        return w.add_literal("boolean")
    if word in ("&&", "and", "||", "or"):
        lower_guarded(w, left, word in ("&&", "and"), right)
        return w.add_literal("boolean")
    second = w.visit(right)
    if word == "??":
        return w.union([first, second])
    if word in COMPARISONS:
        return w.add_literal("boolean")
    if word == ".":
        convert_to_text(w, first, node)
        convert_to_text(w, second, right)
        return w.share(ops.TEMPLATE, w.add_literal(STRING), (first, second))
    if word == "|>":
        return roles.add_call(w, second, (first,), (), right.start_point[0] + 1) if second else 0
    return w.union([first, second]) if word == "+" else w.add_literal("integer")


def lower_cast(w: Walker, node: Node) -> int:
    kind, value_node = node.child_by_field_name("type"), node.child_by_field_name("value")
    value = w.visit(value_node) if value_node is not None else 0
    word = w.read_text(kind).strip().lower() if kind is not None else ""
    if word in ("array", "object"):
        return value
    if word == "string" and value_node is not None:
        return w.share(ops.TEMPLATE, w.add_literal(STRING), (convert_to_text(w, value, value_node),))
    known = {"string": STRING, **phpdoc.NUMBERS}
    return w.add_literal(known[word]) if word in known else 0


def lower_match(w: Walker, node: Node) -> int:
    """Lower `match`: any of the values of its arms."""
    body = node.child_by_field_name("body")
    w.visit_field(node, "condition")
    values: list[int] = []
    for arm in body.named_children if body is not None else ():
        tests = arm.child_by_field_name("conditional_expressions")
        known: list[tuple[str, int]] = []
        for test in tests.named_children if tests is not None else ():
            w.visit(test)
            known = collect_facts(w, test, True) if tests is not None and tests.named_child_count == 1 else []
        before = w.narrow_names(known)
        was_dead = w.dead
        values.append(w.visit_field(arm, "return_expression"))
        w.dead = was_dead
        w.restore_names(before)
    return w.union(values)


def lower_throw(w: Walker, node: Node) -> int:
    w.visit_children(node)
    if node.parent is not None and node.parent.type == "expression_statement":
        w.leave()
    return 0


def lower_include(w: Walker, node: Node) -> int:
    """Lower `require`; a path that is known names a file."""
    for child in node.named_children:
        path = includes.read_path(w, child)
        w.add_site("included", w.visit(child), node.start_point[0] + 1)
        if path:
            w.add_import(path, "", "", node.start_point[0] + 1, "require")
    return 0


def lower_yield(w: Walker, node: Node) -> int:
    delegated = any(child.type == "from" for child in node.children)
    value = 0
    for child in node.named_children:
        if child.type == "array_element_initializer":
            for part in child.named_children:
                value = w.visit(part)
        else:
            value = w.visit(child)
    if value:
        w.add_yield(w.add(ops.ITER, value) if delegated else value)
    return 0


# -- assignment -----------------------------------------------------------------------------------------------------


def write_member(w: Walker, base: int, name: str, value: int) -> None:
    if base and value:
        w.facts.writes.append(Write(base, name, value, w.owners[-1]))
