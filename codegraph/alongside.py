"""What of a generation does not rest on edges, made by another process while this one resolves.

Resolving takes as long as all parsing does and keeps one processor busy. Meanwhile texts in no known language are read
and cut, the rows of files, symbols and chunks written, the terms of all chunks inverted, and their vectors made. Where
no vectors are wanted, which take as long as all else here, source is cut into chunks here, too, and not where it is
parsed.

The other process writes into a folder of its own beside the generations, so that one which outlives its parent spoils
nothing. Whatever goes wrong with it costs time only: without an answer its work is done here.
"""

from __future__ import annotations

import pickle
import shutil
import signal
import sys
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing import Pipe, current_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.config import Config
from codegraph.embed.entry import decode
from codegraph.errors import CodegraphError, EncoderError
from codegraph.model import FileChunks
from codegraph.outcomes import list_derived_paths, no_vectors, remember, stored_files
from codegraph.parse_pool import (
    Parsed,
    ParseSettings,
    cut_later,
    decode_entry_lazily,
    read_and_parse,
    reduce_to_symbols,
    stop_when_late,
    worker_count,
)
from codegraph.python_processes import start_process
from codegraph.scan.walk import Candidate, Scan
from codegraph.search.references import name_uses
from codegraph.store.content import FileContent, Prepared, prepare
from codegraph.store.facts_cache import FactsCache
from codegraph.store.layout import DATABASE, IndexFolder, facts_database
from codegraph_parsers import languages
from codegraph_parsers.facts import FileStatus

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

WORTH_IT: Final = 3_000_000
"""Bytes of source from which on resolving takes longer than starting a process and handing over what it needs."""

TERMS: Final = "terms.bin"
MADE: Final = "made.pickle"
DONE: Final = "done"


class Job(NamedTuple):
    """What there is to do. `outcomes` are of all files but the `texts` that were put off, by path; `uncut` are those of
    them that are to be cut."""

    found: Scan
    began_ns: int
    texts: Sequence[Candidate]
    uncut: Sequence[Candidate]
    outcomes: dict[str, Parsed]
    previous: Path | None  # generation whose vectors are taken where the text is the same


class Asked(NamedTuple):
    """What the other process is told."""

    config: Config
    settings: ParseSettings
    job: Job
    scratch: Path


class Made(NamedTuple):
    """What came of it: outcomes of the texts, without their chunks."""

    texts: dict[str, Parsed]
    uses: dict[tuple[str, str], int]
    prepared: Prepared
    warnings: list[str]


class PutOff(NamedTuple):
    """What can wait until the others are resolved: texts in no known language, and cutting the source."""

    texts: list[Candidate]
    cutting: bool


NOTHING: Final = PutOff([], False)


def put_off(candidates: Sequence[Candidate], root: Path, config: Config) -> PutOff:
    """What of the files to be read can wait, when there is source enough to resolve meanwhile: that takes as long as
    cutting all source and twice as much text, or cutting as much text and making vectors."""
    if not _can_start(config):
        return NOTHING
    texts: list[Candidate] = []
    source = rest = 0
    for candidate in candidates:
        if languages.detect(candidate.path, b"") is None and not _is_script(root, candidate):
            texts.append(candidate)
            rest += candidate.size
        else:
            source += candidate.size
    most = source if config.vectors else 2 * source
    return PutOff(texts, not config.vectors) if source >= WORTH_IT and rest <= most else NOTHING


def _can_start(config: Config) -> bool:
    return worker_count(config.workers) > 1 and not current_process().daemon


def _is_script(root: Path, candidate: Candidate) -> bool:
    """Whether a first line may say which language it is in."""
    try:
        with open(root / candidate.real, "rb") as handle:
            return handle.read(2) == b"#!"
    except OSError:
        return False


class Alongside:
    """The process, from `begin` to `close`."""

    def __init__(self, folder: IndexFolder) -> None:
        self._scratch = folder.scratch()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def begin(self, config: Config, settings: ParseSettings, job: Job) -> None:
        """Start it if that is worth it."""
        if not _can_start(config) or sum(p.size for p in job.outcomes.values() if p.language) < WORTH_IT:
            return
        ours, theirs = Pipe(duplex=False)
        job = job._replace(outcomes={path: reduce_to_symbols(parsed) for path, parsed in job.outcomes.items()})
        with suppress(OSError):
            self._scratch.mkdir(parents=True)
            self._process = start_process(
                _work, (theirs, Asked(config, settings, job, self._scratch)), root=Path(settings.root)
            )
            self._pipe = ours
        theirs.close()

    def wait(self, progress: Callable[[str, int, int], None]) -> Made | None:
        """What it made, None when it was not started or came to nothing."""
        if self._pipe is None:
            return None
        try:
            while True:
                told = self._pipe.recv()
                if told == DONE:
                    return pickle.loads((self._scratch / MADE).read_bytes())
                progress("embed", *told)
        except (EOFError, OSError):
            return None

    def attach(self, generation: Path) -> None:
        """Move the vectors it wrote, if any, into a generation's folder. Raises OSError."""
        for path in self._scratch.iterdir():
            if path.name not in (TERMS, MADE, DATABASE):
                path.rename(generation / path.name)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        shutil.rmtree(self._scratch, ignore_errors=True)


