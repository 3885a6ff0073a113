"""Answers about the access log."""

from typing import NamedTuple


class ToolSavings(NamedTuple):
    """Answers of one tool.

    `file_tokens` are those of files that no answer of the session had named before."""

    tool: str
    answers: int
    answer_tokens: int
    files: int
    file_tokens: int


class SavingsAnswer(NamedTuple):
    """Tokens that were served, and those of the files that the answers name, whole.

    `files` counts a file once a session. `difference` is `file_tokens` less what was served: the answers, and the
    definitions of the tools, which a client reads first."""

    since: str  # the first entry that is counted, "" without any
    sessions: int
    answers: int
    answer_tokens: int
    definition_tokens: int
    files: int
    file_tokens: int
    unread_files: int  # gone, or no text any more: they count nothing
    difference: int
    tools: tuple[ToolSavings, ...]  # most answers first
    log: str
    is_logging: bool  # False: the setting `access_log` is off
    method: str
    limits: tuple[str, ...]
