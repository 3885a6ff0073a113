"""Symbols of the files of one state by their ids."""

from __future__ import annotations

from collections.abc import Callable

from codegraph.query.index import Index
from codegraph.query_results import SymbolRow


class FileSymbols:
    """Lookup of symbols by file and id, which reads each file of an index once.

    `open_index` opens the index when the first symbol is asked for."""

    def __init__(self, open_index: Callable[[], Index]) -> None:
        self._open_index = open_index
        self._files: dict[str, dict[str, SymbolRow]] = {}

    def find(self, path: str, id: str) -> SymbolRow | None:
        """Return the symbol of an id, None where the index does not have it."""
        if path not in self._files:
            index = self._open_index()
            rows = index.list_file_symbols(path) if path in index.read_known_files() else ()
            self._files[path] = {row.id: row for row in rows}
        return self._files[path].get(id)
