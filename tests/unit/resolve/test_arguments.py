"""Arguments of a call paired with the parameters that take them."""

from __future__ import annotations

import pytest

from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.program.program import Program
from codegraph_parsers import extract
from codegraph_parsers.file_facts import SourceFile, SymbolKind

FUNCTION = (SymbolKind.FUNCTION, SymbolKind.METHOD)


def match(
    definition: str, *arguments: str, path: str = "a.py", language: str = "python", bound: bool = False, **keywords: str
) -> list[tuple[str, str]]:
    """Pair arguments with the parameters of the only function of a text: (parameter, argument)."""
    facts = extract.parse(SourceFile(path, definition.encode(), language, path))
    program = Program([facts], {})
    (local,) = (at for at, symbol in enumerate(facts.symbols) if symbol.kind in FUNCTION)
    pairs = Evaluator(program).calls.match_arguments(
        program.offsets[0] + local, bound, arguments, tuple(keywords.items())
    )
    for position, param, _ in pairs:
        assert facts.params[local][position] == param
    return [(param.name, argument) for _, param, argument in pairs]


def test_arguments_go_to_parameters_in_order():
    assert match("def f(a, b): pass", "one", "two") == [("a", "one"), ("b", "two")]


def test_arguments_that_no_parameter_takes_are_left_out():
    assert match("def f(a): pass", "one", "two") == [("a", "one")]
    assert match("def f(): pass", "one", key="two") == []


def test_a_rest_parameter_takes_every_argument_that_is_left():
    assert match("def f(a, *rest): pass", "one", "two", "three") == [("a", "one"), ("rest", "two"), ("rest", "three")]
    assert match("def f(a, *rest): pass", "one") == [("a", "one")]


def test_a_rest_parameter_takes_every_argument_in_another_language():
    found = match("function f(a, ...rest) {}", "one", "two", "three", path="a.js", language="javascript")
    assert found == [("a", "one"), ("rest", "two"), ("rest", "three")]


def test_a_keyword_goes_to_the_parameter_of_its_name_wherever_it_stands():
    assert match("def f(a, b=1, c=2): pass", "one", c="three") == [("a", "one"), ("c", "three")]
    assert match("def f(*rest, last): pass", "one", "two", last="end") == [
        ("rest", "one"),
        ("rest", "two"),
        ("last", "end"),
    ]


def test_a_keyword_rest_parameter_takes_the_keywords_that_no_other_does():
    found = match("def f(a, **options): pass", "one", b="two", c="three")
    assert found == [("a", "one"), ("options", "two"), ("options", "three")]


def test_a_keyword_rest_parameter_takes_no_argument_by_position():
    assert match("def f(a, **options): pass", "one", "two") == [("a", "one")]


@pytest.mark.parametrize("name", ["rest", "options"])
def test_a_keyword_called_as_a_rest_parameter_is_none_of_its_own(name: str):
    assert match("def f(*rest, **options): pass", **{name: "one"}) == [("options", "one")]


def test_a_keyword_without_a_parameter_for_it_is_left_out():
    assert match("def f(a, *rest): pass", b="one") == []


def test_a_bound_method_has_its_receiver_already():
    method = "class A:\n    def f(self, a): pass\n"
    assert match(method, "one", bound=True) == [("a", "one")]
    assert match(method, "one") == [("self", "one")]


def test_a_static_method_has_no_receiver():
    method = "class A:\n    @staticmethod\n    def f(a): pass\n"
    assert match(method, "one", bound=True) == [("a", "one")]
