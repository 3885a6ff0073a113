"""Marks of the lexicon that ask for single words: `make the switch to x`, `take on the role of x`."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.fit import Fit
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind

_SWITCHES: Final = w.words("switch move jump transition migration leap change upgrade swap port cutover shift rewrite")
_ROLES: Final = w.words("role position post job seat title hat duties mantle office reins")
_SUPPORT: Final = w.words("fixes updates support patches maintenance backports releases bugfixes fix coverage")
_BODIES: Final = w.words(
    "team board committee council group tsc maintainers leads leadership management vote architects"
)
_MANAGERS: Final = w.words("boss manager supervisor lead skip-level")


def _switch(fit: Fit) -> bool:
    direct = fit.clause.role("P")
    return direct is not None and bool(direct.phrases) and direct.phrases[0].head in _SWITCHES


def _role(fit: Fit) -> bool:
    """`the role of CTO`, `the CTO role`."""
    first = fit.first
    if first is None or first.head not in _ROLES:
        return False
    return (first.of is not None and kinds.title(first.of)) or (
        len(first.tokens) > 1 and first.tokens[-2].low in n.TITLES
    )


def _not_a_place(fit: Fit) -> bool:
    first = fit.first
    return first is not None and first.text.lower() not in n.GAZETTEER and not n.is_software(first.text)


def _agent(fit: Fit) -> bool:
    """`Woodpecker runs all checks`: known software that does something to a part of ours."""
    agent, done = fit.first, fit.subjects[0] if fit.subjects else None
    if agent is None or done is None or not n.is_software(agent.text) or fit.verb.modal:
        return False
    if done.determiner in ("a", "an", "any", "this", "that") or done.text.lower() in w.PRONOUNS - {"everything"}:
        return False
    ours = bool(done.determiner) or done.head.endswith("s") or done.text.lower() in ("everything", "auth", "logging")
    return ours and not sorts.is_person(done)


def _goodbye(fit: Fit) -> bool:
    return re.match(r"(?:a )?(?:goodbye|bye|farewell|adieu|good riddance)", fit.clause.text, re.I) is not None


def _ways(fit: Fit) -> bool:
    return fit.clause.text.lower().startswith(("ways", "company"))


def _as_boss(fit: Fit) -> bool:
    """`has x as her manager`."""
    behind = fit.clause.role("as", "for")
    return behind is not None and bool(behind.phrases) and behind.phrases[0].head in _MANAGERS


def _fixes_until(fit: Fit) -> bool:
    direct = fit.clause.role("P")
    return fit.until() and direct is not None and bool(direct.phrases) and direct.phrases[0].head in _SUPPORT


def _body(fit: Fit) -> bool:
    """A group approves of something named; an agent of a program accepts what it is given."""
    first = fit.first
    who = fit.subjects[0] if fit.subjects else None
    decides = who is not None and (
        who.head in _BODIES or sorts.is_person(who) or sorts.is_title(who) or who.text.lower() in ("we", "project")
    )
    return (
        decides
        and first is not None
        and (kinds.known_name(first) or first.head in _SWITCHES or fit.verb.lemma in ("choose", "pick", "select"))
    )


def _said_no(fit: Fit) -> bool:
    return re.match(r"(?:a )?(?:firm |hard )?no to\b", fit.clause.text, re.I) is not None


def _renamed(fit: Fit) -> bool:
    """`change from x to y`; of `change the type from x to y` nothing is renamed."""
    direct = fit.clause.role("P")
    named = direct is None or not direct.phrases or direct.phrases[0].head in ("name", "title", "brand", "branding")
    return named or fit.verb.lemma == "rename"


_WITH_NAMES: Final = w.words(
    "box server machine team squad project product app cluster host repo repository tool company startup bot dog cat mascot laptop "
    "package library branch robot printer boat database channel"
)


def _proper_name(fit: Fit) -> bool:
    """`our team is called Night Owls`."""
    first, thing = fit.first, fit.subjects[0] if fit.subjects else None
    if first is None or thing is None or thing.determiner not in ("my", "our", "the") or fit.verb.participle:
        return False
    if first.kind.value == "code" or re.search(r"\b(?:since|now)\b", fit.clause.whole):
        return False
    if (
        thing.head in _WITH_NAMES
        and len(first.tokens) == 1
        and first.head not in w.ADVERBS
        and not first.head.endswith("ly")
    ):
        return not fit.verb.past and not fit.until() and first.kind.value in ("word", "quote", "code")
    return (
        (first.text[:1].isupper() or first.kind.value == "quote")
        and not fit.verb.past
        and not fit.until()
        and thing.kind.value == "word"
    )


def _from_language(fit: Fit) -> bool:
    """`port the scheduler from Perl to Rust`."""
    old = fit.clause.role("from")
    named = old is not None and bool(old.phrases) and old.phrases[0].text.lower() in n.LANGUAGES
    return named and fit.first is not None and fit.first.text.lower() in n.LANGUAGES


_JOBS: Final = w.words("job position role post gig seat employment contract internship apprenticeship place")
_ACTIVITIES: Final = w.words("building compiling installing running installation compilation setup development project")


def _as_a_title(fit: Fit) -> bool:
    behind = fit.clause.role("as")
    return behind is not None and any(map(kinds.title, behind.phrases))


def _job(fit: Fit) -> bool:
    """`quit her job at x`."""
    direct = fit.clause.role("P")
    return direct is not None and bool(direct.phrases) and direct.phrases[0].head in _JOBS


def _activity(fit: Fit) -> bool:
    """`building it takes x`: a requirement, where what it takes is no time."""
    who = fit.subjects[0] if fit.subjects else None
    told = bool(fit.clause.subjects) and not fit.clause.command and not fit.verb.past
    return told and who is not None and who.text.lower() in _ACTIVITIES


def _our_work(fit: Fit) -> bool:
    """`we do our diagrams in x`."""
    direct = fit.clause.role("P")
    ours = direct is None or (
        bool(direct.phrases)
        and (direct.phrases[0].determiner in ("our", "all", "most", "the") or direct.phrases[0].head.endswith("s"))
    )
    mine = (
        direct is not None
        and bool(direct.phrases)
        and direct.phrases[0].determiner in ("my", "all")
        and fit.subject_is("i")
    )
    return (mine or (ours and fit.subject_is("we"))) and not fit.verb.past and not fit.verb.modal


def _of_our_subject(fit: Fit) -> bool:
    """`our alerts end up in x`."""
    who = fit.subjects[0] if fit.subjects else None
    return (
        who is not None
        and not fit.verb.past
        and (bool(who.determiner) or who.head.endswith("s"))
        and not sorts.is_person(who)
    )


def _of_a_thing(fit: Fit) -> bool:
    """`the cluster goes by "frankie"`."""
    who = fit.subjects[0] if fit.subjects else None
    if who is None or sorts.is_person(who) or who.determiner not in ("the", "our", "my", "this"):
        return False
    return not re.search(r"\b(?:now|nowadays|these days|since)\b", fit.clause.whole) and not fit.clause.dates


def decides(fit: Fit) -> bool:
    first = fit.first
    if fit.clause.command and first is not None and first.determiner == "the" and not kinds.known_name(first):
        return False
    who = fit.subjects[0] if fit.subjects else None
    if (
        first is not None
        and who is not None
        and who.tokens
        and first.tokens
        and first.tokens[0].start < who.tokens[0].start
    ):
        return False  # `for x we decided on y`
    if (
        first is not None
        and first.head in kinds.PROPOSALS
        and first.of is None
        and fit.clause.role("to", "for") is None
    ):
        return False
    chosen = fit.verb.lemma in ("choose", "pick", "select", "elect", "determine", "settle", "accept", "go")
    if (
        chosen
        and who is not None
        and not fit.clause.command
        and not _decider(who, past=fit.verb.past or fit.verb.perfect)
    ):
        return False
    behind = fit.frame.object[0] not in ("P", "inf")
    return not (behind and fit.clause.role("P") and fit.verb.lemma in ("choose", "pick", "decide", "settle"))


def _decider(who: Phrase, *, past: bool) -> bool:
    """Who decides: people; in the past also what has no name of a program's part."""
    if (
        who.text.lower() in ("i", "we", "they", "he", "she", "project", "user")
        or sorts.is_person(who)
        or sorts.is_team(who)
    ):
        return True
    return past and who.head not in kinds.COMPONENTS | n.PROGRAM_NOUNS | n.MACHINES and not n.is_software(who.text)


