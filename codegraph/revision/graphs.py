"""Graphs of trees of files.

The graph of a tree is the index where that holds the tree, else a generation kept by the tree's content.

    trees/<key>/CURRENT, g1/graph.db     as an index; <key> is of the listing and of what decides a graph

Two revisions with the same files share one, in whichever clone or work tree they are. Nothing is searched in these, so
they have neither chunks nor vectors, nor texts of symbols. All of them may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, IncompatibleIndexError, NotIndexedError, StorageError, UnreadableError
from codegraph.indexing.background_build import trim
from codegraph.indexing.parse_pool import (
    ParsedFile,
    ParsePool,
    ParseSettings,
    compute_alone_limit,
    count_workers,
    decode_entry,
    read_cached_outcomes,
)
from codegraph.indexing.pipeline import PATIENT_S, Progress
from codegraph.indexing.tree_changes import compute_index_fingerprint
from codegraph.query.index import Index
from codegraph.revision.tree import SourceTree, TreeFile
from codegraph.scan.file_listing import Candidate
from codegraph.scan.file_reading import ReadFile, interpret
from codegraph.scan.git_attributes import find_marked_paths, is_attributes
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph.store.analysis_cache import share
from codegraph.store.checksums import find_damage
from codegraph.store.code_fingerprint import load_chunk_fingerprint, load_parser_fingerprint
from codegraph.store.facts_cache import FactsCache, compute_facts_key
from codegraph.store.layout import (
    DATABASE,
    IndexFolder,
    get_facts_database,
    get_index_folder,
    get_tree_folder,
    list_tree_folders,
)
from codegraph.store.lock import hold_writer_lock
from codegraph.store.page_layer import LAYER, LAYERED
from codegraph.store.reader import KnownFile, Reader
from codegraph.store.writer import RunInfo, StoredFile, commit
from codegraph_parsers.file_facts import FileFacts, ParseProblem

FEW: Final = 200
"""Files that are looked up by their bytes rather than by what an index says of them: reading that takes longer."""

KEPT: Final = 8
"""Trees whose graphs are kept; the one used longest ago goes first."""


class Facts(NamedTuple):
    """Outcome of one file: its facts and its row.

    The facts are None without a grammar, or when the file could not be parsed.
    """

    facts: FileFacts | None
    row: StoredFile


class KnownRow(NamedTuple):
    """A file's row, and whether the cache has facts of it."""

    row: StoredFile
    parsed: bool


class Parses(NamedTuple):
    """All files of a state by path, with access to the facts of each."""

    rows: Mapping[str, KnownRow]
    facts: Callable[[str], FileFacts | None]


def collect_run_parses(outcomes: Mapping[str, ParsedFile]) -> Parses:
    def facts(path: str) -> FileFacts | None:
        found = outcomes.get(path)
        return decode_entry(found.entry) if found is not None and found.entry is not None else None

    return Parses(
        {path: KnownRow(_build_row(p), p.entry is not None) for path, p in outcomes.items() if p.digest}, facts
    )


def _collect_tree_parses(outcomes: Mapping[str, Facts]) -> Parses:
    def facts(path: str) -> FileFacts | None:
        found = outcomes.get(path)
        return found.facts if found is not None else None

    return Parses({path: KnownRow(each.row, each.facts is not None) for path, each in outcomes.items()}, facts)


def build_work_tree(index: Index) -> SourceTree:
    """Return the tree that the index of a work tree holds."""
    files = {
        path: TreeFile(path, _decode_path(path), known.row.digest, known.row.size)
        for path, known in index.read_known_files().items()
        if known.row.digest
    }
    return SourceTree("the work tree", "", index.root, files, on_disk=True)


def _decode_path(path: str) -> str:
    from codegraph_parsers.ids import from_printable_path

    return from_printable_path(path)


def get_graph_folder(tree: SourceTree, config: Config) -> IndexFolder:
    """Return the folder of the graph of `tree`, which may not exist."""
    text = f"{compute_index_fingerprint(config)}\0{load_parser_fingerprint(config.home)}\0{tree.compute_key()}"
    return get_tree_folder(config.home, hashlib.blake2b(text.encode(), digest_size=12).hexdigest())


