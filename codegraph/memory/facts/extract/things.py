"""`x is y` about things: versions, addresses, tastes, dates, names, tools and properties."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import kinds, sorts, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.belonging import (
    Said,
    attached,
    measured,
    owner_of,
    property_facts,
    quality,
    snake,
    versioned_name,
)
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_FAVOURITES: Final = re.compile(r"^(?:preferred|favou?rite|fav|go-to|beloved|personal favou?rite)\s+", re.I)
_NOW: Final = re.compile(r"\b(?:now|nowadays|these days)\b")
_FORMER: Final = re.compile(r"^(?:old|former|previous|original)\s+", re.I)
_LEAST: Final = re.compile(r"\b(?:minimum|minimal|min|oldest|lowest|earliest|required|least|floor|baseline)\b")
_MOSTS: Final = ("max", "maximum", "newest", "highest", "latest")
_LEASTS: Final = ("minimum", "minimal", "oldest", "lowest", "required")
_MOST: Final = re.compile(r"\b(?:maximum|max|highest|last supported|latest supported|newest supported|upper)\b")
_LANGUAGE: Final = re.compile(r"C|C\+\+\d*|C#|C\d\d")
_MADE_OF_CODE: Final = w.words(
    "service app application program script tool library package daemon codebase project binary "
    "crate module server cli "
    "client bot"
)
_TOLD_BY_SIZE: Final = re.compile(r"(?:ttl|timeout|limit|size|time|rate|count|max|min|ratio|budget|_\w+)$", re.I)
_WHEN: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        [
            "deadline",
            "launch",
            "release",
            "go-live",
            "demo",
            "freeze",
            "cutover",
            "meeting",
            "conference",
            "kickoff",
            "workshop",
            "audit",
            "beta",
            "target",
            "cut-off",
            "cutoff",
        ],
        "due_on",
    ),
    **dict.fromkeys(("due date", "launch date", "code freeze", "target date", "submission deadline"), "due_on"),
    **dict.fromkeys(("expiry", "eol", "sunset", "end", "end-of-life"), "expires_on"),
    **dict.fromkeys(("expiry date", "expiration date", "end of life", "end of support", "sunset date"), "expires_on"),
    **dict.fromkeys(("start", "start date"), "started_on"),
    "release date": "released_on",
    "birthday": "born_on",
}
# What takes its date for something else: `the deadline for x`.
_OF_SOMETHING: Final = re.compile(
    r"deadline|(?:due|target|release|expiry|expiration|start|launch|sunset) date|end of "
    r"(?:life|support)|eol|expiry|start|end|birthday|.* date"
)
_EVENT: Final = re.compile(
    r"(?:party|exam|review|talk|event|hackathon|retro|offsite|call|interview|sprint|sync|milestone|cut|day|migration|switch|"
    r"rollout|train|maintenance|downtime|summit|fair|session|hearing|onboarding|webinar|presentation|planning|inspection|"
    r"appointment)s?$"
)
_READY: Final = w.words("due planned scheduled done ready in finished live available complete valid good out")
_DATING: Final = ("on", "in", "at", "by", "", "for", "before", "until", "till", "from", "around", "through")
_REFERENCES: Final = w.words(
    "pr prs ref refs reference references see closes fixes issue issues bug ticket commit cc via thread more note"
)
_SOMEBODY: Final = ("it", "this", "that", "i", "we", "he", "she", "they", "there")


def version(said: Said) -> Iterator[Extracted]:
    """`the current version is 2.1`, `Go 1.21 is the minimum`, `Postgres 15 is our db`."""
    subject, value = said.subject, said.value
    text = f"{subject.text} {p.text_of(subject, whole=True)}".lower()
    worded = value.tokens[0].low in ("version", "release")
    numeric = value.kind is Kind.VERSION and (len(value.tokens) == 1 or worded)
    of_version = subject.head in ("version", "release", "versions") or re.match(r"(?:latest|current|newest)\b", text)
    if numeric and (of_version or worded):
        predicate = "min_version" if _LEAST.search(text) else "max_version" if _MOST.search(text) else "has_version"
        yield Extracted(versioned_name(subject, said.context), predicate, value.tokens[-1].text.rstrip("+"))
        return
    if value.version and subject.head == "version":
        bound = "min" if _LEAST.search(text) else value.bound
        yield from telling.versions_of(replace(value, bound=bound), value.text)
    if numeric and subject.opening in _MOSTS and "supported" in text and n.is_software(subject.head):
        yield Extracted(subject.tokens[-1].text, "max_version", value.tokens[-1].text)
        return
    if numeric and subject.opening in _LEASTS and len(subject.tokens) in (2, 3) and n.is_software(subject.head):
        yield Extracted(subject.tokens[-1].text, "min_version", value.tokens[-1].text.rstrip("+"))
        return
    now = _NOW.search(said.clause.whole) is not None
    if numeric and n.is_software(subject.text) and not subject.determiner and ("." in value.text or now):
        yield Extracted(subject.text, "has_version", value.tokens[-1].text.rstrip("+"))
        return
    if not subject.version:
        return
    low = value.text.lower()
    if _LEAST.search(low):
        yield Extracted(subject.text, "min_version", subject.version)
    elif re.search(r"\b(?:latest|current|newest)\b", low):
        yield Extracted(subject.text, "has_version", subject.version)
    elif _MOST.search(low):
        yield Extracted(subject.text, "max_version", subject.version)
    elif kinds.known_name(subject) and value.head in n.TOOL_KINDS:
        yield from telling.versions_of(subject, subject.text)
        yield Extracted("project", "uses", subject.text)


def network(said: Said) -> Iterator[Extracted]:
    """`the port is 80`, `staging's url is …`, `our hotline is +49 …`."""
    subject, value, owner = said.subject, said.value, said.owner
    rest = " ".join(t.text for t in subject.tokens[:-1])
    whose = owner if owner != "user" else ""
    if value.kind is Kind.URL and (
        subject.head in _REFERENCES
        or subject.head in ("created", "found", "reported", "based")
        or subject.head.endswith("-by")
    ):
        return
    if value.kind is Kind.URL:
        prefix = re.sub(r"\b(?:base|home|public|main|web|api)$", "", rest, flags=re.I).strip()
        generic = subject.head in ("url", "address", "link", "home", "location", "place")
        named = prefix if generic else said.called(subject)
        if subject.head in ("home", "location", "place"):
            named = attached(said.clause, "for", "of")
        ours = whose == "project" and not generic
        yield Extracted((named if ours else whose or named) or "project", "has_url", value.text)
    elif value.kind is Kind.EMAIL:
        yield Extracted(owner or _contact(said, rest), "has_email", value.text)
    elif value.kind is Kind.PHONE:
        yield Extracted(
            owner if owner and not (owner == "project" and rest) else _contact(said, rest), "has_phone", value.text
        )
    elif subject.head in ("port", "ports") and kinds.port(value):
        bare = re.sub(
            r"^(?:default|main|standard) |\b(?:default|main|http|https|tcp|listening)$", "", rest, flags=re.I
        ).strip()
        for one in filter(kinds.port, said.what.phrases):
            yield Extracted(whose or bare or "project", "listens_on", one.tokens[-1].text.lstrip(":"))
    elif kinds.port_number(subject) and kinds.known_name(value):
        yield Extracted(value.text, "listens_on", subject.tokens[-1].text.lstrip(":"))
    elif subject.head in ("host", "hostname", "server") and kinds.host(value) and rest + owner:
        yield Extracted(owner or rest, "runs_on_host", value.text)
    elif (
        subject.head in _PAGES
        and len(value.tokens) == 1
        and re.fullmatch(r"[\w-]+(?:\.[\w-]+)+", value.text)
        and sorts.is_host(value)
    ):
        yield Extracted(said.called(subject), "has_url", value.text)
    elif value.kind is Kind.ADDRESS:
        yield from at_address(owner or said.called(subject), value.text)
    elif (
        subject.head in n.MACHINES
        and len(value.tokens) == 1
        and not value.determiner
        and _MACHINE_NAME.fullmatch(value.text)
    ):
        yield Extracted(said.called(subject), "has_name", value.text)


_MACHINE_NAME: Final = re.compile(r"[a-z][\w]*(?:-[\w]+)*-?\d+|[a-z]+(?:-[a-z]+){1,3}")


def at_address(whose: str, address: str) -> Iterator[Extracted]:
    host, _, number = address.rpartition(":")
    yield Extracted(whose, "listens_on", number)
    if host:
        yield Extracted(whose, "runs_on_host", host)


def _contact(said: Said, rest: str) -> str:
    if said.subject.head in ("number", "phone", "email", "mail", "address", "mobile", "cell", "line", "e-mail"):
        kind = r"\b(?:phone|mobile|email|e-mail|mail|cell|desk|work|private|telephone)$"
        return re.sub(kind, "", rest, flags=re.I).strip() or "project"
    return said.called(said.subject) or "project"


def favourite(said: Said) -> Iterator[Extracted]:
    """`my favourite shell is x`, `the tool of our choice is x`, `I'm a fan of x`, `we're an x shop`."""
    subject, value = said.subject, said.value
    chosen = subject.of if subject.of is not None and subject.of.head == "choice" else None
    if chosen or _FAVOURITES.match(subject.text) or subject.head in ("preference", "favourite", "favorite"):
        whose = (chosen.owner or subject.owner or "project") if chosen else said.owner
        yield Extracted(whose, "prefers", p.named(value, whole=True))
        return
    if not sorts.is_person(subject) and subject.text.lower() not in ("i", "we"):
        return
    kind_of = value.of if value.head in ("more", "much", "bit") and value.of is not None else value
    if kind_of.head in _DEVOTED and len(kind_of.tokens) > 1 and not sorts.is_title(kind_of):
        liked = p.joined(kind_of.tokens[:-1])
        if not said.clause.verb.negated and kind_of.tokens[0].low not in (
            "new",
            "only",
            "morning",
            "people",
            "nice",
            "busy",
            "good",
        ):
            yield Extracted(said.called(subject), "prefers", liked)
        return
    inside = said.clause.role("in")
    if value.head in ("fan", "lover", "believer", "proponent", "advocate", "friend"):
        liked = value.of or (inside.phrases[0] if inside is not None and inside.phrases else None)
        if liked is not None:
            yield Extracted(said.called(subject), "prefers", p.named(liked, whole=True))
    elif value.text.lower().endswith(("shop", "house")) and len(value.tokens) > 1 and subject.text.lower() == "we":
        tool = " ".join(t.text for t in value.tokens[:-1])
        numbered = re.fullmatch(r"(?P<n>\S+) (?P<v>\d[\w.]*)", tool)
        if numbered and n.is_software(numbered["n"]):
            tool = numbered["n"]
            yield Extracted(tool, "has_version", numbered["v"])
        if n.is_software(tool) or tool[:1].isupper():
            yield Extracted("project", "uses", tool)


def date(said: Said) -> Iterator[Extracted]:
    """`the deadline is 15 March`."""
    subject = said.subject
    key = subject.text.lower()
    predicate = _WHEN.get(key, _WHEN.get(subject.head, ""))
    if subject.head == "release" and subject.opening in ("first", "initial", "last", "latest", "previous"):
        predicate = "released_on"
    if said.value.kind is Kind.DATE and predicate:
        about = attached(said.clause, "for", "on", "of") or said.about
        if not _OF_SOMETHING.fullmatch(key):
            whose = said.context.called(subject, whole=True)
        elif not about and key == "birthday" and subject.owner == "my":
            whose = "user"
        else:
            whose = about or "project"
        yield Extracted(whose, predicate, said.value.text)


def dated(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`the demo is on 4 May`, `the release is due in June`."""
    dates = [(k, d) for k, d in clause.dates if k in _DATING]
    if not dates or not clause.subjects:
        return
    subject, what = clause.subjects[0], clause.role("P")
    key = subject.text.lower()
    said = what.phrases[0].head if what is not None and what.phrases else ""
    if sorts.is_person(subject) or key in _SOMEBODY or (said and said not in _READY):
        return
    predicate = _WHEN.get(key, _WHEN.get(subject.head, "due_on"))
    if clause.verb.past and not clause.verb.modal:
        if not re.search(r"\b(?:release|version|launch|debut|publication)$", key):
            return
        predicate = "released_on"
    elif said in ("valid", "good"):
        predicate = "expires_on"
    elif dates[0][0] in ("until", "till", "through", "from") and said != "due":
        return
    known = key in _WHEN or subject.head in _WHEN or _EVENT.search(key) is not None
    if not said and not clause.verb.modal and not known:
        return
    called = context.called(subject, whole=True)
    if _OF_SOMETHING.fullmatch(key):
        called = attached(clause, "for", "on") or owner_of(subject, context) or "project"
    if called:
        yield Extracted(called, predicate, dates[0][1])


