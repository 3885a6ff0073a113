"""Anchors of a memory: what its writer names must be there, what its text mentions is offered when it is there."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.errors import AmbiguousError, CodegraphError, NotFoundError, NotIndexedError
from codegraph.index import Index
from codegraph.memory.anchors.mentions import MentionKind, mentions
from codegraph.memory.anchors.worktree import WorkTree
from codegraph.memory.model import Anchor
from codegraph.operations.context import Context
from codegraph.operations.memory.recalling import judge_of


def anchors_for(context: Context, about: Sequence[str], text: str) -> tuple[Anchor, ...]:
    """Anchors to what `about` names (symbols, files, commits), then to what the text mentions and is unmistakable.

    Raises NotFoundError and AmbiguousError for a name of `about`, never for a mention."""
    tree = judge_of(context)
    index = _index(context)
    found: dict[tuple[str, str], Anchor] = {}
    for name in about:
        anchor = tree.anchor(_target(index, tree, name))
        found[anchor.kind.value, anchor.target] = anchor
    for mention in mentions(text):
        try:
            target = mention.text
            if mention.kind is MentionKind.NAME:
                if index is None:
                    continue
                target = index.symbol(mention.text).id
            anchor = tree.anchor(target, offered=True)
        except CodegraphError:
            continue
        if "::" not in anchor.target and any(anchor.path == known.target for known in found.values()):
            continue  # a file and its module are one thing
        found.setdefault((anchor.kind.value, anchor.target), anchor)
    return tuple(found.values())


def _index(context: Context) -> Index | None:
    try:
        return context.index()
    except NotIndexedError:
        return None


def _target(index: Index | None, tree: WorkTree, name: str) -> str:
    """A symbol's id for a name, a path or a commit as it is."""
    if "::" in name and ":" in name.partition("::")[0]:
        return name
    if tree.exists(name):
        return name
    if index is not None:
        try:
            return index.symbol(name).id
        except NotFoundError:
            pass
        except AmbiguousError:
            raise
    try:
        tree.anchor(name)
        return name
    except NotFoundError:
        hint = "give a symbol, a path or a commit of this repository"
        if index is None:
            hint += "; symbols by name need an index: `codegraph index`"
        raise NotFoundError(f"nothing here is called {name!r}", hint=hint) from None