def keep_generation(tree: SourceTree, config: Config) -> bool:
    """Keep the graph of `tree` when the index of its work tree has the same files.

    This happens before the index moves on.
    """
    folder, source = get_graph_folder(tree, config), get_index_folder(config.home, tree.root)
    if folder.get_current():
        return True
    try:
        reader = Reader.open(source)
    except CodegraphError:
        return False
    try:
        if reader.read_meta()["fingerprint"] != compute_index_fingerprint(config) or not _has_files(
            reader.read_known_files(), tree
        ):
            return False
    finally:
        reader.close()
    generation = source.get_generation(reader.generation)
    with hold_writer_lock(folder.lock, PATIENT_S):
        if folder.get_current():  # another process kept it while this one waited
            return True
        number, building = folder.begin()
        try:
            for name in sorted(os.listdir(generation)):
                if name in (DATABASE, LAYERED, LAYER) or name.endswith(".npy") or name.endswith(".npz"):
                    _link(generation / name, building / name)
            folder.publish(number, building)
        except OSError:
            shutil.rmtree(building, ignore_errors=True)
            return False
    _forget(folder, config)
    return True


def _link(source: Path, target: Path) -> None:
    """Link a file of a generation, or copy it.

    A generation is never changed, so a second name is as good as a copy.
    """
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _has_files(known: Mapping[str, KnownFile], tree: SourceTree) -> bool:
    have = {path: k.row.digest for path, k in known.items() if k.row.digest}
    return have == {path: file.digest for path, file in tree.files.items()}


def share_analyses(index: Index, tree: SourceTree, config: Config) -> None:
    """Share the analyses of a kept graph with the index of the same files.

    Reports made them, which takes seconds. What a report made before there was an index, or before the index came to
    the state of the graph, is valid here.
    """
    folder = get_graph_folder(tree, config)
    if not folder.get_current():
        return
    try:
        with (
            closing(Reader.open(folder)) as kept,
            closing(Reader.open(get_index_folder(config.home, tree.root))) as own,
        ):
            if own.generation == index.generation and _read_counts(own) == _read_counts(kept):
                share(folder.get_generation(kept.generation), own.folder.get_generation(own.generation))
    except CodegraphError:
        return


def _read_counts(reader: Reader) -> dict[str, object]:
    """Return the counts by which graphs of the same files are compared.

    They differ where one graph could not be read once, or not within its time.
    """
    return {key: value for key, value in reader.read_meta().items() if key.startswith(("symbols:", "edges:"))}


def is_kept(tree: SourceTree, config: Config) -> bool:
    return bool(get_graph_folder(tree, config).get_current())


def open_index(
    tree: SourceTree, config: Config, progress: Progress | None = None,
    parsed: Callable[[Parses], bool] | None = None, known: Mapping[str, KnownRow] | None = None,
) -> Index:  # fmt: skip
    """Open an index over the graph of `tree`, and resolve it now when it is not kept.

    `known` are files whose facts are cached. `parsed` receives all files before they are resolved, and tells whether
    another process does so in parallel. Raises StorageError, LockedError.
    """
    return open_kept(tree, config) or ensure_kept(
        tree, config, lambda folder: _build(tree, folder, config, progress, parsed, known)
    )


def open_kept(tree: SourceTree, config: Config) -> Index | None:
    """Open an index over the graph of `tree` where that is kept."""
    folder = get_graph_folder(tree, config)
    if folder.get_current():
        try:
            if wrong := find_damage(folder.get_generation(folder.get_current())):
                raise StorageError(f"a kept graph is damaged: {wrong}")
            os.utime(folder.path)
            return Index(tree.root, Reader.open(folder), config)
        except (OSError, NotIndexedError, IncompatibleIndexError, StorageError):
            shutil.rmtree(folder.path, ignore_errors=True)  # a cache: what is damaged is made again
    return None


def ensure_kept(tree: SourceTree, config: Config, write: Callable[[IndexFolder], None]) -> Index:
    """Open an index over the graph of `tree`.

    `write` makes the graph, unless another process has just made it.
    """
    folder = get_graph_folder(tree, config)
    with hold_writer_lock(folder.lock, PATIENT_S):
        if not folder.get_current():
            write(folder)
    _forget(folder, config)
    return Index(tree.root, Reader.open(folder), config)


