"""Specification of Java, with the roles of its node kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.java import definitions, expressions, members, newer_syntax, state, statements, types
from codegraph_parsers.lang.java.imports import project
from codegraph_parsers.semantics import (
    CLOSED_CLASSES,
    INHERITED_OVERLOADS,
    INIT_CONSTRUCTORS,
    SINGLE_INHERITANCE,
    BuiltinTypes,
    FunctionPolicy,
    LinkagePolicy,
    LookupPolicy,
    ModulePolicy,
    OperatorPolicy,
    ProtocolPolicy,
    Semantics,
    TypePolicy,
)
from codegraph_parsers.spec import Collection, LanguageSpec

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ALWAYS_VISIBLE = "java.lang"


def finish(w: Walker, root: Node) -> None:
    """Export the types of a file; other files never see what it imports."""
    own = w.facts.names.get(0, {})
    declared = {name: expr for name, expr in own.items() if not _is_import(w, expr)}
    packages = state.get_state(w).packages
    if len(packages) > 1:  # the prelude: several packages in one file
        declared = {name: declared[name] for name in packages[ALWAYS_VISIBLE] if name in declared}
        for package, names in packages.items():
            declared.update((f"{package}.{name}", own[name]) for name in names if name in own)
    w.facts.exports = declared


def _is_import(w: Walker, expr: int) -> bool:
    found = w.exprs[expr]
    return found[0] == ops.IMPORT or (found[0] == ops.UNION and any(_is_import(w, part) for part in found[1:]))


def lower_bare_type(w: Walker, node: Node) -> int:
    return types.lower_type(w, node)


NODES = {
    "package_declaration": roles.as_role(statements.lower_package),
    "import_declaration": roles.as_role(statements.lower_import),
    "module_declaration": roles.build_skip_role(),
    "class_declaration": roles.as_role(definitions.lower_class),
    "record_declaration": roles.as_role(definitions.lower_class),
    "interface_declaration": roles.as_role(definitions.lower_class),
    "annotation_type_declaration": roles.as_role(definitions.lower_class),
    "enum_declaration": roles.as_role(definitions.lower_class),
    "enum_constant": roles.as_role(definitions.lower_enum_constant),
    "method_declaration": roles.as_role(members.lower_method),
    "constructor_declaration": roles.as_role(members.lower_method),
    "compact_constructor_declaration": roles.as_role(members.lower_method),
    "annotation_type_element_declaration": roles.as_role(members.lower_method),
    "field_declaration": roles.as_role(members.lower_field),
    "constant_declaration": roles.as_role(members.lower_field),
    "static_initializer": roles.as_role(members.lower_initialiser),
    "annotation": roles.as_role(definitions.lower_annotation),
    "marker_annotation": roles.as_role(definitions.lower_annotation),
    "line_comment": roles.build_comment_role(),
    "block_comment": roles.build_comment_role(),
    "identifier": roles.as_role(expressions.lower_identifier),
    "this": roles.as_role(expressions.lower_this),
    "super": roles.as_role(expressions.lower_super),
    "field_access": roles.as_role(expressions.lower_field_access),
    "array_access": roles.as_role(expressions.lower_array_access),
    "method_invocation": roles.as_role(expressions.lower_invocation),
    "object_creation_expression": roles.as_role(expressions.lower_construction),
    "explicit_constructor_invocation": roles.as_role(expressions.lower_explicit_constructor),
    "method_reference": roles.as_role(expressions.lower_method_reference),
    "lambda_expression": roles.as_role(expressions.lower_lambda),
    "cast_expression": roles.as_role(expressions.lower_cast),
    "ternary_expression": roles.as_role(expressions.lower_ternary),
    "binary_expression": roles.as_role(expressions.lower_binary),
    "unary_expression": roles.as_role(expressions.lower_unary),
    "update_expression": roles.build_wrapper_role(),
    "parenthesized_expression": roles.build_wrapper_role(),
    "expression_statement": roles.build_wrapper_role(),
    "assignment_expression": roles.as_role(expressions.lower_assignment),
    "instanceof_expression": roles.as_role(statements.lower_instance_of),
    "string_literal": roles.as_role(expressions.lower_string),
    "character_literal": roles.build_literal_role("$char"),
    "decimal_integer_literal": roles.as_role(expressions.lower_number),
    "hex_integer_literal": roles.as_role(expressions.lower_number),
    "octal_integer_literal": roles.as_role(expressions.lower_number),
    "binary_integer_literal": roles.as_role(expressions.lower_number),
    "decimal_floating_point_literal": roles.as_role(expressions.lower_number),
    "hex_floating_point_literal": roles.as_role(expressions.lower_number),
    "true": roles.build_literal_role("$boolean"),
    "false": roles.build_literal_role("$boolean"),
    "null_literal": roles.build_literal_role("$null"),
    "class_literal": roles.as_role(expressions.lower_class_literal),
    "array_creation_expression": roles.as_role(expressions.lower_array_creation),
    "array_initializer": roles.as_role(expressions.lower_array_initialiser),
    "element_value_array_initializer": roles.as_role(expressions.lower_array_initialiser),
    "local_variable_declaration": roles.as_role(statements.lower_declaration),
    "block": roles.as_role(
        lambda w, node: members.lower_initialiser(w, node) if w.scope.kind == "class" else roles.lower_block(w, node)
    ),
    "if_statement": roles.as_role(statements.lower_if),
    "while_statement": roles.as_role(roles.lower_block),
    "do_statement": roles.as_role(roles.lower_block),
    "for_statement": roles.as_role(roles.lower_block),
    "enhanced_for_statement": roles.as_role(statements.lower_for_each),
    "try_with_resources_statement": roles.as_role(roles.lower_block),
    "resource": roles.as_role(statements.lower_resource),
    "catch_clause": roles.as_role(statements.lower_catch),
    "return_statement": roles.as_role(statements.lower_return),
    "yield_statement": roles.as_role(statements.lower_yield),
    "switch_expression": roles.as_role(statements.lower_switch),
    "labeled_statement": roles.as_role(lambda w, node: w.visit(node.named_children[-1]) if node.named_children else 0),
    "break_statement": roles.build_skip_role(),
    "continue_statement": roles.build_skip_role(),
    **{kind: roles.as_role(lower_bare_type) for kind in sorted(types.TYPES - {"void_type"})},
}

BOXES = {
    "$boolean": "Boolean", "$byte": "Byte", "$short": "Short", "$char": "Character", "$int": "Integer", "$long": "Long",
    "$float": "Float", "$double": "Double",
}  # fmt: skip
ARITHMETIC: dict[str, str] = dict.fromkeys("+-*/%&|^", "$with()")

SPEC = LanguageSpec(
    name="java",
    title="Java",
    collection=Collection.ANNOTATIONS,
    grammar="tree_sitter_java:language",
    nodes=NODES,
    project=project,
    suffixes=(".java",),
    prelude="prelude.java",
    comments=("line_comment", "block_comment"),
    read=newer_syntax.read,
    finish=finish,
    is_test_path=lambda path: "/test/" in f"/{path}" or "/androidTest/" in f"/{path}" or "Test/" in path,
    semantics=Semantics(
        construction=INIT_CONSTRUCTORS,
        dispatch=SINGLE_INHERITANCE,
        overloads=INHERITED_OVERLOADS,
        members=CLOSED_CLASSES,
        functions=FunctionPolicy(has_functional_interfaces=True),
        lookup=LookupPolicy(class_scope="methods", method_suffix=types.METHOD),
        modules=ModulePolicy(has_unit_scope=True, has_explicit_exports=True),
        linkage=LinkagePolicy(has_generated_sources=True),
        types=TypePolicy(
            primitives=tuple(BOXES),
            boxing={**BOXES, **{box: primitive for primitive, box in BOXES.items()}},
        ),
        protocols=ProtocolPolicy(
            leave_members=("close()",),
            iteration_members=("iterator()", "next()"),
            subscript_member="$get()",
        ),
        operators=OperatorPolicy(members=ARITHMETIC),
        builtins=BuiltinTypes(root_class="Object", null_type="$null", void_type="$void", variadic_type=types.ARRAY),
        family="java",
    ),
)
