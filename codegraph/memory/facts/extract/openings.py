"""Sentences without a subject: `Requires Python 3.11`, `Maintained by x`, `Replaced x with y`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.clauses import Parser
from codegraph.memory.facts.extract.lexicon import VERBS
from codegraph.memory.facts.extract.model import PROJECT, Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.verbs import Group, verb_group
from codegraph.memory.facts.extract.words import Form

_OF_THE_PROJECT: Final = w.words(
    "requires needs uses depends relies runs listens supports works exposes serves stores leverages "
    "employs wraps embeds "
    "expects ships builds links binds moved"
)
_DONE: Final = w.words(
    "upgrades bumps renames replaces removes drops moves switches migrates pins downgrades swaps "
    "deprecates raises lowers "
    "increases decreases changes sets updates"
)


def opening(main: Sequence[Token]) -> tuple[Group, bool] | None:
    """The verb that stands for a subject as well, and whether it says what a commit did; None where there is none."""
    at = 0
    while at < min(2, len(main)) and main[at].low in w.ADVERBS:
        at += 1
    if at + 1 >= len(main) or main[at].kind is not Kind.WORD:
        return None
    if at and main[at].low in VERBS:
        group = verb_group(main, 0, len(main))
        if group is not None and group.over and group.end == at + 1:
            return group, False
    if main[at + 1].low in w.BE | w.HAVE | w.MODALS:
        return None
    forms = {form: lemma for lemma, found in VERBS.get(main[at].low, {}).items() for form in found}
    after = main[at + 1]
    if Form.THIRD in forms and main[at].low in _OF_THE_PROJECT:
        return Group(forms[Form.THIRD], at + 1), False
    if Form.BASE in forms:
        return None
    object_follows = at == 0 and (p.is_noun(after) or after.low in w.DETERMINERS)
    sole = object_follows and Parser(main, "").find_verb(1) >= len(main)
    if sole and Form.THIRD in forms and main[0].low in _DONE and main[0].text[:1].isupper():
        return Group(forms[Form.THIRD], 1), True
    if sole and Form.PAST in forms:
        return Group(forms[Form.PAST], 1, past=True), True
    if Form.PARTICIPLE in forms and (after.low in w.PREPOSITIONS or after.low in w.CONJUNCTIONS):
        return Group(forms[Form.PARTICIPLE], at + 1, passive=True, past=True, participle=True), False
    return None


def clauses(parser: Parser, group: Group, *, command: bool = False) -> list[Clause]:
    """The clauses of a sentence that begins with its verb."""
    at, _ = parser.clause((), group, command=command)
    if parser.low(at) == "," and group.participle:
        verb = parser.find_verb(at + 1)
        if verb < parser.end:  # `First published in 1998, the format has …`: said of what follows
            subject, _ = p.phrases(parser.tokens, at + 1, verb)
            parser.found.clauses[-1].subjects = tuple(subject)
            return parser.found.clauses
    return rest(parser, at, (Phrase("project", PROJECT.tokens),))


def rest(parser: Parser, at: int, subjects: tuple[Phrase, ...]) -> list[Clause]:
    """What follows a clause, said of the same subjects where it names none."""
    while at < parser.end:
        after, _ = parser.step(at, subjects)
        at = max(after, at + 1)
    return parser.found.clauses
