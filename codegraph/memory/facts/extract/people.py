"""`x is y` about people: titles, names, who leads, owns and made what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import Said, attached, owner_of, singular
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_OWNERS: Final = w.words("owner owners maintainer maintainers steward custodian caretaker codeowner codeowners")
_MAKERS: Final = w.words("author authors creator creators inventor inventors designer founder founders originator")
_BOSSES: Final = w.words("boss manager supervisor chief")
_LEADERS: Final = w.words("lead leader head chair chairman chairwoman chairperson captain director manager boss")
_BOSS: Final = re.compile(r"(?:(?:line|direct|new|current|immediate) )?(?:boss|manager|supervisor)")
_NAME: Final = re.compile(r"(?:(?:full|first|real|given) )?name")
_TITLE: Final = re.compile(r"(?:(?:job|current) )?(?:title|role|position|job)")
_FIRST: Final = ("original", "first", "main", "principal", "primary")
_ONLY: Final = w.words("sole main current lead only primary original official principal new")
_DEPENDENCY: Final = w.words("dependency dependencies requirement requirements prerequisite prerequisites")
# What programs are called as well as people.
_PROGRAMS: Final = w.words(
    "editor player scheduler planner driver reader writer recorder tester manager coordinator "
    "operator translator interpreter"
)
_OF_PROGRAMS: Final = re.compile(r"\b(?:written|implemented|built|based|needs|requires|depends|for)\b")


def who(said: Said) -> Iterator[Extracted]:
    """Who somebody is: a title, a name, the boss."""
    clause, subject, value = said.clause, said.subject, said.value
    name = sorts.is_person_name(value)
    if subject.text.lower() == "i" and name and not value.of and value.head not in n.TITLES:
        yield Extracted("user", "has_name", value.text)
        return
    if name and (sorts.is_title(subject) or not kinds.person(subject)):
        return  # the other way round: a relation's name
    if not all(map(kinds.person, clause.subjects)) or value.text.lower() in ("mine", "ours", "hers", "theirs"):
        return
    if value.head in _BOSSES and value.owner and len(value.tokens) <= 2:
        for one in clause.subjects:
            yield from role(said.called(one), value)
        return
    if subject.text.lower() in ("we", "they") or _is_program(said):
        return
    several = len(clause.subjects) > 1
    titles = [one for one in (singular(t) if several else t for t in said.what.phrases) if kinds.title(one)]
    for one in clause.subjects:
        called = said.called(one)
        for title in titles if called else ():
            yield from role(called, title, ended=clause.verb.over or clause.verb.past)


def _is_program(said: Said) -> bool:
    """`Plover is an editor written in x`."""
    subject, value = said.subject, said.value
    if value.head not in _PROGRAMS or value.determiner not in ("a", "an") or len(subject.tokens) != 1:
        return False
    person = subject.text.lower() in ("i", "he", "she")
    apposed = said.clause.relative and not person and len(value.tokens) == 1
    return apposed or _OF_PROGRAMS.search(said.clause.text) is not None


def role(person: str, title: Phrase, *, ended: bool = False) -> Iterator[Extracted]:
    """A title, and what it is a title of: what one owns, whom one leads."""
    if title.head in _BOSSES and title.owner not in ("", "project") and title.owner not in w.POSSESSIVES:
        yield Extracted(title.owner, "reports_to", person)
        return
    ended = ended or title.tokens[0].low in ("former", "ex")
    owned, alone = title.of, len(title.tokens) == 1
    if title.head in ("owner", "maintainer"):
        if owned is not None:
            if title.head == "maintainer" or not alone:
                yield Extracted(person, "has_role", title.text, ended=ended)
            if alone or title.tokens[0].low in _ONLY:
                yield Extracted(person, "owns", p.text_of(owned, whole=True), ended=ended)
            return
        if alone and title.owner and title.owner not in w.POSSESSIVES:
            yield Extracted(person, "owns", title.owner, ended=ended)
            return
    elif title.head in ("author", "creator", "founder", "inventor") and owned is not None:
        yield Extracted(p.text_of(owned), "created_by", person)
        return
    yield Extracted(person, "has_role", telling.role_text(title), ended=ended)


# -- nouns of relations: `the owner of x is y`, `x's owner is y`


def relation(said: Said) -> Iterator[Extracted]:
    """`the owner of x is y`, `my manager is y`, `the decision is y`: by the noun of the subject."""
    for reading in (_owner, _maker, _boss, _titled, _name, _job, _decision, _needed, _told_of, _responsible):
        found = list(reading(said))
        if found:
            yield from found
            return


def _named(said: Said) -> bool:
    """Whether people or groups of them are named."""
    return all(sorts.is_person_name(o) or sorts.is_team(o) or o.text.lower() in ("i", "me") for o in said.what.phrases)


def _owner(said: Said) -> Iterator[Extracted]:
    subject, value = said.subject, said.value
    if subject.head not in _OWNERS:
        return
    several = subject.head != subject.text.lower() and subject.opening not in (
        "new",
        "current",
        "sole",
        "only",
        "main",
        "primary",
        "present",
    )
    if several and sorts.is_title(subject):
        return
    party = kinds.owner(value) and (value.proper or bool(value.determiner) or value.kind is Kind.PATH)
    if _named(said) or party:
        owned = said.about if said.about not in ("", "user") else "project"
        for one in said.what.phrases:
            yield Extracted(said.called(one), "owns", owned)


def _maker(said: Said) -> Iterator[Extracted]:
    text = said.subject.text.lower()
    if said.subject.head in _MAKERS and _named(said) and (said.subject.head == text or text.startswith(_FIRST)):
        for one in said.what.phrases:
            yield Extracted(said.about or "project", "created_by", said.called(one))


def _boss(said: Said) -> Iterator[Extracted]:
    subject = said.subject
    if subject.head == "employer":
        yield Extracted(said.about or "user", "works_at", said.called(said.value))
    elif (
        (
            _BOSS.fullmatch(subject.text.lower())
            or (subject.text.lower() in ("lead", "team lead") and subject.owner not in ("", "project"))
        )
        and _named(said)
        and (subject.owner or subject.of)
    ):
        yield Extracted(said.about, "reports_to", said.called(said.value))


def _titled(said: Said) -> Iterator[Extracted]:
    """`our designer is Ottilie`."""
    subject = said.subject
    if not (_named(said) and sorts.is_title(subject) and sorts.is_person_name(said.value)):
        return
    team = subject.of is not None and subject.head in _LEADERS and sorts.is_team(subject.of)
    for one in said.what.phrases:
        yield Extracted(p.text_of(one), "has_role", subject.text if team else telling.role_text(subject))


def _name(said: Said) -> Iterator[Extracted]:
    """`my name is x`; `its name is now x`; `Sydney is the name of the cluster`."""
    subject, value, context = said.subject, said.value, said.context
    text = subject.text.lower()
    if text in ("old name", "former name", "previous name", "original name") and said.clause.verb.past and value.proper:
        context.former = p.named(value)
        return
    if text == "name" and context.former and subject.owner in ("its", "project", ""):
        yield Extracted(context.former, "renamed_to", p.named(value))
        context.former = ""
    elif text == "new name" and said.owner not in ("", "user", "project"):
        yield Extracted(said.owner, "renamed_to", p.named(value))
    elif subject.owner == "its" and said.about == context.person:
        return  # a thing that nobody named before
    elif _NAME.fullmatch(text) and (subject.owner or subject.of) and (said.about == "user" or value.proper):
        yield Extracted(said.about, "has_name", p.named(value))
    elif value.head == "name" and value.of is not None and kinds.proper(subject):
        yield Extracted(p.text_of(value.of), "has_name", subject.text)


def _job(said: Said) -> Iterator[Extracted]:
    quoted = said.value.kind is Kind.QUOTE and said.value.text.lower().split(" ")[-1] in n.TITLES
    if _TITLE.fullmatch(said.subject.text.lower()) and said.about and (quoted or kinds.title(said.value)):
        yield Extracted(said.about, "has_role", telling.role_text(said.value))


def _decision(said: Said) -> Iterator[Extracted]:
    subject = said.subject
    decision = subject.head in ("decision", "verdict", "resolution", "conclusion")
    chosen = (
        subject.head in ("choice", "pick", "selection") and subject.determiner in ("the", "our") and said.value.proper
    )
    decision = decision or (
        chosen and subject.opening in ("final", "choice", "pick", "ultimate", "eventual", "selection")
    )
    if decision and not _named(said) and not re.match(r"\d", said.value.text):
        who = "project" if subject.owner in ("", "project") else said.about
        yield Extracted(who, "decided", said.what.text)


def _needed(said: Said) -> Iterator[Extracted]:
    """`our only dependency is x`, `x is a dependency of y`."""
    value = said.value
    if said.subject.head in _DEPENDENCY:
        whose = said.about if said.about not in ("", "user") else "project"
        for one in filter(kinds.tool, said.what.phrases):
            yield Extracted(whose, "depends_on", telling.software_text(one))
    elif value.head in _DEPENDENCY and (value.of is not None or value.owner):
        yield Extracted(owner_of(value, said.context) or "project", "depends_on", said.called(said.subject))


def _told_of(said: Said) -> Iterator[Extracted]:
    """`the successor of x is y`, `the members of x are y and z`, `our headquarters is y`."""
    head, about = said.subject.head, said.about
    if head in ("replacement", "successor") and about:
        yield Extracted(about, "replaced_by", p.named(said.value))
    elif head in ("members", "member") and any(map(sorts.is_person_name, said.what.phrases)):
        inside = " ".join(t.text for t in said.subject.tokens[:-1])
        for one in filter(_somebody, said.what.phrases):
            yield Extracted(p.text_of(one), "member_of", about or inside or "project")
    elif head in ("headquarters", "hq") and kinds.place(said.value):
        yield Extracted(about or "project", "located_in", said.value.text)


def _somebody(one: Phrase) -> bool:
    return sorts.is_person_name(one) or one.text.lower() in ("i", "me")


def _responsible(said: Said) -> Iterator[Extracted]:
    """`x is the owner of y`, `y is x's`, `y is ours`, `y is the responsibility of x`."""
    clause, subject, value = said.clause, said.subject, said.value
    low, alone = value.text.lower(), len(value.tokens) == 1
    if value.head in _OWNERS and value.of is not None and alone and kinds.owner(subject):
        for one in clause.subjects:
            yield Extracted(said.called(one), "owns", p.text_of(value.of, whole=True))
    elif low in ("ours", "mine") and kinds.thing(subject):
        yield Extracted("project" if low == "ours" else "user", "owns", said.called(subject))
    elif clause.text.endswith("'s") and sorts.is_person_name(value):
        yield Extracted(value.text, "owns", said.called(subject))
    elif value.head == "responsibility" and (value.of is not None or value.owner):
        inside = attached(clause, "below", "under", "in", "inside", "within")
        all_of_it = subject.text.lower() in ("everything", "anything", "all", "code")
        owned = inside if all_of_it and inside else said.called(subject)
        yield Extracted(owner_of(value, said.context), "owns", owned)
    elif value.head in ("author", "creator", "inventor") and value.of is not None and alone and kinds.person(subject):
        yield Extracted(p.text_of(value.of), "created_by", said.called(subject))
