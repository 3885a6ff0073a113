"""What search reads of a generation, made by another process while this one resolves.

Resolving takes as long as all parsing does and keeps one processor busy. Nothing of search rests on it: texts in no
known language are read and cut meanwhile, the terms of all chunks inverted, and their vectors made. Where no vectors
are wanted, which take as long as all else here, source is cut into chunks here, too, and not where it is parsed.

The other process writes into a folder of its own beside the generations, so that one which outlives its parent spoils
nothing. Whatever goes wrong with it costs time only: without an answer its work is done here.
"""

from __future__ import annotations

import pickle
import shutil
import signal
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing import Pipe, current_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.config import Config
from codegraph.embed.entry import decode
from codegraph.errors import CodegraphError, EncoderError
from codegraph.model import FileChunks
from codegraph.parse_pool import (
    Parsed,
    ParseSettings,
    cut_later,
    read_and_parse,
    start_process,
    stop_when_late,
    worker_count,
)
from codegraph.scan.walk import Candidate
from codegraph.search.references import name_uses
from codegraph.store.layout import IndexFolder
from codegraph_parsers import languages
from codegraph_parsers.facts import FileStatus

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

WORTH_IT: Final = 3_000_000
"""Bytes of source from which on resolving takes longer than starting a process and handing over what it needs."""

TERMS: Final = "terms.bin"
MADE: Final = "made.pickle"
DONE: Final = "done"


class Asked(NamedTuple):
    """What the other process is told. `chunks` are entries by path, `plain` those of them in no known language. `uncut`
    are files that were parsed and not cut."""

    config: Config
    settings: ParseSettings
    texts: Sequence[Candidate]
    uncut: list[tuple[Candidate, Parsed]]
    chunks: dict[str, bytes]
    plain: frozenset[str]
    previous: Path | None  # generation whose vectors are taken where the text is the same
    scratch: Path


class Made(NamedTuple):
    """What came of it. `cut` are the chunks of source that was not cut where it was parsed, by path; `problem` is why
    there are no vectors though they are wanted, and what to do."""

    texts: dict[str, Parsed]
    cut: dict[str, bytes]
    uses: dict[tuple[str, str], int]
    vectors: bool
    problem: tuple[str, str]


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

    def begin(
        self, config: Config, settings: ParseSettings, texts: Sequence[Candidate], uncut: Sequence[Candidate],
        outcomes: Mapping[str, Parsed], previous: Path | None,
    ) -> None:  # fmt: skip
        """Start it if that is worth it. `outcomes` are of the files that were not put off, `uncut` those of them that
        are to be cut."""
        if not _can_start(config) or sum(p.size for p in outcomes.values() if p.language) < WORTH_IT:
            return
        chunks = {path: parsed.chunks for path, parsed in outcomes.items() if parsed.chunks}
        plain = frozenset(path for path in chunks if not outcomes[path].language)
        parsed = [(candidate, outcomes[candidate.path]) for candidate in uncut]
        ours, theirs = Pipe(duplex=False)
        with suppress(OSError):
            self._scratch.mkdir(parents=True)
            self._process = start_process(
                _work,
                (theirs, Asked(config, settings, texts, parsed, chunks, plain, previous, self._scratch)),
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

    def attach(self, made: Made, generation: Path) -> None:
        """Move the vectors it wrote into a generation's folder. Raises OSError."""
        if made.vectors:
            for path in self._scratch.iterdir():
                if path.name not in (TERMS, MADE):
                    path.rename(generation / path.name)

    @property
    def terms(self) -> Path:
        return self._scratch / TERMS

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
        texts, cut = _read(asked), _cut(asked)
        asked.uncut.clear()
        entries = {**asked.chunks, **cut, **{path: parsed.chunks for path, parsed in texts.items() if parsed.chunks}}
        named = {path: data for path, data in entries.items() if path in asked.plain or path in texts}
        uses = name_uses(lambda: _decoded(named))
        _invert(_decoded(entries), asked.scratch / TERMS)
        problem = _embed(pipe, asked, dict(_decoded(entries, with_terms=False))) if asked.config.vectors else ("", "")
        made = Made(texts, cut, uses, asked.config.vectors and not problem[0], problem)
        # Through a file, so that this process ends while the graph is being resolved, and with it what it holds.
        (asked.scratch / MADE).write_bytes(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        pipe.send(DONE)


def _read(asked: Asked) -> dict[str, Parsed]:
    """Outcomes of the texts. A file that turned into a script since it was looked at stays a text until the next run,
    which sees that it changed."""
    watch = array("d", (-1.0, 0.0))
    outcomes = read_and_parse(asked.texts, asked.settings._replace(watch=watch, cuts=True))
    stop_when_late(0)
    return {
        p.path: p._replace(language="", status=FileStatus.TEXT, entry=None) if p.entry is not None else p
        for p in outcomes
    }


def _cut(asked: Asked) -> dict[str, bytes]:
    """Chunks of source. A file that changed since it was parsed has none until the next run, which sees that."""
    found: dict[str, bytes] = {}
    for candidate, parsed in asked.uncut:
        stop_when_late(asked.settings.alone_s)
        entry = cut_later(candidate, parsed, asked.settings)
        if entry is not None:
            found[parsed.path] = entry
    stop_when_late(0)
    return found


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


def _embed(pipe: Connection, asked: Asked, chunks: Mapping[str, FileChunks]) -> tuple[str, str]:
    """Write the vectors; why there are none, and what to do."""
    from codegraph.embed.choose import encoder_of
    from codegraph.embedding import embed_chunks, last_vectors

    previous = last_vectors(asked.previous) if asked.previous is not None else None
    try:
        embedded = embed_chunks(
            Path(asked.settings.root), chunks, encoder_of(asked.config), previous,
            max_bytes=asked.config.max_file_bytes, progress=lambda done, total: pipe.send((done, total)),
        )  # fmt: skip
    except EncoderError as error:
        return error.message, error.hint
    embedded.attach(asked.scratch)
    return "", ""
