"""Text of the answers about fleets."""

from __future__ import annotations

from codegraph.fleet.repository_task import Status
from codegraph.operations.fleet.answers import FleetAnswer
from codegraph.render.text.text_layout import align_columns, clip, format_count, format_seconds, format_size

_COMMIT_CHARS = 12


def format_fleet(answer: FleetAnswer) -> list[str]:
    published, current, failed = (answer.count(s) for s in (Status.PUBLISHED, Status.CURRENT, Status.FAILED))
    size = sum(row.bytes for row in answer.repositories)
    lines = [
        f"{format_count(published, 'repository', 'repositories')} published at {answer.url} "
        f"in {format_seconds(answer.seconds)}, {format_size(size)}",
        f"  {current:,} published before, {failed:,} failed",
    ]
    if answer.links is not None:
        lines.append(
            f"  {format_count(answer.links.edges, 'edge')} between {format_count(answer.links.pairs, 'pair')} of "
            f"{format_count(answer.links.repositories, 'repository', 'repositories')}: {answer.links.path}"
        )
    done = [
        (
            row.status.value, clip(row.source, 50), row.commit[:_COMMIT_CHARS],
            format_count(row.files, "file") if row.files else "",
        )
        for row in answer.repositories
        if row.status is not Status.FAILED
    ]  # fmt: skip
    lines += ["", *align_columns(done)] if done else []
    wrong = [row for row in answer.repositories if row.status is Status.FAILED]
    lines += ["", "failed"] if wrong else []
    for row in wrong:
        lines += [f"  line {row.line}: {row.source}", f"    {row.reason}"]
    return lines
