"""From a sentence to clauses, each with a subject of its own, and the plainer forms of a clause."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract.frames import LEXICON
from codegraph.memory.facts.extract.lexicon import Form
from codegraph.memory.facts.extract.phrases import PERSON_NAME, VALUE, is_person, is_title
from codegraph.memory.facts.extract.values import Clause

_ADVERBS: Final = re.compile(
    r"(?<!\w[-.])\b(?:now|currently|also|still|already|just|recently|officially|finally|mostly|mainly|actually|really|basically|fully|entirely|simply|"
    r"directly|internally|primarily|largely|originally|typically|generally|nowadays|presently|jointly|exclusively|solely|formally|eventually|personally|"
    r"apart from that|by default)\b,?\s+(?=\S)",
    re.I,
)
_DOING: Final = re.compile(
    r"(?P<be>'s|'re|'m|\s(?:is|are|am|was|were)|\s(?:has|have) been|'ve been|'s been)\s+(?P<v>using|running|working|living|maintaining|owning|leading|"
    r"heading|depending|relying|listening|serving|storing|keeping|managing|reporting|hosting|requiring|needing|building)\b",
    re.I,
)
_BASE: Final = {
    "using": "uses", "running": "runs", "working": "works", "living": "lives", "maintaining": "maintains", "owning": "owns", "leading": "leads",
    "heading": "heads", "depending": "depends", "relying": "relies", "listening": "listens", "serving": "serves", "storing": "stores", "keeping": "keeps",
    "managing": "manages", "reporting": "reports", "hosting": "hosts", "requiring": "requires", "needing": "needs", "building": "builds",
}  # fmt: skip
_DONE: Final = re.compile(
    r"(?:'ve|\s(?:has|have))\s+(?P<v>used|run|owned|maintained|led|worked|lived|depended|chosen|picked|decided|joined|left|moved|become|switched|"
    r"migrated|upgraded|replaced|settled|agreed|opted|adopted|inherited|taken over)\b",
    re.I,
)
_LED: Final = re.compile(
    r"^(?:in|on|at|for|with|from|under|as|per|by|after|since|according to|inside|within|besides|thanks to|due to|like|following|given|to|throughout|"
    r"during|when|while|across)\b[^,]{1,60},\s*(?P<rest>.+)$",
    re.I,
)
_CUT: Final = re.compile(
    r"\s*,\s.*$|\s+(?:because|so that|so|which|where|when|while|in order to|due to|thanks to|whenever|until|till|after|before|unless|although|though|since|and)\s.*$",
    re.I,
)


def plain(text: str) -> str:
    """A clause in its plainest form: without adverbs, the verb as it stands in a table of rules."""
    found = _ADVERBS.sub("", text)
    found = _DOING.sub(lambda m: f" {_BASE[m['v'].lower()]}", found)
    return _DONE.sub(lambda m: f" {m['v']}", found)


def variants(clause: Clause) -> Iterator[Clause]:
    """The clause, its plainest form, and what is left of that without what leads into it and what hangs on its end."""
    seen: set[str] = set()
    told = re.search(r"\bnow\b", clause.text, re.I) is not None
    bare = plain(clause.text)
    led = _LED.match(bare)
    for text in (clause.text, bare, led["rest"] if led else "", _CUT.sub("", led["rest"] if led else bare)):
        if text and text not in seen and (len(text.split()) > 1 or text == clause.text):
            seen.add(text)
            yield replace(clause, text=text, now=told)


_FINITE: Final = (
    r"(?:(?:also|now|still|currently|mostly)\s+)?(?:uses?|used|runs?|ran|depends?|depended|needs?|requires?|relies|rely|owns?|owned|maintains?|"
    r"maintained|works?|worked|lives?|lived|leads?|led|heads?|manages?|reports?|belongs?|listens?|prefers?|avoids?|likes?|loves?|hates?|sits?|"
    r"resides?|keeps?|stores?|has|have|was|were|is|are|joined|left|moved|became|wrote|created|founded|chose|decided|picked|switched|"
    r"migrated|upgraded|renamed|exposes?|serves?|talks?|speaks?|took over|takes over|looks after|expires?|can't stand|supports?|retries|targets?|writes|"
    r"can|must|may|should|will|forwards?|waits|goes|consists|it's|it is|they're|he's|she's)"
)
_KNOWN: Final = "|".join(
    sorted(
        word
        for word, lemmas in LEXICON.items()
        if any((Form.PAST in forms and (Form.BASE not in forms or word == "quit")) for forms in lemmas.values())
    )
)
FINITE: Final = rf"(?:{_FINITE}|{_KNOWN}|depends|relies|reports|answers|owns|uses|maintains|leads|listens|lives|prefers|avoids|hates|belongs|stores|exposes|keeps|requires|needs)"
_AND_VERB: Final = re.compile(
    rf"(?:\s*,?\s+(?:and|but)\s+|,\s+(?=(?:reports|answers|owns|uses|maintains|leads|listens|lives|prefers|avoids|hates|runs|needs|depends|sits|serves|exposes|stores)\s))(?!\w+ed\s+(?:by|in|on|with|at)\b)(?={FINITE}\b)",
    re.I,
)
_AND_DONE: Final = re.compile(
    r"\s+and\s+(?=(?:\w+ed|shown|written|kept|built|sent|run|made|held|drawn)\s+(?:in|by|with|on|to|under|at|from)\b)",
    re.I,
)
_PASSIVE: Final = re.compile(
    r"^(?P<s>.{1,60}?\s(?:is|are|was|were))\s+(?:\w+ed|shown|written|kept|built|sent|run|made|held|drawn)\b", re.I
)
_SUBJECTS: Final = r"(?i:he|she|it|they|we|i|my|our|everything|nothing)(?:'s|'re|'m|'ve|'d|'ll)?"
_NEW_SUBJECT: Final = re.compile(
    rf"\s*,\s*(?:but|so|while|whereas|yet)\s+|\s*,\s*and\s+(?={_SUBJECTS}\s|(?:the|an?)\s+(?:[\w-]+\s+){{1,4}}?{FINITE}\b)|\s+(?:but|while|whereas)\s+"
    rf"|,\s+(?=(?:the|its|their)\s+(?:[\w-]+\s+){{1,3}}?{FINITE}\s)|,\s+(?={_SUBJECTS}\s)|\s+and\s+(?=(?:{_SUBJECTS}|the)\s+(?:[\w-]+\s+){{0,3}}?{FINITE}\b)|,\s+not\s+.*$"
    r"|,\s+(?=(?:use|talk|ask|see|check|tell|ping|keep|don't|let|make|please|always|thanks|sorry|btw|like|as|because|since|thanks|ignore)\b)"
    r"|,\s+(?=(?:team )?(?:[A-Z][\w'-]*\s+)(?:[\w.'-]+\s+){0,3}?(?:is|are|runs?|uses?|listens?|lives?|depends|goes|has|owns|maintains|leads|needs|prefers|works)\s)|\s+and\s+(?=(?:i'm|i am|we're|he is|she is|it is|they're|i've|we've)\s)"
)
_PARENTHESIS: Final = re.compile(r"\s+\((?P<in>[^()]+)\)")
_MAIL: Final = re.compile(rf"(?P<n>(?-i:{PERSON_NAME})) <(?P<m>[^<>\s]+@[^<>\s]+)>")
_SUBJECT: Final = re.compile(rf"^(?P<s>.{{1,60}}?)\s+{FINITE}\b", re.I)
_WHO: Final = re.compile(
    rf"(?:\b(?:ask|contact|ping|see|meet|welcome|thank|tell)\s+)?(?P<n>(?-i:{PERSON_NAME})), who (?P<v>{FINITE}\b[^,]*)(?:,|$)",
    re.I,
)
_FORMERLY: Final = re.compile(
    r"^(?:formerly|previously|once) (?P<a>an? [^,]+), (?P<rest>(?P<s>.{1,40}?) (?:is|was|works|has|leads)\b.*)$", re.I
)
_NAMED: Final = re.compile(
    rf"^(?P<s>(?:our|my|the|your) [^,]{{1,40}}?), (?P<n>(?-i:{PERSON_NAME})), (?P<rest>.+)$", re.I
)
_AROUND: Final = re.compile(r"^is (?:only |just )?(?:here|with us|around)(?P<t> .+)$", re.I)
_INTRODUCED: Final = re.compile(rf"^(?P<i>i'm|i am|this is|my name is) (?P<n>(?-i:{PERSON_NAME})), (?P<rest>.+)$", re.I)
_APPOSITION: Final = re.compile(
    rf"^(?P<s>[^,]{{1,60}}?),\s+(?P<a>[^,]+(?:,[^,]+)??),\s+(?P<rest>(?:{FINITE}\b|[a-z]+(?:s|ed)\b|said|did|wrote|found|gave|told|took|sent).*)$",
    re.I,
)
_DESCRIBES: Final = re.compile(
    r"^(?:an?|the|our|my|who|which|now|formerly|previously|head|chief|vp|lead|senior|principal|written|maintained|owned|developed|built|created|hosted|based|deployed)\b",
    re.I,
)
_WRITTEN: Final = re.compile(
    r"\b(?:written in|maintained by|owned by|developed by|created by|hosted (?:on|at|by)|deployed on|built (?:on|with)|based (?:on|in))\b.*$",
    re.I,
)
_GAP: Final = re.compile(
    r"^(?P<s>[^,]{1,60}?) (?P<v>(?:is|are|was|were) [\w -]*?|(?:listen|run|live|sit|go|land|reside|belong|end up|goe)s? )(?P<p>in|on|at|under|into|to)(?P<port> port)? (?P<o>[^\s,]+)(?:,? and |, )"
    r"(?P<s2>(?!on\b|in\b|at\b|it\b|they\b|listens\b|runs\b|lives\b|is\b|uses\b|has\b)(?:the |our )?[\w-]+(?: [\w-]+){0,2}?) (?P=p)(?: port)? (?P<o2>\S+)$",
    re.I,
)


_ELLIPSIS: Final = re.compile(
    rf"^(?P<s>[^,;]{{2,50}}?) (?P<v>is|are|was|were) (?P<o>{VALUE}),? and (?P<s2>(?:the |our |its )?[a-z][\w -]{{2,40}}?) (?P<o2>{VALUE})$",
    re.I,
)


def pieces(text: str) -> list[str]:
    """The clauses of a sentence, each with a subject of its own: coordinated verbs share the first one."""
    text, aside = _asides(text)
    pair = _ELLIPSIS.match(text)
    if pair:
        return [f"{pair['s']} {pair['v']} {pair['o']}", f"{pair['s2']} {pair['v']} {pair['o2']}", *aside]
    gap = _GAP.match(text)
    if gap:
        port = gap["port"] or ""
        pair = [(gap["s"], gap["o"].rstrip(",")), (gap["s2"], gap["o2"])]
        return [f"{s} {gap['v'].strip()} {gap['p']}{port} {o}" for s, o in pair] + aside
    found: list[str] = []
    for part in _NEW_SUBJECT.split(text):
        if part and part.strip():
            for statement in _described(part):
                found += _verb_phrases(statement)
    return [piece.strip(" ,") for piece in (*found, *aside) if piece.strip(" ,")]


_DEFINED: Final = re.compile(
    r"^(?P<s>[^,]{1,50}?) (?P<be>is|was|are|were) (?:an?|the|our|my) (?P<n>[^,]{2,50}?) (?P<d>(?:written|implemented|built|maintained|owned|created|developed|based|powered|"
    r"backed|hosted|designed|licensed|deployed|led|run|founded) (?:in|on|by|with|atop|at|under|using) .+)$",
    re.I,
)
_BOTH: Final = re.compile(
    r"^(?P<s>[^,]{1,50}?) (?P<be>is|was) (?:both )?(?P<a>(?:an?|the|our) [^,]{2,40}?) and (?:also )?(?P<b>(?:an?|the|our) [^,]{2,60})$",
    re.I,
)


def _described(part: str) -> list[str]:
    """`X is a scheduler written in Go` and `X is the architect and the owner of Y` as statements of their own."""
    defined = _DEFINED.match(part)
    if defined:
        return [f"{defined['s']} {defined['be']} {defined['d']}"]
    both = _BOTH.match(part)
    if both and not re.search(rf"\b{FINITE}\b", both["b"], re.I):
        return [f"{both['s']} {both['be']} {both['a']}", f"{both['s']} {both['be']} {both['b']}"]
    return [part]


def _verb_phrases(part: str) -> list[str]:
    found: list[str] = []
    for number, verb in enumerate(_AND_VERB.split(part)):
        subject = _SUBJECT.match(part)
        whole = f"{subject['s']} {verb}" if subject and number else verb
        done = _AND_DONE.split(whole)
        passive = _PASSIVE.match(done[0])
        if passive is None:
            found.append(whole)
            continue
        found += [done[0], *(f"{passive['s']} {more}" for more in done[1:])]
    return found


def _asides(text: str) -> tuple[str, list[str]]:
    """The text without what is put in between, and that as clauses of its own."""
    aside: list[str] = []
    for mail in _MAIL.finditer(text):
        aside.append(f"{mail['n']}'s email is {mail['m']}")
    text = _MAIL.sub(lambda m: m["n"], text)
    bracket = _PARENTHESIS.search(text)
    if bracket:
        before, inside = text[: bracket.start()], bracket["in"]
        pronoun = re.match(r"(?:he|she|it|they)(?:'s|'re|\s+(?:is|are))\s+(?P<rest>.*)$", inside, re.I)
        if re.match(r"(?:owned|maintained|written|developed|created|hosted|deployed)\b", inside, re.I) or is_title(
            re.split(r"\s+(?:at|with)\s+", inside)[0]
        ):
            aside.append(f"{_last_noun(before)} is {inside}")
        elif left := re.match(r"(?:ex|formerly|previously)[- ](?P<n>(?-i:[A-Z])[\w ]+)$", inside, re.I):
            aside.append(f"{_last_noun(before)} used to work at {left['n']}") if _names_person(
                before
            ) else aside.append(f"{_last_noun(before)} was formerly called {left['n']}")
        elif formerly := re.match(
            r"(?:formerly|previously|once|ex-?)\s+(?:called |known as )?(?P<n>.+)$", inside, re.I
        ):
            aside.append(f"{_last_noun(before)} was formerly called {formerly['n']}")
        elif pronoun:
            aside.append(f"{_last_noun(before)} is {pronoun['rest']}")
        text = _PARENTHESIS.sub("", text)
    aside += [f"{who['n']} {who['v']}" for who in _WHO.finditer(text)]
    for pattern, make in (
        (_FORMERLY, _formerly),
        (_NAMED, _named),
        (_INTRODUCED, _introduced),
        (_APPOSITION, _apposed),
    ):
        found = pattern.match(text)
        made = make(found) if found else None
        if made is not None:
            return made[0], [*aside, *made[1]]
    return text, aside


_Made = tuple[str, list[str]] | None


def _formerly(found: re.Match[str]) -> _Made:
    return found["rest"], [f"{found['s']} used to be {found['a']}"]


def _named(found: re.Match[str]) -> _Made:
    role = re.sub(r"^(?:our|my|the|your)\s+(?:new\s+)?", "", found["s"], flags=re.I)
    around = _AROUND.match(found["rest"])
    return f"{found['n']} {found['rest']}", [f"{found['n']} is {role}{around['t'] if around else ''}"]


def _introduced(found: re.Match[str]) -> _Made:
    if re.match(r"(?:and )?(?:i|we|my|our|it|he|she|you|they|reachable|the)\b", found["rest"], re.I):
        return f"{found['i']} {found['n']}", pieces(re.sub(r"^(?:and )", "", found["rest"]))
    return f"{found['i']} {found['n']}", [f"I am {found['rest']}"]


def _apposed(found: re.Match[str]) -> _Made:
    subject, extra, rest = found["s"], found["a"], found["rest"]
    if not _DESCRIBES.match(extra) and not is_title(re.split(r" (?:at|with) ", extra)[0]):
        return None
    if re.match(r"(?:formerly|previously) (?:called|known|named)\b", extra, re.I):
        return f"{subject}, {extra}", [f"{subject} {rest}"]
    relative = re.sub(r"^(?:who|which)\s+", "", extra, flags=re.I)
    written = _WRITTEN.search(extra)
    if written:
        return f"{subject} {rest}", _verb_phrases(f"{subject} is {extra[written.start() :]}")
    said = f"{subject} {relative}" if relative != extra else f"{subject} is {extra}"
    return f"{subject} {rest}", [said]


def _names_person(text: str) -> bool:
    """Whether a text ends with what is said of a person."""
    noun = _last_noun(text)
    return is_person(noun) or is_person(" ".join(text.split()[-2:-1]))


def _last_noun(text: str) -> str:
    """The noun phrase at the end of a text: a name when it ends with one."""
    named = re.search(rf"(?:{PERSON_NAME})$", text)
    if named:
        return named.group(0)
    found = re.search(r"(?:the|an?|our|my)\s+[\w\s-]+$", text, re.I)
    return found.group(0) if found else text.split(" ")[-1]
