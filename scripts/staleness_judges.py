"""Judges of `eval_staleness.py`.

They tell the definitions of a file and what those say, by means that codegraph does not use.
Python is read by `ast`. Other languages are split into words: comments and layout go, a definition begins where a line
looks like one, and ends at its bracket or at the `end` below its first letter. Of definitions without a body, with a
body that no bracket encloses, or of one name in a file, the judge knows only that they are there.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple


class Definition(NamedTuple):
    """A definition of a file: equal texts are equal code."""

    text: str  # with its name; "" for one that the judge sees and cannot compare
    bare: str  # without
    size: int  # syntax nodes, or words
    line: int  # of the name, from 1


Judge = Callable[[str], dict[str, Definition]]


def judge_python(text: str) -> dict[str, Definition]:
    """Return definitions outside functions by their qualified names."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    for node in ast.walk(tree):
        _drop_documentation(node)
    found: dict[str, Definition] = {}
    twice: set[str] = set()
    stack: list[tuple[str, ast.stmt]] = [("", node) for node in tree.body]
    while stack:
        prefix, node = stack.pop()
        if isinstance(node, ast.If | ast.Try):
            stack.extend((prefix, inner) for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.stmt))
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        name = prefix + node.name
        if name in found:
            twice.add(name)
        whole = ast.dump(node)
        if isinstance(node, ast.ClassDef):
            stack.extend((f"{name}.", inner) for inner in node.body)
        kept, node.name = node.name, "_"
        found[name] = Definition(whole, ast.dump(node), sum(1 for _ in ast.walk(node)), node.lineno)
        node.name = kept
    return {name: definition for name, definition in found.items() if name not in twice}


def _drop_documentation(node: ast.AST) -> None:
    body = getattr(node, "body", None)
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module) or not body:
        return
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        node.body = body[1:]


class Word(NamedTuple):
    """A word of a text: an identifier, number, string or sign."""

    text: str
    at: int


