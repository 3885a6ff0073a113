"""What is said without a verb: labels with their value, arrows, a name and who that is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import belonging, copula, kinds, people, sorts, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.verbs import Group

Tokens = Sequence[Token]
_NAMES: Final = frozenset([Kind.WORD, Kind.CODE, Kind.QUOTE, Kind.PATH])
_HAS: Final = frozenset([Kind.VERSION, Kind.NUMBER, Kind.ADDRESS])


def facts_of(tokens: Tokens, context: Context) -> list[Extracted]:
    """The facts of a part of a sentence without a verb; those of the first reading that fits."""
    tokens = _changed([t for t in tokens if t.text not in ("*", "_")])
    if not tokens:
        return []
    for reading in (
        _assigned,
        _addressed,
        _arrow,
        _to_version,
        _ports,
        _labelled,
        _over,
        _only,
        _named,
        _defaulted,
        _bounded,
        _quality_value,
        _event,
        _in_production,
        _at_version,
        _released,
    ):
        found = list(reading(tokens, context))
        if found:
            return found
    return []


def _changed(tokens: list[Token]) -> list[Token]:
    """`license: MIT -> Apache-2.0` as the label with what holds now."""
    at = next((k for k, t in enumerate(tokens) if t.kind is Kind.ARROW), 0)
    label = tokens[at - 3].low if at > 2 and tokens[at - 2].text == ":" else ""
    worded = label in n.QUALITIES and tokens[at - 1].kind is Kind.WORD
    return [*tokens[: at - 1], *tokens[at + 1 :]] if worded else tokens


def _addressed(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`new documentation site at https://…`."""
    found, after = p.phrase(tokens, 0, len(tokens))
    if (
        found is None
        or after + 2 != len(tokens)
        or tokens[after].low not in ("at", "on", "under")
        or tokens[after + 1].kind is not Kind.URL
    ):
        return
    yield Extracted(
        re.sub(r"^(?:new|temporary|official|current) ", "", found.text, flags=re.I), "has_url", tokens[after + 1].text
    )


