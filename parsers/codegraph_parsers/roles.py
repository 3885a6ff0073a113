"""Roles of expressions: the computation that a node kind stands for.

A language's table maps node kinds to them. Each function that returns a `Role` is given the grammar once, looks its
field names up and returns the handler. Handlers return the index of an expression.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.source_words import LONGEST
from codegraph_parsers.spec import Role
from codegraph_parsers.walker import MAX_DEPTH

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from codegraph_parsers.file_facts import Param
    from codegraph_parsers.scope import Scope
    from codegraph_parsers.walker import Handler, Walker


def find_field_id(language: Language, name: str) -> int:
    """Return the id of a field.

    Raises KeyError for a field that the grammar does not have: a table must fit its grammar.
    """
    found = language.field_id_for_name(name)
    if found is None:
        raise KeyError(f"the grammar has no field {name!r}")
    return found


def as_role(handler: Handler) -> Role:
    """Return a role whose handler is a function of the language folder."""
    return lambda language: handler


def build_skip_role() -> Role:
    """Return the role of a node in which nothing matters."""
    return lambda language: lambda w, node: 0


def build_name_role() -> Role:
    """Return the role of an identifier in an expression.

    The result is its reaching value. A free name is recorded as a mention.
    """

    def handle(w: Walker, node: Node) -> int:
        word = w.texts[w.source[node.start_byte : node.end_byte]]
        scope = w.scope
        expr = scope.env.get(word)
        if expr is None or scope.loops:
            expr = w.look_up(word)
        op = w.exprs[expr][0]
        if op in MENTIONED:
            w.note(expr, node.start_point[0] + 1, w.reference)
        elif op == ops.UNION:
            note_joined(w, expr, node.start_point[0] + 1)
        return expr

    return lambda language: handle


def lower_dotted_name(w: Walker, chain: tuple[str, ...], line: int) -> int:
    """Return the expression of `a.b.c` on one line, from its words.

    It is the one that visiting its nodes would give.
    """
    expr = w.look_up(chain[0])
    op = w.exprs[expr][0]
    if op in MENTIONED:
        w.note(expr, line, w.reference)
    elif op == ops.UNION:
        note_joined(w, expr, line)
    for word in chain[1:]:
        if not expr:
            return 0
        expr = w.share(ops.ATTR, expr, word)
        w.note(expr, line, w.reference)
    return expr


def note_joined(w: Walker, expr: int, line: int) -> None:
    """Record a mention of a name that control flow joins.

    Each definition, import and variable that it may stand for is mentioned.
    """
    pending, seen = [expr], {expr}
    while pending:
        parts: tuple[int, ...] = w.exprs[pending.pop()][1:]
        for part in parts:
            op = w.exprs[part][0]
            if op in DEFINED:
                w.note(part, line, w.reference)
            elif op == ops.UNION and part not in seen:
                seen.add(part)
                pending.append(part)


MENTIONED = frozenset((ops.NAME, ops.SYM, ops.IMPORT, ops.FLOW, ops.DECORATED))
DEFINED = frozenset((ops.SYM, ops.IMPORT, ops.DECORATED, ops.FLOW))


def build_literal_role(type_name: str) -> Role:
    """Return the role of a literal of a built-in type.

    Its text is kept: it may be a subscript key.
    """

    def handle(w: Walker, node: Node) -> int:
        start, end = node.start_byte, node.end_byte
        key = (type_name, w.source[start:end] if end - start <= 24 else b"")
        found = w.literals.get(key)
        if found is None:
            found = w.literals[key] = w.add_literal(type_name, w.texts[key[1]])
        return found

    return lambda language: handle


def build_wrapper_role() -> Role:
    """Return the role of a wrapper, whose last named child decides.

    Examples are parentheses and expression statements.
    """

    def handle(w: Walker, node: Node) -> int:
        children = node.named_children
        if len(children) == 1:
            return w.visit(children[0])
        return w.visit_all(children)[-1] if children else 0

    return lambda language: handle


def lower_block(w: Walker, node: Node) -> int:
    """Lower a node whose names end with it."""
    w.open_block()
    w.visit_children(node)
    w.close_block()
    return 0


def find_local(w: Walker, name: str, members: Mapping[int, Container[str]]) -> int:
    """Return the local variable or parameter that a name means here, -1 for none.

    `members` are those of classes by symbol: one between the use and an outer function's variable hides the variable.
    """
    scope: Scope | None = w.scope
    while scope is not None:
        if scope.kind == "function":
            found = scope.env.get(name)
            if found is not None:
                return found
        elif name in members.get(scope.symbol, ()):
            return -1
        scope = scope.outer
    return -1


def lower_type_name(
    w: Walker, name: str, line: int, header: tuple[int, Container[str]], members: Mapping[int, Container[str]],
    mention: bool = True,
) -> int:  # fmt: skip
    """Return the type that a simple name means.

    `header` is the declaration whose header is being read, with its type parameters: they come first. `members` are
    variables of classes by symbol, which hide no type of their name.
    """
    owner = next((each for each in w.classes if name in members.get(each, ())), -1)
    scope = header[0] if name in header[1] else w.symbols[owner].parent if owner >= 0 else w.scope.symbol
    expr = w.share(ops.NAME, name, scope)
    if mention:
        w.mention(expr, line, "type")
    return expr


def bind_in_file(w: Walker, name: str, expr: int) -> None:
    """Bind a name in the scope of the file, beside what it has there."""
    here = w.scope
    while w.scope.outer is not None:
        w.scope = w.scope.outer
    w.bind(name, w.union([w.scope.env.get(name, 0), expr]))
    w.scope = here


def bind_parameters(w: Walker, symbol: int, params: list[Param]) -> None:
    """Record the parameters of a function, and bind their names in its scope."""
    w.set_params(symbol, params)
    for position, param in enumerate(params):
        w.bind(param.name, w.add(ops.PARAM, symbol, position))


def build_first_role() -> Role:
    """Return the role of a wrapper whose first child decides.

    Examples are `x!` and `x as T` without its type.
    """

    def handle(w: Walker, node: Node) -> int:
        results = w.visit_all(node.named_children)
        return results[0] if results else 0

    return lambda language: handle


def build_member_role(object: str, name: str, keywords: tuple[str, ...] = ()) -> Role:
    """Return the role of `object.name`.

    Plain words joined by dots are read from the text, unless the first is one of `keywords`.
    """

    def build(language: Language) -> Handler:
        of, named = find_field_id(language, object), find_field_id(language, name)

        def handle(w: Walker, node: Node) -> int:
            start, end = node.start_byte, node.end_byte
            chain = w.chains[w.source[start:end]] if end - start <= LONGEST and not w.narrowed else ()
            if chain and chain[0][0] not in keywords:
                line = node.start_point[0] + 1
                base = lower_dotted_name(w, chain[0], line)
                if not base:
                    return 0
                expr = w.share(ops.ATTR, base, chain[1])
                w.note(expr, line, w.reference)
                return expr
            target, attribute = node.child_by_field_id(of), node.child_by_field_id(named)
            if attribute is None:
                return w.visit_children(node)
            base = w.visit(target) if target is not None else 0
            expr = w.share(ops.ATTR, base, w.read_text(attribute)) if base else 0
            if expr:
                w.mention(expr, attribute.start_point[0] + 1)
            return expr

        return handle

    return build


def lower_callee(w: Walker, node: Node, names: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
    """Return the called expression and the line of its name.

    No mention of it is recorded. The expression is -1 where the callee is no member access. `names` maps the kinds of
    member accesses to (object field, name field).
    """
    fields = names.get(node.kind_id)
    if fields is not None:
        target, attribute = node.child_by_field_id(fields[0]), node.child_by_field_id(fields[1])
        if target is not None and attribute is not None:
            base = w.visit(target)
            return w.share(ops.ATTR, base, w.read_text(attribute)), attribute.start_point[0] + 1
    return -1, node.start_point[0] + 1


def flatten_operands(node: Node) -> list[Node]:
    """Return the parts of `A | B | C`, which the grammar nests to the left."""
    found: list[Node] = []
    inner = node
    while inner.type == node.type:
        children = [child for child in inner.named_children if not child.is_extra]
        found[:0] = children[1:]
        if not children:
            return found
        inner = children[0]
    return [inner, *found]


def lower_arguments(w: Walker, node: Node | None) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...]]:
    """Return the positional and keyword arguments of an argument list node."""
    if node is None or not node.named_child_count:
        return (), ()
    positional: list[int] = []
    keywords: list[tuple[str, int]] = []
    special, get, depth = w.argument_kinds, w.table.get, w.depth
    if depth >= MAX_DEPTH:
        return tuple(w.visit(child) for child in node.named_children if child.kind_id not in special), ()
    w.depth = depth + 1
    for child in node.named_children:
        kind = child.kind_id
        if kind not in special:
            handler = get(kind)
            positional.append(handler(w, child) if handler is not None else w.visit_children(child))
            continue
        fields = special[kind]
        if fields is None:
            continue
        key, value = child.child_by_field_id(fields[0]), child.child_by_field_id(fields[1])
        if key is not None and value is not None:
            handler = get(value.kind_id)
            keywords.append((w.read_text(key), handler(w, value) if handler is not None else w.visit_children(value)))
    w.depth = depth
    return tuple(positional), tuple(keywords)


def build_call_role(
    function: str = "function",
    args: str = "arguments",
    names: tuple[str, ...] = ("identifier",),
    members: Mapping[str, tuple[str, str]] | None = None,
) -> Role:
    """Return the role of a call.

    `names` are identifier kinds, `members` maps member-access kinds to (object, name) fields.
    """

    def build(language: Language) -> Handler:
        fn, arg = find_field_id(language, function), find_field_id(language, args)
        plain = {language.id_for_node_kind(kind, True) for kind in names}
        access = {
            at: (find_field_id(language, of), find_field_id(language, named))
            for kind, (of, named) in (members or {}).items()
            if (at := language.id_for_node_kind(kind, True)) is not None
        }

        def handle(w: Walker, node: Node) -> int:
            target = node.child_by_field_id(fn)
            if target is None:
                return w.visit_children(node)
            if target.kind_id in plain:
                called, line = w.look_up(w.read_text(target)), target.start_point[0] + 1
            else:
                called, line = lower_callee(w, target, access)
                if called < 0:
                    called = w.visit(target)
            return finish_call(w, called, node.child_by_field_id(arg), line)

        return handle

    return build


def finish_call(w: Walker, called: int, argument_node: Node | None, line: int, op: int = ops.CALL) -> int:
    """Add the call of an evaluated callee, and its site.

    Also record which type each function in an argument is expected to have.
    """
    positional, keywords = lower_arguments(w, argument_node)
    return add_call(w, called, positional, keywords, line, op)


def add_call(
    w: Walker,
    called: int,
    positional: tuple[int, ...],
    keywords: tuple[tuple[str, int], ...],
    line: int,
    op: int = ops.CALL,
) -> int:
    """Add a call whose arguments are already evaluated; see `finish_call`."""
    exprs = w.exprs
    expr = len(exprs)
    exprs.append((op, called, positional, keywords))
    w.sites.append(("call", w.owners[-1], expr, line))
    if positional or keywords:
        expect(w, expr, positional, keywords)
    return expr


def expect(w: Walker, call_expr: int, positional: tuple[int, ...], keywords: tuple[tuple[str, int], ...]) -> None:
    """Record the types that a callee expects of functions in its arguments.

    Such functions take their parameter types from them.
    """
    exprs, function = w.exprs, ops.SYM
    for argument in positional:
        if exprs[argument][0] == function:
            break
    else:
        if not keywords:
            return
    for key, argument in (*enumerate(positional), *keywords):
        expression = exprs[argument]
        if expression[0] == function and expression[1] not in w.facts.expected:
            w.facts.expected[expression[1]] = w.add(ops.ARGTYPE, call_expr, key)


def build_sequence_role(type_name: str) -> Role:
    """Return the role of a homogeneous literal: list, set, array."""

    def handle(w: Walker, node: Node) -> int:
        return w.add(ops.LIST, type_name, tuple(w.visit_all([c for c in node.named_children if not c.is_extra])))

    return lambda language: handle


def build_tuple_role() -> Role:
    def handle(w: Walker, node: Node) -> int:
        return w.add(ops.TUPLE, *w.visit_all([c for c in node.named_children if not c.is_extra]))

    return lambda language: handle


def build_operator_role(left: str, op: str, right: str, choose: tuple[str, ...] = (), result: str = "") -> Role:
    """Return the role of a binary operator.

    Operators in `choose` return an operand; others may be defined by a member of the left one.
    """

    def build(language: Language) -> Handler:
        lhs, sign, rhs = find_field_id(language, left), find_field_id(language, op), find_field_id(language, right)

        def handle(w: Walker, node: Node) -> int:
            a, o, b = node.child_by_field_id(lhs), node.child_by_field_id(sign), node.child_by_field_id(rhs)
            x = w.visit(a) if a is not None else 0
            y = w.visit(b) if b is not None else 0
            symbol = o.type if o is not None else ""
            if symbol in choose:
                return w.union([x, y])
            if x and symbol in w.spec.semantics.operators.members:
                expr = w.add(ops.OPERATOR, x, symbol, (y,))
                w.add_site("operator", expr, node.start_point[0] + 1)
                return expr
            return w.add_literal(result) if result else 0

        return handle

    return build


def build_await_role() -> Role:
    def handle(w: Walker, node: Node) -> int:
        results = w.visit_all(node.named_children)
        return w.add(ops.AWAIT, results[-1]) if results and results[-1] else 0

    return lambda language: handle


def build_spread_role() -> Role:
    def handle(w: Walker, node: Node) -> int:
        results = w.visit_all(node.named_children)
        return w.add(ops.SPREAD, results[-1]) if results and results[-1] else 0

    return lambda language: handle


def build_comment_role(*, is_alone: bool = False) -> Role:
    """Return the role of a comment, which may document the next definition.

    The run of comments that it belongs to is remembered. With `is_alone` one behind code is none of it.
    """

    def handle(w: Walker, node: Node) -> int:
        start, end = node.start_point[0], node.end_point[0]
        if is_alone and w.source[node.start_byte - node.start_point[1] : node.start_byte].strip():
            return 0
        last = w.comment
        if last is not None and start <= last[3] + 1:
            w.comment = (last[0], node.end_byte, last[2], end)
        else:
            w.comment = (node.start_byte, node.end_byte, start, end)
        return 0

    return lambda language: handle


def read_doc_comment(w: Walker, node: Node, limit: int = 2000) -> str:
    """Read the comments that end right above `node`, without comment marks.

    Returns "" when there are none.
    """
    run = w.comment
    if run is None or run[3] + 1 < node.start_point[0] or run[1] > node.start_byte:
        return ""
    return clean_comment(w.source[run[0] : run[1]], limit)


def clean_comment(text: bytes, limit: int = 2000, *, marks: str = "/*!#") -> str:
    """Return the text of comments without the marks that begin and end their lines."""
    lines = text[: limit * 2].decode("utf-8", "replace").splitlines()
    cleaned = [line.strip().lstrip(marks).rstrip("/").rstrip("*").strip() for line in lines]
    return "\n".join(cleaned).strip()[:limit]
