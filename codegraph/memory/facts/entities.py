"""Names that mean one thing.

`Ledger`, `the Ledger service` and `service Ledger`; a user and the user's name; what was renamed and what it is called
now; a name that is cut short once it is known (`short_names.py`).

A kind beside a name says what the thing is: its *head noun*. `Ledger service` and `service Ledger` are always one; the
bare name joins them unless things of two kinds have it. Kinds that rather belong to what they are named after (the
Ledger team, the Ledger database) never join the bare name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Protocol

from codegraph.memory.facts.model import NEVER, Fact, entity_key
from codegraph.memory.recall.asking import speaks_of_oneself

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
    def facts_that_say(self, namespaces: Sequence[str], predicates: Iterable[str]) -> list[Fact]: ...
    def spellings(self, namespaces: Sequence[str], keys: Iterable[str]) -> dict[str, set[str]]: ...


def names_of(state: Names, namespaces: Sequence[str], name: str) -> tuple[str, ...]:
    """Keys of all names under which facts of the thing called `name` may have been stored, its own first."""
    found = [entity_key(name)]
    namings = state.facts_that_say(namespaces, NAMINGS)
    for key in found:
        others = (*_spellings(state, namespaces, key), *_also_called(namings, key))
        for other in others:
            if other not in found and len(found) < _MOST:
                found.append(other)
    return tuple(found)


def other_names(state: Names, namespaces: Sequence[str], query: str) -> list[str]:
    """What a question's words are also called here: `user` for `my` and for the user's name, the name that a thing had
    before. A question is asked in one of the names, and answered by facts in any."""
    found = ["user"] if speaks_of_oneself(query) else []
    found += [other for _, other in called_otherwise(state, namespaces, query)]
    said = f" {' '.join(_WORD.findall(query.casefold()))} "
    return [name for name in dict.fromkeys(found) if f" {name} " not in said][:_MOST]


def called_otherwise(state: Names, namespaces: Sequence[str], query: str) -> list[tuple[str, str]]:
    """Names in a question that have another one here, each with that."""
    said = f" {' '.join(_WORD.findall(query.casefold()))} "
    found: list[tuple[str, str]] = []
    for fact in state.facts_that_say(namespaces, NAMINGS):
        if not isinstance(fact.object, str) or (fact.predicate != _RENAMED and fact.valid_to != NEVER):
            continue
        subject, name = entity_key(fact.subject), entity_key(fact.object)
        first = name.split(" ")[0] if subject == "user" else name
        if f" {name} " in said or f" {first} " in said:
            found.append((name, subject))
        elif f" {subject} " in said:
            found.append((subject, name))
    return found


def same_thing(keys: Sequence[str], name: object) -> bool:
    return isinstance(name, str) and entity_key(name) in keys


def names_any(text: str, keys: Collection[str]) -> bool:
    """Say whether a text has one of these names as whole words."""
    said = f" {' '.join(_WORD.findall(text.casefold()))} "
    return any(f" {' '.join(_WORD.findall(key))} " in said for key in keys if key not in UNSPOKEN)


def _spellings(state: Names, namespaces: Sequence[str], key: str) -> list[str]:
    """Other spellings of a name with and without its kind, of those that are known."""
    for who, said in _SELVES.items():
        if key in said:
            return [who]
    bare = key.removeprefix("the ").removeprefix("our ")
    core, kind = _parted(bare)
    if not core or core in _COMMON:
        return [bare] if bare != key else []
    wanted = {core: ""}
    for each in _KINDS | _OF_ANOTHER:
        wanted |= {f"{core} {each}": each, f"{each} {core}": each}
    known = state.spellings(namespaces, wanted)
    proper = any(_is_proper(core, spelt) for spelt in known.values())
    joined = {spelling: wanted[spelling] for spelling in known}
    if kind:
        same = [spelling for spelling, each in joined.items() if each == kind]
        return same + ([core] if _is_bare(kind, joined, proper) else [])
    kinds = {each for each in joined.values() if each in _KINDS}
    same = [spelling for spelling, each in joined.items() if each in kinds and _is_bare(each, joined, proper)]
    return [*same, *([bare] if bare != key else [])]


def _is_bare(kind: str, known: dict[str, str], proper: bool) -> bool:
    """Whether the bare name means the thing of this kind: it is the only one, and the name is one."""
    return (
        kind in _KINDS
        and {each for each in known.values() if each in _KINDS} <= {kind}
        and (proper or kind in _WORKING)
    )


def _parted(key: str) -> tuple[str, str]:
    """A name and the kind beside it, "" for none: `ledger service` and `service ledger` are (`ledger`, `service`)."""
    words = key.split()
    if 1 < len(words) <= 4:
        for kind, rest in ((words[-1], words[:-1]), (words[0], words[1:])):
            if kind in _KINDS or kind in _OF_ANOTHER:
                return " ".join(rest), kind
    return key, ""


def _is_proper(core: str, spelt: Iterable[str]) -> bool:
    """Whether any spelling shows a name: a capital, a digit, or a part that no plain word has."""
    for name in spelt:
        at = name.casefold().find(core)
        part = name[at : at + len(core)]
        if any(c.isupper() or c.isdigit() or c in "-_./" for c in part):
            return True
    return False


def _also_called(namings: Sequence[Fact], key: str) -> list[str]:
    """What the thing is named, what is named so (its first name will do), and what it was renamed from and to."""
    found: list[str] = []
    bearers: set[str] = set()
    for fact in namings:
        if not isinstance(fact.object, str) or (fact.predicate != _RENAMED and fact.valid_to != NEVER):
            continue
        subject, name = entity_key(fact.subject), entity_key(fact.object)
        if subject == key:
            found.append(name)
        elif name == key and fact.predicate == _RENAMED:
            found.append(subject)
        elif key == name or (subject == "user" and key == name.split(" ")[0]):
            bearers.add(subject)
    return found + (list(bearers) if len(bearers) == 1 else [])
