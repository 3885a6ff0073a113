"""Rewrites of Python syntax that the grammar does not know."""

from __future__ import annotations

import re

from codegraph_parsers.rewriting import Rewrite, make_reader

_HEAD = rb"^[ \t]*(?:(?:async[ \t]+)?def|class|type)[ \t]+\w+\["
_DEFAULT = rb"([ \t]*=[ \t]*[\w.]+(?:\[[^\[\]]*\])?)"

TOKENS = re.compile(
    rb"#[^\n]*|\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL
)

read = make_reader(
    # Defaults of type parameters; as many as are likely to stand in one list.
    *(Rewrite(re.compile(_HEAD + rb"(?:[^\[\]=\n]|\[[^\[\]\n]*\])*" + _DEFAULT, re.MULTILINE)) for _ in range(4)),
    Rewrite(re.compile(rb"^[ \t]*(lazy)(?=[ \t]+(?:import|from)\b)", re.MULTILINE)),
    tokens=TOKENS,
)
