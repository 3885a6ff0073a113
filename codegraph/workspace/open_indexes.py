"""Indexes of a workspace, of which only those that were used last are open."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Final

from codegraph.errors import NotIndexedError, StorageError
from codegraph.query.index import Index
from codegraph.runtime.open_files import allow_open_files
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.reader import Reader

FILES_OF_AN_INDEX: Final = 4
"""Files of one index that are open at once, at most."""

MOST_OPEN: Final = 256
"""Indexes that are open at once: of more, each takes memory, and all of them every file that a process may open."""

_FEWEST: Final = 8
"""A question reads from a few indexes at the same time, whatever the limit of open files."""


class OpenIndexes:
    """A least recently used cache of open indexes.

    An index is closed when others were used more recently, and opened again when it is asked. Use it as a context
    manager, or `close` it."""

    def __init__(self, count: int) -> None:
        """Take the number of indexes that will be asked."""
        wanted = min(count, MOST_OPEN)
        self._most = max(_FEWEST, allow_open_files(FILES_OF_AN_INDEX * wanted) // FILES_OF_AN_INDEX)
        self._open: OrderedDict[Path, Index] = OrderedDict()

    def __enter__(self) -> OpenIndexes:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all indexes."""
        while self._open:
            self._open.popitem()[1].close()

    def open(self, root: Path, config: Config) -> Index:
        """Open the newest generation of an index.

        Raises the errors of `Index.open`."""
        return self._keep(Index.open(root, config), config)

    def find(self, root: Path, config: Config, generation: int) -> Index:
        """Return the open index of a work tree, which is opened again where it was closed.

        Raises StorageError where it has another generation now."""
        folder = get_index_folder(config.home, root)
        known = self._open.get(folder.path)
        if known is not None:
            self._open.move_to_end(folder.path)
            return known
        try:
            index = Index(root, Reader.open(folder), config)
        except NotIndexedError as error:
            raise StorageError(f"the index of {root} was removed while it was read", hint="ask again") from error
        if index.generation != generation:
            index.close()
            raise StorageError(f"{root} was indexed again while its index was read", hint="ask again")
        return self._keep(index, config)

    def _keep(self, index: Index, config: Config) -> Index:
        place = get_index_folder(config.home, index.root).path
        replaced = self._open.pop(place, None)
        if replaced is not None:
            replaced.close()
        while len(self._open) >= self._most:
            self._open.popitem(last=False)[1].close()
        self._open[place] = index
        return index
