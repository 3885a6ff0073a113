"""Reserved words of an implementation (`__attribute_cold__`), alone on a line.

Only an implementation may define such words, so they are annotations, whoever defines them. A grammar takes such a word
for the type of the declaration in the next line, or for a function where arguments follow, often without an error. So
they are always blanked.
"""

from __future__ import annotations

import re

from codegraph_parsers.lang._cfamily.blanks import KEYWORDS, blank, strip_last_comment

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
    """Blank reserved words that are alone on a line.

    Examples: `__attribute_nonnull__(1)` above a declaration, `__fallthrough` above a case. Of several, the lowest is
    blanked first.
    """
    for found in reversed([*_ALONE.finditer(bytes(text))]):
        group = found.lastindex or 1
        word = found.group(group).split(b"(")[0].rstrip()
        if word not in KEYWORDS and _NEXT.match(text, found.end()) and _is_construct_start(text, found.start()):
            blank(text, *found.span(group))


def _is_construct_start(text: bytearray, at: int) -> bool:
    """Return whether a construct begins at the line at `at`.

    Nothing above the line continues in it, other such words aside.
    """
    above = strip_last_comment(bytes(text[max(0, at - 400) : at]))
    last = above.rsplit(b"\n", 1)[-1].lstrip()
    if last.endswith(b"\\"):
        return False
    return not last or last[-1] in _ENDS or last.startswith((b"#", b"//")) or _ALONE.match(last + b"\n") is not None
