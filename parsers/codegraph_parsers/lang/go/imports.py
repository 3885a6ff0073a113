"""Import rules of Go.

Packages are folders, and import paths begin with the path of a module.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from codegraph_parsers.file_facts import FileFacts, Flag
from codegraph_parsers.spec import Project, Target

MODULE = re.compile(r"^\s*module\s+\"?([^\s\"/][^\s\"]*)\"?", re.MULTILINE)
REPLACE = re.compile(r"^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.\.?(?:/\S*)?)\s*(?://.*)?$", re.MULTILINE)
VERSION = re.compile(r"v\d+$")
DOTTED_VERSION = re.compile(r"\.v\d+$")
IDENTIFIER = re.compile(r"[^\W\d]\w*$")
VENDOR = "vendor"


def guess_name(path: str) -> str:
    """Return the most likely name of a package by its import path.

    Example: `yaml` for `gopkg.in/go-yaml.v3`.
    """
    parts = path.split("/")
    last = parts[-1]
    if VERSION.match(last) and len(parts) > 1:
        last = parts[-2]
    last = DOTTED_VERSION.sub("", last)
    last = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    return last if IDENTIFIER.match(last) else last.rsplit("-", 1)[-1].rsplit(".", 1)[-1]


class GoProject(Project):
    """Modules and packages of one tree.

    A unit is `folder#package`, because a folder may also hold tests of its package.
    """

    def __init__(self, files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> None:
        self.units: dict[str, str] = {}  # file → unit
        self.packages: dict[str, str] = {}  # folder → the package that imports of it mean
        counts: dict[str, Counter[tuple[bool, str]]] = {}
        for facts in files:
            folder = posixpath.dirname(facts.path)
            apart = bool(facts.symbols and facts.symbols[0].flags & Flag.FILE_PRIVATE)
            self.units[facts.path] = facts.path if apart else f"{folder}#{facts.package}"
            if not apart and facts.package and not facts.package.endswith("_test"):
                counts.setdefault(folder, Counter())[(not facts.path.endswith("_test.go"), facts.package)] += 1
        for folder, seen in counts.items():
            self.packages[folder] = max(seen, key=lambda key: (key[0], seen[key], key[1]))[1]
        self.modules: dict[str, str] = {}  # module path → folder
        self.replaced: list[tuple[str, str, str]] = []  # (folder of the go.mod, path, folder that stands for it)
        for path in sorted(manifests):
            if posixpath.basename(path) in ("go.mod", "go.work"):
                self._read_module(posixpath.dirname(path), manifests[path])
        if not self.modules:
            self._guess_root(files)
        self.memo: dict[tuple[str, str], Target] = {}

    def _read_module(self, folder: str, text: str) -> None:
        found = MODULE.search(text)
        if found and (VENDOR not in folder.split("/")):
            have = self.modules.get(found[1])
            if have is None or len(folder) < len(have):
                self.modules[found[1]] = folder
        for match in REPLACE.finditer(text):
            local = posixpath.normpath(posixpath.join(folder, match[2]))
            self.replaced.append((folder, match[1], "" if local == "." else local))

    def _guess_root(self, files: Sequence[FileFacts]) -> None:
        """Guess the module path of a tree without go.mod.

        It is the path before a folder of the tree that most imports share.
        """
        votes: Counter[str] = Counter()
        for facts in files:
            for entry in facts.imports:
                parts = entry.module.split("/")
                if "." not in parts[0]:
                    continue
                for at in range(2, min(len(parts), 5)):
                    if "/".join(parts[at:]) in self.packages:
                        votes["/".join(parts[:at])] += 1
                        break
        if votes:
            self.modules[max(votes, key=lambda key: (votes[key], key))] = ""

    def find_unit(self, facts: FileFacts) -> str:
        return self.units[facts.path]

    def list_names(self, unit: str) -> tuple[str, ...]:
        folder, _, package = unit.partition("#")
        around = [module for module, root in self.modules.items() if not root or _is_within(folder, root)]
        if not around:
            return (package,) if package else ()
        best = max(around, key=lambda module: (len(self.modules[module]), module))
        inside = folder[len(self.modules[best]) :].strip("/")
        return (f"{best}/{inside}" if inside else best,)

    def resolve(self, path: str, module: str, kind: str) -> Target:
        folder = posixpath.dirname(path)
        key = (folder, module)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._resolve(folder, module)
        return found

    def _resolve(self, here: str, module: str) -> Target:
        for folder in self._list_candidates(here, module):
            package = self.packages.get(folder)
            if package is not None:
                return Target((f"{folder}#{package}",), name=package)
        return Target(external=module, package=self._guess_module(module), name=guess_name(module))

    def _list_candidates(self, here: str, module: str) -> list[str]:
        """Return the folders that may hold an imported package, best first."""
        if module.startswith(("./", "../")):
            folder = posixpath.normpath(posixpath.join(here, module))
            return ["" if folder == "." else folder]
        found: list[str] = []
        above = here
        while True:  # vendored copies, from the folder upwards
            found.append(f"{above}/{VENDOR}/{module}" if above else f"{VENDOR}/{module}")
            if not above:
                break
            above = posixpath.dirname(above)
        for owner, replaced, folder in self.replaced:
            if (not owner or here == owner or here.startswith(owner + "/")) and _is_within(module, replaced):
                found.append(posixpath.join(folder, module[len(replaced) + 1 :]).rstrip("/"))
        matching = [name for name in self.modules if _is_within(module, name)]
        for name in sorted(matching, key=len, reverse=True):
            found.append(posixpath.join(self.modules[name], module[len(name) + 1 :]).rstrip("/"))
        return found

    def _guess_module(self, module: str) -> str:
        """Return the most likely module of an external package.

        It is host, owner and repository.
        """
        parts = module.split("/")
        return "/".join(parts[:3]) if "." in parts[0] else module


def _is_within(path: str, root: str) -> bool:
    return path == root or path.startswith(root + "/")


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> GoProject:
    return GoProject(files, paths, manifests)