def _build(
    tree: SourceTree, folder: IndexFolder, config: Config, progress: Progress | None,
    parsed: Callable[[Parses], bool] | None, known: Mapping[str, KnownRow] | None,
) -> None:  # fmt: skip
    from codegraph.indexing.watchdog import Watchdog
    from codegraph.resolve import resolve
    from codegraph.resolve.faults import Pulse

    outcomes = read_facts(tree, sorted(tree.files), config, progress, known)
    shared = parsed is not None and parsed(_collect_tree_parses(outcomes))
    facts = [o.facts for _, o in sorted(outcomes.items()) if o.facts is not None]
    if progress is not None:
        progress("resolve", 0, 1)
    pulse = Pulse()
    with Watchdog(pulse):
        graph = resolve(facts, read_manifests(tree, config), pulse=pulse)
    if shared:
        trim()
    rows = [outcome.row for _, outcome in sorted(outcomes.items())]
    seconds: dict[str, float] = {}
    info = RunInfo(
        str(tree.root),
        compute_repository_id(tree.root),
        compute_index_fingerprint(config),
        load_parser_fingerprint(config.home),
        seconds,
    )
    commit(folder, graph, rows, info, searched=False)
    if progress is not None:
        progress("resolve", 1, 1)


def _forget(keep: IndexFolder, config: Config) -> None:
    """Drop the least recently used graphs, except for one."""
    try:
        folders = sorted((f for f in keep.path.parent.iterdir() if f.is_dir()), key=lambda f: -f.stat().st_mtime)
    except OSError:
        return
    for folder in folders[KEPT:]:
        if folder != keep.path:
            shutil.rmtree(folder, ignore_errors=True)


def drop_kept(root: Path, config: Config) -> bool:
    """Drop kept graphs of the repository at `root`, and those that cannot be read.

    One of them is damaged, unless the index of `root` is. Return False when there is nothing to drop. A graph that is
    being made stays.
    """
    try:
        with closing(Reader.open(get_index_folder(config.home, root))) as reader:
            sound = reader.check_integrity() == "ok"
    except NotIndexedError:
        sound = True
    except CodegraphError:
        sound = False
    dropped = [f for f in list_tree_folders(config.home) if f.get_current() and _is_of(f, root)] if sound else []
    for folder in dropped:
        shutil.rmtree(folder.path, ignore_errors=True)
    return bool(dropped)


def _is_of(folder: IndexFolder, root: Path) -> bool:
    """Return whether a graph is of the repository at `root`.

    An unreadable graph counts as such.
    """
    try:
        with closing(Reader.open(folder)) as reader:
            return reader.read_meta().get("root") == str(root)
    except CodegraphError:
        return True


def read_manifests(tree: SourceTree, config: Config) -> dict[str, str]:
    """Return the texts of the files that import rules read, by path."""
    from codegraph_parsers.languages import is_manifest

    raw = tree.read([path for path in tree.files if is_manifest(path)])
    read = {path: interpret(content) for path, content in raw.items()}
    texts = {path: r.content.decode("utf-8") for path, r in read.items() if isinstance(r, ReadFile)}
    return texts | (config.tables.list_manifests() if config.tables is not None else {})


def read_facts(
    tree: SourceTree, paths: list[str], config: Config, progress: Progress | None = None,
    known: Mapping[str, KnownRow] | None = None,
) -> dict[str, Facts]:  # fmt: skip
    """Return the facts of files of a tree.

    They come from the cache where the index, or `known`, has a file of that name and content, or the cache has that
    content. Other files go to the worker pool, whose limits on time and memory apply here, too.
    """
    if known is None:
        known = _read_known(tree.root, config) if len(paths) > FEW else {}
    cache = FactsCache(get_facts_database(config.home))
    found = _read_cached(tree, paths, known, cache, config)
    missing = [path for path in paths if path not in found]
    if progress is not None:
        progress("parse", len(found), len(paths))
    if missing:
        found.update(_parse_missing(tree, missing, config, cache))
    if progress is not None:
        progress("parse", len(paths), len(paths))
    return found


def _read_known(root: Path, config: Config) -> dict[str, KnownRow]:
    """Return the files of the index of a work tree."""
    try:
        reader = Reader.open(get_index_folder(config.home, root))
    except CodegraphError:
        return {}
    try:
        if str(reader.read_meta()["parser"]) != load_parser_fingerprint(config.home):
            return {}
        return {path: _build_known(path, each) for path, each in reader.read_known_files().items() if each.row.digest}
    finally:
        reader.close()


