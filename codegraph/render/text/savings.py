"""Text of the answer about the access log."""

from __future__ import annotations

import textwrap

from codegraph.operations.savings.answers import SavingsAnswer
from codegraph.render.text.text_layout import align_columns, format_count

WIDTH = 98


def format_savings(answer: SavingsAnswer) -> list[str]:
    if not answer.answers:
        return [*_format_empty(answer), "", *_format_method(answer)]
    rows = [
        ("served: answers", f"{answer.answer_tokens:,}"),
        ("served: definitions of tools", f"{answer.definition_tokens:,}"),
        ("files that the answers name", f"{answer.file_tokens:,}"),
        ("difference", f"{answer.difference:+,}"),
    ]
    width = max(len(number) for _, number in rows)
    lines = [
        f"{format_count(answer.answers, 'answer')} in {format_count(answer.sessions, 'session')} since {answer.since}, "
        f"naming {format_count(answer.files, 'file')}",
        "",
        "tokens",
        *(f"  {name:<30}{number:>{width}}" for name, number in rows),
    ]
    if answer.unread_files:
        lines.append(f"  {format_count(answer.unread_files, 'file')} cannot be read any more and count nothing")
    table = [("tool", "answers", "tokens", "new files", "their tokens")]
    table += [
        (row.tool, f"{row.answers:,}", f"{row.answer_tokens:,}", f"{row.files:,}", f"{row.file_tokens:,}")
        for row in answer.tools
    ]
    return [*lines, "", *align_columns(table, right=frozenset((1, 2, 3, 4))), "", *_format_method(answer)]


def _format_empty(answer: SavingsAnswer) -> list[str]:
    if not answer.is_logging:
        return ["no answer is logged: the setting access_log is off"]
    return ["no answer is logged yet: `codegraph serve` logs what agents ask about code"]


def _format_method(answer: SavingsAnswer) -> list[str]:
    lines = ["method", *_wrap(answer.method, "  ", "  "), "limits"]
    for limit in answer.limits:
        lines += _wrap(limit, "  - ", "    ")
    state = "" if answer.is_logging else " (off: access_log is false)"
    return [*lines, f"log: {answer.log}{state}"]


def _wrap(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
