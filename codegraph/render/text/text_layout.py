"""Columns, places and counts, of which every text answer is composed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import (
    Dependent,
    ImplementationCount,
    Mention,
    NameMentions,
    PathAnswer,
    ResolutionCount,
    find_unanalysed_language,
    format_overloads,
    name_of,
)
from codegraph.query_results import EdgeRow, ExternalRow, Node, SymbolRow, UnanalysedLanguage
from codegraph.render.page import UNBOUNDED, get_page_width, is_unbounded, take_first
from codegraph_parsers.notebook import format_line


def format_count(number: int, singular: str, plural: str = "") -> str:
    """Return `1 file`, `2,300 files`."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def format_place(node: Node, lines: Sequence[int] = ()) -> str:
    """Return `src/a.py:3,9,12`.

    Without lines it is the place of the symbol's definition. A module is its file.
    """
    if isinstance(node, ExternalRow):
        return node.package or node.language
    if not lines:
        return f"{node.path}:{format_line(node.line, node.cells)}" if node.line else node.path
    shown = take_first(lines, 4)
    rest = f",+{len(lines) - len(shown)}" if len(lines) > len(shown) else ""
    return f"{node.path}:{','.join(format_line(line, node.cells) for line in shown)}{rest}"


def format_site(edge: EdgeRow) -> str:
    """Return the place of an edge in the source.

    It is in the file of its source symbol; that of DECORATES is above its target.
    """
    return format_place(edge.target if edge.kind is EdgeKind.DECORATES else edge.source, edge.lines)


def format_symbol_heading(symbol: SymbolRow) -> str:
    """Return `Store.save  method · src/store.py:42`."""
    test = " · test" if symbol.is_test else ""
    return f"{name_of(symbol)}  {symbol.kind} · {format_place(symbol)}{test}"


def format_symbol_headings(symbol: SymbolRow, overloads: Sequence[SymbolRow]) -> list[str]:
    """Return the heading, or a line for each of the requested overloads."""
    if not overloads:
        return [format_symbol_heading(symbol)]
    rows = [(format_place(one), str(one.kind), clip(one.id, 76, keep_end=True)) for one in overloads]
    return [
        f"{name_of(symbol)}  {format_overloads(overloads)}; give a place or an id for one of them",
        *align_columns(rows),
    ]


def format_resolutions(counts: Iterable[ResolutionCount]) -> str:
    """Return `2 exact, 1 heuristic`."""
    return ", ".join(f"{c.count:,} {c.resolution}" for c in counts)


def format_kinds(kinds: Iterable[EdgeKind]) -> str:
    """Return `imports, calls`; an implicit call is shown as a call."""
    return ", ".join(k for k in kinds if k is not EdgeKind.IMPLICIT_CALLS)


def format_resolution(edge: EdgeRow) -> str:
    """Return `inferred`.

    For a call without a call in the text it is `inferred, implicit`, for an imported edge `observed: scip-python 0.6`.
    """
    if edge.observer:
        return f"{edge.resolution}: {edge.observer}"
    return f"{edge.resolution}, implicit" if edge.kind is EdgeKind.IMPLICIT_CALLS else str(edge.resolution)


def explain_dependence(dependent: Dependent, format_name: Callable[[Node], str] = name_of) -> str:
    """Return what makes a symbol depend on another one: `calls Store.save`."""
    via = dependent.via
    if via.target.node == dependent.symbol.node:  # a decorator is needed by what it decorates
        return f"decorated by {format_name(via.source)}"
    return f"{via.kind} {format_name(via.target)}"


_BACKWARDS: Final = {EdgeKind.DECORATES: "decorated by", EdgeKind.OVERRIDES: "may run its override"}


class PathStep(NamedTuple):
    """An edge of a path, what is said of it in the path's direction, and its end."""

    verb: str
    edge: EdgeRow
    end: Node


def iterate_steps(path: PathAnswer) -> Iterator[PathStep]:
    """Yield the steps of a path, some of which go against their edges."""
    here: Node = path.start
    for edge in path.edges:
        along = edge.source.node == here.node
        here = edge.target if along else edge.source
        yield PathStep(str(edge.kind) if along else _BACKWARDS.get(edge.kind, str(edge.kind)), edge, here)


