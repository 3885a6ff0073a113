"""Dead code candidates: symbols that nothing in the repository is known to reach."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from typing import NamedTuple

import numpy as np

from codegraph.analysis.csr import Csr, Mask
from codegraph.analysis.deadcode import find_dead_candidates
from codegraph.analysis.transitive_closure import close_over
from codegraph.graph_model import EdgeKind
from codegraph.manifests.audience import ROUTE_NAMES, Audience, is_audience_file
from codegraph.manifests.entry_points import can_name_entries, find_entry_points
from codegraph.operations.answers import VARIABLES, Answer, DeadCodeAnswer, DeadSymbol
from codegraph.operations.context import Context
from codegraph.operations.network import KINDS, USES, Network, load_network, mask
from codegraph.operations.path_filter import build_path_filter, warn_if_unmatched
from codegraph.operations.requests import DeadCodeRequest
from codegraph.operations.shapes import list_library_methods, list_offered_methods, match_protocols, match_signatures
from codegraph.operations.unparsed_names import SCRIPTS, find_result_members, find_written_names
from codegraph.query.index import Index
from codegraph.query_results import SymbolDetails, SymbolRow
from codegraph.search.path_roles import Place, classify_path
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.languages import is_main_name, load_spec, names
from codegraph_parsers.semantics import Semantics

MEMBERS = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY))
CANDIDATES = frozenset(
    (
        SymbolKind.CLASS,
        SymbolKind.STRUCT,
        SymbolKind.INTERFACE,
        SymbolKind.ENUM,
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.TYPE,
        SymbolKind.MACRO,
    )
)
PACKED_LINE = 250  # bytes of an average line from which a file counts as generated
MAKING = frozenset((EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS))
_DEFAULT_EXPORT = re.compile(
    r"\bexport\s+default\s+(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|class)?\s*([A-Za-z_$][\w$]*)"
    r"|([A-Za-z_$][\w$]*)\s+as\s+default\b"
)
_BODILESS_ENDINGS = ("= delete", "= default")
_PUT_INTO_FIELD = re.compile(r"(?:this|self)\.[\w$.?!]+\.\w+ = ")
"""The heading of a function that is put into an object of a field, which others may have, too."""

_ASSIGNED_TO_VARIABLE = re.compile(r"([A-Za-z_$][\w$]*) = ")
"""The heading of a function that is assigned to a variable after its declaration: readers of the variable have it."""

_DYNAMIC_IMPORT = re.compile(r"\bimport\s*\(")
"""A dynamic import: code that awaits it may use the module as a whole."""

_ASSIGNED_TO_FIELD = re.compile(r"this\.#?([\w$]+) = ")

_MAP_RESULT = re.compile(r"\)\s*:[^{]*(?:\bRecord<|\bMap<|\[\s*\w+\s*:\s*string\s*\])")
"""The result of a function whose members have keys that only run time knows."""

_PUT_INTO_NAMED = re.compile(r"([A-Z][\w$]*)\.[\w$.]+ = ")
"""The heading of a function that is put into a class, or into an object of a library without a declaration."""

_IDENTIFIER = re.compile(r"[#\w$]+")

_TEST_DOUBLE_PATH = re.compile(r"(^|/)(__mocks__|mocks?)/|[._]mock\.[\w]+$|(^|/)mock_\w+\.py$")


def find_dead_code(context: Context, request: DeadCodeRequest) -> Answer[DeadCodeAnswer]:
    index = context.index()
    found = find_dead_symbols(index, request.path)
    rows = found.list_rows(exported=request.exported)
    answer = DeadCodeAnswer(
        tuple(rows[: request.limit or None]),
        len(rows),
        request.exported,
        found.hidden,
        index.count_unanalysed_languages(),
        len(found.public),
    )
    return context.answer(answer, *(() if rows else warn_if_unmatched(index, request.path)))


class DeadSymbols(NamedTuple):
    """Candidates in node order.

    `public` has symbols that only other projects may use, and symbols that only those use. `hidden` counts symbols for
    which the graph has no use, but other evidence of one exists.
    """

    dead: list[DeadSymbol]
    public: list[DeadSymbol]
    hidden: int

    def list_rows(self, *, exported: bool) -> list[DeadSymbol]:
        """Return the dead symbols in node order, with `exported` the public ones, too."""
        return sorted((*self.dead, *self.public), key=lambda row: row.symbol.node) if exported else self.dead


def find_dead_symbols(index: Index, path: str = "") -> DeadSymbols:
    """Return the candidates of files under `path`, or matching it."""
    return _DeadCodeSearch(index, path).run()


class _DeadCodeSearch:
    """Search for the symbols of an index that nothing is known to reach.

    First come those that no edge of the graph leads to. Evidence beside the graph then spares some of them, and what
    other projects can see decides which of the rest are public.
    """

    def __init__(self, index: Index, path: str) -> None:
        self.index = index
        self.net = load_network(index, USES)
        self.symbols = list(index.iterate_all_symbols())
        self.externals = {row.node: row.qualname for row in index.list_externals(limit=None).items}
        files = list(index.list_files(limit=None).items)
        texts = {row.path: _read_text(index, row.path) for row in files if is_audience_file(row.path)}
        self.audience = Audience((row.path for row in files), texts)
        self.exported = _select_exported(self.symbols, self.audience)
        self.tests = self._mark(s.node for s in self.symbols if s.is_test)
        self.removable = self._find_removable(path)

    def run(self) -> DeadSymbols:
        entries = self._mark_entries()
        unused = self._find_candidates(entries)
        entries |= self._mark_otherwise_used(unused)
        required = list_library_methods(self.index, self.symbols, [row.symbol for row in unused])
        rows = self._find_candidates(entries, required)
        kept = [*required, *list_offered_methods(self.symbols)]
        dead = self._find_candidates(entries, kept, exported=self._mark_visible())
        known = {row.symbol.node for row in dead}
        public = [row._replace(category="public") for row in rows if row.symbol.node not in known]
        return DeadSymbols(dead, public, len(unused) - len(rows))

    def _mark(self, nodes: Iterable[int]) -> Mask:
        return mask(self.net.graph.node_count, list(nodes))

    def _find_removable(self, path: str) -> dict[int, SymbolRow]:
        """Return the symbols under a path that somebody could remove, by node."""
        keep, generated = build_path_filter(path, self.index.root), _list_generated_files(self.index) - {path}
        left_out = _find_forward_declarations(self.symbols) | _find_test_doubles(self.symbols)
        return {
            s.node: s
            for s in self.symbols
            if s.path not in generated and s.node not in left_out and _is_candidate(s, path) and keep(s.path)
        }

    def _mark_entries(self) -> Mask:
        """Mark what runs without a caller.

        Modules run when they are loaded, `main` is called from outside, special methods and destructors are called by
        the language, and frameworks load files.
        """
        run = [
            s.node
            for s in self.symbols
            if s.kind is SymbolKind.MODULE or is_main_name(s.name, s.language) or _is_called_by_language(s.name)
        ]
        return self._mark((*run, *_find_loaded(self.index, self.symbols, self.exported, self.audience)))

    def _mark_visible(self) -> Mask:
        """Mark exported symbols that other projects can import."""
        return self._mark(s.node for s in self.exported if not self.audience.is_private(s.path, s.language))

    def _find_candidates(
        self, entries: Mask, kept: Iterable[tuple[int, int]] = (), *, exported: Mask | None = None
    ) -> list[DeadSymbol]:
        """Find removable symbols that neither entries nor exported symbols lead to.

        `kept` are pairs of which the first symbol keeps the second one alive.
        """
        found = find_dead_candidates(
            self.net.graph,
            entry_points=entries,
            tests=self.tests,
            exported=np.zeros_like(entries) if exported is None else exported,
            keeps=self._build_keeps(kept),
        )
        return [DeadSymbol(self.removable[c.node], str(c.reason)) for c in found if c.node in self.removable]

    def _mark_otherwise_used(self, unused: list[DeadSymbol]) -> Mask:
        """Mark symbols of which something other than an edge says that they are used."""
        index, net, symbols = self.index, self.net, self.symbols
        return self._mark(
            (
                *self._find_unproven(),
                *_find_registered(index, unused),
                *_find_called_from_outside(index, symbols, self.externals),
                *_find_awaited(index, unused),
                *_find_keyed(index, unused),
                *_find_handed_out(index, net, symbols, self.externals),
                *_find_demanded(net, symbols),
                *_find_written(index, symbols, unused),
                *(s.node for s in symbols if s.flags & Flag.HANDED),
                # members of objects that are passed as a type of a library
                *(edge.source for edge in index.iterate_plain_edges((EdgeKind.OVERRIDES,)) if edge.target < 0),
            )
        )

    def _find_unproven(self) -> Iterator[int]:
        """Yield symbols that an unresolved reference, or a library's member, names."""
        named = {name for name, _ in self.index.list_unresolved_names(limit=len(self.symbols) + 1)}
        prefixes = tuple(name[:-1] for name in named if name.endswith("*"))  # of which only the beginning is written
        outside = {qualname.rpartition(".")[2] for qualname in self.externals.values()}
        for symbol in self.symbols:
            is_named = symbol.name in named or (prefixes and symbol.name.startswith(prefixes))
            # a member of a library's value, or an extension of it
            if is_named or (symbol.flags & Flag.RECEIVER and symbol.name in outside):
                yield symbol.node

    @cached_property
    def _alive_pairs(self) -> list[tuple[int, int]]:
        """Pairs of which the first symbol keeps the second one alive without using it.

        A member keeps its class, and a class its constructors. A method of an interface keeps the members that classes
        of its shape have for it, where that is enough to implement it.
        """
        inside = [s for s in self.symbols if s.parent >= 0]
        pairs = [(s.node, s.parent) for s in inside]
        pairs += [(s.parent, s.node) for s in inside if s.kind is SymbolKind.CONSTRUCTOR]
        return pairs + match_protocols(self.symbols) + match_signatures(self.symbols)

    def _build_keeps(self, more: Iterable[tuple[int, int]]) -> Csr:
        """Build the edges by which one symbol keeps another alive, overrides among them."""
        sources, targets = self.net.compute_sources(), self.net.arrays.targets.astype(np.int64)
        overrides = self.net.arrays.kinds == KINDS.index(EdgeKind.OVERRIDES)
        pairs = np.array([*self._alive_pairs, *more], dtype=np.int64).reshape(-1, 2)
        return Csr.from_edges(
            np.concatenate((targets[overrides], pairs[:, 0])),
            np.concatenate((sources[overrides], pairs[:, 1])),
            self.net.graph.node_count,
        )


