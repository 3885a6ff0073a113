# ruff: noqa: E501 - patterns that are broken over lines are harder to read
"""Facts read from the closed forms of plain sentences.

A closed form is a sentence pattern with one reading: `X is at version 1.2`, `X listens on port 8443`, `Y owns X`. A
sentence that is negated, hedged, hypothetical, quoted or a question states nothing, and neither does a clause that no
form matches as a whole. Nothing else is read: a caller that understands a text supplies its facts, and recall finds the
text itself in any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from codegraph.memory.dates import MONTH_WORD, WEEKDAY, YEAR, Interval, parse_calendar_span, read_date
from codegraph.memory.facts.closed_form_names import (
    GROUP,
    is_code_like,
    read_name,
    read_organisation,
    read_parties,
    read_party,
    read_person,
)
from codegraph.memory.facts.closed_form_patterns import FORMS, LINKS, MAILS, WORD, Form
from codegraph.memory.facts.fact_model import EXTRACTED, NEVER, News, Triple
from codegraph.memory.facts.parameter_validation import MAX_NAME
from codegraph.memory.sentences import split_sentences
from codegraph.memory.times import DAY, format_rfc3339

CONFIDENCE: Final = 0.85
"""Confidence in a fact that was read from a closed form, until somebody confirms it."""

MOST: Final = 64
"""Facts of one text at most."""

LONGEST: Final = 300
"""Characters of a sentence at most: a closed form is short."""

# Sentences that state nothing

_REFUSED: Final = re.compile(
    r"\b(?:not|never|cannot|nobody|none|neither|nor|hardly|barely|without|maybe|perhaps|probably|possibly|likely|"
    r"apparently|presumably|supposedly|allegedly|reportedly|rumou?rs?|seems?|seemed|appears?|appeared|guess|thinks?|"
    r"thought|believes?|believed|suspects?|assum(?:e|es|ed|ing)|suppos(?:e|ed|ing)|imagine|pretend|wonder|unsure|unclear|"
    r"doubts?|might|could|would|should|ought|shall|must|can|may|if|unless|whether|when|whenever|in case|provided that|"
    r"says?|said|claims?|claimed|told|tells|heard|mentions?|mentioned|insists?|insisted|according to|hop(?:e|es|ed|ing)|"
    r"wish|wishes|wants?|wanted|plans?|planned|planning|intends?|going to|about to|consider(?:s|ed|ing)?|propos(?:e|es|ed|al)|"
    r"suggest(?:s|ed|ion)?|tries|tried|trying|almost|nearly|meant to|expected|let's|example|hypothetical(?:ly)?|"
    r"fake|used to(?! (?:call|be (?:called|named|known)))|will|won|were to|as though|as if|no)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words of negation, doubt, condition, hearsay and intention."""

