"""`x is y` where the noun or the adjective tells the relation: `x is his baby`, `x is gone`, `8080 is the gateway`."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import Said, attached
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_CHARGES: Final = w.words(
    "baby domain turf remit territory responsibility job department problem purview patch area playground"
)
_CREATIONS: Final = w.words("brainchild creation invention handiwork doing work child")
_GONE: Final = w.words(
    "gone dead history toast out retired deprecated defunct obsolete abandoned passé decommissioned over"
)
_FORBIDDEN: Final = re.compile(
    r"(?:strictly |completely |absolutely |totally )?(?:forbidden|banned|prohibited|disallowed|verboten|taboo|off[- ]limits|outlawed|a (?:big )?no-?go|a no-no|"
    r"out of the question|frowned upon|not (?:allowed|welcome|permitted|ok|okay|acceptable)(?: here| in here)?)(?: (?:here|in here|in this (?:repo|project|codebase|house|team)|around here))?$",
    re.I,
)
_SWITCHES: Final = w.words("switch move migration transition jump cutover upgrade changeover rewrite port conversion")
_DONE: Final = w.words("done complete completed finished over through behind")
_BASED: Final = re.compile(r"(?P<x>[\w.+#]+)-(?:based|powered|driven|backed|only|native|flavoured)", re.I)
_NEW_NAME: Final = re.compile(r"(?P<k>new|current|old|former|previous|original) (?:name|term|word|brand)")


def readings(said: Said) -> Iterator[Extracted]:
    """Readings of two noun phrases, the first that fits."""
    for reading in (_team, _charge, _creation, _taken_port, _names, _managed, _home):
        found = list(reading(said))
        if found:
            yield from found
            return


def _team(said: Said) -> Iterator[Extracted]:
    """`Ada, Bo and me are the platform team`, `the platform team is Ada and Bo`."""
    several, value = said.clause.subjects, said.value
    if "'s" in said.clause.text:
        return
    if (
        len(several) > 1
        and sorts.is_team(value)
        and value.determiner in ("the", "our")
        and all(map(_somebody, several))
    ):
        for one in several:
            yield Extracted(said.called(one), "member_of", p.text_of(value))
    elif len(several) == 1 and sorts.is_team(several[0]) and _people(said.what.phrases):
        for one in _people(said.what.phrases):
            yield Extracted(said.called(one), "member_of", p.text_of(several[0]))


def _people(several: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Those who are named, where all others are `a …`, `two …`."""
    named = tuple(
        one
        for one in several
        if one.determiner not in ("a", "an", "some") and not re.match(r"(?:two|three|four|five|six|\d+)\b", one.text)
    )
    return named if all(map(_somebody, named)) else ()


def _somebody(one: Phrase) -> bool:
    return one.text.lower() in ("i", "me", "myself") or sorts.is_person_name(one) or sorts.personal(one) is not None


def _charge(said: Said) -> Iterator[Extracted]:
    """`the parser is Ada's domain`."""
    subject, value = said.subject, said.value
    owner = value.owner if value.owner not in w.POSSESSIVES else ""
    if value.head in _CHARGES and owner and not sorts.is_person(subject) and subject.text.lower() not in w.PRONOUNS:
        yield Extracted(owner, "owns", said.called(subject))


def _creation(said: Said) -> Iterator[Extracted]:
    """`the cache is a brainchild of Bo`, `the exporter is Bo's work`."""
    value, owner = said.value, said.value.owner
    if value.head not in _CREATIONS:
        return
    maker = p.text_of(value.of) if value.of is not None and kinds.maker(value.of) else ""
    if owner and owner not in w.POSSESSIVES and owner not in ("project",):
        maker = owner
    if maker and not sorts.is_person(said.subject):
        yield Extracted(said.called(said.subject), "created_by", maker)


def _taken_port(said: Said) -> Iterator[Extracted]:
    """`8080 is the gateway`, `port 9000 is for the debugger`."""
    subject, value = said.subject, said.value
    if not subject.tokens:
        return
    number = subject.tokens[-1]
    bare = (
        subject.kind in (Kind.VERSION, Kind.ADDRESS) and len(number.text.lstrip(":")) in (4, 5) and kinds.port(subject)
    )
    known = kinds.known_name(value) or value.determiner in ("the", "our") or value.head in kinds.COMPONENTS
    if bare and known and value.head not in n.QUALITIES | n.GENERIC_NOUNS:
        yield Extracted(said.called(value), "listens_on", number.text.lstrip(":"))


def _names(said: Said) -> Iterator[Extracted]:
    """`y is the new name of x`, `the old name of y is x`."""
    for one, other in ((said.value, said.subject), (said.subject, said.value)):
        found = _NEW_NAME.fullmatch(one.text.lower())
        behind = said.clause.role("for")
        thing = one.of or (behind.phrases[0] if one is said.value and behind is not None and behind.phrases else None)
        named = p.text_of(thing) if thing is not None else one.owner
        if found and named and named not in ("project", "user") and kinds.name(other):
            new = found["k"] in ("new", "current")
            yield Extracted(named if new else other.text, "renamed_to", other.text if new else named)
            return


def _managed(said: Said) -> Iterator[Extracted]:
    """`the database is a managed Postgres 16`."""
    subject, value = said.subject, said.value
    if value.determiner not in ("a", "an") or not n.is_software(value.head) or value.head in n.PLATFORMS:
        return
    if subject.owner == "user":
        return
    called = said.called(subject)
    if called in ("", "user") or sorts.is_person(subject) or subject.determiner in ("a", "an"):
        return
    name = value.tokens[-1].text
    if value.version:
        yield from telling.versions_of(value, name)
    yield Extracted(called, "uses", name)


