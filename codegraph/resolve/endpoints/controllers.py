"""Controllers: classes whose annotated methods answer requests.

An annotation gives a class a prefix, others give its methods their methods and paths. Methods are inherited. Where a
framework has modules, a controller is served by the applications whose modules list it.
"""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.annotations import Annotation, ClassReader
from codegraph.resolve.endpoints.call_arguments import list_elements, list_parts
from codegraph.resolve.endpoints.configured_routes import (
    ConfiguredRoute,
    Placement,
    RouteTable,
    RouteTables,
    join_prefix,
)
from codegraph.resolve.endpoints.constant_texts import Texts
from codegraph.resolve.endpoints.endpoint_rows import HOLE, REVERSED, STRONG, ActionRow, MissRow, RequestRow, Site
from codegraph.resolve.endpoints.facts_reader import FileContext
from codegraph.resolve.endpoints.objects import METHOD
from codegraph.resolve.endpoints.reasons import COMPUTED, NOT_MOUNTED, UNKNOWN_BASE, UNKNOWN_HANDLER, UNKNOWN_METHOD
from codegraph.resolve.endpoints.referents import has_tests, list_methods, list_run_functions
from codegraph.resolve.endpoints.route_paths import fill_template
from codegraph.resolve.types.abstract_values import make_instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, Symbol, SymbolKind
from codegraph_parsers.frameworks.controllers import ControllersModel
from codegraph_parsers.frameworks.framework_model import ANY, Argument, FrameworkModel

OVERRIDE: Final = "Override"
"""Annotation of a method that overrides one of a base."""

_CLASSES: Final = frozenset((SymbolKind.CLASS, SymbolKind.INTERFACE))

_UNKNOWN: Final = (HOLE, REVERSED, "${")
"""Marks of parts that are not known; the last one stands before the name of a property of the configuration."""

Signature = tuple[str, tuple[str, ...]]
"""Name of a method, and the types of its parameters where methods may be overloaded."""


class Action(NamedTuple):
    """A method of a controller, and the annotation that makes it answer requests."""

    handler: int
    annotation: Annotation | None
    versions: tuple[Annotation, ...]


