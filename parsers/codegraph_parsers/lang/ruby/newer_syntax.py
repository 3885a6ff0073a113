"""Rewrites of Ruby syntax that the grammar does not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers.rewriting import Parse, Rewrite, apply_rewrites

if TYPE_CHECKING:
    from tree_sitter import Tree

_PASSED_ON = Rewrite(re.compile(rb"(,(?:[ \t]*\r?\n)?[ \t]*&)(?=[ \t]*\r?$)", re.MULTILINE))
"""A block without a name that ends a line: the grammar takes the next line for it, and an `end` for a name."""


def read(source: bytes, parse: Parse) -> Tree:
    """Return the tree of a source in which such blocks are left out."""
    return parse(apply_rewrites(source, (_PASSED_ON,)) if b"&" in source else source)
