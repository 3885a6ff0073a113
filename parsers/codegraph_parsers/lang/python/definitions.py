"""Python definitions: functions, classes, decorators, parameters."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, Param, Parameter, Symbol, SymbolKind
from codegraph_parsers.lang.python import fixtures, listed
from codegraph_parsers.lang.python.generics import find_class_variables, find_function_variables
from codegraph_parsers.lang.python.types import lower_annotation, lower_base

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

PROPERTIES = frozenset({"property", "cached_property", "hybrid_property", "abstractproperty"})
KEEPS_MEANING = frozenset(
    {"staticmethod", "classmethod", "abstractmethod", "overload", "override", "final", "wraps", "total_ordering"}
    | {"lru_cache", "cache", "fixture", "dataclass", "runtime_checkable", "contextmanager", "asynccontextmanager"}
)
ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
ACCESSORS = frozenset({"setter", "deleter", "getter"})
ADDING = frozenset({"setter", "deleter", "getter", "register", "dispatch"})
OPENS_STRING = re.compile(rb"""[rRuUbBfFtT]{0,2}['"]|[\s\\#;]""")  # how a body may begin that may open with a string
PARAMETER_KINDS = {"list_splat_pattern": "*", "dictionary_splat_pattern": "**"}


def compute_visibility(name: str) -> str:
    if name.startswith("__") and not name.endswith("__"):
        return "private"
    return "protected" if name.startswith("_") and not name.startswith("__") else "public"


def read_docstring(w: Walker, body: Node | None) -> str:
    """Return the string that opens a body, unquoted."""
    if body is None or OPENS_STRING.match(w.source, body.start_byte) is None:
        return ""
    for child in body.named_children:
        if child.is_extra:
            continue
        if child.type == "expression_statement" and child.named_child_count == 1:
            inside = child.named_children[0]
            if inside.type == "string":
                parts = [w.read_text(part) for part in inside.named_children if part.type == "string_content"]
                return "\n".join(line.strip() for line in "".join(parts).strip().splitlines())[:2000]
        return ""
    return ""


def lower_decorated(w: Walker, node: Node) -> int:
    """Lower `@a @b def f`.

    The decorators are walked first, and then given to the definition.
    """
    found: list[tuple[str, int, int]] = []  # last word, expression, line
    texts: list[str] = []
    for child in node.named_children:
        if child.type != "decorator":
            continue
        inside = child.named_children[0] if child.named_children else None
        if inside is None:
            continue
        target = inside.child_by_field_name("function") if inside.type == "call" else inside
        word = w.read_text(target or inside).rsplit(".", 1)[-1]
        previous, w.reference = w.reference, "decorator" if inside.type != "call" else w.reference
        expr = w.visit(inside)
        w.reference = previous
        found.append((word, expr, child.start_point[0] + 1))
        texts.append(w.read_one_line(inside.start_byte, inside.end_byte, 120))
    definition = node.child_by_field_name("definition")
    if definition is None:
        return 0
    if definition.type == "class_definition":
        return lower_class(w, definition, found, tuple(texts), node)
    return lower_function(w, definition, found, tuple(texts), node)


def lower_parameters(w: Walker, node: Node | None) -> tuple[list[Param], list[Parameter], list[Node]]:
    """Lower the parameters of a function.

    Types and defaults are evaluated in the scope around it.
    """
    params: list[Param] = []
    shown: list[Parameter] = []
    nodes: list[Node] = []
    for child in node.named_children if node is not None else ():
        kind = child.type
        variadic = ""
        if kind == "identifier":
            name = w.read_text(child)
            params.append(Param(name, 0, 0, ""))
            shown.append(Parameter(name, "", False, ""))
            nodes.append(child)
            continue
        type_node = child.child_by_field_name("type")
        value_node = child.child_by_field_name("value")
        name_node = child.child_by_field_name("name")
        if kind == "typed_parameter":
            name_node = child.named_children[0]
        if kind in PARAMETER_KINDS:
            name_node = child
        if name_node is None or child.is_extra:
            continue
        if name_node.type in PARAMETER_KINDS:
            variadic = PARAMETER_KINDS[name_node.type]
            if not name_node.named_children:
                continue
            name_node = name_node.named_children[0]
        name = w.read_text(name_node)
        declared = lower_annotation(w, type_node) if type_node is not None else 0
        default = w.visit(value_node) if value_node is not None else 0
        params.append(Param(name, declared, default, variadic))
        text = w.read_one_line(type_node.start_byte, type_node.end_byte, 120) if type_node is not None else ""
        shown.append(Parameter(name, text, value_node is not None, variadic))
        nodes.append(name_node)
    return params, shown, nodes


def lower_function(
    w: Walker,
    node: Node,
    decorators: list[tuple[str, int, int]] | None = None,
    texts: tuple[str, ...] = (),
    start: Node | None = None,
) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name = w.read_text(name_node)
    decorators = decorators or []
    words = {word for word, _, _ in decorators}
    in_class = w.scope.kind == "class"
    flags = 0
    if in_class:
        flags |= Flag.STATIC if "staticmethod" in words or name == "__new__" else 0
        flags |= Flag.CLASSMETHOD if "classmethod" in words or name in ("__init_subclass__", "__class_getitem__") else 0
    if "overload" in words:
        flags |= Flag.OVERLOAD
    if "wraps" in words:
        flags |= Flag.WRAPPER
    if "abstractmethod" in words or "abstractproperty" in words:
        flags |= Flag.ABSTRACT
    if node.children and node.children[0].type == "async":
        flags |= Flag.ASYNC
    if is_test(w, name):
        flags |= Flag.TEST
    kind = SymbolKind.FUNCTION
    if in_class:
        kind = SymbolKind.METHOD
        if name == "__init__":
            kind = SymbolKind.CONSTRUCTOR
        elif words & PROPERTIES or (words & ACCESSORS and name in w.scope.env):
            kind = SymbolKind.PROPERTY
    class_symbol = w.scope.symbol if in_class else -1
    return_node = node.child_by_field_name("return_type")
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        kind,
        name,
        node,
        name_node,
        signature=w.read_one_line(node.start_byte, end).rstrip(": "),
        doc=read_docstring(w, body),
        decorators=texts,
        visibility=compute_visibility(name),
        flags=flags,
        start=start,
    )
    outer = w.scope.symbol
    parameters_node = node.child_by_field_name("parameters")
    if declare_type_parameters(w, node, symbol, find_function_variables(w, parameters_node, return_node)):
        w.scope.symbol = symbol  # its annotations see its type parameters
    params, shown, _ = lower_parameters(w, parameters_node)
    if return_node is not None:
        w.facts.declared[symbol] = lower_annotation(w, return_node)
    w.scope.symbol = outer
    if shown:
        made = w.symbols[symbol]
        w.symbols[symbol] = Symbol(*made[:11], tuple(shown), *made[12:])
    w.set_params(symbol, fixtures.inject_fixtures(w, symbol, params, words, listed.map_parameter_values(w, decorators)))
    fixtures.request_unnamed(w, symbol)
    bind_definition(w, name, symbol, decorators, words)
    walk_body(w, symbol, params, body, class_symbol, flags, decorators if fixtures.is_fixture(words) else [])
    if fixtures.is_fixture(words):
        fixtures.declare_fixture(w, symbol, texts)
    return 0


