"""The write side: scan, parse, resolve, publish; then the second stage.

A run publishes symbols and edges as soon as they are complete, and text search and vectors after that (`second_stage`).
For small repositories both are published at once.
"""

from __future__ import annotations

import gc
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from codegraph.embed.encoder_choice import get_vector_identity
from codegraph.errors import (
    ConfigError,
    IncompatibleIndexError,
    InstallationError,
    NotIndexedError,
    StorageError,
)
from codegraph.graph_model import Graph
from codegraph.indexing.background_build import BackgroundBuild, BuildTask, give_back, trim
from codegraph.indexing.maintenance import trim_caches
from codegraph.indexing.memory_estimate import can_record, estimate_footprint, read_free_memory
from codegraph.indexing.parse_pool import (
    ParsedFile,
    ParsePool,
    ParseSettings,
    compute_alone_limit,
    count_workers,
    decode_entries,
    reduce_to_symbols,
)
from codegraph.indexing.parse_results import build_fault_warnings, build_stored_files, remember, restore_parsed_status
from codegraph.indexing.second_stage import SecondStage, embed, is_staged, list_uncut
from codegraph.indexing.tree_changes import compute_index_fingerprint, is_changed
from codegraph.query_results import IndexSummary
from codegraph.scan.file_listing import Candidate, Scan, check_root, scan
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.scan.git_attributes import is_attributes, read_marked
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph.settings.language_tables import explain_missing_grammar
from codegraph.store.checksums import find_damage
from codegraph.store.code_fingerprint import load_chunk_fingerprint, load_parser_fingerprint
from codegraph.store.dependencies import remove_dependencies, save_base
from codegraph.store.facts_cache import FactsCache, compute_facts_key
from codegraph.store.file_rows import StoredFile
from codegraph.store.layout import DATABASE, IndexFolder, get_facts_database, get_index_folder
from codegraph.store.lock import Holder, hold_writer_lock, keep_folder
from codegraph.store.page_layer import copy_database
from codegraph.store.reader import KnownFile, Reader, has_text, read_schema_version
from codegraph.store.schema import SCHEMA_VERSION
from codegraph.store.vector_properties import ANY_SIZE, read_about
from codegraph.store.writer import Building, RunInfo, build_generation, publish_structure, write_structure
from codegraph_parsers.catalog import get_grammar, get_language, is_resolved
from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.structural_table import MANIFESTS

if TYPE_CHECKING:
    from codegraph.resolve.faults import Pulse
    from codegraph.resolve.incremental.incremental_program import Resident

PATIENT_S: Final = 15.0
"""How long a command waits for another writer: a reader or a watcher that takes in a few files is done sooner."""


LONG_S: Final = 6 * 3600.0
"""Seconds `codegraph index` waits for another one of the same repository: longer than any takes. The lock is free as
soon as its holder ends, however it ends."""


REMEMBERED_AT: Final = 5_000
"""Parsed files whose facts are cached together: a run that is killed after that need not parse them again."""


class Progress(Protocol):
    """A callback that receives the progress of a stage.

    The stage is `scan`, `parse`, `resolve`, `embed` or `commit`; before them a message says which process is waited
    for. `total` is 0 while unknown.

    It is called from the indexing thread, at most some hundred times a stage, and once with `done == total` at its end.
    """

    def __call__(self, stage: str, done: int, total: int) -> None: ...


