"""Who says what: `Ada: I run the storage team`, `[09:12] Ada Lovelace: …`, `<ada> …`, in one line or in many.

`I` is the user where nobody else is said to speak, and else who speaks. A line that only looks as if somebody spoke
(`Parser: …`, `Reminder: …`) keeps its label, which may be the scope of a commit or the name of a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import sorts
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.tokens import tokens
from codegraph.memory.facts.extract.values import Extracted


class Turn(NamedTuple):
    speaker: str  # "" where nobody is named
    text: str


USER: Final = "user"
_NAME: Final = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w'’-]*\.?(?: [A-Z][\w'’-]*\.?){0,2}"
_TURN: Final = re.compile(
    rf"^(?:\[[^\]\n]{{4,24}}\] |\d\d?:\d\d(?::\d\d)? )?"
    rf"(?:<(?P<nick>[\w-]{{2,24}})>|\*\*(?P<bold>{_NAME}):?\*\*:?"
    rf"|@?(?P<name>{_NAME})(?: ?[\[(][^\])\n]{{4,24}}[\])])?:)[ \t]+(?=\S)"
)
_HONORED: Final = re.compile(r"(?:Dr|Mr|Mrs|Ms|Prof)\.? ")
_PARTS: Final = w.words("agent user customer client caller guest patient operator admin moderator host interviewer")
"""Parts that people play, in front of a name."""

_SELF: Final = w.words("user me human i")
_MACHINE: Final = w.words("assistant ai bot system model agent chatbot")
_NO_SPEAKERS: Final = w.words(
    "reminder note notes role setup summary about answer answers todo status update updates item items plan plans "
    "edit rumour rumor intro hobby hobbies job jobs disclaimer caveat tip warning fyi psa ps tldr goal goals agenda "
    "topic motto rule rules policy decision outcome result verdict fact background context question problem today "
    "tomorrow yesterday spoiler bonus draft title subject re fwd fw quote source example day week month also remember "
    "preference preferences requirement requirements task tasks action actions owner deadline default history news "
    "announcement correction clarification"
)
_SPOKEN: Final = re.compile(
    r"\b(?:I|I'(?:m|ve|ll|d)|[Mm]y|me|mine|[Ww]e|[Ww]e'(?:re|ve|ll|d)|[Oo]urs?|us|[Yy]ou|[Yy]ours?)\b"
    r"|^(?:hi|hello|hey|morning|good \w+|ok|okay|yes|yeah|yep|no|nope|sure|thanks|sorry|welcome|congrat\w*|great|right|"
    r"well|oh|ah|hm+|actually|correction|heads[- ]up|fyi|btw|ack|done)\b|\?\s*$",
    re.IGNORECASE,
)


def turns(text: str) -> Iterator[Turn]:
    """A text as what is said one after the other."""
    lines = text.replace("’", "'").split("\n")
    heads = [_head(line) for line in lines]
    named = [head for head in heads if head is not None]
    many = len(named) > 1
    speaker, said = "", []
    for line, head in zip(lines, heads):
        if head is None or not (many or head.sure or _SPOKEN.search(line[head.end :])):
            said.append(line)
            continue
        if said:
            yield Turn(speaker, "\n".join(said))
        speaker, said = head.speaker, [line[head.end :]]
    yield Turn(speaker, "\n".join(said))


def told_by(fact: Extracted, speaker: str) -> Extracted | None:
    """A fact of who speaks under the speaker's name. None for what then says nothing: `Ada: I'm Ada`."""
    if speaker in ("", USER):
        return fact
    subject = speaker if fact.subject == USER else fact.subject
    object_ = speaker if fact.object == USER else fact.object
    return None if subject == object_ else replace(fact, subject=subject, object=object_)


class _Head(NamedTuple):
    speaker: str
    end: int
    sure: bool  # it can be nothing but a speaker


def _head(line: str) -> _Head | None:
    found = _TURN.match(line)
    if found is None:
        return None
    name = found["nick"] or found["bold"] or found["name"]
    low = name.lower().rstrip(".")
    if low in _SELF:
        return _Head(USER, found.end(), sure=True)
    if low in _MACHINE:
        return _Head("assistant", found.end(), sure=True)
    if low in _PARTS:
        return _Head(low, found.end(), sure=True)
    part, _, rest = name.partition(" ")
    if rest and part.lower() in _PARTS | _MACHINE:
        return _Head(rest, found.end(), sure=True)
    if found["nick"]:
        return _Head(name, found.end(), sure=True)
    if any(word.lower() in _NO_SPEAKERS for word in name.split()):
        return None
    sure = _HONORED.match(name) is not None
    return _Head(name, found.end(), sure) if sure or _is_person(name) else None


def _is_person(name: str) -> bool:
    read = tokens(name)
    found, after = p.phrase(read, 0, len(read))
    return found is not None and after == len(read) and sorts.is_person_name(found)