def describe_kind(symbol: SymbolRow) -> str:
    """Return the kind of a symbol: `function`, `method (test)`."""
    return f"{symbol.kind} (test)" if symbol.is_test else str(symbol.kind)


def clip(text: str, width: int, *, keep_end: bool = False) -> str:
    """Return the text cut to `width` columns, with an ellipsis.

    On an unbounded page nothing is cut."""
    if len(text) <= width or is_unbounded():
        return text
    return "…" + text[len(text) - width + 1 :] if keep_end else text[: width - 1] + "…"


LEAST, BESIDE_LINES = 12, 32
"""Columns that are left of what gives way, and of what does beside lines of files."""

ALIGNED: Final = 84
"""Columns up to which lines of files are aligned; what stands behind longer ones begins where they end."""

_NAME: Final = re.compile(r"[\w$]+(?:(?:\.|::)[\w$]+)*$")
_LINE: Final = re.compile(r"\S*/\S*:\d[\d,+-]*$")


def _is_end_significant(text: str) -> bool:
    """Return whether a text says the most at its end, as a path and a name do."""
    return "/" in text or _NAME.match(text) is not None


def align_columns(
    rows: Sequence[Sequence[str]], *, indent: int = 2, width: int | None = None, right: frozenset[int] = frozenset()
) -> list[str]:
    """Return aligned lines that fit `width`: by default, that of the page.

    Columns are two spaces apart. When they would exceed it, the widest columns are cut: a path and a name lose their
    beginning, other text its end. A line of a file is never cut, because nobody can open a piece of it. `right` columns
    are right-aligned. With a `width` of 0 nothing is aligned or cut.
    """
    if not rows:
        return []
    width = get_page_width() if width is None else width
    if not width:
        return [" " * indent + "  ".join(filter(None, row)) for row in rows]
    last = max(len(row) for row in rows)
    cells = [[*row, *[""] * (last - len(row))] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(last)]
    lines_in = {i for row in cells for i, text in enumerate(row) if _LINE.match(text)}
    if width == UNBOUNDED:
        widths = [min(w, ALIGNED) for w in widths]
    least = [min(w, ALIGNED) if i in lines_in else BESIDE_LINES if lines_in else LEAST for i, w in enumerate(widths)]
    room = width - indent - 2 * (last - 1)
    while sum(widths) > room:
        wide = [i for i in range(last) if widths[i] > least[i]]
        if not wide:
            break  # more than any terminal has; let the line be long rather than empty
        widest = max(wide, key=lambda i: widths[i])
        second = max([widths[i] for i in wide if i != widest], default=0)
        given = max(second, widths[widest] - (sum(widths) - room))
        widths[widest] = max(least[widest], min(widths[widest] - 1, given))
    lines = []
    for row in cells:
        shown = [
            text if _LINE.match(text) else clip(text, w, keep_end=_is_end_significant(text))
            for text, w in zip(row, widths)
        ]
        parts = [text.rjust(w) if i in right else text.ljust(w) for i, (text, w) in enumerate(zip(shown, widths))]
        lines.append((" " * indent + "  ".join(parts)).rstrip())
    return lines


def format_section(title: str, rows: Iterable[str], *rest: str) -> list[str]:
    """Return a titled list below an empty line; nothing where it has no rows."""
    listed = list(rows)
    return ["", title, *listed, *rest] if listed else []


def format_left_out(shown: int, total: int) -> list[str]:
    """Return a line that counts the rows of a list that are not shown, if any."""
    return [f"  {total - shown:,} more"] if total > shown else []


SHORT: Final = 13
"""Characters of a memory's id that are shown: the time and the first random digits, enough to type."""

UNANALYSED: Final = {"text": "searchable, not analysed", "structural": "names only, not analysed"}
"""Descriptions of code in a language without a resolver, by tier. Loading the catalog for its names takes a while."""

MOST_LANGUAGES = 5


