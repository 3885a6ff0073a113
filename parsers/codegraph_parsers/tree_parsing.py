"""Parsing of a file into a tree, with the grammar of its language that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import grammar
from codegraph_parsers.rewriting import find_errors, measure_damage

if TYPE_CHECKING:
    from tree_sitter import Tree

    from codegraph_parsers.spec import LanguageSpec


def parse_tree(spec: LanguageSpec, content: bytes) -> tuple[Tree, LanguageSpec]:
    """Parse a text into a tree; return it with the specification of its nodes.

    That is `spec.otherwise` where its grammar leaves less of the text damaged. Raises GrammarError.
    """
    tree = _parse(spec, content)
    if spec.otherwise is None or not tree.root_node.has_error:
        return tree, spec
    alternative = _parse(spec.otherwise, content)
    is_better = measure_damage(find_errors(alternative)) < measure_damage(find_errors(tree))
    return (alternative, spec.otherwise) if is_better else (tree, spec)


def _parse(spec: LanguageSpec, content: bytes) -> Tree:
    parse = grammar.load_parser(spec.grammar).parse
    return spec.read(content, parse) if spec.read is not None else parse(content)
