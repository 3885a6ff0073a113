"""Which statements amend an earlier one, and which only resemble it."""

from __future__ import annotations

import pytest

from codegraph.embed.static import StaticEncoder
from codegraph.memory.amendments import Amendment, Nearness, compare, parse_statement

ENCODER = StaticEncoder()


def amendment(earlier: str, later: str, *, anchored: bool = False) -> Amendment | None:
    one, other = ENCODER.encode([earlier, later])
    return compare(parse_statement(earlier), parse_statement(later), Nearness(float(one @ other), anchored, True))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Deploys run on Friday afternoons", "Deploys happen on Tuesday mornings from now on"),
        ("We use npm for the web client", "The web client is built with pnpm now"),
        ("Every pull request needs two reviews", "Pull requests that only touch documentation need one review"),
        ("Access tokens expire after 30 minutes", "Access tokens live for two hours instead of thirty minutes"),
        ("Backups are kept for 30 days", "Retention of backups was raised to 90 days"),
        ("Migrations may lock tables during the night window", "Migrations must not lock tables at any time"),
        (
            "Never call the payment provider from a request handler",
            "Calling the payment provider from a request handler is fine for refunds",
        ),
    ],
)
def test_a_later_word_on_the_same_subject_amends_the_earlier_one(earlier: str, later: str):
    assert amendment(earlier, later) is not None


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Staging deploys run on Mondays", "Production deploys run on Tuesdays"),
        ("The API server uses Redis", "The worker uses Redis"),
        ("Ruff formats the Python code", "Prettier formats the TypeScript code"),
        ("Backups are kept for 30 days", "Logs are kept for 90 days"),
        ("Access tokens expire after 30 minutes", "Refresh tokens expire after 30 days"),
        ("Unit tests run on every commit", "Integration tests run nightly"),
        ("Deploys run on Friday afternoons", "Deploys need an approval from the release manager"),
        ("Log every request with its id", "Never log the body of a request"),
        ("Release notes are written on Fridays", "Releases are tagged on Tuesdays"),
        ("We use Postgres for orders", "We use ClickHouse for analytics"),
    ],
)
def test_a_rule_of_another_subject_amends_nothing(earlier: str, later: str):
    assert amendment(earlier, later) is None


def test_the_evidence_names_the_subject_the_values_and_the_cue():
    found = amendment("The deploy window is Friday", "From now on the deploy window is Tuesday")
    assert found is not None and found.disagrees
    assert (found.before, found.after, found.cue) == ("Friday", "Tuesday", "from now on")
    assert found.describe() == "same subject `deploy window`; 'Friday' → 'Tuesday'; `from now on`"
    assert found.to_metadata()["subject"] == "deploy window"


def test_an_addition_does_not_disagree():
    found = amendment("Error responses carry a code", "Error responses also carry a request id from now on")
    assert found is not None and not found.disagrees


def test_a_document_is_no_statement():
    long = "Deploys run on Friday. " * 80
    assert amendment(long, "Deploys run on Tuesday from now on") is None
