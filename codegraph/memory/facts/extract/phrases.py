"""Noun phrases: where one ends, what it is called, whose it is, which version it names, and what it may stand for."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.lexicon import VERBS
from codegraph.memory.facts.extract.nouns import NAMES, VALUES, adjectives_go_on, is_noun
from codegraph.memory.facts.extract.tokens import Kind, Token

_OWNERS: Final = {"my": "user", "our": "project"}
_UNVERSIONED: Final = w.words(
    "port line page section step release version chapter level phase option part day issue pr ticket "
    "figure fig table "
    "build version_number number type ports lines pages versions releases python2 tcp udp code status exit error top "
    "first last next room floor building gate tier layer sprint week item row group team question round slide commit"
)
_QUOTES: Final = "`\"“”«»'"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase. `text` is as written, without determiner, quotes and version; `owner`: whose, "" if nobody's."""

    text: str
    tokens: tuple[Token, ...]
    determiner: str = ""
    owner: str = ""
    of: Phrase | None = None
    version: str = ""
    bound: str = ""  # "", "min", "max": what the version is to the name
    upper: str = ""  # a second, upper bound

    @property
    def head(self) -> str:
        return self.tokens[-1].low if self.tokens else ""

    @property
    def opening(self) -> str:
        return self.tokens[0].low if self.tokens else ""

    @property
    def kind(self) -> Kind:
        return self.tokens[-1].kind if self.tokens else Kind.STOP

    @property
    def proper(self) -> bool:
        """Whether it is a name: begins with a capital, is code, or is known."""
        first = self.tokens[0] if self.tokens else None
        return first is not None and (first.kind in NAMES or first.text[:1].isupper() or n.is_software(self.text))


def _may_end(token: Token, following: Token | None, core: Sequence[Token]) -> bool:
    """Whether a word is a verb that ends the phrase before it."""
    forms = VERBS.get(token.low, {})
    if not core or token.kind is not Kind.WORD or not forms:
        return False
    if (
        token.low == "working"
        and following is not None
        and following.low in ("group", "groups", "copy", "directory", "tree")
    ):
        return False
    kinds = {form for lemma in forms.values() for form in lemma}
    if token.text[:1].isupper() and core[-1].text[:1].isupper():
        return False
    if w.Form.PARTICIPLE in kinds and w.Form.BASE not in kinds:
        return following is None or not is_noun(following) or following.kind is not Kind.WORD
    if w.Form.GERUND in kinds:
        opens = following is not None and (is_noun(following) or following.low in w.DETERMINERS)
        attached = following is not None and following.low in w.PREPOSITIONS and token.low in _INTRANSITIVE
        return (opens or attached) and token.low in _RUNNING
    return False


_INTRANSITIVE: Final = w.words("running working living depending relying listening serving being")
_RUNNING: Final = w.words(
    "running using working living maintaining owning leading depending relying listening serving "
    "storing managing reporting hosting requiring needing being doing writing"
)