def _find_loaded(index: Index, symbols: list[SymbolRow], exported: list[SymbolRow], audience: Audience) -> list[int]:
    """Return the symbols that frameworks and tools use of the files that they load.

    Of a route they use the default export, exports with agreed names, and members that are put on these.
    """
    offered = _find_offered_files(index, symbols, audience)
    found = [s.node for s in exported if s.path in offered]
    routes = {s.path for s in symbols if s.kind is SymbolKind.MODULE and audience.is_route(s.path, s.language)}
    by_default = {
        path: {match[1] or match[2] for match in _DEFAULT_EXPORT.finditer(_read_text(index, path))} for path in routes
    }
    for symbol in symbols:
        if symbol.path not in routes:
            continue
        top = symbol.qualname.partition(".")[0]
        is_script = symbol.language in SCRIPTS
        if not is_script or symbol.flags & Flag.STATIC or top in ROUTE_NAMES or top in by_default[symbol.path]:
            found += [symbol.node] if symbol.flags & (Flag.EXPORTED | Flag.STATIC) else []
    return found


def _find_awaited(index: Index, candidates: list[DeadSymbol]) -> list[int]:
    """Return default exports of files that `import()` loads as a whole.

    A function of a library or a framework may await them.
    """
    found: list[int] = []
    texts: dict[str, list[str]] = {}

    def read(path: str) -> list[str]:
        if path not in texts:
            texts[path] = index.read_text_lines(path)
        return texts[path]

    for symbol in (candidate.symbol for candidate in candidates):
        if symbol.language not in SCRIPTS or "." in symbol.qualname:
            continue
        lines = read(symbol.path)
        if symbol.name not in {match[1] or match[2] for match in _DEFAULT_EXPORT.finditer("\n".join(lines))}:
            continue
        module = index.list_file_symbols(symbol.path)[0]
        for edge in index.list_incoming(module, (EdgeKind.IMPORTS,), limit=None).items:
            importing = read(edge.source.path) if isinstance(edge.source, SymbolRow) else []
            if any(_DYNAMIC_IMPORT.search(importing[line - 1]) for line in edge.lines if line <= len(importing)):
                found.append(symbol.node)
                break
    return found


