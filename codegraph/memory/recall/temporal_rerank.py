"""Reordering of answers by the time asked about, with one table of features.

A feature has a condition on the question and a predicate on a pair of answers: whether one belongs before the other.
For the present, statements precede questions, later statements precede earlier ones, and current states precede future
ones. For the past the order of time is reversed. Notes are rarely deleted, so past and present states coexist in
similar words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.memory.dates import (
    DAY,
    MONTH_WORD,
    Interval,
    find_intervals,
    parse_calendar_span,
    parse_nearest_span,
    strip_dates,
    strip_times,
)
from codegraph.memory.memory_model import Memory
from codegraph.memory.recall.followups import Over
from codegraph.memory.recall.interrogatives import is_only_questions
from codegraph.memory.recall.question import Question
from codegraph.memory.recall.request import RecallResult, Source
from codegraph.memory.recall.signals import Signals
from codegraph.memory.recall.temporal import find_successor, is_about_the_past
from codegraph.memory.recall.tokenization import tokenize
from codegraph.memory.recall.value_comparison import Likeness, compare_values, is_gone
from codegraph.memory.sentences import split_sentences
from codegraph.text.lazy_pattern import compile_lazily

NEAR: Final = 0.4
"""Part of the better one's score that what is placed in front of it has at least."""

REACH: Final = 20
"""How many of the best are looked at."""

FADED: Final = 0.8
"""What is left of the score of a text of which something is over."""

BEFORE: Final = 1.0001
"""By how much what is placed in front of another memory scores more."""

TWINS: Final = 0.6
"""Share of the shorter one's words that the other has as well, where both say the same of the same."""

NOTE: Final = 400
"""Characters of a text at most that is one statement, and not a page about many things."""

