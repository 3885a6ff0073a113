"""JSON, with or without comments, edited in place.

Unchanged parts keep every byte.

It supports only what wiring needs: setting or removing one member, named by the keys that lead to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

MAX_DEPTH = 100
_STRING = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_SCALAR = re.compile(r"(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])")
_INDENT = re.compile(r"^([ \t]+)\S", re.M)


class JsoncError(ValueError):
    """The text is not JSON, or has an unexpected shape; the message names the line."""


@dataclass(frozen=True, slots=True)
class Member:
    key: str
    start: int  # of the key's quote
    value: Value
    comma: int  # place of the comma after it, -1 for none


@dataclass(frozen=True, slots=True)
class Value:
    """A value with its place in the text.

    `text[start:end]` is the source of `data`. `members` is None for anything but an object.
    """

    start: int
    end: int
    data: Json
    members: tuple[Member, ...] | None = None

    def find_member(self, key: str) -> Member | None:
        found = [m for m in self.members or () if m.key == key]
        if len(found) > 1:
            raise JsoncError(f"`{key}` is there twice")
        return found[0] if found else None


class _Reader:
    def __init__(self, text: str, comments: bool) -> None:
        self.text = text
        self.comments = comments

    def fail(self, at: int, what: str) -> JsoncError:
        line = self.text.count("\n", 0, at) + 1
        return JsoncError(f"line {line}, column {at - self.text.rfind(chr(10), 0, at)}: {what}")

    def skip(self, at: int) -> int:
        while True:
            match = _SPACE.match(self.text, at)
            at = match.end() if match else at
            if not self.text.startswith(("//", "/*"), at):
                return at
            if not self.comments:
                raise self.fail(at, "a comment, which this file may not have")
            comment = _COMMENT.match(self.text, at)
            if comment is None:
                raise self.fail(at, "a comment that is never closed")
            at = comment.end()

    def read_value(self, at: int, depth: int = 0) -> Value:
        if depth > MAX_DEPTH:
            raise self.fail(at, "nested too deeply")
        head = self.text[at : at + 1]
        if head == "{":
            return self.read_object(at, depth)
        if head == "[":
            return self.read_array(at, depth)
        if head == '"':
            data, end = self.read_string(at)
            return Value(at, end, data)
        scalar = _SCALAR.match(self.text, at)
        if scalar is None:
            raise self.fail(at, f"{head!r} where a value should be" if head else "the file ends too early")
        return Value(at, scalar.end(), json.loads(scalar[0]))

    def read_string(self, at: int) -> tuple[str, int]:
        try:
            return _STRING.raw_decode(self.text, at)
        except ValueError as error:
            raise self.fail(at, "a string that is not closed or not valid") from error

    def read_object(self, at: int, depth: int) -> Value:
        members: list[Member] = []
        here = self.skip(at + 1)
        while self.text[here : here + 1] != "}":
            self.check_next(here, first=not members, comma=members[-1].comma if members else -1)
            if self.text[here : here + 1] != '"':
                raise self.fail(here, "a key should be here")
            key, end = self.read_string(here)
            colon = self.skip(end)
            if self.text[colon : colon + 1] != ":":
                raise self.fail(colon, "a colon is missing")
            value = self.read_value(self.skip(colon + 1), depth + 1)
            comma, after = self.read_comma(value.end)
            members.append(Member(key, here, value, comma))
            here = after
        self.check_last(members[-1].comma if members else -1)
        return Value(at, here + 1, {m.key: m.value.data for m in members}, tuple(members))

    def read_array(self, at: int, depth: int) -> Value:
        items: list[Json] = []
        comma = -1
        here = self.skip(at + 1)
        while self.text[here : here + 1] != "]":
            self.check_next(here, first=not items, comma=comma)
            value = self.read_value(here, depth + 1)
            items.append(value.data)
            comma, here = self.read_comma(value.end)
        self.check_last(comma)
        return Value(at, here + 1, items)

    def read_comma(self, at: int) -> tuple[int, int]:
        """Return the place of the comma that follows, or -1, and where reading goes on."""
        here = self.skip(at)
        return (here, self.skip(here + 1)) if self.text[here : here + 1] == "," else (-1, here)

    def check_next(self, here: int, *, first: bool, comma: int) -> None:
        if here >= len(self.text):
            raise self.fail(here, "the file ends too early")
        if not first and comma < 0:
            raise self.fail(here, "a comma is missing")

    def check_last(self, comma: int) -> None:
        if comma >= 0 and not self.comments:
            raise self.fail(comma, "a comma after the last item")


def read(text: str, *, comments: bool) -> Value:
    """Parse the object of a file, with places.

    Raises JsoncError.
    """
    reader = _Reader(text, comments)
    start = reader.skip(1 if text.startswith("\ufeff") else 0)
    found = reader.read_value(start)
    end = reader.skip(found.end)
    if end != len(text):
        raise reader.fail(end, "something follows the end")
    if found.members is None:
        raise reader.fail(start, "the file should hold an object")
    return found


def put(text: str, keys: Sequence[str], value: Json, *, comments: bool) -> str:
    """Return `text` with the member at `keys` set to `value`.

    Missing objects on the way are made. Raises JsoncError.
    """
    here = read(text, comments=comments)
    for depth, key in enumerate(keys):
        if here.members is None:
            raise JsoncError(f"`{'.'.join(keys[:depth])}` should be an object")
        member = here.find_member(key)
        if member is None:
            for inner in reversed(keys[depth + 1 :]):
                value = {inner: value}
            return _insert(text, here, key, value)
        here = member.value
    if here.data == value:
        return text
    return text[: here.start] + _dump(text, value, _get_line_indent(text, here.start)) + text[here.end :]


def drop(text: str, keys: Sequence[str], *, comments: bool) -> str:
    """Return `text` without the member at `keys`.

    Objects on the way that contain nothing else, not even a comment, are removed, too. Raises JsoncError.
    """
    here = read(text, comments=comments)
    owner, member = here, None
    for key in keys:
        owner, member = here, here.find_member(key)
        if member is None:
            return text
        here = member.value
    assert member is not None
    text = _cut(text, owner, member)
    if len(keys) > 1:
        parent = read(text, comments=comments)
        for key in keys[:-1]:
            found = parent.find_member(key)
            assert found is not None, key
            parent = found.value
        if text[parent.start : parent.end] == "{}":
            return drop(text, keys[:-1], comments=comments)
    return text


def _cut(text: str, owner: Value, member: Member) -> str:
    """Remove a member, its line, and the comma that becomes superfluous."""
    assert owner.members is not None
    start = len(text[: member.start].rstrip(" \t"))
    if text[:start].endswith("\n"):
        start -= 2 if text[:start].endswith("\r\n") else 1
    at = owner.members.index(member)
    end, close = member.value.end, owner.end - 1
    if member.comma >= 0:
        text = text[: member.comma] + text[member.comma + 1 :]
        close -= 1
    elif at > 0:
        comma = owner.members[at - 1].comma
        text = text[:comma] + text[comma + 1 :]
        start, end, close = start - 1, end - 1, close - 1
    close -= end - start
    text = text[:start] + text[end:]
    if not text[owner.start + 1 : close].strip():
        text = text[: owner.start + 1] + text[close:]
    return text


def _insert(text: str, owner: Value, key: str, value: Json) -> str:
    assert owner.members is not None
    inside = text[owner.start + 1 : owner.end - 1]
    newline = _detect_newline(text)
    if owner.members and "\n" not in inside:
        last = owner.members[-1]
        at = last.value.end if last.comma < 0 else last.comma + 1
        lead = ", " if last.comma < 0 else " "
        return text[:at] + lead + json.dumps({key: value}, ensure_ascii=False)[1:-1] + text[at:]
    if owner.members:
        indent = _get_line_indent(text, owner.members[0].start)
    else:
        indent = _get_line_indent(text, owner.start) + _detect_indent(text)
    line = newline + indent + json.dumps(key, ensure_ascii=False) + ": " + _dump(text, value, indent)
    end = owner.start + 1 + len(inside.rstrip())
    if not owner.members:
        closing = "" if "\n" in inside[len(inside.rstrip()) :] else newline + _get_line_indent(text, owner.start)
        return text[:end] + line + closing + text[end:]
    last = owner.members[-1]
    if last.comma >= 0:
        return text[:end] + line + "," + text[end:]
    at = last.value.end
    return text[:at] + "," + text[at:end] + line + text[end:]


def _dump(text: str, value: Json, indent: str) -> str:
    return json.dumps(value, indent=_detect_indent(text), ensure_ascii=False).replace(
        "\n", _detect_newline(text) + indent
    )


def _detect_newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _detect_indent(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _get_line_indent(text: str, at: int) -> str:
    """Return the white space at the start of the line of `at`."""
    line = text[text.rfind("\n", 0, at) + 1 : at].lstrip("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]
