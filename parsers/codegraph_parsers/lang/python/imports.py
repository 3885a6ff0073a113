"""Import rules of Python: dotted names lead to files.

They do so as an interpreter that was started in this tree would find them.
"""

from __future__ import annotations

import posixpath
import sys
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from codegraph_parsers.collection_config import FILES
from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.lang.python.fixtures import ABOVE
from codegraph_parsers.lang.python.lazy import LATER, STUB
from codegraph_parsers.lang.python.plugins import PLUGIN, Plugins, list_fixtures, list_plugins
from codegraph_parsers.lang.python.search_paths import SEARCH
from codegraph_parsers.lang.python.strings import NAMED
from codegraph_parsers.notebook import is_notebook
from codegraph_parsers.spec import Project, Target

SOURCE_FOLDERS = ("", "src", "lib", "python")
MOST_NAMESAKES = 40  # modules of one folder that happen to be called as standard ones: with more it is that library
_OF_TESTS = frozenset(FILES) - {"pyproject.toml", "setup.cfg"}
"""Files that configure test runners alone: where one lies, no package begins."""

DIRECTORY = "dir:"  # unit key of a package without __init__.py


def collect_shared_names(facts: FileFacts) -> Hashable:
    """Return the facts of a file that the import rules read.

    These are its names that other files see without an import, and the places where it looks for modules.
    """
    own = tuple(facts.names.get(0, ())) if posixpath.basename(facts.path) == "conftest.py" else list_fixtures(facts)
    return own, list_search_folders(facts), list_plugins(facts)


def list_search_folders(facts: FileFacts) -> tuple[str, ...]:
    """Return the folders of the tree that a file adds to the search path."""
    here = posixpath.dirname(facts.path)
    added = [entry.module.removeprefix(SEARCH) for entry in facts.imports if entry.module.startswith(SEARCH)]
    folders = [posixpath.normpath(posixpath.join(here, each)) for each in added]
    return tuple("" if each == "." else each for each in folders if not each.startswith(".."))


