"""Views: the functions and classes that answer a route, through what wraps them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import find_argument, list_alternatives, list_parts
from codegraph.resolve.endpoints.endpoint_rows import HOLE
from codegraph.resolve.endpoints.facts_reader import ContextReader, FileContext
from codegraph.resolve.endpoints.referents import list_functions, list_methods, list_values
from codegraph.resolve.types.abstract_values import EXTERNAL, INSTANCES, NamedSymbol, make_instance
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, SymbolKind
from codegraph_parsers.frameworks.framework_model import ANY

_MADE: Final = (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.CLASS)

MAX_DEPTH: Final = 8
"""Wrappers, and variables that hold views, that are looked through."""


class Answer(NamedTuple):
    """Functions that answer some methods, or a class that a library answers for.

    `view` is the class whose members these are, -1 for none, and `member` what they are called."""

    methods: tuple[str, ...]
    symbols: tuple[int, ...]
    view: int = -1
    member: str = ""


Answers = list[Answer]


class Decoration(NamedTuple):
    """A decorator of a function: the library's name of it, and its call, if any."""

    name: str
    file: int
    call: Expr | None


class ViewFinder(ContextReader):
    """Finds the views of expressions in any file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        models = self._vocabulary.models
        self.makers = frozenset(maker for model in models for maker in model.view_makers)
        """Members of classes that give a view."""
        self._verbs = tuple(dict.fromkeys(verb for model in models for verb in model.verbs))
        self._uses = tuple(dict.fromkeys(name for model in models for name in model.lists.uses))
        self._allowed = tuple(dict.fromkeys(m.lists.allowed for m in models if m.lists.allowed))

    def find(self, file: int, index: int, depth: int = 0) -> Answers | None:
        """Return what answers a route with a view, by methods.

        It is None where the view is not known, and has no symbols where a library has it."""
        expr = self._get_of(file, index)
        while expr[0] in (ops.FLOW, ops.DECLARED) and expr[2]:
            index = int(expr[2])
            expr = self._get_of(file, index)
        if depth > MAX_DEPTH:
            return None
        if expr[0] == ops.CALL:
            return self._find_of_call(file, index, expr, depth)
        if expr[0] == ops.UNION:
            parts = list_alternatives(self._program.exprs[file], index)
            return next((found for part in parts if (found := self.find(file, part, depth + 1)) is not None), None)
        return self._find_of_value(file, index) or self._find_of_variable(file, index, depth) or (
            [Answer((ANY,), ())] if self._is_outside(file, index) else None
        )  # fmt: skip

    def _find_of_call(self, file: int, index: int, expr: Expr, depth: int) -> Answers | None:
        callee = self._get_of(file, expr[1])
        if callee[0] == ops.ATTR and callee[2] in self.makers:
            actions = next(
                (self._get_of(file, each) for each in expr[2] if self._get_of(file, each)[0] == ops.DICT), None
            )
            made = self._find_of_class(file, callee[1], actions)
            return made or ([Answer((ANY,), ())] if self._is_outside(file, callee[1]) else None)
        for argument in expr[2]:
            found = self.find(file, argument, depth + 1) if self._can_be_view(file, argument) else None
            if found is not None and any(each.symbols for each in found):
                limits = [
                    name for name in self._objects.list_known_names(file, expr[1]) if name in self._vocabulary.limits
                ]
                fixed = self._vocabulary.limits[limits[0]].fixed if limits else ()
                return [found[0]._replace(methods=fixed)] if fixed and found[0].methods == (ANY,) else found
        found = self._find_of_value(file, index)
        return found or ([Answer((ANY,), ())] if self._is_outside(file, index) else None)

    def _can_be_view(self, file: int, index: int) -> bool:
        return self._get_of(file, index)[0] not in (ops.LITERAL, ops.TEMPLATE, ops.UNKNOWN, ops.DICT)

    def _find_of_value(self, file: int, index: int) -> Answers | None:
        """Return the functions that an expression is.

        Of an object it is what runs when that is called."""
        value = self._evaluator.value(file, index)
        end = self._program.end
        functions = list_functions(self._evaluator, file, index)
        named = {each.gid for each in self._evaluator.entities(file, index) if isinstance(each, NamedSymbol)}
        functions = [gid for gid in functions if gid in named] or functions  # not what a decorator made of it
        if functions:
            owners = self._program.list_owners()
            gids = tuple(dict.fromkeys(owners[gid] for gid in functions))
            return [Answer(self._list_limits(gids[0]) if len(gids) == 1 else (ANY,), gids)]
        for atom in value:
            if isinstance(atom, INSTANCES) and atom.gid < end:
                own = tuple(list_methods(self._evaluator, file, atom, "__call__"))
                return [Answer((ANY,), own or (atom.gid,))]
        return None

    def _find_of_variable(self, file: int, index: int, depth: int) -> Answers | None:
        """Return the views of what is assigned to a variable."""
        for of, value in list_values(self._evaluator, file, index):
            found = self.find(of, value, depth + 1)
            if found is not None:
                return found
        return None

    def _is_outside(self, file: int, index: int) -> bool:
        """Return whether a library has what an expression means."""
        return any(isinstance(atom, EXTERNAL) for atom in self._evaluator.value(file, index))

    # -- functions -----------------------------------------------------------------------------------------------

    def list_decorations(self, gid: int) -> Iterator[Decoration]:
        """Yield the decorators of a function that libraries have."""
        file, local = self._program.locate(gid)
        for index in self._program.files[file].decorators.get(local, ()):
            expr = self._get_of(file, index)
            is_call = expr[0] == ops.CALL
            for name in self._objects.list_known_names(file, expr[1] if is_call else index):
                yield Decoration(name, file, expr if is_call else None)

    def _list_limits(self, gid: int) -> tuple[str, ...]:
        """Return the methods that the decorators of a function let through."""
        for name, file, call in self.list_decorations(gid):
            limit = self._vocabulary.limits.get(name)
            if limit is None:
                continue
            index = find_argument(self._program.files[file], call, limit.methods) if call and limit.methods else None
            methods = limit.fixed if index is None else self.read_words(file, index)
            if methods:
                return tuple(sorted(each.upper() for each in methods if each.upper() not in ("HEAD", "OPTIONS")))
        return (ANY,)

    def read_words(self, file: int, index: int) -> tuple[str, ...]:
        """Return the texts of a list that is written out, none where one is not known."""
        texts = [self._texts.read(of, each) for of, each in self._texts.list_elements(file, index)]
        if not all(len(each) == 1 and HOLE not in each[0] for each in texts):
            return ()
        return tuple(each[0] for each in texts)

    # -- classes -------------------------------------------------------------------------------------------------

    def find_class(self, file: int, index: int) -> int | None:
        """Return the class of the tree that an expression is."""
        return next(iter(self._list_named_classes(file, index)), None)

    def _find_of_class(self, file: int, index: int, actions: Expr | None) -> Answers | None:
        gid = self.find_class(file, index)
        if gid is None:
            return None
        members: Mapping[str, str] = {verb.upper(): verb for verb in self._verbs}
        if actions is not None:
            read = {key.upper(): self._texts.read(file, value) for key, _, value in actions[2]}
            if not all(key and len(texts) == 1 and HOLE not in texts[0] for key, texts in read.items()):
                return None
            members = {key: texts[0] for key, texts in read.items()}
        return self.list_answers(gid, members, is_given=actions is not None) or [Answer((ANY,), (gid,), gid)]

    def list_answers(self, gid: int, members: Mapping[str, str], *, is_given: bool = False) -> Answers:
        """Return what of a class answers, for its members by method.

        `is_given`: the class has these members, whether they are known or not."""
        allowed = self._list_allowed(gid)
        found: Answers = []
        for method, member in members.items():
            if allowed and method not in allowed:
                continue
            symbols = self.find_member(gid, member)
            if symbols or is_given:
                found.append(Answer((method,), symbols or (gid,), gid, member))
        return found

    def find_member(self, gid: int, member: str) -> tuple[int, ...]:
        """Return the functions of a member of a class.

        It is the class itself where one of a library has it."""
        file, _ = self._program.locate(gid)
        own = list_methods(self._evaluator, file, make_instance(gid, ()), member)
        if own:
            return tuple(dict.fromkeys(own))
        has, normalize = self._vocabulary.class_members, self._vocabulary.normalize
        bases = map(normalize, self._objects.list_outside_bases(gid))
        return (gid,) if any(member in has.get(name, ()) for name in bases) else ()

    def list_ancestors(self, gid: int) -> Iterator[int]:
        """Yield a class and its bases in the tree, nearest first."""
        for ancestor, _ in self._evaluator.classes.linear(gid)[0]:
            yield ancestor

    def find_variable(self, gid: int, name: str, *, is_own: bool = False) -> tuple[int, int] | None:
        """Return the value of a class's variable, as a file and an expression.

        `is_own`: none of a class above it counts."""
        for ancestor in (gid,) if is_own else self.list_ancestors(gid):
            file, local = self._program.locate(ancestor)
            if ancestor >= self._program.end:
                continue
            self._program.reads.read_scope(ancestor, file)
            facts = self._program.files[file]
            bound = facts.names.get(local, {}).get(name)
            if bound is None:
                continue
            expr = facts.exprs[bound]
            symbol = self._get_of(file, expr[1]) if expr[0] == ops.FLOW else expr
            if symbol[0] == ops.VAR:
                self._program.reads.read_symbol(self._program.offsets[file] + int(symbol[1]))
            if expr[0] == ops.FLOW:
                return file, expr[2]
            values: Sequence[int] = facts.values.get(expr[1], ()) if expr[0] == ops.VAR else (bound,)
            return (file, values[0]) if len(values) == 1 else None
        return None

    def find_root_class(self, file: int, index: int) -> int | None:
        """Return the class that an expression begins with: `Parcel.objects.all()`."""
        for _ in range(MAX_DEPTH):
            found = self.find_class(file, index)
            expr = self._get_of(file, index)
            if found is not None or expr[0] not in (ops.CALL, ops.ATTR):
                return found
            index = expr[1]
        return None

    def find_subject(self, gid: int, path: Sequence[str]) -> int | None:
        """Return the class that variables lead to, each in the one before.

        An example is `Meta` and `model`."""
        found = gid
        for name in path:
            inner = self.find_nested(found, name)
            if inner is None:
                place = self.find_variable(found, name)
                inner = self.find_root_class(*place) if place is not None else None
            if inner is None:
                return None
            found = inner
        return found

    def find_nested(self, gid: int, name: str, *, is_own: bool = False) -> int | None:
        """Return a class in the body of a class, or of one above it."""
        for ancestor in (gid,) if is_own else self.list_ancestors(gid):
            if ancestor < self._program.end:
                file, local = self._program.locate(ancestor)
                self._program.reads.read_scope(ancestor, file)
                facts = self._program.files[file]
                found = _find_symbol(facts, facts.names.get(local, {}).get(name, 0))
                if found >= 0 and facts.symbols[found].kind is SymbolKind.CLASS:
                    return self._program.offsets[file] + found
        return None

    def read_variable(self, gid: int, name: str) -> str | None:
        """Return the text of a class's variable, None where it has none."""
        place = self.find_variable(gid, name)
        return self.read_text(*place) if place is not None else None

    def read_text(self, file: int, index: int) -> str | None:
        """Return the one text of an expression, None where it cannot be decided."""
        texts = self._texts.read(file, index)
        return texts[0] if len(texts) == 1 and HOLE not in texts[0] else None

    def _list_allowed(self, gid: int) -> tuple[str, ...]:
        for name in self._allowed:
            place = self.find_variable(gid, name)
            if place is not None:
                return tuple(each.upper() for each in self.read_words(*place))
        return ()

    def list_used_functions(self, gid: int) -> tuple[int, ...]:
        """Return the classes that variables of a view name, and their functions.

        The framework makes objects of them for a request."""
        found: dict[int, None] = {}
        for name in self._uses:
            place = self.find_variable(gid, name)
            if place is None:
                continue
            for index in list_parts(self._get_of(*place)) or (place[1],):
                used = self.find_class(place[0], index)
                if used is not None:
                    found[used] = None
                    found.update((function, None) for _, function in self.list_functions(used))
        return tuple(gid for gid in found if self._program.get_symbol(gid).kind in _MADE)

    def list_functions(self, gid: int) -> Iterator[tuple[str, int]]:
        """Yield the functions that a class has, by name.

        Those of its bases in the tree come behind its own."""
        seen: set[str] = set()
        for ancestor in self.list_ancestors(gid):
            if ancestor >= self._program.end:
                continue
            file, local = self._program.locate(ancestor)
            self._program.reads.read_scope(ancestor, file)
            facts = self._program.files[file]
            for name, index in facts.names.get(local, {}).items():
                symbol = _find_symbol(facts, index)
                if symbol >= 0 and name not in seen:
                    seen.add(name)
                    yield name, self._program.offsets[file] + symbol


def _find_symbol(facts: FileFacts, index: int) -> int:
    """Return the symbol of a definition, decorated or not; -1 for anything else."""
    expr: Expr = facts.exprs[index]
    if expr[0] == ops.DECORATED:
        index = expr[1]
        expr = facts.exprs[index]
    return int(expr[1]) if expr[0] == ops.SYM else -1
