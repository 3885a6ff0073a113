"""Edits of a program: new facts, and the items that they change."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from codegraph.resolve.incremental.dependency_graph import Key, Recorder
from codegraph.resolve.incremental.item_digests import Digest, Digester, list_symbol_keys
from codegraph.resolve.program.program import Program, find_unit_part
from codegraph_parsers.file_facts import EVERYWHERE, FileFacts
from codegraph_parsers.spec import Project

K = TypeVar("K", bound=Hashable)

GONE = -2
"""Graph ids that are no more are moved to this and below, each to one of its own: another symbol may have them now."""

EMPTY = FileFacts("", "", "")


class Edit(NamedTuple):
    """An edit of a program.

    `files` have other facts, or none any more; `items` have changed; `moved` maps graph ids to new ones; `replaced`
    says whether import rules were replaced.
    """

    files: set[int]
    items: list[int]
    moved: dict[int, int]
    replaced: bool


class Edits:
    """Edits applied to one program, and its places and digests."""

    def __init__(self, program: Program, record: Recorder, manifests: Mapping[str, str], paths: Sequence[str]) -> None:
        self.program = program
        self.record = record
        self.manifests = dict(manifests)
        self.paths = frozenset(paths)
        self.places = {program.files[at].path: at for at in program.order}
        self.free = [at for at in range(program.tree - 1, -1, -1) if not program.files[at].path]
        self.digests: dict[int, Digest] = {}

    def apply(
        self, changed: Mapping[str, FileFacts | None], manifests: Mapping[str, str], paths: Sequence[str]
    ) -> Edit | None:
        """Apply new facts to the program.

        Returns None when there is no room for them; the program is unusable then.
        """
        program = self.program
        files: set[int] = set()
        items: list[int] = []
        moved: dict[int, int] = {}
        removed: list[int] = []
        listed = False
        if not self._mark_tests(changed, manifests):
            return None
        replace = frozenset(paths) != self.paths or dict(manifests) != self.manifests
        for path, facts in sorted(changed.items()):
            at = self.places.get(path, -1)
            if at < 0 and facts is None:
                continue
            if at < 0:
                if not self.free:
                    return None
                at = self.places[path] = self.free.pop()
                listed = True
            elif facts is None:
                del self.places[path]
                listed = True
            before, found = self._digest(at), facts if facts is not None else EMPTY
            replace = replace or self._read_project_facts(program.files[at]) != self._read_project_facts(found)
            keys, offset, family = list_symbol_keys(program.files[at]), program.offsets[at], self._find_family(at)
            if not program.put(at, found):
                return None
            files.add(at)
            self._assign_items(at, offset, keys, list_symbol_keys(found), items, moved)
            self.digests.pop(at, None)
            after = self._digest(at)
            items.extend(self._list_changed_items(at, self._find_family(at) or family, before, after))
            if facts is None:
                removed.append(at)
        # Free from the next edit on: what leads to a file by its place tells a renamed one by a new place.
        self.free += removed
        if listed:
            program.order = sorted(self.places.values(), key=lambda at: program.files[at].path)
            for rank, at in enumerate(program.order):
                program.rank[at] = rank
        replace = replace or listed
        if replace:
            items.extend(self._replace(manifests, paths))
            self.manifests, self.paths = dict(manifests), frozenset(paths)
        return Edit(files, items, moved, replace)

    def _mark_tests(self, changed: Mapping[str, FileFacts | None], manifests: Mapping[str, str]) -> bool:
        """Mark the tests of changed files.

        Returns False when that also changes the marks of other files.
        """
        before = self.program.collector
        collector = before.replace(changed, manifests)
        if collector is not before and collector.has_effect_beyond(before, changed.keys()):
            return False
        self.program.collector = collector
        for facts in changed.values():
            if facts is not None:
                collector.mark(facts)
        return True

    def _read_project_facts(self, facts: FileFacts) -> Hashable:
        """Return what a project reads of a file."""
        spec = self.program.specs.get(facts.language)
        return (facts.language, facts.path, spec.project_facts(facts) if spec is not None else None)

    def _digest(self, at: int) -> Digest:
        found = self.digests.get(at)
        if found is None:
            facts = self.program.files[at]
            found = self.digests[at] = Digester(facts, list_symbol_keys(facts)).digest(
                package_names=self.program.semantics[at].modules.has_package_names
            )
        return found

    def _assign_items(
        self, at: int, start: int, before: list[str], after: list[str], items: list[int], moved: dict[int, int]
    ) -> None:
        """Give symbols that still exist their old items, and record moved graph ids."""
        offset, record = self.program.offsets[at], self.record
        had = {key: local for local, key in enumerate(before)}
        old = record.items[start : start + len(before)]
        new: list[int] = []
        for local, key in enumerate(after):
            place = had.pop(key, -1)
            new.append(old[place] if place >= 0 else record.add_vertex())
            record.places[new[-1]] = offset + local
            if place >= 0 and start + place != offset + local:
                moved[start + place] = offset + local
        for place in had.values():
            items.append(old[place])
            record.places[old[place]] = -1
            moved[start + place] = GONE - start - place
        record.items[offset : offset + len(new)] = new
        for gid in range(start, start + len(before)):
            if not offset <= gid < offset + len(new):
                record.items[gid] = record.add_vertex()

    def _find_family(self, at: int) -> str:
        """Return the family of languages that a file shares names with.

        There is none where the file was removed.
        """
        return self.program.semantics[at].family or self.program.files[at].language

    def _list_changed_items(self, at: int, family: str, before: Digest, after: Digest) -> list[int]:
        """Return the changed items that somebody read."""
        record, program = self.record, self.program
        offset, find = program.offsets[at], record.find_item
        local = {key: place for place, key in enumerate(list_symbol_keys(program.files[at]))}
        found: list[int | None] = []
        for key in _list_different(before.symbols, after.symbols):
            if key in local:
                found.append(record.items[offset + local[key]])
        for what, old, new in (("line", before.lines, after.lines), ("table", before.tables, after.tables)):
            for key in _list_different(old, new):
                if key in local:
                    found.append(find((what, record.items[offset + local[key]])))
        found.extend(find(("name", at, name)) for name in _list_different(before.names, after.names))
        unit = program.unit_of[at]
        found.extend(find(("bound", unit, name)) for name in _list_different(before.bound, after.bound))
        for name in _list_different(before.spaces, after.spaces):
            found.append(find(("space", family, name)))
        found.extend(find(("bound in", family, *key)) for key in _list_different(before.inner, after.inner))
        found.extend(find(("linked", family, name)) for name in _list_different(before.linked, after.linked))
        if before.stars != after.stars:
            found.append(find(("stars", at)))
        if before.unit != after.unit:
            found.append(find(("unit", unit)))
        return [item for item in found if item is not None]

    def _replace(self, manifests: Mapping[str, str], paths: Sequence[str]) -> list[int]:
        """Replace the projects.

        Returns the items of module names that lead to something else now.
        """
        program, find = self.program, self.record.find_item
        known = self.record.list_items()
        units, unit_of, projects = program.units, list(program.unit_of), dict(program.unit_project)
        families, named = list(program.projects.values()), set(program.projects)
        models, configuration = program.models.added, program.configuration
        by_file, homes = list(program.project_of), program.homes
        program.place(manifests, paths)
        found: set[int] = set()
        moved = {family for family in {*homes, *program.homes} if homes.get(family) != program.homes.get(family)}
        for key, item in known.items():
            what = key[0]
            if what == "module":
                at: int = key[1]
                path = program.files[at].path
                if _resolve_module(by_file[at], path, key) != _resolve_module(program.project_of[at], path, key):
                    found.add(item)
                    found.add(item if (stars := find(("stars", at))) is None else stars)
            elif what == "visible":
                of: int = key[1]
                facts = program.files[of]
                if _list_visible(by_file[of], facts) != _list_visible(program.project_of[of], facts):
                    found.add(item)
            elif what == "models":
                if models != program.models.added:
                    found.add(item)
            elif what == "configuration":
                if configuration != program.configuration:
                    found.add(item)
            elif what == "dependents":
                if _list_dependents(families, key[1]) != _list_dependents(program.projects.values(), key[1]):
                    found.add(item)
            elif what == "family":
                if (key[1] in named) != (key[1] in program.projects):
                    found.add(item)
            elif what == "part":
                if find_unit_part(projects, families, key[1], key[2]) != program.find_part(key[1], key[2]):
                    found.add(item)
            elif (what == "unit" and units.get(key[1]) != program.units.get(key[1])) or (
                what == "bound in" and key[2] == EVERYWHERE and key[1] in moved
            ):
                found.add(item)
        differ = {u for u in {*units, *program.units} if units.get(u) != program.units.get(u)}
        differ.update(u for old, new in zip(unit_of, program.unit_of, strict=True) if old != new for u in (old, new))
        if differ:  # names bound in units that have other files now
            found.update(item for key, item in known.items() if key[0] == "bound" and key[1] in differ)
        return list(found)


def _resolve_module(project: Project | None, path: str, key: Key) -> object:
    return project.resolve(path, key[2], key[3]) if project is not None and path else None


def _list_visible(project: Project | None, facts: FileFacts) -> tuple[str, ...]:
    return project.list_visible_packages(facts) if project is not None else ()


def _list_dependents(projects: Iterable[Project], package: str) -> frozenset[str]:
    return frozenset(folder for each in projects for folder in each.list_dependents(package))


def _list_different(before: Mapping[K, int], after: Mapping[K, int]) -> list[K]:
    return [key for key in {*before, *after} if before.get(key) != after.get(key)]
