"""Who may stand in a place of a frame: people, teams, organisations; one test a kind."""

from __future__ import annotations

from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import sorts
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind

VALUES: Final = frozenset([Kind.NUMBER, Kind.VERSION])
NOBODY: Final = w.words(
    "nobody none nothing neither no_one someone somebody anyone anybody everyone everybody something "
    "anything what who which whoever there each one you that this these those them"
)
PRONOUNS: Final = w.words("i me we us he she it they")


def determined(found: Phrase) -> bool:
    """Whether the phrase speaks of any thing of a kind, or of none."""
    return found.determiner in ("a", "an", "each", "every", "any", "no", "some", "neither", "either", "another")


def party(found: Phrase) -> bool:
    """Who can act: a person, a team, a named body, us."""
    low = found.text.lower()
    if (
        low in NOBODY
        or found.kind in VALUES
        or not found.text
        or found.determiner in ("no", "each", "every", "neither")
    ):
        return False
    if low in ("i", "we", "he", "she", "they", "me", "us", "it", "user", "project"):
        return True
    return not determined(found)


def owner(found: Phrase) -> bool:
    """Who may own: a party that is a person, a group, or named."""
    low = found.text.lower()
    if not party(found) or low == "it" or (n.is_software(found.text) and low not in n.ALSO_PEOPLE):
        return False
    if low in PRONOUNS or sorts.is_team(found) or sorts.is_person(found) or found.text.startswith("@"):
        return True
    if found.kind is Kind.PATH:
        return "@" in found.text
    if found.head in _OWNING or found.head in n.TITLES:
        return True
    if found.head in _NO_OWNERS:
        return False
    return (
        not found.determiner
        or any(t.text[:1].isupper() for t in found.tokens)
        or (found.head.endswith(("ers", "ors")) and found.head not in _NO_OWNERS)
    )


_OWNING: Final = w.words(
    "maintainers contributors volunteers users writers community company foundation ops infra "
    "platform payments storefront data security"
)
_NO_OWNERS: Final = w.words(
    "thread process caller client server lock node worker object class module function project "
    "release page package file version workers servers containers readers callers users consumers "
    "producers handlers helpers clients threads processes nodes others numbers errors parameters "
    "characters operators headers"
)


def person(found: Phrase) -> bool:
    low = found.text.lower()
    if low in NOBODY:
        return False
    return (
        low.startswith("@")
        or low in ("i", "me", "he", "she", "they", "we", "user")
        or sorts.is_person(found)
        or found.head in n.PERSONAL
        or (sorts.is_title(found) and bool(found.determiner) and not determined(found))
        or (found.head.endswith("s") and found.head[:-1] in n.TITLES and found.determiner in ("the", "our", "my"))
    )


def org(found: Phrase) -> bool:
    if found.text.lower() in ("us",):
        return True
    if (found.determiner in ("a", "an") and found.head not in n.ORGANISATIONS) or found.version:
        return False
    if found.head in ONLY_TEAMS and found.tokens[-1].text.islower():
        return False
    if found.kind not in (Kind.WORD, Kind.CODE) or (sorts.is_team(found) and not found.text[:1].isupper()):
        return found.head in n.ORGANISATIONS and found.determiner in ("the", "a", "an") and found.head not in n.TEAMS
    if n.is_software(found.text) and found.text.lower() in n.LANGUAGES:
        return False
    if (
        found.head in n.ORGANISATIONS
        and found.determiner in ("the", "", "a", "an")
        and not (found.determiner in ("a", "an") and found.head in ("state", "city"))
    ):
        return True
    return any(t.text[:1].isupper() for t in found.tokens) and not sorts.is_title(found) and found.head not in _NOT_ORGS


ONLY_TEAMS: Final = w.words("team squad crew guild tribe chapter subteam taskforce subgroup committee")
_NOT_ORGS: Final = w.words("office api call meeting pr ui cli db room lunch standup")


def team(found: Phrase) -> bool:
    several = found.head.endswith("s") and found.head[:-1] in n.TITLES and found.determiner in ("the", "our")
    department = (
        found.head in n.DEPARTMENTS and not found.determiner and found.kind is Kind.WORD and len(found.tokens) <= 2
    )
    department = department and not (len(found.tokens) == 2 and all(t.text[:1].isupper() for t in found.tokens))
    return (sorts.is_team(found) or several or department) and found.determiner not in (
        "a",
        "an",
        "each",
        "every",
        "any",
        "no",
    )


def group(found: Phrase) -> bool:
    """What one can lead."""
    return team(found) or (
        found.head in w.words("project programme program effort initiative projects office migration lab")
        and not determined(found)
    )


def boss(found: Phrase) -> bool:
    return (
        sorts.is_person_name(found)
        or (
            found.head in ("board", "council", "committee", "management", "leadership")
            and found.determiner in ("the", "our")
        )
        or found.text.lower() in ("me", "i", "him", "her")
        or sorts.personal(found) is not None
        or (sorts.is_title(found) and found.determiner in ("the", "our", "my"))
    )


def maker(found: Phrase) -> bool:
    low = found.text.lower()
    if determined(found):
        return False
    return (
        low in ("i", "he", "she", "me", "we")
        or sorts.personal(found) is not None
        or sorts.is_person_name(found)
        or sorts.is_team(found)
    )
