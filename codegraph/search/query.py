"""Contents of a query: a name, a path, a question, an error, or code."""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.embed.term_fields import fold_name
from codegraph.embed.terms import expand_umlauts, list_word_terms, list_words
from codegraph.search.synonyms import find_synonyms
from codegraph.store.symbol_query import Position, normalize_path, parse_position

LONGEST: Final = 8_000
"""Characters of a query that are read: what comes later in a pasted log repeats what came before."""

MOST_TERMS: Final = 64
MOST_NAMES: Final = 24


class QueryKind(StrEnum):
    SYMBOL = "symbol"
    PATH = "path"
    QUESTION = "question"
    ERROR = "error"
    SNIPPET = "snippet"


class Query(NamedTuple):
    """A query as the signals read it.

    `terms` are stemmed words without stop words, with the share of attention each deserves; `others` those that may
    stand for a term of a question, with what they count; `names` are identifiers as written, most specific first;
    `joined` are folded names that neighbouring words would spell together."""

    text: str
    kind: QueryKind
    terms: dict[str, float]
    others: dict[str, dict[str, float]]
    names: tuple[str, ...]
    joined: dict[str, int]
    paths: tuple[str, ...]
    wants_tests: bool
    wants_prose: bool
    wants_version: bool
    line: int = 0  # of the file that a path with a place in it names
    about_tests: bool = False  # it is tests that are asked for, rather than what they test


_COMMON: Final = """
    a about actually after all also an and any anything are as at be been before being between both but by can could
    did do does doing done each either etc every for from get gets give given gives had has have having here how i
    if implement implementation implemented implementing implements in inside into is it its itself just like
    located look looking made makes many may me might more most much my need not of off on once one only or other
    our out over own please related same shall she should since so some something such than that the their them then
    there these they this those through to too under until up use used uses using very via was way we were what when
    where whether which while who whom whose why will with within without would you your
"""
STOP_WORDS: Final = frozenset(_COMMON.split())

_IDENTIFIER: Final = re.compile(r"[^\W\d][\w$]*(?:(?:::|\.|->|#|/)[^\W\d][\w$]*)*[?!]?")
_QUOTED: Final = re.compile(r"`([^`\n]{1,200})`")
_PATHLIKE: Final = re.compile(
    r"(?<![\w/.-])(?:[\w@.+-]+[/\\])*[\w@+-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,9}(?![\w/(])|(?:[\w@.+-]+/){1,}[\w@.+-]*"
)
_COMPOUND: Final = re.compile(r"_|[a-z0-9][A-Z]|[A-Z]{2,}[a-z]|::|->|#|\w\.\w|[?!]$")
_ERROR: Final = re.compile(
    r"Traceback \(most recent call last\)|^\s*at [\w$.<>]+\s?\(|^\s+File \".+\", line \d+|^goroutine \d+|panicked at|"
    r"\b\w*(?:Error|Exception|Panic|Warning)\b\s*:|\b(?:fatal|error|panic)\b\s*[:\[]|segmentation fault|core dumped|"
    r"undefined reference|cannot find symbol|no such file or directory",
    re.I | re.M,
)
_THROWN: Final = re.compile(r"(?<![\w$.])(?:[\w$]+(?:\.|::|\\))*\w*(?:Error|Exception|Panic|Warning)\b(?=\s*[:(])")
_NONE: Final[frozenset[str]] = frozenset()
FAINT: Final = 0.3
"""What a word of an exception's class counts: `java.lang.IllegalStateException` is thrown everywhere, and it is the
message behind it that is written at one place."""
_CODE: Final = re.compile(
    r"[{};=]\s*$|^\s*(?:def|fn|func|class|import|from|const|let|var|if|for|return|#include)\b.*[(:{;]|\)\s*=>|==|!=|&&|\|\|",
    re.M,
)
_TESTS: Final = re.compile(
    r"\b(?:tests?|tested|specs?|fixtures?|mocks?|unittests?)\b|^\W*testing\b|"
    r"\btesting (?:code|framework|helpers?|library|modules?|tools?|util\w*)\b",
    re.I,
)
"""What is for testing, load testing, chaos testing … is code like any other."""
_ABOUT_TESTS: Final = re.compile(
    r"\W*(?:(?:find|show|list|where (?:are|is)|(?:are|is) there|which|what) )?"
    r"(?:(?:the|an?|any|all|existing|unit|integration|e2e) )*"
    r"tests? (?:for|of|that|which|cover(?:s|ing)?|exercis(?:es?|ing)|check(?:s|ing)?)\b",
    re.I,
)
_VERSION: Final = re.compile(r"\bv\d+\b", re.I)
_PROSE: Final = re.compile(
    r"(?<![\w.])(?:readme|docs?|documentation|changelog|licen[cs]e|config(?:uration)?s?|settings|workflows?|"
    r"install(?:ation)?|tutorials?|guides?|yaml|json|toml|markdown|css|html|template)(?!\.?\w)",
    re.I,
)
"""Not as a part of a name: `settings.TIMEOUT` and `config.py` are code."""


