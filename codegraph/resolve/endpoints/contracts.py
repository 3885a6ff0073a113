"""Methods of services: what a file declares, who answers, and who requests them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.call_arguments import find_argument
from codegraph.resolve.endpoints.endpoint_rows import STRONG, WEAK, NamedRow, Site
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.inline_handlers import InlineHandlers
from codegraph.resolve.endpoints.named_endpoints import ANY_METHOD, ENDING, shorten
from codegraph.resolve.endpoints.objects import METHOD
from codegraph.resolve.endpoints.referents import list_functions, list_methods
from codegraph.resolve.types.abstract_values import EXTERNAL, INSTANCES, Atom, ClassObject, Function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, Flag, Symbol, SymbolKind
from codegraph_parsers.frameworks.contracts import DeclarationModel, NamePattern, ServicerModel, StubModel
from codegraph_parsers.frameworks.framework_model import FrameworkModel

_METHODS: Final = (SymbolKind.METHOD, SymbolKind.FUNCTION)


def list_declarations(
    facts: FileFacts, models: Iterable[FrameworkModel], get_item: Callable[[int], int]
) -> list[NamedRow]:
    """Return the endpoints that a file declares. `get_item` takes places of symbols."""
    found: list[NamedRow] = []
    for model in models:
        for rule in model.contract.declarations:
            for local, symbol in enumerate(facts.symbols):
                owner = facts.symbols[symbol.parent].qualname if symbol.parent > 0 else ""
                if symbol.kind.value != rule.kind or not owner or (rule.owners and owner not in rule.owners):
                    continue
                site = Site(get_item(local), symbol.line, model.key)
                name = _name_declared(rule, facts.package, owner, symbol)
                said = "".join(symbol.signature.split())
                found.append(
                    NamedRow(site, model.contract.protocol, "", name, EdgeKind.DECLARES.value, (), STRONG, said)
                )
    return found


def _name_declared(rule: DeclarationModel, package: str, owner: str, symbol: Symbol) -> str:
    """Return the name of an endpoint: `shop.Orders/Get`, `GET /orders/{id}`."""
    if rule.is_operation:
        return f"{symbol.signature.upper()} {owner}"
    return f"{package}.{owner}/{symbol.name}" if package else f"{owner}/{symbol.name}"


class ContractReader(FactsReader):
    """Reads which methods of services the code of one file answers for and requests."""

    def __init__(self, context: FileContext, models: Iterable[FrameworkModel], inline_handlers: InlineHandlers) -> None:
        """Take the models that apply to the file."""
        super().__init__(context)
        self._inline_handlers = inline_handlers
        contracts = [(model, model.contract) for model in models]
        self._stubs = [(model, rule) for model, contract in contracts for rule in contract.stubs]
        self._servicers = [(model, rule) for model, contract in contracts for rule in contract.servicers]
        self.rows: list[NamedRow] = []
        self.makers: list[int] = []  # of the rows: the symbols that they stand in directly

    def read(self) -> None:
        """Read all calls of the file."""
        seen = set[int]()
        for kind, owner, index, line in self._facts.sites if self._stubs or self._servicers else ():
            expr = self._get(index)
            if kind != "call" or expr[0] != ops.CALL or index in seen:
                continue
            seen.add(index)
            callee = self._get(expr[1])
            for model, servicer in self._servicers:
                service = self._find_service(expr, servicer)
                if service:
                    self._add_servicer(owner, expr, line, model, servicer, service)
            if callee[0] == ops.ATTR:
                self._add_request(owner, callee, line)

    # -- names ---------------------------------------------------------------------------------------------------

    def _list_names(self, index: int) -> Iterator[tuple[str, Atom]]:
        """Yield the full names of what an expression gives.

        In the tree such a name begins with the path of the file."""
        for atom in self._evaluator.value(self._file, index):
            if isinstance(atom, EXTERNAL):
                yield atom.name.removesuffix("()"), atom
            elif isinstance(atom, (*INSTANCES, ClassObject, Function)) and 0 <= atom.gid < self._program.end:
                file, local = self._program.locate(atom.gid)
                facts = self._program.files[file]
                module = facts.path.rpartition(".")[0].replace("/", ".")
                yield f"{module}.{facts.symbols[local].qualname}", atom

    def _find_pattern(self, index: int, patterns: Iterable[NamePattern], base: str = "") -> str:
        """Return the service that the name of what an expression gives tells, "" for none.

        What stands before it in that name is kept: `shop.v1.orders/Orders`."""
        for name, atom in self._list_names(index):
            if base and not (isinstance(atom, INSTANCES) and self._has_base(atom.gid, base)):
                continue
            for pattern in patterns:
                service = pattern.find_service(name)
                if service:
                    return service
        return ""

    def _has_base(self, gid: int, base: str) -> bool:
        return gid < self._program.end and base in self._objects.list_outside_bases(gid)

    # -- who answers -----------------------------------------------------------------------------------------------

    def _find_service(self, expr: Expr, rule: ServicerModel) -> str:
        """Return the service for which a call has an object answer, "" for none."""
        callee: int = expr[1]
        if not rule.service:
            return self._find_pattern(callee, rule.patterns)
        shown = self._get(callee)
        if shown[0] != ops.ATTR or not any(name in rule.calls for name, _ in self._list_names(callee)):
            return ""
        index = find_argument(self._facts, expr, rule.service)
        return self._find_pattern(index, rule.patterns) if index else ""

    def _add_servicer(
        self, owner: int, expr: Expr, line: int, model: FrameworkModel, rule: ServicerModel, service: str
    ) -> None:
        index = find_argument(self._facts, expr, rule.object)
        if not index:
            return
        origin, _, service = service.rpartition("/")
        site = self._make_site(owner, line, model.key)
        protocol, is_known = model.contract.protocol, False
        for name, gids in self._list_answers(index):
            is_known = True
            items, inline_handlers = self._name_handlers(owner, gids)
            row = NamedRow(site, protocol, "", f"{ENDING}{service}/{name}", EdgeKind.HANDLES.value, items, WEAK, origin)
            self._add(row._replace(inline_handlers=inline_handlers, is_possible=True), owner)
        if is_known:
            told = f"{ENDING}{service}/{ANY_METHOD}"
            self._add(NamedRow(site, protocol, "", told, EdgeKind.HANDLES.value, (), WEAK, origin), owner)

    def _list_answers(self, index: int) -> Iterator[tuple[str, list[int]]]:
        """Yield the methods of an object by name, of its class or as it is written out."""
        index = self._skip_flow(self._file, index)
        expr = self._get(index)
        if expr[0] == ops.OBJECT:
            for name, value in self._facts.names.get(expr[1], {}).items():
                yield name.removesuffix(METHOD), list_functions(self._evaluator, self._file, value)
            return
        for atom in self._evaluator.value(self._file, index):
            if isinstance(atom, INSTANCES) and atom.gid < self._program.end:
                for name in self._list_method_names(atom.gid):
                    yield name, list_methods(self._evaluator, self._file, atom, name)

    def _list_method_names(self, gid: int) -> Iterable[str]:
        """Return the names of the methods of a class, less those that a generator wrote."""
        found: dict[str, None] = {}
        for ancestor, _ in self._evaluator.classes.linear(gid)[0]:
            self._program.reads.read_table(ancestor)
            self._program.reads.read_extra(ancestor)
            file, local = self._program.locate(ancestor)
            if self._program.files[file].symbols[0].flags & Flag.TEST and not self._facts.symbols[0].flags & Flag.TEST:
                continue
            prefix = f"{self._program.files[file].symbols[local].qualname}."
            for of in self._program.units.get(self._program.unit_of[file], (file,)):
                found.update((symbol.name, None) for symbol in self._program.files[of].symbols
                             if symbol.kind in _METHODS and symbol.qualname == prefix + symbol.name)  # fmt: skip
        return found

    def _name_handlers(self, local: int, functions: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the items of handlers with a name, and of those without one."""
        caller = self._owners[self._offset + local]
        inline = [gid for gid in functions if self._inline_handlers.is_inline(gid, caller)]
        named = dict.fromkeys(self._owners[gid] for gid in functions if gid not in inline)
        return tuple(map(self._get_item, named)), tuple(map(self._inline_handlers.add, inline))

    # -- who requests ----------------------------------------------------------------------------------------------

    def _add_request(self, owner: int, callee: Expr, line: int) -> None:
        receiver: int = callee[1]
        method = str(callee[2]).removesuffix(METHOD)
        for model, rule in self._stubs:
            service = self._find_stub(receiver, rule)
            if service:
                site = self._make_site(owner, line, model.key)
                origin, _, service = service.rpartition("/")
                name = f"{ENDING}{service}/{shorten(method)}"
                row = NamedRow(site, model.contract.protocol, "", name, EdgeKind.REQUESTS.value, (), WEAK, origin)
                self._add(row._replace(is_possible=not rule.is_certain), owner)
                return

    def _find_stub(self, index: int, rule: StubModel) -> str:
        return self._find_pattern(index, rule.patterns, rule.base)

    def _add(self, row: NamedRow, owner: int) -> None:
        self.rows.append(row)
        self.makers.append(owner)
