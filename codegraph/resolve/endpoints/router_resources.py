"""Resources: classes whose members a router makes routes of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import find_argument
from codegraph.resolve.endpoints.endpoint_rows import HOLE
from codegraph.resolve.endpoints.facts_reader import ContextReader, FileContext
from codegraph.resolve.endpoints.path_patterns import read_pattern
from codegraph.resolve.endpoints.reasons import COMPUTED, UNKNOWN_HANDLER, UNKNOWN_ROUTER
from codegraph.resolve.endpoints.referents import list_values
from codegraph.resolve.endpoints.view_functions import Answer, Answers, Decoration, ViewFinder
from codegraph.resolve.types.abstract_values import Function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr
from codegraph_parsers.frameworks.framework_model import Argument
from codegraph_parsers.frameworks.lists import ActionModel, ResourceModel

MAX_STEPS: Final = 8
"""Variables and calls that are followed to what they begin with."""


class Resource(NamedTuple):
    """A route that a router makes of a class."""

    path: str
    answers: Answers
    name: str


class ResourceReader(ContextReader):
    """Reads the resources that calls register."""

    def __init__(self, context: FileContext, views: ViewFinder) -> None:
        super().__init__(context)
        self._views = views

    def read(self, file: int, expr: Expr, rule: ResourceModel) -> list[Resource] | str:
        """Return the routes that a call registers, or why they cannot be decided."""
        written = self._read_argument(file, expr, rule.path)
        prefix = read_pattern(written, is_whole=False) if written is not None else None
        if prefix is None:
            return COMPUTED
        slash = self._find_slash(file, self._get_of(file, expr[1])[1], rule)
        if slash is None:
            return UNKNOWN_ROUTER
        handler = find_argument(self._program.files[file], expr, rule.handler)
        view = self._views.find_class(file, handler) if handler else None
        if view is None:
            return UNKNOWN_HANDLER
        given = find_argument(self._program.files[file], expr, rule.name)
        base = self._read_argument(file, expr, rule.name) if given else self._find_subject(view, rule)
        return list(self._list_routes(view, rule, prefix.strip("/"), slash, base or ""))

    def _read_argument(self, file: int, expr: Expr, argument: Argument) -> str | None:
        index = find_argument(self._program.files[file], expr, argument)
        texts = self._texts.read(file, index) if index else ()
        return texts[0] if len(texts) == 1 and HOLE not in texts[0] else None

    def _find_slash(self, file: int, router: int, rule: ResourceModel) -> str | None:
        """Return what the paths of a router end in.

        It is None where the router's class makes routes in its own way."""
        for gid in self._list_object_classes(file, router):
            own = {name for name, _ in self._views.list_functions(gid)}
            if own & {*rule.custom} or any(self._views.find_variable(gid, name) for name in rule.custom):
                return None
        for _ in range(MAX_STEPS):
            router = self._skip_flow(file, router)
            expr = self._get_of(file, router)
            if expr[0] == ops.CALL:
                given = find_argument(self._program.files[file], expr, rule.slash)
                return "" if given and self._get_of(file, given)[2:3] == ("False",) else "/"
            else:
                values = list_values(self._evaluator, file, router)
                if len(values) != 1:
                    break
                file, router = values[0]
        return "/"

    def _find_subject(self, view: int, rule: ResourceModel) -> str:
        """Return the name of the class of the things that a class serves.

        An example is `queryset = Parcel.objects.all()`."""
        for name in rule.subject:
            place = self._views.find_variable(view, name)
            if place is None:
                continue
            found = self._views.find_root_class(*place)
            if found is not None:
                return self._program.get_symbol(found).name.lower()
        return ""

    def _list_routes(self, view: int, rule: ResourceModel, prefix: str, slash: str, base: str) -> Iterator[Resource]:
        parameter = next(
            (text for name in rule.lookup if (text := self._views.read_variable(view, name))), rule.parameter
        )
        above = f"{prefix}/" if prefix else ""
        whole = f"{prefix}{slash}" if prefix else ""
        yield Resource(whole, self._views.list_answers(view, rule.collection), f"{base}-list" if base else "")
        one = f"{above}<{parameter}>"
        yield Resource(f"{one}{slash}", self._views.list_answers(view, rule.item), f"{base}-detail" if base else "")
        for name, gid in self._views.list_functions(view):
            for decoration in self._views.list_decorations(gid):
                action = self._vocabulary.actions.get(decoration.name)
                if action is not None and decoration.call is not None:
                    made = self._make_action(view, (name, gid), decoration, decoration.call, action)
                    if made is not None:
                        is_item, resource = made
                        path = f"{f'{one}/' if is_item else above}{resource.path}{slash}"
                        yield Resource(path, resource.answers, f"{base}-{resource.name}" if base else "")

    def _make_action(
        self, view: int, member: tuple[str, int], decoration: Decoration, call: Expr, action: ActionModel
    ) -> tuple[bool, Resource] | None:
        """Return whether an action is of one thing, and its route.

        It is None where that is not known."""
        name, gid = member
        facts = self._program.files[decoration.file]
        detail = find_argument(facts, call, action.detail)
        is_item = action.is_item if detail is None else self._get_of(decoration.file, detail)[2:3] == ("True",)
        index = find_argument(facts, call, action.methods)
        methods = self._views.read_words(decoration.file, index) if index else action.default
        written = find_argument(facts, call, action.path)
        path = self._read_argument(decoration.file, call, action.path) if written else name
        path = read_pattern(path, is_whole=False) if path is not None else None
        if not methods or path is None:
            return None
        title = self._read_argument(decoration.file, call, action.name) or name.replace("_", "-")
        answers: Answers = [Answer((each.upper(),), (gid,), view) for each in methods]
        answers += (Answer((verb.upper(),), (other,), view) for verb, other in self._list_more(view, gid))
        return is_item, Resource(path, answers, title)

    def _list_more(self, view: int, action: int) -> Iterator[tuple[str, int]]:
        """Yield the functions that answer an action by more methods.

        An example is `@action.mapping.delete`."""
        for _, gid in self._views.list_functions(view):
            file, local = self._program.locate(gid)
            for index in self._program.files[file].decorators.get(local, ()):
                expr = self._get_of(file, index)
                inside = self._get_of(file, expr[1]) if expr[0] == ops.ATTR else expr
                if inside[0] == ops.ATTR and inside[2] == "mapping":
                    value = self._evaluator.value(file, inside[1])
                    if any(isinstance(atom, Function) and atom.gid == action for atom in value):
                        yield expr[2], gid
