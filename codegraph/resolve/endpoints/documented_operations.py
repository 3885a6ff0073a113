"""Operations that documents describe, and the routes that answer them.

The paths of a document are below that of a server, which is the prefix by which most of its operations are answered. A
document is one of the tree's if that are half of them or more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.endpoint_rows import FileRows, NamedRow
from codegraph_parsers.frameworks.framework_model import ANY

HTTP: Final = "http"

MAX_ALIKE: Final = 200
"""Paths with one end that an operation is compared with; of more only the same path is."""

_PARAMETER: Final = re.compile(r"\{[^{}/]*\}")


class DocumentedOperation(NamedTuple):
    """An operation of a document, and the keys of the endpoints that answer it."""

    file: int
    row: NamedRow
    endpoints: tuple[tuple[int, str], ...]
    path: str  # whole, where none does


class OperationTable:
    """Endpoints by the shapes of their paths: names of parameters do not count."""

    def __init__(self, endpoints: Iterable[tuple[str, str, tuple[int, str]]]) -> None:
        """Take methods, paths and keys."""
        self._keys: dict[tuple[str, str], dict[tuple[int, str], None]] = {}
        self._by_end: dict[str, set[str]] = {}  # whole shapes by their ends
        for method, path, key in endpoints:
            shape = _shape(path)
            self._keys.setdefault((method, shape), {})[key] = None
            self._by_end.setdefault(_get_end(shape), set()).add(shape)

    def match(self, files: Iterable[tuple[int, FileRows]]) -> list[DocumentedOperation]:
        """Return the operations of the documents that are the tree's."""
        found: list[DocumentedOperation] = []
        for file, rows in files:
            operations = [row for row in rows.named if row.protocol == HTTP]
            if operations and self._keys:
                found += self._match_document(file, operations)
        return found

    def _match_document(self, file: int, operations: Sequence[NamedRow]) -> list[DocumentedOperation]:
        shapes = [_split(row.name) for row in operations]
        counts: dict[str, int] = {"": 0}
        for method, shape in shapes:
            for prefix in self._list_prefixes(method, shape):
                counts[prefix] = counts.get(prefix, 0) + 1
        prefix = min(counts, key=lambda each: (-counts[each], len(each), each))
        if counts[prefix] * 2 < len(operations):
            return []
        return [
            DocumentedOperation(file, row, self._find(method, prefix + shape), prefix + row.name.partition(" ")[2])
            for row, (method, shape) in zip(operations, shapes, strict=True)
        ]

    def _list_prefixes(self, method: str, shape: str) -> set[str]:
        alike = self._by_end.get(_get_end(shape), ())
        ends = (whole for whole in alike if whole.endswith(shape)) if len(alike) <= MAX_ALIKE else (shape,)
        return {whole[: len(whole) - len(shape)] for whole in ends if self._find(method, whole)}

    def _find(self, method: str, shape: str) -> tuple[tuple[int, str], ...]:
        return tuple(self._keys.get((method, shape)) or self._keys.get((ANY, shape)) or ())


def _split(name: str) -> tuple[str, str]:
    method, _, path = name.partition(" ")
    return method, _shape(path)


def _get_end(shape: str) -> str:
    """Return a path from its last segment on that is no parameter."""
    parts = shape.split("/")
    first = max((at for at, part in enumerate(parts) if part not in ("", "{}")), default=0)
    return "/".join(parts[first:])


def _shape(path: str) -> str:
    return _PARAMETER.sub("{}", path).rstrip("/") or "/"
