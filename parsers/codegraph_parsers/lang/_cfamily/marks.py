"""Patterns of macros that annotate classes and declarations.

Such macros are blanked before parsing. Group 1 of each pattern is the macro. `CLASS_WRAPPED` has the opening part in
group 1 and the closing part in group 2.
"""

from __future__ import annotations

import re

WORD = rb"[A-Za-z_]\w*"
CLASS_MACRO = re.compile(
    rb"\b(?:class|struct|union|enum[ \t]+class)[ \t\n]+((?:(?!final\b)[A-Z][A-Z0-9_]*(?:\([^()\n]*\))?[ \t\n]+)+)"
    rb"(?=[A-Za-z_][\w:]*\s*(?:<[^;{}]*>\s*)?(?:final\s*)?(?:[:{;]))"
)
CLASS_MARK = re.compile(
    rb"\b(?:class|struct)[ \t\n]+[A-Za-z_]\w*(?:<[^;{}()]*>)?[ \t\n]+([A-Z][A-Z0-9_]{2,})(?=[ \t\n]*(?::(?!:)|\{))"
)
CLASS_WRAPPED = re.compile(
    rb"\b([A-Z_][A-Z0-9_]{2,}[ \t]*\()[ \t]*(?:class|struct|union)[ \t]*(\))(?=\s+[A-Za-z_]\w*\s*[:{;])"
)
NUMBERED = re.compile(rb"\b(" + WORD + rb"[ \t]*\(\s*[\d\"][^()]*\))(?=\s+\**\s*[A-Za-z_]\w*\s*\()")
BEFORE_MEMBER = re.compile(rb"\b([A-Z_][A-Z0-9_]{2,})\s+(?=(?:\w+(?:<[^<>;]*>)?::)+~?\w+\s*(?:<[^<>;]*>)?\()")
BEFORE_OPERATOR = re.compile(rb"\b([A-Z_][A-Z0-9_]{2,})\s+(?=[A-Za-z_][\w:]*(?:<[^;{}()]*>)?[\s*&]+operator\b)")
BEFORE_CONVERSION = re.compile(rb"\b([A-Z_][A-Z0-9_]{2,})\s+(?=operator[ \t]+(?!new\b|delete\b)[A-Za-z_])")
BEFORE_RESULT = re.compile(
    rb"^[ \t]*([A-Z_][A-Z0-9_]{2,})[ \t]+(?=[A-Za-z_][\w:]*(?:<[^;{}()]*>)?[ \t]*[&*]*[ \t]*\r?\n[ \t]*"
    rb"(?:[A-Za-z_]\w*(?:<[^;{}()]*>)?::)*(?:~?[A-Za-z_]\w*|operator[^\s(]*)[ \t]*\()",
    re.MULTILINE,
)
EXPLICIT = re.compile(rb"\bexplicit\s+([A-Z_][A-Z0-9_]{2,})\s+(?=[A-Za-z_]\w*\s*\()")
BEFORE_CONSTRUCTOR = re.compile(
    rb"\b([A-Z_][A-Z0-9_]{2,})\s+(?=[A-Za-z_]\w*\s*\([^;{}]*?\)\s*(?:noexcept\s*)?:\s*[\w:]+\s*(?:<[^<>;]*>)?\s*[({])"
)
UNIT = re.compile(rb"(?<![\w.])\d+[uUlL]*[ \t]+([A-Z][A-Z]+)\b(?=[ \t]*[^\w \t(\"'])")  # `64 KB`
BEHIND_POINTER = re.compile(rb"[*&][ \t]*([A-Za-z_]\w*)[ \t]+(?=[A-Za-z_]\w*[ \t]*[,)=;\[(])")  # `T* nonnull x`
LITERAL_OF = re.compile(  # `return LITERAL(point){1, 2};`
    rb"(?:\breturn|[=,(?:])\s*([A-Z_][A-Z0-9_]{2,})[ \t]*(?=\([ \t]*[A-Za-z_]\w*[ \t]*\)[ \t]*\{)"
)
BEFORE_DESTRUCTOR = re.compile(rb"\b([A-Z_][A-Z0-9_]{2,})[ \t]+(?=~[A-Za-z_]\w*[ \t]*\()")
CLASS_NAME = re.compile(rb"\b(?:class|struct)[ \t\n]+([A-Za-z_]\w*)")
MACROS = (
    NUMBERED,
    BEFORE_MEMBER,
    BEFORE_OPERATOR,
    BEFORE_CONVERSION,
    BEFORE_RESULT,
    BEFORE_CONSTRUCTOR,
    BEFORE_DESTRUCTOR,
    EXPLICIT,
    UNIT,
    BEHIND_POINTER,
    LITERAL_OF,
)
