"""Pulling of an index: the published generation nearest to a work tree.

A download is verified whole before anything opens it: digests of blocks, sizes, the seal of the generation, the tables
of its database, its paths, and the repository that it names.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import RefusedPublicationError, StorageError
from codegraph.publication.manifest import (
    LARGEST_BLOCK,
    LARGEST_MANIFEST,
    LARGEST_POINTER,
    Block,
    Manifest,
    PublishedFile,
    decode_manifest,
    decode_pointer,
    has_content,
)
from codegraph.publication.publisher import compute_index_key, name_repository
from codegraph.publication.signature import verify
from codegraph.publication.storage import CONNECTIONS, Remote, run_parallel
from codegraph.scan.git import run_git
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph.store.checksums import SEAL, find_damage
from codegraph.store.cloning import find_foreign_content
from codegraph.store.compression import decompress
from codegraph.store.layout import DATABASE, IndexFolder, begin_transfer

MOST_ANCESTORS: Final = 2000
PROBED_ANCESTORS: Final = 64
"""Commits to request one by one if the storage cannot list them."""

_LARGEST_INDEX: Final = 1 << 38
_SPARE_BYTES: Final = 256 << 20
_STORED_SLACK: Final = 1 << 16
"""Bytes by which a stored block may be larger than its content."""


class Pulled(NamedTuple):
    """A pulled generation in a folder of its own.

    It is the index of `commit`; `bytes` counts the bytes read."""

    folder: IndexFolder
    commit: str
    url: str
    bytes: int


@contextmanager
def pull_index(root: Path, config: Config, remote: Remote) -> Iterator[Pulled | None]:
    """Pull the published index that is nearest to a work tree.

    Yields None if no index of this repository, with these settings and this version, is published. The folder is
    removed afterwards, so a caller links the files that it keeps.

    Raises RefusedPublicationError, StorageError.
    """
    repository_id = compute_repository_id(root)
    key = compute_index_key(config)
    pointer = _find_pointer(remote, f"{name_repository(repository_id)}/{key}/commits", _list_ancestors(root))
    if pointer is None:
        yield None
        return
    with download_index(remote, pointer, repository_id, key, config) as pulled:
        yield pulled


@contextmanager
def download_index(remote: Remote, pointer: bytes, repository_id: str, key: str, config: Config) -> Iterator[Pulled]:
    """Download the index that a pointer leads to, and verify it.

    The folder is removed afterwards. Raises RefusedPublicationError, StorageError.
    """
    place = name_repository(repository_id)
    manifest, read = _read_manifest(remote, place, pointer, config)
    if (manifest.repository_id, manifest.index_key) != (repository_id, key):
        raise RefusedPublicationError(
            f"the published index is of another repository ({manifest.repository_id[:100]})",
            hint="do not use it: what is published at this place does not belong there",
        )
    try:
        folder = IndexFolder(begin_transfer(config.home))
    except OSError as error:
        raise StorageError(f"{config.home} cannot be written: {error.strerror}") from error
    try:
        try:
            number, building = folder.begin(manifest.generation)
            _require_space(building, manifest)
            stored = _download(remote, place, manifest, building)
            _verify(building, manifest)
            folder.publish(number, building, settled=False)
        except OSError as error:
            raise StorageError(f"{folder.path} cannot be written: {error.strerror}") from error
        yield Pulled(folder, manifest.commit, remote.url, read + stored)
    finally:
        shutil.rmtree(folder.path, ignore_errors=True)


def _list_ancestors(root: Path) -> list[str]:
    """Return the commit of a work tree and those before it, newest first."""
    output = run_git(root, "rev-list", f"--max-count={MOST_ANCESTORS}", "HEAD")
    return output.decode("ascii").split() if output else []


def _find_pointer(remote: Remote, folder: str, ancestors: list[str]) -> bytes | None:
    """Return the pointer of the nearest ancestor that is published.

    Without one, return the pointer written last: indexing finds the differences by content, not by history.
    """
    if remote.is_read_only:
        return _probe(remote, folder, ancestors[:PROBED_ANCESTORS])
    modified = {each.path.rpartition("/")[2]: each.modified for each in remote.list(folder)}
    if not modified:
        return None
    nearest = next((commit for commit in ancestors if commit in modified), None) or max(
        modified, key=modified.__getitem__
    )
    return remote.read(f"{folder}/{nearest}", LARGEST_POINTER)


def _probe(remote: Remote, folder: str, commits: list[str]) -> bytes | None:
    for start in range(0, len(commits), CONNECTIONS):
        batch = commits[start : start + CONNECTIONS]
        found = run_parallel(lambda commit: remote.read(f"{folder}/{commit}", LARGEST_POINTER), batch)
        if pointer := next((each for each in found if each is not None), None):
            return pointer
    return None


def _read_manifest(remote: Remote, place: str, pointer: bytes, config: Config) -> tuple[Manifest, int]:
    """Return the manifest that a pointer names, and the number of bytes read."""
    target = decode_pointer(pointer)
    content = remote.read(f"{place}/manifests/{target.manifest}", LARGEST_MANIFEST)
    if content is None:
        raise RefusedPublicationError(
            "the published index was removed while it was read", hint="pull again; `publish --keep` removes old ones"
        )
    if not has_content(target.manifest, content):
        raise RefusedPublicationError("the published manifest is not what its digest says", hint=_DAMAGED)
    if config.remote_key:
        verify(content, target.signature, config.remote_key)
    return decode_manifest(content), len(pointer) + len(content)


def _require_space(building: Path, manifest: Manifest) -> None:
    free = shutil.disk_usage(building).free
    if manifest.size > min(_LARGEST_INDEX, max(0, free - _SPARE_BYTES)):
        raise StorageError(
            f"the published index has {manifest.size >> 20:,} MiB, and {free >> 20:,} MiB are free",
            hint="free some space or set CODEGRAPH_HOME to another place",
        )


def _download(remote: Remote, place: str, manifest: Manifest, building: Path) -> int:
    """Write the files of a manifest, and return the number of bytes read."""
    total = 0
    for file in manifest.files:
        path = building / file.name
        path.parent.mkdir(exist_ok=True)
        with open(path, "wb") as handle:
            for start in range(0, len(file.blocks), CONNECTIONS * 2):
                batch = file.blocks[start : start + CONNECTIONS * 2]
                for content, stored in run_parallel(
                    lambda block, file=file: _read_block(remote, place, file, block), batch
                ):
                    handle.write(content)
                    total += stored
    return total


def _read_block(remote: Remote, place: str, file: PublishedFile, block: Block) -> tuple[bytes, int]:
    """Return the content of a block, and the number of bytes read."""
    stored = remote.read(f"{place}/blocks/{block.id}", min(block.size, LARGEST_BLOCK) + _STORED_SLACK)
    if stored is None:
        raise RefusedPublicationError(f"a part of {file.name} was removed while it was read", hint=_DAMAGED)
    if not has_content(block.id, stored):
        raise RefusedPublicationError(f"a part of {file.name} is not what its digest says", hint=_DAMAGED)
    try:
        content = decompress(file.codec, stored, block.size)
    except ValueError as error:
        raise RefusedPublicationError(f"a part of {file.name} cannot be read: {error}", hint=_DAMAGED) from error
    if len(content) != block.size:
        raise RefusedPublicationError(f"a part of {file.name} has another size than was published", hint=_DAMAGED)
    return content, len(stored)


def _verify(building: Path, manifest: Manifest) -> None:
    """Check a generation that was downloaded.

    Raises RefusedPublicationError.
    """
    wrong = (
        "" if (building / SEAL).is_file() and (building / DATABASE).is_file() else f"{SEAL} or {DATABASE} is missing"
    )
    wrong = wrong or find_damage(building) or find_foreign_content(building / DATABASE, manifest.repository_id)
    if wrong:
        raise RefusedPublicationError(f"the published index is refused: {wrong}", hint=_DAMAGED)


_DAMAGED: Final = "index here with `codegraph index`, and publish the commit again with `codegraph publish --replace`"
