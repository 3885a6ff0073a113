"""What the graph of one state says about which symbols a test executes, as rules; see `analysis/executions.py`.

Every call edge is a rule. Where edges alone say too little or too much:

- a call of a method that others replace runs that implementation which the classes constructed in the same test have;
- a reference that could not be resolved, `x.name`, may mean any method of that name of a class constructed there;
- a method that nothing is seen to use is used by what cannot be seen, a framework or an operator: it runs where its class
  is constructed. Methods behind a known function (`repr`, `copy.copy`) need that function, too (`Semantics.protocols`);
- constructing a class runs the constructor it inherits; a class that a test passes around is constructed there;
- what a decorator's arguments name runs with what is decorated, what a table names with the users of the table, and
  what a module makes while it is imported exists wherever one of its functions runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codegraph.analysis.executions import Rule
from codegraph.answers import EdgeRow, SymbolRow
from codegraph.index import Index
from codegraph.model import EdgeKind
from codegraph.operations.edges import CALLS, TYPES
from codegraph.search.places import Place, place_of
from codegraph_parsers.facts import Flag, SymbolKind

CALLABLE = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY})
TABLES = frozenset({SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT})
BASES = (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)
USING = (*CALLS, EdgeKind.REFERENCES, EdgeKind.DECORATES)
UNBOUND = Flag.STATIC | Flag.CLASSMETHOD
PROTOCOLS = {
    "__repr__": ("repr", "str", "print", "str.format"), "__str__": ("str", "print", "str.format"), "__copy__": ("copy.copy",),
    "__deepcopy__": ("copy.deepcopy",), "__len__": ("len", "bool"), "__bool__": ("bool",), "__hash__": ("hash",),
    "__reduce__": ("pickle.dumps", "copy.copy", "copy.deepcopy"), "__getstate__": ("pickle.dumps", "copy.copy", "copy.deepcopy"),
    "__setstate__": ("pickle.loads", "copy.copy", "copy.deepcopy"),
}
WATCHED = {name for names in PROTOCOLS.values() for name in names}


class Made(NamedTuple):
    """A node beside the graph's: `what` about symbol `node` or the external `name`."""

    what: str
    node: int
    name: str = ""


