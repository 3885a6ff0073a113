"""Java as data: which node kind means what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.java import definitions, expressions, members, newer, state, statements, types
from codegraph_parsers.lang.java.imports import project
from codegraph_parsers.semantics import (
    BuiltinTypes,
    ConstructionPolicy,
    DispatchPolicy,
    FunctionPolicy,
    LinkagePolicy,
    LookupPolicy,
    MemberPolicy,
    ModulePolicy,
    OperatorPolicy,
    OverloadPolicy,
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
    """Other files see the types of a file, never what it imports."""
    own = w.facts.names.get(0, {})
    declared = {name: expr for name, expr in own.items() if not _imported(w, expr)}
    packages = state.of(w).packages
    if len(packages) > 1:  # the prelude: several packages in one file
        declared = {name: declared[name] for name in packages[ALWAYS_VISIBLE] if name in declared}
        for package, names in packages.items():
            declared.update((f"{package}.{name}", own[name]) for name in names if name in own)
    w.facts.exports = declared


def _imported(w: Walker, expr: int) -> bool:
    found = w.exprs[expr]
    return found[0] == ops.IMPORT or (found[0] == ops.UNION and any(_imported(w, part) for part in found[1:]))


def bare_type(w: Walker, node: Node) -> int:
    return types.type_(w, node)


NODES = {
    "package_declaration": roles.custom(statements.package),
    "import_declaration": roles.custom(statements.import_),
    "module_declaration": roles.skip(),
    "class_declaration": roles.custom(definitions.class_),
    "record_declaration": roles.custom(definitions.class_),
    "interface_declaration": roles.custom(definitions.class_),
    "annotation_type_declaration": roles.custom(definitions.class_),
    "enum_declaration": roles.custom(definitions.class_),
    "enum_constant": roles.custom(definitions.enum_constant),
    "method_declaration": roles.custom(members.method),
    "constructor_declaration": roles.custom(members.method),
    "compact_constructor_declaration": roles.custom(members.method),
    "annotation_type_element_declaration": roles.custom(members.method),
    "field_declaration": roles.custom(members.field),
    "constant_declaration": roles.custom(members.field),
    "static_initializer": roles.custom(members.initialiser),
    "annotation": roles.custom(definitions.annotation),
    "marker_annotation": roles.custom(definitions.annotation),
    "line_comment": roles.comment(),
    "block_comment": roles.comment(),
    "identifier": roles.custom(expressions.identifier),
    "this": roles.custom(expressions.this),
    "super": roles.custom(expressions.super_),
    "field_access": roles.custom(expressions.field_access),
    "array_access": roles.custom(expressions.array_access),
    "method_invocation": roles.custom(expressions.invocation),
    "object_creation_expression": roles.custom(expressions.construction),
    "explicit_constructor_invocation": roles.custom(expressions.explicit_constructor),
    "method_reference": roles.custom(expressions.method_reference),
    "lambda_expression": roles.custom(expressions.lambda_),
    "cast_expression": roles.custom(expressions.cast),
    "ternary_expression": roles.custom(expressions.ternary),
    "binary_expression": roles.custom(expressions.binary),
    "unary_expression": roles.custom(expressions.unary),
    "update_expression": roles.inner(),
    "parenthesized_expression": roles.inner(),
    "expression_statement": roles.inner(),
    "assignment_expression": roles.custom(expressions.assignment),
    "instanceof_expression": roles.custom(statements.instance_of),
    "string_literal": roles.custom(expressions.string),
    "character_literal": roles.literal("$char"),
    "decimal_integer_literal": roles.custom(expressions.number),
    "hex_integer_literal": roles.custom(expressions.number),
    "octal_integer_literal": roles.custom(expressions.number),
    "binary_integer_literal": roles.custom(expressions.number),
    "decimal_floating_point_literal": roles.custom(expressions.number),
    "hex_floating_point_literal": roles.custom(expressions.number),
    "true": roles.literal("$boolean"),
    "false": roles.literal("$boolean"),
    "null_literal": roles.literal("$null"),
    "class_literal": roles.custom(expressions.class_literal),
    "array_creation_expression": roles.custom(expressions.array_creation),
    "array_initializer": roles.custom(expressions.array_initialiser),
    "local_variable_declaration": roles.custom(statements.declaration),
    "block": roles.custom(
        lambda w, node: members.initialiser(w, node) if w.scope.kind == "class" else statements.block(w, node)
    ),
    "if_statement": roles.custom(statements.if_),
    "while_statement": roles.custom(statements.block),
    "do_statement": roles.custom(statements.block),
    "for_statement": roles.custom(statements.block),
    "enhanced_for_statement": roles.custom(statements.for_each),
    "try_with_resources_statement": roles.custom(statements.block),
    "resource": roles.custom(statements.resource),
    "catch_clause": roles.custom(statements.catch),
    "return_statement": roles.custom(statements.return_),
    "yield_statement": roles.custom(statements.yield_),
    "switch_expression": roles.custom(statements.switch),
    "labeled_statement": roles.custom(lambda w, node: w.visit(node.named_children[-1]) if node.named_children else 0),
    "break_statement": roles.skip(),
    "continue_statement": roles.skip(),
    **{kind: roles.custom(bare_type) for kind in sorted(types.TYPES - {"void_type"})},
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
    read=newer.read,
    finish=finish,
    is_test_path=lambda path: "/test/" in f"/{path}" or "/androidTest/" in f"/{path}" or "Test/" in path,
    semantics=Semantics(
        construction=ConstructionPolicy(constructors=(definitions.CONSTRUCTOR,)),
        dispatch=DispatchPolicy(super_target="superclass", has_hiding=True),
        overloads=OverloadPolicy(candidates="definitions", has_inherited_overloads=True),
        members=MemberPolicy(has_closed_classes=True),
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
