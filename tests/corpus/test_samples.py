"""The sample repositories resolve to the edges their tables list, and to none that the tables forbid."""

from __future__ import annotations

from functools import cache

import pytest
from support import samples

from codegraph.resolve import resolve

EDGES = [
    row
    for sample in samples.names()
    for row in samples.table(sample).edges
    if samples.spoken(sample, row.source, row.target)
]
ABSENT = [
    row
    for sample in samples.names()
    for row in samples.table(sample).absent
    if samples.spoken(sample, row.source, row.target)
]


@cache
def answers(sample: str) -> samples.Answers:
    return samples.Answers(resolve(samples.facts(sample), samples.manifests(sample)))


@pytest.mark.parametrize("row", EDGES, ids=lambda r: f"{r.source}->{r.target.partition('::')[2] or r.target}")
def test_the_edge_is_known(row: samples.EdgeRow):
    graph = answers(row.sample)
    found = graph.edges(row)
    assert found, f"{row.why or 'no such edge'}; instead:\n{graph.outgoing(row.source)}"
    assert row.resolutions & set(found), f"known only as {found}"


@pytest.mark.parametrize("row", ABSENT, ids=lambda r: f"{r.source}-x-{r.target.partition('::')[2] or r.target}")
def test_no_edge_is_invented(row: samples.AbsentRow):
    graph = answers(row.sample)
    assert graph.find(row.source), f"{row.source} is not there"
    assert graph.forbidden(row) == [], row.why
