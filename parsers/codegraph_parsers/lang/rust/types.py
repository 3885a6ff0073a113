"""Rust paths and types as expressions. References, pointers, lifetimes and `mut` leave no trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.rust.standard import STANDARD, known
from codegraph_parsers.lang.rust.state import state
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


def mentioned(w: Walker, kind: str, node: Node) -> int:
    """The type expression of a node; names in it are mentioned as `kind`."""
    previous, w.reference = w.reference, kind
    expr = type_(w, node)
    w.reference = previous
    return expr


def declared(w: Walker, node: Node | None) -> int:
    return mentioned(w, "type", node) if node is not None else 0


def type_(w: Walker, node: Node) -> int:
    kind = node.type
    handler = TYPES.get(kind)
    if handler is None:
        return path(w, node, mention=True) if kind in PATHS else 0
    if w.depth > MAX_DEPTH:
        return w.too_deep(node)
    w.depth += 1
    expr = handler(w, node)
    w.depth -= 1
    return expr


def _inner(w: Walker, node: Node) -> int:
    found = node.child_by_field_name("type")
    if found is None:
        found = next((c for c in node.named_children if c.type not in SKIPPED), None)
    return type_(w, found) if found is not None else 0


def _trait(w: Walker, node: Node) -> int:
    found = node.child_by_field_name("trait")
    return type_(w, found) if found is not None else _inner(w, node)


def _bounded(w: Walker, node: Node) -> int:
    return w.union([type_(w, child) for child in node.named_children if child.type not in SKIPPED])


def _tuple(w: Walker, node: Node) -> int:
    """`(A, B)`; `(A)` is `A` itself."""
    parts = [type_(w, child) for child in node.named_children if child.type not in SKIPPED]
    if len(parts) == 1 and all(child.type != "," for child in node.children):
        return parts[0]
    return w.add(ops.TUPLE, *parts)


def _array(w: Walker, node: Node) -> int:
    element = node.child_by_field_name("element")
    length = node.child_by_field_name("length")
    if length is not None:
        w.visit(length)
    return w.add(ops.GENERIC, w.share(ops.NAME, SLICE, 0), (type_(w, element) if element is not None else 0,))


def _function(w: Walker, node: Node) -> int:
    trait, params, result = (node.child_by_field_name(f) for f in ("trait", "parameters", "return_type"))
    if trait is not None and w.text(trait) not in CALLABLE:
        base = type_(w, trait)
        if params is not None:
            for child in params.named_children:
                type_(w, child)
        return base
    types: list[int] = []
    for child in params.named_children if params is not None else ():
        if child.type in SKIPPED:
            continue
        inner = child.child_by_field_name("type") if child.type == "parameter" else child
        types.append(type_(w, inner) if inner is not None else 0)
    return w.add(ops.FUNCTYPE, tuple(types), type_(w, result) if result is not None else 0)


def _generic(w: Walker, node: Node) -> int:
    base_node, args_node = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
    if base_node is None:
        return 0
    base = type_(w, base_node)
    args = arguments(w, args_node, w.text(base_node).rsplit("::", 1)[-1])
    return w.add(ops.GENERIC, base, args) if args else base


def arguments(w: Walker, node: Node | None, word: str = "") -> tuple[int, ...]:
    """Type arguments; associated types (`Item = T`) follow the type parameters of a trait, sorted by name."""
    plain: list[int] = []
    named: dict[str, int] = {}
    for child in node.named_children if node is not None else ():
        if child.type in SKIPPED:
            continue
        if child.type == "type_binding":
            name, value = child.child_by_field_name("name"), child.child_by_field_name("type")
            if name is not None and value is not None:
                named[w.text(name)] = type_(w, value)
        elif child.type in TYPES or child.type in PATHS:
            plain.append(type_(w, child))
        elif child.type == "trait_bounds":
            continue
        else:
            w.visit(child)
            plain.append(0)
    order = ASSOCIATED.get(word)
    if named and order is not None:
        return (*plain, *(named.get(name, 0) for name in order))
    return (*plain, *(named[name] for name in sorted(named)))


def _qualified(w: Walker, node: Node) -> int:
    """`<T as Trait>`: the type parameter where it is bound by that trait, else the trait."""
    target, trait = node.child_by_field_name("type"), node.child_by_field_name("alias")
    own = type_(w, target) if target is not None else 0
    as_trait = type_(w, trait) if trait is not None else 0
    if target is not None and trait is not None and _is_bound(w, w.text(target), w.text(trait).split("<", 1)[0]):
        return own
    return as_trait or own


def _is_bound(w: Walker, name: str, trait: str) -> bool:
    """Whether a type parameter of an item around has the trait of a name among its bounds."""
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


def path(w: Walker, node: Node, mention: bool, whole: bool = True) -> int:
    """A path in an expression or type. Its parts before the last are mentioned; with `mention` the last is too."""
    kind = node.type
    line = node.start_point[0] + 1
    if node.end_byte - node.start_byte > MAX_PATH:
        return 0
    head = "" if whole or state(w).tokens else "type"  # what has members is a type, or a module
    if kind in ("scoped_identifier", "scoped_type_identifier"):
        prefix, name_node = node.child_by_field_name("path"), node.child_by_field_name("name")
        if name_node is None:
            return 0
        name = w.text(name_node)
        if name == "super":
            return outwards(w, node, line)
        if prefix is not None and prefix.type == "crate" and in_prelude(w):
            return w.share(ops.NAME, name, 0)
        if prefix is None:  # `::name`
            return w.share(ops.IMPORT, crate(w, name, line))
        expr = standard_path(w, node)
        if expr:
            return expr
        base = associated(w, prefix, name)
        if base:
            return base
        expr = w.share(ops.ATTR, path(w, prefix, named(w, prefix, name), whole=False), name)
        if mention:
            w.mention(expr, name_node.start_point[0] + 1, head)
        return expr
    if kind in ("self", "super", "crate"):
        return module(w, kind, line)
    if kind in TYPES:  # types alone, though an expression begins with them
        return mentioned(w, "type" if w.reference == "reference" and not state(w).tokens else w.reference, node)
    name = w.text(node)
    if name == "Self":
        return self_type(w)
    if name == "_":
        return 0
    expr = type_name(w, name)
    found = w.exprs[expr]
    if found[0] == ops.NAME and not whole:
        state(w).heads.setdefault(expr, line)
    if mention and found[0] in (ops.NAME, ops.SYM, ops.IMPORT) and not is_parameter(w, name):
        w.mention(expr, line, head)
    return expr


def is_parameter(w: Walker, name: str) -> bool:
    """Whether a name is a type parameter of an item around: nothing to mention."""
    scope = w.scope.symbol
    while scope > 0:
        if any(name == each for each, _ in w.facts.type_params.get(scope, ())):
            return True
        scope = w.symbols[scope].parent
    return False


def named(w: Walker, prefix: Node, name: str) -> bool:
    """Whether a path mentions its prefix: not a module, and not an enum of which it names a variant."""
    word = w.text(prefix).split("<", 1)[0].rsplit("::", 1)[-1]
    return word[:1].isupper() and not (name[:1].isupper() and any(c.islower() for c in name))


def type_name(w: Walker, name: str) -> int:
    """A name in a type or at the head of a path: an item, never a local variable."""
    return w.share(ops.NAME, name, w.scope.symbol)


def self_type(w: Walker) -> int:
    return w.share(ops.CLASSREF, w.classes[-1]) if w.classes else 0


def associated(w: Walker, prefix: Node, name: str) -> int:
    """`Self::Item` where the trait or impl around declares `Item`: its type."""
    if w.text(prefix) != "Self" or not w.classes:
        return 0
    return state(w).associated.get((w.classes[-1], name), 0)


def module(w: Walker, word: str, line: int) -> int:
    """The module that `crate`, `self` or `super` means here."""
    if word == "crate":
        return w.share(ops.IMPORT, imported(w, "crate", line))
    inline = state(w).modules
    if word == "self":
        return w.share(ops.SYM, inline[-1]) if inline else w.share(ops.IMPORT, imported(w, "self", line))
    if len(inline) > 1:
        return w.share(ops.SYM, inline[-2])
    return w.share(ops.IMPORT, imported(w, "self" if inline else "super", line))


def outwards(w: Walker, node: Node, line: int) -> int:
    """The module that `super::super` means here."""
    words = w.text(node).replace(" ", "").split("::")
    steps = len(words) - (words[0] == "self")
    if any(word != "super" for word in words[len(words) - steps :]):
        return 0
    inline = state(w).modules
    if steps < len(inline):
        return w.share(ops.SYM, inline[-1 - steps])
    text = "::".join(["super"] * (steps - len(inline))) or "self"
    return w.share(ops.IMPORT, imported(w, text, line))


def imported(w: Walker, text: str, line: int) -> int:
    """Index of the import record for a path written in code; one a file and path."""
    from codegraph_parsers.facts import Import

    key = ("path", text)
    found = w.shared.get(key)
    if found is None:
        w.facts.imports.append(Import(text, "", "", line, "path"))
        found = w.shared[key] = len(w.facts.imports) - 1
    return found


def crate(w: Walker, name: str, line: int) -> int:
    return imported(w, f"::{name}", line)


def in_prelude(w: Walker) -> bool:
    return w.facts.path.startswith("<prelude>")


def standard_path(w: Walker, node: Node) -> int:
    """`std::collections::HashMap`: the standard library as the prelude declares it; 0 for other paths."""
    head, *rest = w.text(node).removeprefix("::").split("::")
    if head in STANDARD:
        return standard_item(w, rest)
    module = state(w).standard.get(head)
    return standard_item(w, [*module, *rest]) if module is not None else 0


def standard_item(w: Walker, path: list[str]) -> int:
    """Expression of an item of the standard library that the prelude declares; 0 when it does not."""
    place = known([part.strip() for part in path])
    if not place:
        return 0
    if not in_prelude(w):
        return w.share(ops.IMPORT, imported(w, "::".join(("std", *place)), 0))
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
    "reference_type": _inner,
    "pointer_type": _inner,
    "bracketed_type": _inner,
    "abstract_type": _trait,
    "dynamic_type": _trait,
    "bounded_type": _bounded,
    "trait_bounds": _bounded,
    "higher_ranked_trait_bound": _inner,
    "tuple_type": _tuple,
    "unit_type": _tuple,
    "array_type": _array,
    "function_type": _function,
    "generic_type": _generic,
    "generic_type_with_turbofish": _generic,
    "qualified_type": _qualified,
}
