"""A generation's graph held in memory, to make the next generation out of what differs.

A process that keeps one (a watcher) takes in an edit by parsing the files that changed, resolving what rests on them
and writing what came of it; see `resolve.resident` and `store.delta`.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.answers import FileRow
from codegraph.changes import index_fingerprint, is_changed
from codegraph.config import Config
from codegraph.embed.choose import encoder_of
from codegraph.embed.encoder import Encoder
from codegraph.embed.entry import decode
from codegraph.errors import CodegraphError, EncoderError
from codegraph.fingerprint import chunk_fingerprint, parser_fingerprint
from codegraph.model import FileChunks, GraphDelta
from codegraph.outcomes import is_partly_resolved, list_derived_paths, stored_files
from codegraph.parse_pool import Parsed, decode_entry
from codegraph.pipeline import Progress, Run
from codegraph.resolve.faults import Pulse
from codegraph.resolve.resident import OutgrownError, Resident
from codegraph.scan.attributes import find_marked_paths, is_attributes
from codegraph.scan.read import ReadFile, read_file
from codegraph.scan.walk import Candidate, Scan, candidate_at
from codegraph.store.delta import commit_delta, whole_reason
from codegraph.store.facts_cache import FactsCache, facts_key
from codegraph.store.layout import facts_database, index_folder
from codegraph.store.lock import writer_lock
from codegraph.store.reader import KnownFile, Reader
from codegraph.store.rows import StoredFile
from codegraph.store.writer import RunInfo
from codegraph.watchdog import Watchdog
from codegraph_parsers.facts import FileFacts, FileStatus
from codegraph_parsers.ids import real_path
from codegraph_parsers.languages import manifest_names

MOST_FILES: Final = 400
"""Of more changed files, a whole run costs no more."""


MOST_SYMBOLS: Final = 200_000
"""A graph of more is not held: each takes some ten kilobytes."""


class Warm:
    """One generation. It is of no use any more once another process has made a newer one."""

    def __init__(
        self, root: Path, config: Config, generation: int, files: dict[str, KnownFile], meta: Mapping[str, str],
        facts: Sequence[FileFacts], manifests: dict[str, str], texts: dict[str, FileChunks],
    ) -> None:  # fmt: skip
        self.root = root
        self.config = config
        self.generation = generation
        self.fingerprint = index_fingerprint(config)
        self._files = files
        self._meta = dict(meta)
        self._manifests = manifests
        self._texts = texts  # of files in no known language
        self._paths = {f.path for f in facts}
        run = Run(root, config, _silent, force=False)
        texts_of_marks = {path: _text(root, path, config) or "" for path in files if is_attributes(path)}
        run.marked = find_marked_paths(files, texts_of_marks)
        self._pool = run.new_pool(FactsCache(facts_database(config.home)), stays=True)
        self._pool.warm_up()
        pulse = Pulse()
        try:
            with Watchdog(pulse):
                self._resident = Resident.make(facts, manifests, sorted(self._paths), pulse)
        except OutgrownError:
            self._pool.close()
            raise
        self._resident.whole = GraphDelta()

    @classmethod
    def load(cls, root: Path, config: Config) -> Warm | None:
        """Hold the current generation. None when it cannot be had from what is kept of the files it was made from."""
        folder = index_folder(config.home, root)
        try:
            reader = Reader.open(folder)
        except CodegraphError:
            return None
        try:
            meta = {key: str(value) for key, value in reader.meta().items()}
            files = reader.known_files()
            symbols = sum(reader.stats().symbols.values())
            if meta.get("fingerprint") != index_fingerprint(config) or symbols > MOST_SYMBOLS:
                return None
            if any(is_partly_resolved(known) for known in files.values()):
                return None  # only a whole run contains what fails
        finally:
            reader.close()
        cache = FactsCache(facts_database(config.home))
        rows = [known.row for known in files.values()]
        facts = _facts_of(rows, cache)
        manifests = _manifests_of(root, rows, config)
        texts = _texts_of(rows, cache)
        if facts is None or manifests is None or texts is None:
            return None
        try:
            made = cls(root, config, reader.generation, files, meta, facts, manifests, texts)
        except OutgrownError:
            return None
        gc.collect()
        gc.freeze()  # looking through all of it at every collection would cost more than an edit
        return made

    @cached_property
    def _encoder(self) -> Encoder:
        return encoder_of(self.config)

    def close(self) -> None:
        """End the process that parses."""
        self._pool.close()

    def is_current(self) -> bool:
        folder = index_folder(self.config.home, self.root)
        return folder.current() == self.generation and self.fingerprint == index_fingerprint(self.config)

    def differing(self, hints: Collection[str]) -> tuple[list[Candidate], list[str]] | None:
        """Of printable paths that may have changed, files that have and paths that are gone. None when only comparing
        the whole tree can tell."""
        changed: list[Candidate] = []
        removed: list[str] = []
        if any(map(is_attributes, hints)):
            return None  # they may mark files that did not change
        for path in hints:
            known = self._files.get(path)
            if known is None:
                return None
            candidate = candidate_at(self.root, path, self.config)
            if candidate is None:
                if known.row.digest and not (self.root / real_path(path)).is_symlink():
                    if (self.root / real_path(path)).exists():
                        return None
                    removed.append(path)
                    continue
                return None
            if not known.row.digest:
                return None
            if is_changed(self.root, candidate, known, self.config):
                changed.append(candidate)
        return changed, removed

    def take_in(
        self, changed: Sequence[Candidate], removed: Collection[str], *, progress: Progress, wait_s: float = 0.0
    ) -> Taken | None:
        """Make the next generation. None when that must be done by a whole run; this object is then of no use.

        Raises LockedError, StorageError, InstallationError."""
        run = Run(self.root, self.config, progress, force=False, pool=self._pool)
        with writer_lock(run.folder.lock, wait_s):
            if not self.is_current() or whole_reason(run.folder):
                return None
            began_ns = time.time_ns()
            found = Scan(self.root, "hints", sorted(changed))
            with run.stage("parse"):
                outcomes = run.parse(found, "hints")
            rows = stored_files(found, outcomes, began_ns)
            with run.stage("resolve"):
                delta = self._resolve(outcomes, removed)
            if delta is None:
                return None
            chunks: dict[str, FileChunks | None] = {
                path: decode(parsed.chunks) if parsed.chunks else None for path, parsed in outcomes.items()
            } | dict.fromkeys(removed)
            links = self._links(outcomes, chunks)
            vectors, attach = None, None
            if self.config.vectors:
                from codegraph.embedding import ChangedVectors  # numpy

                try:
                    derived = list_derived_paths(outcomes)
                    vectors = ChangedVectors(self.root, chunks, self._encoder, self.config.max_source_bytes, derived)
                    attach = vectors.attach
                except EncoderError as error:
                    run.warnings.append(f"no vectors were made: {error.message}; search goes by words ({error.hint})")
            info = RunInfo(
                str(self.root), self._meta["repository_id"], self.fingerprint, parser_fingerprint(), self._seconds()
            )
            self.generation = commit_delta(run.folder, delta, rows, removed, info, chunks, links, attach)
            if vectors is not None and vectors.problem:
                run.warnings.append(f"no vectors were made: {vectors.problem}; search goes by words")
            run.update_table()
        self._note(rows, removed)
        return Taken(self.generation, run.parsed, run.reused, tuple(run.warnings))

    def _resolve(self, outcomes: Mapping[str, Parsed], removed: Collection[str]) -> GraphDelta | None:
        facts: dict[str, FileFacts | None] = dict.fromkeys(removed)
        for path, parsed in outcomes.items():
            facts[path] = decode_entry(parsed.entry) if parsed.entry is not None else None
            if path.rsplit("/", 1)[-1] in manifest_names():
                text = _text(self.root, path, self.config)
                if text is None:
                    self._manifests.pop(path, None)
                else:
                    self._manifests[path] = text
        for path in removed:
            self._manifests.pop(path, None)
        self._paths = (self._paths - {path for path, each in facts.items() if each is None}) | {
            path for path, each in facts.items() if each is not None
        }
        known = {path: each for path, each in facts.items() if each is not None or self._resident.has(path)}
        try:
            with Watchdog(self._resident.program.pulse):
                return self._resident.update(known, self._manifests, sorted(self._paths))
        except OutgrownError:
            return None

    def _links(
        self, outcomes: Mapping[str, Parsed], chunks: Mapping[str, FileChunks | None]
    ) -> dict[tuple[str, str], int] | None:
        """Uses by name among files in no known language, None when none of them changed."""
        from codegraph.search.references import name_uses

        touched = {path for path in chunks if path in self._texts}
        touched |= {path for path, parsed in outcomes.items() if not parsed.language}
        if not touched:
            return None
        for path in touched:
            entry = chunks[path]
            if entry is None or not entry.chunks or path not in outcomes or outcomes[path].language:
                self._texts.pop(path, None)
            else:
                self._texts[path] = entry
        return name_uses(lambda: sorted(self._texts.items()))

    def _seconds(self) -> dict[str, float]:
        """Of the last whole run: what the next one may be expected to take."""
        return {key.partition(":")[2]: float(value) for key, value in self._meta.items() if key.startswith("seconds:")}

    def _note(self, rows: Sequence[StoredFile], removed: Collection[str]) -> None:
        for path in removed:
            self._files.pop(path, None)
        for r in rows:
            row = FileRow(r.path, r.language, r.status, r.reason, r.digest, r.size, r.lines, 1, r.generated)
            self._files[r.path] = KnownFile(row, r.mtime_ns, ())


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


class Taken(NamedTuple):
    """What was made of an edit: the new generation, files parsed and files taken from the cache."""

    generation: int
    parsed: int
    reused: int
    warnings: tuple[str, ...]


def _facts_of(rows: Sequence[FileRow], cache: FactsCache) -> list[FileFacts] | None:
    """Facts of all files, None when some are not kept."""
    parser = parser_fingerprint()
    wanted = [r for r in rows if r.language and r.status in (FileStatus.INDEXED, FileStatus.PARTIAL)]
    keys = {r.path: facts_key(r.path, r.language, r.digest, parser) for r in wanted}
    entries = cache.get(list(keys.values()))
    found: list[FileFacts] = []
    for row in wanted:
        entry = entries.get(keys[row.path])
        facts = decode_entry(entry) if entry is not None else None
        if facts is None:
            return None
        found.append(facts)
    return found


def _texts_of(rows: Sequence[FileRow], cache: FactsCache) -> dict[str, FileChunks] | None:
    """Chunks of files in no known language, None when some are not kept."""
    cut = chunk_fingerprint()
    wanted = [r for r in rows if r.symbols and r.digest and not r.language]
    keys = {r.path: facts_key(r.path, r.language, r.digest, cut) for r in wanted}
    entries = cache.get(list(keys.values()))
    found: dict[str, FileChunks] = {}
    for row in wanted:
        entry = entries.get(keys[row.path])
        if entry is None:
            return None
        chunks = decode(entry)
        if chunks is not None and chunks.chunks:
            found[row.path] = chunks
    return found


def _manifests_of(root: Path, rows: Sequence[FileRow], config: Config) -> dict[str, str] | None:
    """Texts of the files that import rules read, None when one is not what it was."""
    names = manifest_names()
    texts: dict[str, str] = {}
    for row in rows:
        if row.path.rsplit("/", 1)[-1] in names and row.digest:
            read = read_file(root, real_path(row.path), max_bytes=config.max_source_bytes)
            if read.digest != row.digest:
                return None
            if isinstance(read, ReadFile):
                texts[row.path] = read.content.decode("utf-8")
    return texts


def _text(root: Path, path: str, config: Config) -> str | None:
    read = read_file(root, real_path(path), max_bytes=config.max_source_bytes)
    return read.content.decode("utf-8") if isinstance(read, ReadFile) else None