def pair(fit: Fit) -> bool:
    """Two things of which one stands for the other: in a commit, or both named, none a mere part of the code."""
    clause, subject, other = fit.clause, fit.subjects[0], fit.first
    if other is None:
        return True
    if subject.head in ("one", "ones") or other.head in ("one", "ones"):
        return False
    if subject.head in kinds.VAGUE and subject.determiner and len(subject.tokens) < 2:
        return False
    if other.determiner in ("the", "this", "that") and not kinds.known_name(other):
        return False
    if subject.determiner in ("a", "an", "some", "any") or subject.head in w.words(
        "tabs spaces order spelling wording"
    ):
        return False
    if fit.verb.lemma == "change" and clause.role("to") is not None and clause.role("for") is not None:
        return False
    who = clause.subjects[0] if clause.subjects and not fit.verb.passive else None
    if who is not None and sorts.is_person(who) and fit.verb.lemma in ("trade", "swap", "exchange", "switch"):
        return False
    swaps = fit.verb.lemma in ("change", "switch", "trade", "exchange", "swap")
    if swaps and not clause.command and not fit.verb.passive:
        return (kinds.known_name(subject) and kinds.known_name(other)) or "out" in clause.particles
    if fit.verb.lemma == "change":
        return subject.kind is Kind.CODE and other.kind is Kind.CODE and clause.role("from") is None
    if clause.role("to") is not None and clause.role("with", "by", "for") is None:
        return False
    return kinds.tool(other) or kinds.known_name(other) or other.kind is Kind.CODE or clause.command