def rename(said: Said) -> Iterator[Extracted]:
    """`the old x is y now`, `Foo is now Bar`."""
    subject, value = said.subject, said.value
    former = said.context.former
    if (
        former
        and subject.text.lower() in ("it", "this", "that")
        and kinds.name(value)
        and (value.kind is Kind.CODE or value.proper)
    ):
        said.context.former = ""
        yield Extracted(former, "renamed_to", p.named(value))
        return
    before = said.clause.verb.over and said.clause.verb.past
    if not (before or _NOW.search(said.clause.whole) or said.clause.verb.perfect) or not kinds.name(value):
        return
    if not (value.kind is Kind.CODE or value.proper):
        return
    older = _FORMER.match(subject.text)
    if said.clause.verb.over and said.clause.verb.past:
        if kinds.name(subject) and subject.proper and subject.kind is value.kind:
            yield Extracted(p.named(value), "renamed_to", p.named(subject))
        return
    if older:
        yield Extracted(subject.text[older.end() :], "renamed_to", p.named(value))
    elif (
        len(subject.tokens) == 2
        and subject.tokens[0].kind in _QUOTED
        and value.kind in _QUOTED
        and len(value.tokens) == 1
    ):
        yield Extracted(p.joined(subject.tokens[:1]), "renamed_to", p.named(value))
    elif subject.kind in _QUOTED and value.kind in _QUOTED and len(subject.tokens) == len(value.tokens) == 1:
        yield Extracted(p.named(subject), "renamed_to", p.named(value))
    elif _bare_name(subject) and _bare_name(value) and not n.is_software(value.text):
        yield Extracted(subject.text, "renamed_to", value.text)


