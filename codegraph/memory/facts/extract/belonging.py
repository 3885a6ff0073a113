"""Whose a thing is, what its properties are called, and which version of what a phrase names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted


class Said(NamedTuple):
    """`x is y`: the clause, what is said, and the phrase that it stands in."""

    clause: Clause
    context: Context
    value: Phrase
    what: Complement

    @property
    def subject(self) -> Phrase:
        return self.clause.subjects[0]

    @property
    def owner(self) -> str:
        return owner_of(self.subject, self.context)

    @property
    def about(self) -> str:
        """Whose it is, or what it is for: `the deadline for x`."""
        return self.owner or attached(self.clause, "for", "on")

    def called(self, found: Phrase) -> str:
        if found.text.lower() in _ALL and found is self.clause.subjects[0]:
            inside = attached(self.clause, "under", "in", "inside", "below", "within")
            if inside:
                return inside
        return self.context.called(found)


_ALL: Final = w.words("everything anything all code")
_PERSONAL: Final = w.words(
    "timezone tz pronouns handle username nickname github_handle zone locale language age height weight pulse "
    "heart_rate salary income rent mortgage birthday hometown nationality diet goal dentist doctor gp"
)
_KEY: Final = re.compile(
    r"[a-z]+(?:_[a-z]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:\.[a-z_]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+"
)
_OF_VERSIONS: Final = re.compile(
    r"\b(?:minimum|minimal|min|maximum|max|supported|required|lowest|oldest|earliest|highest|latest|current|newest|stable|"
    r"recommended|installed|versions?|releases?|default|new|public|first)\b",
    re.I,
)


def owner_of(found: Phrase, context: Context) -> str:
    """Whose a thing is: `x's port`, `the port of x`, `our port`; "" where nobody is named."""
    if found.of is not None:
        return context.called(found.of, whole=True)
    match found.owner:
        case "its":
            return context.thing
        case "his" | "her":
            return context.person
        case owner if owner in w.POSSESSIVES:
            return ""
        case owner:
            return owner


def is_key(found: Phrase) -> bool:
    """Whether a phrase names a setting as a program does."""
    return (
        found.kind is Kind.CODE
        or "_" in found.text
        or (len(found.tokens) == 1 and _KEY.fullmatch(found.text) is not None)
    )


def attached(clause: Clause, *prepositions: str) -> str:
    """What is attached to a subject by one of the prepositions, "" where nothing is."""
    return next((p.text_of(phrase) for preposition, phrase in clause.attached if preposition in prepositions), "")


def property_facts(subject: Phrase, value: Phrase, clause: Clause | None, context: Context) -> Iterator[Extracted]:
    """A property of whoever has it; a key of a configuration has a value."""
    if subject.head in ("port", "ports"):
        return
    if (
        subject.opening in ("default", "defaults")
        and len(subject.tokens) == 2
        and _KEY.fullmatch(subject.tokens[1].text)
    ):
        yield Extracted(subject.tokens[1].text, "has_default", value_text(value))
        return
    if subject.kind is Kind.CODE or _KEY.fullmatch(subject.text):
        yield Extracted(subject.text, "has_value", value_text(value))
        return
    if subject.of is not None and subject.head in ("number", "amount", "count") and subject.of.head.endswith("s"):
        yield quality(context.implied(), snake(f"{subject.text} of {subject.of.text}"), value, context)
        return
    whose = owner_of(subject, context)
    if clause is not None and any(
        one.text.lower() in ("that", "this", "it", "these", "those") for _, one in clause.attached
    ):
        return
    if whose == "user" and not is_personal(subject.text):
        whose = "project"
    if clause is not None and whose in ("", "project"):
        whose = attached(clause, "for") or whose
    if clause is not None and not whose:
        whose = attached(clause, "for", "of", "in", "on")
    yield quality(whose or context.implied(), snake(subject.text), value, context)


def is_personal(name: str) -> bool:
    """Whether a property of what is *mine* is one of me: my heart rate, and not my page size."""
    read = name.lower().split()
    return read[-1] in _PERSONAL or " ".join(read[-2:]) in _PERSONAL


def quality(whose: str, named: str, value: Phrase, context: Context) -> Extracted:
    context.quality = named
    return Extracted(whose, f"has_{named}", value_text(value))


def snake(text: str) -> str:
    bare = re.sub(r"^(?:overall|total|our|current|new|configured|actual)\s+", "", text.strip(), flags=re.I)
    return re.sub(r"[^\w]+", "_", bare).strip("_")


def value_text(value: Phrase) -> str:
    if value.tokens and value.tokens[0].kind is Kind.NUMBER:
        return value.tokens[0].text
    return p.named(value)


def measured(value: Phrase) -> bool:
    return bool(value.tokens) and value.tokens[0].kind in (Kind.NUMBER, Kind.VERSION)


def versioned_name(subject: Phrase, context: Context) -> str:
    """Whose version: `the minimum supported Go version`, `the version of x`, `x's version`."""
    if subject.text.lower() in w.PRONOUNS:
        return context.called(subject)
    owner = owner_of(subject, context)
    named = " ".join(_OF_VERSIONS.sub(" ", subject.text).split())
    if owner and owner != "user" and not (owner == "project" and named and n.is_software(named)):
        return owner
    return " ".join(_OF_VERSIONS.sub(" ", subject.text).split()) or "project"


def singular(found: Phrase) -> Phrase:
    """`backend developers` of several people."""
    last = found.tokens[-1]
    if not last.low.endswith("s") or last.low[:-1] not in n.TITLES:
        return found
    tokens = (*found.tokens[:-1], last._replace(text=last.text[:-1], low=last.low[:-1]))
    return Phrase(found.text[:-1], tokens, found.determiner, found.owner, found.of)
