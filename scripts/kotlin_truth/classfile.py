"""A reader of class files: members, the calls in their code, and its lines."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

BRIDGE = 0x0040
INVOKES = frozenset({182, 183, 184, 185})
WIDE, TABLE_SWITCH, LOOKUP_SWITCH = 196, 170, 171

_LENGTHS = {16: 2, 17: 3, 18: 2, 19: 3, 20: 3, 132: 3, 169: 2, 188: 2, 189: 3, 187: 3, 192: 3, 193: 3, 197: 4}
_LENGTHS |= dict.fromkeys((*range(21, 26), *range(54, 59)), 2)
_LENGTHS |= dict.fromkeys((*range(153, 169), *range(178, 185), 198, 199), 3)
_LENGTHS |= dict.fromkeys((185, 186, 200, 201), 5)


class Call(NamedTuple):
    owner: str
    name: str
    descriptor: str
    line: int


@dataclass
class Method:
    name: str
    descriptor: str
    flags: int
    lines: list[tuple[int, int]] = field(default_factory=list)  # (first byte, line)
    calls: list[Call] = field(default_factory=list)


@dataclass
class ClassFile:
    name: str
    supers: list[str]
    flags: int
    source: str = ""
    debug: str = ""  # where inlined lines come from
    methods: list[Method] = field(default_factory=list)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> int:
        found = struct.unpack_from(">" + form, self.data, self.at)[0]
        self.at += struct.calcsize(form)
        return int(found)

    def skip(self, size: int) -> None:
        self.at += size


def read_class(path: Path) -> ClassFile:
    """Read one class file."""
    data = _Reader(path.read_bytes())
    data.at = 8
    pool = _read_pool(data)

    def text(index: int) -> str:
        return str(pool[index])

    def named(index: int) -> str:
        return text(int(pool[index])) if index else ""

    flags, own, above = data.take("H"), data.take("H"), data.take("H")
    found = ClassFile(named(own), [named(above)] if above else [], flags)
    found.supers += [named(data.take("H")) for _ in range(data.take("H"))]
    for _ in range(data.take("H")):  # fields
        data.at += 6
        _skip_attributes(data)
    for _ in range(data.take("H")):
        method = Method(flags=data.take("H"), name=text(data.take("H")), descriptor=text(data.take("H")))
        for _ in range(data.take("H")):
            kind, size = text(data.take("H")), data.take("I")
            end = data.at + size
            if kind == "Code":
                _read_code(data, method, pool)
            data.at = end
        found.methods.append(method)
    for _ in range(data.take("H")):
        kind, size = text(data.take("H")), data.take("I")
        if kind == "SourceFile":
            found.source = text(struct.unpack_from(">H", data.data, data.at)[0])
        elif kind == "SourceDebugExtension":
            found.debug = data.data[data.at : data.at + size].decode("utf-8", "replace")
        data.at += size
    return found


def _read_pool(data: _Reader) -> list[Any]:
    count = data.take("H")
    pool: list[Any] = [None] * count
    at = 1
    while at < count:
        tag = data.take("B")
        if tag == 1:
            size = data.take("H")
            pool[at] = data.data[data.at : data.at + size].decode("utf-8", "replace")
            data.at += size
        elif tag in (7, 8, 16, 19, 20):
            pool[at] = data.take("H")
        elif tag in (9, 10, 11, 12, 17, 18):
            pool[at] = (data.take("H"), data.take("H"))
        elif tag == 15:
            data.at += 3
        else:
            data.at += 8 if tag in (5, 6) else 4
            at += tag in (5, 6)
        at += 1
    return pool


def _skip_attributes(data: _Reader) -> None:
    for _ in range(data.take("H")):
        data.at += 2
        data.skip(data.take("I"))


def _read_code(data: _Reader, method: Method, pool: list[Any]) -> None:
    data.at += 4
    size = data.take("I")
    start = data.at
    code = data.data[start : start + size]
    data.at += size
    data.skip(8 * data.take("H"))
    for _ in range(data.take("H")):
        kind, length = pool[data.take("H")], data.take("I")
        end = data.at + length
        if kind == "LineNumberTable":
            method.lines += [(data.take("H"), data.take("H")) for _ in range(data.take("H"))]
        data.at = end
    method.lines.sort()
    for at, index in _list_invocations(code):
        owner, named = pool[index]
        name, descriptor = pool[named]
        line = next((each for first, each in reversed(method.lines) if first <= at), 0)
        method.calls.append(Call(str(pool[int(pool[owner])]), str(pool[name]), str(pool[descriptor]), line))


def _list_invocations(code: bytes) -> list[tuple[int, int]]:
    """Return position and reference of the instructions that call by name."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(code):
        op = code[at]
        if op in INVOKES:
            found.append((at, struct.unpack_from(">H", code, at + 1)[0]))
        if op == WIDE:
            at += 6 if code[at + 1] == 132 else 4
        elif op in (TABLE_SWITCH, LOOKUP_SWITCH):
            base = at + 4 - at % 4
            low, high = struct.unpack_from(">ii", code, base + 4)
            at = base + (12 + 4 * (high - low + 1) if op == TABLE_SWITCH else 8 + 8 * low)
        else:
            at += _LENGTHS.get(op, 1)
    return found
