"""Detection of the language of a header from its content."""

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


def is_cpp(path: str, head: bytes) -> bool:
    """Return whether a file is C++.

    The suffix decides, or for a suffix that several languages share, content that no C compiler accepts.
    """
    if not path.endswith(_SHARED):
        return True
    text = _COMMENTS.sub(b" ", head[:WINDOW])
    if is_objective_c(text):
        return False
    return _PLUS.search(_GUARDED.sub(b" ", text)) is not None


def is_c(path: str, head: bytes) -> bool:
    """Return whether a file is C.

    The suffix decides, or for a suffix that several languages share, the absence of C++ in the content. A `.def` file
    may also be a linker's list of names.
    """
    if path.endswith(".def"):
        return not head or (_SYMBOL_LIST.match(head) is None and _CODE.search(head) is not None)
    if not path.endswith(_SHARED):
        return True
    return not is_cpp(path, head) and not is_objective_c(_COMMENTS.sub(b" ", head[:WINDOW]))


def is_objective_c(text: bytes) -> bool:
    """Return whether a text is Objective-C, which no grammar here parses.

    Such a text declares interfaces that every compiler sees.
    """
    return b"@" in text and _OBJECTIVE.search(_FOR_OBJECTIVE.sub(b" ", text)) is not None
