"""Incremental indexing: the next generation of an index from the changed files.

    session = IncrementalSession(root, config)
    session.refresh()               # compare the whole tree
    session.refresh(["src/a.py"])   # paths that may have changed

A refresh compares first, and commits a generation only when something differs. It parses the files that changed,
resolves what depends on them by the dependencies on disk (`store.dependencies`, `resolve.incremental`), and commits the
difference (`store.delta`). No state is kept in memory between two refreshes, so any process can make any of them:
commands, the server, the watcher. If dependencies are missing or insufficient, a whole run is made instead.

A checkout without an index starts from a generation of another index that has nearly the same files (`donors`).

Hints save time and decide nothing: a path that did not change costs one check, and a changed path without a hint is
found by the next comparison of the whole tree.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.embed.encoder_choice import build_encoder
from codegraph.embed.search_record import decode
from codegraph.errors import (
    CodegraphError,
    ConfigError,
    EncoderError,
    IncompatibleIndexError,
    LockedError,
    NotIndexedError,
    PublicationError,
    RefusedPublicationError,
    StorageError,
)
from codegraph.graph_model import FileChunks, GraphDelta
from codegraph.indexing.donors import Candidates, Donor, list_candidates, open_donor
from codegraph.indexing.maintenance import trim_caches
from codegraph.indexing.parse_pool import ParsedFile, decode_entry, decode_entry_lazily
from codegraph.indexing.parse_results import build_stored_files, describe_missing_vectors, list_derived_paths
from codegraph.indexing.pipeline import Progress, Run, index_repository, pause_collector
from codegraph.indexing.tree_changes import compute_index_fingerprint, is_changed
from codegraph.indexing.vector_table import clone_table, update_table
from codegraph.query.index import Index
from codegraph.query_results import FileRow, Freshness, IndexSummary
from codegraph.scan.file_listing import Candidate, Scan, Skip, check_root, find_candidate, scan
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.scan.git_attributes import find_marked_paths, is_attributes
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph.store.code_fingerprint import load_chunk_fingerprint, load_parser_fingerprint
from codegraph.store.delta import Chunked, commit_delta, find_rewrite_reason
from codegraph.store.dependencies import Dependencies, load_dependencies, save_layer
from codegraph.store.facts_cache import FactsCache, FactsReading, compute_facts_key
from codegraph.store.facts_pack import FILE as PACK
from codegraph.store.facts_pack import share_pack
from codegraph.store.file_rows import RESOLVE_PROBLEM
from codegraph.store.layout import IndexFolder, get_facts_database, get_index_folder
from codegraph.store.lock import hold_writer_lock
from codegraph.store.reader import Reader
from codegraph.store.writer import RunInfo
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.ids import from_printable_path
from codegraph_parsers.languages import is_manifest

if TYPE_CHECKING:
    from codegraph.indexing.embed_stage import ChangedVectors
    from codegraph.publication.storage import Remote
    from codegraph.resolve.incremental.summaries import FileSummary

MOST_FILES: Final = 400
"""Of more changed files, a whole run costs no more."""

MOST_LAYER: Final = 48 << 20
"""Bytes of a layer of differences from which on the next generation is made by a whole run."""

SIBLING_WAIT_S: Final = 15.0
"""Seconds for which a question waits for another process that makes the same index."""

VERIFY_REFRESHES: Final = "CODEGRAPH_VERIFY_REFRESHES"
"""Environment variable of the test suite: compare one refresh in that many with a rebuild."""


class Refreshed(NamedTuple):
    """The outcome of one refresh.

    Paths are printable and relative to the root; `generation` is the current one, `seconds` is wall time."""

    generation: int
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    redone: str  # what was made anew: "" when nothing was, else a few words such as `4 files parsed, graph resolved`
    reason: str  # why, such as `2 files changed` or `settings or codegraph itself changed`
    seconds: float
    warnings: tuple[str, ...] = ()
    parsed: int = 0
    reused: int = 0  # files whose facts came from the cache

    @property
    def paths(self) -> tuple[str, ...]:
        return (*self.changed, *self.added, *self.removed)


def update_index(
    root: Path, config: Config, *, progress: Progress | None = None, force: bool = False, wait_s: float = 0.0,
    is_last: bool = False, beyond_memory: bool = False,
) -> IndexSummary:  # fmt: skip
    """Update an index, incrementally where possible, and add missing parts.

    Arguments and errors are those of `pipeline.index_repository`, which makes whole runs.
    """
    done: Refreshed | None = None
    began = time.perf_counter()
    session = IncrementalSession(root, config)
    if not force:
        with suppress(LockedError):  # whoever writes is waited for below
            done = session.refresh_incrementally(progress=progress)
    summary = index_repository(
        root, config, progress=progress, force=force, wait_s=wait_s, is_last=is_last, beyond_memory=beyond_memory
    )
    summary = summary._replace(warnings=(*session.warnings, *summary.warnings))
    if done is None or not done.redone:
        return summary
    with suppress(LockedError):  # whoever writes trims later
        folder = get_index_folder(config.home, root)
        with hold_writer_lock(folder.lock):
            trim_caches(config, folder)
    return join_runs(done, summary, time.perf_counter() - began)


def join_runs(done: Refreshed, summary: IndexSummary, seconds: float) -> IndexSummary:
    """Return the summary of a refresh and of the run after it.

    Together they took `seconds`."""
    reason = done.reason if summary.unchanged else f"{done.reason}; {summary.reason}"
    return summary._replace(
        unchanged=False, reason=reason, parsed=summary.parsed + done.parsed, reused=summary.reused + done.reused,
        seconds=seconds, warnings=(*done.warnings, *summary.warnings),
    )  # fmt: skip


class RemoteStart(NamedTuple):
    """A start from a published index.

    `commit` is what it is of, `bytes` were read. Without `refreshed` there was none, and `problem` says why."""

    refreshed: Refreshed | None = None
    commit: str = ""
    bytes: int = 0
    problem: str = ""


class _Edit(NamedTuple):
    """Files that differ from the last generation."""

    changed: list[Candidate]
    removed: list[str]
    skips: list[Skip] = []
    """Files and folders that are left out and were not met before, or are left out for another reason."""

    @property
    def is_any(self) -> bool:
        return bool(self.changed or self.removed or self.skips)


class _Committed(NamedTuple):
    """A new generation, with the numbers of files that were parsed and reused."""

    generation: int
    parsed: int
    reused: int
    warnings: tuple[str, ...]


class IncrementalSession:
    """Refreshes of the index of one work tree, for one thread at a time.

    Another process may commit in between: every refresh starts from the newest generation.
    """

    def __init__(self, root: Path, config: Config, *, encodes: bool = True) -> None:
        """Start with nothing open.

        Without `encodes` vectors of changed files are left for the next run."""
        self.root = Path(os.path.realpath(root))
        self.config = config
        self._encodes = encodes
        self.warnings: tuple[str, ...] = ()
        """Reasons why this session did not start from a published index."""

    def refresh(self, hints: Iterable[str] | None = None, *, progress: Progress | None = None) -> Refreshed:
        """Update the index, incrementally where possible, else by a whole run.

        `hints` are printable paths relative to the root that may have changed, those of folders ending in "/": anything
        in them may have, and they may be gone. None compares the whole tree.
        Raises UnreadableError (the root is gone), LockedError (another process is writing), StorageError."""
        began = time.perf_counter()
        listed = None if hints is None else list(hints)
        done = self.refresh_incrementally(listed, progress=progress)
        if done is not None:
            return done
        before = self._compare()
        run = index_repository(self.root, self.config, progress=progress)
        redone = "" if run.unchanged else f"{run.parsed:,} files parsed, {run.reused:,} from the cache"
        return Refreshed(
            run.stats.generation, before.changed, before.added, before.removed, redone, run.reason,
            time.perf_counter() - began, run.warnings,
        )  # fmt: skip

    def refresh_incrementally(
        self, hints: Collection[str] | None = None, *, progress: Progress | None = None
    ) -> Refreshed | None:
        """Update the index from the files that differ.

        Returns None if a whole run is needed. Arguments and errors are those of `refresh`.
        """
        done = self._try_refresh(hints, progress)
        if done is not None and done.redone and VERIFY_REFRESHES in os.environ:
            from codegraph.indexing.verification import verify_sampled_refresh

            verify_sampled_refresh(self.root, self.config, done.paths)
        return done

    def _try_refresh(self, hints: Collection[str] | None, progress: Progress | None) -> Refreshed | None:
        began = time.perf_counter()
        if (hints is None or hints) and not has_usable_index(self.root, self.config):
            return self.start_from_donor(progress=progress) or self._start_from_configured_remote(progress)
        base = _Base.open(self.root, self.config, self._folder, encodes=self._encodes)
        try:
            return self._refresh_from(base, hints, progress or _ignore_progress, began)
        finally:
            if base is not None:
                base.close()

    @property
    def _folder(self) -> IndexFolder:
        return get_index_folder(self.config.home, self.root)

    def start_from_donor(
        self, *, progress: Progress | None = None, is_same_repository: bool = False, wait_s: float = 0.0
    ) -> Refreshed | None:
        """Start an index from another one that has nearly the same files.

        With `is_same_repository` that is one of another checkout of the repository. Returns None if there is none. The
        first published generation has the files of this checkout. Another writer is waited for `wait_s` seconds.

        Raises UnreadableError, LockedError, StorageError (this index cannot be written).
        """
        began, folder = time.perf_counter(), self._folder
        check_root(self.root)
        candidates = list_candidates(self.root, self.config, is_same_repository=is_same_repository)
        if not candidates.folders:
            return None
        with hold_writer_lock(folder.lock, wait_s):
            if has_usable_index(self.root, self.config):  # somebody made it meanwhile
                return None
            with open_donor(self.root, self.config, candidates, MOST_FILES) as donor:
                return self._clone(donor, folder, progress or _ignore_progress, began) if donor is not None else None

    def start_from_remote(
        self, remote: Remote, *, progress: Progress | None = None, wait_s: float = 0.0, replace: bool = False
    ) -> RemoteStart:
        """Start an index from a published one.

        An index that is usable stays, except with `replace`. What cannot be used is a problem in the result; a place
        that refuses or cannot be reached raises.

        Raises PublicationError (the place cannot be used), UnreadableError, LockedError, StorageError.
        """
        try:
            return self._start_from_remote(remote, progress or _ignore_progress, wait_s, replace)
        except RefusedPublicationError as error:
            return RemoteStart(problem=f"{error.message}; {error.hint}")

    def _start_from_remote(self, remote: Remote, tell: Progress, wait_s: float, replace: bool) -> RemoteStart:
        from codegraph.publication.puller import pull_index

        began, folder = time.perf_counter(), self._folder
        check_root(self.root)
        with pull_index(self.root, self.config, remote) as pulled:
            if pulled is None:
                return RemoteStart(
                    problem=f"{remote.url} has no index of this repository, these settings and this version"
                )
            candidates = Candidates(compute_repository_id(self.root), [pulled.folder])
            with hold_writer_lock(folder.lock, wait_s):
                if has_usable_index(self.root, self.config) and not replace:  # somebody made it meanwhile
                    return RemoteStart()
                with open_donor(self.root, self.config, candidates, MOST_FILES) as donor:
                    done = self._clone(donor, folder, tell, began) if donor is not None else None
            if done is None:
                return RemoteStart(problem=f"what {remote.url} has differs in more than {MOST_FILES} files")
            reason = done.reason.replace("the index of", "the published index of", 1)
            return RemoteStart(done._replace(reason=reason), pulled.commit, pulled.bytes)

    def _start_from_configured_remote(self, progress: Progress | None) -> Refreshed | None:
        """Start from the place in the settings.

        What keeps it from that is a warning."""
        if not self.config.remote_uri:
            return None
        from codegraph.publication.storage import open_remote

        try:
            begun = self.start_from_remote(open_remote(self.config.remote_uri), progress=progress)
            problem = begun.problem
        except (PublicationError, ConfigError) as error:
            begun, problem = RemoteStart(), f"{error.message}; {error.hint}" if error.hint else error.message
        self.warnings = (f"not started from a published index: {problem}",) if problem else ()
        return begun.refreshed

    def _clone(self, donor: Donor, folder: IndexFolder, tell: Progress, began: float) -> Refreshed | None:
        """Clone a donor, apply the differences, and publish the result."""
        beside = IndexFolder(folder.get_scratch(), folder.key)
        try:
            beside.path.mkdir(parents=True)
            number = donor.clone(beside, folder.get_next_number())
            base = _Base.open(self.root, self.config, beside, encodes=self._encodes)
            if base is None:
                return None
            with closing(base):
                edit = base.list_edit(donor.difference, donor.found)
                if edit is None:
                    return None
                done = base.commit(edit, tell) if edit.is_any else _Committed(number, 0, 0, ())
            if done is None:
                return None
            folder.publish(done.generation, beside.get_generation(done.generation), settled=False)
            clone_table(donor.reader.folder, folder, self.config, is_same=done.generation == number)
        except (OSError, StorageError):
            return None  # a whole run needs no donor, or says better what keeps it from writing
        finally:
            rmtree(beside.path, ignore_errors=True)
        report = _report(done, donor.difference, began)
        reason = f"started from the index of {donor.root}" + (f"; {report.reason}" if report.reason else "")
        return report._replace(reason=reason)

    def _refresh_from(
        self, base: _Base | None, hints: Collection[str] | None, tell: Progress, began: float
    ) -> Refreshed | None:
        edit = base.find_edit(hints) if base is not None and hints else None
        if base is not None and edit is not None:
            if not edit.changed and not edit.removed:
                return _report_nothing(base.generation, began)
            done = base.commit(edit, tell)
            if done is not None:
                changed = tuple(c.path for c in edit.changed)
                return _report(done, Freshness(base.generation, 0.0, changed, (), tuple(edit.removed)), began)
        before = self._compare() if hints is None or hints else None
        if before is None or before.fresh:
            return _report_nothing(get_index_folder(self.config.home, self.root).get_current(), began)
        same = not before.outdated
        edit = base.list_edit(before, scan(self.root, self.config)) if base is not None and same else None
        done = base.commit(edit, tell) if base is not None and edit is not None else None
        return _report(done, before, began) if done is not None else None

    def _compare(self) -> Freshness:
        try:
            with Index.open(self.root, self.config) as index:
                if index.root == self.root:
                    return index.compute_freshness()
        except (NotIndexedError, IncompatibleIndexError, StorageError):
            pass  # what indexing from nothing puts right, or says better
        return Freshness(0, 0.0, (), (), (), "there is no index")

    def settle(self) -> None:
        """Flush to the disk what quick refreshes left to the system, and seal it.

        Reads the whole index once. Raises LockedError (another process is writing), StorageError."""
        folder = self._folder
        if folder.is_loose():
            with hold_writer_lock(folder.lock):
                folder.settle()
                trim_caches(self.config, folder)
                update_table(folder, self.config)


class _Base:
    """The generation that a refresh starts from."""

    def __init__(self, root: Path, config: Config, reader: Reader, *, encodes: bool) -> None:
        self._encodes = encodes
        self.root = root
        self.config = config
        self.generation = reader.generation
        self.folder = reader.folder
        self._meta = {key: str(value) for key, value in reader.read_meta().items()}
        self._reader = reader
        pack = reader.folder.get_generation(reader.generation) / PACK
        self._cache = FactsCache(get_facts_database(config.home), pack if pack.is_file() else None)
        self._parser = load_parser_fingerprint(config.home)

    @classmethod
    def open(cls, root: Path, config: Config, folder: IndexFolder, *, encodes: bool) -> _Base | None:
        """Open the current generation of `folder`.

        Returns None when the next one needs a whole run. The caller closes it.
        """
        try:
            reader = Reader.open(folder)
        except CodegraphError:
            return None
        base = None
        try:
            # Where something fails, only a whole run contains that.
            if str(reader.read_meta().get("fingerprint")) == compute_index_fingerprint(
                config
            ) and not reader.has_problems(RESOLVE_PROBLEM):
                base = cls(root, config, reader, encodes=encodes)
            return base
        finally:
            if base is None:
                reader.close()

    def close(self) -> None:
        """Let go of the generation. May be called again."""
        self._reader.close()

    def find_edit(self, hints: Collection[str]) -> _Edit | None:
        """Compare paths that may have changed with the index.

        Returns None when only a comparison of the whole tree can decide.
        """
        if any(map(is_attributes, hints)):
            return None  # they may mark files that did not change
        edit = _Edit([], [])
        files = self._reader.read_known_files(frozenset(hints))
        for path in hints:
            known = files.get(path)
            if known is None:
                return None
            candidate = find_candidate(self.root, path, self.config)
            if candidate is None:
                place = self.root / from_printable_path(path)
                if not known.row.digest or place.is_symlink() or place.exists():
                    return None
                edit.removed.append(path)
            elif not known.row.digest:
                return None
            elif is_changed(self.root, candidate, known, self.config):
                edit.changed.append(candidate)
        return edit if len(edit.changed) + len(edit.removed) <= MOST_FILES else None

    def list_edit(self, before: Freshness, found: Scan) -> _Edit | None:
        """Return the edit that a comparison of the whole tree found.

        `found` is the scan of the tree. The result is None when a whole run is needed.
        """
        if before.files_behind > MOST_FILES or any(
            map(is_attributes, (*before.changed, *before.added, *before.removed))
        ):
            return None
        listed = {c.path: c for c in found.candidates}
        unread = self._reader.list_unread_reasons()
        skips = [skip for skip in found.skips if unread.get(skip.path) != skip.reason]
        skipped = {skip.path for skip in skips}
        met = self._reader.read_known_files(skipped)
        wanted = [path for path in (*before.changed, *before.added) if path not in skipped]
        if any(path not in listed for path in wanted) or any(known.row.digest for known in met.values()):
            return None
        gone = unread.keys() - listed.keys() - {skip.path for skip in found.skips}
        return _Edit([listed[path] for path in wanted], sorted(gone.union(before.removed)), skips)

    def commit(self, edit: _Edit, progress: Progress) -> _Committed | None:
        """Make the next generation, or return None when that needs a whole run.

        Raises LockedError, StorageError, InstallationError.
        """
        from codegraph.resolve.incremental.program_snapshot import list_kinds

        run = Run(self.root, self.config, progress, force=False)
        with hold_writer_lock(self.folder.lock, 0.0), pause_collector():
            if self.folder.get_current() != self.generation or find_rewrite_reason(self.folder):
                return None
            dependencies = load_dependencies(self.folder.get_generation(self.generation), list_kinds())
            if dependencies is None:
                return None
            began_ns = time.time_ns()
            found = Scan(self.root, "hints", sorted(edit.changed), edit.skips)
            run.marked = self._read_marked()
            with run.stage("parse"):
                outcomes = run.parse(found, "hints")
            with run.stage("resolve"):
                resolved = self._resolve(dependencies, outcomes, edit.removed)
            if resolved is None:
                return None
            delta, layer = resolved
            rows = build_stored_files(found, outcomes, began_ns)
            chunks: dict[str, FileChunks | None] = {
                path: decode(parsed.chunks) if parsed.chunks else None for path, parsed in outcomes.items()
            } | dict.fromkeys(edit.removed)
            attach = _Attachments(layer, self._find_vectors(run, outcomes, chunks))
            seconds = {key.partition(":")[2]: float(v) for key, v in self._meta.items() if key.startswith("seconds:")}
            info = RunInfo(
                str(self.root),
                self._meta["repository_id"],
                self._meta["fingerprint"],
                load_parser_fingerprint(self.config.home),
                seconds,
            )
            links = self._find_links(outcomes, chunks)
            self.close()  # the next generation takes its place
            generation = commit_delta(self.folder, delta, rows, edit.removed, info, chunks, links, attach.add)
            if attach.vectors is not None and attach.vectors.problem:
                run.warnings.append(f"no vectors were made: {attach.vectors.problem}; search goes by words")
        return _Committed(generation, run.parsed, run.reused, tuple(run.warnings))

    def _read_marked(self) -> frozenset[str]:
        """Return the paths that `.gitattributes` calls generated or vendored."""
        paths = self._reader.list_paths()
        texts = {path: _read_text(self.root, path, self.config) or "" for path in paths if is_attributes(path)}
        return find_marked_paths(paths, texts) if texts else frozenset()

    def _resolve(
        self, dependencies: Dependencies, outcomes: Mapping[str, ParsedFile], removed: Collection[str]
    ) -> tuple[GraphDelta, bytes] | None:
        """Resolve what depends on an edit.

        Returns the difference of the graph and the next layer of dependencies; None when a whole run is needed."""
        from codegraph.indexing.watchdog import Watchdog
        from codegraph.resolve.faults import Pulse
        from codegraph.resolve.incremental.incremental_program import OutgrownError, Resident
        from codegraph.resolve.incremental.program_snapshot import SnapshotError

        facts: dict[str, FileFacts | None] = dict.fromkeys(removed)
        for path, parsed in outcomes.items():
            facts[path] = decode_entry(parsed.entry) if parsed.entry is not None else None
        pulse = Pulse()
        try:
            with Watchdog(pulse), self._cache.open() as reading:
                load = partial(self._load_facts, reading)
                resident = Resident.restore(dependencies.arrays, dependencies.layer, load, pulse)
                known = {path: each for path, each in facts.items() if each is not None or resident.has_file(path)}
                manifests, paths = dict(resident.edits.manifests), set(resident.edits.paths)
                for path in facts:
                    if is_manifest(path):
                        text = _read_text(self.root, path, self.config) if path in outcomes else None
                        manifests.pop(path, None)
                        if text is not None:
                            manifests[path] = text
                paths = (paths - facts.keys()) | {path for path, each in facts.items() if each is not None}
                delta = resident.update(known, manifests, sorted(paths))
                layer = resident.make_layer()
        except (OutgrownError, SnapshotError):
            return None
        return (delta, layer) if len(layer) <= MOST_LAYER else None

    def _load_facts(self, reading: FactsReading, summary: FileSummary) -> FileFacts:
        """Decode the facts of a file as the last generation has it.

        Raises OutgrownError where they are not cached."""
        from codegraph.resolve.incremental.incremental_program import OutgrownError

        parser = self.config.stamp_facts(self._parser, summary.language)
        key = compute_facts_key(summary.path, summary.language, summary.digest, parser)
        entry = reading.get([key]).get(key)
        facts = decode_entry_lazily(entry) if entry is not None else None
        if facts is None:
            raise OutgrownError
        return facts

    def _find_vectors(
        self, run: Run, outcomes: Mapping[str, ParsedFile], chunks: Mapping[str, FileChunks | None]
    ) -> ChangedVectors | None:
        """Return the source of the next generation's vectors.

        None when none are wanted or their encoder fails."""
        if not self.config.vectors:
            return None
        from codegraph.indexing.embed_stage import ChangedVectors  # numpy

        try:
            derived = list_derived_paths(outcomes)
            encoder = build_encoder(self.config) if self._encodes else None
            return ChangedVectors(self.root, chunks, encoder, self.config.max_source_bytes, derived)
        except EncoderError as error:
            run.warnings.append(describe_missing_vectors(error.message, error.hint))
            return None

    def _find_links(
        self, outcomes: Mapping[str, ParsedFile], chunks: Mapping[str, FileChunks | None]
    ) -> dict[tuple[str, str], int] | None:
        """Count uses by name among files in languages without a resolver.

        The counts are by source and target. The result is None when none of these files changed.
        """
        from codegraph.search.references import name_uses

        before = self._reader.read_known_files(chunks.keys())
        touched = {path for path, known in before.items() if _is_linked(known.row)}
        now = {path for path, parsed in outcomes.items() if not is_resolved(parsed.language)}
        touched |= now
        if not touched:
            return None
        cut = load_chunk_fingerprint(self.config.home)
        rows = [row for row in self._reader.list_files() if _is_linked(row) and row.path not in touched]
        keys = {
            row.path: compute_facts_key(row.path, row.language, row.digest, self.config.stamp_facts(cut, row.language))
            for row in rows
        }
        entries = self._cache.get(list(keys.values()))
        texts = {path: decode(entry) for path, key in keys.items() if (entry := entries.get(key)) is not None}
        texts |= {path: chunks[path] for path in now}
        return name_uses(
            lambda: sorted((path, each) for path, each in texts.items() if each is not None and each.chunks)
        )


class _Attachments:
    """Files of a generation beside its graph: dependency layer, facts, vectors."""

    def __init__(self, layer: bytes, vectors: ChangedVectors | None) -> None:
        self.layer = layer
        self.vectors = vectors

    def add(self, chunked: Chunked) -> None:
        """Write all of it. Raises OSError."""
        save_layer(chunked.previous, chunked.building, self.layer)
        share_pack(chunked.previous, chunked.building)
        if self.vectors is not None:
            self.vectors.attach(chunked)


def start_from_sibling(root: Path, config: Config) -> bool:
    """Start the index of a checkout from that of another checkout of its repository.

    Returns whether it has one now; what keeps it from having one is no error. Vectors of text that the other checkout
    lacks are left to the next `codegraph index`."""
    session = IncrementalSession(root, config, encodes=False)
    with suppress(CodegraphError):
        session.start_from_donor(is_same_repository=True, wait_s=min(SIBLING_WAIT_S, config.index_wait_s))
    return has_usable_index(root, config)


def has_usable_index(root: Path, config: Config) -> bool:
    """Return whether a checkout has an index that a refresh can start from.

    It has these settings and was made by this version of the program. An index that this version cannot read because
    its format is newer counts as usable, because it must not be replaced.
    """
    folder = get_index_folder(config.home, root)
    try:
        with closing(Reader.open(folder)) as reader:
            return str(reader.read_meta()["fingerprint"]) == compute_index_fingerprint(config)
    except IncompatibleIndexError:
        return folder.is_own()
    except (CodegraphError, KeyError):
        return False


def _is_linked(row: FileRow) -> bool:
    """Return whether a file has chunks and uses that are found by name."""
    return bool(row.symbols and row.digest and not is_resolved(row.language))


def _read_text(root: Path, path: str, config: Config) -> str | None:
    read = read_file(root, from_printable_path(path), max_bytes=config.max_source_bytes)
    return read.content.decode("utf-8") if isinstance(read, ReadFile) else None


def _report_nothing(generation: int, began: float) -> Refreshed:
    return Refreshed(generation, (), (), (), "", "nothing changed", time.perf_counter() - began)


def _report(done: _Committed, before: Freshness, began: float) -> Refreshed:
    changed, added, removed = before.changed, before.added, before.removed
    counts = ((len(changed), "changed"), (len(added), "added"), (len(removed), "removed"))
    reason = ", ".join(f"{n} file{'s' if n != 1 else ''} {what}" for n, what in counts if n)
    redone = f"{done.parsed:,} files parsed, {done.reused:,} from the cache, what rests on them resolved"
    seconds = time.perf_counter() - began
    return Refreshed(
        done.generation, changed, added, removed, redone, reason, seconds, done.warnings, done.parsed, done.reused
    )  # fmt: skip


def _ignore_progress(stage: str, done: int, total: int) -> None:
    del stage, done, total
