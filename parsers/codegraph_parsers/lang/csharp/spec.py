"""Specification of C#, with the roles of its node kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.csharp import (
    calling,
    conditionals,
    definitions,
    expressions,
    members,
    modifiers,
    patterns,
    queries,
    state,
    statements,
    types,
)
from codegraph_parsers.lang.csharp.imports import project
from codegraph_parsers.semantics import (
    CLOSED_CLASSES,
    INHERITED_OVERLOADS,
    INIT_CONSTRUCTORS,
    INTERFACE_CASTS,
    BuiltinTypes,
    LookupPolicy,
    ModulePolicy,
    OperatorPolicy,
    ProtocolPolicy,
    Semantics,
    TypePolicy,
)
from codegraph_parsers.spec import Collection, LanguageSpec

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ALWAYS_VISIBLE = (
    "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading",
    "System.Threading.Tasks", "Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Hosting",
    "Microsoft.AspNetCore.Http", "Microsoft.AspNetCore.Mvc", "Microsoft.AspNetCore.Routing",
    "Microsoft.Extensions.Configuration",
    "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging",
)  # fmt: skip
"""Namespaces of the library that projects use without saying so."""

SPECIAL = {
    "Array`1": types.ARRAY, "Nothing": "$null", "Enum": "$enum", "ValueType": "$struct", "Type": "$type",
    "IEnumerable`1": queries.SEQUENCE, "Expression`1": "$quoted",
}  # fmt: skip


def finish(w: Walker, root: Node) -> None:
    """Export the types of a file; other files never see what it imports."""
    kept = state.get_state(w)
    own = w.facts.names.get(0, {})
    names = [name for keys in kept.namespaces.values() for name in keys]
    if not w.facts.path.startswith(definitions.PRELUDE):
        if len(kept.namespaces) > 1:
            for space in kept.namespaces:
                w.add_star_import(f"declares {space}", 1, "bind")
        w.facts.exports = {name: own[name] for name in names if name in own}
        return
    own.update({f"${word}": own[name] for word, name in types.KEYWORDS.items()})
    own.update({word: own[name] for name, word in SPECIAL.items()})
    visible = [name for space in ALWAYS_VISIBLE for name in kept.namespaces.get(space, ())]
    exports = {name: own[name] for name in visible if name in own}
    for space, keys in kept.namespaces.items():
        exports.update((f"{space}.{name}", own[name]) for name in keys if name in own)
    exports.update((name, expr) for name, expr in own.items() if name.startswith("$"))
    w.facts.exports = exports


def lower_branch(w: Walker, node: Node) -> int:
    """Walk a branch of `#if`: a build has one of them, and all are read."""
    condition = node.child_by_field_name("condition")
    for child in node.named_children:
        if condition is None or child.id != condition.id:
            w.visit(child)
    return 0


ARRAYS = tuple(
    f"{word}_expression" for word in ("array_creation", "implicit_array_creation", "stackalloc", "implicit_stackalloc")
)
SKIPPED = (
    "extern_alias_directive", "goto_statement", "break_statement", "continue_statement", "preproc_define",
    "preproc_undef", "preproc_region", "preproc_endregion", "preproc_pragma", "preproc_error", "preproc_warning",
    "preproc_line", "preproc_nullable",
)  # fmt: skip
"""Nodes in which nothing matters."""

NODES = {
    "compilation_unit": roles.as_role(definitions.lower_file),
    "namespace_declaration": roles.as_role(definitions.lower_namespace),
    "file_scoped_namespace_declaration": roles.as_role(definitions.lower_namespace),
    "using_directive": roles.as_role(definitions.lower_using),
    "attribute": roles.as_role(lambda w, node: modifiers.lower_attribute(w, node).expr),
    **{kind: roles.as_role(definitions.lower_class) for kind in definitions.KINDS},
    "enum_member_declaration": roles.as_role(definitions.lower_enum_member),
    "delegate_declaration": roles.as_role(definitions.lower_delegate),
    "method_declaration": roles.as_role(members.lower_method),
    "local_function_statement": roles.as_role(members.lower_method),
    "constructor_declaration": roles.as_role(members.lower_constructor),
    "destructor_declaration": roles.as_role(members.lower_method),
    "operator_declaration": roles.as_role(members.lower_operator),
    "conversion_operator_declaration": roles.as_role(members.lower_operator),
    "property_declaration": roles.as_role(members.lower_property),
    "indexer_declaration": roles.as_role(members.lower_property),
    "event_declaration": roles.as_role(members.lower_property),
    "field_declaration": roles.as_role(members.lower_field),
    "event_field_declaration": roles.as_role(members.lower_field),
    "comment": roles.build_comment_role(),
    "identifier": roles.as_role(expressions.lower_identifier),
    "generic_name": roles.as_role(expressions.lower_generic_name),
    "member_access_expression": roles.as_role(expressions.lower_member_access),
    "conditional_access_expression": roles.as_role(expressions.lower_conditional_access),
    "member_binding_expression": roles.as_role(expressions.lower_binding),
    "element_binding_expression": roles.as_role(expressions.lower_binding),
    "element_access_expression": roles.as_role(expressions.lower_element_access),
    "invocation_expression": roles.as_role(expressions.lower_invocation),
    "object_creation_expression": roles.as_role(expressions.lower_construction),
    "implicit_object_creation_expression": roles.as_role(expressions.lower_construction),
    "anonymous_object_creation_expression": roles.as_role(expressions.lower_anonymous_object),
    "initializer_expression": roles.as_role(expressions.lower_initializer),
    "collection_expression": roles.as_role(expressions.lower_collection),
    "lambda_expression": roles.as_role(expressions.lower_lambda),
    "anonymous_method_expression": roles.as_role(expressions.lower_lambda),
    "cast_expression": roles.as_role(expressions.lower_cast),
    "as_expression": roles.as_role(expressions.lower_cast),
    "conditional_expression": roles.as_role(expressions.lower_conditional),
    "binary_expression": roles.as_role(expressions.lower_binary),
    "prefix_unary_expression": roles.as_role(expressions.lower_unary),
    "postfix_unary_expression": roles.as_role(expressions.lower_unary),
    "assignment_expression": roles.as_role(expressions.lower_assignment),
    "expression_statement": roles.build_wrapper_role(),
    "await_expression": roles.build_await_role(),
    "tuple_expression": roles.as_role(expressions.lower_tuple),
    "declaration_expression": roles.as_role(lambda w, node: patterns.declare_typed(w, node, w.add(ops.UNKNOWN))),
    "with_expression": roles.as_role(expressions.lower_with),
    "typeof_expression": roles.as_role(expressions.lower_type_of),
    "sizeof_expression": roles.as_role(expressions.lower_type_of),
    "default_expression": roles.as_role(expressions.lower_default),
    "query_expression": roles.as_role(queries.lower_query),
    "is_pattern_expression": roles.as_role(patterns.lower_is_pattern),
    "is_expression": roles.as_role(patterns.lower_is_type),
    "switch_statement": roles.as_role(patterns.lower_switch),
    "switch_expression": roles.as_role(patterns.lower_switch_expression),
    "string_literal": roles.as_role(expressions.lower_text),
    "verbatim_string_literal": roles.as_role(expressions.lower_text),
    "raw_string_literal": roles.build_literal_role("$string"),
    "interpolated_string_expression": roles.as_role(expressions.lower_interpolation),
    "character_literal": roles.build_literal_role("$char"),
    "integer_literal": roles.as_role(expressions.lower_number),
    "real_literal": roles.as_role(expressions.lower_number),
    "boolean_literal": roles.build_literal_role("$bool"),
    "null_literal": roles.build_literal_role("$null"),
    "variable_declaration": roles.as_role(statements.lower_variables),
    "local_declaration_statement": roles.as_role(statements.lower_local_declaration),
    "using_statement": roles.as_role(statements.lower_using),
    "block": roles.as_role(roles.lower_block),
    "for_statement": roles.as_role(roles.lower_block),
    "foreach_statement": roles.as_role(statements.lower_for_each),
    "catch_clause": roles.as_role(statements.lower_catch),
    "return_statement": roles.as_role(statements.lower_return),
    "yield_statement": roles.as_role(statements.lower_yield),
    "labeled_statement": roles.as_role(lambda w, node: w.visit(node.named_children[-1]) if node.named_children else 0),
    "preproc_if": roles.as_role(lower_branch),
    "preproc_elif": roles.as_role(lower_branch),
    "preproc_if_in_attribute_list": roles.as_role(lower_branch),
    **dict.fromkeys(("parenthesized_expression", "checked_expression"), roles.as_role(calling.lower_value)),
    **dict.fromkeys(("arrow_expression_clause", "ref_expression"), roles.as_role(calling.lower_value)),
    **dict.fromkeys(ARRAYS, roles.as_role(expressions.lower_array_creation)),
    **dict.fromkeys(SKIPPED, roles.build_skip_role()),
    **{kind: roles.as_role(types.lower_type) for kind in sorted(types.TYPES - {"identifier", "generic_name"})},
}

BINARY = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", ">", "<=", ">=")
UNARY = ("+x", "-x", "!x", "~x", "++x", "--x")

SPEC = LanguageSpec(
    name="csharp",
    title="C#",
    collection=Collection.ANNOTATIONS,
    grammar="tree_sitter_c_sharp:language",
    nodes=NODES,
    project=project,
    suffixes=(".cs", ".csx", ".cake"),
    manifests=("*.csproj", "Directory.Build.props", "Directory.Build.targets"),
    prelude="prelude.cs",
    read=conditionals.read,
    finish=finish,
    is_test_path=lambda path: (
        bool({"test", "tests"} & set(path.lower().split("/")[:-1]))
        or any(part.endswith(("Tests", ".Test", "Test", "Specs")) for part in path.split("/")[:-1])
        or path.endswith(("Tests.cs", "Test.cs"))
    ),
    semantics=Semantics(
        construction=INIT_CONSTRUCTORS,
        dispatch=INTERFACE_CASTS,
        overloads=INHERITED_OVERLOADS,
        members=CLOSED_CLASSES,
        lookup=LookupPolicy(
            class_scope="methods",
            extension_prefix=types.EXTENSION,
            has_assumed_extensions=True,
            ambient_names=frozenset({"System", "Microsoft"}),
            has_external_names=True,
        ),
        modules=ModulePolicy(
            has_unit_scope=True, has_explicit_exports=True, has_nested_units=True, has_own_wildcards=True
        ),
        types=TypePolicy(
            primitives=("$bool", "$char", "$int", "$long", "$float", "$double", "$decimal"),
            final_types=frozenset({"String"}),
        ),
        protocols=ProtocolPolicy(
            leave_members=("Dispose",),
            iteration_members=("GetEnumerator", "MoveNext"),
            subscript_member="this",
            await_members=("GetAwaiter", "GetResult"),
        ),
        operators=OperatorPolicy(members={sign: sign for sign in (*BINARY, *UNARY)}),
        builtins=BuiltinTypes(
            root_class="$object",
            null_type="$null",
            void_type="$void",
            variadic_type=types.ARRAY,
            promise_type="Task`1",
            quoted_type="$quoted",
        ),
        family="csharp",
    ),
)
