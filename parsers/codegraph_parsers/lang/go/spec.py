"""Go as data: which node kind means what."""

from __future__ import annotations

from codegraph_parsers import roles
from codegraph_parsers.lang.go import declarations, definitions, expressions, statements, types
from codegraph_parsers.lang.go.imports import project
from codegraph_parsers.lang.go.newer import read
from codegraph_parsers.semantics import (
    BREADTH_FIRST,
    FUNCTION_VALUES,
    BuiltinTypes,
    CallbackPolicy,
    ConstructionPolicy,
    LinkagePolicy,
    ModulePolicy,
    ProtocolPolicy,
    Semantics,
    TypePolicy,
)
from codegraph_parsers.spec import LanguageSpec, SyntaxRules

TYPES = (
    "type_identifier", "qualified_type", "pointer_type", "parenthesized_type", "slice_type", "array_type",
    "implicit_length_array_type", "map_type", "channel_type", "function_type", "struct_type", "interface_type",
    "generic_type", "type_elem",
)  # fmt: skip

NODES = {
    "package_clause": roles.custom(definitions.package),
    "import_spec": roles.custom(definitions.import_spec),
    "function_declaration": roles.custom(definitions.function),
    "method_declaration": roles.custom(definitions.method),
    "func_literal": roles.custom(definitions.literal),
    "type_spec": roles.custom(declarations.type_spec),
    "type_alias": roles.custom(declarations.type_spec),
    "var_spec": roles.custom(declarations.variables),
    "const_declaration": roles.custom(declarations.constants),
    "block": roles.custom(statements.block),
    "if_statement": roles.custom(statements.block),
    "for_statement": roles.custom(statements.for_),
    "expression_switch_statement": roles.custom(statements.block),
    "expression_case": roles.custom(statements.block),
    "default_case": roles.custom(statements.block),
    "type_switch_statement": roles.custom(statements.type_switch),
    "communication_case": roles.custom(statements.block),
    "receive_statement": roles.custom(statements.receive),
    "short_var_declaration": roles.custom(statements.short_variables),
    "assignment_statement": roles.custom(statements.assignment),
    "identifier": roles.custom(expressions.name),
    "selector_expression": roles.custom(expressions.selector),
    "call_expression": roles.custom(expressions.call),
    "type_conversion_expression": roles.custom(expressions.conversion),
    "type_instantiation_expression": roles.custom(expressions.instantiation),
    "index_expression": roles.custom(expressions.index),
    "slice_expression": roles.first(),
    "type_assertion_expression": roles.custom(expressions.assertion),
    "unary_expression": roles.custom(expressions.unary),
    "binary_expression": roles.custom(expressions.binary),
    "composite_literal": roles.custom(expressions.composite),
    "parenthesized_expression": roles.inner(),
    "variadic_argument": roles.spread(),
    "int_literal": roles.literal("int"),
    "iota": roles.literal("int"),
    "float_literal": roles.literal("float64"),
    "imaginary_literal": roles.literal("complex128"),
    "rune_literal": roles.literal("rune"),
    "interpreted_string_literal": roles.literal("string"),
    "raw_string_literal": roles.literal("string"),
    "true": roles.literal("bool"),
    "false": roles.literal("bool"),
    "nil": roles.skip(),
    "comment": roles.comment(),
    **{kind: roles.custom(types.lower) for kind in TYPES},
}

SPEC = LanguageSpec(
    name="go",
    title="Go",
    grammar="tree_sitter_go:language",
    nodes=NODES,
    project=project,
    suffixes=(".go",),
    manifests=("go.mod", "go.work"),
    prelude="prelude.go",
    read=read,
    finish=declarations.finish,
    syntax=SyntaxRules(imports=frozenset({"import_declaration"})),
    is_test_path=lambda path: path.endswith("_test.go"),
    semantics=Semantics(
        construction=ConstructionPolicy(has_type_conversions=True),
        dispatch=BREADTH_FIRST,
        functions=FUNCTION_VALUES,
        modules=ModulePolicy(has_unit_scope=True, has_package_names=True),
        linkage=LinkagePolicy(build_variants="files"),
        types=TypePolicy(conformance="structural"),
        protocols=ProtocolPolicy(iteration_members=("__value",), key_member="__key", subscript_member="__at"),
        builtins=BuiltinTypes(variadic_type=types.SLICE),
        callbacks=CallbackPolicy(
            # nothing can call them: packages run the first, compilers read the other
            entry_points={"init": "", "_": ""},
        ),
    ),
)