def _find_keyed(index: Index, candidates: list[DeadSymbol]) -> list[int]:
    """Return members of results that are declared as maps.

    A function declares its result so, or a function that it overrides does.
    """
    known: dict[int, bool] = {}

    def has_map_result(node: int) -> bool:
        if node not in known:
            maker = index.list_symbols([node])[0]
            above = [edge.target for edge in index.list_outgoing(maker, (EdgeKind.OVERRIDES,), limit=None).items]
            makers = [maker, *(each for each in above if isinstance(each, SymbolRow))]
            known[node] = any(_MAP_RESULT.search(index.read_details(each).signature) for each in makers)
        return known[node]

    members = [c.symbol for c in candidates if c.symbol.language in SCRIPTS and c.symbol.flags & Flag.LOCAL]
    return [symbol.node for symbol in members if symbol.parent >= 0 and has_map_result(symbol.parent)]


def _find_offered_files(index: Index, symbols: list[SymbolRow], audience: Audience) -> set[str]:
    """Return files that somebody else loads, and files that these export again.

    A file that defines nothing exports its imports.
    """
    modules = {s.path: s for s in symbols if s.kind is SymbolKind.MODULE}
    defining = {s.path for s in symbols if s.kind is not SymbolKind.MODULE}
    found = {path for path in modules if audience.is_loaded(path)}
    queue = [path for path in found if path not in defining]
    while queue:
        for edge in index.list_outgoing(modules[queue.pop()], (EdgeKind.IMPORTS,), limit=None).items:
            if isinstance(edge.target, SymbolRow) and edge.target.path not in found:
                found.add(edge.target.path)
                queue += [edge.target.path] if edge.target.path not in defining else []
    return found


