"""From clauses to facts: every rule that fits, its slots filled, trimmed and checked."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from codegraph.memory.facts.extract import clauses as c
from codegraph.memory.facts.extract import grammar, kinds
from codegraph.memory.facts.extract import phrases as p
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
_GENERIC_SCOPES: Final = frozenset(
    [
        "feat",
        "fix",
        "chore",
        "docs",
        "doc",
        "refactor",
        "perf",
        "test",
        "tests",
        "build",
        "ci",
        "style",
        "deps",
        "revert",
        "infra",
        "release",
        "changelog",
        "misc",
        "all",
        "repo",
        "cleanup",
        "lint",
        "types",
        "config",
        "ops",
        "update",
        "dep",
        "dev",
        "hotfix",
        "wip",
        "security",
        "deps-dev",
        "dependencies",
        "npm",
        "pip",
        "cargo",
    ]
)
_DEPENDENCY_SCOPES: Final = frozenset(["deps", "dependencies", "dep", "deps-dev", "cargo", "npm", "pip"])
_NEGATION: Final = re.compile(r"\b(?:not|never|neither|nor|nobody|no|none|hardly|barely|rarely|isn't)\b|n't\b", re.I)
_BEGINS: Final = re.compile(r"\b(?:starts?|started|begins?|began)\b", re.I)
_FAULT: Final = re.compile(r"\b(?:bug|error|problem|crash|fix|failure|typo|leak|issue|mistake|change|line)s?$", re.I)
_CUT_CHOICE: Final = re.compile(
    r"\s+(?:instead of|rather than|over|because|since|so that|so|after|as it|as we|which|in order to|due to)\s.*$|,\s.*$",
    re.I,
)
_CUT_PREFERENCE: Final = re.compile(
    r"\s+(?:over|to|rather than|instead of|than|because|since|when|for|where|so|as|but|whenever)\s.*$|,\s.*$", re.I
)
_WITH: Final = re.compile(r"^(?P<a>[^,]+?) with (?P<b>(?!an?\b|the\b)[^,]+?)(?: as .*)?$", re.I)


_SAID_ANYWAY: Final = re.compile(
    r"(?:you'll|you can|you may) (?:find|reach|contact|mail|e-?mail|write to|ping)\b|you(?:'ll| will)? need \S+ \d|anything\b|(?:.{1,30} )?(?:i|we)(?:'d| would) (?:(?:always|rather)\b|(?:\w+ )?(?:take|choose|pick|go with|use) [^,;]+? (?:over|before|rather than) )",
    re.I,
)


@dataclass(slots=True)
class _Context:
    """What pronouns and missing subjects stand for, as far as the text has been read."""

    scope: str = ""
    type: str = ""
    thing: str = ""
    thing_object: str = ""
    person: str = ""
    quality: str = ""
    found: list[Extracted] = field(default_factory=list)

    @property
    def subject(self) -> str:
        return self.scope if self.scope and self.scope.lower() not in _GENERIC_SCOPES else "project"


def extract(text: str) -> list[Extracted]:
    """The facts that a text states, in its order. Deterministic; the same facts are told once."""
    context = _Context()
    scope = ""
    for sentence, named in c.sentences(text):
        scope = named or scope
        context.scope = context.type = scope
        stated = c.asserted(sentence.text)
        if not stated:
            continue
        if c.doubtful(stated) and re.search(r"\b(?:if|unless|had)\b", stated, re.I):
            continue
        context.found += _of_sentence(stated, sentence, context)
    return list(dict.fromkeys(context.found))


def _of_sentence(text: str, sentence: c.Sentence, context: _Context) -> list[Extracted]:
    text = text.rstrip(".! ")
    asked = re.match(r"you (?:asked|wanted to know) (?:me )?about (?P<t>[^:,]+)[:,]\s*", sentence.text, re.I)
    if asked:
        context.thing = p.trimmed(asked["t"])
    command = c.as_command(sentence, text)
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
        piece = c.asserted(piece).rstrip(".! ") if not piece.lower().startswith(("was ", "is ")) else ""
        if not piece or (c.doubtful(piece) and not _SAID_ANYWAY.match(piece)):
            continue
        found += _of_clause(Clause(piece), context)
        _note_subject(piece, context)
    return found


def _note_subject(piece: str, context: _Context) -> None:
    """A pronoun may stand for what a clause speaks of even when no fact was found in it."""
    subject = re.match(rf"(?P<s>.{{1,40}}?) {c.FINITE}\b", piece)
    if subject is not None and p.is_person(subject["s"]):
        context.person = subject["s"]


def _of_command(command: Clause, context: _Context) -> list[Extracted]:
    if c.doubtful(command.text):
        return []
    verbs = c.commands(command.text)
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


def _of_clause(clause: Clause, context: _Context) -> list[Extracted]:
    """The facts of the clause as it stands; where there are none, those of a shorter one."""
    for variant in c.variants(clause):
        found = _tried(variant, context)
        if found:
            _remember(found, context)
            return found
    return []


def _tried(clause: Clause, context: _Context) -> list[Extracted]:
    for dates in (DATES, MORE_DATES):
        on_dates = [f for r in dates if r.commanding == clause.commanding for f in _apply(r, clause, context)]
        if on_dates and not clause.standing:
            return on_dates[:1]
    planned = replace(clause, text=re.sub(r"[`\"“”]", "", clause.text))
    on_dates = [] if clause.standing else _by_grammar(grammar.on_dates(planned), planned, context)
    if on_dates:
        return on_dates[:1]
    if c.future(clause.text) and not _SAID_ANYWAY.match(clause.text):
        return []
    clause = c.ended(clause)
    undated = c.dated(replace(clause, text=re.sub(r"[`\"“”]", "", clause.text)))
    if undated.commanding:
        return _by(_RULES, undated, context) or _by_grammar(grammar.readings(undated), undated, context) or _by(MORE, undated, context)
    return _by_grammar(grammar.readings(undated), undated, context) or _by(_RULES, undated, context) or _by(MORE, undated, context)


def _by_grammar(readings: Iterable[list[grammar.Reading]], clause: Clause, context: _Context) -> list[Extracted]:
    if clause.standing:
        return []
    for alternatives in readings:
        found = [fact for one in alternatives for fact in _stated(one.rule, one.groups, clause, context)]
        if found:
            return found
    return []


def _by(rules: Iterable[Rule], clause: Clause, context: _Context) -> list[Extracted]:
    found: list[Extracted] = []
    for each in rules:
        if each.commanding != clause.commanding or (" standing" in each.predicate) != clause.standing:
            continue
        made = _apply(each, clause, context)
        found += made
        if made and (each.final or rules is MORE):
            break
    return found


def _remember(found: list[Extracted], context: _Context) -> None:
    for fact in found:
        if p.is_person(fact.subject) and fact.subject not in ("user", "project"):
            context.person = fact.subject
        elif fact.subject not in ("user", "project"):
            context.thing = fact.subject
        if fact.predicate in ("uses", "depends_on", "renamed_to"):
            context.thing_object = fact.object


def _apply(each: Rule, clause: Clause, context: _Context) -> list[Extracted]:
    match = each.pattern.match(clause.text)
    if match is None:
        return []
    if not each.ends and _negated(each, match):
        return []
    return _stated(each, match.groupdict(), clause, context)


def _stated(each: Rule, groups: Mapping[str, str | None], clause: Clause, context: _Context) -> list[Extracted]:
    """The facts of a rule with its places filled, none where one does not fit."""
    predicate, _, kind = each.predicate.partition(" ")
    subjects = _subjects(each, groups, context)
    objects = _objects(each, groups, predicate)
    if not subjects or not objects or not kinds.fits(kind, kinds.Filled(clause, groups, subjects[0], objects[0])):
        return []
    if kind == "dropped" and predicate == "uses" and context.type.lower() in _DEPENDENCY_SCOPES:
        return []
    if predicate in ("owns", "has_role") and re.match(r"an? ", clause.text, re.I):
        return []  # a definition
    if predicate == "owns" and p.is_person(objects[0]) and " " in objects[0]:
        return []
    if predicate == "started_on" and _BEGINS.search(clause.text) and p.is_person(subjects[0]) and " " in subjects[0]:
        return []
    if predicate == "located_in" and (
        (re.search(r"\d", objects[0]) and "/" not in objects[0]) or _FAULT.search(subjects[0])
    ):
        return []
    if predicate == "written_in" and re.match(r"(?:an?|the) ", groups.get("o") or "", re.I):
        return []
    if (groups.get("k") or "").lower() in ("it", "this", "that", "them"):
        return []
    if predicate == "again":
        predicate = context.quality
        if not predicate:
            return []
    predicate = _predicate(predicate, groups)
    if each.predicate.startswith("has_{k}") and subjects[0] == "project":
        context.quality = predicate
    ended = each.ends or _over(clause, predicate)
    began, over = clause.valid_from, clause.valid_to if predicate not in ("decided", "renamed_to") else ""
    if ended and began and not over:
        began, over = "", began
    facts: list[Extracted] = []
    for subject in subjects:
        for value in objects:
            facts += _facts(each, subject, predicate, value, began, over, ended)
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


def _predicate(predicate: str, groups: Mapping[str, str | None]) -> str:
    if "{k}" not in predicate:
        return re.sub(r"\{\w\}", "", predicate)
    key = p.bare(groups.get("k") or "").strip()
    if predicate == "{k}":
        return "located_in"
    return predicate.replace("{k}", "_".join(re.split(r"[\s-]+", key.lower())))


def _subjects(each: Rule, groups: Mapping[str, str | None], context: _Context) -> list[str]:
    raw = groups.get("s")
    if each.predicate == "{k}":
        raw = groups.get("k")
    elif "{x}" in each.predicate:
        raw = groups.get("x")
    elif "x" in groups and each.of and groups.get("x"):
        raw = groups["x"]
    if raw is None:
        if each.of in ("user", "project"):
            return [each.of]
        if each.of == "sentence":
            return [context.thing] if context.thing else []
        return [context.subject] if each.subject is not Slot.PERSON else []
    wholes = p.parts(raw) if "s" in each.lists else [raw]
    found = [_subject(part, context) for part in wholes]
    if not all(s and p.is_phrase(s) and (s in ("user", "project") or p.fits(s, each.subject)) for s in found):
        return []
    if each.subject is Slot.PERSON and "project" in found:
        return []
    return found


_ANYBODY: Final = re.compile(
    r"(?:(?:most|many|some|all|other|new|our|the|few) )*(?:users|people|developers|customers|clients|readers|programmers|beginners|contributors|folks|others|"
    r"companies|organi[sz]ations|teams|projects|humans|you)$", re.I
)
_VAGUE: Final = re.compile(r"(?:that|this|these|those|such|too|so|more|less|lots|plenty|a lot|all|any|some|both|the same|another|one)\b", re.I)
_LEAST: Final = re.compile(r"(?:at least|a minimum of|minimum|min\.?) ", re.I)
_WHOLE: Final = re.compile(
    r"^(?:(?:everything|anything|all code|all files|whatever is) (?:in|under|below|inside|within|beneath) |"
    r"(?:the )?(?:first|original|initial|early|earliest) (?:version|draft|implementation|prototype|cut|incarnation|release)s? of )", re.I
)
_PRONOUNS: Final = {"i": "user", "me": "user", "we": "project", "us": "project", "everything": "project"}


def _subject(raw: str, context: _Context) -> str:
    text = re.sub(
        r"^(?:and|but|so|then|also|now|btw|fyi|today|currently|for now|at the moment|right now|by default|in production|in prod|locally|under the hood|these days|out of the box),?\s+",
        "",
        raw.strip(),
        flags=re.I,
    )
    text = re.sub(
        r"\s+(?:all|both|now|also|still|already|currently|just|mostly|internally|really|personally|strongly|generally|usually|always|often)$",
        "",
        text,
        flags=re.I,
    )
    led = re.match(
        r"(?:after|before|following|during|in|on|at|with|for|by|since|because|as|given)\b.*?\b(we|i|they|he|she)$",
        text,
        re.I,
    )
    text = led[1] if led else text
    word = (
        re.sub(r"'(?:ve|m|re|s|d|ll)$", "", text.lower())
        if text.lower().startswith(("i'", "we'", "it'", "he'", "she'"))
        else text.lower()
    )
    if word in _PRONOUNS:
        return _PRONOUNS[word]
    if word in ("it", "that one", "this", "they"):
        return context.thing or context.thing_object
    if word in ("he", "she"):
        return context.person
    named = re.match(
        rf"(?:my|our|the|an?|your|new)\s+(?:[\w-]+\s+){{0,3}}?[\w-]+,?\s+(?P<n>(?-i:{p.PERSON_NAME}))$", text, re.I
    )
    if named and (len(named["n"].split()) > 1 or p.is_person(text[: named.start("n")].strip())):
        return named["n"]
    if _ANYBODY.match(text):
        return ""
    found = p.trimmed(_WHOLE.sub("", text))
    return "" if found.lower() == "user" else found  # a user of the software, not the one who talks


def _objects(each: Rule, groups: Mapping[str, str | None], predicate: str) -> list[str]:
    raw = each.what or groups.get("o") or ""
    if each.what:
        return [each.what]
    if predicate == "decided":
        if raw[:1].isupper() and not re.match(r"[A-Z][a-z]+ing\b", raw):
            raw = re.sub(r" (?:for|as) .*", "", raw)
        choice = p.trimmed(_CUT_CHOICE.sub("", raw)) if each.object is Slot.CHOICE else p.trimmed(raw)
        return [choice] if p.fits(choice, Slot.CHOICE) else []
    if predicate in ("prefers", "avoids"):
        found = p.trimmed(_CUT_PREFERENCE.sub("", raw))
        return (
            [found]
            if p.fits(found, Slot.ANY) and not re.match(r"(?:it|that|this|to|you|your|not|them|him|her|me|us|being|people|doing that)\b", found, re.I)
            else []
        )
    wholes = p.parts(raw) if "o" in each.lists else [raw]
    found = []
    for whole in wholes:
        pair = _WITH.match(whole) if predicate == "uses" and len(wholes) == 1 else None
        found += [pair["a"], pair["b"]] if pair else [whole]
    cut = [_object(each, part, predicate) for part in found]
    return cut if all(part and p.fits(_unversioned(part, each), each.object) for part in cut) else []


def _unversioned(text: str, each: Rule) -> str:
    if each.versioned:
        text = _LEAST.sub("", text)
    versioned = p.NAME_VERSION.match(text) if each.versioned else None
    return versioned["name"] if versioned else text


def _object(each: Rule, raw: str, predicate: str) -> str:
    text = raw.strip()
    match each.object:
        case Slot.VALUE | Slot.DATE | Slot.URL | Slot.EMAIL | Slot.PHONE | Slot.VERSION:
            return text.strip(" .,;`'\"")
        case Slot.HOST:
            return p.trimmed(p.without_place(p.without_purpose(text)))
        case Slot.PATH | Slot.PLACE:
            path = re.split(r"\s+and\s+|\s+by\s+|,\s|\s+with\s+", text)[0] if "/" in text else text
            return p.trimmed(path)
        case Slot.PORT:
            return re.sub(r"\s*\(.*\)|^port |^:", "", text).strip()
    if predicate in (
        "uses",
        "depends_on",
        "written_in",
        "works_at",
        "owns",
        "runs_on_host",
        "renamed_to",
        "replaced_by",
        "created_by",
    ):
        text = p.without_purpose(text)
    if predicate == "owns":
        text = _WHOLE.sub("", text)
        text = re.sub(r"\s+from\s.*$", "", text)
    if predicate in ("uses", "depends_on") and (_VAGUE.match(text) or re.fullmatch(rf"{p.VALUE}(?: .*)?", text, re.I)):
        return ""
    if predicate == "depends_on" and re.search(r"\bof the\b|\bof your\b", text):
        return ""
    if predicate in ("uses", "depends_on"):
        text = re.sub(r"^(?:(?:an?|the|our|its) )?(?:embedded|bundled|built-in|managed|self-hosted|plain|vanilla|good old|hosted|third-party|in-house) (?=[A-Z])", "", text)
        text = re.sub(r"(?<=\w) (?:dependency|dependencies|dep|deps)$", "", text)
    if predicate in ("uses", "depends_on", "written_in", "works_at", "created_by"):
        text = p.without_place(text)
    if predicate == "renamed_to":
        text = p.without_place(text)
    return p.trimmed(text)


def _facts(
    each: Rule, subject: str, predicate: str, value: str, began: str, over: str, ended: bool
) -> Iterator[Extracted]:
    """The fact, and what its object says beside: the version of a tool, the team of a title."""
    if predicate == "has_role":
        value = re.sub(r"\s+by .*$", "", value)
        value, _ = p.title_and_team(value)
    if each.versioned:
        least = _LEAST.match(value)
        value = value[least.end() :] if least else value
        versioned = p.NAME_VERSION.match(value)
        if versioned:
            value = p.trimmed(versioned["name"])
            bound = "has_version"
            if versioned["open"]:
                bound = (
                    "max_version"
                    if versioned["open"].lower() in ("older", "earlier", "lower", "below")
                    else "min_version"
                )
            elif versioned["plus"] or versioned["bound"] == ">=" or each.versioned == "min_version" or least:
                bound = "min_version"
            if value:
                yield Extracted(value, bound, versioned["version"], began, over, ended)
    if value and subject.casefold() != value.casefold():
        yield Extracted(subject, predicate, value, began, over, ended)
