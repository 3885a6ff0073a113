"""Names that mean one thing.

Examples are `Ledger`, `the Ledger service` and `service Ledger`; a user and the user's name; an old name and the
current one; a known name that is shortened (`short_names.py`).

A kind next to a name says what the thing is: its *head noun*. `Ledger service` and `service Ledger` are always one. The
bare name joins them unless things of two kinds have it. Kinds that belong to the thing they are named after (the Ledger
team, the Ledger database) never join the bare name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Protocol

from codegraph.memory.facts.fact_model import NEVER, Fact, normalize_entity
from codegraph.memory.recall.interrogatives import is_first_person

_WORKING: Final = frozenset(("service", "microservice"))
"""Kinds that are as good as left out, whatever stands beside them: `billing` is `the billing service`."""

_NAMES_OF_KINDS: Final = """
    server daemon app application project library package tool program system platform product component module
    framework crate gem plugin site website repo repository codebase host machine box cluster node
"""
_KINDS: Final = _WORKING | frozenset(_NAMES_OF_KINDS.split())
_NAMES_OF_PARTS: Final = """
    team squad group guild database db table queue topic bucket api cli sdk ui frontend backend client worker job
    pipeline branch docs page dashboard bot agent gateway proxy cache index
"""
_OF_ANOTHER: Final = frozenset(_NAMES_OF_PARTS.split())
"""Kinds that a thing of another kind can have one of."""

_PLAIN_WORDS: Final = """
    user project web mail build test tests data main local new old other own public internal core base common staging
    production prod dev development qa ci live demo docs doc file log search api app database our your my their this
    that each every one same first second last whole customer client server external remote default
"""
_COMMON: Final = frozenset(_PLAIN_WORDS.split())
"""Words that say which of several things is meant and name none."""

_SELVES: Final = {
    "user": frozenset(("i", "me", "myself", "the user", "my")),
    "project": frozenset(("we", "us", "the project", "this project", "our project", "my project", "the repo")),
}
_WORD: Final = re.compile(r"[\w./+#-]*[\w+#]")
_RENAMED: Final = "renamed_to"
NAMINGS: Final = ("has_name", "full_name", _RENAMED)
_MOST: Final = 16
"""Names of one thing at most: a chain of renamings is short."""


UNSPOKEN: Final = frozenset(("user", "project")).union(*_SELVES.values())
"""Names that no text calls anything by, or every text does."""


class Names(Protocol):
    def find_facts_with_predicates(self, namespaces: Sequence[str], predicates: Iterable[str]) -> list[Fact]: ...
    def find_spellings(self, namespaces: Sequence[str], keys: Iterable[str]) -> dict[str, set[str]]: ...


def find_names(state: Names, namespaces: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the keys of all names for the thing called `name`, its own first.

    Facts of the thing may be stored under any of them.
    """
    found = [normalize_entity(name)]
    namings = state.find_facts_with_predicates(namespaces, NAMINGS)
    for key in found:
        others = (*_find_spellings(state, namespaces, key), *_find_linked_names(namings, key))
        for other in others:
            if other not in found and len(found) < _MOST:
                found.append(other)
    return tuple(found)


def find_other_names(state: Names, namespaces: Sequence[str], query: str) -> list[str]:
    """Return other names for the words of a question.

    They are `user` for `my` and for the user's name, and the name that a thing had before. A question is asked with one
    of the names, and facts under any of them answer it.
    """
    found = ["user"] if is_first_person(query) else []
    found += [other for _, other in find_aliases(state, namespaces, query)]
    said = f" {' '.join(_WORD.findall(query.casefold()))} "
    return [name for name in dict.fromkeys(found) if f" {name} " not in said][:_MOST]


