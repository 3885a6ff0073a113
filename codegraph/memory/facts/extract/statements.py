"""Clauses one after the other: which of them state something, and what pronouns mean in the next."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import affairs, copula, filling, kinds, settings, sorts, turns
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause, Complement
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.values import Extracted

_NOBODY: Final = w.words(
    "there you nobody none nothing neither someone somebody anyone anybody everybody everyone people who "
    "users contributors "
    "versions releases old_versions older_versions newer_versions previous_versions other_versions"
)
_TO_FIND: Final = w.words("find reach contact email mail write call ping ring")
_TERMS: Final = w.words("contract job employment stint internship tenure time")
_DONE_TO: Final = w.words("rename rebrand replace move relocate upgrade bump downgrade")
_TEXTS: Final = w.words(
    "guide tutorial chapter article post section book page document course talk walkthrough recipe snippet exercise lesson paragraph"
)
_GONE: Final = w.words("remove drop delete uninstall prune")
_CHANGES: Final = w.words("upgrade update bump downgrade move migrate raise pin switch change")


def facts_of(clauses: list[Clause], context: Context) -> list[Extracted]:
    """The facts of clauses up to one that tells what somebody else says or thinks."""
    found: list[Extracted] = []
    for number, clause in enumerate(clauses):
        after = clauses[number + 1] if number + 1 < len(clauses) else None
        _share(clause, after)
        made = [] if _unheld(clause) else of_clause(clause, context)
        if clause.verb.lemma in w.REPORTING and not made and _reports(clause, after):
            break
        found += made
        found += _from_a_team(clause)
        direct = clause.role("P")
        told_of = clause.verb.lemma in w.REPORTING and direct is not None and len(direct.phrases) == 1
        context.note(clause.subjects)
        if told_of and direct is not None:
            context.note(direct.phrases)  # `the docs say that the API is slow` speaks of the API
        elif direct is not None and len(direct.phrases) == 1 and not made:
            context.note_object(clause.subjects, direct.phrases[0], past=clause.verb.past and not clause.verb.passive)
        _remember(made, clause, context)
    return found


def _from_a_team(clause: Clause) -> list[Extracted]:
    """`Ada from the storage team wrote it`."""
    if len(clause.subjects) != 1 or not sorts.is_person_name(clause.subjects[0]) or clause.conditional:
        return []
    who = clause.subjects[0].text
    return [
        Extracted(who, "member_of", one.text)
        for k, one in clause.attached
        if k in ("from", "of", "on", "in") and sorts.is_team(one) and one.determiner in ("the", "our")
    ]


def _share(clause: Clause, after: Clause | None) -> None:
    """`born and raised in x`: the first verb shares what stands behind the second."""
    if after is None or clause.complements or clause.dates:
        return
    if clause.verb.lemma in ("live", "reside", "work") and not after.verb.passive and after.subjects == clause.subjects:
        clause.complements = [one for one in after.complements if one.role in ("in", "at", "near")]
        return
    if not clause.verb.passive:
        direct = after.role("P")
        if (
            after.subjects == clause.subjects
            and direct is not None
            and not after.verb.passive
            and after.verb.lemma not in ("be", "have")
        ):
            clause.complements = [direct]
        return
    if after.verb.passive and after.subjects == clause.subjects:
        clause.complements = after.complements


def _reports(clause: Clause, after: Clause | None) -> bool:
    return after is not None or clause.role("inf") is not None or clause.role("P") is None


def _unheld(clause: Clause) -> bool:
    """Whether nobody, or not anything in particular, is spoken of."""
    if not clause.subjects:
        return False
    first = clause.subjects[0]
    low = first.text.lower()
    if low in ("someone", "somebody") and clause.verb.lemma in _DONE_TO:
        return False
    if low in _NOBODY and not (low == "you" and clause.verb.lemma in _TO_FIND):
        return True
    if first.determiner in ("this", "the") and first.head in _TEXTS and not clause.verb.passive:
        return clause.verb.lemma in ("use", "assume", "require", "need", "prefer", "depend")
    return first.determiner in ("no", "neither", "your") and not clause.verb.modal


def _remember(made: list[Extracted], clause: Clause, context: Context) -> None:
    ours = bool(clause.subjects) and clause.subjects[0].text.lower() in ("we", "i")
    if clause.verb.lemma == "be" and made:
        what = clause.role("P")
        if what is not None and len(what.phrases) == 1 and sorts.is_person_name(what.phrases[0]):
            context.person = what.phrases[0].text
    for one in made:
        if one.predicate in ("has_email", "has_phone", "works_at", "has_role") and one.subject[:1].isupper():
            context.person = one.subject
        if one.predicate == "owns":
            context.thing = context.thing_object = one.object
    for one in (fact for fact in made if not fact.ended):
        if one.predicate in ("uses", "depends_on", "renamed_to") or (
            one.predicate == "decided" and " " not in one.object
        ):
            context.thing_object = one.object
        if one.predicate == "owns" and one.subject[:1].isupper() and clause.verb.lemma == "be":
            context.person, context.thing_object = one.subject, one.object
        if one.predicate == "created_by":
            context.thing = one.subject
            context.person = one.object if one.object[:1].isupper() else context.person
        elif ours and one.predicate in ("uses", "depends_on"):
            context.thing = one.object


def of_clause(clause: Clause, context: Context) -> list[Extracted]:
    """The facts of one clause: by its verb, else by what is said around it."""
    direct = clause.role("P")
    if clause.subjects and clause.subjects[0].owner == "user" and _elsewhere(clause.subjects[0]):
        return []
    if clause.verb.past and any(
        one.role in ("in", "at", "on") and one.phrases and _elsewhere(one.phrases[0]) for one in clause.complements
    ):
        return []
    if (
        context.dependencies
        and clause.command
        and clause.verb.lemma in ("add", "install", "introduce")
        and direct is not None
    ):
        tools = [one for one in direct.phrases if kinds.plain_tool(one)]
        if tools and clause.role("to") is None:
            return [Extracted(context.implied(), "depends_on", one.text) for one in tools]
    if context.dependencies and clause.command and clause.verb.lemma in _GONE and direct is not None:
        needless = [
            one for one in direct.phrases if one.opening in ("unused", "unneeded", "obsolete", "leftover", "dead")
        ]
        if needless and clause.role("from", "to") is None and all(len(one.tokens) == 2 for one in needless):
            return [Extracted(context.implied(), "depends_on", one.tokens[-1].text, ended=True) for one in needless]
    if clause.subjects and clause.verb.lemma in ("end", "expire", "finish") and clause.subjects[0].head in _TERMS:
        term, where = clause.subjects[0], next((one for k, one in clause.attached if k in ("with", "at")), None)
        if term.owner not in ("", "project", "user") and where is not None and kinds.org(where) and clause.verb.past:
            return [Extracted(context.called(replace(term, text=term.owner)), "works_at", where.text, ended=True)]
    if (
        clause.verb.lemma == "become"
        and context.former
        and direct is not None
        and len(direct.phrases) == 1
        and direct.phrases[0].proper
    ):
        former, context.former = context.former, ""
        return [Extracted(former, "renamed_to", p.named(direct.phrases[0]))]
    if context.scope == "style" and clause.command and clause.verb.lemma in ("use", "prefer") and direct is not None:
        return [Extracted("project", "prefers", p.named(one, whole=True)) for one in direct.phrases]
    if turns.on_dependency(clause):
        return turns.facts_of(clause, context) or copula.facts_of(clause, context)
    if clause.verb.lemma == "have" and clause.verb.modal in ("would", "'d"):
        return turns.facts_of(clause, context)
    if clause.verb.lemma in ("be", "have") and not clause.command:
        said = copula.facts_of(clause, context) or turns.adjectival(clause, context)
        said = said or affairs.facts_of(clause, context) or filling.facts_of(clause, context)
        beside = settings.accompanied(clause, context) if not said or clause.role("port") is not None else ()
        return [*said, *beside]
    _since(clause)
    _no_range(clause)
    _same_name(clause)
    made = settings.facts_of(clause, context) if settings.speaks_of_one(clause) else []
    if made:
        return made
    made = filling.facts_of(clause, context) or settings.facts_of(clause, context) or turns.facts_of(clause, context)
    made = made or affairs.facts_of(clause, context)
    if not made and clause.verb.past and not clause.verb.passive and direct is None and not _left(clause):
        clause.verb = clause.verb._replace(passive=True)  # `0.9.0 released on …`
        made = filling.facts_of(clause, context)
    return [*made, *settings.accompanied(clause, context)]


def _left(clause: Clause) -> bool:
    """`Pieter retired`: who does so is no tool that was retired, unless the name is known as one's. Nor is nobody."""
    if not clause.subjects:
        return True
    first = clause.subjects[0]
    return clause.verb.lemma == "retire" and sorts.is_person_name(first)


