"""What stands in brackets, said of what it stands behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import kinds, sorts, statements, telling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract.clauses import Parser
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.verbs import Group, verb_group

_PRONOUNS: Final = ("he", "she", "it", "they", "who", "which")
_NAMING: Final = ("was", "née", "formerly", "previously", "once", "originally", "now", "aka", "ex")
_VALUES: Final = (Kind.VERSION, Kind.NUMBER, Kind.CODE, Kind.QUOTE, Kind.WORD)


class Aside(NamedTuple):
    before: list[Token]
    inside: list[Token]


def taken_out(read: Sequence[Token]) -> tuple[list[Token], list[Aside]]:
    """The tokens without what stands in brackets, and that with what it stands behind. `<a@b>` is one as well."""
    main: list[Token] = []
    asides: list[Aside] = []
    inside: list[Token] | None = None
    for number, one in enumerate(read):
        following = read[number + 1] if number + 1 < len(read) else None
        if one.text == "(" or (one.text == "<" and following is not None and following.kind is Kind.EMAIL):
            inside = []
        elif one.text in (")", ">") and inside is not None:
            asides.append(Aside(list(main), inside))
            inside = None
        elif inside is not None:
            inside.append(one)
        else:
            main.append(one)
    return main + (inside or []), asides


def facts_of(aside: Aside, text: str, context: Context) -> list[Extracted]:
    before, inside = _last_phrase(aside.before), aside.inside
    if before is None or not inside:
        return []
    first = inside[0]
    if first.kind is Kind.BOUND:
        return list(_bounded(before, inside))
    if first.kind is Kind.EMAIL:
        return [Extracted(_name_of(before), "has_email", first.text)]
    if (
        len(inside) == 1
        and first.kind is Kind.VERSION
        and kinds.known_name(before)
        and not before.version
        and "." in first.text
    ):
        return [Extracted(before.text, "has_version", first.text)]
    if first.low == "port" and len(inside) == 2 and inside[1].kind is Kind.VERSION and inside[1].text.isdigit():
        return [Extracted(before.text, "listens_on", inside[1].text)]
    if first.low in ("default", "defaults"):
        return list(_default(before, inside))
    if first.low.partition("-")[0] == "ex" and sorts.is_person(before):
        name = p.joined(inside[1:]).strip("- ") if first.low == "ex" else p.joined(inside)[3:]
        return [Extracted(context.called(before), "works_at", name, ended=True)] if name else []
    parser = Parser(inside, text)
    _read(parser, before, inside)
    if parser.found.clauses:
        return statements.facts_of(parser.found.clauses, context)
    value, after = p.phrase(inside, 0, len(inside))
    if value is not None and after == len(inside) and sorts.is_team(value) and sorts.is_person_name(before):
        return [Extracted(p.text_of(before), "member_of", p.text_of(value))]
    if value is None or after != len(inside) or not sorts.is_person_name(before) or not kinds.proper(value):
        return []
    employed = value.kind is Kind.WORD and not n.is_software(value.text) and value.text.lower() not in n.STORES
    return [Extracted(p.text_of(before), "works_at", value.text)] if employed else []


def _name_of(before: Phrase) -> str:
    """The name that a phrase ends with: `please contact Runa` ends with Runa."""
    tokens = before.tokens
    cut = len(tokens)
    while cut and tokens[cut - 1].text[:1].isupper():
        cut -= 1
    return p.joined(tokens[cut:]) if 0 < cut < len(tokens) else p.text_of(before)


def _read(parser: Parser, before: Phrase, inside: list[Token]) -> None:
    """Clauses of what is in the brackets, where there are any."""
    first = inside[0].low
    behind = inside[1].low if len(inside) > 1 else ""
    person = sorts.is_person(before) and (" " in before.text or behind in ("of", "at", "with"))
    if first in _PRONOUNS:
        group = verb_group(inside, 1, len(inside))
        if group is not None:
            parser.clause((before,), group)
    elif first in _NAMING and not person and (first != "was" or before.kind is Kind.CODE):
        parser.described((before,), 0, parser.end)
    elif first in ("called", "named") and any(
        t.low in ("before", "until", "previously", "formerly", "once") for t in inside
    ):
        cut = next((k for k, t in enumerate(inside) if t.low in ("before", "until")), parser.end)
        parser.found.clauses.append(_once(parser, before, cut))
    elif parser.is_participle(0):
        parser.reduced((before,), 0, parser.end)
    else:
        value, after = p.phrase(inside, 0, len(inside))
        if (value is not None and after == len(inside) and _is_the_same(before, value)) or (
            value is not None and kinds.title(value) and sorts.is_person(before)
        ):
            parser.clause((before,), Group("be", 0))


def _once(parser: Parser, before: Phrase, end: int) -> Clause:
    """`(called x before 2.0)`."""
    inner = parser.tokens[1:end]
    other, _ = p.phrases(inner, 0, len(inner))
    named = Complement("P", tuple(other), p.joined(inner), tuple(inner))
    return Clause((before,), Group("call", 0, passive=True, past=True, over=True), [named], relative=True)


def _is_the_same(before: Phrase, value: Phrase) -> bool:
    """`my manager (Ines)`, `our database (Postgres 14)`."""
    if sorts.is_person_name(value) and not value.of:
        return bool(before.owner) and (sorts.is_title(before) or before.head in n.PERSONAL)
    of_tools = before.head in n.TOOL_KINDS or bool(before.owner) or before.determiner == "the"
    return of_tools and n.is_software(value.text) and not n.is_software(before.text) and not sorts.is_person(before)


def _bounded(before: Phrase, inside: list[Token]) -> Iterator[Extracted]:
    """`Pillow (>= 9.0)`."""
    whole = [before.tokens[-1], *inside]
    found, end = p.phrase(whole, 0, len(whole))
    if found is not None and found.version and end == len(whole):
        yield from telling.versions_of(found, p.text_of(before))


def _default(before: Phrase, inside: list[Token]) -> Iterator[Extracted]:
    """`max_workers (default: 16)`."""
    value = next((t for t in inside[1:] if t.kind in _VALUES and t.low not in ("to", "is")), None)
    if value is not None and (before.kind is Kind.CODE or "_" in before.text):
        key = before.tokens[-1].text if "_" in before.tokens[-1].text else before.text
        yield Extracted(key.strip("`"), "has_default", value.text.strip("`\"'"))


def _last_phrase(before: list[Token]) -> Phrase | None:
    for start in range(max(0, len(before) - 6), len(before)):
        made, after = p.phrase(before, start, len(before))
        if made is not None and after == len(before) and (start == 0 or not p.is_noun(before[start - 1])):
            return made
    return None
