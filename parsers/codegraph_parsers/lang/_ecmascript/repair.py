"""Same-length rewrites of valid source that the grammar cannot read. Applied only to files it reports errors in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Tree

TYPE_STAR = re.compile(rb"(?<=export )type(?=\s+\*)")
OPENING = re.compile(rb"^([ \t]+)<(?=[A-Za-z_$]|\s*$)")
ENDS_TYPE = re.compile(rb"(?:[\w$\]})'\"`]|(?<!=)>)$")
OPERATOR_WORD = re.compile(
    rb"(?:^|[^\w$.])(?:return|extends|keyof|typeof|infer|is|as|satisfies|new|default|yield|await|in|of)$"
)


def read(source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """The tree of a file, of its repaired text where the text itself has errors."""
    tree = parse(source)
    if not tree.root_node.has_error:
        return tree
    repaired = repair(source)
    return tree if repaired == source else parse(repaired)


def repair(source: bytes) -> bytes:
    """Members of a type that begin with `<` on their own line get the separator that a line break stands for."""
    source = TYPE_STAR.sub(b"    ", source)
    if b"\n" not in source or not re.search(rb"^[ \t]+<", source, re.MULTILINE):
        return source
    lines = source.split(b"\n")
    last = b""
    for position, line in enumerate(lines):
        text = line.strip()
        found = OPENING.match(line)
        if found is not None and ENDS_TYPE.search(last) and not OPERATOR_WORD.search(last):
            at = found.end(1)
            lines[position] = line[: at - 1] + b";" + line[at:]
        if text and not text.startswith((b"//", b"*", b"/*")):
            last = text.split(b" // ", 1)[0].rstrip()
    return b"\n".join(lines)
