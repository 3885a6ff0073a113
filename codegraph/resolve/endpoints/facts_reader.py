"""Bases of what reads facts for the rows of one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.constant_texts import TextReader
from codegraph.resolve.endpoints.endpoint_rows import WEAK, LinkRow, MissRow, MountRow, RouteRow, RouterRow, Site
from codegraph.resolve.endpoints.objects import ObjectFinder
from codegraph.resolve.endpoints.referents import list_methods
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.types.abstract_values import INSTANCES, ClassObject, make_instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts
from codegraph_parsers.frameworks import Vocabulary


class FileContext(NamedTuple):
    """The file whose rows are read, and what all its readers ask.

    A compiled named tuple needs the classes of its fields when it is made, so their modules are imported here.
    `get_item` gives the items by which rows name symbols."""

    evaluator: Evaluator
    objects: ObjectFinder
    texts: TextReader
    vocabulary: Vocabulary
    get_item: Callable[[int], int]
    file: int


class ContextReader:
    """A reader of facts of any file."""

    def __init__(self, context: FileContext) -> None:
        self._evaluator = context.evaluator
        self._program = context.evaluator.program
        self._objects = context.objects
        self._texts = context.texts
        self._vocabulary = context.vocabulary
        self._get_item = context.get_item
        self._file = context.file

    def _get_of(self, file: int, index: int) -> Expr:
        return self._program.exprs[file][index]

    def _skip_flow(self, file: int, index: int) -> int:
        """Return the expression whose value a name has at one point."""
        expr = self._get_of(file, index)
        while expr[0] == ops.FLOW:
            index = int(expr[2])
            expr = self._get_of(file, index)
        return index

    def _list_named_classes(self, file: int, index: int) -> list[int]:
        """Return the classes of the tree that an expression names."""
        value, end = self._evaluator.value(file, index), self._program.end
        return [atom.gid for atom in value if isinstance(atom, ClassObject) and atom.gid < end]

    def _list_object_classes(self, file: int, index: int) -> list[int]:
        """Return the classes of the tree of which an expression gives objects."""
        value, end = self._evaluator.value(file, index), self._program.end
        return [atom.gid for atom in value if isinstance(atom, INSTANCES) and atom.gid < end]

    def _list_class_methods(self, gid: int, names: Iterable[str]) -> list[int]:
        """Return the functions that members of an object of a class may be, each once."""
        owner = make_instance(gid, ())
        methods = (each for name in names for each in list_methods(self._evaluator, self._file, owner, name))
        return list(dict.fromkeys(methods))


class FactsReader(ContextReader):
    """A reader of the facts of the one file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._facts: FileFacts = self._program.files[self._file]
        self._offset = self._program.offsets[self._file]
        self._owners = self._program.list_owners()

    def _get(self, index: int) -> Expr:
        return self._facts.exprs[index]

    def _name_owners(self, gids: Iterable[int]) -> tuple[int, ...]:
        """Return the items of the symbols with names around some others, each once."""
        return tuple(dict.fromkeys(self._get_item(self._owners[gid]) for gid in gids))

    def _make_links(self, site: Site, functions: Iterable[int]) -> list[LinkRow]:
        """Return that code makes a framework run functions."""
        return [LinkRow(site, item, EdgeKind.RUNS.value, WEAK) for item in self._name_owners(functions)]

    def _make_site(self, owner: int, line: int, model: str = "") -> Site:
        """Return the site of code in a symbol, by the symbol with a name around it."""
        return Site(self._get_item(self._owners[self._offset + owner]), line, model)


class RouteReader(FactsReader):
    """A reader of routes in a form of their own: lists, groups, receivers."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self.routers: list[RouterRow] = []
        self.mounts: list[MountRow] = []
        self.routes: list[RouteRow] = []
        self.misses: list[MissRow] = []
