"""Same-length rewrites of valid source that the grammar cannot read. Applied only to files it reports errors in, except
for type arguments of tagged templates, which it reads as comparisons."""

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
NO_TYPE = (b"`", b"${", b"</", b";\n")  # in what stands between a name and a template: no type arguments
LONGEST_TYPE = 400  # bytes of type arguments before a template


def read(source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """The tree of a file, of its repaired text where the text itself has errors."""
    source = plain_tags(source)
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


def plain_tags(source: bytes) -> bytes:
    """Type arguments of tagged templates blanked: the grammar reads tag, `<`, type, `>` and template as comparisons."""
    end = source.find(b">`")
    if end < 0:
        return source
    text = bytearray(source)
    while end >= 0:
        start = opening(source, end)
        if start >= 0:
            text[start : end + 1] = b"".join(b"\n" if c == 10 else b" " for c in source[start : end + 1])
        end = source.find(b">`", end + 1)
    return bytes(text)


def opening(source: bytes, end: int) -> int:
    """Where the type arguments that end at `>` begin, directly behind a name; -1 where none do."""
    depth = 0
    for at in range(end, max(end - LONGEST_TYPE, 0), -1):
        char = source[at : at + 1]
        if char == b">" and source[at - 1 : at] != b"=":
            depth += 1
        elif char == b"<":
            depth -= 1
            if not depth:
                named = source[at - 1 : at].isalnum() or source[at - 1 : at] in (b"_", b"$", b")", b"]")
                inside = source[at : end + 1]
                return at if named and not any(mark in inside for mark in NO_TYPE) else -1
    return -1