class Extent(NamedTuple):
    """A place of a definition in a text, as far as the judge can tell."""

    begin: int
    end: int
    name_at: int
    name: str
    is_type: bool
    has_body: bool


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language as far as the judge reads it.

    Patterns of definitions name the name `name`, and what is written before it `scope`."""

    comments: str
    strings: str
    functions: tuple[str, ...]
    types: tuple[str, ...]
    attributes: str  # of the lines above a definition that belong to it
    has_end: bool = False  # a body ends with the word `end`, else with a bracket
    ends_with_semicolon: bool = False  # and a body of one expression
    has_bare_arguments: bool = False  # a call of one string or table needs no brackets
    escapes: str = "\\#$"  # in a string, for which the kind of its quotes counts


_C_COMMENTS: Final = r"//[^\n]*|/\*.*?\*/"
_QUOTED: Final = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'"
_ANY_LINE_QUOTED: Final = r'"(?:\\.|[^"\\])*"' + r"|'(?:\\.|[^'\\])*'"
_TRIPLE: Final = r'""".*?"""'
_ACCESS: Final = (
    r"(?:(?:public|private|protected|internal|fileprivate|open|static|final|abstract|sealed|override|virtual|async|"
    r"readonly|partial|unsafe|extern|new|mutating|nonmutating|inline|suspend|operator|infix|tailrec|external|data|inner|"
    r"enum|annotation|value|indirect|required|convenience|class|actual|expect|package|@\w+(?:\([^()\n]*\))?)\s+)*"
)

GRAMMARS: Final[Mapping[str, Grammar]] = {
    "lua": Grammar(
        r"--\[(?P<level>=*)\[.*?\](?P=level)\]|--[^\n]*",
        rf"{_QUOTED}|\[\[.*?\]\]",
        (
            r"(?:local[ ]+)?function[ ]+(?P<scope>[\w.]+[.:])?(?P<name>\w+)[ ]*\(",
            r"(?:local[ ]+)?(?P<scope>[\w.]+\.)?(?P<name>\w+)[ ]*=[ ]*function[ ]*\(",
        ),
        (),
        r"(?!)",
        has_end=True,
        has_bare_arguments=True,
        escapes="\"'",
    ),
    "ruby": Grammar(
        r"^=begin.*?^=end|\#(?![{$@])[^\n]*",
        rf"{_QUOTED}|(?<=[(,=~ ])/(?![ =])(?:\\.|[^/\\\n])+/[a-z]*",
        (
            r"(?:(?:private|protected|public|module_function|private_class_method)[ ]+)?"
            r"def[ ]+(?:self\.)?(?P<name>\w+[?!=]?)(?![ ]*(?:\([^()\n]*\))?[ ]*=[ ])",
        ),
        (r"(?:class|module)[ ]+(?P<scope>(?:\w+::)*)(?P<name>[A-Z]\w*)",),
        r"(?!)",
        has_end=True,
    ),
    "php": Grammar(
        rf"{_C_COMMENTS}|\#(?!\[)[^\n]*",
        _ANY_LINE_QUOTED,
        (rf"{_ACCESS}function\s+&?(?P<name>\w+)\s*\(",),
        (rf"{_ACCESS}(?:class|interface|trait|enum)\s+(?P<name>\w+)",),
        r"\#\[",
    ),
    "csharp": Grammar(
        _C_COMMENTS,
        rf'{_TRIPLE}|\$?@\$?"(?:""|[^"])*"|{_QUOTED}',
        (rf"{_ACCESS}[\w.?<>,\[\] ]+?[ ](?<!return )(?<!new )(?<!await )(?P<name>\w+)(?:<[\w, ]+>)?[ ]*\(",),
        (rf"{_ACCESS}(?:class|interface|struct|enum|record)[ ]+(?P<name>\w+)",),
        r"\[|\#(?:if|endif|else|pragma|region|endregion)",
        ends_with_semicolon=True,
    ),
    "kotlin": Grammar(
        _C_COMMENTS,
        rf"{_TRIPLE}|{_QUOTED}",
        (rf"{_ACCESS}fun[ ]+(?:<[^\n(]*?>[ ]*)?(?:[\w.]+(?:<[^\n(]*?>)?\??\.)?(?P<name>\w+|`[^`]+`)[ ]*\(",),
        (rf"{_ACCESS}(?:class|interface|object)[ ]+(?P<name>[A-Z]\w*)",),
        r"@",
    ),
    "swift": Grammar(
        _C_COMMENTS,
        rf'{_TRIPLE}|#+"[^"\n]*"#+|{_QUOTED}',
        (rf"{_ACCESS}func[ ]+(?P<name>\w+|`\w+`)\s*[(<]",),
        (rf"{_ACCESS}(?:class|struct|enum|protocol|actor)[ ]+(?!func|var|let|subscript)(?P<name>[A-Z]\w*)",),
        r"@",
    ),
}
SUFFIXES: Final[Mapping[str, str]] = {
    ".py": "python", ".lua": "lua", ".rb": "ruby", ".php": "php", ".cs": "csharp", ".kt": "kotlin", ".swift": "swift",
}  # fmt: skip
_CONTINUED: Final = frozenset({"{", ":", "where", "throws", "rethrows", "async", "-", "=", ",", "&"})
_OPENING, _CLOSING = "([{", ")]}"


def make_judge(language: str) -> Judge:
    """Return what reads the definitions of a file of a language."""
    if language == "python":
        return judge_python
    return WordJudge(GRAMMARS[language]).judge


class WordJudge:
    """Definitions by words, lines and brackets."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._words = re.compile(
            rf"(?P<comment>{grammar.comments})|(?P<string>{grammar.strings})|\w+|\S", re.DOTALL | re.MULTILINE
        )
        self._patterns = [
            (re.compile(rf"^[ \t]*{each}", re.MULTILINE), is_type)
            for group, is_type in ((grammar.functions, False), (grammar.types, True))
            for each in group
        ]
        self._attributes = re.compile(rf"[ \t]*(?:{grammar.attributes})")

    def judge(self, text: str) -> dict[str, Definition]:
        """Return functions and types outside functions by their qualified names."""
        words = list(self._split(text))
        places = [word.at for word in words]
        found = sorted(self._find(text, words, places))
        return self._name(found, text, words, places)

    def _split(self, text: str) -> Iterator[Word]:
        for match in self._words.finditer(text):
            if match["comment"] is None:
                yield Word(match[0], match.start())

    def _find(self, text: str, words: Sequence[Word], places: Sequence[int]) -> Iterator[Extent]:
        for pattern, is_type in self._patterns:
            for match in pattern.finditer(text):
                name_at = match.start("name")
                at = bisect_left(places, name_at)
                if at >= len(words) or words[at].at != name_at:
                    continue  # in a comment or a string
                scope = re.sub(r"[.:]+", ".", match.groupdict().get("scope") or "")
                end = self._find_end(text, match, words, at)
                begin = self._find_begin(text, match.start())
                yield Extent(begin, end or match.end(), name_at, scope + match["name"], is_type, bool(end))

    def _find_begin(self, text: str, start: int) -> int:
        """Return where a definition begins with the attributes on the lines above it."""
        while start > 0:
            above = text.rfind("\n", 0, start - 1) + 1
            if not self._attributes.match(text, above) or text[above:start].isspace():
                return start
            start = above
        return start

    def _find_end(self, text: str, match: re.Match[str], words: Sequence[Word], at: int) -> int:
        """Return where a definition ends, 0 for one that the judge leaves out."""
        if self.grammar.has_end:
            return _find_end_word(text, match.start())
        depth, is_expression = 0, False
        before = words[at]
        for word in words[at + 1 :]:
            if not depth and not is_expression and not self.grammar.ends_with_semicolon:
                is_new_line = "\n" in text[before.at : word.at]
                if (is_new_line and word.text not in _CONTINUED and before.text not in _CONTINUED) or word.text == "=":
                    return 0
            if not depth and word.text == ";":
                return word.at + 1 if is_expression else 0
            if not depth and before.text == "=" and word.text == ">" and word.at == before.at + 1:
                is_expression = True
            if not depth and word.text == "=" and self.grammar.ends_with_semicolon and text[word.at + 1] != ">":
                return 0  # the value of a field
            if word.text in _OPENING:
                depth += 1
            elif word.text in _CLOSING:
                depth -= 1
                if depth < 0:
                    return 0
                if not depth and word.text == "}" and not is_expression:
                    return word.at + 1
            before = word
        return 0

    def _name(
        self, found: Sequence[Extent], text: str, words: Sequence[Word], places: Sequence[int]
    ) -> dict[str, Definition]:
        """Return the definitions that are in no function, by their qualified names."""
        around: list[Extent] = []
        rows: dict[str, Definition] = {}
        for each in found:
            while around and around[-1].end <= each.begin:
                around.pop()
            if any(not outer.is_type for outer in around) or (around and each.end > around[-1].end):
                continue
            qualified = ".".join((*(outer.name for outer in around), each.name))
            around.append(each)
            line = text.count("\n", 0, each.name_at) + 1
            inner = words[bisect_left(places, each.begin) : bisect_left(places, each.end)]
            texts = self._drop_idle([self._unify_quotes(word.text) for word in inner])
            bare = self._drop_idle(
                ["_" if word.at == each.name_at else self._unify_quotes(word.text) for word in inner]
            )
            size = sum(word[0].isalnum() or word[0] in "_\"'" for word in bare)
            is_sure = each.has_body and qualified not in rows
            rows[qualified] = Definition("\0".join(texts) * is_sure, "\0".join(bare) * is_sure, size * is_sure, line)
        return rows

    def _unify_quotes(self, word: str) -> str:
        """Return a string in double quotes.

        It is left as it is where the kind of its quotes says how it is read."""
        if word[0] in "\"'" and len(word) > 1 and not set(word[1:-1]) & set(self.grammar.escapes):
            return f'"{word[1:-1]}"'
        return word

    def _drop_idle(self, words: Sequence[str]) -> list[str]:
        """Return words without signs that say nothing."""
        rows = zip(("[", *words), words, (*words[1:], "]"))
        has_sugar = self.grammar.has_bare_arguments
        return [
            w for before, w, after in rows if not (_is_idle(w, after) or (has_sugar and _is_sugar(before, w, after)))
        ]


def _find_end_word(text: str, start: int) -> int:
    """Return where the `end` below the first letter of a definition ends, 0 for none."""
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    first = text[start:line_end]
    if one_line := re.search(r"\bend\b(?=[),;]*\s*$)", first):
        return start + one_line.end()
    indent = first[: len(first) - len(first.lstrip())]
    found = re.compile(rf"^{re.escape(indent)}end\b", re.MULTILINE).search(text, line_end)
    less = re.compile(rf"^(?!{re.escape(indent)})[ \t]*\S", re.MULTILINE).search(text, line_end) if indent else None
    return found.end() if found and (less is None or found.start() < less.start()) else 0


def _is_idle(word: str, after: str) -> bool:
    """Say whether a sign says nothing.

    That is a semicolon, or a comma before a closing bracket."""
    return word == ";" or (word == "," and after in _CLOSING)


def _is_sugar(before: str, word: str, after: str) -> bool:
    """Say whether a bracket can be left out: `f("x")` is `f "x"`."""
    return (word == "(" and after[0] in "{\"'") or (word == ")" and before[0] in "}\"'")
