"""Names that are cut short once they are known: `the inspection` of what was `the health inspection`, `Oskar` or
`Brandt` for `Oskar Brandt`. Only where one longer name was told of lately is it known which is meant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Protocol

from codegraph.memory.facts.model import entity_key

_MOST_WORDS: Final = 3
_OF_PEOPLE: Final = frozenset(
    ("works_at", "has_role", "job_title", "reports_to", "leads", "owns", "member_of", "has_email", "has_phone",
     "born_in", "born_on", "prefers", "avoids", "lives_in")
)  # fmt: skip
"""Predicates whose subject is somebody, mostly."""

_WITH_PEOPLE: Final = frozenset(("reports_to", "created_by"))
_WITH_THINGS: Final = frozenset(("leads", "owns", "created_by", "uses", "depends_on", "replaced_by", "renamed_to"))
"""Predicates whose object is somebody, or something that has a name."""


class Lately(Protocol):
    def longer_names(self, namespaces: Sequence[str], key: str) -> list[tuple[str, str, bool]]: ...


def longer(state: Lately, namespaces: Sequence[str], key: str, vague: Collection[str]) -> str:
    """The key of the one longer name that a short one stands for, "" where none or several do. `vague`: words that name
    nothing by themselves."""
    words = key.split()
    if not 0 < len(words) < _MOST_WORDS or words[-1] in vague or len(words[-1]) < 3 or not key[0].isalpha():
        return ""
    found: dict[str, list[tuple[str, str, bool]]] = {}
    for name, predicate, subject in state.longer_names(namespaces, key):
        found.setdefault(entity_key(name), []).append((name, predicate, subject))
    fitting = [long for long, told in found.items() if _is_short_for(key, long, told)]
    return fitting[0] if len(fitting) == 1 else ""


def shorter(key: str) -> Iterator[str]:
    """What a name may be called once it is known: its first word, if it is somebody's, and its last ones."""
    words = key.split()
    if 1 < len(words) <= _MOST_WORDS:
        yield words[0]
        for at in range(1, len(words)):
            yield " ".join(words[at:])


def _is_short_for(key: str, long: str, told: Sequence[tuple[str, str, bool]]) -> bool:
    if len(long.split()) > _MOST_WORDS:
        return False
    if long.endswith(f" {key}"):
        return any(subject or predicate in _WITH_THINGS or predicate in _WITH_PEOPLE for _, predicate, subject in told)
    named = all(word[:1].isupper() for name, _, _ in told for word in name.split())
    people = any(predicate in (_OF_PEOPLE if subject else _WITH_PEOPLE) for _, predicate, subject in told)
    return named and people and " " not in key
