"""Rewriting of template and macro syntax that the grammar cannot parse."""

from __future__ import annotations

import re

from codegraph_parsers.lang._cfamily.blanks import MACRO
from codegraph_parsers.rewriting import Rewrite

_LINE = rb"^[ \t]*"
_MACRO = rb"(?:" + MACRO.pattern + rb")\b"
_NESTED = rb"\((?:[^(){};]|\((?:[^(){};]|\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\))*\))*\)"
_BRACES = rb"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\})*\}"
_SIGN = rb"(?:\[\s*\]|\(\s*\)|->\*?|<=>|<<=?|>>=?|&&|\|\||\+\+|--|[-+*/%^&|<>=!]=?|~)"

TEMPLATED = (
    # `operator*()`, `this->operator[](at)`: calls of operators by name. A declaration has a type before it.
    Rewrite(
        re.compile(
            rb"(?:->|\.|[;{}=(),?:!]|&&|\|\||\b(?:return|else|do)\b)\s*(?<![\w>]::)(?:(?<=[=(,?:n\s])[*&!-]+)?\s*\boperator(\s*"
            + _SIGN
            + rb")(?=\s*(?:<[^<>;(){}]*>\s*)?\()"
        ),
        b"_",
        b"_",
    ),
    # `TRY { … } CATCH(…)`
    Rewrite(re.compile(rb"(?<=[;{})\n])[ \t]*(" + _MACRO + rb")(?=\s*\{[^{};]*[;{])")),
    # `IF_CONSTEXPR (…) { … } else …`
    Rewrite(
        re.compile(
            _LINE + rb"(" + _MACRO + rb")(?=[ \t]*" + _NESTED + rb"\s*" + _BRACES + rb"\s*else\b)", re.MULTILINE
        ),
        b"if",
        near=True,
    ),
    # `PRIVATE_UNLESS_TESTED:`
    Rewrite(re.compile(_LINE + rb"(" + _MACRO + rb")(?=[ \t]*:[ \t]*\r?$)", re.MULTILINE), b"public", near=True),
    # `#if HAS_INCLUDE(<header>)`
    Rewrite(re.compile(rb"(?i:has_include)\w*\s*\(\s*(<[^<>\n]*>)(?=\s*\))"), b"1", near=True),
    # `return typename Traits::type{…}`
    Rewrite(
        re.compile(
            rb"(?:\breturn|[=(,{?:!]|<<|&&|\|\|)\s*(typename)(?=\s+(?:::)?\w[\w:]*(?:<[^<>;(){}]*>[\w:]*)*\s*[({])"
        ),
        near=True,
    ),
    # `void (Type::*)(int)` and `int Type::*` without a name.
    Rewrite(re.compile(rb"\(\s*([\w:]+(?:<[^<>;(){}]*>)?::)(?=\*\s*\w*\s*\)\s*\()"), near=True),
    Rewrite(re.compile(rb"[\w>]\s+([\w:]+::)(?=\*\s*[,>)])"), near=True),
    Rewrite(re.compile(rb"\bnoexcept\s*(" + _NESTED + rb")"), near=True),
    Rewrite(re.compile(rb"[(,?:]\s*(void\s*\(\s*\))(?=\s*[),:])"), b"0", near=True),
    Rewrite(re.compile(rb"\b(unsigned)(?=\s*" + _NESTED + rb"\s*(?:<<?|>>?|[-+*/|&]))"), near=True),
    Rewrite(re.compile(rb"\bsizeof\s*\(\s*(typename)\b"), near=True),
    Rewrite(re.compile(rb"\btypedef\s[^;{}]*\)\s*(const)(?=\s*;)"), near=True),
    Rewrite(re.compile(rb"[*&]\s*(=\s*(?:nullptr|NULL|\d+))(?=\s*[,)])"), near=True),  # of what has no name
    Rewrite(re.compile(rb"\bauto\s*([*&]+)(?=\s*\.\.\.)"), near=True),
    # `EXPORT template <…>`, `template API void instantiated<char>(int);`
    Rewrite(re.compile(_LINE + rb"(" + _MACRO + rb")(?=\s+template\s*<)", re.MULTILINE), near=True),
    Rewrite(re.compile(_LINE + rb"((?:extern\s+)?template\s+(?!<)[^;{}]*;)", re.MULTILINE), near=True),
    # `template <typename T, enable_if_t<first && second>* = nullptr>`
    Rewrite(
        re.compile(
            rb"[,<]\s*((?:typename\s+)?[\w:]*enable_if\w*\s*<[^;{}]*?>\s*(?:::\s*type)?\s*\*?\s*=\s*(?:nullptr|true|\d+))(?=\s*>)"
        ),
        b"int",
        near=True,
    ),
    # `static MAYBE_ATOMIC(type) name{};`
    Rewrite(
        re.compile(
            rb"\b(?:static|extern|inline|mutable|thread_local)[ \t]+("
            + _MACRO
            + rb"[ \t]*\()[A-Za-z_][\w:<>, \t*&]*(\))(?=[ \t]+[A-Za-z_]\w*[ \t]*[;={])"
        ),
        near=True,
    ),
    # `ENABLE_IF_RETURN((condition), (type)) name(…)`
    Rewrite(
        re.compile(
            rb"\b(" + _MACRO + rb"[ \t]*\([ \t]*" + _NESTED + rb"[ \t]*,[ \t]*\()[A-Za-z_][^(){};]*(\)[ \t]*\))"
            rb"(?=\s+[A-Za-z_])"
        ),
        near=True,
    ),
)

UNREADABLE = (
    # A result that is said by an expression.
    Rewrite(re.compile(rb"->\s*decltype\s*\((" + _NESTED[2:-2] + rb")\)"), b"0", near=True),
)
"""What is given up where nothing else helps."""