def phrase(tokens: Sequence[Token], at: int, end: int) -> tuple[Phrase | None, int]:
    """The noun phrase that begins at a token, and where it ends; None where there is none."""
    start = at
    determiner, owner, at = _determined(tokens, at, end)
    core, possessor, at = _core(tokens, at, end, bool(determiner))
    owner = possessor or owner
    if not core:
        if start < end and tokens[start].low in w.PRONOUNS:
            return Phrase(tokens[start].text, (tokens[start],)), start + 1
        return None, start
    if len(core) == 2 and core[0].text[:1] == "#" and core[1].low in ("room", "channel", "chat", "tag", "hashtag"):
        core = core[:1]
    if len(core) == 2 and core[1].kind is Kind.CODE and core[0].low in _DATED:
        core = core[1:]
    quoted = [t for t in core if t.kind in (Kind.QUOTE, Kind.CODE)]
    if len(quoted) == 1 and core[-1].low in ("thing", "stuff", "name", "one", "label", "moniker") and len(core) > 1:
        core = quoted
    if len(core) > 1 and core[-1].text[:1] == "#" and core[-1].kind is Kind.WORD:
        core = core[-1:]
    if core[0].low == "own" and len(core) > 1 and determiner in w.POSSESSIVES and core[-1].low not in n.MACHINES:
        core = core[1:]
    if (
        len(core) == 3
        and core[1].low in ("crate", "package", "gem", "library", "dependency", "module")
        and core[0].kind is Kind.WORD
    ):
        core = core[2:]
    named = core[0].low in ("dependency", "package", "crate", "gem") and core[-1].low not in _OF_PACKAGES
    if len(core) == 2 and core[0].low in _CALLED and (named or core[1].kind in (Kind.CODE, Kind.QUOTE, Kind.PATH)):
        core = core[1:]
    elif len(core) == 3 and core[1].low in _CALLED and core[2].kind in (Kind.CODE, Kind.QUOTE):
        core = core[2:]
    made = _versioned(Phrase(joined(core), tuple(core), determiner, owner))
    if made.version:
        made, at = _bounded(made, tokens, at, end)
    elif at < end:
        made, at = _compared(made, tokens, at, end)
    if at + 1 < end and tokens[at].low == "of":
        inner, after = phrase(tokens, at + 1, end)
        if inner is not None:
            return _of(made, inner), after
    return made, at


def _of(made: Phrase, inner: Phrase) -> Phrase:
    """`x of y`; `version 12 of y` is y with its version."""
    tokens = made.tokens
    if len(tokens) == 2 and tokens[0].low in ("version", "release") and made.kind is Kind.VERSION and not inner.version:
        number = tokens[1].text
        return replace(inner, version=number.rstrip("+"), bound="min" if number.endswith("+") else "")
    return replace(made, of=inner)


def _determined(tokens: Sequence[Token], at: int, end: int) -> tuple[str, str, int]:
    """Determiner and possessor in front of a noun, and where that begins."""
    determiner, owner = "", ""
    while at < end and tokens[at].kind is Kind.WORD:
        low = tokens[at].low
        following = tokens[at + 1] if at + 1 < end else None
        if (
            low == "one"
            and not determiner
            and following is not None
            and following.kind is Kind.WORD
            and is_noun(following)
        ):
            return low, owner, at + 1
        if low not in w.DETERMINERS and low not in _BEFORE:
            break
        alone = following is None or not (is_noun(following) or following.low in w.DETERMINERS)
        if low in w.PRONOUNS and alone:
            break
        determiner = low if not determiner or low in w.POSSESSIVES else determiner
        owner = _OWNERS.get(low, low if low in w.POSSESSIVES else owner)
        at += 1
    return determiner, owner, at


def _core(tokens: Sequence[Token], at: int, end: int, determined: bool) -> tuple[list[Token], str, int]:
    """The nouns of a phrase, who has them, and where they end."""
    core: list[Token] = []
    owner = ""
    while at < end:
        one = tokens[at]
        following = tokens[at + 1] if at + 1 < end else None
        if one.low == "'s" and core:
            if following is None or not is_noun(following):
                break
            owner, core, at = joined(core), [], at + 1
        elif one.kind is Kind.DATE and not core and following is not None and following.low == "'s":
            at += 2  # `yesterday's sync`
        elif one.kind is Kind.DATE and not core and not determined:
            return [one], owner, at + 1
        elif one.text == "," and adjectives_go_on(tokens, at, end, core, determined):
            at += 1
        elif _goes_on(core, one, following):
            core.append(one)
            at += 1
        else:
            break
    return core, owner, at


def _goes_on(core: list[Token], one: Token, following: Token | None) -> bool:
    """Whether a word is one more of the phrase."""
    if not is_noun(one) or (one.low in w.ADVERBS and (following is None or not is_noun(following))):
        return False
    if not core:
        return True
    last = core[-1].kind
    if one.low in _WITH_PREPOSITION and following is not None and following.low in w.PREPOSITIONS | _ARTICLES:
        return False
    if (
        one.low in ("back", "forward", "over", "down", "up", "off", "away")
        and following is not None
        and following.low in ("to", "at", "from")
    ):
        return False
    if one.low in STRONG and following is not None and following.kind is not Kind.STOP:
        return False
    if _may_end(one, following, core) or (one.kind is Kind.NUMBER and last is Kind.WORD):
        return False
    if last in (Kind.NUMBER, Kind.URL, Kind.EMAIL, Kind.PHONE, Kind.ADDRESS) and one.kind is not Kind.WORD:
        return False
    if last is Kind.VERSION and one.kind in (Kind.CODE, Kind.QUOTE):
        return False
    return not (one.kind in NAMES - {Kind.CODE, Kind.QUOTE} and last not in (Kind.WORD, Kind.CODE))


