"""Names that a text defines, found by the usual form of definitions.

It is for files without a grammar.

A line scanner, not a parser: a name that it finds raises a chunk in the ranking and names it, and never becomes a
symbol.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from codegraph.embed.term_fields import Weight

PROSE: Final = frozenset(
    {
        "", "adoc", "cfg", "conf", "css", "csv", "diff", "htm", "html", "ini", "json", "json5", "jsonl", "less", "lock",
        "log", "md", "mdx", "org", "patch", "po", "pot", "properties", "rst", "sass", "scss", "sum", "svg", "tex",
        "toml", "tsv", "txt", "xml", "yaml", "yml",
    }
)  # fmt: skip
"""Ends of the names of files in which the words below are only words."""


class ScannedDefinition(NamedTuple):
    """A name with those of the types and modules around it: `Shop.Basket.add`.

    Indentation tells which those are.
    """

    name: str
    line: int
    weight: Weight
    indent: int


_MODIFIERS: Final = (
    r"(?:(?:public|private|protected|internal|static|final|abstract|async|export|default|open|override|sealed|inline|"
    r"noinline|crossinline|pub(?:\([\w:]+\))?|local|data|case|implicit|lazy|partial|virtual|extern|unsafe|mutating|"
    r"nonmutating|readonly|fileprivate|suspend|operator|infix|companion|tailrec|external|actual|expect|value|annotation|"
    r"inner|enum|indirect|convenience|required|weak|dynamic|comptime|threadlocal|declare|given|transparent|opaque|"
    r"overriding|new|const|ref|record|volatile|final|unowned|@\w+(?:\([^()\n]*\))?|\[\w+\])\s+){0,8}?"
)
_TYPES: Final = (
    r"class|struct|interface|trait|object|enum|module|protocol|extension|defmodule|defprotocol|defimpl|type|typealias|"
    r"newtype|data|union|record|mixin|actor|role|contract|instance|associatedtype|abbreviation"
)
_FUNCTIONS: Final = (
    r"def|defp|defmacro|defmacrop|defdelegate|defguard|fun|func|function|local\s+function|fn|sub|proc|method|macro|"
    r"subroutine|procedure|given|task|defn|defn-|defun|defmulti|test|macro_rules!"
)
_VALUES: Final = r"val|var|let|const|local|property|pattern"
_RECEIVER: Final = r"(?:<[^>\n]{0,80}>\s*)?(?:self\.|[\w<>?*, ]{1,60}\.)?"

_DEFINITION: Final = (
    rf"^(?P<indent>[ \t]*){_MODIFIERS}(?:(?P<type>{_TYPES})|(?P<function>{_FUNCTIONS})|(?P<value>{_VALUES}))"
    rf"[ \t]+(?!(?:class|struct|object|interface|fun|function)\b){_RECEIVER}"
    r"(?P<name>[^\W\d][\w$]*(?:(?:\.|::|:)[^\W\d][\w$]*)*[?!]?)"
)
_METHOD: Final = (
    r"^[ \t]*(?:(?:public|private|protected|internal|static|override|virtual|abstract|async|sealed|extern|unsafe|"
    r"partial|readonly|new|final|synchronized)[ \t]+)+(?:[\w<>\[\],.?:]+[ \t]+)?(?P<name>[^\W\d]\w*)"
    r"[ \t]*(?:<[^>\n]{0,80}>)?[ \t]*(?P<end>\(|\{|=|;|$)"
)
_SHELL: Final = r"^[ \t]*(?P<name>[A-Za-z_][\w:.-]*)[ \t]*\(\)[ \t]*(?:\{|\(|$)"
_SIGNATURE: Final = r"^(?P<name>[a-z_][\w']*)(?:[ \t]*,[ \t]*[a-z_][\w']*)*[ \t]*::[ \t\n]"
_ASSIGNED: Final = r"^(?P<name>[A-Za-z_]\w*(?:[.:]\w+)*)[ \t]*=[ \t]*(?:async[ \t]+)?(?:function|fn|lambda)\b"
_VALUE_TYPE: Final = r"[ \t]*=[ \t]*(?:(?:extern|packed)[ \t]+)?(?:struct|enum|union|opaque)\b"
_OTHERS: Final = (_METHOD, _SHELL, _SIGNATURE, _ASSIGNED)
_DEEPEST: Final = 4
"""Columns a value may be indented: further in it is a variable of a function."""
_NOT_NAMES: Final = frozenset(
    {
        "if", "for", "while", "switch", "return", "catch", "else", "function", "class", "new", "do", "try", "in", "of",
        "end", "then", "is", "as", "family", "instance", "self",
    }
)  # fmt: skip


_WORDS: Final = frozenset(
    {"a", "an", "and", "are", "at", "for", "from", "has", "or", "than", "that", "the", "to", "with"}
)
"""What stands behind `module` or `type` in a sentence of a comment."""


def outline(path: str, text: str) -> list[ScannedDefinition]:
    """Return the names defined in `text`, in line order."""
    base = path.rsplit("/", 1)[-1]
    if base.rpartition(".")[2].lower() in PROSE if "." in base else not text.startswith("#!"):
        return []
    found: dict[int, tuple[str, Weight]] = {}
    for match in _compile(_DEFINITION).finditer(text):
        weight = Weight.TYPE if match["type"] else Weight.FUNCTION if match["function"] else Weight.VALUE
        if weight is Weight.TYPE and match["name"] in _WORDS:
            continue
        if weight is Weight.VALUE and _compile(_VALUE_TYPE).match(text, match.end()):
            weight = Weight.TYPE
        if weight is Weight.VALUE and len(match["indent"].expandtabs(4)) > _DEEPEST:
            continue
        found[match.start("name")] = (match["name"], weight)
    for pattern in _OTHERS:
        for match in _compile(pattern).finditer(text):
            weight = Weight.VALUE if pattern is _METHOD and match["end"] in ("=", ";") else Weight.FUNCTION
            found.setdefault(match.start("name"), (match["name"], weight))
    return _build_definitions(text, found)


@cache
def _compile(source: str) -> re.Pattern[str]:
    """Compile a pattern when a file is read.

    A query needs this module's words and none of its patterns.
    """
    return re.compile(source, re.M)


def find_enclosing(defined: Sequence[ScannedDefinition], line: int, indent: int) -> ScannedDefinition | None:
    """Return the definition whose body contains a line.

    It is the last one above the line that is less indented.
    """
    above = defined[: bisect_left(defined, line, key=lambda d: d.line)]
    return next((found for found in reversed(above) if found.indent < indent), None)


def indent_of(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _build_definitions(text: str, found: dict[int, tuple[str, Weight]]) -> list[ScannedDefinition]:
    line, at = 1, 0
    names: list[ScannedDefinition] = []
    open_: list[ScannedDefinition] = []
    for start, (name, weight) in sorted(found.items()):
        line += text.count("\n", at, start)
        at = start
        last = re.split(r"\.|::|:", name)[-1]
        if not last or last in _NOT_NAMES:
            continue
        indent = indent_of(text[text.rfind("\n", 0, start) + 1 : start] + ".")
        while open_ and open_[-1].indent >= indent:
            open_.pop()
        outer = open_[-1].name if open_ else ""
        names.append(ScannedDefinition(f"{outer}.{last}" if outer else last, line, weight, indent))
        if weight is Weight.TYPE:
            open_.append(names[-1])
    return names
