"""What fills the places of a saying: read as noun phrases, dates or words, and tested by what the predicate asks for."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import kinds, naming, sorts, spelt, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, tokens
from codegraph.memory.facts.extract.values import Extracted


class Filler(NamedTuple):
    """`phrases` in order, or the words of something that is no noun phrase."""

    phrases: tuple[Phrase, ...]
    text: str


VERSIONS: Final = frozenset(["has_version", "min_version", "max_version"])
DATES: Final = frozenset(["due_on", "released_on", "started_on", "expires_on"])
STATES: Final = frozenset(
    [
        "works_at",
        "has_role",
        "leads",
        "member_of",
        "reports_to",
        "owns",
        "uses",
        "located_in",
        "listens_on",
        "runs_on_host",
        "prefers",
        "avoids",
        "depends_on",
    ]
)
CLOSED: Final = STATES | {"has_timeout", "written_in"}
_WORDED: Final = frozenset(["prefers", "avoids", "decided"])
_CUT: Final = re.compile(
    r"\s*(?:[,.;!?]|\s[-–—]\s|\b(?:because|since|but|so|when|if|although|though|while|for now|these days|anymore|any more|whenever|wherever|unless|which|who|"
    r"after all|at (?:last|work|home)|from now on|right now|mainly|mostly|due to)\b).*$",
    re.I,
)
_BEHIND: Final = (
    w.PREPOSITIONS
    | w.CONJUNCTIONS
    | w.SUBORDINATORS
    | w.ADVERBS
    | w.RELATIVES
    | w.words("i we he she they it that this last the though")
)
_OWNERS: Final = {"my": "I", "our": "we", "his": "he", "her": "she"}


def possessor(word: str) -> Filler:
    text = _OWNERS[word.lower()]
    read = tokens(text)
    return Filler((Phrase(text, (read[0],)),), text)


def filler(text: str, predicate: str, place: str, *, whole: bool) -> tuple[Filler, int] | None:
    """A place as read, and where it ends in its text; None where it is nothing that a place may hold."""
    led = re.match(r"(?:and |but |so |that |now |also |still |then )+", text, re.I)
    skipped = led.end() if led else 0
    text = text[skipped:]
    read = tokens(text)
    if not read:
        return None
    if predicate in DATES and place == "o":
        first = next((k for k, t in enumerate(read[:3]) if t.kind is Kind.DATE), -1)
        if first < 0 or any(t.low not in ("the", "on", "in", "by", "at") for t in read[:first]):
            return None
        return Filler((Phrase(read[first].text, (read[first],)),), read[first].text), skipped + read[first].end
    if predicate in _WORDED and place == "o":
        cut = _CUT.sub("", text) if not whole else text
        bare = cut.strip(" \t.,;:!")
        if not bare or len(bare.split()) > 9:
            return None
        inner = tokens(bare)
        one, after = p.phrase(inner, 0, len(inner))
        covered = (one,) if one is not None and after == len(inner) else ()
        if one is not None and one.kind is Kind.DATE:
            return None
        doing = re.match(r"\w+ing\b|to \w+", bare, re.I) is not None
        if not covered and (whole or (predicate != "decided" and not doing)):
            return None
        return Filler(
            covered, re.sub(r"^(?:to|that|we|we'll|we're going to) (?=\w)", "", bare, flags=re.I)
        ), skipped + len(cut)
    found, after = p.phrases(read, 0, len(read))
    if not found:
        return None
    if after < len(read):
        if whole:
            return None
        behind = read[after]
        stop = behind.kind is Kind.STOP or behind.kind is Kind.DATE or behind.low in _BEHIND
        if not stop:
            return None
    return Filler(tuple(found), text[: read[after - 1].end]), skipped + read[after - 1].end


# -- what each predicate asks for


def _party(one: Phrase) -> bool:
    return one.text.lower() in kinds.PRONOUNS or sorts.is_team(one) or sorts.is_person(one) or one.text.startswith("@")


def _owner(one: Phrase) -> bool:
    return _party(one) or (kinds.owner(one) and (one.proper or bool(one.determiner)))


def _person(one: Phrase) -> bool:
    return kinds.person(one) and one.text.lower() != "we"


def _anybody(one: Phrase) -> bool:
    return kinds.party(one) and (
        _party(one) or one.head.endswith(("ers", "ors", "ists")) or one.text.lower() == "project"
    )


def _named_person(one: Phrase) -> bool:
    """A name of several words; one word may be anything's."""
    return sorts.is_person_name(one) and len(one.tokens) > 1