def is_test(w: Walker, name: str) -> bool:
    """Return whether pytest or unittest collect a function by default."""
    if w.scope.kind == "class":
        # Classes of tests inherit from others of any name; what `App.test_client` makes is for tests and is none.
        shared = name.startswith("test_") and "test" in w.facts.path.lower()
        return shared or (name.startswith("test") and is_test_class(w, w.scope.symbol))
    if name.startswith("test_"):
        return True
    file = posixpath.basename(w.facts.path)
    return name == "test" and w.scope.kind == "module" and (file.startswith("test_") or file.endswith("_test.py"))


def is_test_class(w: Walker, symbol: int) -> bool:
    return bool(w.symbols[symbol].flags & Flag.TEST)


def bind_definition(w: Walker, name: str, symbol: int, decorators: list[tuple[str, int, int]], words: set[str]) -> None:
    """Bind the name of a definition.

    A definition that only adds to an existing one (`@x.setter`, `@overload`) binds nothing. Decorating is calling: the
    innermost decorator gets the definition, each further one the result of the one below it.
    """
    expr = w.add(ops.SYM, symbol)
    made = expr
    if decorators:
        w.facts.decorators[symbol] = tuple(d for _, d, _ in decorators)
    for word, decorator, line in reversed(decorators):
        call = w.add(ops.CALL, decorator, (made,), ())
        w.add_site("decorates", w.add(ops.DECORATED, expr, (call,)), line)
        if word not in KEEPS_MEANING and word not in PROPERTIES:
            made = call
    if name in w.scope.env and words & ADDING:
        if w.symbols[symbol].kind == SymbolKind.PROPERTY:  # naming a property names all its accessors
            w.bind(name, w.union([w.scope.env[name], expr]))
        return
    w.bind(name, w.add(ops.DECORATED, expr, (made,)) if made != expr else expr)


