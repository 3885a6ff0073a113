"""From a text to facts: sentence by sentence, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import (
    asides,
    charge,
    fragments,
    news,
    openings,
    parts,
    pronouns,
    sayings,
    sorts,
    soundness,
    speakers,
    statements,
    successors,
    weighed,
    wholes,
)
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.clauses import Parser
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.sentences import ASKED, Mood, Sentence, sentences, stated
from codegraph.memory.facts.extract.tokens import Kind, Token, tokens
from codegraph.memory.facts.extract.values import Extracted, News

_REQUIREMENTS: Final = re.compile(r"\b(?:requirements?|dependenc(?:y|ies)|prerequisites?|you need)\b", re.I)
_TOPIC: Final = re.compile(r"(?:and |so |oh )?(?P<t>(?:the|our|my) [\w-]+(?: [\w-]+)?)\?$", re.I)
_MAINTAINERS: Final = re.compile(r"(?:current |core |the |project |code ?)*(?:maintainers?|owners?)", re.I)


def extract(text: str, before: str = "") -> list[Extracted]:
    """The facts that a text states, in its order. Deterministic; the same facts are told once. `before`: what was
    told just before, which a pronoun that the text begins with may mean."""
    context = Context()
    if before and pronouns.opens(text):
        for turn in speakers.turns(before):
            _listen(turn.text, context)
    found: dict[Extracted, Extracted] = {}
    for turn in speakers.turns(text):
        for one in _of_turn(turn.text, context):
            told = speakers.told_by(one, turn.speaker)
            if told is not None:
                found.setdefault(replace(told, news=News.NONE), told)
    return list(found.values())


def _listen(text: str, context: Context) -> None:
    """Hear what a text speaks of. What it states was told when it was read, and need not be weighed again."""
    for sentence in sentences(text):
        context.scope, context.type = sentence.scope, sentence.type
        _of_sentence(sentence, context)
        context.end_sentence()


def _of_turn(text: str, context: Context) -> Iterator[Extracted]:
    """What one speaker says, sentence by sentence."""
    taken_back = False
    for sentence in sentences(text):
        context.scope, context.type = sentence.scope, sentence.type
        said = weighed.reconsidered(sentence, _of_sentence(sentence, context)) or _of_parts(sentence, context)
        said = pronouns.pointed(said, sentence.text, context)
        said += successors.named(said, sentence.text)
        for one in _without_kept([*said, *charge.leading(said, sentence.text)]):
            one = soundness.as_setting(one, sentence.text)
            if soundness.stated_by(one, sentence.text) and soundness.sound(one):
                told = news.news_of(one, sentence.text, correcting=taken_back, commit=sentence.type)
                yield replace(one, news=told, ahead=news.ahead(one, sentence.text))
        context.end_sentence()
        taken_back = not said and news.corrects(sentence.text)


def _without_kept(said: list[Extracted]) -> list[Extracted]:
    """Without what a sentence ends and holds at once: who moves from one version of a thing to another keeps it."""
    held = {_key(one) for one in said if not (one.ended or one.valid_to)}
    return [one for one in said if not (one.ended or one.valid_to) or _key(one) not in held]


def _key(fact: Extracted) -> tuple[str, str, str]:
    return fact.subject.casefold(), fact.predicate, fact.object.casefold()


def _of_parts(sentence: Sentence, context: Context) -> list[Extracted]:
    """Of a long sentence that says nothing as a whole: what its clauses say, each by itself."""
    found: list[Extracted] = []
    for part in parts.of(sentence.text):
        one = sentence._replace(text=part, headline=False)
        found += weighed.reconsidered(one, _of_sentence(one, context))
    return found


def _of_sentence(sentence: Sentence, context: Context) -> list[Extracted]:
    asked = ASKED.match(sentence.text)
    if asked:
        context.thing = re.sub(r"^(?:the|our|my) ", "", asked["t"])
    if sentence.section and _REQUIREMENTS.search(sentence.section):
        return list(wholes.required(sentence.text))
    if sentence.section and _MAINTAINERS.fullmatch(sentence.section):
        return list(wholes.maintaining(sentence.text))
    topic = _TOPIC.match(sentence.text)
    if topic:
        context.thing = context.thing_object = re.sub(r"^(?:the|our|my) ", "", topic["t"])
        context.topic = True
        return []
    if context.topic:
        sentence = sentence._replace(
            text=re.sub(r"^(?:oh,? )?(?:that|this)(?='s| is| was)", "it", sentence.text, flags=re.I)
        )
        context.topic = False
    text, mood = stated(sentence)
    if not text:
        return []
    if mood is Mood.STANDING:
        return list(wholes.standing(text))
    read = tokens(text)
    if mood is Mood.REQUEST:
        return list(wholes.proverbial([], text, context)) or wholes.in_request(read, text, context) + _behind_request(
            read, text, sentence, context
        )
    told = sayings.found_in(text, read, context, command=mood is Mood.COMMAND)
    if told is not None and told.facts[0].predicate == "avoids":
        return [*told.facts, *_around(told, text, sentence, context)]
    found = _by_grammar(read, text, mood, context)
    if told is None:
        return found
    said = text[told.start : told.end].casefold()
    same = {(one.subject, one.predicate) for one in found} & {(one.subject, one.predicate) for one in told.facts}
    weak = (
        bool(found)
        and all(one.predicate in ("uses", "located_in") for one in found)
        and told.facts[0].predicate not in ("uses", "depends_on")
    )
    if weak and any(one.object.casefold() in said for one in found):
        return [*told.facts, *_around(told, text, sentence, context)]
    if same or any(one.object.casefold() in said for one in found):
        return found
    return [*found, *told.facts] if found else [*told.facts, *_around(told, text, sentence, context)]


def _by_grammar(read: tuple[Token, ...], text: str, mood: Mood, context: Context) -> list[Extracted]:
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


def _around(told: sayings.Match, text: str, sentence: Sentence, context: Context) -> list[Extracted]:
    """What stands before and behind a saying, as sentences of their own."""
    found: list[Extracted] = []
    first = told.facts[0]
    if (
        first.subject not in ("user", "project")
        and first.subject[:1].isupper()
        and first.predicate in ("works_at", "has_role", "leads", "member_of")
    ):
        context.person = first.subject
    before = re.sub(r"(?:[,;:\s]|\b(?:and|but|so|because|since|that))+$", "", text[: told.start])
    behind = re.sub(r"^(?:[,;:.\s]|(?:and|but|so|because|since)\b)+", "", text[told.end :])
    for part in (before, behind):
        if len(part.split()) > 2:
            found += _of_sentence(sentence._replace(text=part, headline=False), context)
    return found


_SPLICED: Final = w.words("because since as cause")


def _behind_request(read: tuple[Token, ...], text: str, sentence: Sentence, context: Context) -> list[Extracted]:
    """What stands behind a request as a sentence of its own: `don't touch x, Ada owns that`."""
    found: list[Extracted] = []
    at = next((k for k in range(2, len(read)) if _splice(read, k)), 0)
    if at:
        asked = next((one for k in range(1, at) if (one := p.phrase(read, k, at)[0]) is not None), None)
        if asked is not None and asked.text.lower() not in w.PRONOUNS:
            context.thing = context.thing_object = p.text_of(asked)
            if sorts.is_person_name(asked):
                context.person = asked.text
        rest = re.sub(r"\b(?:that|those|this|them)(?= now| these days|[.!]?$)", "it", text[read[at].end :].strip())
        found += _of_sentence(sentence._replace(text=rest, headline=False), context)
    return found


def _splice(read: tuple[Token, ...], at: int) -> bool:
    """Whether a subject with its verb follows a comma, or a reason begins."""
    if read[at].text not in (",", "-", "–", "—", ":") and read[at].low not in _SPLICED:
        return False
    subject, after = p.phrase(read, at + 1, len(read))
    if subject is None or not p.starts_verb(read, after, len(read)) or p.starts_verb(read, at + 1, len(read)):
        return False
    return read[at].text != "," or read[at + 1].low not in ("or", "and", "then")


def _whole(main: list[Token], text: str, mood: Mood, context: Context) -> list[Extracted]:
    if mood is Mood.STATED:
        return wholes.facts_of(main, text, context)
    said = list(wholes.proverbial(main, text, context))
    if said:
        return said
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
