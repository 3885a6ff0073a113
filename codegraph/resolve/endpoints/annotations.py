"""Annotations of classes and methods, and the arguments that they are given.

An annotation of the tree that is annotated itself stands for the annotations that it has.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.call_arguments import find_argument
from codegraph.resolve.endpoints.facts_reader import ContextReader, FactsReader, FileContext
from codegraph.resolve.types.abstract_values import ClassObject
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag, SymbolKind
from codegraph_parsers.frameworks.framework_model import Argument

MAX_NESTED: Final = 6
"""Annotations that annotate one another."""


class Annotation(NamedTuple):
    """An annotation, by the name that models know it by.

    `given` is the construction or call with its arguments, None without any. `passed` are arguments that an annotation
    of the tree hands on to it, as files and expressions by their names."""

    name: str
    file: int
    given: Expr | None
    passed: tuple[tuple[str, int, int], ...] = ()


class AnnotationReader(ContextReader):
    """Reads the annotations of symbols of the tree."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._alias = next((m.annotated.alias for m in self._vocabulary.models if m.annotated.alias), "")

    def list_annotations(self, gid: int) -> list[Annotation]:
        """Return the annotations of a symbol that libraries may have, in order."""
        return self._list_nested(gid, 0)

    def _list_nested(self, gid: int, depth: int) -> list[Annotation]:
        if depth > MAX_NESTED:
            return []
        program = self._program
        program.reads.read_symbol(gid)
        file, local = program.locate(gid)
        facts = program.files[file]
        found: list[Annotation] = []
        for index in facts.decorators.get(local, ()):
            expr = facts.exprs[index]
            given = expr if expr[0] in (ops.CALL, ops.NEW) else None
            at: int = expr[1] if given is not None else index
            own = [atom.gid for atom in self._evaluator.value(file, at) if isinstance(atom, ClassObject)]
            if len(own) == 1 and own[0] < program.end:
                if own[0] != gid:
                    found += self._compose(own[0], file, given, depth)
                continue
            found += (Annotation(name, file, given) for name in self.list_names(file, at))
        return found

    def _compose(self, gid: int, file: int, given: Expr | None, depth: int) -> list[Annotation]:
        """Return the annotations of an annotation, with what it hands on to them."""
        nested = self._list_nested(gid, depth + 1)
        if given is None or not self._alias:
            return nested
        passed: dict[str, list[tuple[str, int, int]]] = {}
        of, local = self._program.locate(gid)
        facts = self._program.files[of]
        for child, symbol in enumerate(facts.symbols):
            if symbol.parent != local or child not in facts.decorators:
                continue
            value = find_argument(
                self._program.files[file], given, (symbol.name, 0) if symbol.name == "value" else (symbol.name,)
            )
            if value is None:
                continue
            for each in self._list_aliases(of, child):
                target, attribute = each
                passed.setdefault(target, []).append((attribute or symbol.name, file, value))
        return [each._replace(passed=(*passed.get(each.name, ()), *each.passed)) for each in nested]

    def _list_aliases(self, file: int, local: int) -> list[tuple[str, str]]:
        """Return the annotations that an element gives its value to.

        Each comes with the name of the element there."""
        facts = self._program.files[file]
        found: list[tuple[str, str]] = []
        for index in facts.decorators[local]:
            expr = facts.exprs[index]
            if expr[0] != ops.NEW or self._alias not in self.list_names(file, expr[1]):
                continue
            target = find_argument(facts, expr, ("annotation",))
            attribute = find_argument(facts, expr, ("attribute", "value", 0))
            text = self._read_plain(file, attribute) if attribute else ""
            named = facts.exprs[target] if target else None
            if named is not None and named[0] == ops.INSTANCE:  # `RequestMapping.class`
                applied: Expr = facts.exprs[int(named[1])]
                inner: int = applied[2][0] if applied[0] == ops.GENERIC else 0
                found += ((name, text) for name in self.list_names(file, inner))
        return found

    def _read_plain(self, file: int, index: int) -> str:
        expr: Expr = self._program.exprs[file][index]
        if expr[0] == ops.TEMPLATE and len(expr[2]) == 1:
            part: int = expr[2][0]
            expr = self._program.exprs[file][part]
        return str(expr[2]) if expr[0] == ops.LITERAL else ""

    def list_names(self, file: int, index: int) -> list[str]:
        """Return the library's names of an annotation's type."""
        return self._objects.list_known_names(file, index)

    def find_given(self, annotation: Annotation, argument: Argument) -> tuple[int, int] | None:
        """Return the file and expression of an argument, None where it is not given.

        The expression is 0 where nothing is known of it."""
        for place in argument:
            for name, file, index in annotation.passed:
                if name == place:
                    return file, index
        if annotation.given is None:
            return None
        found = find_argument(self._program.files[annotation.file], annotation.given, argument)
        return None if found is None else (annotation.file, found)


class ClassReader(FactsReader):
    """Base of what reads the annotated classes of one file."""

    def __init__(self, context: FileContext) -> None:
        super().__init__(context)
        self._annotations = AnnotationReader(context)

    def _list_methods(self, gid: int) -> list[int]:
        """Return the methods that a class declares for its objects."""
        file, local = self._program.locate(gid)
        symbols, offset = self._program.files[file].symbols, self._program.offsets[file]
        return [
            offset + at
            for at, symbol in enumerate(symbols)
            if symbol.parent == local and symbol.kind is SymbolKind.METHOD and not symbol.flags & Flag.STATIC
        ]

    def _list_annotated(self, classes: Sequence[int], names: Iterable[str], unless: Container[str] = ()) -> list[int]:
        """Return the methods with one of some annotations, and with none of `unless`.

        Of methods of one name those of the first class that has it count."""
        wanted, seen = frozenset(names), set[str]()
        found: list[int] = []
        for gid in classes:
            self._program.reads.read_table(gid)
            own = {each: self._program.get_symbol(each).name for each in self._list_methods(gid)}
            for each, name in own.items():
                marks = [mark.name for mark in self._annotations.list_annotations(each)] if name not in seen else []
                if not wanted.isdisjoint(marks) and not any(mark in unless for mark in marks):
                    found.append(each)
            seen.update(own.values())
        return found
