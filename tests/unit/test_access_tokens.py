"""Access tokens: what is kept, what they grant, and files that are damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.errors import ConfigError, InvalidError, NotFoundError
from codegraph.operations.access.access_tokens import AccessToken, add_token, find_token, read_tokens, revoke_tokens


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tokens.json"


def test_a_token_is_found_by_its_text_and_no_other(file: Path) -> None:
    ann, bob = add_token(file, "ann", ["api"]), add_token(file, "bob", ["web"])
    tokens = read_tokens(file)
    assert find_token(tokens, ann.text) == ann.token
    assert find_token(tokens, bob.text) == bob.token
    mixed = f"cg_{ann.token.id}_{bob.text.rpartition(bob.token.id)[2][1:]}"
    assert [find_token(tokens, text) for text in ("", "cg_", mixed, f"{ann.text} ", ann.text[:-1])] == [None] * 5


def test_the_file_is_the_owners_and_has_no_secret(file: Path) -> None:
    issued = add_token(file, "ann", ["api"])
    assert file.stat().st_mode & 0o077 == 0
    assert issued.text not in file.read_text()
    assert issued.text[16:] not in file.read_text()


def test_tokens_of_a_person_or_one_of_them_are_revoked(file: Path) -> None:
    first, _, bob = add_token(file, "ann", ["a"]), add_token(file, "ann", ["b"]), add_token(file, "bob", ["c"])
    assert revoke_tokens(file, first.token.id) == (first.token,)
    assert len(revoke_tokens(file, "ann")) == 1
    assert read_tokens(file) == (bob.token,)
    with pytest.raises(NotFoundError) as raised:
        revoke_tokens(file, "ann")
    assert "bob" in raised.value.hint


@pytest.mark.parametrize("namespaces", [[], [" "], ["a*b"], ["**x"]])
def test_namespaces_that_mean_nothing_are_refused(file: Path, namespaces: list[str]) -> None:
    with pytest.raises(InvalidError):
        add_token(file, "ann", namespaces)
    assert not file.exists()


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": 2, "tokens": []}', '{"format": 1, "tokens": [{"id": 1}]}']
)
def test_a_damaged_file_is_an_error(file: Path, content: str) -> None:
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match="is no file of tokens"):
        read_tokens(file)


def test_values_that_a_token_cannot_have_are_an_error(file: Path) -> None:
    add_token(file, "ann", ["api"])
    for name, value in (("namespaces", "*"), ("may_write", "no"), ("expires_at", "never"), ("digest", 1)):
        told = json.loads(file.read_text())
        told["tokens"][0][name] = value
        other = file.with_name("other.json")
        other.write_text(json.dumps(told), encoding="utf-8")
        with pytest.raises(ConfigError):
            read_tokens(other)


@given(
    pattern=st.text("ab-", min_size=1, max_size=4), is_open=st.booleans(), name=st.text("ab-", min_size=1, max_size=5)
)
def test_a_namespace_is_a_name_or_its_beginning(pattern: str, is_open: bool, name: str) -> None:
    token = AccessToken("1", "ann", "", (f"{pattern}*" if is_open else pattern,))
    assert token.is_for("commit:1", name) == (name.startswith(pattern) if is_open else name == pattern)
