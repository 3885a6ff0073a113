"""Roles of node kinds, and the specification every dialect is made from."""

from __future__ import annotations

import re
from dataclasses import replace

from codegraph_parsers import ops, roles, statement_roles
from codegraph_parsers.lang._ecmascript import classes, expressions, functions, interfaces, modules, scopes, statements
from codegraph_parsers.lang._ecmascript.cases import find_test_cases
from codegraph_parsers.lang._ecmascript.narrowing import narrow
from codegraph_parsers.lang._ecmascript.platform_names import NAMES
from codegraph_parsers.lang._ecmascript.project import MANIFESTS, project
from codegraph_parsers.lang._ecmascript.repair import read, read_typed
from codegraph_parsers.semantics import (
    DYNAMIC_TYPING,
    GRADUAL_TYPING,
    BuiltinTypes,
    CallbackPolicy,
    ConstructionPolicy,
    DispatchPolicy,
    FunctionPolicy,
    LookupPolicy,
    MemberPolicy,
    ModulePolicy,
    OverloadPolicy,
    ProtocolPolicy,
    Semantics,
    TypePolicy,
)
from codegraph_parsers.spec import Collection, LanguageSpec, Role, SyntaxRules, ignore_names

custom = roles.as_role
TEST_PATH = re.compile(r"(^|/)(__tests__|__mocks__|tests?|specs?|e2e)/|[._-](test|spec|e2e|bench|cy)\.[cm]?[jt]sx?$")

NODES: dict[str, Role] = {
    "program": custom(functions.lower_statements),
    "ERROR": custom(functions.lower_statements),
    "comment": roles.build_comment_role(),
    "identifier": custom(scopes.lower_identifier),
    "undefined": roles.build_skip_role(),
    "null": roles.build_skip_role(),
    "this": custom(expressions.lower_this),
    "super": custom(lambda w, node: w.share(ops.SUPER, w.classes[-1]) if w.classes else 0),
    "number": roles.build_literal_role("Number"),
    "true": roles.build_literal_role("Boolean"),
    "false": roles.build_literal_role("Boolean"),
    "regex": custom(lambda w, node: w.add_literal("RegExp")),
    "string": custom(expressions.lower_string),
    "template_string": custom(expressions.lower_template),
    "array": custom(expressions.lower_array),
    "object": custom(expressions.lower_object),
    "member_expression": custom(expressions.lower_member),
    "subscript_expression": custom(expressions.lower_subscript),
    "call_expression": custom(expressions.lower_call),
    "meta_property": custom(expressions.lower_meta_property),
    "new_expression": custom(expressions.lower_new),
    "await_expression": roles.build_await_role(),
    "spread_element": roles.build_spread_role(),
    "parenthesized_expression": roles.build_wrapper_role(),
    "sequence_expression": roles.build_wrapper_role(),
    "expression_statement": roles.build_wrapper_role(),
    "ternary_expression": custom(expressions.lower_ternary),
    "binary_expression": custom(expressions.lower_binary),
    "unary_expression": custom(lambda w, node: w.visit_children(node)),
    "update_expression": custom(lambda w, node: w.visit_children(node)),
    "yield_expression": custom(statements.lower_yield),
    "arrow_function": custom(functions.lower_expression),
    "function_expression": custom(functions.lower_expression),
    "generator_function": custom(functions.lower_expression),
    "class": custom(classes.lower_expression),
    "jsx_element": custom(expressions.lower_element),
    "jsx_self_closing_element": custom(expressions.lower_opening_element),
    "jsx_opening_element": custom(expressions.lower_opening_element),
    "jsx_text": roles.build_skip_role(),
    "function_declaration": custom(functions.lower_declaration),
    "generator_function_declaration": custom(functions.lower_declaration),
    "class_declaration": custom(classes.lower_declaration),
    "class_static_block": custom(classes.lower_static_block),
    "assignment_expression": custom(statements.lower_assignment),
    "augmented_assignment_expression": custom(statements.lower_augmented_assignment),
    "variable_declaration": custom(statements.lower_variables),
    "lexical_declaration": custom(statements.lower_variables),
    "statement_block": custom(statements.lower_block),
    "if_statement": statement_roles.build_branch_role(narrow=narrow),
    "for_statement": custom(statements.lower_for),
    "for_in_statement": custom(statements.lower_for_in),
    "while_statement": statement_roles.build_loop_role("condition"),
    "do_statement": statement_roles.build_loop_role("condition"),
    "switch_statement": custom(statements.lower_switch),
    "try_statement": custom(statements.lower_try),
    "return_statement": custom(statements.lower_return),
    "throw_statement": statement_roles.build_exit_role(),
    "continue_statement": custom(statements.lower_exit),
    "break_statement": custom(statements.lower_break),
    "labeled_statement": roles.build_wrapper_role(),
    "statement_identifier": roles.build_skip_role(),
    "import_statement": custom(modules.lower_import),
    "export_statement": custom(modules.lower_export),
}
"""Kinds that every dialect has."""

JAVASCRIPT_NODES: dict[str, Role] = {**NODES, "using_declaration": custom(statements.lower_variables)}

