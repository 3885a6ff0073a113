"""Text of the answers about indexes, files, settings and health."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from textwrap import wrap

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.answers import (
    ConfigSetAnswer,
    ConfigShowAnswer,
    DoctorAnswer,
    ExportedAnswer,
    GcAnswer,
    IndexAnswer,
    LanguageRow,
    LanguagesAnswer,
    ListAnswer,
    PublishAnswer,
    PullAnswer,
    RemoveAnswer,
    StatusAnswer,
    VectorsAnswer,
    WhyIgnoredAnswer,
)
from codegraph.query_results import CheckStatus, EdgeCount, IndexStats, SkipCount, VectorStats, Verification
from codegraph.render.text.text_layout import (
    align_columns,
    clip,
    format_count,
    format_seconds,
    format_size,
    format_unanalysed,
)
from codegraph_parsers.catalog import Tier, is_resolved
from codegraph_parsers.file_facts import FileStatus, SymbolKind

STAGES = ("scan", "parse", "resolve", "embed", "commit")
TROUBLES = (FileStatus.PARTIAL, FileStatus.FAILED, FileStatus.SKIPPED)


def format_index(answer: IndexAnswer) -> list[str]:
    summary = answer.summary
    stats = summary.stats
    if summary.unchanged:
        return [f"up to date: {stats.root}", f"  {_format_totals(stats)} · generation {stats.generation}"]
    lines = [
        f"indexed {stats.root} in {format_seconds(summary.seconds)}",
        f"  {_format_totals(stats)} · generation {stats.generation}",
    ]
    lines.append(
        f"  {summary.reason}: {summary.parsed:,} parsed, {summary.reused:,} reused · "
        f"{format_size(stats.disk_bytes)} on disk"
    )
    if stats.seconds:
        lines.append("  " + " · ".join(f"{s} {format_seconds(stats.seconds[s])}" for s in STAGES if s in stats.seconds))
    lines += [*_format_contents(stats), *_format_skipped(stats.skipped)]
    if any(kind is not SymbolKind.MODULE for kind in stats.symbols):
        lines += ["", "next: codegraph rank · codegraph search WORDS · codegraph callers NAME"]
    return lines


def _format_totals(stats: IndexStats) -> str:
    return (
        f"{format_count(stats.file_count, 'file')}, {format_count(stats.symbol_count, 'symbol')}, "
        f"{format_count(stats.edge_count, 'edge')}"
    )


def _format_vectors(vectors: VectorStats) -> str:
    if vectors.problem:
        return f"vectors: {vectors.problem}; search goes by words until `codegraph index` makes them"
    return f"{format_count(vectors.rows, 'vector')} of {vectors.dimension} dimensions, by {vectors.encoder}"


def _format_contents(stats: IndexStats) -> list[str]:
    """Return the tables of languages and edges, or a note if there is no code."""
    if not stats.files:
        return ["", "  there is no file to index"]
    known = any(c.language for c in stats.files)
    lines = ["", *_format_counts(stats), *format_unanalysed(stats.not_analysed), ""]
    return lines + (
        _format_edge_table(stats) if known else ["  no relationships: no file is in a language that can be analysed"]
    )


def _format_counts(stats: IndexStats) -> list[str]:
    """Format rows of languages: tier, files, lines, and files that are incomplete.

    Parsed languages come first, then code that is only searched, then documents and data.
    """
    rows: list[tuple[str, ...]] = [("language", "tier", "files", "lines", "partial", "failed", "skipped")]
    names = sorted(
        {c.language for c in stats.files},
        key=lambda n: (not n, -sum(c.files for c in stats.files if c.language == n)),
    )
    for name in names:
        of = Counter[FileStatus]()
        for c in stats.files:
            if c.language == name:
                of[c.status] += c.files
        total = sum(c.lines for c in stats.files if c.language == name)
        troubles = [f"{of[s]:,}" if of[s] else "" for s in (FileStatus.PARTIAL, FileStatus.FAILED, FileStatus.SKIPPED)]
        files = of.total()
        tier = Tier.RESOLVED if is_resolved(name) else Tier.STRUCTURAL if name else ""
        if not name:
            code = [row for row in stats.not_analysed if row.tier == Tier.TEXT]
            rows += [(row.language, row.tier, f"{row.files:,}", f"{row.lines:,}") for row in code]
            files, total = files - sum(row.files for row in code), total - sum(row.lines for row in code)
        if files:
            rows.append((name or "(documents, data)", tier, f"{files:,}", f"{total:,}", *troubles))
    return align_columns(rows, right=frozenset(range(2, 7)))


def _format_edge_table(stats: IndexStats) -> list[str]:
    """Return a table of edges: kinds down, resolutions across.

    CONTAINS is certain by construction and left out.
    """
    counted = [e for e in stats.edges if e.kind is not EdgeKind.CONTAINS and e.count]
    if not counted:
        return ["  no relationships between symbols were found"]
    used = [r for r in Resolution if any(e.resolution is r for e in counted)]
    rows: list[tuple[str, ...]] = [("edges", "total", *used)]
    for kind in EdgeKind:
        cells = {r: _count_edges(counted, kind, r) for r in used}
        if total := sum(cells.values()):
            rows.append((kind, f"{total:,}", *(f"{cells[r]:,}" if cells[r] else "" for r in used)))
    lines = align_columns(rows, right=frozenset(range(1, 8)))
    lines.append(f"  {_format_edges(stats)}")
    return lines


def _format_edges(stats: IndexStats) -> str:
    """Format the counts of edges within the repository and into libraries.

    `export` writes those within the repository."""
    unresolved = f"{format_count(stats.unresolved, 'reference')} unresolved"
    if stats.outside is None:
        return f"{format_count(stats.externals, 'library symbol')} used · {unresolved}"
    inside = stats.edge_count - stats.outside.edges
    return (
        f"{format_count(inside, 'edge')} within the repository, {stats.outside.edges:,} into libraries "
        f"({format_count(stats.outside.calls, 'call')}, {format_count(stats.externals, 'symbol')}) · {unresolved}"
    )


def _count_edges(edges: Iterable[EdgeCount], kind: EdgeKind, resolution: Resolution) -> int:
    return sum(e.count for e in edges if e.kind is kind and e.resolution is resolution)


def _format_skipped(skipped: list[SkipCount]) -> list[str]:
    troubled = [s for s in skipped if s.status in TROUBLES]
    if not troubled:
        return []
    rows = [
        (str(s.status), f"{s.count:,}", clip(s.reason, 48), ", ".join(s.examples[:2]) + (", …" if s.count > 2 else ""))
        for s in troubled
    ]
    return ["", "skipped or partly parsed", *align_columns(rows, right=frozenset({1}))]


def format_status(answer: StatusAnswer) -> list[str]:
    stats = answer.stats
    lines = [stats.root, f"  {_format_totals(stats)} · {format_size(stats.disk_bytes)} on disk"]
    lines.append(f"  generation {stats.generation}, indexed {format_time(stats.indexed_at)}")
    lines.append(f"  {_format_vectors(stats.vectors)}")
    lines += _format_contents(stats)
    if answer.mix:
        lines += ["", "how edges are known"]
        rows = []
        for language in answer.mix:
            total = sum(c.count for c in language.counts)
            shares = "  ".join(f"{c.resolution} {c.count / total:.0%}" for c in language.counts)
            rows.append((language.language, f"{total:,}", shares))
        lines += align_columns(rows, right=frozenset({1}))
    lines += _format_skipped(stats.skipped)
    if answer.files:
        lines += ["", "files", *align_columns([(str(f.status), f.path, clip(f.reason, 50)) for f in answer.files])]
    elif any(s.status in TROUBLES for s in stats.skipped):
        lines += ["  list them: codegraph status --files"]
    return lines


def format_time(moment: float) -> str:
    """Return local time to the minute."""
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M")


def format_languages(answer: LanguagesAnswer) -> list[str]:
    """Format languages with their tiers.

    Those that are only searched, of which there are many, are named in one paragraph unless they are requested.
    """
    width = max(len(each.tier) for each in answer.tiers)
    lines = [f"{each.tier:<{width}}  {each.meaning}" for each in answer.tiers]
    is_brief = len(answer.tiers) > 1
    shown = [row for row in answer.languages if not is_brief or row.tier != Tier.TEXT or row.files]
    is_counted = any(row.files is not None for row in shown)
    header = ("language", "tier", *(("files",) if is_counted else ()), "grammar", "suffixes and names")
    rows = [_list_language(row, is_counted=is_counted) for row in shown]
    lines += ["", *align_columns([header, *rows], right=frozenset({2} if is_counted else ()))] if rows else []
    rest = [row.language for row in answer.languages if row not in shown]
    lines += ["", *wrap(f"text, too: {', '.join(rest)}", 98, subsequent_indent="  ")] if rest else []
    lines += [f"{row.language}: {row.problem}; its files have no symbols" for row in answer.languages if row.problem]
    return [*lines, *(f"{each.path}: {each.message}" for each in answer.faults)]


def _list_language(row: LanguageRow, *, is_counted: bool) -> tuple[str, ...]:
    files = (f"{row.files:,}" if row.files else "",) if is_counted else ()
    return row.language, row.tier, *files, row.grammar, clip(" ".join(row.patterns), 44)


def format_repositories(answer: ListAnswer) -> list[str]:
    if not answer.repositories:
        return ["no repository is indexed yet", "  start with: codegraph index PATH"]
    header = ("files", "symbols", "edges", "disk", "indexed", "repository")
    rows = [
        (
            f"{r.files:,}",
            f"{r.symbols:,}",
            f"{r.edges:,}",
            format_size(r.disk_bytes),
            format_time(r.indexed_at) if r.generation else "unreadable",
            r.root if r.exists else f"{r.root} (gone)",
        )
        for r in answer.repositories
    ]
    lines = align_columns([header, *rows], indent=0, right=frozenset(range(4)))
    if any(not r.exists for r in answer.repositories):
        lines += ["", "delete the indexes of repositories that no longer exist: codegraph gc"]
    return lines


def format_remove(answer: RemoveAnswer) -> list[str]:
    removed = answer.removed
    return [f"removed the index of {removed.root} ({format_size(removed.disk_bytes)}); the repository is untouched"]


def format_vectors(answer: VectorsAnswer) -> list[str]:
    lines = [_format_vectors(answer.stats), f"table: {answer.table}"]
    if answer.written or answer.rebuilt:
        lines.append(
            f"  {format_count(answer.written, 'row')} written" + (f", rebuilt: {answer.rebuilt}" * bool(answer.rebuilt))
        )
    if not answer.behind:
        return [*lines, f"  up to date, {format_count(answer.table_rows, 'row')}"]
    return [*lines, "  out of date; update it with `codegraph vectors --sync`"]


def format_publication(answer: PublishAnswer) -> list[str]:
    if answer.public_key:
        return [
            f"public key   {answer.public_key}",
            f"private key  {answer.private_key}",
            "",
            "those who pull set `remote_key` to the public key (CODEGRAPH_REMOTE_KEY)",
            "who publishes keeps the private key in a secret variable, and names it in `publish_key_variable`",
        ]
    if answer.is_new:
        lines = [
            f"published commit {answer.commit[:12]} at {answer.url}",
            f"  {format_count(answer.files, 'file')}, {format_size(answer.bytes)}, "
            f"of which {format_size(answer.sent)} were not there before",
        ]
    else:
        lines = [f"commit {answer.commit[:12]} is published at {answer.url} already"]
    if answer.removed is not None:
        lines.append(
            f"  removed {format_count(answer.removed.commits, 'old publication')}, "
            f"{format_count(answer.removed.objects, 'object')}"
        )
    if answer.table:
        lines.append(f"  vectors: {answer.table}, {format_count(answer.table_rows, 'row')}")
    return lines


def format_pull(answer: PullAnswer) -> list[str]:
    lines = format_index(IndexAnswer(answer.summary))
    if not answer.commit:
        return lines
    return [f"pulled commit {answer.commit[:12]} from {answer.url} ({format_size(answer.bytes)})", *lines]


def format_gc(answer: GcAnswer) -> list[str]:
    report = answer.report
    verb = "would free about" if report.dry_run else "freed"
    if not (report.indexes or report.generations or report.facts):
        return ["nothing to delete"]
    lines = [f"{verb} {format_size(report.bytes_freed)}"]
    lines += [f"  index of {root}, which no longer exists" for root in report.indexes]
    if report.generations:
        lines.append(f"  {format_count(report.generations, 'graph')} of earlier revisions or interrupted runs")
    lines += (
        [f"  {format_count(report.facts, 'cached entry', 'cached entries')} that no index needs"]
        if report.facts
        else []
    )
    return lines


def format_why_ignored(answer: WhyIgnoredAnswer) -> list[str]:
    lines = [f"{answer.path} {'is left out' if answer.ignored else 'is not ignored'}"]
    lines += [f"  {answer.rule}"] if answer.ignored and answer.rule else []
    if answer.status:
        lines.append(f"  in the index: {answer.status}" + (f", {answer.reason}" if answer.reason else ""))
    elif not answer.ignored and answer.path != ".":
        lines.append("  not in the index yet: codegraph index")
    return lines


def format_doctor(answer: DoctorAnswer) -> list[str]:
    marks = {CheckStatus.OK: "ok", CheckStatus.WARNING: "warn", CheckStatus.FAILED: "FAIL"}
    lines: list[str] = []
    width = max((len(c.name) for c in answer.checks), default=0)
    for check in answer.checks:
        lines.append(f"{marks[check.status]:<4}  {check.name:<{width}}  {check.detail}".rstrip())
        if check.fix and check.status is not CheckStatus.OK:
            lines.append(f"{'':<6}{'':<{width}}  → {check.fix}")
    failed = sum(c.status is CheckStatus.FAILED for c in answer.checks)
    warned = sum(c.status is CheckStatus.WARNING for c in answer.checks)
    verdict = (
        "no problems found" if not failed and not warned else f"{failed} failed, {format_count(warned, 'warning')}"
    )
    return [
        *lines,
        *_list_differences(answer.verification),
        "",
        f"{format_count(len(answer.checks), 'check')}: {verdict}",
    ]


def _list_differences(done: Verification | None) -> list[str]:
    if done is None or not done.total or not done.settled:
        return []
    sides = {"index": "only in the index", "rebuild": "only in the rebuild"}
    counts = [f"  {each.rows:,} {each.table} {each.kind}".rstrip() + f", {sides[each.side]}" for each in done.counts]
    rows = [f"  {sides[row.side]}: {row.table} {row.kind} {row.path}: {row.row}" for row in done.differences]
    more = done.total - len(rows)
    return ["", *counts, "", *rows, *([f"  and {more:,} more"] if more else [])]


def format_config_show(answer: ConfigShowAnswer) -> list[str]:
    rows = [
        (s.key, s.value, *([s.origin] if answer.origin else [f"# {s.doc}"] if s.doc else [])) for s in answer.settings
    ]
    return [f"# home: {answer.home}", *align_columns(rows, indent=0)]


def format_config_set(answer: ConfigSetAnswer) -> list[str]:
    return [f"{answer.key} = {answer.value}  in {answer.path}"]


def format_exported(answer: ExportedAnswer) -> list[str]:
    where = " and ".join(answer.paths) or "standard output"
    return [
        f"wrote {format_count(answer.symbols, 'symbol')} and {format_count(answer.edges, 'edge')} as "
        f"{answer.format} to {where}"
    ]