_PLACES: Final = w.words(
    "employer workplace project job company team gig life place role startup position shop workplace"
)


def _elsewhere(found: p.Phrase) -> bool:
    """`in our last project`: said of somewhere else."""
    return found.head in _PLACES and found.opening in ("last", "previous", "old", "former", "other", "first", "past")


def _since(clause: Clause) -> None:
    """`have not used x since 2021` is over."""
    if clause.verb.negated and clause.verb.perfect and any(k == "since" for k, _ in clause.dates):
        clause.verb = clause.verb._replace(negated=False, over=True)
        clause.dates = [("until", d) if k == "since" else (k, d) for k, d in clause.dates]


def _same_name(clause: Clause) -> None:
    """`migrate from Java 11 to 21`: to Java 21."""
    old, new = clause.role("from"), clause.role("to")
    if old is None or new is None or len(old.phrases) != 1 or len(new.phrases) != 1:
        return
    name, number = old.phrases[0], new.phrases[0]
    if name.version and number.kind is Kind.VERSION and len(number.tokens) == 1 and clause.role("P") is None:
        same = replace(new, phrases=(replace(name, version=number.text),))
        clause.complements[clause.complements.index(new)] = same


def _no_range(clause: Clause) -> None:
    """`update x 1 to 2` is no range of versions."""
    direct = clause.role("P")
    if direct is None or not direct.phrases or clause.verb.lemma not in _CHANGES or clause.role("to") is not None:
        return
    what = direct.phrases[0]
    if what.upper:
        old, new = (p.Phrase(v, (Token(v, v, Kind.VERSION, 0, 0),)) for v in (what.version, what.upper))
        bare = replace(direct, phrases=(replace(what, version="", upper="", bound=""),))
        clause.complements[clause.complements.index(direct)] = bare
        clause.complements += [Complement("from", (old,), what.version), Complement("to", (new,), what.upper)]
