"""A row of the lexicon with its places filled from a clause."""

from __future__ import annotations

from typing import Final, NamedTuple

from codegraph.memory.facts.extract.frames import Frame
from codegraph.memory.facts.extract.model import Clause
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.verbs import Group

_UNTIL: Final = ("until", "till", "through", "before")


class Fit(NamedTuple):
    """A frame with its places filled."""

    frame: Frame
    clause: Clause
    subjects: tuple[Phrase, ...]
    objects: tuple[Phrase, ...]

    @property
    def verb(self) -> Group:
        return self.clause.verb

    @property
    def first(self) -> Phrase | None:
        return self.objects[0] if self.objects else None

    def head(self, role: str) -> str:
        """The head of what stands in a role, "" where nothing does."""
        found = self.clause.role(role)
        return found.phrases[0].head if found is not None and found.phrases else ""

    def subject_is(self, *words: str) -> bool:
        return bool(self.subjects) and self.subjects[0].text.lower() in words

    def until(self) -> bool:
        release = self.clause.role(*_UNTIL, "up to")
        versioned = release is not None and bool(release.phrases) and release.phrases[0].kind is Kind.VERSION
        return versioned or any(preposition in _UNTIL for preposition, _ in self.clause.dates)