_OF_PACKAGES: Final = w.words(
    "index registry manager name version versions repo repository list file files structure tree graph group size format"
)
_DATED: Final = w.words("deprecated old legacy obsolete former older outdated existing previous")
_CALLED: Final = w.words(
    "class function method package module crate dependency library gem option flag command variable "
    "field column parameter argument setting key type term word label concept notion phrase name event table index job queue topic bucket script endpoint namespace task repo module"
)
_WITH_PREPOSITION: Final = w.words("works lives leads reports runs sits listens serves looks moved joined")
_ARTICLES: Final = w.words("the a an our my his her their")
STRONG: Final = w.words(
    "uses depends requires owns maintains listens relies belongs prefers resides has is are was were "
    "lives consists makes takes gets keeps"
)
_BEFORE: Final = w.words("most half such other")


def joined(core: Sequence[Token]) -> str:
    """The words as written. Names in quotes lose those; a phrase in quotes is opaque."""
    parts: list[str] = []
    for number, one in enumerate(core):
        text = one.text.strip(_QUOTES) if one.kind in (Kind.CODE, Kind.QUOTE) else one.text
        if number and one.start == core[number - 1].end:
            parts[-1] += text
        else:
            parts.append(text)
    return " ".join(parts).strip(" ,;:")


def text_of(found: Phrase, *, whole: bool = False) -> str:
    """What a phrase is called; `whole`: with what it is of."""
    if whole and found.of is not None:
        article = f"{found.of.determiner} " if found.of.determiner in ("the", "a", "an") else ""
        possessor = (
            f"{found.of.owner}'s "
            if found.of.owner not in ("", "user", "project") and found.of.owner not in w.POSSESSIVES
            else ""
        )
        return f"{found.text} of {article}{possessor}{named(found.of, whole=True)}"
    return found.text


def named(found: Phrase, *, whole: bool = False) -> str:
    text = text_of(found, whole=whole)
    return f"{text} {found.version}" if found.version and not found.bound else text


def _versioned(found: Phrase) -> Phrase:
    """`Node 20` as the name with its version. What counts or numbers something else has none."""
    core = found.tokens
    if len(core) < 2 or core[-1].kind is not Kind.VERSION:
        return found
    rest = list(core[:-1])
    if rest[-1].low in ("version", "release", "v") and len(rest) > 1:
        rest = rest[:-1]
    if rest[-1].low in _UNVERSIONED or rest[-1].kind in VALUES:
        return found
    if rest[-1].kind is Kind.WORD and not any(c.isalpha() for c in rest[-1].text):
        return found
    version = core[-1].text
    bound = "min" if version.endswith("+") else ""
    return replace(found, text=joined(rest), tokens=tuple(rest), version=version.rstrip("+"), bound=bound)


def _bounded(found: Phrase, tokens: Sequence[Token], at: int, end: int) -> tuple[Phrase, int]:
    """`3.10 or newer`, `3.10 to 3.13`, `>= 3.9, < 3.14` behind a name with its version."""
    if at < end and tokens[at].low in w.OPEN_UP:
        return replace(found, bound="min"), at + 1
    if at < end and tokens[at].low in w.OPEN_DOWN:
        return replace(found, bound="max"), at + 1
    ranges = (
        at + 1 < end and tokens[at].low in ("to", "through", "-", "–", "up to") and tokens[at + 1].kind is Kind.VERSION
    )
    if ranges:
        return replace(found, bound="min", upper=tokens[at + 1].text), at + 2
    return found, at


