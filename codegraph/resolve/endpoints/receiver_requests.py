"""Requests by extensions of a client, in literals that run an application.

Of the client nothing is known: it is a member of the literal's receiver, which is the library's. So what tells a
request is the import of the function that is called on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.endpoint_rows import HOLE, WEAK, MissRow, RequestRow, Site
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.objects import METHOD, STAR
from codegraph.resolve.endpoints.reasons import COMPUTED
from codegraph.resolve.endpoints.referents import has_tests, list_functions
from codegraph.resolve.types.abstract_values import EXTERNAL
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.framework_model import FrameworkModel

PATH: Final = ("urlString", "url", "path")
"""Names by which the path of a request may be given."""


class ClientCall(NamedTuple):
    """A call of a member of a client that is named."""

    name: str
    owner: int
    expr: Expr
    line: int


class ReceiverRequestReader(FactsReader):
    """Reads the requests of one file for one model."""

    def __init__(self, context: FileContext, model: FrameworkModel) -> None:
        super().__init__(context)
        self._model = model
        self._rules = model.receivers
        modules = self._rules.request_packages
        self._imported = {e.name.removesuffix(METHOD) for e in self._facts.imports if e.module in modules}
        self._is_of_tests = has_tests(self._facts)
        self.rows: list[RequestRow] = []
        self.makers: list[int] = []
        self.misses: list[MissRow] = []

    def read(self) -> None:
        """Read all requests of the file."""
        verbs = frozenset(self._rules.verbs)
        known = verbs if STAR in self._imported else verbs & self._imported
        for call in self._list_calls(known) if known else ():
            self._add_request(call)

    def _list_calls(self, names: frozenset[str]) -> Iterator[ClientCall]:
        seen: set[int] = set()
        for kind, owner, at, line in self._facts.sites:
            expr = self._get(at)
            if kind != "call" or at in seen or expr[0] != ops.CALL:
                continue
            seen.add(at)
            callee = self._get(expr[1])
            name = str(callee[2]).removesuffix(METHOD) if callee[0] == ops.ATTR else ""
            if (
                name in names
                and self._is_client(callee[1])
                and not list_functions(self._evaluator, self._file, expr[1])
            ):
                yield ClientCall(name, owner, expr, line)

    def _is_client(self, index: int) -> bool:
        """Return whether nothing is known of an expression but that it is external."""
        return all(isinstance(atom, EXTERNAL) for atom in self._evaluator.value(self._file, index))

    def _add_request(self, call: ClientCall) -> None:
        given = next((value for key, value in call.expr[3] if key in PATH), call.expr[2][0] if call.expr[2] else 0)
        if not given:
            return
        self._texts.is_request = True
        texts = self._texts.read(self._file, given) if self._get(given)[0] != ops.LITERAL else ()
        self._texts.is_request = False
        owner = self._owners[self._offset + call.owner]
        site = Site(self._get_item(owner), call.line, self._model.key)
        if not self._is_below_application(call.owner):
            texts = tuple(text for text in texts if "://" in text)  # what others are below is not known
        elif not texts or all(text == HOLE for text in texts):
            self.misses.append(MissRow(site, call.name, COMPUTED, True))
        for text in texts:
            if text != HOLE:
                self.rows.append(RequestRow(site, (), call.name.upper(), text, WEAK))
                self.makers.append(call.owner)

    def _is_below_application(self, owner: int) -> bool:
        """Return whether code stands where an application of the tree answers.

        That is in a literal that runs one, or in a file with tests, for which others may do so.
        """
        if self._is_of_tests:
            return True
        local = owner
        while local > 0:
            expected = self._facts.expected.get(local, 0)
            call = self._get(self._get(expected)[1]) if expected and self._get(expected)[0] == ops.ARGTYPE else None
            if call is not None and self._read_name(call[1]) in self._rules.applications:
                return True
            local = self._facts.symbols[local].parent
        return False

    def _read_name(self, index: int) -> str:
        expr = self._get(index)
        if expr[0] == ops.FIRST:
            expr = self._get(expr[1])
        return str(expr[2] if expr[0] == ops.ATTR else expr[1]).removesuffix(METHOD)
