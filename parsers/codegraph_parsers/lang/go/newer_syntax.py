"""Rewriting of Go syntax that its grammar does not know."""

from __future__ import annotations

import re

from codegraph_parsers.rewriting import Rewrite, make_reader

_TYPE = rb"\s*(?:[\[*]|(?:map|chan|func|struct|interface)\b)"
_NAME = rb"(?!(?:struct|interface)\b)[A-Za-z_][\w.]*(?:\[[^\[\]{}\n]*\])?"
_LITERAL = rb"\s*(?:(?:map)?\[[^\[\]{}\n]*\]\s*)*\*?" + _NAME + rb"\{"

TOKENS = re.compile(rb"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|`[^`]*`|'(?:[^'\\\n]|\\.)+'", re.DOTALL)

read = make_reader(
    # `new(x.Count())`, `new(Box{side: 2})`: the grammar knows types as arguments of `new` only. Under another name it
    # is any call.
    Rewrite(
        re.compile(
            rb"(?<![\w.])(new)(?=\((?:" + _LITERAL + rb"|(?!" + _TYPE + rb")\s*(?:\d|[^()\n]*[(\"'`&+/%!=<>|^*-])))"
        ),
        b"neW",
    ),
    tokens=TOKENS,
)
