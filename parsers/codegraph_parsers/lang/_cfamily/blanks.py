"""Helpers of the repairs of C and C++ source: keywords, macro names, blanking."""

from __future__ import annotations

import re

CAPITALS = re.compile(rb"_*[A-Z][A-Z0-9_]*")
MACRO = re.compile(CAPITALS.pattern + rb"|_*[A-Za-z]\w*_[A-Z][A-Z0-9_]{2,}")
"""A name that only a macro has: in capitals, perhaps behind the prefix of its library (`PyObject_HEAD`)."""

KEYWORDS = frozenset(
    b"alignas alignof and asm auto bool break case catch char class co_await co_return co_yield concept const "
    b"consteval constexpr constinit const_cast continue decltype default define delete do double dynamic_cast "
    b"elif else endif enum error explicit export extern false final float for friend goto if ifdef ifndef "
    b"include inline int long mutable namespace new noexcept not nullptr operator or override private protected "
    b"public pragma register reinterpret_cast requires restrict return short signed sizeof static static_assert "
    b"static_cast struct switch template this thread_local throw true try typedef typeid typename undef union "
    b"unsigned using virtual void volatile while _Atomic _Bool _Complex _Noreturn _Static_assert _Thread_local "
    b"__attribute__ __inline __inline__ __restrict __restrict__ __thread __volatile__ __asm__ asm".split()
)


_NOTE = re.compile(rb"(?<=[;{})])[ \t]*(?://[^\n]*|/\*[^\n]*\*/)\Z")


def blank(text: bytearray, start: int, end: int) -> None:
    """Replace the bytes of a range by spaces, except for its line ends."""
    text[start:end] = re.sub(rb"[^\r\n]", b" ", bytes(text[start:end]))


FAR = 2000  # bytes in which the arguments of a macro or call may end


def find_closing(text: bytearray, at: int, stops: bytes = b"") -> int:
    """Return the position of the parenthesis that closes the one before `at`.

    The result is -1 when it is more than `FAR` bytes away, or when one of the bytes in `stops` comes first.
    """
    depth = 1
    for position in range(at, min(len(text), at + FAR)):
        byte = text[position]
        if byte == 0x28:
            depth += 1
        elif byte == 0x29:
            depth -= 1
            if not depth:
                return position
        elif byte in stops:
            return -1
    return -1


def is_in_directive(chunk: bytes, at: int) -> bool:
    line = chunk.rfind(b"\n", 0, at) + 1
    return chunk[line:at].lstrip().startswith(b"#")


def strip_last_comment(before: bytes) -> bytes:
    """Return text without the comment that ends its last line.

    Example: `}  // namespace space`.
    """
    return _NOTE.sub(b"", before.rstrip()).rstrip()
