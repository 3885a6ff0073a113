"""Sentences that are more than clauses: introductions, decisions, standing instructions, lists of requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from codegraph.memory.facts.extract import fragments, kinds, openings, sorts, statements, telling
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.clauses import Parser
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.model import USER
from codegraph.memory.facts.extract.tokens import Kind, Token, tokens
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.verbs import Group, verb_group

_NEEDED: Final = re.compile(
    r"you(?:'ll| will)? (?:also )?(?:need|require|must have)(?: to (?:have|install))? "
    r"(?P<o>(?:at least )?[\w.+#-]+(?: [A-Z]\w+)? v?\d.*)$",
    re.I,
)
_SUPPORTED: Final = re.compile(
    r"(?:only )?(?P<n>\S+(?: \S+)?) versions? (?P<k>up to|below|before|older "
    r"than|through|from|since|above|newer than) "
    r"(?P<v>v?\d[\w.]*) (?:are|is) (?:also |still )?(?:supported|accepted|allowed|ok|fine)",
    re.I,
)
_BELOW: Final = re.compile(
    r"(?:anything|everything|versions?) (?:below|older than|before|lower than|under|prior to|earlier than) "
    r"|\S+ versions? (?:below|older than|before|prior to|lower than) ",
    re.I,
)
_FAILS: Final = re.compile(r"\b(?:not|un\w+|dropped|fails?|break\w*|no longer|cannot)\b|n't\b", re.I)
_DECIDED: Final = re.compile(
    r"(?:(?:the|our|final) )?(?:decision|decided|verdict|resolution|resolved|final answer|final "
    r"call|(?:the )?call is made|"
    r"conclusion|it's decided|it's settled|settled|agreed|adr[ -]?\d*)\s*:\s*(?:we(?:'re| are)? )?(?P<o>.+)$",
    re.I,
)
_GOING: Final = re.compile(r"go(?:ing)? (?:with|for) (?P<o>.+)$", re.I)
_CALLED: Final = re.compile(
    r"what(?:'s| is)? (?P<k>used to be(?: called| known as)?|was (?:once|formerly|previously)(?: "
    r"called| known as)?|was called|"
    r"(?:we|they|people) (?:used to )?call(?:ed)?|now) (?P<a>.+?) (?:is|are|was once|is now|are now|was)"
    r"(?: now| once| called| known as)* (?P<b>[^,]+)$",
    re.I,
)
_KNOWN: Final = re.compile(
    r"(?:the )?(?:\w+ )?(?:formerly|previously) (?:known|called)(?: as)? (?P<a>\S+(?: \S+)?) is now "
    r"(?:called |known as )?(?P<b>[^,]+)$",
    re.I,
)
_ME: Final = re.compile(
    r"(?:i'm|i am|this is|my name is|my name's|name's|call me|people call me|everyone calls me|i go by|i'm called|"
    r"you can call me) ",
    re.I,
)
_BASED: Final = re.compile(r"\S+, \w+ \w+ at \S+, based in")
_OPTIONAL: Final = re.compile(
    r"^(?:optional(?:ly)?|recommended|required)\s*:?\s*|\s+\((?:optional|required|recommended)\)", re.I
)
_STANDING: Final = re.compile(
    r"^(?:(?:please|but|and|so|always|never|don't ever|do not ever|don't|do not|from now on|from here "
    r"on|going forward|"
    r"in the future|in (?:this|our) \w+),?\s+)+",
    re.I,
)
_HELD: Final = re.compile(
    r",?\s+(?:from now on|from here on|going forward|in (?:this|our) \w+|here|everywhere|please|instead)(?=[,.!]|$)",
    re.I,
)
_DENIED: Final = re.compile(r"\b(?:never|don't ever|do not ever|don't|do not)\b", re.I)
_STANDING_VERBS: Final = w.words(
    "use prefer write put add format choose go answer speak reply respond name stick import keep include avoid run"
)
_DENIABLE: Final = w.words("use prefer import add write include put avoid")


def facts_of(main: list[Token], text: str, context: Context) -> list[Extracted]:
    """The facts of a sentence that is read as a whole, none where it is one of clauses."""
    for reading in (_introduced, _labelled, _compared, _needed, _bounded, _decided, _renamed, _me):
        found = list(reading(main, text, context))
        if found:
            return found
    return []


def _introduced(main: list[Token], text: str, context: Context) -> list[Extracted]:
    if Parser(main, text).find_verb(0) >= len(main) or _BASED.match(text):
        return list(fragments.introduced(main))
    return []


def _labelled(main: list[Token], text: str, context: Context) -> list[Extracted]:
    """`minimum required version: 3.20`: a label with a figure."""
    at = next((k for k, t in enumerate(main) if t.text == ":"), 0)
    figure = (
        at and len(main) == at + 2 and main[-1].kind in (Kind.VERSION, Kind.NUMBER, Kind.URL, Kind.EMAIL, Kind.DATE)
    )
    return fragments.facts_of(main, context) if figure else []


def _compared(main: list[Token], text: str, context: Context) -> list[Extracted]:
    """`tabs over spaces, always`, `no more x for us, …`."""
    comma = next((k for k, t in enumerate(main) if t.text == ","), 0)
    if not comma or not re.match(r"no more |\S+ over \S+,", text, re.I):
        return []
    found = fragments.facts_of(main[:comma], context)
    return found + statements.facts_of(Parser(main[comma + 1 :], text).parse().clauses, context) if found else []


def _needed(main: list[Token], text: str, context: Context) -> list[Extracted]:
    """`you need x 3`: a requirement of the project."""
    found = _NEEDED.match(text)
    if not found:
        return []
    told = f"requires {found['o']}"
    return statements.facts_of(openings.clauses(Parser(tokens(told), told), Group("require", 1)), context)


def _bounded(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`only x versions up to 8 are supported`, `anything below x 3 won't work`."""
    supported = _SUPPORTED.match(text)
    if supported:
        lower = supported["k"].lower() in ("from", "since", "above", "newer than")
        yield Extracted(supported["n"], "min_version" if lower else "max_version", supported["v"])
        return
    at = next((k for k, t in enumerate(main) if t.kind is Kind.VERSION), 0)
    if at and _BELOW.match(text) and _FAILS.search(text):
        name = main[:1]
        if main[0].low in ("anything", "everything", "version", "versions"):
            name = [t for t in main[2:at] if t.low not in w.PREPOSITIONS and t.low != "than"] or main[at - 1 : at]
        yield Extracted(p.joined(name), "min_version", main[at].text)