_QUOTED: Final = (Kind.QUOTE, Kind.CODE)


def _bare_name(found: Phrase) -> bool:
    named = kinds.name(found) and found.proper and not kinds.title(found) and found.text.lower() not in w.PRONOUNS
    return named and not found.determiner and not found.version and len(found.tokens) == 1


def kind(said: Said) -> Iterator[Extracted]:
    """`our editor is Helix`, `the db is Postgres 14`, `the back end is C`, `the mailer is Ruby`."""
    subject, value, past = said.subject, said.value, said.clause.verb.past
    former = _FORMER.match(subject.text) is not None
    if (past and not said.clause.verb.over and not former) or not _names_a_tool(value):
        return
    known = any(n.is_software(t.text) for t in value.tokens)
    if subject.text.lower() == "it" and not said.context.thing and not said.context.thing_object and known:
        yield Extracted("project", "uses", telling.software_text(value))
        return
    constant = re.fullmatch(r"[A-Z][A-Z0-9_]+|\d.*", value.text) is not None and not known
    called = said.called(subject)
    spoken = subject.head in ("language", "lang") and value.text.lower() in n.LANGUAGES
    if (subject.head in n.QUALITIES and not spoken) or constant or called in ("", "user") or sorts.is_person(subject):
        return
    if value.version:
        yield from telling.versions_of(value, telling.software_text(value))
    if said.owner == "user" and subject.head in _MY_THINGS:
        yield Extracted("user", "uses", telling.software_text(value), ended=former and past)
        return
    of_tools = subject.head in n.TOOL_KINDS or " ".join(t.low for t in subject.tokens[-2:]) in n.TOOL_KINDS
    chosen = subject.head in (
        "language",
        "lang",
        "stack",
        "shell",
        "runtime",
        "platform",
        "toolchain",
        "editor",
        "tooling",
    )
    if _LANGUAGE.fullmatch(value.text) or (value.text.lower() in n.LANGUAGES and not chosen):
        yield Extracted(called, "written_in", re.sub(r"(?<=\+\+)\d+$", "", value.text))
    elif of_tools or known or subject.head in _KINDS_OF_SOFTWARE:
        whose = (
            "user"
            if said.owner == "user"
            else "project"
            if (of_tools or subject.head in _KINDS_OF_SOFTWARE) and subject.head not in ("backend", "frontend")
            else called
        )
        yield Extracted(whose, "uses", telling.software_text(value), ended=former and past)
        for one in said.what.phrases[1:]:
            if n.is_software(one.text):
                yield from telling.versions_of(one, one.text) if one.version else ()
                yield Extracted(whose, "uses", one.text, ended=former and past)
    beside = said.clause.role("with", "plus", "on top of")
    if chosen and beside is not None:
        for one in beside.phrases:
            other = one.of if one.of is not None else one
            if n.is_software(other.text):
                yield Extracted("user" if said.owner == "user" else "project", "uses", other.text)


