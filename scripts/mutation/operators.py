"""Mutation operators: where a source can be broken in one small way, and how."""

from __future__ import annotations

import ast
import difflib
from dataclasses import dataclass
from typing import Final
from zlib import crc32

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Mutant:
    """A source file that is broken in one place."""

    path: str
    operator: str
    line: int  # 1-based: the first line that differs
    last: int  # the last line of what is replaced
    start: int  # byte offsets of what is replaced
    end: int
    replacement: str

    @property
    def id(self) -> str:
        return f"{self.path}:{self.line}:{self.start}:{self.operator}:{crc32(self.replacement.encode()):08x}"

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.replacement.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        """Return the lines that differ, without file names and context."""
        lines = difflib.unified_diff(
            source.decode().splitlines(), self.apply(source).decode().splitlines(), lineterm="", n=0
        )
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def list_mutants(path: str, source: bytes) -> list[Mutant]:
    """List all mutants of a file in the order of their places.

    What no run executes is left alone: annotations, docstrings, imports for type checkers. So are decorators and
    `assert`, and what merely describes: literals outside functions, and default texts."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    found = {(mutant.start, mutant.end, mutant.replacement): mutant for mutant in reversed(finder.found)}
    return sorted(found.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.operator))


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.functions = 0  # around the present node
        self.found: list[Mutant] = []

    def find_span(self, first: ast.AST, last: ast.AST | None = None) -> tuple[int, int]:
        """Return the byte offsets of a node, or from one to another."""
        end = last or first
        start = self.lines[first.lineno - 1] + first.col_offset  # type: ignore[attr-defined]
        return start, self.lines[end.end_lineno - 1] + end.end_col_offset  # type: ignore[attr-defined]

    def get_text(self, node: ast.AST) -> str:
        start, end = self.find_span(node)
        return self.source[start:end].decode()

    def add(self, operator: str, node: ast.AST, replacement: str) -> None:
        start, end = self.find_span(node)
        line: int = node.lineno  # type: ignore[attr-defined]
        last: int = node.end_lineno  # type: ignore[attr-defined]
        self.found.append(Mutant(self.path, operator, line, last, start, end, replacement))

    def exchange(self, operator: str, node: ast.expr, new: ast.expr) -> None:
        if ast.unparse(new) != ast.unparse(node):
            self.add(operator, node, f"({ast.unparse(new)})")

    # ---- what is left alone

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self.negate(node.test)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave it alone: it holds whatever the input is."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave it alone: its parts have no places of their own."""

    # ---- statements

    def visit_FunctionDef(self, node: Function) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None and not isinstance(getattr(default, "value", None), str):
                self.visit(default)
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        if len(body) > 1:
            start, _ = self.find_span(body[0])
            indent = " " * body[0].col_offset
            self.found.append(
                Mutant(self.path, "early return", body[0].lineno, body[0].lineno, start, start, f"return\n{indent}")
            )
        self.functions += 1
        for statement in body:
            self.visit(statement)
        self.functions -= 1

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.visit(statement)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            return
        if not (isinstance(node.value, ast.Constant) and node.value.value in (None, False)):
            self.add("return None", node.value, "None")
        self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        self.remove(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets):
            self.remove(node)
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.remove(node)
        self.visit(node.value)

    def visit_Break(self, node: ast.Break) -> None:
        self.remove(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.remove(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.remove(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.remove(node)

    def remove(self, node: ast.stmt) -> None:
        if self.functions:
            self.add("removed statement", node, "pass")

    # ---- expressions

    def negate(self, test: ast.expr) -> None:
        """Negate a condition that no other operator turns round."""
        is_turned = isinstance(test, ast.UnaryOp) or (isinstance(test, ast.Compare) and len(test.ops) == 1)
        if not is_turned:
            self.add("negated condition", test, f"(not ({self.get_text(test)}))")

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.negate(test)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for at, operator in enumerate(node.ops):
            other = [*node.ops[:at], COMPARISONS[type(operator)](), *node.ops[at + 1 :]]
            self.exchange("comparison", node, ast.Compare(node.left, other, node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.exchange("boolean", node, ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.exchange("boolean", node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = ARITHMETIC.get(type(node.op))
        if other is not None and self.functions:
            self.exchange("arithmetic", node, ast.BinOp(node.left, other(), node.right))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if not self.functions:
            return
        if isinstance(value, bool):
            self.add("constant", node, str(not value))
        elif isinstance(value, int):
            self.add("constant", node, str(value + 1))
        elif isinstance(value, str):
            self.add("constant", node, repr(f"{value}x"))

    def visit_Call(self, node: ast.Call) -> None:
        first, *others = node.args or [None]
        if first is not None and others and not any(isinstance(each, ast.Starred) for each in (first, others[0])):
            swapped = [others[0], first, *others[1:]]
            self.exchange("swapped arguments", node, ast.Call(node.func, swapped, node.keywords))
        self.generic_visit(node)
