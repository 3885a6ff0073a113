"""Packages and dependencies of a tree, and the indexed repositories they lead to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from codegraph.errors import CodegraphError
from codegraph.indexing.maintenance import list_repositories
from codegraph.manifests.manifest import Manifests, Package
from codegraph.manifests.manifest_reader import NAMES, find_links, is_manifest, read_manifests
from codegraph.operations.answers import Answer, CrossRepoAnswer
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.requests import CrossRepoRequest
from codegraph.query.index import Index
from codegraph.query_results import UnanalysedLanguage
from codegraph.scan.file_listing import scan
from codegraph.scan.file_reading import UnreadFile, read_file
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph_parsers.catalog import identify

MAX_MANIFEST_BYTES = 1_048_576
"""No manifest that people write is larger; what is, is data."""


def cross_repo(context: Context, request: CrossRepoRequest) -> Answer[CrossRepoAnswer]:
    root = Path(request.path).absolute() if request.path else find_work_tree(context.repo)
    others = {Path(row.root): row.repository_id for row in list_repositories(context.config) if row.exists}
    answer = read_packages(root, context.config, others, request.limit)
    warnings = tuple(f"{p.manifest}: {p.reason}" for p in answer.manifests.problems)
    return Answer(answer, warnings=warnings)


def read_packages(root: Path, config: Config, others: Mapping[Path, str], limit: int = 0) -> CrossRepoAnswer:
    """Read the manifests below `root` and link them.

    They are linked to each other and to the repositories `others` (root to repository id). Clones and work trees of the
    same repository are not other repositories. Raises UnreadableError.
    """
    found = scan(root, config)
    paths = {c.path: c.real for c in found.candidates}
    own = _read(root, {p: real for p, real in paths.items() if is_manifest(p)}, paths)
    home = str(root)
    places: dict[str, Iterable[Package]] = {home: own.packages}
    here = compute_repository_id(root)
    for other, identity in sorted(others.items()):
        if identity != here and os.path.realpath(other) != os.path.realpath(root):
            packages = _read_indexed_packages(other, config)
            if packages is not None:
                places[str(other)] = packages
    linked = tuple(find_links(home, own.dependencies, places))
    return CrossRepoAnswer(home, own, linked, len(places) - 1, limit, _count_unanalysed(paths, config))


def _count_unanalysed(paths: Iterable[str], config: Config) -> tuple[UnanalysedLanguage, ...]:
    """Count the code that is not analysed, by the names of its files.

    No line of it is read."""
    known = (identify(path, b"", config.tables) for path in paths)
    counts = Counter(language for language in known if language is not None and language.is_unanalysed_code)
    return tuple(UnanalysedLanguage(each.name, files, 0, each.tier) for each, files in counts.most_common())


def _read_indexed_packages(root: Path, config: Config) -> tuple[Package, ...] | None:
    """Return the packages of an indexed repository.

    The result is None when its index cannot be read.
    """
    try:
        with Index.open(root, config) as index:
            paths = index.find_paths_named(NAMES)
    except CodegraphError:
        return None
    return _read(root, {path: path for path in paths}, ()).packages


def _read(root: Path, manifests: Mapping[str, str], paths: Iterable[str]) -> Manifests:
    texts: dict[str, str] = {}
    for path, real in manifests.items():
        read = read_file(root, real, max_bytes=MAX_MANIFEST_BYTES)
        if not isinstance(read, UnreadFile):
            texts[path] = read.content.decode("utf-8")
    return read_manifests(texts, paths)