def index_repository(
    root: Path, config: Config, *, progress: Progress | None = None, force: bool = False, wait_s: float = 0.0,
    parsed: Callable[[Mapping[str, ParsedFile]], object] | None = None, is_last: bool = False,
    beyond_memory: bool = False,
) -> IndexSummary:  # fmt: skip
    """Update the index of the work tree at `root` and return a summary.

    `force` reads every file again, ignoring cached facts; another writer is waited for `wait_s` seconds; `parsed`
    receives the outcomes of all files, by path, before they are resolved; `is_last` says that the process ends soon;
    with `beyond_memory` it begins though the memory is too small.

    Raises UnreadableError (root missing, not a directory, no permission), LockedError (another writer), StorageError
    (disk full, read-only), IncompatibleIndexError, MemoryShortageError. A file that cannot be read or parsed never
    raises: it is a row with a status and a reason.
    """
    run = Run(Path(os.path.realpath(root)), config, progress or _ignore_progress, force, is_last=is_last)
    check_languages(config)
    if config.vectors:
        get_vector_identity(config)  # a wrong setting is said before a minute of work, not after it
    check_root(run.root)
    with hold_writer_lock(run.folder.lock, wait_s, run.tell_waiting), pause_collector():
        began_ns = time.time_ns()
        with run.stage("scan"):  # not before the lock is ours: files move on while we wait
            found = scan(run.root, config)
        run.progress("scan", len(found.candidates), len(found.candidates))
        run.folder.sweep()  # what a killed run left behind
        known = run.read_previous()
        changes = run.describe_changes(found, known)
        if not changes:
            return run.complete(found, known)
        run.choose_way(found, beyond_memory=beyond_memory)
        staged = is_staged(found.candidates)
        with run.stage("parse"):
            outcomes = run.parse(found, known, cut=not staged)
        if parsed is not None:
            parsed(dict(outcomes))  # a copy: what is resolved gives up its facts
        run.build(found, outcomes, began_ns, staged=staged)
        trim_caches(config, run.folder)
        run.progress("commit", 1, 1)
        run.update_table()
        return run.build_summary(unchanged=False, reason=changes)


