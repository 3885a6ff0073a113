"""Credentials of many kinds are refused, texts about them are not, and no text takes long."""

from __future__ import annotations

import re
import time
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.errors import CredentialError
from codegraph.memory.hygiene import credential_rules, literals, passwords
from codegraph.memory.hygiene import credentials as screening
from codegraph.memory.hygiene.credentials import find_credentials, redact_credentials, screen
from tests.support.credentials import Sample, credentials, half, innocent

CAUGHT = 0.96
REFUSED = 1 / 300


@pytest.mark.parametrize("development", [True, False], ids=["development half", "other half"])
def test_nearly_every_credential_is_refused(development):
    samples = half(credentials(), development=development)
    missed = [sample for sample in samples if not find_credentials(sample.text)]
    assert 1 - len(missed) / len(samples) >= CAUGHT, [sample.kind for sample in missed]


def test_hardly_any_innocent_text_is_refused():
    samples = innocent()
    refused = [sample.text for sample in samples if find_credentials(sample.text)]
    assert len(refused) <= len(samples) * REFUSED, refused


def test_there_are_texts_of_enough_kinds():
    assert len({sample.kind for sample in credentials()}) >= 150
    assert all(len([s for s in credentials() if s.kind == kind]) == 3 for kind in {s.kind for s in credentials()})
    assert len(innocent()) >= 300


@pytest.mark.parametrize(
    "sample", [s for s in credentials() if find_credentials(s.text)], ids=lambda s: re.sub(r"\W+", "-", s.kind)
)
def test_a_refusal_repeats_nothing_of_the_secret_and_redaction_leaves_none(sample: Sample):
    with pytest.raises(CredentialError) as failure:
        screen(sample.text)
    said = failure.value.message + failure.value.hint
    secrets = [sample.text[c.start : c.end] for c in find_credentials(sample.text)]
    assert not any(secret in said for secret in secrets)
    redacted = redact_credentials(sample.text)
    assert find_credentials(redacted) == []
    assert not any(secret in redacted for secret in secrets)


@pytest.mark.parametrize(
    "text",
    [
        "the password for staging is hunter2",
        "The DB password for staging is hunter2.",
        "DB password: hunter2",
        "login with admin / hunter2",
        "the PIN is 4821",
        "the password for the wiki is swordfish",
        'password = "Harbor!"',
        "passphrase: correct horse battery staple",
    ],
)
def test_a_plain_password_in_prose_is_refused(text):
    with pytest.raises(CredentialError, match="password"):
        screen(text)


@pytest.mark.parametrize("name", ["TOKENS", "SHAPES", "CONTEXTS"])
def test_every_rule_compiles_has_marks_and_is_unlike_the_others(name):
    table = getattr(credential_rules, name)
    assert all(rule.kind and rule.marks and re.compile(rule.pattern) for rule in table)
    assert len({rule.pattern for rule in table}) == len(table)
    if name == "TOKENS":
        assert all(len(mark) >= 2 for rule in table for mark in rule.marks.split())
    if name == "CONTEXTS":
        assert all(rule.marks == rule.marks.lower() for rule in table)


UNBOUNDED_BY_DESIGN = 2
"""The two repetitions by which a private key is taken to its end, each of which is left at the end of the text."""


def patterns() -> dict[str, str]:
    """Every pattern that is searched for in a text, by name."""
    table = (*credential_rules.TOKENS, *credential_rules.SHAPES, *credential_rules.CONTEXTS)
    found = {f"{rule.kind} {i}": rule.pattern for i, rule in enumerate(table)}
    prose = (*(pattern for _, pattern in passwords._PATTERNS), passwords._DIGITS, passwords._PHRASE)
    found |= {
        pattern.pattern: pattern.pattern
        for pattern in (*prose, screening._URL, screening._ASSIGNMENT, screening._HANDED)
    }
    return found


def repeats(parsed: Any, around: int = 1) -> list[tuple[int, int]]:
    """The bounds of all repetitions, each with the product of the bounds of those that it is nested in."""
    found: list[tuple[int, int]] = []
    for op, argument in parsed:
        if op in (parser.MAX_REPEAT, parser.MIN_REPEAT, getattr(parser, "POSSESSIVE_REPEAT", None)):
            _, most, inner = argument
            most = 10**9 if most is parser.MAXREPEAT else most
            found.append((most, around))
            found += repeats(inner, around * most)
        elif op is parser.SUBPATTERN:
            found += repeats(argument[3], around)
        elif op is parser.BRANCH:
            for branch in argument[1]:
                found += repeats(branch, around)
        elif op in (parser.ASSERT, parser.ASSERT_NOT):
            found += repeats(argument[1], around)
    return found


def test_every_repetition_in_a_rule_is_bounded():
    """A pattern without unbounded repetitions does a bounded amount of work from each place of a text."""
    bounds = {name: repeats(parser.parse(pattern)) for name, pattern in patterns().items()}
    unbounded = [name for name, found in bounds.items() for most, _ in found if most > 20_000]
    assert all(name.startswith("private key") for name in unbounded) and len(unbounded) == UNBOUNDED_BY_DESIGN


def test_no_repetition_is_nested_deeply():
    for name, pattern in patterns().items():
        for most, around in repeats(parser.parse(pattern)):
            assert most == 10**9 or most * around <= 20_000, name


PIECES = (
    "password", " for ", "token", " is ", "key", "-", ".", "a", "A", "9", "=", "\"", "'", "eyJ", "://", ":", "@", "/", "curl ",
    " -u ", "mysql ", "-----BEGIN RSA PRIVATE KEY-----", "login ", " with ", "kind: secret", "data:", "machine x ", "\n", "seed ",
    "cookie:", "-us", "sk-", "AAAAAAAAAAAAAAAAAAAAAAAA", "bearer ", "user ", "--", "passphrase", "recovery code", "?sig=",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6))
def test_no_text_made_of_the_words_of_the_rules_takes_long(pieces):
    unit = "".join(pieces)
    assert work(unit * (8_000 // len(unit) + 1)) < 2


def work(text: str) -> float:
    """Return the processor seconds of a screening."""
    start = time.process_time()
    find_credentials(text)
    return time.process_time() - start


@pytest.mark.parametrize(
    "text", ["a" * 20_000 + " key", "a." * 10_000 + "token", "password for " * 1_500, "x:" * 10_000]
)
def test_a_long_run_takes_no_longer_than_its_length(text):
    assert work(text) < 2


def test_words_are_told_from_random_texts():
    assert literals.is_wordlike("test_refresh_token_expires_after_30_minutes")
    assert literals.is_wordlike("UsernamePasswordAuthenticationToken")
    assert not literals.is_wordlike("zCGx6YKQSvS1BFYea1")


def test_a_character_whose_lower_case_is_longer_moves_nothing():
    text = "İ the password for staging is hunter2"
    (found,) = find_credentials(text)
    assert text[found.start : found.end] == "hunter2"


def test_hidden_characters_do_not_save_a_credential_from_redaction():
    token = "ghp_" + "a1B2c3D4e5" * 4
    assert "a1B2" not in redact_credentials(f"use gh\u200bp_{token[4:]}")
