"""Recording for one edit that is known beforehand: only reads of what it will change, a small part of all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from codegraph.resolve.record import Key, Recorder


class UnforeseenError(Exception):
    """Something else has changed than what was watched for."""


FOUND_OUT: Final = frozenset(("passed", "calls", "package", "included", "shaped", "shapes"))
"""Kinds of items that only emission changes."""

OF_SYMBOLS: Final = frozenset(("line", "table", "added", "extra", "below"))
"""Kinds of items that belong to a symbol, whose item comes next in the key."""

OF_FILES: Final = frozenset(("name", "stars"))
"""Kinds of items that belong to a file, which comes next in the key."""

OF_PLACES: Final = frozenset(("module", "part", "unit", "bound", "stars"))
"""Kinds of items that change with import rules."""


class Watch(Recorder):
    """What only emission finds out is recorded as ever. If then anything else changes than what was foreseen, that is
    an UnforeseenError: nothing can be missed."""

    def __init__(
        self, record: Recorder, symbols: Iterable[int], keys: Iterable[Key], files: Iterable[int], *, replaced: bool
    ) -> None:
        """Goes on from `record`. `symbols` (their items) and `keys` will change, of `files` that are there; import
        rules, if they are `replaced`."""
        super().__init__(record.items)
        self.places = record.places
        self.count = record.count
        self.known = record.known
        self.read, self.reader = record.read, record.reader
        self.pieces, self.vertex = record.pieces, record.vertex
        self.base = record.base
        self._symbols = frozenset(symbols)
        self._fresh = -1  # items of symbols that nobody can have read start here
        self._open = FOUND_OUT | OF_PLACES if replaced else FOUND_OUT
        self._watched: dict[Key, int] = {key: self.item(key) for key in keys}
        self._extra = {key[1] for key in self._watched if key[0] == "extra"}
        self._added = {key[2] for key in self._watched if key[0] == "added"}
        self._there = frozenset(files)
        self._files = {key[1] for key in self._watched if key[0] == "name"}

    def symbol(self, gid: int) -> None:
        item = self.items[gid]
        if item in self._symbols:
            self.trace.append(item)

    def name(self, file: int, name: str) -> None:
        if file in self._files:
            self._note(("name", file, name))

    def added(self, gid: int, name: str) -> None:
        if name in self._added:
            self._note(("added", self.items[gid], name))

    def extra(self, gid: int) -> None:
        if self.items[gid] in self._extra:
            self._note(("extra", self.items[gid]))

    def table(self, gid: int) -> None:
        self._note(("table", self.items[gid]))

    def line(self, gid: int) -> None:
        self._note(("line", self.items[gid]))

    def fact(self, *key: str | int) -> None:
        if key[0] in self._open:
            self.trace.append(self.item(key))
        else:
            self._note(key)

    def _note(self, key: Key) -> None:
        item = self._watched.get(key)
        if item is not None:
            self.trace.append(item)

    def foreseen(self) -> None:
        """What was foreseen comes now. Symbols that it brings were never read."""
        self._fresh = self.count

    def check(self, symbols: Iterable[int]) -> None:
        """Raises UnforeseenError when others than the foreseen symbols, by items, have changed."""
        if any(item not in self._symbols and item < self._fresh for item in symbols):
            raise UnforeseenError("symbol")

    def changing(self, keys: Iterable[Key]) -> list[int]:
        changed = list(keys)
        for key in changed:
            if key not in self._watched and key[0] not in self._open:
                new = (
                    key[1] >= self._fresh if key[0] in OF_SYMBOLS else key[0] in OF_FILES and key[1] not in self._there
                )
                if not new:
                    raise UnforeseenError(*key)
        return super().changing(changed)
