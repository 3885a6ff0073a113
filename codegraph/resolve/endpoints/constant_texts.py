"""Constant texts of expressions: paths, prefixes and names of routes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from codegraph.resolve.endpoints.call_arguments import find_property, list_parts
from codegraph.resolve.endpoints.endpoint_rows import HOLE, is_variable, make_variable, put_default
from codegraph.resolve.endpoints.referents import list_values
from codegraph.resolve.types.abstract_values import EXTERNAL, Function, LiteralValue, NamedSymbol
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts

if TYPE_CHECKING:
    from codegraph.resolve.evaluator import Evaluator
    from codegraph.resolve.program.binding import Binding

MAX_TEXTS: Final = 32
"""Largest number of texts of an expression. With more of them, it is unknown."""

MAX_DEPTH: Final = 12
"""Largest number of names and parts that are followed one after another."""

_FORMAT_FIELD: Final = re.compile(r"\{[^{}]*\}")
_CONVERSION: Final = re.compile(r"%[-#0 +]*\d*(?:\.\d+)?[a-z]")

_CUTTING_MEMBERS: Final = frozenset(("substring", "slice"))
"""Members that leave out the first characters of a text."""
_SPRINTF: Final = "Sprintf"
_REFERRING_OPS: Final = frozenset((ops.ATTR, ops.NAME, ops.VAR, ops.PARAM, ops.UNION))
"""Operations that refer to values assigned, passed or chosen elsewhere."""
_READING_OPS: Final = frozenset((ops.ATTR, ops.INDEX, ops.CALL))
_PAGES: Final = frozenset(("window", "globalThis", "self", "document"))
"""Names by which the location of a page in a browser is known."""
_ENVIRONMENT_READERS: Final = frozenset(("os.getenv", "os.environ.get", "os.Getenv", "java.lang.System.getenv"))
"""Functions that return a variable of the environment, or their second argument."""

Texts = tuple[str, ...]
"""Alternatives, with a `HOLE` for each unknown part. Empty where the whole text is unknown."""

UNKNOWN: Final[Texts] = ()


class TextReader:
    """Reader of the texts that expressions may be."""

    def __init__(
        self, evaluator: Evaluator, constants: Mapping[str, str],
        list_passed: Callable[[int, int], Sequence[tuple[int, int]]],
    ) -> None:  # fmt: skip
        """Create a reader for a program.

        `constants` has the texts of libraries' constants by full name. `list_passed` returns the expressions that calls
        pass for a parameter.
        """
        self._evaluator = evaluator
        self._constants = constants
        self._list_passed = list_passed
        self._program = evaluator.program
        self.reverse: Callable[[int, Expr], Texts | None] | None = None
        """Returns the texts of a call that builds a path from a route's name, None for any other call."""
        self._arguments: dict[tuple[int, int, int], Texts] = {}  # of the calls that are being read, by parameter
        self.is_request = False  # reads a request: parameters have all values that calls pass, variables stay
        self.is_prefix = False  # reads a prefix, and leaves out parts that are empty unless configured
        self.is_choice = False  # some text is one of several, of which only one may be meant

    def _get(self, file: int, index: int) -> Expr:
        return self._program.exprs[file][index]

    def get_facts(self, file: int) -> FileFacts:
        """Return the facts of a file."""
        return self._program.files[file]

    def read(self, file: int, index: int, depth: int = 0) -> Texts:
        """Return the texts of an expression."""
        expr = self._get(file, index)
        op = expr[0]
        if depth > MAX_DEPTH:
            return UNKNOWN
        if self.is_prefix and op in _REFERRING_OPS and self._is_left_out(file, index):
            return ("",)
        if self.is_request and op in _READING_OPS and self._is_environment(file, expr):
            return self._read_default(file, expr, depth)
        if self.is_request and op == ops.ATTR and self._is_own_origin(file, expr):
            return ("",)
        if op == ops.LITERAL:
            if self._program.semantics[file].types.has_quoted_texts:
                return (_strip_quotes(str(expr[2])),)
            return (str(expr[2]),) if expr[1] in ops.TEXTUAL else (str(expr[2]) or HOLE,)
        if op == ops.TEMPLATE:
            return self._concatenate([self.read(file, part, depth + 1) for part in expr[2]])
        if op == ops.OPERATOR:
            return self._read_operation(file, expr, depth)
        if op == ops.CALL:
            return self._read_call(file, index, expr, depth)
        if op == ops.UNION:
            return self._choose(self.read(file, part, depth + 1) for part in self._list_parts(file, expr))
        if op == ops.PARAM and (file, *expr[1:]) in self._arguments:
            return self._arguments[file, *expr[1:]]
        if op in (ops.FLOW, ops.DECLARED):
            return self.read(file, expr[2], depth + 1)
        if op == ops.ITER:
            return _join(self.read(of, each, depth + 1) for of, each in self.list_elements(file, expr[1], depth))
        if op == ops.ITEM:
            return _join(
                self._read_item(of, each, expr, depth) for of, each in self._list_containers(file, expr[1], depth)
            )
        if op in (ops.CONST, ops.AWAIT):
            return self.read(file, expr[1], depth + 1)
        found = self._read_named(file, index, expr, depth)
        if found or op != ops.PARAM or not self.is_request:
            return found
        return self._choose(self.read(of, each, depth + 2) for of, each in self._list_passed(file, index))

    def _list_parts(self, file: int, expr: Expr) -> Sequence[int]:
        """Return the alternatives of a union.

        A request has the property that is written out, unless an object that is spread after it has another one.
        """
        parts: Sequence[int] = expr[1:]
        if not self.is_request:
            return parts
        return [part for part in parts if self._get(file, part)[0] != ops.OVERRIDDEN] or parts

    def _is_left_out(self, file: int, index: int, depth: int = 0) -> bool:
        """Return whether a text is empty unless something is configured.

        One of its alternatives is empty, and the others are unknown.
        """
        expr = self._get(file, index)
        if depth > MAX_DEPTH:
            return False
        if expr[0] in (ops.FLOW, ops.DECLARED):
            return self._is_left_out(file, expr[2], depth + 1)
        if expr[0] == ops.LITERAL:
            return not expr[2]
        parts: list[tuple[int, int]] = [(file, part) for part in expr[1:]] if expr[0] == ops.UNION else []
        if expr[0] == ops.PARAM:
            if self._has_empty_default(file, expr):
                return not any(self._is_known(*part) for part in self._list_passed(file, index))
            local: int = expr[1]
            position: int = expr[2]
            default = self.get_facts(file).params[local][position].default
            parts = [*([(file, default)] if default else ()), *self._list_passed(file, index)]
        elif expr[0] in (ops.ATTR, ops.NAME, ops.VAR):
            parts = list_values(self._evaluator, file, index)
        left_out = [part for part in parts if self._is_left_out(*part, depth + 1)]
        return bool(left_out) and not any(self._is_known(*part) for part in parts if part not in left_out)

    def _has_empty_default(self, file: int, expr: Expr) -> bool:
        """Return whether a parameter has a default without an expression."""
        local: int = expr[1]
        position: int = expr[2]
        facts = self.get_facts(file)
        param = facts.params[local][position]
        is_given = any(each.name == param.name and each.default for each in facts.symbols[local].parameters)
        return is_given and not param.default

    def _is_known(self, file: int, index: int) -> bool:
        self.is_prefix = False
        texts = self.read(file, index)
        self.is_prefix = True
        return any(HOLE not in text for text in texts)

    def _is_environment(self, file: int, expr: Expr) -> bool:
        """Return whether an expression reads a variable of the environment."""
        names = self._list_external_names(file, expr[1])
        if expr[0] == ops.CALL:
            return any(name in _ENVIRONMENT_READERS for name in names)
        base = self._get(file, expr[1])
        if base[0] != ops.ATTR or base[2] != "env":
            return "os.environ" in names
        owner = self._get(file, base[1])
        if owner[0] != ops.NAME or owner[1] != "process":
            return owner[0] == ops.NAME and owner[1] == "import.meta"
        return not self._is_bound(file, base[1])

    def _is_own_origin(self, file: int, expr: Expr) -> bool:
        """Return whether an expression is the origin of a page: `window.location.origin`."""
        index: int = expr[1]
        location = self._get(file, index)
        if expr[2] != "origin" or location[0] not in (ops.ATTR, ops.NAME):
            return False
        if location[0] == ops.ATTR:
            index = location[1] if location[2] == "location" else 0
        root = self._get(file, index)
        known = _PAGES if location[0] == ops.ATTR else ("location",)
        return root[0] == ops.NAME and root[1] in known and not self._is_bound(file, index)

    def _is_bound(self, file: int, index: int) -> bool:
        """Return whether the tree defines a name."""
        refs = self._evaluator.names.look_up(file, index)[0].refs
        return any(0 <= place < self._program.tree for place, _ in refs)

    def _list_external_names(self, file: int, index: int) -> list[str]:
        return [atom.name for atom in self._evaluator.value(file, index) if isinstance(atom, EXTERNAL)]

    def _read_default(self, file: int, expr: Expr, depth: int) -> Texts:
        """Return the texts of a variable of the environment, with its default."""
        given: Sequence[int] = expr[2] if expr[0] == ops.CALL else ()
        found = self.read(file, given[1], depth + 1) if len(given) > 1 else UNKNOWN
        variable = make_variable(self._read_variable_name(file, expr, depth))
        return tuple(put_default(variable, text) for text in found) if found and all(found) else (variable,)

    def _read_variable_name(self, file: int, expr: Expr, depth: int) -> str:
        """Return the name of a variable of the environment, "" where it is computed."""
        if expr[0] == ops.ATTR:
            return str(expr[2])
        given: Sequence[int] = expr[2] if expr[0] == ops.CALL else (expr[2],)
        texts = self.read(file, given[0], depth + 1) if given else UNKNOWN
        return texts[0] if len(texts) == 1 and texts[0].isidentifier() else ""

    def read_bound(self, file: int, call: Expr, called: Function, index: int) -> Texts:
        """Return the texts of an expression of a function for one call of it.

        `file` contains the call. The expression is in the file of the function.
        """
        before = dict(self._arguments)
        self._bind_arguments(file, call, called)
        texts = self.read(self._program.locate(called.gid)[0], index)
        self._arguments = before
        return texts

    def list_elements(self, file: int, index: int, depth: int = 0) -> list[tuple[int, int]]:
        """Return the elements of a list that is written out, or wrapped by a constructor."""
        expr = self._get(file, index)
        op = expr[0]
        if depth > MAX_DEPTH:
            return []
        if (parts := list_parts(expr)) is not None:
            return [(file, part) for part in parts]
        if op == ops.NEW and len(expr[2]) == 1:
            return self.list_elements(file, expr[2][0], depth + 1)
        if op in (ops.FLOW, ops.DECLARED):
            return self.list_elements(file, expr[2], depth + 1)
        if op == ops.CONST:
            return self.list_elements(file, expr[1], depth + 1)
        values = self._list_values(file, index, expr)
        return self.list_elements(*values[0], depth + 1) if len(values) == 1 else []

    def read_list(self, file: int, index: int, depth: int = 0) -> list[tuple[int, int, Texts]]:
        """Return the elements of a list with their texts.

        Elements of lists that are spread into it, or mapped, are among them.
        """
        expr = self._get(file, index)
        if depth > MAX_DEPTH:
            return [(file, index, UNKNOWN)]
        mapped = self._read_mapped(file, expr, depth) if expr[0] == ops.CALL else None
        if mapped is not None:
            return mapped
        found: list[tuple[int, int, Texts]] = []
        elements = self.list_elements(file, index, depth)
        if not elements and list_parts(expr) is None:
            return [(file, index, UNKNOWN)]
        for of, element in elements:
            inner = self._get(of, element)
            if inner[0] == ops.SPREAD:
                found += self.read_list(of, inner[1], depth + 1)
            else:
                found.append((of, element, self.read(of, element, depth + 1)))
        return found

    def _read_mapped(self, file: int, expr: Expr, depth: int) -> list[tuple[int, int, Texts]] | None:
        """Return the results of `list.map(function)` with their texts, else None."""
        callee = self._get(file, expr[1])
        if callee[0] != ops.ATTR or callee[2] != "map" or len(expr[2]) != 1:
            return None
        functions = [each for each in self._evaluator.value(file, expr[2][0]) if isinstance(each, Function)]
        if len(functions) != 1 or functions[0].gid >= self._program.end:
            return None
        of, local = self._program.locate(functions[0].gid)
        results = self._program.files[of].returns.get(local, ())
        before = dict(self._arguments)
        found: list[tuple[int, int, Texts]] = []
        for _, _, texts in self.read_list(file, callee[1], depth + 1):
            self._arguments[of, local, 0] = texts
            found += ((of, each, self.read(of, each, depth + 1)) for each in results)
        self._arguments = before
        return found

    def _list_values(self, file: int, index: int, expr: Expr) -> list[tuple[int, int]]:
        """Return the expressions that are assigned to a name."""
        if expr[0] not in (ops.NAME, ops.IMPORT, ops.VAR):
            return []
        return list_values(self._evaluator, file, index)

    def _list_containers(self, file: int, index: int, depth: int) -> list[tuple[int, int]]:
        """Return the containers of an item: a value, or each element of a list."""
        expr = self._get(file, index)
        return self.list_elements(file, expr[1], depth + 1) if expr[0] == ops.ITER else [(file, index)]

    def _read_item(self, file: int, index: int, item: Expr, depth: int) -> Texts:
        """Return the texts of one place of a list or tuple that is written out."""
        elements = self.list_elements(file, index, depth + 1)
        position: int = -1 - item[2] if item[3] else item[2]
        try:
            of, element = elements[position]
        except IndexError:
            return UNKNOWN
        return self.read(of, element, depth + 1)

    def _read_operation(self, file: int, expr: Expr, depth: int) -> Texts:
        operands: Sequence[int] = expr[3]
        if expr[2] == "+" and len(operands) == 1:
            return self._concatenate([self.read(file, each, depth + 1) for each in (expr[1], operands[0])])
        if expr[2] == "%" and len(operands) == 1:
            given = self._get(file, operands[0])
            parts: Sequence[int] = given[1:] if given[0] == ops.TUPLE else operands
            texts = [self.read(file, part, depth + 1) for part in parts]
            return _join(self._convert(text, texts) for text in self.read(file, expr[1], depth + 1))
        return UNKNOWN

    def _convert(self, text: str, given: Sequence[Texts]) -> Texts:
        """Return the texts of `text % given`."""
        constant = _CONVERSION.split(text)
        parts: list[Texts] = [(constant[0],)]
        for at, piece in enumerate(constant[1:]):
            parts += (given[at] if at < len(given) else UNKNOWN, (piece,))
        return self._concatenate(parts)

    def _format(self, text: str, given: Sequence[Texts], named: Mapping[str, Texts]) -> Texts:
        """Return the texts of `text.format(…)`."""
        parts: list[Texts] = []
        at = 0
        for position, field in enumerate(_FORMAT_FIELD.finditer(text)):
            key = field[0][1:-1]
            number = int(key) if key.isdecimal() else position if not key else -1
            value = given[number] if 0 <= number < len(given) else named.get(key, UNKNOWN)
            parts += ((text[at : field.start()],), value)
            at = field.end()
        return self._concatenate([*parts, (text[at:],)])

    def _read_call(self, file: int, index: int, expr: Expr, depth: int) -> Texts:
        reversed_texts = self.reverse(file, expr) if self.reverse is not None else None
        if reversed_texts is not None:
            return reversed_texts
        callee = self._get(file, expr[1])
        if callee[0] == ops.ATTR and callee[2] in _CUTTING_MEMBERS and len(expr[2]) == 1:
            start = self._get(file, expr[2][0])
            if start[0] == ops.LITERAL and start[2].isdecimal():
                return tuple(HOLE if HOLE in t else t[int(start[2]) :] for t in self.read(file, callee[1], depth + 1))
        if callee[0] == ops.ATTR and callee[2] == _SPRINTF and self._is_sprintf(file, expr[1]):
            texts = [self.read(file, part, depth + 1) for part in expr[2][1:]]
            return _join(self._convert(text, texts) for text in self.read(file, expr[2][0], depth + 1))
        if callee[0] == ops.ATTR and callee[2] == "format":
            given = [self.read(file, part, depth + 1) for part in expr[2]]
            named = {name: self.read(file, part, depth + 1) for name, part in expr[3]}
            return _join(self._format(text, given, named) for text in self.read(file, callee[1], depth + 1))
        return self._read_result(file, expr, depth) or self._read_value(file, index)

    def _is_sprintf(self, file: int, callee: int) -> bool:
        """Return whether a callee is the function of Go's library that formats a text."""
        return any(isinstance(a, EXTERNAL) and a.name == f"fmt.{_SPRINTF}" for a in self._evaluator.value(file, callee))

    def _read_result(self, file: int, expr: Expr, depth: int) -> Texts:
        """Return the texts that a function of the tree returns for a call's arguments."""
        called = self._evaluator.value(file, expr[1])
        if len(called) != 1 or not isinstance(called[0], Function) or called[0].gid >= self._program.end:
            return UNKNOWN
        of, local = self._program.locate(called[0].gid)
        facts = self._program.files[of]
        if (of, local, -1) in self._arguments:
            return UNKNOWN  # recursion
        before = dict(self._arguments)
        self._bind_arguments(file, expr, called[0], depth)
        texts = self._choose(self.read(of, each, depth + 1) for each in facts.returns.get(local, ()))
        self._arguments = before
        return texts

    def _bind_arguments(self, file: int, expr: Expr, called: Function, depth: int = 0) -> None:
        """Record the texts that a call passes for the parameters of a function."""
        of, local = self._program.locate(called.gid)
        facts = self._program.files[of]
        written: list[Texts] = [self.read(file, each, depth + 1) for each in expr[2]]
        named = {name: self.read(file, each, depth + 1) for name, each in expr[3]}
        has_receiver = self._evaluator.calls.has_receiver_parameter(of, facts.symbols[local].flags)
        shift = 1 if called.receiver is not None and has_receiver else 0
        self._arguments[of, local, -1] = UNKNOWN
        for position, param in enumerate(facts.params.get(local, ())):
            at = position - shift
            given = written[at] if 0 <= at < len(written) and not param.variadic else named.get(param.name)
            if given is None and param.default:
                given = self.read(of, param.default, depth + 1)
            self._arguments[of, local, position] = given or UNKNOWN

    def _read_named(self, file: int, index: int, expr: Expr, depth: int) -> Texts:
        """Return the texts of all values that are assigned to a name or a member."""
        evaluator, op = self._evaluator, expr[0]
        if op in (ops.NAME, ops.IMPORT):
            found: Binding = (
                evaluator.names.look_up(file, index)[0] if op == ops.NAME else evaluator.scopes.imported(file, expr[1])
            )
            if found.refs and not found.atoms:
                return self._choose(self._read_symbol(at, depth) if of < 0 else self.read(of, at, depth + 1)
                             for of, at in found.refs)  # fmt: skip
        if op == ops.VAR:
            return self._read_symbol(self._program.offsets[file] + expr[1], depth)
        if op == ops.ATTR:
            named = [each.gid for each in evaluator.entities(file, index) if isinstance(each, NamedSymbol)]
            if named:
                return self._choose(self._read_symbol(gid, depth) for gid in named)
            member = self._find_member(file, expr, depth)
            if member is not None:
                return self.read(*member, depth + 1)
        texts = self._read_value(file, index)
        if op == ops.FIRST and not texts:  # the receivers are unknown
            return self.read(file, expr[-1], depth + 1)
        return texts

    def _find_member(self, file: int, expr: Expr, depth: int) -> tuple[int, int] | None:
        """Return the value of a member of an object that is written out."""
        found_object = self._find_object(file, expr[1], depth + 1)
        if found_object is None:
            return None
        of, at = found_object
        found = find_property(self._program.files[of], at, expr[2])
        return (of, found) if found else None

    def _find_object(self, file: int, index: int, depth: int) -> tuple[int, int] | None:
        """Return the object that is the value of a constant or of its member."""
        expr = self._get(file, index)
        if expr[0] == ops.OBJECT:
            return file, index
        if depth > MAX_DEPTH:
            return None
        if expr[0] in (ops.FLOW, ops.DECLARED, ops.CONST):
            return self._find_object(file, expr[1] if expr[0] == ops.CONST else expr[2], depth + 1)
        if expr[0] == ops.ATTR:
            member = self._find_member(file, expr, depth + 1)
            return self._find_object(*member, depth + 1) if member is not None else None
        values = self._list_values(file, index, expr)
        return self._find_object(*values[0], depth + 1) if len(values) == 1 else None

    def _read_symbol(self, gid: int, depth: int) -> Texts:
        if gid >= self._program.end:  # of a prelude
            text = self._constants.get(self._program.get_symbol(gid).qualname)
            return UNKNOWN if text is None else (text,)
        file, local = self._program.locate(gid)
        values = self._program.files[file].values.get(local, ())
        return self._choose(self.read(file, each, depth + 1) for each in values)

    def _read_value(self, file: int, index: int) -> Texts:
        """Return the texts among the abstract values of an expression."""
        atoms = self._evaluator.value(file, index)
        if len(atoms) == 1 and isinstance(atoms[0], EXTERNAL) and atoms[0].name in self._constants:
            return (self._constants[atoms[0].name],)
        texts = tuple(self._read_atom(file, atom) for atom in atoms if isinstance(atom, LiteralValue))
        self.is_choice = self.is_choice or len(texts) > 1
        return texts if len(texts) == len(atoms) <= MAX_TEXTS else UNKNOWN

    def _read_atom(self, file: int, atom: LiteralValue) -> str:
        return _strip_quotes(atom.text) if self._program.semantics[file].types.has_quoted_texts else atom.text

    def _choose(self, parts: Iterable[Texts]) -> Texts:
        """Return the texts of several expressions, of which one is meant."""
        texts = _join(parts)
        if self.is_request and len(texts) > 1:  # what is written out is the default of a variable of the environment
            variables = [text for text in texts if is_variable(text)]
            texts = tuple(text for text in texts if not is_variable(text))
            if len(variables) == 1:
                texts = tuple(put_default(variables[0], text) for text in texts)
        self.is_choice = self.is_choice or len(texts) > 1
        return texts

    def _concatenate(self, parts: Iterable[Texts]) -> Texts:
        found: list[Texts] = [part or (HOLE,) for part in parts]
        count = 1
        for part in found:
            count *= len(part)
        if count > MAX_TEXTS:
            found = [part if len(part) == 1 else (HOLE,) for part in found]
        return tuple(dict.fromkeys("".join(each) for each in product(*found)))


def _strip_quotes(text: str) -> str:
    """Return the text between the quotes of a literal.

    It is a hole where the literal has escapes, or the facts do not have its text.
    """
    is_plain = len(text) > 1 and text[0] == text[-1] and (text[0] == "`" or (text[0] == '"' and "\\" not in text))
    return text[1:-1] if is_plain else text if text.isdigit() else HOLE


def _join(parts: Iterable[Texts]) -> Texts:
    """Return all alternatives, UNKNOWN where one part is unknown."""
    found: list[Texts] = list(parts)
    texts = tuple(dict.fromkeys(text for part in found for text in part))
    return texts if found and all(found) and len(texts) <= MAX_TEXTS else UNKNOWN
