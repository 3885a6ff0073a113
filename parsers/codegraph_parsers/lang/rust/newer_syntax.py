"""Rewriting of Rust syntax that its grammar does not know."""

from __future__ import annotations

import re

from codegraph_parsers.rewriting import Rewrite, make_reader

_ATTRIBUTE = rb"#\[[^\[\]]*\]"  # those of expressions, arguments and fields of patterns, which say when they are there

# What a script says to its build between fences of dashes, below a `#!` line or first of all.
_FRONT_MATTER = rb"""(?xms) \A(?:\xef\xbb\xbf)? (?:\#!(?!\s*\[)[^\n]*\n)? [ \t\r\n]*
    ^( (?P<fence>-{3,})(?!-)[^\n]*\n .*? ^(?P=fence)(?!-)[ \t\r]*$ )"""

TOKENS = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\br(#+)\".*?\"\1|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\(?:u\{[^{}\n]*\}|x\w\w|.))'", re.DOTALL
)

read = make_reader(
    Rewrite(re.compile(_FRONT_MATTER)),
    Rewrite(re.compile(rb"((?:" + _ATTRIBUTE + rb"\s*)+)(?=\.\w)")),  # before a link of a chain of calls
    Rewrite(re.compile(rb"=\s*((?:" + _ATTRIBUTE + rb"\s*)+)(?=\S)")),
    Rewrite(re.compile(rb"(" + _ATTRIBUTE + rb")"), near=True),  # before all but the first of a tuple, in patterns
    Rewrite(re.compile(rb"[<,]\s*(-)(?=\d[\w.]*\s*[>,])")),  # `grid::<-1>`
    Rewrite(re.compile(rb"(?:<|:\s|->\s|&)(?:\w+::)*\w+(::)(?=<)"), near=True),  # `Vec::<u8>` where a type stands
    Rewrite(re.compile(rb"(,)(?=\s*\|)"), near=True),  # `|a: A, b: B,|`
    # `str![["text"]]`: a macro that is called as a type is.
    Rewrite(re.compile(rb"(?<![\w:.])(str|bool|char|[iu](?:8|16|32|64|128|size)|f(?:32|64))(?=![\[({])"), b"m", b"_"),
    Rewrite(re.compile(rb"\b(safe)(?=\s+(?:fn|static)\b)")),
    Rewrite(re.compile(rb"^[ \t]*(default)(?=\s+(?:unsafe\s+)?impl\b)", re.MULTILINE)),
    Rewrite(re.compile(rb"\bimpl(?:<[^{};]*?>)?\s+(const)(?=\s+\w)")),
    Rewrite(re.compile(rb"(~const|\[const\])(?=\s+\w)")),
    Rewrite(re.compile(rb"\b(?:impl|dyn)\s+(async)(?=\s+(?:for\s*<|Fn))")),
    Rewrite(re.compile(rb"^[ \t]*(?:pub\s+)?(?:unsafe\s+)?(auto)(?=\s+trait\b)", re.MULTILINE)),
    tokens=TOKENS,
)