# ---- in the other process


def _work(pipe: Connection, asked: Asked) -> None:
    import gc

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and stops us
    gc.disable()
    with suppress(OSError, CodegraphError):
        texts = _read(asked)
        give_back()
        outcomes = asked.job.outcomes | texts
        cut = _cut(asked, outcomes)
        give_back()
        cache = FactsCache(facts_database(asked.config.home))
        remember([*texts.values(), *cut], cache, asked.settings.parser, asked.settings.chunker)
        entries = {path: parsed.chunks for path, parsed in outcomes.items() if parsed.chunks}
        plain = {path: entry for path, entry in entries.items() if not outcomes[path].language}
        uses = name_uses(lambda: _decoded(plain))
        terms = asked.scratch / TERMS
        _invert(_decoded(entries), terms)  # takes the most memory: while the other process has least
        give_back()
        chunks = dict(_decoded(entries, with_terms=False)) if asked.config.vectors else {}
        lack = _embed(pipe, asked, chunks, list_derived_paths(outcomes)) if asked.config.vectors else ""
        give_back()
        database = asked.scratch / DATABASE
        prepared = Prepared(database, terms, prepare(database, _contents(asked.job, outcomes)))
        told = {path: parsed._replace(chunks=b"", fresh_chunks=False) for path, parsed in texts.items()}
        made = Made(told, uses, prepared, [text for text in (cache.problem, lack) if text])
        # Through a file, so that this process ends while the graph is being resolved, and with it what it holds.
        (asked.scratch / MADE).write_bytes(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        pipe.send(DONE)


def give_back() -> None:
    """Free what is not used any more: the other process takes most memory at its end. Some of what files are read and
    resolved with is held in circles, and glibc keeps what was freed in between."""
    import gc

    gc.collect()
    trim()


def trim() -> None:
    """Return to the system what is free already."""
    import ctypes

    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


def _read(asked: Asked) -> dict[str, Parsed]:
    """Outcomes of the texts. A file that turned into a script since it was looked at stays a text until the next run,
    which sees that it changed."""
    watch = array("d", (-1.0, 0.0, 0.0))
    outcomes = read_and_parse(asked.job.texts, asked.settings._replace(watch=watch, cuts=True))
    stop_when_late(0)
    return {
        p.path: p._replace(language="", status=FileStatus.TEXT, entry=None) if p.entry is not None else p
        for p in outcomes
    }


def _cut(asked: Asked, outcomes: dict[str, Parsed]) -> list[Parsed]:
    """Give source that was not cut its chunks, which the cache lacks. A file that changed since it was parsed has none
    until the next run, which sees that."""
    found: list[Parsed] = []
    for candidate in asked.job.uncut:
        stop_when_late(asked.settings.alone_s)
        parsed = outcomes[candidate.path]
        chunks = cut_later(candidate, parsed, asked.settings)
        if chunks is not None:
            outcomes[candidate.path] = parsed._replace(chunks=chunks)
            found.append(parsed._replace(entry=None, chunks=chunks, fresh_chunks=True))
    stop_when_late(0)
    return found


def _contents(job: Job, outcomes: Mapping[str, Parsed]) -> Iterator[FileContent]:
    for row in stored_files(job.found, outcomes, job.began_ns):
        parsed = outcomes.get(row.path)
        facts = decode_entry_lazily(parsed.entry) if parsed is not None and parsed.entry is not None else None
        entry = decode(parsed.chunks, with_terms=False) if parsed is not None and parsed.chunks else None
        yield FileContent(row, facts, entry if entry is not None and entry.chunks else None)


def _decoded(entries: Mapping[str, bytes], *, with_terms: bool = True) -> Iterator[tuple[str, FileChunks]]:
    """Entries in path order, one at a time: the terms of all files take more memory than all else here."""
    for path in sorted(entries):
        entry = decode(entries[path], with_terms=with_terms)
        if entry is not None and entry.chunks:
            yield path, entry


def _invert(chunks: Iterable[tuple[str, FileChunks]], place: Path) -> None:
    from codegraph.store.postings import inverted  # numpy

    def numbered() -> Iterator[tuple[int, FileChunks]]:
        first = 0
        for _, entry in chunks:
            yield first, entry
            first += len(entry.chunks)

    inverted(numbered()).save(place)


def _embed(pipe: Connection, asked: Asked, chunks: Mapping[str, FileChunks], derived: Collection[str]) -> str:
    """Write the vectors; why there are none."""
    from codegraph.embed.choose import encoder_of
    from codegraph.embedding import embed_chunks, last_vectors

    previous = last_vectors(asked.job.previous) if asked.job.previous is not None else None
    try:
        embedded = embed_chunks(
            Path(asked.settings.root), chunks, encoder_of(asked.config), previous,
            max_bytes=asked.config.max_source_bytes, progress=lambda done, total: pipe.send((done, total)),
            left_out=derived,
        )  # fmt: skip
    except EncoderError as error:
        return no_vectors(error.message, error.hint)
    embedded.attach(asked.scratch)
    return ""
