"""Lowering of Go texts that may be parts of paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codegraph_parsers import ops
from codegraph_parsers.walker import LITERAL_TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

STRING: Final = "string"
LONGEST_KEY: Final = 24
LONGEST_PATH: Final = 160
TEXTS: Final = frozenset((ops.LITERAL, ops.TEMPLATE))
"""Operations of texts that are written out."""


def lower_string(w: Walker, node: Node) -> int:
    """Lower a string literal; its text has the quotes.

    A short one is kept, because it may be a subscript key, and a longer one where it may be a path.
    """
    start, end = node.start_byte, node.end_byte
    raw = w.source[start:end] if end - start <= LONGEST_PATH else b""
    if not raw or (end - start > LONGEST_KEY and not _is_path(raw)):
        return w.add_literal(STRING)
    key = (STRING, raw)
    found = w.literals.get(key)
    if found is None:
        text = raw.decode("utf-8", "replace")
        found = w.add_literal(STRING, text)
        if len(text) > LITERAL_TEXT:
            found = w.add(ops.TEMPLATE, found, (w.share(ops.LITERAL, STRING, text),))
        w.literals[key] = found
    return found


def _is_path(raw: bytes) -> bool:
    return b"/" in raw and b"\n" not in raw


def join_operands(w: Walker, value: int, operands: Sequence[int]) -> int:
    """Return `a + b` of the type of `value`, with its parts where it may be a text."""
    kinds = [w.exprs[operand] for operand in operands]
    if any(kind[0] == ops.LITERAL and kind[1] != STRING for kind in kinds):
        return value
    is_text = any(kind[0] in TEXTS for kind in kinds)
    return w.add(ops.TEMPLATE, w.add_literal(STRING) if is_text else value, tuple(operands))


def forget_text(w: Walker, name: str) -> None:
    """Note that a variable which held a text is given another one."""
    if w.exprs[w.scope.env.get(name, 0)][0] in TEXTS:
        w.scope.env[name] = w.add_literal(STRING)