class ControllerReader(ClassReader):
    """Reads the controllers of one file."""

    def __init__(self, context: FileContext, tables: RouteTables) -> None:
        super().__init__(context)
        self._tables = tables
        self._placements: list[Placement] = []  # by imports of configuration
        self._models = [model for model in self._vocabulary.models if model.annotated.actions]
        self._is_overloaded = self._program.semantics[self._file].overloads.candidates == "definitions"
        self._beside: dict[int, tuple[int, ...]] = {}
        self.actions: list[ActionRow] = []
        self.requests: list[RequestRow] = []
        self.misses: list[MissRow] = []

    def read(self) -> None:
        """Read all controllers."""
        if not self._models:
            return
        tables = {model.key: self._find_table(model) for model in self._models}
        for local in self._list_classes():
            symbol = self._facts.symbols[local]
            annotations = self._annotations.list_annotations(self._offset + local)
            for model in self._models:
                rules = model.annotated
                table = tables[model.key]
                placements = table.find_placements(self._facts.path) if table is not None else None
                self._placements = [Placement()] if placements is None else placements
                marks = [each for each in annotations if each.name in rules.controllers]
                if not marks and rules.bases and symbol.kind is SymbolKind.CLASS:
                    marks = self._list_inherited_marks(local, rules)
                if (
                    (marks or rules.has_unmarked)
                    and symbol.kind is SymbolKind.CLASS
                    and not symbol.flags & Flag.ABSTRACT
                ):
                    self._read_controller(local, symbol, model, marks[0] if marks else None)
                for each in annotations:
                    if each.name in rules.clients and symbol.kind is SymbolKind.INTERFACE:
                        self._read_client(local, model, each)

        for model in self._models:
            table = tables[model.key]
            if table is not None and table.by_owner:
                self._read_configured(model, table)

    def _find_table(self, model: FrameworkModel) -> RouteTable | None:
        """Return the routes that files of configuration have, None where they have none."""
        configured = model.annotated.configured
        if not configured.entries:
            return None
        self._program.reads.read_fact("configuration")
        return self._tables.get(self._program.configuration, model.key, configured)

    def _read_configured(self, model: FrameworkModel, table: RouteTable) -> None:
        """Read the routes of configuration whose controllers are classes of the file."""
        for name, index in self._facts.names.get(0, {}).items():
            expr = self._facts.exprs[index]
            local: int = expr[1]
            if expr[0] == ops.SYM and self._facts.symbols[local].kind is SymbolKind.CLASS:
                for route in table.by_owner.get(name.lower(), ()):
                    self._add_configured(model, local, route)

    def _add_configured(self, model: FrameworkModel, local: int, route: ConfiguredRoute) -> None:
        """Add a route of configuration, which stands where the member is that answers."""
        owner, member = make_instance(self._offset + local, ()), route.member or model.annotated.invoked
        handlers = list_methods(self._evaluator, self._file, owner, f"{member.removesuffix(METHOD)}{METHOD}")
        symbol = self._facts.symbols[local]
        site = Site(self._get_item(self._offset + local), symbol.line, model.key)
        if not handlers or route.paths is None:
            reason = COMPUTED if handlers else UNKNOWN_HANDLER
            self.misses.append(MissRow(site, f"{symbol.name}.{member}", reason, False))
            return
        if self._program.locate(handlers[0])[0] == self._file:
            site = self._make_handler_site(handlers[0], model)
        item, items = self._get_item(self._offset + local), tuple(self._get_item(gid) for gid in handlers)
        for path in route.paths:
            self.actions.append(ActionRow(site, item, False, path, route.methods or (ANY,), items, None, STRONG))

    def _list_classes(self) -> list[int]:
        """Return the classes that may be controllers, in order.

        They are annotated, or their methods are where they need no annotation, or any where a base tells.
        """
        symbols = self._facts.symbols
        found = set(self._facts.decorators)
        if any(model.annotated.bases for model in self._models):
            found = set(range(len(symbols)))
        elif any(model.annotated.has_unmarked for model in self._models):
            found |= {symbols[local].parent for local in self._facts.decorators}
        return [local for local in sorted(found) if local >= 0 and symbols[local].kind in _CLASSES]

    # -- classes -------------------------------------------------------------------------------------------------

    def _list_ancestors(self, local: int) -> list[int]:
        """Return a class and its bases of the tree, nearest first."""
        line = self._evaluator.classes.linear(self._offset + local).ancestors
        return [gid for gid, _ in line if gid < self._program.end]

    def _list_inherited_marks(self, local: int, rules: ControllersModel) -> list[Annotation]:
        """Return what makes a class a controller that its bases have, or are."""
        gid = self._offset + local
        for above in self._list_ancestors(local)[1:]:
            marks = [each for each in self._annotations.list_annotations(above) if each.name in rules.controllers]
            if marks:
                return marks[:1]
        outside = self._evaluator.classes.find_outside_base(gid)
        named = [name for name in outside if name in rules.bases]
        return [Annotation(next(iter(rules.controllers)), self._file, None)] if named else []

    def _read_controller(self, local: int, symbol: Symbol, model: FrameworkModel, mark: Annotation | None) -> None:
        rules = model.annotated
        ancestors = self._list_ancestors(local)
        prefixes, methods = self._read_prefixes(ancestors, rules)
        versions: tuple[str, ...] | None = None
        if mark is not None:
            controller = rules.controllers[mark.name]
            own = self._read_paths(mark, controller.path)
            if own is not None:
                prefixes = own
            versions = self._read_versions(mark, controller.version, rules)
        site = Site(self._get_item(self._offset + local), symbol.line, model.key)
        count = 0
        actions = self._list_actions(ancestors, rules)
        if not actions and rules.invoked and mark is not None:
            actions, prefixes, methods = self._list_invoked(local, rules), None, ()
        for action in actions:
            if action.annotation is None:
                self._note_unknown(site, symbol, action)
                continue
            count += 1
            self._add_action(site, local, model, action, prefixes, methods, versions)

    def _list_invoked(self, local: int, rules: ControllersModel) -> list[Action]:
        """Return the method by which a class answers at the paths of its own annotations."""
        owner = make_instance(self._offset + local, ())
        annotations = self._annotations.list_annotations(self._offset + local)
        marks = [each for each in annotations if each.name in rules.actions]
        methods = list_methods(self._evaluator, self._file, owner, rules.invoked)[:1]
        return [Action(handler, each, ()) for handler in methods for each in marks]

    def _note_unknown(self, site: Site, symbol: Symbol, action: Action) -> None:
        """Note a method that overrides one of a base which is not known.

        Its annotations are there."""
        file, local = self._program.locate(action.handler)
        name = self._program.files[file].symbols[local].name
        self.misses.append(MissRow(site, f"{symbol.name}.{name}", UNKNOWN_BASE, False))

    def _read_prefixes(
        self, ancestors: list[int], rules: ControllersModel
    ) -> tuple[Texts | None, tuple[str, ...] | None]:
        """Return the prefixes and methods of a class, or of the nearest of its bases."""
        if not rules.prefixes:
            return None, ()
        for gid in ancestors:
            for each in self._annotations.list_annotations(gid):
                prefix = rules.prefixes.get(each.name)
                if prefix is not None:
                    return self._read_paths(each, prefix.path), self._read_methods(each, prefix.methods, ())
        return None, ()

    def _read_client(self, local: int, model: FrameworkModel, mark: Annotation) -> None:
        """Read an interface whose methods make requests."""
        rules = model.annotated
        ancestors = self._list_ancestors(local)
        prefixes, _ = self._read_prefixes(ancestors, rules)
        base = self._read_paths(mark, ("path",))
        host = self._read_paths(mark, ("url",)) or ("",)
        host = (host[0].rstrip("/") if "://" in host[0] else f"http://{HOLE}",)  # else the name of a service
        for action in self._list_actions(ancestors, rules):
            if action.annotation is None:
                continue
            rule = rules.actions[action.annotation.name]
            above = self._compose(base, prefixes)
            paths = None if above is None else self._compose(above, self._read_paths(action.annotation, rule.path))
            methods = self._read_methods(action.annotation, rule.methods, rule.fixed)
            site = self._make_handler_site(action.handler, model)
            if paths is None or methods is None:
                self.misses.append(MissRow(site, "", COMPUTED if paths is None else UNKNOWN_METHOD, True))
                continue
            for path, method in product(paths, methods):
                whole = host[0] + fill_template(path)
                is_test = has_tests(self._facts)
                self.requests.append(RequestRow(site, (), method, whole, STRONG, is_test=is_test))

    # -- methods -------------------------------------------------------------------------------------------------

    def _list_actions(self, ancestors: list[int], rules: ControllersModel) -> list[Action]:
        """Return the methods of a class that answer requests, its own ones first.

        A method has no annotation where it overrides one of a base that is not known."""
        methods: dict[Signature, list[int]] = {}
        for gid in ancestors:
            self._program.reads.read_table(gid)
            for each in self._list_methods(gid):
                methods.setdefault(self._make_signature(each), []).append(each)
        hidden = rules.has_overridden and self._evaluator.classes.linear(ancestors[0]).hidden
        found: list[Action] = []
        for same in methods.values():
            handler = next((gid for gid in same if not self._is_abstract(gid)), same[0])
            action = Action(handler, None, ())
            for gid in same if rules.has_overridden else same[:1]:
                annotations = self._annotations.list_annotations(gid)
                marks = [each for each in annotations if each.name in rules.actions]
                if marks:
                    versions = tuple(each for each in annotations if each.name in rules.versions)
                    several = self._join_marks(marks, rules) if rules.has_several else marks[:1]
                    found += (Action(handler, each, versions) for each in several[1:])
                    action = Action(handler, several[0], versions)
                    break
            if action.annotation is not None or (hidden and len(same) == 1 and self._is_overriding(handler)):
                found.append(action)
        return found

    def _join_marks(self, marks: list[Annotation], rules: ControllersModel) -> list[Annotation]:
        """Return the annotations that say how a method answers.

        One that names methods and no path takes the path of those that name no methods.
        """
        plain = [each for each in marks if rules.actions[each.name].fixed == (ANY,)]
        named = [each for each in marks if each not in plain]
        if not plain or not named:
            return marks
        found: list[Annotation] = []
        for each in named:
            rule = rules.actions[each.name]
            has_path = self._annotations.find_given(each, rule.path) is not None
            found += [each] if has_path else [other._replace(name=each.name) for other in plain]
        return found

    def _make_signature(self, gid: int) -> Signature:
        self._program.reads.read_symbol(gid)
        file, local = self._program.locate(gid)
        symbol = self._program.files[file].symbols[local]
        if not self._is_overloaded:
            return symbol.name, ()
        kinds = (parameter.type.partition("<")[0].rpartition(".")[2] for parameter in symbol.parameters)
        return symbol.name, tuple("" if len(kind) == 1 else kind for kind in kinds)

    def _is_abstract(self, gid: int) -> bool:
        file, local = self._program.locate(gid)
        return bool(self._program.files[file].symbols[local].flags & Flag.ABSTRACT)

    def _is_overriding(self, gid: int) -> bool:
        file, local = self._program.locate(gid)
        return OVERRIDE in self._program.files[file].symbols[local].decorators

    # -- rows ----------------------------------------------------------------------------------------------------

    def _make_handler_site(self, gid: int, model: FrameworkModel) -> Site:
        file, local = self._program.locate(gid)
        return Site(self._get_item(gid), self._program.files[file].symbols[local].line, model.key)

    def _add_action(
        self, site: Site, local: int, model: FrameworkModel, action: Action, prefixes: Texts | None,
        methods: tuple[str, ...] | None, versions: tuple[str, ...] | None,
    ) -> None:  # fmt: skip
        annotation = action.annotation
        if annotation is None:
            return
        rules = model.annotated
        rule = rules.actions[annotation.name]
        if self._program.locate(action.handler)[0] == self._file:
            site = self._make_handler_site(action.handler, model)
        own = self._read_paths(annotation, rule.path)
        paths = self._compose(prefixes, own, rules.absolute, is_slashed=model.is_slashed)
        if rules.has_several and not rules.configured.entries and own is None and prefixes is None:
            self.misses.append(MissRow(site, self._facts.symbols[local].name, COMPUTED, False))  # by a convention
            return
        if paths and rules.tokens:
            paths = tuple(self._fill_tokens(path, local, action.handler, rules) for path in paths)
        verbs = self._read_methods(annotation, rule.methods, rule.fixed)
        for each in action.versions:
            versions = self._read_versions(each, rules.versions[each.name], rules)
        shown = f"{self._facts.symbols[local].name} {'' if not own else own[0].replace(HOLE, '{}')}".strip()
        if paths is None or (versions and HOLE in versions):
            self.misses.append(MissRow(site, shown, COMPUTED, False))
            return
        if verbs is None or methods is None:
            self.misses.append(MissRow(site, shown, UNKNOWN_METHOD, False))
            return
        verbs = _join_methods(methods, verbs)
        item = self._get_item(self._offset + local)
        is_listed = bool(rules.modules)
        handlers = (self._get_item(action.handler),)
        around = (*self._list_around(local, action.handler, rules), *self._list_beside(local, model))
        if not self._placements:
            self.misses.append(MissRow(site, shown, NOT_MOUNTED, False))
        for placement, path in product(self._placements, paths):
            if placement.prefix is None:
                self.misses.append(MissRow(site, shown, COMPUTED, False))
                continue
            whole, allowed = join_prefix(placement.prefix, path), _join_methods(placement.methods, verbs)
            self.actions.append(ActionRow(site, item, is_listed, whole, allowed, handlers, versions, STRONG, around))

    def _list_around(self, local: int, handler: int, rules: ControllersModel) -> tuple[int, ...]:
        """Return the functions that annotations run around a method.

        They are its own, and those of its class or the nearest base that has one of that name."""
        found: dict[int, None] = {}
        seen: set[str] = set()
        for gid in (handler, *self._list_ancestors(local)) if rules.interceptors else ():
            annotations = [each for each in self._annotations.list_annotations(gid) if each.name in rules.interceptors]
            for each in annotations if gid == handler else [each for each in annotations if each.name not in seen]:
                methods = rules.interceptors[each.name]
                for index in each.given[2] if each.given is not None else ():
                    found.update(dict.fromkeys(list_run_functions(self._evaluator, each.file, index, methods)))
            seen.update(each.name for each in annotations if gid != handler)
        owners = self._program.list_owners()
        return tuple(dict.fromkeys(self._get_item(gid) for gid in found if owners[gid] == gid))

    def _list_beside(self, local: int, model: FrameworkModel) -> tuple[int, ...]:
        """Return the functions of a controller that run around each of its handlers."""
        names = model.components.around
        if not names:
            return ()
        found = self._beside.get(local)
        if found is None:
            gids = self._list_annotated(self._list_ancestors(local), names, model.annotated.actions)
            found = self._beside[local] = tuple(map(self._get_item, gids))
        return found

    def _fill_tokens(self, path: str, local: int, handler: int, rules: ControllersModel) -> str:
        """Return a path with the names that its tokens stand for."""
        self._program.reads.read_symbol(handler)
        for token, (what, *endings) in rules.tokens.items():
            name = self._facts.symbols[local].name if what == "class" else self._program.get_symbol(handler).name
            ending = next((each for each in endings if name.endswith(each) and name != each), "")
            path = path.replace(token, name.removesuffix(ending))
        return path

    @staticmethod
    def _compose(
        prefixes: Texts | None, paths: Texts | None, absolute: tuple[str, ...] = (), *, is_slashed: bool = True
    ) -> Texts | None:
        """Return paths below prefixes, None where a part of one cannot be decided.

        What is not given is None, and what cannot be decided is empty."""
        if paths and absolute and all(path.startswith(absolute) for path in paths):
            return tuple({_join("", path.lstrip("~")): None for path in paths})
        if prefixes == () or paths == ():
            return None
        pairs = product(prefixes or ("",), paths or ("",))
        if not is_slashed:
            return tuple({f"/{(prefix + path).strip().lstrip('/')}": None for prefix, path in pairs})
        return tuple({_join(*each): None for each in pairs})

    # -- arguments -----------------------------------------------------------------------------------------------

    def _read_paths(self, annotation: Annotation, argument: Argument) -> Texts | None:
        """Return the texts of an argument, or of each element of it.

        It is None where none is given, and empty where one of them cannot be decided."""
        found = self._annotations.find_given(annotation, argument)
        if found is None:
            return None
        file, index = found
        return self._read_texts(file, index) if index else ()

    def _read_texts(self, file: int, index: int) -> Texts | None:
        index = self._skip_flow(file, index)
        expr = self._get_of(file, index)
        if expr[0] == ops.OBJECT:
            return None  # `@Controller({ version: '1' })`
        elements = [(file, index)]
        if list_parts(expr) is not None:
            elements = self._texts.list_elements(file, index)
            if not elements:
                return None
        else:
            elements = self._texts.list_elements(file, index) or elements
        found: list[str] = []
        for of, element in elements:
            self._texts.is_choice = False
            texts = self._texts.read(of, element)
            if len(texts) != 1 or self._texts.is_choice or any(mark in texts[0] for mark in _UNKNOWN):
                return ()
            found.append(texts[0])
        return tuple(dict.fromkeys(found))

    def _read_versions(
        self, annotation: Annotation, argument: Argument, rules: ControllersModel
    ) -> tuple[str, ...] | None:
        """Return the versions of a class or method, of which a `HOLE` is not known."""
        found = self._annotations.find_given(annotation, argument)
        if found is None:
            return None
        file, index = found
        versions: list[str] = []
        for each in list_elements(self._program.exprs[file], index):
            if any(name in rules.neutral for name in self._annotations.list_names(file, each)):
                versions.append("")
                continue
            texts = self._read_texts(file, each) or (HOLE,)
            versions += texts
        return tuple(dict.fromkeys(versions))

    def _read_methods(
        self, annotation: Annotation, argument: Argument, fixed: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """Return the methods that an argument names, None where they are not known.

        They are `fixed` where it is not given."""
        found = self._annotations.find_given(annotation, argument) if argument else None
        if found is None:
            return fixed
        file, index = found
        methods: list[str] = []
        for each in list_elements(self._program.exprs[file], index):
            name = self._read_constant(file, each)
            if not name:
                return None
            methods.append(name)
        return tuple(dict.fromkeys(methods)) or fixed

    def _read_constant(self, file: int, index: int) -> str:
        """Return the method that a text or a constant of a library names."""
        expr = self._program.exprs[file][index]
        if expr[0] == ops.LITERAL:
            return str(expr[2]).upper() if str(expr[2]).isalpha() else ""
        name = str(expr[2] if expr[0] == ops.ATTR else expr[1] if expr[0] == ops.NAME else "")
        if not name:
            return next((each.rpartition(".")[2] for each in self._annotations.list_names(file, index)), "")
        return name if name.isupper() else ""


def _join_methods(above: tuple[str, ...], own: tuple[str, ...]) -> tuple[str, ...]:
    """Return the methods of an action below others."""
    return own if not above else above if own == (ANY,) else tuple(dict.fromkeys((*above, *own)))


def _join(prefix: str, path: str) -> str:
    """Return a path below a prefix; a slash at its end is kept."""
    parts = [part.strip("/") for part in (prefix, path) if part.strip("/")]
    return "/" + "/".join(parts) + ("/" if path.endswith("/") and path.strip("/") else "")
