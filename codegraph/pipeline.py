"""The write side: scan, parse, resolve, commit."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from codegraph.alongside import NOTHING, Alongside, Job, Made, PutOff, put_off
from codegraph.answers import IndexSummary
from codegraph.changes import index_fingerprint, is_changed
from codegraph.config import Config
from codegraph.embed.choose import encoder_of, identity_of
from codegraph.errors import (
    ConfigError,
    EncoderError,
    IncompatibleIndexError,
    InstallationError,
    NotIndexedError,
    StorageError,
)
from codegraph.fingerprint import chunk_fingerprint, parser_fingerprint
from codegraph.maintenance import trim_caches
from codegraph.model import FileChunks, Graph
from codegraph.outcomes import (
    file_chunks,
    list_derived_paths,
    name_links,
    no_vectors,
    remember,
    resolve_warnings,
    restore_parsed_status,
    stored_files,
)
from codegraph.parse_pool import Parsed, ParsePool, ParseSettings, alone_s, decode_entry, worker_count
from codegraph.scan.attributes import is_attributes, read_marked
from codegraph.scan.identity import repository_id
from codegraph.scan.read import ReadFile, read_file
from codegraph.scan.walk import Candidate, Scan, check_root, scan
from codegraph.store.content import Prepared
from codegraph.store.facts_cache import FactsCache, facts_key
from codegraph.store.layout import IndexFolder, facts_database, index_folder
from codegraph.store.lock import Holder, writer_lock
from codegraph.store.reader import KnownFile, Reader, schema_version
from codegraph.store.schema import SCHEMA_VERSION
from codegraph.store.seal import damage
from codegraph.store.vector_about import ANY_SIZE, read_about
from codegraph.store.writer import RunInfo, commit
from codegraph_parsers.facts import FileFacts

if TYPE_CHECKING:
    from codegraph.embedding import Embedded


PATIENT_S: Final = 15.0
"""How long a command waits for another writer: a reader or a watcher that takes in a few files is done sooner."""


LONG_S: Final = 6 * 3600.0
"""Seconds `codegraph index` waits for another one of the same repository: longer than any takes. The lock is free as
soon as its holder ends, however it ends."""


class Progress(Protocol):
    """A callback that is told how far a stage is.

    The stage is `scan`, `parse`, `resolve`, `embed` or `commit`; before them it is told who is waited for. `total`
    is 0 while unknown.

    Called from the indexing thread, at most some hundred times a stage, and once with `done == total` at its end."""

    def __call__(self, stage: str, done: int, total: int) -> None: ...


def index_repository(
    root: Path, config: Config, *, progress: Progress | None = None, force: bool = False, wait_s: float = 0.0,
    parsed: Callable[[Mapping[str, Parsed]], object] | None = None, is_last: bool = False,
) -> IndexSummary:  # fmt: skip
    """Bring the index of the work tree at `root` up to date and say what was done.

    `force` reads every file again, ignoring cached facts; another writer is waited for `wait_s` seconds; `parsed` is
    told the outcomes of all files, by path, before they are resolved; `is_last` says that the process ends soon.
    Raises UnreadableError (root missing, not a directory, no permission), LockedError (another writer), StorageError
    (disk full, read-only), IncompatibleIndexError. A file that cannot be read or parsed never raises: it is a row with
    a status and a reason."""
    run = Run(Path(os.path.realpath(root)), config, progress or _silent, force, is_last=is_last)
    check_languages(config)
    if config.vectors:
        identity_of(config)  # a wrong setting is said before a minute of work, not after it
    check_root(run.root)
    with writer_lock(run.folder.lock, wait_s, run.tell_waiting), no_collections():
        began_ns = time.time_ns()
        with run.stage("scan"):  # not before the lock is ours: files move on while we wait
            found = scan(run.root, config)
        run.progress("scan", len(found.candidates), len(found.candidates))
        run.folder.sweep()  # what a killed run left behind
        known = run.previous()
        changes = run.changes(found, known)
        if not changes:
            return run.complete(found, known)
        with run.stage("parse"):
            outcomes = run.parse(found, known, all_now=parsed is not None)
        if parsed is not None:
            parsed(outcomes)
        with closing(run.alongside(found, outcomes, began_ns)) as beside:
            with run.stage("resolve"):
                graph = run.resolve(found, outcomes)
            with run.stage("embed"):
                searched = run.searched(beside, outcomes)
            commit(run.folder, graph, stored_files(found, outcomes, began_ns), run.info(), *searched)
        trim_caches(config, run.folder)
        run.progress("commit", 1, 1)
        run.share()
        return run.summary(unchanged=False, reason=changes)


class Searched(NamedTuple):
    """What `commit` takes of it: chunks by path, uses that are seen by names, what adds the vectors, and what of all
    this is prepared already."""

    chunks: Mapping[str, FileChunks]
    links: Mapping[tuple[str, str], int]
    attach: Callable[[Path], None] | None
    prepared: Prepared | None


@dataclass(slots=True)
class Run:
    """One call of `index_repository`: its inputs, and what to report at the end."""

    root: Path
    config: Config
    progress: Progress
    force: bool = False
    began: float = field(default_factory=time.perf_counter)
    seconds: dict[str, float] = field(default_factory=dict)
    parsed: int = 0
    reused: int = 0
    warnings: list[str] = field(default_factory=list)
    last_id: str = ""
    pool: ParsePool | None = None  # workers that stay for the next run
    later: PutOff = NOTHING  # what is done while others are resolved
    uncut: list[Candidate] = field(default_factory=list[Candidate])  # files that were parsed and are cut then
    cuts: bool = True  # whether anything is searched in what is made
    marked: frozenset[str] = frozenset()  # paths that `.gitattributes` calls generated or vendored
    is_last: bool = False  # whether the process ends soon, so that nothing needs to be freed

    @property
    def folder(self) -> IndexFolder:
        return index_folder(self.config.home, self.root)

    @property
    def fingerprint(self) -> str:
        return index_fingerprint(self.config)

    def tell_waiting(self, holder: Holder | None) -> None:
        """Say who keeps this run from beginning."""
        named = f" (pid {holder.pid})" if holder is not None else ""
        self.progress(f"another process{named} is indexing this repository; waiting for it", 0, 0)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - began

    def previous(self) -> Mapping[str, KnownFile] | str:
        """File rows of the last generation, or why they are of no use."""
        if self.force:
            return "forced"
        version = schema_version(self.folder)
        if version > SCHEMA_VERSION and not self.folder.is_own():
            return "first index of this version"
        if version > SCHEMA_VERSION:
            raise IncompatibleIndexError(
                f"the index of {self.root} was written by a newer version (format {version})",
                hint="upgrade codegraph, or run `codegraph index --full` to rebuild the index in the older format",
            )
        if self.folder.current() and (wrong := damage(self.folder.generation(self.folder.current()))):
            return f"the last index is damaged: {wrong}"
        try:
            reader = Reader.open(self.folder)
        except NotIndexedError:
            return "first index"
        except (IncompatibleIndexError, StorageError) as error:
            return error.message
        try:
            meta = reader.meta()
            self.last_id = str(meta["repository_id"])
            if meta["fingerprint"] != self.fingerprint:
                return "settings or codegraph itself changed"
            return reader.known_files()
        finally:
            reader.close()

    def changes(self, found: Scan, known: Mapping[str, KnownFile] | str) -> str:
        """Why there is something to do, "" when there is not."""
        if isinstance(known, str):
            return known
        listed = {c.path for c in found.candidates} | {s.path for s in found.skips}
        added = len(listed - known.keys())
        removed = len(known.keys() - listed)
        changed = sum(is_changed(self.root, c, known[c.path], self.config) for c in found.candidates if c.path in known)
        changed += sum(known[s.path].row.reason != s.reason for s in found.skips if s.path in known)
        counts = ((changed, "changed"), (added, "added"), (removed, "removed"))
        return ", ".join(f"{n} file{'s' if n != 1 else ''} {what}" for n, what in counts if n)

    def parse(
        self, found: Scan, known: Mapping[str, KnownFile] | str, *, all_now: bool = True
    ) -> dict[str, Parsed]:  # fmt: skip
        """Outcome of every candidate by path: from the cache where the file is known unchanged, else from a worker.
        Unless `all_now`, some are left for `later`."""
        cache = FactsCache(facts_database(self.config.home))
        if found.method != "hints":
            self.marked = read_marked(self.root, found.candidates)
        kept = {} if isinstance(known, str) or self._has_changed_attributes(found, known) else known
        outcomes = _still_known(found.candidates, kept, cache)
        wanted = [c for c in found.candidates if c.path not in outcomes]
        if not all_now:
            self.later = put_off(wanted, self.root, self.config)
            waiting = {c.path for c in self.later.texts}
            wanted = [c for c in wanted if c.path not in waiting]
        self._read(wanted, outcomes, cache)
        if self.later.cutting:
            self.uncut = [c for c in wanted if (p := outcomes[c.path]).entry is not None and not p.chunks]
        return outcomes

    def _has_changed_attributes(self, found: Scan, known: Mapping[str, KnownFile]) -> bool:
        """Say whether files that did not change may have another mark than they had."""
        now = {c.path: c for c in found.candidates if is_attributes(c.path)}
        before = {path for path in known if is_attributes(path)}
        return now.keys() != before or any(is_changed(self.root, c, known[p], self.config) for p, c in now.items())

    def _read(self, wanted: list[Candidate], outcomes: dict[str, Parsed], cache: FactsCache) -> None:
        """Add the outcomes of files that workers read, and keep them in the cache."""
        total, step = len(outcomes) + len(wanted), max(1, len(wanted) // 200)
        shown = 0
        pool = self.pool or self.new_pool(cache)
        for batch in pool.run(wanted):
            _check_grammars(batch)
            outcomes.update((p.path, p) for p in batch)
            if len(outcomes) - shown >= step:
                shown = len(outcomes)
                self.progress("parse", shown, total)
        self.parsed = sum(p.entry is not None and not p.reused for p in outcomes.values())
        self.reused = sum(p.reused for p in outcomes.values())
        remember(outcomes.values(), cache, parser_fingerprint(), chunk_fingerprint())
        if cache.problem:
            self.warnings.append(cache.problem)
        self.progress("parse", total, total)

    def alongside(self, found: Scan, outcomes: Mapping[str, Parsed], began_ns: int) -> Alongside:
        """Another process that makes what does not rest on edges while this one resolves, where that is worth it."""
        beside = Alongside(self.folder)
        cache = FactsCache(facts_database(self.config.home))
        previous = None if self.force else self.folder.generation(self.folder.current())
        settings = self._parse_settings(cache)
        beside.begin(
            self.config, settings, Job(found, began_ns, self.later.texts, self.uncut, dict(outcomes), previous)
        )
        return beside

    def made_beside(self, beside: Alongside, outcomes: dict[str, Parsed]) -> Made | None:
        """What the other process made, with the outcomes of the texts that were put off; None for nothing, and then
        they are read here, and cut."""
        made = beside.wait(self.progress)
        late, self.later = self.later, NOTHING
        if made is None:
            self._read([*late.texts, *self.uncut], outcomes, FactsCache(facts_database(self.config.home)))
        else:
            outcomes.update(made.texts)
            self.warnings += made.warnings
        return made

    def searched(self, beside: Alongside, outcomes: dict[str, Parsed]) -> Searched:
        """What search reads of the generation, made by another process or now."""
        made = self.made_beside(beside, outcomes)
        if made is not None:
            return Searched({}, made.uses, beside.attach, made.prepared)
        chunks = file_chunks(outcomes)
        embedded = self.embed(chunks, list_derived_paths(outcomes))
        attach = embedded.attach if embedded is not None else None
        return Searched(chunks, name_links(chunks, outcomes), attach, None)

    def new_pool(self, cache: FactsCache, *, stays: bool = False) -> ParsePool:
        workers = worker_count(self.config.workers)
        return ParsePool(self._parse_settings(cache), workers, self.config.parse_timeout_s, stays=stays)

    def _parse_settings(self, cache: FactsCache) -> ParseSettings:
        usable = not self.force and cache.path.is_file()
        return ParseSettings(
            str(self.root), str(cache.path) if usable else "", parser_fingerprint(), chunk_fingerprint(),
            self.config.max_file_bytes, self.config.languages, cuts=self.cuts and not self.later.cutting,
            marked=self.marked, alone_s=alone_s(self.config.parse_timeout_s),
        )  # fmt: skip

    def resolve(self, found: Scan, outcomes: Mapping[str, Parsed]) -> Graph:
        from codegraph.resolve import resolve
        from codegraph.resolve.faults import Pulse
        from codegraph.watchdog import Watchdog

        self.progress("resolve", 0, 1)
        known = (outcomes.get(c.path) for c in found.candidates)
        facts = [f for outcome in known if outcome is not None and (f := _facts(outcome)) is not None]
        pulse = Pulse()
        with Watchdog(pulse):
            graph = resolve(facts, _manifests(self.root, found, self.config), pulse=pulse, is_last=self.is_last)
        self.warnings += resolve_warnings(graph.faults)
        self.progress("resolve", 1, 1)
        return graph

    def embed(self, chunks: Mapping[str, FileChunks], derived: Collection[str]) -> Embedded | None:
        """Vectors of the chunks, None when none are wanted or their encoder fails, which is a warning."""
        if not self.config.vectors:
            return None
        from codegraph.embedding import embed_chunks, last_vectors  # numpy

        generation = self.folder.generation(self.folder.current())
        encoder = encoder_of(self.config)
        try:
            return embed_chunks(
                self.root, chunks, encoder, None if self.force else last_vectors(generation),
                max_bytes=self.config.max_source_bytes, left_out=derived,
                progress=lambda done, total: self.progress("embed", done, total),
            )  # fmt: skip
        except EncoderError as error:
            self.warnings.append(no_vectors(error.message, error.hint))
            return None

    def complete(self, found: Scan, known: Mapping[str, KnownFile] | str) -> IndexSummary:
        """Give the last generation the vectors that it should have and has not. Its graph stays as it is."""
        generation = self.folder.generation(self.folder.current())
        lack = vectors_lacking(generation, self.config)
        if not lack:
            self.share()
            return self.summary(unchanged=True, reason="nothing changed")
        with self.stage("embed"):
            outcomes = self.parse(found, known)
            embedded = self.embed(file_chunks(outcomes), list_derived_paths(outcomes))
        if embedded is None:
            return self.summary(unchanged=True, reason="nothing changed")
        try:
            embedded.attach(generation)
        except OSError as error:
            raise StorageError(f"the vectors could not be written: {error.strerror}") from error
        self.share()
        return self.summary(unchanged=False, reason=lack)

    def share(self) -> None:
        """Bring the LanceDB table up to date where one is wanted. A place that fails costs a warning, not the index."""
        from codegraph.vector_table import is_behind, is_wanted, sync_table

        try:
            if is_wanted(self.folder, self.config) and is_behind(self.folder, self.config):
                done = sync_table(self.folder, self.config)
                if done.rebuilt:
                    self.warnings.append(f"the vectors at {done.uri} were built anew: {done.rebuilt}")
        except StorageError as error:
            self.warnings.append(f"{error.message} ({error.hint}); the next `codegraph index` catches up")

    def info(self) -> RunInfo:
        identity = self.last_id or repository_id(self.root)
        return RunInfo(str(self.root), identity, self.fingerprint, parser_fingerprint(), self.seconds)

    def summary(self, *, unchanged: bool, reason: str) -> IndexSummary:
        reader = Reader.open(self.folder)
        try:
            stats = reader.stats()._replace(outside=reader.count_outside())
        finally:
            reader.close()
        elapsed = time.perf_counter() - self.began
        return IndexSummary(stats, unchanged, reason, self.parsed, self.reused, elapsed, tuple(self.warnings))


def vectors_lacking(generation: Path, config: Config) -> str:
    """Why vectors are to be made for a generation that is current otherwise, "" when they are not."""
    if not config.vectors:
        return ""
    try:
        about = read_about(generation, most=ANY_SIZE)
    except StorageError as error:
        return error.message
    if about is None:
        return "vectors were missing"
    return "" if about.identity == identity_of(config) else "vectors were of another encoder"


def check_languages(config: Config) -> None:
    """Raises ConfigError for a language that nothing is known of: every file would be skipped for it."""
    if config.languages:
        from codegraph_parsers.languages import names

        unknown = [name for name in config.languages if name not in names()]
        if unknown:
            origin = config.origin("languages")
            hint = f"languages: {', '.join(names())}"
            raise ConfigError(f"`languages` in {origin} names {', '.join(map(repr, unknown))}", hint=hint)


def _check_grammars(batch: list[Parsed]) -> None:
    """A language that cannot be read at all must not look like one without symbols. Raises InstallationError."""
    for outcome in batch:
        for problem in outcome.problems:
            if problem.kind == "grammar":
                raise InstallationError(
                    f"{outcome.language} files such as {outcome.path} cannot be read: {problem.message}",
                    hint="reinstall codegraph-memory, see `codegraph doctor`, "
                    "or name the other languages in the `languages` setting",
                )


def _still_known(candidates: list[Candidate], known: Mapping[str, KnownFile], cache: FactsCache) -> dict[str, Parsed]:
    """Outcomes of files whose size and time say that they are what the last generation read."""
    same = [
        (k.row, restore_parsed_status(k))
        for c in candidates
        if (k := known.get(c.path)) is not None and k.row.size == c.size and k.mtime_ns == c.mtime_ns
    ]
    parser = parser_fingerprint()
    keys = {r.path: facts_key(r.path, r.language, r.digest, parser) for r, _ in same if r.symbols and r.language}
    cut = chunk_fingerprint()
    chunk_keys = {r.path: facts_key(r.path, r.language, r.digest, cut) for r, _ in same if r.symbols and r.digest}
    entries = cache.get([*keys.values(), *chunk_keys.values()])
    outcomes: dict[str, Parsed] = {}
    for row, (status, reason, problems) in same:
        entry = entries.get(keys[row.path]) if row.path in keys else None
        chunks = entries.get(chunk_keys[row.path]) if row.path in chunk_keys else b""
        if (row.path in keys and entry is None) or chunks is None:
            continue
        outcomes[row.path] = Parsed(
            row.path, row.language, status, reason, row.digest, row.size, row.lines, row.generated, problems, entry,
            entry is not None, chunks,
        )  # fmt: skip
    return outcomes


def _facts(outcome: Parsed) -> FileFacts | None:
    return decode_entry(outcome.entry) if outcome.entry is not None else None


def _manifests(root: Path, found: Scan, config: Config) -> dict[str, str]:
    """Text of the files that import rules read, by path."""
    from codegraph_parsers.languages import manifest_names

    names = manifest_names()
    wanted = [c for c in found.candidates if c.path.rsplit("/", 1)[-1] in names]
    texts: dict[str, str] = {}
    for candidate in wanted:
        read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
        if isinstance(read, ReadFile):
            texts[candidate.path] = read.content.decode("utf-8")
    return texts


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


@contextmanager
def no_collections() -> Iterator[None]:
    """Facts and graph are millions of tuples without cycles: collecting among them costs a third of a run."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
