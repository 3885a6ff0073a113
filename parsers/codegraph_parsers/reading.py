"""How a file becomes a tree, and by which specification the tree is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import grammar
from codegraph_parsers.rewriting import damage, errors

if TYPE_CHECKING:
    from tree_sitter import Tree

    from codegraph_parsers.spec import LanguageSpec


def tree_of(spec: LanguageSpec, content: bytes) -> tuple[Tree, LanguageSpec]:
    """The tree of a text and the specification that its nodes are of: another form of the language where that one
    understands more of it. Raises GrammarError."""
    tree = _read(spec, content)
    if spec.otherwise is None or not tree.root_node.has_error:
        return tree, spec
    again = _read(spec.otherwise, content)
    fewer = damage(errors(again)) < damage(errors(tree))
    return (again, spec.otherwise) if fewer else (tree, spec)


def _read(spec: LanguageSpec, content: bytes) -> Tree:
    read = grammar.parser(spec.grammar).parse
    return spec.read(content, read) if spec.read is not None else read(content)