TYPESCRIPT_NODES: dict[str, Role] = {
    **NODES,
    "function_signature": custom(functions.lower_declaration),
    "abstract_class_declaration": custom(classes.lower_declaration),
    "interface_declaration": custom(interfaces.lower_interface),
    "type_alias_declaration": custom(interfaces.lower_alias),
    "enum_declaration": custom(interfaces.lower_enum),
    "internal_module": custom(interfaces.lower_namespace),
    "module": custom(interfaces.lower_namespace),
    "ambient_declaration": custom(interfaces.lower_ambient),
    "import_alias": custom(modules.lower_import_alias),
    "as_expression": custom(expressions.lower_assertion),
    "satisfies_expression": custom(expressions.lower_assertion),
    "type_assertion": custom(expressions.lower_assertion),
    "non_null_expression": roles.build_wrapper_role(),
    "instantiation_expression": custom(expressions.lower_instantiation),
    "type_arguments": custom(expressions.lower_types_only),
    "type_annotation": custom(expressions.lower_types_only),
}


def is_test_path(path: str) -> bool:
    return TEST_PATH.search(path) is not None


def is_script(path: str, head: bytes) -> bool:
    """Return whether a `.ts` file is TypeScript.

    Translations of Qt, in XML, have that suffix, too.
    """
    return not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<?xml", b"<!DOCTYPE TS", b"<TS "))


def build_dialect(
    title: str, grammar: str, suffixes: tuple[str, ...], nodes: dict[str, Role], shebangs: tuple[str, ...] = ()
) -> LanguageSpec:
    return LanguageSpec(
        name=title.lower(), title=title, collection=Collection.TITLES, grammar=grammar,
        nodes=nodes, project=project, project_facts=ignore_names, suffixes=suffixes,
        manifests=MANIFESTS,
        prelude="../_ecmascript/prelude.d.ts",
        read=read if nodes is JAVASCRIPT_NODES else read_typed, finish=modules.finish, is_test_path=is_test_path,
        test_cases=find_test_cases, detect=is_script if ".ts" in suffixes else None,
        spreads=("spread_element",), syntax=SYNTAX,
        semantics=SEMANTICS if nodes is JAVASCRIPT_NODES else TYPED, shebangs=shebangs,
    )  # fmt: skip


SYNTAX = SyntaxRules(
    wrappers=frozenset({"lexical_declaration", "variable_declaration", "expression_statement"}),
    imports=frozenset({"import_statement", "export_clause"}),
)
COMPONENTS = tuple(
    f"{library}.{name}"
    for library in ("react", "react.default", "preact", "preact.default")
    for name in ("Component", "PureComponent")
)
COMPONENT_HOOKS = frozenset(
    (
        "UNSAFE_componentWillMount", "UNSAFE_componentWillReceiveProps", "UNSAFE_componentWillUpdate",
        "componentDidCatch", "componentDidMount", "componentDidUpdate", "componentWillMount",
        "componentWillReceiveProps", "componentWillUnmount", "componentWillUpdate", "contextType", "constructor",
        "defaultProps", "displayName", "getChildContext", "getDerivedStateFromError", "getDerivedStateFromProps",
        "getSnapshotBeforeUpdate", "propTypes", "render", "shouldComponentUpdate", "state",
    )
)  # fmt: skip
"""Members of a component that React runs; it runs no others."""

SEMANTICS = Semantics(
    construction=ConstructionPolicy(
        constructors=("constructor",),
        default_constructor="inherited",
        construct_signature=interfaces.NEW_MEMBER,
    ),
    dispatch=DispatchPolicy(virtual_members="interface", has_alias_bases=True),
    overloads=OverloadPolicy(candidates="definitions"),
    members=MemberPolicy(is_prototype_based=True, property_member=interfaces.PROPERTY_MEMBER),
    functions=FunctionPolicy(has_rest_containers=True),
    lookup=LookupPolicy(class_scope="receiver", type_namespace="separate", ambient_names=NAMES),
    modules=ModulePolicy(
        import_effect="evaluate",
        has_explicit_exports=True,
        export_assignment=modules.WHOLE,
        ambient_manifest="package.json",
    ),
    inference=DYNAMIC_TYPING,
    types=TypePolicy(has_type_argument_defaults=True),
    protocols=ProtocolPolicy(
        call_member=interfaces.CALL_MEMBER,
        iteration_members=("[Symbol.iterator]", "[Symbol.asyncIterator]", "[item]"),
        subscript_member=interfaces.ITEM_MEMBER,
        await_members=("[await]", "[await]"),
    ),
    builtins=BuiltinTypes(
        root_class="Object",
        tuple_type="TupleOf",
        generator_type="Generator",
        promise_type="Promise",
        global_type="Window",
    ),
    callbacks=CallbackPolicy(
        inert_bases=("Disposable", "AsyncDisposable"),
        base_hooks=dict.fromkeys(COMPONENTS, COMPONENT_HOOKS),
    ),
    family="ecmascript",
)
TYPED = replace(SEMANTICS, members=replace(SEMANTICS.members, has_declared_fields=True), inference=GRADUAL_TYPING)
