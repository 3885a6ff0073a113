"""What is set to what: `raise the timeout to 30 s`, `the pool size went up to 40`, `retries default to 3`."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import (
    is_key,
    measured,
    owner_of,
    property_facts,
    snake,
    value_text,
    versioned_name,
)
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_SETTING: Final = w.words(
    "raise lift bump increase lower reduce decrease cut drop shorten extend set change limit shrink "
    "grow adjust tune double "
    "elevate advance transition convert update upgrade downgrade halve switch flip move fix cap go climb fall rise sink tighten relax loosen default put keep configure turn "
    "push slash trim widen "
    "boost"
)
_CHOSEN: Final = w.words(
    "branch theme locale encoding charset strategy mode region format algorithm cipher dialect level style codec"
)
_MINIMUM: Final = re.compile(r"\b(?:minimum|min|msrv|required)\b", re.I)


def speaks_of_one(clause: Clause) -> bool:
    """Whether the clause is about a property or a key."""
    direct = clause.role("P")
    first = _first(clause, direct.phrases if direct is not None else ())
    return first is not None and (
        is_key(first)
        or _large_of(clause, first)
        or first.head in n.QUALITIES | {"owner", "maintainer"}
        or "_" in first.text
        or _names_value(first)
    )


def _large_of(clause: Clause, first: Phrase) -> bool:
    behind = clause.role("to")
    return behind is not None and bool(behind.phrases) and _large(clause, first, behind.phrases[0])


def _names_value(first: Phrase) -> bool:
    return len(first.tokens) > 1 and first.tokens[-2].low in n.QUALITIES


def _first(clause: Clause, direct: tuple[Phrase, ...]) -> Phrase | None:
    if clause.subjects and (clause.verb.passive or not direct):
        return clause.subjects[0]
    return direct[0] if direct else None


def facts_of(clause: Clause, context: Context) -> list[Extracted]:
    verb = clause.verb
    if verb.lemma in ("hardcode", "set", "pin", "use", "fix", "make") and clause.command:
        named = list(_named_value(clause, context))
        if named or verb.lemma not in _SETTING:
            return named
    if (
        verb.lemma in ("use", "apply", "enforce", "impose", "set")
        and not verb.negated
        and not verb.modal
        and not clause.conditional
        and not verb.past
    ):
        amount = list(_amount_of(clause, context))
        if amount:
            return amount
    if verb.lemma not in _SETTING or verb.negated or verb.modal or clause.conditional:
        return []
    what, behind = _what(clause), clause.role("to", "at", "at most", "by default", "down to", "up to")
    if what is None or behind is None or not behind.phrases or (verb.passive and not clause.subjects):
        return []
    began, _ = telling.dates_of(clause)
    return [replace(one, valid_from=began) for one in _set(clause, context, what, behind.phrases[0])]


def _amount_of(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`we use a timeout of 30 s`."""
    direct = clause.role("P")
    if direct is None or len(direct.phrases) != 1 or not clause.subjects:
        return
    named = direct.phrases[0]
    called = context.called(clause.subjects[0])
    if (
        named.of is not None
        and measured(named.of)
        and named.determiner in ("a", "an")
        and named.head in n.QUALITIES
        and called
    ):
        yield Extracted(called, f"has_{snake(named.text)}", value_text(named.of))


