"""From a text to clauses: sentences without code and quotations, what is no statement left aside, dates taken out."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.memory.facts.extract.frames import LEXICON
from codegraph.memory.facts.extract.lexicon import Form
from codegraph.memory.facts.extract.phrases import PERSON_NAME, VALUE, is_person, is_title
from codegraph.memory.facts.extract.values import DATE, RELEASE, Clause


class Sentence(NamedTuple):
    text: str
    commanding: bool  # it may be the imperative of a commit message
    sole: bool  # the text is nothing else


_FENCED: Final = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.M | re.S)
_INDENTED: Final = re.compile(r"(?:^|\n\n)(?:(?: {4,}|\t).*(?:\n|$))+")
_TYPE: Final = re.compile(r"^(?P<type>[a-z][\w/.-]*)(?:\((?P<scope>[^)]*)\))?!?:\s+(?=\S)")
_BULLET: Final = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
_SENTENCE: Final = re.compile(
    r"(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bProf\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bSt\.)(?<!\bFig\.)"
    r"(?<=[.!?])[\"”)]?\s+(?=[\"“`(*]?[A-Z0-9À-Þ\u4e00-\u9fff])|\s*;\s+|\s+[—–]\s+|(?<=[a-z\d])\s+--?\s+(?=[a-z])"
)

# What is said to be possible, wished for, planned, believed or only mentioned is no fact.
_UNREAL: Final = re.compile(
    r"^(?:if|unless|suppose|supposing|imagine|pretend|assume|assuming|say|should|could|would|can|may|might|did|does|do|is|are|was|were|had|"
    r"has|have|whether|in case|when|once|for example|for instance|e\.g\.|example|maybe|perhaps|hopefully|apparently|allegedly|supposedly|rumou?r|"
    r"word is|they say|people say|let's|let us|please|todo|fixme|wip|what(?! (?:used to be|was once|was formerly|was called))|why|where|who|whom|how|which|to whom|nothing|nobody|no one|somebody|"
    r"someone|anyone|anybody|everybody|everyone|whoever|as an?|see|fig|section|copyright|merge|fixup|squash|cherry-pick\w*|add --|"
    r"don't forget|do not|don't)\b",
    re.I,
)
_DOUBT: Final = re.compile(
    r"\b(?:would|wouldn't|could|couldn't|should|shouldn't|might|maybe|perhaps|probably|possibly|presumably|hopefully|supposedly|allegedly|"
    r"apparently|i (?:think|guess|believe|suppose|hope|wish|heard|assume|doubt|bet|expect)|we hope|thinks?|believes|(?<!i )wants?|wanted to|"
    r"wish(?:es)?|hopes?|(?:plan|planning|plans|going|hoping|about|supposed|tempted|trying|considering|thinking|forced|want|used as) to (?!be\b)|"
    r"are we|can you|could you|would you|can we|will you|please|for me|let's|lets|almost|nearly|rumou?r\w*|not sure|unsure|"
    r"as if|as though|told (?:me|you|us)|claims?|claimed|pretend|suppose|imagine|the slide said|dreamt|dreamed|joked|instead of saying|"
    r"was wrong|is wrong|were wrong|isn't true|never (?:was|were|owned|used)|was never|were never|if only|"
    r"(?:we|i|they|he|she|it|you)(?:'ll|'d)|we(?:'re| are) (?:moving|switching|planning)|i(?:'m| am) (?:moving|joining|leaving))\b",
    re.I,
)
_HEARSAY: Final = re.compile(
    rf"^(?:(?!we\b|i\b)(?:[\w'-]+ ){{1,4}}?)(?:said|says|told|tells|mentioned|mentions|reckons|reckoned|insists|insisted|swears(?! by)|swore(?! by)|suggests?|"
    r"suggested|argues?|argued|proposed|proposes|assumes|assumed|suspects?|suspected|guesses|guessed|heard|hears|wonders|wondered|dreams|insinuat\w+|speculat\w+|"
    r"feels|thought|fears|alleges|alleged|predicts?|predicted|implies|implied|hints|hinted|pretends|pretended)\b",
    re.I,
)
_CONDITION: Final = re.compile(r"(?:^|[,\s])(?:if|unless|whether|as long as|in case|provided that|or else)\s", re.I)
_FUTURE: Final = re.compile(r"\b(?:will|won't|shall|'ll)\b", re.I)
_TO_YOU: Final = re.compile(r"\b(?:you|your|yours|yourself|you'll|you're)\b", re.I)
_REPORTED: Final = re.compile(
    r"^(?:you asked|you said|you wanted|fyi|btw|by the way|note|nb|heads[- ]up|context|quick (?:context|note)[\w ]*|"
    r"reminder|remember|please remember|please note|note that|remember that|ok|okay|well|so|and|but|also|anyway|no|yes|yeah|actually|oh|hi|hello|hey|"
    r"first|second|third|finally|personally|for the record|just so you know|as you know|turns out|it turns out|in fact|house style|two things|in short|in our setup|in this (?:repo|repository|project)|here)\b(?: about [^:,]*)?(?: that\b)?[:,.]?\s+(?=\S)",
    re.I,
)
_NAMED_IN_QUOTES: Final = re.compile(r"[\"“]([^\"“”\s]+(?: [^\"“”\s]+)?)[\"”]")
_QUOTED: Final = re.compile(r"[\"“][^\"”]*\s[^\"”]*\s[^\"”]*[\"”]")
_IMPERATIVE: Final = re.compile(
    r"^(?:bump|upgrade|downgrade|update|rename|raise|increase|lower|reduce|decrease|cut|set|change|drop|remove|use|switch|move|add|require|"
    r"go with|go back|pin|hand over|migrate|replace|adopt|run|listen|expose|serve|bind|host|deploy|prefer|avoid|relicense|license|stop|start|"
    r"deprecate|release|welcome|make|default|limit|extend|shorten|halve|double|transfer|choose|pick|settle|standardi[sz]e|swap|convert|port|"
    r"phase|get rid|rip|throw|ditch|abandon|scrap|kick|eliminate|discontinue|sunset|supersede|succeed|rebrand|rechristen|retitle|reassign|downgrade|relocate|park|rewrite|introduce|bring|store|put|keep|document|target|support|depend|vendor|pull in|build|test|lint|format|render|package|generate|compile|publish|manage|give|list|exchange|trade|substitute|call|configure|adjust|tune|lock|hold|freeze|roll back|end|decide|agree|resolve|open|enable|disable|retire|ditch|assign|point)\b",
    re.I,
)
_OF_COMMITS: Final = re.compile(r"^(?:bump|pin|upgrade|downgrade|relicense)\b[^?.!]*\d[\w.]*$", re.I)
_STANDING: Final = re.compile(
    r"^(?:always|never|from now on,?|from here on,?|in (?:this|our) (?:repo|repository|project|codebase),?|going forward,?)\s+",
    re.I,
)
_HELD: Final = re.compile(
    r"\s+(?:from now on|from here on|going forward|in (?:this|our) (?:repo|repository|project|codebase))[.!]?$", re.I
)


_DASHED: Final = re.compile(r"\s[—–]\s([^—–\n.]+)\s[—–]\s")
_DEPRECATED: Final = re.compile(
    r"\s+is deprecated[;,.:]?\s+(?:please )?(?:use|prefer|switch to) (\S+?)(?: instead)?(?=[.\s]|$)", re.I
)


def sentences(text: str) -> Iterator[tuple[Sentence, str]]:
    """Sentences with the scope that a commit message names, in order. Code blocks and questions are no sentences."""
    text = _FENCED.sub("\n", text.replace("’", "'").replace("\r\n", "\n"))
    text = _INDENTED.sub("\n", text)
    text = _DEPRECATED.sub(r" is deprecated in favour of \1", text)
    heading = ""
    text = _DASHED.sub(r", \1, ", text)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        if line.startswith("#"):
            heading = line.strip("# ").strip().lower()
            continue
        bullet = _BULLET.match(line)
        line = _BULLET.sub("", line).strip()
        if bullet and re.match(r"(?:system )?(?:requirements?|prerequisites|dependencies|requires)\b", heading):
            line = re.sub(r"^(?:optional(?:ly)?|required)(?::|\s)\s*", "", line, flags=re.I)
            line = f"requires {line}"
        scope = ""
        typed = _TYPE.match(line) if number == 0 else None
        if (
            typed
            and not re.match(r"\S+\s*(?:->|→|=>)", line[typed.end() :])
            and not re.match(r"(?:https?|note|nb|fyi|btw|context|reminder|todo|decision|first|second)$", typed["type"])
        ):
            scope = typed["scope"] or typed["type"]
            line = line[typed.end() :]
        pieces = [p for p in _SENTENCE.split(line) if p and p.strip()]
        for piece in pieces:
            bare = piece.strip()
            plain = not bare.endswith((".", "!", "?")) or bool(bullet)
            headed = bool(scope) or bool(bullet) or bare[:1].isupper()
            yield Sentence(bare, plain and headed, len(pieces) == 1 and number == 0), scope


def asserted(sentence: str) -> str:
    """The sentence without the words that lead into it, "" when it states nothing."""
    found = sentence.strip().lstrip("*>- ").strip()
    if found.endswith("?") or "?" in found or (found.startswith(('"', "“")) and _QUOTED.match(found)):
        return ""
    found = re.sub(r",? (?:(?:a|quite a) (?:while|bit|long time) (?:ago|back)|ages ago|long ago)(?=[\s,.;]|$)", "", found, flags=re.I)
    found = re.sub(r",? (?:by the way|btw|fyi|mind you|of course|obviously|naturally|needless to say|to be fair|i must say|as it happens)(?=[\s,.;]|$)", "", found, flags=re.I)
    found = _NAMED_IN_QUOTES.sub(r"\1", found)
    for _ in range(3):
        stripped = _REPORTED.sub("", found)
        if stripped == found:
            break
        found = stripped
    if not found or _UNREAL.match(found) or _QUOTED.search(found) or _HEARSAY.match(found):
        return ""
    return found


def doubtful(clause: str) -> bool:
    """Whether a clause says what might, should or will be, or says it to the reader."""
    return bool(_DOUBT.search(clause) or _CONDITION.search(f" {clause}") or _TO_YOU.search(clause))


def future(clause: str) -> bool:
    return _FUTURE.search(clause) is not None


def as_command(sentence: Sentence, text: str) -> Clause | None:
    """The sentence as an instruction: of a commit message, or one that holds from now on. None for another."""
    standing = _STANDING.match(text)
    if standing and standing.group(0).lower().startswith("never"):
        use = re.match(r"(?:use|write|add|import|choose|introduce) ", text[standing.end() :], re.I)
        return (
            Clause(f"avoid {_HELD.sub('', text[standing.end() + use.end() :])}", standing=True) if use else Clause("")
        )
    if standing:
        return Clause(_HELD.sub("", text[standing.end() :]), standing=True)
    if _IMPERATIVE.match(text) and _HELD.search(text):
        return Clause(_HELD.sub("", text), standing=True)
    if (sentence.commanding or _OF_COMMITS.match(text)) and _IMPERATIVE.match(text):
        return Clause(text, commanding=True)
    return None


_NEXT_COMMAND: Final = re.compile(
    rf"(?:,\s+(?:and\s+|then\s+)?|\s+and\s+(?:then\s+)?)(?={_IMPERATIVE.pattern.removeprefix('^')}\s)", re.I
)


def commands(text: str) -> list[str]:
    """Instructions that one line strings together."""
    return [one for one in _NEXT_COMMAND.split(text) if one]


_MILESTONE: Final = (
    rf"(?:the (?:[\w-]+ ){{1,2}}(?:in|of) {DATE}|the (?:end of the [\w-]+|split|merger|move|reorg(?:ani[sz]ation)?|launch|"
    r"migration|acquisition|rewrite|release|freeze))"
)
_WHEN: Final = rf"(?:{DATE}|{RELEASE}|{_MILESTONE})"
_RECENT: Final = (
    r"(?:(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter|quarter|sprint)|yesterday|today"
    r"|\w+ (?:days|weeks|months|years) ago|a (?:week|month|year) ago)"
)
_END: Final = r"(?=$|[\s,.;)])"


def _dating(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FROM_TO: Final = _dating(
    rf"(?:,\s*)?\b(?:from|between)\s+(?P<a>{DATE})\s+(?:to|until|till|and|through)\s+(?P<b>{DATE}){_END}(?:,\s*)?"
)
_DATING: Final = (
    (
        _dating(
            rf"^(?:since|as of|starting (?:in|with|from)|from|in|with|after)\s+(?:the\s+)?(?P<d>{_WHEN})(?:,\s*|\s+(?=\S))"
        ),
        "from",
    ),
    (_dating(rf"^on\s+(?:the\s+)?(?P<d>{DATE})(?:,\s*|\s+(?=\S))"), "from"),
    (_dating(rf"^(?:until|till|up to|before|through)\s+(?P<d>{_WHEN})(?:,\s*|\s+(?=\S))"), "to"),
    (_dating(rf"^(?P<d>{_RECENT})(?:,\s*|\s+(?=\S))"), "from"),
    (_dating(rf"(?<!\d)(?:,\s*|\s+)(?:until|till|up to|through|before)\s+(?P<d>{_WHEN}){_END}"), "to"),
    (
        _dating(
            rf"(?:,\s*|\s+)(?:since|as of|starting(?: (?:in|with|from|on))?|effective|back in)\s+(?P<d>{_WHEN}){_END}"
        ),
        "from",
    ),
    (_dating(rf"(?:,\s*|\s+)in\s+(?P<d>{_WHEN}){_END}"), "from"),
    (_dating(rf"(?:,\s*|\s+)(?:on|with|at)\s+(?P<d>{DATE}){_END}"), "from"),
    (_dating(rf"\s+(?P<d>{_RECENT}){_END}"), "from"),
)


def dated(clause: Clause) -> Clause:
    """The clause without the words that date it. A release dates nothing in an instruction: there it is a value."""
    text, began, over = clause.text, "", ""
    both = _FROM_TO.search(text)
    if both:
        began, over = both["a"], both["b"]
        text = f"{text[: both.start()]} {text[both.end() :]}".strip()
    for pattern, end in _DATING:
        found = pattern.search(text)
        if found is None or (over if end == "to" else began):
            continue
        if clause.commanding and re.fullmatch(RELEASE, found["d"], re.I):
            continue
        date = re.sub(r"^the (?=\d)", "", found["d"])
        began, over = (began, date) if end == "to" else (date, over)
        between = " " if found.start() and found.end() < len(text) else ""
        text = f"{text[: found.start()]}{between}{text[found.end() :]}".strip()
    return replace(clause, text=text.strip(" ,"), valid_from=began, valid_to=over)


_OVER: Final = (
    (re.compile(r"\bused to be\b", re.I), "was"),
    (re.compile(r"\bused to (?=\w+ )", re.I), ""),
    (re.compile(r"\b(is|are|am|was|were) no longer\b|('s|'re|'m) no longer\b", re.I), r"\1\2"),
    (re.compile(r"\bno longer\s+", re.I), ""),
    (re.compile(r"\b(?:don't|doesn't|do not|does not|didn't)\s+(?=.*\bany ?(?:more|longer)\b)", re.I), ""),
    (
        re.compile(
            r"\b(is|are|am)(?:n't| not)\b(?=.*\bany ?(?:more|longer)\b)|('s|'re|'m) not\b(?=.*\bany ?(?:more|longer)\b)",
            re.I,
        ),
        r"\1\2",
    ),
    (re.compile(r"\s+any ?(?:more|longer)\b", re.I), ""),
)


def ended(clause: Clause) -> Clause:
    """`no longer`, `used to` and `not … any more` as the plain statement, marked as over."""
    text = clause.text
    if re.search(
        r"\b(?:is|are|am|was|were|'m|'re|'s) used to\b|\bused to (?:the|this|that|it|my|a)\b|'(?:m|re|s) used to\b",
        text,
        re.I,
    ):
        return clause
    over = False
    for pattern, plain in _OVER:
        told = pattern.sub(plain, text)
        over |= told != text
        text = told
    return replace(clause, text=" ".join(text.split()), over=True) if over else clause


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
_AND_VERB: Final = re.compile(rf"(?:\s*,?\s+(?:and|but)\s+|,\s+(?=(?:reports|answers|owns|uses|maintains|leads|listens|lives|prefers|avoids|hates|runs|needs|depends)\s))(?!\w+ed\s+(?:by|in|on|with|at)\b)(?={FINITE}\b)", re.I)
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
    r"|,\s+(?=(?:[A-Z][\w'-]*\s+)(?:[\w.'-]+\s+){0,3}?(?:is|are|runs?|uses?|listens?|lives?|depends|goes|has)\s)"
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
    r"(?P<s2>(?!on\b|in\b|at\b|it\b|they\b|listens\b|runs\b|lives\b|is\b|uses\b|has\b)(?:the |our )?[\w-]+(?: [\w-]+){0,2}?) (?P=p) (?P<o2>\S+)$",
    re.I,
)


_ELLIPSIS: Final = re.compile(
    rf"^(?P<s>[^,;]{{2,50}}?) (?P<v>is|are|was|were) (?P<o>{VALUE}),? and (?P<s2>(?:the |our |its )?[a-z][\w -]{{2,40}}?) (?P<o2>{VALUE})$", re.I
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
    r"backed|hosted|designed|licensed|deployed|led|run|founded) (?:in|on|by|with|atop|at|under|using) .+)$", re.I
)
_BOTH: Final = re.compile(
    r"^(?P<s>[^,]{1,50}?) (?P<be>is|was) (?:both )?(?P<a>(?:an?|the|our) [^,]{2,40}?) and (?:also )?(?P<b>(?:an?|the|our) [^,]{2,60})$", re.I
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
            aside.append(f"{_last_noun(before)} used to work at {left['n']}") if p_is_name(before) else aside.append(f"{_last_noun(before)} was formerly called {left['n']}")
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


def _introduced(found: re.Match[str]) -> _Made | None:
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


def p_is_name(text: str) -> bool:
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
