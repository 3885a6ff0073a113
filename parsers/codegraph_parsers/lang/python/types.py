"""Python annotations: type expressions, quoted ones too."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from codegraph_parsers import grammar, ops
from codegraph_parsers.roles import flatten_operands

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

SILENT = frozenset({"Any", "AnyStr", "Incomplete", "NoReturn", "Never"})  # say nothing about a value
BARE = frozenset({"Final", "ClassVar"})  # say nothing alone: what is assigned says it
PACKED = frozenset({"args", "kwargs"})  # what a variable that stands for parameters has
TRANSPARENT = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly"})
BUILT_IN = frozenset({"str", "int", "float", "bool", "bytes", "list", "dict", "tuple", "set", "type", "object"})
GENERIC_WORDS = (
    TRANSPARENT
    | {"Callable", "List", "Dict", "Tuple", "Set", "FrozenSet", "Type", "Sequence", "Mapping", "MutableMapping"}
    | {"Iterable", "Iterator", "Generator", "Awaitable", "Coroutine", "DefaultDict", "Deque", "Literal"}
    | {"list", "dict", "tuple", "set", "frozenset", "type", "deque", "defaultdict"}
)


TypeVariables = dict[str, int]
"""Name → expression of its bound, 0 when it has none."""


def get_type_variables(w: Walker) -> TypeVariables:
    """Return the type variables that the file has made so far (`T = TypeVar("T")`)."""
    return cast("TypeVariables", w.state.setdefault("type variables", {}))


def lower_annotation(w: Walker, node: Node, mention: str = "type") -> int:
    """Return the type expression of an annotation node.

    Names in it are mentioned as types.
    """
    previous, w.reference = w.reference, mention
    expr = _lower_type(w, node)
    w.reference = previous
    return expr


BASES = frozenset({"identifier", "attribute", "subscript"})


def lower_base(w: Walker, node: Node) -> int:
    """Return the expression of a base class.

    Its own name is what the class inherits from; other names in it are mentions.
    """
    return lower_annotation(w, node, mention="base" if node.type in BASES else "reference")


def is_type(w: Walker, node: Node) -> bool:
    """Return whether the right side of an assignment reads as a type.

    Examples are `Optional[X]`, `dict[str, X]` and `X | None`.
    """
    if node.type == "subscript":
        base = node.child_by_field_name("value")
        return base is not None and w.read_text(base).rsplit(".", 1)[-1] in GENERIC_WORDS
    if node.type != "binary_operator":
        return False
    sign, parts = node.child_by_field_name("operator"), node.named_children
    if sign is None or sign.type != "|" or len(parts) != 2:
        return False
    return all(_is_type_name(w, part) for part in parts)


def _is_type_name(w: Walker, node: Node) -> bool:
    if node.type in ("identifier", "attribute"):
        word = w.read_text(node).rsplit(".", 1)[-1].lstrip("_")
        return word in BUILT_IN or (word[:1].isupper() and not word.isupper())
    return node.type in ("none", "string") or is_type(w, node)


def _lower_type(w: Walker, node: Node) -> int:
    kind = node.type
    if kind == "type":
        return _lower_type(w, node.named_children[0]) if node.named_children else 0
    if kind == "string":
        return _lower_quoted(w, node)
    if kind in ("binary_operator", "union_type"):
        return w.union([_lower_type(w, part) for part in flatten_operands(node)])
    if kind in ("subscript", "generic_type"):
        return _lower_generic(w, node)
    if kind in ("parenthesized_expression", "member_type", "constrained_type"):
        return _lower_type(w, node.named_children[0]) if node.named_children else 0
    if kind == "none":
        return 0
    if kind in ("list", "tuple"):
        return w.add(ops.TUPLE, *[_lower_type(w, child) for child in node.named_children])
    if kind in ("identifier", "attribute"):
        return _lower_name(w, node)
    return w.visit(node)


def _lower_name(w: Walker, node: Node) -> int:
    """Lower a type by its name; `Self` is the class around it."""
    owner, last = node.child_by_field_name("object"), node.child_by_field_name("attribute")
    if owner is not None and last is not None and owner.type == "identifier" and w.read_text(last) in PACKED:
        lower_annotation(w, owner)  # `*args: P.args` says what is passed on, and nothing of what that is
        return 0
    expr = _lower_head(w, node)
    word = w.read_text(node).rsplit(".", 1)[-1]
    if word in SILENT or (word in BARE and w.reference == "type"):
        return 0
    if word in get_type_variables(w) and node.type == "identifier":
        variable = w.share(ops.NAME, word, 0)  # the variable of the module that made it
        w.mention(variable, node.start_point[0] + 1, "reference")
        # looked up where it stands: what it is depends on the function or class around it
        return w.share(ops.NAME, word, w.scope.symbol)
    return w.share(ops.CLASSREF, w.classes[-1]) if word == "Self" and w.classes else expr


def _lower_head(w: Walker, node: Node) -> int:
    """Lower the name of a type.

    In a base class, only the last word of a dotted one is the base.
    """
    owner = node.child_by_field_name("object") if w.reference == "base" and node.type == "attribute" else None
    last = node.child_by_field_name("attribute")
    if owner is None or last is None:
        return w.visit(node)
    around = lower_annotation(w, owner)
    return w.share(ops.ATTR, around, w.read_text(last)) if around else 0


def _lower_generic(w: Walker, node: Node) -> int:
    """Lower `Base[args]`.

    Of wrappers that do not change the value only the argument counts.
    """
    if node.type == "subscript":
        base_node = node.child_by_field_name("value")
        args = node.children_by_field_name("subscript")
    else:
        base_node = node.named_children[0] if node.named_children else None
        args = [each for child in node.named_children[1:] for each in child.named_children]
    if base_node is None:
        return 0
    word = w.read_text(base_node).rsplit(".", 1)[-1]
    if word in TRANSPARENT:
        w.visit(base_node)
        parts = [_lower_type(w, arg) for arg in args]
        return w.union(parts if word == "Union" else parts[:1])
    if word == "Literal":
        w.visit(base_node)
        parts = [w.visit(arg.named_children[0] if arg.type == "type" else arg) for arg in args]
        return w.union([part for part in parts if w.exprs[part][0] == ops.LITERAL])
    named = _lower_head(w, base_node)
    if w.reference == "base":
        w.reference = "type"  # `lower_annotation` restores it
    if word == "Callable":
        params: tuple[int, ...] = ()
        result = 0
        if len(args) == 2:
            inside = args[0].named_children[0] if args[0].type == "type" and args[0].named_children else args[0]
            if inside.type == "list":
                params = tuple(_lower_type(w, each) for each in inside.named_children)
            else:
                _lower_type(w, inside)  # `Callable[P, R]`, `Callable[Concatenate[X, P], R]`: those of another function
            result = _lower_type(w, args[1])
        return w.add(ops.FUNCTYPE, params, result)
    return w.add(ops.GENERIC, named, tuple(_lower_type(w, arg) for arg in args))


def _lower_quoted(w: Walker, node: Node) -> int:
    """Lower a quoted annotation, parsed like the code it stands for.

    Its lines are those of the string.
    """
    raw = w.source[node.start_byte : node.end_byte].decode("utf-8", "replace").strip("rRuUbBfF").strip("'\"").strip()
    if not raw or len(raw) > 400 or "\n" in raw:
        return 0
    tree = grammar.load_parser(w.spec.grammar).parse(raw.encode())
    root = tree.root_node
    if root.has_error or root.named_child_count != 1 or root.named_children[0].type != "expression_statement":
        return 0
    # lines of the text are not those of the file, by which a mention is recorded once
    source, seen, first = w.source, w.seen, len(w.sites)
    w.source, w.seen = raw.encode(), {}
    expr = _lower_type(w, root.named_children[0].named_children[0])
    found = w.sites[first:]
    del w.sites[first:]
    w.source, w.seen = source, seen
    for kind, owner, at, row in found:
        line = row + node.start_point[0]
        if seen.get((owner, at, kind)) != line:
            seen[owner, at, kind] = line
            w.sites.append((kind, owner, at, line))
    return expr