def format_unanalysed(languages: Sequence[UnanalysedLanguage]) -> list[str]:
    """Format the languages of which an answer knows nothing, most files first.

    A line is `C#: searchable, not analysed (27 files)`.
    """
    if not languages:
        return []
    shown = languages[:MOST_LANGUAGES]
    lines = [f"{row.language}: {UNANALYSED[row.tier]} ({format_count(row.files, 'file')})" for row in shown]
    rest = len(languages) - MOST_LANGUAGES
    return ["", *lines, *([f"{format_count(rest, 'more language')}: not analysed"] if rest > 0 else [])]


def format_absence(said: str, languages: Sequence[UnanalysedLanguage]) -> list[str]:
    """Return that nothing was found, in the code that was analysed, and what was not."""
    return [qualify_absence(said, languages), *format_unanalysed(languages)]


def qualify_absence(said: str, languages: Sequence[UnanalysedLanguage]) -> str:
    """Limit a statement of absence to the code that was analysed."""
    return f"{said} in the analysed code" if languages else said


def format_unknown(symbol: SymbolRow, what: str, mentions: NameMentions | None = None) -> list[str]:
    """Return a note on code that is not analysed: `what` is unknown.

    If places are known that mention the symbol's name, they are listed instead. Returns nothing for any other symbol.
    """
    if mentions is not None:
        return format_mentions(mentions)
    language = find_unanalysed_language(symbol)
    if language is None:
        return []
    if language.tier == "structural":
        return [f"{language.name}: names only; {what} unknown"]
    return [f"{language.name} is {UNANALYSED[language.tier]}: {what} unknown"]


def summarize_mentions(found: NameMentions) -> str:
    """Return one line: `Lua: names only; 4 places mention it`."""
    if not found.total:
        return f"{found.language}: names only; no place was found that mentions it"
    places = "1 place mentions it" if found.total == 1 else f"{found.total:,} places mention it"
    return f"{found.language}: names only; {places}"


def format_mentions(found: NameMentions) -> list[str]:
    """Format the places that mention a name, whose meaning is unknown."""
    rows = list_mentions(found.places)
    return [summarize_mentions(found), *rows, *format_rest(found, len(rows))]


def list_mentions(places: Sequence[Mention]) -> list[str]:
    """Return a line a mention: its place, what it is in, and the text there."""
    found = [(f"{each.path}:{format_line(each.line, each.cells)}", each.around, each.text) for each in places]
    return align_columns([(at, around or "<module>", text) for at, around, text in found])


def format_rest(found: NameMentions, shown: int) -> list[str]:
    """Describe the mentions that are not listed, and the code that was not searched."""
    rest = [f"  … {found.total - shown:,} more"] if found.total > shown else []
    return [*rest, *([f"  {found.cut}"] if found.cut else [])]


def format_undo(token: str) -> list[str]:
    """Return how to undo an operation; nothing if nothing was written."""
    return [f"undo: codegraph memory undo {token}"] if token else []


def format_counted(counted: Iterable[ImplementationCount], more: str = "--all lists them") -> list[str]:
    """Return a line for every group of edges that an answer counts and does not list."""
    lines: list[str] = []
    for each in counted:
        if each.role == "callers":
            what = f"+{each.count:,} callers of {each.name}, which has {each.implementations:,} implementations"
        elif each.role == "implementations":
            what = f"+{each.count:,} implementations of {each.name}"
        else:
            what = f"+{each.count:,} definitions of {each.name} that one call may mean"
        lines.append(f"{what}; {more}" if more else what)
    return lines


def format_shortened(shown: int, total: int, noun: str) -> list[str]:
    """Return the closing line of a shortened list; nothing when it is whole."""
    if shown >= total:
        return []
    return ["", f"shown {shown:,} of {format_count(total, noun)}; all with --limit 0"]


def format_size(number: float) -> str:
    """Return bytes for people: `12 kB`, `3.4 MB`."""
    unit = "B"
    for larger in ("kB", "MB", "GB"):
        if number < 1000:
            break
        number, unit = number / 1000, larger
    return f"{number:.0f} {unit}" if number >= 10 or unit == "B" else f"{number:.1f} {unit}"


def format_seconds(number: float) -> str:
    """Return `0.08 s`, `3.2 s`, `2 min 5 s`."""
    if number >= 60:
        return f"{int(number // 60)} min {int(number % 60)} s"
    return f"{number:.2f} s" if number < 1 else f"{number:.1f} s"
