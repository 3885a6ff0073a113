"""A risk is the sum of its parts, and grows with each."""

from __future__ import annotations

import pytest

from codegraph.analysis.risk import FULL_CHURN, FULL_REACH, WEIGHTS, compute_risk
from codegraph.analysis.symbol_differences import ChangeKind


def test_the_total_is_the_weighted_sum_of_the_parts_shown() -> None:
    found = compute_risk(ChangeKind.SIGNATURE, dependents=12, broken=0, percentile=0.7, commits=5, tests=2)
    parts = found._asdict()
    assert found.total == pytest.approx(sum(WEIGHTS[name] * parts[name] for name in WEIGHTS), abs=1e-3)


def test_risk_stays_within_0_and_1() -> None:
    worst = compute_risk(
        ChangeKind.REMOVED, dependents=10 * FULL_REACH, broken=9, percentile=1.0, commits=9 * FULL_CHURN, tests=0
    )
    least = compute_risk(ChangeKind.REMOVED, dependents=0, broken=0, percentile=0.0, commits=0, tests=0)
    assert worst.total == pytest.approx(1.0)
    assert 0.0 <= least.total < 0.1


def test_a_test_that_reaches_the_change_lowers_its_risk() -> None:
    def of(tests: int) -> float:
        return compute_risk(ChangeKind.BODY, dependents=5, broken=0, percentile=0.5, commits=1, tests=tests).total

    assert of(0) > of(1) > of(5)


def test_removing_what_nothing_uses_is_less_risky_than_removing_what_is_used() -> None:
    def of(broken: int) -> float:
        return compute_risk(ChangeKind.REMOVED, dependents=3, broken=broken, percentile=0.5, commits=1, tests=1).total

    assert of(0) < of(1)
