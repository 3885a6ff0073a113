import pytest

from codegraph.store.identifier_words import Splitter, split_query


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getHTTPResponse2", "get HTTP Response 2"),
        ("XMLParser", "XML Parser"),
        ("x", "x"),
        ("naïveÉtat", "naïveÉtat"),
        ("a != b", "a b"),
        ("", ""),
    ],
)
def test_identifiers_split_at_case_digits_and_signs(text: str, words: str) -> None:
    assert Splitter().split(text) == words


@pytest.mark.parametrize("text", ["snake_case_name", "src/flow/parse.py", "f(a, b)"])
def test_what_the_index_splits_itself_is_left_alone(text: str) -> None:
    assert Splitter().split(text) == text


def test_query_words_are_lower_case_and_unique() -> None:
    assert split_query("getUser user_name GET") == ["get", "user", "name"]
