"""Rust `use` trees and `extern crate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Import
from codegraph_parsers.lang.rust.items import Header, bind_item, read_header
from codegraph_parsers.lang.rust.standard import STANDARD, find_prelude_path
from codegraph_parsers.lang.rust.state import Bare, get_state
from codegraph_parsers.lang.rust.types import MAX_PATH, is_in_prelude

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

PRIMITIVE = frozenset({f"{kind}{size}" for kind in "iu" for size in ("8", "16", "32", "64", "128", "size")}) | {
    "f32", "f64", "char", "str",
}  # fmt: skip
ANCHORS = frozenset({"crate", "self", "super", ""})


def lower_use(w: Walker, node: Node) -> int:
    head = read_header(w, node)
    argument = node.child_by_field_name("argument")
    if argument is not None:
        kind = "use" if head.visibility == "private" else "reexport"
        _lower_tree(w, argument, [], kind, head)
    return 0


def split_path(w: Walker, node: Node) -> list[str]:
    """Return the names of a path; a leading `::` is an empty name."""
    if node.end_byte - node.start_byte > MAX_PATH:
        return []
    if node.type in ("scoped_identifier", "scoped_type_identifier"):
        prefix, name = node.child_by_field_name("path"), node.child_by_field_name("name")
        before = split_path(w, prefix) if prefix is not None else [""]
        return [*before, w.read_text(name)] if name is not None else before
    return [w.read_text(node).removeprefix("r#")]


def _lower_tree(w: Walker, node: Node, prefix: list[str], kind: str, head: Header) -> None:
    shape = node.type
    line = node.start_point[0] + 1
    if shape == "use_list":
        for child in node.named_children:
            if not child.is_extra:
                _lower_tree(w, child, prefix, kind, head)
    elif shape == "scoped_use_list":
        path, listed = node.child_by_field_name("path"), node.child_by_field_name("list")
        inner = [*prefix, *split_path(w, path)] if path is not None else [*prefix, *([] if prefix else [""])]
        if listed is not None:
            _lower_tree(w, listed, inner, kind, head)
    elif shape == "use_wildcard":
        path = node.named_children[0] if node.named_children else None
        _import_wildcard(w, [*prefix, *(split_path(w, path) if path is not None else [])], line, kind, head)
    elif shape == "use_as_clause":
        path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
        if path is not None and alias is not None:
            _import_name(w, _join_path(prefix, split_path(w, path)), w.read_text(alias), line, kind, head)
    else:
        parts = _join_path(prefix, split_path(w, node))
        _import_name(w, parts, parts[-1] if parts else "", node.end_point[0] + 1, kind, head)


def _join_path(prefix: list[str], path: list[str]) -> list[str]:
    """Return a path below a prefix; `a::{self}` names `a`."""
    if prefix and path == ["self"]:
        return prefix
    return [*prefix, *path]


def _import_name(w: Walker, parts: list[str], alias: str, line: int, kind: str, head: Header) -> None:
    """Import one name."""
    parts = _anchor_path(w, parts)
    if len(parts) < 2:
        module, name = parts[0] if parts else "", ""
    else:
        module, name = "::".join(parts[:-1]), parts[-1]
    inside = is_in_prelude(w)
    if parts and parts[0] in STANDARD and not inside:
        if alias[:1].islower():
            get_state(w).standard[alias] = parts[1:]
        place = find_prelude_path(parts[1:])
        if (
            parts[1:] == [alias] and alias in PRIMITIVE and kind == "use"
        ):  # the module of that name, which hides no type
            w.add_import(module, name, alias, line, kind)
            return
        if place:
            expr = w.add_import("::".join(("std", *place)), "", alias, line, kind)
        else:
            expr = w.add_import(module, name, alias, line, kind)
    elif inside:
        expr = w.share(ops.NAME, parts[1], 0)
        for part in parts[2:]:
            expr = w.share(ops.ATTR, expr, part)
    else:
        if module.rsplit("::", 1)[-1] in STANDARD:
            get_state(w).shared.add(alias)
        expr = w.add_import(module, name, alias, line, kind)
        _note_bare(w, parts)
    if alias and alias != "_":
        bind_item(w, alias, expr, head)


def _import_wildcard(w: Walker, parts: list[str], line: int, kind: str, head: Header) -> None:
    parts = _anchor_path(w, parts)
    if parts and parts[0] in STANDARD:
        if kind == "reexport":
            w.add_star_import("::".join(parts), line, kind)
        else:  # what the prelude declares is there anyway
            w.facts.imports.append(Import("::".join(parts), "*", "", line, kind))
        return
    if w.scope.kind == "function" and len(parts) == 1 and parts[0] in w.scope.env:
        w.facts.stars.setdefault(w.scope.symbol, []).append(w.scope.env[parts[0]])
        return
    w.add_star_import("::".join(parts), line, kind)
    _note_bare(w, parts)
    if get_state(w).macro or any(text.startswith("cfg") for text in head.attributes):
        _join_wildcards(w)


def _join_wildcards(w: Walker) -> None:
    """Join the last wildcard with others of its scope that only some builds have.

    A name may then come from any of them.
    """
    stars, scope = w.facts.stars[w.scope.symbol], w.scope.symbol
    star = stars.pop()
    position = get_state(w).stars.get(scope)
    if position is None:
        get_state(w).stars[scope] = len(stars)
        stars.append(star)
    else:
        stars[position] = w.union([stars[position], star])


def _anchor_path(w: Walker, parts: list[str]) -> list[str]:
    """Return a path in an inline module as seen from the file.

    `self` and `super` are replaced: `self::inline::…`.
    """
    inline = [w.symbols[symbol].name for symbol in get_state(w).modules]
    if not inline or not parts or parts[0] not in ("self", "super"):
        return parts
    rest = list(parts)
    if rest[0] == "self":
        rest.pop(0)
    while rest and rest[0] == "super":
        rest.pop(0)
        if not inline:
            return ["super", *rest]
        inline.pop()
    return ["self", *inline, *rest]


def _note_bare(w: Walker, parts: list[str]) -> None:
    if parts and parts[0] not in ANCHORS:
        inside = tuple(w.symbols[symbol].name for symbol in get_state(w).modules)
        get_state(w).bare.append(Bare(len(w.facts.imports) - 1, w.scope.symbol, inside))


def lower_extern_crate(w: Walker, node: Node) -> int:
    head = read_header(w, node)
    name_node, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name_node is None or w.read_text(name_node) in STANDARD:
        return 0
    name = w.read_text(name_node)
    bound = w.read_text(alias) if alias is not None else name
    module = "crate" if name == "self" else f"::{name}"
    expr = w.add_import(module, "", bound, node.start_point[0] + 1, "use")
    bind_item(w, bound, expr, head)
    return 0


def settle(w: Walker, root: Node) -> None:
    """Resolve the heads of paths after the walk.

    Paths that start with a name of this file are relative to it. Others may start with a crate.
    """
    if is_in_prelude(w):
        own = w.facts.names.get(0, {})
        w.facts.exports = own | {f"std.{name}": expr for name, expr in own.items()}
        return
    imports, names = w.facts.imports, w.facts.names
    for position, scope, inside in get_state(w).bare:
        entry = imports[position]
        head = entry.module.split("::", 1)[0]
        while scope > 0 and w.symbols[scope].kind != "module":
            scope = w.symbols[scope].parent
        bound = names.get(max(scope, 0), {}).get(head)
        if bound and w.exprs[bound] != (ops.IMPORT, position):
            place = "::".join(["self", *inside, entry.module])
            module, name = (place, entry.name) if entry.name else place.rsplit("::", 1)
            imports[position] = entry._replace(module=module, name=name)
    for expr, line in get_state(w).heads.items():
        found = w.exprs[expr]
        name = found[1]
        if name[:1].islower() and not _bound(w, name, found[2]):
            imports.append(Import(f"?{name}", "", "", line, "path"))
            crate = w.add(ops.IMPORT, len(imports) - 1)
            w.exprs[expr] = (ops.UNION, w.add(ops.NAME, name, found[2]), crate)
    for expr, line in get_state(w).macros.items():
        found = w.exprs[expr]
        if found[0] == ops.NAME and (not _bound(w, found[1], found[2]) or _is_root_import(w, found[1], found[2])):
            imports.append(Import("!", f"{found[1]}!", "", line, "path"))
            w.exprs[expr] = (ops.UNION, w.add(ops.NAME, found[1], found[2]), w.add(ops.IMPORT, len(imports) - 1))
    w.symbols[0] = w.symbols[0]._replace(doc=_read_module_doc(w, root))


def _bound(w: Walker, name: str, scope: int) -> bool:
    while scope >= 0:
        if name in w.facts.names.get(scope, {}):
            return True
        if any(name == each for each, _ in w.facts.type_params.get(scope, ())):
            return True
        scope = w.symbols[scope].parent
    return False


def _is_root_import(w: Walker, name: str, scope: int) -> bool:
    """Return whether a name is imported from the root of the crate.

    Exported macros are there, wherever they are defined.
    """
    while scope >= 0:
        expr = w.facts.names.get(scope, {}).get(name)
        if expr is not None:
            found = w.exprs[expr]
            position: int = found[1] if found[0] == ops.IMPORT else -1
            return position >= 0 and w.facts.imports[position].module == "crate"
        scope = w.symbols[scope].parent
    return False


def _read_module_doc(w: Walker, root: Node) -> str:
    """Return the `//!` lines at the top of a file."""
    lines: list[str] = []
    for child in root.named_children:
        if child.type not in ("line_comment", "block_comment"):
            break
        text = w.read_text(child)
        if text.startswith(("//!", "/*!")):
            lines.append(text[3:].removesuffix("*/").strip())
    return "\n".join(lines)[:2000]