TESTS: Final[Mapping[str, Callable[[Fit], bool]]] = {
    "switchnoun": _switch,
    "roleof": _role,
    "notplace": _not_a_place,
    "agentsoft": _agent,
    "goodbye": _goodbye,
    "ways": _ways,
    "asboss": _as_boss,
    "fixesuntil": _fixes_until,
    "body": _body,
    "saidno": _said_no,
    "renamed": _renamed,
    "ownerhead": lambda fit: (
        fit.first is not None
        and fit.first.head
        in ("owner", "owners", "maintainer", "maintainers", "codeowner", "codeowners", "steward", "custodian")
    ),
    "propername": _proper_name,
    "ours": lambda fit: all(one.text.lower() in ("we", "i", "project") or sorts.is_team(one) for one in fit.subjects),
    "libname": lambda fit: fit.first is not None and fit.first.text.lower().startswith("lib"),
    "fromlang": _from_language,
    "job": _job,
    "activity": _activity,
    "onetoken": lambda fit: (
        fit.first is not None
        and len(fit.first.tokens) == 1
        and not fit.first.determiner
        and not fit.first.head.endswith("s")
    ),
    "sinceonly": lambda fit: any(k == "since" for k, _ in fit.clause.dates),
    "astitle": lambda fit: _as_a_title(fit),
    "asjob": lambda fit: fit.clause.role("as") is None or _as_a_title(fit),
    "softhead": lambda fit: (
        fit.first is not None
        and n.is_software(fit.first.head)
        and all(not sorts.is_person(one) for one in fit.subjects)
    ),
    "handle": lambda fit: (
        all(one.text.startswith("@") for one in fit.subjects)
        and fit.first is not None
        and fit.first.kind.value == "path"
    ),
    "dotted": lambda fit: fit.first is not None and re.search(r"\.|^v\d", fit.first.tokens[-1].text, re.I) is not None,
    "realteam": lambda fit: fit.first is not None and sorts.is_team(fit.first),
    "ourversion": lambda fit: (
        fit.clause.role("P") is None
        and (not fit.subjects or fit.subject_is("we", "project"))
        and fit.first is not None
        and "." in fit.first.tokens[-1].text
    ),
    "ourwork": _our_work,
    "oursubject": _of_our_subject,
    "ofthing": _of_a_thing,
    "lasting": lambda fit: not (fit.verb.past or fit.verb.perfect or fit.verb.modal),
    "bodyonly": lambda fit: bool(fit.subjects) and fit.subjects[0].head in _BODIES,
    "bareport": lambda fit: (
        fit.first is not None and re.fullmatch(r"(?!19\d\d$|20[0-4]\d$)\d{4,5}", fit.first.text) is not None
    ),
    "gowith": lambda fit: False,
}
