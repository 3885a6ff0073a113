"""Same-length rewrites of valid source that the grammar cannot read.

They are applied only to files that it reports errors in, except for type arguments of tagged templates, which it reads
as comparisons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from codegraph_parsers.rewriting import Rewrite, Span, apply_rewrites, parse_amended

if TYPE_CHECKING:
    from tree_sitter import Tree

_BEGIN = rb"(?:^|[{;)])\s*(?:(?:public|protected|private|static|readonly|abstract|declare)\s+)*"  # of a member
_TYPE_IN_PLACE = re.compile(
    rb"(?<!await )(?<![(\[])(?<!=> )\b(import\(\s*(?:'[^'\n]*'|\"[^\"\n]*\")[^()]*\))(?!\s*\.(?:then|catch|finally)\b)"
)
NEWER = (
    Rewrite(re.compile(rb"(?<=export )(type)(?=\s+\*)")),
    Rewrite(_TYPE_IN_PLACE, b"import_", b"_", near=True),
    Rewrite(re.compile(rb"[\"'](\s*(?:with|assert)\s*\{[^{}]*\})(?=\s*(?:;|$))", re.MULTILINE)),
    Rewrite(re.compile(rb"\bimport\s+(defer|source)(?=\s+(?:\*|\w+\s+from\b))")),
    Rewrite(re.compile(_BEGIN + rb"(override)(?=\s+[\w#\[])", re.MULTILINE)),
    Rewrite(re.compile(_BEGIN + rb"(accessor)(?=\s+[\w#\[])", re.MULTILINE)),
    Rewrite(re.compile(_BEGIN + rb"(declare)(?=\s+(?:readonly\s+)?\w+\s*[?!]?:)", re.MULTILINE)),
    Rewrite(re.compile(_BEGIN + rb"(static)(?=\s+(?:readonly\s+)?\[\w+\s*:)", re.MULTILINE)),
    Rewrite(re.compile(rb"(?<!\\)(?:\\\\)*(\\`)"), b"__"),  # ends a template type as the grammar reads it
    Rewrite(re.compile(rb"(?:^|[{;,])\s*(abstract)(?=\s*\??\s*:)", re.MULTILINE), b"abstrac_"),
    Rewrite(re.compile(rb"\bfor\s*\(\s*(?:await\s+)?(using)(?=\s+\w+\s+of\b)"), b"const"),
    # A name such as `in_progress` below a line without `;` is read as the operator `in`.
    Rewrite(re.compile(rb"^[ \t]*(?!(?:interface|instanceof|infer)\b)(in)(?=[\w$])", re.MULTILINE), b"_n", near=True),
    # `&&` in the text of an element.
    Rewrite(re.compile(rb"<(?:/?[A-Za-z][^<>]*)?>[^<>{}]*?(&&)(?=[^<>{}]*</?[A-Za-z>])"), b"..", near=True),
    Rewrite(re.compile(rb"(?<![\w$])(?:(?<!\.)|(?<=\.\.\.))(using)(?!\s+[\w$]+\s*[=:,;])(?![\w$])"), b"us_ng"),
)
"""Syntax that the grammars know nowhere or in some places only. Types that are imported in place become names, which
`types.py` reads; an `override` says nothing that the bases do not."""

_CAST = re.compile(
    rb"\(\s*[\w$.]+(?:\[[\w$.]+\]|\([\w$., ]*\))?(:\s*[\w$.<>?|\[\] ]+)(?=\)(?!\s*(?:=>|[{:])))"
)  # no parameters stand there: what follows them begins a body or says what is returned
FLOW = (
    Rewrite(re.compile(rb"\{(\|)(?!\|)")),
    Rewrite(re.compile(rb"(?<!\|)(\|)(?=\})")),
    Rewrite(re.compile(rb"\bimport\s+(typeof)\b"), b"type"),
    Rewrite(re.compile(rb"^\s*(?:export\s+)?(opaque)(?=\s+type\b)", re.MULTILINE)),
    Rewrite(re.compile(rb"(?:^|[{,;])\s*([+-])(?=[\w$]+\??:)", re.MULTILINE), near=True),
    Rewrite(re.compile(rb"\b(?:class|type|interface)\s+[\w$]+<\s*([+-])(?=[\w$])")),
    Rewrite(re.compile(rb"\bdeclare\s+(export)(?=\s+(?:function|class|var|const|let|type)\b)")),
    Rewrite(re.compile(rb"((?::\s*)?%checks)(?=\s*[;{])")),
    Rewrite(re.compile(rb"(\.\.\.)(?=\s*\|?\})")),
    Rewrite(re.compile(rb"[=:|?<,]\s*\(\s*(string|number|boolean|any|void|null)\s*\)(?=\s*=>)"), b"_", b"_", near=True),
    Rewrite(re.compile(rb"[:|<,]\s*(\?)(?=\s*\()"), near=True),
    Rewrite(_CAST, near=True),
)
"""What Flow writes in other words than TypeScript: exact types, variance, `?` before a type, casts."""

OPENING = re.compile(rb"^([ \t]+)<(?=[A-Za-z_$]|\s*$)")
ENDS_TYPE = re.compile(rb"(?:[\w$\]})'\"`]|(?<!=)>)$")
OPERATOR_WORD = re.compile(
    rb"(?:^|[^\w$.])(?:return|extends|keyof|typeof|infer|is|as|satisfies|new|default|yield|await|in|of)$"
)
NEWLINE, COMMA, EQUALS, GREATER = b"\n,=>"
NO_TYPE = (b"`", b"${", b"</", b";\n", b"//")  # in what stands between a name and a template: no type arguments
LISTS = frozenset({"arguments", "array"})
LONGEST_TYPE = 400  # bytes of type arguments before a template
PARAMETERS = re.compile(rb"\b(?:class|interface|type)\s+[\w$]++\s*<")
VARIANCE = re.compile(rb"\s*+(?:in\s+out|in|out)\b(?=\s+[\w$])(?!\s+extends\b)")
LONGEST_PARAMETERS = 2_000  # bytes of the type parameters of one declaration


def read(source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """Parse a file; where the text has errors, parse its repaired text."""
    return parse_amended(blank_tag_arguments(source), parse, repair)


def read_typed(source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """Parse a file of a language with types.

    There `f(g<A, B>(x))` is a call among the arguments of another: deep inside functions the grammar reads two
    comparisons instead. Type arguments of such calls are blanked.
    """
    text = blank_tag_arguments(source)
    tree = parse_amended(text, parse, repair)
    found = list(find_compared_arguments(text, tree))
    if not found:
        return tree
    plain = bytearray(text)
    for start, end in found:
        plain[start:end] = blank(text[start:end])
    return parse_amended(bytes(plain), parse, repair)


def find_compared_arguments(source: bytes, tree: Tree) -> Iterator[Span]:
    """Yield type arguments that were read as comparisons.

    They stand between a name and an opening bracket without any space.
    """
    end = source.find(b">(")
    while end >= 0:
        start = find_opening(source, end) if source[end - 1] not in b"=-" else -1
        if start >= 0 and b"," in source[start:end]:
            sign = tree.root_node.descendant_for_byte_range(start, start + 1)
            if sign is not None and sign.type == "<" and sign.parent is not None:
                around = sign.parent
                if around.type == "binary_expression" and around.parent is not None and around.parent.type in LISTS:
                    yield start, end + 1
        end = source.find(b">(", end + 1)


def read_flow(source: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """Parse a file with types of Flow."""
    return parse_amended(
        blank_tag_arguments(source), parse, lambda text, found: repair(apply_rewrites(text, FLOW, found), found)
    )


def repair(source: bytes, errors: Sequence[Span] = ()) -> bytes:
    """Rewrite syntax that the grammar does not know.

    Members of a type that begin with `<` on their own line get the separator that a line break stands for.
    """
    source = blank_variance(apply_rewrites(source, NEWER, errors))
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


def blank_variance(source: bytes) -> bytes:
    """Blank the variance of type parameters (`<in out K>`)."""
    text: bytearray | None = None
    for found in PARAMETERS.finditer(source):
        for start, end in find_variances(source, found.end()):
            if text is None:
                text = bytearray(source)
            text[start:end] = blank(source[start:end])
    return source if text is None else bytes(text)


def find_variances(source: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of variance words in a list of type parameters.

    The list begins at `at`, behind its `<`.
    """
    depth, begins = 1, True
    for position in range(at, min(at + LONGEST_PARAMETERS, len(source))):
        if begins:
            found = VARIANCE.match(source, position)
            if found is not None:
                yield found.span()
            begins = False
        char = source[position]
        if char in b"<({[":
            depth += 1
        elif char in b")}]" or (char == GREATER and source[position - 1] != EQUALS):
            depth -= 1
            if not depth:
                return
        elif char == COMMA and depth == 1:
            begins = True


def blank(part: bytes) -> bytes:
    return b"".join(b"\n" if c == NEWLINE else b" " for c in part)


def blank_tag_arguments(source: bytes) -> bytes:
    """Blank the type arguments of tagged templates.

    The grammar reads tag, `<`, type, `>` and template as comparisons.
    """
    end = source.find(b">`")
    if end < 0:
        return source
    text = bytearray(source)
    while end >= 0:
        start = find_opening(source, end)
        if start >= 0:
            text[start : end + 1] = blank(source[start : end + 1])
        end = source.find(b">`", end + 1)
    return bytes(text)


def find_opening(source: bytes, end: int) -> int:
    """Return where the type arguments that end at `>` begin.

    They stand directly behind a name. Returns -1 where there are none.
    """
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
