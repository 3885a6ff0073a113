import pytest

from codegraph.store.tokens import Splitter, query_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getHTTPResponse2", "get HTTP Response 2"),
        ("snake_case_name", "snake case name"),
        ("XMLParser", "XML Parser"),
        ("src/flow/parse.py", "src flow parse py"),
        ("x", "x"),
        ("naïveÉtat", "naïveÉtat"),
        ("a != b", "a b"),
        ("", ""),
    ],
)
def test_identifiers_split_at_case_digits_and_signs(text: str, words: str) -> None:
    assert Splitter().split(text) == words


def test_query_words_are_lower_case_and_unique() -> None:
    assert query_words("getUser user_name GET") == ["get", "user", "name"]
