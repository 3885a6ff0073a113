"""The verb of a clause: which token it is, and with auxiliaries, negation and adverbs what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.lexicon import VERBS
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.words import Form

Tokens = Sequence[Token]


class Group(NamedTuple):
    """A verb with its auxiliaries. `end` is the token behind it."""

    lemma: str
    end: int
    passive: bool = False
    past: bool = False
    perfect: bool = False
    negated: bool = False
    modal: str = ""
    over: bool = False  # no longer, used to, stopped
    doubt: bool = False  # probably, maybe
    progressive: bool = False
    participle: bool = False  # a bare participle: `maintained by …`
    start: int = 0


_ASPECT: Final = {
    "stop": True,
    "quit": True,
    "cease": True,
    "finish": True,
    "start": False,
    "begin": False,
    "keep": False,
}
_PLANNED: Final = w.words(
    "going about supposed planning hoping expected meant due scheduled set trying tempted allowed able free forced "
    "likely unlikely ready willing keen happy eager planned slated bound thinking considering looking"
)


class _Reader:
    """Reads one verb group; each method consumes tokens."""

    def __init__(self, tokens: Tokens, at: int, end: int) -> None:
        self.tokens, self.at, self.end = tokens, at, end
        self.start = at
        self.negated = self.over = self.doubt = self.past = self.perfect = self.passive = self.progressive = False
        self.modal = ""

    def low(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at].low if at < self.end and self.tokens[at].kind is Kind.WORD else ""

    def forms(self, ahead: int = 0) -> dict[str, frozenset[Form]]:
        return dict(VERBS.get(self.low(ahead), {}))

    def adverbs(self) -> None:
        while (low := self.low()) and (low in w.ADVERBS or low in w.NEGATIONS) and low not in ("no", "without"):
            if low in ("later", "earlier") and self.low(1) in w.PREPOSITIONS:
                break
            self.negated |= low in w.NEGATIONS
            self.over |= low in ("no longer", "no more", "formerly", "previously")
            self.doubt |= low in w.DOUBTING_ADVERBS
            self.at += 1

    def lemma_as(self, *wanted: Form) -> str:
        for lemma, forms in self.forms().items():
            if any(form in forms for form in wanted):
                return lemma
        return ""

    def group(self, lemma: str, **more: bool) -> Group:
        return Group(
            lemma, self.at, more.get("passive", self.passive), self.past, self.perfect, self.negated, self.modal,
            self.over, self.doubt, self.progressive, more.get("participle", False), self.start,
        )  # fmt: skip


def verb_group(tokens: Tokens, at: int, end: int, *, base: bool = False) -> Group | None:
    """The verb group that begins at a token, None where there is none. `base`: a bare infinitive will do."""
    r = _Reader(tokens, at, end)
    r.adverbs()
    low = r.low()
    if not low:
        return None
    if low in w.MODALS and not (r.tokens[r.at].text[:1].isupper() and r.at > 0):
        r.modal = low
        r.at += 1
        r.adverbs()
        base, low = True, r.low()
    elif low in w.DO:
        r.past = low == "did"
        mark = r.at
        r.at += 1
        r.adverbs()
        if (r.lemma_as(Form.BASE) and low != "do") or (r.at - mark > 1 and r.lemma_as(Form.BASE)) or r.low() == "have":
            base, low = True, r.low()
        else:
            r.at = mark
            r.at += 1
            return r.group("do")
    elif low == "used" and r.low(1) == "to" and (VERBS.get(r.low(2)) or r.low(2) in ("be", "have")):
        r.over, r.past = True, True
        r.at += 2
        r.adverbs()
        base, low = True, r.low()
    if low in w.HAVE or (low == "'s" and _has(tokens, r.at, end)):
        return _having(r, low)
    if low in w.BE or low == "'s":
        return _being(r, low)
    return _lexical(r, base)


def _has(tokens: Tokens, at: int, end: int) -> bool:
    """Whether `'s` is `has`: a participle follows that `is` would not take."""
    k = at + 1
    while k < end and tokens[k].low in w.ADVERBS:
        k += 1
    if k >= end:
        return False
    low = tokens[k].low
    return low in (
        "been",
        "got",
        "become",
        "left",
        "joined",
        "moved",
        "gone",
        "quit",
        "started",
        "decided",
        "agreed",
        "switched",
    )


def _having(r: _Reader, low: str) -> Group:
    past = low == "had"
    r.at += 1
    mark, before = r.at, r.negated
    r.adverbs()
    if r.low() == "been":
        r.perfect = True
        return _being(r, "been")
    lemma = r.lemma_as(Form.PARTICIPLE)
    if (
        lemma
        and r.low() not in ("set", "cut")
        and not (r.low() == "got" and r.at + 1 < r.end and not VERBS.get(r.low(1)))
    ):
        r.perfect = True
        if r.low() == "got" and (passive := _participle(r, 1)):
            r.at += 2
            return r.group(passive, passive=True)
        if r.low() in ("had",):
            r.at += 1
            return r.group("have")
        r.at += 1
        return _aspect(r, lemma)
    if r.low() == "had":
        r.at += 1
        return r.group("have")
    if r.low() == "got":
        r.at += 1
        return r.group("have")
    r.at = mark if not r.negated or before else r.at
    r.past |= past
    return r.group("have")


def _participle(r: _Reader, ahead: int) -> str:
    for lemma, forms in r.forms(ahead).items():
        if Form.PARTICIPLE in forms:
            return lemma
    return ""


def _gerund(r: _Reader, ahead: int) -> str:
    return next((lemma for lemma, forms in r.forms(ahead).items() if Form.GERUND in forms), "")


def _being(r: _Reader, low: str) -> Group:
    r.past |= low in ("was", "were")
    r.at += 1
    r.adverbs()
    if r.low() == "been":
        r.perfect = True
        r.at += 1
        r.adverbs()
    if r.low() in _PLANNED and r.low(1) == "to" and not (r.low() == "set" and not _base_follows(r)):
        r.modal = r.modal or f"{r.low()} to"
        r.at += 2
        r.adverbs()
        if r.low() == "be":
            return _being(r, "be")
        lemma = r.lemma_as(Form.BASE)
        if lemma:
            r.at += 1
            return r.group(lemma)
        return r.group("be")
    if r.low() == "being":
        r.at += 1
        r.progressive = True
        r.adverbs()
        if lemma := _participle(r, 0):
            r.at += 1
            return r.group(lemma, passive=True)
        return r.group("be")
    if lemma := _participle(r, 0):
        r.at += 1
        return r.group(lemma, passive=True)
    if (stem := _regular(r)) and r.low() not in VERBS:
        r.at += 1
        return r.group(stem, passive=True)
    if (lemma := r.lemma_as(Form.GERUND)) and not (r.at + 1 < r.end and r.low(1) == "of"):
        r.progressive = True
        r.at += 1
        return _aspect(r, lemma, passive=False)
    return r.group("be", passive=False)


def _base_follows(r: _Reader) -> bool:
    """`is set to expire`, and not `is set to 20`."""
    return r.low(2) in ("be", "have", "do") or any(Form.BASE in forms for forms in r.forms(2).values())


def _regular(r: _Reader) -> str:
    """The stem of a participle that no list of verbs has: `hashed with`."""
    low = r.low()
    behind = r.low(1)
    if len(low) < 6 or not low.endswith("ed") or low.endswith(("eed", "ied")) or r.tokens[r.at].text[:1].isupper():
        return ""
    return (
        low[:-2]
        if behind in ("with", "by", "via", "using", "through", "in", "on", "to", "from", "at", "under", "into")
        else ""
    )


def _aspect(r: _Reader, lemma: str, *, passive: bool = False) -> Group:
    """`stopped using`, `started to use`: the second verb, ended where the first says so."""
    if lemma in _ASPECT:
        found = r.lemma_as(Form.GERUND)
        if found and r.low() not in ("being",):
            r.at += 1
            r.over |= _ASPECT[lemma]
            r.past &= _ASPECT[lemma]  # what one started to do one still does
            return r.group(found, passive=passive)
        if r.low() == "being" and (inner := _participle(r, 1)):
            r.at += 2
            r.over |= _ASPECT[lemma]
            return r.group(inner, passive=True)
    if lemma in ("end", "wind") and r.low() == "up" and (found := _gerund(r, 1)):
        r.at += 2
        return r.group(found, passive=passive)
    if lemma == "get" and (inner := _participle(r, 0)) and r.low() not in ("used",):
        r.at += 1
        return r.group(inner, passive=True)
    if lemma == "try" and r.low() == "not" and r.low(1) == "to":
        r.at += 2
        if inner := r.lemma_as(Form.BASE):
            r.at += 1
            r.negated = True
            return r.group(inner)._replace(modal="try")
    return r.group(lemma, passive=passive)


def _lexical(r: _Reader, base: bool) -> Group | None:
    if base and r.low() == "be":
        return _being(r, "be")
    if base and r.low() == "have":
        return _having(r, "have")
    for lemma, forms in r.forms().items():
        if base and Form.BASE in forms:
            r.at += 1
            return _aspect(r, lemma)
        if base:
            continue
        if forms & {Form.THIRD, Form.BASE, Form.PAST}:
            r.past |= Form.PAST in forms and Form.BASE not in forms
            participle = Form.PARTICIPLE in forms and Form.BASE not in forms and Form.PAST in forms
            r.at += 1
            if participle and r.low() == "by":
                return r.group(lemma, passive=True, participle=True)
            return _aspect(r, lemma)
        if Form.PARTICIPLE in forms:
            r.at += 1
            return r.group(lemma, passive=True, participle=True)
    return None
