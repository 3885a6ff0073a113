"""Salvage of events from the bytes of a damaged memory database.

They are read page by page, where SQLite gives up on the whole file.

Rows of the log are found in every leaf page of a table, by their shape, whether or not the pages above are whole.
Committed pages of the write-ahead log replace those of the file. The format is SQLite's documented one:
https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store.memory.backup import list_backups
from codegraph.store.memory.connection import connect_to_read, get_database_path
from codegraph.store.memory.reader import LogRow

_LEAF: Final = 0x0D  # the first byte of a leaf page of a table
_PAGE_SIZE: Final = 4096  # what a database is made with; used where its header cannot be read
_WAL_HEADER: Final = struct.Struct(">8I")
_WAL_FRAME: Final = struct.Struct(">6I")
_WAL_MAGIC: Final = 0x377F0682  # the last bit says in which order of bytes checksums are counted
_COLUMNS: Final = 7  # of a row of the log; the first is its number


class Recovery(NamedTuple):
    """Remaining events of a damaged database and its backups, in order."""

    rows: list[LogRow]
    from_backups: int
    lost: int  # numbers below the highest that no file has


def recover(home: Path, is_readable: Callable[[LogRow], bool]) -> Recovery:
    """Combine the readable events of the database with its backups.

    Events are matched by number and origin. A backup with another event under a number has a different history and is
    left out. Raises OSError.
    """
    path = get_database_path(home)
    rows = {seq: row for seq, row in salvage_file(path).rows.items() if is_readable(row)}
    own = len(rows)
    for copy in reversed(list_backups(home)):
        kept = read_backup(copy)
        shared = rows.keys() & kept.keys()
        if any(_get_origin(rows[seq]) != _get_origin(kept[seq]) for seq in shared) or (rows and not shared):
            continue
        rows |= {seq: row for seq, row in kept.items() if seq not in rows and is_readable(row)}
    ordered = [rows[seq] for seq in sorted(rows)]
    return Recovery(ordered, len(rows) - own, (ordered[-1].seq if ordered else 0) - len(ordered))


def _get_origin(row: LogRow) -> tuple[int, str, str]:
    return row.at, row.kind, row.operation


class SalvagedEvents(NamedTuple):
    """The events that were read.

    `damaged` counts rows that exist but cannot be read.
    """

    rows: dict[int, LogRow]
    damaged: int


def salvage_file(path: Path) -> SalvagedEvents:
    """Read the events of a database file and its write-ahead log.

    No connection of this process may have it open: closing the file here drops the locks of all of them. Raises
    OSError."""
    content = path.read_bytes()
    wal = path.with_name(path.name + "-wal")
    size = _read_page_size(content)
    pages = {number + 1: content[at : at + size] for number, at in enumerate(range(0, len(content), size))}
    if wal.exists():
        pages |= _read_committed(wal.read_bytes(), size)
    rows: dict[int, LogRow] = {}
    damaged = 0
    for number in sorted(pages):
        for cell in _read_cells(pages, number, size):
            row = _read_event(cell) if cell is not None else None
            if row is not None:
                rows[row.seq] = row
            else:
                damaged += cell is None
    return SalvagedEvents(rows, damaged)


def read_backup(path: Path) -> dict[int, LogRow]:
    """Return the events of a backup, none for one that cannot be read."""
    rows: dict[int, LogRow] = {}
    try:
        connection = connect_to_read(path)
    except StorageError:
        return rows
    try:
        sql = "SELECT seq, at, kind, subject, operation, actor, payload FROM events ORDER BY seq"
        for values in connection.execute(sql):
            row = LogRow(*values)
            rows[row.seq] = row
    except sqlite3.Error:
        pass  # what was read before the damage counts
    finally:
        connection.close()
    return rows


def _read_page_size(content: bytes) -> int:
    size = int.from_bytes(content[16:18], "big") if content[:6] == b"SQLite" else 0
    size = 65_536 if size == 1 else size
    return size if 512 <= size <= 65_536 and size & (size - 1) == 0 else _PAGE_SIZE


def _read_committed(wal: bytes, size: int) -> dict[int, bytes]:
    """Return the pages of all complete transactions in a write-ahead log.

    Each page is in its last state."""
    if len(wal) < _WAL_HEADER.size:
        return {}
    magic, _, wal_size, _, *salt, _, _ = _WAL_HEADER.unpack_from(wal)
    if magic & ~1 != _WAL_MAGIC or wal_size != size:
        return {}
    order = ">" if magic & 1 else "<"
    sums = _compute_checksum(wal[:24], (0, 0), order)
    done: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    at = _WAL_HEADER.size
    while at + _WAL_FRAME.size + size <= len(wal):
        number, commit, first, second, *told = _WAL_FRAME.unpack_from(wal, at)
        page = wal[at + _WAL_FRAME.size : at + _WAL_FRAME.size + size]
        sums = _compute_checksum(wal[at : at + 8] + page, sums, order)
        if [first, second] != salt or list(sums) != told:
            break
        waiting[number] = page
        if commit:
            done |= waiting
            waiting = {}
        at += _WAL_FRAME.size + size
    return done


def _compute_checksum(content: bytes, start: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = start
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for i in range(0, len(words), 2):
        one = (one + words[i] + two) & 0xFFFFFFFF
        two = (two + words[i + 1] + one) & 0xFFFFFFFF
    return one, two


def _read_cells(pages: Mapping[int, bytes], number: int, size: int) -> Iterator[tuple[int, bytes] | None]:
    """Yield number and record of every row of a leaf page.

    Yields None for a row that cannot be followed."""
    page = pages[number]
    head = 100 if number == 1 else 0
    if len(page) < size or page[head] != _LEAF:
        return
    count = int.from_bytes(page[head + 3 : head + 5], "big")
    for i in range(min(count, size // 4)):
        at = int.from_bytes(page[head + 8 + 2 * i : head + 10 + 2 * i], "big")
        try:
            yield _read_cell(pages, page, at, size)
        except (IndexError, ValueError, KeyError):
            yield None


def _read_cell(pages: Mapping[int, bytes], page: bytes, at: int, size: int) -> tuple[int, bytes]:
    length, at = _read_varint(page, at)
    row, at = _read_varint(page, at)
    most = size - 35
    local = length
    if length > most:
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
    record = page[at : at + local]
    overflow = int.from_bytes(page[at + local : at + local + 4], "big") if length > local else 0
    seen: set[int] = set()
    while overflow and len(record) < length:
        if overflow in seen:
            raise ValueError("a chain of pages that never ends")
        seen.add(overflow)
        more = pages[overflow]
        record += more[4 : 4 + min(size - 4, length - len(record))]
        overflow = int.from_bytes(more[:4], "big")
    if len(record) != length:
        raise ValueError("a record that ends too soon")
    return row, record


def _read_varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for i in range(9):
        byte = content[at + i]
        if i == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + i + 1
    raise ValueError("a number that never ends")


def _read_event(cell: tuple[int, bytes]) -> LogRow | None:
    """Return a row as an event of the log.

    The result is None for a row of another table or one whose text is damaged.
    """
    seq, record = cell
    try:
        values = _read_values(record)
    except (IndexError, ValueError):
        return None
    if len(values) != _COLUMNS or values[0] is not None:
        return None
    _, at, kind, subject, operation, actor, payload = values
    if not isinstance(at, int) or not (
        isinstance(kind, str) and isinstance(subject, str) and isinstance(operation, str)
    ):
        return None
    if not (isinstance(actor, str) and isinstance(payload, str)) or not kind.isidentifier():
        return None
    try:
        if not isinstance(json.loads(payload), dict):
            return None
    except ValueError:
        return None
    return LogRow(seq, at, kind, subject, operation, actor, payload)


def _read_values(record: bytes) -> list[int | float | str | bytes | None]:
    end, at = _read_varint(record, 0)
    kinds: list[int] = []
    while at < end:
        kind, at = _read_varint(record, at)
        kinds.append(kind)
    values: list[int | float | str | bytes | None] = []
    for kind in kinds:
        width = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind] if kind < 10 else (kind - 12) // 2
        part = record[at : at + width]
        if kind >= 12 and len(part) != width:
            raise ValueError("a value that ends too soon")
        at += width
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind < 7:
            values.append(int.from_bytes(part, "big", signed=True))
        elif kind == 7:
            values.append(struct.unpack(">d", part)[0])
        else:
            values.append(part if kind % 2 == 0 else part.decode("utf-8"))
    return values
