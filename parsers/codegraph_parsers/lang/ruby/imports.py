"""Import rules of Ruby: `require`, `require_relative`, `load` and `autoload`.

Constants need none of them: every file sees what any file defines at the top. So that the graph says who loads whom,
loading is an import of the file.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.spec import Project, Target

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

LOADING = frozenset({"require", "require_relative", "load", "autoload", "require_dependency"})
TESTS = re.compile(r"(?:^|/)(?:[^/]*_(?:spec|test)|test_[^/]*)\.rb$")
HELPERS = frozenset({"spec_helper.rb", "rails_helper.rb", "test_helper.rb"})
SUFFIXES = (".rb", ".rake", "")
LIBRARIES = frozenset({"lib", "test", "spec"})


def is_test_path(path: str) -> bool:
    """Return whether a file holds tests by its name."""
    return TESTS.search(path) is not None and posixpath.basename(path) not in HELPERS


def lower_loading(w: Walker, node: Node, name: str, arguments: list[Node]) -> bool:
    """Record the import that a call makes; return whether it is one."""
    from codegraph_parsers.lang.ruby.macros import read_name

    at = 1 if name == "autoload" else 0
    path = read_name(w, arguments[at]) if len(arguments) > at else ""
    if not path:
        return False
    w.add_import(path, "", "", node.start_point[0] + 1, name)
    return True


class RubyProject(Project):
    """Files of one tree by the paths that code loads them by."""

    def __init__(self, files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> None:
        self.paths = {facts.path for facts in files} | set(paths)
        self.roots = find_roots(self.paths)
        self.memo: dict[tuple[str, str, str], Target] = {}

    def resolve(self, path: str, module: str, kind: str) -> Target:
        key = (posixpath.dirname(path), module, kind)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._resolve(posixpath.dirname(path), module, kind)
        return found

    def _resolve(self, folder: str, module: str, kind: str) -> Target:
        if kind == "require_relative" or module.startswith("."):
            unit = self._find_file(posixpath.normpath(posixpath.join(folder, module)))
            return Target((unit,)) if unit else Target()
        roots = ["", *self.roots] if kind == "load" else self.roots
        found = [unit for root in roots if (unit := self._find_file(posixpath.join(root, module)))]
        if found:
            return Target(
                (max(found, key=lambda unit: len(posixpath.commonpath([unit, folder or "."]) if folder else "")),)
            )
        head = module.split("/", 1)[0]
        return Target(external=module.replace("/", "."), package=head)

    def _find_file(self, stem: str) -> str:
        return next((stem + suffix for suffix in SUFFIXES if stem + suffix in self.paths), "")


def find_roots(paths: set[str]) -> list[str]:
    """Return the folders that `require` looks in, shortest first."""
    roots: set[str] = set()
    for path in paths:
        parts = path.split("/")
        roots.update("/".join(parts[: at + 1]) for at, part in enumerate(parts[:-1]) if part in LIBRARIES)
        if "app" in parts[:-1]:
            at = parts.index("app")
            if len(parts) > at + 2:
                roots.add("/".join(parts[: at + 2]))
    return sorted(roots, key=lambda root: (root.count("/"), root))


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> RubyProject:
    return RubyProject(files, paths, manifests)
