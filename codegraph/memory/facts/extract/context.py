"""What pronouns stand for, and what a phrase is called in a fact."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import sorts
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.values import Extracted

_TYPES: Final = w.words(
    "feat fix chore docs doc style refactor perf test tests build ci revert deps dep wip release "
    "changelog misc infra deploy "
    "pyproject requirements gemfile owners codeowners people team tooling setup repo project scripts license licence copyright cargo npm pip readme config cfg meta bug hotfix security lint types dependencies deps-dev gemspec ops codeowners"
)


_ADJECTIVES: Final = w.words("old new other same previous current first last latter former whole next own")


@dataclass(slots=True)
class Context:
    scope: str = ""  # of a conventional commit
    type: str = ""  # of a conventional commit
    person: str = ""
    thing: str = ""
    thing_object: str = ""
    quality: str = ""
    topic: bool = False  # the sentence before only named what is spoken of: `The parser?`
    got: tuple[str, str] | None = None  # what somebody got in this sentence, and who
    led: bool = False  # whether a sentence went before
    former: str = ""  # what the project was called
    found: list[Extracted] = field(default_factory=list)

    @property
    def dependencies(self) -> bool:
        return (
            self.scope.lower().startswith(
                (
                    "dep",
                    "cargo",
                    "npm",
                    "pip",
                    "requirements",
                    "gemfile",
                    "package.json",
                    "pyproject",
                    "go.mod",
                    "poetry",
                )
            )
            or "deps" in self.scope.lower()
            or self.type == "deps"
        )

    def implied(self) -> str:
        """The subject of a statement without one: the part that a commit names, else the project."""
        scope = self.scope
        file = scope.lower().endswith(
            (".mod", ".toml", ".json", ".txt", ".lock", ".yaml", ".yml", ".gradle", ".xml", ".cfg")
        )
        return "project" if not scope or file or scope.lower() in _TYPES or " " in scope else scope

    def called(self, found: Phrase, *, whole: bool = False, subject: bool = True) -> str:
        """What a phrase is called, "" for a pronoun that stands for nothing known."""
        low = found.text.lower()
        if low == "user" and found.determiner:
            return ""
        if low in ("i", "me", "myself", "user"):
            return "user"
        if found.owner == "its" and low in ("development", "maintenance", "design") and self.thing:
            return self.thing
        if low in (
            "building",
            "compiling",
            "compilation",
            "installation",
            "installing",
            "install",
            "setup",
            "development",
        ):
            return "project"
        if low in ("rest", "most", "majority", "all") and found.of is not None and found.of.text.lower() == "us":
            return "project"
        if low in ("we", "us", "ourselves", "everything", "project"):
            return "project"
        if found.determiner == "this" and found.head in ("project", "repo", "repository", "codebase", "monorepo"):
            return "project"
        named = found.owner and found.owner not in ("user", "project") and found.owner not in w.POSSESSIVES
        if named and len(found.tokens) == 1 and found.head in n.TEAMS:
            return f"{found.owner}'s {found.text}"
        if low in ("he", "she", "him", "her", "his"):
            return self.person
        if low in ("it", "this", "that", "the one"):
            return (
                ((self.thing or self.thing_object) if subject else (self.thing_object or self.thing))
                if low == "it"
                else ""
            )
        if low in ("they", "them", "these", "those"):
            return ""
        name = sorts.personal(found)
        if name is not None:
            return name.text
        if (
            low in _ADJECTIVES
            or found.opening == "whoever"
            or (low in ("rest", "most", "half", "others") and found.of is None)
        ):
            return ""
        if not found.text or low in ("there", "who", "which", "what"):
            return ""
        return p.text_of(found, whole=whole)

    def note(self, subjects: tuple[Phrase, ...]) -> None:
        """What a clause speaks of is what a later pronoun means."""
        if len(subjects) != 1:
            return
        found = subjects[0]
        if not found.text or found.text.lower() in w.PRONOUNS or found.determiner in ("no",):
            return
        if sorts.is_person(found) and (found.head in n.PERSONAL or found.text[:1].isupper()):
            self.person = self.called(found)
            if sorts.is_person_name(found) and " " not in found.text and not self.thing:
                self.thing = p.text_of(found)
        else:
            self.thing = p.text_of(found)

    def note_object(self, subjects: tuple[Phrase, ...], found: Phrase, *, past: bool) -> None:
        """What we or somebody got, made or changed is what is spoken of then: `Teo renewed the certificate. It …`."""
        who = subjects[0] if len(subjects) == 1 else None
        ours = who is not None and who.text.lower() in ("i", "we")
        someone = who is not None and past and sorts.is_person_name(who)
        if not (ours or someone) or not found.determiner or sorts.is_person(found) or found.determiner in ("no", "any"):
            return
        if found.text and found.text.lower() not in w.PRONOUNS and not found.head.endswith("s"):
            self.got = p.text_of(found), who.text if someone and who is not None else ""

    def end_sentence(self) -> None:
        """What somebody got is what the next sentence may speak of, and nothing in the same one."""
        self.led = True
        if self.got is not None:
            self.thing_object, who = self.got
            if who and self.thing == who:
                self.thing = ""
        self.got = None
