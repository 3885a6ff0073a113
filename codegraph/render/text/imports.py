"""Text of the answers about edges of other indexers."""

from __future__ import annotations

from datetime import datetime

from codegraph.operations.imports.answers import RemoveAnswer, ScipAnswer, SourcesAnswer
from codegraph.render.text.text_layout import align_columns, format_count, format_left_out, format_section


def format_scip(answer: ScipAnswer) -> list[str]:
    lines = [
        f"{answer.source}: {format_count(answer.edges, 'observed edge')} in "
        f"{format_count(answer.documents, 'document')}, {answer.confirmed:,} between symbols that the graph joins, too",
        f"  {format_count(answer.definitions, 'definition')} matched; {format_count(answer.unknown, 'symbol')} without "
        "a definition here",
    ]
    if answer.misnamed:
        lines.append(
            f"  {format_count(answer.misnamed, 'reference')} left out: another definition bears the name there"
        )
    left = align_columns([(each.path, str(each.status)) for each in answer.left])
    return lines + format_section("documents left out", left, *format_left_out(len(answer.left), answer.left_total))


def format_sources(answer: SourcesAnswer) -> list[str]:
    if not answer.sources:
        return ["no edges of other indexers are kept", "next: codegraph import scip FILE"]
    lines: list[str] = []
    for each in answer.sources:
        when = datetime.fromtimestamp(each.imported_at).strftime("%Y-%m-%d %H:%M")
        old = f", {each.outdated:,} of them changed since" if each.outdated else ""
        lines.append(
            f"{each.source}: {format_count(each.edges, 'edge')} in {format_count(each.documents, 'document')}{old}, "
            f"imported {when}"
        )
    return lines


def format_remove(answer: RemoveAnswer) -> list[str]:
    return [f"the edges of {answer.source} are {'forgotten' if answer.removed else 'not known'}"]
