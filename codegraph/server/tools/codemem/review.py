"""`review_diff`."""

from __future__ import annotations

from codegraph.operations.answers import Answer
from codegraph.operations.impact.answers import ChangeReport
from codegraph.operations.inventory import BY_NAME, handler
from codegraph.operations.requests import ImpactRequest
from codegraph.operations.tools.kinds import kind_of
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.current import current, label, node
from codegraph.server.tools.codemem.models import (
    MissingCoChange,
    ReviewDiffInput,
    ReviewDiffOutput,
    ReviewedSymbol,
    ReviewNote,
)


def review_diff(call: Call, request: ReviewDiffInput) -> Exact:
    """The report about a diff, which the work tree has already or not yet."""
    asked = ImpactRequest(diff=request.diff, depth=request.depth, limit=0, budget=0)
    answer: Answer[ChangeReport] = handler(BY_NAME["impact"])(current(call), asked)
    found = answer.results
    value = ReviewDiffOutput(
        changed_symbols=tuple(
            ReviewedSymbol(
                c.symbol.id,
                kind_of(c.symbol.kind, is_test=c.symbol.is_test),
                label(c.symbol),
                str(c.change),
                c.risk.total,
            )
            for c in found.changed
        ),
        direct_dependents=tuple(node(a.symbol) for a in found.affected if a.depth == 1),
        transitive_dependents=found.affected_total,
        affected_files=tuple(sorted({a.symbol.path for a in found.affected})),
        tests=tuple(node(t.symbol) for t in found.tests),
        risk_score=found.risk,
        relevant_memories=tuple(ReviewNote(n.id, n.kind, n.text, n.target, n.state) for n in found.notes),
        not_analysed=tuple(f"{n.path}: {n.reason}" for n in found.not_analysed),
        missing_co_changes=tuple(MissingCoChange(*company) for company in found.co_changes),
    )
    return Exact(to_json(value), "; ".join(answer.warnings))
