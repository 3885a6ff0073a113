"""Dates of coordinated verbs: which of them a date in front of the first one, or behind the last one, holds for."""

from __future__ import annotations

import pytest
from support.memory import TestEngine, moment

from codegraph.memory.facts import write
from codegraph.memory.facts.model import FactQuery
from codegraph.memory.facts.reading import statements_of
from codegraph.memory.facts.referring import in_context
from codegraph.memory.facts.write import Writing
from codegraph.memory.times import rfc3339

TODAY = "2026-06-20"


def dated(text: str) -> dict[str, str]:
    """Objects of the facts of a text with the day on which each began or ended; "" for one without a date."""
    now = moment(TODAY)
    return {
        str(one.object): "" if not (at := one.valid_to or one.valid_from) or at == now else rfc3339(at)[:10]
        for one in statements_of(text, now)
    }


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("In January 2022 Alice left Acme and joined Globex.", {"Acme": "2022-01-01", "Globex": "2022-01-01"}),
        ("On 3 May the team dropped Redis and adopted Valkey.", {"Redis": "2026-05-03", "Valkey": "2026-05-03"}),
        ("Since 2021 we use Redis and run Flink on Kubernetes.", dict.fromkeys(("Redis", "Flink", "Kubernetes"), "2021-01-01")),
        ("In March 2024 Bob joined Initech and became CTO.", {"Initech": "2024-03-01", "CTO": "2024-03-01"}),
        ("Alice left Acme and joined Globex in January 2022.", {"Acme": "2022-01-01", "Globex": "2022-01-01"}),
    ],
)  # fmt: skip
def test_a_date_holds_for_coordinated_verbs(text, days):
    assert dated(text) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("In 2019 Ada left Borealis. Cleo joined Dunlin.", {"Borealis": "2019-01-01", "Dunlin": ""}),
        ("Ada left Borealis in 2019 and now runs Corvid.", {"Borealis": "2019-01-01", "Corvid": ""}),
        ("In 2019 Ada left Borealis and now runs Corvid.", {"Borealis": "2019-01-01", "Corvid": ""}),
        ("Alice left Acme in 2021 and joined Globex in 2022.", {"Acme": "2021-01-01", "Globex": "2022-01-01"}),
        ("Alice left Acme in 2021 and joined Globex.", {"Acme": "2021-01-01", "Globex": ""}),
        ("In 2021 the team adopted Redis and uses Valkey.", {"Redis": "2021-01-01", "Valkey": ""}),
    ],
)
def test_a_date_does_not_hold_for_another_sentence_time_or_tense(text, days):
    assert dated(text) == days


def test_a_date_ends_where_the_next_clause_begins():
    assert dated("Sarah left the payments team in May and Tom took over.")["payments team"] == "2026-05-01"


@pytest.mark.parametrize(
    ("gone", "day"),
    [
        ("Sarah left the company in May.", "2026-05-01"),
        ("In May Sarah retired.", "2026-05-01"),
        ("Sarah quit on 3 June, so ask Bo.", "2026-06-03"),
        ("Sarah resigned, and the audit is on 2 June.", TODAY),
    ],
)
def test_what_somebody_was_in_charge_of_ends_on_the_day_of_leaving(tmp_path, gone, day):
    engine = TestEngine(tmp_path)
    for at, text in (("2026-01-05", "Sarah leads the search team."), (TODAY, gone)):
        engine.time.at = moment(at)
        with engine.write() as recording:
            said = in_context(recording.state, text, statements_of(text, recording.at), Writing(), recording.at)
            write.remember(recording, text, said, Writing())
    with engine.read() as state:
        (fact,) = (one for one in state.facts(FactQuery(("",), ("sarah",))) if one.predicate == "leads")
    assert rfc3339(fact.valid_to)[:10] == day
    engine.close()
