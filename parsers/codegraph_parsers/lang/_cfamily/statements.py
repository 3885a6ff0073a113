"""Lowering of statements.

Variables have types, so control flow does not change what a name refers to. Only blocks matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import roles
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.lang._cfamily import functions, preprocessor, records, variables

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def lower_block(w: Walker, node: Node) -> int:
    """Lower a block; declarations inside end with it."""
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


def lower_scoped(w: Walker, node: Node) -> int:
    """Lower a statement whose head may declare.

    These are `for`, `if (T x = …)`, `while`, `switch` and `catch`.
    """
    w.open_block()
    w.visit_children(node)
    w.close_block()
    return 0


def lower_return(w: Walker, node: Node) -> int:
    """Lower `return`.

    The returned value counts only for functions without a declared result.
    """
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


def lower_labeled(w: Walker, node: Node) -> int:
    for child in node.named_children[1:]:
        w.visit(child)
    return 0


def lower_specifier(w: Walker, node: Node) -> int:
    """Lower a struct or enumeration that is not part of a declaration.

    A mere name without a body is a forward declaration.
    """
    return records.lower_enumeration(w, node) if node.type == "enum_specifier" else records.lower_record(w, node)


def lower_error(w: Walker, node: Node) -> int:
    """Lower a syntax error: only complete constructs inside it count."""
    for child in node.named_children:
        if child.type not in ("identifier", "type_identifier", "field_identifier", "primitive_type"):
            w.visit(child)
    return 0


def lower_test_statement(w: Walker, node: Node, following: Node) -> bool:
    """Lower `TEST_CASE("x") { … }`, which the grammar reads as a call and a block.

    Return whether the two nodes are such a test.
    """
    call = node.named_children[0] if node.named_children else None
    if call is None or call.type != "call_expression" or following.type != "compound_statement":
        return False
    head, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if head is None or head.type != "identifier" or not w.read_text(head).isupper():
        return False
    words = [
        w.read_one_line(c.start_byte, c.end_byte, 80) for c in (listed.named_children if listed is not None else ())
    ]
    functions.define_from_macro(w, node, head, words, following)
    return True


def lower_top_level(w: Walker, node: Node) -> int:
    """Lower the children of a file or namespace.

    Test macros are joined to their blocks.
    """
    previous: Node | None = None
    for child in node.named_children:
        if previous is not None:
            if lower_test_statement(w, previous, child):
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
    "translation_unit": roles.as_role(lower_top_level),
    "declaration_list": roles.as_role(lower_top_level),
    "ERROR": roles.as_role(lower_error),
    "compound_statement": roles.as_role(lower_block),
    "for_statement": roles.as_role(lower_scoped),
    "if_statement": roles.as_role(lower_scoped),
    "while_statement": roles.as_role(lower_scoped),
    "switch_statement": roles.as_role(lower_scoped),
    "return_statement": roles.as_role(lower_return),
    "labeled_statement": roles.as_role(lower_labeled),
    "expression_statement": roles.build_wrapper_role(),
    "goto_statement": roles.build_skip_role(),
    "break_statement": roles.build_skip_role(),
    "continue_statement": roles.build_skip_role(),
    "gnu_asm_expression": roles.build_skip_role(),
    "attribute_specifier": roles.build_skip_role(),
    "function_definition": roles.as_role(functions.lower_function_definition),
    "declaration": roles.as_role(variables.lower_declaration),
    "field_declaration": roles.as_role(variables.lower_field),
    "type_definition": roles.as_role(variables.lower_typedef),
    "struct_specifier": roles.as_role(lower_specifier),
    "union_specifier": roles.as_role(lower_specifier),
    "enum_specifier": roles.as_role(lower_specifier),
    "preproc_include": roles.as_role(preprocessor.lower_include),
    "preproc_def": roles.as_role(preprocessor.lower_macro),
    "preproc_function_def": roles.as_role(preprocessor.lower_macro),
    "preproc_if": roles.as_role(preprocessor.lower_if_directive),
    "preproc_ifdef": roles.as_role(preprocessor.lower_if_directive),
    "preproc_elif": roles.as_role(preprocessor.lower_if_directive),
    "preproc_elifdef": roles.as_role(preprocessor.lower_if_directive),
    "preproc_call": roles.build_skip_role(),
}
