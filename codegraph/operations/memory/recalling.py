"""Recall as every surface asks for it: one engine a process, anchors judged in the work tree, deliveries recorded."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from codegraph.config import Config
from codegraph.embed.choose import encoder_of
from codegraph.errors import CodegraphError
from codegraph.memory.anchors.state import AnchorReport, AnchorState
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.model import Anchor
from codegraph.memory.recall.listing import is_whole_repository
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import Nearby, Recalled, RecallRequest, Recollection
from codegraph.operations.context import Context
from codegraph.operations.memory.judging import LazyJudge
from codegraph.operations.worktree import work_tree
from codegraph.scan.git import git_refuses, in_work_tree

_LOCK = threading.Lock()
_KEPT: dict[tuple[Path, str, str], Recaller] = {}
"""One for each home, encoder and place of vectors: what it has read is reused by the next question of the process."""

MOST_KEPT = 4
"""Recallers that stay open, the latest ones. A process has one home as a rule."""


@contextmanager
def recaller(config: Config) -> Iterator[Recaller]:
    """The recaller of a home folder, for one thread at a time."""
    encoder = encoder_of(config)
    with _LOCK:
        key = (config.home, encoder.identity, config.vectors_uri)
        kept = _KEPT.pop(key, None) or Recaller(MemoryEngine(config.home, actor="recall"), encoder, config.vectors_uri)
        _KEPT[key] = kept
        while len(_KEPT) > MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT))).close()
        yield kept


def seen_here(context: Context, about: Sequence[str]) -> tuple[str, ...]:
    """What memories are about, with files below the work tree rather than by their whole path."""
    if not about:
        return ()
    from codegraph.store.naming import from_root

    root = work_tree(context.repo)
    return tuple(from_root(each, root).removeprefix("./") for each in about)


def asked_about(context: Context, about: Sequence[str]) -> tuple[str, ...]:
    """The same for a question, each in the way that anchors are looked for."""
    return tuple(map(_plainly, seen_here(context, about)))


def _plainly(name: str) -> str:
    """A name or place as it was pasted, in the way that anchors are looked for: a file, or names with dots."""
    from codegraph.store.pasted import path_of, position, written
    from codegraph_parsers.ids import parse_id

    if (parts := parse_id(name)) is not None and parts.qualname:
        return name
    place = position(name)
    if place is not None:
        return path_of(place.path)
    pasted = written(name)
    return (pasted.name if pasted is not None else name).replace("#", ".").replace("->", ".")


def recall(context: Context, request: RecallRequest, *, actor: str, follow_graph: bool = False) -> Recollection:
    """Answer, and record what was delivered.

    `follow_graph` asks about the surroundings of `about` as well. A disk that cannot be written is no reason not to
    answer."""
    nearby = find_nearby(context, request.about) if follow_graph else ()
    asked = replace(request, about=asked_about(context, request.about), nearby=nearby)
    tree = LazyJudge(context)
    with recaller(context.config) as kept:
        found = warned(context, kept.recall(asked, tree))
    unrecorded = served(context, [result.memory.id for result in found.results], actor)
    take_premises(context, found.results, tree, actor)
    return replace(found, warnings=(*found.warnings, *unrecorded))


def find_nearby(context: Context, about: Sequence[str]) -> tuple[Nearby, ...]:
    """Return the surroundings of what a question is about, none without an index."""
    if not about or is_whole_repository(about):
        return ()
    from codegraph.operations.memory.anchoring import index_of
    from codegraph.operations.memory.surroundings import find_surroundings

    index = index_of(context)
    return find_surroundings(index, seen_here(context, about)) if index is not None else ()


def take_premises(context: Context, results: Sequence[Recalled], tree: LazyJudge, actor: str) -> None:
    """Add premises to anchors that were made without an index.

    What changed since is left as it is. A disk that cannot be written is no reason not to answer."""
    if context.opened is None:
        return
    renewed: dict[str, tuple[Anchor, ...]] = {}
    for result in results:
        anchors = tuple(_complete(report, tree) for report in result.anchors)
        if anchors != tuple(report.anchor for report in result.anchors):
            renewed[result.memory.id] = anchors
    if not renewed:
        return
    from codegraph.memory.anchors.upkeep import complete

    with suppress(CodegraphError), context.memory(actor).write() as recording:
        for id, anchors in renewed.items():
            complete(recording, id, anchors)


def _complete(report: AnchorReport, judge: LazyJudge) -> Anchor:
    anchor = report.anchor
    lacks = anchor.premises is None and report.state is AnchorState.UNCHANGED
    return judge.tree.take_premises(anchor) if lacks else anchor


def warned(context: Context, found: Recollection) -> Recollection:
    """That nothing is remembered is not known where git does not answer: memories are kept under a repository's id."""
    root = work_tree(context.repo.absolute())
    refused = git_refuses(root) if not found.results and in_work_tree(root) else ""
    if not refused:
        return found
    said = f"git does not read {root}: {refused}; memories of its repository are not found from here (codegraph doctor)"
    return replace(found, warnings=(*found.warnings, said))


def served(context: Context, ids: Sequence[str], actor: str) -> tuple[str, ...]:
    """Record what was delivered; a warning when that is not possible."""
    if not ids:
        return ()
    from codegraph.memory.events import Access, MemoriesAccessed

    try:
        with context.memory(actor).write() as recording:
            recording.record(MemoriesAccessed(tuple(ids), Access.SERVED))
    except CodegraphError as error:
        return (f"that this was answered is not recorded: {error.message}",)
    return ()
