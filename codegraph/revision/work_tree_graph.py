"""Graph of a work tree in its current state.

It is the index of the work tree where there is one, else a graph of just these files. Impact of a change needs neither
words nor vectors, so a report makes no index. `codegraph index` does, and finds the facts of every file in the cache
then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from codegraph.errors import LockedError
from codegraph.indexing.background_build import trim
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.parse_results import build_stored_files
from codegraph.indexing.pipeline import (
    PATIENT_S,
    Progress,
    Run,
    check_languages,
    decode_facts,
    index_repository,
    pause_collector,
)
from codegraph.query.index import Index
from codegraph.revision import graphs
from codegraph.revision.tree import SourceTree, TreeFile
from codegraph.scan.file_listing import Scan, check_root, scan
from codegraph.scan.file_reading import compute_file_digest
from codegraph.settings.config import Config
from codegraph.store.layout import IndexFolder, get_index_folder, list_tree_folders
from codegraph.store.writer import commit

OnParsed = Callable[[graphs.Parses], bool]
"""Told all files before they are resolved, if they are; says whether it made another process resolve others beside."""


def _refresh(root: Path, config: Config, progress: Progress | None, parsed: OnParsed | None = None) -> Index:
    """Open the index of the work tree at `root`, brought up to date.

    A report needs no vectors: those of changed files are left to whoever searches, and so is the table that other
    programs read. Only a whole run makes them, where there were some, because it replaces what they belong to.
    """
    folder = get_index_folder(config.home, root)
    vectors = config.vectors and (folder.get_generation(folder.get_current()) / "vectors").is_dir()
    own = replace(config, vectors=vectors, vectors_table=False)
    with suppress(LockedError):  # whoever writes is waited for below
        if IncrementalSession(root, own, encodes=False).refresh_incrementally(progress=progress) is not None:
            return Index.open(root, config)
    index_repository(
        root, own, progress=progress, wait_s=PATIENT_S,
        parsed=(lambda outcomes: parsed(graphs.collect_run_parses(outcomes))) if parsed is not None else None,
    )  # fmt: skip
    return Index.open(root, config)


def open_current_graph(
    root: Path, config: Config, progress: Progress | None, parsed: OnParsed | None = None, *, is_fresh: bool = False
) -> tuple[Index, SourceTree]:
    """Open the graph of the files in the work tree at `root`, and return these files.

    `is_fresh` says that somebody has just compared the index with the files.

    Raises UnreadableError, LockedError, StorageError.
    """
    if get_index_folder(config.home, root).get_current():
        index = Index.open(root, config) if is_fresh else _refresh(root, config, progress, parsed)
        tree = graphs.build_work_tree(index)
        graphs.share_analyses(index, tree, config)
        return index, tree
    check_languages(config)
    check_root(root)
    with pause_collector():
        index = _build_unindexed(root, config, progress or _ignore_progress, parsed)
    trim()
    return index, graphs.build_work_tree(index)


def _build_unindexed(root: Path, config: Config, progress: Progress, parsed: OnParsed | None) -> Index:
    began_ns = time.time_ns()
    found = scan(root, config)
    progress("scan", len(found.candidates), len(found.candidates))
    kept = _open_kept(root, config, found)
    if kept is not None:
        return kept
    run = Run(root, config, progress, cuts=False)
    outcomes = run.parse(found, "no index")
    shared = parsed is not None and parsed(graphs.collect_run_parses(outcomes))

    def write(folder: IndexFolder) -> None:
        files = build_stored_files(found, outcomes, began_ns)
        graph = run.resolve(found, decode_facts(found, outcomes))
        if shared:  # two of these take as much memory as anything here; this process will wait for the other anyway
            trim()
        commit(folder, graph, files, run.build_info(), searched=False)

    return graphs.ensure_kept(_build_tree(root, found, {path: p.digest for path, p in outcomes.items()}), config, write)


def _open_kept(root: Path, config: Config, found: Scan) -> Index | None:
    """Open the graph that an earlier report made of the same files.

    The files are read only where there may be one.
    """
    if not list_tree_folders(config.home):
        return None
    most = config.max_source_bytes
    digests = {c.path: compute_file_digest(root, c.real, max_bytes=most) for c in found.candidates}
    return graphs.open_kept(_build_tree(root, found, digests), config)


def _build_tree(root: Path, found: Scan, digests: Mapping[str, str]) -> SourceTree:
    """Return files in the form of `graphs.build_work_tree`."""
    files = {
        c.path: TreeFile(c.path, c.real, digests[c.path], c.size) for c in found.candidates if digests[c.path]
    }  # fmt: skip
    return SourceTree("the work tree", "", root, files, tuple(found.skips), on_disk=True)


def _ignore_progress(stage: str, done: int, total: int) -> None:
    del stage, done, total
