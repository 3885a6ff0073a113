"""Names and places as people paste them.

They are signatures, calls, types with arguments, links, lines of traces. Nothing here knows the content of an index.
The result is looked up like any other name, and only where the text itself names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph_parsers.file_facts import Parameter

LONGEST: Final = 2_000
"""Characters of a name that are read: a signature over several lines has fewer."""


class Position(NamedTuple):
    """A line of a file, as somebody wrote it.

    `column` is "" where none was written. `cell` is the cell of a notebook that has the line, None for the text.
    """

    path: str
    line: int
    column: str = ""
    cell: int | None = None


class PastedName(NamedTuple):
    """A name with its parameters.

    `parameters` are the texts between the brackets, None where there are none to compare.
    """

    name: str
    parameters: tuple[str, ...] | None = None


_LINK: Final = re.compile(
    r"https?://[^/\s]+/\S*?/(?:blob|blame|raw|src)/(?:(?:branch|commit|tag)/)?[^/\s]+/(?P<path>\S+)"
)
_POSITIONS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<path>.+?\.ipynb):cell (?P<cell>\d{1,6}):(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?:?",
        r"(?P<path>.+?):(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?(?:-\d+(?::\d+)?)?(?::(?:\s.*)?)?",
        r"(?P<path>[^#]+)#L(?P<line>\d{1,9})(?:C(?P<column>\d{1,9}))?(?:-L?\d+(?:C\d+)?)?",
        r"(?:at |in )?(?P<path>[^()]+?\.\w+)\((?P<line>\d{1,9})(?:,\s*(?P<column>\d{1,9}))?\):?",
        r"(?:File )?[\"']?(?P<path>[^\"']+?\.\w+)[\"']?,? (?:on )?line (?P<line>\d{1,9})(?P<column>)(?:, in .*|:)?",
        r"(?:at )?[^()]*\((?P<path>[^()\s]+?):(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?\)",
    )
)
_UP: Final = re.compile(r"(?:^|(?<=/))(?!\.\./)[^/]+/\.\./")

_QUOTES: Final = " \t\r\n`'\""
_HIMSELF: Final = re.compile(r"(?:await\s+)?(?:this|[Ss]elf|cls|super(?:\(\))?)[?!]?(?:\.|::|->)(?=[^\W\d])")
_RECEIVER: Final = re.compile(
    r"(?:\w+\s+)?\(\s*(?:\w+\s+)?[*&]?(?P<type>[\w.]+)(?:\[[^\]]*\])?\s*\)\s*\.?\s*(?P<rest>[^\W\d].*)", re.S
)
_AS: Final = re.compile(r"<\s*(?:[&*]\s*)?(?:mut\s+|dyn\s+)?(?P<type>[\w:]+)[^<>]*(?:<[^<>]*>)?\s+as\s+[^>]*>+::")
_ARGUMENTS: Final = re.compile(r"(?:::)?<[^<>()]*>|(?<=\w)\[[^\[\]]*\]")
_PART_OF_MODULE: Final = re.compile(r"(?<=\w):(?=[^\W\d])(?!:)")
_NAME: Final = re.compile(r"[*&~@]*[^\W\d][\w$]*!?(?:(?:::|->|[.#/\\])~?[^\W\d][\w$]*!?)*")
_TYPES: Final = frozenset(
    ("class", "struct", "interface", "enum", "trait", "union", "type", "namespace", "module", "mod", "record")
)
_OTHERS: Final = frozenset(
    ("def", "fn", "func", "fun", "function", "new", "const", "let", "var", "static", "method", "field", "macro")
)
_OWN: Final = frozenset(("self", "cls", "this", "mut self"))
_PLAIN: Final = re.compile(r"\b(?:final|const|mut|readonly|in|out|ref|dyn|struct)\s+|[&*\s]+|\.\.\.|'\w+\b")


def parse_position(text: str) -> Position | None:
    """Parse a place in a file.

    The notation is that of editors, compilers, traces, or links to a repository.
    """
    text = text[:LONGEST].strip(_QUOTES)
    if text.startswith("file://"):
        text = text[len("file://") :]
    link = _LINK.fullmatch(text)
    text = link["path"] if link is not None else text
    for pattern in _POSITIONS:
        match = pattern.fullmatch(text)
        if match is not None:
            cell = int(match["cell"]) if "cell" in pattern.groupindex else None
            return Position(match["path"], int(match["line"]), match["column"] or "", cell)
    return None


def normalize_path(text: str) -> str:
    """Return `text` as an index spells paths.

    Of a link it is the part after its revision. It has `/`, and neither `.` nor `..`.
    """
    link = _LINK.fullmatch(text)
    path = re.sub(r"[?#].*", "", link["path"]) if link is not None else text.replace("\\", "/")
    path = path.replace("/./", "/").removeprefix("./")
    while (plain := _UP.sub("", path, count=1)) != path:
        path = plain
    while path.startswith("../"):
        path = path[len("../") :]
    return path


def parse_pasted(text: str) -> PastedName | None:
    """Return the name in `text` when there is more than a name, else None.

    Text that is no source has none.
    """
    given = text.strip()
    text = _HIMSELF.sub("", given[:LONGEST].strip(_QUOTES).rstrip("{;,= \t\r\n").removesuffix("=>").strip(), count=1)
    text = text.replace("?.", ".").replace("!.", ".").replace(".prototype.", ".")
    receiver = _RECEIVER.fullmatch(text)
    if receiver is not None:
        text = f"{receiver['type']}.{receiver['rest']}"
    head, parameters = _split_call(_AS.sub(r"\g<type>::", text))
    called = len(head) < len(text)
    while (plain := _ARGUMENTS.sub("", head)) != head:
        head = plain
    # What an operator is called is no word, and brackets are a part of it.
    name = _find_name(head.split(), called=called) if "operator" not in head else None
    if name is None:
        return None
    word, kind = name
    word = _PART_OF_MODULE.sub(".", word.lstrip("*&@").rstrip(":!").replace("$", "."))
    found = PastedName(word, None if kind else parameters)
    return found if word and (word != given or found.parameters) else None


def _split_call(text: str) -> tuple[str, tuple[str, ...] | None]:
    """Return the text before the first bracket, and the parameters in it.

    The parameters are None where they cannot be compared.
    """
    opened = text.find("(")
    if opened < 0:
        return text, None
    depth = 0
    for at in range(opened, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return text[:opened], tuple(_split_parameters(text[opened + 1 : at])) or None
    return text[:opened], ()


def _split_parameters(text: str) -> list[str]:
    """Split a text at commas outside of brackets."""
    found, depth = [""], 0
    for at, letter in enumerate(text):
        # The head of an arrow closes nothing.
        closes = letter in ")]}" or (letter == ">" and text[at - 1 : at] not in ("-", "="))
        depth += (letter in "([{<") - closes
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [each.strip() for each in found if each.strip() not in ("", "/", "*")]


def _find_name(words: list[str], *, called: bool) -> tuple[str, bool] | None:
    """Return the word that is the name, and whether it is the name of a type.

    The result is None for prose.
    """
    kinds = [at for at, word in enumerate(words) if word in _TYPES]
    if kinds and kinds[-1] + 1 < len(words):
        found, is_type = words[kinds[-1] + 1], True
    elif len(words) == 1 or (words and (called or words[0] in _OTHERS)):
        assigned = words.index("=") if "=" in words else len(words)
        found, is_type = words[:assigned][-1] if assigned else "", False
    else:
        return None
    found = found.rstrip(":")
    return (found, is_type) if _NAME.fullmatch(found.replace(":", "::", found.count("::") == 0)) else None


def are_same_parameters(given: Sequence[str], declared: Sequence[Parameter]) -> bool:
    """Return whether given parameters match the declared ones, each by name or type."""
    theirs = [each for each in declared if each.name not in _OWN]
    ours = [each for each in given if _PLAIN.sub(" ", each.partition(":")[0]).strip() not in _OWN]
    return len(ours) == len(theirs) and all(_is_same_parameter(one, other) for one, other in zip(ours, theirs))


def _is_same_parameter(given: str, declared: Parameter) -> bool:
    known = {declared.name, _strip_type(declared.type)} - {""}
    text = re.split(r"(?<![=!<>])=(?![=>])", given, maxsplit=1)[0].strip()
    name, colon, kind = text.partition(":") if "::" not in text else (text, "", "")
    words = name.lstrip("*&. ").split()
    said = {_strip_type(text), _strip_type(kind), words[-1].lstrip("*&.") if words else ""}
    said |= {_strip_type(" ".join(words[:-1])), words[0]} if len(words) > 1 and not colon else set()
    return not known or bool(known & (said - {""}))


def _strip_type(text: str) -> str:
    """Return a type without arguments, marks and the names of its enclosing scopes."""
    while (plain := re.sub(r"<[^<>]*>", "", text)) != text:
        text = plain
    text = _PLAIN.sub("", text.strip() + " ")
    return re.split(r"::|\.", text)[-1]
