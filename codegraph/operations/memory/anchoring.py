"""Anchors of a memory: what its writer names must be there, what its text mentions is offered when it is there."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.errors import AmbiguousError, CodegraphError, NotFoundError
from codegraph.index import Index
from codegraph.memory import notes
from codegraph.memory.anchors.mentions import mentions
from codegraph.memory.anchors.offering import named, offered
from codegraph.memory.model import Anchor
from codegraph.operations.context import Context
from codegraph.operations.memory.place import readable_in
from codegraph.operations.memory.recalling import judge_of, seen_here


def anchors_for(context: Context, about: Sequence[str], text: str) -> tuple[Anchor, ...]:
    """Anchors to what `about` names (symbols, files, commits), then to what the text mentions and is unmistakable.

    Raises NotFoundError and AmbiguousError for a name of `about`, never for a mention."""
    if not about and not mentions(text):
        return ()
    tree = judge_of(context)
    index = _index(context)
    try:
        first = named(
            seen_here(context, about), lambda name: [index.symbol(name).id] if index is not None else [], tree
        )
    except NotFoundError as error:
        if index is None:
            raise NotFoundError(
                error.message, hint="symbols are found by name in an index: `codegraph index`; paths and ids without"
            ) from error
        raise
    more = offered(text, lambda name: _meanings(index, name), tree, first)
    files = {anchor.target for anchor in (*first, *more)}
    # A file and its module are one thing.
    return tuple(a for a in (*first, *more) if not a.offered or "::" in a.target or a.path not in files - {a.target})


def offers_for(context: Context, id: str, text: str | None) -> tuple[Anchor, ...] | None:
    """What a new text of a memory offers as anchors; None without one. What a memory of another project mentions is not
    looked for in this one. Raises NotFoundError."""
    if text is None:
        return None
    with context.memory("").read() as state:
        namespace = notes.find(state, id, archived=True).namespace
    return anchors_for(context, (), text) if namespace in readable_in(context.repo) else None


def _meanings(index: Index | None, name: str) -> list[str]:
    if index is None:
        return []
    try:
        return [index.symbol(name).id]
    except (NotFoundError, AmbiguousError):
        return []


def _index(context: Context) -> Index | None:
    """The repository's index when it has a readable one. Remembering needs none."""
    try:
        return context.index()
    except CodegraphError:
        return None
