"""Patterns in recorded tool calls.

They are repeated searches, file hotspots, decision chains and tool preferences.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_model import ToolUse

SEARCHES: Final = frozenset(("grep", "glob", "search", "search_code", "search_symbols", "code_search", "websearch"))
CHANGES: Final = frozenset(("edit", "multiedit", "write", "notebookedit", "apply_patch", "str_replace"))
READS: Final = frozenset(("read", "view", "cat", "open"))

PROMPT: Final = "UserPrompt"
"""Stands for a tool where a request of the user is recorded."""

MOST: Final = 10
"""Patterns of one type that the insights show."""


class PatternType(StrEnum):
    REPEATED_SEARCH = "repeated_search"
    FILE_HOTSPOT = "file_hotspot"
    DECISION_CHAIN = "decision_chain"
    TOOL_PREFERENCE = "tool_preference"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Action repeated at least a given number of times.

    `subject` is the words of a search, a file, or a tool.
    """

    type: PatternType
    subject: str
    frequency: int
    sessions: int
    confidence: float  # 0 … 1
    share: float = 0.0  # of all calls; of tool preferences
    first_at: int = 0  # µs since 1970
    last_at: int = 0


def detect(uses: Iterable[ToolUse], min_frequency: int) -> list[Pattern]:
    """Detect patterns by type, the most frequent first.

    A tool is a preference only when at least two tools were used.
    """
    calls = [use for use in uses if use.tool != PROMPT]
    sessions = len({use.session for use in calls if use.session})
    groups: dict[PatternType, dict[str, list[ToolUse]]] = {kind: defaultdict(list) for kind in PatternType}
    for use in calls:
        tool = use.tool.lower()
        if use.pattern and (tool in SEARCHES or not use.path):
            groups[PatternType.REPEATED_SEARCH][use.pattern].append(use)
        if use.path:
            groups[PatternType.FILE_HOTSPOT][use.path].append(use)
            if tool in CHANGES:
                groups[PatternType.DECISION_CHAIN][use.path].append(use)
        groups[PatternType.TOOL_PREFERENCE][use.tool].append(use)
    if len(groups[PatternType.TOOL_PREFERENCE]) < 2:
        groups[PatternType.TOOL_PREFERENCE].clear()
    return [
        pattern
        for kind in PatternType
        for pattern in sorted(
            (_build_pattern(kind, subject, of, sessions, len(calls)) for subject, of in groups[kind].items()),
            key=lambda p: (-p.frequency, p.subject),
        )
        if pattern.frequency >= min_frequency
    ]


def _build_pattern(kind: PatternType, subject: str, uses: list[ToolUse], sessions: int, calls: int) -> Pattern:
    return Pattern(
        kind,
        subject,
        len(uses),
        len({use.session for use in uses if use.session}),
        compute_confidence(len(uses), sessions),
        len(uses) / calls if kind is PatternType.TOOL_PREFERENCE else 0.0,
        min(use.at for use in uses),
        max(use.at for use in uses),
    )


def compute_confidence(frequency: int, sessions: int) -> float:
    """Return ln(frequency) / max(ln(sessions), 1), at most 1.

    With few sessions only the frequency counts.
    """
    return min(1.0, math.log(max(frequency, 1)) / max(math.log(max(sessions, 1)), 1.0))


_TITLES: Final = {
    PatternType.FILE_HOTSPOT: ("File hotspots", "worked on {frequency} times"),
    PatternType.REPEATED_SEARCH: ("Repeated searches", "searched for {frequency} times"),
    PatternType.DECISION_CHAIN: ("Decision chains", "changed {frequency} times"),
    PatternType.TOOL_PREFERENCE: ("Tool preferences", "used {frequency} times"),
}


def format_insights(patterns: Iterable[Pattern]) -> str:
    """Format the patterns as Markdown, grouped by type."""
    groups: dict[PatternType, list[Pattern]] = defaultdict(list)
    for pattern in patterns:
        groups[pattern.type].append(pattern)
    lines = ["# Pattern insights"]
    for kind, (title, _) in _TITLES.items():
        found = groups[kind]
        if found:
            lines += ["", f"## {title}", ""]
            lines += [_format_line(pattern) for pattern in found[:MOST]]
            if len(found) > MOST:
                lines.append(f"- and {len(found) - MOST} more")
    if len(lines) == 1:
        lines += ["", "No patterns yet: they come from tool calls that the hooks record."]
    return "\n".join(lines) + "\n"


def _format_line(pattern: Pattern) -> str:
    name = to_one_line(pattern.subject).replace("`", "'")
    where = f" in {pattern.sessions} sessions" if pattern.sessions > 1 else ""
    return f"- `{name}`: {_describe_frequency(pattern)}{where} (confidence {pattern.confidence:.2f})"


def describe(pattern: Pattern) -> str:
    """Describe a pattern in one sentence: `src/auth.py was worked on 5 times`."""
    return f"{to_one_line(pattern.subject)} was {_describe_frequency(pattern)}"


def _describe_frequency(pattern: Pattern) -> str:
    said = _TITLES[pattern.type][1].format(frequency=pattern.frequency)
    return said + (f", {pattern.share:.0%} of all calls" if pattern.type is PatternType.TOOL_PREFERENCE else "")


def rank_files(uses: Iterable[ToolUse], tools: frozenset[str]) -> list[tuple[str, int]]:
    """Return files with the number of calls of these tools on them, most first."""
    found = Counter(use.path for use in uses if use.path and use.tool.lower() in tools)
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
