"""Repositories of the Python interface: questions to an index and its memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from codegraph.api.memory import Memory
from codegraph.api.results import (
    ChangedSymbol,
    ChangeImpact,
    Dependent,
    Edge,
    Endpoint,
    Impact,
    ImpactedSymbol,
    RankedSymbol,
    Results,
    SearchHit,
    SelectedTest,
    Status,
    Symbol,
    build_edge,
    build_symbol,
    build_symbols,
    list_warnings,
)
from codegraph.errors import InvalidError, NotIndexedError, UnreadableError
from codegraph.operations import requests
from codegraph.operations.answers import Dependent as DependentRow
from codegraph.operations.answers import Step
from codegraph.operations.context import Context
from codegraph.operations.edges import list_callees, list_callers, list_references
from codegraph.operations.request_folder import find_work_tree
from codegraph.settings.config import Config, load

if TYPE_CHECKING:
    import networkx

    from codegraph.operations.impact.answers import ChangeReport
    from codegraph.query_results import IndexSummary, SymbolRow

SURFACE: Final = "api"
ALL: Final = 0
"""The limit of a request for every row."""


def open(path: str | os.PathLike[str] = ".", *, home: str | os.PathLike[str] | None = None) -> Repository:
    """Open the repository around `path`, and index it if it has no index.

    `home` is the folder that has indexes and memory; by default that of the command line. An index that exists is
    brought up to date when that is quick; `Repository.refresh` does it in any case. Raises UnreadableError for a folder
    that does not exist or cannot be read, ConfigError for settings that cannot be used.

    >>> with codegraph.open("storefront") as repo:
    ...     repo.root.name
    'storefront'
    """
    folder = Path(path).expanduser()
    if not folder.is_dir():
        raise UnreadableError(f"{folder} is no folder", hint="name the folder of a repository, or one inside it")
    config = load(folder)
    if home is not None:
        config = replace(config, home=Path(home).expanduser().absolute())
    return Repository(folder, config)


class Repository:
    """An indexed repository.

    Questions name symbols as the command line does: a name, the end of a qualified name, an id, or `FILE:LINE`. They
    raise NotFoundError when there is none, and AmbiguousError, with `candidates`, when there are several. Every answer
    describes the index as it was when it was opened or last refreshed. Use a repository from one thread at a time, and
    close it, or use it in a `with` statement.
    """

    def __init__(self, folder: Path, config: Config) -> None:
        """Make a repository for a folder.

        `codegraph.open` does it with the settings of that folder."""
        self._context = Context(folder, config, surface=SURFACE)
        self.memory = Memory(self._context)
        try:
            self._context.index()
        except NotIndexedError:
            self.refresh()

    @property
    def root(self) -> Path:
        """Return the folder whose files are indexed.

        >>> repo.root.name
        'storefront'
        """
        return self._context.index().root

    def refresh(self, *, full: bool = False) -> IndexSummary:
        """Update the index to the files, and return what was read.

        `full` reads every file again. Other processes that index the repository at the same time are waited for.

        >>> repo.refresh().parsed
        0
        """
        from codegraph.operations.lifecycle import index

        context = self._context
        root = context.opened.root if context.opened is not None else find_work_tree(context.repo)
        context.close()
        summary = index(context, requests.IndexRequest(path=str(root), full=full)).results.summary
        context.index()
        return summary

    def close(self) -> None:
        """Close the index and the memory; the next question opens them again.

        >>> repo.close()
        >>> len(repo.callers("Money.format"))
        3
        """
        self._context.close()

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def status(self) -> Status:
        """Return the size of the index, and how many files it is behind.

        >>> status = repo.status()
        >>> status.files, status.files_behind
        (28, 0)
        """
        opened = self._context.index()
        stats, fresh = opened.compute_stats(), opened.compute_freshness()
        edges = sum(each.count for each in stats.edges)
        return Status(
            stats.root, stats.generation, stats.file_count, stats.symbol_count, edges, stats.unresolved,
            fresh.files_behind,
        )  # fmt: skip

    def symbol(self, name: str) -> Symbol:
        """Return the symbol that a name means: the first of its overloads.

        >>> repo.symbol("Money.format").id
        'python:storefront/catalog/models.py::Money.format'
        """
        return build_symbol(self._context.index().resolve_meaning(name).symbols[0])

    def source(self, name: str) -> str:
        """Return the text of a symbol as it is on disk.

        Raises UnreadableError when its file is gone.

        >>> repo.source("Money.format").splitlines()[0].strip()
        'def format(self) -> str:'
        """
        index = self._context.index()
        return index.read_source(index.resolve_meaning(name).symbols[0]).text

    def symbols(self, query: str = "", *, kinds: Sequence[str] = (), path: str = "") -> Results[Symbol]:
        """Return the symbols that match a query, the best first.

        Without a query it returns all symbols, in the order of the files.
        `kinds` are values of `SymbolKind`, `path` is a folder, a file or a glob.

        >>> [symbol.name for symbol in repo.symbols("money", kinds=["class"])]
        ['Money']
        """
        from codegraph.operations.symbols import search_symbols

        if query:
            request = requests.SymbolsRequest(query=query, kind=tuple(kinds), path=path, limit=ALL)
            answer = search_symbols(self._context, request)
            return Results([build_symbol(hit.symbol) for hit in answer.results.hits], warnings=answer.warnings)
        return Results(build_symbols(self._iterate_symbols(frozenset(kinds), path)))

    def _iterate_symbols(self, kinds: frozenset[str], path: str) -> Iterator[SymbolRow]:
        from codegraph.operations.path_filter import build_path_filter

        index = self._context.index()
        keep = build_path_filter(path, index.root)
        return (row for row in index.iterate_all_symbols() if keep(row.path) and (not kinds or row.kind in kinds))

    def edges(self, *, external: bool = False) -> Iterator[Edge]:
        """Yield every edge between symbols; `external` adds those into libraries.

        >>> sum(edge.resolution == "exact" for edge in repo.edges(external=True)) > 100
        True
        """
        for row in self._context.index().iterate_edges():
            edge = build_edge(row)
            if external or not edge.target.is_external:
                yield edge

    def search(self, query: str, *, path: str = "", limit: int = 20) -> Results[SearchHit]:
        """Return the lines that answer a question, the best first.

        >>> repo.search("where is the total rounded", limit=5)[0].path.startswith("storefront/")
        True
        """
        from codegraph.operations.search import search

        answer = search(self._context, requests.SearchRequest(query=query, path=path, limit=limit))
        hits = [
            SearchHit(build_symbol(hit.symbol), hit.file, hit.start, hit.end, hit.score) for hit in answer.results.hits
        ]
        return Results(hits, warnings=answer.warnings)

    def callers(self, name: str, *, depth: int = 1, resolutions: Sequence[str] = ()) -> Results[Edge]:
        """Return the calls of a symbol: an edge from each caller.

        `depth` adds indirect ones, `resolutions` keeps only edges known in these ways.

        >>> for edge in repo.callers("Money.format"):
        ...     print(edge.source.qualified_name, edge.resolution, edge.lines)
        Receipt.render_receipt inferred (12,)
        Product.label typed (29,)
        OrderService.open_orders typed (34,)
        """
        request = requests.CallersRequest(symbol=name, depth=depth, resolution=tuple(resolutions), limit=ALL)
        answer = list_callers(self._context, request)
        return _build_steps(
            answer.results.steps, answer.results.total, list_warnings(answer, answer.results.not_analysed)
        )

    def callees(self, name: str, *, depth: int = 1, resolutions: Sequence[str] = ()) -> Results[Edge]:
        """Return the calls that a symbol makes: an edge to each callee in the repository.

        >>> [edge.target.qualified_name for edge in repo.callees("Product.label")]
        ['Money.format']
        """
        request = requests.CalleesRequest(symbol=name, depth=depth, resolution=tuple(resolutions), limit=ALL)
        answer = list_callees(self._context, request)
        return _build_steps(
            answer.results.steps, answer.results.total, list_warnings(answer, answer.results.not_analysed)
        )

    def references(self, name: str, *, kinds: Sequence[str] = ()) -> Results[Edge]:
        """Return every edge to a symbol; `kinds` keeps only edges of these kinds.

        >>> repo.references("Money", kinds=["type_of"]).total
        6
        """
        request = requests.RefsRequest(symbol=name, kind=tuple(kinds), limit=ALL)
        answer = list_references(self._context, request)
        found = answer.results
        return Results(map(build_edge, found.edges), found.total, list_warnings(answer, found.not_analysed))

    def path(self, source: str, target: str, *, kinds: Sequence[str] = ()) -> Results[Edge]:
        """Return the edges of the shortest path between two symbols.

        There are none when there is no path.
        Without `kinds`, calls are followed, and if they do not lead there, edges of every kind.

        >>> [edge.target.name for edge in repo.path("OrderService.place", "Money.format")]
        ['render_receipt', 'render_receipt', 'format']
        """
        from codegraph.operations.reach import find_path

        answer = find_path(self._context, requests.PathRequest(source=source, target=target, kind=tuple(kinds)))
        found = answer.results
        return Results(map(build_edge, found.edges), warnings=list_warnings(answer, found.not_analysed))

    def impact(self, name: str, *, depth: int = 3) -> Impact:
        """Return the symbols and tests that depend on a symbol.

        They are up to `depth` edges away.


        >>> impact = repo.impact("Money.format")
        >>> len(impact.dependents), [test.symbol.name for test in impact.tests]
        (11, ['test_an_order_is_charged_and_receipted'])
        """
        from codegraph.operations.reach import compute_symbol_impact

        answer = compute_symbol_impact(self._context, requests.ImpactRequest(symbol=name, depth=depth, limit=ALL))
        found = answer.results
        return Impact(
            build_symbol(found.symbol),
            tuple(map(_build_dependent, found.dependents)),
            tuple(map(_build_dependent, found.tests)),
            list_warnings(answer, found.not_analysed),
        )

    def change_impact(self, base: str, head: str = "", *, depth: int = 3) -> ChangeImpact:
        """Return the impact of what differs between two revisions.

        `head` is a revision or `staged`, and by default the work tree. The older state is the merge base of both.
        Raises InvalidError when `base` is empty.

        >>> change = repo.change_impact("HEAD")
        >>> [(each.symbol.qualified_name, str(each.change)) for each in change.changed]
        [('Product.label', 'body')]
        >>> change.commands
        ('pytest tests/test_orders.py::test_unknown_paths_are_missing',)
        """
        from codegraph.operations.impact.change import change

        if not base:
            raise InvalidError("base is empty", hint="name a revision, such as `main` or `HEAD~1`")
        request = requests.ImpactRequest(base=base, head=head, depth=depth, tests="auto", limit=ALL)
        answer = change(self._context, request)
        return _build_change(answer.results, list_warnings(answer, answer.results.not_analysed_languages))

    def endpoints(self, words: str = "", *, path: str = "") -> Results[Endpoint]:
        """Return the routes and topics of the applications in the repository.

        >>> len(repo.endpoints("users"))
        0
        """
        from codegraph.operations.routes import list_routes

        answer = list_routes(self._context, requests.RoutesRequest(words=words, path=path, limit=ALL))
        rows = [
            Endpoint(
                build_symbol(each.endpoint),
                each.framework,
                tuple(build_symbol(edge.target) for edge in each.handlers),
                tuple(map(build_edge, each.requests)),
                tuple(map(build_edge, each.tests)),
            )
            for each in answer.results.routes
        ]
        return Results(rows, answer.results.total, answer.warnings)

    def dead_code(self, *, path: str = "", exported: bool = False) -> Results[Symbol]:
        """Return symbols that nothing in the repository uses.

        `exported` adds those that other projects could use.

        >>> repo.dead_code(path="storefront/reports.py").total
        6
        """
        from codegraph.operations.deadcode import find_dead_code

        answer = find_dead_code(self._context, requests.DeadCodeRequest(path=path, exported=exported, limit=ALL))
        found = answer.results
        symbols = [build_symbol(each.symbol) for each in found.symbols]
        return Results(symbols, found.total, list_warnings(answer, found.not_analysed))

    def rank(self, *, by: str = "pagerank", path: str = "", limit: int = 20) -> Results[RankedSymbol]:
        """Return the symbols that the rest of the code depends on most.

        `by` is `pagerank`, `betweenness` or `degree`.

        >>> repo.rank(limit=1)[0].symbol.name
        'Money'
        """
        from codegraph.operations.structure import rank

        answer = rank(self._context, requests.RankRequest(by=by, path=path, limit=limit))
        found = answer.results
        rows = [RankedSymbol(build_symbol(each.symbol), each.score) for each in found.ranked]
        return Results(rows, found.total, list_warnings(answer, found.not_analysed))

    def to_networkx(self) -> networkx.MultiDiGraph:
        """Return the graph for networkx.

        Its nodes are symbols by id, and its edges are keyed by their kind. Nodes have `kind`, `qualname`, `file`,
        `line` and `language`, edges `kind`, `resolution` and `line`.

        >>> graph = repo.to_networkx()
        >>> graph.nodes["python:storefront/catalog/models.py::Money"]["kind"]
        'class'
        """
        from codegraph.operations.export import iterate_rows
        from codegraph.render.networkx_graph import to_networkx

        return to_networkx(iterate_rows(self._context.index(), requests.ExportRequest()))


def _build_steps(steps: Sequence[Step], total: int, warnings: Sequence[str]) -> Results[Edge]:
    return Results([build_edge(step.edge, step.depth) for step in steps], total, warnings)


def _build_dependent(row: DependentRow) -> Dependent:
    return Dependent(build_symbol(row.symbol), row.depth, build_edge(row.via, row.depth))


def _build_change(report: ChangeReport, warnings: tuple[str, ...]) -> ChangeImpact:
    return ChangeImpact(
        report.base.label,
        report.head.label,
        report.risk,
        tuple(
            ChangedSymbol(
                build_symbol(row.symbol), row.change, row.risk.total, row.dependents, row.tests,
                tuple(f"{use.symbol.path}:{use.lines[0]}: {use.reason}" for use in row.uses if use.certain),
            )
            for row in report.changed
        ),
        tuple(ImpactedSymbol(build_symbol(row.symbol), row.depth, row.weakest, row.cause) for row in report.affected),
        tuple(SelectedTest(build_symbol(row.symbol), row.depth, row.observed) for row in report.tests),
        report.test_commands,
        warnings,
    )  # fmt: skip
