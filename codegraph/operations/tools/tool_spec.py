"""Tools as static data.

A tool is a name that agents call; listing the tools imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NamedTuple

from codegraph.operations.capability import Capability


class Toolset(StrEnum):
    """Named group of tools.

    `default` is served unless others are chosen; the others have the names, parameters and return shapes that users of
    an existing system know.
    """

    DEFAULT = "default"
    CODEMEM = "codemem"
    KRONROE = "kronroe"
    ENGRAM = "engram"
    KUMIHO = "kumiho"
    KIMETSU = "kimetsu"


class Effect(StrEnum):
    """Effect of a call on stored data.

    Updating an index is no effect: it is a cache.
    """

    READS = "reads"
    WRITES = "writes"  # adds or changes; nothing is lost
    DESTROYS = "destroys"


class Argument(NamedTuple):
    """An argument that a request has not, or has otherwise.

    Of one that a request has, what is None is as it is there. A request's other fields are arguments of the tool as
    they are. A text in place of a number or of choices is their `module:NAME` below `codegraph`."""

    name: str
    field: str = ""  # of the request; the argument's own name unless given
    help: str | None = None
    default: object = None
    required: bool = False  # though the field has a default
    low: float | None = None
    high: float | str | None = None
    choices: tuple[str, ...] | str | None = None
    longest: int | str | None = None
    most: int | str | None = None
    kind: type | None = None  # of a value, or of each value of a list, where no request has it
    items: tuple[Argument, ...] = ()  # of the record, or of each record of a list
    several: bool = False  # a list of them


def require(name: str, help: str = "", kind: type = str, **more: Any) -> Argument:
    """Return an argument that no request has and that must be given."""
    return Argument(name, help=help, kind=kind, required=True, **more)


def accept(name: str, help: str = "", kind: type = str, default: object = None, **more: Any) -> Argument:
    """Return an argument that no request has and that may be left out."""
    return Argument(name, help=help, kind=kind, default=default, **more)


class Column(NamedTuple):
    """A field of a reply that is not just the field of the answer with its name."""

    name: str
    path: str = ""  # in the answer: names and places that dots join, "." for all; the column's own name unless given
    columns: tuple[str | Column, ...] = ()  # of the record there, or of each record of a list; () sends it whole
    kind: object = None  # the type of a field that the answer lacks and the tool's `shape` fills; or of what is there
    by: str = ""  # a function of what is there, `module:name`, which says its type
    argument: str = ""  # the argument that is repeated
    value: object = None  # the same in every reply
    optional: bool = False  # left out where there is none


Projection = tuple[str | Column, ...]
"""Fields of a reply. A name alone is a field of the answer."""


class Tool(NamedTuple):
    """A tool as static data: a row that adapts an operation, or a function of its own.

    A row names an `operation` as `module:function` below `codegraph.operations`, `(Context, request) -> Answer`, and
    its request and answer as a capability does. The tool takes the fields of that request, but for those in `fixed`,
    or its `arguments` and nothing `else`, and sends the fields of that answer, or those of its `projection`. `prepare`
    and `shape` are for what a table cannot say: `prepare` is a function `(Context, request) -> request`, `shape` one
    `(Call, answer, project) -> reply`, where `project(answer, **fields)` makes the projection with the fields that it
    fills.

    Without an operation, `handler` is a function `(Call, arguments) -> Answer[…]`, whose annotation says what is
    projected. It takes the `arguments`. An answer that is no record, or a reply with the one field `result`, is sent
    as a list or text.

    A tool of the default toolset is neither: its handler is a function `(Call, input) -> Draft` (see
    `codegraph.server.reply`), and `input` a frozen dataclass of `argument` and `option` fields, `output` a dataclass
    or named tuple.

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
    arguments: tuple[str | Argument, ...] = ()
    fixed: tuple[tuple[str, object], ...] = ()  # fields of the request that are no arguments, with their values
    only: bool = False  # whether the arguments are all there are
    projection: Projection = ()
    prepare: str = ""
    shape: str = ""
    note: str = ""  # beside the reply, with {paths} of the answer and untold {ones?}; "" where one of them is empty


def bind_toolset(
    toolset: Toolset, capabilities: Iterable[Capability], prefix: str = "", **usual: Any
) -> Callable[..., Tool]:
    """Return a function that makes the rows of a toolset.

    It works as `adapt` with verbs by their names without a prefix. `usual` holds for every row that does not say
    otherwise.
    """
    verbs = {verb.name.removeprefix(prefix): verb for verb in capabilities}

    def adapt_verb(verb: str, name: str, title: str, about: str, effect: Effect = Effect.READS, **more: Any) -> Tool:
        return adapt(verbs[verb] if verb else None, name, toolset, title, about, effect, **usual | more)

    return adapt_verb


def adapt(
    capability: Capability | None,
    name: str,
    toolset: Toolset,
    title: str,
    about: str,
    effect: Effect = Effect.READS,
    **more: Any,
) -> Tool:
    """Return the row of a tool that asks what a verb asks.

    It runs the operation of the verb, another one, or a handler of its own. A tool that writes is not idempotent
    unless it says so. Without a capability it has no twin."""
    usual: dict[str, Any] = {"input": "", "output": "", "idempotent": effect is Effect.READS}
    if capability:
        usual["twin"] = capability.name
        if not more.get("handler"):
            usual |= {"input": capability.request, "output": capability.answer, "operation": capability.handler}
    return Tool(name, toolset, title, about, effect=effect, **usual | more)
