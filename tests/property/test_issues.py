"""Reading an issue never fails and never takes long, whatever somebody pastes."""

import time

from hypothesis import given
from hypothesis import strategies as st

from codegraph.search.issue import list_template_lines, read_issue

PIECES = st.sampled_from(
    ["# ", "### A", "**b**", "**b:** c", "- [x] ", "```", "~~~", "<!--", "-->", "<details>", "<summary>", "</summary>", "<pre>", "a: 1.2",
     "a==1.2.3", "e.g. ", "Traceback (most recent call last):", '  File "a.py", line 3, in b', "ValueError: c", "$ go", "a/b.py", "`a.b`",
     "\n", "\n\n", " ", "\r\n", "\x00", "\ud800", "é", "…", "_No response_", "What is it?", "[Bug]: ", "|a|b|", "> ", "1. "]
)  # fmt: skip


@given(st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=60).map("".join))
def test_any_text_is_an_issue(text: str) -> None:
    issue = read_issue(text, list_template_lines(text[::2]))
    assert all(isinstance(part, str) for part in issue[:5])
    assert read_issue(text) == read_issue(text)


@given(PIECES.filter(lambda piece: piece.strip()), st.sampled_from(["", " ", "\n"]))
def test_a_piece_repeated_is_read_in_time(piece: str, between: str) -> None:
    began = time.process_time()
    read_issue("T\n\n" + (piece + between) * (60_000 // max(1, len(piece + between))))
    assert time.process_time() - began < 5
