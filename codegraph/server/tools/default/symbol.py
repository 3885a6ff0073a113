"""`code_symbol`: everything about one definition that fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from codegraph.operations.answers import Answer, SymbolAnswer, format_others, format_overloads, name_of
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.requests import SymbolRequest
from codegraph.query_results import SymbolRow
from codegraph.render.text.terse_text import (
    format_callees,
    format_callers,
    format_list,
    format_row,
    format_source,
    to_one_line,
)
from codegraph.render.text.text_layout import (
    format_count,
    format_counted,
    format_place,
    format_site,
    format_unanalysed,
    format_unknown,
)
from codegraph.server.call import Call
from codegraph.server.reply import Draft, Rendering
from codegraph.server.tools.default.models import SymbolInput, SymbolOutput
from codegraph.server.tools.default.wording import (
    append_notes,
    count_unanalysed,
    format_heading,
    format_mentions,
    is_fresh,
    list_other_warnings,
    place_of,
)
from codegraph_parsers.notebook import format_line

FEW_TESTS = 2
"""Tests among callers that have a line each; of more so many are named."""

FEW_FOREIGN = 2
FOREIGN_NAMES = 8
"""Calls into libraries that have a line each; of more so many are named."""

MOST_MEMBERS = 200
"""Members whose signatures are read: a class with more is told by names."""


@dataclass(frozen=True, slots=True)
class Form:
    """Amount of detail in the text of a symbol."""

    source: bool
    rows: int  # callers, callees and derived symbols
    members: int
    signatures: bool  # of members
    doc_lines: int
    neighbours: int = 0  # definitions before and after it


FORMS = (
    Form(True, 200, 400, True, 40, neighbours=6),
    Form(True, 8, 60, True, 12, neighbours=4),
    Form(False, 20, 100, True, 12, neighbours=4),
    Form(False, 8, 40, False, 6),
    Form(False, 3, 8, False, 1),
    Form(False, 0, 0, False, 0),
)


def describe_named_symbol(call: Call, request: SymbolInput) -> Draft:
    context = call.open_context(request.repo)
    answer: Answer[SymbolAnswer] = load_handler(BY_NAME["symbol"])(
        context, SymbolRequest(request.symbol, request.limit)
    )
    found = answer.results
    index = context.index()
    first = format_heading(context, answer)
    every = (found, *found.overloads)
    other = [*filter(None, [format_others(answer.others)])]
    members = [m for one in every for m in one.members][:MOST_MEMBERS]
    signatures = {m.node: to_one_line(index.read_details(m).signature) for m in members}
    details = found.details
    data = SymbolOutput(
        str(index.root),
        index.generation,
        is_fresh(answer),
        place_of(details.symbol),
        details.symbol.path,
        details.symbol.end_line,
        to_one_line(details.signature),
        sum(one.callers_total for one in every),
        sum(one.callees_total for one in every),
        count_unanalysed(found.not_analysed),
        tuple(one.id for one in answer.others),
        found.name_mentions.total if found.name_mentions is not None else None,
    )

    def step(form: Form) -> Callable[[], Rendering]:
        texts = [format_symbol(one, form, signatures) for one in every]
        together = format_overloads([one.details.symbol for one in every])
        heads = [f"{together}; give an id or FILE:LINE for one of them"] if found.overloads else []
        shown = texts if form.rows else [lines[:2] for lines in texts]
        return lambda: Rendering(
            [first, *heads, *other, *list_other_warnings(answer), *(line for lines in shown for line in lines)], data
        )

    return append_notes([step(form) for form in FORMS], found.knowledge)


def format_symbol(answer: SymbolAnswer, form: Form, signatures: dict[int, str]) -> list[str]:
    """Format signature, documentation, relatives, callers, callees and source.

    They come in this order.
    """
    details = answer.details
    lines = [format_row(details.symbol), *(f"  @{d.lstrip('@')}" for d in details.decorators[:5])]
    if details.signature:
        lines.append(f"  {to_one_line(details.signature)}")
    lines += [f"  {e.kind} {name_of(e.target)}  {format_place(e.target)}" for e in answer.bases[:10]]
    doc = details.doc.strip().splitlines() if not form.source or answer.source is None else []
    lines += [f"  {line}".rstrip() for line in doc[: form.doc_lines]]
    again = f"code_symbol {details.symbol.id} with a larger limit or max_tokens"
    lines += _format_callers(answer, form, again)
    lines += _format_callees(answer, form, again)
    lines += format_counted(answer.counted, more="")
    derived = [f"  {name_of(e.source)}  {format_place(e.source)}  {e.kind} {e.resolution}" for e in answer.derived]
    lines += format_list("derived", derived[: form.rows], len(derived), again)
    lines += _format_members(answer.members, form, signatures)
    lines += _format_neighbours(answer, form)
    mentions = format_mentions(answer.name_mentions, form.rows)
    lines += mentions or format_unknown(details.symbol, "its symbols, callers and callees are")
    if not answer.callers_total and not mentions:
        lines += format_unanalysed(answer.not_analysed)[1:]
    if answer.source is not None:
        if form.source:
            return [*lines, *format_source((answer.source,), details.symbol.language)]
        size = answer.source.end_line - answer.source.start_line + 1
        start = format_line(answer.source.start_line, answer.source.cells)
        lines.append(f"source left out ({size:,} lines): read {answer.source.path}:{start}")
    return lines


def _format_callers(answer: SymbolAnswer, form: Form, again: str) -> list[str]:
    """Format who calls a definition; more than a few tests share a line."""
    shown = answer.callers[: form.rows]
    tests = [edge for edge in shown if isinstance(edge.source, SymbolRow) and edge.source.is_test]
    if len(tests) <= FEW_TESTS:
        return format_list("called by", format_callers(shown), answer.callers_total, again)
    rows = format_callers([edge for edge in shown if edge not in tests])
    named = ", ".join(f"{name_of(edge.source)} ({format_site(edge)})" for edge in tests[:FEW_TESTS])
    rows.append(f"  {format_count(len(tests), 'test')}: {named}, … {len(tests) - FEW_TESTS} more")
    return _add_title("called by", rows, len(shown), answer.callers_total, again)


def _format_callees(answer: SymbolAnswer, form: Form, again: str) -> list[str]:
    """Format what a definition calls; what is of libraries shares a line."""
    shown = answer.callees[: form.rows]
    foreign = [edge for edge in shown if not isinstance(edge.target, SymbolRow)]
    if len(foreign) <= FEW_FOREIGN:
        return format_list("calls", format_callees(shown), answer.callees_total, again)
    rows = format_callees([edge for edge in shown if edge not in foreign])
    rest = len(foreign) - FOREIGN_NAMES
    named = ", ".join(name_of(edge.target) for edge in foreign[:FOREIGN_NAMES]) + (
        f", … {rest} more" if rest > 0 else ""
    )
    rows.append(f"  {format_count(len(foreign), 'call')} into libraries: {named}")
    return _add_title("calls", rows, len(shown), answer.callees_total, again)


def _add_title(title: str, rows: list[str], shown: int, total: int, more: str) -> list[str]:
    """Return a titled list some of whose lines stand for several."""
    told = f"{total:,}" if shown == total else f"shown {shown:,} of {total:,}, next: {more}"
    return [f"{title} ({told}):", *rows]


def _format_neighbours(answer: SymbolAnswer, form: Form) -> list[str]:
    """Format what stands next to a definition, so that nobody opens its file for that."""
    before = answer.before[max(0, len(answer.before) - form.neighbours) :]
    return [
        f"{title} it in the file: {', '.join(f'{name_of(one)}:{format_line(one.line, one.cells)}' for one in shown)}"
        for title, shown in (("before", before), ("after", answer.after[: form.neighbours]))
        if shown
    ]


def _format_members(members: tuple[SymbolRow, ...], form: Form, signatures: dict[int, str]) -> list[str]:
    rows = []
    for member in members[: form.members]:
        signature = signatures.get(member.node, "") if form.signatures else ""
        rows.append(f"  {signature or f'{member.name}  {member.kind}'}  :{format_line(member.line, member.cells)}")
    return format_list("members", rows, len(members), "code_symbol of a member, or a larger max_tokens")
