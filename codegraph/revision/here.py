"""The graph of a work tree as it is now: its index where it has one, else a graph of just these files.

What a change breaks needs neither words nor vectors, so a report makes no index. `codegraph index` does, and finds the
facts of every file in the cache then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from codegraph.background_build import trim
from codegraph.config import Config
from codegraph.index import Index
from codegraph.parse_results import stored_files
from codegraph.pipeline import PATIENT_S, Progress, Run, check_languages, decode_facts, index_repository, no_collections
from codegraph.revision import graphs
from codegraph.revision.tree import SourceTree, TreeFile
from codegraph.scan.read import file_digest
from codegraph.scan.walk import Scan, check_root, scan
from codegraph.store.layout import IndexFolder, index_folder, tree_folders
from codegraph.store.writer import commit

OnParsed = Callable[[graphs.Parses], bool]
"""Told all files before they are resolved, if they are; says whether it made another process resolve others beside."""


def _refresh(root: Path, config: Config, progress: Progress | None, parsed: OnParsed | None = None) -> Index:
    """The index of the work tree at `root`, brought up to date. Vectors are left to `codegraph index` where there are
    none yet."""
    folder = index_folder(config.home, root)
    vectors = config.vectors and (folder.generation(folder.current()) / "vectors").is_dir()
    index_repository(
        root, replace(config, vectors=vectors), progress=progress, wait_s=PATIENT_S,
        parsed=(lambda outcomes: parsed(graphs.parses_of_run(outcomes))) if parsed is not None else None,
    )  # fmt: skip
    return Index.open(root, config)


def graph_here(
    root: Path, config: Config, progress: Progress | None, parsed: OnParsed | None = None
) -> tuple[Index, SourceTree]:
    """The graph of the files in the work tree at `root`, and those files. Raises UnreadableError, LockedError,
    StorageError."""
    if index_folder(config.home, root).current():
        index = _refresh(root, config, progress, parsed)
        tree = graphs.work_tree(index)
        graphs.share_analyses(index, tree, config)
        return index, tree
    check_languages(config)
    check_root(root)
    with no_collections():
        index = _unindexed(root, config, progress or _silent, parsed)
    trim()
    return index, graphs.work_tree(index)


def _unindexed(root: Path, config: Config, progress: Progress, parsed: OnParsed | None) -> Index:
    began_ns = time.time_ns()
    found = scan(root, config)
    progress("scan", len(found.candidates), len(found.candidates))
    kept = _kept(root, config, found)
    if kept is not None:
        return kept
    run = Run(root, config, progress, cuts=False)
    outcomes = run.parse(found, "no index")
    shared = parsed is not None and parsed(graphs.parses_of_run(outcomes))

    def write(folder: IndexFolder) -> None:
        files = stored_files(found, outcomes, began_ns)
        graph = run.resolve(found, decode_facts(found, outcomes))
        if shared:  # two of these take as much memory as anything here; this process will wait for the other anyway
            trim()
        commit(folder, graph, files, run.info(), searched=False)

    return graphs.made(_tree(root, found, {path: p.digest for path, p in outcomes.items()}), config, write)


def _kept(root: Path, config: Config, found: Scan) -> Index | None:
    """What an earlier report made of the same files, which are read only where there was one."""
    if not tree_folders(config.home):
        return None
    most = config.max_source_bytes
    digests = {c.path: file_digest(root, c.real, max_bytes=most) for c in found.candidates}
    return graphs.kept(_tree(root, found, digests), config)


def _tree(root: Path, found: Scan, digests: Mapping[str, str]) -> SourceTree:
    """Files as `graphs.work_tree` has them."""
    files = {
        c.path: TreeFile(c.path, c.real, digests[c.path], c.size) for c in found.candidates if digests[c.path]
    }  # fmt: skip
    return SourceTree("the work tree", "", root, files, tuple(found.skips), on_disk=True)


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total
