"""The graph of a tree: the index where it holds that tree, else a generation kept by the tree's content.

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

from codegraph.background_build import trim
from codegraph.changes import index_fingerprint
from codegraph.config import Config
from codegraph.errors import CodegraphError, IncompatibleIndexError, NotIndexedError, StorageError, UnreadableError
from codegraph.fingerprint import known_chunker, known_parser
from codegraph.index import Index
from codegraph.parse_pool import (
    Parsed,
    ParsePool,
    ParseSettings,
    alone_s,
    decode_entry,
    outcomes_kept,
    worker_count,
)
from codegraph.pipeline import PATIENT_S, Progress
from codegraph.revision.tree import SourceTree, TreeFile
from codegraph.scan.attributes import find_marked_paths, is_attributes
from codegraph.scan.identity import repository_id
from codegraph.scan.read import ReadFile, interpret
from codegraph.scan.walk import Candidate
from codegraph.store.analysis_cache import share
from codegraph.store.facts_cache import FactsCache, facts_key
from codegraph.store.layout import DATABASE, IndexFolder, facts_database, index_folder, tree_folder, tree_folders
from codegraph.store.lock import writer_lock
from codegraph.store.reader import KnownFile, Reader
from codegraph.store.seal import damage
from codegraph.store.writer import RunInfo, StoredFile, commit
from codegraph_parsers.facts import FileFacts, ParseProblem

FEW: Final = 200
"""Files that are looked up by their bytes rather than by what an index says of them: reading that takes longer."""

KEPT: Final = 8
"""Trees whose graphs are kept; the one used longest ago goes first."""


class Facts(NamedTuple):
    """One file's outcome: its facts (None without a grammar, or when it could not be parsed), and its row."""

    facts: FileFacts | None
    row: StoredFile


class Known(NamedTuple):
    """A file's row, and whether the cache has facts of it."""

    row: StoredFile
    parsed: bool


class Parses(NamedTuple):
    """All files of a state by path, and how to get at the facts of one."""

    rows: Mapping[str, Known]
    facts: Callable[[str], FileFacts | None]


def parses_of_run(outcomes: Mapping[str, Parsed]) -> Parses:
    def facts(path: str) -> FileFacts | None:
        found = outcomes.get(path)
        return decode_entry(found.entry) if found is not None and found.entry is not None else None

    return Parses({path: Known(_row(p), p.entry is not None) for path, p in outcomes.items() if p.digest}, facts)


def _parses_of_tree(outcomes: Mapping[str, Facts]) -> Parses:
    def facts(path: str) -> FileFacts | None:
        found = outcomes.get(path)
        return found.facts if found is not None else None

    return Parses({path: Known(each.row, each.facts is not None) for path, each in outcomes.items()}, facts)


def work_tree(index: Index) -> SourceTree:
    """The tree that the index of a work tree holds."""
    files = {
        path: TreeFile(path, _real(path), known.row.digest, known.row.size)
        for path, known in index.known_files().items()
        if known.row.digest
    }
    return SourceTree("the work tree", "", index.root, files, on_disk=True)


def _real(path: str) -> str:
    from codegraph_parsers.ids import real_path

    return real_path(path)


def folder_of(tree: SourceTree, config: Config) -> IndexFolder:
    """Return where the graph of `tree` is, or would be."""
    text = f"{index_fingerprint(config)}\0{known_parser(config.home)}\0{tree.key()}"
    return tree_folder(config.home, hashlib.blake2b(text.encode(), digest_size=12).hexdigest())


