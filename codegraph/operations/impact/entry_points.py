"""Entry points from which changed code is run, tests apart.

These are routes, commands, what a framework calls, main functions and scripts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from codegraph.analysis.csr import Csr, Mask
from codegraph.graph_model import ANSWERING, EdgeKind
from codegraph.operations.impact.answers import EntryKind, EntryPoint
from codegraph.operations.network import KINDS, Network
from codegraph.query_results import ExternalRow, SymbolRow
from codegraph.search.path_roles import Place, classify_path
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.languages import is_main_name

MOST_ASKED: Final = 1_000
"""Symbols that a report asks whether they are entry points."""

MOST_RUNNING: Final = 3_000
"""Symbols that may run one changed symbol, beyond which no more entry points are looked for."""

_FEW: Final = 20
"""Edges of one symbol that are read."""

_ASKING: Final = (*ANSWERING, EdgeKind.RUNS)
_RUNNING: Final = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS, *_ASKING)
_TURNED: Final = (EdgeKind.OVERRIDES, EdgeKind.DECORATES)
_PROTOCOLS: Final = {"http": EntryKind.ROUTE, "command": EntryKind.COMMAND}
"""Endpoints that are no handlers, by the protocol."""

_FUNCTIONS: Final = (SymbolKind.FUNCTION, SymbolKind.METHOD)
_ASIDE: Final = frozenset((Place.TEST, Place.GENERATED, Place.STUB, Place.VENDORED))
_COMMANDS: Final = re.compile(r"(^|\.)(command|group|cli)$")
_HANDED: Final = re.compile(
    r"(^|\.)(\w*task|job|cron|scheduled?|periodic\w*|\w*listener|subscribe\w*|consumer|on|on_event|event|hook|"
    r"tool|resource|prompt|websocket|mutation|query|subscription|resolver|resolvefield|messagepattern|eventpattern)$",
    re.IGNORECASE,
)
"""Last words of decorators by which frameworks without a model get a function."""


class EntryPoints:
    """Looks for them in the graph of the newer state.

    `derived` are files that nobody wrote by hand."""

    def __init__(self, net: Network, is_test: Mask, derived: Collection[str]) -> None:
        self._net = net
        self._index = net.index
        self._is_test = is_test
        self._derived = derived
        self._modules = net.compute_modules()
        self._known: dict[int, EntryPoint | None] = {}

    def find(self, nodes: Sequence[int]) -> list[EntryPoint]:
        """List the entry points from which one of these nodes is run, the nearest first.

        What leads to an entry point is not looked for."""
        frontier = np.unique(np.array(nodes, dtype=np.int64))
        seen = np.zeros(self._runners.node_count, dtype=np.bool_)
        seen[frontier] = True
        asked = frontier[self._candidates[frontier]].tolist()
        own = [entry for node in asked if (entry := self.classify(node)) is not None]
        found = {entry.label: entry for entry in own}
        while not own and frontier.size and seen.sum() <= MOST_RUNNING:
            owner, entries = self._runners.expand(frontier)
            users = self._runners.indices[entries].astype(np.int64)
            is_module = self._modules[users] == users
            from_files = sorted({*zip(users[is_module].tolist(), frontier[owner[is_module]].tolist(), strict=True)})
            for entry in sorted(self._list_of_files(from_files), key=_order):
                found.setdefault(entry.label, entry)
            frontier = np.unique(users[~is_module & ~seen[users] & ~self._is_test[users]])
            seen[frontier] = True
            asked = frontier[self._candidates[frontier]].tolist()
            here = {node: entry for node in asked if (entry := self.classify(node)) is not None}
            for entry in sorted(here.values(), key=_order):
                found.setdefault(entry.label, entry)
            frontier = frontier[~np.isin(frontier, [*here])] if here else frontier
        return list(found.values())

    @cached_property
    def _runners(self) -> Csr:
        """From what runs to what runs it."""
        arrays, sources = self._net.arrays, self._net.compute_sources()
        targets = arrays.targets.astype(np.int64)
        turned = _is_one_of(arrays.kinds, _TURNED)
        # A function that names another gives it to somebody; a module does so when it is loaded.
        given = _is_one_of(arrays.kinds, (EdgeKind.REFERENCES,)) & (self._modules[sources] != sources)
        kept = turned | given | _is_one_of(arrays.kinds, _RUNNING)
        users, used = np.where(turned, targets, sources)[kept], np.where(turned, sources, targets)[kept]
        return Csr.from_edges(used, users, self._modules.size)

    @cached_property
    def _candidates(self) -> Mask:
        """Symbols that no function calls by name, or that a module gives to somebody."""
        arrays, sources = self._net.arrays, self._net.compute_sources()
        targets = arrays.targets.astype(np.int64)
        is_of_module = self._modules[sources] == sources
        called = _is_one_of(arrays.kinds, (EdgeKind.CALLS,)) & ~is_of_module
        called &= ~self._is_test[sources] & (sources != targets)
        given = _is_one_of(arrays.kinds, (EdgeKind.REFERENCES, EdgeKind.DECORATES)) & is_of_module
        found = np.ones(self._modules.size, dtype=np.bool_)
        found[targets[called]] = False
        found[targets[given]] = True
        return found

    @cached_property
    def _imported(self) -> Mask:
        """Modules that others import, tests apart."""
        arrays, sources = self._net.arrays, self._net.compute_sources()
        at = _is_one_of(arrays.kinds, (EdgeKind.IMPORTS,)) & ~self._is_test[sources]
        user, used = self._modules[sources[at]], self._modules[arrays.targets[at]]
        found = np.zeros(self._modules.size, dtype=np.bool_)
        paths = {node: row.path for node, row in self._net.read_symbols(np.unique(user).tolist()).items()}
        aside = [node for node, path in paths.items() if classify_path(path) is Place.TEST]
        found[used[(user != used) & ~np.isin(user, aside)]] = True
        return found

    def classify(self, node: int) -> EntryPoint | None:
        """Return the entry point that a symbol is, if it is one."""
        if node not in self._known:
            is_over = len(self._known) >= MOST_ASKED
            self._known[node] = None if is_over else self._classify(self._net.read_symbols([node])[node])
        return self._known[node]

    def _classify(self, row: SymbolRow) -> EntryPoint | None:
        if row.is_test or self._is_aside(row.path):
            return None
        if row.kind is SymbolKind.ENDPOINT:
            kind = _PROTOCOLS.get(row.qualname.partition(":")[0], EntryKind.HANDLER)
            return EntryPoint(row, kind, row.qualname if kind is EntryKind.HANDLER else row.name)
        if row.kind not in _FUNCTIONS or self._index.list_incoming(row, _ASKING, limit=1).items:
            return None  # the endpoint is the entry point
        decorators = self._index.read_details(row).decorators
        words = [re.split(r"[(\s]", text, maxsplit=1)[0] for text in decorators]
        if any(_COMMANDS.search(word) for word in words):
            return EntryPoint(row, EntryKind.COMMAND, row.name.replace("_", "-"))
        if word := next((word for word in words if _HANDED.search(word)), ""):
            return EntryPoint(row, EntryKind.HANDLER, f"@{word} {row.qualname}")
        if is_main_name(row.name, row.language) and not row.flags & Flag.LOCAL:
            return EntryPoint(row, EntryKind.MAIN, row.path)
        is_asked = self._is_of_library(row) or self._is_of_generated(row)
        return EntryPoint(row, EntryKind.HANDLER, row.qualname) if is_asked else None

    def _is_aside(self, path: str) -> bool:
        return path in self._derived or classify_path(path) in _ASIDE

    def _list_of_files(self, pairs: Iterable[tuple[int, int]]) -> Iterator[EntryPoint]:
        """Yield scripts: modules that nobody imports.

        What they run for requests alone, in handlers without a name, does not count."""
        for module, used in pairs:
            row = self._net.read_symbols([module])[module]
            if self._is_test[module] or self._is_aside(row.path) or self._imported[module]:
                continue
            handlers = self._handlers.get(row.path, ())
            if any(all(line not in lines for lines in handlers) for line in self._list_lines(module, used)):
                yield EntryPoint(row, EntryKind.SCRIPT, row.path)

    @cached_property
    def _handlers(self) -> Mapping[str, Sequence[range]]:
        """Lines of the handlers without a name, by file."""
        found: dict[str, list[range]] = {}
        for row in self._index.list_symbols_of(SymbolKind.ENDPOINT):
            if row.end_line > row.start_line or self._index.read_details(row).signature:
                found.setdefault(row.path, []).append(range(row.start_line, row.end_line + 1))
        return found

    def _list_lines(self, module: int, used: int) -> tuple[int, ...]:
        row = self._net.read_symbols([module])[module]
        edges = self._index.list_outgoing(row, _RUNNING, limit=None).items
        return next((e.lines[:_FEW] for e in edges if isinstance(e.target, SymbolRow) and e.target.node == used), ())

    def _is_of_library(self, row: SymbolRow) -> bool:
        """Return whether a library's class, of which its own is one, may call a method."""
        is_method = row.kind is SymbolKind.METHOD and row.parent >= 0 and not row.flags & Flag.ABSTRACT
        if not is_method or row.name.startswith("_"):
            return False
        (owner,) = self._index.list_symbols([row.parent])
        bases = self._index.list_outgoing(owner, (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS), limit=_FEW).items
        return any(isinstance(edge.target, ExternalRow) for edge in bases)

    def _is_of_generated(self, row: SymbolRow) -> bool:
        """Return whether generated code, as that of a remote procedure, asks for a method."""
        if row.kind is not SymbolKind.METHOD:
            return False
        edges = self._index.list_outgoing(row, (EdgeKind.OVERRIDES,), limit=_FEW).items
        return any(isinstance(edge.target, SymbolRow) and edge.target.path in self._derived for edge in edges)


def _order(entry: EntryPoint) -> tuple[int, str]:
    return tuple(EntryKind).index(entry.kind), entry.label


def _is_one_of(kinds: np.ndarray, wanted: Sequence[EdgeKind]) -> Mask:
    return np.isin(kinds, [KINDS.index(kind) for kind in wanted])
