"""Delta of terms and links.

New chunks get a part of their own, parts are merged before there are many, and tallies are replaced.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from codegraph.graph_model import FileChunks
from codegraph.store.file_links import Tally, build_links
from codegraph.store.layout import share_file
from codegraph.store.lexical import LinkFile, build_part_name, save_links
from codegraph.store.numbering import Numbering
from codegraph.store.postings import Postings, build_postings, merge

_RATIO: Final = 2
"""A part this many times as large as what came after it is left alone: a chunk is merged a few times in its life, and
there are never more parts than powers of this number in the chunks."""
_SHARE: Final = 8
"""The first part is merged with the others when these are an eighth of it."""


def update_terms(
    last: Path, building: Path, number: int, names: Sequence[str], cut: Sequence[tuple[int, FileChunks]],
    numbering: Numbering,
) -> list[str]:  # fmt: skip
    """Write the terms of a generation into its folder.

    They are those of the last generation, and of the new chunks `cut`. Returns the names of the parts. Raises OSError,
    StorageError.
    """
    parts = [(name, Postings.load(last / name)) for name in names]
    fresh = build_postings(cut) if cut else None
    joined: list[Postings] = [fresh] if fresh is not None else []
    size = sum(map(len, joined))
    while joined and len(parts) > 1 and len(parts[-1][1]) < _RATIO * size:
        joined.insert(0, parts.pop()[1])
        size += len(joined[0])
    if joined and parts and sum(len(part) for _, part in parts[1:]) + size > len(parts[0][1]) / _SHARE:
        joined = [*(part for _, part in parts), *joined]
        parts = []
    for name, _ in parts:
        share_file(last / name, building / name)
    kept = [name for name, _ in parts]
    if joined:
        kept.append(build_part_name(number))
        if len(joined) > 1:
            highest = max((int(part.ids[-1]) + 1 for part in joined if len(part)), default=0)
            fresh = merge(joined, numbering.chunk_order.build_places(highest) >= 0)
        else:
            fresh = joined[0]
        fresh.save(building / build_part_name(number))
    return kept


def update_links(
    last: LinkFile, building: Path, parts: list[str], edges: Mapping[int, Tally], names: Tally | None,
    gone: Collection[int], numbering: Numbering, same_files: bool,
) -> None:  # fmt: skip
    """Write the links of a generation.

    `edges` replaces the tallies of those files, `names` all of the further uses (None: unchanged). Files that are
    `gone` have none. Raises OSError.
    """
    changed = {file: tally for file, tally in edges.items() if not _is_same(last.edges, file, tally)}
    tally = _replace_tallies(last.edges, changed, gone)
    further = _replace_tallies(last.names, {}, gone) if names is None else names
    if same_files and not changed and (names is None or _are_equal(names, last.names)):
        save_links(building, last._replace(parts=parts))
        return
    save_links(building, LinkFile(parts, tally, further, build_links((tally, further), numbering.files)))


def _is_same(all: Tally, file: int, tally: Tally) -> bool:
    a, b = np.searchsorted(all.user, [file, file + 1])
    return np.array_equal(all.used[a:b], tally.used) and np.array_equal(all.times[a:b], tally.times)


def _are_equal(one: Tally, other: Tally) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other))


def _replace_tallies(old: Tally, changed: Mapping[int, Tally], gone: Collection[int]) -> Tally:
    if not changed and not gone:
        return old
    ended = np.array(sorted(gone), dtype=np.int64)
    kept = ~(np.isin(old.user, np.array([*changed, *gone], dtype=np.int64)) | np.isin(old.used, ended))
    columns = [
        np.concatenate([getattr(old, name)[kept], *(getattr(tally, name) for tally in changed.values())])
        for name in Tally._fields
    ]
    order = np.lexsort((columns[1], columns[0]))
    return Tally(*(column[order] for column in columns))
