"""Uses of tables, signals, messages and commands in the calls of one file."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.call_arguments import find_argument
from codegraph.resolve.endpoints.endpoint_rows import HOLE, STRONG, WEAK, LinkRow, NamedRow, Site
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.messages import MessageReader
from codegraph.resolve.endpoints.named_endpoints import OPTIONAL
from codegraph.resolve.endpoints.objects import METHOD
from codegraph.resolve.endpoints.signal_topics import SignalReader
from codegraph.resolve.endpoints.tables import TableReader
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.tables import AccessModel, CommandModel

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.view_functions import ViewFinder

COMMAND: Final = "command"
"""Protocol of the endpoints of commands."""


class SiteCall(Protocol):
    """A call: the symbol that makes it, its expression and operation, and the line."""

    @property
    def owner(self) -> int: ...
    @property
    def at(self) -> int: ...
    @property
    def expr(self) -> Expr: ...
    @property
    def line(self) -> int: ...


class PersistenceReader(FactsReader):
    """Reads what the calls of one file have to do with tables, signals and commands."""

    def __init__(self, context: FileContext, views: ViewFinder) -> None:
        super().__init__(context)
        self._views = views
        self._tables = TableReader(context, views)
        self._signals = SignalReader(context, views)
        self._messages = MessageReader(context, views)
        self._commands: list[NamedRow] = []

    def add_call(self, call: SiteCall, decorated: Sequence[int]) -> None:
        """Add what a call has to do with tables, signals, messages and commands."""
        self._messages.add_call(call)
        vocabulary, callee = self._vocabulary, self._get(call.expr[1])
        member = callee[2].removesuffix(METHOD) if callee[0] == ops.ATTR else ""
        if member and member not in vocabulary.watched and member not in vocabulary.members:
            return
        names = self._objects.list_known_names(self._file, call.expr[1])
        for name in names:
            rule = vocabulary.accesses.get(name)
            if rule is not None:
                self._add_uses(call, rule, name.rpartition(".")[2])
            elif vocabulary.commands is not None and name in vocabulary.commands.calls:
                self._add_command_call(call)
        self._signals.add_call(call.owner, call.line, call.at, call.expr, decorated)

    def _add_uses(self, call: SiteCall, rule: AccessModel, member: str) -> None:
        for gid in self._tables.list_used(call.expr, rule):
            if rule.is_read:
                self._tables.add_use(call.owner, call.line, gid, EdgeKind.READS)
            if rule.is_write:
                self._tables.add_use(call.owner, call.line, gid, EdgeKind.WRITES)
                self._signals.add_write(call.owner, call.line, gid, member)

    def finish(self) -> None:
        """Add the tables and the command that the file has."""
        if self._vocabulary.tables:
            self._tables.add_declarations()
        self._messages.finish()
        self._add_command()

    @property
    def links(self) -> list[LinkRow]:
        """Links to members of objects that the file gives to the framework."""
        return self._messages.links

    def list_rows(self) -> list[NamedRow]:
        """Return all rows."""
        return [*self._tables.rows, *self._signals.rows, *self._messages.rows, *self._commands]

    def _add_command_call(self, call: SiteCall) -> None:
        rule = self._vocabulary.commands
        index = find_argument(self._facts, call.expr, rule.argument) if rule is not None else None
        gid = self._views.find_class(self._file, index) if index else None
        named = self._name_command(gid) if gid is not None else None
        for text in (named,) if named else self._texts.read(self._file, index) if index else ():
            word = text.partition(" ")[0] if rule is not None and rule.variables else text
            if word and HOLE not in word:
                site = self._make_site(call.owner, call.line)
                self._commands.append(NamedRow(site, COMMAND, OPTIONAL, word, EdgeKind.REQUESTS.value, (), WEAK))

    def _name_command(self, gid: int) -> str | None:
        """Return the first word of the variable that names the command of a class."""
        rule = self._vocabulary.commands
        for variable in rule.variables if rule is not None else ():
            place = self._views.find_variable(gid, variable)
            texts = self._texts.read(*place) if place is not None else ()
            words = texts[0].split() if len(texts) == 1 else []
            if words and HOLE not in words[0]:
                return words[0]
        return None

    def _add_command(self) -> None:
        """Add the command that the file defines, which is called like it."""
        rule, path = self._vocabulary.commands, self._facts.path
        if rule is not None and rule.variables:
            self._add_named_commands(rule)
            return
        if rule is None or not posixpath.dirname(f"/{path}").endswith(f"/{rule.folder}"):
            return
        expr = self._get(self._facts.names.get(0, {}).get(rule.name, 0))
        if expr[0] != ops.SYM:
            return
        gid = self._offset + int(expr[1])
        if rule.base in self._objects.list_outside_bases(gid):
            self._add_answer(gid, posixpath.basename(path).partition(".")[0], rule.member)

    def _add_named_commands(self, rule: CommandModel) -> None:
        """Add the commands of the file that a variable of their class names."""
        suffix = self._program.semantics[self._file].lookup.method_suffix
        for local in range(len(self._facts.symbols)):
            gid = self._offset + local
            if not self._evaluator.members.is_class(gid) or rule.base not in self._objects.list_outside_bases(gid):
                continue
            name = self._name_command(gid)
            if name and self._list_class_methods(gid, (rule.member + suffix,)):
                self._add_answer(gid, name, rule.member + suffix)

    def _add_answer(self, gid: int, name: str, member: str) -> None:
        """Add a command that a member of a class of the file answers."""
        items = self._name_owners(self._list_class_methods(gid, (member,)))
        site = Site(self._get_item(gid), self._facts.symbols[gid - self._offset].line, "")
        self._commands.append(NamedRow(site, COMMAND, OPTIONAL, name, EdgeKind.HANDLES.value, items, STRONG))
