"""Dates of coordinated verbs: which of them a date in front of the first one, or behind the last one, holds for."""

from __future__ import annotations

import pytest
from support.memory import moment

from codegraph.memory.facts.closed_forms import read_closed_forms
from codegraph.memory.times import format_rfc3339

TODAY = "2026-06-20"


def dated(text: str) -> dict[str, str]:
    """Objects of the facts of a text with the day on which each began or ended; "" for one without a date."""
    now = moment(TODAY)
    return {
        str(one.object): "" if not (at := one.valid_to or one.valid_from) or at == now else format_rfc3339(at)[:10]
        for one in read_closed_forms(text, now)
    }


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("In January 2022 Alice left Acme and joined Globex.", {"Acme": "2022-01-01", "Globex": "2022-01-01"}),
        ("In March 2024 Bob joined Initech as CTO.", {"Initech": "2024-03-01"}),
        ("Alice left Acme and joined Globex in January 2022.", {"Acme": "2022-01-01", "Globex": "2022-01-01"}),
    ],
)  # fmt: skip
def test_a_date_holds_for_coordinated_verbs(text, days):
    assert dated(text) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("In 2019 Ada left Borealis. Cleo joined Dunlin.", {"Borealis": "2019-01-01", "Dunlin": ""}),
        ("Ada left Borealis in 2019 and now works at Corvid.", {"Borealis": "2019-01-01", "Corvid": ""}),
        ("Alice left Acme in 2021 and joined Globex in 2022.", {"Acme": "2021-01-01", "Globex": "2022-01-01"}),
        ("Alice left Acme in 2021 and joined Globex.", {"Acme": "2021-01-01", "Globex": ""}),
    ],
)
def test_a_date_does_not_hold_for_another_sentence_time_or_tense(text, days):
    assert dated(text) == days
