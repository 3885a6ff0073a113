"""A pytest plugin that breaks functions one at a time and writes which tests fail.

It runs inside the suite's own interpreter: `pytest -p impact_truth.mutants` with IMPACT_ROOT, IMPACT_OUT and
IMPACT_PLAN set; the plan is a JSON list of [file, first line, qualified name, how, [test node ids]]. After collection
every mutant gets a fork of the process, in which the function's code is exchanged: `raise` raises at entry, `swap`
returns something else. All tests run in a fork with the unbroken code before: what fails anyway does not count.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import signal
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

import pytest

ROOT = os.path.realpath(os.environ["IMPACT_ROOT"])
SECONDS = 20
"""A mutant that runs longer is given up; what failed till then counts."""


class Broken(ast.NodeTransformer):
    """Transformer that changes the function at `line` and keeps its closure."""

    def __init__(self, line: int, name: str, how: str) -> None:
        self.line, self.name, self.how, self.found = line, name, how, False

    def visit_FunctionDef(self, node: Any) -> Any:
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        if first == self.line and node.name == self.name:
            self.found = True
            if self.how == "swap":
                node.body = [Swapped().visit(statement) for statement in node.body]
            else:
                docstring = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
                node.body.insert(1 if docstring else 0, ast.parse("raise RuntimeError('mutant')").body[0])
            return node
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef


class Swapped(ast.NodeTransformer):
    """`return x` gives another value, and still evaluates x."""

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        other = ast.parse("0 if (VALUE) is None else None", mode="eval").body
        assert isinstance(other, ast.IfExp) and isinstance(other.test, ast.Compare)
        other.test.left = node.value
        return ast.copy_location(ast.Return(other), node)

    def visit_FunctionDef(self, node: Any) -> Any:
        return node

    visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = visit_FunctionDef


def iterate_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from iterate_code(constant)


def break_function(path: str, line: int, qualname: str, how: str) -> bool:
    """Replace the code of every live function made from a place.

    The functions around it are replaced, too.
    """
    full = os.path.join(ROOT, path)
    with open(full, encoding="utf-8") as source:
        tree = ast.parse(source.read())
    broken = Broken(line, qualname.rpartition(".")[2], how)
    tree = ast.fix_missing_locations(broken.visit(tree))
    if not broken.found:
        return False
    made = compile(tree, full, "exec", dont_inherit=True)
    new = {(c.co_firstlineno, c.co_qualname): c for c in iterate_code(made)}
    done = False
    same: dict[str, bool] = {}  # whether a name is of this file
    for thing in gc.get_objects():
        if not isinstance(thing, FunctionType):
            continue
        file = thing.__code__.co_filename
        if file not in same:
            same[file] = os.path.realpath(file) == full
        if same[file]:
            name = thing.__code__.co_qualname
            if name == qualname or qualname.startswith(name + ".<locals>."):
                other = new.get((thing.__code__.co_firstlineno, name))
                if other is not None and len(other.co_freevars) == len(thing.__code__.co_freevars):
                    thing.__code__ = other
                    done = True
    return done


def iterate_outcomes(items: list[pytest.Item]) -> Iterator[tuple[str, bool]]:
    """Yield the node ids of tests, and whether they failed."""
    from _pytest.runner import runtestprotocol

    for at, item in enumerate(items):
        following = items[at + 1] if at + 1 < len(items) else None
        reports = runtestprotocol(item, log=False, nextitem=following)
        yield item.nodeid, any(r.failed for r in reports)


def run_in_fork(items: list[pytest.Item], mutant: list[Any] | None) -> list[str] | None:
    """Return node ids that fail in a forked process.

    The result is None when the function could not be broken.
    """
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        with os.fdopen(write, "w") as out:
            signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
            if mutant is not None and not break_function(*mutant[:4]):
                out.write("!")
            else:
                signal.alarm(SECONDS)
                for name, failed in iterate_outcomes(items):
                    if failed:
                        out.write(name + "\n")
                        out.flush()
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        text = told.read()
    os.waitpid(child, 0)
    return None if text == "!" else text.splitlines()


def pytest_runtestloop(session: pytest.Session) -> bool:
    with open(os.environ["IMPACT_PLAN"]) as source:
        plan = json.load(source)
    by_name = {item.nodeid: item for item in session.items}
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    wanted = list(dict.fromkeys(name for mutant in plan for name in mutant[4] if name in by_name))
    sound = set(run_in_fork([by_name[name] for name in wanted], None) or ())  # what fails anyway
    found: list[list[str] | None] = []
    for mutant in plan:
        failed = run_in_fork([by_name[name] for name in mutant[4] if name in by_name and name not in sound], mutant)
        found.append(failed)
        with open(os.environ["IMPACT_OUT"] + ".part", "w") as out:
            json.dump(found, out)
    os.replace(os.environ["IMPACT_OUT"] + ".part", os.environ["IMPACT_OUT"])
    return True