def _decided(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    found = _DECIDED.match(text)
    if found:
        chosen = found["o"].rstrip(". ")
        going = _GOING.match(chosen)
        yield Extracted("project", "decided", going["o"] if going else chosen)


def _renamed(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`what used to be x is now y`."""
    known = _KNOWN.match(text)
    if known:
        yield Extracted(_bare(known["a"]), "renamed_to", _bare(known["b"]))
        return
    found = _CALLED.match(text)
    if found:
        old, new = (_bare(found[group]) for group in "ab")
        yield Extracted(new, "renamed_to", old) if found["k"].lower() == "now" else Extracted(old, "renamed_to", new)


def _bare(text: str) -> str:
    bare = re.sub(r"^(?:the|an?|our|my|known as|called|now)\s+", "", text.strip(" .`\"'"), flags=re.I)
    return bare.strip("`\"' ")


def _me(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`I'm Leif, SRE at x`: a name and what goes with it, in front of the rest."""
    found = _ME.match(text)
    start = next((k for k, t in enumerate(main) if found and t.start >= found.end() - 1), len(main))
    name, after = p.phrase(main, start, len(main))
    if name is None or not sorts.is_person_name(name) or sorts.is_title(name):
        return
    yield Extracted("user", "has_name", name.text)
    rest = main[after:]
    for one in rest:
        if one.kind in (Kind.EMAIL, Kind.PHONE):
            yield Extracted("user", "has_email" if one.kind is Kind.EMAIL else "has_phone", one.text)
    if len(rest) < 2:
        return
    if rest[0].low == "at":
        org, _ = p.phrase(main, after + 1, len(main))
        if org is not None and kinds.org(org):
            yield Extracted("user", "works_at", org.text)
    elif rest[0].text in (",", "(", "-", "–", ".") or rest[0].low in ("and", "by", "btw"):
        skip = 2 if rest[0].text == "," and rest[1].low == "and" else 1
        yield from _beside_a_name(rest[skip:], text, context)


def _beside_a_name(inner: list[Token], text: str, context: Context) -> list[Extracted]:
    parser = Parser(inner, text)
    said, behind = p.phrase(parser.tokens, 0, parser.end)
    if said is None or not kinds.title(said) or p.starts_verb(parser.tokens, behind, parser.end):
        return statements.facts_of(parser.parse().clauses, context)
    at, _ = parser.clause((USER,), Group("be", 0))
    return statements.facts_of(openings.rest(parser, at, (USER,)), context)


def required(text: str) -> Iterator[Extracted]:
    """An item of a list of requirements."""
    found = tokens(_OPTIONAL.sub("", text).rstrip("."))
    for one in p.phrases(found, 0, len(found))[0]:
        if kinds.tool(one) and kinds.known_name(one):
            yield Extracted("project", "depends_on", one.text)
            yield from telling.versions_of(one, one.text) if one.version else ()


def standing(text: str) -> Iterator[Extracted]:
    """`always use x`, `never use y`, `from now on write in z`: what somebody prefers or avoids."""
    denied = _DENIED.search(text) is not None
    bare = _HELD.sub("", _STANDING.sub("", text)).rstrip(". !")
    for part in re.split(r",\s+(?=(?:use|prefer|never|always|not)\b)", bare):
        read = tokens(part)
        group = verb_group(read, 0, len(read), base=True)
        if group is None or group.lemma not in _STANDING_VERBS or (denied and group.lemma not in _DENIABLE):
            continue
        at = group.end
        while at < len(read) and read[at].low in ("with", "for", "to", "in"):
            at += 1
        value, after = p.phrase(read, at, len(read))
        if value is None or value.text.lower() in w.PRONOUNS:
            continue
        words = p.named(value, whole=True)
        if group.lemma == "write" and not denied and after < len(read) and read[after].low in ("in", "with"):
            words = part[read[at].start :].strip()
        yield Extracted("user", "avoids" if denied != (group.lemma == "avoid") else "prefers", words)
        denied = False


def in_request(read: tuple[Token, ...], text: str, context: Context) -> list[Extracted]:
    """Of a request only what a relative clause states of a person: `ask x, who maintains y`."""
    at = next((k for k, t in enumerate(read) if t.low == "who" and k and read[k - 1].text == ","), 0)
    start = next((k for k in range(1, at - 1) if read[k].text[:1].isupper()), 0)
    if not at or not start:
        return []
    clauses = Parser(read[start:], text).parse().clauses
    return [fact for one in clauses if one.relative for fact in statements.of_clause(one, context)]