def _assigned(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`max_connections = 200`, `tokio = "1.38"`."""
    quoted = len(tokens) > 2 and tokens[-2].text == "=" and tokens[-1].kind is Kind.QUOTE
    if quoted and (number := re.fullmatch(r"[\^~=]?(\d[\w.]*)", tokens[-1].text.strip("\"'"))) and len(tokens) == 3:
        yield Extracted(tokens[0].text, "has_version", number[1])
        return
    if (
        len(tokens) == 3
        and tokens[1].text == "="
        and re.search(r"\w[_.-]\w", tokens[0].text)
        and tokens[2].kind in _HAS
    ):
        yield Extracted(tokens[0].text, "has_value", tokens[2].text)


def _arrow(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`tokio 1.36 -> 1.37`, `max attempts 3 -> 6`, `"Workspace" -> "Project"`."""
    at = next((k for k, t in enumerate(tokens) if t.kind is Kind.ARROW), 0)
    if not at or at + 1 >= len(tokens):
        return
    before, after = tokens[at - 1], tokens[at + 1]
    named = before.kind in _NAMES and after.kind in _NAMES
    if context.scope.lower().startswith("rename") and named and at == 1 and len(tokens) == 3:
        yield Extracted(before.text.strip("`\"'"), "renamed_to", after.text.strip("`\"'"))
        return
    if before.kind in _HAS and after.kind in _HAS:
        start = next((k + 1 for k in range(at - 1, -1, -1) if tokens[k].text in (",", ";", ":")), 0)
        named = [
            t
            for t in tokens[start : at - 1]
            if t.text not in "(:" and t.low not in ("from", "the", "bump", "upgrade", "update")
        ]
        if not named and start > 1 and tokens[start - 1].text == ":":  # `Go: 1.21 -> 1.22`
            named = [
                t
                for t in tokens[: start - 1]
                if t.low not in ("bump", "upgrade", "update", "raise", "lower", "increase", "change")
            ]
        text = p.joined(named) if named else ""
        if not text:
            return
        head = named[-1].low
        if (
            head in n.QUALITIES - {"port"}
            or before.kind is Kind.NUMBER
            or (after.kind is Kind.VERSION and "." not in after.text and re.search(r"_|\bmax|\bmin", text))
        ):
            subject = Phrase(text, tuple(named))
            yield from belonging.property_facts(subject, Phrase(after.text, (after,)), None, context)
        elif head in ("port",) or after.kind is Kind.ADDRESS:
            whose = re.sub(r"\s*port$", "", text, flags=re.I)
            if at + 3 < len(tokens) and tokens[at + 2].low in ("for", "of", "on") and not whose:
                behind, _ = p.phrase(tokens, at + 3, len(tokens))
                whose = behind.text if behind is not None else ""
            yield Extracted(whose or context.implied(), "listens_on", after.text.lstrip(":"))
        else:
            yield Extracted(text, "has_version", after.text)


def _ports(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`HTTP port 8080, gRPC port 9090`."""
    for found in p.phrases(tokens, 0, len(tokens))[0]:
        core = found.tokens
        if len(core) > 2 and core[-2].low == "port" and kinds.port(p.Phrase("", core[-2:])):
            yield Extracted(p.joined(core[:-2]), "listens_on", core[-1].text)


def _to_version(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`serde to 1.0.210`."""
    found, after = p.phrase(tokens, 0, len(tokens))
    if (
        found is not None
        and after + 2 == len(tokens)
        and tokens[after].low == "to"
        and tokens[after + 1].kind is Kind.VERSION
        and not found.determiner
    ):
        yield Extracted(found.text, "has_version", tokens[after + 1].text)


def _labelled(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`label: value`, also several of them."""
    at = next((k for k, t in enumerate(tokens) if t.text == ":"), 0)
    if not at or at + 1 >= len(tokens):
        return
    label, after = p.phrase(tokens, 0, at)
    if label is None:
        return
    attached: tuple[tuple[str, Phrase], ...] = ()
    if after < at and tokens[after].low in w.PREPOSITIONS:
        preposition = tokens[after].low
        inner, after = p.phrase(tokens, after + 1, at)
        attached = ((preposition, inner),) if inner else ()
    if after != at:
        return
    values, end = p.phrases(tokens, at + 1, len(tokens))
    if not values:
        return
    if (
        label.text.lower() in ("released", "published", "founded", "started", "expires", "created")
        and values[0].kind is Kind.DATE
    ):
        yield Extracted(
            "project",
            {"expires": "expires_on", "released": "released_on", "published": "released_on"}.get(
                label.text.lower(), "started_on"
            ),
            values[0].text,
        )
        return
    if label.head in ("requires", "needs", "dependencies", "requirements", "prerequisites", "depends"):
        for one in values:
            if kinds.tool(one):
                yield from telling.versions_of(one, one.text) if one.version else ()
                yield Extracted(belonging.owner_of(label, context) or "project", "depends_on", one.text)
        return
    if label.head in ("decision", "decided", "verdict", "resolution") and values:
        return
    bounds = _bounds_listed(label, values)
    if bounds is not None:
        yield from bounds
        return
    if len(values) > 1 and label.head in n.QUALITIES and not any(one.kind in _HAS for one in values):
        return
    complement = Complement("P", tuple(values), p.joined(tokens[at + 1 : end]), tuple(tokens[at + 1 : end]))
    clause = Clause((label,), Group("be", 0), [complement], attached=attached)
    found = copula.facts_of(clause, context)
    if len(values) > 1 and found and all(one.predicate in ("uses", "has_version") for one in found):
        singles = [Complement("P", (one,), one.text, one.tokens) for one in values]
        found = [f for one in singles for f in copula.facts_of(Clause((label,), Group("be", 0), [one]), context)]
    if not found and values[0].version and kinds.known_name(values[0]):
        found = [fact for one in values if one.version for fact in telling.versions_of(one, one.text)]
    yield from found
    later = next((k for k in range(end, len(tokens)) if tokens[k].text == ":"), 0)
    if later:
        start = next((k for k in range(later - 1, end - 1, -1) if tokens[k].text == ","), end)
        yield from _labelled(tokens[start + 1 if tokens[start].text == "," else start :], context)


def _bounds_listed(label: Phrase, values: Sequence[Phrase]) -> list[Extracted] | None:
    """`minimum versions: x 15, y 102`, `supported: x 13+`; None where the label announces no bounds."""
    if re.search(r"\b(?:minimum|minimal|lowest|oldest)\b", label.text, re.I) and all(one.version for one in values):
        return [Extracted(one.text, "min_version", one.version) for one in values]
    if label.opening in ("supported", "tested", "compatible"):
        return [fact for one in values if one.version and one.bound for fact in telling.versions_of(one, one.text)]
    return None


def _over(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`tabs over spaces, always`; `no semicolons for me`; `no more Gradle for us`."""
    lows = [t.low for t in tokens]
    if lows[0] in ("no", "no more") and len(lows) > 2:
        found, after = p.phrase(tokens, 1, len(tokens))
        if (
            found is not None
            and lows[0] == "no more"
            and n.is_software(found.text)
            and lows[after : after + 1] in ([], [","])
        ):
            yield Extracted("project", "uses", found.text, ended=True)
        elif found is not None and lows[after : after + 2] in (["for", "me"], ["for", "us"]):
            us = lows[after + 1] == "us"
            if lows[0] == "no more":
                yield Extracted("project" if us else "user", "uses", found.text, ended=True)
            else:
                yield Extracted("project" if us else "user", "avoids", found.text)
        return
    first, after = p.phrase(tokens, 0, len(tokens))
    if first is not None and after < len(tokens) and lows[after] == "over":
        second, end = p.phrase(tokens, after + 1, len(tokens))
        if second is not None and (end >= len(tokens) or tokens[end].text == "," or lows[end] in w.ADVERBS):
            yield Extracted("user", "prefers", p.named(first, whole=True))


def _only(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`no jest here, vitest only`: known software."""
    lows = [t.low for t in tokens]
    start = lows.index(",") + 1 if "," in lows else 0
    found, after = p.phrase(tokens, start, len(tokens))
    alone = (
        found is not None
        and after + 1 == len(tokens)
        and lows[after] in ("only", "everywhere", "all the way", "throughout")
    )
    led = start == 0 or lows[0] in ("no", "not", "never")
    if alone and led and found is not None and n.is_software(found.text) and not found.version:
        yield Extracted("project", "uses", found.text)


def _named(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    return introduced(tokens)


def introduced(tokens: Tokens) -> Iterator[Extracted]:
    """`Nadia here`; `Leocadia, platform engineer at Brightmoor, based in Porto`."""
    name, after = p.phrase(tokens, 0, len(tokens))
    if name is None or not sorts.is_person_name(name):
        return
    here = after < len(tokens) and tokens[after].low in ("here", "speaking")
    # `Nadia again, still at Brightmoor`; by itself it is whatever happened again.
    again = after + 1 < len(tokens) and tokens[after].low == "again"
    here = here or (again and tokens[after + 1].text in (",", "-", "–"))
    rest = tokens[after + 1 :] if here else tokens[after:]
    if rest and rest[0].text in (",", "-", "–"):
        rest = rest[1:]
    title, behind = p.phrase(rest, 0, len(rest)) if rest else (None, 0)
    titled = title is not None and kinds.title(title)
    if not here and not titled:
        return
    dash = not here and after < len(tokens) and tokens[after].text in ("-", "–", "—", ":")
    who = name.text if dash else "user"
    if not dash:
        yield Extracted(who, "has_name", name.text)
    if titled and title is not None:
        yield from people.role(who, title)
    for one in rest:
        if not dash and one.kind in (Kind.EMAIL, Kind.PHONE):
            yield Extracted(who, "has_email" if one.kind is Kind.EMAIL else "has_phone", one.text)
    while behind < len(rest):
        if rest[behind].low in ("at", "with", "from"):
            org, _ = p.phrase(rest, behind + 1, len(rest))
            if org is not None and kinds.org(org):
                yield Extracted(who, "works_at", org.text)
        elif rest[behind].low == "in" and behind and rest[behind - 1].low in ("based", "living", "located"):
            place, _ = p.phrase(rest, behind + 1, len(rest))
            if place is not None and kinds.place(place):
                yield Extracted(who, "located_in", place.text)
        behind += 1


def _defaulted(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`max_workers (default: 16)`."""
    lows = [t.low for t in tokens]
    if "default" in lows[1:] and tokens[0].kind is Kind.CODE:
        at = lows.index("default", 1)
        value = next(
            (t for t in tokens[at + 1 :] if t.kind in (Kind.VERSION, Kind.NUMBER, Kind.CODE, Kind.QUOTE)), None
        )
        if value is not None:
            yield Extracted(tokens[0].text.strip("`"), "has_default", value.text.strip("`\"'"))


def _quality_value(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`line length 100, that is our rule`."""
    found, after = p.phrase(tokens, 0, len(tokens))
    if found is None or (after < len(tokens) and tokens[after].text != ",") or found.determiner:
        return
    named = replace(found, version="")
    if (
        found.version
        and len(found.tokens) > 1
        and found.head in n.QUALITIES - {"port", "version", "level", "step", "number"}
    ):
        value = Token(found.version, found.version, Kind.VERSION, 0, 0)
        yield from belonging.property_facts(named, Phrase(found.version, (value,)), None, context)


_WHERE: Final = w.words("in_production in_prod everywhere here locally")


_EVENTS: Final = w.words("freeze deadline demo launch cutover kickoff retro audit go-live hackathon")


def _event(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`code freeze Friday`."""
    found, after = p.phrase(tokens, 0, len(tokens))
    step = after + 1 if after < len(tokens) and tokens[after].low in ("on", "by") else after
    if found is not None and found.head in _EVENTS and step < len(tokens) and tokens[step].kind is Kind.DATE:
        yield Extracted(found.text, "due_on", tokens[step].text)


def _in_production(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`Postgres 9.6 in production`."""
    found, after = p.phrase(tokens, 0, len(tokens))
    if found is None or not found.version or not n.is_software(found.text) or after >= len(tokens):
        return
    if tokens[after].low in _WHERE and (after + 1 == len(tokens) or tokens[after + 1].text == ","):
        yield from telling.versions_of(found, found.text)


def _at_version(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`build: gradle wrapper 8.10`: all that a commit says."""
    found, after = p.phrase(tokens, 0, len(tokens))
    if not context.type or found is None or after != len(tokens) or found.determiner or found.bound:
        return
    if "." in found.version and found.head not in n.QUALITIES:
        yield Extracted(found.text, "has_version", found.version)


def _released(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`chore(release): 3.4.0`."""
    if (
        len(tokens) == 1
        and tokens[0].kind is Kind.VERSION
        and (
            context.scope.lower() == "release"
            or (context.scope.lower() in ("chore", "build", "version", "bump") and tokens[0].text.count(".") > 1)
        )
    ):
        yield Extracted("project", "has_version", tokens[0].text)


def _bounded(tokens: Tokens, context: Context) -> Iterator[Extracted]:
    """`Python 3.10+` alone."""
    found, after = p.phrase(tokens, 0, len(tokens))
    if found is not None and after == len(tokens) and found.version and found.bound and kinds.known_name(found):
        yield from telling.versions_of(found, found.text)
