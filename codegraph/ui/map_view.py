"""The map: a treemap of files, laid out here, and the matrix of communities."""

from __future__ import annotations

from collections import Counter
from typing import Final

from codegraph.errors import InvalidError
from codegraph.operations.repository_map import MEASURES, NOTHING, MappedFile, map_repository
from codegraph.render.envelope import to_json
from codegraph.ui.page_rows import Json
from codegraph.ui.session import Asker, make_question
from codegraph.ui.treemap import WIDTH, Leaf, Rectangle, lay_out

RATIOS: Final = {"": 1.7, "wide": 1.7, "narrow": 0.62}
"""Width by height of the frame of a map."""

STEPS: Final = 6
"""Steps of the scale of a measure, the first for the least."""


def build_map(asker: Asker, path: str, measure: str, ratio: str) -> Json:
    """Return the rectangles of a folder, each with its measure as a step of a scale."""
    if measure not in MEASURES:
        raise InvalidError(f"no map shows {measure!r}", hint=f"one of {', '.join(MEASURES)}")
    asker.copied_as = make_question("rank", path=path)
    answer = map_repository(asker.context, measure)
    found = answer.results
    sides = RATIOS.get(ratio, RATIOS[""])
    rectangles = lay_out((Leaf(row.path, float(row.lines)) for row in found.files), path, sides)
    values = _sum_values(found.files, rectangles, measure)
    scale = _build_scale([value for value in values.values() if value > 0]) if measure != "community" else []
    return {
        "path": path,
        "measure": measure,
        "ratio": sides,
        "files": sum(1 for row in found.files if not path or row.path == path or row.path.startswith(f"{path}/")),
        "lines": sum(row.lines for row in found.files if not path or row.path.startswith(f"{path}/")),
        "scale": scale,
        "rectangles": [_build_rectangle(each, values[each.path], scale, measure, sides) for each in rectangles],
        "communities": to_json(found.communities),
        "communities_total": found.communities_total,
    }


def _build_rectangle(each: Rectangle, value: float, scale: list[float], measure: str, ratio: float) -> Json:
    if value == NOTHING:
        step = -1
    elif measure == "community":
        step = int(value) - 1
    else:
        step = 0 if value <= 0 else 1 + sum(value > bound for bound in scale)
    across, down = WIDTH / 100, WIDTH / ratio / 100
    return {
        "path": each.path,
        "name": each.name,
        "x": round(each.x / across, 3),
        "y": round(each.y / down, 3),
        "w": round(each.width / across, 3),
        "h": round(each.height / down, 3),
        "folder": each.is_folder,
        "open": each.is_open,
        "depth": each.depth,
        "files": each.files,
        "lines": int(each.size),
        "value": round(value, 5),
        "step": step,
    }


def _sum_values(files: tuple[MappedFile, ...], rectangles: list[Rectangle], measure: str) -> dict[str, float]:
    """Return the measure of every rectangle.

    That of a folder is the sum of its files, their mean, or what most of them are."""
    by_path = {row.path: row for row in files}
    inside: dict[str, list[MappedFile]] = {each.path: [] for each in rectangles if each.is_folder}
    for row in files:
        at = row.path
        while "/" in at:
            at = at.rpartition("/")[0]
            if at in inside:
                inside[at].append(row)
    found: dict[str, float] = {}
    for each in rectangles:
        rows = inside[each.path] if each.is_folder else [by_path[each.path]] if each.path in by_path else []
        found[each.path] = _combine([row for row in rows if row.value != NOTHING], measure)
    return found


def _combine(rows: list[MappedFile], measure: str) -> float:
    if not rows:
        return NOTHING
    if measure == "community":
        weights: Counter[float] = Counter()
        for row in rows:
            weights[row.value] += row.lines
        return max(weights, key=lambda value: (weights[value], -value))
    if measure == "tests":
        lines = sum(row.lines for row in rows)
        return sum(row.value * row.lines for row in rows) / lines if lines else NOTHING
    if measure == "churn":
        return max(row.value for row in rows)
    return sum(row.value for row in rows)


def _build_scale(values: list[float]) -> list[float]:
    """Return the bounds between steps.

    They are quantiles, so that one outlier does not hide the rest."""
    ordered = sorted(values)
    if not ordered:
        return []
    bounds = [ordered[min(len(ordered) - 1, len(ordered) * step // (STEPS - 1))] for step in range(1, STEPS - 1)]
    return sorted(set(bounds))
