"""What a sentence is taken apart into: clauses with their verb and the phrases behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.verbs import Group

Tokens = list[Token] | tuple[Token, ...]

STOPS: Final = frozenset([";", ":", "—", "–", "...", "…", "?", "!"])

PROJECT: Final = Phrase("project", (Token("project", "project", Kind.WORD, 0, 0),))
USER: Final = Phrase("user", (Token("user", "user", Kind.WORD, 0, 0),))


@dataclass(frozen=True, slots=True)
class Complement:
    """A phrase behind a verb. `role` is `P`, `P2`, `inf` or a preposition; `text` is all of it as written."""

    role: str
    phrases: tuple[Phrase, ...]
    text: str
    tokens: tuple[Token, ...] = ()


@dataclass(slots=True)
class Clause:
    """One statement. No subjects: what a commit or a page says of nothing in particular."""

    subjects: tuple[Phrase, ...]
    verb: Group
    complements: list[Complement] = field(default_factory=list)
    particles: list[str] = field(default_factory=list)
    dates: list[tuple[str, str]] = field(default_factory=list)  # preposition, words
    attached: tuple[tuple[str, Phrase], ...] = ()  # prepositional phrases of the subject
    command: bool = False
    relative: bool = False
    conditional: bool = False
    text: str = ""  # behind the verb
    whole: str = ""  # from the verb on

    def role(self, *roles: str) -> Complement | None:
        return next((one for one in self.complements if one.role in roles), None)


@dataclass(slots=True)
class Parsed:
    clauses: list[Clause] = field(default_factory=list)
    rest: list[Tokens] = field(default_factory=list)  # what has no verb