@dataclass(slots=True)
class Run:
    """One call of `index_repository`: its inputs, and the figures of its report."""

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
    cuts: bool = True  # whether anything is searched in what is made
    marked: frozenset[str] = frozenset()  # paths that `.gitattributes` calls generated or vendored
    is_last: bool = False  # whether the process ends soon, so that nothing needs to be freed
    records: bool = True  # whether there is memory to record what edges rest on
    program: Resident | None = None  # what the last graph was resolved with, until its dependencies are written

    @property
    def folder(self) -> IndexFolder:
        return get_index_folder(self.config.home, self.root)

    @property
    def fingerprint(self) -> str:
        return compute_index_fingerprint(self.config)

    def tell_waiting(self, holder: Holder | None) -> None:
        """Report the process that keeps this run from beginning."""
        named = f" (pid {holder.pid})" if holder is not None else ""
        self.progress(f"another process{named} is indexing this repository; waiting for it", 0, 0)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - began

    def read_previous(self) -> Mapping[str, KnownFile] | str:
        """Return file rows of the last generation, or why they cannot be used."""
        if self.force:
            return "forced"
        version = read_schema_version(self.folder)
        if version > SCHEMA_VERSION and not self.folder.is_own():
            return "first index of this version"
        if version > SCHEMA_VERSION:
            raise IncompatibleIndexError(
                f"the index of {self.root} was written by a newer version (format {version})",
                hint="upgrade codegraph, or run `codegraph index --full` to rebuild the index in the older format",
            )
        if self.folder.get_current() and (wrong := find_damage(self.folder.get_generation(self.folder.get_current()))):
            return f"the last index is damaged: {wrong}"
        try:
            reader = Reader.open(self.folder)
        except NotIndexedError:
            return "first index"
        except (IncompatibleIndexError, StorageError) as error:
            return error.message
        try:
            meta = reader.read_meta()
            self.last_id = str(meta["repository_id"])
            if meta["fingerprint"] != self.fingerprint:
                return "settings or codegraph itself changed"
            return reader.read_known_files()
        finally:
            reader.close()

    def describe_changes(self, found: Scan, known: Mapping[str, KnownFile] | str) -> str:
        """Return why there is something to do, "" when there is not."""
        if isinstance(known, str):
            return known
        listed = {c.path for c in found.candidates} | {s.path for s in found.skips}
        added = len(listed - known.keys())
        removed = len(known.keys() - listed)
        changed = sum(is_changed(self.root, c, known[c.path], self.config) for c in found.candidates if c.path in known)
        changed += sum(known[s.path].row.reason != s.reason for s in found.skips if s.path in known)
        counts = ((changed, "changed"), (added, "added"), (removed, "removed"))
        return ", ".join(f"{n} file{'s' if n != 1 else ''} {what}" for n, what in counts if n)

    def choose_way(self, found: Scan, *, beyond_memory: bool) -> None:
        """Resolve without records where there is no memory for them.

        Raises MemoryShortageError.
        """
        need = estimate_footprint(found.candidates, self.config)
        self.records = can_record(need, read_free_memory(), beyond_memory=beyond_memory)
        if not self.records:
            self.warnings.append(
                f"some {need.recorded / 1e9:,.1f} GB of memory would be needed to keep what edges rest on, which is "
                "more than is free; without it every refresh resolves all files again"
            )

    def parse(self, found: Scan, known: Mapping[str, KnownFile] | str, *, cut: bool = True) -> dict[str, ParsedFile]:
        """Return the outcome of every candidate by path.

        It is cached if the file is known to be unchanged, else it comes from a worker. With `cut` files are cut into
        chunks, too; without it they have only those that are cached.
        """
        cache = FactsCache(get_facts_database(self.config.home))
        if found.method != "hints":
            self.marked = read_marked(self.root, found.candidates)
        kept = {} if isinstance(known, str) or self._has_changed_attributes(found, known) else known
        outcomes = _reuse_outcomes(found.candidates, kept, cache, self.config)
        wanted = [c for c in found.candidates if c.path not in outcomes]
        total, step = len(found.candidates), max(1, len(wanted) // 200)
        shown, fresh = 0, list[ParsedFile]()
        for batch in self.create_pool(cache, cut=cut).run(wanted):
            _check_grammars(batch)
            outcomes.update((p.path, p) for p in batch)
            fresh += batch
            if len(fresh) >= REMEMBERED_AT:
                self._remember(fresh, cache)
                fresh.clear()
            if len(outcomes) - shown >= step:
                shown = len(outcomes)
                self.progress("parse", shown, total)
        self.parsed = sum(p.entry is not None and not p.reused for p in outcomes.values())
        self.reused = sum(p.reused for p in outcomes.values())
        self._remember(fresh, cache)
        self.warnings += _list_unread_languages(outcomes.values(), self.config)
        self.progress("parse", total, total)
        return outcomes

    def _remember(self, outcomes: Iterable[ParsedFile], cache: FactsCache) -> None:
        remember(
            outcomes,
            cache,
            self.config,
            load_parser_fingerprint(self.config.home),
            load_chunk_fingerprint(self.config.home),
        )
        if cache.problem:
            self.warnings.append(cache.problem)

    def _has_changed_attributes(self, found: Scan, known: Mapping[str, KnownFile]) -> bool:
        """Return whether files that did not change may have another mark than before."""
        now = {c.path: c for c in found.candidates if is_attributes(c.path)}
        before = {path for path in known if is_attributes(path)}
        return now.keys() != before or any(is_changed(self.root, c, known[p], self.config) for p, c in now.items())

    def build(self, found: Scan, outcomes: dict[str, ParsedFile], began_ns: int, *, staged: bool) -> None:
        """Resolve, and publish the result in two stages, or in one unless `staged`."""
        previous = None if self.force else self.folder.get_generation(self.folder.get_current())
        files = build_stored_files(found, outcomes, began_ns)
        if not staged:
            with self.stage("resolve"):
                graph = self.resolve(found, decode_facts(found, outcomes))
            with build_generation(self.folder) as building:
                write_structure(building, graph, files, self.build_info())
                del graph
                self._write_dependencies(building.path)
                self._make_second_stage(outcomes, building, building.path, previous).run()
            return
        uncut = list_uncut(found.candidates, outcomes)
        with closing(BackgroundBuild(self.folder)) as background, keep_folder(previous):
            settings = self._parse_settings(FactsCache(get_facts_database(self.config.home)), cut=True)
            reduced = {path: reduce_to_symbols(parsed) for path, parsed in outcomes.items()}
            task = BuildTask(found, began_ns, uncut, reduced, previous)
            if self.records:
                background.begin(self.config, settings, task)
            self._publish_structure(found, outcomes, reduced, files, background)
            dependencies = self._write_dependencies(self.folder.get_scratch())
            if not self.records:  # there is no memory for both at once
                give_back()
                background.begin(self.config, settings, task)
            elif not self.is_last or background.is_running():  # else the process ends before it needs much again
                give_back()
            self._complete(outcomes, uncut, previous, background, dependencies)
            shutil.rmtree(dependencies, ignore_errors=True)

    def _publish_structure(
        self,
        found: Scan,
        outcomes: dict[str, ParsedFile],
        reduced: Mapping[str, ParsedFile],
        files: Sequence[StoredFile],
        background: BackgroundBuild,
    ) -> None:
        """Resolve, and publish symbols and edges.

        The graph is not kept, because the second stage needs memory, too. Facts that are decoded are not kept encoded
        either: `reduced` outcomes replace all outcomes.
        """
        with self.stage("resolve"):
            facts = decode_facts(found, outcomes)
            outcomes.update(reduced)
            trim()
            graph = self.resolve(found, facts)
        publish_structure(self.folder, graph, files, self.build_info(), background.wait_for_structure())

    def _complete(
        self, outcomes: dict[str, ParsedFile], uncut: Sequence[Candidate], previous: Path | None,
        background: BackgroundBuild | None = None, dependencies: Path | None = None,
    ) -> None:  # fmt: skip
        """Run the second stage on the current generation, and publish the next one."""
        structure = self.folder.get_generation(self.folder.get_current())
        with build_generation(self.folder) as building:
            copy_database(structure, building.path / DATABASE)
            stage = self._make_second_stage(outcomes, building, structure, previous)
            stage.uncut, stage.background, stage.dependencies = uncut, background, dependencies
            stage.run()

    def _make_second_stage(
        self, outcomes: dict[str, ParsedFile], building: Building, structure: Path, previous: Path | None
    ) -> SecondStage:
        return SecondStage(
            self.root, self.config, outcomes, building, structure, previous, partial(self._cut, outcomes),
            lambda done, total: self.progress("embed", done, total), self.warnings,
        )  # fmt: skip

    def _cut(self, outcomes: dict[str, ParsedFile], uncut: Sequence[Candidate]) -> None:
        """Cut files into chunks, in workers that read their facts from the cache.

        A file that changed since it was parsed has no chunks until the next run, which notices that.
        """
        if not uncut:
            return
        cache = FactsCache(get_facts_database(self.config.home))
        done: list[ParsedFile] = []
        settings = self._parse_settings(cache, cut=True)._replace(cache=str(cache.path))
        for batch in ParsePool(settings, count_workers(self.config.workers), self.config.parse_timeout_s).run(uncut):
            for parsed in batch:
                before = outcomes[parsed.path]
                if parsed.chunks and parsed.digest == before.digest:
                    outcomes[parsed.path] = before._replace(chunks=parsed.chunks)
                    done.append(parsed._replace(entry=None))
        self._remember(done, cache)

    def create_pool(self, cache: FactsCache, *, cut: bool = True) -> ParsePool:
        workers = count_workers(self.config.workers)
        return ParsePool(self._parse_settings(cache, cut=cut), workers, self.config.parse_timeout_s)

    def _parse_settings(self, cache: FactsCache, *, cut: bool) -> ParseSettings:
        usable = not self.force and cache.path.is_file()
        home = self.config.home
        return ParseSettings(
            str(self.root),
            str(cache.path) if usable else "",
            load_parser_fingerprint(home),
            load_chunk_fingerprint(home),
            self.config.max_file_bytes,
            self.config.languages,
            cuts=self.cuts and cut,
            marked=self.marked,
            tables=self.config.tables,
            alone_s=compute_alone_limit(self.config.parse_timeout_s),
        )

    def resolve(self, found: Scan, facts: list[FileFacts]) -> Graph:
        from codegraph.indexing.watchdog import Watchdog
        from codegraph.resolve import resolve
        from codegraph.resolve.faults import Pulse

        self.progress("resolve", 0, 1)
        pulse = Pulse()
        manifests = _read_manifests(self.root, found, self.config)
        graph = self._resolve_recorded(facts, manifests, pulse) if self.records else None
        if graph is None:
            with Watchdog(pulse):
                graph = resolve(facts, manifests, pulse=pulse, is_last=self.is_last and self.records)
        self.warnings += build_fault_warnings(graph.faults)
        self.progress("resolve", 1, 1)
        return graph

    def _resolve_recorded(self, facts: list[FileFacts], manifests: Mapping[str, str], pulse: Pulse) -> Graph | None:
        """Resolve, and keep the program for `_write_dependencies`.

        None where something fails, which is left out of a graph that is made once.
        """
        from codegraph.indexing.resolve_pool import Outcome, emit_program, read_process_count
        from codegraph.indexing.watchdog import Watchdog
        from codegraph.resolve.incremental.incremental_program import OutgrownError, Resident

        try:
            with Watchdog(pulse):
                self.program = Resident.prepare(facts, manifests, [f.path for f in facts], pulse)
            if emit_program(self.program, read_process_count(), self.root) is Outcome.DIED:
                self.warnings.append(
                    "a process that resolved a part of the files died; one process resolved all of them"
                )
            return self.program.take_graph()
        except OutgrownError:
            self.program = None
            return None

    def _write_dependencies(self, place: Path) -> Path:
        """Write the dependencies of the graph into a folder, and release the program.

        An index works without them: if they cannot be written, the next refresh is a whole run.
        """
        from codegraph.resolve.incremental.program_snapshot import list_kinds

        program, self.program = self.program, None
        if program is not None:
            try:
                place.mkdir(parents=True, exist_ok=True)
                with self.stage("dependencies"):
                    save_base(place, list_kinds(), program.make_base())
            except OSError as error:
                remove_dependencies(place)
                self.warnings.append(f"dependencies were not kept ({error.strerror}); the next refresh takes longer")
        return place

    def complete(self, found: Scan, known: Mapping[str, KnownFile] | str) -> IndexSummary:
        """Add missing text and vectors to the last generation.

        Its graph stays as it is.
        """
        generation = self.folder.get_generation(self.folder.get_current())
        if not has_text(self.folder):
            with self.stage("parse"):
                outcomes = self.parse(found, known)
            self._complete(outcomes, (), generation)
            self.update_table()
            return self.build_summary(unchanged=False, reason="text search was missing")
        lack = explain_missing_vectors(generation, self.config)
        if lack and self._make_vectors(found, known, generation):
            self.update_table()
            return self.build_summary(unchanged=False, reason=lack)
        self.update_table()
        return self.build_summary(unchanged=True, reason="nothing changed")

    def _make_vectors(self, found: Scan, known: Mapping[str, KnownFile] | str, generation: Path) -> bool:
        """Make the vectors of the last generation, and return whether that succeeded."""
        with self.stage("embed"):
            outcomes = self.parse(found, known)
            building = Building(self.folder.get_current(), generation)
            embedded = embed(
                self._make_second_stage(outcomes, building, generation, None if self.force else generation)
            )
        if embedded is None:
            return False
        try:
            embedded.attach(generation)
        except OSError as error:
            raise StorageError(f"the vectors could not be written: {error.strerror}") from error
        return True

    def update_table(self) -> None:
        """Write the LanceDB table if one is wanted.

        A failure is a warning.
        """
        from codegraph.indexing.vector_table import update_table

        self.warnings += update_table(self.folder, self.config)

    def build_info(self) -> RunInfo:
        identity = self.last_id or compute_repository_id(self.root)
        return RunInfo(
            str(self.root), identity, self.fingerprint, load_parser_fingerprint(self.config.home), self.seconds
        )

    def build_summary(self, *, unchanged: bool, reason: str) -> IndexSummary:
        reader = Reader.open(self.folder)
        try:
            stats = reader.compute_stats(self.config.tables)._replace(outside=reader.count_outside())
        finally:
            reader.close()
        elapsed = time.perf_counter() - self.began
        return IndexSummary(stats, unchanged, reason, self.parsed, self.reused, elapsed, tuple(self.warnings))


def explain_missing_vectors(generation: Path, config: Config) -> str:
    """Return why vectors must be made for a generation that is otherwise current.

    The result is "" when they need not be made.
    """
    if not config.vectors:
        return ""
    try:
        about = read_about(generation, most=ANY_SIZE)
    except StorageError as error:
        return error.message
    if about is None:
        return "vectors were missing"
    if about.waiting:
        return "vectors of changed files were missing"
    return "" if about.identity == get_vector_identity(config) else "vectors were of another encoder"


def check_languages(config: Config) -> None:
    """Raise ConfigError for an unknown language in the settings.

    With such a language every file would be skipped.
    """
    if config.languages:
        from codegraph_parsers.lang import list_names
        from codegraph_parsers.structural_table import list_tables

        own = [table.key for table in config.tables.tables] if config.tables is not None else []
        known = sorted({*list_names(), *list_tables(), *own})
        unknown = [name for name in config.languages if name not in known]
        if unknown:
            origin = config.get_origin("languages")
            hint = f"languages: {', '.join(known)}"
            raise ConfigError(f"`languages` in {origin} names {', '.join(map(repr, unknown))}", hint=hint)


def _check_grammars(batch: list[ParsedFile]) -> None:
    """Raise InstallationError for a resolved language that cannot be read at all.

    It must not look like a language without symbols. A structural language is reported, and has no other effect.
    """
    for outcome in batch:
        for problem in outcome.problems:
            if problem.kind == "grammar" and is_resolved(outcome.language):
                raise InstallationError(
                    f"{outcome.language} files such as {outcome.path} cannot be read: {problem.message}",
                    hint="reinstall codegraph, see `codegraph doctor`, "
                    "or name the other languages in the `languages` setting",
                )


def _list_unread_languages(outcomes: Iterable[ParsedFile], config: Config) -> list[str]:
    """Return warnings that name structural languages that could not be read, and why.

    Languages of one missing package share a warning."""
    own = {table.key for table in config.tables.tables} if config.tables is not None else set[str]()
    unread: dict[str, set[str]] = {}
    for outcome in outcomes:
        for problem in outcome.problems:
            if problem.kind == "grammar" and not is_resolved(outcome.language):
                grammar = get_grammar(get_language(outcome.language, config.tables), config.tables)
                place = f"{MANIFESTS}/{outcome.language}.toml" if outcome.language in own else outcome.language
                unread.setdefault(explain_missing_grammar(grammar) or problem.message, set()).add(place)
    return [
        f"{', '.join(sorted(places))}: {why}; {'its' if len(places) == 1 else 'their'} files have no symbols"
        for why, places in sorted(unread.items(), key=lambda each: sorted(each[1]))
    ]


def _reuse_outcomes(
    candidates: list[Candidate], known: Mapping[str, KnownFile], cache: FactsCache, config: Config
) -> dict[str, ParsedFile]:
    """Return outcomes of files that have not changed since the last generation.

    Their size and time prove it.
    """
    same = [
        (k.row, restore_parsed_status(k))
        for c in candidates
        if (k := known.get(c.path)) is not None and k.row.size == c.size and k.mtime_ns == c.mtime_ns
    ]
    parser = partial(config.stamp_facts, load_parser_fingerprint(config.home))
    cut = partial(config.stamp_facts, load_chunk_fingerprint(config.home))
    read = [r for r, _ in same if r.symbols]
    keys = {r.path: compute_facts_key(r.path, r.language, r.digest, parser(r.language)) for r in read if r.language}
    chunk_keys = {r.path: compute_facts_key(r.path, r.language, r.digest, cut(r.language)) for r in read if r.digest}
    entries = cache.get([*keys.values(), *chunk_keys.values()])
    outcomes: dict[str, ParsedFile] = {}
    for row, (status, reason, problems) in same:
        entry = entries.get(keys[row.path]) if row.path in keys else None
        chunks = entries.get(chunk_keys[row.path]) if row.path in chunk_keys else b""
        if (row.path in keys and entry is None) or chunks is None:
            continue
        outcomes[row.path] = ParsedFile(
            row.path, row.language, status, reason, row.digest, row.size, row.lines, row.generated, problems, entry,
            entry is not None, chunks, cells=row.cells,
        )  # fmt: skip
    return outcomes


def decode_facts(found: Scan, outcomes: Mapping[str, ParsedFile]) -> list[FileFacts]:
    """Return the facts of all files that have any, in path order."""
    known = (outcomes.get(candidate.path) for candidate in found.candidates)
    entries = (outcome.entry for outcome in known if outcome is not None and outcome.entry is not None)
    return decode_entries(entries)


def _read_manifests(root: Path, found: Scan, config: Config) -> dict[str, str]:
    """Return the text of the files that import rules read, by path."""
    from codegraph_parsers.languages import is_manifest

    wanted = [c for c in found.candidates if is_manifest(c.path)]
    texts: dict[str, str] = {}
    for candidate in wanted:
        read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
        if isinstance(read, ReadFile):
            texts[candidate.path] = read.content.decode("utf-8")
    return texts | (config.tables.list_manifests() if config.tables is not None else {})


def _ignore_progress(stage: str, done: int, total: int) -> None:
    del stage, done, total


@contextmanager
def pause_collector() -> Iterator[None]:
    """Turn the garbage collector off in the block.

    Facts and graph are millions of tuples without cycles: collecting among them costs a third of a run.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
