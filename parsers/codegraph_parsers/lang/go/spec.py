"""Specification of Go, with the role of each node kind."""

from __future__ import annotations

from codegraph_parsers import roles
from codegraph_parsers.lang.go import declarations, definitions, expressions, statements, texts, types
from codegraph_parsers.lang.go.imports import project
from codegraph_parsers.lang.go.newer_syntax import read
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
    "package_clause": roles.as_role(definitions.lower_package),
    "import_spec": roles.as_role(definitions.lower_import_spec),
    "function_declaration": roles.as_role(definitions.lower_function),
    "method_declaration": roles.as_role(definitions.lower_method),
    "func_literal": roles.as_role(definitions.lower_function_literal),
    "type_spec": roles.as_role(declarations.lower_type_spec),
    "type_alias": roles.as_role(declarations.lower_type_spec),
    "var_spec": roles.as_role(declarations.lower_variables),
    "const_declaration": roles.as_role(declarations.lower_constants),
    "block": roles.as_role(roles.lower_block),
    "if_statement": roles.as_role(roles.lower_block),
    "for_statement": roles.as_role(statements.lower_for),
    "expression_switch_statement": roles.as_role(roles.lower_block),
    "expression_case": roles.as_role(roles.lower_block),
    "default_case": roles.as_role(roles.lower_block),
    "type_switch_statement": roles.as_role(statements.lower_type_switch),
    "communication_case": roles.as_role(roles.lower_block),
    "receive_statement": roles.as_role(statements.lower_receive),
    "short_var_declaration": roles.as_role(statements.lower_short_variables),
    "return_statement": roles.as_role(statements.lower_return),
    "assignment_statement": roles.as_role(statements.lower_assignment),
    "identifier": roles.as_role(expressions.lower_name),
    "selector_expression": roles.as_role(expressions.lower_selector),
    "call_expression": roles.as_role(expressions.lower_call),
    "type_conversion_expression": roles.as_role(expressions.lower_conversion),
    "type_instantiation_expression": roles.as_role(expressions.lower_instantiation),
    "index_expression": roles.as_role(expressions.lower_index),
    "slice_expression": roles.build_first_role(),
    "type_assertion_expression": roles.as_role(expressions.lower_assertion),
    "unary_expression": roles.as_role(expressions.lower_unary),
    "binary_expression": roles.as_role(expressions.lower_binary),
    "composite_literal": roles.as_role(expressions.lower_composite),
    "parenthesized_expression": roles.build_wrapper_role(),
    "variadic_argument": roles.build_spread_role(),
    "int_literal": roles.build_literal_role("int"),
    "iota": roles.build_literal_role("int"),
    "float_literal": roles.build_literal_role("float64"),
    "imaginary_literal": roles.build_literal_role("complex128"),
    "rune_literal": roles.build_literal_role("rune"),
    "interpreted_string_literal": roles.as_role(texts.lower_string),
    "raw_string_literal": roles.as_role(texts.lower_string),
    "true": roles.build_literal_role("bool"),
    "false": roles.build_literal_role("bool"),
    "nil": roles.build_skip_role(),
    "comment": roles.build_comment_role(),
    **{kind: roles.as_role(types.lower_type) for kind in TYPES},
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
        types=TypePolicy(conformance="structural", has_quoted_texts=True),
        protocols=ProtocolPolicy(iteration_members=("__value",), key_member="__key", subscript_member="__at"),
        builtins=BuiltinTypes(variadic_type=types.SLICE),
        callbacks=CallbackPolicy(
            # nothing can call them: packages run the first, compilers read the other
            entry_points={"init": "", "_": ""},
        ),
    ),
)
