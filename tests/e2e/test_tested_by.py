"""Tests that a change of one function needs, in small projects.

Each project shows one way in which tests run code.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.impact.closure import Closure, Seeds
from codegraph.query.index import Index
from codegraph.settings.config import Config

SHAPES = """
    import registry

    class Shape:
        def area(self):
            return 0
        def describe(self):
            return self.area()
        def __repr__(self):
            return "shape"

    class Square(Shape):
        def area(self):
            return 1

    class Circle(Shape):
        def area(self):
            return 3
        def on_event(self):
            return 4

    def largest(shapes):
        best = None
        for shape in shapes:
            best = pick(best, shape)
        return best

    def pick(best, shape):
        return max(best.size(), shape.size())

    class Sized:
        def size(self):
            return 2

    def upper(value):
        return value.upper()

    def lower(value):
        return value.lower()

    FILTERS = {"upper": upper}

    def apply(name, value):
        return FILTERS[name](value)

    def validate(context, value):
        return value

    @registry.option(callback=validate)
    def command(value):
        return value
"""
REGISTRY = """
    def option(callback):
        def wrap(function):
            return function
        return wrap
"""
CONFTEST = """
    import pytest, shapes

    @pytest.fixture
    def quiet():
        shapes.lower("A")

    @pytest.fixture(autouse=True)
    def everywhere():
        shapes.upper("a")
"""
TESTS = """
    import copy
    import pytest, shapes

    def test_square():
        assert shapes.Square().describe() == 1

    def test_circle():
        assert shapes.Circle().describe() == 3

    def test_plain():
        assert repr(shapes.Shape()) == "shape"

    def test_largest():
        assert shapes.largest([shapes.Sized(), shapes.Sized()])

    def test_filter():
        assert shapes.apply("upper", "a") == "A"

    def test_command():
        assert shapes.command(1) == 1

    @pytest.mark.usefixtures("quiet")
    def test_quiet():
        pass

    def test_typed(quiet: None):
        pass

    class TestWithSetup:
        def setup_method(self):
            self.made = shapes.Sized()

        def test_made(self):
            assert self.made
"""


ORDERS = """
    from abc import ABC, abstractmethod

    class Store(ABC):
        @abstractmethod
        def load(self): ...
        def name(self):
            return "store"

    class Disk(Store):
        def load(self):
            return 1

    class Cloud(Store):
        def load(self):
            return 2

    class Report:
        def render(self):
            return "report"

    class Desk:
        report_class = Report
        def show(self):
            return self.made().render()
        def made(self):
            return getattr(self, "report_" + "class")()

    def show(desk):
        return desk.report_class()

    def total(store):
        assert isinstance(store, Store)
        return price(store.load())

    def price(value):
        return value

    BACKENDS = ["orders.Plugin"]

    class Plugin:
        def start(self):
            return 5

    def started():
        return len(BACKENDS)
"""
ORDER_TESTS = """
    import orders

    def test_disk():
        assert orders.total(orders.Disk()) == 1

    def test_cloud():
        assert orders.total(orders.Cloud()) == 2

    def test_patched(mocker):
        mocker.patch("orders.price", return_value=7)
        assert orders.total(orders.Disk()) == 7

    def test_patched_attribute(monkeypatch):
        monkeypatch.setattr(orders, "price", lambda value: 8)
        assert orders.total(orders.Disk()) == 8

    def test_watched(mocker):
        mocker.patch("orders.price", wraps=orders.price)
        assert orders.total(orders.Disk()) == 1

    def test_desk():
        assert orders.show(orders.Desk())

    def test_started():
        assert orders.started() == 1
"""

PRICES = """
    import queue

    class Line(queue.Queue):
        def shorten(self):
            return self.get()

    class LastLine(Line):
        def get(self):
            return 7

    class Money:
        def __mul__(self, times):
            return self

        def __setitem__(self, key, value):
            self.cents = value

    class Till(dict):
        def clear(self):
            return 6

    def handled(thing):
        thing.clear()
        return thing * 2
"""
PRICE_TESTS = """
    import prices

    def test_money():
        assert prices.handled(prices.Money())

    def test_money_alone():
        assert prices.Money()

    def test_money_set():
        prices.Money()["cents"] = 3

    def test_line():
        assert prices.Line().shorten()

    def test_last_line():
        assert prices.LastLine().shorten()

    def test_last_line_alone():
        assert prices.LastLine().get()

    def test_last_line_made():
        assert prices.LastLine()

    def test_till():
        assert prices.handled(prices.Till())

    def test_till_alone():
        assert prices.Till()

    def test_others():
        assert prices.handled([1]) and prices.handled({1}) and prices.handled({1: 2})
"""

PLANS = """
    class Press(type):
        def __new__(mcs, name, bases, members):
            members["__items__"] = {}
            return super().__new__(mcs, name, bases, members)

    class Coin(metaclass=Press):
        pass

    class Stamp(type):
        def __new__(mcs, name, bases, members):
            return super().__new__(mcs, name, bases, members)

    class Seal(metaclass=Stamp):
        pass

    class Step:
        def then(self):
            return Step()
"""
PLAN_TESTS = """
    import plans, pytest

    def test_pressed():
        assert type.__call__(plans.Stamp, "Dime", (), {})

    def test_plan():
        with pytest.raises(ValueError):
            class Plan:
                steps = plans.Step().then()

    def test_planned():
        class Penny(plans.Coin):
            class Tail:
                steps = plans.Step().then()

    def test_no_plan():
        assert plans.Coin
