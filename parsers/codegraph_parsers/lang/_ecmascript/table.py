"""Which node kind means what, and the specification every dialect is made from."""

from __future__ import annotations

import re
from dataclasses import replace

from codegraph_parsers import flow, ops, roles
from codegraph_parsers.lang._ecmascript import classes, expressions, functions, interfaces, modules, scopes, statements
from codegraph_parsers.lang._ecmascript.cases import test_cases
from codegraph_parsers.lang._ecmascript.narrowing import narrow
from codegraph_parsers.lang._ecmascript.offered import NAMES
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
from codegraph_parsers.spec import Collection, LanguageSpec, Role, SyntaxRules, no_names

custom = roles.custom
TEST_PATH = re.compile(r"(^|/)(__tests__|__mocks__|tests?|specs?|e2e)/|[._-](test|spec|e2e|bench|cy)\.[cm]?[jt]sx?$")

NODES: dict[str, Role] = {
    "program": custom(functions.statements),
    "ERROR": custom(functions.statements),
    "comment": roles.comment(),
    "identifier": custom(scopes.use),
    "undefined": roles.skip(),
    "null": roles.skip(),
    "this": custom(expressions.this),
    "super": custom(lambda w, node: w.share(ops.SUPER, w.classes[-1]) if w.classes else 0),
    "number": roles.literal("Number"),
    "true": roles.literal("Boolean"),
    "false": roles.literal("Boolean"),
    "regex": custom(lambda w, node: w.literal("RegExp")),
    "string": custom(expressions.string),
    "template_string": custom(expressions.template),
    "array": custom(expressions.array),
    "object": custom(expressions.object_),
    "member_expression": custom(expressions.member),
    "subscript_expression": custom(expressions.subscript),
    "call_expression": custom(expressions.call),
    "new_expression": custom(expressions.new),
    "await_expression": roles.await_(),
    "spread_element": roles.spread(),
    "parenthesized_expression": roles.inner(),
    "sequence_expression": roles.inner(),
    "expression_statement": roles.inner(),
    "ternary_expression": custom(expressions.ternary),
    "binary_expression": custom(expressions.binary),
    "unary_expression": custom(lambda w, node: w.visit_children(node)),
    "update_expression": custom(lambda w, node: w.visit_children(node)),
    "yield_expression": custom(statements.yield_),
    "arrow_function": custom(functions.expression),
    "function_expression": custom(functions.expression),
    "generator_function": custom(functions.expression),
    "class": custom(classes.expression),
    "jsx_element": custom(expressions.element),
    "jsx_self_closing_element": custom(expressions.opening),
    "jsx_opening_element": custom(expressions.opening),
    "jsx_text": roles.skip(),
    "function_declaration": custom(functions.declaration),
    "generator_function_declaration": custom(functions.declaration),
    "class_declaration": custom(classes.declaration),
    "class_static_block": custom(classes.static_block),
    "assignment_expression": custom(statements.assignment),
    "augmented_assignment_expression": custom(statements.augmented),
    "variable_declaration": custom(statements.variables),
    "lexical_declaration": custom(statements.variables),
    "statement_block": custom(statements.block),
    "if_statement": flow.branch(narrow=narrow),
    "for_statement": custom(statements.for_),
    "for_in_statement": custom(statements.for_in),
    "while_statement": flow.repeat("condition"),
    "do_statement": flow.repeat("condition"),
    "switch_statement": custom(statements.switch),
    "try_statement": custom(statements.try_),
    "return_statement": custom(statements.return_),
    "throw_statement": flow.leave(),
    "continue_statement": custom(statements.leave),
    "break_statement": custom(statements.leave_loop),
    "labeled_statement": roles.inner(),
    "statement_identifier": roles.skip(),
    "import_statement": custom(modules.import_),
    "export_statement": custom(modules.export),
}
"""Kinds that every dialect has."""

JAVASCRIPT_NODES: dict[str, Role] = {**NODES, "using_declaration": custom(statements.variables)}

TYPESCRIPT_NODES: dict[str, Role] = {
    **NODES,
    "function_signature": custom(functions.declaration),
    "abstract_class_declaration": custom(classes.declaration),
    "interface_declaration": custom(interfaces.interface),
    "type_alias_declaration": custom(interfaces.alias),
    "enum_declaration": custom(interfaces.enum),
    "internal_module": custom(interfaces.namespace),
    "module": custom(interfaces.namespace),
    "ambient_declaration": custom(interfaces.declare),
    "import_alias": custom(modules.import_alias),
    "as_expression": custom(expressions.assertion),
    "satisfies_expression": custom(expressions.assertion),
    "type_assertion": custom(expressions.assertion),
    "non_null_expression": roles.inner(),
    "instantiation_expression": custom(expressions.instantiation),
    "type_arguments": custom(expressions.types_only),
    "type_annotation": custom(expressions.types_only),
}


def is_test_path(path: str) -> bool:
    return TEST_PATH.search(path) is not None


def is_script(path: str, head: bytes) -> bool:
    """Whether a `.ts` is TypeScript: translations of Qt, in XML, have that suffix, too."""
    return not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<?xml", b"<!DOCTYPE TS", b"<TS "))


def dialect(
    title: str, grammar: str, suffixes: tuple[str, ...], nodes: dict[str, Role], shebangs: tuple[str, ...] = ()
) -> LanguageSpec:
    return LanguageSpec(
        name=title.lower(), title=title, collection=Collection.TITLES, grammar=grammar,
        nodes=nodes, project=project, project_facts=no_names, suffixes=suffixes,
        manifests=MANIFESTS,
        prelude="../_ecmascript/prelude.d.ts",
        read=read if nodes is JAVASCRIPT_NODES else read_typed, finish=modules.finish, is_test_path=is_test_path,
        test_cases=test_cases, detect=is_script if ".ts" in suffixes else None,
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
