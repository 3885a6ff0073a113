"""Specification of C++: the parts shared with C, and those of C++ alone."""

from __future__ import annotations

from codegraph_parsers import roles
from codegraph_parsers.lang._cfamily import detect, expressions, statements, tidy
from codegraph_parsers.lang._cfamily.finish import finish
from codegraph_parsers.lang._cfamily.functions import CONSTRUCT
from codegraph_parsers.lang._cfamily.includes import project
from codegraph_parsers.lang._cfamily.types import BOOLEAN, FLOATING, INTEGER, NUMBERS, SCALARS, SINGLE, TEXT
from codegraph_parsers.lang.cpp import scopes, values
from codegraph_parsers.semantics import (
    DEDUCED_TYPING,
    FUNCTION_VALUES,
    SCOPE_OPERATOR,
    ArithmeticPolicy,
    ConstructionPolicy,
    LinkagePolicy,
    LookupPolicy,
    OperatorPolicy,
    OverloadPolicy,
    ProtocolPolicy,
    Semantics,
    TypePolicy,
)
from codegraph_parsers.spec import LanguageSpec, SyntaxRules, ignore_names

NODES = {
    **expressions.NODES,
    **statements.NODES,
    "namespace_definition": roles.as_role(scopes.lower_namespace),
    "namespace_alias_definition": roles.as_role(scopes.lower_namespace_alias),
    "using_declaration": roles.as_role(scopes.lower_using),
    "alias_declaration": roles.as_role(scopes.lower_alias),
    "template_declaration": roles.as_role(scopes.lower_template_declaration),
    "template_instantiation": roles.build_skip_role(),
    "concept_definition": roles.as_role(scopes.lower_concept),
    "friend_declaration": roles.as_role(scopes.lower_friend),
    "class_specifier": roles.as_role(statements.lower_specifier),
    "field_initializer_list": roles.as_role(values.lower_field_initializers),
    "condition_clause": roles.as_role(values.lower_condition),
    "qualified_identifier": roles.as_role(expressions.lower_qualified_value),
    "template_function": roles.as_role(values.lower_template_value),
    "template_type": roles.as_role(expressions.lower_type_expression),
    "this": roles.as_role(values.lower_this),
    "lambda_expression": roles.as_role(values.lower_lambda),
    "new_expression": roles.as_role(values.lower_new),
    "delete_expression": roles.as_role(values.lower_delete),
    "for_range_loop": roles.as_role(values.lower_range_for),
    "catch_clause": roles.as_role(values.lower_catch),
    "co_await_expression": roles.build_wrapper_role(),
    "co_return_statement": roles.build_wrapper_role(),
    "co_yield_statement": roles.build_wrapper_role(),
    "throw_statement": roles.build_wrapper_role(),
    "operator_name": roles.build_skip_role(),
    "raw_string_literal": expressions.build_literal_role(expressions.CHARACTERS),
    "user_defined_literal": roles.as_role(values.lower_user_literal),
}

OPERATORS = {
    sign: f"operator{sign}"
    for sign in (
        "+",
        "-",
        "*",
        "/",
        "%",
        "<<",
        ">>",
        "==",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "+=",
        "-=",
        "*=",
        "/=",
        "=",
        "&",
        "|",
        "^",
        "<<=",
        ">>=",
        "%=",
        "&=",
        "|=",
        "^=",
        "~",
        "!",
        "++",
        "--",
        "->",
    )
}

BUILT_IN = frozenset({"+", "-", "+=", "-=", "=", "==", "!=", "<", ">", "<=", ">=", "*", "!", "++", "--", "->", "[]"})
"""Operators that an address has without a class that defines them."""

BLURRED = SCALARS - {INTEGER, SINGLE, FLOATING, BOOLEAN}
"""Types that others are read as, too."""

SUFFIXES = ".cc .cpp .cxx .c++ .C .hh .hpp .hxx .h++ .ipp .tpp .txx .tcc .ixx .cppm .cu .cuh .inl .inc"

SPEC = LanguageSpec(
    name="cpp",
    title="C++",
    grammar="tree_sitter_cpp:language",
    nodes=NODES,
    project=project,
    project_facts=ignore_names,
    suffixes=(*SUFFIXES.split(), ".h"),
    detect=detect.is_cpp,
    prelude="prelude.hpp",
    read=tidy.read,
    harmless=tidy.is_statement_macro,
    finish=finish,
    syntax=SyntaxRules(wrappers=frozenset({"template_declaration"}), imports=frozenset({"preproc_include"})),
    semantics=Semantics(
        construction=ConstructionPolicy(constructors=(CONSTRUCT,), default_constructor="implicit"),
        overloads=OverloadPolicy(candidates="definitions", has_conversion_ranking=True),
        functions=FUNCTION_VALUES,
        lookup=LookupPolicy(class_scope="methods", is_argument_dependent=True),
        modules=SCOPE_OPERATOR,
        linkage=LinkagePolicy(is_external=True),
        inference=DEDUCED_TYPING,
        types=TypePolicy(has_converting_constructors=True, approximate_types=BLURRED),
        protocols=ProtocolPolicy(
            call_member="operator()",
            iteration_members=("begin", "operator*"),
            subscript_member="operator[]",
            dereference_members=("operator->", "operator*"),
        ),
        operators=OperatorPolicy(members=OPERATORS),
        arithmetic=ArithmeticPolicy(conversion_ranks=NUMBERS, character_type=TEXT, pointer_operators=BUILT_IN),
        family="c",
    ),
)  # fmt: skip
