"""The verb of a clause: which token it is, and with auxiliaries, negation and adverbs what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.frames import BY_VERB
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
_NOT_YET: Final = frozenset(["almost", "nearly", "barely", "hardly"])
_PLANNED: Final = w.words("going about supposed planning hoping expected meant due scheduled set trying tempted allowed able free forced likely unlikely ready willing keen happy eager planned slated bound thinking considering looking")  # fmt: skip


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
        if r.lemma_as(Form.BASE) and low != "do" or (r.at - mark > 1 and r.lemma_as(Form.BASE)) or r.low() == "have":
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


def _being(r: _Reader, low: str) -> Group:
    r.past |= low in ("was", "were")
    r.at += 1
    mark = r.at
    r.adverbs()
    if r.low() == "been":
        r.perfect = True
        r.at += 1
        r.adverbs()
    if r.low() in _PLANNED and r.low(1) == "to":
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
        r.adverbs()
        if lemma := _participle(r, 0):
            r.at += 1
            return r.group(lemma, passive=True)
        return r.group("be")
    if (lemma := _participle(r, 0)) and not _adjective(r):
        r.at += 1
        return r.group(lemma, passive=True)
    if (lemma := r.lemma_as(Form.GERUND)) and not (r.at + 1 < r.end and r.low(1) == "of"):
        r.progressive = True
        r.at += 1
        return _aspect(r, lemma, passive=False)
    del mark
    return r.group("be", passive=False)


def _adjective(r: _Reader) -> bool:
    """Whether a participle behind `be` stands before a noun: `is limited edition`."""
    return False


def _aspect(r: _Reader, lemma: str, *, passive: bool = False) -> Group:
    """`stopped using`, `started to use`: the second verb, ended where the first says so."""
    if lemma in _ASPECT:
        found = r.lemma_as(Form.GERUND)
        if found and r.low() not in ("being",):
            r.at += 1
            r.over |= _ASPECT[lemma]
            return r.group(found, passive=passive)
        if r.low() == "being" and (inner := _participle(r, 1)):
            r.at += 2
            r.over |= _ASPECT[lemma]
            return r.group(inner, passive=True)
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


def could_be_verb(tokens: Tokens, at: int, start: int, end: int) -> bool:
    """Whether the token is the finite verb of a clause that begins at `start`, by what stands before and behind it."""
    if at >= end:
        return False
    one = tokens[at]
    if one.kind is not Kind.WORD:
        return False
    low = one.low
    k = at - 1
    while k > start and (tokens[k].low in w.ADVERBS or tokens[k].low in w.NEGATIONS):
        k -= 1
    before = tokens[k] if k >= start else None
    if before is None:
        return False
    if before.text == "," and k > start:  # behind an apposition
        forms = {form for kinds in VERBS.get(low, {}).values() for form in kinds}
        if (
            Form.BASE in forms
            and at + 1 < end
            and tokens[at + 1].low in w.DETERMINERS
            and tokens[start].low.endswith("s")
        ):
            return True
        return (low in w.BE or low in w.HAVE or low in w.MODALS or p.opens_verb(tokens, at, end)) and not one.text[
            :1
        ].isupper()
    if before.low in w.DETERMINERS and before.low not in w.PRONOUNS | {"both", "all"}:
        return False
    if (
        before.low in w.PREPOSITIONS
        and before.low not in ("up", "down", "off", "out", "on", "in")
        or before.low in ("to", "of")
    ):
        return False
    if low == "'s":
        return _is(tokens, at, end)
    if low in w.MODALS and one.text[:1].isupper():
        return False
    if low in w.BE or low in w.HAVE or low in w.DO or low in w.MODALS:
        return not (before.low in w.CONJUNCTIONS)
    if low == "used" and at + 1 < end and tokens[at + 1].low == "to":
        return True
    kinds = {form for forms in VERBS.get(low, {}).values() for form in forms}
    if not kinds & {Form.THIRD, Form.BASE, Form.PAST}:
        return False
    if before.low in w.CONJUNCTIONS or before.low in w.PREPOSITIONS or before.kind in (Kind.STOP, Kind.ARROW):
        return False
    if before.low in (
        "i",
        "we",
        "you",
        "he",
        "she",
        "it",
        "they",
        "who",
        "which",
        "everyone",
        "everybody",
        "nobody",
        "everything",
        "people",
        "folks",
        "someone",
        "somebody",
        "one",
    ):
        return bool(kinds & {Form.THIRD, Form.BASE, Form.PAST})
    if one.text[:1].isupper():
        return False
    after = tokens[at + 1] if at + 1 < end else None
    return _fits_between(low, kinds, before, after, tokens, at, start, end)


def _fits_between(low: str, kinds: set[Form], before: Token, after: Token | None, tokens: Tokens, at: int, start: int, end: int) -> bool:  # fmt: skip
    if after is not None and (
        after.low in w.BE or after.low in w.MODALS or (after.low in w.HAVE and after.low != "have")
    ):
        return False
    if after is not None and after.low == "of" and low not in ("consists", "consist"):
        return f"{next(iter(VERBS[low]))}+of" in BY_VERB
    if (
        not p.is_noun(before)
        and before.kind is not Kind.DATE
        and before.low not in w.PRONOUNS
        and before.low not in ("all", "both", "up", "out", "on", "off", "down", "in")
    ):
        return False
    if before.kind in (Kind.NUMBER,) and at - 1 > start:
        return False
    rest = _rest(tokens, at + 1, end)
    if Form.THIRD in kinds and after is not None and not before.low.endswith("s") and low not in p._STRONG:
        base = any(Form.BASE in forms for forms in VERBS.get(after.low, {}).values())
        if (
            base
            and at + 2 < end
            and (
                tokens[at + 2].low in w.PREPOSITIONS
                or tokens[at + 2].text[:1].isupper()
                or tokens[at + 2].low in w.DETERMINERS
            )
            and not before.text[:1].isupper()
            and low.endswith("s")
        ):
            return False  # `the raw scans sit in x`
    opened = after is not None and (
        after.low in w.DETERMINERS or after.low in w.PRONOUNS or after.low in w.PREPOSITIONS
    )
    if (
        Form.THIRD not in kinds
        and not (Form.PAST in kinds and opened)
        and any(t.low in w.BE or t.low in w.HAVE - {"have"} or t.low in ("can", "will", "must", "needs") for t in rest)
    ):
        return False
    if Form.THIRD in kinds:
        following = VERBS.get(after.low, {}) if after is not None else {}
        past = any(Form.PAST in forms and Form.BASE not in forms for forms in following.values())
        return not past
    if Form.PAST in kinds and Form.BASE not in kinds:
        return True
    if Form.BASE in kinds or Form.PAST in kinds:
        plural = (
            before.low.endswith("s") and not before.low.endswith(("ss", "us", "is", "os")) and before.kind is Kind.WORD
        ) or _coordinated(tokens, at, start)
        opens = (
            after is None
            or after.low in w.PREPOSITIONS
            or after.low in w.DETERMINERS
            or after.low in w.PARTICLES
            or p.is_noun(after)
            or after.low in w.ADVERBS
        )
        if low in ("set", "put", "cut", "read", "quit", "let", "hit", "split", "shut", "cost"):
            return opens and (after is None or after.low not in ("of",)) and (plural or before.text[:1].isupper())
        return plural and opens and before.kind is not Kind.NUMBER
    return False


def _rest(tokens: Tokens, at: int, end: int) -> Tokens:
    """What follows up to the next separator."""
    stop = next(
        (
            k
            for k in range(at, end)
            if tokens[k].kind is Kind.STOP
            or tokens[k].low in w.CONJUNCTIONS
            or tokens[k].low in w.SUBORDINATORS
            or tokens[k].low in w.RELATIVES
            or tokens[k].low in w.PRONOUNS
        ),
        end,
    )
    return tokens[at:stop]


def _coordinated(tokens: Tokens, at: int, start: int) -> bool:
    return any(tokens[k].low in ("and", "&", "both") for k in range(start, at))


def _is(tokens: Tokens, at: int, end: int) -> bool:
    """Whether `'s` is a verb and no possessive."""
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < end else None
    if before is not None and before.low in (
        "it",
        "he",
        "she",
        "that",
        "who",
        "what",
        "there",
        "here",
        "where",
        "everything",
        "how",
        "everyone",
        "this",
        "nobody",
        "let",
        "everybody",
        "one",
    ):
        return before.low != "let"
    if after is None or after.kind is Kind.STOP:
        return False
    low = after.low
    if after.kind in (Kind.NUMBER, Kind.ADDRESS, Kind.URL, Kind.DATE, Kind.EMAIL, Kind.PHONE, Kind.PATH) or (
        after.kind is Kind.VERSION
    ):
        return True
    if after.kind is not Kind.WORD:
        return False
    if (
        low in w.DETERMINERS
        or low in w.NEGATIONS
        or low in w.PREPOSITIONS
        or low
        in (
            "in charge of",
            "no longer",
            "now",
            "still",
            "currently",
            "also",
            "always",
            "already",
            "been",
            "here",
            "just",
            "really",
            "actually",
        )
    ):
        return True
    if low in _AFTER_IS:
        return True
    kinds = {form for forms in VERBS.get(low, {}).values() for form in forms}
    following = tokens[at + 2] if at + 2 < end else None
    if Form.PARTICIPLE in kinds and Form.BASE not in kinds:
        return following is None or not p.is_noun(following)
    if Form.GERUND in kinds:
        return following is not None and (
            following.low in w.PREPOSITIONS or following.low in w.DETERMINERS or following.text[:1].isupper()
        )
    return False


_AFTER_IS: Final = w.words(
    "responsible due based ready done available great fine good bad ours mine yours theirs called at on down up gone back part happy sick home born"
)


def finite(tokens: Tokens, at: int) -> bool:
    """Whether a finite verb begins at a token, adverbs left aside."""
    while at < len(tokens) and (tokens[at].low in w.ADVERBS or tokens[at].low in w.NEGATIONS):
        at += 1
    if at >= len(tokens):
        return False
    low = tokens[at].low
    if low in w.BE or low in w.HAVE or low in w.DO or low in w.MODALS or low in ("'s", "used"):
        return True
    kinds = {form for forms in VERBS.get(low, {}).values() for form in forms}
    return bool(kinds & {Form.THIRD, Form.PAST, Form.BASE})