def _find_test_doubles(symbols: list[SymbolRow]) -> set[int]:
    """Return members of objects and classes in tests and mocks that have no tests.

    They replace something that code under test calls, and repeat its members.
    """
    by_node = {s.node: s for s in symbols}
    holders = {s.parent for s in symbols if s.is_test and s.parent >= 0}
    return {
        s.node
        for s in symbols
        if (s.kind in MEMBERS or (s.kind is SymbolKind.CLASS and not s.is_test))
        and ("." in s.qualname or s.flags & Flag.LOCAL)
        and (classify_path(s.path) is Place.TEST or _TEST_DOUBLE_PATH.search(s.path))
        and not (s.parent in holders and by_node[s.parent].kind is SymbolKind.CLASS)
    }


def _is_candidate(symbol: SymbolRow, path: str) -> bool:
    """Return whether the symbol could be removed.

    Markers of types have no code that runs, and vendored code belongs to others, unless it is asked for by its path.
    Users of code without a resolver are unknown.
    """
    if not is_resolved(symbol.language):
        return False
    if symbol.kind not in CANDIDATES or symbol.flags & (Flag.MARKER | Flag.OVERLOAD):  # a signature goes with its body
        return False
    return bool(path) or classify_path(symbol.path) is not Place.VENDORED


def _find_forward_declarations(symbols: list[SymbolRow]) -> set[int]:
    """Find declarations of symbols that are defined elsewhere in the tree.

    For file-private symbols that is the same file. The declarations go with their definitions, which uses lead to.
    """
    defined = {key for s in symbols if not s.flags & Flag.DECLARATION for key in ((s.path, s.qualname), s.qualname)}
    return {
        s.node
        for s in symbols
        if s.flags & Flag.DECLARATION
        and ((s.path, s.qualname) if s.flags & Flag.FILE_PRIVATE else s.qualname) in defined
    }


def _list_generated_files(index: Index) -> set[str]:
    """List files that a tool wrote, as they say themselves or as long lines show.

    Nobody removes a part of those. Declarations of types for the compiler are included, because the compiler reads them
    without a reference.
    """
    return {
        row.path
        for row in index.list_files(limit=None).items
        if row.size > PACKED_LINE * max(row.lines, 1)
        or classify_path(row.path, generated=row.generated) in (Place.GENERATED, Place.STUB)
    }


