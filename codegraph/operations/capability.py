"""Capabilities as static data: importing this costs nothing."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol


class Group(StrEnum):
    """Purposes of capabilities; the order is the order of help pages."""

    INDEX = "Index"
    LOOK_UP = "Look up"
    GRAPH = "Graph"
    MEMORY = "Memory"
    UPKEEP = "Upkeep"


class Capability(NamedTuple):
    """Question or action with its request, answer and handler.

    `handler` is `module:function` below `codegraph.operations`: (Context, request) to an Answer.
    """

    name: str  # the verb; a second word is a subcommand
    group: Group
    summary: str  # one line, no full stop
    request: str  # class in `requests`; `package:class` for one in `package.requests`
    answer: str  # class in `answers`, likewise
    handler: str
    read_only: bool  # writes neither the index nor a file
    examples: tuple[str, str]
    about: str = ""  # a paragraph for help pages

    @property
    def command(self) -> tuple[str, ...]:
        return tuple(self.name.split(" "))


class Verb(Protocol):
    """Constructor of the capabilities of one package.

    Their handlers and classes are named without the package. `signature` is `module:function(Request) -> Answer`.
    """

    def __call__(
        self, name: str, summary: str, signature: str, *examples: str, reads: bool = False, about: str = ""
    ) -> Capability: ...


def define_verbs(package: str = "", prefix: str = "", group: Group = Group.MEMORY) -> Verb:
    """Return the constructor of the verbs of a package, or of `operations` itself.

    `prefix` is the command that they are subcommands of.
    """

    def verb(
        name: str, summary: str, signature: str, *examples: str, reads: bool = False, about: str = ""
    ) -> Capability:
        handler, _, types = signature.partition("(")
        request, _, answer = types.partition(") -> ")
        first, second = examples
        return Capability(
            f"{prefix} {name}".strip(), group, summary, f"{package}:{request}".lstrip(":"),
            f"{package}:{answer}".lstrip(":"), f"{package}.{handler}".lstrip("."), reads, (first, second), about,
        )  # fmt: skip

    return verb
