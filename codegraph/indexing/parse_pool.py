"""Parallel parsing of files in processes that can be killed.

Threads are of no use (parsing holds the interpreter), and a grammar may hang or crash on hostile input, so every parse
runs in a worker process. Files go out in chunks balanced by bytes. A worker records in shared memory its current file
and when it began: a file that takes longer than the time limit is failed, one that kills its worker is tried once more
alone, and everything else continues.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.runtime.processor_time import PATIENCE, is_late
from codegraph.runtime.python_processes import choose_worker_context, start_worker
from codegraph.runtime.shared_numbers import Numbers, create_shared_numbers
from codegraph.scan.file_listing import Candidate
from codegraph.scan.file_reading import ReadFile, UnreadFile, describe_size_limit, interpret, is_bundled, read_file
from codegraph.scan.file_reading import is_minified as minified
from codegraph.settings.config import SOURCES, stamp_facts
from codegraph.store.facts_cache import FactsCache, compute_facts_key
from codegraph_parsers import facts_codec
from codegraph_parsers.file_facts import FileFacts, FileStatus, ParseProblem, SourceFile

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from codegraph_parsers.structural_table import LanguageTables

SMALL_BYTES: Final = 400_000
SMALL_FILES: Final = 40
"""Below both, one worker forked from here: starting the server that forks clean ones costs more than the parse."""

MIN_CHUNK: Final = 48_000
MAX_CHUNK: Final = 400_000
"""Bytes a chunk: large enough that messages cost nothing, small enough that workers end together."""

LOOK_S: Final = 0.05
"""Seconds between two looks at a worker that is over its time and was kept waiting."""


class ParseSettings(NamedTuple):
    """Settings of workers.

    `cache` is empty when cached facts must not be used."""

    root: str
    cache: str
    parser: str  # fingerprints: of what decides facts, and of what decides chunks
    chunker: str
    max_file_bytes: int
    languages: tuple[str, ...]
    watch: Numbers | None = None  # shared: see `_Worker`
    cuts: bool = True  # whether files are cut into chunks where they are parsed
    marked: frozenset[str] = frozenset()  # paths that `.gitattributes` calls generated or vendored
    tables: LanguageTables | None = None  # structural languages that the repository adds
    alone_s: int = 120  # a worker still busy with one file after this has lost its parent, and ends itself


class ParsedFile(NamedTuple):
    """Outcome of one file.

    `entry` is its encoded facts, None when it has none (text, skipped, failed). `chunks` is what search stores of it
    (see `codegraph.embed.search_record`), empty when the file was not read. `fresh_chunks` is true when they are not
    cached yet.
    """

    path: str
    language: str
    status: FileStatus
    reason: str
    digest: str
    size: int
    lines: int
    generated: bool
    problems: tuple[ParseProblem, ...]
    entry: bytes | None
    reused: bool
    chunks: bytes = b""
    fresh_chunks: bool = False
    cells: tuple[int, ...] = ()  # lines on which the cells of a notebook begin


@dataclass(slots=True)
class _Chunk:
    files: list[Candidate]
    size: int = 0


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    watch: Numbers  # number of the file at hand in its chunk, its beginning, processor time used by then
    chunk: _Chunk | None = None
    since: float = 0.0

    def get_position(self) -> int:
        """Return the number in the chunk of the file being parsed, -1 before the first."""
        return int(self.watch[0])

    def get_start_time(self) -> float:
        """Return when the current file was begun.

        The clock is that of `time.monotonic`, which processes share.
        """
        return max(self.since, self.watch[1])

    def is_late(self, limit_s: float) -> bool:
        waited = time.monotonic() - self.get_start_time()
        return is_late(self.process.pid or 0, waited, limit_s, self.watch[2])


# ---- in a worker


def read_and_parse(candidates: Sequence[Candidate], settings: ParseSettings) -> list[ParsedFile]:
    """Read, hash, and parse files, or take their facts from the cache."""
    outcomes: list[ParsedFile] = []
    pending: list[_Pending] = []
    root = Path(settings.root)
    for candidate in candidates:
        read = read_file(root, candidate.real, max_bytes=settings.max_file_bytes * SOURCES, path=candidate.path)
        base, source = _classify_file(candidate.path, candidate.size, read, settings)
        if source is not None:
            by = [stamp_facts(each, source.language, settings.tables) for each in (settings.parser, settings.chunker)]
            keys = [compute_facts_key(source.path, source.language, source.digest, each) for each in by]
            pending.append(_Pending(len(outcomes), source, *keys))
        outcomes.append(base)
    wanted = [key for p in pending for key in (p.facts_key, p.chunks_key)]
    cached = FactsCache(Path(settings.cache)).get(wanted) if settings.cache and wanted else {}
    for at, source, facts_at, chunks_at in pending:
        if settings.watch is not None:
            settings.watch[0], settings.watch[1], settings.watch[2] = at, time.monotonic(), time.process_time()
            stop_when_late(settings.alone_s)
        outcomes[at], facts = _decode_or_parse(source, outcomes[at], cached.get(facts_at))
        kept = cached.get(chunks_at)
        if settings.cuts or kept is not None:
            outcomes[at] = _add_chunks(source, outcomes[at], facts, kept)
    return outcomes


def read_cached_outcomes(
    contents: Mapping[str, bytes], settings: ParseSettings
) -> dict[str, tuple[ParsedFile, FileFacts | None]]:
    """Return the outcomes, by path, of files that need no parsing.

    Their facts are cached, or they have none. No chunks are cut.
    """
    found: dict[str, tuple[ParsedFile, FileFacts | None]] = {}
    pending: dict[bytes, ParsedFile] = {}
    for path, raw in contents.items():
        base, source = _classify_file(path, len(raw), interpret(raw, path), settings)
        if source is None or not source.language:
            found[path] = base, None
        else:
            parser = stamp_facts(settings.parser, source.language, settings.tables)
            pending[compute_facts_key(path, source.language, source.digest, parser)] = base
    cached = FactsCache(Path(settings.cache)).get(pending) if settings.cache and pending else {}
    for key, entry in cached.items():
        facts = decode_entry(entry)
        if facts is not None:
            base = pending[key]
            found[base.path] = _add_facts(base, facts, entry, reused=True), facts
    return found


def _classify_file(
    path: str, size: int, read: ReadFile | UnreadFile, settings: ParseSettings
) -> tuple[ParsedFile, SourceFile | None]:
    """Return the outcome of a file as far as its bytes determine it.

    The second value is the source to parse or cut, None if there is nothing to do.
    """
    from codegraph_parsers import languages

    if isinstance(read, UnreadFile):
        return ParsedFile(path, "", read.status, read.reason, read.digest, size, 0, False, (), None, False), None
    head = read.content[: languages.HEAD_BYTES]
    language = languages.detect(path, head, settings.tables) or ""
    base = ParsedFile(
        path, language, FileStatus.TEXT, "" if language else _explain_text(path, head), read.digest, read.size,
        _count_lines(read.content), _is_derived(path, read, settings), read.problems, None, False, cells=read.cells,
    )  # fmt: skip
    if language and minified(path, read.content):
        return base._replace(status=FileStatus.SKIPPED, reason="minified"), None
    if read.size > settings.max_file_bytes and (not language or read.generated or is_bundled(read.content)):
        return base._replace(status=FileStatus.SKIPPED, reason=describe_size_limit(settings.max_file_bytes)), None
    if language and settings.languages and language not in settings.languages:
        return base._replace(status=FileStatus.SKIPPED, reason=f"language {language} not chosen"), None
    table = settings.tables.find(language) if settings.tables is not None else None
    return base, SourceFile(path, read.content, language, read.digest, table)


def _is_derived(path: str, read: ReadFile, settings: ParseSettings) -> bool:
    """Return whether nobody wrote a file by hand."""
    from codegraph_parsers.origins import Origin, classify_origin

    if read.generated or path in settings.marked or classify_origin(path) is not Origin.AUTHORED:
        return True
    return minified(path, read.content)


def _explain_text(path: str, head: bytes) -> str:
    """Return why a file of code is kept as text only, "" for a file that is no code."""
    from codegraph_parsers.catalog import format_unanalysed_reason, identify

    known = identify(path, head)  # no table of the repository fits, else it were parsed
    return format_unanalysed_reason(known) if known is not None and known.is_unanalysed_code else ""


class _Pending(NamedTuple):
    """A file to parse: its place among the outcomes, and its keys in the cache."""

    at: int
    source: SourceFile
    facts_key: bytes
    chunks_key: bytes


def _decode_or_parse(source: SourceFile, base: ParsedFile, entry: bytes | None) -> tuple[ParsedFile, FileFacts | None]:
    if not source.language:
        return base, None
    from codegraph_parsers.extract import parse

    if entry is not None:
        facts = decode_entry_lazily(entry)  # of which chunks need symbols, and the rest nothing
        if facts is not None:
            return _add_facts(base, facts, entry, reused=True), facts
    facts = parse(source)
    return _add_facts(base, facts, facts_codec.encode(facts), reused=False), facts


def _add_chunks(source: SourceFile, parsed: ParsedFile, facts: FileFacts | None, entry: bytes | None) -> ParsedFile:
    from codegraph.embed import search_record as search_entry

    if entry is not None:
        return parsed._replace(chunks=entry)
    _, kept = search_entry.read_chunks(source.path, source.content.decode("utf-8"), facts)
    return parsed._replace(chunks=search_entry.encode(kept), fresh_chunks=True)


def _add_facts(base: ParsedFile, facts: FileFacts, entry: bytes, *, reused: bool) -> ParsedFile:
    problems = (*base.problems, *facts.problems)
    status = facts.status
    if status is FileStatus.INDEXED and problems:
        status = FileStatus.PARTIAL
    reason = "" if status is FileStatus.INDEXED else summarize_problems(problems)
    return base._replace(status=status, reason=reason, problems=problems, entry=entry, reused=reused)


def summarize_problems(problems: Sequence[ParseProblem]) -> str:
    """Return a short reason why a file with these problems is incomplete."""
    kinds = list(dict.fromkeys(p.kind for p in problems))
    if kinds == ["syntax"]:
        return "syntax errors"
    return problems[0].message if len(problems) == 1 else ", ".join(kinds)


def decode_entry(entry: bytes) -> FileFacts | None:
    """Return the facts of a cache entry, None when it is damaged."""
    return _decode(facts_codec.decode, entry)


def decode_entries(entries: Iterable[bytes]) -> list[FileFacts]:
    """Return the facts of cache entries except damaged ones.

    Equal parts of them are the same objects, so that those of a whole tree take less memory.
    """
    decode_shared = facts_codec.Decoder().decode
    return [facts for entry in entries if (facts := _decode(decode_shared, entry)) is not None]


def decode_entry_lazily(entry: bytes) -> FileFacts | None:
    """Return the facts of a cache entry, None when it is damaged.

    Its sections are decoded when they are read."""
    return _decode(facts_codec.decode_lazily, entry)


def reduce_to_symbols(parsed: ParsedFile) -> ParsedFile:
    """Return an outcome whose facts are reduced to symbols."""
    entry = parsed.entry
    return (
        parsed._replace(entry=facts_codec.select(entry, [facts_codec.Section.SYMBOLS])) if entry is not None else parsed
    )


def decode_symbols(parsed: ParsedFile | None) -> FileFacts | None:
    """Return facts whose symbols can be read, None for a file without facts.

    They are decoded for each use, which costs little: kept in memory, those of all files would take most memory of the
    second stage.
    """
    return decode_entry_lazily(parsed.entry) if parsed is not None and parsed.entry is not None else None


def _decode(decode: Callable[[bytes], FileFacts], entry: bytes) -> FileFacts | None:
    try:
        return decode(entry)
    except (ValueError, EOFError, TypeError, KeyError):
        return None


def _count_lines(content: bytes) -> int:
    return content.count(b"\n") + (not content.endswith(b"\n") and bool(content))


def _build_unread(candidate: Candidate, status: FileStatus, reason: str, digest: str = "") -> ParsedFile:
    return ParsedFile(candidate.path, "", status, reason, digest, candidate.size, 0, False, (), None, False)


def _serve(pipe: Connection, settings: ParseSettings) -> None:
    import gc
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and stops us
    gc.disable()  # facts are trees of tuples without cycles; collections would only walk them
    while True:
        try:
            files = pipe.recv()
        except (EOFError, OSError):
            return
        if files is None:
            return
        stop_when_late(settings.alone_s)
        outcome = read_and_parse(files, settings)
        stop_when_late(0)
        try:
            pipe.send(outcome)
        except OSError:
            return  # nobody waits for it any more


def compute_alone_limit(timeout_s: float) -> int:
    """Return the seconds that a worker may spend on one file.

    This is longer than a living parent would wait.
    """
    return int(PATIENCE * timeout_s) + 30


def stop_when_late(seconds: int) -> None:
    """End this process after `seconds`.

    Nothing in Python runs while a grammar hangs, but the default action of a signal does.
    """
    import signal

    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _serve_forked(
    entry: Callable[[Connection, ParseSettings], None],
    pipe: Connection,
    settings: ParseSettings,
    parent_end: Connection,
) -> None:
    # A fork holds a copy of the parent's end: unless it is closed, the end of the parent is never noticed.
    parent_end.close()
    entry(pipe, settings)


# ---- in the parent


def group_files(candidates: Sequence[Candidate], workers: int) -> list[_Chunk]:
    """Group neighbouring files into chunks, so that a chunk's files share a language."""
    total = sum(c.size for c in candidates)
    target = min(MAX_CHUNK, max(MIN_CHUNK, total // (workers * 8 or 1)))
    made: list[_Chunk] = []
    current = _Chunk([])
    for candidate in candidates:
        current.files.append(candidate)
        current.size += candidate.size + 500  # a file costs something even when it is empty
        if current.size >= target:
            made.append(current)
            current = _Chunk([])
    if current.files:
        made.append(current)
    return made


@dataclass(slots=True)
class ParsePool:
    """Workers of one run. `timeout_s` is the limit for one file."""

    settings: ParseSettings
    workers: int
    timeout_s: float
    entry: Callable[[Connection, ParseSettings], None] = _serve
    _running: list[_Worker] = field(default_factory=list)

    def run(self, candidates: Sequence[Candidate]) -> Iterator[list[ParsedFile]]:
        """Yield outcomes in the order of their arrival, every candidate exactly once."""
        if not candidates:
            return
        small = len(candidates) <= SMALL_FILES and sum(c.size for c in candidates) <= SMALL_BYTES
        context = choose_worker_context(small=small)
        queue = deque(group_files(candidates, self.workers))
        wanted = 1 if small else min(self.workers, len(queue))
        try:
            while queue or any(w.chunk for w in self._running):
                while queue and len(self._running) < wanted:
                    self._running.append(self._start(context))
                for worker in self._running:
                    if queue and worker.chunk is None:
                        self._give(worker, queue)
                yield from self._collect(queue)
        finally:
            self._stop()

    def _start(self, context: BaseContext) -> _Worker:
        ours, theirs = context.Pipe()
        forked = context.get_start_method() == "fork"
        watch = create_shared_numbers(context, (-1.0, 0.0, 0.0))
        settings = self.settings._replace(watch=watch)
        target, arguments = self.entry, (theirs, settings)
        if forked:
            target, arguments = _serve_forked, (self.entry, theirs, settings, ours)
        process = start_worker(context, target, arguments, root=Path(self.settings.root))
        theirs.close()
        return _Worker(process, ours, watch)

    def _give(self, worker: _Worker, queue: deque[_Chunk]) -> None:
        worker.chunk = queue.popleft()
        worker.since = time.monotonic()
        worker.watch[0] = -1.0
        try:
            worker.pipe.send(worker.chunk.files)
        except OSError:
            pass  # it died meanwhile: `_collect` sees that

    def _collect(self, queue: deque[_Chunk]) -> Iterator[list[ParsedFile]]:
        busy = [w for w in self._running if w.chunk is not None]
        now = time.monotonic()
        patience = max(LOOK_S, min(w.get_start_time() + self.timeout_s - now for w in busy))
        ready = wait([w.pipe for w in busy], timeout=patience)
        for worker in busy:
            if worker.pipe in ready:
                try:
                    outcome = worker.pipe.recv()
                except (EOFError, OSError):
                    yield from self._replace_worker(worker, queue, "crashed", "the parser crashed on this file")
                else:
                    worker.chunk = None
                    yield outcome
            elif worker.is_late(self.timeout_s):
                limit = f"parsing took longer than {self.timeout_s:g} s"
                yield from self._replace_worker(worker, queue, "timeout", limit)

    def _replace_worker(
        self, worker: _Worker, queue: deque[_Chunk], kind: str, message: str
    ) -> Iterator[list[ParsedFile]]:
        """Kill a worker, and requeue the files of its chunk.

        The file that it was parsing is failed, or tried alone; the others go to another worker.
        """
        self._running.remove(worker)
        _kill(worker)
        chunk = worker.chunk
        assert chunk is not None
        files, at = chunk.files, worker.get_position()
        if len(files) > 1 and at < 0:
            queue.extendleft(_Chunk([c], c.size) for c in files)
            return
        culprit = files[max(at, 0)]
        others = [c for c in files if c is not culprit]
        if others:
            queue.appendleft(_Chunk(others))
        if others and kind == "crashed":
            queue.appendleft(_Chunk([culprit]))  # it may have been killed for something else
            return
        yield [self._build_failure(culprit, kind, message)]

    def _build_failure(self, candidate: Candidate, kind: str, message: str) -> ParsedFile:
        from codegraph_parsers import languages
        from codegraph_parsers.extract import describe_failure

        language = languages.detect(candidate.path, b"", self.settings.tables) or ""
        root, most = Path(self.settings.root), self.settings.max_file_bytes * SOURCES
        read = read_file(root, candidate.real, max_bytes=most, path=candidate.path)
        if isinstance(read, UnreadFile):
            return _build_unread(candidate, read.status, read.reason, read.digest)
        facts = FileFacts(candidate.path, language, read.digest, read.size, max(_count_lines(read.content), 1))
        blank = describe_failure(facts, kind, message)
        given_up = ParsedFile(
            candidate.path, language, FileStatus.FAILED, message, read.digest, read.size, facts.lines, read.generated,
            tuple(blank.problems), facts_codec.encode(blank) if language else None, False, cells=read.cells,
        )  # fmt: skip
        return _add_chunks(SourceFile(candidate.path, read.content, language, read.digest), given_up, None, None)

    def _stop(self) -> None:
        for worker in self._running:
            try:
                worker.pipe.send(None)
            except OSError:
                pass
        for worker in self._running:
            if worker.chunk is None:
                worker.process.join(timeout=1)
            _kill(worker)
        self._running.clear()


def _kill(worker: _Worker) -> None:
    worker.pipe.close()
    if worker.process.is_alive():
        worker.process.kill()
    worker.process.join()


def count_workers(setting: int) -> int:
    """Return `setting`, or one process for each CPU that this process may use."""
    if setting:
        return setting
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