def find_aliases(state: Names, namespaces: Sequence[str], query: str) -> list[tuple[str, str]]:
    """Return the names in a question that have another name here, each with it."""
    said = f" {' '.join(_WORD.findall(query.casefold()))} "
    found: list[tuple[str, str]] = []
    for fact in state.find_facts_with_predicates(namespaces, NAMINGS):
        if not isinstance(fact.object, str) or (fact.predicate != _RENAMED and fact.valid_to != NEVER):
            continue
        subject, name = normalize_entity(fact.subject), normalize_entity(fact.object)
        first = name.split(" ")[0] if subject == "user" else name
        if f" {name} " in said or f" {first} " in said:
            found.append((name, subject))
        elif f" {subject} " in said:
            found.append((subject, name))
    return found


def is_same_thing(keys: Sequence[str], name: object) -> bool:
    return isinstance(name, str) and normalize_entity(name) in keys


def has_any_name(text: str, keys: Collection[str]) -> bool:
    """Return whether a text has one of these names as whole words."""
    said = f" {' '.join(_WORD.findall(text.casefold()))} "
    return any(f" {' '.join(_WORD.findall(key))} " in said for key in keys if key not in UNSPOKEN)


def _find_spellings(state: Names, namespaces: Sequence[str], key: str) -> list[str]:
    """Return the known spellings of a name with and without its kind."""
    for who, said in _SELVES.items():
        if key in said:
            return [who]
    bare = key.removeprefix("the ").removeprefix("our ")
    core, kind = _split_kind(bare)
    if not core or core in _COMMON:
        return [bare] if bare != key else []
    wanted = {core: ""}
    for each in _KINDS | _OF_ANOTHER:
        wanted |= {f"{core} {each}": each, f"{each} {core}": each}
    known = state.find_spellings(namespaces, wanted)
    proper = any(_is_proper(core, spelt) for spelt in known.values())
    joined = {spelling: wanted[spelling] for spelling in known}
    if kind:
        same = [spelling for spelling, each in joined.items() if each == kind]
        return same + ([core] if _is_bare(kind, joined, proper) else [])
    kinds = {each for each in joined.values() if each in _KINDS}
    same = [spelling for spelling, each in joined.items() if each in kinds and _is_bare(each, joined, proper)]
    return [*same, *([bare] if bare != key else [])]


def _is_bare(kind: str, known: dict[str, str], proper: bool) -> bool:
    """Return whether the bare name means the thing of this kind.

    It must be the only such thing, and the name a proper one.
    """
    return (
        kind in _KINDS
        and {each for each in known.values() if each in _KINDS} <= {kind}
        and (proper or kind in _WORKING)
    )


def _split_kind(key: str) -> tuple[str, str]:
    """Split a name from the kind next to it, "" for none.

    `ledger service` and `service ledger` are (`ledger`, `service`).
    """
    words = key.split()
    if 1 < len(words) <= 4:
        for kind, rest in ((words[-1], words[:-1]), (words[0], words[1:])):
            if kind in _KINDS or kind in _OF_ANOTHER:
                return " ".join(rest), kind
    return key, ""


def _is_proper(core: str, spelt: Iterable[str]) -> bool:
    """Return whether any spelling shows a proper name.

    It has a capital, a digit, or a part that no plain word has.
    """
    for name in spelt:
        at = name.casefold().find(core)
        part = name[at : at + len(core)]
        if any(c.isupper() or c.isdigit() or c in "-_./" for c in part):
            return True
    return False


def _find_linked_names(namings: Sequence[Fact], key: str) -> list[str]:
    """Return the names that naming facts connect to a key.

    They are the names of the thing, the things with this name (the first name is enough), and the names before and
    after a renaming.
    """
    found: list[str] = []
    bearers: set[str] = set()
    for fact in namings:
        if not isinstance(fact.object, str) or (fact.predicate != _RENAMED and fact.valid_to != NEVER):
            continue
        subject, name = normalize_entity(fact.subject), normalize_entity(fact.object)
        if subject == key:
            found.append(name)
        elif name == key and fact.predicate == _RENAMED:
            found.append(subject)
        elif key == name or (subject == "user" and key == name.split(" ")[0]):
            bearers.add(subject)
    return found + (list(bearers) if len(bearers) == 1 else [])
