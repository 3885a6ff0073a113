"""Signals of one file: topics of a framework's objects, and their receivers.

A signal of a library is known by its name, and where its sender is known by that, too: `post_save/shop.Parcel`. One of
the tree is a variable, and known by its file and name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.call_arguments import find_argument, list_elements
from codegraph.resolve.endpoints.endpoint_rows import HOLE, STRONG, WEAK, NamedRow
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.named_endpoints import OPTIONAL, TOPIC
from codegraph.resolve.endpoints.referents import list_functions
from codegraph.resolve.endpoints.tables import find_label
from codegraph.resolve.types.abstract_values import EXTERNAL, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.tables import SignalModel

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.view_functions import ViewFinder

_SENDER: Final = ("sender",)
_CONNECTED: Final = (0, "receiver")


class SignalReader(FactsReader):
    """Reads the signals of one file, their receivers, and what sends them."""

    def __init__(self, context: FileContext, views: ViewFinder) -> None:
        super().__init__(context)
        self._views = views
        self._rule: SignalModel | None = self._vocabulary.signals
        self.rows: list[NamedRow] = []

    def add_call(self, owner: int, line: int, at: int, expr: Expr, decorated: Sequence[int]) -> None:
        """Add what a call says of signals: one that is made, connected or sent."""
        rule, callee = self._rule, self._get(expr[1])
        if rule is None:
            return
        names = self._objects.list_known_names(self._file, expr[1])
        if rule.receiver in names and decorated:
            index = find_argument(self._facts, expr, (0, "signal"))
            signals = list_elements(self._facts.exprs, index) if index else ()
            self._add_receivers(owner, line, expr, signals, [self._offset + each for each in decorated], STRONG)
        elif rule.made in names:
            self._add_declaration(line, at)
        elif callee[0] == ops.ATTR and callee[2] == rule.connect:
            index = find_argument(self._facts, expr, _CONNECTED)
            functions = list_functions(self._evaluator, self._file, index) if index else []
            self._add_receivers(owner, line, expr, (callee[1],), functions, WEAK)
        elif callee[0] == ops.ATTR and callee[2] in rule.send:
            for name in self._list_names(callee[1]):
                self._add(owner, line, name, EdgeKind.PUBLISHES, (), WEAK)

    def add_write(self, owner: int, line: int, gid: int, member: str) -> None:
        """Add the signals that a library sends as an object of a model is written."""
        for signal in self._rule.sent.get(member, ()) if self._rule is not None else ():
            for name in (signal, f"{signal}/{self._describe(gid)}"):
                self._add(owner, line, name, EdgeKind.PUBLISHES, (), WEAK, OPTIONAL)

    def _add_receivers(
        self, owner: int, line: int, expr: Expr, signals: Iterable[int], functions: Sequence[int], how: str
    ) -> None:
        items = self._name_owners(functions)
        senders = self._list_senders(expr)
        for signal in signals:
            for name in self._list_names(signal) if items else ():
                is_library = name[0] == OPTIONAL
                for whole in [f"{name[1]}/{each}" for each in senders] if is_library and senders else (name[1],):
                    if HOLE not in whole:
                        self._add(owner, line, (name[0], whole), EdgeKind.CONSUMES, items, how)

    def _list_senders(self, expr: Expr) -> list[str]:
        """Return the models whose signals a receiver takes, none for those of all."""
        index = find_argument(self._facts, expr, _SENDER)
        if index is None or self._get(index)[2:3] == ("None",):
            return []
        gid = self._views.find_class(self._file, index) if index else None
        if gid is not None:
            return [self._describe(gid)]
        texts = self._texts.read(self._file, index) if index else ()
        return list(texts) if texts else [HOLE]

    def _describe(self, gid: int) -> str:
        """Return the label of a model: `shop.Parcel`."""
        file, _ = self._program.locate(gid)
        return f"{find_label(self._program.files[file].path)}.{self._program.get_symbol(gid).name}"

    def _list_names(self, index: int) -> list[tuple[str, str]]:
        """Return the signals that an expression is, with their spaces."""
        rule = self._rule
        assert rule is not None
        found: dict[tuple[str, str], None] = {}
        for atom in self._evaluator.value(self._file, index):
            if isinstance(atom, EXTERNAL):
                module, _, name = atom.name.rpartition(".")
                if module in rule.modules:
                    found[OPTIONAL, name] = None
        found.update((self._name_variable(gid), None) for gid in self._list_own(index))
        return list(found)

    def _list_own(self, index: int) -> list[int]:
        """Return the variables of the tree that hold a signal."""
        expr = self._get(index)
        symbol = self._get(expr[1]) if expr[0] == ops.FLOW else expr
        named = [self._offset + int(symbol[1])] if symbol[0] == ops.VAR else []
        if not named:
            entities = self._evaluator.entities(self._file, index)
            named = [each.gid for each in entities if isinstance(each, NamedSymbol) and each.gid < self._program.end]
        return [gid for gid in named if self._is_signal(gid)]

    def _is_signal(self, gid: int) -> bool:
        """Return whether a variable holds a signal that a call makes."""
        assert self._rule is not None
        file, local = self._program.locate(gid)
        for value in self._program.files[file].values.get(local, ()):
            expr: Expr = self._program.exprs[file][value]
            if expr[0] == ops.CALL and self._rule.made in self._objects.list_known_names(file, expr[1]):
                return True
        return False

    def _name_variable(self, gid: int) -> tuple[str, str]:
        """Return the file of a variable, which is the space of its name, and that name."""
        path = self._program.files[self._program.locate(gid)[0]].path
        return path, ".".join(part for part in (find_label(path), self._program.get_symbol(gid).name) if part)

    def _add_declaration(self, line: int, at: int) -> None:
        for local, values in self._facts.values.items():
            if at in values:
                self._add(local, line, self._name_variable(self._offset + local), EdgeKind.DECLARES.value, (), STRONG)

    def _add(
        self, owner: int, line: int, name: tuple[str, str] | str, kind: str, functions: tuple[int, ...], how: str,
        space: str = "",
    ) -> None:  # fmt: skip
        space, whole = (space, name) if isinstance(name, str) else name
        site = self._make_site(owner, line)
        self.rows.append(NamedRow(site, TOPIC, space, whole, str(kind), functions, how))
