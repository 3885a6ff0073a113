"""Report about a change.

It compares both states and lists the dependents of the difference and the memories about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from codegraph.analysis.cochange import find_co_changes
from codegraph.analysis.deadcode import DeadReason
from codegraph.analysis.impact import find_causes
from codegraph.analysis.risk import compute_risk
from codegraph.analysis.signature_compatibility import CALLED, describe, describe_result
from codegraph.analysis.symbol_differences import LEFT_PLACE, Change, ChangeKind, Definition
from codegraph.analysis.test_name_similarity import Likeness
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.manifests.outputs import can_name_outputs, find_outputs
from codegraph.operations.deadcode import find_dead_symbols
from codegraph.operations.edges import TYPES
from codegraph.operations.impact.answers import (
    Affected,
    BrokenSymbol,
    BrokenUse,
    ChangedSymbol,
    ChangeReport,
    CoChangedFile,
    FileCounts,
    NotAnalysed,
    RunnableTest,
    State,
    Surface,
)
from codegraph.operations.impact.breakage import BreakageFinder
from codegraph.operations.impact.cases import TitledTests
from codegraph.operations.impact.change_notes import find_notes
from codegraph.operations.impact.change_states import Comparison
from codegraph.operations.impact.closure import MOST, Closure, Seeds
from codegraph.operations.impact.cycles import find_new_cycles
from codegraph.operations.impact.entry_points import EntryPoints
from codegraph.operations.impact.misfits import LostNames, Misfits, MissingMembers, Terms, find_terms, is_demanded
from codegraph.operations.impact.observed_tests import Observations, ObservedTest
from codegraph.operations.impact.surfaces import Surfaces
from codegraph.operations.network import RESOLUTIONS
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow, UnanalysedLanguage
from codegraph.revision import graphs
from codegraph.revision.graphs import read_facts
from codegraph.scan.commit_links import find_link_form
from codegraph.search.path_roles import Place, classify_path
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import FileFacts, Flag, SymbolKind

EACH = 300
"""Changed symbols whose own dependents are counted one by one; of a larger change, those with most direct users."""

MOST_OLDER = 5_000
"""Files of the older state whose graph is made for nothing but uses that the newer one does not show."""

RUN = 60
"""Changed symbols, the riskiest, of which entry points are looked for."""

ENTRIES = 10
"""Entry points of one symbol that a report holds."""

_WRITTEN_LAST = frozenset({Place.PROSE, Place.GENERATED})
"""Of these none asks for other files to change: they follow."""


class ReportBuilder:
    """Builder of one report.

    `depth` limits the affected symbols; tests are searched at any distance.
    """

    def __init__(self, comparison: Comparison, depth: int) -> None:
        self.comparison = comparison
        self.depth = depth
        head = comparison.head_index
        difference = comparison.difference
        edited = {*difference.added, *difference.modified, *difference.removed}
        self.lost = LostNames(head, difference.lost_names, edited)
        self.changes: Sequence[Change] = [*difference.changes, *self._list_unbound(difference.changes)]
        after = {c.after.id: c for c in self.changes if c.after is not None}
        self.nodes = find_nodes(head, {c.after.path for c in after.values() if c.after is not None})
        self._kept_facts: dict[str, FileFacts | None] = {}
        self._filled: set[str] = set()  # classes of which calls were compared with the fields
        self.head = Closure(head, self._collect_seeds(after, self.nodes, head))
        if comparison.older_build is not None and comparison.older_build.is_coming:
            self.head.prepare()  # instead of waiting for the other state first

    @cached_property
    def observed(self) -> Observations:
        return Observations(self.comparison.head_index, self.changes, self.nodes)

    @cached_property
    def leavers(self) -> dict[str, Change]:
        """Changes of what is no longer where it was, by the id it had."""
        return {c.before.id: c for c in self.changes if c.before is not None and c.kind in LEFT_PLACE}

    @cached_property
    def removed_ids(self) -> frozenset[str]:
        """Ids that no symbol has any more.

        A removed test is not listed among those that reach something.
        """
        return frozenset(self.leavers.keys() - {c.after.id for c in self.changes if c.after is not None})

    @cached_property
    def old_nodes(self) -> dict[str, int]:
        paths = {c.before.path for c in self.leavers.values() if c.before is not None}
        return find_nodes(self.comparison.open_base_index(), paths) if paths else {}

    @cached_property
    def base(self) -> Closure | None:
        """Graph of the older state, opened only when something left its place.

        Everything else can be found in the newer state.
        """
        if not self.leavers:
            return None
        index = self.comparison.open_base_index()
        return Closure(index, self._collect_seeds(self.leavers, self.old_nodes, index))

    @cached_property
    def broken(self) -> BreakageFinder | None:
        if self.base is None:
            return None
        difference = self.comparison.difference
        edited = frozenset((*difference.modified, *difference.removed))
        return BreakageFinder(self.base, self.head, self.changed_ids, edited, self.comparison.head.read_file)

    def _collect_seeds(self, changes: Mapping[str, Change], nodes: Mapping[str, int], index: Index) -> Seeds:
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
                (row,) = index.list_symbols([node])
                seeds += [member.node for member in index.list_members(row)]  # bases decide what members mean
        return Seeds(tuple(seeds), tuple(contract), tuple(imported))

    @cached_property
    def changed_ids(self) -> frozenset[str]:
        return frozenset(d.id for c in self.changes for d in (c.before, c.after) if d is not None)

    def report(self) -> ChangeReport:
        difference = self.comparison.difference
        rows = self._list_changed()
        affected, complete = self._list_affected()
        tests = self.list_tests_to_run()
        shown = [r for r in rows if not _is_of_tests(r)]
        cycles = find_new_cycles(self.comparison)
        notes = find_notes(self.comparison, self.changes, affected)
        surfaces = self._list_surfaces(rows)
        company = self._list_co_changes()
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
            surfaces=surfaces,
            surfaces_total=len(surfaces),
            link_form=find_link_form(self.comparison.head.root),
        )

    def _list_surfaces(self, rows: Sequence[ChangedSymbol]) -> tuple[Surface, ...]:
        has_left = bool(self.leavers or self.comparison.difference.removed)
        return Surfaces(self.comparison, self.removed_ids, self.derived, has_left=has_left).list(rows)

    def _count_languages(self, files: Sequence[NotAnalysed]) -> tuple[UnanalysedLanguage, ...]:
        """Count the code that differs and is not analysed, by language.

        Lines are those of the newer state."""
        known = self.comparison.head_index.read_known_files()
        counted: dict[tuple[str, str], list[int]] = {}
        for file in files:
            if file.language:
                lines = known[file.path].row.lines if file.path in known else 0
                counted.setdefault((file.language, file.tier), []).append(lines)
        rows = (UnanalysedLanguage(name, len(lines), sum(lines), tier) for (name, tier), lines in counted.items())
        return tuple(sorted(rows, key=lambda row: (-row.files, row.language)))

    def find_titled_tests(self) -> TitledTests:
        """Return the tests of the newer state that have titles instead of names."""
        reached = frozenset(self.head.full_reach.nodes.tolist())
        return TitledTests(
            self.comparison.head_index, reached, frozenset(self.head.seeds.nodes), self.comparison.head.read_file
        )

    # ---- changed symbols

    def _list_changed(self) -> list[ChangedSymbol]:
        """Return rows of the changed symbols.

        Those with broken uses come first, then the riskiest. Members that changed together with their container are
        counted with it.
        """
        groups = _group(self.changes, self.comparison.difference.flags)
        churn = self.comparison.count_churn()
        users = [self._find_direct_users(group) for group in groups]
        order = sorted(range(len(groups)), key=lambda at: (-len(users[at]), groups[at][0].here.id))
        measured = frozenset(order[:EACH])
        rows: list[ChangedSymbol] = []
        for at, group in enumerate(groups):
            change = group[0]
            symbol = self._find_row(change)
            if symbol is None:
                continue
            dependents, tests = self._compute_own_reach(group) if at in measured else (users[at], set[str]())
            if tests and not users[at] and change.kind is ChangeKind.ADDED and change.here.id in self.unused:
                tests.clear()  # a test is run for what nobody can see to call: that is no reason to call it tested
            if classify_path(symbol.path) is Place.TEST:
                dependents = {id for id in dependents if classify_path(_extract_path(id)) is not Place.TEST}
            tests.update(self.observed.find_tests(group))
            covered = self.observed.is_covered(group)
            uses = self._list_uses(group)
            broken = list(dict.fromkeys(use.symbol.id for use in uses if use.certain))
            heading, old_heading = self._read_headings(change)
            commits = max(churn.get(d.path, 0) for d in (change.before, change.after) if d is not None)
            is_public = is_resolved(symbol.language) and self._is_public(change)
            danger = compute_risk(
                change.kind, dependents=len(dependents), broken=len(broken), commits=commits,
                tests=max(len(tests), covered),
                percentile=max(self._get_percentile(one) for one in group),
            )  # fmt: skip
            rows.append(
                ChangedSymbol(
                    symbol, change.kind, change.before.id if change.before is not None else "", change.edited,
                    is_public, danger, len(dependents),
                    len({_extract_path(id) for id in dependents}), len(tests), tuple(broken), len(broken),
                    len(group) - 1, covered, symbol.path in self.derived, heading, old_heading, tuple(uses), len(uses),
                    is_public and self._find_grown_type(change) is not None,
                )
            )  # fmt: skip
        rows.sort(key=lambda r: (r.generated, not r.broken, -r.risk.total, -r.dependents, r.symbol.id))
        return self._add_entries(_fold_members(rows))

    def list_broken_symbols(self) -> list[BrokenSymbol]:
        """List changed symbols with uses that do not fit, in the order of ids."""
        found: list[BrokenSymbol] = []
        for group in _group(self.changes, self.comparison.difference.flags):
            symbol, uses = self._find_row(group[0]), self._list_uses(group)
            if symbol is not None and uses:
                found.append(BrokenSymbol(symbol, group[0].kind, tuple(uses)))
        return found

    def _add_entries(self, rows: Sequence[ChangedSymbol]) -> list[ChangedSymbol]:
        """Add to the riskiest symbols that run the entry points that lead to them."""
        points = EntryPoints(self.head.net, self.head.is_test, self.derived)
        found: list[ChangedSymbol] = []
        left = RUN
        for row in rows:
            node = self.nodes.get(row.symbol.id)
            is_asked = left and node is not None and row.after_exists and row.symbol.kind in CALLED
            if node is None or not is_asked or row.generated or _is_of_tests(row):
                found.append(row)
                continue
            left -= 1
            entries = points.find([node])
            found.append(row._replace(entries=tuple(entries[:ENTRIES]), entries_total=len(entries)))
        return found

    @cached_property
    def derived(self) -> frozenset[str]:
        """Files of either state that nobody wrote by hand."""
        gone = self.comparison.open_base_index().list_derived_paths() if self.leavers else frozenset[str]()
        return self.comparison.head_index.list_derived_paths() | gone | self._list_outputs()

    def _list_outputs(self) -> frozenset[str]:
        """Return files into which commands of the project put what they print."""
        paths = {row.path for row in self.comparison.head_index.list_files(limit=None).items}
        texts = self.comparison.head.read([path for path in sorted(paths) if can_name_outputs(path)])
        named = (find_outputs(path, text.decode("utf-8", "replace")) for path, text in texts.items())
        return frozenset(path for found in named for path in found if path in paths)

    @cached_property
    def unused(self) -> frozenset[str]:
        """Ids of symbols that nothing in the newer state is known to use.

        Exported ones are included, except those that code outside is meant to call. This reads the whole graph.
        """
        found = find_dead_symbols(self.comparison.head_index).list_rows(exported=True)
        return frozenset(row.symbol.id for row in found if row.reason == DeadReason.UNUSED)

    def _get_percentile(self, change: Change) -> float:
        if change.after is not None:
            node = self.nodes.get(change.after.id)
            return float(self.head.percentiles[node]) if node is not None else 0.0
        node = self.old_nodes.get(change.here.id)
        return float(self.base.percentiles[node]) if node is not None and self.base is not None else 0.0

    def _find_row(self, change: Change) -> SymbolRow | None:
        if change.after is not None:
            node = self.nodes.get(change.after.id)
            return self.head.net.read_symbols([node])[node] if node is not None else None
        node = self.old_nodes.get(change.here.id)
        return self.base.net.read_symbols([node])[node] if node is not None and self.base is not None else None

    def _is_public(self, change: Change) -> bool:
        flags = self.comparison.difference.flags.get(change.here.id, 0)
        return bool(flags & Flag.EXPORTED) and not flags & (Flag.TEST | Flag.LOCAL)

    def _list_places(self, group: Sequence[Change]) -> list[tuple[Closure, list[int]]]:
        """Return the nodes of a group of changes with their graphs.

        They are in the newer graph, and in the older one if they left it.
        """
        after = [self.nodes[c.after.id] for c in group if c.after is not None and c.after.id in self.nodes]
        found = [(self.head, after)] if after else []
        before = [self.old_nodes[c.before.id] for c in group if c.before is not None and c.before.id in self.old_nodes]
        return [*found, (self.base, before)] if before and self.base is not None else found

    def _find_direct_users(self, group: Sequence[Change]) -> set[str]:
        places = self._list_places(group)
        return set[str]().union(*(closure.net.read_ids(closure.list_direct_users(nodes)) for closure, nodes in places))

    def _compute_own_reach(self, group: Sequence[Change]) -> tuple[set[str], set[str]]:
        """Return ids of a group's dependents and tests.

        Dependents are within the depth, tests at any distance.
        """
        dependents: set[str] = set()
        tests: set[str] = set()
        for closure, nodes in self._list_places(group):
            reach = closure.compute_reach(nodes)
            near = (reach.depths > 0) & (reach.depths <= self.depth) & ~closure.is_test[reach.nodes]
            dependents |= closure.net.read_ids(reach.nodes[near].tolist())
            tests |= closure.net.read_ids(closure.find_tests(nodes))
        return dependents - self.changed_ids, tests - self.removed_ids

    def _list_uses(self, group: Sequence[Change]) -> list[BrokenUse]:
        """List uses of what changed that do not fit it, or may not; certain ones first."""
        found: dict[tuple[str, str], BrokenUse] = {}
        for change in group:
            uses = [*self._find_left_behind(change), *self._find_misfits(change), *self._find_unimplemented(change)]
            uses += [*self._find_unfilled(change), *self._find_misshapen(change)]
            if change.here.kind is SymbolKind.MODULE:
                uses += self.lost.uses.get(change.here.path, ())
            for use in uses:
                known = found.get((use.symbol.id, use.reason))
                lines = tuple(sorted({*use.lines, *(known.lines if known is not None else ())}))
                found[use.symbol.id, use.reason] = use._replace(lines=lines)
        return sorted(found.values(), key=lambda use: not use.certain)

    def _list_unbound(self, changes: Iterable[Change]) -> list[Change]:
        """List modules that changed in nothing but what they import, and miss it."""
        changed = {change.here.path for change in changes if change.here.kind is SymbolKind.MODULE}
        found: list[Change] = []
        for path in self.lost.uses.keys() - changed:
            row = self.comparison.head_index.list_file_symbols(path)[0]
            module = Definition(row.id, path, "", row.name, SymbolKind.MODULE, "", "", 0, "")
            found.append(Change(ChangeKind.BODY, module, module))
        return found

    def _find_left_behind(self, change: Change) -> list[BrokenUse]:
        """Find uses of what is gone."""
        gone = change.before if change.kind in LEFT_PLACE else None
        node = self.old_nodes.get(gone.id) if gone is not None else None
        if node is None or self.broken is None:
            return []
        return self.broken.list_uses(
            change, node, self.nodes.get(change.after.id) if change.after is not None else None
        )

    def _find_misfits(self, change: Change) -> list[BrokenUse]:
        """Find uses of what is still there and asks for something else."""
        terms = self.terms.get(change.here.id)
        node = self.nodes.get(change.here.id)
        if terms is None or node is None:
            return []
        (new,) = self.comparison.head_index.list_symbols([node])
        was = self._older_nodes.get(terms.old_id) if terms.old_id in self._older_nodes else None
        old = next(iter(self.comparison.open_base_index().list_symbols([was])), None) if was is not None else None
        return self.misfits.judge(terms, new, old)

    def _find_unimplemented(self, change: Change) -> list[BrokenUse]:
        """Find types that lack what an interface asks for since the change."""
        owner = self._find_grown_type(change)
        if owner is None:
            return []
        known = self.comparison.head_index
        old = self._older_nodes.get(owner.id)
        implementers: list[SymbolRow] = []
        if old is not None:
            base = self.comparison.open_base_index()
            (row,) = base.list_symbols([old])
            ids = {edge.source.id for edge in base.list_incoming(row, (EdgeKind.IMPLEMENTS,), limit=None).items}
            paths = {_extract_path(id) for id in ids}
            implementers = list(known.list_symbols(node for id, node in find_nodes(known, paths).items() if id in ids))
        return MissingMembers(known).find(change.here.name, owner, implementers)

    def _find_grown_type(self, change: Change) -> SymbolRow | None:
        """Find the type that was there before and of which one member more is asked."""
        contract = self.comparison.difference.new_contracts.get(change.here.id)
        owner = self.nodes.get(change.here.container)
        if change.kind is not ChangeKind.ADDED or contract is None or owner is None or not is_demanded(contract):
            return None
        (row,) = self.comparison.head_index.list_symbols([owner])
        is_new = any(c.kind is ChangeKind.ADDED and c.here.id == row.id for c in self.changes)
        return row if row.kind in TYPES and not is_new else None

    def _find_unfilled(self, change: Change) -> list[BrokenUse]:
        """Find calls of a class without a constructor that do not give its fields."""
        id = change.here.container
        node, difference = self.nodes.get(id), self.comparison.difference
        old, new = difference.old_contracts.get(id), difference.new_contracts.get(id)
        if change.here.kind is not SymbolKind.FIELD or node is None or old is None or new is None or id in self._filled:
            return []
        self._filled.add(id)
        (row,) = self.comparison.head_index.list_symbols([node])
        return self.misfits.judge_construction(old, new, row)

    def _find_misshapen(self, change: Change) -> list[BrokenUse]:
        """Find objects with a member that came, went, or has another type."""
        owner = self.nodes.get(change.here.container)
        if change.here.kind is not SymbolKind.FIELD or owner is None:
            return []
        (row,) = self.comparison.head_index.list_symbols([owner])
        if row.kind not in (SymbolKind.INTERFACE, SymbolKind.TYPE, *CALLED):  # a function writes types of parameters
            return []
        name, terms = change.here.name, self.terms.get(change.here.id)
        given = describe_result(terms.old, terms.new) if terms is not None else ""
        if change.kind is ChangeKind.REMOVED:
            given = f"there is no `{name}` any more"
        contract = self.comparison.difference.new_contracts.get(change.here.id)
        asked = change.kind is ChangeKind.ADDED and contract is not None and not contract.flags & Flag.OPTIONAL
        missing = f"`{name}` is missing" if asked else ""
        return self.misfits.judge_objects(name, row, given, missing) if given or missing else []

    @cached_property
    def terms(self) -> dict[str, Terms]:
        """Symbols whose users may have to follow, by the id that they have."""
        difference = self.comparison.difference
        found = (find_terms(c, difference.old_contracts, difference.new_contracts) for c in self.changes)
        return {terms.change.here.id: terms for terms in found if terms is not None}

    @cached_property
    def _older_nodes(self) -> dict[str, int]:
        """Map ids to nodes of the older graph, where the newer may not know all users."""
        changes = [terms.change for terms in self.terms.values() if terms.hides_users]
        changes += [change for change in self.changes if self._find_grown_type(change) is not None]
        paths = {d.path for change in changes for d in (change.before, change.after) if d is not None}
        return find_nodes(self.comparison.open_base_index(), paths) if paths and self._can_open_older() else {}

    def _can_open_older(self) -> bool:
        """Return whether the older graph is there, or can be made for uses alone.

        Where something left its place it is needed anyway."""
        comparison = self.comparison
        is_coming = comparison.older_build is not None and comparison.older_build.is_coming
        if self.leavers or is_coming or graphs.is_kept(comparison.base, comparison.context.config):
            return True
        files = len(comparison.base.files)
        if files > MOST_OLDER:
            hint = f"`codegraph index` at {comparison.base.label} keeps it"
            told = f"uses that only the graph of {comparison.base.label} shows are not known, as it has {files:,} files"
            comparison.warnings += (f"{told}; {hint}",)
        return files <= MOST_OLDER

    @cached_property
    def misfits(self) -> Misfits:
        return Misfits(
            self.comparison.head_index,
            self.comparison.open_base_index,
            self._read_facts,
            self.comparison.head.read_file,
            self.changed_ids,
        )

    def _read_facts(self, path: str) -> FileFacts | None:
        """Read the facts of a file of the newer state."""
        if path not in self._kept_facts:
            found = read_facts(self.comparison.head, [path], self.comparison.context.config).get(path)
            self._kept_facts[path] = found.facts if found is not None else None
        return self._kept_facts[path]

    def _read_headings(self, change: Change) -> tuple[str, str]:
        """Return the heading of a symbol, and the one it had where that is another."""
        difference = self.comparison.difference
        old = difference.old_contracts.get(change.before.id) if change.before is not None else None
        new = difference.new_contracts.get(change.after.id) if change.after is not None else None
        here = new or old
        if here is None or here.kind is SymbolKind.MODULE:
            return "", ""
        if old is None or new is None:
            return describe(here), ""
        heading, before = describe(new, old), describe(old, new)
        return heading, before if before != heading else ""

    def _list_co_changes(self) -> tuple[CoChangedFile, ...]:
        difference = self.comparison.difference
        touched = {*difference.added, *difference.removed, *difference.modified}
        of = [path for path in touched if classify_path(path) not in _WRITTEN_LAST]
        found = find_co_changes(touched, self.comparison.read_history(), of)
        there = self.comparison.head.files
        return tuple(
            CoChangedFile(f.file, f.changed, f.together, f.commits, round(f.share, 4)) for f in found if f.file in there
        )

    # ---- what rests on them

    def _list_affected(self) -> tuple[list[Affected], bool]:
        found: dict[str, Affected] = {}
        complete = True
        for closure in filter(None, (self.head, self.base)):
            reach = closure.full_reach
            complete = complete and not reach.truncated
            near = (reach.depths > 0) & (reach.depths <= self.depth) & ~closure.is_test[reach.nodes]
            places = np.flatnonzero(near).tolist()
            caused = find_causes(reach)
            rows = closure.net.read_symbols([*reach.nodes[places].tolist(), *caused[places].tolist()])
            for place, path in zip(places, closure.read_paths(reach, places), strict=True):
                row = rows[int(reach.nodes[place])]
                if row.id in self.changed_ids or row.id in found or classify_path(row.path) is Place.TEST:
                    continue
                found[row.id] = Affected(
                    row, int(reach.depths[place]), RESOLUTIONS[int(reach.weakest[place])],
                    rows[int(caused[place])].id, path, closure is self.base,
                )  # fmt: skip
        derived = self.derived
        ordered = sorted(
            found.values(),
            key=lambda a: (a.symbol.path in derived, a.depth, RESOLUTIONS.index(a.weakest), a.symbol.id),
        )
        return ordered[:MOST], complete and len(ordered) <= MOST

    def list_tests_to_run(self) -> list[RunnableTest]:
        """List the tests of the newer state, once each; a removed test cannot be run."""
        found: dict[str, RunnableTest] = {}
        for closure in filter(None, (self.head, self.base)):
            hits = closure.list_tests()
            rows = closure.net.read_symbols([n for h in hits for n in (h.node, h.cause)])
            now = rows if closure is self.head else self._find_in_head({n: rows[n] for n in (h.node for h in hits)})
            for hit in hits:
                row = now.get(hit.node)
                if row is None:
                    continue  # it is there under another id
                if row.kind in TYPES or row.id in found or (closure is self.base and row.id in self.removed_ids):
                    continue
                weakest = RESOLUTIONS[hit.weakest] if hit.weakest >= 0 else None
                found[row.id] = RunnableTest(row, hit.depth, weakest, rows[hit.cause].id)
        ran = self.observed.find_tests(self.changes)
        for id, (row, _, cause) in ran.items():
            static = found.get(id)
            alone = RunnableTest(row, 1, Resolution.OBSERVED, cause, True)
            found[id] = static._replace(observed=True) if static is not None else alone
        named = [c.here for c in self.changes if c.here.kind is not SymbolKind.MODULE][:EACH]
        like = Likeness((d.name for d in named), {c.here.path for c in self.changes})
        return sorted(found.values(), key=lambda test: _rank_by_evidence(test, ran, like.compute_steps(test.symbol.id)))

    def _find_in_head(self, rows: Mapping[int, SymbolRow]) -> dict[int, SymbolRow]:
        """Find what symbols of the older graph are in the newer.

        The keys are their nodes in the older."""
        head = self.comparison.head_index
        nodes = find_nodes(head, {row.path for row in rows.values()})
        there = {node: nodes[row.id] for node, row in rows.items() if row.id in nodes}
        return dict(zip(there, head.list_symbols(there.values()), strict=True))


def _rank_by_evidence(
    test: RunnableTest, ran: Mapping[str, ObservedTest], named: float
) -> tuple[bool, bool, float, int, int, str]:
    """Return the sort key of a test.

    Changed tests come first, then those known to have run changed code, then the others. Among each the nearest come
    first, where a name similar to the changes' counts as `named` steps nearer, then those with the strongest evidence,
    then those that run least.
    """
    known = ran.get(test.symbol.id)
    strength = -1 if test.weakest is None else RESOLUTIONS.index(test.weakest)
    return (
        test.depth > 0, not test.observed, test.depth - named, strength, known.reached if known is not None else 0,
        test.symbol.id,
    )  # fmt: skip


def _is_of_tests(row: ChangedSymbol) -> bool:
    """Return whether a changed symbol belongs to tests.

    Tests, and symbols in their files that only tests use, are to be run and are no risk, unless uses break.
    """
    is_aside = not row.dependents and not row.broken and classify_path(row.symbol.path) is Place.TEST
    return row.symbol.is_test or is_aside


def _fold_members(rows: Sequence[ChangedSymbol]) -> list[ChangedSymbol]:
    """Count functions of an object with the variable that has it.

    Those with uses of their own keep their rows."""
    kinds = (SymbolKind.CONSTANT, SymbolKind.VARIABLE)
    values = [row for row in rows if row.symbol.kind in kinds and row.after_exists]
    held: dict[str, list[ChangedSymbol]] = {}
    for row in rows:
        is_member = row.symbol.kind in CALLED and row.after_exists and not row.uses
        around = [each for each in values if is_member and _is_within(row.symbol, each.symbol)]
        if around:
            inmost = max(around, key=lambda each: each.symbol.start_line)
            held.setdefault(inmost.symbol.id, []).append(row)
    folded = {row.symbol.id for members in held.values() for row in members}
    return [
        row._replace(members=row.members + sum(1 + each.members for each in held.get(row.symbol.id, ())))
        for row in rows
        if row.symbol.id not in folded
    ]


def _is_within(inner: SymbolRow, outer: SymbolRow) -> bool:
    same = inner.path == outer.path and inner.id != outer.id
    return same and outer.start_line <= inner.start_line and inner.end_line <= outer.end_line


def _extract_path(id: str) -> str:
    """Return the path of the file that an id of a symbol names."""
    return id.partition("::")[0].partition(":")[2]


def find_nodes(index: Index, paths: Iterable[str]) -> dict[str, int]:
    """Return node numbers of the symbols of files, by id.

    Files that the index does not have are left out.
    """
    known = index.read_known_files()
    return {row.id: row.node for path in sorted(paths) if path in known for row in index.list_file_symbols(path)}


def _group(changes: Sequence[Change], flags: Mapping[str, int]) -> list[list[Change]]:
    """Group each change with those of its members that changed with it.

    The members were added, removed or moved; the change itself comes first.
    """
    by_id = {c.here.id: c for c in changes}
    groups: dict[str, list[Change]] = {}
    for change in sorted(changes, key=lambda c: len(c.here.qualname)):
        around = _find_outermost(change, by_id, flags)
        groups.setdefault(around or change.here.id, []).append(change)
    return sorted(groups.values(), key=lambda group: group[0].here.id)


def _find_outermost(change: Change, by_id: Mapping[str, Change], flags: Mapping[str, int]) -> str:
    """Return the outermost container that changed in the same way, "" if none did.

    A definition in a changed function is a part of that change.
    """
    if flags.get(change.here.id, 0) & Flag.LOCAL and change.here.container in by_id:
        return _find_outermost(by_id[change.here.container], by_id, flags) or change.here.container
    if change.kind in (ChangeKind.SIGNATURE, ChangeKind.BODY) or change.edited:
        return ""
    moves = (ChangeKind.MOVED, ChangeKind.RENAMED)
    found, around = "", by_id.get(change.here.container)
    while around is not None:
        if around.kind is not change.kind and not (change.kind in moves and around.kind in moves):
            break
        found, around = around.here.id, by_id.get(around.here.container)
    return found