def _named_value(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`hardcode region eu-west-3`: a property and its value as one phrase."""
    direct, second = clause.role("P"), clause.role("P2")
    if direct is not None and direct.phrases and second is not None and second.phrases and measured(second.phrases[0]):
        if direct.phrases[0].head in n.QUALITIES:
            yield from property_facts(direct.phrases[0], second.phrases[0], clause, context)
        return
    if len(clause.complements) != 1:
        return
    tokens = direct.phrases[0].tokens if direct is not None and len(direct.phrases) == 1 else ()
    if len(tokens) < 2 or tokens[-2].low not in n.QUALITIES or not re.search(r"[\d-]|^[A-Z]", tokens[-1].text):
        return
    named, value = Phrase(p.joined(tokens[:-1]), tuple(tokens[:-1])), Phrase(p.joined(tokens[-1:]), tuple(tokens[-1:]))
    if value.kind is not Kind.VERSION or "." not in value.text:
        yield from property_facts(named, value, clause, context)


def _what(clause: Clause) -> Phrase | None:
    """What is set: the object of those who set it, else the subject."""
    direct = clause.role("P")
    if clause.subjects and (clause.verb.passive or direct is None):
        return clause.subjects[0]
    ours = clause.command or (bool(clause.subjects) and clause.subjects[0].text.lower() in ("we", "i"))
    return direct.phrases[0] if ours and direct is not None and len(direct.phrases) == 1 else None


def _set(clause: Clause, context: Context, what: Phrase, value: Phrase) -> Iterator[Extracted]:
    owner = owner_of(what, context)
    if what.head in ("title", "role", "position") and kinds.title(value) and owner:
        yield Extracted(owner, "has_role", telling.role_text(value))
        return
    if what.head in ("owner", "maintainer") and owner and kinds.owner(value):
        yield Extracted(context.called(value), "owns", owner)
        return
    if not _is_value(what, value) or what.kind is Kind.NUMBER or what.text.lower() in w.PRONOUNS:
        return
    quality, whole, number = what.head in n.QUALITIES, p.text_of(what, whole=True), value.tokens[-1].text
    key = is_key(what) and clause.verb.lemma not in ("move", "update", "upgrade", "convert")
    if clause.verb.lemma in ("update", "upgrade", "downgrade", "convert") and not quality:
        return
    if clause.verb.passive and clause.verb.lemma == "set" and not (quality or key):
        return
    if sorts.is_person(what) and not quality:
        return
    if what.head in ("port", "ports") and kinds.port(value):
        bare = re.sub(r"\s*(?:default )?ports?$", "", what.text).replace("default", "").strip()
        yield Extracted(owner or bare or context.implied(), "listens_on", number.lstrip(":"))
    elif what.head in ("version", "msrv") or (_MINIMUM.search(whole) and not quality):
        if _MINIMUM.search(whole):
            yield Extracted(telling.minimum_of(whole), "min_version", number.rstrip("+"))
        elif "." in number:
            yield Extracted(versioned_name(what, context), "has_version", number)
    elif clause.verb.lemma == "default" and (key or not quality or what.head == "retries"):
        yield Extracted(what.text, "has_default", value_text(value))
    elif quality or key or value.kind is Kind.NUMBER or _amount(clause, what, value) or _large(clause, what, value):
        yield from property_facts(what, value, clause, context)


def _large(clause: Clause, what: Phrase, value: Phrase) -> bool:
    """`bump prefetch from 16 to 64`: numbers that no release of something unknown has."""
    raised = clause.verb.lemma in ("bump", "raise", "lower", "lift", "push", "cut", "drop")
    name = (
        what.kind is Kind.WORD
        and len(what.tokens) == 1
        and what.text.islower()
        and what.text.isalpha()
        and not n.is_software(what.text)
    )
    return raised and name and value.kind is Kind.VERSION and value.text.isdigit() and int(value.text) > 31


def _amount(clause: Clause, what: Phrase, value: Phrase) -> bool:
    """`increase the ulimit to 65536`: what has amounts, and no releases."""
    changed = clause.verb.lemma in (
        "increase",
        "decrease",
        "reduce",
        "double",
        "halve",
        "cut",
        "shrink",
        "grow",
        "shorten",
        "extend",
    )
    return changed and measured(value) and "." not in value.text and not n.is_software(what.text)


def _is_value(what: Phrase, value: Phrase) -> bool:
    if measured(value):
        return True
    if is_key(what):
        return len(value.tokens) == 1 and value.kind in (Kind.WORD, Kind.CODE, Kind.QUOTE)
    chosen = what.head in _CHOSEN and value.kind is Kind.WORD and len(value.tokens) == 1
    return what.head in n.QUALITIES and (value.proper or chosen)


def accompanied(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`…, with a backoff of 10 seconds`, `…, port 80`: what is said beside of what the clause speaks of."""
    port, behind, direct = clause.role("port"), clause.role("with"), clause.role("P")
    if clause.verb.negated or clause.verb.modal:
        return
    measure = clause.role("measure")
    if measure is not None:
        about = context.called(clause.subjects[0]) if clause.subjects else context.implied()
        named, figure = measure.phrases
        yield Extracted(about or "project", f"has_{snake(named.text)}", value_text(figure))
    if port is not None:
        active = direct is not None and not clause.verb.passive and clause.verb.lemma != "be"
        about = direct.phrases if active and direct is not None else clause.subjects
        called = context.called(about[0]) if about else ""
        if called and kinds.port(port.phrases[0]):
            yield Extracted(called, "listens_on", port.phrases[0].tokens[-1].text)
    elif (
        behind is not None
        and behind.phrases
        and (clause.subjects or (clause.command and direct is not None and direct.phrases))
    ):
        whose = (
            clause.subjects[0] if clause.subjects else direct.phrases[0] if direct is not None else behind.phrases[0]
        )
        value, called = behind.phrases[0], context.called(whose)
        named = value.head in n.QUALITIES or value.head.startswith(("max-", "min-"))
        if called and value.of is not None and kinds.value(value.of) and named:
            yield Extracted(called, f"has_{snake(value.text)}", value_text(value.of))
