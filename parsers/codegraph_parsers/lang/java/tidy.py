"""Java source as the grammar can read it: what it does not know is blanked, every byte keeps its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Tree

_ANNOTATED_REST = re.compile(rb"(?<=[\w>\])])\s+(@[A-Za-z_][\w.]*?(?:[ \t]*\([^()\n]*\))?[ \t]*)(?=\.\.\.)")


def read(content: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """Syntax tree of a Java source. `T @A ... rest` annotates the array that a rest parameter is, which the grammar
    takes for a qualified name."""
    if b"..." not in content or b"@" not in content:
        return parse(content)
    return parse(_ANNOTATED_REST.sub(_blanked, content))


def _blanked(found: re.Match[bytes]) -> bytes:
    text = found.group()
    return text[: found.start(1) - found.start()] + b" " * len(found.group(1))
