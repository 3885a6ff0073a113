"""A block of ours in somebody else's text, which is added, updated and removed.

Nothing around it changes.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class MarksError(ValueError):
    """The marks around a block are not one pair, so the block cannot be found."""


class Marks(NamedTuple):
    """The comments around a block.

    `name` distinguishes them from other comments, also in later versions.
    """

    name: str
    note: str  # for people who meet the block

    @property
    def begin(self) -> str:
        return f"<!-- {self.name}:begin - {self.note} -->"

    @property
    def end(self) -> str:
        return f"<!-- {self.name}:end -->"

    def build_block(self, lines: list[str], newline: str = "\n") -> str:
        return newline.join([self.begin, *lines, self.end]) + newline

    def put(self, text: str | None, lines: list[str]) -> str:
        """Return the text with the block, in place of the present one, else at its end.

        Raises MarksError.
        """
        if not text:
            return self.build_block(lines)
        newline = "\r\n" if "\r\n" in text else "\n"
        span = self._find_span(text)
        if span is not None:
            return text[: span[0]] + self.build_block(lines, newline) + text[span[1] :]
        return text + ("" if text.endswith("\n") else newline) + newline + self.build_block(lines, newline)

    def drop(self, text: str) -> str | None:
        """Return the text without the block; None when nothing else is in it.

        Raises MarksError.
        """
        span = self._find_span(text)
        if span is None:
            return text
        before, after = text[: span[0]], text[span[1] :]
        if before.endswith(("\n\n", "\n\r\n")) and not after.strip():
            before = before[:-2] if before.endswith("\r\n") else before[:-1]
        rest = before + after
        return rest if rest.strip() else None

    def are_in(self, text: str) -> bool:
        """Return whether a text contains the block.

        Raises MarksError.
        """
        return self._find_span(text) is not None

    def _find_span(self, text: str) -> tuple[int, int] | None:
        name = re.escape(self.name)
        begins = list(re.finditer(rf"^<!-- {name}:begin\b.*-->[ \t]*\r?$", text, re.M))
        ends = list(re.finditer(rf"^<!-- {name}:end -->[ \t]*\r?$", text, re.M))
        if not begins and not ends:
            return None
        if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
            raise MarksError(f"the marks around its {self.name} block are not one pair")
        end = ends[0].end()
        return begins[0].start(), end + 1 if text[end : end + 1] == "\n" else end
