"""Requests are frozen dataclasses, whoever writes their methods."""

from dataclasses import FrozenInstanceError, asdict, replace

import pytest

from codegraph.operations.parameter import Request, argument, option, request_fields, split_list


class Ask(Request):
    query: str = argument("what")
    limit: int = option("how many", default=5)


class Other(Request):
    query: str = argument("what")
    limit: int = option("how many", default=5)


def test_values_are_taken_by_place_and_by_name_and_defaults_fill_the_rest() -> None:
    assert asdict(Ask("a")) == {"query": "a", "limit": 5}
    assert asdict(Ask("a", limit=1)) == asdict(Ask(limit=1, query="a")) == asdict(replace(Ask("a"), limit=1))
    assert [(field.name, field.required) for field in request_fields(Ask)] == [("query", True), ("limit", False)]


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), (("a", 1, 2), {}), (("a",), {"query": "b"}), (("a",), {"limits": 1})],
    ids=["missing", "too many", "twice", "unknown"],
)
def test_wrong_arguments_are_errors(values: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Ask"):
        Ask(*values, **named)  # pyright: ignore


def test_equal_requests_are_equal_and_hash_alike() -> None:
    assert Ask("a") == Ask("a", 5) and hash(Ask("a")) == hash(Ask("a", 5))
    assert Ask("a") != Ask("b") and Ask("a") != Other("a")
    assert repr(Ask("a")) == "Ask(query='a', limit=5)"


def test_a_request_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Ask("a").limit = 6  # pyright: ignore
    with pytest.raises(FrozenInstanceError):
        del Ask("a").limit


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a, b,,c ", ["a", "b", "c"]),
        ("java:Box.java::Box.put(int,String), a", ["java:Box.java::Box.put(int,String)", "a"]),
        ("Map[K, V].get,x", ["Map[K, V].get", "x"]),
        ("f(a,b", ["f(a", "b"]),
        ("", []),
    ],
)
def test_a_comma_in_brackets_ends_no_item(text: str, items: list[str]) -> None:
    assert split_list(text) == items
