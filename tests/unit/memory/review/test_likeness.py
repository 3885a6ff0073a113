"""Which facts say the same, and which contradict one another."""

from __future__ import annotations

import pytest

from codegraph.memory.text_similarity import Likeness, compare

SAME = (
    ("I prefer pnpm over npm", "I prefer pnpm to npm"),
    ("I prefer pnpm over npm", "I use pnpm, not npm"),
    ("My production Postgres runs on port 5433", "Production Postgres is on port 5433"),
    ("Our budget is $1,500 a month", "Our monthly budget is 1500 USD"),
    ("We pay $1.5k", "We pay 1500 dollars"),
    ("The launch is on 2026-03-01", "The launch is on March 1st, 2026"),
    ("I'm allergic to shellfish", "I am allergic to shellfish"),
    ("I don't use semicolons", "I do not use semicolons"),
    ("Node projects use Volta", "Node projects use Volta for version pinning"),
)
CONFLICT = (
    ("My email is dana@example.test", "My email is reyes@example.test"),
    ("The launch is on 2026-03-01", "The launch is on 2 March 2026"),
    ("Our budget is $1,500 a month", "Our budget is €1,500 a month"),
    ("The tracker id is PROJ-12", "The tracker id is PROJ-21"),
    ("Send it to DE89 3704 0044 0532 0130 00", "Send it to DE02 1203 0000 0000 2020 51"),
    ("My production Postgres runs on port 5433", "My production Postgres runs on port 5432"),
    ("We use Python 3.11", "We use Python 3.12"),
    # of these the words alone would say that they are the same
    ("I prefer pnpm over npm", "I prefer npm over pnpm"),
    ("For Node I prefer pnpm over npm", "For Node I prefer npm"),
    ("I always use tabs", "I never use tabs"),
    ("My package manager is pnpm", "My package manager is yarn"),
    ("Our staging cluster runs in eu-west-1", "Our staging cluster runs in us-east-1"),
)
APART = (
    ("I prefer tabs", "My manager is Priya"),
    ("Our staging cluster runs in eu-west-1", "The production database is replicated nightly"),
    ("I prefer dark themes", "I prefer short answers"),
    ("", "I prefer tabs"),
)


CASES = [
    (expected, *pair)
    for expected, pairs in ((Likeness.SAME, SAME), (Likeness.CONFLICT, CONFLICT), (Likeness.NONE, APART))
    for pair in pairs
]


@pytest.mark.parametrize(("expected", "first", "second"), CASES)
def test_two_facts_are_judged_the_same_in_either_order(expected, first, second):
    assert compare(first, second) is expected
    assert compare(second, first) is expected


@pytest.mark.parametrize("pair", [*SAME, *CONFLICT, *APART[:-1]], ids=lambda pair: pair[0])
def test_a_fact_says_the_same_as_itself(pair):
    assert all(compare(fact, fact) is Likeness.SAME for fact in pair)
