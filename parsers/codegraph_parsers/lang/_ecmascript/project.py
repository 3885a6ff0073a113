"""Module rules of JavaScript and TypeScript.

These are relative paths, extensions, folders, `tsconfig` paths, workspace packages and `#` imports.

A unit is a file, under its own path. Declarations next to the JavaScript file that they describe share its unit.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from codegraph_parsers.collection_config import SCRIPT_FILES
from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.lang._ecmascript import aliases
from codegraph_parsers.lang._ecmascript.config import Package, Paths, join, match, read_package, read_path_mapping
from codegraph_parsers.spec import Project, Target

KINDS = (
    "base", "app", "lib", "build", "common", "shared", "node", "web", "test", "tests", "spec", "dev", "esm", "cjs",
    "options", "settings", "paths", "root", "package", "eslint", "browser", "server", "client", "src", "compiler",
    "default", "workspace",
)  # fmt: skip
NAMED = tuple(f"tsconfig.{kind}.json" for kind in KINDS)
CONFIGS = ("tsconfig.json", "jsconfig.json", "tsconfig-base.json", "base.json", *NAMED)
MANIFESTS = ("package.json", "deno.json", *CONFIGS, *aliases.BUNDLERS, *SCRIPT_FILES)
SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs")
SOURCES = {
    ".js": (".ts", ".tsx", ".js", ".jsx", ".d.ts"),
    ".jsx": (".tsx", ".jsx"),
    ".mjs": (".mts", ".mjs", ".d.mts", ".ts"),
    ".cjs": (".cts", ".cjs", ".d.cts", ".ts"),
    ".d.ts": (".ts", ".tsx", ".d.ts"),
}
"""Suffix that an import is written with → suffixes of the files it may mean."""
BUILT = frozenset({"dist", "lib", "build", "out", "esm", "cjs", "es", "types", "umd", "module", "_dist", "output"})
SOURCE_FOLDERS = ("src", "source", "lib", "")
IMPLEMENTED = {".d.ts": (".js", ".jsx"), ".d.mts": (".mjs",), ".d.cts": (".cjs",)}
"""Suffix of declarations → suffixes of the files they may be of."""


class EcmaProject(Project):
    """Files, path mappings and packages of one tree."""

    def __init__(self, files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> None:
        self.files = {f.path for f in files}
        others = {posixpath.splitext(path)[1] for path in self.files if not path.endswith(SUFFIXES)}
        self.suffixes = (*SUFFIXES, *sorted(suffix for suffix in others if suffix))  # components are modules, too
        self.configs: dict[str, Paths] = {}
        for name in ("jsconfig.json", "tsconfig.json"):
            for path in manifests:
                if posixpath.basename(path) == name:
                    self.configs[posixpath.dirname(path)] = read_path_mapping(path, manifests)
        self.packages: dict[str, Package] = {}  # folder → package
        self.named: dict[str, Package] = {}
        for path in sorted(manifests):
            if posixpath.basename(path) in ("package.json", "deno.json"):
                found = read_package(path, manifests[path])
                self.packages.setdefault(found.folder, found)
                if found.name and "node_modules" not in path.split("/"):
                    self.named.setdefault(found.name, found)
        self.aliases = self._collect_aliases(manifests)
        self.memo: dict[tuple[str, str], Target] = {}
        self.implemented = self._map_implementations()

    def _collect_aliases(self, manifests: Mapping[str, str]) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return the folder aliases of bundlers, by folder."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for path in sorted(manifests):
            folder = posixpath.dirname(path)
            if posixpath.basename(path) in aliases.BUNDLERS:
                found.setdefault(folder, {}).update(aliases.read_aliases(folder, manifests[path]))
        for folder, each in self.packages.items():
            for name, targets in aliases.list_framework_aliases(folder, each.depends).items():
                found.setdefault(folder, {}).setdefault(name, targets)
        return {folder: names for folder, names in found.items() if names}

    def _map_implementations(self) -> dict[str, str]:
        """Map files of declarations to the JavaScript files that they describe.

        That is the file next to them, or the entry point of a package.
        """
        found: dict[str, str] = {}
        for path in self.files:
            for suffix, others in IMPLEMENTED.items():
                if path.endswith(suffix):
                    beside = (path[: -len(suffix)] + other for other in others)
                    found.update((path, each) for each in beside if each in self.files and path not in found)
        taken = {*found.values()}
        for each in self.packages.values():
            for types, code in each.pairs:
                declared, of = join(each.folder, types), join(each.folder, code)
                if not {declared, of} <= self.files or declared in found or of in taken:
                    continue
                if declared.endswith(tuple(IMPLEMENTED)) and of.endswith((".js", ".mjs", ".cjs", ".jsx")):
                    found[declared] = of
                    taken.add(of)
        return found

    def find_unit(self, facts: FileFacts) -> str:
        return self.implemented.get(facts.path, facts.path)

    def list_dependents(self, package: str) -> frozenset[str]:
        return frozenset(folder for folder, each in self.packages.items() if package in each.depends)

    def list_names(self, unit: str) -> tuple[str, ...]:
        """Return the path without its suffix, and without `/index`."""
        stem = next((unit[: -len(suffix)] for suffix in (".d.ts", *self.suffixes) if unit.endswith(suffix)), unit)
        return (stem, posixpath.dirname(stem)) if posixpath.basename(stem) == "index" and "/" in stem else (stem,)

    def resolve(self, path: str, module: str, kind: str) -> Target:
        key = (posixpath.dirname(path), module)
        found = self.memo.get(key)
        if found is None:
            found = self._resolve(key[0], module.split("?", 1)[0])
            if found.units and found.units[0] in self.implemented:
                found = Target((self.implemented[found.units[0]],))
            self.memo[key] = found
        return found

    def _resolve(self, folder: str, module: str) -> Target:
        if module.startswith("."):
            path = join(folder, module)
            found = "" if is_outside(folder, module) else self.find_file(path) or self._find_built_source(path)
            return Target((found,)) if found else Target(external=module)
        if module.startswith("/"):
            found = self.find_file(module.lstrip("/")) if module.strip("/") else ""
            return Target((found,)) if found else Target(external=module)
        found = self._find_private(folder, module) if module.startswith("#") else ""
        found = (
            found
            or self._find_mapped(folder, module)
            or self._find_aliased(folder, module)
            or self._find_in_workspace(module)
        )
        if found:
            return Target((found,))
        bare = module.split(":", 1)[1] if module.startswith(("node:", "npm:", "jsr:", "bun:")) else module
        parts = bare.split("/")
        name = "/".join(parts[:2]) if bare.startswith("@") else parts[0]
        return Target(external=bare, package=name)

    def find_file(self, path: str) -> str:
        """Return the file that a path with or without a suffix names.

        A folder's index counts. Returns "" when there is none.
        """
        if path in self.files:
            return path
        for suffix, sources in SOURCES.items():
            if path.endswith(suffix):
                stem = path[: -len(suffix)]
                found = next((stem + each for each in sources if stem + each in self.files), "")
                if found:
                    return found
        found = next((path + suffix for suffix in self.suffixes if path + suffix in self.files), "")
        if found:
            return found
        inside = self.packages.get(path)
        if inside is not None:
            found = self._find_first(path, [entry for entry in inside.entries if join(path, entry) != path])
            if found:
                return found
        index = join(path, "index")
        return next((index + suffix for suffix in self.suffixes if index + suffix in self.files), "")

    def _find_mapped(self, folder: str, module: str) -> str:
        """Find a module by `paths` and `baseUrl` of the nearest configuration."""
        while True:
            config = self.configs.get(folder)
            if config is not None and (config.patterns or config.base is not None):
                for candidate in config.list_candidates(module):
                    found = self.find_file(candidate)
                    if found:
                        return found
                return ""
            if not folder:
                return ""
            folder = posixpath.dirname(folder)

    def _find_aliased(self, folder: str, module: str) -> str:
        """Find a module by a bundler's alias.

        The nearest folder decides in which it leads to a file.
        """
        while self.aliases:
            names = self.aliases.get(folder, {})
            for name in sorted(names, key=len, reverse=True):
                if module == name or module.startswith(f"{name}/"):
                    rest = module[len(name) + 1 :]
                    candidates = (self.find_file(join(target, rest) if rest else target) for target in names[name])
                    found = next((each for each in candidates if each), "")
                    if found:
                        return found
            if not folder:
                break
            folder = posixpath.dirname(folder)
        return ""

    def _find_private(self, folder: str, module: str) -> str:
        """Find `#name` by `imports` of the nearest package."""
        while True:
            found = self.packages.get(folder)
            if found is not None:
                return self._find_first(found.folder, match(found.imports, module))
            if not folder:
                return ""
            folder = posixpath.dirname(folder)

    def _find_in_workspace(self, module: str) -> str:
        """Find a package of this tree, by its name or by a path inside it."""
        parts = module.split("/")
        size = 2 if module.startswith("@") else 1
        found = self.named.get("/".join(parts[:size]))
        if found is None:
            return ""
        inner = "/".join(parts[size:])
        mapped = self._find_first(found.folder, match(found.exports, f"./{inner}" if inner else "."))
        if mapped:
            return mapped
        if inner:
            return self.find_file(join(found.folder, inner)) or self.find_file(join(found.folder, f"src/{inner}"))
        return (
            self._find_first(found.folder, found.entries)
            or self.find_file(join(found.folder, "src/index"))
            or self.find_file(join(found.folder, "index"))
        )

    def _find_first(self, folder: str, written: Sequence[str]) -> str:
        """Return the first of some package-relative paths that is a file here.

        Otherwise return the first source that one of them is built from.
        """
        for each in written:
            found = self.find_file(join(folder, each))
            if found:
                return found
        for each in written:
            found = self._find_source(folder, join("", each))
            if found:
                return found
        return ""

    def _find_source(self, folder: str, path: str) -> str:
        """Find `src/x.ts` for `dist/esm/x.js`.

        Leading build folders are replaced by a source folder.
        """
        parts = path.split("/")
        while len(parts) > 1 and parts[0] in BUILT:
            parts = parts[1:]
            for source in SOURCE_FOLDERS:
                found = self.find_file(join(folder, "/".join([source, *parts]) if source else "/".join(parts)))
                if found:
                    return found
        return ""

    def _find_built_source(self, path: str) -> str:
        """Find the source of a file in a build folder of a package.

        The folder holds no files but those that a build leaves there.
        """
        folder = posixpath.dirname(path)
        while folder and folder not in self.packages:
            folder = posixpath.dirname(folder)
        inner = path[len(folder) + 1 :] if folder else path
        top, slash, _ = inner.partition("/")
        if folder not in self.packages or not slash or top not in BUILT:
            return ""
        kept = join(folder, top) + "/"
        return "" if any(each.startswith(kept) for each in self.files) else self._find_source(folder, inner)


def is_outside(folder: str, module: str) -> bool:
    """Return whether a path leaves the tree."""
    return posixpath.normpath(posixpath.join(folder or ".", module)).startswith("..")


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> EcmaProject:
    return EcmaProject(files, paths, manifests)
