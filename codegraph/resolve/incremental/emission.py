"""Emission kept between edits: sites of files, passed values, and edges."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, MutableMapping
from contextlib import contextmanager
from functools import partial
from operator import itemgetter

from codegraph.graph_model import (
    DeltaEdge,
    DeltaMiss,
    Edge,
    EdgeKind,
    External,
    Graph,
    GraphDelta,
    Resolution,
    Unresolved,
)
from codegraph.resolve.calls.argument_flow import (
    MAX_LEVEL,
    Calls,
    CallsOfFile,
    Level,
    Mentions,
    Parameter,
    Parts,
    PassedValue,
)
from codegraph.resolve.edges.edge_table import RANK
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.edges.structural_edges import emit_structure, emit_tests
from codegraph.resolve.endpoints.attachment import add_symbols, attach_endpoints, list_items
from codegraph.resolve.endpoints.endpoint_rows import EMPTY, FileRows
from codegraph.resolve.endpoints.extraction import Extractor
from codegraph.resolve.endpoints.route_matching import Composition, compose, list_rows
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.dependency_graph import Key, Piece, Recorder
from codegraph.resolve.incremental.satisfactions import Satisfactions
from codegraph.resolve.program.contributions import relocate, sort_files
from codegraph.resolve.program.program import Program, list_packages
from codegraph.resolve.stages import AffectedPieces, Stages
from codegraph.resolve.types.abstract_values import EVERYTHING, Parameters, move_value
from codegraph_parsers.file_facts import Flag

Row = tuple[int, int | External, EdgeKind, Resolution, tuple[int, ...]]
"""An edge by items: source, target, kind, resolution, lines."""

Made = dict[int, CallsOfFile]
"""Calls that the sites of one file make, by function."""


class Emission:
    """Emitted sites of one program, kept between edits.

    `calls` and `passed` are by level.
    """

    def __init__(self, program: Program, record: Recorder, stages: Stages) -> None:
        self.program = program
        self.record = record
        self.stages = stages
        self.calls: list[Calls] = [{} for _ in range(MAX_LEVEL + 1)]
        self.passed: list[MutableMapping[int, dict[int, PassedValue]]] = [{} for _ in range(MAX_LEVEL + 1)]
        self.mentions: Mentions = {}
        self.parts: list[Parts] = [{} for _ in range(MAX_LEVEL + 1)]
        self.made: MutableMapping[int, list[Made]] = {}  # by file and level
        # By file and by the file that emitted them: edges that start in the first.
        self.abroad: MutableMapping[int, dict[int, list[Row]]] = {}
        self.satisfactions = Satisfactions(program, record)
        self.models = program.models.all  # by which the rows were made
        self.order = program.order  # in which they were composed
        self.routes: MutableMapping[int, FileRows] = {}  # what files that have any say of routes and requests
        self.includes: MutableMapping[int, list[int]] = {}  # file → files whose names it takes by wildcards
        self.included: MutableMapping[int, int] = {}  # file → how many files take its names
        self.packages: dict[str, str] = {}
        self.outside: MutableMapping[
            int, list[tuple[str, str]]
        ] = {}  # file → modules that are not of the tree, their packages

    def find_packages(self, own: set[int], replaced: bool) -> dict[str, str]:
        """Return the packages of outside modules.

        The first import in path order decides. The same object is returned when nothing has changed.
        """
        program, known = self.program, self.outside
        asked = {file for file in own if file < program.tree}  # also those that were removed
        asked.update(program.order if replaced else ())
        found = {file: list_packages(program, file) for file in asked}
        if self.packages and all(known.get(file) == said for file, said in found.items()):
            return self.packages
        known.update(found)
        packages: dict[str, str] = {}
        for file in program.order:
            for module, package in known.get(file, ()):
                packages.setdefault(module, package)
        return packages

    def move(self, moved: Mapping[int, int], files: set[int]) -> None:
        """Adapt everything to changed graph ids of symbols in files."""

        calling = {file for gid in moved for level in self.calls for file in level.get(gid, ())}
        for file in calling | files:
            for made in self.made.get(file, ()):
                relocate(made, moved)
        for number in range(MAX_LEVEL + 1):
            relocate(self.calls[number], moved)
            relocate(self.passed[number], moved)
            relocate(self.parts[number], moved)
        places = {place for file in files for place in self.mentions.get(file, ())}
        for level, piece in places:
            gid, at = self.record.find_gid(piece.at), (piece.position, piece.file)
            parts, passed = self.parts[level].get(gid, {}), self.passed[level].get(gid, {})
            if piece.what == "passed" and piece.position in passed:
                passed[piece.position] = _move_passed(passed[piece.position], moved)
            elif piece.what == "part" and at in parts:
                parts[at] = _move_passed(parts[at], moved)

    def update(self, own: set[int], affected: AffectedPieces) -> GraphDelta:
        """Emit again what depends on a change.

        Files in `own` have other facts.
        """
        run = self._begin(own, affected)
        before = compose(list_rows(self.routes, self.order), self.models)
        self.models, self.order = self.program.models.all, self.program.order
        run.emit_all()
        run.compose(before)
        return run.make_delta()

    def begin(self) -> EmissionRun:
        """Begin to emit everything for the first time."""
        return self._begin(set(self.program.order), AffectedPieces(self.record, first=True))

    def _begin(self, own: set[int], affected: AffectedPieces) -> EmissionRun:
        run = EmissionRun(self, own, affected)
        run.compare_globals()
        return run


def _move_passed(passed: PassedValue, moved: Mapping[int, int]) -> PassedValue:
    rests = passed.rests
    if rests is not EVERYTHING and any(gid in moved for gid, _ in rests):
        rests = frozenset((moved.get(gid, gid), position) for gid, position in rests)
    return passed._replace(value=move_value(passed.value, moved), rests=rests)


class EmissionRun:
    """One update, of all files or of those that depend on an edit."""

    def __init__(self, kept: Emission, own: set[int], affected: AffectedPieces) -> None:
        self.kept = kept
        self.program, self.record = kept.program, kept.record
        self.own = own
        self.affected = affected
        self.evaluator = kept.stages.make_evaluator(kept.stages.tables)
        self.levels = self._make_levels(self.evaluator)
        self.first = Emitter(self.evaluator)
        self.emitters: dict[int, Emitter] = {}
        self.taints: dict[int, dict[int, Parameters]] = {}
        self.reached: dict[int, int] = {}  # file → level that its sites were emitted on last
        self.stale: set[Parameter] = set()
        self.touched: set[Key] = set()
        self.asked: set[int] = set()  # files where edges of others start that are not what they were
        self.more: list[dict[Parameter, bool]] = [{} for _ in range(MAX_LEVEL + 1)]
        self.rows: dict[int, list[Row]] = {}  # what comes out of the files that were emitted
        self.misses: dict[int, list[Unresolved]] = {}
        self.extractor = Extractor(self.evaluator, self.record.items.__getitem__)
        self.composition = Composition()
        self.had_endpoints: Collection[int] = ()  # files that had endpoints before

    def _make_levels(self, evaluator: Evaluator) -> list[Level]:
        levels = [evaluator.level, *(Level(number) for number in range(1, MAX_LEVEL + 1))]
        for number, level in enumerate(levels):
            level.calls, level.passed = self.kept.calls[number], self.kept.passed[number]
            level.parts = self.kept.parts[number]
        evaluator.levels.all = levels
        evaluator.levels.mentions = self.kept.mentions
        return levels

    def emit_all(self) -> None:
        """Emit all sites that have to be emitted."""
        for number in range(MAX_LEVEL + 1):
            while True:
                wanted = [f for f in self._list_files() if self.reached.get(f, -1) < number]
                if not wanted:
                    break
                for file in wanted:
                    self.emit(file, number)
            if number < MAX_LEVEL:
                self._compare_passed(number + 1)
        done: set[int] = set()
        while True:
            files = [file for file in self._list_files() if file not in done]
            if not files:
                break
            for file in files:
                for number in range(self.reached.get(file, -1) + 1, MAX_LEVEL + 1):
                    self.emit(file, number)
                done.add(file)
                self.finish(file)

    def compose(self, before: Composition) -> None:
        """Compose the endpoints of all files, and emit files of which those differ.

        `before` is what they were."""
        rows = list_rows(self.kept.routes, self.program.order)
        self.composition = compose(rows, self.program.models.all)
        self.had_endpoints = before.endpoints.keys()
        changed = {file for file in self.composition.list_changes(before) if self.program.files[file].path}
        self.asked |= changed
        while missing := self.asked - self.rows.keys():
            for file in sorted(missing, key=self.program.rank.__getitem__):
                for number in range(self.reached.get(file, -1) + 1, MAX_LEVEL + 1):
                    self.emit(file, number)
                self.finish(file)

    def _list_files(self) -> list[int]:
        """Return the files to be emitted, in path order, as far as is known."""
        found = {file for file in self.own if file < self.program.tree} | self.affected.list_files("file") | self.asked
        return sorted(found, key=self.program.rank.__getitem__)

    # -- tables that are made of all files ----------------------------------------------------------------------

    def compare_globals(self) -> None:
        """Compare the tables that depend on all files at once."""
        kept, evaluator = self.kept, self.evaluator
        changed: set[Key] = set()
        packages = kept.find_packages(self.own, self.affected.replaced)
        evaluator.scopes.packages = packages
        if packages is not kept.packages:
            names = {name for name in {*packages, *kept.packages} if packages.get(name) != kept.packages.get(name)}
            changed.update(("package", name) for name in names)
        kept.packages = packages
        changed |= self._follow_includes()
        self.first.structural.kept = kept.satisfactions
        changed |= kept.satisfactions.update(self.first.structural, self.own, self.affected)
        self.affected.mark_changed(changed)

    def _follow_includes(self) -> set[Key]:
        """Find again what files with linkage include.

        Returns keys of files that are included now, or no more."""
        kept, program, evaluator = self.kept, self.program, self.evaluator
        evaluator.scopes.wildcards.included = included = kept.included
        changed: set[Key] = set()
        for file in sort_files(program, self.own | self.affected.list_files("includes")):
            before, after = kept.includes.get(file, []), list[int]()
            if file < program.tree and program.semantics[file].linkage.is_external:
                evaluator.queries.begin()
                with self._repeat(Piece("includes", file)):
                    after = evaluator.scopes.wildcards.find_included(file)
            if after == before:
                continue
            for other in {*before} ^ {*after}:
                count = included.get(other, 0)
                included[other] = count + (1 if other in after else -1)
                if not count or not included[other]:
                    changed.add(("included", other))
                if not included[other]:
                    del included[other]
            if after:
                kept.includes[file] = after
            else:
                del kept.includes[file]
        return changed

    @contextmanager
    def _repeat(self, piece: Piece) -> Generator[None]:
        """Record a piece of work again."""
        self.record.drop(piece)
        outer = self.record.begin_piece(piece)
        yield
        self.record.end_piece(outer)

    # -- sites, level by level ----------------------------------------------------------------------------------

    def emit(self, file: int, number: int) -> None:
        """Emit the sites of a file on one level, those below it first."""
        if self.reached.get(file, -1) < number - 1:
            self.emit(file, number - 1)
        record, piece, level = self.record, Piece("file", file), self.levels[number]
        if not number:
            record.drop(piece)
            self.emitters[file] = Emitter(self.evaluator, self.first)
        emitter = self.emitters[file]
        outer = record.begin_piece(piece)
        calls, made_now = level.calls, dict[int, dict[int, CallsOfFile]]()
        level.calls = made_now
        self.evaluator.level = level
        if not number:
            self.taints[file] = emitter.emit_file(file)
        else:
            sites = self.taints[file]
            again = [at for at, taint in sites.items() if taint is not EVERYTHING and self._is_more(number, taint)]
            if again:
                found = emitter.emit_file(file, again)
                for at in again:
                    sites.pop(at, None)
                sites.update(found)
        made, level.calls = {gid: each[file] for gid, each in made_now.items()}, calls
        record.end_piece(outer)
        self.reached[file] = number
        self._note(file, number, made)

    def _is_more(self, number: int, taint: Parameters) -> bool:
        """Return whether more is known of any parameter than one level down."""
        known = self.more[number]
        for key in taint:
            found = known.get(key)
            if found is None:
                new = self.evaluator.levels.find_passed(self.levels[number], key)
                old = self.evaluator.levels.find_passed(self.levels[number - 1], key)
                found = known[key] = new.value != old.value or new.always != old.always
            if found:
                return True
        return False

    def _note(self, file: int, number: int, made: Made) -> None:
        """Replace the calls that a file makes on a level."""
        kept, calls = self.kept, self.kept.calls[number]
        before = kept.made.setdefault(file, [{} for _ in range(MAX_LEVEL + 1)])
        old = before[number]
        if old == made and file not in self.own:
            return
        touched = {gid for gid in {*old, *made} if file in self.own or old.get(gid) != made.get(gid)}
        for gid in old:
            left = calls.get(gid, {})
            left.pop(file, None)
            if not left:
                calls.pop(gid, None)
        for gid, each in made.items():
            calls.setdefault(gid, {})[file] = each
        before[number] = made
        for level in self.kept.parts[number:]:
            for gid in touched:
                parts = level.get(gid, {})
                for key in [key for key in parts if key[1] == file]:
                    del parts[key]
        if not self.affected.first:
            self.touched.update(("calls", self.record.items[gid]) for gid in touched)

    def _compare_passed(self, number: int) -> None:
        """Compare what level `number` passes for parameters with what it passed before."""
        record, passed = self.record, self.levels[number].passed
        self.affected.mark_changed(self.touched)
        self.touched.clear()
        fresh: dict[Parameter, PassedValue | None] = {}
        seen: set[Piece] = set()
        while True:
            pieces = self.affected.pieces - seen
            seen |= pieces
            for piece in pieces:
                gid = record.find_gid(piece.at) if piece.what in ("passed", "part") else -1
                if gid >= 0:
                    self.stale.add((gid, piece.position))
                    if piece.what == "part":
                        self.kept.parts[number - 1].get(gid, {}).pop((piece.position, piece.file), None)
            todo = [key for key in self.stale if key not in fresh]
            if not todo:
                break
            for key in todo:
                fresh[key] = passed.get(key[0], {}).pop(key[1], None)
            for key in todo:
                before = fresh[key]
                if before is None:
                    continue  # nobody asked on this level
                after = self.evaluator.levels.find_passed(self.levels[number], key)
                if (after.value, after.always) != (before.value, before.always):
                    self.affected.mark_changed([("passed", record.items[key[0]], key[1])])

    # -- what comes out -----------------------------------------------------------------------------------------

    def finish(self, file: int) -> None:
        """Emit the last edges of a file, and list all that start in it."""
        record, piece, emitter = self.record, Piece("file", file), self.emitters[file]
        outer = record.begin_piece(piece)
        level = self.levels[MAX_LEVEL]
        calls, level.calls = level.calls, {}
        self.evaluator.level = level
        last = [at for at, taint in self.taints[file].items() if taint is EVERYTHING]
        if last:
            emitter.emit_file(file, last)
        emitter.settle()
        self.evaluator.queries.begin()
        record.read_item(("shapes", file))
        emit_structure(emitter, file)
        emit_tests(emitter)
        self.evaluator.queries.begin()
        said = self.evaluator.attempt(Task("endpoints", file), partial(self.extractor.extract, file), EMPTY)
        if said != EMPTY:
            self.kept.routes[file] = said
        elif file in self.kept.routes:
            del self.kept.routes[file]
        level.calls = calls
        record.end_piece(outer)
        edges, missed = emitter.settled.finish()
        items, externals, program = record.items, emitter.external_list, self.program
        rows: dict[int, list[Row]] = {file: []}
        for source, target, kind, how, lines in edges:
            if not self._is_anonymous(source) and (target < 0 or not self._is_anonymous(target)):
                end = items[target] if target >= 0 else externals[-1 - target]
                rows.setdefault(program.file_of[source], []).append((items[source], end, kind, how, lines))
        self._keep_abroad(file, rows)
        self.rows[file], self.misses[file] = rows[file], missed

    def _keep_abroad(self, file: int, rows: dict[int, list[Row]]) -> None:
        """Keep the edges that a file emits and that start in other files."""
        abroad = self.kept.abroad
        for place in {*rows, *(p for p, by in abroad.items() if file in by)} - {file}:
            new, old = rows.get(place), abroad.get(place, {}).get(file)
            if new != old:
                self.asked.add(place)
                if new is None:
                    del abroad[place][file]
                else:
                    abroad.setdefault(place, {})[file] = new

    def _is_anonymous(self, gid: int) -> bool:
        at = self.program.file_of[gid]
        return bool(self.program.files[at].symbols[gid - self.program.offsets[at]].flags & Flag.ANONYMOUS)

    def _make_key(self, item: int) -> tuple[str, str]:
        gid = self.record.find_gid(item)
        at = self.program.file_of[gid]
        return self.program.files[at].path, self.kept.stages.get_digester(at).keys[gid - self.program.offsets[at]]

    def _list_rows(self, file: int) -> list[Row]:
        """Return all edges that start in a file, whichever file emitted them."""
        foreign = [row for _, each in sorted(self.kept.abroad.get(file, {}).items()) for row in each]
        return merge_rows([*self.rows[file], *foreign]) if foreign else self.rows[file]

    def make_delta(self) -> GraphDelta:
        """Build the delta of the files that were emitted, by keys of symbols."""
        delta, items = GraphDelta(), self.record.items
        for file in self.rows:
            path = self.program.files[file].path
            if path:
                delta.edges[path] = [self._make_edge(row) for row in self._list_rows(file)]
                delta.unresolved[path] = [
                    DeltaMiss(self._make_key(items[m.source]), m.name, m.kind, m.reason, m.lines)
                    for m in self.misses[file]
                ]
                self._add_endpoints(delta, file)
        return delta

    def _add_endpoints(self, delta: GraphDelta, file: int) -> None:
        """Add the endpoints of a file, and the requests that it makes, to a delta."""
        program, composition = self.program, self.composition
        path = program.files[file].path
        endpoints = composition.endpoints.get(file, [])
        if endpoints or file in self.had_endpoints:
            delta.facts[path] = add_symbols(program.files[file], endpoints)
        for endpoint in endpoints:
            for handler, (how, lines) in endpoint.handlers.items():
                delta.edges[path].append(
                    DeltaEdge((path, endpoint.key[1]), self._make_key(handler), endpoint.answering, how, lines)
                )
        for source, target, kind, how, lines in composition.code.get(file, ()):
            start = self._make_key(source) if isinstance(source, int) else (path, source[1])
            end = self._make_key(target) if isinstance(target, int) else (program.files[target[0]].path, target[1])
            delta.edges[path].append(DeltaEdge(start, end, kind, how, lines))
        for source, (at, name), how, lines, kind in composition.requests.get(file, ()):
            route = (program.files[at].path, name)
            delta.edges[path].append(DeltaEdge(self._make_key(source), route, kind, how, lines))
        delta.unresolved[path] += [
            DeltaMiss(self._make_key(m.source), m.name, m.kind, m.reason, m.lines)
            for m in composition.misses.get(file, ())
        ]

    def make_graph(self) -> Graph:
        """Build the graph of all files.

        The symbols of the program have their first items.
        """
        program = self.program
        files = [program.files[file] for file in program.order]
        offsets, dense, count = list[int](), [-1] * program.end, 0
        for file, facts in zip(program.order, files, strict=True):
            offset = program.offsets[file]
            dense[offset : offset + len(facts.symbols)] = range(count, count + len(facts.symbols))
            offsets.append(count)
            count += len(facts.symbols)
        places: dict[tuple[str, str], int] = {}
        externals: list[External] = []
        edges: list[Edge] = []
        unresolved: list[Unresolved] = []
        for file in program.order:
            for source, target, kind, how, lines in sorted(self._list_rows(file), key=itemgetter(0)):
                if isinstance(target, int):
                    end = dense[target]
                else:
                    end = -1 - places.setdefault(target[:2], len(externals))
                    if -1 - end == len(externals):
                        externals.append(target)
                    elif target.package and not externals[-1 - end].package:
                        externals[-1 - end] = target
                edges.append(Edge(dense[source], end, kind, how, lines))
            unresolved += [miss._replace(source=dense[miss.source]) for miss in self.misses[file]]
        graph = Graph(files, offsets, externals, edges, unresolved)
        self.composition = compose(list_rows(self.kept.routes, program.order), program.models.all)
        ids = {item: dense[self.record.find_gid(item)] for item in list_items(self.composition)}
        attach_endpoints(graph, self.composition, program.order, ids)
        return graph

    def _make_edge(self, row: Row) -> DeltaEdge:
        source, target, kind, how, lines = row
        return DeltaEdge(
            self._make_key(source), self._make_key(target) if isinstance(target, int) else target, kind, how, lines
        )


def merge_rows(rows: Iterable[Row]) -> list[Row]:
    """Merge the rows of one source, target and kind."""
    found: dict[tuple[int, int | External, EdgeKind], Row] = {}
    for row in rows:
        have = found.get(row[:3])
        if have is None:
            found[row[:3]] = row
        else:
            how = min(have[3], row[3], key=RANK.__getitem__)
            found[row[:3]] = (*row[:3], how, tuple(sorted({*have[4], *row[4]})))
    return list(found.values())
