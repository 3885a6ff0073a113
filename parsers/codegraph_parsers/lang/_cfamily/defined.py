"""Macros that a file itself defines as specifiers, attributes, pragmas or nothing.

They can be left out. Macros that other files define are recognised by their form only, but of these the file tells the
definition, whatever they look like.
"""

from __future__ import annotations

import re

from codegraph_parsers.lang._cfamily.blanks import KEYWORDS, MACRO, blank, is_in_directive

_DEFINE = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(\([\w \t,.]*\))?(?:[ \t]((?:[^\n\\]|\\\r?\n|\\.)*))?\r?$", re.MULTILINE
)
_COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)
_NESTED = rb"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)"
_PART = re.compile(
    rb"\s*(?:\[\[[^\[\]]*\]\]|(?:__attribute__|__attribute|__declspec|_Pragma|__pragma|alignas|_Alignas)\s*"
    + _NESTED
    + rb"|[A-Za-z_]\w*)"
)
_SPECIFIERS = frozenset(
    b"constexpr consteval inline noexcept const virtual explicit mutable override final thread_local export "
    b"__inline __inline__ __forceinline __restrict __restrict__ restrict __extension__ __stdcall __cdecl __fastcall "
    b"__vectorcall _Noreturn register extern".split()
)
_RESULTS = frozenset(b"void int char short long float double bool auto unsigned signed".split())
_ARGUMENTS = re.compile(rb"[ \t]*" + _NESTED)


def blank_annotation_macros(text: bytearray) -> None:
    """Blank the uses of macros that the file defines as annotations or nothing."""
    source = bytes(text)
    for name, called in _list_annotation_macros(source):
        if called and not MACRO.fullmatch(name) and _is_function(source, name):
            continue
        for found in re.finditer(rb"(?<![\w\"'.])" + name + rb"(?!\w)", source):
            if is_in_directive(source, found.start()) or _is_continuation(source, found.start()):
                continue
            end = found.end()
            if called:
                given = _ARGUMENTS.match(source, end)
                if given is None:
                    continue
                end = given.end()
            blank(text, found.start(), end)


def _list_annotation_macros(source: bytes) -> list[tuple[bytes, bool]]:
    """Return the macros whose definitions here are all annotations or empty.

    Each comes with whether it takes arguments.
    """
    bodies: dict[tuple[bytes, bool], list[bytes]] = {}
    for found in _DEFINE.finditer(source):
        name, body = found.group(1), found.group(3) or b""
        bodies.setdefault((name, found.group(2) is not None), []).append(_COMMENT.sub(b" ", body).strip())
    names = {key for key in bodies if key[0] not in KEYWORDS}
    while True:  # one may be another's definition
        plain = {name for name, called in names if not called}
        kept = {key for key in names if all(_is_annotation(body, plain - {key[0]}) for body in bodies[key])}
        if kept == names:
            break
        names = kept
    both = [name for name, called in names if not called]
    return sorted(key for key in names if not (key[1] and key[0] in both))


def _is_annotation(body: bytes, marks: set[bytes]) -> bool:
    at, body = 0, body.replace(b"\\\n", b" ").replace(b"\\\r\n", b" ")
    while at < len(body):
        part = _PART.match(body, at)
        if part is None:
            return False
        word = part.group().strip()
        if re.fullmatch(rb"\w+", word) and word not in _SPECIFIERS and word not in marks:
            return False
        at = part.end()
    return True


def _is_function(source: bytes, name: bytes) -> bool:
    """Return whether a function of a macro's name is defined.

    The macro then stands for the function in builds without it.
    """
    heads = re.finditer(rb"\b(\w+)[\s*]+" + name + rb"\s*" + _NESTED + rb"\s*\{", source)
    return any(found.group(1) not in KEYWORDS or found.group(1) in _RESULTS for found in heads)


def _is_continuation(source: bytes, at: int) -> bool:
    """Return whether a line continues a directive above it."""
    line = source.rfind(b"\n", 0, at) + 1
    while line > 1 and source[max(0, line - 3) : line].rstrip(b"\r\n").endswith(b"\\"):
        line = source.rfind(b"\n", 0, line - 1) + 1
        if source[line : line + 200].lstrip().startswith(b"#"):
            return True
    return False