_HARMLESS: Final = re.compile(
    r"\bused to (?=(?:work|be (?:at|with|employed|an?))\b)|\b(?:you )?can(?: always| also| now)? (?=(?:be )?"
    r"(?:reach|reached|find|found|mail|write|contact|visit|open|opened|seen|downloaded|used until|redeemed until|ping|call)\b)|"
    r"\bif (?:you|anyone|anybody|somebody|someone) [^,]{3,60}, |\bno longer (?=(?:work(?:s|ed)?|employed|at|with)\b)|\byou['’]ll (?=find|reach)|"
    r"\bmust (?=(?:be [\w ]+|[\w ]+ )(?:by|before|until|on|no later than) )|\bno later than\b|\bno longer (?=valid|works after)|\b(?:wants?|expected|planned) (?=(?:[\w-]+ ){0,6}(?:by|before) )|\bwill (?=(?:expire|end|be due|lapse|run out)\b)|\bno wait\b|\bnot later than\b",
    re.I,
)
_MAY: Final = re.compile(
    r"\b(?:in|by|on|of|since|from|until|last|this|before|early|late|mid|\d+(?:st|nd|rd|th)?)[ -]May\b|^May \d|\bMay \d"
)
_ASKS: Final = re.compile(
    r"^(?:(?:so|and|but|ok|okay|hey|hi)\W+)*(?:who|whose|what|which|where|when|why|how|does|do|did|is|are|was|were|"
    r"has|have|had|can|could|will|would|should|am|any)\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r'"([^"]*)"|“([^”]*)”|«([^»]*)»|(?<!\w)\'([^\']*)\'(?!\w)|‘([^’]*)’(?!\w)')
_SPELT_VALUE: Final = re.compile(rf"{LINKS}|{MAILS}|\w[\w-]*(?:\.[\w-]+)+", re.IGNORECASE)
_SHOWN: Final = re.compile(r"```.*?(?:```|\Z)|^[ \t]*>[^\n]*$", re.DOTALL | re.MULTILINE)
_ABBREVIATION: Final = re.compile(r"\b(?:St|Dr|Mr|Mrs|Ms|Prof|vs|approx)\.$")
_NOT_ANY_MORE: Final = re.compile(
    r"(?:(?:does|do|has|is|am|are)(?: not|n['’]t)) (?P<verb>(?:work|worked|employed|at|with)\b)(?=.*\b(?:any ?more|since|these days|any longer)\b)",
    re.I,
)
_SPEAKER: Final = re.compile(r"^(?P<who>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?):\s+")
_LEAD: Final = re.compile(
    r"^(?:[-*•]\s+|(?:fyi|note|update|heads[- ]up|reminder|news|btw|by the way|actually|currently|now|right now|"
    r"at the moment|these days|correction|ok|okay|so|and|but|also|meanwhile|internally|from now on|no wait|scratch that|"
    r"(?:feat|chore|fix|docs|build|ci)(?:\([\w-]+\))?:)[:,]*\s+)+",
    re.IGNORECASE,
)

# Dates

_MONTH: Final = rf"{MONTH_WORD}\b\.?"
_DATE: Final = (
    rf"(?:(?:early|late|mid)[ -](?:in )?|(?:the )?(?:beginning|start|middle|end) of (?:the )?)?"
    rf"(?:\d{{4}}-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)?\b|"
    rf"(?:(?:(?:next|this|last) )?{WEEKDAY},? (?:the )?)?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? {YEAR}\b)?|"
    rf"(?:(?:(?:next|this|last) )?{WEEKDAY},? )?{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? {YEAR}\b)?|"
    rf"(?:(?:last|this|next) )?{_MONTH}(?:,? (?:of )?{YEAR}\b)?|Q[1-4](?:[ /-]?{YEAR})?\b|{YEAR}[ -]?Q[1-4]\b|"
    rf"(?:(?:last|this|next|past|coming) )?{WEEKDAY}\b|(?:last|this|next) (?:week|weekend|month|quarter|year|spring|"
    rf"summer|autumn|fall|winter)\b|(?:spring|summer|autumn|winter)(?: (?:of )?{YEAR})\b|"
    rf"(?:earlier |later |late |early )?(?:this|yesterday|tomorrow) (?:morning|afternoon|evening)|last night|yesterday|today|tomorrow|tonight|the \d{{1,2}}(?:st|nd|rd|th)\b|"
    rf"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|\d+) (?:days?|weeks?|months?|years?) ago|{YEAR}\b(?!\.\d|[:\w-]))"
)
_PREPOSITION: Final = (
    r"(?:as of|since|starting(?: on| in| from)?|effective|back in|from|until|till|through|in|on|by|at|during|for)"
)
_ADJUNCT: Final = re.compile(
    rf"(?:\b(?P<prep>{_PREPOSITION}) (?:the )?)?(?<![\w./:@-])(?P<date>{_DATE})", re.IGNORECASE
)
_BARE_YEAR: Final = re.compile(YEAR)
_RANGE: Final = re.compile(
    r"\b(?:from|between) §(\d+)§ (?:to|until|till|and|through) §(\d+)§|(?<=from )§(\d+)§[–-]§(\d+)§", re.IGNORECASE
)
_DATED: Final = re.compile(rf",?\s*(?:\b(?P<prep>{_PREPOSITION}) (?:the )?)?§(?P<at>\d+)§,?", re.IGNORECASE)
_BEGINNINGS: Final = frozenset(
    ("since", "as of", "from", "in", "on", "starting", "effective", "back in", "at", "during", "")
)

_PLACE: Final = re.compile(r"(?<=\S) (?:in|on|at|for|under|inside|across) .*$", re.IGNORECASE)
_NAME_ALONE: Final = re.compile(r"(?:the |our |my )?[\w./-]+(?: [\w./-]+){0,2}", re.IGNORECASE)
_PEOPLE: Final = re.compile(r"(?:(?:and|,|the|[A-ZÀ-Þ][\w'’.-]*|[\w-]+ team)[, ]*)+")
_COMPANY: Final = re.compile(
    r"\b(?:Corp|Inc|Ltd|LLC|GmbH|AG|SA|AB|Oy|BV|Co|Labs?|Systems|Robotics|Analytics|Technologies|Software|Bank|Group|Studios?|Media|"
    r"Partners|Consulting|University|Institute|Hospital|Solutions|Industries|Energy|Logistics|Shipping|Health|Capital)\b"
)
_DATES_ARE_VALUES: Final = frozenset(("due", "expires"))
_NOW: Final = re.compile(
    r"\b(?:now|from now on|since|these days|as of|currently|by now|instead|correction|no wait|scratch that)\b", re.I
)
_BESIDE: Final = re.compile(r"\b(?:also|too|as well|additionally|another)\b", re.IGNORECASE)
_AHEAD: Final = re.compile(
    r"\b(?:joins|starts|begins|leaves|takes over|becomes|moves|quits|goes)\b|\bfrom §", re.IGNORECASE
)
_SPLIT: Final = re.compile(
    r",?\s+(?:and|but|while|whereas|then|before|so)\s+(?:then\s+)?|;\s*|,\s+(?=(?:which|who|the|our|we|i|it|they|its|[A-Z])\S*\s+\S+)|\s+[—–-]\s+",
    re.I,
)
_SHARES: Final = re.compile(
    r"^(?:(?:now|then|later|has|have|is|are|was|still|currently|today) )*(?:joined|joins|left|leaves|quit|works|worked|owns|maintains|listens|"
    r"answers|runs|is|are|was|has|uses|moved|migrated|expires|lapses|started|starts|took|takes|belongs|renamed|upgraded|ends|looks|lives|became|"
    r"inherited|called|went)\b",
    re.IGNORECASE,
)
_PRONOUN: Final = re.compile(r"^(?:it|this|they)\b(?:['’](?P<is>s|re))?|^(?P<its>its|their)\b", re.IGNORECASE)
_ANTECEDENT: Final = re.compile(
    rf"^(?P<s>(?:the |our |my )?{WORD}(?: {WORD}){{0,3}}?)(?:['’]s \w+)? (?:is|are|was|were|has|have|moved|went|used|got|runs|now|will|had|lives)\b",
    re.I,
)
_SHORT_FORMS: Final = ((re.compile(r"\b(I)['’]m\b"), r"\1 am"), (re.compile(r"\b(we|they)['’](?:re)\b", re.I), r"\1 are"),
                       (re.compile(r"\b(it|he|she|that)['’]s\b", re.I), r"\1 is"), (re.compile(r"\b(I|we|they)['’]ve\b", re.I), r"\1 have"))  # fmt: skip
_GAP: Final = re.compile(
    rf"^(?:the |our )?(?:(?!(?:still|now|already|at|on|in|by|from|to|until|via)\b)(?P<y>{WORD}(?: {WORD}){{0,3}}?) )?(?:still |now |already )?(?:(?P<prep>on|at|from|by|to|until|via) )?(?:port |version )?"
    rf"(?P<z>v?\d[\w.-]*|§\d+§|[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*)*)(?: (?:in|for|on) [\w -]+)?$"
)
_LIST_OF_PORTS: Final = re.compile(rf"(?P<s>{WORD}(?: {WORD}){{0,2}}?):? (?P<list>\d{{2,5}} for .*)", re.IGNORECASE)
_LISTED_PORT: Final = re.compile(rf"(?P<p>\d{{2,5}}) for (?:the )?(?P<y>{WORD}(?: {WORD})?)", re.IGNORECASE)


@dataclass(slots=True)
class _Context:
    """State shared by the clauses of one sentence."""

    now: int
    dates: list[str] = field(default_factory=list[str])  # their words, by number
    leading: tuple[str, str] = ("", "")  # dates in front of the first subject: beginning and end
    subject: str = ""
    employer: str = ""
    news: News = News.NONE
    ahead: bool = False  # a date without a year may be the next one
    form: Form | None = None  # of the clause before
    matched: re.Match[str] | None = None
    whole: str = ""  # the sentence


class _Reading(NamedTuple):
    subject: str
    predicate: str
    object: str
    ended: bool = False
    news: News = News.NONE


def read_closed_forms(text: str, now: int) -> list[Triple]:
    """Return the facts that the sentences of a text state, said at `now`.

    A fact that is over without a date ends now. A fact without a stated beginning begins now.
    """
    found: dict[tuple[str, str, str, bool], Triple] = {}
    before = ""  # what a pronoun in the next sentence stands for
    for sentence in _join_abbreviations(split_sentences(_SHOWN.sub(" ", text))):
        plain = " ".join(sentence.split())
        context = _Context(now, subject=before)
        for triple in _read_sentence(plain, context):
            key = (triple.subject, triple.predicate, str(triple.object), triple.valid_to == NEVER)
            if all(0 < len(part.encode()) <= MAX_NAME for part in (triple.subject, str(triple.object))):
                found.setdefault(key, triple)
        opening = _ANTECEDENT.match(plain)
        before = context.subject or (opening["s"] if opening and read_name(opening["s"]) else "")
    return list(found.values())[:MOST]


def _join_abbreviations(parts: Sequence[str]) -> Iterator[str]:
    """Yield sentences, joined where an abbreviation split them: `St. Anne`."""
    begun = ""
    for part in parts:
        begun = f"{begun} {part.strip()}".strip()
        if not _ABBREVIATION.search(begun):
            yield begun
            begun = ""
    if begun:
        yield begun


def _read_sentence(sentence: str, context: _Context) -> Iterator[Triple]:
    if len(sentence) > LONGEST:
        return
    speaker = _SPEAKER.match(sentence)
    if speaker and speaker["who"].lower() in ("user", "me"):
        sentence, speaker = sentence[speaker.end() :], None
    plain = _unquote(sentence).strip()
    plain = _NOT_ANY_MORE.sub("no longer \\g<verb>", plain)
    if (
        not plain
        or plain.startswith("After ")
        or "?" in plain.rstrip(")\"' ")[-1:]
        or _ASKS.match(plain)
        or _is_refused(plain)
    ):
        return
    if speaker and re.match(r"(?:I|my|we|our)\b", plain[speaker.end() :], re.IGNORECASE):
        return  # somebody else speaks of himself
    for short, whole in _SHORT_FORMS:
        plain = short.sub(whole, plain)
    plain = _LEAD.sub("", _mark_dates(_LEAD.sub("", plain.rstrip(" .!;")), context.dates))
    context.news = News.BESIDE if _BESIDE.search(plain) else News.NOW if _NOW.search(plain) else News.NONE
    context.ahead = _AHEAD.search(plain) is not None
    context.whole = plain
    plain = _take_leading_date(plain, context)
    pronoun = _PRONOUN.match(plain)
    if pronoun and context.subject:
        said = (
            f"{context.subject}'s" if pronoun["its"] else f"{context.subject} is" if pronoun["is"] else context.subject
        )
        plain = f"{said}{plain[pronoun.end() :]}"
    else:
        context.subject = ""
    yield from _read_clauses(_split_clauses(plain), context)


def _unquote(sentence: str) -> str:
    """Return a sentence with its quoted names unquoted.

    The result is "" when it quotes more than names.
    """
    for quoted in _QUOTED.finditer(sentence):
        said = next((part for part in quoted.groups() if part is not None), "")
        if len(said.split()) > 3 or _REFUSED.search(said):
            return ""
    return _QUOTED.sub(lambda found: next((part for part in found.groups() if part is not None), ""), sentence)


def _is_refused(sentence: str) -> bool:
    """Return whether a sentence is negated, doubted, supposed, hoped or hearsay."""
    plain = _SPELT_VALUE.sub(" ", sentence)
    return _REFUSED.search(_HARMLESS.sub(" ", _MAY.sub("", plain))) is not None


def _mark_dates(sentence: str, dates: list[str]) -> str:
    """Return a sentence with each date as `§number§`.

    The words of the dates are added to the context.
    """

    def mark(found: re.Match[str]) -> str:
        words, preposition = found["date"], found["prep"]
        in_range = dates and re.search(r"(?:to|and|until|till) $|§\d+§ ?[–-] ?$", sentence[: found.start()])
        plain_word = _BARE_YEAR.fullmatch(words) or words.lower() in ("may", "march", "mar", "sun", "mon")
        if words in ("may", "march", "sun") or (plain_word and not preposition and not in_range):
            return found[0]
        dates.append(words)
        return f"{preposition or ''} §{len(dates) - 1}§".strip()

    return _ADJUNCT.sub(mark, sentence)


def _take_leading_date(sentence: str, context: _Context) -> str:
    leading = _RANGE.match(sentence) or _DATED.match(sentence)
    if leading is not None and re.match(r"\s*(?:is|was)\b", sentence[leading.end() :]):
        return sentence  # the date is the subject: `20 March is the deadline`
    if leading is None:
        return sentence
    _, context.leading = _take_dates(leading[0], context.dates)
    return sentence[leading.end() :].strip(" ,")


def _take_dates(clause: str, dates: Sequence[str]) -> tuple[str, tuple[str, str]]:
    """Return a clause without its dates, and the words for its beginning and its end."""
    since = until = ""
    if spanned := _RANGE.search(clause):
        ends = [part for part in spanned.groups() if part]
        since, until = dates[int(ends[0])], dates[int(ends[1])]
        clause = f"{clause[: spanned.start()].rstrip()} {clause[spanned.end() :].lstrip()}"
    for found in _DATED.finditer(clause):
        preposition = (found["prep"] or "").lower()
        if preposition in ("until", "till", "through"):
            until = until or dates[int(found["at"])]
        elif preposition in _BEGINNINGS or preposition.startswith("starting"):
            since = since or dates[int(found["at"])]
    return " ".join(_DATED.sub(" ", clause).split()), (since, until)


def _split_clauses(sentence: str) -> list[str]:
    """Split a sentence where another clause begins.

    A list of names is not split.
    """
    clauses: list[str] = []
    begin = 0
    for found in _SPLIT.finditer(sentence):
        rest = sentence[found.end() :]
        if _PEOPLE.fullmatch(sentence[begin : found.start()]) and "and" in found[0]:
            continue
        gap = _GAP.match(rest)
        if (
            (gap and (gap["z"][:1] in "v0123456789§" or (gap["y"] and gap["prep"])))
            or ";" in found[0]
            or "," in found[0]
            or _SHARES.match(rest)
            or _is_sentence(rest)
        ):
            clauses.append(sentence[begin : found.start()])
            begin = found.end()
    return [clause for clause in (*clauses, sentence[begin:]) if clause.strip()]


def _is_sentence(rest: str) -> bool:
    """Return whether a form matches the rest of a sentence."""
    bare = " ".join(_DATED.sub(" ", rest).split())
    parts = ((form, rest if form.says in _DATES_ARE_VALUES else bare) for form in FORMS)
    return any(form.can_match(part) and form.pattern.fullmatch(part) for form, part in parts)


def _read_clauses(clauses: Sequence[str], context: _Context) -> Iterator[Triple]:
    pending: list[_Reading] = []  # what ended, where no date is said yet
    for clause in clauses:
        text = re.sub(r"^(?:which|who)\s+", "", clause.strip())
        if len(clauses) > 1 and _NAME_ALONE.fullmatch(text) and read_name(text):
            context.subject = text
            continue
        if context.subject and (_SHARES.match(text) or text != clause.strip()):
            text = f"{context.subject} {text}"
        elif context.subject and (pronoun := _PRONOUN.match(text)):
            text = f"{context.subject}{chr(39) + 's' if pronoun['its'] else ''}{text[pronoun.end() :]}"
        readings, dates = _read_clause(text, context)
        if readings and all(one.ended for one in readings) and dates == ("", "") and not pending:
            pending = readings
            continue
        for one in pending:  # `left Acme and joined Globex in May`: the date behind the last verb is of both
            yield _make_triple(one, dates if readings else ("", ""), context)
        pending = []
        for one in readings:
            yield _make_triple(one, dates, context)
    for one in pending:
        yield _make_triple(one, ("", ""), context)


def _read_clause(clause: str, context: _Context) -> tuple[list[_Reading], tuple[str, str]]:
    """Return the statement of a clause, with the words of its beginning and its end."""
    whole = clause.strip(" ,")
    bare, dates = _take_dates(whole, context.dates)
    dates = context.leading if dates == ("", "") else dates
    ports = _LIST_OF_PORTS.fullmatch(bare) if re.search(r"\bports?\b", bare) else None
    if ports:
        listed = _LISTED_PORT.finditer(ports["list"])
        return [_Reading(f"{read_name(ports['s'])} {one['y']}", "listens_on", one["p"]) for one in listed], dates
    for form in FORMS:
        text, when = (whole, ("", "")) if form.says in _DATES_ARE_VALUES else (bare, dates)
        found = form.pattern.fullmatch(text) if form.can_match(text) else None
        if found is None or (form.says == "dated only" and when == ("", "") and not _NOW.search(text)):
            continue
        readings = [one for one in _READERS[form.says](found, context) if one.subject and one.object]
        if readings:
            context.form, context.matched = form, found
            news = context.news if context.news is News.BESIDE else form.news or context.news
            if (
                form.says in ("owned", "owns")
                and news is News.NOW
                and re.search(r"\bnow\b", context.whole, re.IGNORECASE)
            ):
                news = News.MOVED  # who owns it now has taken it over
            return [one._replace(news=news) for one in readings], when
    return _read_gap(whole, context), dates


def _read_gap(clause: str, context: _Context) -> list[_Reading]:
    """Return the statement of a clause that omits the verb of the one before."""
    before, gap = context.matched, _GAP.match(clause)
    form, context.matched = context.form, None
    if before is None or form is None or gap is None or "s" not in before.re.groupindex:
        return []
    value = next((name for name in ("p", "v", "d", "w", "o", "at") if before.groupdict().get(name)), "")
    if not value:
        return []
    spelt = before.string[: before.start(value)].rstrip("§") + gap["z"] if value != "at" else ""
    text = f"{gap['y'] or before['s']}{spelt[before.end('s') :]}" if before.start("s") == 0 else ""
    again = form.pattern.fullmatch(text) if text else None
    return [one for one in _READERS[form.says](again, context) if one.subject and one.object] if again else []


# What a form says


def _find_value(found: re.Match[str]) -> str:
    groups = found.groupdict()
    return next((str(groups[key]) for key in ("v", "d", "w", "n") if groups.get(key)), "")


def _remember(context: _Context, subject: str) -> str:
    context.subject = subject or context.subject
    return subject


def _read_version(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    subject = read_name(_PLACE.sub("", found["s"]))
    _remember(context, found["s"])
    yield _Reading(subject, "has_version", _find_value(found))


def _read_upgrade(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    if found["x"].lower() in ("version", "release", "build"):
        return
    if read_name(found["s"]) or read_party(found["s"]) or found["s"].lower() in ("they", "it"):
        yield _Reading(_remember(context, read_name(found["x"])), "has_version", _find_value(found))


def _read_bare(found: re.Match[str], _: _Context) -> Iterator[_Reading]:
    name = read_name(found["x"])
    yield _Reading(name if len(name.split()) <= 2 else "", "has_version", _find_value(found))


def _read_port(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    port = found["p"]
    if 0 < int(port) < 65_536:
        yield _Reading(_remember(context, read_name(found["s"])), "listens_on", port)


def _read_address(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    for key, predicate in (("u", "has_url"), ("m", "has_email"), ("h", "runs_on_host")):
        if found[key]:
            subject = _remember(context, read_name(found["s"]) or read_party(found["s"]))
            host, _, port = found[key].partition(":") if predicate == "runs_on_host" else (found[key], "", "")
            yield _Reading(subject, predicate, found[key] if ":" in port else host)
            if port.isdigit():
                yield _Reading(subject, "listens_on", port)


def _read_property(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    kind, value = found["k"].lower(), _find_value(found)
    subject = _remember(context, read_name(found["s"]) or read_party(found["s"]))
    versioned, port = kind.startswith(("version", "release", "stable", "build", "tag")), kind.startswith("port")
    if value and (versioned or port):
        yield _Reading(subject, "has_version" if versioned else "listens_on", value)
    elif not (value or versioned or port):
        yield from _read_address(found, context)


def _read_owned(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    thing = _remember(context, read_name(found["s"]))
    for owner in read_parties(found["o"]):
        yield _Reading(owner, "owns", thing)


def _read_owns(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    owners, thing = read_parties(found["s"]), read_name(found["o"])
    context.subject = found["s"] if owners else context.subject
    for owner in owners:
        yield _Reading(owner, "owns", thing)


def _read_joined(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    groups = found.groupdict()
    parts = re.split(r",? and |, ", (found["s"] or "").removeprefix("both ").removeprefix("Both "))
    people = ["user"] if groups.get("me") else [read_person(part) for part in parts]
    where, role = read_organisation(found["o"]), (groups.get("r") or "").strip()
    if all(people) and where:
        context.subject, context.employer = found["s"] or "I", where
        yield from (_Reading(who, "works_at", where) for who in people)
        if role and role.lower() != "employee":
            yield from (_Reading(who, "has_role", role) for who in people)


def _read_left(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    who, where = read_person(found["s"]), read_organisation(found["o"])
    if who and where:
        context.subject, context.employer = found["s"], where
        yield _Reading(who, "works_at", where, ended=True)


def _read_left_alone(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    if context.employer:
        yield _Reading(read_person(found["s"]), "works_at", context.employer, ended=True)


def _read_changed_employer(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    who, old, new = read_person(found["s"]), read_organisation(found["x"]), read_organisation(found["o"])
    is_place = re.search(r"\bmoved\b", found[0]) and not (_COMPANY.search(old) or _COMPANY.search(new))
    if who and old and new and not is_place:  # `Alice moved from Lyon to Berlin` says where she lives, perhaps
        context.subject = found["s"]
        yield _Reading(who, "works_at", new)
        yield _Reading(who, "works_at", old, ended=True)


_OFFICE: Final = re.compile(
    r"\b(?:engineer|developer|designer|manager|director|head|lead|officer|CEO|CTO|CFO|COO|CIO|CISO|analyst|accountant|architect|nurse|teacher|"
    r"doctor|lawyer|counsel|scientist|researcher|professor|consultant|administrator|admin|president|founder|partner|writer|editor|"
    r"recruiter|technician|assistant|intern|trainee|apprentice|secretary|treasurer|chief|DBA|SRE|tester|sales\w*|buyer|driver|cook|chef|"
    r"pharmacist|librarian|electrician|mechanic|planner|trainer|coach|worker|clerk|employee|specialist|operator|representative|supervisor)\b",
    re.IGNORECASE,
)


def _read_staff(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    if _OFFICE.search(found["r"]):
        yield from _read_joined(found, context)


def _read_renamed(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    old, new = read_name(found.groupdict().get("x")) or read_name(found["s"]), read_name(found["o"])
    is_now = re.search(r"\b(?:now|becam?es?)$", found.string[: found.start("o")].strip(), re.IGNORECASE)
    became = _OFFICE.search(new) or re.fullmatch(r"[A-Z]{2,4}", new)  # somebody became something
    if old and new and old != new and not (is_now and (became or not (is_code_like(old) and is_code_like(new)))):
        context.subject = found["s"]
        yield _Reading(old, "renamed_to", new)


def _read_moved(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    subject, new = read_name(found["s"]), read_name(found["o"])
    old = found.groupdict().get("x")
    if (
        not subject
        or not new
        or not (is_code_like(new) or (old and is_code_like(old)))
        or re.match(r"v?\d", new)
        or (old and re.match(r"v?\d", old))
    ):
        return
    if not GROUP.search(new) and not (read_person(subject) and old and read_organisation(old)):
        context.subject = found["s"]
        yield _Reading(subject, "located_in", new)


def _read_dated_move(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    if not read_person(found["s"]) and is_code_like(found["o"]) and re.search(r"\bsince §|\bnow\b", context.whole):
        yield from _read_moved(found, context)


def _read_due(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    yield _Reading(
        _remember(context, read_name(found["s"])), "due_on", _format_day(context.dates[int(found["at"])], context.now)
    )


def _read_expires(found: re.Match[str], context: _Context) -> Iterator[_Reading]:
    yield _Reading(
        _remember(context, read_name(found["s"])),
        "expires_on",
        _format_day(context.dates[int(found["at"])], context.now),
    )


_READERS: Final = {
    "version": _read_version, "upgrade": _read_upgrade, "changed": _read_version, "used": _read_upgrade,
    "bare": _read_bare, "released": _read_version, "port": _read_port, "address": _read_address, "property": _read_property,
    "owned": _read_owned, "handed": _read_owned, "owns": _read_owns, "joined": _read_joined, "works": _read_joined,
    "dated only": _read_joined, "hired": _read_joined, "employer": _read_joined, "staff": _read_staff, "left": _read_left,
    "left alone": _read_left_alone, "spent": _read_joined, "changed employer": _read_changed_employer, "renamed": _read_renamed,
    "we renamed": _read_renamed, "moved": _read_moved, "dated move": _read_dated_move, "we moved": _read_moved, "due": _read_due, "expires": _read_expires,
}  # fmt: skip


# Dates of a fact


def _make_triple(one: _Reading, dates: tuple[str, str], context: _Context) -> Triple:
    words_since, words_until = dates
    if one.ended and not words_until:
        words_since, words_until = "", words_since
    now = context.now
    began, over = read_date(words_since, now, context.ahead), read_date(words_until, now, context.ahead)
    since = began.start if began else None
    until = NEVER
    if one.ended or words_until:
        end = over and (over.end if _THE_END.match(words_until) else over.start)
        until = end if end and (since is None or end > since) else now
        since = NEVER if since is None or since >= until else since
    dated = "; ".join(
        filter(None, (_describe_span("from", words_since, began), _describe_span("until", words_until, over)))
    )
    return Triple(one.subject, one.predicate, one.object, since, until, CONFIDENCE, EXTRACTED, dated, one.news)


_THE_END: Final = re.compile(r"(?:the )?end of\b", re.IGNORECASE)


def _format_day(words: str, now: int) -> str:
    """Return a day as `2026-03-01`.

    Words that name no single day are returned unchanged.
    """
    span = read_date(words, now, ahead=True)
    if span is not None and span.end <= now and _THE_END.match(words):
        span = parse_calendar_span(words, now + 364 * DAY)
    if span is None or (span.width > DAY and not _THE_END.match(words)):
        return words
    return format_rfc3339(span.end - 1)[:10]


def _describe_span(which: str, words: str, span: Interval | None) -> str:
    """Return a time wider than a day as it was said, with its first and last day."""
    if span is None or span.width <= DAY:
        return ""
    return f"{which} {words} ({format_rfc3339(span.start)[:10]} … {format_rfc3339(span.end - 1)[:10]})"
