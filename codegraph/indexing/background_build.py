"""The build, in the background, of parts that do not depend on edges.

Resolving takes as long as all parsing does and keeps one processor busy. Meanwhile this process first writes the rows
of files and symbols, which the structure reuses. Then it works for the second stage: it cuts all files into chunks,
inverts their terms, and makes their vectors.

It writes into its own folder next to the generations, so that a process which outlives its parent damages nothing. Any
failure of it costs time only: without a result its parent does the work.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import sys
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe, current_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.embed.search_record import decode, encode, forget_words, read_chunks
from codegraph.errors import CodegraphError, EncoderError
from codegraph.graph_model import FileChunks
from codegraph.indexing.parse_pool import ParsedFile, ParseSettings, count_workers, decode_symbols, stop_when_late
from codegraph.indexing.parse_results import build_stored_files, describe_missing_vectors, list_derived_paths, remember
from codegraph.runtime.python_processes import start_process
from codegraph.scan.file_listing import Candidate, Scan
from codegraph.scan.file_reading import UnreadFile, read_file
from codegraph.search.references import name_uses
from codegraph.settings.config import SOURCES, Config
from codegraph.store.content import Content, FileContent, Prepared, prepare
from codegraph.store.facts_cache import FactsCache
from codegraph.store.generation_text import FileText, Text, build_rows, invert
from codegraph.store.layout import DATABASE, IndexFolder, get_facts_database
from codegraph.store.vector_properties import FOLDER
from codegraph_parsers.catalog import is_resolved

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

WORTH_IT: Final = 3_000_000
"""Bytes of source from which on resolving takes longer than starting a process and handing over what it needs."""

NICENESS: Final = 5
"""By how much it gives way where processors are busy: symbols and edges are waited for, text is not."""

STRUCTURE: Final = "structure"
TEXT: Final = "text"
"""Messages that a part is built, and the names of the files that hold it."""

TERMS: Final = "terms.bin"

REMEMBERED_AT: Final = 8_000_000
"""Bytes of new chunks that are put into the cache together: those of all files are as large as the files."""

_NO_PLACES: Final = array("I")


class BuildTask(NamedTuple):
    """Files to build from.

    `outcomes` are those of all files by path, of whose facts the symbols are enough; `uncut` are the files among them
    without chunks. `previous` is the generation whose vectors are reused if the text is the same.
    """

    found: Scan
    began_ns: int
    uncut: Sequence[Candidate]
    outcomes: dict[str, ParsedFile]
    previous: Path | None


class BuiltText(NamedTuple):
    """Text that the second stage takes over."""

    text: Text
    warnings: list[str]


class BackgroundBuild:
    """The process, from `begin` to `close`."""

    def __init__(self, folder: IndexFolder) -> None:
        self._scratch = folder.get_scratch()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def begin(self, config: Config, settings: ParseSettings, task: BuildTask) -> None:
        """Start the process if it saves time."""
        source = sum(parsed.size for parsed in task.outcomes.values() if parsed.language)
        if source < WORTH_IT or count_workers(config.workers) < 2 or current_process().daemon:
            return
        ours, theirs = Pipe(duplex=False)
        with suppress(OSError):
            self._scratch.mkdir(parents=True)
            self._process = start_process(
                _build, (theirs, config, settings, task, self._scratch), root=Path(settings.root)
            )
            self._pipe = ours
        theirs.close()

    def is_running(self) -> bool:
        """Return whether the process has not ended yet."""
        return self._process is not None and self._process.is_alive()

    def wait_for_structure(self) -> Prepared | None:
        """Wait for the rows of files and symbols.

        Returns None when the process was not started or failed.
        """
        content: Content | None = self._wait(STRUCTURE, lambda done, total: None)
        return Prepared(self._scratch / DATABASE, content) if content is not None else None

    def wait_for_text(self, progress: Callable[[int, int], None]) -> BuiltText | None:
        """Wait for the text and the vectors.

        Returns None when the process was not started or failed. `progress` receives the number of vectors that are
        made, and their total.
        """
        return self._wait(TEXT, progress)

    def attach_vectors(self, generation: Path) -> None:
        """Move vectors that were made into a generation. Raises OSError."""
        made = self._scratch / FOLDER
        if made.is_dir():
            made.rename(generation / FOLDER)

    def close(self) -> None:
        """End the process and remove its folder."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _wait(self, part: str, progress: Callable[[int, int], None]):
        if self._pipe is None:
            return None
        try:
            while (message := self._pipe.recv()) != part:
                if message != STRUCTURE:  # nobody has waited for it where the process began late
                    progress(*message)
            return pickle.loads((self._scratch / part).read_bytes())
        except (EOFError, OSError):
            self.close()
            return None


# ---- in the process


def _build(pipe: Connection, config: Config, settings: ParseSettings, task: BuildTask, scratch: Path) -> None:
    import gc

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and stops us
    gc.disable()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(OSError, CodegraphError):
        content = prepare(scratch / DATABASE, _list_contents(task))
        _send_part(pipe, scratch, STRUCTURE, content)
        trim()
        cache = FactsCache(get_facts_database(config.home))
        keep = partial(remember, cache=cache, config=config, parser=settings.parser, chunker=settings.chunker)
        cutter = Cutter(task, settings, keep)
        invert(cutter.iterate()).save(scratch / TERMS)  # takes the most memory
        trim()
        text = _build_text(cutter.plain, content, cutter.chunks, scratch)
        trim()
        lack = _embed(pipe, config, task, cutter.chunks, scratch) if config.vectors else ""
        _send_part(pipe, scratch, TEXT, BuiltText(text, [each for each in (cache.problem, lack) if each]))


