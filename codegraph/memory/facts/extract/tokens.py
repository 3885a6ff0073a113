"""A sentence as tokens: words, values, addresses and dates, what is code or quoted as one opaque token."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.memory.facts.extract.words import COMPOUNDS, SPELLINGS


class Kind(StrEnum):
    WORD = "word"
    CODE = "code"
    QUOTE = "quote"
    NUMBER = "number"  # with its unit, where it has one
    VERSION = "version"  # a number that may also be a version: 3, 2.4.1, v5, 2.x
    DATE = "date"
    URL = "url"
    EMAIL = "email"
    PHONE = "phone"
    ADDRESS = "address"  # host:port
    PATH = "path"
    ARROW = "arrow"
    BOUND = "bound"  # >=, <, ~>
    STOP = "stop"  # punctuation


class Token(NamedTuple):
    """`low` is the spelling that words are looked up by; `start` and `end` are offsets in the sentence."""

    text: str
    low: str
    kind: Kind
    start: int
    end: int


_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
_SPAN: Final = r"(?:week|month|year|spring|summer|autumn|fall|winter|quarter|sprint|night|evening|morning|weekend)\b"
_SEASON: Final = r"(?:spring|summer|autumn|fall|winter)\b"
_YEAR: Final = r"(?:19|20)\d\d\b(?![.\d-]*\d)"
_FEAST: Final = r"(?:Easter|Christmas|Xmas|Thanksgiving|New Year(?:'s(?: Eve)?)?|Halloween|Pentecost|Ramadan|Diwali)\b"
_NUMERAL: Final = r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|a couple(?: of)?|several|many|some|\d+)"
DATE: Final = (
    rf"\d{{4}}-\d\d-\d\d\b|\d{{4}}-\d\d\b(?![\d-])|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}\b"
    rf"|(?:(?:early|mid|late|the end of|end of|the start of|the beginning of|the middle of)[\s-]+)?(?:"
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? {_YEAR})?"
    rf"|(?:the )?(?:first|second|third|last) of {_MONTH}(?:,? {_YEAR})?"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?\b(?!\.\d)(?:,? {_YEAR})?"
    rf"|{_MONTH}(?: of)?,? {_YEAR}"
    rf"|(?-i:Jan(?:uary)?|Feb(?:ruary)?|March|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?"
    rf"|Nov(?:ember)?|Dec(?:ember)?)\b"
    rf"|(?:the )?{_SEASON} (?:of )?{_YEAR}|Q[1-4]\b(?:,?(?: of)? {_YEAR})?"
    rf"|(?:last|next|this|coming|the coming|previous|that) (?:{_SPAN}|{_DAY}|{_MONTH})"
    rf"|the \w+ {_DAY} (?:of|in) {_MONTH}"
    rf"|the (?:{_YEAR}|(?:late |early )?(?:nineties|eighties|seventies|noughties)))"
    rf"|(?:early|mid|late|the end of|end of|the start of|the beginning of)[\s-](?:{_YEAR}|{_MONTH}|{_SEASON}|(?:the|this|next) {_SPAN}|(?:next|this|last) {_SPAN})"
    rf"|(?:(?<=in )|(?<=by )|(?<=of )|(?<=since )|(?<=until )|(?<=till )|(?<=before )|(?<=after )|(?<=from )|(?<=around ))"
    rf"(?!may (?:be|have|not|also|use)\b){_MONTH}"
    rf"|(?:(?<=on )|(?<=by )|(?<=until )|(?<=since )|(?<=to ))the \d{{1,2}}(?:st|nd|rd|th)\b(?=\s*(?:[,.;!?)]|$))"
    rf"|(?<=[iI]n ){_SEASON}|{_DAY}(?: (?:night|morning|evening|week))?|{_FEAST}"
    rf"|(?:the day before )?yesterday\b|today\b|tomorrow\b|tonight\b"
    rf"|(?:years|months|weeks|days|ages|decades) (?:ago|back)\b"
    rf"|{_NUMERAL} (?:days?|weeks?|months?|years?|sprints?|hours?|minutes?|quarters?) (?:ago|back)\b"
    rf"|(?<![\w.,-]){_YEAR}(?!\s*(?:ms|MB|KB|requests|items|rows|bytes|entries|characters))"
)
_UNIT: Final = (
    r"(?:ms|milliseconds?|millis|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|months?|years?|bytes?|b|"
    r"[kmgt]i?b(?:it)?s?|[kmgt]i|megs?|gigs?|kilobytes?|megabytes?|gigabytes?|terabytes?|%|percent|per "
    r"?cent|px|pixels?|em|rem|[kmg]?hz|rps|qps|"
    r"tps|fps|dpi|bits?|k|x|cores?|cpus?|°c|°f|points?|km|cm|mm|kg|eur|usd|euros?|dollars?)"
)
_COUNTED: Final = (
    r"(?:requests?|items?|rows?|connections?|characters?|chars?|columns?|threads?|workers?|times|attempts?|retries|"
    r"entries|records?|users?|channels?|files?|lines?|tokens?|messages?|events?|replicas?|nodes?|spaces|jobs?|"
    r"samples?|elements?|objects?|keys?|partitions?|shards?|instances?|copies|tries|calls?|queries|frames?|words?|"
    r"pages?|levels?|steps?|iterations|epochs|slots?|uploads?|downloads?|packets?|documents?|seats|people|tasks?|"
    r"participants?|sessions?|errors?|redirects?|hops?|clients?|devices?|dimensions?|tables?|subscribers?|members?)"
)
NUMBER_WORDS: Final = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
)
_PER: Final = r"(?:\s?(?:/\s?|(?:per|an?|every|each)\s)(?:second|sec|s|minute|min|hour|h|day|week|month|year|client|user|file|request|node|key|ip|page|worker|account|tenant|connection|process)\b)"


def _kept(pattern: str) -> str:
    """A pattern whose blanks count inside a verbose one."""
    return pattern.replace(" ", r"\ ")


_SCANNER: Final = re.compile(
    rf"""
    (?P<code>``?[^`\n]+``?)
  | (?P<quote>"[^"\n]+"|“[^”\n]+”|«[^»\n]+»|(?<![\w'])'(?=[^\s'])[^'\n]*[^\s']'(?!\w))
  | (?P<url>(?:https?|ftp|wss?|redis|postgres|postgresql|amqp)://[^\s<>"'`)\]]*[^\s<>"'`)\],.;:!?])
  | (?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
  | (?P<phone>(?<![\w.])(?:\+\d[\d ()/-]{{5,}}\d|\(?\d{{3,5}}\)?[ -/]\d{{3,4}}[ -]\d{{3,4}}|\d{{3}}-\d{{4}})(?![\w.-]))
  | (?P<date>\b(?:{_kept(DATE)}))
  | (?P<address>(?:\[?::1?\]?|[a-z0-9](?:[\w.-]*\w)?):\d{{2,5}}(?![\d:]|\.\d))
  | (?P<port>(?<![\w)]):\d{{2,5}}\b)
  | (?P<arrow>-{{1,2}}>|→|=>|⇒|➜)
  | (?P<bound>>=|<=|==|~=|~>|!=|[\^~](?=\d)|<(?=\s?v?\d)|>(?=\s?v?\d))
  | (?P<path>\$\{{?[A-Z][A-Z_]+\}}?(?:/[\w./-]*\w)?|(?:gs|s3|abfss?|hdfs|file|az|r2)://[\w.-]+/?(?![\w/.-])|(?:[a-z][a-z0-9+]*://|~/|\.{{1,2}}/|/)?[\w.@{{}}$*~-]+(?:/[\w.@{{}}$*~-]+)+/?|(?:~|\.{{1,2}})?/[\w.-]+/?|~/|(?<![\w/])[\w.-]+/(?=[\s,.;)]|$)|(?!\.NET\b)\.[a-z][\w.-]+|(?!(?:node|react|vue|next|three|express|d3|chart|moment|nuxt|backbone|ember)\.js\b)[\w-]+(?:\.[\w-]+)*\.(?:py|js|ts|tsx|md|rst|toml|json|ya?ml|txt|sql|rs|go|cpp|rb|sh|html|css|xml|ini|cfg|conf|lock|csv|log|env|db|sqlite|pem|proto|ipynb|jar|gz|zip|tf|lua)\b)
  | (?P<number>(?<![\w.])[$£€¥]\s?\d[\d,]*(?:\.\d+)?(?:\s?(?:k|m|bn|million|billion)\b)?(?:{_PER})?|(?<![\w.])-?(?:\d{{1,3}}(?:[,_]\d{{3}})+|\d+(?:\.\d+)?)(?:[\s-]?{_kept(_UNIT)}(?![\w/]|\.\w)|\s?%)(?:{_PER})?|(?<![\w.])\d[\d,_]*\s{_COUNTED}(?![\w-])(?:{_PER}){{0,2}}|\b(?:{NUMBER_WORDS}|an?|half[ ]an)\s{_kept(_UNIT)}(?![\w-])(?:{_PER})?|\b(?:{NUMBER_WORDS})\s{_COUNTED}(?![\w-])(?:{_PER})?|\bonce\b(?={_PER})|\btwice\b|(?<![\w.])\d{{1,3}}(?:[,_]\d{{3}})+\b|(?<![\w.])\d+:\d+(?::\d+)?(?![\w:]))
  | (?P<version>(?<![\w.])v?\d+(?:\.(?:\d+|x|\*))*(?:[-.]?(?:rc|beta|alpha|a|b|dev|lts|post|final|preview|snapshot|pre|canary|nightly|milestone|m|sp|p|r)[-.]?\d*)?(?:-[\w.]+)?(?:\+(?!\w))?(?![\w]))
  | (?P<word>\.NET\b|(?-i:Read\ the\ Docs|Ruby\ on\ Rails)\b|(?:Dr|Mr|Ms|Mrs|Prof|St)\.(?=\s[A-Z])|--?[a-zA-Z][\w-]*|[@#]?[^\W\d_]\w*(?:(?:-{{1,2}}|\.|::|\+|(?-i:'(?=[A-Z])))\w+)*(?:\(\)|\+\+\d*|\#)?|_\w+(?:\(\))?|\d\w+(?:[-.]\w+)*)
  | (?P<stop>\.\.\.|…|[—–]|\S)
    """,
    re.X | re.I,
)
_KINDS: Final = {name: Kind(name) for name in ("code", "quote", "url", "email", "phone", "date", "address", "arrow", "bound", "path", "number", "version", "word", "stop")} | {"port": Kind.ADDRESS}  # fmt: skip


_PLAIN: Final = re.compile(
    r"(?P<url>(?:https?|wss?)://\S+)|(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|[a-z0-9][\w.-]*:\d{2,5}", re.I
)
"""What stands in backticks and is no code."""


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of one sentence. Contractions are two tokens; expressions such as `no longer` are one."""
    return tuple(_joined(list(_contracted(list(_scanned(text)), text))))


def _scanned(text: str) -> Iterator[Token]:
    at = 0
    while at < len(text):
        found = _SCANNER.match(text, at)
        if found is None or found.end() == at:
            at += 1
            continue
        kind = _KINDS[found.lastgroup or "stop"]
        spelt = found.group(0)
        inner = spelt.strip("`")
        if kind is Kind.CODE and (plain := _PLAIN.fullmatch(inner)):
            kind, spelt = (Kind.URL if plain["url"] else Kind.EMAIL if plain["email"] else Kind.ADDRESS), inner
        yield Token(spelt, spelt.lower(), kind, at, found.end())
        at = found.end()


def _contracted(scanned: Sequence[Token], text: str) -> Iterator[Token]:
    """`'s` after a word as a token of its own, `n't` as `not`."""
    skip = 0
    for number, one in enumerate(scanned):
        if skip:
            skip -= 1
            continue
        after = scanned[number + 1 : number + 3]
        joined = (
            len(after) == 2 and after[0].text == "'" and after[0].start == one.end and after[1].start == after[0].end
        )
        if one.kind is Kind.WORD and one.low.endswith("n") and joined and after[1].low == "t":
            base = {"wo": "will", "ca": "can", "sha": "shall", "ai": "be"}.get(one.low[:-1], one.low[:-1])
            yield Token(one.text[:-1], base, Kind.WORD, one.start, one.end - 1)
            yield Token("n't", "not", Kind.WORD, one.end - 1, after[1].end)
            skip = 2
        elif joined and after[1].low in ("m", "re", "ve", "ll", "d", "s") and one.kind not in (Kind.STOP, Kind.ARROW):
            yield one
            yield Token(f"'{after[1].text}", f"'{after[1].low}", Kind.WORD, after[0].start, after[1].end)
            skip = 2
        elif one.kind is Kind.STOP and one.text == "'" and one.start and text[one.start - 1] == "s":
            yield one._replace(kind=Kind.WORD, low="'s")
        else:
            yield one


_BY_FIRST: dict[str, dict[str, list[tuple[tuple[str, ...], str]]]] = {}
for _phrase, _meaning in sorted(
    [*((compound, compound) for compound in COMPOUNDS), *SPELLINGS.items()], key=lambda pair: -pair[0].count(" ")
):
    _words = _phrase.split(" ")
    if len(_words) > 1 or _phrase != _meaning:
        _seconds = _BY_FIRST.setdefault(_words[0], {})
        _seconds.setdefault(_words[1] if len(_words) > 1 else "", []).append((tuple(_words), _meaning))


def _joined(found: Sequence[Token]) -> Iterator[Token]:
    at = 0
    while at < len(found):
        one = found[at]
        seconds = _BY_FIRST.get(one.low)
        if seconds is None:
            yield one
            at += 1
            continue
        second = found[at + 1].low if at + 1 < len(found) else ""
        for words, meaning in (*seconds.get(second, ()), *seconds.get("", ())):
            part = found[at : at + len(words)]
            if len(part) == len(words) and all(
                t.low == w and t.kind in (Kind.WORD, Kind.DATE) for t, w in zip(part, words, strict=True)
            ):
                text = " ".join(t.text for t in part)
                yield Token(text, meaning, Kind.WORD, one.start, part[-1].end)
                at += len(words)
                break
        else:
            yield one
            at += 1
