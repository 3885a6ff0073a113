"""Summaries of files: what is asked about every file of a tree.

With them, the facts of most files need not be decoded.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, NamedTuple

from codegraph_parsers.collection import ClassHeritage, Collector
from codegraph_parsers.file_facts import EVERYWHERE, Condition, FileFacts, Flag, Import, Symbol, SymbolKind
from codegraph_parsers.spec import LanguageSpec

CLASS_KINDS = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM})
FUNCTION_KINDS = frozenset(
    {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.MACRO}
)

UNLINKED = Flag.DECLARATION | Flag.FILE_PRIVATE | Flag.ANONYMOUS | Flag.LOCAL

_LINKABLE_KINDS = FUNCTION_KINDS | CLASS_KINDS | {SymbolKind.VARIABLE}


class View(NamedTuple):
    """A file as import rules read it, besides what every summary has.

    These are imports (module, name, alias, line, kind), the names that it exports (None: all of them), and the names of
    its module; whether stars bring more.
    """

    imports: tuple[tuple[str, str, str, int, str], ...] = ()
    exports: tuple[str, ...] | None = None
    names: tuple[str, ...] = ()
    has_stars: bool = False


_EMPTY: Final = View()


class Overview(NamedTuple):
    """The part of a summary that is read of all files when a program is opened.

    `flags` are those of the module; `view` is None where import rules read more than a view holds."""

    path: str
    language: str
    package: str
    condition: Condition
    flags: int
    view: View | None


class FileSummary(NamedTuple):
    """A file as it is asked about without its facts.

    `flags` are those of the module. `open` and `linkable` are symbols (index, qualified name), `everywhere` names that
    are bound for all files around (name, expression), `heritage` the classes whose tests pytest collects. `view` is
    None where import rules read more than a view holds.
    """

    path: str
    language: str
    package: str
    condition: Condition
    digest: str
    flags: int
    has_extensions: bool
    open: tuple[tuple[int, str], ...]
    linkable: tuple[tuple[int, str], ...]
    everywhere: tuple[tuple[str, int], ...]
    heritage: tuple[ClassHeritage, ...]
    view: View | None

    def make_overview(self) -> Overview:
        """Return the part that is read of every file."""
        return Overview(self.path, self.language, self.package, self.condition, self.flags, self.view)


class Bindings(NamedTuple):
    """Names that a file binds for others.

    These are names of its module, what it exports (None: it does not say), names of its open namespaces by symbol, and
    the symbols with wildcards."""

    names: dict[str, int]
    exports: dict[str, int] | None
    spaces: dict[int, dict[str, int]]
    starred: tuple[int, ...]


def list_bindings(facts: FileFacts) -> Bindings:
    """Return what a file binds for others."""
    spaces = {at: names for at, names in facts.names.items() if facts.symbols[at].flags & Flag.OPEN}
    return Bindings(facts.names.get(0, {}), facts.exports, spaces, tuple(facts.stars))


def summarize(facts: FileFacts, spec: LanguageSpec | None, collector: Collector) -> FileSummary:
    """Return the summary of a file."""
    symbols = facts.symbols
    summary = FileSummary(
        facts.path, facts.language, facts.package, facts.condition, facts.digest, symbols[0].flags if symbols else 0,
        bool(facts.extensions),
        tuple((at, s.qualname) for at, s in enumerate(symbols) if s.flags & Flag.OPEN),
        _list_linkable(symbols) if spec is not None and spec.semantics.linkage.is_external else (),
        tuple(
            each for scope, names in facts.names.items() if symbols[scope].name == EVERYWHERE for each in names.items()
        ),
        tuple(collector.heritage.get(facts.path, ())), View(),
    )  # fmt: skip
    return summary._replace(view=_find_view(facts, spec, summary))


def _list_linkable(symbols: Sequence[Symbol]) -> tuple[tuple[int, str], ...]:
    return tuple(
        (at, s.qualname) for at, s in enumerate(symbols) if s.kind in _LINKABLE_KINDS and not s.flags & UNLINKED
    )


def _find_view(facts: FileFacts, spec: LanguageSpec | None, summary: FileSummary) -> View | None:
    """Return the smallest view from which import rules give the same result."""
    if spec is None:
        return View()
    asked: Hashable = spec.project_facts(facts)
    full = View(
        tuple((i.module, i.name, i.alias, i.line, i.kind) for i in facts.imports),
        None if facts.exports is None else tuple(facts.exports),
        tuple(facts.names.get(0, ())), bool(facts.stars),
    )  # fmt: skip
    overview = summary.make_overview()
    views = (View(), full)
    return next((v for v in views if spec.project_facts(make_view(overview._replace(view=v))) == asked), None)


class _ViewedFacts(FileFacts):
    """Facts that hold no more than a view.

    A field that a view lacks is empty, and made when it is read."""

    __slots__ = ("_flags",)

    def __init__(self, overview: Overview) -> None:
        self.path, self.language, self.package, self.condition, self._flags, _ = overview

    def __getattr__(self, name: str) -> Any:
        found = [_make_module(self._flags)] if name == "symbols" else getattr(FileFacts("", "", ""), name)
        setattr(self, name, found)
        return found


def _make_module(flags: int) -> Symbol:
    return Symbol(SymbolKind.MODULE, "", "", -1, 0, 0, 0, 0, 0, 0, "", (), "", (), "public", flags)


def make_view(overview: Overview) -> FileFacts:
    """Return facts that hold no more than the view of a file."""
    found, view = _ViewedFacts(overview), overview.view
    if view is not None and view != _EMPTY:
        found.imports = [Import(*each) for each in view.imports]
        found.exports = _number(view.exports)
        found.names = {0: dict.fromkeys(view.names, 0)} if view.names else {}
        found.stars = {0: []} if view.has_stars else {}
    else:
        found.imports = []
    return found


def _number(names: tuple[str, ...] | None) -> dict[str, int] | None:
    return None if names is None else dict.fromkeys(names, 0)
