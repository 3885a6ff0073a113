"""Conversion of records to text and back: JSON lines, JSON, CSV and Markdown.

A part that cannot be read is reported and does not stop the rest.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.errors import InvalidError
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.transfer.record import FIELDS, Record


class Format(StrEnum):
    JSONL = "jsonl"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


class Item(NamedTuple):
    """Memory of a file, or why it could not be read.

    `place` names it: `line 3`.
    """

    place: str
    record: object | None
    problem: str = ""


_TEXTS: Final = frozenset(
    ("id", "content", "memory_type", "namespace", "status", "origin", "vocabulary", "session", "kref")
)
_TIMES: Final = frozenset(("created_at", "updated_at", "verified_at", "valid_from", "valid_to"))

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def write(records: Iterable[Record], form: Format) -> Iterator[str]:
    """Yield the pieces of text that together are the file."""
    match form:
        case Format.JSONL:
            yield from (_encode(record) + "\n" for record in records)
        case Format.JSON:
            opening = "["
            for record in records:
                yield opening + "\n" + _encode(record)
                opening = ","
            yield "[]\n" if opening == "[" else "\n]\n"
        case Format.CSV:
            yield _format_csv_line(FIELDS)
            for record in records:
                yield _format_csv_line([_format_cell(record[name]) for name in FIELDS])
        case Format.MARKDOWN:
            yield "# Memories\n"
            for record in records:
                yield _format_section(record)


def _format_csv_line(cells: Iterable[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    return buffer.getvalue()


def _format_cell(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else _encode(value)


def _format_section(record: Record) -> str:
    """Format a section: a heading for people, the record for programs, the content.

    The content is for both.
    """
    content = str(record["content"])
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", content)), default=0))
    rest = _encode({name: value for name, value in record.items() if name != "content"})
    title = f"{record['memory_type']}: {to_one_line(content)[:72]}"
    return f"\n## {title}\n\n```json memory\n{rest}\n```\n\n{fence}text content\n{content}\n{fence}\n"


def read(text: str, form: Format) -> list[Item]:
    """Read the memories of a file in order.

    Raises InvalidError when the file as a whole is not of that format.
    """
    match form:
        case Format.JSONL:
            return [_parse_json_item(f"line {i}", line) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
        case Format.JSON:
            return _read_json(text)
        case Format.CSV:
            return list(_read_csv(text))
        case Format.MARKDOWN:
            return list(_read_markdown(text))


def _parse_json_item(place: str, text: str) -> Item:
    try:
        return Item(place, json.loads(text))
    except (ValueError, RecursionError) as error:
        return Item(place, None, f"not JSON: {error}")


def _read_json(text: str) -> list[Item]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"the file is not JSON: {error}", hint="one object a line is `--format jsonl`") from error
    if not isinstance(found, list):
        raise InvalidError("the file holds no JSON array", hint='such as [{"content": "…"}]')
    return [Item(f"item {i}", record) for i, record in enumerate(found, 1)]


def _read_csv(text: str) -> Iterator[Item]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    if "content" not in (reader.fieldnames or ()):
        raise InvalidError("the file has no column `content`", hint=f"columns: {','.join(FIELDS)}")
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Item(f"line {reader.line_num}", None, f"not CSV: {error}")
            continue
        place = f"line {reader.line_num}"
        if None in row or None in row.values():
            yield Item(place, None, "as many cells as columns are needed")
            continue
        try:
            yield Item(place, {name: _from_cell(name, cell) for name, cell in row.items() if cell != ""})
        except ValueError as error:
            yield Item(place, None, f"a cell is not JSON: {error}")


def _from_cell(name: str, cell: str) -> object:
    return cell if name in _TEXTS or name in _TIMES else json.loads(cell)


_BLOCK: Final = re.compile(
    r"^```json memory\n(?P<rest>.*)\n```\n\n(?P<fence>`{3,})text content\n(?P<content>(?s:.*?))\n(?P=fence)$", re.M
)


def _read_markdown(text: str) -> Iterator[Item]:
    starts = [match.start() for match in re.finditer(r"^```json memory$", text, re.M)]
    covered = 0
    for start in starts:
        if start < covered:
            continue  # a block quoted inside the content of a memory
        place = f"line {text.count(chr(10), 0, start) + 1}"
        match = _BLOCK.match(text, start)
        if match is None:
            yield Item(place, None, "a block of data without its content")
            continue
        covered = match.end()
        item = _parse_json_item(place, match["rest"])
        record = item.record
        yield Item(place, record | {"content": match["content"]}) if isinstance(record, dict) else item
