"""A clause held against the frames of its verb: who and what fill its places."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import dating, kinds, marks, sorts, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.fit import Fit
from codegraph.memory.facts.extract.frames import BY_VERB, Frame
from codegraph.memory.facts.extract.model import PROJECT, Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.values import Extracted

# What somebody is doing now will be so later: `is moving to`.
_SOON: Final = w.words(
    "move join leave switch migrate start go become quit relocate retire drop adopt ship launch "
    "replace transfer take "
    "step change"
)
_NEEDED_THERE: Final = re.compile(
    r"\b(?:on (?:the |your |its )?\$?PATH|installed|at run ?time|to (?:build|compile|start|run)\b|(?:at|for) build time|to be (?:installed|running|there))",
    re.I,
)
_LEANING: Final = w.words("depend rely hinge lean count")
_STRICT: Final = frozenset(
    ["port", "host", "url", "email", "path", "place", "version", "phone", "duration", "count", "license"]
)
_PLACES: Final = ("path", "port", "place", "title", "host")
_SHARED: Final = ("replaced_by", "renamed_to", "owns", "located_in", "has_version")


def facts_of(clause: Clause, context: Context) -> list[Extracted]:
    """The facts of the frames that fit, in the order of the lexicon: of each place of a clause the first one's."""
    lemma = clause.verb.lemma
    if clause.conditional or (clause.verb.doubt and not clause.verb.over):
        return []
    found: list[Extracted] = []
    former: list[Extracted] = []
    claimed: set[str] = set()
    verbs = [f"{lemma}+{particle}" for particle in clause.particles] + [lemma]
    for frame in (frame for verb in verbs for frame in BY_VERB.get(verb, ())):
        was = "was" in frame.marks
        claims = _claims(frame, clause)
        if claims & claimed and not was and not ("all" in frame.marks and frame.predicate == "uses"):
            continue
        made = list(_by_frame(frame, clause, context))
        if was:
            former += made
        elif made:
            if "noname" not in frame.marks:
                claimed |= claims
            found += made
    stated = {one.predicate for one in found}
    return found + [one for one in former if one.predicate in stated]


def _claims(frame: Frame, clause: Clause) -> set[str]:
    """The places of a clause that a frame reads: no other frame reads them again."""
    claims: set[str] = set()
    for roles in (frame.subject, frame.object):
        for role in roles:
            if role in ("date", "inf", "none") or (role == "A" and roles is frame.object):
                claims.add(role)
                break
            if role == "A" or (role == "P" and roles is frame.subject and frame.predicate not in _SHARED):
                break
            if role == "P" and roles is frame.subject and "infavour" in frame.marks:
                break
            if role in ("P", "P2") or clause.role(role) is not None:
                claims.add(role)
                break
    return claims


def _by_frame(frame: Frame, clause: Clause, context: Context) -> Iterator[Extracted]:
    if not _spoken(frame, clause):
        return
    objects = _filled(frame.object, clause, frame.object_kind)
    subjects = _filled(frame.subject, clause)
    if subjects is None or objects is None:
        return
    if frame.marks & {"reversed", "reversed-pair"}:
        subjects, objects = objects, subjects
    fit = Fit(frame, clause, subjects, objects)
    if (
        frame.object_kind == "tool"
        and "list" in frame.marks
        and len(objects) > 1
        and not frame.marks & {"reversed", "reversed-pair"}
    ):
        test = _tool_test(fit)
        if test(objects[0]):
            objects = tuple(filter(test, objects))
            fit = fit._replace(objects=objects)
    if {"list", "reversed"} <= frame.marks and len(fit.subjects) > 1:
        people = tuple(one for one in fit.subjects if one.determiner not in ("a", "an", "some", "several", "many"))
        fit = fit._replace(subjects=people or fit.subjects)
    if _accepted(fit) and marks.fits(fit):
        yield from telling.facts(fit._replace(objects=_fitting(frame, objects)), context)