def _select_exported(symbols: list[SymbolRow], audience: Audience) -> list[SymbolRow]:
    """Select symbols that other files can see.

    Those are exported symbols, members of exported objects, and symbols with public names in published packages of a
    language without an export keyword.
    """
    objects = {(s.path, s.qualname) for s in symbols if s.flags & Flag.EXPORTED and s.kind in VARIABLES}

    def is_member(symbol: SymbolRow) -> bool:
        owner = symbol.qualname.rpartition(".")[0]
        while owner and (symbol.path, owner) not in objects:
            owner = owner.rpartition(".")[0]
        return bool(owner)

    def is_public(symbol: SymbolRow) -> bool:
        if symbol.flags & Flag.LOCAL or not audience.is_published(symbol.path, symbol.language):
            return False
        parts = (*symbol.path.split("/"), *symbol.qualname.split("."))
        is_hidden = any(part.startswith("_") and not _is_called_by_language(part.partition(".")[0]) for part in parts)
        return not is_hidden and classify_path(symbol.path) is Place.SOURCE

    return [s for s in symbols if s.flags & Flag.EXPORTED or is_member(s) or is_public(s)]


def _is_called_by_language(name: str) -> bool:
    is_special = (name.startswith("__") and name.endswith("__")) or (name.startswith("[") and name.endswith("]"))
    return name.startswith("~") or (len(name) > 4 and is_special)


def _find_called_from_outside(index: Index, symbols: list[SymbolRow], externals: Mapping[int, str]) -> list[int]:
    """Find members that libraries and test frameworks call.

    A library may call members of classes that derive from its own; test frameworks call by name.
    """
    semantics = _load_semantics(symbols)
    below: dict[int, list[int]] = {}  # class → those directly below it
    queue: list[int] = []
    run: dict[int, frozenset[str]] = {}  # class → the members that the library it derives from runs
    for edge in index.iterate_plain_edges((EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)):
        if edge.target >= 0:
            below.setdefault(edge.target, []).append(edge.source)
            continue
        known, base = semantics.get(symbols[edge.source].language), externals[edge.target]
        if known is not None and base in known.callbacks.base_hooks:
            run[edge.source] = run.get(edge.source, frozenset()) | known.callbacks.base_hooks[base]
        elif known is None or base not in known.callbacks.inert_bases:
            queue.append(edge.source)
    derived = _find_below(queue, below)
    for node, names_run in [*run.items()]:
        run.update((each, run.get(each, frozenset()) | names_run) for each in _find_below([node], below))
    hooks = {language: known.callbacks.test_hooks for language, known in semantics.items()}
    in_tests = {symbol.path for symbol in symbols if symbol.is_test}
    by_name = {language: known.callbacks.entry_points for language, known in semantics.items()}
    defined = {(symbol.path, symbol.qualname) for symbol in symbols}

    def is_hook(symbol: SymbolRow) -> bool:
        for name, beside in by_name.get(symbol.language, {}).items():
            if fnmatchcase(symbol.qualname, name) and (not beside or (symbol.path, beside) in defined):
                return True
        has_hook_name = any(fnmatchcase(symbol.name, hook) for hook in hooks.get(symbol.language, ()))
        return has_hook_name and (symbol.path in in_tests or classify_path(symbol.path) is Place.TEST)

    return [s.node for s in symbols if s.parent in derived or s.name in run.get(s.parent, ()) or is_hook(s)]


def _load_semantics(symbols: Iterable[SymbolRow]) -> dict[str, Semantics]:
    """Load the semantics of the resolved languages of symbols."""
    return {language: load_spec(language).semantics for language in {s.language for s in symbols} & set(names())}


def _find_components(index: Index, symbols: list[SymbolRow], externals: Mapping[int, str]) -> set[int]:
    """Return classes with a base whose library is known to run some of its members."""
    hooks = {name for each in _load_semantics(symbols).values() for name in each.callbacks.base_hooks}
    edges = list(index.iterate_plain_edges((EdgeKind.INHERITS,)))
    below: dict[int, list[int]] = {}
    for edge in edges:
        below.setdefault(edge.target, []).append(edge.source)
    return _find_below([edge.source for edge in edges if externals.get(edge.target) in hooks], below)


def _find_below(classes: Iterable[int], below: Mapping[int, list[int]]) -> set[int]:
    """Return classes and all that derive from them.

    With the classes above each in place of those below, all that they derive from."""
    return set(close_over(classes, lambda node: below.get(node, ())))


def _find_demanded(net: Network, symbols: list[SymbolRow]) -> list[int]:
    """Find members that only an interface of a library can require.

    A member that an interface of the repository requires is kept alive by the member of that interface. A type that any
    interface requires has to exist, whoever names it.
    """
    answering = set(net.compute_sources()[net.arrays.kinds == KINDS.index(EdgeKind.OVERRIDES)].tolist())
    demanded = (s for s in symbols if s.flags & Flag.DEMANDED)
    return [s.node for s in demanded if s.kind is SymbolKind.TYPE or s.node not in answering]


