"""Specification of PHP, with the roles of its node kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles, statement_roles
from codegraph_parsers.lang.php import classes, definitions, expressions, names, state, statements
from codegraph_parsers.lang.php.eloquent import DYNAMIC_MEMBERS
from codegraph_parsers.lang.php.files import ROUTES
from codegraph_parsers.lang.php.imports import project
from codegraph_parsers.lang.php.narrowing import narrow
from codegraph_parsers.semantics import (
    DYNAMIC_TYPING,
    FUNCTION_VALUES,
    BuiltinTypes,
    ConstructionPolicy,
    DispatchPolicy,
    LookupPolicy,
    MemberPolicy,
    ModulePolicy,
    OperatorPolicy,
    ProtocolPolicy,
    Semantics,
)
from codegraph_parsers.spec import Collection, LanguageSpec, SyntaxRules

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

LIBRARY = "php"


def finish(w: Walker, root: Node) -> None:
    """Export the names of the prelude under the paths by which they are found."""
    del root
    if not w.facts.path.startswith("<prelude>"):
        return
    own = w.facts.names.get(0, {})
    for full, expr in state.get_state(w).paths.items():
        if full in own:
            w.exprs[expr] = (ops.NAME, full, 0)
    w.facts.exports = own | {f"{LIBRARY}.{name}": expr for name, expr in own.items()}


def locate_in_prelude(path: Sequence[str]) -> list[str]:
    """Return the path under which the prelude exports a full name."""
    return [] if not path or path[0] == LIBRARY else [LIBRARY, *path]


def is_test_path(path: str) -> bool:
    """Return whether a file holds tests, by its name or its folder."""
    return path.endswith(("Test.php", "TestCase.php")) or f"/{path}".lower().find("/tests/") >= 0


def is_php(path: str, head: bytes) -> bool:
    """Return whether a file is PHP: templates and other languages share suffixes."""
    if path.endswith(".blade.php"):
        return False
    return not path.endswith(".inc") or not head or b"<?" in head


NODES = {
    "namespace_definition": roles.as_role(statements.lower_namespace),
    "namespace_use_declaration": roles.as_role(statements.lower_use),
    "comment": roles.as_role(statements.lower_comment),
    "class_declaration": roles.as_role(classes.lower_class),
    "interface_declaration": roles.as_role(classes.lower_class),
    "trait_declaration": roles.as_role(classes.lower_class),
    "enum_declaration": roles.as_role(classes.lower_class),
    "enum_case": roles.as_role(classes.lower_case),
    "method_declaration": roles.as_role(classes.lower_method),
    "property_declaration": roles.as_role(classes.lower_property),
    "use_declaration": roles.as_role(classes.lower_trait_use),
    "const_declaration": roles.as_role(definitions.lower_constants),
    "function_definition": roles.as_role(definitions.lower_function),
    "anonymous_function": roles.as_role(definitions.lower_closure),
    "arrow_function": roles.as_role(definitions.lower_closure),
    "variable_name": roles.as_role(expressions.lower_variable),
    "name": roles.as_role(expressions.lower_constant),
    "qualified_name": roles.as_role(expressions.lower_constant),
    "relative_name": roles.as_role(expressions.lower_constant),
    "member_access_expression": roles.as_role(expressions.lower_member),
    "nullsafe_member_access_expression": roles.as_role(expressions.lower_member),
    "scoped_property_access_expression": roles.as_role(expressions.lower_static_property),
    "class_constant_access_expression": roles.as_role(expressions.lower_class_constant),
    "function_call_expression": roles.as_role(expressions.lower_call),
    "member_call_expression": roles.as_role(expressions.lower_method_call),
    "nullsafe_member_call_expression": roles.as_role(expressions.lower_method_call),
    "scoped_call_expression": roles.as_role(expressions.lower_static_call),
    "object_creation_expression": roles.as_role(expressions.lower_construction),
    "array_creation_expression": roles.as_role(expressions.lower_array),
    "subscript_expression": roles.as_role(expressions.lower_subscript),
    "conditional_expression": roles.as_role(expressions.lower_conditional),
    "binary_expression": roles.as_role(expressions.lower_binary),
    "cast_expression": roles.as_role(expressions.lower_cast),
    "match_expression": roles.as_role(expressions.lower_match),
    "throw_expression": roles.as_role(expressions.lower_throw),
    "yield_expression": roles.as_role(expressions.lower_yield),
    "require_expression": roles.as_role(expressions.lower_include),
    "require_once_expression": roles.as_role(expressions.lower_include),
    "include_expression": roles.as_role(expressions.lower_include),
    "include_once_expression": roles.as_role(expressions.lower_include),
    "string": roles.as_role(expressions.lower_string),
    "encapsed_string": roles.as_role(expressions.lower_string),
    "heredoc": roles.as_role(expressions.lower_heredoc),
    "echo_statement": roles.as_role(expressions.lower_echo),
    "print_intrinsic": roles.as_role(expressions.lower_echo),
    "nowdoc": roles.as_role(lambda w, node: w.add_literal(expressions.STRING)),
    "integer": roles.build_literal_role("integer"),
    "float": roles.build_literal_role("double"),
    "boolean": roles.as_role(expressions.lower_boolean),
    "null": roles.build_skip_role(),
    "variadic_unpacking": roles.build_spread_role(),
    "parenthesized_expression": roles.build_wrapper_role(),
    "expression_statement": roles.build_wrapper_role(),
    "clone_expression": roles.build_wrapper_role(),
    "error_suppression_expression": roles.build_wrapper_role(),
    "sequence_expression": roles.build_wrapper_role(),
    "assignment_expression": roles.as_role(statements.lower_assignment),
    "reference_assignment_expression": roles.as_role(statements.lower_assignment),
    "augmented_assignment_expression": roles.as_role(statements.lower_augmented_assignment),
    "if_statement": statement_roles.build_branch_role(then="body", narrow=narrow),
    "else_clause": roles.as_role(lambda w, node: w.visit_children(node)),
    "while_statement": statement_roles.build_loop_role("condition", narrow=narrow),
    "do_statement": statement_roles.build_loop_role(),
    "for_statement": statement_roles.build_loop_role("initialize", "condition", "update"),
    "foreach_statement": roles.as_role(statements.lower_foreach),
    "switch_statement": roles.as_role(statements.lower_switch),
    "try_statement": roles.as_role(statements.lower_try),
    "catch_clause": roles.as_role(statements.lower_catch),
    "global_declaration": roles.as_role(statements.lower_global),
    "static_variable_declaration": roles.as_role(statements.lower_static_variable),
    "return_statement": statement_roles.build_return_role(),
    "exit_statement": roles.as_role(statements.lower_exit),
    "continue_statement": roles.as_role(statements.lower_exit),
    "break_statement": statement_roles.build_break_role(),
    "text": roles.build_skip_role(),
    "attribute_list": roles.build_skip_role(),
}

SPEC = LanguageSpec(
    name="php",
    title="PHP",
    collection=Collection.ANNOTATIONS,
    grammar="tree_sitter_php:language_php",
    nodes=NODES,
    project=project,
    suffixes=(".php", ".phtml", ".inc", ".php3", ".php4", ".php5", ".php7", ".phps"),
    shebangs=("php",),
    manifests=("composer.json", *ROUTES),
    prelude="prelude.php",
    comments=("comment",),
    syntax=SyntaxRules(imports=frozenset({"namespace_use_declaration"})),
    finish=finish,
    detect=is_php,
    is_test_path=is_test_path,
    semantics=Semantics(
        construction=ConstructionPolicy(constructors=(classes.CONSTRUCTOR,), default_constructor="inherited"),
        dispatch=DispatchPolicy(),
        members=MemberPolicy(has_declared_fields=True),
        dynamic_members=DYNAMIC_MEMBERS,
        functions=FUNCTION_VALUES,
        lookup=LookupPolicy(class_scope="receiver", method_suffix=names.METHOD),
        modules=ModulePolicy(path_separator=names.SEPARATOR, locate_in_prelude=locate_in_prelude),
        inference=DYNAMIC_TYPING,
        protocols=ProtocolPolicy(
            call_member="__invoke()",
            iteration_members=("getIterator()", "current()"),
            key_member="key()",
            subscript_member="offsetGet()",
        ),
        operators=OperatorPolicy(implicit_members={expressions.TO_TEXT: ("__toString()",)}),
        builtins=BuiltinTypes(metaclass="class_string", generator_type="Generator", variadic_type="list"),
        family="php",
    ),
)