def keep_generation(tree: SourceTree, config: Config) -> bool:
    """Keep the graph of `tree` when the index of its work tree holds just that, before the index moves on."""
    folder, source = folder_of(tree, config), index_folder(config.home, tree.root)
    if folder.current():
        return True
    try:
        reader = Reader.open(source)
    except CodegraphError:
        return False
    try:
        if reader.meta()["fingerprint"] != index_fingerprint(config) or not _holds(reader.known_files(), tree):
            return False
    finally:
        reader.close()
    generation = source.generation(reader.generation)
    with writer_lock(folder.lock):
        number, building = folder.begin()
        try:
            for name in sorted(os.listdir(generation)):
                if name == DATABASE or name.endswith(".npy") or name.endswith(".npz"):
                    _link(generation / name, building / name)
            folder.publish(number, building)
        except OSError:
            shutil.rmtree(building, ignore_errors=True)
            return False
    _forget(folder, config)
    return True


def _link(source: Path, target: Path) -> None:
    """A generation is never changed, so a second name is as good as a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _holds(known: Mapping[str, KnownFile], tree: SourceTree) -> bool:
    have = {path: k.row.digest for path, k in known.items() if k.row.digest}
    return have == {path: file.digest for path, file in tree.files.items()}


def share_analyses(index: Index, tree: SourceTree, config: Config) -> None:
    """Give the index of a work tree what reports made of a kept graph of the same files. That takes seconds to make,
    and what a report made before there was an index, or before the index came to where the graph is, holds here."""
    folder = folder_of(tree, config)
    if not folder.current():
        return
    try:
        with closing(Reader.open(folder)) as kept, closing(Reader.open(index_folder(config.home, tree.root))) as own:
            if own.generation == index.generation and _counts(own) == _counts(kept):
                share(folder.generation(kept.generation), own.folder.generation(own.generation))
    except CodegraphError:
        return


def _counts(reader: Reader) -> dict[str, object]:
    """Graphs of the same files differ where one of them could not be read once, or not within its time."""
    return {key: value for key, value in reader.meta().items() if key.startswith(("symbols:", "edges:"))}


def is_kept(tree: SourceTree, config: Config) -> bool:
    return bool(folder_of(tree, config).current())


def index_of(
    tree: SourceTree, config: Config, progress: Progress | None = None,
    parsed: Callable[[Parses], bool] | None = None, known: Mapping[str, Known] | None = None,
) -> Index:  # fmt: skip
    """An index over the graph of `tree`; it is resolved now when it is not kept. `known` are files whose facts are
    cached, `parsed` is told all files before they are resolved, and says whether another process does so beside. Raises
    StorageError, LockedError."""
    return kept(tree, config) or made(
        tree, config, lambda folder: _build(tree, folder, config, progress, parsed, known)
    )


def kept(tree: SourceTree, config: Config) -> Index | None:
    """An index over the graph of `tree` where that is kept."""
    folder = folder_of(tree, config)
    if folder.current():
        try:
            if wrong := damage(folder.generation(folder.current())):
                raise StorageError(f"a kept graph is damaged: {wrong}")
            os.utime(folder.path)
            return Index(tree.root, Reader.open(folder), config)
        except (OSError, NotIndexedError, IncompatibleIndexError, StorageError):
            shutil.rmtree(folder.path, ignore_errors=True)  # a cache: what is damaged is made again
    return None


def made(tree: SourceTree, config: Config, write: Callable[[IndexFolder], None]) -> Index:
    """An index over the graph of `tree`, which `write` makes unless somebody else just did."""
    folder = folder_of(tree, config)
    with writer_lock(folder.lock, PATIENT_S):
        if not folder.current():
            write(folder)
    _forget(folder, config)
    return Index(tree.root, Reader.open(folder), config)


def _build(
    tree: SourceTree, folder: IndexFolder, config: Config, progress: Progress | None,
    parsed: Callable[[Parses], bool] | None, known: Mapping[str, Known] | None,
) -> None:  # fmt: skip
    from codegraph.resolve import resolve
    from codegraph.resolve.faults import Pulse
    from codegraph.watchdog import Watchdog

    outcomes = facts_of(tree, sorted(tree.files), config, progress, known)
    shared = parsed is not None and parsed(_parses_of_tree(outcomes))
    facts = [o.facts for _, o in sorted(outcomes.items()) if o.facts is not None]
    if progress is not None:
        progress("resolve", 0, 1)
    pulse = Pulse()
    with Watchdog(pulse):
        graph = resolve(facts, manifests_of(tree, config), pulse=pulse)
    if shared:
        trim()
    rows = [outcome.row for _, outcome in sorted(outcomes.items())]
    seconds: dict[str, float] = {}
    info = RunInfo(
        str(tree.root), repository_id(tree.root), index_fingerprint(config), known_parser(config.home), seconds
    )
    commit(folder, graph, rows, info, searched=False)
    if progress is not None:
        progress("resolve", 1, 1)


def _forget(keep: IndexFolder, config: Config) -> None:
    """Drop the graphs of the trees used longest ago, but for one."""
    try:
        folders = sorted((f for f in keep.path.parent.iterdir() if f.is_dir()), key=lambda f: -f.stat().st_mtime)
    except OSError:
        return
    for folder in folders[KEPT:]:
        if folder != keep.path:
            shutil.rmtree(folder, ignore_errors=True)


def drop_kept(root: Path, config: Config) -> bool:
    """Drop kept graphs of the repository at `root`, and those that cannot be read, as one of them is damaged: unless
    the index of `root` is. False when there is nothing to drop. A graph that is being made stays."""
    try:
        with closing(Reader.open(index_folder(config.home, root))) as reader:
            sound = reader.check_integrity() == "ok"
    except NotIndexedError:
        sound = True
    except CodegraphError:
        sound = False
    dropped = [f for f in tree_folders(config.home) if f.current() and _is_of(f, root)] if sound else []
    for folder in dropped:
        shutil.rmtree(folder.path, ignore_errors=True)
    return bool(dropped)


def _is_of(folder: IndexFolder, root: Path) -> bool:
    """Whether a graph is of the repository at `root`, or does not tell any more what it is of."""
    try:
        with closing(Reader.open(folder)) as reader:
            return reader.meta().get("root") == str(root)
    except CodegraphError:
        return True


def manifests_of(tree: SourceTree, config: Config) -> dict[str, str]:
    """Text of the files that import rules read, by path."""
    from codegraph_parsers.languages import manifest_names

    names = manifest_names()
    raw = tree.read([path for path in tree.files if path.rsplit("/", 1)[-1] in names])
    read = {path: interpret(content) for path, content in raw.items()}
    texts = {path: r.content.decode("utf-8") for path, r in read.items() if isinstance(r, ReadFile)}
    return texts | (config.tables.list_manifests() if config.tables is not None else {})


def facts_of(
    tree: SourceTree, paths: list[str], config: Config, progress: Progress | None = None,
    known: Mapping[str, Known] | None = None,
) -> dict[str, Facts]:  # fmt: skip
    """Facts of files of a tree: from the cache where the index, or `known`, has a file of that name and content, or
    the cache that content; else from the worker pool, whose limits on time and memory hold here too."""
    if known is None:
        known = _known(tree.root, config) if len(paths) > FEW else {}
    cache = FactsCache(facts_database(config.home))
    found = _cached(tree, paths, known, cache, config)
    missing = [path for path in paths if path not in found]
    if progress is not None:
        progress("parse", len(found), len(paths))
    if missing:
        found.update(_parsed(tree, missing, config, cache))
    if progress is not None:
        progress("parse", len(paths), len(paths))
    return found


def _known(root: Path, config: Config) -> dict[str, Known]:
    """Files of the index of a work tree."""
    try:
        reader = Reader.open(index_folder(config.home, root))
    except CodegraphError:
        return {}
    try:
        if str(reader.meta()["parser"]) != known_parser(config.home):
            return {}
        return {path: _known_file(path, each) for path, each in reader.known_files().items() if each.row.digest}
    finally:
        reader.close()


def _known_file(path: str, known: KnownFile) -> Known:
    row = known.row
    problems = tuple(ParseProblem(p.kind, p.message, p.start_line, p.end_line) for p in known.problems)
    stored = StoredFile(
        path, row.language, row.status, row.reason, row.digest, row.size, 0, row.lines, row.generated, problems,
        row.cells,
    )  # fmt: skip
    return Known(stored, bool(row.language and row.symbols))


def _cached(
    tree: SourceTree, paths: list[str], known: Mapping[str, Known], cache: FactsCache, config: Config
) -> dict[str, Facts]:
    same = {path: k for path in paths if (k := known.get(path)) and k.row.digest == tree.files[path].digest}
    parser = partial(config.stamp_facts, known_parser(config.home))
    keys = {
        path: facts_key(path, k.row.language, k.row.digest, parser(k.row.language))
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


def _parsed(tree: SourceTree, paths: list[str], config: Config, cache: FactsCache) -> dict[str, Facts]:
    """From the cache by what their bytes say, the others from the workers."""
    contents = tree.read(paths)
    parser = known_parser(config.home)
    settings = ParseSettings(
        "", str(cache.path) if cache.path.is_file() else "", parser, known_chunker(config.home), config.max_file_bytes,
        config.languages, marked=_find_marked_paths(tree), tables=config.tables,
        alone_s=alone_s(config.parse_timeout_s),
    )  # fmt: skip
    found = {path: Facts(facts, _row(p)) for path, (p, facts) in outcomes_kept(contents, settings).items()}
    missing = {path: content for path, content in contents.items() if path not in found}
    if not missing:
        return found
    outcomes = _by_workers(missing, settings, config)
    fresh = [p for p in outcomes if p.entry is not None and not p.reused]
    lasting = [p for p in fresh if not any(problem.kind in ("timeout", "crashed") for problem in p.problems)]
    stamp = partial(config.stamp_facts, parser)
    cache.add((facts_key(p.path, p.language, p.digest, stamp(p.language)), p.entry) for p in lasting if p.entry)
    for p in outcomes:
        found[p.path] = Facts(decode_entry(p.entry) if p.entry is not None else None, _row(p))
    return found


def _find_marked_paths(tree: SourceTree) -> frozenset[str]:
    """Return the paths that attribute files call generated or vendored."""
    read = tree.read(path for path in tree.files if is_attributes(path))
    texts = {path: content.decode("utf-8", "replace") for path, content in read.items()}
    return find_marked_paths(tree.files, texts) if texts else frozenset()


def _by_workers(contents: Mapping[str, bytes], settings: ParseSettings, config: Config) -> list[Parsed]:
    """Contents go to the workers in files named by numbers, so no name of a tree ever reaches the disk."""
    with _temporary_folder() as place:
        candidates: list[Candidate] = []
        for number, (path, content) in enumerate(contents.items()):
            file = Path(place, str(number))
            try:
                file.write_bytes(content)
            except OSError as error:
                raise _no_room(error, str(place)) from error
            candidates.append(Candidate(path, str(number), len(content), time.time_ns()))
        pool = ParsePool(settings._replace(root=place), worker_count(config.workers), config.parse_timeout_s)
        return [parsed for batch in pool.run(candidates) for parsed in batch]


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix="codegraph-tree-", ignore_cleanup_errors=True)
    except OSError as error:
        raise _no_room(error, error.filename or "a temporary folder") from error


def _no_room(error: OSError, place: str) -> UnreadableError:
    return UnreadableError(
        f"files of another revision cannot be unpacked into {place}: {error.strerror or error}",
        hint="free some space there, or set TMPDIR to a folder with room for all files of the repository",
    )


def _row(p: Parsed) -> StoredFile:
    return StoredFile(
        p.path, p.language, p.status, p.reason, p.digest, p.size, 0, p.lines, p.generated, p.problems, p.cells
    )
