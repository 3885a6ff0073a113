"""From a text to sentences: without code and quotations, what is no statement left aside."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from codegraph.memory.facts.extract.values import Clause


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
    r"word is|they say|people say|let's|let us|please|todo|fixme|wip|what(?! (?:used to be|was once|was formerly|was called|(?:we|they|people) (?:used to )?call))|why|where|who|whom|how|which|to whom|nothing|nobody|no one|somebody|"
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
# What a commit mends, checks or merely speaks of.
_MENTION: Final = re.compile(
    r"^(?:(?:fix(?:es|ed)?|bugfix|hotfix|refactor|clarify|reword|simplify|tidy|clean ?up|correct|catch|ensure|verify|assert|prevent|improve|speed up|"
    r"optimi[sz]e|fixup|explain|describe|mention|unbreak|reproduce|investigate|teach|tweak|silence|suppress|reject|detect)\s"
    r"|(?:test|log|support|show|check|cover|mock|report|handle|print|warn|allow|guard|ignore|skip|note|document|track|validate|retry|"
    r"cache|trace|render|sort|copy|parse|load|read|return|raise|throw|emit|include|exclude|count|record) "
    r"(?:the|an?|that|when|how|whether|if|where|why|all|every|each|any|renaming|whatever|against|for|on) )(?!.*\b(?:ends?|ended|expires?)\b.*\d)",
    re.I,
)
_PROVISO: Final = re.compile(
    r",? unless (?:configured|told|specified|stated|set|overridden|changed|noted|asked)\b[^,.]*", re.I
)
_INTRODUCTION: Final = re.compile(
    r"^(?:(?:hey|hi|hello),? )?(?:(?:a )?(?:quick|short|brief) )?intro(?:duction)?: (?:i'm |i am )?(?=(?-i:[A-Z]))",
    re.I,
)
_SETS: Final = re.compile(r"^raise\b.*\bto \S*\d", re.I)
_HEARSAY: Final = re.compile(
    r"^(?:(?!we\b|i\b)(?:[\w'-]+ ){1,4}?)(?:said|says|told|tells|mentioned|mentions|reckons|reckoned|insists|insisted|swears(?! by)|swore(?! by)|suggests?|"
    r"suggested|argues?|argued|proposed|proposes|assumes|assumed|suspects?|suspected|guesses|guessed|heard|hears|wonders|wondered|dreams|insinuat\w+|speculat\w+|"
    r"feels|thought|fears|alleges|alleged|predicts?|predicted|implies|implied|hints|hinted|pretends|pretended)\b",
    re.I,
)
_CONDITION: Final = re.compile(r"(?:^|[,\s])(?:if|unless|whether|as long as|in case|provided that|or else)\s", re.I)
_FUTURE: Final = re.compile(r"\b(?:will|won't|shall|'ll)\b", re.I)
_TO_YOU: Final = re.compile(r"\b(?:you|your|yours|yourself|you'll|you're)\b", re.I)
_REPORTED: Final = re.compile(
    r"^(?:you asked|you said|you wanted(?: to know)?|fyi|btw|by the way|note|nb|heads[- ]up|context|quick (?:context|note)[\w ]*|"
    r"reminder|remember|please remember|please note|note that|remember that|ok|okay|well|so|and|but|also|anyway|no(?! more| longer)|yes|yeah|actually|oh|hi|hello|hey|"
    r"first|second|third|finally|personally|for the record|just so you know|as you know|turns out|it turns out|in fact|house style|two things|in short|in our setup|in this (?:repo|repository|project)|here)\b(?: about [^:,]*)?(?: that\b)?[:,.]?\s+(?=\S)",
    re.I,
)
_NAMED_IN_QUOTES: Final = re.compile(r"[\"“]([^\"“”\s]+(?: [^\"“”\s]+)?)[\"”]")
_QUOTED: Final = re.compile(r"[\"“][^\"”]*\s[^\"”]*\s[^\"”]*[\"”]")
_IMPERATIVE: Final = re.compile(
    r"^(?:bump|upgrade|downgrade|update|rename|raise|increase|lower|reduce|decrease|cut|set|change|drop|remove|use|switch|move|add|require|"
    r"go with|go back|pin|hand|migrate|replace|adopt|run|listen|expose|serve|bind|host|deploy|prefer|avoid|relicense|license|stop|start|"
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
    found = re.sub(
        r",? (?:(?:a|quite a) (?:while|bit|long time) (?:ago|back)|ages ago|long ago)(?=[\s,.;]|$)",
        "",
        found,
        flags=re.I,
    )
    found = re.sub(
        r",? (?:by the way|btw|fyi|mind you|of course|obviously|naturally|needless to say|to be fair|i must say|as it happens)(?=[\s,.;]|$)",
        "",
        found,
        flags=re.I,
    )
    found = _PROVISO.sub("", found)
    found = _INTRODUCTION.sub("I'm ", found)
    found = _NAMED_IN_QUOTES.sub(r"\1", found)
    for _ in range(3):
        stripped = _REPORTED.sub("", found)
        if stripped == found:
            break
        found = stripped
    if (
        not found
        or _UNREAL.match(found)
        or _QUOTED.search(found)
        or _HEARSAY.match(found)
        or (_MENTION.match(found) and not _SETS.search(found))
    ):
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
