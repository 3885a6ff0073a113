"""Specification of Kotlin, with the roles of its node kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import roles
from codegraph_parsers.lang.java.imports import project
from codegraph_parsers.lang.kotlin import (
    accessors,
    definitions,
    expressions,
    functions,
    lambdas,
    newer_syntax,
    state,
    statements,
    types,
)
from codegraph_parsers.semantics import (
    DEDUCED_TYPING,
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
    from collections.abc import Sequence

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

LIBRARY = "kotlin"


def finish(w: Walker, root: Node) -> None:
    """Export what a file declares; other files never see what it imports."""
    own = w.facts.names.get(0, {})
    private = state.get_state(w).private
    imported = frozenset(entry.alias for entry in w.facts.imports)
    names = {
        name: expr
        for name, expr in own.items()
        if name not in private and name.strip(types.EXTENSION).removesuffix(types.METHOD) not in imported
    }
    if w.facts.path.startswith("<prelude>"):
        names.update({f"{LIBRARY}.{name}": expr for name, expr in names.items()})
    elif w.facts.path.endswith(".kt"):
        names = {**accessors.declare_file_class(w, root, names), **names}
    w.facts.exports = names


def locate_in_prelude(path: Sequence[str]) -> list[str]:
    """Return where the prelude has what a library's package exports."""
    return [LIBRARY, path[-1]] if len(path) > 2 and path[0] in ("kotlin", "kotlinx") else []


def lower_bare_type(w: Walker, node: Node) -> int:
    """Lower a type that stands alone."""
    return types.lower_type(w, node)


NODES = {
    "package_header": roles.as_role(statements.lower_package),
    "import": roles.as_role(statements.lower_import),
    "class_declaration": roles.as_role(definitions.lower_class),
    "object_declaration": roles.as_role(definitions.lower_class),
    "companion_object": roles.as_role(definitions.lower_class),
    "enum_entry": roles.as_role(definitions.lower_enum_entry),
    "type_alias": roles.as_role(definitions.lower_alias),
    "object_literal": roles.as_role(definitions.define_object),
    "function_declaration": roles.as_role(functions.lower_function),
    "secondary_constructor": roles.as_role(functions.lower_constructor),
    "anonymous_initializer": roles.as_role(functions.lower_initializer),
    "property_declaration": roles.as_role(functions.lower_property),
    "lambda_literal": roles.as_role(lambdas.lower_lambda),
    "anonymous_function": roles.as_role(lambdas.lower_anonymous),
    "line_comment": roles.build_comment_role(),
    "block_comment": roles.build_comment_role(),
    "identifier": roles.as_role(expressions.lower_identifier),
    "this_expression": roles.as_role(expressions.lower_this),
    "super_expression": roles.as_role(expressions.lower_super),
    "navigation_expression": roles.as_role(expressions.lower_navigation),
    "callable_reference": roles.as_role(expressions.lower_callable_reference),
    "call_expression": roles.as_role(expressions.lower_call),
    "infix_expression": roles.as_role(expressions.lower_infix),
    "index_expression": roles.as_role(expressions.lower_index),
    "binary_expression": roles.as_role(expressions.lower_binary),
    "unary_expression": roles.as_role(expressions.lower_unary),
    "range_expression": roles.as_role(expressions.lower_range),
    "in_expression": roles.as_role(expressions.lower_in),
    "is_expression": roles.as_role(expressions.lower_is),
    "as_expression": roles.as_role(expressions.lower_as),
    "assignment": roles.as_role(expressions.lower_assignment),
    "parenthesized_expression": roles.build_wrapper_role(),
    "annotated_expression": roles.build_wrapper_role(),
    "interpolation": roles.build_wrapper_role(),
    "spread_expression": roles.build_spread_role(),
    "string_literal": roles.as_role(expressions.lower_string),
    "multiline_string_literal": roles.as_role(expressions.lower_string),
    "character_literal": roles.build_literal_role("Char"),
    "number_literal": roles.as_role(expressions.lower_number),
    "float_literal": roles.as_role(expressions.lower_float),
    "collection_literal": roles.as_role(expressions.lower_collection),
    "block": roles.as_role(statements.lower_block),
    "if_expression": roles.as_role(statements.lower_if),
    "when_expression": roles.as_role(statements.lower_when),
    "for_statement": roles.as_role(statements.lower_for),
    "while_statement": roles.as_role(statements.lower_while),
    "do_while_statement": roles.as_role(statements.lower_while),
    "try_expression": roles.as_role(statements.lower_try),
    "return_expression": roles.as_role(statements.lower_return),
    "throw_expression": roles.as_role(statements.lower_throw),
    "labeled_expression": roles.as_role(statements.lower_labeled),
    "label": roles.build_skip_role(),
    **{kind: roles.as_role(lower_bare_type) for kind in sorted(types.TYPES)},
}

