"""Unified diffs, as git and `diff -u` write them: parsing and application.

They are applied to contents in either direction. This module is pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError

_HUNK: Final = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPES: Final = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b'"': b'"', b"\\": b"\\", b"a": b"\a", b"b": b"\b",
                   b"f": b"\f", b"v": b"\v"}  # fmt: skip
_ESCAPED: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_PREFIXES: Final = (b"a/", b"b/")
_MNEMONIC: Final = re.compile(rb'"?([ciwo12]/).* "?([ciwo12]/)')
_COLOUR: Final = re.compile(rb"\x1b\[[0-9;]*[mK]")
_COLOURED: Final = re.compile(rb"^(?:\x1b\[[0-9;]*m)+(?:diff --git |--- |@@ )", re.MULTILINE)
SEARCHED: Final = 2_000
"""Lines around the place a hunk names in which it is looked for, when the file has moved since."""


class PatchError(CodegraphError):
    """Raised for a diff that cannot be read, or does not fit its files."""


class Hunk(NamedTuple):
    """One hunk of a diff.

    `old` and `new` are whole lines with their ends. `start` is the 1-based line of `old`, as the header says.
    """

    start: int
    new_start: int
    old: tuple[bytes, ...]
    new: tuple[bytes, ...]


@dataclass(slots=True)
class FilePatch:
    """Changes of one file.

    `old` or `new` is None for a file that is created or deleted. Paths are bytes, as git has them.
    """

    old: bytes | None
    new: bytes | None
    binary: bool = False
    hunks: list[Hunk] = field(default_factory=list)


def parse_patch(text: bytes) -> list[FilePatch]:
    """Parse the files of a diff.

    Raises PatchError naming the line that cannot be read.
    """
    lines = (_COLOUR.sub(b"", text) if _COLOURED.search(text) else text).split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    patches: list[FilePatch] = []
    current: FilePatch | None = None
    prefixes = _PREFIXES
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith(b"diff --git "):
            prefixes = _find_prefixes(line[len(b"diff --git ") :])
            current = _parse_git_header(lines, at, prefixes)
            patches.append(current)
            at += 1
        elif line.startswith(b"--- ") and at + 1 < len(lines) and lines[at + 1].startswith(b"+++ "):
            old, new = _parse_name(line[4:], prefixes[0]), _parse_name(lines[at + 1][4:], prefixes[1])
            if current is None or current.hunks:
                current = FilePatch(old, new)
                patches.append(current)
            else:
                current.old, current.new = old, new
            at += 2
        elif line.startswith(b"@@ ") and current is not None:
            hunk, at = _parse_hunk(lines, at)
            current.hunks.append(hunk)
        else:
            if current is not None and line.startswith((b"Binary files ", b"GIT binary patch")):
                current.binary = True
            at += 1
    if text.strip() and not patches:
        raise PatchError("this is no unified diff", hint="give the output of `git diff` or `diff -u`")
    return patches


def _find_prefixes(text: bytes) -> tuple[bytes, bytes]:
    """Return the prefixes of the two names of a `diff --git` line.

    Where the settings ask for it, git tells by a letter which states it compares: a commit, the index, the work tree,
    an object.
    """
    found = _MNEMONIC.match(text)
    return (found[1], found[2]) if found is not None and found[1] != found[2] else _PREFIXES


def _parse_git_header(lines: Sequence[bytes], at: int, prefixes: tuple[bytes, bytes]) -> FilePatch:
    """Parse the extended header of a file.

    It is the only source for renames, modes, and empty or binary files.
    """
    old, new = _parse_names(lines[at][len(b"diff --git ") :], prefixes)
    patch = FilePatch(old, new)
    for line in lines[at + 1 :]:
        if line.startswith((b"diff --git ", b"@@ ", b"--- ")):
            break
        if line.startswith(b"new file mode"):
            patch.old = None
        elif line.startswith(b"deleted file mode"):
            patch.new = None
        elif line.startswith(b"rename from ") or line.startswith(b"copy from "):
            patch.old = _unquote(line.partition(b" from ")[2])
        elif line.startswith(b"rename to ") or line.startswith(b"copy to "):
            patch.new = _unquote(line.partition(b" to ")[2])
    return patch


def _parse_names(text: bytes, prefixes: tuple[bytes, bytes]) -> tuple[bytes | None, bytes | None]:
    """Parse `a/x b/x`.

    The names are equal unless later lines say otherwise, so they are separated in the middle.
    """
    if text.startswith(b'"'):
        end = re.match(rb'"(?:[^"\\]|\\.)*"', text)
        if end:
            return _parse_name(end.group(), prefixes[0]), _parse_name(text[end.end() + 1 :], prefixes[1])
    half = (len(text) - 1) // 2
    return _parse_name(text[:half], prefixes[0]), _parse_name(text[half + 1 :], prefixes[1])


def _parse_name(text: bytes, prefix: bytes) -> bytes | None:
    """Parse a path of a header.

    Its prefix, its quotes, and the time that `diff -u` puts behind a tab are removed.
    """
    name = _unquote(text.partition(b"\t")[0].rstrip(b"\r"))
    if name == b"/dev/null":
        return None
    return name[len(prefix) :] if name.startswith((prefix, b"a/", b"b/")) else name


def _unquote(text: bytes) -> bytes:
    if len(text) < 2 or not (text.startswith(b'"') and text.endswith(b'"')):
        return text
    return _ESCAPED.sub(
        lambda m: bytes([int(m[1], 8) & 255]) if len(m[1]) == 3 else _ESCAPES.get(m[1], m[1]), text[1:-1]
    )


def _parse_hunk(lines: Sequence[bytes], at: int) -> tuple[Hunk, int]:
    head = _HUNK.match(lines[at])
    if head is None:
        raise PatchError(f"line {at + 1} of the diff is no hunk header", hint="combined diffs of merges cannot be read")
    number = at + 1
    want_old = int(head[2]) if head[2] is not None else 1
    want_new = int(head[4]) if head[4] is not None else 1
    old: list[bytes] = []
    new: list[bytes] = []
    at += 1
    while at < len(lines) and (len(old) < want_old or len(new) < want_new):
        mark, body = lines[at][:1], lines[at][1:] + b"\n"
        if mark == b"-":
            old.append(body)
        elif mark == b"+":
            new.append(body)
        elif mark in (b" ", b""):
            old.append(body if mark else b"\n")
            new.append(body if mark else b"\n")
        elif mark == b"\\":
            _strip_line_end(lines[at - 1][:1], old, new)
        else:
            break
        at += 1
    if at < len(lines) and lines[at].startswith(b"\\"):
        _strip_line_end(lines[at - 1][:1], old, new)
        at += 1
    if len(old) != want_old or len(new) != want_new:
        raise PatchError(f"the hunk at line {number} of the diff is cut off", hint="give the whole diff")
    return Hunk(int(head[1]), int(head[3]), tuple(old), tuple(new)), at


def _strip_line_end(mark: bytes, old: list[bytes], new: list[bytes]) -> None:
    """Strip the line end of the last line on the sides to which it belongs."""
    for side, marks in ((old, b"- "), (new, b"+ ")):
        if mark in (marks[:1], marks[1:]) and side:
            side[-1] = side[-1].removesuffix(b"\n")


def reverse(patch: FilePatch) -> FilePatch:
    """Return the patch that undoes `patch`."""
    hunks = [Hunk(h.new_start, h.start, h.new, h.old) for h in patch.hunks]
    return FilePatch(patch.new, patch.old, patch.binary, hunks)


def apply_patch(patch: FilePatch, content: bytes) -> bytes | None:
    """Return the new content, or None where a hunk does not fit.

    Hunks may have moved, but their lines must match exactly.
    """
    lines = content.splitlines(keepends=True) if b"\r" not in content else _split_lines(content)
    result: list[bytes] = []
    at = shift = 0
    for hunk in patch.hunks:
        wanted = (hunk.start - 1 if hunk.old else hunk.start) + shift
        place = _find(lines, hunk.old, wanted, at)
        if place is None:
            return None
        result += lines[at:place]
        result += hunk.new
        at, shift = place + len(hunk.old), shift + place - wanted
    return b"".join(result + lines[at:])


def _split_lines(content: bytes) -> list[bytes]:
    parts = [part + b"\n" for part in content.split(b"\n")]
    parts[-1] = parts[-1][:-1]
    return parts if parts[-1] else parts[:-1]


def _find(lines: Sequence[bytes], old: Sequence[bytes], wanted: int, least: int) -> int | None:
    last = len(lines) - len(old)
    for distance in range(SEARCHED):
        for place in (wanted - distance, wanted + distance):
            if least <= place <= last and list(lines[place : place + len(old)]) == list(old):
                return place
        if wanted - distance < least and wanted + distance > last:
            return None
    return None


class Applied(NamedTuple):
    """Result of applying a diff: path → new content, None for a deleted file.

    `skipped` are binary files.
    """

    contents: dict[bytes, bytes | None]
    skipped: tuple[bytes, ...]


def list_paths(patches: Iterable[FilePatch]) -> list[bytes]:
    """Return every path that a diff names, each once."""
    names = [name for patch in patches for name in (patch.old, patch.new) if name is not None]
    return list(dict.fromkeys(names))


def apply_all(patches: Sequence[FilePatch], contents: Mapping[bytes, bytes]) -> Applied | str:
    """Apply a diff to the files that it names (`contents`, those that exist).

    A text as the result names the file that does not fit.
    """
    made: dict[bytes, bytes | None] = {}
    skipped: list[bytes] = []

    def now(name: bytes) -> bytes | None:
        return made[name] if name in made else contents.get(name)

    for patch in patches:
        if patch.binary:
            skipped.append(patch.new or patch.old or b"")
            continue
        before = now(patch.old) if patch.old is not None else b""
        if before is None or (patch.old is None and patch.new is not None and now(patch.new) is not None):
            return _format_name(patch.old if before is None else patch.new)
        after = apply_patch(patch, before)
        if after is None or (patch.new is None and after):
            return _format_name(patch.old)
        if patch.old is not None and patch.old != patch.new:
            made[patch.old] = None
        if patch.new is not None:
            made[patch.new] = after
    return Applied(made, tuple(skipped))


def has_additions(patches: Sequence[FilePatch]) -> bool:
    """Return whether a diff adds any line.

    If not, undoing it fits wherever the lines around the dropped ones fit.
    """
    return any(Counter(hunk.new) - Counter(hunk.old) for patch in patches for hunk in patch.hunks)


def _format_name(name: bytes | None) -> str:
    return (name or b"?").decode("utf-8", "backslashreplace")
