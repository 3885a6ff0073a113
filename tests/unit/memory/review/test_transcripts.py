"""What a person said, read from transcripts of coding agents."""

from __future__ import annotations

import json

import pytest

from codegraph.memory.review.transcripts import TranscriptFormat, Turn, Unreadable, detect_format, iterate_turns
from codegraph.memory.times import format_rfc3339

CLAUDE = {
    "type": "user",
    "isSidechain": False,
    "cwd": "/home/dana/ledger",
    "sessionId": "s-1",
    "timestamp": "2026-03-02T09:00:00.000Z",
    "message": {"role": "user", "content": "I prefer tabs."},
}


def lines(*rows: object) -> list[bytes]:
    return [(row if isinstance(row, str) else json.dumps(row)).encode() for row in rows]


def heard(*rows: object, form=TranscriptFormat.CLAUDE_CODE) -> list[str]:
    return [turn.text for turn in iterate_turns(lines(*rows), form) if isinstance(turn, Turn)]


def claude(content: object, **more: object) -> dict[str, object]:
    return CLAUDE | {"message": {"role": "user", "content": content}} | more


def test_a_turn_has_its_line_time_folder_and_session():
    (turn,) = iterate_turns(lines({"type": "summary", "summary": "x"}, CLAUDE), TranscriptFormat.CLAUDE_CODE)
    assert isinstance(turn, Turn)
    assert (turn.line, turn.text, turn.folder, turn.session) == (2, "I prefer tabs.", "/home/dana/ledger", "s-1")
    assert format_rfc3339(turn.at) == "2026-03-02T09:00:00Z"


@pytest.mark.parametrize(
    "row",
    [
        CLAUDE | {"type": "assistant", "message": {"role": "assistant", "content": "I prefer tabs."}},
        CLAUDE | {"isSidechain": True},
        CLAUDE | {"isMeta": True},
        CLAUDE | {"isCompactSummary": True},
        CLAUDE | {"toolUseResult": {"type": "text"}},
        claude([{"type": "tool_result", "content": "I prefer tabs."}]),
        claude([{"type": "image", "source": {}}]),
        claude("<command-name>/clear</command-name>"),
        claude("<local-command-stdout>I prefer tabs.</local-command-stdout>"),
        claude("/review I prefer tabs."),
        claude("[Request interrupted by user]"),
        claude("This session is being continued from a previous conversation. I prefer tabs."),
        claude("<system-reminder>I prefer tabs.</system-reminder>"),
        claude("<system-reminder>I prefer tabs."),
    ],
    ids=lambda row: json.dumps(row)[-60:],
)
def test_what_agents_tools_and_programs_say_is_not_a_persons(row):
    assert heard(row) == []


def test_generics_and_markup_that_somebody_typed_stay():
    assert heard(claude("I prefer Vec<T> over arrays. <b>Always</b> so.")) == [
        "I prefer Vec<T> over arrays. <b>Always</b> so."
    ]


def test_a_note_to_memory_asks_to_be_remembered():
    assert heard(claude("<user-memory-input>use vitest</user-memory-input>")) == ["Remember: use vitest"]
    assert heard(claude("# use vitest")) == ["Remember: use vitest"]
    assert heard(claude("# Plan\n\nfirst, the parser")) == ["# Plan\n\nfirst, the parser"]


@pytest.mark.parametrize(
    "row",
    [
        {"role": "user", "content": "I prefer tabs."},
        {"author": "human", "text": "I prefer tabs."},
        {"speaker": "User", "text": "I prefer tabs.", "ts": 1772442000},
        {"type": "user", "message": "I prefer tabs."},
        {"message": {"role": "user", "content": [{"type": "text", "text": "I prefer tabs."}]}},
        {"payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "I prefer tabs."}]}},
    ],
    ids=lambda row: ",".join(row),
)
def test_any_transcript_with_a_role_and_a_text_is_read(row):
    assert detect_format(lines(row)) is TranscriptFormat.JSONL
    assert heard(row, form=TranscriptFormat.JSONL) == ["I prefer tabs."]
    other = json.loads(json.dumps(row).replace("user", "assistant").replace("User", "bot").replace("human", "bot"))
    assert heard(other, form=TranscriptFormat.JSONL) == []


def test_the_form_is_told_by_a_line_that_only_one_has():
    assert (
        detect_format(lines("", "garbage", {"type": "file-history-snapshot"}, CLAUDE)) is TranscriptFormat.CLAUDE_CODE
    )
    assert detect_format([]) is TranscriptFormat.JSONL


def test_a_line_that_cannot_be_read_is_named_and_the_rest_is_read():
    found = list(iterate_turns(lines('{"type":"us', "[1]", "[" * 100_000, CLAUDE), TranscriptFormat.CLAUDE_CODE))
    assert [x.line for x in found] == [1, 2, 3, 4]
    assert [isinstance(x, Unreadable) for x in found] == [True, True, True, False]
