"""The facts that a frame makes of the phrases in its places: what they are called, and when that holds."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.fit import Fit
from codegraph.memory.facts.extract.model import PROJECT, Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_VERSIONED: Final = frozenset(["uses", "depends_on", "written_in"])
_EVENTS: Final = frozenset(
    [
        "decided",
        "renamed_to",
        "replaced_by",
        "due_on",
        "released_on",
        "started_on",
        "expires_on",
        "created_by",
        "has_retention",
        "has_lifetime",
    ]
)
_DATES: Final = frozenset(["due_on", "released_on", "started_on", "expires_on"])
_UNTIL: Final = ("until", "till", "through", "up to", "before", "to")
_STARTS: Final = ("on", "in", "at", "", "around", "to", "since", "back in", "during")
_VALUES: Final = ("has_limit", "has_retention", "has_timeout", "has_lifetime")
_AMOUNTS: Final = w.words("number amount count maximum size length rate total")
_FILES_OF_DEPENDENCIES: Final = ("requirements.txt", "pyproject.toml", "package.json", "Cargo.toml")
_DRAFTS: Final = w.words("version draft implementation iteration release code most prototype")
_SHARES: Final = w.words(
    "codeowners codeownership rest whole ownership maintenance responsibility stewardship maintainership charge control all part majority"
)


class _Validity:
    """When what a clause says holds. `ended`: it is over."""

    __slots__ = ("began", "ended", "over")

    def __init__(self, fit: Fit) -> None:
        self.began, self.over = dates_of(fit.clause)
        self.ended = "ends" in fit.frame.marks or fit.clause.verb.over or bool(self.over) or _was(fit)
        if fit.frame.predicate in _EVENTS:
            self.ended, self.over = "ends" in fit.frame.marks and fit.frame.predicate == "decided", ""
        elif not self.over and _finishes(fit):
            self.began, self.over = "", self.began

    def fact(self, subject: str, predicate: str, object: str) -> Extracted:
        return Extracted(subject, predicate, object, self.began, self.over, self.ended)


def _finishes(fit: Fit) -> bool:
    """Whether the date of a clause is that of the end: `left in March`, `stopped using x in March`. What somebody used
    to do in March went on then."""
    said = fit.clause.whole.lower()
    return "ends" in fit.frame.marks or (
        fit.clause.verb.over and not said.startswith(("used to", "former", "previous"))
    )


_STATES: Final = w.words(
    "work live reside own use maintain lead head manage report belong depend rely run require need serve prefer intern"
)


def _was(fit: Fit) -> bool:
    """`I worked at x`: a state in the past is over, unless it is said since when."""
    verb = fit.clause.verb
    since = any(preposition in ("since", "as of") for preposition, _ in fit.clause.dates)
    if (
        verb.past
        and verb.passive
        and not verb.perfect
        and verb.lemma in ("own", "maintain")
        and not since
        and not verb.participle
    ):
        return not fit.clause.relative and fit.clause.role("since", "as of") is None
    stated = verb.past and not verb.passive and not verb.perfect and not fit.clause.command and not since
    return stated and verb.lemma in _STATES


def dates_of(clause: Clause) -> tuple[str, str]:
    """From when and until when a clause holds, in the words of the text."""
    began = over = ""
    for preposition, text in clause.dates:
        if preposition in _UNTIL:
            over = over or text
        else:
            began = began or text
    for one in clause.complements:
        if one.role in ("until", "till") and not over and not clause.command:
            over = one.text
        elif one.role == "since" and not began and one.phrases and not one.phrases[0].version:
            began = one.text
    for one in clause.complements:
        release = len(one.phrases) == 1 and one.phrases[0].kind is Kind.VERSION and not one.phrases[0].version
        if not began and one.role in ("since", "as of", "in") and release:
            began = one.text
    return began, over


def facts(fit: Fit, context: Context) -> Iterator[Extracted]:
    """The facts of every subject with every object."""
    frame = fit.frame
    if "now" in frame.marks or "former" in frame.marks:
        yield from _renamed(fit, context)
        return
    if "dropped" in frame.marks and (context.dependencies or re.search(r"\bdependenc", fit.clause.text)):
        fit = fit._replace(frame=frame._replace(predicate="depends_on"))
    valid = _Validity(fit)
    values = _values(fit)
    for subject in fit.subjects or (PROJECT,):
        called = _subject(fit, subject, context)
        if not called and "version" in frame.marks and subject.text.lower() in ("it", "this"):
            for value in (one for one in values if not isinstance(one, str) and one.version and one.bound):
                yield from versions_of(value, software_text(value), valid.began, valid.over, valid.ended)
        if called:
            for value in values:
                if isinstance(value, str):
                    began = "" if frame.predicate in _DATES else valid.began
                    yield Extracted(called, frame.predicate, value.strip(" ,.;"), began, valid.over, valid.ended)
                else:
                    yield from _told(fit, called, value, valid, context)


def _subject(fit: Fit, subject: Phrase, context: Context) -> str:
    """What the subject is called: with its version for a date, as what it is a part of for a draft."""
    implied, predicate = context.implied(), fit.frame.predicate
    second = fit.clause.role("P2") if "made" in fit.frame.marks else None
    if second is not None and second.phrases and second.phrases[0].of is not None:
        return p.text_of(second.phrases[0].of)
    if subject is PROJECT:
        return implied
    if predicate == "has_limit" and subject.head in _AMOUNTS and fit.clause.subjects and not fit.verb.passive:
        subject = fit.clause.subjects[0]
    called = context.called(subject, whole=predicate == "renamed_to")
    if called and fit.frame.object[0] == "date":
        called = _dated_thing(subject, called, fit.clause)
    if predicate == "created_by" and subject.of is not None and subject.head == "proof":
        called = p.text_of(subject, whole=True)
    if predicate == "created_by" and subject.of is not None and subject.head in _DRAFTS:
        called = p.text_of(subject.of)
    if predicate == "listens_on" and subject.head in ("port", "ports"):
        called = re.sub(r"\s*(?:default )?ports?$", "", called) or implied
    if fit.frame.subject_kind == "target":
        if subject.head in ("dependencies", "requirements", "deps", "dependency", "requirement"):
            called = p.text_of(subject.of) if subject.of is not None else subject.owner or implied
        if called in _FILES_OF_DEPENDENCIES:
            called = implied
    return implied if called == "project" and fit.clause.command else called


def _dated_thing(subject: Phrase, called: str, clause: Clause) -> str:
    """`Atlas 5` with its version; `support for 1.x` is about 1.x."""
    if subject.head in ("work", "development") and len(subject.tokens) == 1:
        inner = subject.of or next(
            (phrase for preposition, phrase in clause.attached if preposition in ("on", "of")), None
        )
        return p.named(inner) if inner is not None else called
    if subject.head in ("support", "maintenance"):
        inner = subject.of or next((phrase for preposition, phrase in clause.attached if preposition == "for"), None)
        return p.named(inner) if inner is not None else called
    return p.named(subject, whole=True) if subject.text.lower() not in w.PRONOUNS else called


def _values(fit: Fit) -> list[Phrase | str]:
    """The objects: phrases, the words of a date, an infinitive."""
    role = fit.frame.object[0]
    if role == "date":
        dates = [d for k, d in fit.clause.dates if fit.frame.predicate != "started_on" or k in _STARTS]
        return [*dates[:1]]
    if role == "inf":
        inf = fit.clause.role("inf")
        return [inf.text] if inf is not None else []
    found: list[Phrase | str] = list(fit.objects)
    apart = re.search(r"\band\b", fit.clause.text) is not None
    if fit.frame.predicate == "located_in" and fit.frame.object_kind == "place" and not apart:
        return found[:1]  # `in Porto, Portugal`
    if fit.frame.predicate == "works_at" and len(fit.objects) == 2 and fit.objects[0].proper:
        first, second = fit.objects
        joined = f"{first.text} & {second.text}"
        if joined in fit.clause.whole:
            return [replace(first, text=joined, tokens=(*first.tokens, *second.tokens))]
    return found


def _told(fit: Fit, subject: str, value: Phrase, valid: _Validity, context: Context) -> Iterator[Extracted]:
    frame, predicate = fit.frame, fit.frame.predicate
    text = context.called(value, subject=False)
    if not text:
        return
    number = value.tokens[-1].text
    match predicate:
        case "listens_on":
            host, _, port = next(t.text for t in value.tokens if t.kind in (Kind.VERSION, Kind.ADDRESS)).rpartition(":")
            if host and host not in ("0.0.0.0", "*"):
                yield valid.fact(subject, "runs_on_host", host)
            yield valid.fact(subject, predicate, port)
            return
        case "has_version" | "min_version" | "max_version" if frame.object_kind in (
            "version",
            "upperbound",
            "versionnumber",
        ):
            if predicate == "has_version":
                predicate = "min_version" if number.endswith("+") else predicate
            name = minimum_of(subject) if predicate == "min_version" and frame.predicate == "min_version" else subject
            yield valid.fact(_unpinned(name), predicate, number.rstrip("+"))
            return
        case "has_role" if value.head in ("owner", "maintainer") and value.of is not None:
            if value.head == "maintainer":
                yield valid.fact(subject, "has_role", role_text(value))
            yield valid.fact(subject, "owns", p.text_of(value.of, whole=True))
            return
        case "owns":
            inside = attached_place(fit.clause) if value.head in _ALL and not value.of else ""
            text = inside or _owned(fit, value, text)
        case _:
            text = _object(fit, value, text)
    if predicate == "has_name" and fit.frame.object[0] == "P2" and sorts.is_title(fit.subjects[0]):
        yield valid.fact(text, "has_role", role_text(fit.subjects[0]))
        return
    if not text:
        return
    if value.version and (frame.marks & {"version", "noname"} or predicate in _VERSIONED) and predicate not in _PAIRS:
        wants = predicate == "depends_on" and fit.verb.lemma in ("require", "need") and not value.bound
        least = replace(value, bound="min") if wants or "makemin" in frame.marks else value
        yield from versions_of(least, text, valid.began, valid.over, valid.ended)
    if "noname" in frame.marks:
        if frame.object_kind == "versioned" and fit.verb.lemma in ("run", "use"):
            yield valid.fact(subject, "uses", text)
    elif text.casefold() != subject.casefold():
        yield valid.fact(subject, predicate, text)


def _unpinned(name: str) -> str:
    """`the x pin` to a version is about x."""
    return re.sub(
        r"(?<=\w) (?:pin|constraint|bound|requirement|cap|floor|ceiling|dependency|dep|range|spec)$", "", name
    )


_ALL: Final = w.words("everything anything all code stuff files")


def attached_place(clause: Clause) -> str:
    """`everything under x` is x."""
    places = ("under", "in", "inside", "below", "within", "beneath")
    return next((p.text_of(phrase) for preposition, phrase in clause.attached if preposition in places), "")


_PAIRS: Final = ("replaced_by", "renamed_to")


def _owned(fit: Fit, value: Phrase, text: str) -> str:
    """What is owned: all of `the parser of x`; of `ownership of x` only x. "" for what nobody owns."""
    behind = fit.clause.role("of", "for")
    if value.head in _SHARES:
        beside = next((phrase for preposition, phrase in fit.clause.attached if preposition in ("of", "for")), None)
        inner = value.of or (behind.phrases[0] if behind is not None and behind.phrases else beside)
        whole = value.head in ("maintainership", "ownership", "responsibility", "maintenance", "stewardship")
        return p.text_of(inner, whole=True) if inner is not None else "project" if whole else text
    idle = value.determiner in ("his", "her", "their") or value.head in kinds.NO_ROLE
    if idle or (sorts.is_team(value) and sorts.is_person_name(value)):
        return ""
    return p.text_of(value, whole=True) if value.of is not None else text


def _object(fit: Fit, value: Phrase, text: str) -> str:
    """What the object of a predicate is called."""
    match fit.frame.predicate:
        case "has_role":
            return role_text(value)
        case "runs_on_host" if sorts.hostname(value):
            return sorts.hostname(value)
        case "runs_on_host" if value.kind is Kind.ADDRESS:
            return text.rpartition(":")[0]
        case "decided":
            whole = _with_target(fit, p.named(value, whole=True), value)
            refused = fit.clause.role("against")
            against = "against" in fit.frame.marks or (refused is not None and value in refused.phrases)
            return f"against {whole}" if against else whole
        case "prefers" | "avoids":
            tongue = fit.clause.role("in")
            spoken = tongue is not None and bool(tongue.phrases) and tongue.phrases[0].text.lower() in kinds.NATURAL
            behind = f" in {tongue.text}" if tongue is not None and spoken else ""
            return re.sub(r" (?:better|more|best|most|less)$", "", p.named(value, whole=True)) + behind
        case "has_retries":
            return re.sub(r"\s+(?:times|attempts?|retries|tries)$", "", value.tokens[0].text)
        case "works_at" if value.of is not None and value.of.proper and (value.proper or value.head in n.ORGANISATIONS):
            return p.text_of(value, whole=True)
        case "works_at" if value.text.lower() == "us":
            return "project"
        case "located_in" if value.of is not None and value.kind is not Kind.PATH:
            return p.text_of(value, whole=True)
        case "renamed_to" | "replaced_by" | "has_license":
            return p.named(value)
        case "uses" | "depends_on" | "written_in":
            return software_text(value)
        case predicate if predicate in _VALUES:
            return value.tokens[0].text
        case _:
            return text


_SWITCHES: Final = w.words("switch move migration transition jump upgrade change rewrite port return cutover shift")


def _with_target(fit: Fit, text: str, value: Phrase) -> str:
    """`the move to x` with where to."""
    target = fit.clause.role("to", "from")
    if value.head not in _SWITCHES or target is None or not target.text:
        return text
    return f"{text} {target.role} {target.text}"


def role_text(value: Phrase) -> str:
    """`tech lead of checkout` as `tech lead`; a head of something keeps it."""
    if value.of is not None and value.head in ("head", "director", "vp", "president", "chair", "chief", "secretary"):
        return p.text_of(value, whole=True)
    text = value.text
    if value.head in _ROLES:
        text = role_text(value.of) if value.of is not None else text.rsplit(" ", 1)[0]
    return re.sub(r"^(?:new|newest|current|own|former|very own) ", "", text, flags=re.I)


_ROLES: Final = w.words("role position post job seat title hat duties mantle office reins")


_BUNDLED: Final = re.compile(
    r"^(?:embedded|bundled|built-in|managed|self-hosted|plain|vanilla|good "
    r"old|missing|new|mandatory|explicit|direct|transitive|runtime|unused|deprecated|legacy|additional|extra|optional|external|required|latest|newest|current|hosted|third-party|in-house|running|recent|"
    r"local|modern) (?=\S)",
    re.I,
)
_BESIDE: Final = re.compile(
    r"(?<=\w) (?:dependency|dependencies|dep|deps|requirement|prerequisite|present|installed|available|around)$"
)


def software_text(value: Phrase) -> str:
    """The name of a tool without what is only said of it."""
    return _BESIDE.sub("", _BUNDLED.sub("", value.text))


def minimum_of(subject: str) -> str:
    """`minimum supported Go version` names Go."""
    said = r"\b(?:the|minimum|minimal|min|supported|required|lowest|oldest|version|of|default)\b"
    named = " ".join(re.sub(said, " ", subject, flags=re.I).split()) or "project"
    return "Rust" if named.lower() == "msrv" else named


def versions_of(value: Phrase, name: str, began: str = "", over: str = "", ended: bool = False) -> Iterator[Extracted]:
    """The version that a phrase carries, a range as its two bounds."""
    bound = value.bound or ("min" if value.version.endswith("+") else "")
    predicate = {"min": "min_version", "max": "max_version"}.get(bound, "has_version")
    yield Extracted(name, predicate, value.version.rstrip("+"), began, over, ended)
    if value.upper:
        yield Extracted(name, "max_version", value.upper, began, over, ended)


def _renamed(fit: Fit, context: Context) -> Iterator[Extracted]:
    value = fit.objects[0]
    named = value.of if value.head == "name" and value.of is not None else value
    old, new = context.called(fit.subjects[0]), p.named(named)
    generic = fit.subjects[0].determiner in ("the", "this", "our") and fit.subjects[0].text.islower()
    if "former" not in fit.frame.marks and context.former and generic:
        old, context.former = context.former, ""
    if "former" in fit.frame.marks:
        first = fit.subjects[0]
        if old in ("project", "company", "tool", "library") or (
            first.determiner in ("this", "that", "the") and len(first.tokens) == 1 and first.text.islower()
        ):
            context.former = new
            return
        if first.determiner in ("the", "our", "this") and first.text.islower():
            context.former = new
        old, new = new, old
    if old and new and old.casefold() != new.casefold():
        yield Extracted(old, "renamed_to", new, dates_of(fit.clause)[0])