_MIN_SIGNS: Final = (">=", ">", "~>", "^", "~=")
_MAX_SIGNS: Final = ("<", "<=")


def _compared(found: Phrase, tokens: Sequence[Token], at: int, end: int) -> tuple[Phrase, int]:
    """`python >= 3.9, < 3.14`, `Go at least 1.21` behind a name."""
    lower, upper, exact = "", "", ""
    while at + 1 < end or (at < end and tokens[at].kind is Kind.BOUND):
        step = 1 if tokens[at].text == "," and (lower or upper) else 0
        if at + step + 1 >= end:
            break
        sign, value = tokens[at + step], tokens[at + step + 1]
        if value.kind is not Kind.VERSION or not (
            sign.kind is Kind.BOUND
            or (
                sign.low in w.BOUNDS_MIN | w.BOUNDS_MAX
                and sign.low not in ("from", "before", "under", "through", "above", "up to")
            )
        ):
            break
        if sign.text in ("==", "="):
            exact = value.text
        elif sign.text in _MIN_SIGNS or sign.low in w.BOUNDS_MIN:
            lower = value.text
        elif sign.text in _MAX_SIGNS or sign.low in w.BOUNDS_MAX:
            upper = value.text
        else:
            break
        at += step + 2
    if exact:
        return replace(found, version=exact), at
    if lower:
        return replace(found, version=lower.rstrip("+"), bound="min", upper=upper), at
    if upper:
        return replace(found, version=upper, bound="max"), at
    return found, at


def phrases(tokens: Sequence[Token], at: int, end: int, gap: str = "") -> tuple[list[Phrase], int]:
    """A list of noun phrases: `a, b and c`. A member that a verb follows, or `gap`, begins another statement."""
    found: list[Phrase] = []
    first, at = phrase(tokens, at, end)
    if first is None:
        return found, at
    found.append(first)
    while at < end:
        step = separator(tokens, at, end)
        if not step or at + step >= end or not _member(tokens, at, step, end):
            break
        more, after = phrase(tokens, at + step, end)
        if (gap and after < end and tokens[after].low == gap) or (
            found[-1].upper and after < end and tokens[after].low == "to"
        ):
            break
        another = after < end and tokens[after].low in ("the", "our", "its") and tokens[at].text == ","
        if more is not None and another and tokens[at + step].text[:1].isupper():
            break  # `Ada owns x, Bo the y`
        if more is None or (after < end and starts_verb(tokens, after, end)) or more.kind is Kind.DATE:
            break
        found.append(more)
        at = after
    return found, at


_NO_MEMBERS: Final = w.PRONOUNS - frozenset(["i", "me", "ours", "mine"])


def _member(tokens: Sequence[Token], at: int, step: int, end: int) -> bool:
    """Whether a list goes on behind a separator, and no other statement begins."""
    first, begin = tokens[at + step], at + step
    following = tokens[begin + 1] if begin + 1 < end else None
    if (
        tokens[at].low in ("together with", "along with")
        and first.text[:1].isupper()
        and tokens[at - 1].text[:1].islower()
    ):
        return False
    if first.kind is Kind.VERSION and n.is_software(tokens[at - 1].text) and tokens[at].text == ",":
        return False
    if first.low in _NO_MEMBERS or first.low == "not" or opens_verb(tokens, begin, end):
        return False
    named = first.text[:1].isupper() or n.is_software(first.text)
    if tokens[at - 1].kind is Kind.VERSION and named and following is not None and following.kind is Kind.VERSION:
        return True
    if tokens[at - 1].kind in VALUES and first.kind not in VALUES and first.kind is not Kind.ADDRESS:
        return False
    if (
        tokens[at - 1].kind is Kind.CODE
        and first.text[:1].isupper()
        and following is not None
        and following.kind is Kind.CODE
    ):
        return False  # `x maintains a, y b`
    if first.low == "port" and following is not None and following.kind is Kind.VERSION:
        return False
    forms = {form for kinds in VERBS.get(first.low, {}).values() for form in kinds}
    if w.Form.BASE in forms and following is not None and following.low in w.PARTICLES and step == 1:
        return False  # `and hand off`
    lower = first.kind is Kind.WORD and not first.text[:1].isupper()
    if lower and first.low in _COMMANDS and tokens[at].low in ("and", "&") and following is not None:
        return following.kind is Kind.STOP
    if (
        lower
        and w.Form.PARTICIPLE in forms
        and w.Form.BASE not in forms
        and (following is None or not is_noun(following))
    ):
        return False
    if lower and w.Form.BASE in forms and following is not None:
        if following.low in w.DETERMINERS or following.low in w.PRONOUNS:
            return False
        after = tokens[begin + 2].low if begin + 2 < end else ""
        named = following.kind is Kind.CODE or following.text[:1].isupper()
        if is_noun(following) and (named or after in ("to", "with", "from", "by")):
            return False
    if tokens[at].text != "," or step == 2 or _conjoined(tokens, begin, end):
        return True
    if first.low in w.DETERMINERS:
        return False
    return not lower or following is None or following.kind is Kind.STOP


