"""Ruby: the roles of its syntax, and its policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import roles, statement_roles
from codegraph_parsers.file_facts import Flag
from codegraph_parsers.lang.ruby import calls, definitions, expressions, newer_syntax, statements
from codegraph_parsers.lang.ruby.files import FILES
from codegraph_parsers.lang.ruby.imports import is_test_path, project
from codegraph_parsers.lang.ruby.state import build_receiver
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

    from codegraph_parsers.walker import Handler, Walker


def finish(w: Walker, root: Node) -> None:
    """Open the module: every file sees the constants that any defines at the top."""
    w.flag(0, Flag.OPEN)


HANDLERS: dict[str, Handler] = {
    "program": definitions.lower_program,
    "identifier": calls.lower_identifier,
    "constant": expressions.lower_constant,
    "scope_resolution": expressions.lower_scope_resolution,
    "self": lambda w, node: build_receiver(w),
    "instance_variable class_variable": expressions.lower_instance_variable,
    "global_variable": expressions.lower_global_variable,
    "call": calls.lower_call,
    "super": calls.lower_super,
    "yield": calls.lower_yield,
    "lambda": calls.lower_lambda,
    "class module": definitions.lower_class,
    "singleton_class": definitions.lower_singleton_class,
    "method singleton_method": definitions.lower_method,
    "alias": definitions.lower_alias,
    "string": expressions.lower_string,
    "heredoc_beginning character": lambda w, node: w.add_literal("String"),
    "chained_string subshell": lambda w, node: w.visit_children(node) or w.add_literal("String"),
    "simple_symbol delimited_symbol hash_key_symbol": expressions.lower_symbol,
    "regex": lambda w, node: w.visit_children(node) or w.add_literal("Regexp"),
    "array": expressions.lower_array,
    "string_array": expressions.build_words_handler("String"),
    "symbol_array": expressions.build_words_handler("Symbol"),
    "hash": expressions.lower_hash,
    "range": expressions.lower_range,
    "element_reference": expressions.lower_index,
    "binary": expressions.lower_binary,
    "unary": expressions.lower_unary,
    "parenthesized_statements": definitions.lower_body,
    "assignment": statements.lower_assignment,
    "operator_assignment": statements.lower_operator_assignment,
    "if unless elsif conditional if_modifier unless_modifier": statements.lower_if,
    "then else do ensure body_statement block_body": definitions.lower_body,
    "case case_match": statements.lower_case,
    "match_pattern test_pattern": statements.lower_match,
    "while until while_modifier until_modifier": statements.lower_while,
    "for": statements.lower_for,
    "begin": statements.lower_begin,
    "rescue": statements.lower_rescue,
    "rescue_modifier": statements.lower_rescue_modifier,
    "return": statements.lower_return,
    "next": statements.lower_next,
    "block do_block": calls.lower_block,
}
"""Kinds of nodes, separated by spaces, and what lowers them."""

NODES = {
    "comment": roles.build_comment_role(is_alone=True),
    **{kind: roles.as_role(handler) for kinds, handler in HANDLERS.items() for kind in kinds.split()},
    "break": statement_roles.build_break_role(),
    **dict.fromkeys(("redo", "retry"), statement_roles.build_exit_role()),
    **dict.fromkeys(("undef", "nil", "uninterpreted"), roles.build_skip_role()),
    "integer": roles.build_literal_role("Integer"),
    "float": roles.build_literal_role("Float"),
    "rational": roles.build_literal_role("Rational"),
    "complex": roles.build_literal_role("Complex"),
    **dict.fromkeys(("true", "false"), roles.build_literal_role("bool")),
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
    read=newer_syntax.read,
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
            entry_points={"*Preview": "", "ApplicationCable.Connection": ""},
        ),
        family="ruby",
    ),
)
