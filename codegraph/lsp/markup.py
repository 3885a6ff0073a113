"""Hovers and titles as Markdown and as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import KnownNote
from codegraph.operations.edge_confidence import get_confidence
from codegraph.operations.memory.knowledge import STALE, WEIGHTY
from codegraph.operations.occurrences import Occurrence, Use
from codegraph.operations.symbol_summary import SymbolSummary, SymbolUsers
from codegraph.query_results import EdgeRow, ExternalRow, SymbolRow
from codegraph.render.impact.markdown import format_code
from codegraph.render.text.text_layout import format_count

EVIDENCE: Final = {
    Resolution.EXACT: "scopes and imports decide",
    Resolution.TYPED: "declared types decide",
    Resolution.INFERRED: "the flow of values through undeclared code decides",
    Resolution.DISPATCH: "an override or implementation of what is decided",
    Resolution.HEURISTIC: "a guess: the one plausible definition of that name",
    Resolution.OBSERVED: "seen at run time",
}
REASONS: Final = {
    "unknown-receiver": "the type of the receiver is not known",
    "unknown-name": "no definition of that name is in scope",
    "too-many": "too many definitions are possible",
    "external-member": "a member of a library's type",
    "other-service": "it is asked of another service",
}
"""Why references are unresolved, in words."""

MOST_USES: Final = 5
"""Targets of one name that a hover describes; of more it says how many."""

_MARKS: Final = re.compile(r"([\\*\[\]<>])")
_CALLS: Final = (EdgeKind.CALLS, EdgeKind.IMPLICIT_CALLS)


def escape(text: str) -> str:
    """Return a text as Markdown without links, images and HTML.

    Code between backticks stays, and so does what a terminal shows as it is written."""
    flat = "".join(letter if letter.isprintable() else " " for letter in text)
    return _MARKS.sub(r"\\\1", flat)


def format_block(language: str, text: str) -> str:
    """Return a block of code whose fence the code cannot end."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def format_users(users: SymbolUsers) -> str:
    """Return the numbers of users and tests: `12 callers · 3 tests`."""
    hidden = sum(each.count for each in users.counted if each.role == "callers")
    parts = [format_count(users.count(tests=False), "caller" if users.are_callers else "reference")]
    if hidden:
        parts[0] += f" (and {hidden:,} through members of many implementations)"
    if tests := users.count(tests=True):
        parts.append(format_count(tests, "test"))
    return " · ".join(parts)


def format_notes(knowledge: Sequence[KnownNote]) -> str:
    """Return the number of notes about a symbol itself: `1 decision (changed)`.

    Returns "" for none."""
    own = [note for note in knowledge if note.relation == "symbol"]
    if not own:
        return ""
    is_decided = all(note.kind == "decision" for note in own)
    states = [state for state in STALE if any(note.state == state for note in own)]
    told = format_count(len(own), "decision" if is_decided else "note")
    return f"{told} ({', '.join(states)})" if states else told


def format_lens(users: SymbolUsers, knowledge: Sequence[KnownNote]) -> str:
    return " · ".join(filter(None, (format_users(users), format_notes(knowledge))))


def format_summary(summary: SymbolSummary) -> str:
    """Return what a hover says of a symbol."""
    details = summary.details
    row = details.symbol
    signature = details.signature or row.qualname or row.path
    paragraphs = [format_block(row.language, signature)]
    doc = next((line.strip() for line in details.doc.splitlines() if line.strip()), "")
    if doc:
        paragraphs.append(escape(doc))
    paragraphs.append(f"{row.kind} {format_code(row.qualname or row.path)} · {format_users(summary.users)}")
    paragraphs += map(_format_note, summary.knowledge)
    return "\n\n".join(paragraphs)


def _format_note(note: KnownNote) -> str:
    about = "" if note.relation == "symbol" else f", of its {note.relation}"
    parts = [f"**{escape(note.kind)}** {note.date}{about}: {escape(note.text)}"]
    if note.state in STALE:
        since = f" since {escape(note.since)}" if note.since else ""
        because = f": {escape(note.because)}" if note.because else ""
        parts.append(
            f"⚠ {'suspect' if note.state == 'suspect' else f'stale, the code is {note.state}'}{since}{because}"
        )
    elif note.state == "unknown" and note.kind in WEIGHTY:
        parts.append("nothing was kept to compare its code with")
    return " — ".join(parts)


def format_evidence(occurrence: Occurrence) -> list[str]:
    """Return lines that say how each target of a name is known, or why none is."""
    found = [_format_use(use, several=len(occurrence.uses) > 1) for use in occurrence.uses[:MOST_USES]]
    if len(occurrence.uses) > MOST_USES:
        found.append(f"… and {len(occurrence.uses) - MOST_USES:,} more that it may mean")
    reasons = dict.fromkeys(miss.reason for miss in occurrence.unresolved)
    found += (f"**unresolved**: {escape(REASONS.get(reason, reason))}" for reason in reasons)
    return found


def _format_use(use: Use, *, several: bool) -> str:
    edge = use.edges[0]
    told = f"**{edge.resolution}**: {EVIDENCE[edge.resolution]}"
    precision = _find_precision(edge)
    if precision is not None:
        told += f" (measured precision of such calls: {precision:.3f})"
    if isinstance(use.target, ExternalRow):
        package = f" of {escape(use.target.package)}" if use.target.package else ""
        return f"{format_code(use.target.qualname)}{package}, outside the repository · {told}"
    return f"{format_code(use.target.qualname or use.target.path)} · {told}" if several else told


def _find_precision(edge: EdgeRow) -> float | None:
    return get_confidence(edge.source.language, edge.resolution) if edge.kind in _CALLS else None


def list_paragraphs(occurrence: Occurrence, summary: SymbolSummary | None) -> Iterator[str]:
    """Yield the paragraphs of a hover, without what it says of unsaved text."""
    if summary is not None:
        yield format_summary(summary)
    evidence = format_evidence(occurrence)
    if evidence:
        yield "This reference:  \n" + "  \n".join(evidence) if len(evidence) > 1 else f"This reference: {evidence[0]}"


def format_edge_detail(edge: EdgeRow) -> str:
    """Return how an edge is known and where its source is, for a row of a hierarchy."""
    return _describe_place(edge.source, edge.resolution)


def format_target_detail(edge: EdgeRow) -> str:
    """Return how an edge is known and where its target is."""
    return _describe_place(edge.target, edge.resolution)


def _describe_place(node: object, resolution: Resolution) -> str:
    return f"{resolution} · {node.path}" if isinstance(node, SymbolRow) else str(resolution)