class RuleMaker:
    """Reads the whole graph once."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.rows: list[SymbolRow] = list(index.all_symbols())
        self.test_files = {row.path for row in self.rows if row.is_test or place_of(row.path) is Place.TEST}
        self.made: dict[Made, int] = {}
        self.bases: dict[int, list[int]] = defaultdict(list)
        self.derived: dict[int, list[int]] = defaultdict(list)
        self.constructor: dict[int, int] = {}
        self.inner: dict[int, list[SymbolRow]] = defaultdict(list)
        self.overriders: dict[int, list[int]] = defaultdict(list)
        self.overriding: set[int] = set()
        self.used: set[int] = set()
        self.called: set[int] = set()  # classes that something is seen to construct
        self.constructible: set[int] = set()  # classes that may be constructed, as far as rules say
        self.calling_lines: dict[int, set[int]] = defaultdict(set)
        for row in self.rows:
            if row.kind is SymbolKind.CONSTRUCTOR:
                self.constructor[row.parent] = row.node
            if row.parent >= 0:
                self.inner[row.parent].append(row)
        self.edges: list[EdgeRow] = []
        self.outside: list[tuple[int, str]] = []
        for edge in index.all_edges():
            if isinstance(edge.target, SymbolRow):
                self._note(edge)
            elif edge.target.qualname in WATCHED:
                self.outside.append((edge.source.node, edge.target.qualname))
        for edge in self.edges:
            target = edge.target
            if edge.kind in CALLS and target.kind is SymbolKind.CONSTRUCTOR and not self.is_super(edge.source, target):
                self.called.add(target.parent)

    def _note(self, edge: EdgeRow) -> None:
        source, target, kind = edge.source, edge.target, edge.kind
        self.edges.append(edge)
        if kind in BASES:
            self.bases[source.node].append(target.node)
            self.derived[target.node].append(source.node)
        elif kind is EdgeKind.OVERRIDES:
            self.overriders[target.node].append(source.node)
            self.overriding.add(source.node)
        if kind in USING and target.node != source.node:
            self.used.add(target.node)
        if kind in CALLS:
            self.calling_lines[source.node].update(edge.lines)
            if target.kind in TYPES:
                self.called.add(target.node)

    # ---- nodes beside the graph's

    @property
    def nodes(self) -> int:
        return len(self.rows) + len(self.made)

    def node(self, what: str, node: int, name: str = "") -> int:
        return self.made.setdefault(Made(what, node, name), len(self.rows) + len(self.made))

    def rules(self) -> list[Rule]:
        found: list[Rule] = [Rule(source, self.node("external", -1, name)) for source, name in self.outside]
        for edge in self.edges:
            found += self._edge(edge)
        found += self._test_classes()
        found += self._classes()
        found += self._dispatch()
        found += self._members()
        found += self._fields()
        found += self._unresolved()
        return found

    # ---- edges

    def _edge(self, edge: EdgeRow) -> Iterator[Rule]:
        source, target, kind = edge.source, edge.target, edge.kind
        if kind is EdgeKind.DECORATES:
            yield Rule(target.node, source.node)
            if target.parent >= 0 and self.is_local(target.parent):
                yield Rule(target.parent, source.node)
        elif kind in BASES:
            yield Rule(source.node, target.node)
        elif kind in CALLS or kind is EdgeKind.REFERENCES:
            for user in sorted({user for line in edge.lines for user in self.users(edge, line)}):
                yield from self._use(user, edge)

    def _use(self, user: int, edge: EdgeRow) -> Iterator[Rule]:
        target, row = edge.target, self.rows[user]
        if target.kind in TYPES:
            if edge.kind is EdgeKind.REFERENCES and row.path not in self.test_files and target.node in self.called:
                yield Rule(user, target.node)
                return
            yield Rule(user, target.node)
            yield from self._construct(user, target.node)
        elif target.kind is SymbolKind.CONSTRUCTOR:
            yield Rule(user, target.node)
            if not self.is_super(row, target):
                yield Rule(user, target.parent)
                yield from self._construct(user, target.parent)
        elif self.overriders.get(target.node) and not (row.name == target.name and target.parent in self.line(row.parent)[1:]):
            yield Rule(user, self.node("dispatch", target.node))
            if target.flags & UNBOUND:
                yield Rule(user, target.node)
        else:
            yield Rule(user, target.node)

    def _construct(self, user: int, type: int) -> Iterator[Rule]:
        self.constructible.add(type)
        yield Rule(user, self.node("constructed", type))
        if self.rows[user].kind is SymbolKind.MODULE:
            yield Rule(self.node("module", user), self.node("constructed", type))
        for at in self.line(type):
            if at in self.constructor:
                yield Rule(user, self.constructor[at])
                break

    def is_super(self, source: SymbolRow, target: SymbolRow) -> bool:
        """Whether a constructor calls that of a class above."""
        return source.kind is SymbolKind.CONSTRUCTOR and target.parent in self.line(source.parent)[1:]

    def is_local(self, node: int) -> bool:
        while node >= 0:
            if self.rows[node].kind in CALLABLE:
                return True
            node = self.rows[node].parent
        return False

    def users(self, edge: EdgeRow, line: int) -> Sequence[int]:
        """What executes a mention in that line: code of a class or module runs when that is made, but not all of it."""
        source, target = edge.source, edge.target
        if source.kind in CALLABLE:
            return (source.node,)
        for row in self.inner.get(source.node, ()):
            if row.start_line <= line <= row.end_line:
                if row.kind in CALLABLE:
                    if line < row.line or target.kind not in TYPES:
                        return (row.node, source.node) if self.is_local(source.node) else (row.node,)
                    return ()  # an annotation
                if row.kind in TABLES:
                    calls = self.calling_lines[source.node]
                    if edge.kind is EdgeKind.REFERENCES and calls.isdisjoint(range(row.start_line, row.end_line + 1)):
                        return (row.node,)
                    return row.node, source.node
        return (source.node,)

    # ---- classes

    def line(self, node: int) -> list[int]:
        """A class and those above it, nearest first."""
        found = [node]
        for at in found:
            found += [base for base in self.bases.get(at, ()) if base not in found]
        return found

    def below(self, node: int) -> list[int]:
        found = [node]
        for at in found:
            found += [sub for sub in self.derived.get(at, ()) if sub not in found]
        return found

    def _classes(self) -> Iterator[Rule]:
        """An object of a class is one of those above it, too."""
        for row in self.rows:
            if row.kind in TYPES:
                if row.node in self.constructible:
                    yield Rule(self.node("constructed", row.node), self.node("exists", row.node))
                    yield Rule(self.node("constructed", row.node), row.node)
                for base in self.bases.get(row.node, ()):
                    yield Rule(self.node("exists", row.node), self.node("exists", base))
            elif row.kind in CALLABLE:
                top = row.node
                while self.rows[top].parent >= 0:
                    top = self.rows[top].parent
                yield Rule(row.node, self.node("module", top))

    def guard(self, method: int) -> int:
        """The node of tests in which an object has this very implementation; -1 where nothing is known of that."""
        row = self.rows[method]
        if row.parent < 0 or self.rows[row.parent].kind not in TYPES:
            return -1
        if not any(at in self.constructible for at in self.below(row.parent)):
            return -1
        return self.node("has" if self.overriders.get(method) else "exists", method if self.overriders.get(method) else row.parent)

    def _having(self, method: int) -> Iterator[Rule]:
        """Constructed classes that inherit this method as it is."""
        row = self.rows[method]
        waiting = [row.parent]
        for at in waiting:
            if at != row.parent and any(r.name == row.name for r in self.inner.get(at, ())):
                continue
            yield Rule(self.node("constructed", at), self.node("has", method))
            waiting += [sub for sub in self.derived.get(at, ()) if sub not in waiting]

    def _dispatch(self) -> Iterator[Rule]:
        for method in sorted(self.overriders):
            implementations = [method]
            for at in implementations:
                implementations += [sub for sub in self.overriders.get(at, ()) if sub not in implementations]
            for each in implementations:
                yield Rule(self.node("dispatch", method), each, self.guard(each))
            yield from self._having(method)

    def _members(self) -> Iterator[Rule]:
        for row in self.rows:
            if row.kind in CALLABLE and row.parent >= 0 and self.rows[row.parent].kind in TYPES and not row.is_test:
                if row.flags & UNBOUND:
                    yield Rule(row.node, self.node("constructed", row.parent))
                if row.node in self.used or row.node in self.overriding:
                    continue
                guard = self.guard(row.node)
                where = guard if guard >= 0 else row.parent
                run = self.node("dispatch", row.node) if self.overriders.get(row.node) else row.node
                if row.name not in PROTOCOLS:
                    yield Rule(where, run)
                for name in PROTOCOLS.get(row.name, ()):
                    yield Rule(self.node("external", -1, name), run, where)

    def _test_classes(self) -> Iterator[Rule]:
        """The framework constructs a class for each of its tests, inherited ones too."""
        for row in self.rows:
            if row.is_test and row.kind in TYPES:
                for at in self.line(row.node):
                    for test in self.inner.get(at, ()):
                        if test.is_test and test.kind in CALLABLE:
                            self.constructible.add(row.node)
                            yield Rule(test.node, self.node("constructed", row.node))

    def _fields(self) -> Iterator[Rule]:
        for row in self.rows:
            if row.kind in TABLES and row.parent in self.bases:
                for base in self.line(row.parent)[1:]:
                    for other in self.inner.get(base, ()):
                        if other.name == row.name and other.kind in TABLES:
                            yield Rule(other.node, row.node, self.node("exists", row.parent))

    def _unresolved(self) -> Iterator[Rule]:
        named: dict[str, list[SymbolRow]] = defaultdict(list)
        for row in self.rows:
            if row.kind in CALLABLE and row.parent >= 0 and self.rows[row.parent].kind in TYPES and not row.is_test:
                named[row.name].append(row)
        for miss in self.index.unresolved(limit=None).items:
            wanted = named.get(miss.name)
            if wanted is None and miss.kind == "call" and miss.reason in ("function-value","unknown-receiver","unknown-name","not-callable"):
                wanted = named.get("__call__")
            for row in wanted or ():
                if row.language == miss.source.language:
                    guard = self.guard(row.node)
                    yield Rule(miss.source.node, row.node, guard if guard >= 0 else row.parent)