class PythonProject(Project):
    """Source roots and dotted names of one tree.

    A unit is a file; a namespace package is `dir:<path>`.
    """

    def __init__(self, files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> None:
        self.files = {f.path for f in files}
        self.shared = {f.path: set(f.names.get(0, {})) for f in files if posixpath.basename(f.path) == "conftest.py"}
        self.searched = {f.path: found for f in files if (found := list_search_folders(f))}
        self.packages = {
            posixpath.dirname(p) for p in self.files if posixpath.basename(p) in ("__init__.py", "__init__.pyi")
        }
        self.by_name: dict[str, list[tuple[str, str]]] = {}  # dotted name → (root folder, path)
        self.folders: set[str] = set()
        self.roots = {""} | {posixpath.dirname(p) for p in manifests if posixpath.basename(p) not in _OF_TESTS}
        self.roots |= {
            posixpath.dirname(p) for p in paths if posixpath.basename(p) in ("setup.py", "setup.cfg", "pyproject.toml")
        }
        self.dotted: dict[str, str] = {}
        self._register(sorted(self.files))
        standard = Counter(root for name in sys.stdlib_module_names for root, _ in self.by_name.get(name, ()))
        self.standard = {root for root, modules in standard.items() if modules > MOST_NAMESAKES}
        self.plugins = Plugins(files, manifests, self._find)
        self.memo: dict[tuple[str, str], Target] = {}
        self.folder: dict[str, str] = {}  # of each path that was asked for

    def _register(self, paths: Sequence[str]) -> None:
        around: dict[str, list[str]] = {}  # by folder: the root of its packages, and the folders above that
        by_name, dotted = self.by_name, self.dotted
        for path in paths:
            folder = path.rpartition("/")[0] or posixpath.dirname(path)
            roots = around.get(folder)
            if roots is None:
                roots = around[folder] = self._list_roots(folder)
            dotted[path] = own = _format_dotted(path, roots[0])
            if is_notebook(path):
                continue  # nothing imports it
            by_name.setdefault(own, []).append((roots[0], path))
            for above in roots[1:]:
                by_name.setdefault(_format_dotted(path, above), []).append((above, path))

    def _list_roots(self, folder: str) -> list[str]:
        """Return the folders from which a module of a folder may be named.

        The first is the root of its packages. Packages may lack an `__init__.py`, so the name may start at any folder
        above that."""
        while folder in self.packages and folder not in ("", "/"):
            folder = posixpath.dirname(folder)
        found = [folder]
        while folder and folder != "/":
            self.folders.add(folder)
            folder = posixpath.dirname(folder)
            found.append(folder)
        return found

    def list_names(self, unit: str) -> tuple[str, ...]:
        own = self.dotted.get(unit)
        return (own,) if own else ()

    def find_submodule(self, unit: str, name: str) -> str:
        if unit.startswith(DIRECTORY):
            folder = unit[len(DIRECTORY) :]
            return self._find_in_folder(folder, name) or self._find_portion(folder, name)
        if posixpath.basename(unit).startswith("__init__."):
            folder = posixpath.dirname(unit)
        else:
            return ""
        return self._find_in_folder(folder, name)

    def _find_portion(self, folder: str, name: str) -> str:
        """Find a module of a namespace package in another of its folders."""
        parts = folder.split("/")
        for end in range(len(parts) - 1, -1, -1):
            root = "/".join(parts[:end])
            if self._is_source(root):
                return self._find(f"{folder}/{name}", ".".join((*parts[end:], name)))
        return ""

    def _is_source(self, root: str) -> bool:
        """Return whether modules lie in a folder.

        Either a project says so, or it is a customary place.
        """
        parent, last = posixpath.split(root)
        return root in self.roots or (last in SOURCE_FOLDERS and parent in self.roots)

    def _find_in_folder(self, folder: str, name: str) -> str:
        base = f"{folder}/{name}" if folder else name
        for candidate in (f"{base}/__init__.py", f"{base}.py", f"{base}.pyi", f"{base}/__init__.pyi"):
            if candidate in self.files:
                return candidate
        return DIRECTORY + base if base in self.folders else ""

    def resolve(self, path: str, module: str, kind: str) -> Target:
        folder = self.folder.get(path)
        if folder is None:
            folder = self.folder[path] = posixpath.dirname(path)
        if module.startswith((SEARCH, PLUGIN)):
            return Target()
        key = (path if module.startswith(".") else folder, module)
        found = self.memo.get(key)
        if found is None and module.startswith(ABOVE):
            found = self.memo[key] = self._resolve_fixture(posixpath.dirname(path), module.removeprefix(ABOVE))
        if found is None and module.startswith(NAMED):
            found = self.memo[key] = self._resolve_text(path, module.removeprefix(NAMED))
        if found is None and module == STUB:
            stub = f"{posixpath.splitext(path)[0]}.pyi"
            return Target((stub,) if stub in self.files and stub != path else ())
        if found is None and module.startswith(LATER):
            return self._resolve_lazy(path, module.removeprefix(LATER))
        if found is None:
            found = self.memo[key] = (
                self._resolve_relative(path, module) if module.startswith(".") else self._resolve_absolute(path, module)
            )
        if self.searched and not found.units and found.external:
            return self._resolve_added(path, module) or found
        return found

    def _resolve_added(self, path: str, module: str) -> Target | None:
        """Resolve a module by the folders added to the search path.

        The file itself adds them, or a `conftest.py` above it.
        """
        names = module.split(".")
        if names[0] in sys.stdlib_module_names:
            return None
        above = posixpath.dirname(path)
        roots = [*self.searched.get(path, ())]
        while True:
            roots += self.searched.get(f"{above}/conftest.py" if above else "conftest.py", ())
            if not above or above == "/":
                break
            above = posixpath.dirname(above)
        for root in roots:
            unit, folder = "", root
            for name in names:
                unit = self._find_in_folder(folder, name)
                folder = f"{folder}/{name}" if folder else name
                if not unit:
                    break
            if unit and not unit.startswith(DIRECTORY):
                return Target((unit,))
        return None

    def _resolve_fixture(self, folder: str, name: str) -> Target:
        """Resolve a fixture by its name.

        It is in the nearest `conftest.py` that has one or names a plugin that has one, else in a plugin that the tree
        offers.
        """
        while True:
            path = f"{folder}/conftest.py" if folder else "conftest.py"
            if name in self.shared.get(path, ()):
                return Target((path,), rest=(name,))
            unit = self.plugins.find_below(folder, name) or ("" if folder else self.plugins.find_offered(name))
            if unit:
                return Target((unit,), rest=(name,))
            if not folder:
                return Target()
            folder = posixpath.dirname(folder)

    def _resolve_text(self, path: str, dotted: str) -> Target:
        """Resolve the dotted name in a string.

        The result is the nearest module of the tree that it goes through, and the rest of the name.
        """
        names = dotted.split(".")
        for end in range(len(names), 0, -1):
            unit = self._find(path, ".".join(names[:end]))
            if unit:
                return Target((unit,), rest=tuple(names[end:]))
        return Target()

    def _resolve_lazy(self, path: str, module: str) -> Target:
        """Resolve a module that a text names for a lazy import.

        The name is relative to the package, or absolute.
        """
        found = self._resolve_relative(path, module if module.startswith(".") else f".{module}")
        if found.units or module.startswith("."):
            return found
        unit = self._find(path, module)
        return Target((unit,) if unit else ())

    def _resolve_relative(self, path: str, module: str) -> Target:
        dots = len(module) - len(module.lstrip("."))
        folder = posixpath.dirname(path)
        for _ in range(dots - 1):
            folder = posixpath.dirname(folder)
        names = [part for part in module[dots:].split(".") if part]
        unit = self._find_package(folder)
        for position, name in enumerate(names):
            inner = self._find_in_folder(folder, name)
            if not inner:
                return Target(rest=tuple(names[position:]))
            unit, folder = inner, f"{folder}/{name}" if folder else name
        return Target((unit,)) if unit else Target()

    def _find_package(self, folder: str) -> str:
        for candidate in ("__init__.py", "__init__.pyi"):
            full = f"{folder}/{candidate}" if folder else candidate
            if full in self.files:
                return full
        return DIRECTORY + folder

    def _resolve_absolute(self, path: str, module: str) -> Target:
        unit = self._find(path, module)
        package = module.split(".", 1)[0]
        if unit.startswith(DIRECTORY):  # an installed package goes before a folder: what is not in this one is in that
            return Target((unit,), external=module, package=package)
        return Target((unit,)) if unit else Target(external=module, package=package)

    def _find(self, path: str, module: str) -> str:
        candidates = self.by_name.get(module, ())
        here = posixpath.dirname(path)
        head = module.split(".", 1)[0]
        standard = head in sys.stdlib_module_names
        best: tuple[int, int, str] | None = None
        for root, candidate in candidates:
            near = self._rank_root(here, root)
            if not (standard and root in self.standard):
                if near < 0 and not self._is_only_package(head, candidates):
                    continue
                if standard and root != here and not (near >= 0 and self._is_package(root, head)):
                    continue
            whole = posixpath.basename(candidate) == "__init__.py"  # a package goes before a module called like it
            rank = (near, 2 if whole else 1 if candidate.endswith(".py") else 0, candidate)
            if best is None or rank[:2] > best[:2] or (rank[:2] == best[:2] and candidate < best[2]):
                best = rank
        if best is not None:
            return best[2]
        folder = self._find_namespace(here, module)
        return DIRECTORY + folder if folder and not standard else ""

    def _is_package(self, root: str, head: str) -> bool:
        return root in self.roots and (f"{root}/{head}" if root else head) in self.packages

    def _is_only_package(self, head: str, candidates: Sequence[tuple[str, str]]) -> bool:
        """Return whether the candidates are one package, the only one of its name.

        It is found through a path that is set up at run time.
        """
        return len({path for _, path in candidates}) == 1 and any(
            (f"{root}/{head}" if root else head) in self.packages for root, _ in candidates
        )

    def _rank_root(self, here: str, root: str) -> int:
        """Return the rank of a root for code in `here`; the natural roots come first.

        It is 1000 + depth when the root is above `here`, 500 + depth in a customary source folder, its depth when it is
        declared, else -1.
        """
        depth = root.count("/") + 1 if root else 0
        if root == "" or here == root or here.startswith(root + "/"):
            return 1000 + depth
        parent, last = posixpath.split(root)
        if last in SOURCE_FOLDERS and (parent == "" or here == parent or here.startswith(parent + "/")):
            return 500 + depth
        return depth if self._is_source(root) else -1

    def _find_namespace(self, here: str, module: str) -> str:
        relative = module.replace(".", "/")
        above = here
        while True:
            for source in SOURCE_FOLDERS:
                folder = posixpath.normpath(posixpath.join(above, source, relative))
                if folder in self.folders or folder in self.packages:
                    return folder
            if not above or above == "/":
                return ""
            above = posixpath.dirname(above)


def _format_dotted(path: str, root: str) -> str:
    inside = path[len(root) + 1 :] if root else path
    stem = inside.rsplit(".", 1)[0]
    if stem == "__init__":
        return posixpath.basename(root)
    return stem.removesuffix("/__init__").replace("/", ".")


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> PythonProject:
    return PythonProject(files, paths, manifests)