def _build_known(path: str, known: KnownFile) -> KnownRow:
    row = known.row
    problems = tuple(ParseProblem(p.kind, p.message, p.start_line, p.end_line) for p in known.problems)
    stored = StoredFile(
        path, row.language, row.status, row.reason, row.digest, row.size, 0, row.lines, row.generated, problems,
        row.cells,
    )  # fmt: skip
    return KnownRow(stored, bool(row.language and row.symbols))


def _read_cached(
    tree: SourceTree, paths: list[str], known: Mapping[str, KnownRow], cache: FactsCache, config: Config
) -> dict[str, Facts]:
    same = {path: k for path in paths if (k := known.get(path)) and k.row.digest == tree.files[path].digest}
    parser = partial(config.stamp_facts, load_parser_fingerprint(config.home))
    keys = {
        path: compute_facts_key(path, k.row.language, k.row.digest, parser(k.row.language))
        for path, k in same.items()
        if k.parsed
    }
    entries = cache.get(keys.values())
    found: dict[str, Facts] = {}
    for path, k in same.items():
        entry = entries.get(keys[path]) if path in keys else None
        facts = decode_entry(entry) if entry is not None else None
        if path not in keys or facts is not None:
            found[path] = Facts(facts, k.row)
    return found


def _parse_missing(tree: SourceTree, paths: list[str], config: Config, cache: FactsCache) -> dict[str, Facts]:
    """Return facts from the cache by the digest of the content, or from the workers."""
    contents = tree.read(paths)
    parser = load_parser_fingerprint(config.home)
    settings = ParseSettings(
        "",
        str(cache.path) if cache.path.is_file() else "",
        parser,
        load_chunk_fingerprint(config.home),
        config.max_file_bytes,
        config.languages,
        marked=_find_marked_paths(tree),
        tables=config.tables,
        alone_s=compute_alone_limit(config.parse_timeout_s),
    )
    found = {path: Facts(facts, _build_row(p)) for path, (p, facts) in read_cached_outcomes(contents, settings).items()}
    missing = {path: content for path, content in contents.items() if path not in found}
    if not missing:
        return found
    outcomes = _parse_in_workers(missing, settings, config)
    fresh = [p for p in outcomes if p.entry is not None and not p.reused]
    lasting = [p for p in fresh if not any(problem.kind in ("timeout", "crashed") for problem in p.problems)]
    stamp = partial(config.stamp_facts, parser)
    cache.add((compute_facts_key(p.path, p.language, p.digest, stamp(p.language)), p.entry) for p in lasting if p.entry)
    for p in outcomes:
        found[p.path] = Facts(decode_entry(p.entry) if p.entry is not None else None, _build_row(p))
    return found


def _find_marked_paths(tree: SourceTree) -> frozenset[str]:
    """Return the paths that attribute files mark as generated or vendored."""
    read = tree.read(path for path in tree.files if is_attributes(path))
    texts = {path: content.decode("utf-8", "replace") for path, content in read.items()}
    return find_marked_paths(tree.files, texts) if texts else frozenset()


def _parse_in_workers(contents: Mapping[str, bytes], settings: ParseSettings, config: Config) -> list[ParsedFile]:
    """Parse contents in the workers.

    They are passed in files named by numbers, so no name of a tree ever reaches the disk.
    """
    with _create_temporary_folder() as place:
        candidates: list[Candidate] = []
        for number, (path, content) in enumerate(contents.items()):
            file = Path(place, str(number))
            try:
                file.write_bytes(content)
            except OSError as error:
                raise _build_room_error(error, str(place)) from error
            candidates.append(Candidate(path, str(number), len(content), time.time_ns()))
        pool = ParsePool(settings._replace(root=place), count_workers(config.workers), config.parse_timeout_s)
        return [parsed for batch in pool.run(candidates) for parsed in batch]


def _create_temporary_folder() -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix="codegraph-tree-", ignore_cleanup_errors=True)
    except OSError as error:
        raise _build_room_error(error, error.filename or "a temporary folder") from error


def _build_room_error(error: OSError, place: str) -> UnreadableError:
    return UnreadableError(
        f"files of another revision cannot be unpacked into {place}: {error.strerror or error}",
        hint="free some space there, or set TMPDIR to a folder with room for all files of the repository",
    )


def _build_row(p: ParsedFile) -> StoredFile:
    return StoredFile(
        p.path, p.language, p.status, p.reason, p.digest, p.size, 0, p.lines, p.generated, p.problems, p.cells
    )
