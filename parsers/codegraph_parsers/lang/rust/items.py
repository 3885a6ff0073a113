"""Rust items: their headers, and the lowering of simple ones.

A header has attributes, documentation and visibility.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang.rust.conditions import is_disabled
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.types import add_path_import, build_standard_item, lower_declared
from codegraph_parsers.roles import read_doc_comment

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

DERIVES = frozenset({"Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"})

LIBRARY_DERIVES = {"Parser": "clap"}
"""Traits of libraries that items derive, and the modules that have them."""

MODULE, MACRO, TYPE = "module", "macro", "type"  # what shares its name with other items

_PATH = re.compile(r'^(?:cfg_attr\(.*[,\s])?path\s*=\s*"([^"]*)"')  # where the file of a module is
_PROJECTION = re.compile(r"(?:<\s*(\w+)\s+as\b[^>]*(?:<[^>]*>)?[^>]*>|(\w+))\s*::\s*(\w+)")
_TYPES = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.INTERFACE, SymbolKind.TYPE})


class Header(NamedTuple):
    """Attributes, documentation and visibility before an item."""

    start: Node | None  # first attribute
    attributes: tuple[str, ...]
    doc: str
    visibility: str
    flags: int
    test: bool  # compiled for tests only
    negative: bool  # the alternative of another item (`conditions.is_disabled`)


def lower_attribute(w: Walker, node: Node) -> int:
    """Remember an attribute for the item below it."""
    kept = get_state(w)
    if not kept.attributes:
        kept.documented = read_doc_comment(w, node)
    kept.attributes.append(node)
    if b"=" in w.source[node.start_byte : node.end_byte]:
        from codegraph_parsers.lang.rust.attributes import mention

        mention(w, node)
    return 0


def discard_attributes(w: Walker) -> None:
    """Discard pending attributes.

    Those of a statement or field do not apply to the next item.
    """
    get_state(w).attributes = []


def read_header(w: Walker, node: Node) -> Header:
    kept = get_state(w)
    pending = kept.attributes
    texts: list[str] = []
    for each in pending:
        raw = w.read_one_line(each.start_byte, each.end_byte, 200)
        texts.append(raw.removeprefix("#").removeprefix("[").removesuffix("]").strip())
    doc = kept.documented if pending else read_doc_comment(w, node)
    own_doc = read_doc_comment(w, node) if pending else ""
    kept.attributes = []
    if kept.macro and w.scope.kind == "module" and not kept.macro.startswith("cfg"):  # it may hand them to anybody
        texts.append(f"{kept.macro}!")
    visibility, flags = "private", 0
    for child in node.named_children:
        if child.type == "visibility_modifier":
            visibility = "public" if w.read_text(child) == "pub" else "package"
            flags = Flag.EXPORTED if visibility == "public" else 0
            break
    test = any(is_test(text) for text in texts)
    negative = any(is_disabled(text) for text in texts)
    return Header(pending[0] if pending else None, tuple(texts), own_doc or doc, visibility, flags, test, negative)


def is_test(text: str) -> bool:
    """Return whether an attribute or an enclosing macro makes an item a test.

    Examples: `#[test]`, `#[tokio::test]`, `#[rstest]`, `#[cfg(test)]`, `quickcheck! { … }` around the item.
    """
    word = text.split("(", 1)[0].split("=", 1)[0].strip().rstrip("!").rsplit("::", 1)[-1]
    if word == "cfg":
        return "test" in text.replace("(", " ").replace(")", " ").replace(",", " ").split() and "not(test" not in text
    return word in ("test", "bench", "rstest", "test_case", "quickcheck", "proptest")


def define_item(
    w: Walker, kind: SymbolKind, name: str, node: Node, name_node: Node, head: Header, signature: str, flags: int = 0
) -> int:
    """Define the symbol of an item with what stands before it, and more flags."""
    return w.define(
        kind, name, node, name_node, signature=signature, doc=head.doc, decorators=head.attributes,
        visibility=head.visibility, flags=head.flags | flags, start=head.start,
    )  # fmt: skip


def test_flag(w: Walker, head: Header) -> int:
    return Flag.TEST if head.test or get_state(w).tests else 0


def bind_item(w: Walker, name: str, expr: int, head: Header, space: str = "") -> None:
    """Bind an item's name.

    A module, a macro and another item may share one. Otherwise two items of one name are alternatives of conditional
    compilation. The name may then refer to either, except for one that is disabled in ordinary builds
    (`conditions.is_disabled`).
    """
    have = w.scope.bound.get(name)
    kept, key = get_state(w), (w.scope.symbol, name)
    spaces = kept.spaces.setdefault(key, set())
    told = _classify_unconditional(w, expr, head)
    before = kept.always.setdefault(key, told)
    if not have:
        _declare(w, name, expr)
        if head.negative:
            kept.yielding.add(key)
    elif told and before and told != before:
        if told == MACRO:
            return  # a type and an import of one name: what is imported can only be a macro, as those that derive are
        _declare(w, name, expr)
    elif MACRO in (space, *spaces) and space not in spaces:
        return
    elif head.negative and space == MODULE and before == MACRO:
        return  # a build has the module or the import, which may be a module too
    elif key in kept.yielding and (space in spaces or told == MACRO):
        if not head.negative:
            kept.yielding.discard(key)
            _declare(w, name, expr)
    elif space not in spaces or not head.negative:
        _declare(w, name, w.union([have[-1], expr]))
    spaces.add(space)


def _classify_unconditional(w: Walker, expr: int, head: Header) -> str:
    """Return the kind of a binding that every build has: a type or an import.

    The result is "" for any other binding.
    """
    found = w.exprs[expr]
    if found[0] == ops.IMPORT:
        return MACRO
    if get_state(w).macro or any(text.startswith("cfg") for text in head.attributes):
        return ""
    return TYPE if found[0] == ops.SYM and w.symbols[int(found[1])].kind in _TYPES else ""


def _declare(w: Walker, name: str, expr: int) -> None:
    if w.scope.kind == "function":
        w.declare(name, expr)
    else:
        w.scope.bound.pop(name, None)
        w.bind(name, expr)


def declare_type_parameters(w: Walker, node: Node, symbol: int) -> None:
    """Declare type parameters with their bounds, `where` clauses included.

    The scope of `symbol` must be open.
    """
    found: dict[str, list[int]] = {}
    listed = node.child_by_field_name("type_parameters")
    nodes = (
        [c for c in listed.named_children if c.type in ("type_parameter", "const_parameter")]
        if listed is not None
        else []
    )
    for child in nodes:
        name = child.child_by_field_name("name")
        if name is not None:
            found[w.read_text(name)] = []
    facts = w.facts.type_params
    if found:
        facts[symbol] = tuple((name, 0) for name in found)
    for child in nodes:
        name = child.child_by_field_name("name")
        if name is None or child.type != "type_parameter":
            continue
        bounds, default = child.child_by_field_name("bounds"), child.child_by_field_name("default_type")
        for each in (bounds, default):
            if each is not None:
                found[w.read_text(name)].append(lower_declared(w, each))
    for clause in node.named_children:
        if clause.type == "where_clause":
            for predicate in clause.named_children:
                _read_where_predicate(w, predicate, found)
    own = w.symbols[symbol]
    if found and own.kind in _TYPES and not own.flags & Flag.ANONYMOUS:
        found = {name: bounds for name, bounds in found.items() if "::" not in name}  # members of the type are not it
    if found:
        facts[symbol] = tuple((name, w.union(bounds)) for name, bounds in found.items())


def _read_where_predicate(w: Walker, node: Node, found: dict[str, list[int]]) -> None:
    """Read a predicate of a `where` clause.

    It is `T: Bound`, or `T::Item: Bound`, which is kept as a type parameter of that name.
    """
    left, bounds = node.child_by_field_name("left"), node.child_by_field_name("bounds")
    if left is None or bounds is None:
        return
    while left.type in ("reference_type", "higher_ranked_trait_bound"):  # references leave no trace in types
        inner = left.child_by_field_name("type")
        if inner is None:
            break
        left = inner
    name = w.read_text(left)
    bound = lower_declared(w, bounds)
    if name in found:
        found[name].append(bound)
        return
    lower_declared(w, left)
    projection = _PROJECTION.fullmatch(name)
    if projection is not None and (projection[1] or projection[2]) in found:
        found.setdefault(f"{projection[1] or projection[2]}::{projection[3]}", []).append(bound)


def lower_module(w: Walker, node: Node) -> int:
    """Lower `mod x { … }` to a symbol, or `mod x;` to another file."""
    head = read_header(w, node)
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return 0
    name, line = w.read_text(name_node), name_node.start_point[0] + 1
    kept = get_state(w)
    inline = kept.modules
    if body is None:
        place = "::".join(["self", *(w.symbols[symbol].name for symbol in inline), name])
        written = [f"={found[1]}" for text in head.attributes if (found := _PATH.search(text)) is not None]
        kind = "aside" if head.negative else "mod"
        expr = w.union([w.add_import(place + each, "", name, line, kind) for each in written or ("",)])
        bind_item(w, name, expr, head, MODULE)
        return 0
    symbol = define_item(w, SymbolKind.MODULE, name, node, name_node, head, f"mod {name}", test_flag(w, head))
    bind_item(w, name, w.add(ops.SYM, symbol), head, MODULE)
    tests, kept.tests = kept.tests, kept.tests or head.test
    classes, w.classes = w.classes, []
    w.open_scope(symbol, "module")
    inline.append(symbol)
    w.visit_children(body)
    inline.pop()
    w.close_scope()
    w.classes = classes
    kept.tests = tests
    return 0


def lower_constant(w: Walker, node: Node) -> int:
    """Lower `const` or `static`; inside a function they are locals."""
    head = read_header(w, node)
    name_node, type_node, value_node = (node.child_by_field_name(f) for f in ("name", "type", "value"))
    if name_node is None:
        return 0
    name = w.read_text(name_node)
    if w.scope.kind == "function":
        kind = lower_declared(w, type_node)
        value = w.visit(value_node) if value_node is not None else 0
        if name != "_":
            w.declare(name, w.add(ops.DECLARED, kind, value))
        return 0
    if name == "_":
        return w.visit(value_node) if value_node is not None else 0
    constant = SymbolKind.CONSTANT if node.type == "const_item" else SymbolKind.VARIABLE
    signature = w.read_one_line(node.start_byte, node.end_byte, 160)
    symbol = define_item(w, constant, name, node, name_node, head, signature, test_flag(w, head))
    local = get_state(w).macro == "thread_local"  # behind a key
    kind = lower_declared(w, type_node)
    w.facts.declared[symbol] = w.add(ops.GENERIC, w.share(ops.NAME, "LocalKey", 0), (kind,)) if local else kind
    if value_node is not None:
        value = w.visit(value_node)
        if value and not local:
            w.facts.values[symbol] = (value,)
    if w.scope.kind == "class":
        add_member(w, symbol)
    else:
        bind_item(w, name, w.share(ops.VAR, symbol), head)
    return symbol


def lower_type_alias(w: Walker, node: Node) -> int:
    """Lower `type X<T> = …;` as an item or an associated type."""
    head = read_header(w, node)
    name_node, type_node = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name_node is None:
        return 0
    name = w.read_text(name_node)
    signature = w.read_one_line(node.start_byte, node.end_byte, 200)
    symbol = define_item(w, SymbolKind.TYPE, name, node, name_node, head, signature, test_flag(w, head))
    w.open_scope(symbol, "class" if w.scope.kind == "class" else "module")
    if w.scope.kind == "class":
        w.classes.pop()
        w.classes.append(w.scope.outer.symbol if w.scope.outer is not None else symbol)
    declare_type_parameters(w, node, symbol)
    value = lower_declared(w, type_node)
    w.close_scope()
    if value:
        w.facts.values[symbol] = (value,)
    if w.scope.kind == "class":
        add_member(w, symbol)
        get_state(w).associated[(w.scope.symbol, name)] = value
    else:
        bind_item(w, name, w.share(ops.VAR, symbol), head)
    return symbol


def add_member(w: Walker, symbol: int) -> None:
    """Add a member to the impl block or trait that is being walked."""
    get_state(w).members.append(symbol)


def lower_macro(w: Walker, node: Node) -> int:
    """Lower `macro_rules!`.

    Its body is not walked, because most names in it belong to the places that expand it.
    """
    head = read_header(w, node)
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return 0
    exported = any(text.startswith("macro_export") for text in head.attributes)
    name = w.read_text(name_node)
    seen = head._replace(visibility="public" if exported else "private", flags=Flag.EXPORTED if exported else 0)
    symbol = define_item(w, SymbolKind.MACRO, name, node, name_node, seen, f"macro_rules! {name}")
    expr = w.add(ops.SYM, symbol)
    bind_item(w, name, expr, head, MACRO)
    if w.scope.kind == "module":  # for `#[macro_use]`: macros reach the files of their crate without a path
        w.facts.names.setdefault(0, {})[f"{name}!"] = expr
    from codegraph_parsers.lang.rust.expansions import mention_callees
    from codegraph_parsers.lang.rust.macro_expansion import define

    mention_callees(w, node, symbol)
    define(w, node, name_node, head)
    return 0


def list_derived_traits(w: Walker, head: Header) -> list[int]:
    """Return the derived traits that the prelude declares, as type expressions."""
    found: list[int] = []
    for text in head.attributes:
        if text.startswith("derive"):
            for word in text.split("(", 1)[-1].rstrip(")").split(","):
                module, _, name = word.strip().rpartition("::")
                if name in DERIVES:
                    found.append(build_standard_item(w, [name]))
                elif name in LIBRARY_DERIVES and (module or _find_module(w, name)) == LIBRARY_DERIVES[name]:
                    found.append(w.share(ops.IMPORT, add_path_import(w, f"::{LIBRARY_DERIVES[name]}::{name}", 0)))
    return [each for each in found if each]


def _find_module(w: Walker, name: str) -> str:
    """Return the module from which a name was imported, "" for other names."""
    return next((each.module for each in w.facts.imports if name in (each.alias, each.name)), "")
