"""A sentence that was told before with another value: `my editor is Helix`, `my editor is Zed now`. Many things are
used side by side, so using one ends the use of no other; but what is told as news in the words of an earlier sentence
takes the place of what stood there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.memory.facts.model import Fact, predicate_key
from codegraph.memory.model import Relationship
from codegraph.memory.recall.words import sentences
from codegraph.store.memory.reader import Reader

_OF_MANY: Final = frozenset(("uses", "depends_on", "runs_on_host"))
"""What may hold of several values at once, and of which a sentence may tell the one that holds."""

_WORD: Final = re.compile(r"[^\W_][\w.'’+#/-]*")
_NEWS: Final = re.compile(
    r"\b(?:from (?:now|today|then|\w+day|next week) on|now(?:adays)?|currently|these days|at the moment|instead|"
    r"since (?:then|now|today|yesterday|(?:this|last) \w+|\w+)|as of (?:now|today|\w+)|by now)\b",
    re.IGNORECASE,
)
_DONE: Final = "hosted|stored|kept|built|handled|tracked|sent|done|written|deployed|managed|served"
_ONE: Final = re.compile(
    r"\b(?:is|are|go(?:es)?(?: \w+)? (?:to|through|via)|runs? on|lives? (?:in|on|at)|sits? (?:in|on)|"
    rf"(?:{_DONE}) (?:on|in|at|by|with|to|via))\b"
)
"""How a sentence says what the one value of something is; `we use x` and `it has x` say that of one among others."""

_RUNS: Final = re.compile(
    r"\b(?:(?:(?:was|were|has been|have been|got) )?(?:moved|migrated|relocated)(?: over)? (?:from [^,;]+? )?to|"
    r"(?:is |are )?(?:hosted|deployed|running) (?:on|in|at)|lives? (?:in|on|at)|runs? (?:on|in|at))\b"
)
"""Wordings of one statement: where something was moved to it runs."""

_AMONG: Final = re.compile(r"\b(?:one of|also|too|another|both|among|either|some|part of|example|instance|not)\b")
_GAP: Final = " … "
"""Where the value stood."""


def replaced_in_words(state: Reader, alike: Sequence[Fact], fact: Fact, text: str) -> list[Fact]:
    """Those of the facts in `alike` that were told in the words in which `text` tells `fact`, with another value."""
    if predicate_key(fact.predicate) not in _OF_MANY:
        return []
    told = _frames(text, str(fact.object))
    others = [one for one in alike if str(one.object).casefold() != str(fact.object).casefold()]
    if not told or not others:
        return []
    sources = {
        link.source: link.target
        for link in state.links_of({one.memory for one in others})
        if link.relationship is Relationship.DERIVED_FROM
    }
    texts = state.by_ids(set(sources.values()))
    found: list[Fact] = []
    for one in others:
        memory = texts.get(sources.get(one.memory, ""))
        if memory is not None and told & _frames(memory.body.content, str(one.object)):
            found.append(one)
    return found


def _frames(text: str, value: str) -> set[str]:
    """The sentences that name a value, without it and without what says that it is news."""
    found: set[str] = set()
    for sentence in sentences(text):
        plain = _RUNS.sub("runs on", _NEWS.sub(" ", sentence.casefold()))
        before, name, after = plain.partition(value.casefold())
        frame = _GAP.join(" ".join(_WORD.findall(part)) for part in (before, after)).strip()
        if name and _ONE.search(frame) and not _AMONG.search(sentence.casefold()):
            found.add(frame)
    return found
