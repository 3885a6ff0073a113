"""The places of a rule filled: what pronouns stand for, where noun phrases are cut, which facts come of it."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract.values import Extracted, Rule, Slot

_GENERIC_SCOPES: Final = frozenset(
    [
        "feat",
        "fix",
        "chore",
        "docs",
        "doc",
        "refactor",
        "perf",
        "test",
        "tests",
        "build",
        "ci",
        "style",
        "deps",
        "revert",
        "infra",
        "release",
        "changelog",
        "misc",
        "all",
        "repo",
        "cleanup",
        "lint",
        "types",
        "config",
        "ops",
        "update",
        "dep",
        "dev",
        "hotfix",
        "wip",
        "security",
        "deps-dev",
        "dependencies",
        "npm",
        "pip",
        "cargo",
    ]
)
_CUT_CHOICE: Final = re.compile(
    r"\s+(?:instead of|rather than|over|because|since|so that|so|after|as it|as we|which|in order to|due to)\s.*$|,\s.*$",
    re.I,
)
_CUT_PREFERENCE: Final = re.compile(
    r"\s+(?:over|to|rather than|instead of|than|because|since|when|for|where|so|as|but|whenever)\s.*$|,\s.*$", re.I
)
_WITH: Final = re.compile(r"^(?P<a>[^,]+?) with (?P<b>(?!an?\b|the\b)[^,]+?)(?: as .*)?$", re.I)


@dataclass(slots=True)
class Context:
    """What pronouns and missing subjects stand for, as far as the text has been read."""

    scope: str = ""
    type: str = ""
    thing: str = ""
    thing_object: str = ""
    person: str = ""
    quality: str = ""
    found: list[Extracted] = field(default_factory=list)

    @property
    def subject(self) -> str:
        return self.scope if self.scope and self.scope.lower() not in _GENERIC_SCOPES else "project"


def predicate_of(predicate: str, groups: Mapping[str, str | None]) -> str:
    if "{k}" not in predicate:
        return re.sub(r"\{\w\}", "", predicate)
    key = p.bare(groups.get("k") or "").strip()
    if predicate == "{k}":
        return "located_in"
    return predicate.replace("{k}", "_".join(re.split(r"[\s-]+", key.lower())))


def subjects(each: Rule, groups: Mapping[str, str | None], context: Context) -> list[str]:
    raw = groups.get("s")
    if each.predicate == "{k}":
        raw = groups.get("k")
    elif "{x}" in each.predicate:
        raw = groups.get("x")
    elif "x" in groups and each.of and groups.get("x"):
        raw = groups["x"]
    if raw is None:
        if each.of in ("user", "project"):
            return [each.of]
        if each.of == "sentence":
            return [context.thing] if context.thing else []
        return [context.subject] if each.subject is not Slot.PERSON else []
    wholes = p.parts(raw) if "s" in each.lists else [raw]
    found = [_subject(part, context) for part in wholes]
    if not all(s and p.is_phrase(s) and (s in ("user", "project") or p.fits(s, each.subject)) for s in found):
        return []
    if each.subject is Slot.PERSON and "project" in found:
        return []
    return found


_ANYBODY: Final = re.compile(
    r"(?:(?:most|many|some|all|other|new|our|the|few) )*(?:users|people|developers|customers|clients|readers|programmers|beginners|contributors|folks|others|"
    r"companies|organi[sz]ations|teams|projects|humans|you)$",
    re.I,
)
_VAGUE: Final = re.compile(
    r"(?:that|this|these|those|such|too|so|more|less|lots|plenty|a lot|all|any|some|both|the same|another|one)\b", re.I
)
_LEAST: Final = re.compile(r"(?:at least|a minimum of|minimum|min\.?) ", re.I)
_WHOLE: Final = re.compile(
    r"^(?:(?:everything|anything|all code|all files|whatever is) (?:in|under|below|inside|within|beneath) |"
    r"(?:the )?(?:first|original|initial|early|earliest) (?:version|draft|implementation|prototype|cut|incarnation|release)s? of )",
    re.I,
)
_PRONOUNS: Final = {"i": "user", "me": "user", "we": "project", "us": "project", "everything": "project"}


def _subject(raw: str, context: Context) -> str:
    text = re.sub(
        r"^(?:and|but|so|then|also|now|btw|fyi|today|currently|for now|at the moment|right now|by default|in production|in prod|locally|under the hood|these days|out of the box),?\s+",
        "",
        raw.strip(),
        flags=re.I,
    )
    text = re.sub(
        r"\s+(?:all|both|now|also|still|already|currently|just|mostly|internally|really|personally|strongly|generally|usually|always|often)$",
        "",
        text,
        flags=re.I,
    )
    led = re.match(
        r"(?:after|before|following|during|in|on|at|with|for|by|since|because|as|given)\b.*?\b(we|i|they|he|she)$",
        text,
        re.I,
    )
    text = led[1] if led else text
    word = (
        re.sub(r"'(?:ve|m|re|s|d|ll)$", "", text.lower())
        if text.lower().startswith(("i'", "we'", "it'", "he'", "she'"))
        else text.lower()
    )
    if word in _PRONOUNS:
        return _PRONOUNS[word]
    if word in ("it", "that one", "this", "they"):
        return context.thing or context.thing_object
    if word in ("he", "she"):
        return context.person
    named = re.match(
        rf"(?:my|our|the|an?|your|new)\s+(?:[\w-]+\s+){{0,3}}?[\w-]+,?\s+(?P<n>(?-i:{p.PERSON_NAME}))$", text, re.I
    )
    if named and (len(named["n"].split()) > 1 or p.is_person(text[: named.start("n")].strip())):
        return named["n"]
    if _ANYBODY.match(text) or re.match(
        r"(?:line|section|chapter|step|figure|table|page|issue|case|row|column|bug|ticket) #?\d+$", text, re.I
    ):
        return ""
    found = p.trimmed(_WHOLE.sub("", text))
    return "" if found.lower() == "user" else found  # a user of the software, not the one who talks


def objects(each: Rule, groups: Mapping[str, str | None], predicate: str) -> list[str]:
    raw = each.what or groups.get("o") or ""
    if each.what:
        return [each.what]
    if predicate == "decided":
        if raw[:1].isupper() and not re.match(r"[A-Z][a-z]+ing\b", raw):
            raw = re.sub(r" (?:for|as) .*", "", raw)
        choice = p.trimmed(_CUT_CHOICE.sub("", raw)) if each.object is Slot.CHOICE else p.trimmed(raw)
        return [choice] if p.fits(choice, Slot.CHOICE) else []
    if predicate in ("prefers", "avoids"):
        found = p.trimmed(_CUT_PREFERENCE.sub("", raw))
        return (
            [found]
            if p.fits(found, Slot.ANY)
            and not re.match(
                r"(?:it|that|this|to|you|your|not|them|him|her|me|us|being|people|doing that)\b", found, re.I
            )
            else []
        )
    wholes = p.parts(raw) if "o" in each.lists else [raw]
    found = []
    for whole in wholes:
        pair = _WITH.match(whole) if predicate == "uses" and len(wholes) == 1 else None
        found += [pair["a"], pair["b"]] if pair else [whole]
    cut = [_object(each, part, predicate) for part in found]
    return cut if all(part and p.fits(_unversioned(part, each), each.object) for part in cut) else []


def _unversioned(text: str, each: Rule) -> str:
    if each.versioned:
        text = _LEAST.sub("", text)
    versioned = p.NAME_VERSION.match(text) if each.versioned else None
    return versioned["name"] if versioned else text


def _object(each: Rule, raw: str, predicate: str) -> str:
    text = raw.strip()
    if each.object is Slot.PERSON and text.lower() in ("i", "me", "myself"):
        return "user"
    match each.object:
        case Slot.VALUE | Slot.DATE | Slot.URL | Slot.EMAIL | Slot.PHONE | Slot.VERSION:
            return text.strip(" .,;`'\"")
        case Slot.HOST:
            return p.trimmed(p.without_place(p.without_purpose(text)))
        case Slot.PATH | Slot.PLACE:
            path = re.split(r"\s+and\s+|\s+by\s+|,\s|\s+with\s+", text)[0] if "/" in text else text
            return p.trimmed(path)
        case Slot.PORT:
            return re.sub(r"\s*\(.*\)|^port |^:", "", text).strip()
    if predicate in (
        "uses",
        "depends_on",
        "written_in",
        "works_at",
        "owns",
        "runs_on_host",
        "renamed_to",
        "replaced_by",
        "created_by",
    ):
        text = p.without_purpose(text)
    if predicate == "owns":
        text = _WHOLE.sub("", text)
        text = re.sub(r"\s+from\s.*$", "", text)
    if predicate in ("uses", "depends_on") and (_VAGUE.match(text) or re.fullmatch(rf"{p.VALUE}(?: .*)?", text, re.I)):
        return ""
    if predicate == "depends_on" and re.search(r"\bof the\b|\bof your\b", text):
        return ""
    if predicate in ("uses", "depends_on"):
        text = re.sub(
            r"^(?:(?:an?|the|our|its) )?(?:embedded|bundled|built-in|managed|self-hosted|plain|vanilla|good old|hosted|third-party|in-house) (?=[A-Z])",
            "",
            text,
        )
        text = re.sub(r"(?<=\w) (?:dependency|dependencies|dep|deps)$", "", text)
    if predicate in ("uses", "depends_on", "written_in", "works_at", "created_by"):
        text = p.without_place(text)
    if predicate == "renamed_to":
        text = p.without_place(text)
    return p.trimmed(text)


def facts(
    each: Rule, subject: str, predicate: str, value: str, began: str, over: str, ended: bool
) -> Iterator[Extracted]:
    """The fact, and what its object says beside: the version of a tool, the team of a title."""
    if predicate == "has_role":
        value = re.sub(r"\s+by .*$", "", value)
        value, _ = p.title_and_team(value)
    if each.versioned:
        least = _LEAST.match(value)
        value = value[least.end() :] if least else value
        versioned = p.NAME_VERSION.match(value)
        if versioned:
            value = p.trimmed(versioned["name"])
            bound = "has_version"
            if versioned["open"]:
                bound = (
                    "max_version"
                    if versioned["open"].lower() in ("older", "earlier", "lower", "below")
                    else "min_version"
                )
            elif versioned["plus"] or versioned["bound"] == ">=" or each.versioned == "min_version" or least:
                bound = "min_version"
            if value:
                yield Extracted(value, bound, versioned["version"], began, over, ended)
    if value and subject.casefold() != value.casefold():
        yield Extracted(subject, predicate, value, began, over, ended)
