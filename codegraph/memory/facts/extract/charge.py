"""What a role is the lead of: who is *lead of the payments service* leads it, and who stepped down as that does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.tokens import tokens
from codegraph.memory.facts.extract.values import Extracted

_LEADS: Final = w.words("lead leader head chair chairman chairwoman chairperson captain")
_GROUPS_ONLY: Final = w.words("head chair chairman chairwoman chairperson captain")
"""Roles that are titles with a subject (`head of research`), unless what they head is a definite thing."""


def leading(said: Iterable[Extracted], text: str) -> Iterator[Extracted]:
    """For each role of a leader in a sentence, that the person leads what the role is of."""
    roles = [one for one in said if one.predicate == "has_role" and one.object.split()[-1].lower() in _LEADS]
    if not roles or any(one.predicate == "leads" for one in said):
        return
    read = tokens(text)
    for at, token in enumerate(read[:-2]):
        if token.low not in _LEADS or read[at + 1].low not in ("of", "for"):
            continue
        thing, _ = p.phrase(read, at + 2, len(read))
        if thing is None or thing.text.lower() in w.PRONOUNS or (token.low in _GROUPS_ONLY and not thing.determiner):
            continue
        role = next((one for one in roles if one.object.split()[-1].lower() == token.low), None)
        if role is not None:
            yield replace(role, predicate="leads", object=p.text_of(thing))
