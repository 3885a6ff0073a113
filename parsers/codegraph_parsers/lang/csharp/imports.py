"""Import rules of C#: namespaces are units, whatever folders their files lie in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.lang.csharp.manifests import Solution
from codegraph_parsers.spec import Target

AT = "@"  # unit key of one project's share of a namespace: `Name.Space@folder`


class CsharpProject:
    """Namespaces of one tree.

    A unit is a namespace: its files see each other whatever projects they are in. Where several projects declare types
    of the same name in one namespace, each keeps its own share; what just one of them declares is there for all. Types
    of no namespace are always those of a project.
    """

    def __init__(self, files: Sequence[FileFacts], solution: Solution) -> None:
        self.solution = solution
        self.types: dict[str, set[str]] = {}  # unit → keys of its types
        self.shares: dict[str, list[str]] = {}  # split namespace → project folders
        self.unit_of: dict[str, str] = {}
        self.namespace_of: dict[str, str] = {}
        self.spaces: set[str] = set()  # namespaces, and those around them
        self.parts: dict[str, dict[str, None]] = {}  # namespace → units of files that also declare others
        self.everywhere: dict[str, dict[str, None]] = {}  # project folder → namespaces and types that all its files use
        declared: dict[str, dict[str, set[str]]] = {}
        for facts in files:
            names = declared.setdefault(facts.package, {})
            for name in facts.exports or ():
                names.setdefault(name, set()).add(solution.find_folder(facts.path))
        split = {space for space, names in declared.items() if any(len(folders) > 1 for folders in names.values())}
        for facts in files:
            self._place(facts, split | {""})
        for folder, used in solution.usings.items():
            self.everywhere.setdefault(folder, {}).update(dict.fromkeys(used))
        self.memo: dict[tuple[str, str, str, str], Target] = {}

    def _place(self, facts: FileFacts, split: set[str]) -> None:
        folder, space = self.solution.find_folder(facts.path), facts.package
        unit = f"{space}{AT}{folder}" if space in split else space
        self.unit_of[facts.path] = unit
        self.namespace_of[unit] = space
        self.types.setdefault(unit, set()).update(facts.exports or ())
        if AT in unit and folder not in self.shares.setdefault(space, []):
            self.shares[space].append(folder)
        for entry in facts.imports:
            word, marked, name = entry.module.partition(" ")
            if marked and word == "space" and name:
                self.spaces.add(name)
            elif marked and word == "declares" and name != space:
                self.parts.setdefault(name, {})[unit] = None
            elif entry.kind == "global using":
                self.everywhere.setdefault(folder, {})[entry.module] = None

    def find_unit(self, facts: FileFacts) -> str:
        return self.unit_of.get(facts.path) or facts.package or f"{AT}{self.solution.find_folder(facts.path)}"

    def list_names(self, unit: str) -> tuple[str, ...]:
        space = self.namespace_of.get(unit, "")
        return (space,) if space else ()

    def list_visible_packages(self, facts: FileFacts) -> tuple[str, ...]:
        """Return the namespaces around the types, and what file and project use."""
        found: dict[str, None] = {}
        for entry in facts.imports:
            word, marked, name = entry.module.partition(" ")
            if entry.kind in ("import", "static", "global using") and entry.name == "*":
                found[entry.module] = None
            elif marked and word == "space":
                found[name] = None
        found.update(dict.fromkeys(self.everywhere.get(self.solution.find_folder(facts.path), ())))
        return tuple(found)

    def list_dependents(self, package: str) -> frozenset[str]:
        """Return the folders of projects that reference a package."""
        return frozenset(folder for folder, names in self.solution.packages.items() if package in names)

    def find_submodule(self, unit: str, name: str) -> str:
        """Find a namespace inside another one.

        Of a split one, it may be the share that declares a type.
        """
        space, at, folder = unit.partition(AT)
        if at and space and unit in self.types and name not in self.types[unit]:
            holders = [each for each in self.shares[space] if name in self.types[space + AT + each]]
            nearest = self.solution.select_nearest(folder, holders)
            if nearest is not None:
                return space + AT + nearest
        inner = f"{space}.{name}" if space else name
        if inner not in self.spaces:
            return ""
        return f"{inner}{AT}{self.shares[inner][0]}" if inner in self.shares else inner

    def resolve(self, path: str, module: str, kind: str) -> Target:
        key = (self.solution.find_folder(path), self.namespace_of.get(self.unit_of.get(path, ""), ""), module, kind)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._resolve(*key)
        return found

    def _resolve(self, folder: str, around: str, module: str, kind: str) -> Target:
        """Resolve a name, or else the same inside the namespaces around the file."""
        found = self._resolve_whole(folder, module, kind)
        while found.external and around:
            inner = self._resolve_whole(folder, f"{around}.{module}", kind)
            if inner.units:
                return inner
            around = around.rpartition(".")[0]
        return found

    def _resolve_whole(self, folder: str, module: str, kind: str) -> Target:
        """Resolve a name by its longest leading part that is a namespace.

        The types of that namespace include the next name; otherwise the name is outside.
        """
        word, marked, name = module.partition(" ")
        if word == "global" and kind == "bind":
            return self._resolve_everywhere(folder, name)
        if marked:
            return Target(self._list_units(folder, name))
        parts = module.split(".")
        for count in range(len(parts), 0, -1):
            rest = tuple(parts[count:])
            units = self._list_units(folder, ".".join(parts[:count]))
            if rest:
                units = tuple(unit for unit in units if rest[0] in self.types[unit])
            if units:
                return Target(units, rest)
        units = self._list_units(folder, "") if len(parts) == 1 or parts[0] not in self.spaces else ()
        holders = tuple(unit for unit in units if parts[0] in self.types[unit])
        if holders:
            return Target(holders, tuple(parts))
        if module in self.spaces:
            return Target((module,))
        return Target(external=module, package=find_root_package(module))

    def _resolve_everywhere(self, folder: str, number: str) -> Target:
        """Return the namespaces, or one of the types, that all files of a project use."""
        used = self.everywhere.get(folder, {})
        if not number:
            return Target(tuple(dict.fromkeys(unit for each in used for unit in self._list_units(folder, each))))
        types = [each for each in used if each not in self.types and each not in self.shares and each not in self.parts]
        found = [
            target for each in types if (target := self._resolve_whole(folder, each, "import")).units and target.rest
        ]
        return found[int(number)] if int(number) < len(found) else Target()

    def _list_units(self, folder: str, space: str) -> tuple[str, ...]:
        """Return the units of a namespace as one project sees them.

        Of a split namespace these are its own share, and those of the projects that it references.
        """
        visible = self.solution.list_visible(folder)
        found = [unit for unit in self.parts.get(space, ()) if AT not in unit or unit.partition(AT)[2] in visible]
        folders = self.shares.get(space)
        if folders is None:
            return ((space,) if space and space in self.types else ()) + tuple(found)
        seen = [each for each in visible if each in folders]
        if not seen and space:
            nearest = self.solution.select_nearest(folder, folders)
            seen = [nearest] if nearest is not None else []
        return (*(f"{space}{AT}{each}" for each in seen), *found)


def find_root_package(name: str) -> str:
    """Return the part of an outside name that says whose it is, such as `System.Text`."""
    return ".".join(name.split(".")[:2])


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> CsharpProject:
    return CsharpProject(files, Solution(manifests))
