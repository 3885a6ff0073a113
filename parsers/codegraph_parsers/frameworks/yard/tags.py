"""Tags of YARD in the comment above a method: `@param name [Type]`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers.lang.ruby.types import MethodType, Reader

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker

TAG = re.compile(
    r"^[#\s]*@(param|return|yieldreturn|yieldparam)\b\s*(?:(\w+)\s+)?\[([^\]]*(?:\[[^\]]*\][^\]]*)*)\]\s*(\w+)?"
)


def read_tags(w: Walker, lines: list[str], symbol: int, owner: int) -> MethodType | None:
    """Return what `@param` and `@return` declare."""
    found = MethodType()
    for line in lines:
        match = TAG.match(line)
        if match is None:
            continue
        tag, before, text, after = match.groups()
        expr = Reader(w, text, symbol, owner).read_union(",|")
        if tag == "param" and (name := before or after):
            found.named[name] = expr
        elif tag == "return" and expr:
            found.result = w.union([found.result, expr])
    return found if found.named or found.result else None
