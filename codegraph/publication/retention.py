"""Retention of published indexes: which stay, and what nothing leads to any more."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from codegraph.publication.manifest import (
    LARGEST_MANIFEST,
    LARGEST_POINTER,
    Manifest,
    decode_manifest,
    decode_pointer,
)
from codegraph.publication.storage import Remote, StoredObject, list_recent_weeks

_WEEK: Final = re.compile(r"/(?:manifests|blocks)/([0-9]{4}w[0-9]{2})/")


class Removed(NamedTuple):
    """Numbers of what was removed: pointers of commits, manifests and blocks."""

    commits: int
    objects: int


def keep_newest(remote: Remote, place: str, most: int, *, now: float) -> Removed:
    """Keep the newest publications of a repository, and remove what only others need.

    Each index key counts by itself.
    Objects of this week and the last one stay, because a publication that is under way may rely on them.

    Raises PublicationError.
    """
    listed = remote.list(place)
    pointers: dict[str, list[StoredObject]] = {}
    for each in listed:
        if "/commits/" in each.path:
            pointers.setdefault(each.path.rpartition("/")[0], []).append(each)
    kept: list[StoredObject] = []
    dropped: list[str] = []
    for group in pointers.values():
        newest = sorted(group, key=lambda each: (each.modified, each.path), reverse=True)
        kept += newest[:most]
        dropped += [each.path for each in newest[most:]]
    remote.delete(dropped)
    needed = _list_needed(remote, place, kept)
    recent = list_recent_weeks(now)
    unneeded = [
        each.path
        for each in listed
        if (found := _WEEK.search(each.path)) and found[1] < min(recent) and each.path not in needed
    ]
    remote.delete(unneeded)
    return Removed(len(dropped), len(unneeded))


def _list_needed(remote: Remote, place: str, kept: list[StoredObject]) -> set[str]:
    """Return the paths of the objects that the kept pointers lead to."""
    needed: set[str] = set()
    for each in kept:
        pointer = remote.read(each.path, LARGEST_POINTER)
        if pointer is None:
            continue
        path = f"{place}/manifests/{decode_pointer(pointer).manifest}"
        manifest = _read_manifest(remote, path)
        if manifest is not None:
            needed.add(path)
            needed.update(f"{place}/blocks/{name}" for name in manifest.list_block_ids())
    return needed


def _read_manifest(remote: Remote, path: str) -> Manifest | None:
    content = remote.read(path, LARGEST_MANIFEST)
    return decode_manifest(content) if content is not None else None
