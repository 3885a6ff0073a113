"""From a text to facts: sentence by sentence, clause by clause."""

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.facts.extract import asides, fragments, openings, statements, wholes
from codegraph.memory.facts.extract.clauses import Parser
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.sentences import ASKED, Mood, Sentence, sentences, stated
from codegraph.memory.facts.extract.tokens import Kind, Token, tokens
from codegraph.memory.facts.extract.values import Extracted

_REQUIREMENTS: Final = re.compile(r"\b(?:requirements?|dependenc(?:y|ies)|prerequisites?|you need)\b", re.I)
_LONGEST: Final = 200  # characters of an object; what is longer is a text and no name


def extract(text: str) -> list[Extracted]:
    """The facts that a text states, in its order. Deterministic; the same facts are told once."""
    context = Context()
    found: list[Extracted] = []
    for sentence in sentences(text):
        context.scope = sentence.scope
        found += _of_sentence(sentence, context)
    return [one for one in dict.fromkeys(found) if _sound(one)]


def _sound(fact: Extracted) -> bool:
    differ = fact.subject.casefold() != fact.object.casefold()
    return bool(fact.subject and fact.object) and differ and len(fact.object) <= _LONGEST


def _of_sentence(sentence: Sentence, context: Context) -> list[Extracted]:
    asked = ASKED.match(sentence.text)
    if asked:
        context.thing = re.sub(r"^(?:the|our|my) ", "", asked["t"])
    if sentence.section and _REQUIREMENTS.search(sentence.section):
        return list(wholes.required(sentence.text))
    text, mood = stated(sentence)
    if not text:
        return []
    if mood is Mood.STANDING:
        return list(wholes.standing(text))
    read = tokens(text)
    if mood is Mood.REQUEST:
        return wholes.in_request(read, text, context)
    main, beside = asides.taken_out(read)
    found = _whole(main, text, mood, context)
    if found:
        return found
    clauses = _clauses(main, text, mood)
    found = statements.facts_of(clauses, context)
    labelled = any(one.text == ":" or one.kind is Kind.ARROW for one in main)
    if not clauses or (not found and labelled):
        found += fragments.facts_of(main, context)
    for aside in beside:
        found += asides.facts_of(aside, text, context)
    return found


def _whole(main: list[Token], text: str, mood: Mood, context: Context) -> list[Extracted]:
    if mood is Mood.STATED:
        return wholes.facts_of(main, text, context)
    if any(one.kind is Kind.ARROW for one in main) and main[0].low != "rename":
        return fragments.facts_of(main, context)  # a commit that is no sentence: `tokio 1.36 -> 1.37`
    return []


def _clauses(main: list[Token], text: str, mood: Mood) -> list[Clause]:
    parser = Parser(main, text)
    if mood is Mood.COMMAND:
        return parser.parse(command=True).clauses
    opening = openings.opening(main)
    if opening is not None:
        group, commanding = opening
        return openings.clauses(parser, group, command=commanding)
    return parser.parse().clauses
