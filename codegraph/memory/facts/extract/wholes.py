"""Sentences that are more than clauses: introductions, decisions, standing instructions, lists of requirements."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from codegraph.memory.facts.extract import fragments, kinds, openings, sorts, statements, telling
from codegraph.memory.facts.extract import names as n
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
    r"|\S+ versions? (?:below|older than|before|prior to|lower than) |(?:\w+ ){1,2}(?:older|earlier|lower) than (?=v?\d)",
    re.I,
)
_FAILS: Final = re.compile(
    r"\b(?:not|un\w+|dropped|fails?|break\w*|no longer|cannot|unable|stopp?\w*|reject\w*|refus\w*|ignored|too old|gone)\b|n't\b",
    re.I,
)
_DECIDED: Final = re.compile(
    r"(?:(?:the|our|final) )?(?:decision|decided|verdict(?: is in)?|resolution|resolved|final answer|final "
    r"call|final|(?:the )?call is made|"
    r"conclusion|it's decided|it's settled|settled|agreed|adr[ -]?\d*)(?: (?:from|of|on|at|after|in) [\w' -]{2,40})?\s*:\s*(?:we(?:'re| are)? )?(?P<o>.+)$",
    re.I,
)
_AGREED: Final = re.compile(
    r"(?:we|the (?:team|board|committee|group|maintainers)|they)(?:'ve| have)?(?: just| finally)? (?:decided|agreed|concluded|resolved)(?: [\w ]{0,30})?:\s*(?P<o>.+)$",
    re.I,
)
_GOING: Final = re.compile(r"go(?:ing)? (?:with|for) (?P<o>.+)$", re.I)
_CALLED: Final = re.compile(
    r"what(?:'s| is)? (?P<k>used to be(?: called| known as)?|was (?:once|formerly|previously)(?: "
    r"called| known as)?|was called|was(?= (?:the |our )?[`\w\"-]+`? is now)|"
    r"(?:we|they|people) (?:used to )?call(?:ed)?|now) (?P<a>.+?) (?:is|are|was once|is now|are now|was)"
    r"(?: now| once| called| known as)* (?P<b>[^,]+)$",
    re.I,
)
_KNOWN: Final = re.compile(
    r"(?:the )?(?:\w+ )?(?:formerly|previously) (?:known|called)(?: as)? (?P<a>\S+(?: \S+)?) is "
    r"(?:now |called |known as )+(?P<b>[^,]+?)(?: now)?$",
    re.I,
)
_ME: Final = re.compile(
    r"(?:i'm|i am|this is|my (?:full |real |first |given )?name(?: is|'s)|name's|call me|people call me|everyone calls me|i go by|i'm called|"
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
    for reading in (
        _introduced,
        _stack,
        _versions,
        _instead,
        proverbial,
        _pairs,
        _labelled,
        _compared,
        _needed,
        _bounded,
        _decided,
        _renamed,
        _me,
    ):
        found = list(reading(main, text, context))
        if found:
            return found
    return []


def _introduced(main: list[Token], text: str, context: Context) -> list[Extracted]:
    if Parser(main, text).find_verb(0) >= len(main) or _BASED.match(text):
        return list(fragments.introduced(main))
    return []


_STACKS: Final = re.compile(
    r"(?:(?:our|my|the|tech|full|current) )*(?:stack|tools|tooling|setup|toolchain|toolbox)", re.I
)
_BESIDE: Final = w.words("and plus & + / with ,")


def _stack(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`Python 3.12, poetry, ruff`, `our stack: Go, Postgres and Nomad`: what is used, and nothing else said."""
    colon = next((k for k, t in enumerate(main) if t.text == ":"), -1)
    if colon >= 0 and not _STACKS.fullmatch(re.sub(r" (?:is|'s|are)(?: \w+){0,4}$", "", p.joined(main[:colon]))):
        return
    found, at = [], colon + 1
    while at < len(main):
        one, after = p.phrase(main, at, len(main))
        if one is not None and one.of is not None and one.head in ("bit", "little", "lot", "touch", "pinch", "bits"):
            one = one.of
        fits = one is not None and one.of is None
        fits = fits and one is not None and (n.is_software(one.text) or n.is_software(one.opening) or colon >= 0)
        if one is None or not fits or not (kinds.tool(one) or n.is_software(one.opening)):
            if colon >= 0 and len(found) > 1 and main[at - 1].text == ",":
                break
            return
        found.append(one)
        at = after
        while at < len(main) and main[at].low in _BESIDE:
            at += 1
    whose = "user" if colon > 0 and main[0].low == "my" else "project"
    if len(found) >= (2 if colon >= 0 else 3) and not all(one.text.lower() in n.SYSTEMS for one in found):
        for one in found:
            yield Extracted(whose, "uses", one.text)
            yield from telling.versions_of(one, one.text) if one.version else ()


