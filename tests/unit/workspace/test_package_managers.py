"""Edges through packages of each package manager, in small systems."""

from __future__ import annotations

from pathlib import Path

import pytest
from eval_workspace import SYSTEMS, measure


@pytest.mark.parametrize(
    ("system", "missed"),
    [
        ("quay", set[str]()),
        ("ledgers", set[str]()),
        # The result of a method that declares none; a bare call that a module of a library may answer.
        ("stamps", {"with_code", "render", "volume"}),
        ("tempo", {"tick"}),  # a member of the receiver of a lambda that a library's function takes
    ],
)
def test_the_edges_of_a_system_are_those_of_its_list(tmp_path: Path, system: str, missed: set[str]):
    score = measure(SYSTEMS / system, tmp_path)
    assert score.wrong == ()
    assert {link.target.rpartition(".")[2] for link in score.missed} == missed
