"""Keywords and annotations before Kotlin declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.kotlin import calling, state, types
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

VISIBILITIES = {"public": "public", "protected": "protected", "private": "private", "internal": "package"}


class Annotation(NamedTuple):
    word: str  # last word of its name
    text: str
    expr: int
    line: int


class Modifiers(NamedTuple):
    words: frozenset[str]
    annotations: tuple[Annotation, ...]
    end: int  # byte at which the declaration goes on

    @property
    def visibility(self) -> str:
        """Visibility that the keywords say, public without any."""
        return next((VISIBILITIES[word] for word in VISIBILITIES if word in self.words), "public")

    @property
    def is_hidden(self) -> bool:
        """Return whether no source may name the declaration any more."""
        return any(each.word == "Deprecated" and "HIDDEN" in each.text for each in self.annotations)


NO_MODIFIERS = Modifiers(frozenset(), (), 0)


def read_modifiers(w: Walker, node: Node) -> Modifiers:
    """Read the keywords and annotations before a declaration.

    Annotation arguments are walked.
    """
    words: set[str] = set()
    annotations: list[Annotation] = []
    end = 0
    for part in node.children:
        if part.type not in ("modifiers", "annotation", "parameter_modifiers", "type_parameter_modifiers"):
            if part.is_extra:
                continue
            break
        for child in part.named_children if part.type != "annotation" else (part,):
            if child.type == "annotation":
                annotations.extend(lower_annotation(w, child))
                end = child.end_byte
            elif not child.is_extra:
                words.add(w.read_text(child))
    return Modifiers(frozenset(words), tuple(annotations), end) if words or annotations else NO_MODIFIERS


def lower_annotation(w: Walker, node: Node) -> list[Annotation]:
    """Lower `@Name(…)` and `@target:[A B]`; the annotation types are mentioned.

    With arguments each is the construction of its type, else the type itself.
    """
    found: list[Annotation] = []
    for child in node.named_children:
        made = child.type == "constructor_invocation"
        named = types.find_type(child) if made else child if child.type == "user_type" else None
        if named is None:
            continue
        expr = types.lower_type(w, named, mention=False)
        line = named.start_point[0] + 1
        w.add_site("decorator" if w.exprs[expr][0] != ops.IMPORT else "type", expr, line)
        if made:
            kept = state.get_state(w)
            before, kept.keeps_texts = kept.keeps_texts, True
            given, keywords = calling.lower_arguments(w, _find_arguments(child))
            kept.keeps_texts = before
            expr = w.add(ops.NEW, expr, given, keywords) if given or keywords else expr
        text = w.read_one_line(child.start_byte, child.end_byte, 240)
        word = text.split("(", 1)[0].split("<", 1)[0].rsplit(".", 1)[-1].strip()
        found.append(Annotation(word, text, expr, line))
    return found


def _find_arguments(node: Node) -> Node | None:
    return find_child(node, "value_arguments")


def decorate(w: Walker, symbol: int, found: Modifiers) -> None:
    """Record the annotations of a symbol."""
    if not found.annotations:
        return
    w.facts.decorators[symbol] = tuple(each.expr for each in found.annotations)
    own = w.add(ops.SYM, symbol)
    for each in found.annotations:
        made = w.exprs[each.expr]
        named = made[1] if made[0] == ops.NEW else each.expr  # to write an annotation runs no constructor
        w.add_site("decorates", w.add(ops.DECORATED, own, (named,)), each.line)


def read_doc(w: Walker, node: Node) -> str:
    """Return the documentation of a declaration, "" for none."""
    return roles.read_doc_comment(w, node) or ""


def read_signature(w: Walker, node: Node, found: Modifiers, body: Node | None) -> str:
    """Return a declaration up to its body, without its annotations."""
    start = max(node.start_byte, found.end)
    return w.read_one_line(start, body.start_byte if body is not None else node.end_byte).rstrip("={; ")