def _names_a_tool(value: Phrase) -> bool:
    if value.determiner in ("a", "an", "the", "this", "that", "our", "my") or value.kind in (Kind.QUOTE, Kind.PATH):
        return False
    constant = value.text.lower() in ("utc", "true", "false", "null", "none")
    return kinds.known_name(value) and value.kind is not Kind.DATE and kinds.tool(value) and not constant


def property(said: Said) -> Iterator[Extracted]:
    """`the … timeout is 30 s`, `our licence is MIT`, `the byte order of x is little-endian`."""
    subject, value = said.subject, said.value
    low = subject.text.lower()
    number = measured(value)
    behind = [one.phrases[0] for one in said.clause.complements if one.role == "for" and one.phrases]
    if len(behind) > 1 and len(behind) == len(said.what.phrases) and number and subject.head in n.QUALITIES:
        for whose, figure in zip(behind, said.what.phrases, strict=True):
            yield quality(p.text_of(whose), snake(subject.text), figure, said.context)
        return
    if low in ("it", "that", "this"):
        if low == "it" and number and said.context.quality and len(value.tokens) == 1:
            yield quality("project", said.context.quality, value, said.context)
        return
    named = subject.head in n.QUALITIES or low in n.QUALITIES or subject.head in ("directory", "url", "encoding")
    if (
        subject.head == "extension"
        and re.fullmatch(r"(?-i:[A-Z])[a-z]+(?: [A-Z][a-z]+)*", subject.owner)
        and subject.owner not in ("", "project")
    ):
        yield Extracted(subject.owner, "has_phone", p.named(value))
        return
    if subject.kind in (Kind.NUMBER, Kind.DATE) or subject.version or sorts.is_person(subject):
        return
    if value.of is not None and not named:
        return
    if not number:
        plain = subject.head in _CHOSEN and value.kind is Kind.WORD and len(value.tokens) == 1 and not value.determiner
        if named and (
            _constant(value) or (plain and value.head not in _JUDGED and _JUDGING.search(value.head) is None)
        ):
            yield from property_facts(subject, value, said.clause, said.context)
        return
    counted = value.tokens[0].kind is Kind.VERSION and len(value.tokens) > 1
    sized = _TOLD_BY_SIZE.search(subject.text) or subject.opening in ("max", "min", "maximum", "minimum", "default")
    told = value.kind is Kind.NUMBER and bool(sized)
    key = subject.kind is Kind.CODE or "_" in subject.text
    if not counted and (named or told or key):
        yield from property_facts(subject, value, said.clause, said.context)


