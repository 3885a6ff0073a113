"""Recall for every surface.

A process has one engine; anchors are judged in the work tree, and deliveries are recorded.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from codegraph.embed.encoder_choice import build_encoder
from codegraph.errors import CodegraphError
from codegraph.memory.anchors.anchor_state import AnchorReport, AnchorState
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Anchor
from codegraph.memory.recall.list_questions import is_whole_repository
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import Nearby, RecallRequest, RecallResult, Recollection
from codegraph.operations.context import Context
from codegraph.operations.memory.judging import LazyJudge
from codegraph.operations.memory.memory_context import is_declared
from codegraph.operations.request_folder import find_work_tree
from codegraph.scan.git import explain_refusal, is_in_work_tree
from codegraph.settings.config import Config

_LOCK = threading.Lock()
_KEPT: dict[tuple[Path, str, str], Recaller] = {}
"""One for each home, encoder and place of vectors: what it has read is reused by the next question of the process."""

MOST_KEPT = 4
"""Recallers that stay open, the latest ones. A process has one home as a rule."""


@contextmanager
def open_recaller(config: Config) -> Iterator[Recaller]:
    """Lend the recaller of a home folder to one thread at a time.

    What others wrote in shared namespaces is read first."""
    encoder = build_encoder(config)
    if config.memory_uri:
        from codegraph.memory.replication.participant import require_team  # most homes share nothing

        require_team(config.home, config.memory_uri).refresh()
    with _LOCK:
        key = (config.home, encoder.identity, config.vectors_uri)
        kept = _KEPT.pop(key, None) or Recaller(MemoryEngine(config.home, actor="recall"), encoder, config.vectors_uri)
        _KEPT[key] = kept
        while len(_KEPT) > MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT))).close()
        yield kept


def to_local_paths(context: Context, about: Sequence[str]) -> tuple[str, ...]:
    """Return subjects of memories with files relative to the work tree."""
    if not about:
        return ()
    from codegraph.store.symbol_names import strip_root

    root = find_work_tree(context.repo)
    return tuple(strip_root(each, root).removeprefix("./") for each in about)


def to_local_names(context: Context, about: Sequence[str]) -> tuple[str, ...]:
    """Return subjects of a question in the form in which anchors are looked up."""
    return tuple(map(_normalize_name, to_local_paths(context, about)))


def _normalize_name(name: str) -> str:
    """Normalize a pasted name or place to the form in which anchors are looked up.

    That is a file, or names with dots.
    """
    from codegraph.store.symbol_query import normalize_path, parse_pasted, parse_position
    from codegraph_parsers.ids import parse_id

    if (parts := parse_id(name)) is not None and parts.qualname:
        return name
    place = parse_position(name)
    if place is not None:
        return normalize_path(place.path)
    pasted = parse_pasted(name)
    return (pasted.name if pasted is not None else name).replace("#", ".").replace("->", ".")


def recall(context: Context, request: RecallRequest, *, follow_graph: bool = False) -> Recollection:
    """Answer, and record what was delivered.

    `follow_graph` asks about the surroundings of `about` as well. A disk that cannot be written is no reason not to
    answer."""
    asked, tree = locate_request(context, request, follow_graph=follow_graph), LazyJudge(context)
    with open_recaller(context.config) as kept:
        found = _add_git_warning(context, kept.recall(asked, tree))
    unrecorded = record_delivery(context, [result.memory.id for result in found.results])
    _take_premises(context, found.results, tree)
    return replace(found, warnings=(*found.warnings, *unrecorded))


def locate_request(context: Context, request: RecallRequest, *, follow_graph: bool) -> RecallRequest:
    """Return a question whose subjects are named as anchors are looked up."""
    nearby = _find_nearby(context, request.about) if follow_graph else ()
    return replace(request, about=to_local_names(context, request.about), nearby=nearby)


def _find_nearby(context: Context, about: Sequence[str]) -> tuple[Nearby, ...]:
    """Return the surroundings of what a question is about, none without an index."""
    if not about or is_whole_repository(about):
        return ()
    from codegraph.operations.memory.anchoring import index_of
    from codegraph.operations.memory.symbol_neighbourhood import find_surroundings

    index = index_of(context)
    return find_surroundings(index, to_local_paths(context, about)) if index is not None else ()


def _take_premises(context: Context, results: Sequence[RecallResult], tree: LazyJudge) -> None:
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
    from codegraph.memory.anchors.anchor_updates import complete

    with suppress(CodegraphError), context.open_memory().write() as recording:
        for id, anchors in renewed.items():
            complete(recording, id, anchors)


def _complete(report: AnchorReport, judge: LazyJudge) -> Anchor:
    anchor = report.anchor
    lacks = anchor.premises is None and report.state is AnchorState.UNCHANGED
    return judge.tree.add_premises(anchor) if lacks else anchor


def _add_git_warning(context: Context, found: Recollection) -> Recollection:
    """Add a warning when git does not answer and nothing was found.

    Memories are kept under a repository's id, so they may exist.
    """
    root = find_work_tree(context.repo.absolute())
    is_asked = not found.results and is_in_work_tree(root) and not is_declared(root)
    refused = explain_refusal(root) if is_asked else ""
    if not refused:
        return found
    said = f"git does not read {root}: {refused}; memories of its repository are not found from here (codegraph doctor)"
    return replace(found, warnings=(*found.warnings, said))


def record_delivery(context: Context, ids: Sequence[str]) -> tuple[str, ...]:
    """Record the delivered memories; return a warning when that is not possible."""
    if not ids:
        return ()
    from codegraph.memory.events import Access, MemoriesAccessed

    try:
        with context.open_memory().write() as recording:
            recording.record(MemoriesAccessed(tuple(ids), Access.SERVED))
    except CodegraphError as error:
        return (f"that this was answered is not recorded: {error.message}",)
    return ()