def parse_query(text: str) -> Query:
    """Read a query. Never raises: what cannot be read is a question without words."""
    text = _clean(text)
    stripped = text.strip()
    paths = tuple(dict.fromkeys(p.replace("\\", "/").strip("/.") for p in _PATHLIKE.findall(stripped)))
    paths = tuple(p for p in paths if "/" in p or _is_file_like(p))[:MOST_NAMES]
    kind = _classify(stripped, paths)
    place = _parse_position(stripped, kind)
    if place is not None:
        kind, paths = QueryKind.PATH, (place.path,)
    names = _find_names(stripped, kind)
    asked = _weigh_terms(
        stripped, frozenset(list_words(" ".join(_THROWN.findall(stripped)))) if kind is QueryKind.ERROR else _NONE
    )
    return Query(
        text=stripped,
        kind=kind,
        terms=asked,
        others=_find_synonyms(asked) if kind is QueryKind.QUESTION else {},
        names=names,
        joined={} if kind in (QueryKind.ERROR, QueryKind.SNIPPET) else _join_words(stripped),
        paths=paths if kind is not QueryKind.SYMBOL else (),
        wants_tests=bool(_TESTS.search(stripped)),
        wants_prose=bool(_PROSE.search(stripped)),
        wants_version=bool(_VERSION.search(stripped)),
        line=place.line if place is not None else 0,
        about_tests=_ABOUT_TESTS.match(stripped) is not None,
    )


def _parse_position(text: str, kind: QueryKind) -> Position | None:
    """Return the position in a file if it is the whole query.

    A message that begins with a position is searched as text.
    """
    found = parse_position(text) if kind is not QueryKind.ERROR and "\n" not in text else None
    if found is None:
        return None
    path = normalize_path(found.path).strip("/")
    line = found.line if found.cell is None else 0  # only the index knows where a cell begins
    return Position(path, line) if _is_file_like(path) and not set(path) & set(" ()") else None


def _clean(text: str) -> str:
    text = text[:LONGEST]
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(c if c.isprintable() or c in "\n\t" else " " for c in text)


def _classify(text: str, paths: tuple[str, ...]) -> QueryKind:
    if _ERROR.search(text):
        return QueryKind.ERROR
    spaced = text.split()
    if len(spaced) == 1:
        plain = text.strip("`'\"()")
        if paths and ("/" in plain or _is_file_like(plain)):
            return QueryKind.PATH
        return QueryKind.SYMBOL if _IDENTIFIER.fullmatch(plain) else QueryKind.QUESTION
    if "\n" in text.strip() and len(_CODE.findall(text)) >= 2:
        return QueryKind.SNIPPET
    if len(spaced) >= 3 and sum(not c.isalnum() and not c.isspace() for c in text) > len(text) * 0.2:
        return QueryKind.SNIPPET
    return QueryKind.QUESTION


_SOURCE_ENDINGS: Final = """
    bash bat c cc cfg clj cmake conf cpp cs css cu cxx dart env erl ex exs fs go gradle graphql h hh hpp hs html hxx
    ini ipynb java jl js json jsx kt kts less lock lua m md mjs mm ml mli nim php pl po proto ps1 py pyi pyx r rb rs rst
    sass scala scss sh sql svg svelte swift tf toml ts tsx txt vue xml yaml yml zig zsh
"""
_ENDINGS: Final = frozenset(_SOURCE_ENDINGS.split())


def _is_file_like(text: str) -> bool:
    return text.rpartition(".")[2].lower() in _ENDINGS


def _weigh_terms(text: str, faint: frozenset[str]) -> dict[str, float]:
    """Return the terms of a query with their weights.

    The terms of the words in `faint` have small weights.
    """
    found: dict[str, float] = {}
    kept: dict[str, float] = {}
    for word in list_words(text):
        weight = FAINT if word in faint else 1.0
        parts = list_word_terms(word)
        for term in parts:
            if len(term) > 1 or not term.isascii() or word == term:
                found[term] = min(found.get(term, 0.0) + weight, 2.0)
                # By the word: `theme` and `relation` have the stems of `them` and `related`.
                if word.lower() not in STOP_WORDS and (len(parts) == 1 or term not in STOP_WORDS):
                    kept[term] = found[term]
        if not word.isascii() and (other := expand_umlauts(word)).isascii():
            extra = {term: 1.0 for term in list_word_terms(other) if len(term) > 1 and term not in found}
            found.update(extra)
            kept.update(extra)
    kept = kept or found
    return dict(list(kept.items())[:MOST_TERMS])


def _find_synonyms(asked: dict[str, float]) -> dict[str, dict[str, float]]:
    """Return the synonyms of each term, with their weights.

    Messages and code are quoted verbatim, so only the words of a question are expanded.
    """
    found = {term: {o: worth for o, worth in find_synonyms(term).items() if o not in asked} for term in asked}
    return {term: others for term, others in found.items() if others}


def _find_names(text: str, kind: QueryKind) -> tuple[str, ...]:
    """Find identifiers: quoted ones, compound ones, then capitalised words.

    An identifier is compound when its spelling shows it.
    """
    if kind is QueryKind.SYMBOL:
        return (text.strip("`'\"()"),)
    quoted = [part for inside in _QUOTED.findall(text) for part in _IDENTIFIER.findall(inside)]
    found = [match.group() for match in _IDENTIFIER.finditer(text)]
    compound = [name for name in found if _COMPOUND.search(name) and not _is_file_like(name)]
    first = found[0] if found else ""
    capital = [name for name in found if name[0].isupper() and len(name) > 2 and (name != first or len(found) == 1)]
    every = dict.fromkeys([*quoted, *compound, *capital])
    return tuple(name for name in every if name.lower() not in STOP_WORDS)[:MOST_NAMES]


def _join_words(text: str) -> dict[str, int]:
    """Return neighbouring words joined into one name, with the number of words.

    For example, `rotating file handler` may be `RotatingFileHandler`.
    """
    spoken = [fold_name(word) for word in list_words(text)][:MOST_TERMS]
    found: dict[str, int] = {}
    for size in (4, 3, 2, 1):
        for at in range(len(spoken) - size + 1):
            part = spoken[at : at + size]
            if part[0] not in STOP_WORDS and part[-1] not in STOP_WORDS and all(part):
                found.setdefault("".join(part), size)
    return found
