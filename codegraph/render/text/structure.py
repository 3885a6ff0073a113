"""Text of the answers about the graph's shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from codegraph.graph_model import ANSWERING, REACHING, EdgeKind
from codegraph.operations.answers import (
    ClustersAnswer,
    CyclesAnswer,
    DeadCodeAnswer,
    DeadSymbol,
    Dependent,
    ImpactAnswer,
    MemoryNode,
    PathAnswer,
    RankAnswer,
    RankedMemory,
    RankedSymbol,
    name_of,
)
from codegraph.query_results import EdgeRow, Node, SymbolRow
from codegraph.render.budget import fit
from codegraph.render.text.knowledge import format_knowledge
from codegraph.render.text.text_layout import (
    SHORT,
    align_columns,
    clip,
    explain_dependence,
    format_absence,
    format_count,
    format_counted,
    format_kinds,
    format_place,
    format_resolutions,
    format_shortened,
    format_site,
    format_symbol_headings,
    format_unanalysed,
    format_unknown,
    iterate_steps,
    qualify_absence,
)
from codegraph.render.text.workspaces import format_absent, format_elsewhere, format_hops

_SAID = 48
"""Characters of a memory in a table of symbols."""

ROWS_A_DEPTH = (None, 60, 25, 8)
"""How many dependents of each depth the ever shorter renderings of an impact list."""


THROUGH = frozenset((EdgeKind.OVERRIDES, *REACHING, *ANSWERING, EdgeKind.RUNS, EdgeKind.RENDERS))
"""Kinds by which calls go on, and that need not be named beside them."""


def format_path(answer: PathAnswer) -> list[str]:
    source, target = name_of(answer.source), name_of(answer.target)
    named = tuple(k for k in answer.kinds if k not in THROUGH) or answer.kinds
    kinds = format_kinds(named) if len(named) < 4 else "edges of any kind"
    if answer.source.node == answer.target.node:
        return [f"{source} and {target} are the same symbol: {format_place(answer.source)}"]
    if answer.elsewhere is not None and answer.elsewhere.hops:
        count = format_count(len(answer.elsewhere.hops), "step")
        head = f"{source} → {target} in {count} along {kinds}, through repositories"
        return [head, "", *format_hops(answer.elsewhere), *format_absent(answer.elsewhere)]
    if not answer.edges:
        unknown = format_unknown(answer.target, "its edges are", answer.name_mentions)
        if unknown := unknown or format_unknown(answer.source, "its edges are"):
            return [f"no path from {source} to {target} is known", *unknown]
        lines = [qualify_absence(f"no path from {source} to {target} along {kinds}", answer.not_analysed)]
        if answer.backwards:
            lines += [
                "there is a path in the other direction:",
                f"  codegraph path '{answer.target.id}' '{answer.source.id}'",
            ]
        absent = format_absent(answer.elsewhere) if answer.elsewhere is not None else []
        return [*lines, *absent, *format_unanalysed(answer.not_analysed)]
    lines = [f"{source} → {target} in {format_count(len(answer.edges), 'step')} along {kinds}", ""]
    lines.append(f"  {name_of(answer.start)}  {format_place(answer.start)}")
    for verb, edge, end in iterate_steps(answer):
        lines += [f"    {verb} at {format_site(edge)}  {edge.resolution}", f"  {name_of(end)}  {format_place(end)}"]
    return lines


def format_impact(answer: ImpactAnswer) -> list[str]:
    lines = format_symbol_headings(answer.symbol, answer.overloads)
    unknown = format_unknown(answer.symbol, "what depends on it is", answer.name_mentions)
    known = format_knowledge(answer.knowledge)
    if unknown and not (answer.dependents or answer.tests):
        return [*lines, *unknown, *known]
    elsewhere = format_elsewhere(answer.elsewhere, "dependent", answer.symbol)
    left_out = [*(["", *unknown] if unknown else []), *format_unanalysed(answer.not_analysed), *elsewhere]
    if not answer.dependents and not answer.tests and not answer.counted:
        who = "no analysed code" if answer.not_analysed else "nothing"
        return [
            *lines,
            f"{who} depends on it within {format_count(answer.depth, 'step')}",
            *_format_possible(answer),
            *left_out,
            *known,
        ]
    files = {d.symbol.path for d in (*answer.dependents, *answer.tests)}
    direct = sum(d.depth == 1 for d in answer.dependents)
    lines.append(
        f"{format_count(len(answer.dependents), 'dependent')} ({direct:,} direct) in "
        f"{format_count(len(files), 'file')}, "
        f"{format_count(len(answer.tests), 'test')} · {format_resolutions(answer.mix)}"
    )
    lines += format_counted(answer.counted)
    steps = [partial(_format_impact_rows, answer, rows) for rows in ROWS_A_DEPTH] + [
        partial(_format_impact_files, answer)
    ]
    rest = [*_format_possible(answer), *left_out]
    return [*lines, *fit([partial(_follow_by, step, rest) for step in steps], answer.budget, known)]


def _follow_by(step: Callable[[], list[str]], rest: Sequence[str]) -> list[str]:
    return [*step(), *rest]


def _format_possible(answer: ImpactAnswer) -> list[str]:
    if not answer.possible:
        return []
    name = answer.symbol.name
    return [
        "",
        f"not counted: {format_count(answer.possible, 'unresolved call')} of {name} (codegraph unresolved {name})",
    ]


def _format_impact_rows(answer: ImpactAnswer, rows: int | None) -> list[str]:
    lines: list[str] = []
    for depth in sorted({d.depth for d in answer.dependents}):
        level = [d for d in answer.dependents if d.depth == depth]
        lines += ["", f"{depth} step{'s' * (depth > 1)} away ({len(level):,})", *_format_dependents(level, rows)]
    if answer.tests:
        lines += ["", f"tests that reach it ({len(answer.tests):,})", *_format_dependents(answer.tests, rows)]
    return lines


def _format_dependents(level: Sequence[Dependent], rows: int | None) -> list[str]:
    lines = align_columns(
        [(format_site(d.via), name_of(d.symbol), explain_dependence(d), str(d.via.resolution)) for d in level[:rows]]
    )
    left_out = len(level) - len(level[:rows])
    return [*lines, f"  … {left_out:,} more; all with --budget 0"] if left_out else lines


def _format_impact_files(answer: ImpactAnswer) -> list[str]:
    """Return the shortest form: the number of symbols in each file."""
    lines = ["", "dependents by file", *_count_by_file(answer.dependents, 15)]
    lines += ["", "tests by file", *_count_by_file(answer.tests, 10)] if answer.tests else []
    return [*lines, "", "shortened to fit --budget; a larger budget lists the symbols"]


def _count_by_file(found: Sequence[Dependent], most: int) -> list[str]:
    files = Counter(d.symbol.path for d in found)
    lines = align_columns([(path, f"{n:,}") for path, n in files.most_common(most)], right=frozenset({1}))
    return lines + ([f"  … {len(files) - most:,} more files"] if len(files) > most else [])


def format_cycles(answer: CyclesAnswer) -> list[str]:
    if not answer.cycles:
        return format_absence(f"no cycles along {format_kinds(answer.kinds)}", answer.not_analysed)
    lines = [format_count(answer.total, "cycle")]
    for cycle in answer.cycles:
        size = f" · shortest of {cycle.size} that reach each other" if cycle.size > len(cycle.members) else ""
        lines += ["", f"{cycle.kind}: {format_count(len(cycle.members), 'member')}{size}"]
        lines += align_columns([_format_cycle_edge(cycle.kind, edge) for edge in cycle.edges])
    return lines + format_shortened(len(answer.cycles), answer.total, "cycle") + format_unanalysed(answer.not_analysed)


def _format_cycle_edge(kind: str, edge: EdgeRow) -> tuple[str, ...]:
    """Return the columns of an edge of a cycle.

    Imports close cycles of files, whatever symbols they name; other edges close cycles of symbols.
    """
    if kind == EdgeKind.IMPORTS and isinstance(edge.target, SymbolRow):
        what = edge.target.qualname
        return format_site(edge), f"imports {what} from" if what else "imports", edge.target.path, str(edge.resolution)
    return format_site(edge), _format_end(edge.source), f"→ {_format_end(edge.target)}", str(edge.resolution)


def _format_end(node: Node) -> str:
    name = name_of(node)
    return node.path if isinstance(node, SymbolRow) and name == "<module>" else name


def format_clusters(answer: ClustersAnswer) -> list[str]:
    if not answer.clusters:
        return format_absence("no clusters: no edges between symbols", answer.not_analysed)
    divided_by = " · by python-louvain" if answer.engine == "louvain" else ""
    lines = [
        f"{format_count(answer.total, 'cluster')} · modularity {answer.modularity:.3f} · "
        f"{format_count(answer.singles, 'symbol')} without connections{divided_by}"
    ]
    for cluster in answer.clusters:
        share = cluster.inside / max(1, cluster.inside + cluster.outside)
        members = format_count(cluster.size, "symbol")
        members += f" and {format_count(cluster.memories, 'memory', 'memories')}" if cluster.memories else ""
        lines += [
            "",
            f"{cluster.number}. {cluster.label}  {members} in {format_count(cluster.files, 'file')} · "
            f"{share:.0%} of {format_count(cluster.inside + cluster.outside, 'edge')} inside",
            *align_columns([(_format_end(s), str(s.kind), format_place(s)) for s in cluster.leaders], indent=3),
            *align_columns([(m.id[:SHORT], m.kind, _write_title(m)) for m in cluster.notes], indent=3),
        ]
    return (
        lines + format_shortened(len(answer.clusters), answer.total, "cluster") + format_unanalysed(answer.not_analysed)
    )


def format_rank(answer: RankAnswer) -> list[str]:
    if not answer.ranked and not answer.memories:
        return format_absence("nothing to rank", answer.not_analysed)
    header = ("", "symbol", "kind", "where", answer.by, "edges in")
    found = sorted([*answer.ranked, *answer.memories], key=lambda r: -r.score)  # stable: symbols before memories
    rows = [(str(i), *_name_ranked(r), f"{r.score:.3g}", f"{r.incoming:,}") for i, r in enumerate(found, 1)]
    table = align_columns([header, *rows], indent=0, right=frozenset({0, 4, 5}))
    if answer.engine != "codegraph":
        table.insert(0, f"{answer.by} by {answer.engine}")
    of = "node" if answer.memories else "symbol"
    return [*table, *format_shortened(len(rows), answer.total, of), *format_unanalysed(answer.not_analysed)]


def _write_title(memory: MemoryNode) -> str:
    from codegraph.memory.hygiene.text_cleaning import to_one_line  # answers about code alone need none of it

    return clip(to_one_line(memory.content), _SAID)


def _name_ranked(row: RankedSymbol | RankedMemory) -> tuple[str, str, str]:
    """Return the name, the kind and the place of a row."""
    if isinstance(row, RankedMemory):
        return _write_title(row.memory), row.memory.kind, f"memory {row.memory.id[:SHORT]}"
    symbol = row.symbol
    return name_of(symbol) if symbol.line else symbol.path, str(symbol.kind), format_place(symbol)


def format_dead_code(answer: DeadCodeAnswer) -> list[str]:
    spared = f"{answer.spared:,} more hidden: possibly used by a framework, a library, a template or a dynamic call"
    public = (
        f"{format_count(answer.public, 'public symbol')} unused here, which other projects may use; --exported "
        f"lists them"
    )
    rest = [spared] if answer.spared else []
    rest += [public] if answer.public and not answer.exported else []
    left_out = format_unanalysed(answer.not_analysed)
    if not answer.symbols:
        return [qualify_absence("no dead code found", answer.not_analysed), *rest, *left_out]
    where = "in the analysed code" if answer.not_analysed else "in the repository"
    lines = [f"{format_count(answer.total, 'symbol')} without a known use {where}", ""]
    lines += align_columns(
        [
            (format_place(d.symbol), name_of(d.symbol), str(d.symbol.kind), d.reason, *_format_category(d))
            for d in answer.symbols
        ]
    )
    lines += ["", *rest] if rest else []
    return [*lines, *format_shortened(len(answer.symbols), answer.total, "candidate"), *left_out]


def _format_category(row: DeadSymbol) -> tuple[str, ...]:
    return ("public, unused here",) if row.category == "public" else ("",)