def _fitting(frame: Frame, objects: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Of a list of places those that are: `kept in x and y rotated`."""
    if frame.object_kind in (*_PLACES, "bounded", "license") and len(objects) > 1:
        return tuple(one for one in objects if kinds.TESTS[frame.object_kind](one))
    return objects


def _spoken(frame: Frame, clause: Clause) -> bool:
    """Whether the clause states this at all: by mood, voice, negation and modality."""
    verb, asked = clause.verb, frame.marks
    if ("cmd" in asked and not clause.command) or ("nocmd" in asked and clause.command):
        return False
    if ("passive" in asked and not verb.passive) or ("active" in asked and verb.passive):
        return False
    if verb.negated != ("neg" in asked):
        return False
    if verb.progressive and verb.lemma in ("lean", "incline", "tend", "gravitate"):
        return False
    settled = verb.lemma == "go" and frame.predicate == "decided"  # `we are going with x`
    if verb.progressive and not verb.perfect and verb.lemma in _SOON and "will" not in asked and not settled:
        return False
    match verb.modal:
        case "":
            return True
        case "can" | "may" | "could" | "'ll" | "will" if "can" in asked:
            return True
        case "would" | "'d":
            return "habit" in asked
        case "must" | "has to" | "have to" if "must" in asked:
            return True
        case _:
            return "will" in asked and verb.modal in dating.PLANS


def _filled(roles: Sequence[str], clause: Clause, kind: str = "any") -> tuple[Phrase, ...] | None:
    """The phrases in one of the roles, the first that is of the kind; None where nothing stands there."""
    if len(roles) > 1 and kind in _STRICT:
        for role in roles:
            one = _filled((role,), clause)
            if one and kinds.TESTS[kind](one[0]):
                return one
    for role in roles:
        if role in ("none", "date", "inf"):
            return ()
        found = _agent(clause) if role == "A" else _patient(clause) if role == "P" else _behind(role, clause)
        if found:
            return found
    return () if roles[0] == "A" and "P" not in roles and clause.verb.passive else None


def _agent(clause: Clause) -> tuple[Phrase, ...]:
    """Who does it."""
    if not clause.verb.passive:
        return clause.subjects or (PROJECT,)
    by = clause.role("by")
    return by.phrases if by is not None else ()


def _patient(clause: Clause) -> tuple[Phrase, ...]:
    """What it is done to."""
    if clause.verb.passive:
        return clause.subjects or ((PROJECT,) if clause.verb.participle else ())
    direct = clause.role("P")
    if direct is None and clause.command and clause.verb.lemma in ("relicense", "license"):
        return (PROJECT,)
    return direct.phrases if direct is not None else ()


def _behind(role: str, clause: Clause) -> tuple[Phrase, ...]:
    if role == "P2":
        found = clause.role("P") if clause.verb.passive else clause.role("P2") or _second(clause)
    elif role == "as":  # `first as x, now as y`
        found = next((one for one in reversed(clause.complements) if one.role == "as"), None)
    else:
        found = clause.role(role)
    return found.phrases if found is not None else ()


def _second(clause: Clause) -> Complement | None:
    """`appoint Gaspar officer`: a title behind a name, read as one phrase, as two."""
    first = clause.role("P")
    if first is None or len(first.phrases) != 1:
        return None
    tokens = first.phrases[0].tokens
    capital = [t.text[:1].isupper() for t in tokens]
    cut = next((k for k in range(1, len(tokens)) if capital[k - 1] and not capital[k]), 0)
    rest = p.phrase(tokens, cut, len(tokens))[0] if cut else None
    if rest is None:
        return None
    name = Phrase(" ".join(t.text for t in tokens[:cut]), tokens[:cut])
    clause.complements[clause.complements.index(first)] = replace(first, phrases=(name,))
    return Complement("P2", (rest,), rest.text, tokens[cut:])


# -- what may stand in the places


_MOVED: Final = frozenset(
    ["uses", "listens_on", "runs_on_host", "located_in", "has_version", "renamed_to", "has_url", "written_in"]
)
_WITH_OBJECT: Final = w.words("use run combine pair spend store keep save persist get make")


def _accepted(fit: Fit) -> bool:
    frame, clause = fit.frame, fit.clause
    if not fit.subjects and frame.subject[0] == "A" and not _agentless(fit):
        return False
    if _of_the_object(fit):
        return False
    if fit.objects and fit.objects[0] is PROJECT and not clause.verb.passive:
        return False
    if frame.subject_kind == "person" and fit.subjects and fit.subjects[0] is PROJECT:
        return False
    subject_kind, object_kind = frame.subject_kind, frame.object_kind
    if frame.predicate == "owns" and subject_kind == "party":
        subject_kind = "owner"
    if frame.marks & {"reversed", "reversed-pair"}:
        subject_kind, object_kind = object_kind, subject_kind
    stated = [one for one in fit.subjects if one is not PROJECT and one.text != "project"]
    if not all(kinds.TESTS[subject_kind](one) for one in stated) or not _objects_fit(fit, object_kind):
        return False
    any_of_a_kind = any(
        one.determiner in ("a", "an", "each", "every", "any", "no", "another", "some") for one in fit.subjects
    )
    return not any_of_a_kind or frame.predicate.startswith("has_") or _introduced(fit)


def _agentless(fit: Fit) -> bool:
    """`Ruff was adopted`: by us, when nobody is named."""
    if "given" in fit.frame.marks:
        return False
    lemma, first = fit.verb.lemma, fit.first
    if fit.frame.predicate == "avoids" and lemma in ("ban", "forbid", "outlaw", "prohibit", "disallow"):
        return True
    if fit.frame.predicate == "decided" and lemma in ("choose", "pick", "select"):
        return fit.verb.passive and first is not None and kinds.known_name(first)
    used = (
        lemma in ("use", "employ")
        and first is not None
        and n.is_software(first.text)
        and not fit.verb.past
        and not first.version
    )
    if fit.frame.predicate == "uses" and used and not fit.verb.modal and not fit.verb.participle:
        return True
    done = "dropped" in fit.frame.marks or fit.verb.lemma in ("adopt", "introduce")
    return fit.frame.predicate == "has_version" or (fit.frame.predicate == "uses" and done)


def _of_the_object(fit: Fit) -> bool:
    """`we moved x to y` says something of x: not that we are at y."""
    frame, clause, lemma = fit.frame, fit.clause, fit.verb.lemma
    if frame.subject[0] != "A" or frame.object[0] in ("A", "P", "P2", "date", "inf", "none") or fit.verb.passive:
        return False
    direct = clause.role("P")
    if frame.predicate not in _MOVED or direct is None or not direct.phrases:
        return False
    if frame.marks & {"itsname", "makeuse", "nocmd", "conn", "noname"}:
        return False
    exposes = frame.predicate == "listens_on" and lemma in ("expose", "publish", "export", "serve")
    if exposes and clause.subjects and clause.subjects[0].text.lower() != "we":
        return False
    if frame.predicate != "uses":
        return True
    through = any(role in ("with", "using", "via", "through") and clause.role(role) for role in frame.object)
    return not (through or "software" in frame.marks or lemma in _WITH_OBJECT)


def _objects_fit(fit: Fit, kind: str) -> bool:
    if kind == "tool" or (kind == "dependency" and "asdep" in fit.frame.marks and fit.head("as")):
        return all(map(_tool_test(fit), fit.objects))
    if kind not in kinds.TESTS or not fit.objects or fit.frame.object[0] in ("date", "inf", "none"):
        return True
    objects = _fitting(fit.frame, fit.objects) if kind == fit.frame.object_kind else fit.objects
    return bool(objects) and all(map(kinds.TESTS[kind], objects))


def _tool_test(fit: Fit) -> Callable[[Phrase], bool]:
    """How sure the words must be that a tool is meant: less where the verb says so."""
    lemma = fit.verb.lemma
    if fit.frame.predicate == "depends_on":
        if lemma in _LEANING:
            return kinds.leaned_on
        if "asdep" in fit.frame.marks:
            return kinds.plain_tool
        if not (lemma in ("add", "remove", "drop") and lemma in fit.frame.verbs):
            if _NEEDED_THERE.search(fit.clause.text):
                return lambda one: kinds.dependency(one) or (kinds.tool(one) and len(one.tokens) == 1)
            return kinds.dependency
        return kinds.plain_tool if fit.clause.command else kinds.tool
    return kinds.named_tool if "named" in fit.frame.marks else kinds.plain_tool


def _introduced(fit: Fit) -> bool:
    return fit.frame.predicate in ("decided", "written_in") or any(sorts.is_person(one) for one in fit.subjects)
