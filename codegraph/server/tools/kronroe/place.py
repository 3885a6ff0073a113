"""What the tools about facts have in common: who writes, and when a recall is hybrid."""

from __future__ import annotations

from codegraph.errors import InvalidError
from codegraph.memory.facts.model import SAID
from codegraph.memory.model import Origin
from codegraph.operations.facts.answers import FactRow, RecalledFact

ACTOR = "mcp"
ORIGIN = Origin.AGENT

LONGEST = 4_000
"""Characters of a remembered text in a list of answers."""


def vector_of(embedding: tuple[float, ...] | None, use_hybrid: bool | None) -> tuple[float, ...] | None:
    """The vector to rank by, None for words alone. Raises InvalidError when a hybrid recall lacks one."""
    if use_hybrid and embedding is None:
        raise InvalidError(
            "`use_hybrid` needs `query_embedding`", hint="give the query's embedding, or leave use_hybrid out"
        )
    return None if use_hybrid is False else embedding


def clipped(fact: FactRow) -> FactRow:
    """A remembered text of any length would push every other answer out of the reply."""
    value = fact.object
    if fact.predicate != SAID or not isinstance(value, str) or len(value) <= LONGEST:
        return fact
    more = len(value) - LONGEST
    return fact._replace(object=f"{value[:LONGEST]}… ({more:,} more characters; facts_about has all of it)")


def clipped_result(result: RecalledFact) -> RecalledFact:
    return result._replace(fact=clipped(result.fact))
