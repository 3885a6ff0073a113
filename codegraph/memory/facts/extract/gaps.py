"""Lists that leave out what they share: `x lives in a, y in b`, `the limit is 4 and the delay 5`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import sorts
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.model import STOPS, Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.verbs import Group

if TYPE_CHECKING:
    from codegraph.memory.facts.extract.complements import Complements

_VALUES: Final = (Kind.NUMBER, Kind.VERSION)


def filled(c: Complements, found: list[Phrase], begin: int, after: int, *, comma: bool) -> int:
    """What noun phrases behind a separator go on with; where that ends."""
    for reading in (
        _tool_of,
        _version_behind,
        _measured,
        _same_object,
        _same_preposition,
        _renumbered,
        _on_port,
        _somebody_else,
        _path_behind,
        _port_of,
        _value_of,
        _version_of,
    ):
        ended = reading(c, found, begin, after)
        if ended is not None:
            return ended
    clause = c.clause
    direct = clause.role("P")
    last = clause.complements[-1] if clause.complements else None
    tokens = found[0].tokens
    if found[0].head in ("port", "ports") or (len(tokens) == 2 and tokens[0].low == "port"):
        c.add("port", found, begin, after)
        return after
    if last is None:
        return _until_comma(c, after) if comma else after
    if last.role in ("for", "as") and direct is not None and c.low(after) in ("for", "as"):
        clause.complements[clause.complements.index(direct)] = replace(direct, phrases=(*direct.phrases, *found))
        return after
    titled = (
        bool(last.phrases) and sorts.is_title(last.phrases[-1]) and last.phrases[-1].determiner in ("the", "our", "my")
    )
    if comma and titled and sorts.is_person_name(found[0]) and len(found) == 1:
        what = last.phrases[-1]
        said = Complement("P", (what,), what.text, what.tokens)
        c.parser.found.clauses.append(Clause((found[0],), Group("be", 0), [said], relative=True))
        return after
    if comma and last.phrases and last.phrases[-1].head == "port" and found[0].kind is Kind.VERSION:
        c.add("port", found, begin, after)
        return after
    described = bool(found[0].determiner) or sorts.is_title(found[0]) or tokens[0].low in ("formerly", "previously")
    if comma and last.phrases and described:
        about = c.antecedent(last.phrases) if clause.verb.lemma == "be" else (last.phrases[-1],)
        end = _until_comma(c, after)
        c.parser.described(about, begin, end)
        return end
    if last.phrases and not comma:
        clause.complements[-1] = replace(last, phrases=(*last.phrases, *found))
        return after
    return _until_comma(c, after) if comma else after


def _tool_of(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`the backend is Nest, frontend Angular 17`."""
    one = found[0]
    if (
        c.clause.verb.lemma != "be"
        or len(one.tokens) < 2
        or len(found) != 1
        or c.tokens[begin - 1].text not in (",", "and")
    ):
        return None
    kind, name = one.tokens[:-1], one.tokens[-1:]
    if kind[-1].low not in n.TOOL_KINDS or not n.is_software(name[0].text):
        return None
    value = replace(one, text=p.joined(name), tokens=tuple(name), determiner="")
    said = Complement("P", (value,), value.text, value.tokens)
    c.parser.found.clauses.append(Clause((Phrase(p.joined(kind), tuple(kind)),), c.clause.verb, [said]))
    return after


