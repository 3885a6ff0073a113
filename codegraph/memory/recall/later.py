"""Which of two memories is the later word on a question about the present.

Notes are rarely taken back: what was so and what is so stand side by side, in like words. Of two that share the same
words with a question the later one comes first where it is told as news (`now`, `no longer`, `switched`), or where the
two say the same but for what differs. The later one may call by a shorter name what the earlier one introduced:
`the inspection` of what was `the health inspection`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from codegraph.memory.recall.asking import only_asks
from codegraph.memory.recall.rivals import NEAR, REACH, Told, words_of
from codegraph.memory.recall.values import Likeness, alike, gone
from codegraph.memory.recall.words import terms

TWINS: Final = 0.6
"""Share of the shorter one's words that the other has as well, where both say the same of the same."""

NOTE: Final = 400
"""Characters of a text at most that is one statement, and not a page about many things."""

_NEWS: Final = re.compile(
    r"\b(?:now|nowadays|these days|no longer|any ?more|from (?:now|here|today|\w+ )on|"
    r"from (?:next|this|\d|tonight|tomorrow|today|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    r"mon|tue|wed|thu|fri|sat|sun)\w*|since|as of|instead|new|revisited|reconsidered|reversed|after all|"
    r"switch(?:ed|es)|mov(?:ed|es)|chang(?:ed|es)|replac(?:ed|es)|t(?:ook|aken|akes) over|handed|inherited|"
    r"(?:went|gone|go|goes) (?:from|over|up|down)|rais(?:ed|es)|lower(?:ed|s)|increased|decreased|reduced|grew|shrank|"
    r"upgraded|downgraded|bumped|updated|migrated|ported|rewritten|renamed|ditched|dropped|left|quit|became|becomes|"
    r"pushed|postponed|delayed|shifted|brought forward|put (?:up|down|back)|is off|slipped|"
    r"accepted|rejected|approved|declined|merged|closed|reopened|resolved|withdrawn|cancelled|"
    r"rescheduled|relocated|succeeded|stepped (?:in|up|down)|took (?:his|her|their))\b"
    r"|, not \w",
    re.IGNORECASE,
)
_WORD_PAIR: Final = re.compile(r"(?<![\w-])(?=([\w-]+)['’]? ([\w-]+))")
_HYPHENS: Final = re.compile(r"\w+(?:-\w+)+")
_THE: Final = r"\b(?:the|our|my|your|his|her|their|that|this) "
_LEFT_OUT: Final = """
    team group squad service server system app application project process tool library size limit count rate level time
    date number period length value version setting window
"""
_OF_A_NAME: Final = frozenset(_LEFT_OUT.split())
"""Kinds and measures that are left out of a name that is known."""

_BESIDE: Final = re.compile(
    r"\btoo\b(?=\W*(?:$|[.,;!?]))|"
    r"\b(?:also|as well|additionally|in addition|another|both|besides|alongside|temporarily)\b",
    re.IGNORECASE,
)


