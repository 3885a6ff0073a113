"""Arguments that only a macro takes: statements, declarations, adjacent macros.

A grammar takes `CHECK(ok, return -1;);` for a call, whose arguments are values. So the words and signs that make a
statement of an argument are overwritten, and the calls in it stay. A macro next to a value is overwritten, too.
"""

from __future__ import annotations

import re

from codegraph_parsers.lang._cfamily.blanks import KEYWORDS, MACRO, blank, find_closing, is_in_directive

_INVOKED = re.compile(rb"\b([A-Za-z_]\w*)[ \t]*\(")
_FIELD = re.compile(
    rb"^[ \t]*([A-Z_][A-Z0-9_]{2,}[ \t]*\()[ \t]*(?:(?:const|volatile|struct|union|enum|unsigned|signed)[ \t]+)*"
    rb"(?!(?:return|sizeof|else|goto|case)\b)[A-Za-z_]\w*[ \t]+\**[A-Za-z_]\w*(?:[ \t]*\[[^\[\]\n]*\])*"
    rb"(?:[ \t]*:[ \t]*\w+)?[ \t]*(\))(?=[ \t]*;)",
    re.MULTILINE,
)
_JUMP = re.compile(rb"\b(?:(return)\b|(?:goto[ \t]+\w+|break|continue)\b)")
_BESIDE = re.compile(
    rb"(?:\b([A-Za-z_]\w*)|[\]\"])[ \t]+((?:[A-Z_][A-Z0-9_]{2,}|(?:PRI|SCN)[dioxuX]\w+)\b(?:[ \t]*\([^()\n]*\))?)"
    rb"(?=[ \t]*[,)\"])"
)
_BLOCK = re.compile(rb"\b(?:" + MACRO.pattern + rb")[ \t]*\((?=\s*(?:for|while|if|do|switch)\b)")


def unwrap_field_macros(text: bytearray, start: int, end: int) -> None:
    """Unwrap a macro around a declaration, such as `PACKED_FIELD(uint8_t kind);`."""
    for found in _FIELD.finditer(bytes(text[start:end])):
        blank(text, start + found.start(1), start + found.end(1))
        blank(text, start + found.start(2), start + found.end(2))


def replace_statement_arguments(text: bytearray, start: int, end: int) -> None:
    """Replace statements among a macro's arguments by values.

    Example: `CHECK(ok, close(it); return -1;);`. The statements become arguments next to each other.
    """
    for found in _INVOKED.finditer(bytes(text[start:end])):
        at = start + found.end()
        if not MACRO.fullmatch(found.group(1)) or is_in_directive(bytes(text), at):
            continue
        stop = find_closing(text, at, b"{}")
        ends = _find_semicolons(text, at, stop)
        if stop < 0 or not (ends or _JUMP.search(bytes(text[at:stop]))):
            continue
        for position in ends:
            text[position] = 0x20 if not bytes(text[position + 1 : stop]).strip() else 0x2C
        for jump in _JUMP.finditer(bytes(text[at:stop])):
            first, last = at + jump.start(), at + jump.end()
            blank(text, first, last)
            if jump.group(1) is None or not bytes(text[last:stop]).split(b",")[0].strip():
                text[first] = 0x30


def unwrap_block_macros(text: bytearray, start: int, end: int) -> None:
    """Unwrap a macro whose argument consists of statements only.

    Example: `DEBUG(for (auto& each : all) show(each););`.
    """
    for found in _BLOCK.finditer(bytes(text[start:end])):
        at = find_closing(text, start + found.end())
        if at >= 0 and not is_in_directive(bytes(text), start + found.start()):
            blank(text, start + found.start(), start + found.end())
            blank(text, at, at + 1)


def blank_adjacent_macros(text: bytearray, start: int, end: int) -> None:
    """Blank macros that follow a value without a comma.

    Examples: `find(name, value KIND_ARGUMENT(kind))`, where the macro contains its own comma, and `search(text,
    LINE_END LINE_END)`, where it is more of the same text.
    """
    for found in _BESIDE.finditer(bytes(text[start:end])):
        if found.group(1) not in KEYWORDS and not is_in_directive(bytes(text), start + found.start()):
            blank(text, start + found.start(2), start + found.end(2))


def _find_semicolons(text: bytearray, at: int, stop: int) -> list[int]:
    """Return the positions of each `;` that is directly between two parentheses."""
    depth, found = 0, list[int]()
    for position in range(at, stop):
        depth += {0x28: 1, 0x29: -1}.get(text[position], 0)
        if text[position] == 0x3B and not depth:
            found.append(position)
    return found
