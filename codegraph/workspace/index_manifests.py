"""Manifests of the packages that an index has."""

from __future__ import annotations

from typing import Final

from codegraph.index import Index
from codegraph.manifests.model import Manifests, get_folder
from codegraph.manifests.read import NAMES, read_manifests
from codegraph.scan.read import UnreadFile, read_file

_MAX_MANIFEST_BYTES: Final = 1 << 20


def read_index_manifests(index: Index, above: str = "") -> Manifests:
    """Return the manifests that an index has, as they are on disk.

    With `above` they are those in the folders above a file."""
    texts: dict[str, str] = {}
    for path in index.find_paths_named(NAMES):
        if above and not above.startswith(get_folder(path)):
            continue
        read = read_file(index.root, path, max_bytes=_MAX_MANIFEST_BYTES)
        if not isinstance(read, UnreadFile):
            texts[path] = read.content.decode("utf-8")
    return read_manifests(texts) if texts else Manifests((), (), ())
