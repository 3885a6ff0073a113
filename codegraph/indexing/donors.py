"""Indexes of nearly the same files, from which a new checkout can start.

A second work tree, a clone or a copy of a repository has mostly the same files as the first one. Content alone decides
which ones differ, so it does not matter how the two checkouts are related. The nearest index is the one with the fewest
differing files. It has the same settings and was made by the same version of the program.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError
from codegraph.indexing.pipeline import explain_missing_vectors
from codegraph.indexing.tree_changes import compute_index_fingerprint, is_racy
from codegraph.query_results import Freshness
from codegraph.scan.file_listing import Scan, scan
from codegraph.scan.file_reading import compute_file_digest
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph.store.cloning import Checkout, clone_generation
from codegraph.store.file_rows import RESOLVE_PROBLEM
from codegraph.store.layout import IndexFolder, get_index_folder, list_index_folders
from codegraph.store.reader import Reader

MOST_CANDIDATES: Final = 16
"""Indexes that are looked into: those of the same repository first, then those that were written last."""


@dataclass(frozen=True, slots=True)
class Donor:
    """An open generation of another index, and how this checkout differs from it."""

    reader: Reader
    checkout: Checkout
    found: Scan
    difference: Freshness
    vectors: bool

    @property
    def root(self) -> str:
        """The work tree of the donor."""
        return str(self.reader.read_meta()["root"])

    def clone(self, target: IndexFolder, least: int) -> int:
        """Make it the first generation of an index, by the number `least` or a higher one.

        Returns the number. Raises StorageError.
        """
        return clone_generation(self.reader, target, self.checkout, least=least, vectors=self.vectors)


class Candidates(NamedTuple):
    """Indexes that one of a checkout may start from, and the id of its repository."""

    repository_id: str
    folders: list[IndexFolder]


def list_candidates(root: Path, config: Config, *, is_same_repository: bool = False) -> Candidates:
    """Return the indexes of other work trees that can be started from.

    Those of the same repository come first, and with `is_same_repository` there are no others. Then those come that
    have the wanted vectors, then those that were written last."""
    own = get_index_folder(config.home, root).path
    others = [folder for folder in list_index_folders(config.home) if folder.path != own and folder.is_own()]
    if not others:
        return Candidates("", [])
    identity = compute_repository_id(root)
    found: list[tuple[bool, bool, int, IndexFolder]] = []
    for folder in others:
        reader = _open(folder, config)
        if reader is not None:
            with closing(reader):
                is_other = str(reader.read_meta().get("repository_id")) != identity
                lacks_vectors = bool(explain_missing_vectors(folder.get_generation(reader.generation), config))
            if not (is_other and is_same_repository):
                found.append((is_other, lacks_vectors, -folder.get_committed_ns(), folder))
    return Candidates(identity, [folder for *_, folder in sorted(found)[:MOST_CANDIDATES]])


@contextmanager
def open_donor(root: Path, config: Config, candidates: Candidates, most_files: int) -> Iterator[Donor | None]:
    """Open the candidate with the fewest files that differ from those below `root`.

    Yields None if every candidate differs in more than `most_files`. While it is open its generation stays. Raises
    UnreadableError.
    """
    with ExitStack() as stack:
        readers = [
            stack.enter_context(closing(reader))
            for folder in candidates.folders
            if (reader := _open(folder, config)) is not None
        ]
        nearest = _find_nearest(readers, root, config, most_files)
        if nearest is None:
            yield None
            return
        reader, times, found, difference = nearest
        yield Donor(reader, Checkout(root, candidates.repository_id, times), found, difference, config.vectors)


def _open(folder: IndexFolder, config: Config) -> Reader | None:
    """Open an index that another one can start from, None for any other.

    It is complete, it has the same settings, and no part of it failed.
    """
    try:
        reader = Reader.open(folder)
    except CodegraphError:
        return None
    try:
        if (
            str(reader.read_meta().get("fingerprint")) == compute_index_fingerprint(config)
            and reader.has_text
            and not reader.has_problems(RESOLVE_PROBLEM)
        ):
            return reader
    except CodegraphError:
        pass
    reader.close()
    return None


def _find_nearest(
    readers: list[Reader], root: Path, config: Config, most_files: int
) -> tuple[Reader, Mapping[str, int], Scan, Freshness] | None:
    """Compare sizes first, and contents only if few files differ in size."""
    if not readers:
        return None
    began_ns = time.time_ns()
    found = scan(root, config)
    sizes = {(c.path, c.size) for c in found.candidates}
    near: list[tuple[Reader, dict[str, tuple[int, str]]]] = []
    for reader in readers:
        try:
            known = reader.list_contents()
        except CodegraphError:
            continue
        if len(sizes ^ {(path, size) for path, (size, _) in known.items()}) <= 2 * most_files:
            near.append((reader, known))
    if not near:
        return None
    digests = {c.path: compute_file_digest(root, c.real, max_bytes=config.max_source_bytes) for c in found.candidates}
    differences = [(reader, _compare(reader.generation, known, digests)) for reader, known in near]
    reader, difference = min(differences, key=lambda each: each[1].files_behind)
    if difference.files_behind > most_files or difference.files_behind >= len(digests):
        return None
    differing = {*difference.changed, *difference.added}
    times = {
        c.path: 0 if is_racy(c.mtime_ns, began_ns) else c.mtime_ns
        for c in found.candidates
        if c.path not in differing
    }  # fmt: skip
    return reader, times, found, difference


def _compare(generation: int, known: Mapping[str, tuple[int, str]], digests: Mapping[str, str]) -> Freshness:
    changed = [path for path, digest in digests.items() if path in known and digest != known[path][1]]
    added = sorted(digests.keys() - known.keys())
    removed = sorted(known.keys() - digests.keys())
    return Freshness(generation, 0.0, tuple(changed), tuple(added), tuple(removed))
