"""Topics of one file: what publishes and what consumes their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.call_arguments import find_argument, list_elements
from codegraph.resolve.endpoints.endpoint_rows import HOLE, STRONG, WEAK, NamedRow, fill_variables
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.inline_handlers import InlineHandlers
from codegraph.resolve.endpoints.named_endpoints import TOPIC
from codegraph.resolve.endpoints.referents import list_functions
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.channels import AROUND, ConsumerModel, PublisherModel
from codegraph_parsers.frameworks.framework_model import DECORATED, Argument, FrameworkModel

_NO_ARGUMENTS: Final[Expr] = (ops.CALL, 0, (), ())


class _Use(NamedTuple):
    """A call that publishes or consumes: where it stands, and its operation."""

    owner: int
    expr: Expr
    line: int
    model: FrameworkModel


class ChannelReader(FactsReader):
    """Reads what the calls of one file publish and consume."""

    def __init__(self, context: FileContext, inline_handlers: InlineHandlers) -> None:
        super().__init__(context)
        self._inline_handlers = inline_handlers
        self.rows: list[NamedRow] = []
        self.makers: list[int] = []  # of the rows: the symbols that they stand in directly

    # -- consumers -----------------------------------------------------------------------------------------------

    def read_decorators(self, list_names: Callable[[int], Iterable[str]]) -> None:
        """Read the functions that decorators make consumers.

        A decorator is named, or it is what a call gives."""
        members = {name.rpartition(".")[2] for name, (_, rule) in self._vocabulary.consumers.items()
                   if rule.function == DECORATED}  # fmt: skip
        for kind, owner, index, line in self._facts.sites if members else ():
            _, decorated, decorators = self._get(index) if kind == "decorates" else (0, 0, ())
            symbol = self._get(decorated)
            for each in decorators if decorators and symbol[0] == ops.SYM else ():
                callee: int = self._get(each)[1]  # of the call that a decorator is
                expr = self._get(callee)
                given = expr if expr[0] == ops.CALL else _NO_ARGUMENTS
                callee = expr[1] if expr[0] == ops.CALL else callee
                if not self._is_possible(callee, members):
                    continue
                for name in list_names(callee):
                    found = self._vocabulary.consumers.get(name)
                    if found is not None and found[1].function == DECORATED:
                        use = _Use(owner, given, line, found[0])
                        self._add_consumer(use, found[1], [self._offset + symbol[1]])
                        break

    def _is_possible(self, callee: int, members: set[str]) -> bool:
        """Return whether a decorator may be one that models know."""
        expr = self._get(callee)
        return expr[0] != ops.ATTR or expr[2] in members

    def add_consumer(self, owner: int, expr: Expr, line: int, model: FrameworkModel, rule: ConsumerModel) -> None:
        """Add what a call makes consume the messages of topics."""
        if rule.function == DECORATED:
            return
        functions = [self._owners[self._offset + owner]]
        if rule.function != AROUND and not isinstance(rule.function, str):
            index = find_argument(self._facts, expr, rule.function)
            functions = list_functions(self._evaluator, self._file, index) if index else []
            if index is None:
                return
        self._add_consumer(_Use(owner, expr, line, model), rule, functions)

    def _add_consumer(self, use: _Use, rule: ConsumerModel, functions: list[int]) -> None:
        names = self._list_topics(use.expr, rule.topic, has_more=rule.has_topics)
        if names is None and rule.is_named_by_function:
            names = [name for function in functions for name in self._list_function_names(function)]
        caller = self._owners[self._offset + use.owner]
        inline = [gid for gid in functions if self._inline_handlers.is_inline(gid, caller)]
        named = dict.fromkeys(self._owners[gid] for gid in functions if gid not in inline)
        how = STRONG if rule.function == DECORATED else WEAK
        for name in names or ():
            row = self._make_row(use, name, EdgeKind.CONSUMES, tuple(map(self._get_item, named)), how)
            self._add(row._replace(inline_handlers=tuple(map(self._inline_handlers.add, inline))), use.owner)

    def _list_function_names(self, function: int) -> Iterator[str]:
        """Yield the names of a function with its module."""
        file, local = self._program.locate(function)
        project = self._program.project_of[file]
        for module in project.list_names(self._program.unit_of[file]) if project is not None else ():
            yield f"{module}.{self._program.files[file].symbols[local].name}"

    # -- publishers ----------------------------------------------------------------------------------------------

    def add_publisher(self, owner: int, expr: Expr, line: int, model: FrameworkModel, rule: PublisherModel) -> None:
        """Add the messages that a call publishes."""
        use = _Use(owner, expr, line, model)
        if rule.to_consumer:
            callee = self._get(expr[1])
            functions = list_functions(self._evaluator, self._file, callee[1]) if callee[0] == ops.ATTR else []
            if not functions:
                self._add(self._make_row(use, HOLE, EdgeKind.PUBLISHES, (), WEAK), owner)
            for function in functions:
                item = self._get_item(self._owners[function])
                self._add(self._make_row(use, "", EdgeKind.PUBLISHES, (item,), WEAK), owner)
            return
        for name in self._list_topics(expr, rule.topic) or ():
            self._add(self._make_row(use, name, EdgeKind.PUBLISHES, (), WEAK), owner)

    # -- rows ----------------------------------------------------------------------------------------------------

    def _list_topics(self, expr: Expr, argument: Argument, *, has_more: bool = False) -> list[str] | None:
        """Return the topics that an argument names, one or a list.

        It is None where none is given; what is not known of a name is a hole."""
        index = find_argument(self._facts, expr, argument) if argument else None
        if index is None:
            return None
        first = argument[0]
        given = [*expr[2][first:]] if has_more and isinstance(first, int) else [index]
        parts = [part for each in given for part in list_elements(self._facts.exprs, each)]
        self._texts.is_request = True
        found = [text for part in parts for text in (self._texts.read(self._file, part) if part else ()) or (HOLE,)]
        self._texts.is_request = False
        return list(dict.fromkeys(fill_variables(text, HOLE) for text in found))

    def _make_row(self, use: _Use, name: str, kind: EdgeKind, functions: tuple[int, ...], how: str) -> NamedRow:
        site = self._make_site(use.owner, use.line, use.model.key)
        return NamedRow(site, TOPIC, use.model.channels.system, name, kind.value, functions, how)

    def _add(self, row: NamedRow, owner: int) -> None:
        self.rows.append(row)
        self.makers.append(owner)