_KINDS_OF_SOFTWARE: Final = w.words(
    "services integrations vendors providers tools libraries frameworks databases platforms technologies"
)
_MY_THINGS: Final = w.words(
    "keyboard mouse monitor laptop phone machine os distro browser keymap font terminal shell editor ide headset tablet trackball dock"
)
_DEVOTED: Final = w.words(
    "person guy girl gal user man woman kid junkie nerd addict enthusiast devotee diehard dude fanboy fangirl purist loyalist"
)
_PAGES: Final = w.words("page site website dashboard homepage portal demo playground docs wiki blog forum")
_CHOSEN: Final = w.words(
    "branch encoding charset locale language theme strategy region currency codename nickname mascot algorithm cipher dialect"
)
_JUDGED: Final = w.words(
    "fine good bad broken wrong right slow fast missing optional required unknown unclear important open closed new old free done ok "
    "okay better best worse different same clear simple hard easy great protected dead gone stale clean green red ready here there"
)
_JUDGING: Final = re.compile(r"(?:ed|ing|able|ible|ful|less|ous|ive|ly)$")


def _constant(value: Phrase) -> bool:
    """A word that is a value: capital, code, a path, or spelt with a hyphen."""
    if len(value.tokens) > 3 or value.determiner or value.kind not in (Kind.WORD, Kind.CODE, Kind.QUOTE, Kind.PATH):
        return False
    spelt = re.match(r"[A-Z\d]", value.text) or re.search(r"\w[-.]\w|/|\w\d", value.text)
    return spelt is not None or value.kind in (Kind.CODE, Kind.PATH)


