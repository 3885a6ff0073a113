"""From a text to sentences, and which of them state nothing: questions, requests, wishes, examples, hearsay."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import clefts, rewordings, spelling
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.lexicon import VERBS, forms_of
from codegraph.memory.facts.extract.words import Form


class Mood(StrEnum):
    STATED = "stated"
    COMMAND = "command"  # the imperative of a commit message: what the commit did
    REQUEST = "request"  # an imperative that asks somebody for something
    STANDING = "standing"  # an instruction that holds from now on
    NOTHING = "nothing"


class Sentence(NamedTuple):
    text: str
    scope: str  # of a conventional commit, "" otherwise
    headline: bool  # it may be the imperative of a commit
    section: str  # the heading or the label that a list item stands under
    type: str = ""  # of a conventional commit


_FENCED: Final = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.M | re.S)
_INDENTED: Final = re.compile(r"(?:^|\n\n)(?:(?: {4,}|\t).*(?:\n|$))+")
_TYPE: Final = re.compile(
    r"^(?P<type>[a-z][\w/.-]*|CODEOWNERS|README|CI|CHANGELOG|Makefile|Dockerfile|API|UI|Docs|Build|Tests?|Deps|Infra|CD|[A-Z][\w/.-]{1,24}(?=: [a-z]))(?:\((?P<scope>[^)]*)\))?!?:\s+(?=\S)"
)
_KNOWN_TYPES: Final = (
    "CODEOWNERS",
    "README",
    "CI",
    "CHANGELOG",
    "Makefile",
    "Dockerfile",
    "API",
    "UI",
    "Docs",
    "Build",
    "Test",
    "Tests",
    "Deps",
    "Infra",
    "CD",
)
_UNDONE: Final = frozenset(["todo", "fixme", "wip", "todos", "wishlist", "backlog", "idea", "ideas", "proposal"])
"""What stands in front of what is still to be done."""

_NO_TYPES: Final = w.words(
    "decision decided verdict resolution resolved agreed outcome conclusion note rule policy todo remember reminder result"
)
_LABEL: Final = re.compile(
    r"(?:owners?|maintainers?|authors?|deadline|licen[cs]e|homepage|website|contact|e-?mail|phone|requires|requirements|dependencies|decision|editor|shell|os|browser|database|db|language|timezone|name|role|team|members|decided|verdict|resolved|agreed|released|versions?|location|office|urls?|ports?|hosts?|stack|tech stack|our stack|tools?|tooling|setup|contacts?|services?|env|environments?|databases?|languages?|people|teams?|editors?)$",
    re.I,
)
_VALUE: Final = re.compile(r"(?:https?://\S+|[\w.+-]+@\S+|v?\d[\w.,:/%>→-]*(?: [\w.,:/%>→-]+){0,2})[.]?$")
_BULLET: Final = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
_HEADING: Final = re.compile(r"^#{1,6}\s+(?P<t>.+?)\s*#*$")
_ANNOUNCED: Final = re.compile(r"[A-Za-z][\w' -]{2,30}:?$")
_SENTENCE: Final = re.compile(
    r"(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bProf\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bSt\.)(?<!\bFig\.)"
    r"(?<=[.!?])[\"”)]?\s+(?=[\"“`(*]?[A-Z0-9À-Þ\u4e00-\u9fff])|(?<=[a-z)\d]{3}[.!?])(?<!\betc\.)(?<!\binc\.)(?<!\bltd\.)(?<!\bcorp\.)(?<!\bdept\.)(?<!\bapprox\.)(?<!\bresp\.)(?<!\bvol\.)(?<!\bmax\.)(?<!\bmin\.)(?<!\bver\.)(?<!\bext\.)\s+(?=[a-z])|(?<=[.!?])\s+(?=(?:i|we|my|our|the|it|he|she|they|and|but|no|also|please)\b)|\s*;\s+|\s+[—–]\s+|(?<=[a-z\d])\s+--?\s+(?=[a-z])"
)  # fmt: skip
_LONGEST: Final = 600  # characters; what is longer is a list, data, or no prose

_LEAD: Final = re.compile(
    r"^(?:(?:fyi|btw|by the "
    r"way|note|nb|ok|okay|well|so|and|also|anyway|yes|yeah|yep|sure|actually|oh|hi|hello|hey(?: there| all| team)?|"
    r"(?:please )?(?:remember|note|keep in mind|bear in mind)|mind you|in "
    r"fact|fwiw|iirc|honestly|frankly|personally|obviously|clearly|"
    r"(?:it )?turns out|as it turns out|just so you know|as you know|for the record|given the "
    r"choice|in short)(?: that\b)?\s*[:,.!-]?\s+(?=\S)"
    r"|(?:heads[- ]up|for context|context|quick (?:context|note|intro|background|summary)[\w ]*|short "
    r"(?:intro|background)|intro|"
    r"reminder|no|first|second|third|finally|fun fact|house style|two things|in our setup|in this "
    r"(?:repo|repository|project)|here|sorry|"
    r"thanks|thank you|ah|hmm|right|listen|look|let me introduce myself|about me|it's official|good "
    r"news|bad news|news|update|announcement|psa|"
    r"tl;?dr|side note|unrelated|for what it's worth|to be clear|to clarify|(?:small )?correction|one "
    r"more thing|you asked|you wanted to know|"
    r"to answer your question|long story short|true story|for the record|quick one|one thing|my "
    r"setup|our setup|my background|background)\s*[:,.!-]\s*(?=\S))",
    re.I,
)
# Words that lead in, however many, up to a sign.
_CHATTY: Final = re.compile(
    r"^(?:(?:hey|hi|hello|yo|so|ok|okay|alright|right|well|oh|ah|um|uh|hm+|ugh|nah|nope|yeah|yep|yup|yes|no|wait|cool|great|nice|good|"
    r"anyways?|also|and|but|just|quick|small|little|some|a|one|two|bit|of|background|context|note|notes|heads[- ]up|update|reminder|info|"
    r"before (?:we|you|i) (?:start|begin|dive in|get going|go on)|for (?:the record|context|reference|completeness|what it's worth)|fyi|btw|"
    r"fun fact|as (?:always|usual|mentioned|said|discussed|agreed)(?: before)?|more|important(?:ly)?|correction|things?|to know|new plan|"
    r"lol|sorry|thanks|morning|afternoon|evening|all|team|there|folks|guys|everyone|status|summary|decision log|again)\b[\s,]*)+"
    r"\s*[:,.!…-]+\s*(?=\S)",
    re.I,
)
_EXCLAIMED: Final = re.compile(
    r"^(?:(?:sorry|just|to be (?:clear|honest|fair|precise)|so you know|uh|um|for clarity|fwiw|ok|okay|so|and|but|also|well|anyway|yeah|nah|no|yes|right|btw|fyi) )*(?:to be (?:clear|honest|fair|precise)|so you know|uh|um|sorry|so|and|also|well|anyway|btw|fyi|nah|nope|yeah|yep|yup|lol|hm+|wait|ugh|oh|ah|cool|alright|huh|yo|hey|aha|dude|man|guys|folks|friendly reminder|reminder|heads up)\s+"
    r"(?=(?:i|we|it|its|the|our|my|they|he|she|that|this|these|everything|nobody|there)\b)",
    re.I,
)
_RULE: Final = re.compile(
    r"^(?:(?:house|team|golden|our|the|new|first) )*(?:rule|policy|convention)(?: here| of ours| number one)?:\s*(?=(?:no|never|always|avoid|use|prefer|don't use)\b)",
    re.I,
)
_INTRODUCED: Final = re.compile(
    r"^(?:a )?(?:quick |short |brief |little )?(?:intro|introduction)\b[^:.]{0,40}:\s+(?=(?-i:[A-Z]\w+(?: [A-Z]\w+)?),)",
    re.I,
)
_TOLD_ABOUT: Final = re.compile(
    r"^(?:(?:a )?(?:quick|short|brief|little|small) (?:intro|introduction|context|background|note|update|summary|reminder|word|round of context)\b[^:.]{0,40}:\s+(?=\S)"
    r"|i (?:keep|always) forget(?:ting)? (?:that )?|i forgot to (?:say|mention|add|tell you) (?:that )?|(?:i )?(?:should|might) (?:also )?(?:mention|add|note|say) (?:that )?"
    r"|(?:it's |it is )?worth (?:noting|mentioning|knowing|adding) (?:that )?|(?:i )?just (?:learned|learnt|found out|noticed|saw|realised|realized|heard back) (?:that )"
    r"|(?:as|like) i (?:said|mentioned|wrote)(?: before| earlier| yesterday)?,? |what i (?:forgot|meant) (?:to (?:say|mention) )?is (?:that )?|(?:let it be|be it) known (?:that )|in case you (?:missed it|wonder|wondered|were wondering),? )",
    re.I,
)
_CLEFT: Final = re.compile(
    r"^(?:(?:the|one|another|a) (?:\w+ )?(?:thing|problem|issue|catch|trouble|point|downside|truth|gist|upshot|bottom line|short version|"
    r"caveat|detail|fact)(?: (?:to (?:know|note|remember|keep in mind)|you should know|here))?"
    r"(?: (?:about|with) (?P<t>[^,]{1,40}?))?|(?:what|all) (?:you (?:need|have) to know|matters|counts)(?: here)?)"
    r" is(?: that|,|:)? (?=(?:it|we|i|our|my|the|they|he|she|that)\b)(?P<it>it(?='s\b| ))?",
    re.I,
)
_REASON: Final = re.compile(r"^the reason (?:why |that )?[^,.]{3,60}? is (?:that|because) ", re.I)
_POLITE: Final = re.compile(
    r"(?:,|\s[-–—]|\s\()?\s(?:if|in case) (?:(?:that|it) (?:matters|helps|makes (?:a|any) difference|is relevant|'s relevant)"
    r"|(?:you|anyone|anybody|someone)(?:'re| are|'d| would|'s| is)? (?:need|want|care|wonder\w*|ask\w*|look\w*|curious|interested|must|like)\b[^,.;]*"
    r"|i (?:remember|recall) (?:right|correctly|rightly))\)?(?=[.!]?$)",
    re.I,
)
_ASIDE_REQUEST: Final = re.compile(
    r"(?:,| -| –|;)\s+(?:so |and |but )?(?:just |please |better )?(?:ask|ping|talk to|check with|contact|let me know|tell|(?:call|mail) (?:me|him|her|us|them)|shout|holler|see|have a look|keep|bear|"
    r"remember|note|mind|watch out|beware|careful)\b(?!\w*s\b)[^,]*(?:,[^,]*)?$",
    re.I,
)
_ADDRESS: Final = re.compile(r"\S@\S|https?://|\+\d|\d{3}")
ASKED: Final = re.compile(r"^you (?:asked|wanted to know) (?:me )?about (?P<t>[^:,]+)[:,]\s*", re.I)
_UNREAL: Final = re.compile(
    r"^(?:if|unless|neither|suppose|supposing|imagine|pretend|assume|assuming|say|should|could|would|can(?!'t say|not say)|may|might|did|does|do|is|are|was|were|had|"
    r"has|have|whether|in case|when|whenever|once(?! (?:an?|the|our) )|for example|for "
    r"instance|e\.g\.|example|maybe|perhaps|hopefully|apparently|allegedly|supposedly|presumably|rumou?r\w*|"
    r"word is|they say|people say|some say|legend has|let's|let us|to[- ]?do(?= ?:)|todo|fixme|wip|what(?! (?:used to "
    r"be|was once|was formerly|was (?:the |our )?\S+ is now|was called|is now|'s now|(?:we|they|people) (?:used to )?call))(?!'s "
    r"now)|why|where|who|whom|whose|how|which|to whom|nothing|nobody|no one|somebody|"
    r"someone|anyone|anybody|everybody|everyone|whoever|see|fig|section|copyright|merge|fixup!|squash!|cherry-pick\w*|what if|don't you|"
    r"as (?:an?|the) \w+,? (?:i|you) (?:want|can|need)|wish|it would|it'd|guess|i'd like|i would "
    r"like|we'd like|i wish|i hope|we hope|here's|according to|consider|in theory|ideally|"
    r"the following|(?:this|the) example (?!(?:needs|requires|depends|uses)\b)|sample|some (?:users|people|folks)|think about)\b(?!\w)",
    re.I,
)
_DOUBT: Final = re.compile(
    r"\b(?:(?:pretty|fairly|quite|almost|reasonably|not (?:too|entirely|100%|totally)) sure|as far as i (?:know|remember|recall|can tell)|last i (?:heard|checked|looked)|i want to say|i'd guess|i(?:'m| am) guessing|i (?:think|guess|believe|suppose|assume|doubt|bet|expect|imagine|reckon)|if only|as if|as "
    r"though|what if|rumou?r\w*|not sure|unsure|no idea|dunno|"
    r"can you|could you|would you|can we|will you|for me\b(?!,)|lets|are we|is it|was wrong|is "
    r"wrong|were wrong|isn't true|not true|is nonsense|the idea (?:is|was)|the plan (?:is|was)|in theory|my guess|"
    r"told (?:me|you|us) (?:yesterday )?that|the slide said|used as an example|you "
    r"(?:said|claimed|told)|hypothetically|wouldn't it|how about|what about)\b",
    re.I,
)
_CONDITION: Final = re.compile(
    r"(?:^|[,\s(])(?:if|unless|whether|as long as|in case|provided that|or else|had "
    r"(?:we|i|he|she|they|\w+) (?!been (?:at|with|on|in))\w+ed)\s",
    re.I,
)
_PROVISO: Final = re.compile(r",? (?:unless|if not) (?:configured|told|specified|stated|set|overridden|changed|noted|asked|otherwise|given)\b[^,.]*|,? (?:unless|if not) [\w ]{0,20}otherwise|,? unless \w+(?:ed|en)\b[^,.]*", re.I)  # fmt: skip
_TO_YOU: Final = re.compile(r"\b(?:you|your|yours|yourself)\b", re.I)
_FOUND_BY_YOU: Final = re.compile(r"\byou(?:'ll| can| will| may)? (?:find|reach|contact|mail|e-?mail|write|ping|call|ring|browse|see|need)\b|\bcall me\b|\byou (?:can't|cannot|can not) (?:build|run|use|compile|install|start|test)\b[^,]* without\b|^(?:your )\w+ (?:must|has to|needs to) be (?:at least|newer|older)", re.I)  # fmt: skip
_ABOUT_YOU: Final = re.compile(r"\b(?:i(?:'d| would)? (?:want|like|prefer|need) you to (?:always|never)|as you know|you asked|you wanted|just so you know|thank you|mind you|let you know|tell you|if you ask me|you know|told you|ask(?:ed)? you)\b", re.I)  # fmt: skip
_FIXED: Final = w.words(
    "fix fixes fixed bugfix hotfix refactor clarify reword simplify tidy clean correct catch ensure "
    "verify assert prevent improve speed optimise optimize "
    "explain describe mention unbreak reproduce investigate teach tweak silence suppress reject "
    "detect test log check cover mock report "
    "handle print warn allow guard ignore skip note document track validate retry cache trace sort "
    "copy parse return throw "
    "emit include exclude count record don't do not never avoid_ merge revert show"
)
_STANDING: Final = re.compile(
    r"^(?:(?:please |but |and |so )?(?:always|never|don't ever|do not ever|from now on,?|from here "
    r"on,?|going forward,?|in the future,?|for all future (?:work|code),?)\s+(?:please )?|in "
    r"(?:this|our) (?:repo|repository|project|codebase),? (?=(?:always|never|use|prefer|write|avoid)\b))",
    re.I,
)
_WANTED: Final = re.compile(r"^(?:i|we) (?:want|would like|'d like|need|expect) (?:you to )?(?=(?:always|never)\b)(?:you to )?|^(?:i|we) (?:want|expect|'d like) you to (?=(?:always|never)\b)", re.I)  # fmt: skip
_HELD: Final = re.compile(r",?\s+(?:from now on|from here on|going forward|in (?:this|our) (?:repo|repository|project|codebase)|for this (?:repo|project))[.!]?$", re.I)  # fmt: skip
_SWAPPED: Final = re.compile(
    r"(?:rename|replace|swap|deprecate) `[^`]+` (?:to|with|by|for|in favou?r of) `[^`]+`\.?$", re.I
)
_NO_VERB: Final = re.compile(
    r"Go (?:[\d<>=(]|versions?\b|older|below|must|has|is|was|needs|at least)|(?:[Ll]ast|[Mm]arch|[Mm]ay) (?:week|month|year|quarter|spring|summer|autumn|fall|winter|night|\w+day|\d)\b"
)
_IDLE: Final = re.compile(
    r"\b(?:jury(?:'s| is) (?:still )?out|name is mud|any port in (?:a|the) storm|works? like (?:a |an )?(?:charm|dog|treat|horse|magic|clockwork)|running on (?:fumes|empty|caffeine|coffee)|in the same boat|"
    r"moved to tears|up in the air|on the fence|rent[- ]free|under a rock|in a bubble|hits? home|drives? me (?:up|home)|year of the|lives? and learn|my two cents|make or break|"
    r"take (?:my|your|his|her) word|mark my words|use (?:your|my) (?:head|brain|imagination)|over my dead body|ma(?:de|ke) (?:my |our )?peace with|cold feet|same page|cross that bridge|reinvent the wheel|tip of the iceberg|"
    r"no decision (?:yet|so far|has been|was)|not decided yet|undecided|yet to (?:decide|be decided)|haven't decided|have not decided|nothing(?:'s| is) decided|still deciding)\b",
    re.I,
)
_PLAIN_COMMITS: Final = re.compile(r"^(?:bump|rollback|pin|upgrade|downgrade|relicense|unpin)\b[^?!]*$|^release v?\d\S*$|^(?:replace|rename|lower|raise|increase|reduce|set|change|swap|switch|update|drop|remove) (?!the |this |that |all |it )[^?!]*\b(?:with|by|to|from)\b[^?!]*\d[^?!]*$|^rename (?:\w+ ){0,2}(?-i:[A-Z][A-Z0-9]*_[A-Z0-9_]+) to [^?.!]*$|^(?:replace|rename|deprecate|swap) (?!the |this |that )(?:(?:crate|package|module|class|function|method|table|field|column|repo|file|type) )?(?-i:[\w-]*(?:[a-z][A-Z]|[._(`-])[^\s]*) (?:with|by|to|for) [^?.!]*$", re.I)  # fmt: skip
_RENAMED: Final = re.compile(r"^((?:[\w()/.-]+!?: )?rename[sd]? (?!.*:)\S+(?: \S+)?) (?:->|→|=>|➜) (\S+)$", re.I | re.M)
_DEPRECATED: Final = re.compile(r"\s+(?P<is>is|are|has been|have been) deprecated(?: since [\w.]+)?[;,.:]?\s+(?:please )?(?:\w+ (?:should|must|can|are to|have to) )?(?:use|prefer|switch to) (?P<o>\S+?)(?: instead)?(?=[.\s]|$)", re.I)  # fmt: skip


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text in order, without blocks of code."""
    text = _FENCED.sub(
        "\n", text.replace("’", "'").replace("‘", "'").replace("≥", ">=").replace("≤", "<=").replace("\r\n", "\n")
    )
    text = spelling.plain(_INDENTED.sub("\n", text))
    text = re.sub(
        r"^(deprecate [^,;\n]+)[,;.] (?:please )?(?:\w+ (?:should|must|can|may|are to|to|have to) (?:now )?)?use (\S+?)(?: instead)?(?: now)?\.?$",
        r"\1 in favour of \2",
        text,
        flags=re.I | re.M,
    )
    text = _RENAMED.sub(r"\1 to \2", text)
    text = _DEPRECATED.sub(r" \g<is> deprecated in favour of \g<o>", text)
    scope, section, first, kind = "", "", True, ""
    lines = list(_lines(text))
    for number, (line, bullet) in enumerate(lines):
        heading = _HEADING.match(line)
        listed = not bullet and number + 1 < len(lines) and lines[number + 1][1]
        if heading or (listed and _ANNOUNCED.match(line)):
            section = (heading["t"] if heading else line.rstrip(":")).lower()
            first = False
            continue
        typed = _TYPE.match(line) if first or bullet else None
        if (
            typed is not None
            and typed["type"] not in _NO_TYPES
            and not (
                typed["type"] in n.TOOL_KINDS and not typed["scope"] and n.is_software(line[typed.end() :].strip(" ."))
            )
            and (not typed["type"][:1].isupper() or _base(line[typed.end() :]) or typed["type"] in _KNOWN_TYPES)
            and not (
                (_LABEL.match(typed["type"]) and not _base(line[typed.end() :]))
                or (_VALUE.match(line[typed.end() :]) and not typed["scope"])
            )
        ):
            scope, kind = typed["scope"] or typed["type"], typed["type"]
            line = line[typed.end() :]
        else:
            typed = None
        parts = [part.strip() for part in _SENTENCE.split(line) if part and part.strip()]
        for order, part in enumerate(parts):
            if len(part) <= _LONGEST:
                head = (
                    (first or bullet)
                    and (order == 0 or scope != "")
                    and not (part.endswith(".") and typed is None and not bullet)
                )
                yield Sentence(part, scope, head and len(parts) <= 3, section if bullet else "", kind)
        first = False


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Lines, with those that a paragraph was broken into joined; whether it is an item of a list."""
    held = ""
    for raw in text.split("\n"):
        line = raw.strip()
        bullet = _BULLET.match(raw)
        if not line or bullet or _HEADING.match(line):
            if held:
                yield held, False
            held = ""
            if bullet:
                yield raw[bullet.end() :].strip(), True
            elif line:
                yield line, False
        elif held and not held.endswith((".", "!", "?", ":")) and line[:1].islower():
            held = f"{held} {line}"
        else:
            if held:
                yield held, False
            held = line
    if held:
        yield held, False


def stated(sentence: Sentence) -> tuple[str, Mood]:
    """What a sentence says without what leads into it, and how it is meant."""
    text = sentence.text.strip()
    if text.endswith("?") or _IDLE.search(text) or sentence.type.lower() in _UNDONE:
        return "", Mood.NOTHING
    text = _PROVISO.sub("", text)
    remembered = re.match(
        r"(?:please |ok,? |and |also |just )*(?:remember|keep in mind|bear in mind|note)\b(?: "
        r"please)?(?: that)? (?:i|we) (?:want|need|like) (?!to\b|you\b)",
        text,
        re.I,
    )
    if remembered:
        text = re.sub(r"^.*?\b(i|we) (?:want|need|like) ", r"\1 prefer ", text, count=1, flags=re.I)
    text = ASKED.sub("", text)
    text = rewordings.plain(clefts.plain(_ASIDE_REQUEST.sub(_kept, _POLITE.sub("", _bare(text)))))
    wanted = _WANTED.match(text)
    if wanted:
        text = text[wanted.end() :]
    asked = re.sub(r"^(?:please|pls|plz)\s+", "", text, flags=re.I)
    if asked != text and _HELD.search(asked) and _base(asked):
        text = asked
    standing = _STANDING.match(text)
    if standing and _base(re.sub(r"^(?:always|never) ", "", text[standing.end() :])):
        return text, Mood.STANDING
    held = _HELD.search(text)
    if held and _base(text):
        return text, Mood.STANDING
    if re.match(r"please\b|pls\b|plz\b|kindly\b", text, re.I) or re.search(
        r"[,\s](?:please|pls|plz|would you|will you)[.!,]?$|,? for me[.!]?$", text, re.I
    ):
        return text, Mood.REQUEST
    if re.match(r"it's not (?:that|like|as if)\b", text, re.I):
        return "", Mood.NOTHING
    if re.match(r"call me (?-i:[A-Z])\w+[.!]?$", text, re.I):
        return text.rstrip(".! "), Mood.STATED
    if _SWAPPED.match(text):
        return text.rstrip(". "), Mood.COMMAND
    first = re.match(r"[A-Za-z'-]+", text)
    word = first.group(0).lower() if first else ""
    if (
        sentence.headline
        and _base(text)
        and not (text[:1].islower() and _noun_first(text))
        and not _copula_second(text)
    ):
        if word in _FIXED:
            return "", Mood.NOTHING
        if text[:1].isupper() or sentence.scope or _PLAIN_COMMITS.match(text):
            return ("", Mood.NOTHING) if _CONDITION.search(text) or _TO_YOU.search(text) else (text, Mood.COMMAND)
    nobody_now = re.match(r"(?:nothing|nobody|no one) .*\b(?:any ?more|any longer)\b", text, re.I)
    if (_UNREAL.match(text) and not nobody_now) or _DOUBT.search(text) or _CONDITION.search(text):
        return "", Mood.NOTHING
    if _base(text) and not _noun_first(text):
        return text, Mood.REQUEST
    if sentence.headline and word in _FIXED and sentence.scope:
        return "", Mood.NOTHING
    text = _before_you(text)
    if _TO_YOU.search(text) and not _FOUND_BY_YOU.search(text) and not _ABOUT_YOU.search(text):
        return "", Mood.NOTHING
    return text.rstrip(".! "), Mood.STATED


def _before_you(text: str) -> str:
    """What stands before a clause that speaks to somebody, where that is one."""
    parts = (
        re.split(r",?\s+(?=(?:so|but|and so|because|since)\b)", text, maxsplit=1) if _TO_YOU.search(text) else [text]
    )
    stands = len(parts) > 1 and not _TO_YOU.search(parts[0]) and len(parts[0].split()) > 2
    return parts[0] if stands else text


def _kept(found: re.Match[str]) -> str:
    """A request behind a statement, where it names an address."""
    return found.group(0) if _ADDRESS.search(found.group(0)) else ""


def _bare(text: str) -> str:
    """The sentence without the words that lead into it."""
    before = ""
    while before != text:
        before = text
        text = _RULE.sub("our policy is ", text, count=1)
        text = _TOLD_ABOUT.sub("", _INTRODUCED.sub("I'm ", text, count=1), count=1)
        text = _EXCLAIMED.sub("", _LEAD.sub("", _CHATTY.sub("", text, count=1), count=1), count=1)
        text = _REASON.sub("", text)
        cleft = _CLEFT.match(text)
        if cleft:
            about = f"{cleft['t']} " if cleft["t"] and cleft["it"] else cleft["it"] or ""
            text = re.sub(r" (?='s)", "", f"{about}{text[cleft.end() :]}")
    return text


def _base(text: str) -> bool:
    """Whether a text begins with a verb as an imperative does."""
    found = re.match(r"[A-Za-z][A-Za-z-]*(?=\s|$)", text)
    if found is None or _NO_VERB.match(text):
        return False
    word = found.group(0).lower()
    if word in ("don't", "do", "be", "have", "let", "make", "go"):
        return True
    if word == "born":
        return False
    return any(Form.BASE in forms for forms in VERBS.get(word, {}).values())


_ALSO_NOUNS: Final = w.words(
    "mail email traffic message port work support request release code test version poll retry cache max log audit rate queue "
    "state lead batch page pool "
    "go process access list plan demo host report review file name design target sync head license "
    "licence author contact "
    "limit issue backup build deal group order budget time offer drop crash spring act cover store "
    "base box schedule start vendor "
    "end vote question answer point search load study buffer lock vendor"
)


def _noun_first(text: str) -> bool:
    """`port 80 belongs to x`, `work on x began`: a noun that is spelt like a verb."""
    found = text.split()
    if len(found) < 2:
        return True
    word, after = found[0].lower(), found[1].lower()
    forms = forms_of(after)
    finite = bool(forms & {Form.THIRD, Form.PAST}) and Form.BASE not in forms
    finite = finite and (Form.PAST in forms or word in _ALSO_NOUNS)
    if finite or after in w.BE or after in w.MODALS or after in w.HAVE or after in ("'s", "defaults"):
        return word not in ("make", "let", "check", "tell", "show", "explain")
    if after.endswith(("'s", ":")) or word.endswith(":"):
        return True
    third = forms_of(found[2].lower()) if len(found) > 2 else frozenset()
    if after.endswith("ing") and Form.GERUND in forms and Form.THIRD in third and Form.BASE not in third:
        return True
    if _linked_soon(found):
        return word not in ("make", "let", "check", "tell", "show", "explain", "ensure", "verify")
    if word not in _ALSO_NOUNS:
        return False
    third = found[2].lower() if len(found) > 2 else ""
    return (after.endswith("s") and Form.BASE in forms_of(third)) or _verb_follows(found)


def _linked_soon(found: list[str]) -> bool:
    """`default branch is main`: a form of `be` behind bare words."""
    for word in found[1:5]:
        low = word.lower()
        if low in w.BE or low == "isn't":
            return True
        if (
            not low.isalpha()
            or low in w.DETERMINERS | w.PREPOSITIONS | w.CONJUNCTIONS | w.SUBORDINATORS | w.RELATIVES | w.PRONOUNS
        ):
            return False
    return False


def _copula_second(text: str) -> bool:
    """`Store is now called Repo`: no imperative."""
    found = text.split()
    return len(found) > 1 and (
        found[1].lower() in w.BE or found[1].lower() in w.MODALS or found[1].lower() in ("has", "had")
    )


def _verb_follows(found: list[str]) -> bool:
    for word in found[1:7]:
        if word.endswith(",") or word.lower() == "and":
            return False
        low = word.lower().strip(":")
        if low in w.BE or low in w.HAVE or low in w.MODALS or low.endswith(("'s", "n't")):
            return True
        kinds = {form for forms in VERBS.get(low, {}).values() for form in forms}
        if kinds & {Form.THIRD, Form.PAST} and Form.BASE not in kinds:
            return True
    return ":" in " ".join(found[:5])
