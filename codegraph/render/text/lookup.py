"""Text of the look-up answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import (
    CalleesAnswer,
    CallersAnswer,
    RefsAnswer,
    Step,
    SymbolAnswer,
    SymbolsAnswer,
    UnresolvedAnswer,
    name_of,
)
from codegraph.operations.workspace_answers import WorkspaceAnswer
from codegraph.query_results import EdgeRow, SymbolRow
from codegraph.render.page import WIDTH, get_page_width, take_first
from codegraph.render.text.knowledge import format_knowledge
from codegraph.render.text.text_layout import (
    align_columns,
    clip,
    describe_kind,
    format_absence,
    format_count,
    format_counted,
    format_place,
    format_resolution,
    format_resolutions,
    format_section,
    format_shortened,
    format_site,
    format_symbol_heading,
    format_symbol_headings,
    format_unanalysed,
    format_unknown,
    qualify_absence,
)
from codegraph.render.text.workspaces import format_elsewhere
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.notebook import format_line, format_range

SOURCE_LINES = 40
DOC_LINES = 12


def _format_found(answer: CallersAnswer | CalleesAnswer, noun: str, *, inwards: bool) -> list[str]:
    """Return the counts of an answer and its edges; nothing where there are none.

    Further away, several edges may reach one symbol: then edges are counted, not symbols.
    """
    if not answer.steps:
        return []
    counted = noun if all(step.depth == 1 for step in answer.steps) else "call edge"
    head = f"{format_count(answer.total, counted)} · {format_resolutions(answer.mix)}"
    rest = format_shortened(len(answer.steps), answer.total, counted)
    return [head, "", *_format_steps(answer.steps, inwards=inwards), *rest]


def _format_incoming(edges: Sequence[EdgeRow]) -> list[str]:
    return align_columns([(format_site(e), name_of(e.source), format_resolution(e)) for e in edges])


def _format_outgoing(edges: Sequence[EdgeRow]) -> list[str]:
    """Return the line of each call, then the callee and the place of its definition."""
    rows = []
    for edge in edges:
        shown = take_first(edge.lines, 4)
        cells = edge.source.cells if isinstance(edge.source, SymbolRow) else ()
        lines = ",".join(format_line(line, cells) for line in shown)
        at = ("" if cells else "line ") + lines + ("…" if len(edge.lines) > len(shown) else "")
        rows.append((at, name_of(edge.target), format_place(edge.target), format_resolution(edge)))
    return align_columns(rows)


def format_symbol(answer: SymbolAnswer) -> list[str]:
    """Return a definition.

    Of several overloads of one name every one is shown, below a line that lists them.
    """
    if not answer.overloads:
        return [*_format_definition(answer), *format_knowledge(answer.knowledge)]
    every = (answer, *answer.overloads)
    symbols = [one.details.symbol for one in every]
    lines = format_symbol_headings(symbols[0], symbols)
    for one in every:
        lines += ["", *_format_definition(one)]
    return [*lines, *format_knowledge(answer.knowledge)]


def _format_definition(answer: SymbolAnswer) -> list[str]:
    details = answer.details
    symbol = details.symbol
    lines = [format_symbol_heading(symbol)]
    if details.decorators:
        lines += [f"  @{decorator.lstrip('@')}" for decorator in details.decorators]
    if details.signature:
        lines.append(f"  {clip(_to_one_line(details.signature), 98)}")
    if details.parent is not None:
        lines.append(f"  in {name_of(details.parent) if details.parent.line else details.parent.path}")
    for edge in answer.bases:
        lines.append(f"  {edge.kind} {name_of(edge.target)}  {format_place(edge.target)}")
    if details.doc:
        doc = details.doc.strip().splitlines()
        shown = take_first(doc, DOC_LINES)
        lines += ["", *(f"  {line}".rstrip() for line in shown)]
        lines += [f"  … {format_count(len(doc) - DOC_LINES, 'more line')}"] if len(doc) > len(shown) else []
    members = align_columns([(name_of(m), str(m.kind), format_place(m)) for m in answer.members])
    lines += format_section(f"members ({len(members)})", members)
    derived = align_columns(
        [(name_of(e.source), format_place(e.source), str(e.kind), str(e.resolution)) for e in answer.derived]
    )
    lines += format_section(f"derived ({len(derived)})", derived)
    lines += _format_calls(
        "called by",
        answer.callers_total,
        _format_incoming(answer.callers),
        f"codegraph callers '{symbol.id}' --limit 0",
    )
    lines += _format_calls(
        "calls", answer.callees_total, _format_outgoing(answer.callees), f"codegraph callees '{symbol.id}' --limit 0"
    )
    lines += format_counted(answer.counted, "`callers` and `callees` list them with --all")
    if answer.source is not None:
        lines += ["", *_format_source(answer)]
    unknown = format_unknown(symbol, "its symbols, callers and callees are", answer.name_mentions)
    return [*lines, "", *unknown] if answer.name_mentions is not None else [*lines, *unknown]


def _to_one_line(signature: str) -> str:
    """Join the lines of a signature that was written over several."""
    text = " ".join(signature.split())
    for spread, tight in (("( ", "("), (", )", ")"), (" )", ")"), ("[ ", "["), (", ]", "]"), (" ]", "]")):
        text = text.replace(spread, tight)
    return text


def _format_calls(title: str, total: int, rows: list[str], more: str) -> list[str]:
    rest = [f"  … {total - len(rows):,} more: {more}"] if total > len(rows) else []
    return format_section(f"{title} ({total:,})", rows, *rest)


def _format_source(answer: SymbolAnswer) -> Iterator[str]:
    source = answer.source
    assert source is not None
    text = source.text.splitlines()
    moved = "  (the file changed since it was indexed: lines may have moved)" if source.stale else ""
    yield f"{source.path}:{format_range(source.start_line, source.end_line, source.cells)}{moved}"
    pad = len(format_line(source.end_line, source.cells))
    shown = take_first(text, SOURCE_LINES)
    for number, line in enumerate(shown, source.start_line):
        yield f"  {format_line(number, source.cells):>{pad}}  {line}".rstrip()
    if len(text) > len(shown):
        yield f"  {'…':>{pad}}  {format_count(len(text) - SOURCE_LINES, 'more line')}"


def format_symbols(answer: SymbolsAnswer) -> list[str]:
    if not answer.hits:
        return [f"nothing found for {answer.query!r}"]
    rows = [
        (name_of(h.symbol) if h.symbol.line else h.symbol.path, describe_kind(h.symbol), format_place(h.symbol))
        for h in answer.hits
    ]
    more = (
        ["", f"shown {len(answer.hits)}; more with a larger --limit, fewer with --kind or --path"]
        if answer.more
        else []
    )
    return [*align_columns(rows, indent=0), *more]


def format_refs(answer: RefsAnswer) -> list[str]:
    kinds = ", ".join(f"{k.count:,} {k.kind}" for k in answer.kinds)
    lines = format_symbol_headings(answer.symbol, answer.overloads)
    unknown = format_unknown(answer.symbol, "what refers to it is", answer.name_mentions)
    if unknown and not answer.edges:
        return [*lines, *unknown]
    if not answer.edges:
        return [*lines, *format_absence("no references found", answer.not_analysed)]
    lines += [f"{format_count(answer.total, 'reference')} · {kinds} · {format_resolutions(answer.mix)}", ""]
    lines += align_columns([(format_site(e), _name_mentioner(e), str(e.kind), str(e.resolution)) for e in answer.edges])
    lines += format_shortened(len(answer.edges), answer.total, "reference")
    return [*lines, "", *unknown] if unknown else lines


def _name_mentioner(edge: EdgeRow) -> str:
    return name_of(edge.target if edge.kind is EdgeKind.DECORATES else edge.source)


UNCALLED = frozenset({SymbolKind.TYPE, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.MODULE})
"""What code that is handed one has no way to call."""


def format_callers(answer: CallersAnswer) -> list[str]:
    lines = format_symbol_headings(answer.symbol, answer.overloads)
    if unknown := format_unknown(answer.symbol, "its callers are", answer.name_mentions):
        return [*lines, *unknown]
    lines += _format_found(answer, "caller", inwards=True)
    if not answer.steps and not answer.counted:
        lines.append(qualify_absence(f"no callers found{_name_scope(answer.elsewhere)}", answer.not_analysed))
    lines += format_elsewhere(answer.elsewhere, "caller", answer.symbol)
    lines += format_counted(answer.counted)
    if answer.mentions:
        sites = "once" if answer.mentions == 1 else f"{answer.mentions:,} times"
        who = "" if answer.symbol.kind in UNCALLED else "; code that receives it may call it"
        lines += ["", f"mentioned {sites} without a call{who}:", f"  codegraph refs '{answer.symbol.id}'"]
    if answer.possible:
        name = answer.symbol.name
        lines += [
            "",
            f"not counted: {format_count(answer.possible, 'unresolved call')} of {name}, which may mean this symbol:",
            f"  codegraph unresolved {name}",
        ]
    return lines if answer.steps else [*lines, *format_unanalysed(answer.not_analysed)]


def _name_scope(elsewhere: WorkspaceAnswer | None) -> str:
    return " in this repository" if elsewhere is not None else ""


def format_callees(answer: CalleesAnswer) -> list[str]:
    lines = format_symbol_headings(answer.symbol, answer.overloads)
    if unknown := format_unknown(answer.symbol, "what it calls is"):
        return [*lines, *unknown]
    lines += _format_found(answer, "callee", inwards=False)
    if not answer.steps and not answer.counted:
        lines.append("no callees found in this repository")
    lines += format_counted(answer.counted)
    lines += format_elsewhere(answer.elsewhere, "callee", answer.symbol)
    if answer.externals:
        names = sorted({name_of(e) for e in answer.externals})
        lines += ["", *_format_names("outside the repository", names)]
    if answer.unresolved:
        names = sorted({r.name for r in answer.unresolved})
        lines += ["", *_format_names("not resolved", names)]
    return lines


def _format_names(title: str, names: Sequence[str]) -> list[str]:
    from textwrap import wrap

    shown = take_first(names, 12)
    more = f", … {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    text = f"{title} ({len(names)}): {', '.join(shown)}{more}"
    return wrap(text, min(get_page_width(), WIDTH) - 2, subsequent_indent="  ", break_long_words=False)


def _format_steps(steps: Sequence[Step], *, inwards: bool) -> list[str]:
    """Return direct edges as a plain list.

    With more than one depth there is a list for each depth, which names the end of each edge.
    """
    if all(step.depth == 1 for step in steps):
        edges = [step.edge for step in steps]
        return _format_incoming(edges) if inwards else _format_outgoing(edges)
    lines: list[str] = []
    for depth in sorted({s.depth for s in steps}):
        edges = [s.edge for s in steps if s.depth == depth]
        lines += [""] if lines else []
        lines.append(f"{depth} call{'s' * (depth > 1)} away")
        lines += align_columns(
            [(format_site(e), name_of(e.source), f"→ {name_of(e.target)}", format_resolution(e)) for e in edges]
        )
    return lines


def format_unresolved(answer: UnresolvedAnswer) -> list[str]:
    if not answer.total:
        return format_absence("no unresolved references", answer.not_analysed)
    lines: list[str] = []
    if answer.names:
        top = answer.names[:15]
        lines += [
            "most frequent unresolved names",
            *align_columns([(name, f"{n:,}") for name, n in top], right=frozenset({1})),
            "",
        ]
    rows = [(format_place(r.source, r.lines), name_of(r.source), r.name, r.kind, r.reason) for r in answer.rows]
    lines += align_columns(rows)
    return [
        *lines,
        *format_shortened(len(answer.rows), answer.total, "unresolved name"),
        *format_unanalysed(answer.not_analysed),
    ]