def _send_part(pipe: Connection, scratch: Path, part: str, value: object) -> None:
    """Give the parent a part through a file, so that neither waits for the other."""
    (scratch / part).write_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
    pipe.send(part)


def _list_contents(task: BuildTask) -> Iterator[FileContent]:
    """Yield the contents of all files."""
    for row in build_stored_files(task.found, task.outcomes, task.began_ns):
        yield FileContent(row, decode_symbols(task.outcomes.get(row.path)))


class Cutter:
    """Cuts files into chunks, one at a time.

    The terms of all files take more memory than all else here.
    `chunks` are those of each file by path, without terms, and `plain` the encoded ones of files in languages without
    a resolver. A file that changed since it was parsed has none until the next run, which sees that."""

    def __init__(
        self, task: BuildTask, settings: ParseSettings, remember_cut: Callable[[Sequence[ParsedFile]], None]
    ) -> None:
        """Take the files to cut, and the function that caches outcomes with new chunks.

        Entries of facts and chunks are released once they were used.
        """
        self._task = task
        self._settings = settings
        self._remember = remember_cut
        self._fresh: list[ParsedFile] = []
        self._fresh_bytes = 0
        self.chunks: dict[str, FileChunks] = {}
        self.plain: dict[str, bytes] = {}

    def iterate(self) -> Iterator[FileChunks]:
        """Yield the chunks of all files that have any, in path order, with their terms."""
        uncut = {candidate.path: candidate for candidate in self._task.uncut}
        for path in sorted(self._task.outcomes):
            stop_when_late(self._settings.alone_s)
            parsed = self._task.outcomes[path]
            encoded = parsed.chunks
            if path in uncut:
                entry, encoded = self._cut(uncut[path], parsed)
            else:
                entry = decode(encoded) if encoded else None
            self._task.outcomes[path] = parsed._replace(entry=None, chunks=b"")
            if entry is not None and entry.chunks:
                if not is_resolved(parsed.language):
                    self.plain[path] = encoded
                self.chunks[path] = FileChunks(entry.chunks, (), _NO_PLACES, _NO_PLACES, b"")
                yield entry
        self._remember_fresh()
        stop_when_late(0)
        forget_words()
        trim()

    def _cut(self, candidate: Candidate, parsed: ParsedFile) -> tuple[FileChunks | None, bytes]:
        read = read_file(self._task.found.root, candidate.real, max_bytes=self._settings.max_file_bytes * SOURCES)
        if isinstance(read, UnreadFile) or read.digest != parsed.digest:
            return None, b""
        _, entry = read_chunks(parsed.path, read.content.decode("utf-8"), decode_symbols(parsed))
        encoded = encode(entry)
        self._fresh.append(parsed._replace(entry=None, chunks=encoded, fresh_chunks=True))
        self._fresh_bytes += len(encoded)
        if self._fresh_bytes >= REMEMBERED_AT:
            self._remember_fresh()
        return entry, encoded

    def _remember_fresh(self) -> None:
        self._remember(self._fresh)
        self._fresh, self._fresh_bytes = [], 0


def _build_text(plain: Mapping[str, bytes], content: Content, chunks: Mapping[str, FileChunks], scratch: Path) -> Text:
    uses = name_uses(lambda: _decode_all(plain))
    texts = (FileText(file, content.ids[file], chunks.get(path)) for file, path in enumerate(content.paths))
    rows, counts = build_rows(texts)
    return Text(rows, counts, scratch / TERMS, uses)


def _decode_all(entries: Mapping[str, bytes]) -> Iterator[tuple[str, FileChunks]]:
    return ((path, entry) for path in sorted(entries) if (entry := decode(entries[path])) is not None)


def _embed(pipe: Connection, config: Config, task: BuildTask, chunks: Mapping[str, FileChunks], scratch: Path) -> str:
    """Write the vectors, and return why there are none."""
    from codegraph.embed.encoder_choice import build_encoder
    from codegraph.indexing.embed_stage import embed_chunks, load_last_vectors

    previous = load_last_vectors(task.previous) if task.previous is not None else None
    left_out: Collection[str] = list_derived_paths(task.outcomes)
    try:
        embedded = embed_chunks(
            task.found.root, chunks, build_encoder(config), previous, max_bytes=config.max_source_bytes,
            progress=lambda done, total: pipe.send((done, total)), left_out=left_out,
        )  # fmt: skip
    except EncoderError as error:
        return describe_missing_vectors(error.message, error.hint)
    embedded.attach(scratch)
    return ""


def give_back() -> None:
    """Return unused memory to the system.

    The parent takes most memory at its end. Some of the data that files are read and resolved with is in reference
    cycles, and glibc keeps the memory that was freed in between.
    """
    import gc

    gc.collect()
    trim()


def trim() -> None:
    """Return to the system the memory that is free already."""
    import ctypes

    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
