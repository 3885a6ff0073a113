"""Facts that people state outright while they talk to an agent.

They are found by fixed patterns, sentence by sentence. Precision comes first. A sentence counts when it says that it
outlives the task (`always`, `from now on`, `remember that`, `I prefer`, `my … is`). It does not count when it asks,
supposes, quotes, or is about the current work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from codegraph.memory.review.statement_patterns import ORDERED, PATTERNS, STATED, build_alternatives

SHORTEST: Final = 8
LONGEST: Final = 300
"""Characters of a statement. What is longer is an explanation, which needs its context."""

PASTED: Final = 4_000
"""Characters from which a message is taken to hold a paste: only its first and last paragraph are somebody's words."""


class Statement(NamedTuple):
    text: str  # as it was said, without what leads in and out
    confidence: float


def find_statements(text: str) -> Iterator[Statement]:
    """Yield the facts in a text in order.

    The same text always gives the same facts.
    """
    for sentence in _iterate_sentences(text):
        found = _parse_statement(sentence)
        if found is not None:
            yield found


_FENCE: Final = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.M | re.S)
_ITEM: Final = re.compile(r"^\s{0,3}(?:[-*+•]|\d{1,2}[.)])\s+")
_END: Final = re.compile(
    r"(?<=[\w)`\"'][.!?…])(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!etc\.)[\"')\]]*\s+|\s+[—–]\s+|;\s+"
    # a second statement in the same breath
    r"|,? and (?=(?:please |also )*(?:never|always|don't|do not|i prefer|i never|i always|my|our|we)\b)",
    re.I,
)
_CODE: Final = re.compile(
    r"[{};]\s*$|^\s*(?:[$>|#/]|at |def |class |import |from \S+ import |const |let |var )|=>|==|\w\(\)|</|\w\s=\s"
)


def _iterate_sentences(text: str) -> Iterator[str]:
    """Yield sentences of prose, without code, quotations and headings."""
    prose = _FENCE.sub("\n", text.replace("’", "'")).strip("\n")
    if len(prose) > PASTED:
        ends = prose.partition("\n\n")[0], prose.rpartition("\n\n")[2]
        prose = "\n".join(part for part in ends if len(part) <= PASTED)
    for line in prose.split("\n"):
        if line.startswith(("    ", "\t")) or _CODE.search(line):
            continue
        for part in _END.split(_ITEM.sub("", line)):
            sentence = " ".join(part.split())
            if sentence and len(sentence) <= 2 * LONGEST and not sentence.endswith(("?", ":")):
                yield sentence


_OPENINGS: Final = build_alternatives(
    """please by_the_way btw fyi also and but ok(?:ay)? oh so well actually thanks thank_you yes no sure right hi hello
    hey great cool perfect from_now_on going_forward in_(?:the_)?future in_general generally as_a_rule again reminder
    (?:one|two)_(?:(?:more|last|other)_)?things? quick_note just_so_you_know"""
)
_LEAD: Final = re.compile(rf"^(?:{_OPENINGS}[,:.!]*\s+)+", re.I)
_TAIL: Final = re.compile(
    r"(?:,? (?:please|thanks|thank you|ok(?:ay)?|btw|by the way|though|(?:just )?so you know|just fyi|from now on"
    r"|going forward))*[.!…\s]*$",
    re.I,
)
_HERE: Final = r"in (?:this|the) (?:project|repo|repository|codebase|monorepo|package)"
_STANDING: Final = re.compile(
    r"\b(?:from now on|going forward|as a rule)\b"
    rf"|^(?:please )?(?:don't|do not|never|always|use|avoid|prefer|keep|write)\b.* {_HERE}[.!]*$"
    rf"|^{_HERE},? (?:we|use|always|never|prefer|avoid|don't|do not)\b",
    re.I,
)
_ASKED: Final = re.compile(
    r"^(?:(?:remember|note|keep in mind|bear in mind|don't forget|do not forget|make a note)(?: that\b|:)"
    r"|for (?:future|your) reference[,:]|for the record[,:])\s*",
    re.I,
)
_OPENS_DOUBT: Final = build_alternatives(
    r"""if when suppose assum\w+ imagine what_if let's maybe perhaps unless whether should could would can do does did
    is are why how what which who where"""
)
_DOUBTS: Final = build_alternatives(
    """i_think i_guess might maybe perhaps probably for_now right_now at_the_moment just_this_once this_time temporarily
    today tomorrow tonight yesterday already (?:he|she|they|docs?|logs?)_sa(?:y|ys|id) says?:? according_to"""
)
_WAVERS: Final = re.compile(rf"^{_OPENS_DOUBT}|{_DOUBTS}", re.I)
_DUTY: Final = re.compile(r"^(?:to|i|you|me|when|how|what|if|it|this|there|we (?:decided|need|have to))\b", re.I)
_QUOTED: Final = re.compile(r"[\"“][^\"”]{12,}[\"”]")
# Pointing at what both are looking at, or ending in it.
_POINTS: Final = re.compile(
    r"\bthis (?!project|repo|codebase|monorepo|package|team|company|machine|laptop|organi[sz]ation)\w+"
    r"|\b(?:it|this|that|yet|again|now|so far|all the time)$",
    re.I,
)


def _parse_statement(sentence: str) -> Statement | None:
    standing = _STANDING.search(sentence) is not None
    core = _TAIL.sub("", _LEAD.sub("", sentence))
    asked = _ASKED.match(core)
    if asked:
        rest = core[asked.end() :]
        weak = asked[0].lower().startswith("note that") or _DUTY.match(rest) or len(rest.split()) < 4
        if weak and _match(rest) is None:
            return None
        return _check_size(rest, ORDERED)
    if _WAVERS.search(core) or _QUOTED.search(core) or _POINTS.search(core):
        return None
    confidence = _match(core)
    if confidence is None and standing and len(core.split()) >= 2:
        confidence = STATED
    return None if confidence is None else _check_size(core, confidence)


def _match(text: str) -> float | None:
    return next((confidence for pattern, confidence in PATTERNS if pattern.search(text)), None)


def _check_size(text: str, confidence: float) -> Statement | None:
    return Statement(text, confidence) if SHORTEST <= len(text) <= LONGEST else None
