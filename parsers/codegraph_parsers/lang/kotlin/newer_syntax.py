"""Rewrites of Kotlin syntax that the grammar does not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers.rewriting import Parse, Rewrite, apply_rewrites, make_reader

if TYPE_CHECKING:
    from tree_sitter import Tree

TOKENS = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"\"\"(?:[^\\]|\\.)*?\"\"\"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'", re.DOTALL
)

HEADER = b"class P"
"""Stands for a primary constructor in a line of its own: the grammar takes a class to end with its line."""

SOFT = re.compile(
    rb"(?<=[!\s(.])(inline|inner|value|data|open|external|operator|infix|annotation|final)(?=\s*(?:=[^=]|[)&|,]))"
)
"""Keywords that name something."""

_MADE = re.compile(
    rb"\bclass\s+\w+(?:<[^{}()]*>)?((?:\s+(?:@[\w.]+(?:\([^()\n]*\))?|private|internal|protected|public))+"
    rb"\s+constructor\s*\(\s*\))(?=\s*[:{])"
)
"""An empty primary constructor: without an error the grammar takes it for a call, and its class for its operand."""


_ANNOTATED = re.compile(
    rb"\s*(?:(?P<modifiers>(?:private|internal|public)\s+)?(?:suspend\s+|inline\s+)?fun|"
    rb"(?:(?:private|internal|public|abstract|open|sealed|final)\s+)*(?:class|interface))\b"
)
"""The head of a declaration below its annotations."""

_FIRST = re.compile(rb"\s*?([ \t])(?=\S)")
"""The space before the first member of a body."""


def read(source: bytes, parse: Parse) -> Tree:
    """Return the tree of a source, with rewrites of what is read wrong.

    Some of it the grammar reads without an error."""
    if b"constructor" in source:
        source = apply_rewrites(source, (Rewrite(_MADE),))
    tree = _read_amended(source, parse)
    amended = _mark_declarations(source, tree)
    return tree if amended is None else _read_amended(amended, parse)


def _mark_declarations(source: bytes, tree: Tree) -> bytes | None:
    """Return a source whose annotated declarations cannot be taken for calls.

    Below two annotations the grammar takes `class A {` for a call of `class` with a function literal. A class may begin
    with a semicolon, and a literal not. A function is read once it has no modifier. The result is None where there is
    no such declaration."""
    text: bytearray | None = None
    for node in tree.root_node.children:
        if node.type != "annotated_expression":
            continue
        inner = node
        while inner.type == "annotated_expression" and inner.children:
            inner = inner.children[-1]
        head = _ANNOTATED.match(source, inner.start_byte)
        body = source.find(b"{", inner.start_byte, inner.end_byte)
        if head is None or body < 0:
            continue
        text = text or bytearray(source)
        if head["modifiers"]:
            start, end = head.span("modifiers")
            text[start:end] = b" " * (end - start)
        elif (first := _FIRST.match(source, body + 1)) is not None:
            text[first.start(1)] = ord(";")
    return None if text is None else bytes(text)


_read_amended = make_reader(
    # `class A(b: B) : B by b {`: the body is taken for a function literal behind the name.
    Rewrite(re.compile(rb"(?<=[\w>)])(\s+by\s+[\w.]+)(?=\s*(?:,|\{))"), near=True),
    Rewrite(
        re.compile(
            rb"\bclass\s+\w+(?:<[^{}()]*>)?[ \t]*\n(?:[ \t]*(?:@[\w.]+(?:\([^()]*\))?|//[^\n]*)[ \t]*\n)*"
            rb"([ \t]*(?:(?:@[\w.]+(?:\([^()\n]*\))?|private|internal|protected|public|actual|expect)[ \t]+)*"
            rb"constructor)"
            rb"[ \t]*(?=\()"
        ),
        HEADER,
    ),
    Rewrite(re.compile(rb"=\s*(\[\s*\])"), b"0", b"0", near=True),  # an empty array, in annotations
    Rewrite(SOFT, b"x", b"x", near=True),
    Rewrite(re.compile(rb"^[ \t]*(//[^\n]*)$", re.MULTILINE), near=True),  # hides that a statement ends above it
    # A call of `get` below a variable is taken for its accessor.
    Rewrite(re.compile(rb"\n[ \t]*(get|set)(?=\([^()\n]+\)[ \t]*(?:\n|\.|;)|\(\s*\")"), b"x", b"x", near=True),
    Rewrite(re.compile(rb"\n[ \t]*(by|get|set)(?=\.)"), b"x", b"x", near=True),
    Rewrite(re.compile(rb"\bby[ \t]+[\w.]+(<[^()\n]*>)(?=\()"), near=True),  # `val a by inject<A>()`
    Rewrite(re.compile(rb"(<[^<>()\n]*>)(?=\.\(\s*[\w(])"), near=True),  # `A<T>.(B) -> C`
    Rewrite(re.compile(rb"=[^={}\n]*[\w)\]](\s)\}"), b";", near=True),  # `{ fun f() = 3 }`
    tokens=TOKENS,
)
