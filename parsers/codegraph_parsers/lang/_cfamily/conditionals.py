"""Preprocessor conditionals that are dead or cut through a construct."""

from __future__ import annotations

import re
from typing import NamedTuple

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b((?:[^\n\\]|\\\r?\n|\\.)*)", re.MULTILINE)
_NOISE = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*",
    re.DOTALL | re.MULTILINE,
)
_FOREIGN = re.compile(
    rb"\b(?:_WIN32|_WIN64|WIN32|_MSC_VER|__MINGW32__|__CYGWIN__|__sun|__APPLE__|__FreeBSD__|__OpenBSD__|__NetBSD__|_AIX|__hpux|__HAIKU__"
    rb"|\w*(?:EVPORT|KQUEUE)\w*)\b"
)


LOST = 40  # lines of whole declarations that an error beside them may cost
BELOW = 30  # lines in which an `else` that stands alone may cause an error
_ELSE = re.compile(rb"\Aelse\b|\belse\Z")


class Group(NamedTuple):
    """A conditional: `#if … #elif … #else … #endif`.

    It has the byte ranges of the directives; `branches` has those of the lines between them.
    """

    directives: tuple[tuple[int, int], ...]
    conditions: tuple[bytes, ...]  # "" for #else
    depth: int

    @property
    def branches(self) -> list[tuple[int, int]]:
        spans = self.directives
        return [(spans[i][1], spans[i + 1][0]) for i in range(len(spans) - 1)]


def list_groups(source: bytes) -> list[Group]:
    """Complete conditionals, inner ones first."""
    found: list[Group] = []
    open_groups: list[tuple[list[tuple[int, int]], list[bytes]]] = []
    for match in _DIRECTIVE.finditer(source):
        word, condition = match.group(1), match.group(2).strip()
        span = (match.start(), match.end())
        if word in (b"if", b"ifdef", b"ifndef"):
            text = (
                condition if word == b"if" else (b"!defined(" if word == b"ifndef" else b"defined(") + condition + b")"
            )
            open_groups.append(([span], [text]))
        elif open_groups:
            spans, conditions = open_groups[-1]
            spans.append(span)
            if word == b"endif":
                open_groups.pop()
                found.append(Group(tuple(spans), tuple(conditions), len(open_groups)))
            else:
                conditions.append(condition if word == b"elif" else b"")
    return found


def _clear(text: bytearray, start: int, end: int) -> None:
    text[start:end] = re.sub(rb"[^\r\n]", b" ", bytes(text[start:end]))


def blank_dead(text: bytearray) -> None:
    """Blank the code that `#if 0` disables; its `#else` stays."""
    if not re.search(rb"#[ \t]*if[ \t]+(?:0|1)\b", text):
        return
    for group in list_groups(bytes(text)):
        first = group.conditions[0].split(b"/", 1)[0].strip()
        if first == b"0":
            _clear(text, *group.branches[0])
        elif first == b"1":
            for branch in group.branches[1:]:
                _clear(text, *branch)


def measure_depth(part: bytes) -> tuple[int, int]:
    """Return the net and the lowest depth of brackets.

    Brackets in strings, comments and directives are not counted.
    """
    plain = _NOISE.sub(b"", part)
    depth = lowest = 0
    for byte in plain:
        if byte in b"{([":
            depth += 1
        elif byte in b"})]":
            depth -= 1
            lowest = min(lowest, depth)
    return depth, lowest


def _measure_build_depth(part: bytes) -> tuple[int, int]:
    """Return the depths of a part with one branch of each of its conditionals."""
    whole = measure_depth(part)
    if whole == (0, 0):
        return whole
    text = bytearray(part)
    for group in list_groups(part):
        keep = _choose_branch(group)
        for position, branch in enumerate(group.branches):
            if position != keep:
                _clear(text, *branch)
    return measure_depth(bytes(text))


def is_foreign(condition: bytes) -> bool:
    """Return whether a condition holds only on less common platforms.

    Linux is the most common one.
    """
    if b"__linux__" in condition or (b"||" in condition and b"defined(_WIN32)" not in condition):
        return False
    return _FOREIGN.search(condition) is not None and not condition.lstrip().startswith(b"!")


def _choose_branch(group: Group) -> int:
    """Return the branch that a build on the most common platform takes.

    Where the conditions do not tell, it is the first.
    """
    for position, condition in enumerate(group.conditions):
        if not condition:
            return position
        foreign = _FOREIGN.search(condition) is not None and b"__linux__" not in condition
        negated = condition.startswith(b"!")
        cplusplus = b"__cplusplus" in condition
        if (not foreign and not cplusplus) != negated:
            return position
    return 0


def blank_directives(text: bytearray, rows: set[int], *, force: bool) -> None:
    """Blank conditionals near errors.

    Alternatives inside a construct are reduced to one branch, of others only the directives are blanked. Conditionals
    around whole declarations are left alone unless `force` is set, and long ones always.
    """
    source = bytes(text)
    starts = [0]
    for match in re.finditer(rb"\n", source):
        starts.append(match.end())
    for group in list_groups(source):
        lines = [_find_row(starts, start) for start, _ in group.directives]
        cut = _has_cut_else(text, group)
        cuts = (
            measure_depth if len(group.branches) < 2 else _measure_build_depth
        )  # where nothing is lost, any doubt will do
        unbalanced = cut or any(cuts(bytes(text[a:b])) != (0, 0) for a, b in group.branches)
        touched = any(line in rows for line in lines)
        reach = lines[-1] + 1 + (BELOW if cut else 0)
        if not touched and not (unbalanced and any(r in rows for r in range(lines[0], reach))):
            continue
        whole = _has_whole_branches(text, group)
        keep = _choose_branch(group)
        if whole and not unbalanced and (not force or _count_lost_lines(text, group, keep) > LOST):
            continue
        if unbalanced or len(group.branches) > 1:
            for position, branch in enumerate(group.branches):
                if position != keep:
                    _clear(text, *branch)
        for span in group.directives:
            _clear(text, *span)


def _count_lost_lines(text: bytearray, group: Group, keep: int) -> int:
    """Return the number of lines of the longest branch that is not kept."""
    return max((text.count(b"\n", *b) for i, b in enumerate(group.branches) if i != keep), default=0)


def _has_cut_else(text: bytearray, group: Group) -> bool:
    """Return whether a branch begins or ends in the middle of an `else`.

    It continues the text above the conditional (`else {`), or leaves an `else` open.
    """
    parts = [_NOISE.sub(b"", bytes(text[start:end])).strip() for start, end in group.branches]
    return any(_ELSE.search(part) is not None for part in parts)


def _has_whole_branches(text: bytearray, group: Group) -> bool:
    """Return whether every branch ends where a statement or declaration ends."""
    ends: list[bool] = []
    for start, end in group.branches:
        plain = _NOISE.sub(b"", bytes(text[start:end])).rstrip()
        ends.append(not plain or plain[-1:] in b";}")
    # of a long comment above only the end is seen; where there is one branch, nothing is lost in its directives
    before = _NOISE.sub(b"", bytes(text[max(0, group.directives[0][0] - 400) : group.directives[0][0]])).rstrip()
    long = len(ends) > 1 and before[-2:] == b"*/"
    return all(ends) and (not before or before[-1:] in b";}{:>" or long)


def _find_row(starts: list[int], offset: int) -> int:
    low, high = 0, len(starts)
    while low + 1 < high:
        middle = (low + high) // 2
        if starts[middle] <= offset:
            low = middle
        else:
            high = middle
    return low
