"""Manifests of the packages that an index has."""

from __future__ import annotations

from codegraph.manifests.manifest import Manifests, get_folder
from codegraph.manifests.manifest_reader import NAMES, read_manifests
from codegraph.query.index import Index


def read_index_manifests(index: Index, above: str = "") -> Manifests:
    """Return the manifests that an index has, as they are on disk or were published.

    With `above` they are those in the folders above a file."""
    paths = [path for path in index.find_paths_named(NAMES) if above.startswith(get_folder(path)) or not above]
    texts = index.read_manifest_texts(paths)
    return read_manifests(texts) if texts else Manifests((), (), ())
