"""Import rules of Java.

Packages are units, whatever source root or module their files lie in.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.spec import Project, Target

AT = "@"  # unit key of one module's share of a package that several modules declare differently: `package@folder`
UNNAMED = "dir:"  # unit key of the unnamed package of one folder


class JavaProject(Project):
    """Packages of one tree.

    A unit is a package: its files see each other whether they lie in main or test folders, in one module or several.
    Only where modules declare classes of the same name in the same package does each module keep its own; what just
    one of them declares is still there for all.
    """

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.types: dict[str, set[str]] = {}  # unit → names of its types
        self.shares: dict[str, list[str]] = {}  # split package → module folders, deepest first
        self.unit_of: dict[str, str] = {}
        self.package_of: dict[str, str] = {}
        declared: dict[str, dict[str, set[str]]] = {}
        for facts in files:
            names = declared.setdefault(facts.package, {})
            for name in facts.exports or ():
                if name.endswith("()"):  # functions of one name are overloads wherever they are
                    continue
                names.setdefault(name, set()).add(find_module_folder(facts))
        split = {package for package, names in declared.items() if any(len(folders) > 1 for folders in names.values())}
        for facts in files:
            unit = self._compute_unit(facts, facts.package in split)
            self.unit_of[facts.path] = unit
            self.package_of[unit] = facts.package
            self.types.setdefault(unit, set()).update(facts.exports or ())
            if facts.package in split and AT in unit:
                folders = self.shares.setdefault(facts.package, [])
                folder = unit.split(AT, 1)[1]
                if folder not in folders:
                    folders.append(folder)
        self.memo: dict[tuple[str, str], Target] = {}

    def _compute_unit(self, facts: FileFacts, split: bool) -> str:
        if not facts.package:
            return UNNAMED + posixpath.dirname(facts.path)
        return f"{facts.package}{AT}{find_module_folder(facts)}" if split else facts.package

    def find_unit(self, facts: FileFacts) -> str:
        return self.unit_of.get(facts.path) or self._compute_unit(facts, False)

    def list_names(self, unit: str) -> tuple[str, ...]:
        package = self.package_of.get(unit, "")
        return (package,) if package else ()

    def find_submodule(self, unit: str, name: str) -> str:
        """Find the share of a split package that declares a type.

        The given share does not declare it. Returns "" unless one other share is the nearest.
        """
        package, at, folder = unit.partition(AT)
        if not at or unit not in self.types or name in self.types[unit]:
            return ""
        holders = [each for each in self.shares[package] if name in self.types[package + AT + each]]
        nearest = max((_count_common_parts(folder, each) for each in holders), default=0)
        closest = [each for each in holders if _count_common_parts(folder, each) == nearest]
        return package + AT + closest[0] if len(closest) == 1 else ""

    def resolve(self, path: str, module: str, kind: str) -> Target:
        key = (posixpath.dirname(path), module)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._resolve(path, module)
        return found

    def _resolve(self, path: str, module: str) -> Target:
        """Resolve a name by its longest leading part that is a package.

        The types of that package include the next name; otherwise the name is outside.
        """
        parts = module.split(".")
        for count in range(len(parts), 0, -1):
            rest = tuple(parts[count:])
            units = self._list_units(path, ".".join(parts[:count]))
            if rest:
                shares = (unit if rest[0] in self.types[unit] else self.find_submodule(unit, rest[0]) for unit in units)
                units = tuple(filter(None, shares))
            if units:
                return Target(units, rest)
        return Target(external=module, package=find_root_package(module))

    def _list_units(self, path: str, package: str) -> tuple[str, ...]:
        """Return the units of a package as one file sees them.

        Of a split package that is the nearest share, its own module's first.
        """
        folders = self.shares.get(package)
        if folders:
            nearest = max(folders, key=lambda folder: (_count_common_parts(path, folder), folder))
            return (f"{package}{AT}{nearest}",)
        return (package,) if package in self.types else ()


def find_module_folder(facts: FileFacts) -> str:
    """Return the folder of the build module a file belongs to.

    It is the rest of its path without package and source folders.
    """
    folder = posixpath.dirname(facts.path)
    package = facts.package.replace(".", "/")
    if package and (folder == package or folder.endswith("/" + package)):
        folder = folder[: len(folder) - len(package)].rstrip("/")
    parts = folder.split("/")
    if "src" in parts:
        parts = parts[: len(parts) - 1 - parts[::-1].index("src")]
    return "/".join(parts)


def find_root_package(name: str) -> str:
    """Return the part of an outside name that says whose it is.

    Examples are `java.util` and `org.junit`.
    """
    return ".".join(name.split(".")[:2])


def _count_common_parts(path: str, folder: str) -> int:
    """Return the number of leading parts that two paths share."""
    count = 0
    for left, right in zip(path.split("/"), folder.split("/"), strict=False):
        if left != right:
            break
        count += 1
    return count


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> JavaProject:
    return JavaProject(files)