AMBIENT = frozenset((
    "JvmStatic", "JvmName", "JvmOverloads", "JvmField", "JvmInline", "JvmSynthetic", "JvmMultifileClass",
    "JvmSuppressWildcards", "JvmWildcard", "JvmRecord", "JvmDefaultWithCompatibility", "Suppress", "Deprecated",
    "DeprecationLevel", "ReplaceWith", "OptIn", "RequiresOptIn", "Retention", "AnnotationRetention", "Target",
    "AnnotationTarget", "MustBeDocumented", "Repeatable", "Throws", "Synchronized", "Volatile", "Transient",
    "Strictfp", "PublishedApi", "DslMarker", "ExperimentalStdlibApi", "ExperimentalUnsignedTypes",
    "SinceKotlin", "ConsistentCopyVisibility", "ExposedCopyVisibility", "Annotation", "System", "Integer",
    "Character", "Void", "Math", "Appendable", "Cloneable", "SuppressWarnings", "Override", "Function",
    "ClassLoader", "InterruptedException", "StackTraceElement", "Runtime", "Process", "ProcessBuilder",
    "StringBuffer", "ThreadLocal", "SecurityException", "StackOverflowError", "OutOfMemoryError",
    "NoSuchFieldError", "ClassNotFoundException", "NotImplementedError", "UninitializedPropertyAccessException",
    "NoWhenBranchMatchedException", "CharCategory", "Typography", "UByteArray", "UShortArray", "UIntArray",
    "ULongArray", "MathContext",
))  # fmt: skip

FINAL = frozenset((
    "String", "Char", "Boolean", "Byte", "Short", "Int", "Long", "Float", "Double", "Array", "Pair", "Class",
))  # fmt: skip

OPERATORS = {
    "+": "plus", "-": "minus", "*": "times", "/": "div", "%": "rem", "..": "rangeTo", "..<": "rangeUntil",
    "in": "contains", "get": "get", "set": "set", "+=": "plusAssign", "-=": "minusAssign", "*=": "timesAssign",
    "/=": "divAssign", "%=": "remAssign", "<": "compareTo", "unary-": "unaryMinus", "unary+": "unaryPlus",
    "!": "not", "++": "inc", "--": "dec", "getValue": "getValue", "setValue": "setValue",
    "provideDelegate": "provideDelegate", **{f"component{n}": f"component{n}" for n in range(1, 10)},
}  # fmt: skip

SPEC = LanguageSpec(
    name="kotlin",
    title="Kotlin",
    collection=Collection.ANNOTATIONS,
    grammar="tree_sitter_kotlin:language",
    nodes=NODES,
    project=project,
    suffixes=(".kt", ".kts", ".ktm"),
    shebangs=("kotlin",),
    prelude="prelude.kt",
    comments=("line_comment", "block_comment"),
    read=newer_syntax.read,
    finish=finish,
    is_test_path=lambda path: "/test/" in f"/{path}" or "Test/" in path,
    semantics=Semantics(
        construction=ConstructionPolicy(constructors=(definitions.CONSTRUCTOR,)),
        dispatch=DispatchPolicy(),
        overloads=OverloadPolicy(
            candidates="definitions", has_inherited_overloads=True, has_unit_overloads=True
        ),
        members=MemberPolicy(
            has_closed_classes=True, accessor_prefix="get", companion_member=definitions.COMPANION
        ),
        functions=FunctionPolicy(
            has_functional_interfaces=True, receiver_type=types.RECEIVER_TYPE,
            implicit_parameter=lambdas.IMPLICIT,
        ),
        lookup=LookupPolicy(
            class_scope="methods", method_suffix=types.METHOD, extension_prefix=types.EXTENSION,
            ambient_names=AMBIENT
        ),
        modules=ModulePolicy(
            has_unit_scope=True, has_explicit_exports=True, locate_in_prelude=locate_in_prelude
        ),
        linkage=LinkagePolicy(has_generated_sources=True),
        inference=DEDUCED_TYPING,
        types=TypePolicy(final_types=FINAL),
        protocols=ProtocolPolicy(
            call_member="invoke()",
            iteration_members=("iterator()", "next()"),
        ),
        operators=OperatorPolicy(members={word: name + types.METHOD for word, name in OPERATORS.items()}),
        builtins=BuiltinTypes(root_class="Any", null_type="$null", variadic_type="Array"),
        family="java",
    ),
)  # fmt: skip
