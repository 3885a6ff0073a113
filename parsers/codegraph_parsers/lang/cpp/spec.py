"""C++ as data: what C has, and what only C++ has."""

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
from codegraph_parsers.spec import LanguageSpec, SyntaxRules, no_names

NODES = {
    **expressions.NODES,
    **statements.NODES,
    "namespace_definition": roles.custom(scopes.namespace),
    "namespace_alias_definition": roles.custom(scopes.namespace_alias),
    "using_declaration": roles.custom(scopes.using),
    "alias_declaration": roles.custom(scopes.alias),
    "template_declaration": roles.custom(scopes.template),
    "template_instantiation": roles.skip(),
    "concept_definition": roles.custom(scopes.concept),
    "friend_declaration": roles.custom(scopes.friend),
    "class_specifier": roles.custom(statements.specifier),
    "field_initializer_list": roles.custom(values.field_initializers),
    "condition_clause": roles.custom(values.condition),
    "qualified_identifier": roles.custom(expressions.qualified_value),
    "template_function": roles.custom(values.template_value),
    "template_type": roles.custom(expressions.type_expression),
    "this": roles.custom(values.this),
    "lambda_expression": roles.custom(values.lambda_),
    "new_expression": roles.custom(values.new),
    "delete_expression": roles.custom(values.delete),
    "for_range_loop": roles.custom(values.range_for),
    "catch_clause": roles.custom(values.catch),
    "co_await_expression": roles.inner(),
    "co_return_statement": roles.inner(),
    "co_yield_statement": roles.inner(),
    "throw_statement": roles.inner(),
    "operator_name": roles.skip(),
    "raw_string_literal": expressions.literal(expressions.CHARACTERS),
    "user_defined_literal": roles.custom(values.user_literal),
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
    project_facts=no_names,
    suffixes=(*SUFFIXES.split(), ".h"),
    detect=detect.is_plus,
    prelude="prelude.hpp",
    read=tidy.read,
    harmless=tidy.statement_macro,
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
