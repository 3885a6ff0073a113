"""What a tool is: a name that agents call, described by static data so that listing the tools imports none of them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Toolset(StrEnum):
    """A named group of tools. `default` is served unless others are chosen; the rest carry the names, parameters
    and return shapes that an existing system's users know."""

    DEFAULT = "default"
    CODEMEM = "codemem"
    KRONROE = "kronroe"
    ENGRAM = "engram"
    KUMIHO = "kumiho"
    KIMETSU = "kimetsu"


class Effect(StrEnum):
    """What a call may do to what is stored. An index that is brought up to date is no effect: it is a cache."""

    READS = "reads"
    WRITES = "writes"  # adds or changes; nothing is lost
    DESTROYS = "destroys"


class Tool(NamedTuple):
    """`input`, `output` and `handler` are `module:name` below `codegraph.server.tools.<toolset>`.

    `input` is a frozen dataclass of `argument` and `option` fields, `output` a dataclass or named tuple; both become
    JSON Schema. `handler` is a function `(Call, input) -> Draft | Exact` (see `codegraph.server.reply`).
    """

    name: str
    toolset: Toolset
    title: str
    about: str  # for the model that chooses: what it answers, and when to use it
    input: str
    output: str
    handler: str
    effect: Effect = Effect.READS
    idempotent: bool = True  # calling it twice is like calling it once
    twin: str = ""  # the verb of the same question; `codegraph call NAME` runs every tool
