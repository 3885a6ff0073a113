"""Content words of a task, cut so that they are found in identifiers, too."""

from __future__ import annotations

import re

PLAIN = frozenset(
    """
    a about add added after again all allow also always an and any are as at back be because been before being besides
    beside between both but by can cannot change could did do does done down each either else even ever every far few
    find first for from get gets give given gives go goes good had has have he her here him his how however if in
    instead into is it its just keep kept know known last least less let like long look made make makes many may me
    mean means might more most much must my need needs never new no nobody nonsense nor not nothing now of off often on
    once one only or other others our out over own people possible problem put quite rather right said same say says
    see seem set should show since so some somebody something sometimes still such take takes than that the their
    theirs them then there these they thing things this those though through till time to today together too two under
    until up us use used user users uses using very want wants was way we well went were what when where whether which
    while who whole why will with without work works would yes yet you your
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
SHORTEST = 3


def list_content(task: str) -> list[str]:
    """Return the distinct words of a task that say something, in its order."""
    words = (word.lower() for word in re.findall(r"[A-Za-z][A-Za-z0-9]+", task))
    return list(dict.fromkeys(word for word in words if len(word) >= SHORTEST and word not in PLAIN))


def list_words(task: str) -> list[str]:
    """Return the stems of those words; of two that begin alike, the shorter."""
    stems = [stem for stem in dict.fromkeys(map(cut_word, list_content(task))) if stem not in PLAIN]
    return [stem for stem in stems if not any(stem != other and stem.startswith(other) for other in stems)]


def cut_word(word: str) -> str:
    """Return a word without the ending of a plural, a past or a present participle."""
    for ending in ("ies", "ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST and not (ending == "s" and stem.endswith(("s", "u", "i"))):
            return stem
    return word


def list_sentences(task: str) -> list[str]:
    """Return the sentences of a task."""
    return [part for part in re.split(r"(?<=[.!?])\s+|\n+", task.strip()) if part]


def match_words(words: list[str], text: str) -> set[str]:
    """Return the stems that a text holds, be it within a name."""
    lowered = text.lower()
    return {word for word in words if word in lowered}