def walk_body(
    w: Walker, symbol: int, params: list[Param], body: Node | None, class_symbol: int, flags: int,
    makers: list[tuple[str, int, int]] | None = None,
) -> None:  # fmt: skip
    """Walk the body of a function; `makers` are the decorators of a fixture."""
    scope = w.open_scope(symbol, "function")
    for position, param in enumerate(params):
        value = w.add(ops.PARAM, symbol, position)
        if position == 0 and class_symbol >= 0 and not flags & Flag.STATIC and not param.variadic:
            value = w.share(ops.CLASSREF if flags & Flag.CLASSMETHOD else ops.SELF, class_symbol)
            scope.receiver = param.name
        elif position == 0 and class_symbol >= 0 and w.symbols[symbol].name == "__new__":
            value = w.share(ops.CLASSREF, class_symbol)
        w.bind(param.name, value)
    if makers:
        listed.narrow_request_param(w, makers)
    if body is not None:
        w.visit_children(body) if body.type == "block" else w.add_return(w.visit(body))
    w.close_scope()


def lower_lambda(w: Walker, node: Node) -> int:
    symbol = w.define(SymbolKind.FUNCTION, "<lambda>", node, flags=Flag.ANONYMOUS)
    params, _, _ = lower_parameters(w, node.child_by_field_name("parameters"))
    w.set_params(symbol, params)
    walk_body(w, symbol, params, node.child_by_field_name("body"), -1, 0)
    return w.add(ops.SYM, symbol)


def declare_type_parameters(w: Walker, node: Node, symbol: int, used: tuple[tuple[str, int], ...]) -> bool:
    """Declare the type parameters of a symbol; return whether it has any.

    They are written `[T: Bound]` after its name, or are the type variables it uses.
    """
    found = node.child_by_field_name("type_parameters")
    if found is None:
        if used:
            w.facts.type_params[symbol] = used
        return bool(used)
    names: list[tuple[str, int]] = []
    for child in found.named_children:
        word = w.read_text(child).split(":", 1)[0].split("=", 1)[0].strip("* ")
        inside = child.named_children[0] if child.named_children else None
        bound = 0
        if inside is not None and inside.type == "constrained_type" and len(inside.named_children) == 2:
            bound = lower_annotation(w, inside.named_children[1])
        names.append((word, bound))
    w.facts.type_params[symbol] = tuple(names)
    return True


def lower_bases(w: Walker, node: Node, symbol: int) -> set[str]:
    """Record the bases of a class; return the last words of their names."""
    bases: list[Base] = []
    words: set[str] = set()
    supers = node.child_by_field_name("superclasses")
    for child in supers.named_children if supers is not None else ():
        if child.is_extra:
            continue
        if child.type == "keyword_argument":
            key = child.child_by_field_name("name")
            given = w.visit_field(child, "value")
            if given and key is not None and w.read_text(key) == "metaclass":
                w.facts.declared[symbol] = given
            continue
        expr = lower_base(w, child)
        words.add(w.read_text(child).split("[", 1)[0].rsplit(".", 1)[-1])
        bases.append(Base(expr, "inherits", child.start_point[0] + 1))
    if bases:
        w.facts.bases[symbol] = tuple(bases)
    return words


def lower_class(
    w: Walker,
    node: Node,
    decorators: list[tuple[str, int, int]] | None = None,
    texts: tuple[str, ...] = (),
    start: Node | None = None,
) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name = w.read_text(name_node)
    end = body.start_byte if body is not None else node.end_byte
    symbol = w.define(
        SymbolKind.CLASS, name, node, name_node, signature=w.read_one_line(node.start_byte, end).rstrip(": "),
        doc=read_docstring(w, body), decorators=texts, visibility=compute_visibility(name), start=start,
    )  # fmt: skip
    outer = w.scope.symbol
    if declare_type_parameters(w, node, symbol, find_class_variables(w, node.child_by_field_name("superclasses"))):
        w.scope.symbol = symbol
    words = lower_bases(w, node, symbol)
    w.scope.symbol = outer
    flags = Flag.TEST if name.startswith("Test") or any(word.endswith("TestCase") for word in words) else 0
    kind = SymbolKind.ENUM if words & ENUMS else SymbolKind.INTERFACE if "Protocol" in words else SymbolKind.CLASS
    flags |= Flag.ABSTRACT if "ABC" in words else 0
    if flags or kind is not SymbolKind.CLASS:
        w.symbols[symbol] = w.symbols[symbol]._replace(kind=kind, flags=w.symbols[symbol].flags | flags)
    decorators = decorators or []
    bind_definition(w, name, symbol, [d for d in decorators if d[0] in KEEPS_MEANING], set())
    for _, decorator, line in [d for d in reversed(decorators) if d[0] not in KEEPS_MEANING]:
        made = w.add(ops.SYM, symbol)  # the name stays that of the class, whatever the decorator gives
        w.add_site("decorates", w.add(ops.DECORATED, made, (w.add(ops.CALL, decorator, (made,), ()),)), line)
    if decorators:
        w.facts.decorators[symbol] = tuple(d for _, d, _ in decorators)
    fixtures.request_used(w, symbol, texts)
    w.open_scope(symbol, "class")
    if body is not None:
        w.visit_children(body)
    w.close_scope()
    return 0
