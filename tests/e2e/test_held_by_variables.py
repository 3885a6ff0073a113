"""Dependents of code in a module or class outside of its functions.

Reports of a change and of a symbol agree on them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.shop import affected, report, to_run

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import ImpactRequest
from codegraph.settings.config import Config

MAKING = """class App:
    def run(self):
        return 1


class Client:
    def __init__(self):
        self.limit = setting("limit")

    def get(self):
        return self.limit


class Names:
    def every(self):
        return []


def setting(name):
    return len(name)


def make():
    return App()


def price():
    return 2


def weight():
    return 3


def step():
    return 4


def rest():
    return 5
"""
APP = """from making import Client, Names, make, price, rest, setting, step

app = make()
client = Client()
PRICES = {
    "one": price,
}
PLAIN = 3


class Shelf:
    names = Names()


def marked(number):
    return lambda function: function


def send(to):
    return to


def start():
    return app


def fetch():
    return send(client)


def cost(kind):
    return PRICES[kind]()


def listed():
    return Shelf.names


@marked(step())
def decorated():
    return 6


def defaulted(size=rest()):
    return size


def plain():
    return PLAIN


setting("once")
"""
TESTS = "\n".join(
    ["import app", *(f"\n\ndef test_{name}():\n    app.{name}({given})" for name, given in (
        ("start", ""), ("fetch", ""), ("cost", '"one"'), ("listed", ""), ("decorated", ""), ("defaulted", ""),
        ("plain", ""),
    )), ""]
)  # fmt: skip
FILES = {"making.py": MAKING, "app.py": APP, "test_app.py": TESTS, "pytest.ini": "[pytest]\n"}

RESTS = {
    "make": ("return App()", {"app", "start"}, {"test_start"}),
    "Client.__init__": ('setting("limit")', {"client", "fetch"}, {"test_fetch"}),
    "setting": ("return len(name)", {"Client.__init__", "client", "fetch"}, {"test_fetch"}),
    "price": ("return 2", {"PRICES", "cost"}, {"test_cost"}),
    "step": ("return 4", {"decorated"}, {"test_decorated"}),
    "rest": ("return 5", {"defaulted"}, {"test_defaulted"}),
    "weight": ("return 3", set(), set()),
}
"""By symbol: a text of its body, what rests on it, and the tests to run."""


@pytest.mark.parametrize("name", RESTS)
def test_a_symbol_and_its_change_have_the_same_dependents_and_tests(tmp_path: Path, config: Config, name: str) -> None:
    text, users, tests = RESTS[name]
    repo = GitRepo.make(tmp_path / "repo", FILES)
    index_repository(repo.root, config)
    context = Context(repo.root, config)
    ask = load_handler(BY_NAME["impact"])
    near = ask(context, ImpactRequest(name)).results
    wanted = ask(context, ImpactRequest(name, tests="pytest")).results
    context.close()
    repo.write({"making.py": MAKING.replace(text, f"{text} or None")})
    of_change = report(repo, config)
    assert {d.symbol.qualname for d in near.dependents if d.symbol.qualname} == users
    assert affected(of_change) - {"app.py"} == users
    assert {d.symbol.qualname for d in wanted.tests} == to_run(of_change) == tests


def test_a_field_of_a_class_leads_to_those_who_use_it(tmp_path: Path, config: Config) -> None:
    repo = GitRepo.make(tmp_path / "repo", FILES)
    index_repository(repo.root, config)
    context = Context(repo.root, config)
    found = load_handler(BY_NAME["impact"])(context, ImpactRequest("Names")).results
    context.close()
    assert {d.symbol.qualname for d in found.dependents} == {"Shelf", "Shelf.names", "listed"}
    assert [d.symbol.qualname for d in found.tests] == ["test_listed"]


def test_the_tests_of_a_symbol_are_those_that_may_run_it(tmp_path: Path, config: Config) -> None:
    repo = GitRepo.make(
        tmp_path / "repo",
        {
            "shapes.py": "class Shape:\n    def area(self):\n        return 0\n\n\n"
            "class Square(Shape):\n    def area(self):\n        return 4\n\n\n"
            "def total(shape: Shape):\n    return shape.area()\n",
            "test_shapes.py": "from shapes import Shape, Square, total\n\n\n"
            "def test_square():\n    assert total(Square()) == 4\n\n\n"
            "def test_shape():\n    assert total(Shape()) == 0\n",
            "pytest.ini": "[pytest]\n",
        },
    )
    index_repository(repo.root, config)
    context = Context(repo.root, config)
    found = load_handler(BY_NAME["impact"])(context, ImpactRequest("Square.area", tests="pytest")).results
    context.close()
    assert [d.symbol.qualname for d in found.tests] == ["test_square"]


def test_a_route_does_not_rest_on_the_other_routes_of_its_application(tmp_path: Path, config: Config) -> None:
    repo = GitRepo.make(
        tmp_path / "repo",
        {
            "web.py": "from fastapi import FastAPI\n\napp = FastAPI()\n\n\n"
            '@app.get("/one")\ndef one():\n    return 1\n\n\n'
            '@app.get("/two")\ndef two():\n    return 2\n\n\n'
            "def serve():\n    return app\n",
            "test_web.py": "from fastapi.testclient import TestClient\nfrom web import one, serve\n\n\n"
            "def test_one():\n    assert one() == 1\n\n\n"
            'def test_two():\n    assert TestClient(serve()).get("/two")\n\n\n'
            "def test_served():\n    assert serve()\n",
            "pytest.ini": "[pytest]\n",
        },
    )
    index_repository(repo.root, config)
    context = Context(repo.root, config)
    ask = load_handler(BY_NAME["impact"])
    found = ask(context, ImpactRequest("two")).results
    wanted = ask(context, ImpactRequest("two", tests="pytest")).results
    context.close()
    assert {d.symbol.qualname for d in found.dependents if d.symbol.qualname} == {"http:GET /two"}
    assert [d.symbol.qualname for d in wanted.tests] == ["test_two"]
