"""Which language a header is written in: what it says decides."""

from __future__ import annotations

import re

WINDOW = 1 << 16  # bytes looked at
_COMMENTS = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
_GUARDED = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b.*?^[ \t]*#[ \t]*(?:endif|else)",
    re.DOTALL | re.MULTILINE,
)
_PLUS = re.compile(
    rb"^[ \t]*(?:class\s+[\w:]+(?:\s+[\w:]+)?\s*(?:final\s*)?[;:{]|namespace\b[\w\s:]*\{|template\s*<|using\s+[\w:]+"
    rb"|(?:public|private|protected)\s*:|#[ \t]*include[ \t]*<\w+>"
    rb"|#[ \t]*define[ \t]+\w+[ \t]+(?:\\\r?\n[ \t]*)?(?:inline[ \t]+)?namespace\b[\w\s:\\]*\{)"
    rb"|\b(?:[A-Za-z_]\w*::[A-Za-z_~]|virtual\s+[\w~]|constexpr\s|noexcept\b|nullptr\b|static_cast<|operator\s*[=<>+\-*/!\[(]+|explicit\s+\w)",
    re.MULTILINE,
)
_OBJECTIVE = re.compile(rb"^[ \t]*@(?:interface|protocol|implementation)\s+\w+[^;,\n]*$", re.MULTILINE)
_FOR_OBJECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__OBJC__\b.*?^[ \t]*#[ \t]*(?:endif|else)",
    re.DOTALL | re.MULTILINE,
)
_SHARED = (".h", ".inc", ".def", ".inl")
_SYMBOL_LIST = re.compile(rb"^\s*(?:;|EXPORTS\b|LIBRARY\b|NAME\b)", re.IGNORECASE)
_CODE = re.compile(rb"^[ \t]*(?:#[ \t]*\w+|\w+[ \t]*\()|[{};]", re.MULTILINE)


def is_plus(path: str, head: bytes) -> bool:
    """C++: by suffix, or a shared suffix whose content no C compiler takes."""
    if not path.endswith(_SHARED):
        return True
    text = _COMMENTS.sub(b" ", head[:WINDOW])
    if is_objective(text):
        return False
    return _PLUS.search(_GUARDED.sub(b" ", text)) is not None


def is_plain(path: str, head: bytes) -> bool:
    """C: by suffix, or a shared suffix whose content is no C++. A `.def` may also be a linker's list of names."""
    if path.endswith(".def"):
        return not head or (_SYMBOL_LIST.match(head) is None and _CODE.search(head) is not None)
    if not path.endswith(_SHARED):
        return True
    return not is_plus(path, head) and not is_objective(_COMMENTS.sub(b" ", head[:WINDOW]))


def is_objective(text: bytes) -> bool:
    """Objective-C, which no grammar here reads: it declares interfaces where every compiler sees them."""
    return b"@" in text and _OBJECTIVE.search(_FOR_OBJECTIVE.sub(b" ", text)) is not None
