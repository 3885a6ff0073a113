"""Same-length rewrites of valid source that the grammar cannot read. Applied only to files it reports errors in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Tree

# `new(x.Count())`: the grammar knows types as arguments of `new` only. Under another name it is any call.
TYPE = rb"\s*(?:[\[*]|(?:map|chan|func|struct|interface)\b)"
MAKES_VALUE = re.compile(rb"(?<![\w.])new(?=\((?!" + TYPE + rb")(?:\d|[^()\n]*[(\"'`&+/%-]))")


def read(source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """The tree of a file, of its repaired text where the text itself has errors."""
    tree = parse(source)
    if not tree.root_node.has_error:
        return tree
    repaired = MAKES_VALUE.sub(b"neW", source)
    return tree if repaired == source else parse(repaired)
