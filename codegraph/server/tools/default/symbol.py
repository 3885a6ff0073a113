"""`code_symbol`: everything about one definition, as much of it as fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from codegraph.answers import SymbolRow
from codegraph.operations.answers import Answer, SymbolAnswer, format_others, format_overloads, name_of
from codegraph.operations.inventory import BY_NAME, handler
from codegraph.operations.requests import SymbolRequest
from codegraph.render.text.brief import callees_rows, callers_rows, listed, one_line, row, source_block
from codegraph.render.text.layout import format_counted, format_unanalysed, format_unknown, place
from codegraph.server.call import Call
from codegraph.server.reply import Draft, Rendering
from codegraph.server.tools.default.models import SymbolInput, SymbolOutput
from codegraph.server.tools.default.words import (
    count_unanalysed,
    follow_by_knowledge,
    format_mentions,
    heading,
    is_fresh,
    other_warnings,
    place_of,
)
from codegraph_parsers.notebook import format_line

MOST_MEMBERS = 200
"""Members whose signatures are read: a class with more is told by names."""


@dataclass(frozen=True, slots=True)
class Form:
    """How much of a symbol is told."""

    source: bool
    rows: int  # callers, callees and derived symbols
    members: int
    signatures: bool  # of members
    doc_lines: int


FORMS = (
    Form(True, 200, 400, True, 40),
    Form(True, 8, 60, True, 12),
    Form(False, 20, 100, True, 12),
    Form(False, 8, 40, False, 6),
    Form(False, 3, 8, False, 1),
    Form(False, 0, 0, False, 0),
)


def symbol(call: Call, request: SymbolInput) -> Draft:
    context = call.context(request.repo)
    answer: Answer[SymbolAnswer] = handler(BY_NAME["symbol"])(context, SymbolRequest(request.symbol, request.limit))
    found = answer.results
    index = context.index()
    first = heading(context, answer)
    every = (found, *found.overloads)
    other = [*filter(None, [format_others(answer.others)])]
    members = [m for one in every for m in one.members][:MOST_MEMBERS]
    signatures = {m.node: one_line(index.details(m).signature) for m in members}
    details = found.details
    data = SymbolOutput(
        str(index.root),
        index.generation,
        is_fresh(answer),
        place_of(details.symbol),
        details.symbol.path,
        details.symbol.end_line,
        one_line(details.signature),
        sum(one.callers_total for one in every),
        sum(one.callees_total for one in every),
        count_unanalysed(found.not_analysed),
        tuple(one.id for one in answer.others),
        found.name_mentions.total if found.name_mentions is not None else None,
    )

    def step(form: Form) -> Callable[[], Rendering]:
        texts = [symbol_text(one, form, signatures) for one in every]
        together = format_overloads([one.details.symbol for one in every])
        heads = [f"{together}; give an id or FILE:LINE for one of them"] if found.overloads else []
        shown = texts if form.rows else [lines[:2] for lines in texts]
        return lambda: Rendering(
            [first, *heads, *other, *other_warnings(answer), *(line for lines in shown for line in lines)], data
        )

    return follow_by_knowledge([step(form) for form in FORMS], found.knowledge)


def symbol_text(answer: SymbolAnswer, form: Form, signatures: dict[int, str]) -> list[str]:
    """Signature, documentation, relatives, callers, callees, source, in this order."""
    details = answer.details
    lines = [row(details.symbol), *(f"  @{d.lstrip('@')}" for d in details.decorators[:5])]
    if details.signature:
        lines.append(f"  {one_line(details.signature)}")
    lines += [f"  {e.kind} {name_of(e.target)}  {place(e.target)}" for e in answer.bases[:10]]
    doc = details.doc.strip().splitlines() if not form.source or answer.source is None else []
    lines += [f"  {line}".rstrip() for line in doc[: form.doc_lines]]
    again = f"code_symbol {details.symbol.id} with a larger limit or max_tokens"
    lines += listed("called by", callers_rows(answer.callers[: form.rows]), answer.callers_total, again)
    lines += listed("calls", callees_rows(answer.callees[: form.rows]), answer.callees_total, again)
    lines += format_counted(answer.counted, more="")
    derived = [f"  {name_of(e.source)}  {place(e.source)}  {e.kind} {e.resolution}" for e in answer.derived]
    lines += listed("derived", derived[: form.rows], len(derived), again)
    lines += _members(answer.members, form, signatures)
    mentions = format_mentions(answer.name_mentions, form.rows)
    lines += mentions or format_unknown(details.symbol, "its symbols, callers and callees are")
    if not answer.callers_total and not mentions:
        lines += format_unanalysed(answer.not_analysed)[1:]
    if answer.source is not None:
        if form.source:
            return [*lines, *source_block(answer.source, details.symbol.language)]
        size = answer.source.end_line - answer.source.start_line + 1
        start = format_line(answer.source.start_line, answer.source.cells)
        lines.append(f"source left out ({size:,} lines): read {answer.source.path}:{start}")
    return lines


def _members(members: tuple[SymbolRow, ...], form: Form, signatures: dict[int, str]) -> list[str]:
    rows = []
    for member in members[: form.members]:
        signature = signatures.get(member.node, "") if form.signatures else ""
        rows.append(f"  {signature or f'{member.name}  {member.kind}'}  :{format_line(member.line, member.cells)}")
    return listed("members", rows, len(members), "code_symbol of a member, or a larger max_tokens")
