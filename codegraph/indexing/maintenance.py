"""Housekeeping of the home folder: list, remove, clean up and check indexes."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from codegraph.embed.encoder_choice import STATIC, build_encoder, get_vector_identity
from codegraph.errors import CodegraphError, IncompatibleIndexError, LockedError, NotIndexedError, StorageError
from codegraph.query_results import Check, CheckStatus, GarbageReport, RepositoryRow, UnanalysedLanguage
from codegraph.runtime.optional_packages import is_installed
from codegraph.scan.git import explain_refusal, is_in_work_tree
from codegraph.settings.config import Config, stamp_facts
from codegraph.settings.language_tables import read_tables
from codegraph.store.checksums import find_damage
from codegraph.store.code_fingerprint import compute_chunk_fingerprint, compute_parser_fingerprint
from codegraph.store.facts_cache import FactsCache, Unused, compute_facts_key
from codegraph.store.file_rows import RESOLVE_PROBLEM
from codegraph.store.layout import (
    DAY_S,
    IndexFolder,
    find_indexed_root,
    get_facts_database,
    get_index_folder,
    list_index_folders,
    list_tree_folders,
    measure_folder,
)
from codegraph.store.lock import hold_writer_lock, is_locked, read_holder
from codegraph.store.reader import Reader, check_search_support
from codegraph.store.watching import get_watch_folder, get_watch_folder_of
from codegraph_parsers.catalog import Tier, get_title, is_resolved
from codegraph_parsers.structural_table import list_tables


def list_repositories(config: Config) -> list[RepositoryRow]:
    """Return every index in the home folder, ordered by root."""
    rows = [_read_repository(folder) for folder in list_index_folders(config.home)]
    return sorted((row for row in rows if row is not None), key=lambda row: (row.root, row.index_id))


def _read_repository(folder: IndexFolder) -> RepositoryRow | None:
    if not folder.get_current():
        return None
    try:
        reader = Reader.open(folder)
    except (StorageError, NotIndexedError, IncompatibleIndexError):
        return RepositoryRow("", folder.name, "", 0, 0.0, 0, 0, 0, folder.measure_size(), False)
    try:
        stats = reader.compute_stats()
    finally:
        reader.close()
    return RepositoryRow(
        stats.repository_id, folder.name, stats.root, stats.generation, stats.indexed_at, stats.file_count,
        stats.symbol_count, stats.edge_count, stats.disk_bytes, os.path.isdir(stats.root),
    )  # fmt: skip


def iterate_recent_roots(config: Config) -> Iterator[Path]:
    """Yield work trees that still exist, the one indexed last first.

    Unreadable indexes are skipped.
    """
    for folder in sorted(list_index_folders(config.home), key=_get_committed_ns, reverse=True):
        root = _read_root(folder)
        if root is not None and root.is_dir():
            yield root


def _read_root(folder: IndexFolder) -> Path | None:
    """Return the work tree of an index, None when it has none that can be read."""
    if not folder.get_current():
        return None
    try:
        with closing(Reader.open(folder)) as reader:
            return Path(str(reader.read_meta()["root"]))
    except CodegraphError:
        return None


def _get_committed_ns(folder: IndexFolder) -> int:
    return folder.get_committed_ns()


def remove_index(repo: Path | str, config: Config) -> RepositoryRow:
    """Delete the index of a work tree (or of an index id).

    The facts cache stays. Raises NotIndexedError, LockedError (a writer or a watcher uses it).
    """
    folder = next((f for f in list_index_folders(config.home) if f.name == str(repo)), None)
    if folder is None:
        folder = get_index_folder(config.home, Path(repo))
    row = _read_repository(folder)
    if row is None:
        raise NotIndexedError(f"{repo} has no index", hint="`codegraph list` shows what is indexed")
    watcher = get_watch_folder_of(config.home, folder).find_holder()
    if watcher is not None:
        raise LockedError(
            f"{row.root or repo} is watched by {watcher}, which would index it again",
            hint="`codegraph watch stop` first",
        )
    _delete(folder, config)
    return row


def _delete(folder: IndexFolder, config: Config) -> None:
    watch = get_watch_folder_of(config.home, folder)
    if watch.find_holder() is None:
        shutil.rmtree(watch.path, ignore_errors=True)
    with hold_writer_lock(folder.lock):
        folder.withdraw()  # first, so that nobody opens what is being deleted
        shutil.rmtree(folder.path, ignore_errors=True)


def collect_garbage(config: Config, *, dry_run: bool = False) -> GarbageReport:
    """Remove unneeded indexes, leftovers and cached entries.

    These are indexes whose work tree is gone, leftovers of interrupted runs, and cached entries that no index uses. An
    index that is being written is left alone, and then so is the facts cache.
    """
    before = _measure_caches(config.home)
    gone: list[str] = []
    generations, expected = 0, 0
    busy = False
    keys: set[bytes] = set()
    for folder in list_index_folders(config.home):
        if is_locked(folder.lock):
            busy = True
            continue
        row = _read_repository(folder)
        if row is None or not row.exists:
            gone.append(row.root or row.index_id if row else folder.name)
            expected += folder.measure_size()
            if not dry_run:
                _delete(folder, config)
            continue
        with hold_writer_lock(folder.lock):
            generations += folder.sweep(dry_run=dry_run)
        for version in folder.list_versions():
            keys |= _list_facts_keys(version)
    cache = FactsCache(get_facts_database(config.home))
    unused = Unused(0, 0) if busy else cache.retain(keys, dry_run=dry_run)
    others = cache.remove_other_formats(time.time(), dry_run=dry_run)
    expected += unused.bytes + others
    for folder in _find_useless_trees(config.home):
        generations += 1
        expected += folder.measure_size()
        if not dry_run:
            shutil.rmtree(folder.path, ignore_errors=True)
    after = _measure_caches(config.home)
    freed = expected if dry_run else max(0, before - after)
    return GarbageReport(tuple(gone), generations, unused.entries, freed, dry_run)


class Leftovers(NamedTuple):
    """Indexes that nobody opens and cached facts that no index uses."""

    indexes: tuple[str, ...]  # roots
    facts: int
    bytes: int


def trim_caches(config: Config, own: IndexFolder, *, now: float | None = None) -> Leftovers:
    """Delete indexes and cached facts that nobody has used for `keep_days`.

    Returns what was deleted. An index is also deleted when its work tree is gone, and facts when unused ones outweigh
    the others. This is checked once a day, and when the cache has doubled. The caller holds the lock of `own`, which
    stays. Indexes that are being read, written or watched stay, and so does an index with recorded test runs.
    """
    at = time.time() if now is None else now
    if not FactsCache(get_facts_database(config.home)).is_due(at):
        return Leftovers((), 0, 0)
    return _trim(config, own, at, dry_run=False)


def find_leftovers(config: Config, *, now: float | None = None) -> Leftovers:
    """Return what `trim_caches` would delete now."""
    return _trim(config, None, time.time() if now is None else now, dry_run=True)


def _trim(config: Config, own: IndexFolder | None, now: float, *, dry_run: bool) -> Leftovers:
    removed: list[str] = []
    freed, is_complete = 0, True
    keys: set[bytes] = set()
    for folder in list_index_folders(config.home):
        if own is None or folder.path != own.path:
            root = _find_idle(folder, config, now)
            size = folder.measure_size() if root is not None else 0
            if root is not None and (dry_run or _remove_idle(folder)):
                removed.append(str(root))
                freed += size
                continue
            is_complete = is_complete and not is_locked(folder.lock)
        for version in folder.list_versions():
            keys |= _list_facts_keys(version)
    cache, idle_s = FactsCache(get_facts_database(config.home)), float(config.keep_days * DAY_S)
    if not is_complete:  # what another writer is about to use is not known yet
        return Leftovers(tuple(removed), 0, freed)
    for folder in list_tree_folders(config.home):
        keys |= _list_facts_keys(folder)
    unused = cache.trim(keys, now, idle_s, dry_run=dry_run)
    freed += cache.remove_other_formats(now - idle_s, dry_run=dry_run) if idle_s else 0
    return Leftovers(tuple(removed), unused.entries, freed + unused.bytes)


def _find_idle(folder: IndexFolder, config: Config, now: float) -> Path | None:
    """Return the work tree of an index that is not needed any more.

    The result is None when the index is to stay.
    """
    if not config.keep_days or folder.has_recorded_runs() or is_locked(folder.lock):
        return None
    if get_watch_folder_of(config.home, folder).find_holder() is not None:
        return None
    root = _read_root(folder)
    if root is None or (root.is_dir() and now - folder.get_used() < config.keep_days * DAY_S):
        return None
    return root


def _remove_idle(folder: IndexFolder) -> bool:
    """Remove an index, and return whether nobody was reading or writing it."""
    try:
        with hold_writer_lock(folder.lock):
            return folder.remove()
    except (LockedError, StorageError):
        return False


def _measure_caches(home: Path) -> int:
    return sum(measure_folder(home / part) for part in ("index", "trees", "facts"))


def _find_useless_trees(home: Path) -> list[IndexFolder]:
    """Return graphs of revisions that are not needed any more.

    Their work tree is gone, or another version of the parser made them.
    """
    found: list[IndexFolder] = []
    for folder in list_tree_folders(home):
        if is_locked(folder.lock):
            continue
        try:
            reader = Reader.open(folder)
        except CodegraphError:
            found.append(folder)
            continue
        try:
            meta = reader.read_meta()
        finally:
            reader.close()
        if meta["parser"] != compute_parser_fingerprint() or not Path(str(meta["root"])).is_dir():
            found.append(folder)
    return found


def _list_facts_keys(folder: IndexFolder) -> set[bytes]:
    """Return the keys of an index in the facts cache.

    There are none for an index that this version cannot read."""
    try:
        with closing(Reader.open(folder)) as reader:
            meta = reader.read_meta()
            parser, tables = str(meta["parser"]), read_tables(Path(str(meta["root"])))
            files = [f for f in reader.list_files() if f.digest]
    except CodegraphError:
        return set()
    facts = {
        compute_facts_key(f.path, f.language, f.digest, stamp_facts(parser, f.language, tables))
        for f in files
        if f.language
    }
    cut = compute_chunk_fingerprint()
    return facts | {
        compute_facts_key(f.path, f.language, f.digest, stamp_facts(cut, f.language, tables)) for f in files
    }


def check_health(repo: Path | None, config: Config) -> list[Check]:
    """Run read-only checks of the installation and the index of `repo`.

    They cover a writable home, loading of grammars, the lock holder, and the schema and integrity of the index.
    """
    checks = [_check_home(config.home), _check_search(), *_check_grammars(), _check_encoder(config)]
    checks += [*_check_tables(config), _check_caches(config)]
    if repo is not None:
        checks += _check_git(repo)
        found = find_indexed_root(config.home, repo)
        if found is None:
            fix = f"run `codegraph index {repo}`"
            checks.append(Check("index", CheckStatus.WARNING, f"{repo} is not indexed", fix))
        else:
            checks += _check_index(*found)
            checks.append(_check_vectors(found[1], config))
            checks.append(_check_watcher(found[0], config))
    return checks


_ROOM = 1 << 20  # bytes


def _check_home(home: Path) -> Check:
    place = next(p for p in (home, *home.parents) if p.exists())
    try:  # what permissions say is not what every file system does
        with TemporaryDirectory(prefix=".codegraph-", dir=place) as made:
            (Path(made) / "room").write_bytes(bytes(_ROOM))  # a full disk still makes folders
            return Check("home", CheckStatus.OK, f"{home} is writable")
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        fix = f"{'free some space' if full else 'make it writable'} or set CODEGRAPH_HOME to another folder"
        return Check("home", CheckStatus.FAILED, f"{home} cannot be written: {error.strerror}", fix)


def _check_caches(config: Config) -> Check:
    """Report what will be deleted after the next index run."""
    found = find_leftovers(config)
    roots, facts = len(found.indexes), found.facts
    parts = [f"{roots:,} {'index' if roots == 1 else 'indexes'}"] if roots else []
    parts += [f"{facts:,} cached {'entry' if facts == 1 else 'entries'}"] if facts else []
    if not found.bytes:
        return Check("caches", CheckStatus.OK, "everything is in use")
    size = f"{found.bytes / (1 << 20):.1f} MiB"
    what = f"{' and '.join(parts)} ({size})" if parts else f"files of earlier versions ({size})"
    detail = f"{what} that nobody uses will be deleted after the next index run"
    return Check("caches", CheckStatus.OK, detail)


def _check_git(repo: Path) -> list[Check]:
    """Check that git reads the repository.

    Git is not asked outside of its work trees.
    """
    refused = explain_refusal(repo) if repo.is_dir() and is_in_work_tree(repo) else ""
    if not refused:
        return []
    detail = f"it does not read {repo}: {refused}; memories of its repository are not found from here"
    owned = f"if you trust it, `git config --global --add safe.directory {repo.resolve()}`"
    return [Check("git", CheckStatus.WARNING, detail, owned if "ownership" in refused else "install git")]


def _check_search() -> Check:
    version, usable = check_search_support()
    if usable:
        return Check("sqlite", CheckStatus.OK, f"SQLite {version} with FTS5")
    fix = "use a Python whose SQLite has FTS5"
    return Check("sqlite", CheckStatus.FAILED, f"SQLite {version} lacks FTS5", fix)


def _check_grammars() -> list[Check]:
    from codegraph_parsers import grammar, languages

    broken: list[Check] = []
    absent = 0
    specs = (*languages.load_specs(), *map(languages.load_spec, list_tables()))
    for spec in specs:
        if spec.is_structural and not is_installed(grammar.get_module(spec.grammar)):
            absent += 1  # what its package is needed for is a check of its own
            continue
        try:
            grammar.load(spec.grammar)
        except grammar.GrammarError as error:
            broken.append(Check(f"grammar {spec.name}", CheckStatus.FAILED, str(error), "reinstall codegraph"))
    loaded = f"{len(specs) - len(broken) - absent} languages load"
    return [*broken, Check("grammars", CheckStatus.OK, f"{loaded}, {absent} are not installed" if absent else loaded)]


def _check_tables(config: Config) -> list[Check]:
    """Warn of tables of languages in the repository that cannot be used."""
    if config.tables is None:
        return []
    fix = "correct the table; parsers/README.md describes its keys, docs/framework-models.md those of models"
    wrong = [Check("table", CheckStatus.WARNING, f"{p.path}: {p.message}", fix) for p in config.tables.problems]
    keys = ", ".join(table.key for table in config.tables.tables)
    return [*wrong, *([Check("tables", CheckStatus.OK, f"the repository adds {keys}")] if keys else [])]


def _check_unread(reader: Reader) -> list[Check]:
    """Warn of structural languages whose queries or grammar cannot be used."""
    found = {problem.message: problem.path for problem in reader.list_problems() if problem.kind == "grammar"}
    fix = "correct the table, or install the package, and run `codegraph index`"
    return [Check("table", CheckStatus.WARNING, f"{path}: {message}", fix) for message, path in sorted(found.items())]


def _check_encoder(config: Config) -> Check:
    """Check that the encoder can be used.

    Services are not called, because a check must not send anything.
    """
    try:
        encoder = build_encoder(config)
        if config.encoder == STATIC:
            encoder.encode(["check"])
    except CodegraphError as error:
        return Check("encoder", CheckStatus.FAILED, error.message, error.hint)
    return Check("encoder", CheckStatus.OK, encoder.identity)


def _check_vectors(folder: IndexFolder, config: Config) -> Check:
    """Check the vectors by reading all of them, unlike a search."""
    if not config.vectors:
        return Check("vectors", CheckStatus.OK, "turned off by the `vectors` setting")
    from codegraph.store import vector_snapshot

    try:
        found = vector_snapshot.load(folder.get_generation(folder.get_current()))
        wanted = get_vector_identity(config)
    except CodegraphError as error:
        return Check("vectors", CheckStatus.WARNING, error.message, error.hint)
    if found is None or found.identity != wanted:
        what = "there are none" if found is None else f"they were made by another encoder, {found.identity}"
        return Check("vectors", CheckStatus.WARNING, f"{what}; search goes by words", "run `codegraph index`")
    left = int((found.digests == 0).all(axis=1).sum())
    detail = f"{len(found):,} of {found.dimension} numbers" + (f", {left:,} not made yet" if left else "")
    return Check("vectors", CheckStatus.OK, detail)


def _check_watcher(root: Path, config: Config) -> Check:
    folder = get_watch_folder(config.home, root)
    watcher, state = folder.find_holder(), folder.read()
    if watcher is None:
        return Check("watcher", CheckStatus.OK, "no watcher; every question compares the files first")
    if state is None:
        return Check("watcher", CheckStatus.OK, str(watcher))
    if state.problem:
        fix = "see its log, `codegraph watch status`"
        return Check("watcher", CheckStatus.WARNING, f"{watcher}: {state.problem}", fix)
    if state.backend == "poll" and state.why:
        return Check("watcher", CheckStatus.WARNING, f"{watcher} polls: {state.why}", "see docs/watch.md")
    return Check("watcher", CheckStatus.OK, f"{watcher}, by {state.backend}")


def _check_index(root: Path, folder: IndexFolder) -> list[Check]:
    checks: list[Check] = []
    if is_locked(folder.lock):
        detail = f"being written by {read_holder(folder.lock) or 'another process'}"
        checks.append(Check("lock", CheckStatus.WARNING, detail, "wait for it, or stop that process"))
    else:
        checks.append(Check("lock", CheckStatus.OK, "nobody is writing"))
    try:
        reader = Reader.open(folder)
        try:
            verdict = find_damage(folder.get_generation(reader.generation)) or reader.check_integrity()
            unanalysed = reader.count_unanalysed_languages(read_tables(root))
            languages = reader.count_analysed_languages()
            unresolved = _check_resolved(reader) if verdict == "ok" else []
            unresolved += [*_check_text(reader), *_check_unread(reader)] if verdict == "ok" else []
        finally:
            reader.close()
    except CodegraphError as error:
        return [*checks, Check("index", CheckStatus.FAILED, error.message, error.hint)]
    if verdict != "ok":
        return [*checks, Check("index", CheckStatus.FAILED, f"damaged: {verdict}", "run `codegraph index --full`")]
    whole = Check("index", CheckStatus.OK, f"generation {reader.generation} of {root} is whole")
    return [*checks, whole, *unresolved, _check_languages(languages, unanalysed)]


def _check_languages(analysed: Mapping[str, int], unanalysed: Sequence[UnanalysedLanguage]) -> Check:
    """Report how much of the code is analysed.

    If there is code but no edges, this is a finding, because nothing else would explain it.
    """
    known = [f"{get_title(language)} ({files:,})" for language, files in analysed.items() if is_resolved(language)]
    told = [f"analysed: {', '.join(known)}"] if known else []
    for tier, words in ((Tier.STRUCTURAL, "names only"), (Tier.TEXT, "searchable, not analysed")):
        others = [f"{row.language} ({row.files:,})" for row in unanalysed if row.tier == tier]
        told += [f"{words}: {', '.join(others)}"] if others else []
    if unanalysed and not known:
        fix = "use search, locate and memory; questions about edges have no answer here"
        return Check("languages", CheckStatus.WARNING, "; ".join(told), fix)
    return Check("languages", CheckStatus.OK, "; ".join(told) or "there is no code")


def _check_text(reader: Reader) -> list[Check]:
    """Warn of an index whose second stage is missing."""
    if reader.has_text:
        return []
    return [Check("text search", CheckStatus.WARNING, "it is missing; search goes by names", "run `codegraph index`")]


def _check_resolved(reader: Reader) -> list[Check]:
    """Warn of files that are only partly resolved."""
    problems = [problem for problem in reader.list_problems() if problem.kind == RESOLVE_PROBLEM]
    if not problems:
        return []
    others = len({problem.path for problem in problems}) - 1
    more = f"; {others:,} more {'file is' if others == 1 else 'files are'} partly resolved" if others else ""
    detail = f"{problems[0].path} is partly resolved: {problems[0].message}{more}"
    return [
        Check("edges", CheckStatus.WARNING, detail, "run `codegraph index --full` with CODEGRAPH_DEBUG=1 to see why")
    ]
