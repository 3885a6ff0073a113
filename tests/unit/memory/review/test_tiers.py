"""What settings may let through without a person."""

from __future__ import annotations

from itertools import product

import pytest

from codegraph.errors import ConfigError
from codegraph.memory.review.tiers import (
    CURATED,
    LOW_RISK,
    REVIEWED_KINDS,
    Promotion,
    Tier,
    build_promotion,
    choose_tier,
)


def test_ten_kinds_are_of_low_risk_or_curated():
    assert len(REVIEWED_KINDS) == 10
    assert set(REVIEWED_KINDS) == LOW_RISK | CURATED and not LOW_RISK & CURATED


def test_curated_and_unknown_kinds_are_never_promoted_whatever_the_settings_and_the_tier():
    for kind in (*CURATED, "hobby", ""):
        for automatic, kinds in product((True, False), (frozenset(), CURATED, frozenset(REVIEWED_KINDS), {kind})):
            assert not any(Promotion(automatic, frozenset(kinds)).can_promote(kind, tier) for tier in Tier)


def test_nothing_is_promoted_unless_the_setting_is_on():
    assert not any(build_promotion(False, ["tooling"]).can_promote("tooling", tier) for tier in Tier)
    assert build_promotion(True, []).can_promote("tooling", Tier.AUTO)


def test_only_the_listed_kinds_are_promoted():
    policy = build_promotion(True, ["Tooling"])
    assert policy.can_promote("tooling", Tier.AUTO) and not policy.can_promote("preference", Tier.AUTO)


@pytest.mark.parametrize("kind", [*sorted(CURATED), "hobby"])
def test_a_kind_that_cannot_be_let_through_is_an_error(kind):
    with pytest.raises(ConfigError, match=kind) as failure:
        build_promotion(True, ["tooling", kind])
    assert "preference, tooling, project, infra" in failure.value.hint


def test_doubt_repetition_contradiction_and_sensitive_words_raise_the_tier():
    assert choose_tier("tooling", confidence=0.6) is Tier.AUTO
    assert choose_tier("tooling", confidence=0.49) is Tier.CHECKED
    assert choose_tier("tooling", confidence=0.9, repeats=True) is Tier.CHECKED
    assert choose_tier("tooling", confidence=0.9, conflict=True) is Tier.CURATED
    assert choose_tier("tooling", confidence=0.9, sensitive=True) is Tier.CURATED
    assert choose_tier("health", confidence=1.0) is Tier.CURATED
    assert choose_tier("hobby", confidence=1.0) is Tier.CURATED
