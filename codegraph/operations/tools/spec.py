"""What a tool is: a name that agents call, described by static data so that listing the tools imports none of them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from codegraph.operations.capability import Capability


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


class Argument(NamedTuple):
    """An argument that differs from the field of the request that it fills.

    What is None is as it is there. A request's other fields are arguments of the tool as they are."""

    name: str
    field: str = ""  # of the request; the argument's own name unless given
    help: str | None = None
    default: object = None
    required: bool = False  # though the field has a default
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] | None = None
    longest: int | None = None


class Column(NamedTuple):
    """A field of a reply that is not just the field of the answer with its name."""

    name: str
    path: str = ""  # in the answer: names that dots join; the column's own name unless given
    columns: tuple[str | Column, ...] = ()  # of the record there, or of each record of a list; () sends it whole
    kind: object = None  # the type of a field that the answer lacks and the tool's `shape` fills


Projection = tuple[str | Column, ...]
"""Fields of a reply. A name alone is a field of the answer."""


class Tool(NamedTuple):
    """A tool as static data: a row that adapts an operation, or one with a handler of its own.

    A row names an `operation` as `module:function` below `codegraph.operations`, `(Context, request) -> Answer`, and
    its request and answer as a capability does. The tool takes the fields of that request, but for those in `fixed`,
    and sends the fields of that answer, or those of its `projection`. `prepare` and `shape` are for what a table cannot
    say: `prepare` is a function `(Context, request) -> request`, `shape` one `(Call, answer, project) -> reply`, where
    `project(answer, **fields)` makes the projection with the fields that it fills.

    Without an operation, `handler` is a function `(Call, input) -> Draft | Exact` (see `codegraph.server.reply`), and
    `input` a frozen dataclass of `argument` and `option` fields, `output` a dataclass or named tuple.

    Names without a package are `module:name` below `codegraph.server.tools.<toolset>`."""

    name: str
    toolset: Toolset
    title: str
    about: str  # for the model that chooses: what it answers, and when to use it
    input: str
    output: str
    handler: str = ""
    effect: Effect = Effect.READS
    idempotent: bool = True  # calling it twice is like calling it once
    twin: str = ""  # the verb of the same question; `codegraph call NAME` runs every tool
    operation: str = ""
    arguments: tuple[Argument, ...] = ()
    fixed: tuple[tuple[str, object], ...] = ()  # fields of the request that are no arguments, with their values
    projection: Projection = ()
    prepare: str = ""
    shape: str = ""
    indexed: bool = False  # whether the operation reads the index of the repository


def adapt(
    capability: Capability,
    name: str,
    toolset: Toolset,
    title: str,
    about: str,
    effect: Effect = Effect.READS,
    *,
    input: str = "",
    output: str = "",
    operation: str = "",
    idempotent: bool | None = None,
    arguments: tuple[Argument, ...] = (),
    fixed: tuple[tuple[str, object], ...] = (),
    projection: Projection = (),
    prepare: str = "",
    shape: str = "",
    indexed: bool = False,
) -> Tool:
    """Return the row of a tool that runs the operation of a verb, or another one.

    A tool that writes is not idempotent unless it says so."""
    return Tool(
        name,
        toolset,
        title,
        about,
        input or capability.request,
        output or capability.answer,
        "",
        effect,
        effect is Effect.READS if idempotent is None else idempotent,
        capability.name,
        operation or capability.handler,
        arguments,
        fixed,
        projection,
        prepare,
        shape,
        indexed,
    )
