"""Summaries of indexes: what a repository provides to others and asks of them.

A question over many repositories reads the summaries of all, and opens the indexes of those alone that matter. A
summary is stored with the generation that it describes. It is valid as long as the database and the manifests have
their sizes and times.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from codegraph import __version__
from codegraph.errors import IncompatibleIndexError, NotIndexedError, StorageError
from codegraph.manifests.manifest import Ecosystem, Manifests, Package, normalize_name
from codegraph.manifests.manifest_reader import NAMES
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.settings.config import Config
from codegraph.store.analysis_cache import load_text, save_text
from codegraph.store.layout import DATABASE, IndexFolder, get_index_folder
from codegraph.store.page_layer import LAYER, LAYERED
from codegraph.store.reader import Reader
from codegraph.workspace.index_manifests import read_index_manifests
from codegraph_parsers.file_facts import ReferenceKind, SymbolKind
from codegraph_parsers.ids import from_printable_path

PackageKey: TypeAlias = tuple[Ecosystem, str]
"""Package, as manifests that need it name it."""

GRPC: Final = "grpc:"
_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY")
ASKED: Final = (*(f"{method} " for method in _METHODS), GRPC)
"""Beginnings of the names of unresolved requests."""

_SERVER: Final = re.compile(r"grpc:(\w+)/\*")

_KEY: Final = f"workspace member of {__version__}, format 1"
_DATABASES: Final = (DATABASE, LAYERED, LAYER)

_Stamps: TypeAlias = list[tuple[str, int, int]]
"""Names of files with their times and sizes; both are 0 for a file that is not there."""


class MemberSummary(NamedTuple):
    """Packages and endpoints that a repository provides to others, or needs.

    `has_servers`: it answers for services without having their contracts. `has_endpoints`: it has those, endpoints, or
    requests that none of its own endpoints answers."""

    provided: tuple[PackageKey, ...]
    needed: frozenset[PackageKey]
    has_endpoints: bool
    has_servers: bool


class StoredSummary(NamedTuple):
    """A summary that is stored with a generation, and the identity of the index."""

    root: str
    repository_id: str
    generation: int
    summary: MemberSummary


def name_package(package: Package) -> PackageKey:
    """Return the key of a package."""
    return package.ecosystem, normalize_name(package.ecosystem, package.name)


def summarize_index(index: Index, manifests: Manifests) -> MemberSummary:
    """Return the summary of an index that has some manifests."""
    has_servers = bool(list_servers(index))
    return MemberSummary(
        tuple(dict.fromkeys(map(name_package, manifests.packages))),
        frozenset((each.ecosystem, normalize_name(each.ecosystem, each.name)) for each in manifests.dependencies),
        has_servers or bool(list_endpoints(index)) or _has_requests(index),
        has_servers,
    )


def list_endpoints(index: Index) -> list[SymbolRow]:
    """Return the endpoints of a repository, without those of tests."""
    return [row for row in index.list_symbols_of(SymbolKind.ENDPOINT) if not row.is_test]


def list_servers(index: Index) -> dict[str, SymbolRow]:
    """Return the services that a repository answers for without their contracts.

    Each has the code that registers it, or the class that inherits from what a generator wrote for it."""
    found: dict[str, SymbolRow] = {}
    for row in index.list_unresolved_beginning((GRPC,), (ReferenceKind.ROUTE,)):
        told = _SERVER.match(row.name)
        if told is not None and not row.source.is_test:
            found[told[1]] = row.source
    return found


def _has_requests(index: Index) -> bool:
    rows = index.list_unresolved_beginning(ASKED, (ReferenceKind.REQUEST,))
    return any(not row.source.is_test for row in rows)


# -- stored summaries ----------------------------------------------------------------------------------------------


def store_summary(index: Index) -> StoredSummary:
    """Make the summary of an index, and store it with the generation."""
    paths = index.find_paths_named(NAMES)
    stamps = _stamp_files(index.root, map(from_printable_path, paths))  # before the manifests are read
    summary = summarize_index(index, read_index_manifests(index))
    stored = StoredSummary(str(index.root), index.repository_id, index.generation, summary)
    told = stored._asdict() | {
        "summary": summary._asdict() | {"needed": sorted(summary.needed)},
        "databases": _stamp_files(index.generation_folder, _DATABASES),
        "manifests": stamps,
    }
    save_text(index.generation_folder, _KEY, json.dumps(told))
    return stored


class StoredSummaries:
    """Reader of stored summaries, each of which is read once."""

    def __init__(self) -> None:
        self._known: dict[Path, StoredSummary | None] = {}

    def find_used(self, root: Path, config: Config) -> StoredSummary | None:
        """Return the summary of a work tree's index, which is used from now on.

        It is None where it is missing or out of date."""
        folder = get_index_folder(config.home, root)
        found = self._find(folder) if root.is_dir() else None
        if found is not None:
            folder.mark_opened(time.time())
        return found

    def find_root(self, folder: IndexFolder) -> str:
        """Return the work tree of an index, "" where the index cannot be read."""
        found = self._find(folder)
        if found is not None:
            return found.root
        try:
            with closing(Reader.open(folder)) as reader:
                return str(reader.read_meta()["root"])
        except (StorageError, NotIndexedError, IncompatibleIndexError):
            return ""

    def _find(self, folder: IndexFolder) -> StoredSummary | None:
        if folder.path not in self._known:
            self._known[folder.path] = _load_summary(folder)
        return self._known[folder.path]


def _load_summary(folder: IndexFolder) -> StoredSummary | None:
    number = folder.get_current()
    text = load_text(folder.get_generation(number), _KEY) if number else ""
    if not text:
        return None
    try:
        told = json.loads(text)
        stored = StoredSummary(told["root"], told["repository_id"], number, _decode(told["summary"]))
        is_same = _is_unchanged(folder.get_generation(number), told["databases"])
        is_same = is_same and _is_unchanged(Path(stored.root), told["manifests"])
        return stored if is_same and told["generation"] == number else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _decode(told: dict[str, Any]) -> MemberSummary:
    provided, needed = ([(Ecosystem(world), str(name)) for world, name in told[key]] for key in ("provided", "needed"))
    return MemberSummary(tuple(provided), frozenset(needed), bool(told["has_endpoints"]), bool(told["has_servers"]))


def _stamp_files(folder: Path, names: Iterable[str]) -> _Stamps:
    found: _Stamps = []
    for name in names:
        try:
            status = os.stat(os.path.join(folder, name))
            found.append((name, status.st_mtime_ns, status.st_size))
        except OSError:
            found.append((name, 0, 0))
    return found


def _is_unchanged(folder: Path, stamps: Iterable[Iterable[Any]]) -> bool:
    known = [tuple(each) for each in stamps]
    return known == _stamp_files(folder, (str(name) for name, *_ in known))
