"""Templates of a tree: which file a name means, and which functions its tags run."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.endpoints.endpoint_rows import TAG_DEFINITION, TEMPLATE, TEMPLATE_FOLDER, TemplateRow
from codegraph.resolve.endpoints.reasons import NO_TEMPLATE, UNKNOWN_RECEIVER
from codegraph_parsers.lang.html_template.tags import ATTRIBUTE, FILTER, LOADS, RENDERS, TAG

_BUILTIN: Final = ""


class TemplateEdge(NamedTuple):
    """An edge that a row says, by items."""

    source: int
    target: int
    kind: EdgeKind
    resolution: Resolution
    line: int


class TemplateMiss(NamedTuple):
    """A name of which nothing is known."""

    row: TemplateRow
    reason: str


class TemplateTable:
    """Finder of templates by their names, and of what runs as they are rendered."""

    def __init__(self, rows: Iterable[TemplateRow]) -> None:
        self._files: dict[str, int] = {}
        self._folders: dict[str, None] = {}
        self._tags: dict[tuple[str, str], list[int]] = {}
        self._loaded: dict[int, set[str]] = {}
        for row in rows:
            if row.kind == TEMPLATE:
                self._files[row.name] = row.site.owner
            elif row.kind == TEMPLATE_FOLDER:
                self._folders[row.name] = None
            elif row.kind == TAG_DEFINITION:
                self._tags.setdefault((row.library, row.name), []).append(row.target)
            elif row.kind == LOADS:
                self._loaded.setdefault(row.site.owner, set()).add(row.name)

    def list_edges(self, rows: Iterable[TemplateRow]) -> Iterator[TemplateEdge | TemplateMiss]:
        """Yield what the rows of a file say."""
        for row in rows:
            if row.kind == RENDERS:
                target = self._find_file(row.name)
                if target is None:
                    yield TemplateMiss(row, NO_TEMPLATE)
                elif target != row.site.owner:
                    how = Resolution.INFERRED
                    yield TemplateEdge(row.site.owner, target, EdgeKind.RENDERS, how, row.site.line)
            elif row.kind in (TAG, FILTER):
                for target in self._list_functions(row):
                    yield TemplateEdge(row.site.owner, target, EdgeKind.CALLS, Resolution.INFERRED, row.site.line)
            elif row.kind == ATTRIBUTE:
                yield TemplateMiss(row, UNKNOWN_RECEIVER)

    def _find_file(self, name: str) -> int | None:
        """Return the template of a name: the first folder that has it counts."""
        for folder in self._folders:
            found = self._files.get(posixpath.normpath(f"{folder}/{name}"))
            if found is not None:
                return found
        return None

    def _list_functions(self, row: TemplateRow) -> list[int]:
        """Return the functions of a tag in the libraries that its template loads."""
        for library in (*sorted(self._loaded.get(row.site.owner, ())), _BUILTIN):
            found = self._tags.get((library, row.name))
            if found:
                return found
        return []
