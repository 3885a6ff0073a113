"""Tables of databases: classes that stand for them, and code that uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.call_arguments import find_argument
from codegraph.resolve.endpoints.endpoint_rows import WEAK, NamedRow, Site
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.types.abstract_values import CLASS_OBJECTS, INSTANCES, Super
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, SymbolKind
from codegraph_parsers.frameworks.tables import RECEIVER, AccessModel, TableModel

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.view_functions import ViewFinder
    from codegraph.resolve.types.abstract_values import Atom

TABLE: Final = "table"
"""Protocol of the endpoints."""

_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class TableReader(FactsReader):
    """Reads the tables of one file, and how its code uses tables."""

    def __init__(self, context: FileContext, views: ViewFinder) -> None:
        super().__init__(context)
        self._views = views
        self._names: dict[int, str | None] = {}
        self.rows: list[NamedRow] = []

    # -- declarations --------------------------------------------------------------------------------------------

    def add_declarations(self) -> None:
        """Add the tables that classes of the file stand for."""
        for local, symbol in enumerate(self._facts.symbols):
            name = self.find_table(self._offset + local) if symbol.kind is SymbolKind.CLASS else None
            if name is not None:
                item = self._get_item(self._offset + local)
                site = Site(item, symbol.line, "")
                self.rows.append(NamedRow(site, TABLE, "", name, EdgeKind.DECLARES.value, (), WEAK))
                self.rows.append(NamedRow(site, TABLE, "", name, EdgeKind.HANDLES.value, (item,), WEAK))

    def find_table(self, gid: int) -> str | None:
        """Return the table that a class stands for."""
        if gid not in self._names:
            rules = (self._vocabulary.tables.get(base) for base in self._objects.list_outside_bases(gid))
            rule = next((each for each in rules if each is not None), None)
            self._names[gid] = self._find_name(gid, rule) if rule is not None else None
        return self._names[gid]

    def _find_name(self, gid: int, rule: TableModel) -> str | None:
        if self._has_flag(gid, rule.abstract):
            return None
        given = self._read_own(gid, rule.name)
        if given is not None or not rule.default:
            return given
        file, _ = self._program.locate(gid)
        name = self._program.get_symbol(gid).name
        if rule.default == "label":
            return f"{find_label(self._program.files[file].path)}_{name.lower()}"
        return _WORD.sub("_", name).lower()

    def _read_own(self, gid: int, path: str) -> str | None:
        """Return the text of a variable in the body of a class, or of a class in it."""
        place = self._find_own(gid, path)
        return self._views.read_text(*place) if place is not None else None

    def _has_flag(self, gid: int, path: str) -> bool:
        place = self._find_own(gid, path) if path else None
        return place is not None and self._program.exprs[place[0]][place[1]][2:3] == ("True",)

    def _find_own(self, gid: int, path: str) -> tuple[int, int] | None:
        """Return the value of a variable that a class has itself."""
        *inner, name = path.split(".")
        for each in inner:
            nested = self._views.find_nested(gid, each, is_own=True)
            if nested is None:
                return None
            gid = nested
        return self._views.find_variable(gid, name, is_own=True)

    # -- uses ----------------------------------------------------------------------------------------------------

    def list_used(self, expr: Expr, rule: AccessModel) -> Iterator[int]:
        """Yield the classes of tables that a call is about."""
        callee = self._get(expr[1])
        index = callee[1] if callee[0] == ops.ATTR else None
        if rule.entity != RECEIVER and not isinstance(rule.entity, str):
            index = find_argument(self._facts, expr, rule.entity)
        if not index:
            return
        atoms = self._evaluator.value(self._file, index)
        found = dict.fromkeys(gid for atom in atoms for gid in self._list_classes(atom))
        if not found and rule.entity == RECEIVER:
            root = self._views.find_root_class(self._file, index)
            found = {root: None} if root is not None else {}
        yield from (gid for gid in found if self.find_table(gid) is not None)

    def _list_classes(self, atom: Atom) -> Iterator[int]:
        """Yield the classes of the tree that a value is of, or holds objects of."""
        if not isinstance(atom, (*INSTANCES, *CLASS_OBJECTS, Super)):
            return
        if atom.gid < self._program.end:
            if self.find_table(atom.gid) is not None:
                yield atom.gid
            return
        for values in getattr(atom, "arguments", ()):
            for each in values:
                if isinstance(each, (*INSTANCES, *CLASS_OBJECTS)) and each.gid < self._program.end:
                    yield each.gid

    def add_use(self, owner: int, line: int, gid: int, kind: EdgeKind) -> None:
        """Add a use of the table of a class."""
        name = self.find_table(gid)
        if name is not None:
            site = self._make_site(owner, line)
            self.rows.append(NamedRow(site, TABLE, "", name, kind.value, (), WEAK))


def find_label(path: str) -> str:
    """Return the label of the application that has a file of models: its folder."""
    parts = path.split("/")[:-1]
    while parts and parts[-1] == "models":
        parts.pop()
    return parts[-1] if parts else ""