def _find_handed_out(index: Index, net: Network, symbols: list[SymbolRow], externals: Mapping[int, str]) -> list[int]:
    """Find entry points of manifests, and members of classes made elsewhere.

    Nothing in the repository constructs those classes, although something mentions them: a registry gets one, or a
    setting names one.
    """
    files = [row for row in index.list_files(limit=None).items if can_name_entries(row.path)]
    entries = {entry for row in files for entry in find_entry_points(_read_text(index, row.path))}
    called = {entry.name for entry in entries}
    named = [
        s for s in symbols if s.qualname in called and any(e.name == s.qualname and e.is_in(s.path) for e in entries)
    ]
    classes = {s.node for s in symbols if s.kind is SymbolKind.CLASS}
    built = {s.node: s.parent for s in symbols if s.kind is SymbolKind.CONSTRUCTOR}
    above: dict[int, list[int]] = {}
    mentioned = {s.node for s in named if s.node in classes}
    made: set[int] = set()
    edges = zip(net.compute_sources().tolist(), net.arrays.targets.tolist(), net.arrays.kinds.tolist(), strict=True)
    for source, target, number in edges:
        whose, kind = built.get(target, target), KINDS[number]
        if whose not in classes:
            continue
        if kind is EdgeKind.INHERITS:
            above.setdefault(source, []).append(whose)
        elif kind in MAKING:
            made.add(whose)
        elif kind is EdgeKind.REFERENCES:
            mentioned.add(whose)
    foreign = _find_below(mentioned - made - _find_components(index, symbols, externals), above)
    return [*(s.node for s in named), *(s.node for s in symbols if s.parent in foreign)]


def _read_text(index: Index, path: str) -> str:
    return "\n".join(index.read_text_lines(path))


def _find_written(index: Index, symbols: list[SymbolRow], candidates: list[DeadSymbol]) -> list[int]:
    """Find candidates whose name occurs in text that cannot be resolved.

    A member name that is no identifier counts as written: code only looks it up by its text.
    """
    languages = {c.symbol.language for c in candidates}
    strings, asked = find_written_names(index, languages, symbols), find_result_members(index, languages)
    nothing: set[str] = set()

    def is_written(symbol: SymbolRow) -> bool:
        if symbol.language in SCRIPTS and not _IDENTIFIER.fullmatch(symbol.name):
            return True
        name = symbol.name.rstrip("?!")
        return name in strings[symbol.language] or name in asked.get(symbol.language, nothing)

    return [c.symbol.node for c in candidates if is_written(c.symbol)]


def _find_registered(index: Index, candidates: list[DeadSymbol]) -> list[int]:
    """Find candidates that a decorator, an annotation or an assignment registers.

    A local definition may be assigned to a member of an object, or to a variable that was declared before. Members that
    a class declares as deleted or defaulted are found, too.
    """

    def is_assigned(details: SymbolDetails) -> bool:
        symbol = details.symbol
        named = _PUT_INTO_NAMED.match(details.signature) if symbol.language in SCRIPTS else None
        if named is not None and all(each.name != named[1] for each in index.list_file_symbols(symbol.path)):
            return True  # the object is of another file or of a library
        if not symbol.flags & Flag.LOCAL:
            return False
        if _PUT_INTO_FIELD.match(details.signature):
            return True
        later, field = _ASSIGNED_TO_VARIABLE.match(details.signature), _ASSIGNED_TO_FIELD.match(details.signature)
        is_later = later is not None and later[1] == symbol.name
        return symbol.language in SCRIPTS and (is_later or (field is not None and _is_field(index, symbol, field[1])))

    known = [(c.symbol.node, index.read_details(c.symbol)) for c in candidates]
    return [node for node, d in known if d.decorators or d.signature.endswith(_BODILESS_ENDINGS) or is_assigned(d)]


def _is_field(index: Index, inside: SymbolRow, name: str) -> bool:
    """Return whether a class around a symbol declares a field."""
    parts = inside.qualname.split(".")
    wanted = {".".join((*parts[:length], name)) for length in range(1, len(parts))}
    return any(one.kind in VARIABLES and one.qualname in wanted for one in index.list_file_symbols(inside.path))
