"""Rewrites of Java syntax that the grammar does not know."""

from __future__ import annotations

import re

from codegraph_parsers.rewriting import Rewrite, make_reader

_ANNOTATION = rb"@[\w.]+(?:\([^()]*\))?"
_PATH = rb"(\w+(?:\s*\.\s*\w+)+)"
_OPENS = rb"(?=\s*(?:<[^(){};]*>)?\s*\()"
_BOUND = rb"(?=\s*(?:<[^(){};]*>)?\s*\(\s*[\w.]+(?:<[^()]*>)?(?:\[\])*\s+\w+\s*[,)])"

TOKENS = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"\"\"(?:[^\\]|\\.)*?\"\"\"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'", re.DOTALL
)

read = make_reader(
    Rewrite(re.compile(rb"((?:" + _ANNOTATION + rb"\s*)+)(?=\.\.\.)")),  # `String @Nullable ... names`
    Rewrite(re.compile(rb"^[ \t]*import[ \t]+(module)(?=[ \t]+[\w.]+[ \t]*;)", re.MULTILINE)),
    # `case Outer.Inner(var x)`: the record of a pattern is named by one word alone.
    Rewrite(re.compile(rb"\b(?:instanceof|case)\s+(?:final\s+)?" + _PATH + _OPENS), b"P", b"_"),
    Rewrite(
        re.compile(rb"[(,]\s*((?:(?:final\b|" + _ANNOTATION + rb")\s*)+)(?=[\w.])"), near=True
    ),  # of what they bind
    Rewrite(re.compile(rb"(?<=[(,\s])" + _PATH + _BOUND), b"P", b"_"),
    tokens=TOKENS,
)
