"""Types among the arguments of an apparent call: only a macro takes them."""

from __future__ import annotations

import re

from codegraph_parsers.lang._cfamily.blanks import CAPITALS, KEYWORDS, MACRO, blank, find_closing, is_in_directive
from codegraph_parsers.lang._cfamily.marks import CLASS_NAME

_INVOKED = re.compile(rb"(?<!\")\b([A-Za-z_]\w+)[ \t]*\(")
_TYPE_ARGUMENT = re.compile(
    rb"\s*((?:(?:const|struct|union|enum|class|unsigned|signed|volatile)\s+)*(?:(?:void|int|char|short|long|float|double|bool|unsigned|signed"
    rb"|s?size_t|u?intptr_t|nullptr_t|u?int(?:8|16|32|64)_t|char(?:8|16|32)_t)\b(?:\s+(?:int|char|short|long|double|unsigned|signed))*[\s*&]*|(?:struct|union|enum|class|const)\s+[\w:]+[\s*&]*"
    rb"|[A-Za-z_][\w:]*(?:<[^()]*>)?\s*[*&]+))\s*\Z"
)
_TAKES_TYPES = KEYWORDS | {
    b"typeof",
    b"typeof_unqual",
    b"__typeof__",
    b"_Alignof",
    b"__alignof__",
    b"_Generic",
    b"defined",
}
_BEFORE_CALLS = frozenset(b"return else do case".split())
_SPECIFIER = re.compile(rb"[ \t]+\**[A-Za-z_]\w*[ \t]*\(")
_SPECIFIED = re.compile(rb"[ \t]*(?:\w+[ \t]+)*(?:" + MACRO.pattern + rb")[ \t]*\([\w \t*:]*\)[ \t*]*\Z")
_LAST_WORD = re.compile(rb"[A-Za-z_]\w*\Z")


def list_class_names(text: bytearray) -> set[bytes]:
    return set(CLASS_NAME.findall(text))


def blank_type_arguments(text: bytearray, start: int, end: int, classes: set[bytes]) -> None:
    """Replace the types among a macro's arguments by a number.

    `ENTRY(type) field;` becomes `ENTRY field;`. A name among `classes` is left alone, because `Name(const Name&);`
    declares a constructor.
    """
    for found in _INVOKED.finditer(bytes(text[start:end])):
        at = start + found.end()
        name = found.group(1)
        own = (
            name in _TAKES_TYPES
            or name in classes
            or not (CAPITALS.fullmatch(name) or _is_call(text, start + found.start()))
        )
        stop = -1 if own else find_closing(text, at, b";{}")
        if stop < 0 or is_in_directive(bytes(text), start + found.start()):
            continue
        if bytes(text[at:stop]).strip() == b"void" or _SPECIFIER.match(bytes(text[stop + 1 : stop + 200])):
            continue  # `API_FUNCTION(void) name(void)` declares
        line = text.rfind(b"\n", 0, start + found.start()) + 1
        after = bytes(text[stop + 1 : stop + 80])
        if not bytes(text[line : start + found.start()]).strip() and re.match(
            rb"[ \t]+\**[ \t]*[A-Za-z_]\w*[ \t]*[;=,\[]", after
        ):
            blank(text, at - 1, stop + 1)
            continue
        for first, last in _split_arguments(text, at, stop):
            if _TYPE_ARGUMENT.match(bytes(text[first:last])):
                blank(text, first, last)
                text[last - 1 if text[last - 1] == 0x20 else first] = 0x30


def _is_call(text: bytearray, at: int) -> bool:
    """Return whether the name at `at` is called and not declared there.

    A declared name has a type before it.
    """
    before = bytes(text[max(0, at - 300) : at]).rstrip()
    if before.endswith(b"decltype(auto)"):
        return False
    if _SPECIFIED.match(before.rsplit(b"\n", 1)[-1]):
        return False
    if not before or (before[-1:] not in b"*&>" and not (before[-1:].isalnum() or before.endswith(b"_"))):
        return True
    word = _LAST_WORD.search(before)
    return before.rsplit(b"\n", 1)[-1].lstrip().startswith(b"#") or (word is not None and word.group() in _BEFORE_CALLS)


def _split_arguments(text: bytearray, at: int, stop: int) -> list[tuple[int, int]]:
    """Return the byte ranges of the arguments between two parentheses."""
    spans: list[tuple[int, int]] = []
    depth, first = 0, at
    for position in range(at, stop):
        byte = text[position]
        if byte in b"([":
            depth += 1
        elif byte in b")]":
            depth -= 1
        elif byte == 0x2C and not depth:
            spans.append((first, position))
            first = position + 1
    spans.append((first, stop))
    return [(a, b) for a, b in spans if b > a]