"""

PATCHED = {"test_patched", "test_patched_attribute", "test_watched"}


def written(folder: Path) -> Path:
    files = {
        "shapes.py": SHAPES, "registry.py": REGISTRY, "tests/conftest.py": CONFTEST, "tests/test_shapes.py": TESTS,
        "orders.py": ORDERS, "tests/test_orders.py": ORDER_TESTS,
        "prices.py": PRICES, "tests/test_prices.py": PRICE_TESTS,
        "plans.py": PLANS, "tests/test_plans.py": PLAN_TESTS,
        "other/test_other.py": "def test_other():\n    pass\n",
    }  # fmt: skip
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(dedent(text))
    return folder


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    config = Config(tmp_path_factory.mktemp("home"), workers=1, vectors=False)
    root = written(tmp_path_factory.mktemp("shapes"))
    index_repository(root, config)
    return Index.open(root, config)


def wanted(index: Index, symbol: str) -> set[str]:
    node = index.find_symbol(symbol).node
    closure = Closure(index, Seeds((node,), (), ()))
    return {
        row.name for row in index.list_symbols(hit.node for hit in closure.list_tests()) if row.name.startswith("test_")
    }


def test_an_override_is_run_by_the_tests_that_construct_its_class(index: Index) -> None:
    assert wanted(index, "Square.area") == {"test_square"}
    assert wanted(index, "Circle.area") == {"test_circle"}


def test_a_replaced_method_is_not_run_where_all_objects_replace_it(index: Index) -> None:
    assert wanted(index, "Shape.area") == set()
    assert wanted(index, "Shape.describe") == {"test_square", "test_circle"}


def test_a_call_of_an_abstract_method_runs_what_the_test_constructs(index: Index) -> None:
    assert wanted(index, "Cloud.load") == {"test_cloud"}


def test_what_a_test_replaces_it_does_not_run(index: Index) -> None:
    assert wanted(index, "orders.py::price") == {"test_disk", "test_cloud", "test_watched"}


def test_an_asked_type_is_not_thereby_constructed(index: Index) -> None:
    assert wanted(index, "Store.name") == {"test_disk", "test_cloud", *PATCHED}


def test_a_class_that_a_field_holds_is_constructed_where_the_field_is_used_of_who_knows_what(index: Index) -> None:
    assert wanted(index, "Report.render") == {"test_desk"}


def test_a_class_that_is_named_by_a_string_is_used(index: Index) -> None:
    assert "test_started" in wanted(index, "Plugin.start")


def test_a_method_that_nothing_names_is_run_where_its_class_is_constructed(index: Index) -> None:
    assert wanted(index, "Circle.on_event") == {"test_circle"}


def test_a_function_runs_the_bodies_of_its_own_classes(index: Index) -> None:
    assert wanted(index, "Step.then") == {"test_plan", "test_planned"}


def test_the_class_of_a_class_runs_where_such_a_class_is_made(index: Index) -> None:
    assert wanted(index, "Press.__new__") == {"test_planned"}


def test_what_an_import_runs_unseen_something_unseen_may_run_again(index: Index) -> None:
    assert "test_pressed" in wanted(index, "Stamp.__new__")


def test_a_protocol_needs_the_function_behind_it(index: Index) -> None:
    assert wanted(index, "Shape.__repr__") == {"test_plain"}


def test_a_method_of_an_operator_needs_such_an_operator_on_who_knows_what(index: Index) -> None:
    assert wanted(index, "Money.__mul__") == {"test_money"}


def test_a_method_of_syntax_is_run_where_that_syntax_stands(index: Index) -> None:
    assert wanted(index, "Money.__setitem__") == {"test_money_set"}


def test_a_member_of_a_library_is_what_the_class_of_the_object_has_for_it(index: Index) -> None:
    assert wanted(index, "LastLine.get") == {"test_last_line", "test_last_line_alone"}


def test_a_plain_type_of_the_language_calls_nothing_of_what_derives_from_it(index: Index) -> None:
    assert wanted(index, "Till.clear") == {"test_till"}


def test_an_unknown_receiver_is_one_of_the_objects_that_the_test_makes(index: Index) -> None:
    assert wanted(index, "Sized.size") == {"test_largest"}


def test_what_a_table_names_is_run_by_the_users_of_the_table(index: Index) -> None:
    assert "test_filter" in wanted(index, "shapes.upper")


def test_a_callback_in_a_decorator_is_run_with_what_is_decorated(index: Index) -> None:
    assert wanted(index, "shapes.validate") == {"test_command"}


def test_fixtures_are_run_by_the_tests_that_ask_for_them_in_any_way(index: Index) -> None:
    assert wanted(index, "shapes.lower") == {"test_quiet", "test_typed"}


def test_automatic_fixtures_are_run_by_every_test_below(index: Index) -> None:
    found = wanted(index, "everywhere")
    assert {"test_square", "test_quiet", "test_made"} <= found
    assert "test_other" not in found


def test_a_method_that_sets_up_is_run_by_the_tests_of_its_class(index: Index) -> None:
    assert wanted(index, "TestWithSetup.setup_method") == {"test_made"}


def test_a_module_is_run_by_the_tests_that_run_anything_of_it(index: Index) -> None:
    node = next(row.node for row in index.list_file_symbols("shapes.py") if row.parent < 0)
    found = {row.name for row in index.list_symbols(Closure(index, Seeds((node,), (), ())).tested.find_tests([node]))}
    assert {"test_square", "test_filter"} <= found
    assert "test_other" not in found


def test_what_is_kept_beside_the_index_answers_as_what_was_made(index: Index) -> None:
    node = index.find_symbol("Sized.size").node
    first, second = (Closure(index, Seeds((node,), (), ())).tested for _ in range(2))
    every = np.arange(first.runs.row.max() + 1, dtype=np.int32)
    assert every.size > 1
    assert np.array_equal(first.runs.bits[every], second.runs.bits[every])
    assert first.find_tests([node]) == second.find_tests([node])
