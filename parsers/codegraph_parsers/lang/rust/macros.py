"""Macro calls.

Their tokens are parsed again as the code that they most likely are.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from codegraph_parsers import grammar, ops
from codegraph_parsers.lang.rust.blocks import lower_arms
from codegraph_parsers.lang.rust.items import discard_attributes
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.types import lower_path
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

    from codegraph_parsers.walker import Walker

TOKENS = {"call": "tokens", "reference": "token"}  # kind of a site → its kind among the tokens of a macro
MATCHING = frozenset({"matches", "assert_matches", "debug_assert_matches"})
TYPED = {
    "format": "String",
    "concat": "str",
    "stringify": "str",
    "include_str": "str",
    "matches": "bool",
    "cfg": "bool",
}
VALUES = frozenset({"dbg", "black_box", "identity"})
UNWRAPPING = frozenset({"try", "ready"})  # give what is inside, or leave the function
BUILT_IN = frozenset(
    {
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "format",
        "panic",
        "print",
        "println",
        "vec",
    }
    | {"eprintln", "matches", "unreachable", "todo", "write", "writeln"}
)
"""Macros hardly anybody defines again: not looked for in other files of the crate."""
OPAQUE = frozenset(
    {"stringify", "concat_idents", "asm", "global_asm", "cfg", "include", "include_str", "include_bytes"}
)
ITEMS = frozenset(
    {"function_item", "struct_item", "enum_item", "impl_item", "trait_item", "mod_item", "const_item", "static_item"}
    | {"type_item", "use_declaration", "union_item", "macro_definition"}
)
MAX_BYTES = 200_000  # a longer argument is data


def lower_invocation(w: Walker, node: Node) -> int:
    name_node = node.child_by_field_name("macro")
    if name_node is None:
        return 0
    name = w.read_text(name_node).rsplit("::", 1)[-1]
    _mention_macro(w, name_node)
    body = find_child(node, "token_tree")
    if body is None or name in OPAQUE or body.end_byte - body.start_byte > MAX_BYTES:
        return _build_result(w, name, [])
    at_items = w.scope.kind != "function"
    discard_attributes(w)
    kept = get_state(w)
    outer = kept.macro
    if at_items:
        kept.macro = name
        from codegraph_parsers.lang.rust.macro_expansion import expand_items

        if expand_items(w, node, name_node, body):
            kept.macro = outer
            return 0
    results = _lower_items(w, body) if at_items else None
    if results is None:
        before = len(w.sites)
        kept.tokens += 1
        results = _lower_matches(w, body) if name in MATCHING else None
        if results is None:
            results = _lower_expressions(w, body)
        kept.tokens -= 1
        mark_token_sites(w, before)
    kept.macro = outer
    return _build_result(w, name, results)


def mark_token_sites(w: Walker, before: int) -> None:
    """Mark sites as calls and names among the tokens of a macro.

    The macro decides what becomes of them.
    """
    sites = w.sites
    for position in range(before, len(sites)):
        kind = TOKENS.get(sites[position][0])
        if kind is not None:
            sites[position] = (kind, *sites[position][1:])


def _mention_macro(w: Walker, node: Node) -> None:
    """Mention the macro itself.

    It is an item, even if a local has its name. It is expanded rather than called.
    """
    if node.type == "identifier":
        name = w.read_text(node)
        module = name in BUILT_IN and (
            name in get_state(w).standard or name in get_state(w).shared
        )  # `use std::vec`: no macro
        expr = w.share(ops.NAME, f"{name}!" if module else name, w.scope.symbol)
        if name not in BUILT_IN:
            get_state(w).macros.setdefault(expr, node.start_point[0] + 1)
    elif w.read_text(node).replace(" ", "").rpartition("::")[0] == "crate":  # where exported macros are
        from codegraph_parsers.lang.rust.expansions import import_crate_macro

        expr = import_crate_macro(w, w.read_text(node).rsplit("::", 1)[-1].strip(), node.start_point[0] + 1)
        expr = w.union([expr, lower_path(w, node, mention=False)])
    else:
        expr = lower_path(w, node, mention=False)
    call = w.add(ops.CALL, expr, (), ())
    w.add_site("tokens", call, node.start_point[0] + 1)


def _build_result(w: Walker, name: str, results: list[int]) -> int:
    if name == "vec":
        return w.add(ops.LIST, "Vec", tuple(results))
    if name in TYPED:
        return w.add_literal(TYPED[name])
    if name in VALUES and results:
        return results[-1]
    if name in UNWRAPPING and results:
        from codegraph_parsers.lang.rust.expressions import build_unwrapped

        return build_unwrapped(w, results[0]) if results[0] else 0
    if name in ("write", "writeln"):
        return w.add_instance(w.share(ops.NAME, "Result", 0))
    return 0


def _lower_items(w: Walker, body: Node) -> list[int] | None:
    """Lower the tokens of a macro among items as items.

    The result is None when they are no items.
    """
    inside = (body.start_byte + 1, body.end_byte - 1)
    if inside[1] <= inside[0]:
        return None
    tree = parse(w, body, inside)
    found = [child for child in tree.named_children if child.type in ITEMS]
    if not found or (tree.has_error and len(found) * 2 < tree.named_child_count):
        return None
    w.visit_children(tree)
    return []


def _lower_expressions(w: Walker, body: Node) -> list[int]:
    """Lower tokens as a list of expressions, or as statements when in braces."""
    results: list[int] = []
    if w.source[body.start_byte : body.start_byte + 1] == b"{":
        tree = parse(w, body, (body.start_byte, body.end_byte))
    else:
        tree = parse(w, body, (body.start_byte, body.end_byte), after=b";")
    for child in tree.named_children:
        inner = child
        while (
            inner.type in ("expression_statement", "parenthesized_expression", "ERROR") and inner.named_child_count == 1
        ):
            inner = inner.named_children[0]
        if inner.type in ("tuple_expression", "array_expression", "ERROR"):
            length = inner.child_by_field_name("length")
            parts = [each for each in inner.named_children if not each.is_extra]
            values = [w.visit(each) for each in parts]
            results.extend(values[:1] if length is not None else values)
        else:
            results.append(w.visit(inner))
    return results


def _lower_matches(w: Walker, body: Node) -> list[int] | None:
    """Lower `matches!(value, PATTERN if guard)`.

    The result is None when the tokens do not have that shape.
    """
    comma = next((child for child in body.children if child.type == ","), None)
    if comma is None:
        return None
    value = 0
    for child in parse(w, body, (body.start_byte + 1, comma.start_byte), after=b";").named_children:
        value = w.visit(child)
    end = body.end_byte - 1
    tree = parse(w, body, (comma.end_byte, end), before=b"match 0{", after=b"=>0};")
    found = next((each for child in tree.named_children for each in child.named_children), None)
    if found is not None and found.type == "match_expression":
        lower_arms(w, found, value)
    return []


@cache
def create_parser(name: str) -> Parser:
    """Create a parser for parts of files.

    The shared parser always reads whole files.
    """
    from tree_sitter import Parser

    return Parser(grammar.load(name))


def parse(w: Walker, body: Node, span: tuple[int, int], before: bytes = b"", after: bytes = b"") -> Node:
    """Parse part of a file on its own, at its own bytes and lines.

    `before` and `after` are put around it. `before` overwrites bytes in front of the part, so it must not be longer
    than the text there.
    """
    from tree_sitter import Range

    reader = create_parser(w.spec.grammar)
    row, column = body.start_point
    newline = w.source.rfind(b"\n", body.start_byte, span[0])
    row += w.source.count(b"\n", body.start_byte, span[0])
    column = span[0] - newline - 1 if newline >= 0 else column + span[0] - body.start_byte
    stop = body.end_point
    start = span[0] - len(before)
    end = (stop[0], stop[1] + len(after))
    reader.included_ranges = [Range((row, max(0, column - len(before))), end, start, span[1] + len(after))]
    return reader.parse(b"".join((w.source[:start], before, w.source[span[0] : span[1]], after))).root_node
