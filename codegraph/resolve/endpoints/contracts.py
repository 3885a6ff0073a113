"""Methods of services: what a file declares, who answers, and who requests them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.resolve.endpoints.call_arguments import find_argument
from codegraph.resolve.endpoints.endpoint_rows import STRONG, WEAK, NamedRow, Site
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.endpoints.inline_handlers import InlineHandlers
from codegraph.resolve.endpoints.named_endpoints import ANY_METHOD, ENDING, shorten
from codegraph.resolve.endpoints.objects import MAX_DEPTH, METHOD
from codegraph.resolve.endpoints.referents import has_tests, list_functions, list_methods
from codegraph.resolve.types.abstract_values import EXTERNAL, INSTANCES, Atom, ClassObject, Function, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, Flag, Symbol, SymbolKind
from codegraph_parsers.frameworks.contracts import (
    DeclarationModel,
    NamePattern,
    ServicerModel,
    StubModel,
    spell_package,
)
from codegraph_parsers.frameworks.framework_model import FrameworkModel

_METHODS: Final = (SymbolKind.METHOD, SymbolKind.FUNCTION)
_LEADING: Final = frozenset((
    ops.CALL, ops.NEW, ops.INSTANCE, ops.GENERIC, ops.AWAIT, ops.CONST, ops.DEREF, ops.TYPEOF, ops.DECLARED,
))  # fmt: skip
"""Operations whose first operand has the name of what they give."""


class _Service(NamedTuple):
    """A service that a name tells.

    `origin` stands before it there: a module, an import path or a package. `packages` are those that may have the
    generated code, none where the model does not compare them."""

    name: str
    origin: str
    packages: tuple[str, ...] = ()


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
                row = NamedRow(site, model.contract.protocol, "", name, EdgeKind.DECLARES.value, (), STRONG, said)
                found.append(row._replace(packages=_list_packages(rule, facts)))
    return found


def _list_packages(rule: DeclarationModel, facts: FileFacts) -> tuple[str, ...]:
    """Return the packages of what generators write for a file."""
    options = facts.names.get(0, {})
    found: dict[str, None] = {}
    for option, spelling in rule.packages:
        text = str(facts.exprs[options[option]][2]) if option in options else ""
        found[text or spell_package(facts.package, spelling)] = None
    return tuple(found)


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
        self._bases = [(model, contract) for model, contract in contracts if contract.bases]
        self.rows: list[NamedRow] = []
        self.makers: list[int] = []  # of the rows: the symbols that they stand in directly

    def read(self) -> None:
        """Read all classes and calls of the file."""
        seen = set[int]()
        for local, symbol in enumerate(self._facts.symbols) if self._bases and not has_tests(self._facts) else ():
            if symbol.kind is SymbolKind.CLASS:  # in a file of tests it is a fake
                self._add_class(local, symbol)
        for kind, owner, index, line in self._facts.sites if self._stubs or self._servicers else ():
            expr = self._get(index)
            if kind != "call" or expr[0] != ops.CALL or index in seen:
                continue
            seen.add(index)
            callee = self._get(expr[1])
            for model, servicer in self._servicers:
                service = self._find_service(expr, servicer)
                if service is not None:
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

    def _find_pattern(self, index: int, patterns: Iterable[NamePattern], base: str = "") -> _Service | None:
        """Return the service that the name of an expression's value tells."""
        for name, atom in self._list_names(index):
            if base and not (isinstance(atom, INSTANCES) and self._has_base(atom.gid, base)):
                continue
            for pattern in patterns:
                origin, _, service = pattern.find_service(name).rpartition("/")
                if service:
                    return _Service(service, origin)
        return None

    def _find_packaged(self, file: int, index: int, patterns: Iterable[NamePattern]) -> _Service | None:
        """Return the service that a name tells, with the packages it may be of."""
        for of, name in self._list_packaged_names(file, index):
            for pattern in patterns:
                if not name.endswith(pattern.end):
                    continue
                told = [pattern.find_service(each).rpartition("/") for each in self._list_whole_names(of, name)]
                found = {origin: service for origin, _, service in told if service}
                if found:
                    return _Service(next(iter(found.values())), next(iter(found)), tuple(found))
        return None

    def _list_packaged_names(self, file: int, index: int) -> Iterator[tuple[int, str]]:
        """Yield the names of an expression's value, with the file that has each.

        The file is -1 where a class of the tree has the name."""
        value = self._evaluator.value(file, index)
        for atom in value:
            if isinstance(atom, EXTERNAL):
                yield file, atom.name.removesuffix("()")
            elif isinstance(atom, (*INSTANCES, ClassObject)) and 0 <= atom.gid < self._program.end:
                of, local = self._program.locate(atom.gid)
                facts = self._program.files[of]
                yield -1, f"{facts.package}.{facts.symbols[local].qualname}".removeprefix(".")
        if not value:
            yield from self._list_written_names(file, index, 0)

    def _list_whole_names(self, file: int, name: str) -> list[str]:
        """Return what a name may mean in a file.

        That is itself, or one of a package or type that the file sees. A class of the tree has one name."""
        if file < 0:
            return [name]
        reads, project = self._program.reads, self._program.project_of[file]
        reads.read_fact("visible", file)
        reads.read_fact("stars", file)
        visible = project.list_visible_packages(self._program.files[file]) if project is not None else ()
        return [name, *(f"{each}.{name}" for each in visible if each)]

    def _list_written_names(self, file: int, index: int, depth: int) -> Iterator[tuple[int, str]]:
        """Yield names as code writes them, where nothing of the tree has them."""
        expr = self._program.exprs[file][index]
        op = expr[0]
        named = [each.gid for each in self._evaluator.entities(file, index) if isinstance(each, NamedSymbol)]
        if depth > MAX_DEPTH:
            return
        if named:
            for gid in named:
                yield from self._list_written_types(gid, depth)
        elif op == ops.NAME:
            refs = self._evaluator.names.look_up(file, index)[0].refs
            for of, at in refs:
                yield from self._list_written_names(of, at, depth + 1) if of >= 0 else ()
            if not refs:
                yield file, self._read_written_name(file, index)
        elif op in (ops.ATTR, ops.IMPORT):
            yield file, self._read_written_name(file, index)
        elif op == ops.VAR:
            yield from self._list_written_types(self._program.offsets[file] + expr[1], depth)
        elif op == ops.PARAM:
            local: int = expr[1]
            position: int = expr[2]
            params = self._program.files[file].params.get(local, ())
            if position < len(params):
                yield from self._list_written_names(file, params[position].type, depth + 1)
        elif op in (ops.FLOW, ops.UNION, ops.FIRST):
            for part in expr[1:]:
                yield from self._list_written_names(file, part, depth + 1)
        elif op in _LEADING:
            yield from self._list_written_names(file, expr[1], depth + 1)

    def _read_written_name(self, file: int, index: int) -> str:
        """Return the name that an expression is, "" for what is none."""
        expr: Expr = self._program.exprs[file][index]
        if expr[0] == ops.NAME:
            return str(expr[1]).removesuffix(METHOD).partition("`")[0]
        if expr[0] == ops.IMPORT:
            position: int = expr[1]
            entry = self._program.files[file].imports[position]
            return f"{entry.module}.{entry.name}"
        if expr[0] == ops.FIRST:
            return next(filter(None, (self._read_written_name(file, part) for part in expr[1:])), "")
        inner = self._read_written_name(file, expr[1]) if expr[0] == ops.ATTR else ""
        return f"{inner}.{str(expr[2]).removesuffix(METHOD)}" if inner else ""

    def _list_written_types(self, gid: int, depth: int) -> Iterator[tuple[int, str]]:
        """Yield the written names of a variable's declared type, or else values."""
        if gid >= self._program.end:
            return
        self._program.reads.read_symbol(gid)
        file, local = self._program.locate(gid)
        facts = self._program.files[file]
        declared = facts.declared.get(local, 0)
        for index in (declared,) if declared else facts.values.get(local, ()):
            yield from self._list_written_names(file, index, depth + 1)

    def _has_base(self, gid: int, base: str) -> bool:
        return gid < self._program.end and base in self._objects.list_outside_bases(gid)

    # -- who answers -----------------------------------------------------------------------------------------------

    def _add_class(self, local: int, symbol: Symbol) -> None:
        """Add the methods of a class below a generated one."""
        gid = self._evaluator.classes.find_whole(self._offset + local)
        is_whole = gid == self._offset + local
        if is_whole and local not in self._facts.bases:
            return
        for model, contract in self._bases:
            service = self._find_base_service(gid, contract.bases)
            if service is None:
                continue
            site = self._make_site(local, symbol.line, model.key)
            row = NamedRow(
                site, contract.protocol, "", f"{ENDING}{service.name}/{ANY_METHOD}", EdgeKind.HANDLES.value, (), WEAK,
                service.origin, packages=service.packages,
            )  # fmt: skip
            for at, each in enumerate(self._facts.symbols):
                if each.parent == local and each.kind is SymbolKind.METHOD and each.visibility == "public":
                    items = (self._get_item(self._owners[self._offset + at]),)
                    name = f"{ENDING}{service.name}/{each.name}"
                    self._add(row._replace(name=name, functions=items, is_possible=True), local)
            if is_whole:
                self._add(row, local)

    def _find_base_service(self, gid: int, patterns: Iterable[NamePattern]) -> _Service | None:
        """Return the service of which a class inherits the generated one, None for none."""
        for ancestor, _ in self._evaluator.classes.linear(gid)[0]:
            file, local = self._program.locate(ancestor)
            for base in self._program.files[file].bases.get(local, ()):
                service = self._find_packaged(file, base.expr, patterns)
                if service is not None:
                    return service
        return None

    def _find_service(self, expr: Expr, rule: ServicerModel) -> _Service | None:
        """Return the service for which a call has an object answer, None for none."""
        callee: int = expr[1]
        if not rule.service:
            return self._find_pattern(callee, rule.patterns)
        shown = self._get(callee)
        if shown[0] != ops.ATTR or not any(name in rule.calls for name, _ in self._list_names(callee)):
            return None
        index = find_argument(self._facts, expr, rule.service)
        return self._find_pattern(index, rule.patterns) if index else None

    def _add_servicer(
        self, owner: int, expr: Expr, line: int, model: FrameworkModel, rule: ServicerModel, service: _Service
    ) -> None:
        index = find_argument(self._facts, expr, rule.object)
        if not index:
            return
        origin = service.origin
        site = self._make_site(owner, line, model.key)
        protocol, is_known = model.contract.protocol, False
        for name, gids in self._list_answers(index):
            is_known = True
            items, inline_handlers = self._name_handlers(owner, gids)
            whole = f"{ENDING}{service.name}/{name}"
            row = NamedRow(site, protocol, "", whole, EdgeKind.HANDLES.value, items, WEAK, origin)
            self._add(row._replace(inline_handlers=inline_handlers, is_possible=True), owner)
        if is_known:
            told = f"{ENDING}{service.name}/{ANY_METHOD}"
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
            service = self._find_stub(receiver, model, rule) if method not in rule.keeps else None
            if service is not None:
                site = self._make_site(owner, line, model.key)
                name = f"{ENDING}{service.name}/{shorten(method.removesuffix(rule.suffix))}"
                row = NamedRow(
                    site, model.contract.protocol, "", name, EdgeKind.REQUESTS.value, (), WEAK, service.origin,
                    packages=service.packages, is_possible=not rule.is_certain,
                )  # fmt: skip
                self._add(row, owner)
                return

    def _find_stub(self, index: int, model: FrameworkModel, rule: StubModel) -> _Service | None:
        if not model.contract.has_packages:
            return self._find_pattern(index, rule.patterns, rule.base)
        expr = self._get(index)
        while expr[0] == ops.CALL and self._is_kept(expr[1], rule):
            index = self._get(expr[1])[1]
            expr = self._get(index)
        return self._find_packaged(self._file, index, rule.patterns)

    def _is_kept(self, callee: int, rule: StubModel) -> bool:
        """Return whether a member gives the stub that it is called on."""
        expr = self._get(callee)
        return expr[0] == ops.ATTR and str(expr[2]).removesuffix(METHOD) in rule.keeps

    def _add(self, row: NamedRow, owner: int) -> None:
        self.rows.append(row)
        self.makers.append(owner)
