"""A view as Markdown, to be pasted where an agent or a reviewer reads it."""

from __future__ import annotations

import re
from typing import Final

from codegraph.operations.impact.answers import ChangeReport
from codegraph.render.impact.markdown import format_report_markdown
from codegraph.render.page import WIDTH, use_page_width
from codegraph.render.text import render_text
from codegraph.ui.session import Asker

_FENCE: Final = re.compile(r"`{3,}")


def format_markdown(asker: Asker) -> str:
    """Return the answer that a view is copied as, under its command."""
    if asker.copied_as is not None:
        question, answer = asker.copied_as, asker.answer(asker.copied_as)
    else:
        question, answer = asker.asked[0]
    command = f"`{question.format_command()}`\n\n"
    if isinstance(answer.results, ChangeReport):
        return command + format_report_markdown(answer.results, answer.warnings)
    with use_page_width(WIDTH):
        text = render_text(answer.results).strip("\n")
    longest = max((len(found) for found in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{command}{fence}text\n{text}\n{fence}\n"
