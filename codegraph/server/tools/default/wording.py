"""Phrases shared by the answers of the default tools."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from codegraph.operations.answers import Answer, KnownNote, NameMentions
from codegraph.operations.context import Context
from codegraph.operations.refresh import SHOWN, format_age
from codegraph.query_results import Freshness, SymbolRow, UnanalysedLanguage
from codegraph.render.text.knowledge import list_knowledge
from codegraph.render.text.terse_text import format_fenced
from codegraph.render.text.text_layout import format_rest, list_mentions, summarize_mentions
from codegraph.server.reply import Draft, Rendering
from codegraph.server.tools.default.models import Place


def place_of(symbol: SymbolRow) -> Place:
    return Place(symbol.id, str(symbol.kind), symbol.line)


def count_unanalysed(languages: tuple[UnanalysedLanguage, ...]) -> dict[str, int]:
    """Count files by language, in the form of the structured answers."""
    return {row.language: row.files for row in languages}


def format_mentions(found: NameMentions | None, rows: int) -> list[str]:
    """Format places that mention a name, with their lines fenced.

    The result is empty for a symbol whose uses are edges.
    """
    if found is None:
        return []
    shown = found.places[:rows]
    lines = "\n".join(line[2:] for line in list_mentions(shown))
    return [
        summarize_mentions(found),
        *(format_fenced(lines, "mentions") if lines else []),
        *format_rest(found, len(shown)),
    ]


def format_heading(context: Context, answer: Answer) -> str:
    """Format the first line: repository, generation, and what may have changed since."""
    freshness = answer.freshness
    assert freshness is not None, "an answer that rests on an index says how fresh it is"
    return context.wording(
        f"{context.index().root.name} · generation {freshness.generation}{_format_staleness(freshness)}"
    )


def _format_staleness(freshness: Freshness) -> str:
    if freshness.fresh:
        return ""
    made = f", {format_age(time.time() - freshness.indexed_at)} old"
    why = f"; {freshness.kept}" if freshness.kept else ""
    touched = [*freshness.changed, *freshness.added, *freshness.removed]
    if not touched:
        return f"{made} · {freshness.outdated}{why}{'' if freshness.refreshing else '; run `codegraph index`'}"
    named = ", ".join(touched[:SHOWN]) + (f", {len(touched) - SHOWN} more" if len(touched) > SHOWN else "")
    files = f"{len(touched)} file{'s' * (len(touched) != 1)} behind"
    way = "read those from disk" if freshness.refreshing else "read those from disk, or run `codegraph index`"
    return f"{made} · {files}: {named} ({way}{why})"


def is_fresh(answer: Answer) -> bool:
    return answer.freshness is None or answer.freshness.fresh


def list_other_warnings(answer: Answer) -> tuple[str, ...]:
    """Return the warnings that the heading does not have.

    The heading of an answer that is not fresh includes its last warning.
    """
    return answer.warnings if is_fresh(answer) else answer.warnings[:-1]


def append_notes(steps: Sequence[Callable[[], Rendering]], notes: Sequence[KnownNote]) -> Draft:
    """Return a draft of renderings, each first with notes at its end and then without.

    Notes are therefore dropped before anything else.
    """
    lines = list_knowledge(notes)

    def add(step: Callable[[], Rendering]) -> Rendering:
        found = step()
        return found._replace(text=[*found.text, *lines])

    return Draft([each for step in steps for each in ((partial(add, step), step) if lines else (step,))])


def list_halves(number: int) -> list[int]:
    """Return `number`, half of it, a quarter, down to 1.

    They are the numbers of rows of ever shorter renderings.
    """
    counts = [number]
    while counts[-1] > 1:
        counts.append(counts[-1] // 2)
    return counts
