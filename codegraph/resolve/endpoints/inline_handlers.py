"""Handlers without a name: what their code leads to.

A function without a name is no symbol of the graph, and its edges are those of the symbol around it. Where it answers
a route, the endpoint stands for its code, and has the edges of that code alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.endpoints.endpoint_rows import CodeRow, InlineRow, NamedRow
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.channels import ChannelReader
    from codegraph.resolve.endpoints.contracts import ContractReader

_KEPT = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS)
"""Edges that an endpoint has of its handler's code: what control reaches from it."""


class InlineHandlers(FactsReader):
    """The handlers without a name of one file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._found: dict[int, int] = {}  # item → place in the file's symbols

    def is_inline(self, gid: int, caller: int) -> bool:
        """Return whether a function is without a name and is no part of another one.

        The function that registers it is none: there it is written as an argument."""
        local = gid - self._offset
        if not 0 <= local < len(self._facts.symbols) or not self._facts.symbols[local].flags & Flag.ANONYMOUS:
            return False
        owner = self._owners[gid]
        return owner == caller or self._program.get_symbol(owner).kind is SymbolKind.MODULE

    def add(self, gid: int) -> int:
        """Note a handler, and return its item."""
        item = self._get_item(gid)
        self._found[item] = gid - self._offset
        return item

    def list_rows(self) -> list[InlineRow]:
        """Return where the handlers that were noted are written."""
        rows: list[InlineRow] = []
        for item, local in self._found.items():
            symbol = self._facts.symbols[local]
            rows.append(InlineRow(item, symbol.start_line, symbol.end_line, symbol.signature))
        return rows

    def list_code(self) -> list[CodeRow]:
        """Return the edges of the code of each handler that was noted."""
        program, rows = self._program, list[CodeRow]()
        places = self.map_code()
        sites: dict[int, list[int]] = {}
        for at, site in enumerate(program.files[self._file].sites if places else ()):
            if site[1] in places:
                sites.setdefault(places[site[1]], []).append(at)
        emitter: Emitter | None = None
        for item, wanted in sites.items():
            emitter = Emitter(self._evaluator, emitter)
            emitter.emit_file(self._file, wanted)
            emitter.settle()
            owner = self._owners[self._offset + self._found[item]]
            for source, target, kind, how, lines in emitter.settled.finish()[0]:
                is_kept = source == owner and target >= 0 and kind in _KEPT
                if is_kept and not program.get_symbol(target).flags & Flag.ANONYMOUS:
                    rows.append(CodeRow(item, self._get_item(target), kind.value, how.value, lines))
        return rows

    def map_code(self) -> dict[int, int]:
        """Map functions without a name to the handler that they are, or are written in.

        A symbol with a name between them has the edges itself."""
        found: dict[int, int] = {}
        for at, symbol in enumerate(self._facts.symbols if self._found else ()):
            if symbol.flags & Flag.ANONYMOUS:
                for item, local in self._found.items():
                    if self._is_within(at, local):
                        found[at] = item
        return found

    def _is_within(self, local: int, handler: int) -> bool:
        inner, outer, owners = self._facts.symbols[local], self._facts.symbols[handler], self._owners
        return (
            outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte
            and owners[self._offset + local] == owners[self._offset + handler]
        )  # fmt: skip


def list_named_rows(readers: Iterable[ChannelReader | ContractReader], inside: Mapping[int, int]) -> list[NamedRow]:
    """Return the rows of readers, with the handlers without a name that they stand in."""
    return [row._replace(inside=inside.get(maker, -1))
            for reader in readers for row, maker in zip(reader.rows, reader.makers, strict=True)]  # fmt: skip