def _home(said: Said) -> Iterator[Extracted]:
    """`home is Lisbon`."""
    if said.subject.text.lower() == "home" and kinds.place(said.value) and said.subject.owner in ("", "user"):
        yield Extracted("user", "located_in", said.value.text)


def ours(said: Said) -> Iterator[Extracted]:
    """`Kafka is our broker`."""
    subject, value = said.subject, said.value
    kind_of = value.head in n.TOOL_KINDS or " ".join(t.low for t in value.tokens[-2:]) in n.TOOL_KINDS
    if (
        n.is_software(subject.text)
        and not subject.version
        and value.determiner == "our"
        and kind_of
        and not said.clause.verb.past
    ):
        yield Extracted("project", "uses", telling.software_text(subject))


def facts_of(clause: Clause, context: Context) -> list[Extracted]:
    """Readings of a noun phrase and an adjective: `x is gone`, `x is banned`, `the switch to x is done`."""
    if clause.command and not clause.subjects and not clause.verb.negated:
        return list(_commanded(clause))
    if not clause.subjects or clause.verb.modal or clause.conditional or clause.verb.doubt:
        return []
    for reading in (_left, _forbidden, _switched, _based, _by_means):
        found = list(reading(clause, context))
        if found:
            return found
    return []


def _left(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`Datadog is gone`."""
    gone = clause.verb.lemma == "go" and clause.verb.passive and not clause.complements
    what = clause.role("P")
    said = clause.verb.lemma == "be" and what is not None and bool(what.phrases) and what.text.lower() in _GONE
    if (gone or said) and not clause.verb.negated:
        for one in clause.subjects:
            if n.is_software(one.text) and not one.version and one.determiner in ("", "the", "our"):
                yield Extracted("project", "uses", one.text, telling.dates_of(clause)[0], ended=True)


def _forbidden(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`global state is a no-go`."""
    said = clause.text if not clause.verb.negated else f"not {clause.text}"
    if clause.verb.lemma != "be" and not (clause.verb.lemma in ("allow", "permit", "welcome") and clause.verb.negated):
        return
    if clause.verb.lemma != "be":
        said = "forbidden" if not clause.complements else ""
    if _FORBIDDEN.match(said.strip()) and not clause.verb.past:
        for one in clause.subjects:
            if kinds.taste(one) and one.determiner in ("", "no") and one.text.lower() not in w.PRONOUNS:
                yield Extracted("project", "avoids", p.named(one, whole=True))


def _switched(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`the migration to x is complete`."""
    first, what = clause.subjects[0], clause.role("P")
    finished = what is not None and bool(what.phrases) and what.phrases[0].head in _DONE
    ended = clause.verb.lemma in ("finish", "complete") and not clause.verb.modal
    if first.head not in _SWITCHES or not (finished or ended) or clause.verb.negated or clause.verb.progressive:
        return
    for role, kept in (("to", False), ("from", True)):
        name = attached(clause, role)
        if name and kinds.tool(next(q for k, q in clause.attached if k == role)):
            moved = " ".join(t.text for t in first.tokens[:-1])
            yield Extracted(moved or "project", "uses", name, ended=kept)


_MEANS: Final = ("with", "using", "via", "through", "by")
_NO_MEANS: Final = w.words(
    "compare compete conflict replace interfere clash confuse break fail crash struggle play coexist collaborate start begin help agree "
    "disagree stop part end be have deal cope compile work experiment toy mess familiarise happen integrate match go do come ship support"
)


def _by_means(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`passwords are hashed with bcrypt`, `we sign releases using cosign`: whatever is done, with known software."""
    verb, first = clause.verb, clause.subjects[0]
    if (
        verb.negated
        or verb.lemma in _NO_MEANS
        or (verb.past and not verb.passive)
        or first.determiner in ("a", "an", "any", "no", "each")
    ):
        return
    roles = _MEANS if verb.passive else _MEANS[:-1]
    one = next((c for c in clause.complements if c.role in roles and c.phrases), None)
    direct = clause.role("P")
    if (
        one is None
        or (direct is not None and any(n.is_software(q.text) for q in direct.phrases))
        or (verb.past and not verb.perfect and not verb.passive)
    ):
        return
    called = context.called(first)
    for tool in one.phrases:
        known = n.is_software(tool.text) and tool.determiner in ("", "our", "the")
        if called and known and not (sorts.is_person_name(tool) and one.role == "by"):
            if tool.version:
                yield from telling.versions_of(tool, tool.text)
            yield Extracted(called, "uses", tool.text, ended=verb.over)


def _commanded(clause: Clause) -> Iterator[Extracted]:
    """`send mails through Mailgun`: what the imperative of a commit does, with known software."""
    direct = clause.role("P")
    one = next((c for c in clause.complements if c.role in ("via", "through", "with", "using") and c.phrases), None)
    if (
        direct is None
        or len(direct.phrases) != 1
        or one is None
        or clause.verb.lemma in _NO_MEANS
        or direct.phrases[0].proper
    ):
        return
    for tool in one.phrases:
        if (
            n.is_software(tool.text)
            and not tool.determiner
            and not tool.version
            and direct.phrases[0].determiner not in ("a", "an")
        ):
            yield Extracted(p.text_of(direct.phrases[0]), "uses", tool.text)


def _based(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`the pipeline is Kafka-based`."""
    what = clause.role("P")
    if clause.verb.lemma != "be" or clause.verb.negated or what is None or not what.phrases:
        return
    found = _BASED.match(what.phrases[0].text)
    called = context.called(clause.subjects[0])
    if found and called not in ("", "user") and n.is_software(found["x"]) and clause.subjects[0].determiner != "a":
        language = found["x"].lower() in n.LANGUAGES
        yield Extracted(called, "written_in" if language else "uses", found["x"], ended=clause.verb.over)
