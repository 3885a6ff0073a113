"""Import rules of Rust.

They cover Cargo packages, their crates, the module tree of `mod` declarations, and paths through them.
"""

from __future__ import annotations

import posixpath
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.lang.rust.standard import STANDARD
from codegraph_parsers.spec import Project, Target

Place = tuple[str, tuple[str, ...]]
"""A module: the file it is in, and the inline modules around it in that file."""

COMPILER_CRATES = frozenset({"proc_macro", "test"})  # no manifest lists them
DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")


class Package:
    """A Cargo package: the place of its library, and its names for other packages."""

    def __init__(self, folder: str, manifest: Mapping[str, object]) -> None:
        self.folder = folder
        self.manifest = manifest
        about = _get_table(manifest, "package")
        library = _get_table(manifest, "lib")
        name = str(about.get("name", ""))
        self.name = name
        self.crate = str(library.get("name", name)).replace("-", "_")
        self.crate_root = _join(folder, str(library.get("path", "src/lib.rs")))
        self.rooted = bool(name) and about.get("edition", "2015") == "2015"  # paths of `use` start at the crate's root
        self.dependencies: dict[str, tuple[str, str]] = {}  # crate name → (package name, path)

    def iterate_declared_roots(self) -> Iterator[str]:
        for key in ("bin", "example", "test", "bench"):
            listed = self.manifest.get(key)
            for entry in listed if _is_array(listed) else ():
                path = entry.get("path") if _is_table(entry) else None
                if isinstance(path, str):
                    yield _join(self.folder, path)
        build = _get_table(self.manifest, "package").get("build")
        yield _join(self.folder, build if isinstance(build, str) else "build.rs")

    def iterate_conventional_roots(self, files: set[str], by_folder: Mapping[str, list[str]]) -> Iterator[str]:
        main = _join(self.folder, "src/main.rs")
        if main in files:
            yield main
        for place in ("src/bin", "examples", "tests", "benches"):
            folder = _join(self.folder, place)
            yield from by_folder.get(folder, ())
        for path in files:
            if path.endswith("/main.rs"):
                above = posixpath.dirname(posixpath.dirname(path))
                if above in (_join(self.folder, p) for p in ("src/bin", "examples", "tests", "benches")):
                    yield path


