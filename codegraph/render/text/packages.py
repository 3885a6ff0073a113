"""Text of the answer about packages and the repositories they lead to."""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.operations.answers import CrossRepoAnswer
from codegraph.render.text.text_layout import align_columns, clip, format_count, format_section, format_unanalysed


def format_cross_repo(answer: CrossRepoAnswer) -> list[str]:
    found = answer.manifests
    development = sum(d.dev for d in found.dependencies)
    lines = [
        answer.root,
        f"  {format_count(len(found.packages), 'package')}, "
        f"{format_count(len(found.dependencies), 'dependency', 'dependencies')} "
        f"({development} for development), {format_count(len(found.workspaces), 'workspace')}",
    ]
    for workspace in found.workspaces:
        members = clip(", ".join(member or "." for member in workspace.members), 60)
        lines.append(f"  {workspace.kind} workspace in {workspace.root or '.'}: {members or 'no member'}")
    packages = [(p.name, p.version, p.manifest) for p in found.packages]
    lines += _format_table("packages", packages, answer.limit)
    inside = [(link.dependency.manifest, link.package.name) for link in answer.links if link.place == answer.root]
    lines += _format_table("depend on each other", inside, answer.limit)
    outside = [
        (link.dependency.manifest, link.package.name, link.place) for link in answer.links if link.place != answer.root
    ]
    lines += _format_table("lead to other indexed repositories", outside, answer.limit)
    known = {(link.dependency.manifest, link.dependency.name) for link in answer.links}
    rest = [
        (d.name, d.version or d.source, "dev" if d.dev else "", d.manifest)
        for d in found.dependencies
        if (d.manifest, d.name) not in known
    ]
    lines += _format_table("other dependencies", rest, answer.limit)
    if not found.packages and not found.dependencies:
        lines.append("  no manifest of Cargo, npm, Go, Python, Maven or Gradle was found; others are not read")
    lines += format_unanalysed(answer.not_analysed)
    lines += [
        "",
        f"looked into {format_count(answer.repositories, 'other indexed repository', 'other indexed repositories')}",
    ]
    return lines


def _format_table(title: str, rows: Sequence[tuple[str, ...]], limit: int) -> list[str]:
    distinct = list(dict.fromkeys(rows))
    shown = distinct[: limit or None]
    more = [f"  … and {len(distinct) - len(shown):,} more; all with --limit 0"] if len(shown) < len(distinct) else []
    return format_section(title, align_columns(shown), *more)
