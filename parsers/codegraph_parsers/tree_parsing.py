"""Parsing of a file into a tree, with the form of the language that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import grammar
from codegraph_parsers.rewriting import find_errors, measure_damage

if TYPE_CHECKING:
    from tree_sitter import Tree

    from codegraph_parsers.spec import LanguageSpec


def parse_tree(spec: LanguageSpec, content: bytes) -> tuple[Tree, LanguageSpec]:
    """Parse a text into a tree; return it with the specification of its nodes.

    That is another form of the language where that form understands more of the text. Raises GrammarError.
    """
    tree = _read(spec, content)
    if spec.otherwise is None or not tree.root_node.has_error:
        return tree, spec
    again = _read(spec.otherwise, content)
    fewer = measure_damage(find_errors(again)) < measure_damage(find_errors(tree))
    return (again, spec.otherwise) if fewer else (tree, spec)


def _read(spec: LanguageSpec, content: bytes) -> Tree:
    read = grammar.load_parser(spec.grammar).parse
    return spec.read(content, read) if spec.read is not None else read(content)