_TOLD_BY: Final = (
    (frozenset(terms("called call named name")), re.compile(r"\brenamed\b", re.IGNORECASE)),
    (
        frozenset(terms("status state")),
        re.compile(
            r"\b(?:accepted|rejected|approved|declined|merged|closed|reopened|resolved|withdrawn|cancelled)\b",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset(terms("version versions release run running use used")),
        re.compile(
            r"\b(?:upgraded|downgraded|updated|bumped|went|moved|released|is out)\b.*?\bv?\d+(?:\.\d+)*\b",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset(
            terms("run runs running hosted host hosts live lives region zone location located city place site stands")
        ),
        re.compile(r"\b(?:moved|migrated|relocated|transferred)\b[^.;]*?\bto\b", re.IGNORECASE),
    ),
    (
        frozenset(terms("due deadline date planned scheduled happen happens start starts take place")),
        re.compile(
            r"\b(?:pushed|postponed|delayed|slip(?:s|ped)|rescheduled|moved (?:up|back|to)|brought forward)\b",
            re.IGNORECASE,
        ),
    ),
)
"""Words of a question that a text tells by its verb: what was renamed is called so."""

_IN_HAND: Final = re.compile(
    r"\b(?P<who>[A-Z][\w-]*) (?:does|has|handles|covers|runs|leads|owns|keeps|takes(?: over)?|takes care of|"
    r"looks after|manages|is (?:doing|covering|handling|running|leading))\b",
)
_WHO: Final = re.compile(r"^\W*(?:who|whose)\b", re.IGNORECASE)


_FROM: Final = re.compile(
    r"\b(?:from|off|instead of|rather than|in place of|used to|formerly|previously|no longer|not any ?more|"
    r"was at|were at|replac\w+)\b|, not \w|\bbefore\W*$",
    re.IGNORECASE,
)


def tells_a_change(text: str) -> bool:
    """Whether a text says what was beside what is: `moved from x to y`, `y instead of x`."""
    return _FROM.search(text) is not None


_OF_SEVERAL: Final = re.compile(
    r"\b(?:in total|combined|altogether|all together|the (?:order|sequence) of|"
    r"from (?:the )?(?:earliest|oldest|first) to)\b",
    re.IGNORECASE,
)


def asks_for_several(question: str) -> bool:
    """Whether a question is answered by several memories together, of which none is the last word."""
    return _OF_SEVERAL.search(question) is not None


def later_first(found: Sequence[Told], asked: Collection[str], question: str = "") -> list[int]:
    """Places of the answers in the order in which to give them. `asked`: the terms of the question."""
    who = _WHO.match(question) is not None
    order = list(range(len(found)))
    near = [i for i in order[:REACH] if len(found[i].text) <= NOTE and not only_asks(found[i].text)]
    words = words_of(found)
    wanted = frozenset(asked)
    news = {i: _NEWS.search(found[i].text) is not None for i in near}
    for i in near:
        over = [
            j
            for j in near
            if j != i and _follows(found[j], found[i], words[j], words[i], wanted, news=news[j], who=who)
        ]
        if over:
            latest = max(over, key=lambda j: found[j].at)
            at = order.index(i)
            if order.index(latest) > at:
                order.remove(latest)
                order.insert(at, latest)
    return order


def _follows(
    later: Told,
    earlier: Told,
    said: frozenset[str],
    before: frozenset[str],
    asked: frozenset[str],
    *,
    news: bool,
    who: bool,
) -> bool:
    shared = before & said & asked
    if later.at <= earlier.at or not shared or said == before or _BESIDE.search(later.text):
        return False
    if gone(earlier.text, later.text, asked):
        return True
    if later.score < NEAR * earlier.score:
        return False
    missing = len(before & asked - said - _longer_names(earlier.text, later.text, shared) - _told_by(later.text))
    same = alike(earlier.text, later.text)
    twins = _twins(said, before) or (news and same is not Likeness.NONE)
    if missing == 0:
        return news or twins or same is Likeness.SORT
    if missing == 1 and news and who and _in_other_hands(earlier.text, later.text):
        return True
    return missing == 1 and news and twins and not _one_word(later.text, before & said)


def _told_by(text: str) -> set[str]:
    """Terms that a text tells by its verb."""
    return {term for words, verb in _TOLD_BY if verb.search(text) for term in words}


def _in_other_hands(before: str, later: str) -> bool:
    """Whether a text says who does something now, and that is nobody whom the earlier one names."""
    found = _IN_HAND.search(later)
    return found is not None and found["who"] not in before


def _longer_names(before: str, later: str, shared: frozenset[str]) -> set[str]:
    """Terms of an earlier text that are part of a name which a later one cuts short: `health` where the one has `health
    inspection` and the other `the inspection`, `team` where it has `platform team` and the other `platform`."""
    found: set[str] = set()
    for first, second in _WORD_PAIR.findall(before):
        one, other = set(terms(first)), set(terms(second))
        if other & shared and not one & shared and re.search(rf"{_THE}{re.escape(second)}\b", later, re.IGNORECASE):
            found |= one
        if one & shared and not other & shared and second.lower() in _OF_A_NAME:
            found |= other
    return found


def _twins(a: frozenset[str], b: frozenset[str]) -> bool:
    shared = len(a & b)
    return shared > 1 and shared >= TWINS * min(len(a), len(b)) and max(len(a), len(b)) <= 2 * min(len(a), len(b))


def _one_word(text: str, shared: frozenset[str]) -> bool:
    """Whether all that is shared are parts of one word with hyphens: two texts of `refund-worker` may tell anything."""
    return any(shared <= set(terms(word)) for word in _HYPHENS.findall(text))
