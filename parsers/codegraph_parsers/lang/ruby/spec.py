"""Ruby: the roles of its syntax, and its policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import roles
from codegraph_parsers.facts import Flag
from codegraph_parsers.lang.ruby import calls, definitions, expressions, newer, statements
from codegraph_parsers.lang.ruby.files import FILES
from codegraph_parsers.lang.ruby.imports import is_test_path, project
from codegraph_parsers.semantics import (
    DYNAMIC_TYPING,
    BuiltinTypes,
    CallbackPolicy,
    ConstructionPolicy,
    FunctionPolicy,
    LookupPolicy,
    MemberPolicy,
    OperatorPolicy,
    ProtocolPolicy,
    Semantics,
)
from codegraph_parsers.spec import LanguageSpec, SyntaxRules, ignore_names

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def finish(w: Walker, root: Node) -> None:
    """Open the module: every file sees the constants that any defines at the top."""
    w.flag(0, Flag.OPEN)


NODES = {
    "comment": roles.as_role(definitions.lower_comment),
    "program": roles.as_role(definitions.lower_program),
    "identifier": roles.as_role(calls.lower_identifier),
    "constant": roles.as_role(expressions.lower_constant),
    "scope_resolution": roles.as_role(expressions.lower_scope_resolution),
    "self": roles.as_role(expressions.lower_self),
    "instance_variable": roles.as_role(expressions.lower_instance_variable),
    "class_variable": roles.as_role(expressions.lower_instance_variable),
    "global_variable": roles.as_role(expressions.lower_global_variable),
    "call": roles.as_role(calls.lower_call),
    "super": roles.as_role(calls.lower_super),
    "yield": roles.as_role(calls.lower_yield),
    "lambda": roles.as_role(calls.lower_lambda),
    "class": roles.as_role(definitions.lower_class),
    "module": roles.as_role(definitions.lower_class),
    "singleton_class": roles.as_role(definitions.lower_singleton_class),
    "method": roles.as_role(definitions.lower_method),
    "singleton_method": roles.as_role(definitions.lower_method),
    "alias": roles.as_role(definitions.lower_alias),
    "undef": roles.build_skip_role(),
    "string": roles.as_role(expressions.lower_string),
    "heredoc_beginning": roles.as_role(lambda w, node: w.add_literal("String")),
    "chained_string": roles.as_role(lambda w, node: w.visit_children(node) or w.add_literal("String")),
    "subshell": roles.as_role(lambda w, node: w.visit_children(node) or w.add_literal("String")),
    "character": roles.as_role(lambda w, node: w.add_literal("String")),
    "simple_symbol": roles.as_role(expressions.lower_symbol),
    "delimited_symbol": roles.as_role(expressions.lower_symbol),
    "hash_key_symbol": roles.as_role(expressions.lower_symbol),
    "regex": roles.as_role(expressions.lower_regex),
    "integer": roles.build_literal_role("Integer"),
    "float": roles.build_literal_role("Float"),
    "rational": roles.build_literal_role("Rational"),
    "complex": roles.build_literal_role("Complex"),
    "true": roles.build_literal_role("bool"),
    "false": roles.build_literal_role("bool"),
    "nil": roles.build_skip_role(),
    "array": roles.as_role(expressions.lower_array),
    "string_array": roles.as_role(expressions.build_words_role("String")),
    "symbol_array": roles.as_role(expressions.build_words_role("Symbol")),
    "hash": roles.as_role(expressions.lower_hash),
    "range": roles.as_role(expressions.lower_range),
    "element_reference": roles.as_role(expressions.lower_index),
    "binary": roles.as_role(expressions.lower_binary),
    "unary": roles.as_role(expressions.lower_unary),
    "parenthesized_statements": roles.as_role(statements.lower_block_statements),
    "assignment": roles.as_role(statements.lower_assignment),
    "operator_assignment": roles.as_role(statements.lower_operator_assignment),
    "if": roles.as_role(statements.lower_if),
    "unless": roles.as_role(statements.lower_if),
    "elsif": roles.as_role(statements.lower_if),
    "conditional": roles.as_role(statements.lower_if),
    "if_modifier": roles.as_role(statements.lower_if),
    "unless_modifier": roles.as_role(statements.lower_if),
    "then": roles.as_role(definitions.lower_body),
    "else": roles.as_role(definitions.lower_body),
    "case": roles.as_role(statements.lower_case),
    "case_match": roles.as_role(statements.lower_case_match),
    "match_pattern": roles.as_role(statements.lower_match),
    "test_pattern": roles.as_role(statements.lower_match),
    "while": roles.as_role(statements.lower_while),
    "until": roles.as_role(statements.lower_while),
    "while_modifier": roles.as_role(statements.lower_while),
    "until_modifier": roles.as_role(statements.lower_while),
    "for": roles.as_role(statements.lower_for),
    "do": roles.as_role(definitions.lower_body),
    "begin": roles.as_role(statements.lower_begin),
    "rescue": roles.as_role(statements.lower_rescue),
    "ensure": roles.as_role(definitions.lower_body),
    "rescue_modifier": roles.as_role(statements.lower_rescue_modifier),
    "return": roles.as_role(statements.lower_return),
    "next": roles.as_role(statements.lower_next),
    "break": roles.as_role(statements.lower_break),
    "redo": roles.as_role(statements.lower_leaving),
    "retry": roles.as_role(statements.lower_leaving),
    "body_statement": roles.as_role(definitions.lower_body),
    "block_body": roles.as_role(definitions.lower_body),
    "block": roles.as_role(calls.lower_block),
    "do_block": roles.as_role(calls.lower_block),
    "uninterpreted": roles.build_skip_role(),
}

SPEC = LanguageSpec(
    name="ruby",
    title=FILES.title,
    grammar="tree_sitter_ruby:language",
    nodes=NODES,
    project=project,
    project_facts=ignore_names,
    suffixes=FILES.suffixes,
    filenames=FILES.filenames,
    shebangs=FILES.shebangs,
    prelude="prelude.rb",
    syntax=SyntaxRules(
        brackets=frozenset({"parenthesized_statements"}),
        empty=frozenset({"argument_list", "method_parameters"}),
        bodies=frozenset({"body_statement", "block_body", "program"}),
        leaves=frozenset({"string_content", "heredoc_content"}),
    ),
    keyword_arguments={"pair": ("key", "value")},
    read=newer.read,
    finish=finish,
    is_test_path=is_test_path,
    semantics=Semantics(
        construction=ConstructionPolicy(
            constructors=("initialize",), default_constructor="inherited", factory_member="new"
        ),
        members=MemberPolicy(class_prefix="self.", has_called_properties=True, has_closed_classes=True),
        functions=FunctionPolicy(has_rest_containers=False),
        lookup=LookupPolicy(class_scope="nesting"),
        inference=DYNAMIC_TYPING,
        protocols=ProtocolPolicy(
            call_member="call",
            iteration_members=("first",),
            subscript_member="[]",
            dereference_members=("__delegate__",),
        ),
        operators=OperatorPolicy(members=expressions.OPERATORS, reflected=expressions.REFLECTED),
        builtins=BuiltinTypes(
            root_class="Object",
            metaclass="Class",
            tuple_type="Array",
            variadic_type="Array",
            keyword_type="Hash",
        ),
        callbacks=CallbackPolicy(
            library_calls=expressions.RUNNING,
            test_hooks=("setup", "teardown", "before_setup", "after_teardown"),
            entry_points={"*Preview": ""},
        ),
        family="ruby",
    ),
)