def _thing(one: Phrase) -> bool:
    return kinds.thing(one) and not _named_person(one) and one.text.lower() not in ("i", "we", "they", "he", "she")


def _organisation(one: Phrase) -> bool:
    return kinds.org(one) and not sorts.is_team(one)


def _user(one: Phrase) -> bool:
    return one.text.lower() not in ("i", "he", "she") and kinds.party(one) and not _named_person(one)


def _tool(one: Phrase) -> bool:
    return kinds.plain_tool(one) and kinds.known_name(one)


def _needed(one: Phrase) -> bool:
    return kinds.leaned_on(one) and (
        kinds.known_name(one) or one.head in kinds.COMPONENTS or one.head.endswith("service")
    )


def _taste(one: Phrase) -> bool:
    return kinds.taste(one) and one.text.lower() not in w.PRONOUNS


def _name(one: Phrase) -> bool:
    return kinds.name(one) and not sorts.is_title(one)


def _maker(one: Phrase) -> bool:
    return kinds.maker(one) or one.text.lower() in ("i", "we", "he", "she")


def _place(one: Phrase) -> bool:
    return kinds.path(one) or (kinds.place(one) and not kinds.title(one))


_ANY: Final[Callable[[Phrase], bool]] = lambda one: bool(one.text)  # noqa: E731 - a test among tests
_ASKS: Final[Mapping[str, tuple[Callable[[Phrase], bool], Callable[[Phrase], bool]]]] = {
    "works_at": (_person, _organisation),
    "has_role": (_person, kinds.title),
    "leads": (_person, lambda one: _thing(one) and one.determiner not in ("a", "an")),
    "member_of": (_person, lambda one: kinds.team(one)),
    "reports_to": (_person, kinds.boss),
    "owns": (_owner, _thing),
    "created_by": (_thing, _maker),
    **dict.fromkeys(VERSIONS, (_name, lambda one: bool(one.version) or one.kind is Kind.VERSION)),
    "uses": (_user, _tool),
    "written_in": (
        _thing,
        lambda one: kinds.lang(one) and (one.text.lower() in n.LANGUAGES or not n.is_software(one.text)),
    ),
    "depends_on": (_thing, _needed),
    "listens_on": (_thing, kinds.port),
    "runs_on_host": (_thing, kinds.host),
    "has_url": (_thing, lambda one: one.kind is Kind.URL),
    "prefers": (_anybody, _taste),
    "avoids": (_anybody, _taste),
    "decided": (_anybody, _ANY),
    "renamed_to": (_name, _name),
    "replaced_by": (_name, _name),
    "located_in": (lambda one: kinds.party(one) or _thing(one), _place),
    **dict.fromkeys(DATES, (_thing, _ANY)),
    "has_name": (
        lambda one: one.text.lower() in ("i", "me") or sorts.is_person_name(one),
        lambda one: one.text[:1].isupper(),
    ),
    "born_in": (_person, kinds.place),
    "has_email": (kinds.anyone, lambda one: one.kind is Kind.EMAIL),
    "has_phone": (kinds.anyone, lambda one: one.kind is Kind.PHONE),
    "has_license": (_thing, kinds.licence),
    "has_timeout": (_thing, kinds.duration),
}
_RELEASES: Final = w.words("release version update patch hotfix build alpha beta prerelease newsletter issue edition")
_LISTS: Final = frozenset(["member_of", "uses", "depends_on", "owns", "located_in", "created_by"])


def _known(one: Phrase) -> bool:
    return n.is_software(one.text) or n.is_software(one.head) or spelt.brand(one)


