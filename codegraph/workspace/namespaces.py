"""Namespaces whose types the code of a file names alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from codegraph.graph_model import EdgeKind
from codegraph.query.index import Index
from codegraph.query_results import ExternalRow
from codegraph.workspace.path_starts import read_namespace
from codegraph_parsers.lang.csharp.manifests import SHARED, Solution

_PROJECTS = ("*.csproj", *SHARED)


class VisibleNamespaces:
    """The namespaces that each file of a repository in C# sees."""

    def __init__(self, get_index: Callable[[], Index]) -> None:
        self._get_index = get_index
        self._seen: dict[str, frozenset[str]] = {}

    def list_visible(self, path: str) -> frozenset[str]:
        """Return the namespaces, and types, whose names a file uses alone.

        They are what it and its project import, and the namespaces around its own.
        """
        seen = self._seen.get(path)
        if seen is None:
            own = read_namespace(self._get_index(), path).split(".")
            around = (".".join(own[:count]) for count in range(len(own) + 1))
            folder = self._solution.find_folder(path)
            shared = self._global_imports.get(folder, frozenset())
            used = self._solution.usings.get(folder, ())
            seen = self._seen[path] = frozenset((*self._list_imports(path), *around, *shared, *used))
        return seen

    @cached_property
    def _solution(self) -> Solution:
        return Solution(self._get_index().read_manifest_texts(self._get_index().find_paths_named(_PROJECTS)))

    @cached_property
    def _global_imports(self) -> dict[str, frozenset[str]]:
        """Imports of each project's files that define nothing, which hold for all of it."""
        found: dict[str, frozenset[str]] = {}
        for row in self._get_index().list_files(language="csharp", limit=None).items:
            if len(self._get_index().list_file_symbols(row.path)) == 1:
                folder = self._solution.find_folder(row.path)
                found[folder] = found.get(folder, frozenset()) | self._list_imports(row.path)
        return found

    def _list_imports(self, path: str) -> frozenset[str]:
        module = self._get_index().list_file_symbols(path)[0]
        edges = self._get_index().list_outgoing(module, (EdgeKind.IMPORTS,), limit=None).items
        return frozenset(edge.target.qualname for edge in edges if isinstance(edge.target, ExternalRow))