_COMMANDS: Final = w.words(
    "add remove drop fix update rename move replace bump use make change delete improve refactor clean adjust keep set enable "
    "disable allow simplify introduce extract merge include document switch avoid"
)


def _conjoined(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether `and` closes the list that a comma goes on with."""
    while at < end and (is_noun(tokens[at]) or tokens[at].low in w.DETERMINERS or tokens[at].text == ","):
        at += 1
    return (at < end and tokens[at].low in ("and", "or", "&") and tokens[at - 1].kind is not Kind.STOP) or (
        at < end and tokens[at].low in ("and", "or") and tokens[at - 1].text == ","
    )


def opens_verb(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a word behind a separator is a verb that goes on about the same subject: `and reports to x`."""
    one = tokens[at]
    kinds = {form for forms in VERBS.get(one.low, {}).values() for form in forms}
    if one.kind is not Kind.WORD or one.text[:1].isupper() or not kinds:
        return False
    if not (w.Form.THIRD in kinds or (w.Form.PAST in kinds and w.Form.BASE not in kinds)):
        return False
    if at + 1 >= end:
        return False
    after = tokens[at + 1]
    if (
        one.low in ("works", "lives", "leads", "reports", "runs", "sits", "listens", "lives", "serves")
        and after.low in w.PREPOSITIONS
    ):
        return True
    if w.Form.THIRD not in kinds:
        return after.kind is not Kind.WORD or not is_noun(after) or after.text[:1].isupper()
    return (
        after.low in PREPOSED
        or after.low in w.DETERMINERS
        or after.low in w.PRONOUNS
        or (
            after.kind is not Kind.STOP
            and is_noun(after)
            and not starts_verb(tokens, at + 1, end)
            and after.low not in VERBS
        )
    )


PREPOSED: Final = w.PREPOSITIONS - frozenset(["of", "for", "per", "like"])


def separator(tokens: Sequence[Token], at: int, end: int) -> int:
    """How many tokens separate two members of a list here, 0 for none."""
    if at >= end:
        return 0
    if tokens[at].low in ("and", "&", "plus", "as well as", "or", "together with", "along with"):
        return 2 if at + 1 < end and tokens[at + 1].low in ("also", "then") else 1
    if tokens[at].text == ",":
        return 2 if at + 1 < end and tokens[at + 1].low in ("and", "plus", "or") else 1
    return 0


def starts_verb(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a finite verb may begin here, behind a noun phrase."""
    while (
        at < end
        and (tokens[at].low in w.ADVERBS or tokens[at].low in w.NEGATIONS)
        and tokens[at].low not in w.PREPOSITIONS
    ):
        at += 1
    if at >= end or tokens[at].kind is not Kind.WORD:
        return False
    low = tokens[at].low
    if low in w.BE or low in w.HAVE or low in w.DO or low in w.MODALS or low == "used":
        return True
    if low == "'s":
        return True
    kinds = {form for forms in VERBS.get(low, {}).values() for form in forms}
    return bool(kinds & {w.Form.THIRD, w.Form.PAST, w.Form.BASE})
