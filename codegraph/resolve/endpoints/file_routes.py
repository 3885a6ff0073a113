"""Routes that files are, by their place and their exports.

`app/users/[id]/route.ts` with an exported `GET` answers `GET /users/{id}`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.resolve.endpoints.constant_texts import Texts
from codegraph.resolve.endpoints.endpoint_rows import HOLE, ObjectKey
from codegraph.resolve.endpoints.facts_reader import FactsReader, FileContext
from codegraph.resolve.types.abstract_values import ClassObject, Function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, Flag
from codegraph_parsers.frameworks.framework_model import ANY, GROUPED, FileRouteModel, FrameworkModel

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator

_PARAMETER: Final = re.compile(r"\[(\[?)(\.\.\.)?([^\[\]]+)\]\]?")
_MAX_FOLLOWED: Final = 6
"""Names that an export is followed through."""


class FileRoute(NamedTuple):
    """A route that a file is: paths, methods, functions that answer, and the line.

    `is_named`: the text names the functions."""

    paths: tuple[str, ...]
    methods: tuple[str, ...]
    functions: tuple[int, ...]
    line: int
    is_named: bool


class FilePlace(NamedTuple):
    """The place of a file below the folder of its package."""

    folder: str
    path: str


def find_place(evaluator: Evaluator, file: int, package: str) -> FilePlace | None:
    """Return where a file is in its package, None unless that depends on another one."""
    program = evaluator.program
    folder = program.find_home(file)
    if folder not in program.list_dependents(package):
        return None
    return FilePlace(folder, program.files[file].path[len(folder) :].lstrip("/"))


def make_application(folder: str, part: str = "") -> ObjectKey:
    """Return the application that a package's files are.

    `part` tells what it is mounted in from it."""
    return (f"files {part}{folder}", 0, 0)


def list_paths(rule: FileRouteModel, path: str) -> tuple[str, ...]:
    """Return the paths that a file answers, none if it is no route.

    `path` is its place in its package."""
    folder = next((each for each in rule.folders if path.startswith(f"{each}/")), None)
    stem, suffix = posixpath.splitext(path)
    if folder is None or suffix.removeprefix(".") not in rule.suffixes:
        return ()
    segments = stem[len(folder) + 1 :].split("/")
    if rule.file:
        if segments.pop() != rule.file:
            return ()
    elif segments[-1] in rule.left_out:
        return ()
    elif segments[-1] == "index":
        segments.pop()
    found = [rule.prefix]
    for segment in segments:
        if rule.segments == GROUPED:
            if segment.startswith(("_", "(.")):
                return ()  # private, or another route while it is shown inside a page
            if segment.startswith("@") or (segment.startswith("(") and segment.endswith(")")):
                continue
        written = _PARAMETER.fullmatch(segment)
        if written is None:
            found = [f"{each}/{segment}" for each in found]
            continue
        name = re.sub(r"\W", "_", written[3])
        parameter = f"{{{name}:path}}" if written[2] else f"{{{name}}}"
        found = [*(found if written[1] else ()), *(f"{each}/{parameter}" for each in found)]
    return tuple(each or "/" for each in found)


class FileRouteReader(FactsReader):
    """Reads the routes that one file is."""

    def __init__(self, context: FileContext, list_functions: Callable[[int], list[int]]) -> None:
        super().__init__(context)
        self._list_functions = list_functions

    def list_routes(self, model: FrameworkModel, path: str) -> list[FileRoute]:
        """Return the routes of the file, which is at a path of its package."""
        for rule in model.file_routes:
            paths = list_paths(rule, path)
            if paths:
                return self._list_by_verbs(rule, paths) if rule.verbs else self._list_by_handlers(rule, paths)
        return []

    def _list_by_verbs(self, rule: FileRouteModel, paths: tuple[str, ...]) -> list[FileRoute]:
        found: list[FileRoute] = []
        for verb in rule.verbs:
            name = verb.upper()
            at = self._find_export(name)
            if at is not None:
                functions, is_named, line = self._find_functions(at)
                found.append(FileRoute(paths, (name,), functions, line, is_named))
        return found

    def _list_by_handlers(self, rule: FileRouteModel, paths: tuple[str, ...]) -> list[FileRoute]:
        """Return the one route of a file whose first handler is there."""
        exports = [self._find_export(name) for name in rule.handlers]
        if not exports or exports[0] is None:
            return []
        functions, is_named, line = self._find_functions(exports[0])
        beside = [gid for at in exports[1:] if at is not None for gid in self._find_functions(at)[0]]
        methods = rule.methods or (ANY,)
        return [FileRoute(paths, methods, tuple(dict.fromkeys((*functions, *beside))), line, is_named)]

    def _find_export(self, name: str) -> tuple[int, int] | None:
        """Return the file and expression of an export."""
        binding = self._evaluator.scopes.unit_member(self._program.unit_of[self._file], name)
        return next((ref for ref in binding.refs if ref[0] >= 0), None)

    def _find_functions(self, at: tuple[int, int]) -> tuple[tuple[int, ...], bool, int]:
        """Return the functions that an export is, and its line.

        Between them stands whether the text names the functions. An export that is
        nothing of the tree stands for itself."""
        file, index = at
        program = self._program
        value = self._evaluator.value(file, index)
        direct = [a.gid for a in value if isinstance(a, (Function, ClassObject)) and a.gid < program.end]
        symbol = self._find_symbol(file, index)
        line = self._find_line(symbol, index) if file == self._file else 1
        is_called = file == self._file and self._is_call(index)
        if direct and not is_called:
            return tuple(dict.fromkeys(direct)), True, line
        wrapped = self._list_functions(index) if file == self._file else direct
        if wrapped:
            return tuple(wrapped), False, line
        own = (program.offsets[file] + symbol,) if symbol >= 0 else ()
        return own, False, line

    def _find_line(self, symbol: int, index: int) -> int:
        expr: Expr = self._facts.exprs[index]
        if symbol >= 0:
            return self._facts.symbols[symbol].line
        position: int = expr[1] if expr[0] == ops.IMPORT else -1
        return self._facts.imports[position].line if position >= 0 else 1

    def _find_symbol(self, file: int, index: int) -> int:
        """Return the place of the symbol that an expression names, -1 for none."""
        for _ in range(_MAX_FOLLOWED):
            expr: Expr = self._program.exprs[file][index]
            if expr[0] == ops.FLOW:
                index = expr[1]
            elif expr[0] in (ops.VAR, ops.SYM):
                return expr[1]
            elif expr[0] == ops.NAME and file == self._file:
                index = self._facts.names.get(0, {}).get(expr[1], 0)
            else:
                return -1
        return -1

    def _is_call(self, index: int) -> bool:
        """Return whether a call gives an export: `export const GET = wrap(handler)`."""
        expr: Expr = self._facts.exprs[index]
        symbol = self._find_symbol(self._file, index)
        if expr[0] == ops.CALL:
            return True
        values = self._facts.values.get(symbol, ()) if symbol >= 0 else ()
        return len(values) == 1 and self._facts.exprs[values[0]][0] == ops.CALL

    def read_prefix(self, model: FrameworkModel) -> str | None:
        """Return the prefix that a configuration gives all paths.

        It is None where it is computed, and empty where none is given. Of a variable of the
        environment its default counts."""
        found: set[str] = set()
        for symbol, names in self._facts.names.items():
            index = names.get(model.file_prefix, 0)
            if index and self._facts.symbols[symbol].flags & (Flag.ANONYMOUS | Flag.LOCAL) == Flag.ANONYMOUS:
                texts = self._read_default(index)
                if len(texts) != 1 or HOLE in texts[0]:
                    return None
                found.add(texts[0])
        return found.pop() if len(found) == 1 else None if found else ""

    def _read_default(self, index: int) -> Texts:
        """Return the texts of an expression: of alternatives those that are written out."""
        expr: Expr = self._facts.exprs[index]
        for _ in range(_MAX_FOLLOWED):
            values: Sequence[int] = self._facts.values.get(expr[1], ()) if expr[0] in (ops.VAR, ops.SYM) else ()
            if expr[0] == ops.FLOW:
                index = expr[2]
            elif expr[0] == ops.NAME:
                index = self._facts.names.get(0, {}).get(expr[1], 0)
            elif len(values) == 1:
                index = values[0]
            else:
                break
            expr = self._facts.exprs[index]
        parts: Sequence[int] = expr[1:] if expr[0] == ops.UNION else (index,)
        texts = [self._texts.read(self._file, part) for part in parts]
        return tuple(dict.fromkeys(text for each in texts for text in each if len(parts) == 1 or HOLE not in text))