def _version_behind(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`we are on mysql, 5.7 even`."""
    last = c.clause.complements[-1] if c.clause.complements else None
    worded = len(found[0].tokens) == 2 and found[0].opening == "version" and found[0].kind is Kind.VERSION
    if (
        last is not None
        and last.phrases
        and worded
        and c.tokens[begin - 1].text == ","
        and not last.phrases[-1].version
    ):
        upwards = after < c.end and c.low(after) in w.OPEN_UP
        name = replace(last.phrases[-1], version=found[0].tokens[-1].text, bound="min" if upwards else "")
        c.clause.complements[-1] = replace(last, phrases=(*last.phrases[:-1], name))
        return after + 1 if upwards else after
    if (
        last is None
        or not last.phrases
        or len(found) != 1
        or found[0].kind is not Kind.VERSION
        or len(found[0].tokens) != 1
    ):
        return None
    name = last.phrases[-1]
    if not n.is_software(name.text) or name.version or c.tokens[begin - 1].text != ",":
        return None
    c.clause.complements[-1] = replace(last, phrases=(*last.phrases[:-1], replace(name, version=found[0].text)))
    return after


def _measured(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`…, cost factor 12`: a property with its figure behind what the clause says."""
    one = found[0]
    if c.tokens[begin - 1].text != "," or one.determiner:
        return None
    if one.version and one.head in n.QUALITIES and not one.bound:
        figure = c.tokens[after - 1]
        named = one
    elif len(one.tokens) > 1 and one.tokens[-1].kind in _VALUES and one.tokens[-2].low in n.QUALITIES - {"port"}:
        figure, named = one.tokens[-1], replace(one, tokens=one.tokens[:-1], text=p.joined(one.tokens[:-1]))
    elif after < c.end and c.tokens[after].kind is Kind.NUMBER and one.head in n.QUALITIES - {"port"}:
        figure, named, after = c.tokens[after], one, after + 1
    else:
        return None
    if c.clause.verb.lemma == "be" or c.clause.role("measure") is not None:
        return None
    value = Phrase(figure.text, (figure,))
    c.clause.complements.append(Complement("measure", (replace(named, version=""), value), figure.text, (figure,)))
    return after


def _same_object(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`Ada maintains `a`, Bo `b``."""
    direct, tokens = c.clause.role("P"), found[0].tokens
    if (
        direct is None
        or len(tokens) < 2
        or tokens[-1].kind is not Kind.CODE
        or direct.phrases[-1].kind is not Kind.CODE
    ):
        return None
    name, value = Phrase(p.joined(tokens[:-1]), tokens[:-1]), Phrase(p.joined(tokens[-1:]), tokens[-1:])
    if not tokens[0].text[:1].isupper():
        return None
    c.parser.found.clauses.append(Clause((name,), c.clause.verb, [Complement("P", (value,), value.text, value.tokens)]))
    return after


def _same_preposition(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`x lives in a, y in b`, also with something between: `the tooling around it in OCaml`."""
    clause = c.clause
    direct = clause.role("P")
    if len(found) != 1 or (direct is not None and not clause.verb.passive):
        return None
    at = after
    while at < c.end and c.low(at) in w.PREPOSITIONS and not clause.role(c.low(at)):
        _, behind = p.phrases(c.tokens, at + 1, c.end)
        at = max(behind, at + 1)
    low = c.low(at)
    same = clause.role(low) if low in w.PREPOSITIONS else None
    if same is None or not same.phrases or low == "for":
        return None
    inner, behind = p.phrases(c.tokens, at + 1, c.end)
    if not inner:
        return None
    parts = [Complement(low, tuple(inner), c.parser.slice(at + 1, behind), tuple(c.tokens[at + 1 : behind]))]
    if c.low(behind) in ("with", "using", "on"):
        more, ended = p.phrases(c.tokens, behind + 1, c.end)
        if more and ended >= c.end:
            parts.append(Complement(c.low(behind), tuple(more), c.parser.slice(behind + 1, ended)))
            behind = ended
    c.parser.found.clauses.append(Clause(tuple(found), clause.verb, parts, list(clause.particles)))
    return behind


def _renumbered(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`update x 1 to 2 and y to 3`."""
    clause, direct = c.clause, c.clause.role("P")
    if not clause.command or c.low(after) != "to" or direct is None or not direct.phrases:
        return None
    if clause.role("to") is None and not direct.phrases[-1].upper:
        return None
    inner, behind = p.phrases(c.tokens, after + 1, c.end)
    if not inner:
        return None
    parts = [Complement("P", tuple(found), ""), Complement("to", tuple(inner), "")]
    c.parser.found.clauses.append(Clause((), clause.verb, parts, command=True))
    return behind


def _somebody_else(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`Ada maintains the parser, Bo the lexer`."""
    direct, who = c.clause.role("P"), found[0]
    if (
        len(found) != 1
        or direct is None
        or c.tokens[begin - 1].text not in (",", "and")
        or c.low(after) not in ("the", "our", "its", "my")
    ):
        return None
    same = c.clause.subjects and (sorts.is_person_name(c.clause.subjects[0]) or sorts.is_team(c.clause.subjects[0]))
    if not same or not sorts.is_person_name(who) or c.clause.verb.passive:
        return None
    what, behind = p.phrase(c.tokens, after, c.end)
    if what is None or (behind < c.end and p.starts_verb(c.tokens, behind, c.end)):
        return None
    c.parser.found.clauses.append(Clause((who,), c.clause.verb, [Complement("P", (what,), what.text, what.tokens)]))
    return behind


def _path_behind(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`on a separate volume, /mnt/x`: the place by its name."""
    last = c.clause.complements[-1] if c.clause.complements else None
    if last is None or last.role not in ("in", "on", "under", "at", "to") or len(found) != 1 or len(last.phrases) != 1:
        return None
    plain = last.phrases[0].kind is Kind.WORD and last.phrases[0].determiner in ("a", "an", "the", "its", "our")
    if not plain or not sorts.is_path(found[0]) or c.tokens[begin - 1].text != "," or "/" not in found[0].text:
        return None
    c.clause.complements[-1] = replace(last, phrases=tuple(found), text=found[0].text)
    return after


def _on_port(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`the bastion is x, ssh on 2222`."""
    number = c.tokens[after + 1] if after + 1 < c.end else None
    if len(found) != 1 or number is None or c.low(after) not in ("on", "at") or found[0].kind is not Kind.WORD:
        return None
    told = number.kind is Kind.ADDRESS or (
        number.kind is Kind.VERSION and number.text.isdigit() and len(number.text) in (4, 5)
    )
    if not told or c.tokens[begin - 1].text not in (",", "and"):
        return None
    port = Phrase(number.text, (number,))
    c.parser.found.clauses.append(
        Clause(tuple(found), Group("listen", 0), [Complement("on", (port,), port.text, port.tokens)])
    )
    return after + 2


def _port_of(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`gRPC uses port 1, HTTP port 2`."""
    direct = c.clause.role("P")
    tokens = found[0].tokens
    if direct is None or not direct.phrases or direct.phrases[0].tokens[0].low != "port":
        return None
    if len(tokens) < 3 or tokens[-1].kind is not Kind.VERSION or tokens[-2].low != "port":
        return None
    name, split = p.phrase(c.tokens, begin, after - 2)
    number, _ = p.phrase(c.tokens, after - 2, after)
    if name is None or number is None or split != after - 2:
        return None
    c.parser.found.clauses.append(
        Clause((name,), c.clause.verb, [Complement("P", (number,), number.text, number.tokens)])
    )
    return after


def _value_of(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`the limit is 4 and the delay 5`."""
    direct = c.clause.role("P")
    if c.clause.verb.lemma != "be" or direct is None or not direct.phrases or direct.phrases[0].kind not in _VALUES:
        return None
    if after < c.end and c.tokens[after].kind is Kind.NUMBER:
        after += 1
    part = c.tokens[begin:after]
    if part[-1].kind not in _VALUES or len(part) < 2:
        return None
    subject, _ = p.phrase(part, 0, len(part) - 1)
    value, _ = p.phrase(part, len(part) - 1, len(part))
    if subject is None or value is None:
        return None
    c.parser.found.clauses.append(
        Clause((subject,), c.clause.verb, [Complement("P", (value,), value.text, (part[-1],))])
    )
    return after


def _version_of(c: Complements, found: list[Phrase], begin: int, after: int) -> int | None:
    """`prod runs Postgres 15, staging 16`."""
    direct, one = c.clause.role("P"), found[0]
    if not one.version or one.bound or n.is_software(one.text) or direct is None or not direct.phrases:
        return None
    if not direct.phrases[-1].version or c.tokens[begin - 1].text != ",":
        return None
    other = replace(direct.phrases[-1], version=one.version)
    said = replace(direct, phrases=(other,))
    c.parser.found.clauses.append(Clause((replace(one, version=""),), c.clause.verb, [said]))
    return after


def _until_comma(c: Complements, at: int) -> int:
    while (
        at < c.end and c.tokens[at].text != "," and c.tokens[at].text not in STOPS and c.low(at) not in w.SUBORDINATORS
    ):
        at += 1
    return at
