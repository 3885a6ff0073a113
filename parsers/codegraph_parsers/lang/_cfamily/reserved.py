"""Words that only an implementation may make up (`__attribute_cold__`), alone on a line: marks, whoever defines them.

A grammar takes such a word for the type of what the next line declares, or for a function where it is given something,
and often it has no error to show for it. So they are blanked on sight.
"""

from __future__ import annotations

import re

from codegraph_parsers.lang._cfamily.blanks import KEYWORDS, blank, code_of

_GIVEN = rb"\((?:[^();{}]|\((?:[^();{}]|\([^();{}]*\))*\))*\)"
_ALONE = re.compile(
    rb"(?:^[ \t]*(__[A-Za-z]\w*)|^(__[A-Za-z]\w*[ \t]*" + _GIVEN + rb")|^[ \t]+(__[A-Za-z]\w*[ \t]*\([\d, \t]*\)))"
    rb"[ \t]*(?:/\*[^\n]*\*/[ \t]*|//[^\n]*)?(?=\r?\n)",
    re.MULTILINE,
)
_NEXT = re.compile(  # a declaration of its own, the next case, the end of a block
    rb"\s*(?:/\*(?:[^*]|\*(?!/))*\*/\s*)*(?:#|case\b|default\b|\}|[A-Za-z_]\w*(?:[ \t]*\r?\n|[ \t*]+\w))"
)
_ENDS = b";{}:>/"


def blank_reserved(text: bytearray) -> None:
    """`__attribute_nonnull__(1)` above a declaration, `__fallthrough` above a case; the lowest of several first."""
    for found in reversed([*_ALONE.finditer(bytes(text))]):
        group = found.lastindex or 1
        word = found.group(group).split(b"(")[0].rstrip()
        if word not in KEYWORDS and _NEXT.match(text, found.end()) and _begins(text, found.start()):
            blank(text, *found.span(group))


def _begins(text: bytearray, at: int) -> bool:
    """Whether nothing above the line at `at` goes on in it, but for other marks."""
    above = code_of(bytes(text[max(0, at - 400) : at]))
    last = above.rsplit(b"\n", 1)[-1].lstrip()
    if last.endswith(b"\\"):
        return False
    return not last or last[-1] in _ENDS or last.startswith((b"#", b"//")) or _ALONE.match(last + b"\n") is not None
