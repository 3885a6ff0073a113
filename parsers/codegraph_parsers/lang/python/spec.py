"""Specification of Python, with the roles of its node kinds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles, statement_roles
from codegraph_parsers.collection_config import PYTHON_FILES
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.lang.python import definitions, generics, implicit_calls, newer_syntax, patterns, statements
from codegraph_parsers.lang.python.base_hooks import BASE_HOOKS
from codegraph_parsers.lang.python.builtin_calls import GENERATOR, SPECIAL, finish_call
from codegraph_parsers.lang.python.imports import collect_shared_names, project
from codegraph_parsers.lang.python.lazy import DELEGATE, bind_lazy_names, lower_dynamic_import
from codegraph_parsers.lang.python.narrowing import lower_guarded, narrow
from codegraph_parsers.lang.python.plugins import note_plugins
from codegraph_parsers.lang.python.search_paths import note_search_paths
from codegraph_parsers.lang.python.strings import mention, mention_arguments
from codegraph_parsers.narrowed_members import look_up_place
from codegraph_parsers.semantics import (
    CONDITIONAL_DEFINITIONS,
    DYNAMIC_TYPING,
    RECEIVER_PARAMETERS,
    BuiltinTypes,
    CallbackPolicy,
    ConstructionPolicy,
    DispatchPolicy,
    LookupPolicy,
    MemberPolicy,
    OperatorPolicy,
    OverloadPolicy,
    ProtocolPolicy,
    Semantics,
    TypePolicy,
)
from codegraph_parsers.source_words import LONGEST
from codegraph_parsers.spec import Collection, LanguageSpec, SyntaxRules

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from codegraph_parsers.walker import Handler, Walker


def lower_call(w: Walker, node: Node) -> int:
    """Lower a call, also of built-ins that change what a name means.

    Examples are `super()`, `type(x)` and `getattr(x, "name")`.
    """
    target = node.child_by_field_id(FUNCTION[0])
    if target is None:
        return 0
    arguments = node.child_by_field_id(FUNCTION[1])
    line = target.start_point[0] + 1
    kind = target.type
    if kind == "identifier":
        word = w.read_text(target)
        called = w.look_up(word)
        if word in SPECIAL and w.exprs[called][0] in (ops.NAME, ops.IMPORT):
            special = SPECIAL[word](w, arguments, called, line)
            if special is not None:
                return special
    elif kind == "attribute":
        start, end = target.start_byte, target.end_byte
        chain = w.chains[w.source[start:end]] if end - start <= LONGEST and not w.narrowed else ()
        if chain and chain[0][0] not in KEYWORDS:
            words, name = chain
            called = w.share(ops.ATTR, roles.lower_dotted_name(w, words, line), name)
            expr = finish_call(w, called, arguments, line)
            if words == (IMPORTING.get(name),):
                return lower_dynamic_import(w, arguments, line) or expr
            if name in REPLACING:
                mention_arguments(w, expr, line)
            elif name in TAKING:
                w.add_site("taken", expr, line)
            if words != ("__all__",) and name not in GROWING:
                return expr
            base_node = target.child_by_field_name("object")
        else:
            base_node, name_node = target.child_by_field_name("object"), target.child_by_field_name("attribute")
            if base_node is None or name_node is None:
                return 0
            name = w.read_text(name_node)
            called = look_up_place(w, w.share(ops.ATTR, w.visit(base_node), name))
            expr = finish_call(w, called, arguments, name_node.start_point[0] + 1)
            if name in IMPORTING and w.read_text(base_node) == IMPORTING[name]:
                return lower_dynamic_import(w, arguments, line) or expr
            if name in REPLACING:
                mention_arguments(w, expr, name_node.start_point[0] + 1)
            elif name in TAKING:
                w.add_site("taken", expr, name_node.start_point[0] + 1)
        if base_node is None:
            return expr
        if base_node.type == "identifier" and w.read_text(base_node) == "__all__":
            more: tuple[int, ...] = w.exprs[expr][2]
            if name == "append":
                more = (w.add(ops.LIST, "list", more),)
            grown = name in ("append", "extend") and len(more) == 1
            w.scope.env["__all__"] = w.add(ops.OPERATOR, w.exprs[called][1], "+", more) if grown else 0
        elif name in GROWING:
            statements.grow(w, base_node, w.exprs[called][1], name, w.exprs[expr][2])
        return expr
    else:
        called = w.visit(target)
    expr = finish_call(w, called, arguments, line)
    if kind == "identifier" and w.read_text(target) in REPLACING:
        mention_arguments(w, expr, line)
    return expr


FUNCTION = [0, 0]
KEYWORDS = ("None", "True", "False")  # words before a dot that are no names
IMPORTING = {"import_module": "importlib", "importorskip": "pytest"}  # what gives the module that a text names
REPLACING = ("patch", "object", "setattr", "delattr")  # put something in the place of what their arguments name
TAKING = frozenset({
    "add_api_route", "add_command", "add_route", "add_typer", "add_url_rule", "include_router", "mount",
    "register_blueprint", "blueprint",
})  # called with what the one that has them runs from then on  # fmt: skip
GROWING = frozenset({"append", "add", "appendleft", "update"})


def _build_call_role(language: Language) -> Handler:
    FUNCTION[0], FUNCTION[1] = roles.find_field_id(language, "function"), roles.find_field_id(language, "arguments")
    GENERATOR[0] = language.id_for_node_kind("generator_expression", True) or -1
    return lower_call


def lower_string(w: Walker, node: Node) -> int:
    """Lower a string literal; interpolated expressions are walked.

    Short plain text is kept as a possible key.
    """
    start, end = node.start_byte, node.end_byte
    if end - start <= MAX_KEY:
        raw = w.source[start:end]
        if b"." in raw or b":" in raw:
            mention(w, raw[1:-1], node.start_point[0] + 1)
        key = ("str", raw)
        found = w.literals.get(key)
        if found is not None:
            return found
        plain = raw[1:] if raw[:1] in RAW else raw
        quote = plain[:1]
        if quote in QUOTES and (plain[1:2] != quote or len(plain) == 2):
            is_known = plain is not raw or ESCAPE.search(raw) is None
            if is_known or not (b"/" in raw or raw[1:2] == b"^"):
                found = w.add_literal("str", plain[1:-1].decode("utf-8", "replace") if is_known else "")
            else:
                found = _add_unknown_path(w)
            w.literals[key] = found
            return found
    elif w.source[start : start + 1] in QUOTES and not (end - start <= MAX_PATH and is_path(w.source[start:end])):
        return w.add_literal("str")
    return _join_text(w, node)


def _add_unknown_path(w: Walker) -> int:
    """Add a text of which nothing is known, unlike the empty one."""
    return w.share(ops.TEMPLATE, w.add_literal("str"), (0,))


def is_path(text: bytes) -> bool:
    """Return whether a text may be a part of a path."""
    return b"/" in text and b" " not in text and b"\n" not in text and len(text) <= MAX_PATH


def _join_text(w: Walker, node: Node) -> int:
    """Return a text that is put together, with its parts where it may be a path."""
    parts: list[int] = []
    for child in node.named_children:
        if child.type == "interpolation":
            parts.append(w.visit(child))
        elif child.type == "string_content":
            w.visit_children(child)
            text = read_content(w, child)
            parts.append(0 if text is None else w.share(ops.LITERAL, "str", text))
    slashed = any(w.exprs[part][0] == ops.LITERAL and is_path(w.exprs[part][2].encode()) for part in parts)
    inserted = sum(child.type == "interpolation" for child in node.named_children)
    is_made = inserted > 0
    is_whole = inserted == len(parts)  # nothing is written between the parts, which may be paths
    if slashed or (is_made and (is_whole or w.source[node.start_byte : node.start_byte + 1] in RAW)):
        return w.add(ops.TEMPLATE, w.add_literal("str"), tuple(parts))
    return _add_unknown_path(w) if is_made or not all(parts) else w.add_literal("str")


def read_content(w: Walker, node: Node) -> str | None:
    """Return the text of a part of a string, None where it has escapes.

    Doubled braces of an f-string stand for one."""
    if any(child.type != "escape_interpolation" for child in node.named_children):
        return None
    text = w.read_text(node)
    return text.replace("{{", "{").replace("}}", "}") if node.named_child_count else text


def lower_concatenated_string(w: Walker, node: Node) -> int:
    """Lower strings that stand side by side: one text, where each of them is known."""
    parts = w.visit_all([child for child in node.named_children if child.type == "string"])
    found = [w.exprs[part] for part in parts]
    if any(expr[0] == ops.TEMPLATE or "/" in expr[2] for expr in found):
        return w.add(ops.TEMPLATE, w.add_literal("str"), tuple(parts))
    return w.add_literal("str", "".join(expr[2] for expr in found) if all(expr[2] for expr in found) else "")


MAX_KEY = 62  # bytes of a string literal that may be a subscript key
MAX_PATH = 300  # of one that may be a path
QUOTES = frozenset((b'"', b"'"))
RAW = frozenset((b"r", b"R"))
ESCAPE = re.compile(rb"\\[\\'\"abfnrtvxNuU0-7\n]")
"""Escapes of Python; it leaves a backslash before anything else as it is."""


def lower_dictionary(w: Walker, node: Node) -> int:
    items: list[tuple[str, int, int]] = []
    for child in node.named_children:
        if child.type == "pair":
            k = w.visit_field(child, "key")
            v = w.visit_field(child, "value")
            found = w.exprs[k]
            items.append((ops.format_key(found) if found[0] == ops.LITERAL else "", k, v))
        else:
            w.visit(child)
    return w.add(ops.DICT, "dict", tuple(items))


def lower_subscript(w: Walker, node: Node) -> int:
    base = w.visit_field(node, "value")
    keys = node.children_by_field_name("subscript")
    if len(keys) == 1 and keys[0].type == "slice":
        w.visit_children(keys[0])
        first = keys[0].named_children[0] if keys[0].named_children else None
        start = (
            int(w.read_text(first))
            if first is not None and first.type == "integer" and w.read_text(first).isdigit()
            else 0
        )
        if keys[0].children and keys[0].children[0].type == ":":
            start = 0
        if base:
            w.add_site("operator", w.add(ops.INDEX, base, w.add_literal("slice")), node.start_point[0] + 1)
        return w.add(ops.SLICE, base, start, 1) if base else 0
    values = w.visit_all(keys)
    if not base:
        return 0
    expr = w.add(ops.INDEX, base, values[0] if len(values) == 1 else w.add(ops.TUPLE, *values))
    w.add_site("operator", expr, node.start_point[0] + 1)
    return look_up_place(w, expr)


def build_attribute_role(language: Language) -> Handler:
    plain = roles.build_member_role("object", "attribute", KEYWORDS)(language)

    def handle(w: Walker, node: Node) -> int:
        expr = plain(w, node)
        return look_up_place(w, expr) if w.narrowed else expr

    return handle


def lower_conditional(w: Walker, node: Node) -> int:
    """Lower `yes if condition else no`."""
    parts = [child for child in node.named_children if not child.is_extra]
    if len(parts) != 3:
        return w.visit_children(node)
    implicit_calls.record_truth_test(w, parts[1], w.visit(parts[1]))
    return w.union([lower_guarded(w, parts[1], True, parts[0]), lower_guarded(w, parts[1], False, parts[2])])


def lower_boolean(w: Walker, node: Node) -> int:
    left, sign, right = (node.child_by_field_name(part) for part in ("left", "operator", "right"))
    first = w.visit(left) if left is not None else 0
    if left is None or right is None:
        return first
    implicit_calls.record_truth_test(w, left, first)
    return w.union([first, lower_guarded(w, left, sign is not None and sign.type == "and", right)])


def lower_block(w: Walker, node: Node) -> int:
    get = w.table.get
    for child in node.named_children:
        handler = get(child.kind_id)
        if handler is not None:
            handler(w, child)
        else:
            w.visit_children(child)
    return 0


def lower_type_alias(w: Walker, node: Node) -> int:
    parts = node.named_children
    if len(parts) < 2:
        return 0
    name = w.read_text(parts[0]).split("[", 1)[0]
    symbol = w.define(
        SymbolKind.TYPE, name, node, parts[0], signature=w.read_one_line(node.start_byte, node.end_byte, 200)
    )
    generics.lower_alias(w, symbol, generics.read_alias_parameters(w, parts[0]), parts[-1])
    w.bind(name, w.share(ops.VAR, symbol))
    return 0


def finish(w: Walker, root: Node) -> None:
    """Build the exports of a module; `__all__` limits what `import *` takes."""
    w.symbols[0] = w.symbols[0]._replace(doc=definitions.read_docstring(w, root))
    own = w.facts.names.get(0, {})
    listed = list_strings(w, w.scope.env.get("__all__") or 0)
    if listed is not None:
        w.facts.exports = {name: own.get(name, 0) for name in listed if name}
    bind_lazy_names(w, root)
    note_search_paths(w, root)
    note_plugins(w, root)
    if w.facts.path.startswith("<prelude>"):
        w.facts.exports = build_prelude_exports(w)


def list_strings(w: Walker, expr: int) -> list[str] | None:
    """Return the strings of a list literal or of a sum of such.

    Returns None when any part is something else.
    """
    found = w.exprs[expr]
    if found[0] == ops.FLOW:
        return list_strings(w, found[2])
    if found[0] == ops.OPERATOR and found[2] == "+":
        left, right = list_strings(w, found[1]), list_strings(w, found[3][0])
        return None if left is None or right is None else [*left, *right]
    if found[0] not in (ops.LIST, ops.TUPLE):
        return None
    elements: tuple[int, ...] = found[2] if found[0] == ops.LIST else found[1:]
    items = [w.exprs[element] for element in elements]
    return [item[2] for item in items] if all(item[0] == ops.LITERAL for item in items) else None


def build_prelude_exports(w: Walker) -> dict[str, int]:
    """Return the names of the prelude that need no import.

    The rest have their full names.

    Its `__modules__` maps a module to the class that holds its names, None when they stand at the prelude's top.
    """
    modules: int = w.exprs[w.scope.env["__modules__"]][2]
    items: tuple[tuple[str, int, int], ...] = w.exprs[modules][2]
    holders = {module: int(w.exprs[holder][1]) if holder else 0 for module, _, holder in items}
    hidden = {(ops.SYM, holder) for holder in holders.values()}
    own = {name: expr for name, expr in w.facts.names[0].items() if w.exprs[expr] not in hidden}
    full: dict[str, int] = {}
    for module, holder in holders.items():
        names = w.facts.names[holder] if holder else own
        full.update({f"{module}.{name}": expr for name, expr in names.items()})
    return own | full


NODES = {
    "identifier": roles.build_name_role(),
    "attribute": build_attribute_role,
    "call": _build_call_role,
    "string": roles.as_role(lower_string),
    "concatenated_string": roles.as_role(lower_concatenated_string),
    "integer": roles.build_literal_role("int"),
    "float": roles.build_literal_role("float"),
    "true": roles.build_literal_role("bool"),
    "false": roles.build_literal_role("bool"),
    "none": roles.build_skip_role(),
    "ellipsis": roles.build_skip_role(),
    "comment": roles.build_skip_role(),
    "list": roles.build_sequence_role("list"),
    "set": roles.build_sequence_role("set"),
    "tuple": roles.build_tuple_role(),
    "expression_list": roles.build_tuple_role(),
    "dictionary": roles.as_role(lower_dictionary),
    "list_comprehension": roles.as_role(statements.build_comprehension_handler("list")),
    "set_comprehension": roles.as_role(statements.build_comprehension_handler("set")),
    "dictionary_comprehension": roles.as_role(statements.build_comprehension_handler("dict")),
    "generator_expression": roles.as_role(statements.build_comprehension_handler("Iterator")),
    "lambda": roles.as_role(definitions.lower_lambda),
    "conditional_expression": roles.as_role(lower_conditional),
    "boolean_operator": roles.as_role(lower_boolean),
    "binary_operator": roles.build_operator_role("left", "operator", "right"),
    "comparison_operator": roles.as_role(implicit_calls.lower_comparison),
    "unary_operator": roles.as_role(implicit_calls.lower_unary),
    "interpolation": roles.as_role(implicit_calls.lower_interpolation),
    "delete_statement": roles.as_role(implicit_calls.lower_delete),
    "not_operator": roles.as_role(implicit_calls.lower_negation),
    "subscript": roles.as_role(lower_subscript),
    "slice": roles.as_role(lambda w, node: w.visit_children(node) or w.add_literal("slice")),
    "await": roles.build_await_role(),
    "parenthesized_expression": roles.build_wrapper_role(),
    "expression_statement": roles.build_wrapper_role(),
    "named_expression": roles.as_role(statements.lower_named_expression),
    "list_splat": roles.build_spread_role(),
    "dictionary_splat": roles.build_spread_role(),
    "assignment": roles.as_role(statements.lower_assignment),
    "augmented_assignment": roles.as_role(statements.lower_augmented_assignment),
    "block": roles.as_role(lower_block),
    "if_statement": statement_roles.build_branch_role(narrow=narrow, asked=implicit_calls.record_truth_test),
    "else_clause": roles.build_wrapper_role(),
    "while_statement": statement_roles.build_loop_role(
        "condition", otherwise="alternative", narrow=narrow, asked=implicit_calls.record_truth_test
    ),
    "for_statement": roles.as_role(statements.lower_for),
    "with_statement": roles.as_role(statements.lower_with),
    "try_statement": roles.as_role(statements.lower_try),
    "match_statement": roles.as_role(patterns.lower_match),
    "return_statement": statement_roles.build_return_role(),
    "assert_statement": roles.as_role(statements.lower_assert),
    "raise_statement": roles.as_role(statements.lower_raise),
    "continue_statement": statement_roles.build_exit_role(),
    "break_statement": statement_roles.build_break_role(),
    "yield": roles.as_role(statements.lower_yield),
    "global_statement": roles.as_role(statements.lower_global),
    "nonlocal_statement": roles.as_role(statements.lower_global),
    "import_statement": roles.as_role(statements.lower_import),
    "import_from_statement": roles.as_role(statements.lower_import_from),
    "future_import_statement": roles.build_skip_role(),
    "function_definition": roles.as_role(definitions.lower_function),
    "class_definition": roles.as_role(definitions.lower_class),
    "decorated_definition": roles.as_role(definitions.lower_decorated),
    "type_alias_statement": roles.as_role(lower_type_alias),
    "type": roles.as_role(lambda w, node: w.visit(node.named_children[0]) if node.named_children else 0),
}


_TASKS = frozenset({"task", "shared_task", "periodic_task", "db_task", "db_periodic_task", "job"})
_ACTORS = frozenset({"actor"})
DEFERRING = {
    "delay": _TASKS, "apply_async": _TASKS, "apply": _TASKS, "schedule": _TASKS, "delay_on_commit": _TASKS,
    "kiq": _TASKS, "send": _ACTORS, "send_with_options": _ACTORS,
}  # fmt: skip
_GENERIC, _COMMANDS = frozenset({"register"}), frozenset({"command", "group", "add_command"})
_ROUTES = TAKING | {
    "get", "post", "put", "delete", "patch", "head", "options", "route", "api_route", "websocket", "websocket_route",
    "middleware", "exception_handler", "errorhandler", "app_errorhandler", "before_request", "after_request",
    "before_app_request", "after_app_request", "teardown_request", "teardown_appcontext", "context_processor",
    "app_context_processor", "on_event",
}  # fmt: skip
_SOCKETS = TAKING | {"websocket", "websocket_route"}
_FOR_ALL = TAKING | {
    "before_app_request", "after_app_request", "teardown_app_request", "app_errorhandler", "app_context_processor",
}  # fmt: skip
"""Of frameworks whose models have their routes, and what runs around them."""
_TOOLS = frozenset({"tool", "resource", "prompt"})
REGISTERING = {
    "functools.singledispatch": _GENERIC, "functools.singledispatchmethod": _GENERIC,
    "click.group": _COMMANDS, "rich_click.group": _COMMANDS, "typer.Typer": TAKING | {"command", "callback"},
    "flask.Flask": TAKING, "flask.Blueprint": _FOR_ALL, "quart.Quart": _ROUTES, "quart.Blueprint": _ROUTES,
    "fastapi.FastAPI": _SOCKETS, "fastapi.APIRouter": _SOCKETS, "starlette.Starlette": _SOCKETS,
    "sanic.Sanic": _ROUTES, "sanic.Blueprint": _ROUTES, "fastmcp.FastMCP": _TOOLS, "mcp.FastMCP": _TOOLS,
}  # fmt: skip

SPEC = LanguageSpec(
    name="python",
    title="Python",
    collection=Collection.PYTEST,
    grammar="tree_sitter_python:language",
    nodes=NODES,
    project=project,
    project_facts=collect_shared_names,
    suffixes=(".py", ".pyi", ".pyw"),
    filenames=("SConstruct", "SConscript", "wscript"),
    shebangs=("python",),
    manifests=PYTHON_FILES,
    prelude="prelude.pyi",
    read=newer_syntax.read,
    keyword_arguments={"keyword_argument": ("name", "value")},
    syntax=SyntaxRules(
        brackets=frozenset({"parenthesized_expression", "expression_statement"}),
        outer=frozenset({"decorated_definition"}),
        empty=frozenset({"argument_list"}),
        documentation=frozenset({"expression_statement"}),
        strings=frozenset({"string", "concatenated_string"}),
        bodies=frozenset({"block", "module"}),
        quotes=frozenset({"string_start", "string_end"}),
        joined=frozenset({"concatenated_string"}),
        imports=frozenset({"import_statement", "import_from_statement"}),
        leaves=frozenset({"string_content"}),
    ),
    finish=finish,
    semantics=Semantics(
        construction=ConstructionPolicy(
            constructors=("__init__",),
            allocator="__new__",
            metaclass_hooks=("__prepare__", "__new__", "__init__"),
            subclass_hooks=("__init_subclass__",),
        ),
        dispatch=DispatchPolicy(linearisation="c3"),
        overloads=OverloadPolicy(candidates="signatures"),
        members=MemberPolicy(descriptor_member="__get__", property_member="__getattr__", delegate_member=DELEGATE),
        functions=RECEIVER_PARAMETERS,
        lookup=LookupPolicy(class_scope="sequence"),
        linkage=CONDITIONAL_DEFINITIONS,
        inference=DYNAMIC_TYPING,
        types=TypePolicy(conformance="protocol"),
        protocols=ProtocolPolicy(
            call_member="__call__",
            enter_member="__enter__",
            leave_members=("__exit__",),
            iteration_members=("__iter__", "__next__"),
            subscript_member="__getitem__",
            await_members=("__await__",),
            special_prefix="__",
        ),
        operators=OperatorPolicy(
            members=implicit_calls.OPERATORS,
            reflected=implicit_calls.REFLECTED,
            implicit_members=implicit_calls.IMPLICIT_MEMBERS,
            single_type_operations=implicit_calls.SINGLE_TYPE_OPERATIONS,
            operator_only=implicit_calls.OPERATOR_ONLY,
        ),
        builtins=BuiltinTypes(
            root_class="object",
            metaclass="type",
            null_type="None",
            tuple_type="tuple",
            record_type="TypedDict",
            slice_type="slice",
            variadic_type="tuple",
            keyword_type="dict",
            generator_type="Iterator",
        ),
        callbacks=CallbackPolicy(
            library_calls=implicit_calls.LIBRARY_CALLS,
            library_callers=implicit_calls.LIBRARY_CALLERS,
            deferred_members=DEFERRING,
            registrars=REGISTERING,
            patch_functions=REPLACING,
            transparent_bases=implicit_calls.TRANSPARENT_BASES,
            inert_bases=("object", "abc.ABC", "typing.Generic", "typing.Protocol"),
            base_hooks=BASE_HOOKS,
            requester=("request", "cls"),
            test_hooks=(
                "setup",
                "teardown",
                "setup_class",
                "setup_function",
                "setup_method",
                "setup_module",
                "teardown_class",
                "teardown_function",
                "teardown_method",
                "teardown_module",
                "setUp",
                "setUpClass",
                "setUpModule",
                "setUpTestData",
                "asyncSetUp",
                "tearDown",
                "tearDownClass",
                "tearDownModule",
                "asyncTearDown",
            ),
            entry_points={
                "pytest_*": "",
                "*.pytest_*": "",
                "includeme": "",
                "load_ipython_extension": "",
                "unload_ipython_extension": "",
                "*._repr_*_": "",
                "*._ipython_*_": "",
                "upgrade": "down_revision",
                "downgrade": "down_revision",
                "build_wheel": "",
                "build_sdist": "build_wheel",
                "build_editable": "build_wheel",
                "get_requires_for_build_*": "build_wheel",
                "prepare_metadata_for_build_*": "build_wheel",
            },
        ),
        family="python",
    ),
)
