"""Modifiers and attributes before declarations of C#."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph_parsers import ops, roles
from codegraph_parsers.lang.csharp import calling, state
from codegraph_parsers.lang.csharp.types import lower_type
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.file_facts import Parameter
    from codegraph_parsers.walker import Walker

_TAG: Final = re.compile(
    r"<(?:(?:see|paramref|typeparamref)[^>]*?(?:cref|name|langword)=\"([^\">]*)\"[^>]*|[^>]*)(?:>|$)"
)
"""A tag of XML, with the name that it refers to."""

VISIBILITIES = ("public", "protected", "internal", "private")


class Attribute(NamedTuple):
    name: str  # last word, without `Attribute`
    text: str
    expr: int
    line: int


class Modifiers(NamedTuple):
    words: frozenset[str]
    attributes: tuple[Attribute, ...]
    end: int  # byte at which the declaration goes on

    def compute_visibility(self, default: str) -> str:
        for word in VISIBILITIES:
            if word in self.words:
                return "package" if word == "internal" else word
        return default


def read_modifiers(w: Walker, node: Node) -> Modifiers:
    """Read the keywords and attributes before a declaration.

    Attribute arguments are walked.
    """
    words: set[str] = set()
    attributes: list[Attribute] = []
    end = 0
    for child in node.children:
        if child.type == "attribute_list":
            attributes.extend(lower_attribute(w, each) for each in child.named_children if each.type == "attribute")
            end = child.end_byte
        elif child.type == "modifier":
            words.add(w.read_text(child))
    return Modifiers(frozenset(words), tuple(attributes), end)


def lower_attribute(w: Walker, node: Node) -> Attribute:
    """Lower `[Name(…)]`.

    With arguments it is the construction of its class, else the class itself.
    """
    name_node = node.child_by_field_name("name")
    line = node.start_point[0] + 1
    if name_node is None:
        return Attribute("", "", 0, line)
    expr = lower_attribute_type(w, name_node)
    w.mention(expr, line, "decorator")
    word = w.read_text(name_node).rsplit(".", 1)[-1].split("<", 1)[0].removesuffix("Attribute")
    text = w.read_one_line(node.start_byte, node.end_byte, 160)
    kept = state.get_state(w)
    before, kept.keeps_texts = kept.keeps_texts, True
    listed = find_child(node, "attribute_argument_list")
    given, keywords = calling.lower_arguments(w, listed)
    kept.keeps_texts = before
    made = w.add(ops.NEW, expr, given, keywords) if given or keywords else expr
    return Attribute(word, text, made, line)


def lower_attribute_type(w: Walker, node: Node) -> int:
    """Return the class of an attribute: `[Name]` is `NameAttribute`."""
    expr = lower_type(w, node, mention=False)
    named: tuple[object, ...] = w.exprs[expr]
    if named[0] == ops.NAME and not str(named[1]).endswith("Attribute"):
        return w.share(ops.NAME, f"{named[1]}Attribute", named[2])
    if named[0] == ops.ATTR and not str(named[2]).endswith("Attribute"):
        return w.share(ops.ATTR, named[1], f"{named[2]}Attribute")
    return expr


def decorate(w: Walker, symbol: int, found: Modifiers) -> None:
    """Keep the attributes of a symbol."""
    if found.attributes:
        w.facts.decorators[symbol] = tuple(each.expr for each in found.attributes)
        w.symbols[symbol] = w.symbols[symbol]._replace(decorators=tuple(each.text for each in found.attributes))


def describe(
    w: Walker, symbol: int, node: Node, found: Modifiers, body: Node | None, visibility: str, flags: int,
    shown: Sequence[Parameter] = (),
) -> None:  # fmt: skip
    """Complete a symbol with what stands before its body."""
    w.symbols[symbol] = w.symbols[symbol]._replace(
        signature=read_signature(w, node, found, body), visibility=visibility, parameters=tuple(shown),
        flags=w.symbols[symbol].flags | flags,
    )  # fmt: skip
    decorate(w, symbol, found)


def read_doc(w: Walker, node: Node) -> str:
    """Return the documentation of a declaration, without the tags of XML."""
    text = roles.read_doc_comment(w, node)
    return clean_xml(text) if "<" in text else text


def clean_xml(text: str) -> str:
    """Return the text of a documentation comment without its tags.

    What a tag refers to stays: `<see cref="Base"/>` is `Base`.
    """
    lines = _TAG.sub(lambda tag: tag[1] or "", text).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip()).strip()


def read_signature(w: Walker, node: Node, found: Modifiers, body: Node | None) -> str:
    """Return a declaration between its attributes and its body on one line."""
    start = max(node.start_byte, found.end)
    end = body.start_byte if body is not None else node.end_byte
    return w.read_one_line(start, end).rstrip("; ").removesuffix("=>").rstrip()
