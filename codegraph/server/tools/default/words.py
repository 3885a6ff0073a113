"""The words that answers of the default tools share."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from codegraph.answers import Freshness, SymbolRow, UnanalysedLanguage
from codegraph.operations.answers import Answer, KnownNote, NameMentions
from codegraph.operations.context import Context
from codegraph.operations.refresh import SHOWN, age
from codegraph.render.text.brief import fenced
from codegraph.render.text.knowledge import list_knowledge
from codegraph.render.text.layout import format_rest, list_mentions, summarize_mentions
from codegraph.server.reply import Draft, Rendering
from codegraph.server.tools.default.models import Place


def place_of(symbol: SymbolRow) -> Place:
    return Place(symbol.id, str(symbol.kind), symbol.line)


def count_unanalysed(languages: tuple[UnanalysedLanguage, ...]) -> dict[str, int]:
    """Count files by language, as the structured answers have it."""
    return {row.language: row.files for row in languages}


def format_mentions(found: NameMentions | None, rows: int) -> list[str]:
    """Format places that mention a name, their lines between fences.

    Returns nothing for a symbol whose uses edges tell."""
    if found is None:
        return []
    shown = found.places[:rows]
    lines = "\n".join(line[2:] for line in list_mentions(shown))
    return [summarize_mentions(found), *(fenced(lines, "mentions") if lines else []), *format_rest(found, len(shown))]


def heading(context: Context, answer: Answer) -> str:
    """The first line: which repository, which generation, and what of it may have moved."""
    freshness = answer.freshness
    assert freshness is not None, "an answer that rests on an index says how fresh it is"
    return context.wording(f"{context.index().root.name} · generation {freshness.generation}{_stale(freshness)}")


def _stale(freshness: Freshness) -> str:
    if freshness.fresh:
        return ""
    made = f", {age(time.time() - freshness.indexed_at)} old"
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


def other_warnings(answer: Answer) -> tuple[str, ...]:
    """Warnings but for the last one of an answer that is not fresh, which the heading has told."""
    return answer.warnings if is_fresh(answer) else answer.warnings[:-1]


def follow_by_knowledge(steps: Sequence[Callable[[], Rendering]], notes: Sequence[KnownNote]) -> Draft:
    """Return a draft of renderings, each with notes behind it and then without.

    So notes give way before anything else does."""
    lines = list_knowledge(notes)

    def add(step: Callable[[], Rendering]) -> Rendering:
        found = step()
        return found._replace(text=[*found.text, *lines])

    return Draft([each for step in steps for each in ((partial(add, step), step) if lines else (step,))])


def halves(number: int) -> list[int]:
    """`number`, half of it, a quarter … 1: how many rows each shorter rendering has."""
    counts = [number]
    while counts[-1] > 1:
        counts.append(counts[-1] // 2)
    return counts
