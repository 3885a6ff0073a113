"""From clauses to facts: every rule that fits, its slots filled, trimmed and checked."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import clauses as c
from codegraph.memory.facts.extract import dating, filling, grammar, kinds
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import sentences as st
from codegraph.memory.facts.extract.filling import Context
from codegraph.memory.facts.extract.rules import (
    DATES,
    DECISIONS,
    NAMES,
    NETWORK,
    OWNERSHIP,
    PEOPLE,
    PLACES,
    PREFERENCES,
)
from codegraph.memory.facts.extract.rules_more import DATES as MORE_DATES
from codegraph.memory.facts.extract.rules_more import MORE
from codegraph.memory.facts.extract.rules_things import DEPENDENCIES, PROPERTIES, USE, VERSIONS
from codegraph.memory.facts.extract.values import Clause, Extracted, Rule, Slot

_RULES: Final = (
    *NAMES, *VERSIONS, *NETWORK, *PROPERTIES, *PEOPLE, *OWNERSHIP, *PLACES, *DECISIONS, *PREFERENCES, *DEPENDENCIES, *USE,
)  # fmt: skip
_DEPENDENCY_SCOPES: Final = frozenset(["deps", "dependencies", "dep", "deps-dev", "cargo", "npm", "pip"])
_NEGATION: Final = re.compile(r"\b(?:not|never|neither|nor|nobody|no|none|hardly|barely|rarely|isn't)\b|n't\b", re.I)
_BEGINS: Final = re.compile(r"\b(?:starts?|started|begins?|began)\b", re.I)
_FAULT: Final = re.compile(r"\b(?:bug|error|problem|crash|fix|failure|typo|leak|issue|mistake|change|line)s?$", re.I)

_LONGEST: Final = 600  # characters; what is longer is a list, data, or no prose
_SAID_ANYWAY: Final = re.compile(
    r"(?:you'll|you can|you may) (?:find|reach|contact|mail|e-?mail|write to|ping)\b|you(?:'ll| will)? need \S+ \d|anything\b|[\w.+#-]+ (?:versions?|releases?) (?:before|below|older than|prior to) |(?:.{1,30} )?(?:i|we)(?:'d| would) (?:(?:always|rather)\b|(?:\w+ )?(?:take|choose|pick|go with|use) [^,;]+? (?:over|before|rather than) )",
    re.I,
)


def extract(text: str) -> list[Extracted]:
    """The facts that a text states, in its order. Deterministic; the same facts are told once."""
    context = Context()
    scope = ""
    for sentence, named in st.sentences(text):
        scope = named or scope
        context.scope = context.type = scope
        if len(sentence.text) > _LONGEST:
            continue
        stated = st.asserted(sentence.text)
        if not stated:
            continue
        if st.doubtful(stated) and re.search(r"\b(?:if|unless|had)\b", stated, re.I):
            continue
        context.found += _of_sentence(stated, sentence, context)
    return list(dict.fromkeys(context.found))


def _of_sentence(text: str, sentence: st.Sentence, context: Context) -> list[Extracted]:
    text = text.rstrip(".! ")
    text = re.sub(r"(?<=[A-Za-z])'s (?=(?:in charge|responsible|on the|at|the|an?|our|my|in|from)\b)", " is ", text)
    text = re.sub(r"\b(it|he|she|that|who)'s (?!been\b|got\b|\w+ed\b)", r"\1 is ", text, flags=re.I)
    asked = re.match(r"you (?:asked|wanted to know) (?:me )?about (?P<t>[^:,]+)[:,]\s*", sentence.text, re.I)
    if asked:
        context.thing = p.trimmed(asked["t"])
    command = st.as_command(sentence, text)
    if command is not None:
        command = replace(command, text=re.sub(r" over to ", " to ", command.text))
    found: list[Extracted] = []
    rest = c.pieces(text)
    if command is not None:
        later = re.search(r",\s+(?=(?:everything|it|we|they|now|all)\b)", command.text)
        if later is None:
            return _of_command(command, context)
        found += _of_command(replace(command, text=command.text[: later.start()]), context)
        rest = [command.text[later.end() :]]
    for piece in rest:
        piece = st.asserted(piece).rstrip(".! ") if not piece.lower().startswith(("was ", "is ")) else ""
        if not piece or (st.doubtful(piece) and not _SAID_ANYWAY.match(piece)):
            continue
        found += _of_clause(Clause(piece), context)
        _note_subject(piece, context)
    return found


def _note_subject(piece: str, context: Context) -> None:
    """A pronoun may stand for what a clause speaks of even when no fact was found in it."""
    subject = re.match(rf"(?P<s>.{{1,40}}?) {c.FINITE}\b", piece)
    if subject is not None and p.is_person(subject["s"]):
        context.person = subject["s"]
    denied = re.match(
        r"(?:the|our|my) (?P<s>[\w-]+(?: [\w-]+)?) (?:isn't|is not|doesn't|does not|wasn't) ", piece, re.I
    )
    if denied:
        context.thing = denied["s"]


def _of_command(command: Clause, context: Context) -> list[Extracted]:
    if st.doubtful(command.text):
        return []
    verbs = st.commands(command.text)
    if len(verbs) > 1:
        return [fact for one in verbs for fact in _of_command(replace(command, text=one), context)]
    verb = command.text.split(" ")[0]
    first, *more = re.split(r"\s+and\s+|,\s+", command.text)
    whole = _of_clause(command, context)
    if not more or (whole and not all(f.predicate == "has_version" for f in whole)):
        return whole
    found = _of_clause(replace(command, text=first), context)
    for part in more:
        found += _of_clause(
            replace(command, text=part if part.split(" ")[0].lower() == verb.lower() else f"{verb} {part}"), context
        )
    return found or whole


def _of_clause(clause: Clause, context: Context) -> list[Extracted]:
    """The facts of the clause as it stands; where there are none, those of a shorter one."""
    for variant in c.variants(clause):
        found = _tried(variant, context)
        if found:
            _remember(found, context)
            return found
    return []


def _tried(clause: Clause, context: Context) -> list[Extracted]:
    if " " not in clause.text and "=" not in clause.text:
        return []
    for dates in () if clause.standing else _ON_DATES:
        on_dates = _by(dates, clause, context)
        if on_dates:
            return on_dates[:1]
    planned = replace(clause, text=re.sub(r"[`\"“”]", "", clause.text))
    on_dates = [] if clause.standing else _by_grammar(grammar.on_dates(planned), planned, context)
    if on_dates:
        return on_dates[:1]
    if st.future(clause.text) and not _SAID_ANYWAY.match(clause.text):
        return []
    clause = dating.ended(clause)
    undated = dating.dated(replace(clause, text=re.sub(r"[`\"“”]", "", clause.text)))
    if undated.commanding:
        return (
            _by(_FIRST, undated, context)
            or _by_grammar(grammar.readings(undated), undated, context)
            or _by(_MORE, undated, context)
        )
    return (
        _by_grammar(grammar.readings(undated), undated, context)
        or _by(_FIRST, undated, context)
        or _by(_MORE, undated, context)
    )


_Table = Mapping[tuple[bool, bool, bool, bool], tuple[Rule, ...]]
_DIGIT: Final = re.compile(r"\d")
_NUMBERED: Final = frozenset([Slot.PORT, Slot.VERSION, Slot.PHONE])
_ADDRESSED: Final = frozenset([Slot.URL, Slot.EMAIL])


def _table(rules: Iterable[Rule]) -> _Table:
    """Rules by what they ask of a clause: to be a command, to hold from now on, to have a figure, to have an address."""
    found: dict[tuple[bool, bool, bool, bool], list[Rule]] = {}
    for each in rules:
        for digit in (True, False):
            for address in (True, False):
                if (digit or each.object not in _NUMBERED) and (address or each.object not in _ADDRESSED):
                    key = (each.commanding, " standing" in each.predicate, digit, address)
                    found.setdefault(key, []).append(each)
    return {key: tuple(rules) for key, rules in found.items()}


_FIRST: Final = _table(_RULES)
_MORE: Final = _table(MORE)
_ON_DATES: Final = tuple(_table(rules) for rules in (DATES, MORE_DATES))


def _by_grammar(readings: Iterable[list[grammar.Reading]], clause: Clause, context: Context) -> list[Extracted]:
    if clause.standing:
        return []
    for alternatives in readings:
        found = [fact for one in alternatives for fact in _stated(one.rule, one.groups, clause, context)]
        if found:
            return found
    return []


def _by(rules: _Table, clause: Clause, context: Context) -> list[Extracted]:
    found: list[Extracted] = []
    digit = _DIGIT.search(clause.text) is not None
    address = "@" in clause.text or "://" in clause.text
    for each in rules.get((clause.commanding, clause.standing, digit, address), ()):
        if each.pattern.match(clause.text) is None:
            continue
        made = _apply(each, clause, context)
        found += made
        if made and (each.final or rules is _MORE):
            break
    return found


# What is said of a kind of thing may be a setting; that it uses or owns something defines it.
_OF_EVERY: Final = frozenset(
    [
        "has_limit",
        "has_retries",
        "has_timeout",
        "has_retention",
        "has_interval",
        "has_lifetime",
        "has_license",
        "has_default",
        "has_value",
        "created_by",
        "min_version",
        "has_version",
        "max_version",
    ]
)
_OF_THINGS: Final = frozenset(
    [
        "written_in",
        "depends_on",
        "listens_on",
        "runs_on_host",
        "has_version",
        "min_version",
        "has_url",
        "created_by",
        "renamed_to",
        "replaced_by",
        "released_on",
        "has_license",
    ]
)


def _remember(found: list[Extracted], context: Context) -> None:
    for fact in found:
        if fact.subject in ("user", "project"):
            pass
        elif p.is_person(fact.subject) and fact.predicate not in _OF_THINGS:
            context.person = fact.subject
        else:
            context.thing = fact.subject
        if fact.predicate in ("uses", "depends_on", "renamed_to"):
            context.thing_object = fact.object


def _apply(each: Rule, clause: Clause, context: Context) -> list[Extracted]:
    match = each.pattern.match(clause.text)
    if match is None:
        return []
    if not each.ends and _negated(each, match):
        return []
    return _stated(each, match.groupdict(), clause, context)


def _stated(each: Rule, groups: Mapping[str, str | None], clause: Clause, context: Context) -> list[Extracted]:
    """The facts of a rule with its places filled, none where one does not fit."""
    predicate, _, kind = each.predicate.partition(" ")
    subjects = filling.subjects(each, groups, context)
    objects = filling.objects(each, groups, predicate)
    if not subjects or not objects or not kinds.fits(kind, kinds.Filled(clause, groups, subjects[0], objects[0])):
        return []
    if kind == "dropped" and predicate == "uses" and context.type.lower() in _DEPENDENCY_SCOPES:
        return []
    if predicate == "works_at" and not kinds.fits("firm", kinds.Filled(clause, groups, subjects[0], objects[0])):
        return []
    if (
        not predicate.startswith("has_{")
        and predicate not in _OF_EVERY
        and re.match(r"(?:an?|each|every|any) ", clause.text, re.I)
    ):
        return []  # a definition
    if predicate == "owns" and re.match(r"(?:an?|each|every|any|one) ", groups.get("s") or "", re.I):
        return []
    if predicate == "owns" and p.is_person(objects[0]) and " " in objects[0]:
        return []
    if predicate == "started_on" and _BEGINS.search(clause.text) and p.is_person(subjects[0]) and " " in subjects[0]:
        return []
    if predicate == "located_in" and "/" in objects[0] and subjects[0] in ("user", "project"):
        return []
    if predicate == "located_in" and (
        (re.search(r"\d", objects[0]) and "/" not in objects[0]) or _FAULT.search(subjects[0])
    ):
        return []
    if predicate == "written_in" and re.match(r"(?:an?|the) ", groups.get("o") or "", re.I):
        return []
    if re.search(r"\b(?:to|that|which|who|first|last|next)\b", groups.get("k") or "", re.I):
        return []
    if (groups.get("k") or "").lower() in ("it", "this", "that", "them"):
        return []
    if predicate == "again":
        predicate = context.quality
        if not predicate:
            return []
    predicate = filling.predicate_of(predicate, groups)
    if each.predicate.startswith("has_{k}") and subjects[0] == "project":
        context.quality = predicate
    ended = each.ends or _over(clause, predicate)
    began, over = clause.valid_from, clause.valid_to if predicate not in ("decided", "renamed_to") else ""
    if ended and began and not over:
        began, over = "", began
    facts: list[Extracted] = []
    for subject in subjects:
        for value in objects:
            facts += filling.facts(each, subject, predicate, value, began, over, ended)
    return facts


def _negated(each: Rule, match: re.Match[str]) -> bool:
    if each.predicate.startswith(("avoids", "has_retries")) or "without" in match.group(0):
        return False
    start = match.start("o") if "o" in match.groupdict() and match["o"] is not None else match.end()
    return _NEGATION.search(match.string[:start]) is not None


def _over(clause: Clause, predicate: str) -> bool:
    """Whether a clause says that it is no longer so."""
    if clause.over and predicate != "renamed_to":
        return True
    return bool(clause.valid_to) and predicate not in ("decided", "renamed_to")
