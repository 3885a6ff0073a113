"""The report about a change: both states compared, what rests on the difference, and what people wrote about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from codegraph.analysis.changes import Change, ChangeKind
from codegraph.analysis.cochange import usual_company
from codegraph.analysis.deadcode import DeadReason
from codegraph.analysis.impact import causes
from codegraph.analysis.likeness import Likeness
from codegraph.analysis.risk import risk
from codegraph.answers import SymbolRow, UnanalysedLanguage
from codegraph.index import Index
from codegraph.model import Resolution
from codegraph.operations.deadcode import dead_symbols
from codegraph.operations.edges import TYPES
from codegraph.operations.impact.answers import (
    Affected,
    ChangedSymbol,
    ChangeReport,
    FileCounts,
    NotAnalysed,
    RunnableTest,
    State,
    UsualCompany,
)
from codegraph.operations.impact.broken import Broken
from codegraph.operations.impact.cases import TitledTests
from codegraph.operations.impact.closure import MOST, Closure, Seeds
from codegraph.operations.impact.cycles import new_cycles
from codegraph.operations.impact.notes import notes_on
from codegraph.operations.impact.observed import Observations, Ran
from codegraph.operations.impact.states import Comparison
from codegraph.operations.network import RESOLUTIONS
from codegraph.search.places import Place, place_of
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.facts import Flag, SymbolKind

EACH = 300
"""Changed symbols whose own dependents are counted one by one; of a larger change, those with most direct users."""

_WRITTEN_LAST = frozenset({Place.PROSE, Place.GENERATED})
"""Of these none asks for other files to change: they follow."""

LEFT_PLACE = frozenset({ChangeKind.REMOVED, ChangeKind.RENAMED, ChangeKind.MOVED})


class Reporting:
    """One report in the making. `depth` limits what counts as affected; tests are looked for at any distance."""

    def __init__(self, comparison: Comparison, depth: int) -> None:
        self.comparison = comparison
        self.depth = depth
        head = comparison.head_index
        after = {c.after.id: c for c in self.changes if c.after is not None}
        self.nodes = nodes_of(head, {c.after.path for c in after.values() if c.after is not None})
        self.head = Closure(head, self._seeds(after, self.nodes, head))
        if comparison.ahead is not None and comparison.ahead.is_coming:
            self.head.prepare()  # instead of waiting for the other state first

    @cached_property
    def observed(self) -> Observations:
        return Observations(self.comparison.head_index, self.changes, self.nodes)

    @property
    def changes(self) -> Sequence[Change]:
        return self.comparison.difference.changes

    @cached_property
    def leavers(self) -> dict[str, Change]:
        """Changes of what is no longer where it was, by the id it had."""
        return {c.before.id: c for c in self.changes if c.before is not None and c.kind in LEFT_PLACE}

    @cached_property
    def gone(self) -> frozenset[str]:
        """Ids that nothing has any more. A test that is gone is none that reaches anything."""
        return frozenset(self.leavers.keys() - {c.after.id for c in self.changes if c.after is not None})

    @cached_property
    def old_nodes(self) -> dict[str, int]:
        paths = {c.before.path for c in self.leavers.values() if c.before is not None}
        return nodes_of(self.comparison.base_index(), paths) if paths else {}

    @cached_property
    def base(self) -> Closure | None:
        """The older state, opened only when something left its place: everything else is to be seen in the newer."""
        if not self.leavers:
            return None
        index = self.comparison.base_index()
        return Closure(index, self._seeds(self.leavers, self.old_nodes, index))

    @cached_property
    def broken(self) -> Broken | None:
        if self.base is None:
            return None
        difference = self.comparison.difference
        edited = frozenset((*difference.modified, *difference.removed))
        return Broken(self.base, self.head, self.changed_ids, edited, self.read)

    def _seeds(self, changes: Mapping[str, Change], nodes: Mapping[str, int], index: Index) -> Seeds:
        seeds: list[int] = []
        contract: list[int] = []
        imported: list[int] = []
        for id, change in changes.items():
            node = nodes.get(id)
            if node is None:
                continue
            seeds.append(node)
            if change.kind in LEFT_PLACE or change.kind is ChangeKind.SIGNATURE:
                contract.append(node)
            if change.kind in LEFT_PLACE or change.here.kind is SymbolKind.MODULE:
                imported.append(node)
            if change.kind is ChangeKind.SIGNATURE and change.here.kind in TYPES:
                (row,) = index.symbols([node])
                seeds += [member.node for member in index.members(row)]  # bases decide what members mean
        return Seeds(tuple(seeds), tuple(contract), tuple(imported))

    @cached_property
    def changed_ids(self) -> frozenset[str]:
        return frozenset(d.id for c in self.changes for d in (c.before, c.after) if d is not None)

    def report(self) -> ChangeReport:
        difference = self.comparison.difference
        rows = self._changed()
        affected, complete = self._affected()
        tests = self.tests_to_run()
        shown = [r for r in rows if not _is_of_tests(r)]
        cycles = new_cycles(self.comparison)
        notes = notes_on(self.comparison, self.changes, affected)
        company = self._usual_company()
        not_analysed = tuple(NotAnalysed(*unanalysed) for unanalysed in difference.unanalysed)
        counts = FileCounts(
            len(difference.added), len(difference.removed), len(difference.modified), len(difference.same_code)
        )
        untested = sum(
            r.public and not r.tests and not r.covered and r.symbol.kind is not SymbolKind.MODULE
            and r.change in (ChangeKind.ADDED, ChangeKind.SIGNATURE, ChangeKind.BODY)
            for r in shown
        )  # fmt: skip
        return ChangeReport(
            base=State(self.comparison.base.label, self.comparison.base.commit),
            head=State(self.comparison.head.label, self.comparison.head.commit),
            files=counts,
            risk=max((r.risk.total for r in shown if not r.generated), default=0.0),
            changed=tuple(shown),
            changed_total=sum(1 + r.members for r in shown),
            untested_public=untested,
            affected=tuple(affected),
            affected_total=len(affected),
            affected_files=len({a.symbol.path for a in affected}),
            depth=self.depth,
            complete=complete,
            tests=tuple(tests),
            tests_total=len(tests),
            notes=notes,
            notes_total=len(notes),
            cycles=cycles,
            not_analysed=not_analysed,
            not_analysed_total=len(not_analysed),
            gates=(),
            co_changes=company,
            co_changes_total=len(company),
            generated_total=sum(1 + r.members for r in shown if r.generated),
            generated_files=len({r.symbol.path for r in shown if r.generated}),
            not_analysed_languages=self._count_languages(not_analysed),
        )

    def _count_languages(self, files: Sequence[NotAnalysed]) -> tuple[UnanalysedLanguage, ...]:
        """Count the code that differs and is not analysed, by language.

        Lines are those of the newer state."""
        known = self.comparison.head_index.known_files()
        counted: dict[tuple[str, str], list[int]] = {}
        for file in files:
            if file.language:
                lines = known[file.path].row.lines if file.path in known else 0
                counted.setdefault((file.language, file.tier), []).append(lines)
        rows = (UnanalysedLanguage(name, len(lines), sum(lines), tier) for (name, tier), lines in counted.items())
        return tuple(sorted(rows, key=lambda row: (-row.files, row.language)))

    def titled(self) -> TitledTests:
        """The tests of the newer state that have titles instead of names."""
        reached = frozenset(self.head.whole.nodes.tolist())
        return TitledTests(self.comparison.head_index, reached, frozenset(self.head.seeds.nodes), self.read)

    def read(self, path: str) -> bytes | None:
        """A file of the newer state."""
        return self.comparison.head.read([path]).get(path)

    # ---- changed symbols

    def _changed(self) -> list[ChangedSymbol]:
        """Rows of the changed symbols, riskiest first. Members that share the fate of what is around them are counted
        with it."""
        groups = _groups(self.changes)
        churn = self.comparison.churn()
        users = [self._direct(group) for group in groups]
        order = sorted(range(len(groups)), key=lambda at: (-len(users[at]), groups[at][0].here.id))
        measured = frozenset(order[:EACH])
        rows: list[ChangedSymbol] = []
        for at, group in enumerate(groups):
            change = group[0]
            symbol = self._row(change)
            if symbol is None:
                continue
            dependents, tests = self._own_reach(group) if at in measured else (users[at], set[str]())
            if tests and not users[at] and change.kind is ChangeKind.ADDED and change.here.id in self.unused:
                tests.clear()  # a test is run for what nobody can see to call: that is no reason to call it tested
            tests.update(self.observed.of(group))
            covered = self.observed.covered(group)
            broken = list(dict.fromkeys(id for one in group for id in self._broken(one)))
            commits = max(churn.get(d.path, 0) for d in (change.before, change.after) if d is not None)
            danger = risk(
                change.kind, dependents=len(dependents), broken=len(broken), commits=commits,
                tests=max(len(tests), covered),
                percentile=max(self._percentile(one) for one in group),
            )  # fmt: skip
            rows.append(
                ChangedSymbol(
                    symbol, change.kind, change.before.id if change.before is not None else "", change.edited,
                    is_resolved(symbol.language) and self._is_public(change), danger, len(dependents),
                    len({id.partition("::")[0] for id in dependents}), len(tests), tuple(broken), len(broken),
                    len(group) - 1, covered, symbol.path in self.derived,
                )
            )  # fmt: skip
        rows.sort(key=lambda r: (r.generated, -r.risk.total, -r.dependents, r.symbol.id))
        return rows

    @cached_property
    def derived(self) -> frozenset[str]:
        """Files of either state that nobody wrote by hand."""
        gone = self.comparison.base_index().list_derived_paths() if self.leavers else frozenset[str]()
        return self.comparison.head_index.list_derived_paths() | gone

    @cached_property
    def unused(self) -> frozenset[str]:
        """Ids of what nothing in the newer state is known to use, exported or not, and nobody outside is to call. Reads
        the whole graph."""
        found, _ = dead_symbols(self.comparison.head_index, exported=True)
        return frozenset(row.symbol.id for row in found if row.reason == DeadReason.UNUSED)

    def _percentile(self, change: Change) -> float:
        if change.after is not None:
            node = self.nodes.get(change.after.id)
            return float(self.head.percentiles[node]) if node is not None else 0.0
        node = self.old_nodes.get(change.here.id)
        return float(self.base.percentiles[node]) if node is not None and self.base is not None else 0.0

    def _row(self, change: Change) -> SymbolRow | None:
        if change.after is not None:
            node = self.nodes.get(change.after.id)
            return self.head.symbols([node])[node] if node is not None else None
        node = self.old_nodes.get(change.here.id)
        return self.base.symbols([node])[node] if node is not None and self.base is not None else None

    def _is_public(self, change: Change) -> bool:
        flags = self.comparison.difference.flags.get(change.here.id, 0)
        return bool(flags & Flag.EXPORTED) and not flags & (Flag.TEST | Flag.LOCAL)

    def _places(self, group: Sequence[Change]) -> list[tuple[Closure, list[int]]]:
        """Where a group of changes stands in the graphs: in the newer, and in the older where it has left."""
        after = [self.nodes[c.after.id] for c in group if c.after is not None and c.after.id in self.nodes]
        found = [(self.head, after)] if after else []
        before = [self.old_nodes[c.before.id] for c in group if c.before is not None and c.before.id in self.old_nodes]
        return [*found, (self.base, before)] if before and self.base is not None else found

    def _direct(self, group: Sequence[Change]) -> set[str]:
        places = self._places(group)
        return set[str]().union(*(closure.ids(closure.direct_users(nodes)) for closure, nodes in places))

    def _own_reach(self, group: Sequence[Change]) -> tuple[set[str], set[str]]:
        """Ids of what rests on a group of changes within the depth, and of tests that reach it at any distance."""
        dependents: set[str] = set()
        tests: set[str] = set()
        for closure, nodes in self._places(group):
            reach = closure.reach(nodes)
            near = (reach.depths > 0) & (reach.depths <= self.depth) & ~closure.is_test[reach.nodes]
            dependents |= closure.ids(reach.nodes[near].tolist())
            tests |= closure.ids(closure.tests_of(nodes))
        return dependents - self.changed_ids, tests - self.gone

    def _broken(self, change: Change) -> list[str]:
        """Symbols of unchanged code that used what is gone and, as far as is known, still do."""
        gone = change.before if change.kind in LEFT_PLACE else None
        node = self.old_nodes.get(gone.id) if gone is not None else None
        if node is None or self.broken is None:
            return []
        return self.broken.by(change, node, self.nodes.get(change.after.id) if change.after is not None else None)

    def _usual_company(self) -> tuple[UsualCompany, ...]:
        difference = self.comparison.difference
        touched = {*difference.added, *difference.removed, *difference.modified}
        of = [path for path in touched if place_of(path) not in _WRITTEN_LAST]
        found = usual_company(touched, self.comparison.history(), of)
        there = self.comparison.head.files
        return tuple(
            UsualCompany(f.file, f.changed, f.together, f.commits, round(f.share, 4)) for f in found if f.file in there
        )

    # ---- what rests on them

    def _affected(self) -> tuple[list[Affected], bool]:
        found: dict[str, Affected] = {}
        complete = True
        for closure in filter(None, (self.head, self.base)):
            reach = closure.whole
            complete = complete and not reach.truncated
            near = (reach.depths > 0) & (reach.depths <= self.depth) & ~closure.is_test[reach.nodes]
            places = np.flatnonzero(near).tolist()
            caused = causes(reach)
            rows = closure.symbols([*reach.nodes[places].tolist(), *caused[places].tolist()])
            for place, path in zip(places, closure.paths(reach, places), strict=True):
                row = rows[int(reach.nodes[place])]
                if row.id in self.changed_ids or row.id in found:
                    continue
                found[row.id] = Affected(
                    row, int(reach.depths[place]), RESOLUTIONS[int(reach.weakest[place])],
                    rows[int(caused[place])].id, path, closure is self.base,
                )  # fmt: skip
        ordered = sorted(found.values(), key=lambda a: (a.depth, RESOLUTIONS.index(a.weakest), a.symbol.id))
        return ordered[:MOST], complete and len(ordered) <= MOST

    def tests_to_run(self) -> list[RunnableTest]:
        """Tests of the newer state, once each; a removed test cannot be run."""
        found: dict[str, RunnableTest] = {}
        for closure in filter(None, (self.head, self.base)):
            hits = closure.tests()
            rows = closure.symbols([n for h in hits for n in (h.node, h.cause)])
            for hit in hits:
                row = rows[hit.node]
                if row.kind in TYPES or row.id in found or (closure is self.base and row.id in self.gone):
                    continue
                weakest = RESOLUTIONS[hit.weakest] if hit.weakest >= 0 else None
                found[row.id] = RunnableTest(row, hit.depth, weakest, rows[hit.cause].id)
        ran = self.observed.of(self.changes)
        for id, (row, _, cause) in ran.items():
            static = found.get(id)
            alone = RunnableTest(row, 1, Resolution.OBSERVED, cause, True)
            found[id] = static._replace(observed=True) if static is not None else alone
        named = [c.here for c in self.changes if c.here.kind is not SymbolKind.MODULE][:EACH]
        like = Likeness((d.name for d in named), {c.here.path for c in self.changes})
        return sorted(found.values(), key=lambda test: _by_evidence(test, ran, like.steps(test.symbol.id)))


def _by_evidence(test: RunnableTest, ran: Mapping[str, Ran], named: float) -> tuple[bool, bool, float, int, int, str]:
    """Changed tests first, then those that are known to have run what changed, then the others. Of each the nearest
    first, a name that is like the changes' counting as being `named` steps nearer, then what is known best, then
    those that run least."""
    known = ran.get(test.symbol.id)
    strength = -1 if test.weakest is None else RESOLUTIONS.index(test.weakest)
    return (
        test.depth > 0, not test.observed, test.depth - named, strength, known.reached if known is not None else 0,
        test.symbol.id,
    )  # fmt: skip


def _is_of_tests(row: ChangedSymbol) -> bool:
    """Tests, and what is in their files without anything resting on it, are to be run, not to be feared for."""
    return row.symbol.is_test or (not row.dependents and place_of(row.symbol.path) is Place.TEST)


def nodes_of(index: Index, paths: Iterable[str]) -> dict[str, int]:
    """Node numbers of the symbols of files, by id; files the index does not have are left out."""
    known = index.known_files()
    return {row.id: row.node for path in sorted(paths) if path in known for row in index.file_symbols(path)}


def _groups(changes: Sequence[Change]) -> list[list[Change]]:
    """Each change with those of its members that came, went or moved with it, itself first."""
    by_id = {c.here.id: c for c in changes}
    groups: dict[str, list[Change]] = {}
    for change in sorted(changes, key=lambda c: len(c.here.qualname)):
        around = _outermost(change, by_id)
        groups.setdefault(around or change.here.id, []).append(change)
    return sorted(groups.values(), key=lambda group: group[0].here.id)


def _outermost(change: Change, by_id: Mapping[str, Change]) -> str:
    """The outermost symbol around one that shares its fate; "" when there is none."""
    if change.kind in (ChangeKind.SIGNATURE, ChangeKind.BODY) or change.edited:
        return ""
    moves = (ChangeKind.MOVED, ChangeKind.RENAMED)
    found, around = "", by_id.get(change.here.container)
    while around is not None:
        if around.kind is not change.kind and not (change.kind in moves and around.kind in moves):
            break
        found, around = around.here.id, by_id.get(around.here.container)
    return found
