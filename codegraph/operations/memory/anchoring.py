"""Anchors of a memory, to what its writer names and to what its text mentions.

A name of which no anchor can be made is told, and costs no memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.errors import AmbiguousError, CodegraphError, NotFoundError
from codegraph.memory import notes
from codegraph.memory.anchors.offering import Anchoring, Unanchored, find_offered, resolve_named
from codegraph.memory.anchors.prose_mentions import find_mentions
from codegraph.memory.memory_model import Anchor
from codegraph.operations.context import Context
from codegraph.operations.memory.judging import judge_of
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.memory.recalling import to_local_paths
from codegraph.query.index import Index
from codegraph.store.memory.reader import Reader


def find_anchors(context: Context, text: str) -> tuple[Anchor, ...]:
    """Find anchors to unambiguous mentions of code in a text."""
    return anchor_named(context, (), text).anchors


def anchor_named(context: Context, about: Sequence[str], text: str) -> Anchoring:
    """Return anchors to what `about` names and to what the text mentions.

    `about` names symbols, files and commits, and comes first. Of what the text mentions only the unmistakable
    counts. The answer also has the names of `about` that are ambiguous or nowhere. A memory is stored whatever they
    are."""
    if not about and not find_mentions(text):
        return Anchoring(())
    tree = judge_of(context)
    index = index_of(context)
    first = resolve_named(
        to_local_paths(context, about), lambda name: [index.find_symbol(name).id] if index is not None else [], tree
    )
    more = find_offered(text, lambda name: _find_meanings(index, name), tree, first.anchors)
    every = (*first.anchors, *more)
    files = {anchor.target for anchor in every}
    # A file and its module are one thing.
    kept = tuple(a for a in every if not a.offered or "::" in a.target or a.path not in files - {a.target})
    return Anchoring(kept, first.unanchored if index is not None else tuple(map(_add_index_hint, first.unanchored)))


def _add_index_hint(missing: Unanchored) -> Unanchored:
    hint = "symbols are found by name in an index: `codegraph index`; paths and ids without"
    return missing._replace(hint=hint)


def describe_unanchored(missing: Sequence[Unanchored], again: str) -> list[str]:
    """Return a line for each name that no anchor was made of.

    `again` says how to add the anchor."""
    lines: list[str] = []
    for one in missing:
        which = f"; {again} with one of: {', '.join(one.candidates)}" if one.candidates else ""
        hint = f" ({one.hint})" if one.hint else ""
        lines.append(f"not anchored to `{one.name}`: {one.why}{hint}{which}")
    return lines


def find_offers(context: Context, id: str, text: str | None) -> tuple[Anchor, ...] | None:
    """Find anchors that a new text of a memory offers, None without a text.

    Mentions in a memory of another project are not looked for in this one. Raises NotFoundError.
    """
    if text is None:
        return None
    with context.open_memory().read() as state:
        namespace = notes.find(state, id, archived=True).namespace
    return find_anchors(context, text) if namespace in list_readable_namespaces(context.repo) else None


def _find_meanings(index: Index | None, name: str) -> list[str]:
    if index is None:
        return []
    try:
        meant = index.resolve_meaning(name)
        return [row.id for row in (*meant.symbols[:1], *meant.others)]  # of several, none is unmistakable
    except (NotFoundError, AmbiguousError):
        return []


def index_of(context: Context) -> Index | None:
    """Return the repository's index when it has a readable one.

    Remembering needs none."""
    try:
        return context.index()
    except CodegraphError:
        return None


def link_end(state: Reader, index: Callable[[], Index | None], text: str, *, archived: bool = False) -> str:
    """Return the id of the memory, or else of the symbol, that a name means.

    A symbol's name may be a short one. Raises NotFoundError and AmbiguousError, with candidates where a symbol was
    meant."""
    try:
        memory = state.resolve(text)
    except (NotFoundError, AmbiguousError) as error:
        return _resolve_symbol(index(), text.strip().removeprefix("sym:"), error)
    return notes.find(state, memory.id, archived=archived).id


def _resolve_symbol(index: Index | None, name: str, no_memory: NotFoundError | AmbiguousError) -> str:
    if index is None:
        if isinstance(no_memory, AmbiguousError) or "::" not in name:
            raise no_memory
        raise NotFoundError(
            f"there is no index to look for the symbol `{name}` in", hint="index the repository first: codegraph index"
        ) from no_memory
    try:
        return index.find_symbol(name).id
    except NotFoundError as error:
        if isinstance(no_memory, AmbiguousError):
            raise no_memory from error
        raise NotFoundError(f"no memory and no symbol is called `{name}`", hint=error.hint or no_memory.hint) from error