def _versions(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`Kotlin 2.0.21, Ktor 3.0.1`: several names, each with its version."""
    found, at = [], 0
    while at < len(main):
        one, at = p.phrase(main, at, len(main))
        if one is None:
            return
        found.append(one)
        while at < len(main) and main[at].low in (",", "and", "&", "+", ";", "/"):
            at += 1
    if len(found) > 1 and all(one.version and "." in one.version and not one.determiner for one in found):
        for one in found:
            yield from telling.versions_of(one, one.text)


_FAREWELL: Final = re.compile(
    r"(?:goodbye|bye(?:[ -]bye)?|farewell|adieu|so long|rip) (?P<old>[\w.+#-]+)(?:[,;.!]? (?:and )?(?:hello|hi|welcome|hey)(?: to)? (?P<new>[\w.+#-]+))?[.!]*$",
    re.I,
)
_REACHED: Final = re.compile(
    r"(?:please |just |you can |you may |feel free to )*(?:contact|reach|mail|e-?mail|write to|ping|call|message|text|phone|ring|ask|talk to) (?P<s>me|us|(?:the |our )?[\w. -]{2,40}?)(?: at| on| via| under| by| with|,|:| \() ?(?P<o>.*(?:\S@\S|\d{3}).*)",
    re.I,
)
_GIVE_ME: Final = re.compile(
    r"(?:just )?give me (?P<o>[^,.]+?) (?:any day|any time|every time|over [^,.]+|instead of [^,.]+)(?: of the week)?[.!]*$",
    re.I,
)
_POLICY: Final = re.compile(
    r"(?:(?:our|the|company|team|house|project|a|my) )*(?:policy|rule|convention|house rule|code style|golden rule|guideline)(?: here| in this repo| of ours)? is"
    r"(?: that we| we|:)? (?P<k>no|never|not to use|avoid|don't use|to avoid|to use|use|always use|to prefer|prefer) (?P<o>[^,.;]+?)[.!]*$",
    re.I,
)


def proverbial(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`goodbye x, hello y`, `give me x any day`, `our policy is no x`."""
    substituted = re.match(r"s(?P<sep>[/|#])(?P<a>[\w.-]+)(?P=sep)(?P<b>[\w.-]+)(?P=sep)?", text)
    if substituted:
        yield Extracted(substituted["a"], "renamed_to", substituted["b"])
        return
    welcomed = re.match(
        r"(?:add|welcome|promote|make|list) (?P<who>@?[\w-]+(?: (?-i:[A-Z])[\w-]+)?) (?:as|to)(?: an?| the| our)?(?: new| core| second| co-?)* "
        r"(?:maintainers?|code ?owners?|owners?)[.!]?$",
        text,
        re.I,
    )
    if welcomed and (welcomed["who"][:1] in "@" or welcomed["who"][:1].isupper()):
        yield Extracted(welcomed["who"], "owns", "project")
        yield Extracted(welcomed["who"], "has_role", "maintainer")
        return
    reached = _REACHED.match(text)
    if reached:
        whose = {"me": "user", "us": "project"}.get(reached["s"].lower(), _bare(reached["s"]))
        for one in tokens(reached["o"]):
            if one.kind in (Kind.EMAIL, Kind.PHONE):
                yield Extracted(whose, "has_email" if one.kind is Kind.EMAIL else "has_phone", one.text)
        return
    port = re.match(r"(?:the )?default port:? (?:is )?(\d{2,5})$", text, re.I)
    if port and context.scope:
        yield Extracted(context.implied(), "listens_on", port[1])
        return
    farewell, wanted, policy = _FAREWELL.match(text), _GIVE_ME.match(text), _POLICY.match(text)
    if farewell and (n.is_software(farewell["old"]) or (farewell["new"] and n.is_software(farewell["new"]))):
        if farewell["new"]:
            yield Extracted("project", "uses", farewell["new"])
        yield Extracted("project", "uses", farewell["old"], ended=True)
    elif wanted:
        yield Extracted("user", "prefers", _bare(wanted["o"]))
    elif policy:
        denied = policy["k"].lower() in ("no", "never", "not to use", "avoid", "don't use", "to avoid")
        yield Extracted("project", "avoids" if denied else "prefers", _bare(policy["o"]))


def _instead(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`pnpm instead of yarn`."""
    first, after = p.phrase(main, 0, len(main))
    if first is None or after + 1 >= len(main) or main[after].low not in ("instead of", "in place of"):
        return
    other, end = p.phrase(main, after + 1, len(main))
    if other is not None and end == len(main) and n.is_software(first.text) and n.is_software(other.text):
        yield Extracted("project", "uses", first.text)
        yield Extracted("project", "uses", other.text, ended=True)


def _pairs(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    """`ports: web 3000, api 4000`, `versions: Go 1.22, Node 20`, `contact: Ada, ada@x.example`."""
    at = next((k for k, t in enumerate(main) if t.text == ":"), 0)
    label = main[at - 1].low if at else ""
    reachable = [t for t in main if t.kind in (Kind.EMAIL, Kind.PHONE)]
    if label in ("contact", "contacts", "maintainer", "author", "owner", "support") and reachable:
        name, _ = p.phrase(main, at + 1, len(main))
        if name is not None and sorts.is_person_name(name) and main[-1] in reachable:
            for one in reachable:
                yield Extracted(name.text, "has_email" if one.kind is Kind.EMAIL else "has_phone", one.text)
        return
    predicate = {"ports": "listens_on", "port": "listens_on", "versions": "has_version"}.get(label, "")
    if not predicate or at > 3:
        return
    for one in p.phrases(main, at + 1, len(main))[0]:
        if one.version and (predicate != "listens_on" or one.version.isdigit()):
            yield Extracted(one.text, predicate, one.version)


def _labelled(main: list[Token], text: str, context: Context) -> list[Extracted]:
    """`minimum required version: 3.20`: a label with a figure."""
    at = next((k for k, t in enumerate(main) if t.text == ":"), 0)
    beside = (
        at
        and len(main) > at + 2
        and main[at + 2].text == ","
        and main[at + 1].kind in (Kind.PHONE, Kind.EMAIL, Kind.URL)
    )
    if beside:
        return fragments.facts_of(main[: at + 2], context)
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
        if name[-1].low in w.PREPOSITIONS | w.BOUNDS_MAX:
            yield Extracted(context.implied(), "min_version", main[at].text)
            return
        yield Extracted(p.joined(name), "min_version", main[at].text)


def _decided(main: list[Token], text: str, context: Context) -> Iterator[Extracted]:
    found = _DECIDED.match(text) or _AGREED.match(text)
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
        old, new = (re.sub(r" (?:nowadays|these days|today|now|instead)$", "", _bare(found[group])) for group in "ab")
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


def maintaining(text: str) -> Iterator[Extracted]:
    """An item of a list of maintainers."""
    found = tokens(re.split(r"\s+[(<–—-]|[(<:]", text, maxsplit=1)[0])
    name, after = p.phrase(found, 0, len(found))
    if name is not None and after >= len(found) - 1 and (sorts.is_person_name(name) or name.text.startswith("@")):
        yield Extracted(name.text, "owns", "project")


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
