"""Rules by which tests run symbols, from the graph of one state.

See `analysis/executions.py`. Every call edge is a rule. Where edges alone say too little or too much:

- a call of a method that others override runs the implementation that the classes constructed in the same test have;
- a reference that could not be resolved, `x.name`, may mean any method of that name of a class constructed there;
- a method without any visible use, of itself or of an override, is used by invisible code, a framework or a library: it
  runs where its class is constructed. Methods of operators (`OperatorPolicy.operator_only`) need such an operator on an
  object of unknown type, methods behind a known function (`repr`) need that function, too
  (`CallbackPolicy.library_callers`), and names that unresolved references use need one of those, unless syntax or a
  library that the class derives from may use them, too;
- a method that calls a member which its class only has from a library runs the member of a class constructed there;
- a library reads the variables of a class that derives from it, and makes objects of the classes in them;
- constructing a class runs the constructor it inherits; a class that test code mentions is constructed there, and so is
  one that code mentions when nothing visible constructs it or a subclass, or that a field holds;
- code that a test replaces (`CallbackPolicy.patch_functions`) is not run by the project's code in that test;
- names in a decorator's arguments run with the decorated symbol, names in a table with the users of the table, and
  objects that a module creates while it is imported exist wherever one of its functions runs;
- a function runs the code in the bodies of its own classes;
- what a class renders is rendered where one of its methods runs; a template runs its tags, and members of whatever its
  values are, but requests none of the routes that it names;
- a test framework constructs a class for each of its tests, inherited ones too, and runs what prepares them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from codegraph.analysis.executions import Rule, Rules, build_rule
from codegraph.analysis.transitive_closure import close_over
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.edges import CALLS, TYPES
from codegraph.operations.network import RESOLUTIONS
from codegraph.operations.top_level_owner import CALLABLE, PLACED, TABLES, CodeOwners
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.search.path_roles import Place, classify_path
from codegraph_parsers.file_facts import Flag, ReferenceKind, SymbolKind
from codegraph_parsers.languages import load_spec, names
from codegraph_parsers.semantics import Semantics

BASES = (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS)
ASKED = frozenset({*PLACED, *BASES, EdgeKind.OVERRIDES, EdgeKind.DECORATES})
CONSTRUCTED = frozenset({*TYPES, SymbolKind.CONSTRUCTOR})
UNBOUND = Flag.STATIC | Flag.CLASSMETHOD
MANY = 64
"""Classes directly below one, from which on it is not asked of each whether it replaces a method."""

RANK = {resolution: rank for rank, resolution in enumerate(RESOLUTIONS)}
GUESS, DISPATCH = RANK[Resolution.HEURISTIC], RANK[Resolution.DISPATCH]


def build_rules(index: Index) -> Rules:
    """Build the rules of a whole graph.

    This reads all of it. The first nodes after the graph's stand for running anything of a module, one per module in
    order of number.
    """
    builder = _RuleBuilder(index)
    found = list(builder.iterate_rules())
    held = [
        (builder.get_node("replaced", at), test)
        for at, makers in builder.replaced.items()
        for test in builder.find_tests(makers)
    ]
    return Rules.from_rules(found, builder.nodes, held)


def list_operator_members(semantics: Semantics) -> dict[str, tuple[str, ...]]:
    """Return the members that operators may run, by operator."""
    found: dict[str, tuple[str, ...]] = {}
    for table in (semantics.operators.members, semantics.operators.reflected):
        for sign, member in table.items():
            found[sign] = (*found.get(sign, ()), member)
    for sign, members in semantics.operators.implicit_members.items():
        found[sign] = (*found.get(sign, ()), *members)
    return found


_Edge = tuple[SymbolRow, SymbolRow, EdgeKind, Resolution, tuple[int, ...]]
"""An edge of which both ends are in the repository: source, target, kind, resolution, lines. A plain tuple, as rules
are: hundreds of thousands are made, and named ones take four times as long."""


class _RuleBuilder:
    """Builder of the rules of a graph, with nodes beside the graph's (`get_node`).

    - `constructed` C: makes an object of class C itself; `exists` C: of C or a class below it;
    - `has` m: makes an object of a class that has just this implementation m;
    - `dispatch` m: calls m, or what stands in its place; `called` name: uses a member of that name of who knows what;
    - `operated` name: uses an operator that runs a member of that name on who knows what;
    - `module` M: runs something of module M; `external` name: uses that function of a library."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.rows: list[SymbolRow] = list(index.iterate_all_symbols())
        modules = (row.node for row in self.rows if row.parent < 0)
        self.made: dict[tuple[str, str | int], int] = {
            ("module", node): len(self.rows) + at for at, node in enumerate(modules)
        }
        languages = {row.language for row in self.rows} & set(names())
        semantics = {language: load_spec(language).semantics for language in languages}
        self.library_callers = {language: dict(s.callbacks.library_callers) for language, s in semantics.items()}
        self.inert = {
            language: s.callbacks.transparent_bases.union(s.callbacks.inert_bases) for language, s in semantics.items()
        }
        self.special_prefixes = {language: s.protocols.special_prefix for language, s in semantics.items()}
        self.call_member = {language: s.protocols.call_member for language, s in semantics.items()}
        self.templates = {language for language, s in semantics.items() if s.modules.is_template}
        self.syntactic = {language: s.operators.operator_only for language, s in semantics.items()}
        self.operated = {language: list_operator_members(s) for language, s in semantics.items()}
        paths = {row.path for row in self.rows}
        self.test_paths = {row.path for row in self.rows if row.is_test}
        self.test_paths |= {path for path in paths if classify_path(path) is Place.TEST}
        self.members: dict[int, dict[str, SymbolRow]] = defaultdict(dict)
        self.ordered: dict[int, list[SymbolRow]] = defaultdict(list)  # what a symbol holds, in source order
        for row in self.rows:
            if row.parent >= 0:
                self.members[row.parent].setdefault(row.name, row)
                self.ordered[row.parent].append(row)
        self.constructor = {row.parent: row.node for row in self.rows if row.kind is SymbolKind.CONSTRUCTOR}
        self.lines: dict[int, list[int]] = {}
        self.bases: dict[int, list[int]] = defaultdict(list)
        self.derived: dict[int, list[int]] = defaultdict(list)
        self.overriders: dict[int, list[int]] = defaultdict(list)
        self.overriding: set[int] = set()
        self.used: set[int] = set()
        self.calling_lines: dict[int, set[int]] = defaultdict(set)
        self.given: set[tuple[int, int]] = set()  # variables, and functions that they run
        self.owners = CodeOwners(self.rows, self.ordered, self.calling_lines, self.given)
        self.constructible: set[int] = set()  # classes that rules construct
        self.of_library: set[int] = set()  # classes directly below one of a library
        self.replacing = {language: frozenset(s.callbacks.patch_functions) for language, s in semantics.items()}
        self.replacing_lines: set[tuple[int, int]] = set()  # where something is put in the place of what is named
        self.preparing = {language: frozenset(s.callbacks.test_hooks) for language, s in semantics.items()}
        self.requested: dict[int, list[int]] = defaultdict(list)  # class → what runs unseen for it, such as fixtures
        self.replaced: dict[int, set[int]] = defaultdict(set)  # what tests replace → who does
        self.callers_in_tests: dict[int, list[int]] = defaultdict(list)
        self.wanted: set[tuple[str, str]] = set()  # names that code uses of who knows what
        self.edges: list[_Edge] = []
        self.guarded: list[tuple[int, SymbolRow]] = []  # calls that may reach an override
        self.outside: list[tuple[int, str]] = []
        self.inherited: list[tuple[int, str]] = []  # methods, and members of a library that they call
        self.misses = [(self.rows[node], name, kind, lines) for node, name, kind, lines in index.iterate_plain_misses()]
        self._read()
        self.seen_constructed = {
            target.node if target.kind in TYPES else target.parent
            for source, target, kind, _, _ in self.edges
            if kind in CALLS and (target.kind in TYPES or self.is_construction(source, target))
        }
        self.called_classes = self.seen_constructed
        read = [(row.node, self._list_read_fields(row.node)) for row in self.rows if row.kind in TYPES]
        self.read_by_library = {type: fields for type, fields in read if fields}
        self.read_fields = {field for _, fields in read for field in fields}
        self.seen_constructed = {at for type in sorted(self.seen_constructed) for at in self.list_linearization(type)}

    def _read(self) -> None:
        watched = {name for behind in self.library_callers.values() for names in behind.values() for name in names}
        rows, outside = self.rows, {row.node: row for row in self.index.list_externals(limit=None).items}
        for node, other, kind, resolution, lines in self.index.iterate_plain_edges(ASKED):
            source = rows[node]
            if other < 0:
                beyond = outside[other]
                if kind in BASES and beyond.qualname not in self.inert.get(source.language, ()):
                    self.of_library.add(source.node)
                if beyond.qualname.rpartition(".")[2] in self.replacing.get(source.language, ()):
                    self.replacing_lines.update((source.node, line) for line in lines)
                owner, _, called = beyond.qualname.rpartition(".")
                member = owner not in ("", beyond.package) and called != source.name  # of its own name it is above
                if kind in CALLS and member and self.is_method(source):
                    self.inherited.append((source.node, called))
                if beyond.qualname in watched:
                    self.outside.append((source.node, beyond.qualname))
                continue
            target = rows[other]
            self.edges.append((source, target, kind, resolution, lines))
            if kind in BASES:
                self.bases[source.node].append(target.node)
                self.derived[target.node].append(source.node)
            elif kind is EdgeKind.OVERRIDES:
                self.overriders[target.node].append(source.node)
                self.overriding.add(source.node)
            elif kind is EdgeKind.DECORATES:
                continue
            elif kind is EdgeKind.IMPLICIT_CALLS and source.kind is SymbolKind.MODULE:
                pass  # what an import runs unseen, something unseen may run again
            elif kind in (EdgeKind.RUNS, EdgeKind.RENDERS):
                pass  # a framework may run it in other ways, too
            elif target.node != source.node:
                self.used.add(target.node)
            if kind is EdgeKind.IMPLICIT_CALLS and source.kind in TYPES and target.kind in CALLABLE:
                self.requested[source.node].append(target.node)
            if kind in CALLS:
                if source.kind not in CALLABLE:
                    self.calling_lines[source.node].update(lines)
                if source.kind in TABLES:
                    self.given.add((source.node, target.node))
                if source.path in self.test_paths and target.path in self.test_paths:
                    self.callers_in_tests[target.node].append(source.node)
        self.outside.sort()
        for source, name, _, lines in self.misses:
            if name in self.replacing.get(source.language, ()):
                self.replacing_lines.update((source.node, line) for line in lines)
        self._find_replaced()

    def _find_replaced(self) -> None:
        """Separate mentions by which tests replace something: they are no uses of it."""
        if not self.replacing_lines:
            return
        kept: list[_Edge] = []
        for edge in self.edges:
            source, target, kind, _, at = edge
            if kind is EdgeKind.REFERENCES and source.path in self.test_paths and target.path not in self.test_paths:
                lines = [line for line in at if (source.node, line) in self.replacing_lines]
                if lines and (target.kind in CALLABLE or target.kind in TYPES):
                    for line in lines:
                        self.replaced[target.node].update(self.find_users(edge, line))
                    continue
            kept.append(edge)
        self.edges = kept

    def find_tests(self, symbols: Iterable[int]) -> list[int]:
        """Find the tests that run some symbols of test code, as far as calls show."""
        found = close_over(symbols, lambda node: self.callers_in_tests.get(node, ()))
        return [node for node in found if self.rows[node].is_test]

    def find_replacing(self, user: int, target: int) -> int:
        """Return the node of tests in which the project runs a replacement of `target`."""
        if not self.replaced:
            return -1
        row = self.rows[target]
        at = target if target in self.replaced else row.parent if row.kind is SymbolKind.CONSTRUCTOR else -1
        return (
            self.get_node("replaced", at) if at in self.replaced and self.rows[user].path not in self.test_paths else -1
        )

    @property
    def nodes(self) -> int:
        return len(self.rows) + len(self.made)

    def get_node(self, kind: str, key: str | int) -> int:
        """Return the node of a kind for a symbol or a name."""
        return self.made.setdefault((kind, key), len(self.rows) + len(self.made))

    def iterate_rules(self) -> Iterator[Rule]:
        for source, name in self.outside:
            yield build_rule(source, self.get_node("external", name))
        yield from self._iterate_library_rules()
        special = frozenset({*self.overriders, *self.replaced})
        for edge in self.edges:
            source, target, kind, resolution, _ = edge
            plain = source.kind in CALLABLE and target.kind not in CONSTRUCTED and target.node not in special
            if plain and kind in PLACED and resolution is not Resolution.DISPATCH:  # nearly all of them
                yield build_rule(source.node, target.node, -1, RANK[resolution])
            else:
                yield from self._iterate_edge_rules(edge)
        yield from self._iterate_test_class_rules()
        above = [base for at in sorted(self.constructible) for base in self.list_linearization(at)]
        self.exist = frozenset(above)  # classes of which there can be objects, as far as rules say
        yield from self._iterate_class_rules()
        for user, target in self.guarded:
            yield build_rule(user, target.node, self.guard(target), DISPATCH)
        yield from self._iterate_dispatch_rules()
        found = list(self._iterate_unresolved_rules())
        yield from self._iterate_unseen_rules()
        yield from self._iterate_table_rules()
        yield from found

    # ---- edges

    def _iterate_edge_rules(self, edge: _Edge) -> Iterator[Rule]:
        source, target, kind, resolution, lines = edge
        if kind is EdgeKind.DECORATES:
            yield build_rule(target.node, source.node)
            if target.parent >= 0 and self.owners.is_local(target.parent):
                yield build_rule(target.parent, source.node)
        elif kind in BASES:
            yield build_rule(source.node, target.node)
        elif kind is EdgeKind.RENDERS and source.kind in TYPES:
            yield build_rule(self.get_node("exists", source.node), target.node)
            yield from (
                build_rule(each.node, target.node) for each in self.ordered[source.node] if each.kind in CALLABLE
            )
        elif kind is EdgeKind.REQUESTS and source.language in self.templates:
            return
        elif kind in PLACED:
            rank = RANK[resolution]
            if source.kind in CALLABLE:
                yield from self._iterate_use_rules(source.node, target, kind, rank)
                return
            for user in sorted({user for line in lines for user in self.find_users(edge, line)}):
                yield from self._iterate_use_rules(user, target, kind, rank)

    def _iterate_use_rules(self, user: int, target: SymbolRow, kind: EdgeKind, rank: int) -> Iterator[Rule]:
        row, unless = self.rows[user], self.find_replacing(user, target.node)
        if target.kind in TYPES:
            yield build_rule(user, target.node, rank=rank, unless=unless)
            held = user in self.read_fields or (row.kind in TABLES and target.node not in self.called_classes)
            if kind in CALLS or held or row.path in self.test_paths or target.node not in self.seen_constructed:
                yield from self._iterate_construction_rules(user, target.node, rank)
        elif target.kind is SymbolKind.CONSTRUCTOR:
            yield build_rule(user, target.node, rank=rank, unless=unless)
            if self.is_construction(row, target):
                yield from self._iterate_construction_rules(user, target.parent, rank)
        elif target.node in self.overriders and not (row.name == target.name and self.is_above(target, row)):
            yield build_rule(user, self.get_node("dispatch", target.node), rank=rank)
            if target.flags & UNBOUND:
                yield build_rule(user, target.node, rank=rank)
        elif rank == DISPATCH:
            self.guarded.append((user, target))
        else:
            yield build_rule(user, target.node, rank=rank, unless=unless)

    def _iterate_construction_rules(self, user: int, type: int, rank: int) -> Iterator[Rule]:
        self.constructible.add(type)
        unless = self.find_replacing(user, type)
        yield build_rule(user, self.get_node("constructed", type), rank=rank, unless=unless)
        if self.rows[user].kind is SymbolKind.MODULE:
            yield build_rule(
                self.get_node("module", user), self.get_node("constructed", type), rank=rank, unless=unless
            )
        for at in self.list_linearization(type):
            if at in self.constructor:
                yield build_rule(user, self.constructor[at], rank=rank, unless=unless)
                break

    def find_users(self, edge: _Edge, line: int) -> Sequence[int]:
        """Return the nodes that run a mention in that line."""
        source, target, kind, _, _ = edge
        return self.owners.find_users(source, target, kind, line)

    def is_construction(self, source: SymbolRow, target: SymbolRow) -> bool:
        """Return whether a mention of a constructor creates an object.

        Otherwise a class mentions the constructor of a class above it.
        """
        if target.kind is not SymbolKind.CONSTRUCTOR:
            return False
        return source.kind is not SymbolKind.CONSTRUCTOR or not self.is_above(target, source)

    def is_above(self, target: SymbolRow, source: SymbolRow) -> bool:
        return target.parent != source.parent and target.parent in self.list_linearization(source.parent)

    # ---- classes

    def list_linearization(self, node: int) -> list[int]:
        """Return a class and those above it, nearest first."""
        if node not in self.lines:
            self.lines[node] = close_over([node], lambda at: self.bases.get(at, ()))
        return self.lines[node]

    def _list_read_fields(self, type: int) -> list[int]:
        """Return the variables of a class, and of classes in it, that a library reads."""
        if self.of_library.isdisjoint(self.list_linearization(type)):
            return []
        found: list[int] = []
        for each in self.ordered.get(type, ()):
            inner = self.ordered.get(each.node, ()) if each.kind in TYPES else (each,)
            found += (field.node for field in inner if field.kind in TABLES)
        return found

    def is_method(self, row: SymbolRow) -> bool:
        return row.kind in CALLABLE and row.parent >= 0 and self.rows[row.parent].kind in TYPES

    def is_held(self, row: SymbolRow) -> bool:
        """Return whether it is a field that may hold a function or class."""
        return row.kind in TABLES and row.parent >= 0 and self.rows[row.parent].kind in TYPES

    def _iterate_test_class_rules(self) -> Iterator[Rule]:
        for row in self.rows:
            above = self.list_linearization(row.node) if row.kind in TYPES else []
            if any(self.rows[at].is_test for at in above):
                hooks = self._list_preparing(row.language, above)
                for at in above:
                    for test in self.ordered.get(at, ()):
                        if test.is_test and test.kind in CALLABLE:
                            yield from self._iterate_construction_rules(test.node, row.node, 0)
                            exists = self.get_node("exists", row.node)
                            yield from (build_rule(test.node, hook, exists) for hook in hooks)

    def _list_preparing(self, language: str, above: list[int]) -> list[int]:
        """Return the methods that run before and after the tests of a class."""
        found: dict[str, int] = {}
        for at in above:
            for name in self.preparing.get(language, frozenset()).intersection(self.members.get(at, ())):
                found.setdefault(name, self.members[at][name].node)
        return [*found.values(), *(node for at in above for node in self.requested.get(at, ()))]

    def _iterate_class_rules(self) -> Iterator[Rule]:
        module = -1
        for row in self.rows:
            if row.kind is SymbolKind.MODULE and row.parent < 0:
                module = row.node
            elif row.kind in TYPES:
                if row.parent >= 0 and self.owners.is_local(row.parent):
                    yield build_rule(row.parent, row.node)
                if row.node in self.constructible:
                    yield build_rule(self.get_node("constructed", row.node), self.get_node("exists", row.node))
                    yield build_rule(self.get_node("constructed", row.node), row.node)
                if row.node in self.exist:
                    exists = self.get_node("exists", row.node)
                    yield from (build_rule(exists, field) for field in self.read_by_library.get(row.node, ()))
                    for base in self.bases.get(row.node, ()):
                        yield build_rule(self.get_node("exists", row.node), self.get_node("exists", base))
            elif row.kind in CALLABLE:
                yield build_rule(row.node, self.get_node("module", module))

    def guard(self, method: SymbolRow) -> int:
        """Return the node of tests in which an object has this very implementation.

        It is -1 when nothing is known of that.
        """
        if not self.is_method(method) or method.parent not in self.exist:
            return -1
        return (
            self.get_node("has", method.node)
            if method.node in self.overriders
            else self.get_node("exists", method.parent)
        )

    def _iterate_dispatch_rules(self) -> Iterator[Rule]:
        for method in sorted(self.overriders):
            row = self.rows[method]
            found = self.list_overrides(method)
            for each in found:
                rank = 0 if each == method else DISPATCH
                unless = self.get_node("replaced", each) if each in self.replaced else -1
                yield build_rule(self.get_node("dispatch", method), each, self.guard(self.rows[each]), rank, unless)
            yield from self._iterate_implementation_rules(row, {self.rows[each].parent for each in found[1:]})

    def _iterate_library_rules(self) -> Iterator[Rule]:
        """Yield rules of methods that call a member which only a library defines.

        Such a method runs the members that classes below it define for it.
        """
        for source, name in self.inherited:
            known, queue = {self.rows[source].parent}, [self.rows[source].parent]
            for at in queue:
                for sub in self.derived.get(at, ()):
                    if sub in known or len(known) > MANY:
                        continue
                    known.add(sub)
                    queue.append(sub)
                    own = self.members.get(sub, {}).get(name)
                    if own is not None and own.kind in CALLABLE:
                        runs = self.get_node("dispatch", own.node) if own.node in self.overriders else own.node
                        yield build_rule(source, runs, self.get_node("exists", sub), DISPATCH)

    def list_overrides(self, method: int) -> list[int]:
        """Return a method and all that override it."""
        return close_over([method], lambda at: self.overriders.get(at, ()))

    def _iterate_implementation_rules(self, method: SymbolRow, overriding: set[int]) -> Iterator[Rule]:
        """Yield rules for the objects that have this implementation of a method.

        The classes `overriding` override the method.
        """
        above = {at for type in overriding for at in self.list_linearization(type)}
        has = self.get_node("has", method.node)
        heirs, known = [method.parent], {method.parent}
        for at in heirs:
            below = self.derived.get(at, ())
            if len(below) > MANY:  # nearly all of them inherit it as it is
                yield build_rule(self.get_node("exists", at), has)
                continue
            yield build_rule(self.get_node("constructed", at), has)
            for sub in below:
                if sub in overriding or sub in known:
                    continue
                known.add(sub)
                if sub in above:
                    heirs.append(sub)
                else:
                    yield build_rule(self.get_node("exists", sub), has)

    def _iterate_unseen_rules(self) -> Iterator[Rule]:
        for row in self.rows:
            if not self.is_method(row) or row.is_test or row.language not in self.syntactic:
                continue  # of a language without a resolver nobody knows what runs
            if row.flags & UNBOUND:
                yield build_rule(row.node, self.get_node("constructed", row.parent))
            if (
                row.node in self.overriding
                or self.is_named(row)
                or not self.used.isdisjoint(self.list_overrides(row.node))
            ):
                continue
            functions = self.library_callers.get(row.language, {}).get(row.name)
            guard = self.guard(row)
            where = guard if guard >= 0 else row.parent
            runs = self.get_node("dispatch", row.node) if row.node in self.overriders else row.node
            if row.name in self.syntactic[row.language]:
                yield build_rule(self.get_node("operated", f"{row.language}:{row.name}"), runs, where, GUESS)
            elif functions is None:
                yield build_rule(where, runs, rank=GUESS)
            for name in functions or ():
                yield build_rule(self.get_node("external", name), runs, where, GUESS)

    def is_named(self, method: SymbolRow) -> bool:
        """Return whether only references to the name on unknown objects use a method.

        Neither syntax nor a library uses it.
        """
        if (method.language, method.name) not in self.wanted:
            return False
        implied = self.special_prefixes.get(method.language, "")
        return not (implied and method.name.startswith(implied)) and self.of_library.isdisjoint(
            self.list_linearization(method.parent)
        )

    def _iterate_table_rules(self) -> Iterator[Rule]:
        for row in self.rows:
            if row.kind in TABLES and row.parent in self.bases:
                for base in self.list_linearization(row.parent)[1:]:
                    other = self.members.get(base, {}).get(row.name)
                    if other is not None and other.kind in TABLES:
                        guard = self.get_node("exists", row.parent) if row.parent in self.exist else -1
                        yield build_rule(other.node, row.node, guard, DISPATCH)

    def _iterate_unresolved_rules(self) -> Iterator[Rule]:
        named = {
            (row.language, row.name)
            for row in self.rows
            if not row.is_test and (self.is_method(row) or self.is_held(row))
        }
        languages = {language for language, _ in named}
        for source, name, kind, _ in self.misses:
            language = source.language
            if kind == ReferenceKind.OPERATOR:
                for member in self.operated[language].get(name, ()):
                    yield build_rule(source.node, self.get_node("operated", f"{language}:{member}"), rank=GUESS)
                continue
            for each in sorted(languages) if language in self.templates else (language,):
                key = (each, name)
                if key not in named and kind == "call":  # what a variable holds is called
                    key = (each, self.call_member.get(each, ""))
                if key in named:
                    self.wanted.add(key)
                    yield build_rule(source.node, self.get_node("called", ":".join(key)), rank=GUESS)
        for row in self.rows:
            key = (row.language, row.name)
            if key in self.wanted and self.is_method(row) and not row.is_test:
                guard = self.guard(row)
                where = guard if guard >= 0 else row.parent
                unless = self.get_node("replaced", row.node) if row.node in self.replaced else -1
                yield build_rule(self.get_node("called", ":".join(key)), row.node, where, GUESS, unless)
            elif key in self.wanted and self.is_held(row):
                guard = self.get_node("exists", row.parent) if row.parent in self.exist else -1
                yield build_rule(self.get_node("called", ":".join(key)), row.node, guard, GUESS)