_NEWS: Final = compile_lazily(
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
_WORD_PAIR: Final = compile_lazily(r"(?<![\w-])(?=([\w-]+)['’]? ([\w-]+))")
_HYPHENS: Final = compile_lazily(r"\w+(?:-\w+)+")
_THE: Final = r"\b(?:the|our|my|your|his|her|their|that|this) "
_LEFT_OUT: Final = """
    team group squad service server system app application project process tool library size limit count rate level time
    date number period length value version setting window
"""
_OF_A_NAME: Final = frozenset(_LEFT_OUT.split())
"""Kinds and measures that are left out of a name that is known."""

_BESIDE: Final = compile_lazily(
    r"\btoo\b(?=\W*(?:$|[.,;!?]))|"
    r"\b(?:also|as well|additionally|in addition|another|both|besides|alongside|temporarily)\b",
    re.IGNORECASE,
)

_TOLD_BY: Final = (
    (frozenset(tokenize("called call named name")), compile_lazily(r"\brenamed\b", re.IGNORECASE)),
    (
        frozenset(tokenize("status state")),
        compile_lazily(
            r"\b(?:accepted|rejected|approved|declined|merged|closed|reopened|resolved|withdrawn|cancelled)\b",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset(tokenize("version versions release run running use used")),
        compile_lazily(
            r"\b(?:upgraded|downgraded|updated|bumped|went|moved|released|is out)\b.*?\bv?\d+(?:\.\d+)*\b",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset(
            tokenize(
                "run runs running hosted host hosts live lives region zone location located city place site stands"
            )
        ),
        compile_lazily(r"\b(?:moved|migrated|relocated|transferred)\b[^.;]*?\bto\b", re.IGNORECASE),
    ),
    (
        frozenset(tokenize("due deadline date planned scheduled happen happens start starts take place")),
        compile_lazily(
            r"\b(?:pushed|postponed|delayed|slip(?:s|ped)|rescheduled|moved (?:up|back|to)|brought forward)\b",
            re.IGNORECASE,
        ),
    ),
)
"""Words of a question that a text tells by its verb: what was renamed is called so."""

_IN_HAND: Final = compile_lazily(
    r"\b(?P<who>[A-Z][\w-]*) (?:does|has|handles|covers|runs|leads|owns|keeps|takes(?: over)?|takes care of|"
    r"looks after|manages|is (?:doing|covering|handling|running|leading))\b",
)
_WHO: Final = compile_lazily(r"^\W*(?:who|whose)\b", re.IGNORECASE)

_FROM: Final = compile_lazily(
    r"\b(?:from|off|instead of|rather than|in place of|used to|formerly|previously|no longer|not any ?more|"
    r"was at|were at|replac\w+)\b|, not \w|\bbefore\W*$",
    re.IGNORECASE,
)


_OF_SEVERAL: Final = compile_lazily(
    r"\b(?:in total|combined|altogether|all together|the (?:order|sequence) of|"
    r"from (?:the )?(?:earliest|oldest|first) to)\b",
    re.IGNORECASE,
)

_DATE: Final = compile_lazily(
    rf"\b(?:\d{{4}}-\d\d-\d\d|(?:\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH_WORD}|"
    rf"{MONTH_WORD}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!:)|(?:(?<=from )|(?<=in )|(?<=as of )|(?<=next )){MONTH_WORD})"
    r"(?:,?\s+(?:19|20)\d\d)?)\b",
    re.IGNORECASE,
)
_BEGINS: Final = compile_lazily(
    r"\b(?:from|as of|starting|beginning|effective|will|is going to|are going to|planned|scheduled|due)\b",
    re.IGNORECASE,
)
_STILL: Final = compile_lazily(r"\b(?:will|is going to|are going to|planned|scheduled)\b", re.IGNORECASE)
"""What is said so is to come, however long ago a day without a year was."""

_ASKS_AHEAD: Final = compile_lazily(
    r"\b(?:when|until|since|how long|dates?|days?|deadline|due|plans?|planned|next|will|going to|upcoming|scheduled?|"
    r"coming|future|soon|from|after)\b",
    re.IGNORECASE,
)


class Candidate(NamedTuple):
    """Memory as an answer.

    `at` is when it was told, in microseconds.
    """

    text: str
    at: int
    score: float


class TimeQuestion(NamedTuple):
    """Question in the form for the features.

    `terms` are those that count. `followed` are those of the later thing, in questions about what was before it.
    `until` is the end of the time asked about, 0 for none.
    """

    terms: frozenset[str]
    text: str = ""
    now: int = 0
    followed: frozenset[str] = frozenset()
    until: int = 0


class Pair(NamedTuple):
    """Two answers with their terms and marks.

    `first` may belong before `second`.
    """

    first: Candidate
    second: Candidate
    first_terms: frozenset[str]
    second_terms: frozenset[str]
    first_marked: bool = False
    second_marked: bool = False


class Feature(NamedTuple):
    """Reason to place an answer before another.

    `mark` is computed once for every answer. With `covers`, an answer is only moved if it has all words of the question
    that the other has, and a comparable score; of several, the one with most of these words is moved. Otherwise the
    latest is.
    """

    name: str
    applies: Callable[[TimeQuestion], bool]
    precedes: Callable[[Pair, TimeQuestion], bool]
    mark: Callable[[Candidate, TimeQuestion], bool] | None = None
    covers: bool = True


def rerank(found: Sequence[Candidate], feature: Feature, asked: TimeQuestion) -> list[int]:
    """Return the places of the answers in the order of the features."""
    order = list(range(len(found)))
    if len(found) < 2 or not feature.applies(asked):
        return order
    near = found[:REACH]
    marks = [feature.mark is not None and feature.mark(one, asked) for one in near]
    if feature.covers and feature.mark is not None and not any(marks):
        return order
    words = [frozenset(tokenize(one.text)) for one in near]
    about = asked.terms - asked.followed

    def is_better(first: int, second: int) -> bool:
        pair = Pair(found[first], found[second], words[first], words[second], marks[first], marks[second])
        if first == second or not feature.precedes(pair, asked):
            return False
        if not feature.covers:
            return True
        has_words = about & words[second] <= words[first] and bool(about & words[first])
        return has_words and found[first].score >= NEAR * found[second].score

    for second in range(len(near)):
        better = [first for first in order[:REACH] if first < len(near) and is_better(first, second)]
        if not better:
            continue
        best = max(better, key=lambda one: (len(about & words[one]) if feature.covers else 0, found[one].at))
        at = order.index(second)
        if order.index(best) > at:
            order.remove(best)
            order.insert(at, best)
    return order


# predicates


def _is_unmarked(pair: Pair, asked: TimeQuestion) -> bool:
    return pair.second_marked and not pair.first_marked


def _is_later_statement(pair: Pair, asked: TimeQuestion) -> bool:
    """Return whether one is a later statement on the subject of the other.

    Both share words with the question. The later one is told as news (`now`, `switched`), or both are the same but for
    what differs. It may use a shorter name for a thing that the earlier one introduced.
    """
    later, earlier, said, before = pair[:4]
    news = pair.first_marked
    shared = before & said & asked.terms
    if later.at <= earlier.at or not shared or said == before or _BESIDE.search(later.text):
        return False
    if (
        max(len(later.text), len(earlier.text)) > NOTE
        or is_only_questions(later.text)
        or is_only_questions(earlier.text)
    ):
        return False
    if is_gone(earlier.text, later.text, asked.terms):
        return True
    if later.score < NEAR * earlier.score:
        return False
    lacking = before & asked.terms - said
    if lacking:
        lacking = lacking - _list_longer_names(earlier.text, later.text, shared) - _list_predicate_terms(later.text)
    missing = len(lacking)
    if missing > 1:
        return False
    same = compare_values(earlier.text, later.text)
    twins = _is_twin(said, before) or (news and same is not Likeness.NONE)
    if missing == 0:
        return news or twins or same is Likeness.SORT
    if news and _WHO.match(asked.text) is not None and _has_new_owner(earlier.text, later.text):
        return True
    return news and twins and not _is_one_word(later.text, before & said)


def _is_before_change(pair: Pair, asked: TimeQuestion) -> bool:
    """Return whether one was told before the later thing, and the other is about it."""
    earlier = pair.first.at < pair.second.at and not asked.followed <= pair.first_terms
    return earlier and asked.followed <= pair.second_terms and not is_about_a_change(pair.second.text)


def _is_by_then(pair: Pair, asked: TimeQuestion) -> bool:
    """Return whether one was told by the time asked about, and the other later."""
    return pair.first.at < asked.until <= pair.second.at or not asked.terms & pair.second_terms


def _is_present(asked: TimeQuestion) -> bool:
    return not asked.followed and not asked.until and not is_about_several(asked.text)


STATED: Final = Feature("stated", lambda _: True, _is_unmarked, lambda one, _: is_only_questions(one.text))
BEFORE_CHANGE: Final = Feature("before a change", lambda asked: bool(asked.followed), _is_before_change)
BY_THEN: Final = Feature("by then", lambda asked: asked.until > 0, _is_by_then)
LATER: Final = Feature(
    "later", _is_present, _is_later_statement, lambda one, _: _NEWS.search(one.text) is not None, covers=False
)
HOLDING: Final = Feature(
    "holding",
    lambda asked: _is_present(asked) and not _ASKS_AHEAD.search(asked.text),
    _is_unmarked,
    lambda one, asked: is_future(one.text, one.at, asked.now),
)

PAST: Final = (BEFORE_CHANGE, BY_THEN)
PRESENT: Final = (LATER, HOLDING)
"""Features in the order in which they are applied to questions about the past and about the present."""


# what texts say of time


def is_future(text: str, at: int, now: int) -> bool:
    """Return whether everything that a text told `at` a time says begins after `now`."""
    if _BEGINS.search(text) is None:
        return False
    parts = split_sentences(text)
    return bool(parts) and all(_is_part_to_come(part, at, now) for part in parts)


def _is_part_to_come(part: str, at: int, now: int) -> bool:
    spans = [span for match in _DATE.finditer(part) if (span := _read_days(match[0], part, at)) is not None]
    return bool(spans) and min(span.start for span in spans) > now and _BEGINS.search(part) is not None


def _read_days(words: str, part: str, at: int) -> Interval | None:
    """Return the days that words of a sentence mean, told `at` a time."""
    span = parse_nearest_span(words, at)
    if span is not None and span.end <= at and _STILL.search(part):
        return parse_calendar_span(words, at + 364 * DAY)
    return span


def is_about_a_change(text: str) -> bool:
    """Return whether a text mentions the past next to the present.

    Examples are `moved from x to y` and `y instead of x`.
    """
    return _FROM.search(text) is not None


def is_about_several(question: str) -> bool:
    """Return whether several memories together answer a question.

    None of them replaces the others.
    """
    return _OF_SEVERAL.search(question) is not None


def _list_predicate_terms(text: str) -> set[str]:
    """Return the terms in the predicate of a text."""
    return {term for words, verb in _TOLD_BY if verb.search(text) for term in words}


def _has_new_owner(before: str, later: str) -> bool:
    """Return whether a later text names another person for a task."""
    found = _IN_HAND.search(later)
    return found is not None and found["who"] not in before


def _list_longer_names(before: str, later: str, shared: frozenset[str]) -> set[str]:
    """Return terms that are part of a name which a later text shortens.

    `health` is one if an earlier text has `health inspection` and the later one `the inspection`; `team` is one if they
    have `platform team` and `platform`.
    """
    found: set[str] = set()
    for first, second in _WORD_PAIR.findall(before):
        one, other = set(tokenize(first)), set(tokenize(second))
        if other & shared and not one & shared and re.search(rf"{_THE}{re.escape(second)}\b", later, re.IGNORECASE):
            found |= one
        if one & shared and not other & shared and second.lower() in _OF_A_NAME:
            found |= other
    return found


def _is_twin(a: frozenset[str], b: frozenset[str]) -> bool:
    shared = len(a & b)
    return shared > 1 and shared >= TWINS * min(len(a), len(b)) and max(len(a), len(b)) <= 2 * min(len(a), len(b))


def _is_one_word(text: str, shared: frozenset[str]) -> bool:
    """Return whether the shared terms are parts of one hyphenated word.

    Two texts about `refund-worker` may say unrelated things.
    """
    return any(shared <= set(tokenize(word)) for word in _HYPHENS.findall(text))


# answers


def is_about_now(question: Question, *, expired: bool) -> bool:
    """Return whether a question is about the present.

    A question without a time is.
    """
    return (
        not expired and not question.times and not (is_about_the_past(question.text) or find_successor(question.text))
    )


def order_then(found: Sequence[RecallResult], question: Question, now: int) -> list[RecallResult]:
    """Order answers to a question about an earlier state or a time.

    Examples are `who led it before Ada?` and `who led it in March?`.
    """
    followed = frozenset(tokenize(find_successor(question.text)))
    dates = () if followed else find_intervals(strip_times(question.text), now)
    until = dates[0].end if len(dates) == 1 and dates[0].end <= now else 0
    asked = TimeQuestion(frozenset(tokenize(strip_dates(question.text))), question.text, now, followed, until)
    return _apply(found, PAST, asked)


def put_statements_first(found: Sequence[RecallResult], question: Question) -> list[RecallResult]:
    """Order answers so that statements come before questions."""
    return _apply(found, (STATED,), TimeQuestion(frozenset(question.terms), question.text))


def _apply(found: Sequence[RecallResult], features: Sequence[Feature], asked: TimeQuestion) -> list[RecallResult]:
    placed = list(found)
    for feature in features:
        told = [Candidate(r.memory.body.content, r.memory.created_at, r.score) for r in placed]
        placed = _place(placed, rerank(told, feature, asked))
    return placed


def order_now(
    found: Sequence[RecallResult],
    over: Mapping[str, Over],
    later: Mapping[str, Memory],
    question: Question,
    limit: int,
    now: int,
    changed: Mapping[str, Memory] | None = None,
) -> list[RecallResult]:
    """Order answers about the present, of which those in `over` are outdated.

    `later` are memories that replaced these and may be added. `changed` has for an answer the next text, which changes
    it.
    """
    here = {r.memory.id: r for r in found}
    taken: set[str] = set()
    told: list[RecallResult] = []
    for result in found:
        gone = over.get(result.memory.id)
        if gone is None:
            if result.memory.id not in taken:
                told.append(result)
            continue
        for id in gone.by:
            known = here.get(id) or (RecallResult(later[id], 0.0, Signals(), (Source.LINK,)) if id in later else None)
            if known is not None and id not in taken and id not in over and known not in told:
                taken.add(id)
                told.append(replace(_raise(known, result.score), instead=result.memory.id))
        told.append(_scale(result, FADED))
    told.sort(key=lambda r: -r.score)
    told = _apply(told, PRESENT, TimeQuestion(frozenset(question.terms), question.text, now))
    changed = {} if is_about_several(question.text) else changed or {}
    return _place_changes(told, changed)[:limit]


def _place_changes(found: Sequence[RecallResult], changed: Mapping[str, Memory]) -> list[RecallResult]:
    """Return answers with the texts that changed them before them."""
    told: list[RecallResult] = []
    here = {r.memory.id: r for r in found}
    ids: set[str] = set()
    for result in found:
        memory = changed.get(result.memory.id)
        if memory is not None and memory.id not in ids:
            known = here.get(memory.id) or RecallResult(memory, 0.0, Signals(), (Source.LINK,))
            told.append(replace(_raise(known, result.score * BEFORE), instead=result.memory.id))
            ids.add(memory.id)
        if result.memory.id not in ids:
            told.append(result)
            ids.add(result.memory.id)
    return told


def _place(found: Sequence[RecallResult], order: Sequence[int]) -> list[RecallResult]:
    """Return answers in this order, each with a score above the next one's."""
    placed: list[RecallResult] = []
    for at, place in enumerate(order):
        behind = max((found[one].score for one in order[at + 1 :]), default=0.0)
        placed.append(_raise(found[place], behind * BEFORE) if found[place].score < behind else found[place])
    return placed


def _raise(result: RecallResult, score: float) -> RecallResult:
    """Return a result with at least this score."""
    if result.score >= score:
        return result
    return _scale(result, score / result.score) if result.score > 0 else replace(result, score=score)


def _scale(result: RecallResult, by: float) -> RecallResult:
    return replace(result, score=result.score * by, factor=result.factor * by)
