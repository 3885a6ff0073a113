"""Lowering of Rust paths and types.

References, pointers, lifetimes and `mut` are dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.rust.standard import STANDARD, find_prelude_path
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.walker import MAX_DEPTH

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

MAX_PATH = 4000  # bytes; a longer path is machine-made
SLICE = "__Slice"  # prelude type of arrays and slices
CALLABLE = frozenset({"Fn", "FnMut", "FnOnce", "AsyncFn", "AsyncFnMut", "AsyncFnOnce"})
ASSOCIATED = {"IntoIterator": ("IntoIter", "Item")}
"""Associated types of standard traits that have several, in the order of their type parameters (sorted by name)."""
SKIPPED = frozenset(
    {"lifetime", "line_comment", "block_comment", "removed_trait_bound", "use_bounds", "attribute_item"}
)


def lower_mentioned(w: Walker, kind: str, node: Node) -> int:
    """Lower a node to a type expression; names in it are mentioned as `kind`."""
    previous, w.reference = w.reference, kind
    expr = lower_type(w, node)
    w.reference = previous
    return expr


def lower_declared(w: Walker, node: Node | None) -> int:
    return lower_mentioned(w, "type", node) if node is not None else 0


def lower_type(w: Walker, node: Node) -> int:
    kind = node.type
    handler = TYPES.get(kind)
    if handler is None:
        return lower_path(w, node, mention=True) if kind in PATHS else 0
    if w.depth > MAX_DEPTH:
        return w.report_depth(node)
    w.depth += 1
    expr = handler(w, node)
    w.depth -= 1
    return expr


def _lower_inner(w: Walker, node: Node) -> int:
    found = node.child_by_field_name("type")
    if found is None:
        found = next((c for c in node.named_children if c.type not in SKIPPED), None)
    return lower_type(w, found) if found is not None else 0


def _lower_trait(w: Walker, node: Node) -> int:
    found = node.child_by_field_name("trait")
    return lower_type(w, found) if found is not None else _lower_inner(w, node)


def _lower_bounds(w: Walker, node: Node) -> int:
    return w.union([lower_type(w, child) for child in node.named_children if child.type not in SKIPPED])


def _lower_tuple(w: Walker, node: Node) -> int:
    """Lower `(A, B)`; `(A)` is `A` itself."""
    parts = [lower_type(w, child) for child in node.named_children if child.type not in SKIPPED]
    if len(parts) == 1 and all(child.type != "," for child in node.children):
        return parts[0]
    return w.add(ops.TUPLE, *parts)


def _lower_array(w: Walker, node: Node) -> int:
    element = node.child_by_field_name("element")
    w.visit_field(node, "length")
    return w.add(ops.GENERIC, w.share(ops.NAME, SLICE, 0), (lower_type(w, element) if element is not None else 0,))


def _lower_function(w: Walker, node: Node) -> int:
    trait, params, result = (node.child_by_field_name(f) for f in ("trait", "parameters", "return_type"))
    if trait is not None and w.read_text(trait) not in CALLABLE:
        base = lower_type(w, trait)
        if params is not None:
            for child in params.named_children:
                lower_type(w, child)
        return base
    types: list[int] = []
    for child in params.named_children if params is not None else ():
        if child.type in SKIPPED:
            continue
        inner = child.child_by_field_name("type") if child.type == "parameter" else child
        types.append(lower_type(w, inner) if inner is not None else 0)
    return w.add(ops.FUNCTYPE, tuple(types), lower_type(w, result) if result is not None else 0)


def _lower_generic(w: Walker, node: Node) -> int:
    base_node, args_node = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
    if base_node is None:
        return 0
    base = lower_type(w, base_node)
    args = lower_arguments(w, args_node, w.read_text(base_node).rsplit("::", 1)[-1])
    return w.add(ops.GENERIC, base, args) if args else base


def lower_arguments(w: Walker, node: Node | None, word: str = "") -> tuple[int, ...]:
    """Lower type arguments.

    Associated types (`Item = T`) follow the type parameters of a trait, sorted by name.
    """
    plain: list[int] = []
    named: dict[str, int] = {}
    for child in node.named_children if node is not None else ():
        if child.type in SKIPPED:
            continue
        if child.type == "type_binding":
            name, value = child.child_by_field_name("name"), child.child_by_field_name("type")
            if name is not None and value is not None:
                named[w.read_text(name)] = lower_type(w, value)
        elif child.type in TYPES or child.type in PATHS:
            plain.append(lower_type(w, child))
        elif child.type == "trait_bounds":
            continue
        else:
            w.visit(child)
            plain.append(0)
    order = ASSOCIATED.get(word)
    if named and order is not None:
        return (*plain, *(named.get(name, 0) for name in order))
    return (*plain, *(named[name] for name in sorted(named)))


def _lower_qualified(w: Walker, node: Node) -> int:
    """Lower `<T as Trait>`.

    It is the type parameter where that trait bounds it, else the trait.
    """
    target, trait = node.child_by_field_name("type"), node.child_by_field_name("alias")
    own = lower_type(w, target) if target is not None else 0
    as_trait = lower_type(w, trait) if trait is not None else 0
    if (
        target is not None
        and trait is not None
        and _is_bound(w, w.read_text(target), w.read_text(trait).split("<", 1)[0])
    ):
        return own
    return as_trait or own


def _is_bound(w: Walker, name: str, trait: str) -> bool:
    """Return whether a trait bounds a type parameter of an enclosing item.

    Both are given by name.
    """
    scope = w.scope.symbol
    while scope > 0:
        for each, bounds in w.facts.type_params.get(scope, ()):
            if each == name:
                found = w.exprs[bounds]
                parts: tuple[int, ...] = found[1:] if found[0] == ops.UNION else (bounds,)
                return any(w.exprs[part][:2] == (ops.NAME, trait) for part in parts)
        scope = w.symbols[scope].parent
    return False


# -- paths ------------------------------------------------------------------------------------------------------------


def lower_path(w: Walker, node: Node, mention: bool, whole: bool = True) -> int:
    """Lower a path in an expression or type.

    All parts before the last are mentioned, and with `mention` the last one, too.
    """
    kind = node.type
    line = node.start_point[0] + 1
    if node.end_byte - node.start_byte > MAX_PATH:
        return 0
    head = "" if whole or get_state(w).tokens else "type"  # what has members is a type, or a module
    if kind in ("scoped_identifier", "scoped_type_identifier"):
        prefix, name_node = node.child_by_field_name("path"), node.child_by_field_name("name")
        if name_node is None:
            return 0
        name = w.read_text(name_node)
        if name == "super":
            return resolve_super_path(w, node, line)
        if prefix is not None and prefix.type == "crate" and is_in_prelude(w):
            return w.share(ops.NAME, name, 0)
        if prefix is None:  # `::name`
            return w.share(ops.IMPORT, import_crate(w, name, line))
        expr = lower_standard_path(w, node)
        if expr:
            return expr
        base = find_associated_type(w, prefix, name)
        if base:
            return base
        expr = w.share(ops.ATTR, lower_path(w, prefix, is_prefix_mentioned(w, prefix, name), whole=False), name)
        if mention:
            w.mention(expr, name_node.start_point[0] + 1, head)
        return expr
    if kind in ("self", "super", "crate"):
        return resolve_module_word(w, kind, line)
    if kind in TYPES:  # types alone, though an expression begins with them
        return lower_mentioned(
            w, "type" if w.reference == "reference" and not get_state(w).tokens else w.reference, node
        )
    name = w.read_text(node)
    if name == "Self":
        return build_self_type(w)
    if name == "_":
        return 0
    expr = build_item_name(w, name)
    found = w.exprs[expr]
    if found[0] == ops.NAME and not whole:
        get_state(w).heads.setdefault(expr, line)
    if mention and found[0] in (ops.NAME, ops.SYM, ops.IMPORT) and not is_parameter(w, name):
        w.mention(expr, line, head)
    return expr


def is_parameter(w: Walker, name: str) -> bool:
    """Return whether a name is a type parameter of an enclosing item.

    Such a name is not mentioned.
    """
    scope = w.scope.symbol
    while scope > 0:
        if any(name == each for each, _ in w.facts.type_params.get(scope, ())):
            return True
        scope = w.symbols[scope].parent
    return False


def is_prefix_mentioned(w: Walker, prefix: Node, name: str) -> bool:
    """Return whether a path mentions its prefix.

    The prefix must not be a module, nor an enum of which the path names a variant.
    """
    word = w.read_text(prefix).split("<", 1)[0].rsplit("::", 1)[-1]
    return word[:1].isupper() and not (name[:1].isupper() and any(c.islower() for c in name))


def build_item_name(w: Walker, name: str) -> int:
    """Return the expression of a name in a type or at the head of a path.

    It is an item, never a local variable.
    """
    return w.share(ops.NAME, name, w.scope.symbol)


def build_self_type(w: Walker) -> int:
    return w.share(ops.CLASSREF, w.classes[-1]) if w.classes else 0


def find_associated_type(w: Walker, prefix: Node, name: str) -> int:
    """Return the type of `Self::Item`.

    The result is 0 unless the enclosing trait or impl declares `Item`.
    """
    if w.read_text(prefix) != "Self" or not w.classes:
        return 0
    return get_state(w).associated.get((w.classes[-1], name), 0)


def resolve_module_word(w: Walker, word: str, line: int) -> int:
    """Return the module that `crate`, `self` or `super` refers to here."""
    if word == "crate":
        return w.share(ops.IMPORT, add_path_import(w, "crate", line))
    inline = get_state(w).modules
    if word == "self":
        return w.share(ops.SYM, inline[-1]) if inline else w.share(ops.IMPORT, add_path_import(w, "self", line))
    if len(inline) > 1:
        return w.share(ops.SYM, inline[-2])
    return w.share(ops.IMPORT, add_path_import(w, "self" if inline else "super", line))


def resolve_super_path(w: Walker, node: Node, line: int) -> int:
    """Return the module that `super::super` refers to here."""
    words = w.read_text(node).replace(" ", "").split("::")
    steps = len(words) - (words[0] == "self")
    if any(word != "super" for word in words[len(words) - steps :]):
        return 0
    inline = get_state(w).modules
    if steps < len(inline):
        return w.share(ops.SYM, inline[-1 - steps])
    text = "::".join(["super"] * (steps - len(inline))) or "self"
    return w.share(ops.IMPORT, add_path_import(w, text, line))


def add_path_import(w: Walker, text: str, line: int) -> int:
    """Return the index of the import record for a path written in code.

    There is one record per file and path.
    """
    from codegraph_parsers.file_facts import Import

    key = ("path", text)
    found = w.shared.get(key)
    if found is None:
        w.facts.imports.append(Import(text, "", "", line, "path"))
        found = w.shared[key] = len(w.facts.imports) - 1
    return found


def import_crate(w: Walker, name: str, line: int) -> int:
    return add_path_import(w, f"::{name}", line)


def is_in_prelude(w: Walker) -> bool:
    return w.facts.path.startswith("<prelude>")


def lower_standard_path(w: Walker, node: Node) -> int:
    """Lower a path into the standard library, such as `std::collections::HashMap`.

    The item is that of the prelude. The result is 0 for other paths.
    """
    head, *rest = w.read_text(node).removeprefix("::").split("::")
    if head in STANDARD:
        return build_standard_item(w, rest)
    module = get_state(w).standard.get(head)
    return build_standard_item(w, [*module, *rest]) if module is not None else 0


def build_standard_item(w: Walker, path: list[str]) -> int:
    """Return the expression of a standard library item in the prelude.

    The result is 0 when the prelude does not declare it.
    """
    place = find_prelude_path([part.strip() for part in path])
    if not place:
        return 0
    if not is_in_prelude(w):
        return w.share(ops.IMPORT, add_path_import(w, "::".join(("std", *place)), 0))
    expr = w.share(ops.NAME, place[0], 0)
    for part in place[1:]:
        expr = w.share(ops.ATTR, expr, part)
    return expr


PATHS = frozenset(
    {
        "identifier",
        "type_identifier",
        "primitive_type",
        "scoped_identifier",
        "scoped_type_identifier",
        "self",
        "crate",
        "super",
    }
)

TYPES = {
    "reference_type": _lower_inner,
    "pointer_type": _lower_inner,
    "bracketed_type": _lower_inner,
    "abstract_type": _lower_trait,
    "dynamic_type": _lower_trait,
    "bounded_type": _lower_bounds,
    "trait_bounds": _lower_bounds,
    "higher_ranked_trait_bound": _lower_inner,
    "tuple_type": _lower_tuple,
    "unit_type": _lower_tuple,
    "array_type": _lower_array,
    "function_type": _lower_function,
    "generic_type": _lower_generic,
    "generic_type_with_turbofish": _lower_generic,
    "qualified_type": _lower_qualified,
}
