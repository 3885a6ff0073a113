"""Layout of a treemap.

Its nested rectangles have areas in proportion to sizes of files and folders. They are squarified after Bruls, Huizing
and van Wijk, "Squarified treemaps" (2000)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

WIDTH: Final = 1000.0
NARROW: Final = 1.0
"""Ratio of sides below which a frame is that of a phone, where a line of text takes more of the width."""

HEADERS: Final = (17.0, 44.0)
"""Height of the line with a folder's name in a wide and in a narrow frame, in units of the width."""

PARTS: Final = 1.5
"""Height and width of a folder that is drawn with its parts, beside that line, in lines."""

MOST: Final = 280
"""Rectangles of a map."""


class Leaf(NamedTuple):
    path: str
    size: float


class Rectangle(NamedTuple):
    """A file, or a folder. One that `is_open` has its parts drawn in it."""

    path: str
    name: str
    x: float
    y: float
    width: float
    height: float
    depth: int
    is_folder: bool
    is_open: bool
    files: int
    size: float


@dataclass(slots=True)
class _Folder:
    path: str
    size: float = 0.0
    files: int = 0
    is_folder: bool = True
    parts: dict[str, _Folder] = field(default_factory=dict)


def lay_out(leaves: Iterable[Leaf], folder: str, ratio: float) -> list[Rectangle]:
    """Return the rectangles of what lies in a folder.

    Their frame is `WIDTH` by `WIDTH / ratio`. The largest folders are opened first, until there are `MOST`
    rectangles."""
    top = _build_tree(leaves, folder)
    placed: list[Rectangle] = []
    waiting: list[tuple[float, int, _Folder, Rectangle]] = []
    frame = Rectangle(top.path, top.path, 0, 0, WIDTH, WIDTH / ratio, -1, True, True, top.files, top.size)
    count = 0
    header = HEADERS[ratio < NARROW]

    def place(parent: _Folder, inside: Rectangle) -> None:
        nonlocal count
        parts = sorted(parent.parts.values(), key=lambda part: (-part.size, part.path))
        boxes = _place_boxes([part.size for part in parts], inside.x, inside.y, inside.width, inside.height)
        for part, (x, y, width, height) in zip(parts, boxes):
            name = part.path[len(parent.path) :].lstrip("/")
            made = Rectangle(
                part.path, name, x, y, width, height, inside.depth + 1, part.is_folder, False, part.files, part.size
            )
            count += 1
            if part.is_folder and min(made.width, made.height - header) >= PARTS * header:
                heapq.heappush(waiting, (-made.width * made.height, count, part, made))
            else:
                placed.append(made)

    place(_keep_largest(top), frame)
    while waiting:
        _, _, part, made = heapq.heappop(waiting)
        if count + len(part.parts) > MOST:
            placed.append(made)
            continue
        placed.append(made._replace(is_open=True))
        place(
            part, made._replace(x=made.x + 2, y=made.y + header, width=made.width - 4, height=made.height - header - 2)
        )
    return sorted(placed, key=lambda each: (each.depth, each.path))


def _build_tree(leaves: Iterable[Leaf], folder: str) -> _Folder:
    """Return the folders below `folder`.

    A chain of folders with one part each is one folder."""
    top = _Folder(folder)
    start = f"{folder}/" if folder else ""
    for leaf in leaves:
        if not leaf.path.startswith(start):
            continue
        at = top
        at.size, at.files = at.size + leaf.size, at.files + 1
        names = leaf.path[len(start) :].split("/")
        for number, name in enumerate(names, 1):
            path = start + "/".join(names[:number])
            at = at.parts.setdefault(name, _Folder(path, is_folder=number < len(names)))
            at.size, at.files = at.size + leaf.size, at.files + 1
    _collapse(top)
    return top


def _collapse(folder: _Folder) -> None:
    for name, part in folder.parts.items():
        while part.is_folder and len(part.parts) == 1:
            (only,) = part.parts.values()
            if not only.is_folder:
                break
            part = folder.parts[name] = only
        _collapse(part)


def _keep_largest(top: _Folder) -> _Folder:
    """Return the folder with its largest parts and one for the rest.

    A folder with no more than are drawn is returned as it is."""
    if len(top.parts) <= MOST:
        return top
    parts = sorted(top.parts.items(), key=lambda item: (-item[1].size, item[0]))
    kept = dict(parts[: MOST - 1])
    rest = [part for _, part in parts[MOST - 1 :]]
    name = f"{len(rest):,} more"
    kept[name] = _Folder(f"{top.path}/{name}".lstrip("/"), sum(p.size for p in rest), sum(p.files for p in rest), False)
    return _Folder(top.path, top.size, top.files, True, kept)


def _place_boxes(
    sizes: Sequence[float], x: float, y: float, width: float, height: float
) -> list[tuple[float, float, float, float]]:
    """Return a box for each size, which are in descending order: x, y, width, height."""
    total = sum(sizes)
    scale = width * height / total if total > 0 else 0.0
    areas = [max(size * scale, 0.0) for size in sizes]
    boxes: list[tuple[float, float, float, float]] = []
    start = 0
    while start < len(areas):
        short = min(width, height)
        end = start + 1
        while end < len(areas) and _find_worst_ratio(areas[start : end + 1], short) <= _find_worst_ratio(
            areas[start:end], short
        ):
            end += 1
        row = areas[start:end]
        depth = sum(row) / short if short > 0 else 0.0
        offset = 0.0
        for area in row:
            length = area / depth if depth > 0 else 0.0
            boxes.append((x, y + offset, depth, length) if width >= height else (x + offset, y, length, depth))
            offset += length
        if width >= height:
            x, width = x + depth, max(0.0, width - depth)
        else:
            y, height = y + depth, max(0.0, height - depth)
        start = end
    return boxes


def _find_worst_ratio(row: Sequence[float], short: float) -> float:
    """Return the worst ratio of sides of a row of areas laid along a side."""
    total = sum(row)
    if total <= 0 or short <= 0 or row[-1] <= 0:
        return float("inf")
    return max(short * short * row[0] / (total * total), total * total / (short * short * row[-1]))
