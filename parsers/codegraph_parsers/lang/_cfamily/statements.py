"""Statements. Variables have types, so control flow does not change what a name means: only blocks matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import roles
from codegraph_parsers.facts import Flag
from codegraph_parsers.lang._cfamily import functions, preprocessor, records, variables

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def block(w: Walker, node: Node) -> int:
    """Braces: what is declared inside ends with them."""
    w.open_block()
    get = w.table.get
    for child in node.named_children:
        handler = get(child.kind_id)
        if handler is None:
            w.visit_children(child)
        elif w.depth > 400:
            w.visit(child)
        else:
            w.depth += 1
            handler(w, child)
            w.depth -= 1
    w.close_block()
    return 0


def scoped(w: Walker, node: Node) -> int:
    """A statement whose head may declare: `for`, `if (T x = …)`, `while`, `switch`, `catch`."""
    w.open_block()
    w.visit_children(node)
    w.close_block()
    return 0


def return_(w: Walker, node: Node) -> int:
    """Only functions without a declared result are known by what they return."""
    result = 0
    for child in node.named_children:
        if not child.is_extra:
            result = w.visit(child)
    if result and w.functions:
        symbol = w.functions[-1]
        if (
            symbol not in w.facts.declared
            and w.spec.semantics.lookup.class_scope == "methods"
            and not w.symbols[symbol].flags & Flag.TEST
        ):
            w.add_return(result)
    return 0


def labeled(w: Walker, node: Node) -> int:
    for child in node.named_children[1:]:
        w.visit(child)
    return 0


def specifier(w: Walker, node: Node) -> int:
    """A struct or enumeration standing alone; a lone name with no body is a forward declaration."""
    return records.enumeration(w, node) if node.type == "enum_specifier" else records.record(w, node)


def error(w: Walker, node: Node) -> int:
    """Inside a syntax error only what parsed as a whole says anything."""
    for child in node.named_children:
        if child.type not in ("identifier", "type_identifier", "field_identifier", "primitive_type"):
            w.visit(child)
    return 0


def test_statement(w: Walker, node: Node, following: Node) -> bool:
    """`TEST_CASE("x") { … }` that the grammar reads as a call and a block."""
    call = node.named_children[0] if node.named_children else None
    if call is None or call.type != "call_expression" or following.type != "compound_statement":
        return False
    head, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if head is None or head.type != "identifier" or not w.text(head).isupper():
        return False
    words = [w.squeeze(c.start_byte, c.end_byte, 80) for c in (listed.named_children if listed is not None else ())]
    functions.made(w, node, head, words, following)
    return True


def top_level(w: Walker, node: Node) -> int:
    """Children of a file or namespace, with test macros put together again."""
    previous: Node | None = None
    for child in node.named_children:
        if previous is not None:
            if test_statement(w, previous, child):
                previous = None
                continue
            w.visit(previous)
            previous = None
        if child.type == "expression_statement":
            previous = child
        else:
            w.visit(child)
    if previous is not None:
        w.visit(previous)
    return 0


NODES = {
    "translation_unit": roles.custom(top_level),
    "declaration_list": roles.custom(top_level),
    "ERROR": roles.custom(error),
    "compound_statement": roles.custom(block),
    "for_statement": roles.custom(scoped),
    "if_statement": roles.custom(scoped),
    "while_statement": roles.custom(scoped),
    "switch_statement": roles.custom(scoped),
    "return_statement": roles.custom(return_),
    "labeled_statement": roles.custom(labeled),
    "expression_statement": roles.inner(),
    "goto_statement": roles.skip(),
    "break_statement": roles.skip(),
    "continue_statement": roles.skip(),
    "gnu_asm_expression": roles.skip(),
    "attribute_specifier": roles.skip(),
    "function_definition": roles.custom(functions.definition),
    "declaration": roles.custom(variables.declaration),
    "field_declaration": roles.custom(variables.field),
    "type_definition": roles.custom(variables.typedef),
    "struct_specifier": roles.custom(specifier),
    "union_specifier": roles.custom(specifier),
    "enum_specifier": roles.custom(specifier),
    "preproc_include": roles.custom(preprocessor.include),
    "preproc_def": roles.custom(preprocessor.macro),
    "preproc_function_def": roles.custom(preprocessor.macro),
    "preproc_if": roles.custom(preprocessor.conditional),
    "preproc_ifdef": roles.custom(preprocessor.conditional),
    "preproc_elif": roles.custom(preprocessor.conditional),
    "preproc_elifdef": roles.custom(preprocessor.conditional),
    "preproc_call": roles.skip(),
}
