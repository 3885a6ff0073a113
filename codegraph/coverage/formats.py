"""Text formats of recorded runs: coverage.py's JSON, lcov, Go's cover profiles.

The beginning of a file decides its format. A line that does not fit is an error that names it: half of a record would
look like code that no test runs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from codegraph.coverage.recorded_runs import Covered, Recording, build_recording
from codegraph.errors import InvalidError

SQLITE: Final = b"SQLite format 3\0"
_BLOCK: Final = re.compile(r"(?P<file>.+):(?P<start>\d{1,9})\.\d+,(?P<end>\d{1,9})\.\d+ \d+ (?P<count>\d+)")
_LONGEST: Final = 1_000_000
"""Lines of one block of Go code; more is damage."""

_KNOWN: Final = "known are a coverage.py database or `coverage json`, an lcov tracefile, and a Go cover profile"


def read_text(content: bytes, name: str) -> Recording:
    """Read a record of a test run in any known format.

    `name` is the file's, for messages. Raises InvalidError for a text in none of the formats.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidError(f"{name} is no record of a test run", hint=_KNOWN) from error
    start = text.lstrip()
    if start.startswith("{"):
        return build_recording("coverage.py JSON", _read_json(text, name))
    if re.match(r"mode: (set|count|atomic)\s", start):
        return build_recording("Go cover profile", _read_go(start, name))
    if re.match(r"(TN|SF|VER):", start):
        return build_recording("lcov tracefile", _read_lcov(start, name))
    raise InvalidError(f"{name} is no record of a test run", hint=_KNOWN)


def _read_json(text: str, name: str) -> Iterator[Covered]:
    """Read `coverage json`; with `--show-contexts` every line names its tests."""
    try:
        document = json.loads(text)
        files: Mapping[str, Any] = document["files"]
        version = document["meta"]["version"]
        if not isinstance(files, dict) or not isinstance(version, str):
            raise TypeError("not the shape of coverage.py")
        for path, entry in cast(dict[str, dict[str, Any]], files).items():
            by_test: dict[str, set[int]] = {}
            for line, tests in entry.get("contexts", {}).items():
                for test in tests:
                    by_test.setdefault(str(test), set()).add(int(line))
            if not by_test:
                by_test[""] = {int(line) for line in entry["executed_lines"]}
            for test, lines in by_test.items():
                yield Covered(path, test, frozenset(lines))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        hint = "write it with `coverage json --show-contexts`"
        raise InvalidError(f"{name} is JSON, but not of coverage.py", hint=hint) from error


def _read_lcov(text: str, name: str) -> Iterator[Covered]:
    test, path = "", ""
    lines: set[int] = set()
    for number, raw in enumerate(text.splitlines(), 1):
        key, _, value = raw.strip().partition(":")
        if key == "TN":
            test = value.strip()
        elif key == "SF":
            path, lines = value.strip(), set()
        elif key == "DA":
            line, _, hits = value.partition(",")
            hits = hits.partition(",")[0]
            if not path or not line.isdecimal() or not hits.lstrip("-").isdecimal():
                raise _build_damage_error(name, number, raw)
            if int(hits) > 0:
                lines.add(int(line))
        elif key == "end_of_record":
            if not path:
                raise _build_damage_error(name, number, raw)
            yield Covered(path, test, frozenset(lines))
            path = ""
    if path:
        raise InvalidError(f"{name} ends within the record of {path}", hint="record the run again")


def _read_go(text: str, name: str) -> Iterator[Covered]:
    ran: dict[str, set[int]] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip() or raw.startswith("mode: "):
            continue
        found = _BLOCK.fullmatch(raw.strip())
        if found is None or not 0 <= int(found["end"]) - int(found["start"]) < _LONGEST:
            raise _build_damage_error(name, number, raw)
        lines = ran.setdefault(found["file"], set())
        if int(found["count"]):
            lines.update(range(int(found["start"]), int(found["end"]) + 1))
    for path, lines in ran.items():
        yield Covered(path, "", frozenset(lines))


def _build_damage_error(name: str, number: int, line: str) -> InvalidError:
    shown = line.strip()[:60]
    return InvalidError(f"line {number} of {name} is not as it should be: {shown!r}", hint="record the run again")