def described(said: Said) -> Iterator[Extracted]:
    """`x is a Go service`, `x is a member of y`, `x is the successor of y`."""
    subject, value = said.subject, said.value
    first = next((t for t in value.tokens[:-1] if t.low in n.LANGUAGES), value.tokens[0])
    language = first.low in n.LANGUAGES and first.text[:1].isupper()
    if value.head in ("member", "part") and value.of is not None:
        if sorts.is_team(value.of):
            for one in filter(kinds.person, said.clause.subjects):
                yield Extracted(said.called(one), "member_of", p.text_of(value.of))
    elif value.head in ("successor", "replacement"):
        behind = said.clause.role("for", "to")
        other = value.of or (behind.phrases[0] if behind is not None and behind.phrases else None)
        if other is not None:
            yield Extracted(p.text_of(other), "replaced_by", said.called(subject))
    elif value.determiner in ("a", "an") and len(value.tokens) > 1 and value.head in _MADE_OF_CODE:
        after = value.tokens[value.tokens.index(first) + 1]
        numbered = first.low in n.LANGUAGES and after.kind is Kind.VERSION
        if (
            language
            or numbered
            or (
                first.low in n.LANGUAGES
                and len(first.text) > 3
                and first.low not in ("make", "basic", "scheme", "swift")
            )
        ):
            yield Extracted(said.called(subject), "written_in", first.text)
        if numbered:
            yield Extracted(first.text, "has_version", after.text)