class RustProject(Project):
    """Crates and module trees of one tree of files.

    A unit is a file. Every file has a place in the module tree of one crate, which is named by the crate's root file.
    """

    def __init__(self, files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> None:
        self.facts = {f.path: f for f in files}
        self.files = set(self.facts)
        self.children: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {
            path: self._find_module_files(f) for path, f in self.facts.items()
        }
        self.parent: dict[str, Place] = {}
        self.root: dict[str, str] = {}
        self.place: dict[str, tuple[str, ...]] = {}  # module path of a file within its crate
        self.packages = [Package(posixpath.dirname(path), _parse(text)) for path, text in sorted(manifests.items())]
        self.packages.sort(key=lambda p: -len(p.folder))
        self.crate_roots: dict[str, str] = {}  # package name → library root
        for package in self.packages:
            if package.crate_root in self.files and package.name:
                self.crate_roots.setdefault(package.name, package.crate_root)
        by_folder: dict[str, list[str]] = {}
        for path in sorted(self.files):
            by_folder.setdefault(posixpath.dirname(path), []).append(path)
        for package in self.packages:
            self._read_dependencies(package)
        for package in self.packages:
            if package.crate_root in self.files:
                self._grow(package.crate_root)
        for package in self.packages:
            roots = sorted(
                {*package.iterate_declared_roots(), *package.iterate_conventional_roots(self.files, by_folder)}
                & self.files
            )
            parts = {child for path in roots for twins in self.children[path].values() for child in twins}
            for path in [*(p for p in roots if p not in parts), *roots]:
                if path not in self.root:
                    self._grow(path)
        for path in sorted(self.files):  # files that no `mod` leads to: their folder says where they belong
            if path not in self.root and posixpath.basename(path) in ("lib.rs", "main.rs"):
                self._grow(path)
        for path in sorted(self.files, key=lambda p: (p.count("/"), p)):
            if path not in self.root:
                self._attach_to_parent(path)
        self.macros: dict[str, list[str]] = {}  # crate root → files that define macros
        above: dict[str, list[str]] = {}
        for path, found in self.children.items():
            for child in dict.fromkeys(each for twins in found.values() for each in twins):
                above.setdefault(child, []).append(path)
        for path, facts in sorted(self.facts.items()):
            if any(name.endswith("!") for name in facts.names.get(0, {})):
                for root in self._list_roots(path, above):
                    self.macros.setdefault(root, []).append(path)
        self.memo: dict[tuple[str, str], Target] = {}

    # -- the module tree --------------------------------------------------------------------------------------------

    def _find_module_files(self, facts: FileFacts) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Return the module files of a file's `mod` declarations.

        The keys are inline path and name. There are several files where they are alternatives of conditional
        compilation. Files that no ordinary build has are used only where there is no other.
        """
        found: dict[tuple[str, ...], tuple[str, ...]] = {}
        aside: dict[tuple[str, ...], tuple[str, ...]] = {}
        folder, name = posixpath.split(facts.path)
        stem = name.removesuffix(".rs")
        own = folder if stem in ("mod", "lib", "main") else _join(folder, stem)
        for entry in facts.imports:
            if entry.kind not in ("mod", "aside"):
                continue
            table = found if entry.kind == "mod" else aside
            place, _, written = entry.module.partition("=")
            parts = tuple(part.removeprefix("r#") for part in place.split("::")[1:])
            candidates: list[str] = []
            if written:
                base = folder if len(parts) == 1 else _join(own, *parts[:-1])
                candidates.append(posixpath.normpath(_join(base, written)))
            else:
                for start in dict.fromkeys((own, folder)):
                    target = _join(start, *parts)
                    candidates += [f"{target}.rs", f"{target}/mod.rs"]
            for candidate in candidates:
                if candidate in self.files and candidate != facts.path:
                    table[parts] = tuple(dict.fromkeys((*table.get(parts, ()), candidate)))
                    break
        return aside | found

    def _grow(self, root: str) -> None:
        """Assign a place in the module tree to every file reachable from a crate's root."""
        self.root[root] = root
        self.place[root] = ()
        queue = [root]
        while queue:
            path = queue.pop(0)
            for parts, twins in self.children.get(path, {}).items():
                for child in twins:
                    if child not in self.root:
                        self.root[child] = root
                        self.parent[child] = (path, parts[:-1])
                        self.place[child] = (*self.place[path], *parts)
                        queue.append(child)

    def _attach_to_parent(self, path: str) -> None:
        folder, name = posixpath.split(path)
        stem = name.removesuffix(".rs")
        above, last = posixpath.split(folder)
        candidates = [_join(folder, "mod.rs"), f"{folder}.rs", _join(folder, "lib.rs"), _join(folder, "main.rs")]
        if stem == "mod":
            stem = last
            candidates = [_join(above, "mod.rs"), f"{above}.rs", _join(above, "lib.rs"), _join(above, "main.rs")]
        for candidate in candidates:
            if candidate in self.root and candidate != path:
                self.root[path] = self.root[candidate]
                self.parent[path] = (candidate, ())
                self.place[path] = (*self.place[candidate], stem)
                return
        self._grow(path)

    def _list_roots(self, path: str, above: Mapping[str, list[str]]) -> list[str]:
        """Return the roots of the crates that a file is part of.

        Test crates often have a module in common.
        """
        found, queue = {self.root[path]: None}, [path]
        seen = {path}
        while queue:
            for parent in above.get(queue.pop(), ()):
                if parent not in seen:
                    seen.add(parent)
                    queue.append(parent)
                    if self.root[parent] == parent:
                        found[parent] = None
        return list(found)

    # -- packages ---------------------------------------------------------------------------------------------------

    def _read_dependencies(self, package: Package) -> None:
        workspace = self._find_workspace(package.folder)
        shared = (
            _get_table(_get_table(workspace.manifest, "workspace"), "dependencies") if workspace is not None else {}
        )
        tables = [_get_table(package.manifest, key) for key in DEPENDENCIES]
        targets = _get_table(package.manifest, "target")
        for each in targets.values():
            if _is_table(each):
                tables.extend(_get_table(each, key) for key in DEPENDENCIES)
        for table in tables:
            for key, value in table.items():
                entry: Mapping[str, object] = value if _is_table(value) else {}
                folder = package.folder
                if entry.get("workspace") is True and workspace is not None:
                    found = shared.get(key)
                    entry = found if _is_table(found) else {}
                    folder = workspace.folder
                name = str(entry.get("package", key))
                path = entry.get("path")
                place = posixpath.normpath(_join(folder, path)) if isinstance(path, str) else ""
                package.dependencies[key.replace("-", "_")] = (name, "" if place == "." else place)

    def _find_workspace(self, folder: str) -> Package | None:
        for package in self.packages:
            above = package.folder
            if "workspace" in package.manifest and (folder == above or not above or folder.startswith(above + "/")):
                return package
        return None

    def _find_package(self, path: str) -> Package | None:
        """Return the nearest package around a file."""
        for package in self.packages:
            if package.name and (not package.folder or path.startswith(package.folder + "/")):
                return package
        return None

    def _find_crate(self, path: str, name: str) -> str:
        """Return the root file of the crate that code in `path` calls `name`.

        The result is "" when the crate is not in the tree.
        """
        package = self._find_package(path)
        if package is None:
            return ""
        known = package.dependencies.get(name)
        if known is not None:
            for other in self.packages:
                if (
                    other.crate_root in self.files
                    and other.name == known[0]
                    and (not known[1] or other.folder == known[1])
                ):
                    return other.crate_root
            return self.crate_roots.get(known[0], "")
        if name == package.crate and self.root.get(path) != package.crate_root:
            return package.crate_root if package.crate_root in self.files else ""
        return ""

    def _is_from_wildcard(self, path: str, package: Package, name: str) -> bool:
        """Return whether a path must start with a name from a wildcard import.

        No crate has the name.
        """
        facts = self.facts.get(path)  # a file that is gone is still asked for, to tell what an edit changed
        starred = facts is not None and bool(facts.stars)
        return starred and self._is_no_crate(package, name)

    def _is_no_crate(self, package: Package, name: str) -> bool:
        return name not in package.dependencies and name not in COMPILER_CRATES

    # -- Project ----------------------------------------------------------------------------------------------------

    def list_names(self, unit: str) -> tuple[str, ...]:
        root = self.root.get(unit)
        if root is None:
            return ()
        package = self._find_package(unit)
        crate = package.crate if package is not None and package.crate_root == root else posixpath.basename(root)[:-3]
        return ("::".join((crate, *self.place.get(unit, ()))),)

    def find_submodule(self, unit: str, name: str) -> str:
        return next(iter(self.children.get(unit, {}).get((name,), ())), "")

    def resolve(self, path: str, module: str, kind: str) -> Target:
        key = (path, module)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._resolve(path, module.partition("=")[0])
        return found

    def _is_extern_crate(self, root: str, name: str) -> bool:
        """Return whether only `extern crate` can bind a name in a crate's root.

        It is the name of a standard library crate, and nothing else there has it.
        """
        facts = self.facts.get(root)
        own = facts is None or name in facts.names.get(0, {}) or (name,) in self.children.get(root, {})
        return name in STANDARD and not own

    def _resolve(self, path: str, module: str) -> Target:
        parts = [part.strip().removeprefix("r#") for part in module.split("::")]
        maybe = parts[0].startswith("?")
        parts[0] = parts[0].removeprefix("?")
        head = parts.pop(0)
        here: Place = (path, ())
        if head == "!":
            return Target(tuple(self.macros.get(self.root.get(path, path), ())))
        if head == "crate":
            here = (self.root.get(path, path), ())
            if parts and self._is_extern_crate(here[0], parts[0]):
                return Target(external=".".join(parts), package=parts[0])
        elif head == "super":
            here = self._find_parent_module(here)
        elif head != "self":
            if head == "" and parts:
                head = parts.pop(0)
            root = self._find_crate(path, head)
            if not root:
                if head in STANDARD:
                    return Target(external=".".join([head, *parts]), package=head)
                package = self._find_package(path)
                if not maybe and package is not None and package.rooted and self._is_no_crate(package, head):
                    return self._follow((self.root.get(path, path), ()), [head, *parts])
                inner = self.find_submodule(path, head)
                if inner:
                    return self._follow((inner, ()), parts)
                if not maybe and package is not None and self._is_from_wildcard(path, package, head):
                    return self._follow((path, ()), [head, *parts])
                if maybe and (package is None or head not in package.dependencies):
                    return Target()
                return Target(external="::".join([head, *parts]), package=head)
            here = (root, ())
        return self._follow(here, parts)

    def _find_parent_module(self, here: Place) -> Place:
        if here[1]:
            return here[0], here[1][:-1]
        return self.parent.get(here[0], here)

    def _follow(self, here: Place, parts: list[str]) -> Target:
        """Follow module names down, and `super` up, from a module.

        The remaining parts are names inside the module. Where files are alternatives, each is followed. Only those
        count that lead as far as the first of the alternatives that leads furthest.
        """
        file, inside = here
        for position, part in enumerate(parts):
            if part == "super":
                file, inside = self._find_parent_module((file, inside))
            elif part not in ("self", ""):
                twins = self.children.get(file, {}).get((*inside, part), ())
                if len(twins) > 1:
                    ends = [self._follow((child, ()), parts[position + 1 :]) for child in twins]
                    rest = min((end.rest for end in ends), key=len)
                    return Target(tuple(dict.fromkeys(u for e in ends if e.rest == rest for u in e.units)), rest)
                if twins:
                    file, inside = twins[0], ()
                elif any(
                    parts[later] == "super" for later in range(position + 1, len(parts))
                ) or self._has_file_modules(file, (*inside, part)):
                    inside = (*inside, part)
                else:
                    return Target((file,), (*inside, *parts[position:]))
        return Target((file,), inside)

    def _has_file_modules(self, file: str, inside: tuple[str, ...]) -> bool:
        """Return whether an inline module holds modules that are files."""
        return any(len(key) > len(inside) and key[: len(inside)] == inside for key in self.children.get(file, {}))


def _parse(text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _get_table(value: object, key: str) -> dict[str, object]:
    found = value.get(key) if _is_table(value) else None
    return dict(found) if _is_table(found) else {}


def _is_table(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, Mapping)


def _is_array(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _join(*parts: str) -> str:
    return posixpath.join(*parts) if parts[0] else posixpath.join(*parts[1:]) if len(parts) > 1 else ""


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> RustProject:
    return RustProject(files, paths, manifests)
