"""Text of an exploration.

It has the few symbols that answer a question, with source, neighbours and paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from codegraph.operations.answers import (
    ExploreAnswer,
    Focus,
    PathAnswer,
    RelevantFile,
    WordFiles,
    find_unanalysed_language,
    name_of,
)
from codegraph.query_results import EdgeRow, Node, SourceText, SymbolRow
from codegraph.render.budget import fit
from codegraph.render.text.knowledge import format_knowledge
from codegraph.render.text.terse_text import count_lines, format_row, format_source, to_one_line
from codegraph.render.text.text_layout import (
    align_columns,
    format_count,
    format_place,
    format_resolution,
    format_site,
    format_unanalysed,
    format_unknown,
    iterate_steps,
    qualify_absence,
    summarize_mentions,
)
from codegraph.render.text.workspaces import format_elsewhere
from codegraph_parsers.notebook import format_line, format_range

MENTIONS = 12
"""Places that mention the name of the first symbol, which are listed."""


class Form(NamedTuple):
    """Amount of detail of each symbol.

    A source of more than `lines` lines is left out completely.
    """

    sources: int
    lines: int
    related: int  # callers and callees of each symbol
    symbols: int
    signatures: bool = True
    word_files: int = 40  # of a word that was asked for
    files: int = 25  # that are named with the functions of them
    functions: int = 10  # of each of them
    beginning: int = 0


FORMS = (
    Form(99, 100_000, 12, 99),
    Form(99, 200, 8, 99),
    Form(99, 120, 6, 99),
    Form(99, 80, 6, 99),
    Form(6, 80, 5, 99, beginning=16),
    Form(4, 80, 4, 99, beginning=16),
    Form(3, 80, 4, 12, beginning=12),
    Form(3, 50, 4, 12, beginning=6),
    Form(3, 50, 4, 10, word_files=20, files=20, functions=6),
    Form(2, 50, 3, 8, word_files=20, files=15, functions=4),
    Form(1, 80, 3, 8, files=12, functions=4),
    Form(0, 0, 3, 8, files=10, functions=4),
    Form(0, 0, 1, 8, files=8, functions=3),
    Form(0, 0, 0, 5, signatures=False, files=5, functions=1),
    Form(0, 0, 0, 1, signatures=False, files=0),
)

PROSE_FORMS = (
    *FORMS[:8],
    Form(2, 50, 4, 10, files=20, functions=6, beginning=8),
    Form(1, 50, 3, 8, files=15, functions=4, beginning=8),
    Form(1, 50, 3, 8, files=12, functions=4, beginning=6),
    Form(0, 50, 2, 8, files=10, functions=4, beginning=12),
    Form(0, 50, 2, 8, files=10, functions=4, beginning=6),
    *FORMS[-4:],
)
"""Forms of an answer to prose: several symbols in part tell more than one of them whole."""


def list_forms(answer: ExploreAnswer) -> tuple[Form, ...]:
    """List the forms of an answer, the longest first."""
    return PROSE_FORMS if answer.files else FORMS


def format_explore(answer: ExploreAnswer) -> list[str]:
    more = "codegraph symbol NAME, or a larger --limit or --budget"
    return fit(
        [partial(format_exploration, answer, form, more) for form in list_forms(answer)],
        answer.budget,
        format_knowledge(answer.knowledge),
    )


def count_left_out(answer: ExploreAnswer, form: Form) -> int:
    """Count the symbols that are neither shown nor counted as shown."""
    return len(answer.foci[form.symbols :]) + answer.more


def format_exploration(found: ExploreAnswer, form: Form, more: str) -> list[str]:
    """Return one rendering; `more` says how to see what it leaves out."""
    notes = [f"note: {note}" for note in found.notes]
    if found.word is not None:
        notes += _format_word(found.word, form)
    if not found.foci:
        nothing = f"nothing found for {found.query!r}; try names or other words, or grep"
        return [*notes, nothing, *format_elsewhere(found.elsewhere, "use")]
    foci = found.foci[: form.symbols]
    with_source = [at for at, f in enumerate(foci) if _has_short_source(f, form)]
    whole = frozenset(with_source[: form.sources])
    with_source = with_source if form.beginning else with_source[: form.sources]
    lines = [*notes, *_format_files(found.files, form)]
    if found.path is not None:
        lines += format_path(found.path, form)
    if found.between and form.related and found.path is None:
        rows = [
            f"  {_name_end(e.source)} {e.kind} {_name_end(e.target)}  {format_site(e)}  {format_resolution(e)}"
            for e in found.between
        ]
        lines += ["how they are connected:", *rows[: 2 * form.related]]
    lines += format_blast_radius(found)
    for at, focus in enumerate(foci):
        shown = _cut(focus, None if at in whole else form.beginning) if at in with_source else focus
        lines += ["", *_format_focus(shown, form, at in with_source)]
    hidden = found.foci[form.symbols :]
    left = count_left_out(found, form)
    if left or len(with_source) < len(foci):
        names = f" ({', '.join(f.title or name_of(f.symbol) for f in hidden[:5])})" if hidden else ""
        lines += [
            "",
            f"shown {len(foci)} of {len(foci) + left} symbols{names}, {len(with_source)} with source; next: {more}",
        ]
    return [*lines, *_format_unanalysed(found, foci), *format_elsewhere(found.elsewhere, "use")]


def _format_unanalysed(found: ExploreAnswer, foci: Sequence[Focus]) -> list[str]:
    """Return a note that callers and callees are unknown.

    It applies if a part of the answer is code that is not analysed.
    """
    languages = {find_unanalysed_language(focus.symbol) for focus in foci}
    own = {language.name for language in languages if language is not None}
    return format_unanalysed([row for row in found.not_analysed if row.language in own])


def _has_short_source(focus: Focus, form: Form) -> bool:
    source = focus.source
    return source is not None and source.end_line - source.start_line < form.lines


def _cut(focus: Focus, most: int | None) -> Focus:
    """Return a symbol with so many lines of its source.

    They are the first ones, and half of them may be windows further down."""
    source = focus.source
    if source is None or most is None or sum(count_lines(piece) for piece in (source, *focus.windows)) <= most:
        return focus
    windows: list[SourceText] = []
    rest = most // 2
    for window in focus.windows:
        if not windows:  # of the first window at least the middle
            window = _take_lines(window, max(0, count_lines(window) - rest) // 2, rest)
        rest -= count_lines(window)
        if rest >= 0:
            windows.append(window)
    first = most - sum(map(count_lines, windows))
    return focus._replace(source=_take_lines(source, 0, first), windows=tuple(windows))


def _take_lines(source: SourceText, left: int, most: int) -> SourceText:
    """Return at most so many lines of a source, without the first `left`."""
    lines = source.text.split("\n")[left : left + most]
    begin = source.start_line + left
    return source._replace(text="\n".join(lines), start_line=begin, end_line=begin + len(lines) - 1)


def format_path(path: PathAnswer, form: Form) -> list[str]:
    """Return the chain of edges, one line each."""
    source, target = name_of(path.source), name_of(path.target)
    if not path.edges:
        if unknown := format_unknown(path.source, "its edges are") or format_unknown(path.target, "its edges are"):
            return [f"no path between {source} and {target} is known", *unknown]
        return [qualify_absence(f"no path between {source} and {target} in either direction", path.not_analysed)]
    if not form.signatures:
        return [f"{source} reaches {target} in {format_count(len(path.edges), 'step')}"]
    lines = [f"{source} reaches {target} in {format_count(len(path.edges), 'step')}:", f"  {format_row(path.start)}"]
    return lines + [
        f"  {verb} {name_of(end)}  {format_place(end)}  at {format_site(edge)}  {format_resolution(edge)}"
        for verb, edge, end in iterate_steps(path)
    ]


def format_blast_radius(found: ExploreAnswer) -> list[str]:
    """Return what depends on the first symbol."""
    impact = found.impact
    if impact is not None and impact.name_mentions is not None:
        said = f"{name_of(impact.symbol)}  {summarize_mentions(impact.name_mentions)}"
        shown = impact.name_mentions.places[:MENTIONS]
        return [said, *(f"  {each.path}:{each.line}  {each.around or '<module>'}" for each in shown)]
    if impact is None or not (impact.dependents or impact.tests):
        return []
    files = len({d.symbol.path for d in impact.dependents})
    return [
        f"blast radius of {name_of(impact.symbol)}: {format_count(len(impact.dependents), 'dependent')} in "
        f"{format_count(files, 'file')}, reached by {format_count(len(impact.tests), 'test')}"
    ]


def _format_focus(focus: Focus, form: Form, with_source: bool) -> list[str]:
    lines = _format_heading(focus, with_source)
    if form.signatures and not with_source and focus.signature:
        lines.append(f"  {to_one_line(focus.signature)}")
        doc = focus.doc.strip().partition("\n")[0]
        lines += [f"  {doc}"] if doc else []
    if form.related:
        lines += _format_related("called by", [_format_caller(e) for e in focus.callers], focus.callers_total, form)
        lines += _format_related(
            "referenced by", [*map(_format_caller, focus.references)], focus.references_total, form
        )
        beside = f"; {focus.library_calls} in libraries" if focus.library_calls else ""
        lines += [
            line + beside
            for line in _format_related("calls", [name_of(e.target) for e in focus.callees], focus.callees_total, form)
        ]
        if not with_source:
            lines += _format_related("members", [m.name for m in focus.members], len(focus.members), form)
    elif focus.symbol.qualname:
        lines[0] += f"  called by {focus.callers_total}, calls {focus.callees_total + focus.library_calls}"
    if with_source and focus.source is not None:
        pieces = (focus.source, *focus.windows)
        lines += format_source(pieces, focus.symbol.language)
        rest = focus.symbol.end_line - pieces[-1].end_line
        if focus.symbol.qualname and rest > 0 and focus.source.start_line == focus.symbol.start_line:
            lines.append(f"  … {format_count(rest, 'more line')}")
    return lines


def _name_end(node: Node) -> str:
    """Return the name of one end of an edge: of a module its file."""
    return node.path if isinstance(node, SymbolRow) and not node.qualname else name_of(node)


def _format_caller(edge: EdgeRow) -> str:
    """Return the caller and the place.

    Of what a file does when it is loaded, there is only the place."""
    is_module = isinstance(edge.source, SymbolRow) and not edge.source.qualname
    return format_site(edge) if is_module else f"{name_of(edge.source)} ({format_site(edge)})"


def _format_files(files: Sequence[RelevantFile], form: Form) -> list[str]:
    """Format the files of an answer with their functions, which need not be shown."""
    rows: list[str] = []
    for file in files[: form.files]:
        named = (f"{one.qualname}:{format_line(one.line, one.cells)}" for one in file.functions[: form.functions])
        rows.append(f"  {file.path}  {', '.join(named)}")
    return ["relevant files and functions, most likely first:", *rows, ""] if rows else []


def _format_word(found: WordFiles, form: Form) -> list[str]:
    """Format the files that contain a word, and count those that are not listed."""
    shown = found.files[: max(1, form.word_files)]
    rows = [(f"{f.path}:{f.line}", format_count(f.count, "line"), f.text[:120]) for f in shown]
    rest = len(found.files) - len(shown)
    more = [f"  and {format_count(rest, 'more file')}"] if rest else []
    return [f"`{found.word}` stands in {format_count(len(found.files), 'file')}:", *align_columns(rows), *more, ""]


def _format_heading(focus: Focus, with_source: bool) -> list[str]:
    """Return the heading of a symbol.

    Lines of a file without a grammar are titled by what they show; their place comes before their source.
    """
    source = focus.source
    if focus.symbol.qualname or source is None:
        return [format_row(focus.symbol)]
    lines = format_range(source.start_line, source.end_line, source.cells)
    place = "" if with_source else f"{source.path}:{lines}"
    return [line] if (line := f"{focus.title}  {place}".strip()) else []


def _format_related(title: str, names: list[str], total: int, form: Form) -> list[str]:
    if not total:
        return []
    shown = list(dict.fromkeys(names))[: form.related]
    rest = f", … {total - len(shown)} more" if total > len(shown) else ""
    return [f"  {title}: {', '.join(shown)}{rest}"]
