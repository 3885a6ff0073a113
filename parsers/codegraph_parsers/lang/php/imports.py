"""Import rules of PHP: full names of definitions, and paths of included files.

Code names definitions by their full names, and an autoloader finds the files. Where a tree defines a name once, that
definition is meant. Where it defines it several times, the rules of `composer.json` decide, and then what is nearest.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping, Sequence
from typing import cast

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.spec import Project, Target

FALLBACK = "?"
SEPARATOR = "\\"
HERE = "."


class Package:
    """The autoload rules of one `composer.json`."""

    def __init__(self, folder: str, text: str) -> None:
        self.folder = folder
        self.roots: list[tuple[str, str, bool]] = []  # prefix, folder, whether the namespace is part of the path
        self.listed: list[str] = []  # folders and files of `classmap` and `files`
        try:
            found: object = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        manifest = cast("dict[str, object]", found) if isinstance(found, dict) else {}
        self.requires = frozenset(
            name for key in ("require", "require-dev") for name in _as_mapping(manifest.get(key)) if "/" in name
        )
        for key in ("autoload", "autoload-dev"):
            rules = _as_mapping(manifest.get(key))
            for rule, whole in (("psr-4", False), ("psr-0", True)):
                for prefix, folders in _as_mapping(rules.get(rule)).items():
                    for each in _as_list(folders):
                        self.roots.append((prefix.strip(SEPARATOR), _join(folder, each), whole))
            for rule in ("classmap", "files"):
                self.listed += [_join(folder, each) for each in _as_list(rules.get(rule))]

    def list_paths(self, name: str) -> list[str]:
        """Return the paths at which the rules expect a class."""
        found: list[str] = []
        for prefix, folder, whole in self.roots:
            if prefix and name != prefix and not name.startswith(prefix + SEPARATOR):
                continue
            rest = name if whole or not prefix else name[len(prefix) + 1 :]
            path = rest.replace(SEPARATOR, "/")
            if whole:
                space, _, last = path.rpartition("/")
                path = f"{space}/{last.replace('_', '/')}" if space else last.replace("_", "/")
            found.append(_join(folder, f"{path}.php"))
        return found

    def has_listed(self, path: str) -> bool:
        """Return whether the rules load a file by its path."""
        return any(path == each or path.startswith(each.rstrip("/") + "/") for each in self.listed)


def _as_mapping(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _as_list(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    items = cast("list[object]", value) if isinstance(value, list) else []
    return [each for each in items if isinstance(each, str)]


def _join(folder: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(folder, path.lstrip("/") or "."))
    return "" if joined == "." else joined


class PhpProject(Project):
    """Definitions of one tree by their full names; a unit is a file."""

    def __init__(self, files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> None:
        self.files = {facts.path for facts in files}
        self.namespaces = {facts.path: facts.package for facts in files if facts.package}
        self.places: dict[str, dict[str, str]] = {}  # full name in small letters → path → the name as it is written
        for facts in files:
            for name in facts.names.get(0, ()):
                if not name.startswith("$"):
                    self.places.setdefault(name.lower(), {})[facts.path] = name
        self.packages = sorted(
            (
                Package(posixpath.dirname(path), text)
                for path, text in manifests.items()
                if posixpath.basename(path) == "composer.json"
            ),
            key=lambda package: (-len(package.folder), package.folder),
        )
        self.memo: dict[tuple[str, str], Target] = {}

    def list_names(self, unit: str) -> tuple[str, ...]:
        namespace = self.namespaces.get(unit, "")
        return (namespace.replace(SEPARATOR, "."),) if namespace else ()

    def list_dependents(self, package: str) -> frozenset[str]:
        return frozenset(each.folder for each in self.packages if package in each.requires)

    def resolve(self, path: str, module: str, kind: str) -> Target:
        if kind == "require":
            return self._resolve_path(path, module)
        places = self.places.get(module.lower().lstrip(FALLBACK))
        alone = places is not None and len(places) == 1 and not module.startswith(FALLBACK)
        key = ("" if alone else path, module)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._resolve_name(path, module)
        return found

    def _resolve_path(self, path: str, module: str) -> Target:
        """Resolve the path of an included file.

        It begins in the file's own folder, at the top of the tree or in a package.
        """
        here = posixpath.dirname(path)
        starts = [here] if module.startswith(HERE) else [here, "", *(p.folder for p in self.packages if p.folder)]
        for start in starts:
            candidate = _join(start, module)
            if candidate in self.files:
                return Target((candidate,))
        if "vendor/" in module:
            return Target(external=posixpath.basename(posixpath.dirname(module)) or module)
        return Target()

    def _resolve_name(self, path: str, module: str) -> Target:
        written = module.lstrip(FALLBACK)
        choices = [written]
        if module.startswith(FALLBACK):
            choices.append(written.rsplit(SEPARATOR, 1)[-1])
        for name in choices:
            places = self.places.get(name.lower())
            if places:
                chosen = self._choose(path, name, places)
                return Target((chosen,), (places[chosen],)) if chosen else Target()
        name = choices[-1]
        head, separator, _ = name.partition(SEPARATOR)
        return Target(external=name, package=head if separator else "php")

    def _choose(self, path: str, name: str, places: Mapping[str, str]) -> str:
        """Return the file whose definition of a name another file means.

        Returns "" where several may be meant.
        """
        if len(places) == 1 or path in places:
            return path if path in places else next(iter(places))
        for package in self._list_packages(path):
            for expected in package.list_paths(name):
                if expected in places:
                    return expected
            listed = [place for place in places if package.has_listed(place)]
            if len(listed) == 1:
                return listed[0]
        ranked = sorted((_count_common_parts(path, place), place) for place in places)
        if ranked[-1][0] > ranked[-2][0]:
            return ranked[-1][1]
        return ""

    def _list_packages(self, path: str) -> list[Package]:
        """Return the packages, the nearest one around a file first."""
        around = [each for each in self.packages if not each.folder or path.startswith(each.folder + "/")]
        return around + [each for each in self.packages if each not in around]


def _count_common_parts(path: str, other: str) -> int:
    """Return the number of leading folders that two paths share."""
    count = 0
    for left, right in zip(path.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> PhpProject:
    return PhpProject(files, paths, manifests)
