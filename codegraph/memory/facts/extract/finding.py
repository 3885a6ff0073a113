"""Where a clause has its verb: which words are one, by what stands before and behind them."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codegraph.memory.facts.extract import nouns
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.frames import BY_VERB
from codegraph.memory.facts.extract.lexicon import VERBS, forms_of
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.words import Form

Tokens = Sequence[Token]

_SUBJECTS: Final = w.words(
    "i we you he she it they who which everyone everybody nobody everything people folks someone somebody one"
)
_BEFORE_IS: Final = w.words(
    "it he she that who what there here where everything how everyone this nobody everybody one"
)
_AFTER_IS: Final = w.words(
    "responsible due based ready done available great fine good bad ours mine yours theirs called at "
    "on down up gone back part "
    "gone dead finished deprecated over live written owned hosted maintained built located based stored kept running using named known "
    "allergic averse fond keen partial opposed against tired wary crazy mad big sold into happy sick home born in_charge_of no_longer now still currently also always already been here "
    "just really actually"
)
_VALUES: Final = (Kind.NUMBER, Kind.ADDRESS, Kind.URL, Kind.DATE, Kind.EMAIL, Kind.PHONE, Kind.PATH, Kind.VERSION)
_SAME_IN_PAST: Final = w.words("set put cut read quit let hit split shut cost")
_AUXILIARIES: Final = w.BE | w.HAVE | w.DO | w.MODALS


def could_be_verb(tokens: Tokens, at: int, start: int, end: int) -> bool:
    """Whether the token is the finite verb of a clause that begins at `start`."""
    one = tokens[at] if at < end else None
    if one is None or one.kind is not Kind.WORD:
        return False
    k = at - 1
    while k > start and (tokens[k].low in w.ADVERBS or tokens[k].low in w.NEGATIONS):
        k -= 1
    if k < start:
        return False
    before, low, capital = tokens[k], one.low, one.text[:1].isupper()
    if before.text == "," and k > start:
        return _behind_apposition(tokens, at, start, end)
    if _asks_for_noun(before):
        return False
    if low == "'s":
        return _is(tokens, at, end)
    if low in _AUXILIARIES:
        return not (low in w.MODALS and capital) and before.low not in w.CONJUNCTIONS
    if low == "used" and at + 1 < end and tokens[at + 1].low == "to":
        return True
    forms = forms_of(low) & {Form.THIRD, Form.BASE, Form.PAST}
    if (
        not forms
        or before.low in w.CONJUNCTIONS
        or before.low in w.PREPOSITIONS
        or before.kind in (Kind.STOP, Kind.ARROW)
    ):
        return False
    if before.low in _SUBJECTS:
        return True
    return not capital and _fits_between(tokens, before, at, start, end)


def _asks_for_noun(before: Token) -> bool:
    """Whether a noun must follow."""
    if before.low in w.DETERMINERS and before.low not in w.PRONOUNS | {"both", "all"}:
        return True
    if before.low in nouns.ADJECTIVES:
        return True
    return before.low in w.PREPOSITIONS and before.low not in ("up", "down", "off", "out", "on", "in")


def _behind_apposition(tokens: Tokens, at: int, start: int, end: int) -> bool:
    low = tokens[at].low
    plural = tokens[start].low.endswith("s")
    if Form.BASE in forms_of(low) and at + 1 < end and tokens[at + 1].low in w.DETERMINERS and plural:
        return True
    finite = low in w.BE or low in w.HAVE or low in w.MODALS or p.opens_verb(tokens, at, end)
    return finite and not tokens[at].text[:1].isupper()


def _fits_between(tokens: Tokens, before: Token, at: int, start: int, end: int) -> bool:
    """Whether a word that may be a noun as well is a verb behind a noun phrase."""
    low, after = tokens[at].low, tokens[at + 1] if at + 1 < end else None
    forms = forms_of(low)
    if after is not None:
        if after.low in w.BE or after.low in w.MODALS or after.low in w.HAVE - {"have"}:
            return False
        if after.low == "of" and low not in ("consists", "consist"):
            return f"{next(iter(VERBS[low]))}+of" in BY_VERB
    noun = p.is_noun(before) or before.kind is Kind.DATE or before.low in w.PRONOUNS
    if not noun and before.low not in ("all", "both", "up", "out", "on", "off", "down", "in"):
        return False
    if before.kind is Kind.NUMBER and at - 1 > start:
        return False
    if Form.THIRD in forms and _plural_with_verb(tokens, at, end):
        return False
    if Form.THIRD in forms:
        return not _noun_with_verb(tokens, before, at, end) and not (after is not None and _past(after.low))
    opened = after is not None and (after.low in w.DETERMINERS | w.PRONOUNS | w.PREPOSITIONS)
    if not (Form.PAST in forms and opened) and _verb_later(tokens, at + 1, end):
        return False
    if Form.PAST in forms and Form.BASE not in forms:
        return True
    return _of_several(tokens, before, at, start, end)


def _past(word: str) -> bool:
    return any(Form.PAST in forms and Form.BASE not in forms for forms in VERBS.get(word, {}).values())


def _noun_with_verb(tokens: Tokens, before: Token, at: int, end: int) -> bool:
    """`the raw scans sit in x`: a plural whose verb follows."""
    if before.kind in (Kind.VERSION, Kind.CODE):
        return False
    if at + 2 >= end or before.low.endswith("s") or tokens[at].low in p.STRONG or before.text[:1].isupper():
        return False
    if Form.BASE not in forms_of(tokens[at + 1].low) or not tokens[at].low.endswith("s"):
        return False
    behind = tokens[at + 2]
    return behind.low in w.PREPOSITIONS or behind.low in w.DETERMINERS or behind.text[:1].isupper()


_OF_PLURALS: Final = w.words(
    "need require use run live depend go take fail target support expect want come rely end start happen land"
)
_PLURALS: Final = w.words(
    "fixes updates releases builds tests requests changes commits plans logs patches checks questions uploads downloads exports imports backups "
    "issues reviews deploys pushes pulls merges drafts notes links copies"
)


def _plural_with_verb(tokens: Tokens, at: int, end: int) -> bool:
    """`security fixes for 4.x end on …`: a plural, whose verb stands behind what it is of."""
    if tokens[at].low in _PLURALS and at + 2 < end and tokens[at + 1].low in _OF_PLURALS:
        return True
    if (
        tokens[at].low not in _PLURALS
        or at + 3 >= end
        or tokens[at + 1].low not in ("for", "of", "to", "on", "in", "from", "by")
    ):
        return False
    for k in range(at + 3, min(at + 7, end)):
        if tokens[k].text == "," or tokens[k].low in w.CONJUNCTIONS | w.DETERMINERS:
            return False
        if tokens[k].low in w.BE | w.HAVE | w.MODALS or (
            Form.BASE in forms_of(tokens[k].low) and k + 1 < end and tokens[k + 1].low in w.PREPOSITIONS
        ):
            return True
    return False


def _of_several(tokens: Tokens, before: Token, at: int, start: int, end: int) -> bool:
    """Whether a base form agrees with a plural before it."""
    after = tokens[at + 1] if at + 1 < end else None
    opens = after is None or p.is_noun(after)
    opens = opens or (after is not None and after.low in w.PREPOSITIONS | w.DETERMINERS | w.PARTICLES | w.ADVERBS)
    word = before.kind is Kind.WORD and before.low.endswith("s") and not before.low.endswith(("ss", "us", "is", "os"))
    plural = word or any(tokens[k].low in ("and", "&", "both") for k in range(start, at))
    if tokens[at].low in _SAME_IN_PAST:
        return opens and (plural or before.text[:1].isupper())
    return plural and opens and before.kind is not Kind.NUMBER


def _verb_later(tokens: Tokens, at: int, end: int) -> bool:
    """Whether an auxiliary follows before the next separator."""
    while at < end:
        low = tokens[at].low
        if low in w.BE or low in w.HAVE - {"have"} or low in ("can", "will", "must", "needs"):
            return True
        if tokens[at].kind is Kind.STOP or low in w.CONJUNCTIONS | w.SUBORDINATORS | w.RELATIVES | w.PRONOUNS:
            return False
        at += 1
    return False


def _is(tokens: Tokens, at: int, end: int) -> bool:
    """Whether `'s` is a verb and no possessive."""
    after = tokens[at + 1] if at + 1 < end else None
    following = tokens[at + 2] if at + 2 < end else None
    if at and tokens[at - 1].low in _BEFORE_IS:
        return True
    if after is None or after.kind is Kind.STOP or (at and tokens[at - 1].low == "let"):
        return False
    if following is not None and following.low in w.BE and after.kind is Kind.WORD:
        return False
    if after.kind in _VALUES:
        return True
    if after.kind is not Kind.WORD:
        return False
    if after.low in w.DETERMINERS | w.NEGATIONS | w.PREPOSITIONS | _AFTER_IS:
        return True
    forms = forms_of(after.low)
    if Form.PARTICIPLE in forms and Form.BASE not in forms:
        return following is None or not p.is_noun(following)
    if Form.GERUND not in forms or following is None:
        return False
    return following.low in w.PREPOSITIONS | w.DETERMINERS or following.text[:1].isupper()


def finite(tokens: Tokens, at: int) -> bool:
    """Whether a finite verb begins at a token, adverbs left aside."""
    while at < len(tokens) and (tokens[at].low in w.ADVERBS or tokens[at].low in w.NEGATIONS):
        at += 1
    if at >= len(tokens):
        return False
    low = tokens[at].low
    return low in _AUXILIARIES or low in ("'s", "used") or bool(forms_of(low) & {Form.THIRD, Form.PAST, Form.BASE})
