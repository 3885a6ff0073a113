"""Named functions and classes of a file, from its syntax tree.

The sets must not rest on what codegraph says of a file, so this is a small reading of its own: a definition is named by
the definitions around it, joined with dots, in every language.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath
from typing import NamedTuple

import tree_sitter_cpp
import tree_sitter_go
import tree_sitter_java
import tree_sitter_python
import tree_sitter_rust
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser

LANGUAGES = {
    ".py": "python",
    ".ts": "typescript",
    ".mts": "typescript",
    ".js": "tsx",
    ".mjs": "tsx",
    ".cjs": "tsx",
    ".jsx": "tsx",
    ".tsx": "tsx",
    ".go": "go",
    ".java": "java",
    ".rs": "rust",
    ".cpp": "cpp",
    ".cc": "cpp",
    ".h": "cpp",
    ".hpp": "cpp",
}
GRAMMARS = {
    "python": tree_sitter_python.language,
    "typescript": tree_sitter_typescript.language_typescript,
    "tsx": tree_sitter_typescript.language_tsx,
    "go": tree_sitter_go.language,
    "java": tree_sitter_java.language,
    "rust": tree_sitter_rust.language,
    "cpp": tree_sitter_cpp.language,
}
OWNERS = frozenset(
    {
        "class_definition",
        "class_declaration",
        "abstract_class_declaration",
        "class",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
        "internal_module",
        "impl_item",
        "trait_item",
        "mod_item",
        "class_specifier",
        "struct_specifier",
        "namespace_definition",
    }
)
FUNCTIONS = frozenset(
    {
        "function_definition",
        "function_declaration",
        "generator_function_declaration",
        "method_definition",
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "function_item",
    }
)
VALUES = frozenset({"arrow_function", "function_expression", "generator_function"})
CARRIERS = frozenset({"variable_declarator", "public_field_definition", "field_definition", "pair"})
"""Nodes that give a function without a name of its own the name that a reader knows it by."""


class Definition(NamedTuple):
    """A function, method or class. Lines count from 1, the last one included."""

    name: str
    first: int
    last: int
    is_function: bool


def read_definitions(path: str, content: bytes) -> list[Definition]:
    """Return the definitions of one file in order; none for an unknown language."""
    language = LANGUAGES.get(PurePosixPath(path).suffix)
    if language is None:
        return []
    found: list[Definition] = []
    waiting = [(_make_parser(language).parse(content).root_node, "")]
    while waiting:
        node, owner = waiting.pop()
        name = _read_name(node)
        if name:
            owner = f"{owner}.{name}" if owner else name
            is_function = node.type not in OWNERS
            outer = node.parent if node.parent and node.parent.type == "decorated_definition" else node
            if node.type != "namespace_definition":
                found.append(Definition(owner, outer.start_point.row + 1, _find_last_line(node), is_function))
        waiting.extend((child, owner) for child in reversed(node.children))
    return sorted(found, key=lambda one: (one.first, -one.last))


def find_innermost(definitions: list[Definition], first: int, last: int) -> Definition | None:
    """Return the smallest function that holds both lines, or None where none does."""
    around = [one for one in find_around(definitions, first, last) if one.is_function]
    return min(around, key=lambda one: one.last - one.first, default=None)


def find_around(definitions: list[Definition], first: int, last: int) -> list[Definition]:
    """Return the functions and classes that hold both lines."""
    return [one for one in definitions if one.first <= first and last <= one.last]


@cache
def _make_parser(language: str) -> Parser:
    return Parser(Language(GRAMMARS[language]()))


def _find_last_line(node: Node) -> int:
    return node.end_point.row + (1 if node.end_point.column else 0)


def _read_name(node: Node) -> str:
    if node.type == "impl_item":
        return _read_bare_name(node.child_by_field_name("type"))
    if node.type in ("class_specifier", "struct_specifier") and node.child_by_field_name("body") is None:
        return ""
    if node.type in FUNCTIONS or node.type in OWNERS:
        declarator = node.child_by_field_name("declarator")
        if declarator is not None:
            return _read_declarator(declarator)
        name = _read_bare_name(node.child_by_field_name("name"))
        receiver = node.child_by_field_name("receiver")
        return f"{_read_receiver(receiver)}.{name}" if receiver is not None else name
    if node.type in CARRIERS:
        value = node.child_by_field_name("value")
        key = (
            node.child_by_field_name("name") or node.child_by_field_name("key") or node.child_by_field_name("property")
        )
        if _is_function_value(value) and key is not None:
            return _read_text(key).strip("\"'")
    return ""


def _is_function_value(value: Node | None) -> bool:
    """Say whether a value is a function or a call that is given one: `memo(…)`."""
    if value is None:
        return False
    if value.type in VALUES:
        return True
    arguments = value.child_by_field_name("arguments") if value.type == "call_expression" else None
    return arguments is not None and any(_is_function_value(one) for one in arguments.named_children[:1])


def _read_declarator(node: Node) -> str:
    while node.type != "function_declarator":
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((one for one in node.named_children if one.type.endswith("declarator")), None)
        if inner is None:
            return ""
        node = inner
    return _read_bare_name(node.child_by_field_name("declarator")).replace("::", ".")


def _read_receiver(node: Node) -> str:
    names = re.findall(r"\w+", re.sub(r"\[.*", "", _read_text(node)))
    return names[-1] if names else ""


def _read_bare_name(node: Node | None) -> str:
    """Return a name without its type arguments."""
    return re.sub(r"<.*>", "", _read_text(node), flags=re.DOTALL).strip() if node is not None else ""


def _read_text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
