"""Messages of one file: objects given to a framework, and what takes them.

The framework runs members of such an object, or the listeners of its class. A class that is listened to is a topic of
its full name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.annotations import AnnotationReader
from codegraph.resolve.endpoints.call_arguments import find_argument, list_parts
from codegraph.resolve.endpoints.endpoint_rows import STRONG, WEAK, LinkRow, NamedRow, Site
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.named_endpoints import OPTIONAL, TOPIC
from codegraph.resolve.endpoints.referents import list_functions
from codegraph.resolve.types.abstract_values import INSTANCES
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.messages import ListenerModel, MessageModel

if TYPE_CHECKING:
    from codegraph.resolve.endpoints.persistence import SiteCall
    from codegraph.resolve.endpoints.view_functions import ViewFinder

MAX_NESTED: Final = 3
"""Lists in lists of messages."""


class MessageReader(FactsReader):
    """Reads which messages one file sends, and which it listens to."""

    def __init__(self, context: FileContext, views: ViewFinder) -> None:
        super().__init__(context)
        self._views = views
        self._annotations = AnnotationReader(context)
        self._suffix = self._program.semantics[self._file].lookup.method_suffix
        self.links: list[LinkRow] = []
        self.rows: list[NamedRow] = []

    def add_call(self, call: SiteCall) -> None:
        """Add what a call sends, or what it makes listen."""
        rules = self._vocabulary.messages.get(self._read_name(self._get(call.expr[1])), ())
        for gid in dict.fromkeys(self._list_given(call.expr)) if rules else ():
            for rule in rules:
                self._send(call, gid, rule)
        for listener in self._vocabulary.listeners:
            names = self._objects.list_known_names(self._file, call.expr[1]) if listener.calls else ()
            if not set(listener.calls).isdisjoint(names):
                self._add_listener(call, listener)

    def _read_name(self, callee: Expr) -> str:
        """Return the last part of the name of what is called."""
        if callee[0] == ops.ATTR:
            return str(callee[2]).removesuffix(self._suffix)
        if callee[0] != ops.IMPORT:
            return ""
        separator = self._program.semantics[self._file].modules.path_separator
        whole = self._facts.imports[int(callee[1])].module
        return whole.rpartition(separator)[2].removesuffix(self._suffix)

    def _list_given(self, expr: Expr) -> Iterator[int]:
        """Yield the classes of what a call is given, and the class it is called on."""
        callee = self._get(expr[1])
        if callee[0] == ops.ATTR:
            yield from self._list_named_classes(self._file, callee[1])
        for index in expr[2]:
            yield from self._list_objects(index, 0)

    def _list_objects(self, index: int, depth: int) -> Iterator[int]:
        parts = list_parts(self._get(index))
        for part in parts or () if depth < MAX_NESTED else ():
            yield from self._list_objects(part, depth + 1)
        if parts is None:
            yield from self._list_object_classes(self._file, index)

    def _send(self, call: SiteCall, gid: int, rule: MessageModel) -> None:
        if rule.bases and set(rule.bases).isdisjoint(self._objects.list_outside_bases(gid)):
            return
        site = self._make_site(call.owner, call.line)
        self.links += self._make_links(site, self._list_members(gid, rule.runs))
        for each in self._list_topics(gid, rule):
            self._add(site, each, EdgeKind.PUBLISHES, (), WEAK)

    def _list_topics(self, gid: int, rule: MessageModel) -> list[int]:
        """Return the classes of the tree whose listeners take a message."""
        if not rule.is_topic:
            return []
        above = self._evaluator.classes.linear(gid)[0] if rule.is_inherited else ()
        return list(dict.fromkeys((gid, *(each for each, _ in above if each < self._program.end))))

    def _list_members(self, gid: int, names: Iterable[str]) -> list[int]:
        return self._list_class_methods(gid, [name + self._suffix for name in names])

    # -- listeners -----------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Add the listeners that the file declares, or that a class of it names."""
        for rule in self._vocabulary.listeners:
            in_folder = self._is_in_folder(self._facts.path, rule)
            for local, symbol in enumerate(self._facts.symbols):
                gid = self._offset + local
                site = Site(self._get_item(gid), symbol.line, "")
                is_marked = local in self._facts.decorators and self._is_marked(gid, rule)
                if not self._evaluator.members.is_class(gid):
                    if is_marked:
                        self._add_typed(site, [gid])
                    continue
                bases = self._objects.list_outside_bases(gid) if rule.interfaces or rule.variable else ()
                if in_folder or is_marked or not set(rule.interfaces).isdisjoint(bases):
                    functions = self._list_members(gid, rule.members)
                    self._add_typed(site, [each for each in functions if self._is_here(each)])
                elif rule.variable and not set(rule.bases).isdisjoint(bases):
                    self._add_variable(gid, symbol.line, rule)

    def _is_marked(self, gid: int, rule: ListenerModel) -> bool:
        return any(each.name in rule.marks for each in self._annotations.list_annotations(gid)) if rule.marks else False

    def _is_here(self, function: int) -> bool:
        return self._program.file_of[function] == self._file

    def _is_in_folder(self, path: str, rule: ListenerModel) -> bool:
        return bool(rule.folder) and f"/{rule.folder}/" in f"/{path}"

    def _add_typed(self, site: Site, functions: Iterable[int]) -> None:
        """Add functions that take messages of the type of their first parameter."""
        for function in functions:
            for gid in self._list_taken(function):
                self._add(site, gid, EdgeKind.CONSUMES, (self._get_item(self._owners[function]),), STRONG)

    def _list_taken(self, function: int) -> list[int]:
        """Return the classes of the tree of which a function takes objects."""
        file, local = self._program.locate(function)
        self._program.reads.read_symbol(function)
        params = self._program.files[file].params.get(local, ())
        types = self._evaluator.types.instantiate(file, params[0].type) if params and params[0].type else ()
        return [atom.gid for atom in types if isinstance(atom, INSTANCES) and atom.gid < self._program.end]

    def _add_variable(self, gid: int, line: int, rule: ListenerModel) -> None:
        place = self._views.find_variable(gid, rule.variable, is_own=True)
        if place is None or place[0] != self._file:
            return
        table = self._get(place[1])
        for _, key, value in table[2] if table[0] == ops.DICT else ():
            self._add_pair(Site(self._get_item(gid), line, ""), key, value, rule)

    def _add_listener(self, call: SiteCall, rule: ListenerModel) -> None:
        message = find_argument(self._facts, call.expr, rule.message)
        listener = find_argument(self._facts, call.expr, rule.listener)
        if message and listener:
            site = self._make_site(call.owner, call.line)
            self._add_pair(site, message, listener, rule)

    def _add_pair(self, site: Site, message: int, listener: int, rule: ListenerModel) -> None:
        gid = self._views.find_class(self._file, message)
        if gid is None:
            return
        found: dict[int, None] = {}
        for part in list_parts(self._get(listener)) or (listener,):
            found.update(dict.fromkeys(list_functions(self._evaluator, self._file, part)))
            owner = self._views.find_class(self._file, part)
            found.update(dict.fromkeys(self._list_members(owner, rule.members) if owner is not None else ()))
        items = [
            self._get_item(self._owners[each])
            for each in found
            if not (self._is_found_by_folder(each, rule) and gid in self._list_taken(each))
        ]
        if items:
            self._add(site, gid, EdgeKind.CONSUMES, tuple(items), STRONG)

    def _is_found_by_folder(self, function: int, rule: ListenerModel) -> bool:
        """Return whether the folder of a listener says that it is one."""
        return self._is_in_folder(self._program.files[self._program.file_of[function]].path, rule)

    def _add(self, site: Site, gid: int, kind: EdgeKind, items: tuple[int, ...], how: str) -> None:
        self.rows.append(NamedRow(site, TOPIC, OPTIONAL, self._name_class(gid), kind.value, items, how))

    def _name_class(self, gid: int) -> str:
        """Return the full name of a class, with its file where it has no package."""
        file, local = self._program.locate(gid)
        facts = self._program.files[file]
        self._program.reads.read_symbol(gid)
        separator = self._program.semantics[file].modules.path_separator
        name = facts.symbols[local].qualname
        return f"{facts.package or facts.path}{separator}{name}"