def _marked(marks: frozenset[str], subject: Phrase | None, object: Phrase | None) -> bool:
    """Whether the marks of a row agree."""
    someone = subject is not None and sorts.is_person_name(subject)
    if object is not None:
        if "soft" in marks and not _known(object):
            return False
        if "proper" in marks and (not object.text[:1].isupper() or n.is_software(object.text)):
            return False
        if (
            "city" in marks
            and object.text.lower() not in n.GAZETTEER
            and not (subject is not None and _person(subject) and kinds.place(object))
        ):
            return False
        if "full" in marks and len(object.tokens) < 2:
            return False
        if "host" in marks and not re.search(r"[\d.]", object.text):
            return False
        if "path" in marks and not kinds.path(object):
            return False
        if "things" in marks and (sorts.is_person_name(object) and not object.proper):
            return False
    if "release" in marks and (subject is None or not (naming.is_release(subject) or subject.head in _RELEASES)):
        return False
    if "party" in marks and (subject is None or not _party(subject)):
        return False
    if "person" in marks and not (
        someone
        or (object is not None and sorts.is_person_name(object))
        or (subject is not None and subject.text.lower() in ("i", "me"))
    ):
        return False
    if "names" in marks and not all(
        one is not None and one.proper and not one.determiner and len(one.tokens) <= 2 for one in (subject, object)
    ):
        return False
    if "known" in marks and (object is None or not kinds.known_name(object)):
        return False
    if "ourthing" in marks and (
        subject is None or someone or not (subject.determiner in ("our", "the", "all") or subject.head.endswith("s"))
    ):
        return False
    if "mine" in marks and (subject is None or subject.text.lower() not in ("i", "we")):
        return False
    return "ours" not in marks or (subject is not None and (subject.text.lower() == "we" or _thing(subject)))


def facts(
    predicate: str, marks: frozenset[str], subjects: Filler | None, objects: Filler | None, context: Context
) -> Iterator[Extracted]:
    asks, asked = _ASKS[predicate]
    given = subjects.phrases if subjects is not None else (None,)
    if objects is None or (subjects is not None and not subjects.phrases):
        return
    values: tuple[Phrase | None, ...] = objects.phrases or (None,)
    if (len(given) > 1 or len(values) > 1) and predicate not in _LISTS:
        given, values = given[:1], values[:1]
        if len(objects.phrases) > 1:
            return
    for one in given:
        if one is not None and (not asks(one) or one.determiner in ("no", "any", "every", "each")):
            return
        if one is not None and one.determiner in ("a", "an") and not sorts.is_person(one):
            return
        called = context.called(one) if one is not None else ("user" if "me" in marks else context.implied())
        if not called:
            return
        for value in values:
            if value is not None and not asked(value):
                return
            if not _marked(marks, one, value):
                return
            text = _object(predicate, marks, value, objects, context)
            if not text or text.casefold() == called.casefold():
                return
            if predicate in VERSIONS and value is not None:
                if (one is None) == bool(value.version):
                    yield Extracted(
                        value.text if one is None else called, predicate, value.version or value.tokens[-1].text
                    )
                elif one is not None and value.version:
                    yield from telling.versions_of(value, value.text)
                continue
            if predicate in ("uses", "depends_on") and value is not None and value.version:
                yield from telling.versions_of(value, text)
            yield Extracted(called, predicate, text)


def _object(predicate: str, marks: frozenset[str], value: Phrase | None, objects: Filler, context: Context) -> str:
    if predicate in VERSIONS and value is not None:
        return value.version or value.tokens[-1].text
    if predicate == "decided":
        text = p.named(value, whole=True) if value is not None else objects.text
        if value is not None and value.kind is Kind.VERSION and len(value.tokens) == 1:
            return ""
        if value is not None and (
            value.text.lower() in w.PRONOUNS or (value.head in kinds.PROPOSALS and value.of is None)
        ):
            return ""
        return f"against {text}" if "against" in marks else text
    if value is None:
        return objects.text if objects.text.lower().split(" ")[0] not in w.PRONOUNS else ""
    match predicate:
        case "prefers" | "avoids" | "renamed_to" | "replaced_by":
            return p.named(value, whole=predicate in ("prefers", "avoids"))
        case "has_role":
            return telling.role_text(value)
        case "listens_on":
            return value.tokens[-1].text.rpartition(":")[2]
        case "uses" | "depends_on" | "written_in":
            return telling.software_text(value)
        case "owns" | "leads" | "located_in":
            return p.text_of(value, whole=value.of is not None and value.kind is not Kind.PATH)
        case "has_timeout":
            return value.tokens[0].text
        case _:
            return context.called(value, subject=False)
