"""The LanceDB table of an index: its place, and when it is updated.

The table holds the embeddings for other readers and other programs; the snapshot in each generation is what questions
read. A process of its own writes the table at the end of a run, because importing LanceDB takes a second and much
memory, and any problem with it or with its place costs a warning and never the index. Nothing that answers a question
imports it.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import Pipe, current_process
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import Error, copy2, copytree, rmtree
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import CodegraphError, NotFoundError, StorageError
from codegraph.runtime.optional_packages import is_installed
from codegraph.settings.config import Config
from codegraph.store.layout import IndexFolder, share_file
from codegraph.store.lock import hold_writer_lock
from codegraph.store.reader import Reader
from codegraph.store.schema import KINDS
from codegraph.store.vector_properties import TABLE, VectorDescription, read_about
from codegraph_parsers.file_facts import Flag

if TYPE_CHECKING:
    from codegraph.store.vectors import VectorRow

LIMIT_S: Final = 1800.0
"""Seconds the process may take: longer than writing any index to a place that answers."""

STATE: Final = "vectors.state.json"
FRAGMENT: Final = ".lance"
"""End of the names of files with rows of a LanceDB table."""

CATCHES_UP: Final = "the next `codegraph index` catches up"
_REINSTALL: Final = "reinstall codegraph, or set `vectors_table` to false to do without the table"
_ROWS: Final = """SELECT f.path, f.language, s.kind, COALESCE(s.flags, 0), c.start_line, c.end_line
    FROM chunks c JOIN files f ON f.id = c.file LEFT JOIN symbols s ON s.id = c.symbol ORDER BY f.path, c.id"""
# Chunks of a file have ids in line order.


class TablePlace(NamedTuple):
    """The place of a table, and its name there.

    A table with readers elsewhere `has_index` once it is large; next to an index nothing searches it.
    """

    uri: str
    name: str
    has_index: bool


class TableState(NamedTuple):
    """State of the index when the table was last updated.

    `sequence` names a generation's vectors.
    """

    uri: str
    name: str
    sequence: str
    rows: int


@dataclass(frozen=True, slots=True)
class SyncResult:
    """Result of writing the table.

    `rebuilt` is the reason why the table was built anew, "" when it was not. `sequence` names the vectors.
    """

    uri: str
    written: int
    rows: int
    rebuilt: str
    sequence: str


class Failure(NamedTuple):
    """A reason for which the table was not written, and what to do."""

    message: str
    hint: str


def locate_table(folder: IndexFolder, config: Config) -> TablePlace:
    """Return the place of the table of an index.

    It is next to the index, or at `vectors_uri` under the name of the index.
    """
    if config.vectors_uri:
        return TablePlace(config.vectors_uri, folder.name, has_index=True)
    return TablePlace(str(folder.path), TABLE, has_index=False)


def read_state(folder: IndexFolder) -> TableState | None:
    """Read the state of the table, None when it is unknown."""
    try:
        told = json.loads((folder.path / STATE).read_text(encoding="utf-8"))
        return TableState(str(told["uri"]), str(told["name"]), str(told["sequence"]), int(told["rows"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_behind(folder: IndexFolder, config: Config) -> bool:
    """Return whether the table lacks the current vectors.

    Raises StorageError when those are damaged.
    """
    number = folder.get_current()
    about = read_about(folder.get_generation(number))
    state = read_state(folder)
    if about is None:
        return False
    place = locate_table(folder, config)
    wanted = (place.uri, place.name, _name_sequence(number, about))
    return state is None or (state.uri, state.name, state.sequence) != wanted


def is_wanted(config: Config) -> bool:
    """Return whether a run keeps the table up to date by itself.

    Without LanceDB it does so only for a place that somebody named, and warns.
    """
    return config.vectors and config.vectors_table and (bool(config.vectors_uri) or is_installed("lancedb"))


def update_table(folder: IndexFolder, config: Config) -> list[str]:
    """Write the table if one is wanted, and return warnings.

    The caller holds the writer lock. A place that fails costs a warning, not the index.
    """
    if not is_wanted(config) or current_process().daemon:  # a daemon may start no process
        return []
    try:
        if not is_behind(folder, config):
            return []
        done = sync_table(folder, config)
    except CodegraphError as error:
        return [f"{error.message} ({error.hint}); {CATCHES_UP}" if error.hint else f"{error.message}; {CATCHES_UP}"]
    return [f"the vectors at {done.uri} were built anew: {done.rebuilt}"] if done.rebuilt else []


def clone_table(donor: IndexFolder, folder: IndexFolder, config: Config, *, is_same: bool) -> None:
    """Copy the table next to an index to that of a clone, which has none.

    With `is_same` both generations hold the same vectors, so a table that is up to date stays so; else the next run
    writes the differences. If it cannot be copied, the next run makes it. The caller holds the writer lock of `folder`.
    """
    source, target = donor.path / f"{TABLE}.lance", folder.path / f"{TABLE}.lance"
    if not is_wanted(config) or config.vectors_uri or target.exists() or not source.is_dir():
        return
    copied = folder.get_scratch()
    try:
        with hold_writer_lock(donor.lock):  # else the table may be changing
            copytree(source, copied, copy_function=_copy_file)
            is_current = is_same and not is_behind(donor, config)
            state = read_state(donor)
        copied.rename(target)
        about = read_about(folder.get_generation(folder.get_current()))
        if is_current and state is not None and about is not None:
            place = locate_table(folder, config)
            _save_state(
                folder, TableState(place.uri, place.name, _name_sequence(folder.get_current(), about), state.rows)
            )
    except (OSError, Error, CodegraphError):
        rmtree(copied, ignore_errors=True)


def _copy_file(source: str, target: str) -> None:
    """Copy a file of a table; fragments of its rows are never changed, and are shared."""
    if source.endswith(FRAGMENT):
        share_file(Path(source), Path(target))
    else:
        copy2(source, target)


def sync_table(folder: IndexFolder, config: Config, place: TablePlace | None = None) -> SyncResult:
    """Write the vectors of the current generation into a table, in a new process.

    That is the table of the index, or another one at `place`, of which no state is kept. The caller holds the writer
    lock. Raises NotFoundError when there are no vectors, StorageError when they, the place or LanceDB cannot be used.
    """
    from codegraph.runtime.python_processes import make_safe_environment, start_process

    if read_about(folder.get_generation(folder.get_current())) is None:
        raise NotFoundError("this index has no vectors", hint="run `codegraph index`")
    root = _read_root(folder)
    ours, theirs = Pipe(duplex=False)
    try:
        process = start_process(_write, (theirs, folder, config, place, make_safe_environment(root)), root=root)
    except OSError as error:
        raise StorageError(f"the LanceDB table was not written: {error.strerror}", hint="run this again") from error
    try:
        theirs.close()
        answer = _receive(ours)
    finally:
        process.kill()
        process.join()
        ours.close()
    if answer is None:
        raise StorageError("the process that writes the LanceDB table ended before it was done", hint=_REINSTALL)
    if isinstance(answer, Failure):
        raise StorageError(answer.message, hint=answer.hint)
    return answer


def _read_root(folder: IndexFolder) -> Path:
    with _open_reader(folder) as reader:
        return Path(str(reader.read_meta()["root"]))


def _receive(pipe: Connection) -> SyncResult | Failure | None:
    try:
        if not pipe.poll(LIMIT_S):
            return Failure(f"the LanceDB table was not written within {LIMIT_S / 60:.0f} minutes", "check its place")
        return pipe.recv()
    except (EOFError, OSError):
        return None


# ---- in the process


def _write(
    pipe: Connection, folder: IndexFolder, config: Config, place: TablePlace | None, environment: Mapping[str, str]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and stops us
    os.environ.clear()  # it is that of the process which forks us, as it was when that began
    os.environ.update(environment)
    answer: SyncResult | Failure
    try:
        answer = _reconcile(folder, place) if place is not None else _reconcile_own(folder, config)
    except CodegraphError as error:
        answer = Failure(error.message, error.hint)
    except OSError as error:
        answer = Failure(f"the LanceDB table cannot be written: {error.strerror or error}", "free some space")
    except Exception as error:  # noqa: BLE001 - whatever a broken installation raises
        answer = Failure(f"LanceDB cannot be used: {type(error).__name__}: {error}", _REINSTALL)
    pipe.send(answer)


def _reconcile_own(folder: IndexFolder, config: Config) -> SyncResult:
    place = locate_table(folder, config)
    (folder.path / STATE).unlink(missing_ok=True)  # what is not finished must not look so
    done = _reconcile(folder, place)
    _save_state(folder, TableState(place.uri, place.name, done.sequence, done.rows))
    return done


def _reconcile(folder: IndexFolder, place: TablePlace) -> SyncResult:
    from codegraph.store import vector_snapshot
    from codegraph.store.vectors import VectorTable

    with _open_reader(folder) as reader:
        generation = folder.get_generation(reader.generation)
        vectors, about = vector_snapshot.load(generation), read_about(generation)
        if vectors is None or about is None:
            raise NotFoundError("this index has no vectors", hint="run `codegraph index`")
        rows = list_rows(reader)
        sequence = _name_sequence(reader.generation, about)
    done = VectorTable(place.uri, place.name, indexed=place.has_index).reconcile(rows, vectors)
    return SyncResult(place.uri, done.written, done.rows, done.rebuilt, sequence)


def _save_state(folder: IndexFolder, state: TableState) -> None:
    temporary = folder.path / f"{STATE}.tmp"
    temporary.write_text(json.dumps(state._asdict()), encoding="utf-8")
    temporary.replace(folder.path / STATE)


@contextmanager
def _open_reader(folder: IndexFolder) -> Iterator[Reader]:
    reader = Reader.open(folder)
    try:
        yield reader
    finally:
        reader.close()


def _name_sequence(generation: int, about: VectorDescription) -> str:
    return f"{generation} {about.identity} {about.checksum}"


def list_rows(reader: Reader) -> list[VectorRow]:
    """Return the table's columns of every chunk, in chunk order."""
    from codegraph.store.vectors import VectorRow

    seen: Counter[str] = Counter()
    rows: list[VectorRow] = []
    for path, language, kind, flags, start, end in reader.execute(_ROWS):
        name = KINDS[kind] if kind is not None else ""
        rows.append(VectorRow(path, seen[path], language, str(name), bool(flags & Flag.TEST), start, end))
        seen[path] += 1
    return rows
