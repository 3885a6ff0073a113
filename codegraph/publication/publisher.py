"""Publishing of an index: the current generation of a work tree, for its commit."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from typing import Final, NamedTuple

from codegraph.embed.search_record import reduce_to_names
from codegraph.errors import PublicationError, StorageError
from codegraph.indexing.tree_changes import compute_index_fingerprint
from codegraph.indexing.vector_table import TablePlace
from codegraph.manifests.manifest_reader import NAMES
from codegraph.publication.manifest import (
    BLOCK_BYTES,
    DESCRIPTION,
    LARGEST_POINTER,
    Block,
    Manifest,
    Pointer,
    PublishedFile,
    RepositoryDescription,
    compute_object_id,
)
from codegraph.publication.signature import sign
from codegraph.publication.storage import Remote, format_week, list_recent_weeks, run_parallel
from codegraph.query.index import Index
from codegraph.scan.git import run_git
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph.store import facts_pack
from codegraph.store.checksums import SEAL, seal
from codegraph.store.cloning import stage_publication
from codegraph.store.code_fingerprint import load_chunk_fingerprint, load_parser_fingerprint
from codegraph.store.compression import Codec, choose_codec, compress
from codegraph.store.facts_cache import FactsCache, compute_facts_key
from codegraph.store.file_rows import RESOLVE_PROBLEM
from codegraph.store.layout import begin_transfer, get_facts_database, get_index_folder
from codegraph.store.manifest_texts import FILE as MANIFESTS
from codegraph.store.manifest_texts import save_manifests
from codegraph.store.reader import Reader
from codegraph.store.vector_properties import TABLE
from codegraph_parsers.catalog import is_resolved

_IN_FLIGHT: Final = 64
"""Blocks that are compressed and kept in memory at once."""


class Published(NamedTuple):
    """The outcome of publishing.

    `bytes` are those of the whole index as it is stored, `sent` those that were not there before. `is_new` is false
    where the commit had been published already."""

    url: str
    repository_id: str
    commit: str
    files: int
    bytes: int
    sent: int
    is_new: bool


def publish_index(
    root: Path, config: Config, remote: Remote, *, now: float, private_key: str = "", replace: bool = False
) -> Published:
    """Publish the index of a work tree for its commit.

    The index is up to date and the work tree as committed. With `replace` a publication of the commit is replaced.

    Raises PublicationError, StorageError, NotIndexedError.
    """
    if remote.is_read_only:
        raise PublicationError(
            f"{remote.url} can only be read", hint="publish to the s3://, gs://, az:// or file:// place behind it"
        )
    commit = find_clean_commit(root)
    folder = get_index_folder(config.home, root)
    with closing(Reader.open(folder)) as reader:
        _require_complete(reader, config)
        repository_id = compute_repository_id(root)  # an index may be older than the first commit
        place, pointer = name_repository(repository_id), name_pointer(repository_id, config, commit)
        if not replace and remote.read(pointer, LARGEST_POINTER) is not None:
            return Published(remote.url, repository_id, commit, 0, 0, 0, is_new=False)
        try:
            staged = begin_transfer(config.home)
        except OSError as error:
            raise StorageError(f"{config.home} cannot be written: {error.strerror}") from error
        try:
            stage_publication(reader, staged, repository_id, commit)
            (staged / facts_pack.FILE).unlink(missing_ok=True)  # of the index that this one began from
            with Index(root, Reader.open(folder), config) as index:
                save_manifests(staged / MANIFESTS, index.read_manifest_texts(index.find_paths_named(NAMES)))
            facts_pack.save_pack(staged / facts_pack.FILE, _collect_facts(reader, config))
            seal(staged)
            uploaded = _upload(staged, remote, place, now)
            if not (staged / SEAL).is_file():  # then parts of it may be missing as well
                raise StorageError(f"{staged} was removed while it was published", hint="publish again")
        except OSError as error:
            raise StorageError(f"{staged} cannot be written: {error.strerror}") from error
        finally:
            rmtree(staged, ignore_errors=True)
        generation = reader.generation
    manifest = Manifest(repository_id, commit, compute_index_key(config), generation, uploaded.files)
    remote.create(f"{place}/{DESCRIPTION}", RepositoryDescription(repository_id, find_repository_name(root)).encode())
    content = manifest.encode()
    name = compute_object_id(format_week(now), content)
    remote.write(f"{place}/manifests/{name}", content)
    told = Pointer(name, sign(content, private_key) if private_key else "").encode()
    if replace:
        remote.write(pointer, told)
        is_new = True
    else:
        is_new = remote.create(pointer, told)  # another job may have published the same commit meanwhile
    stored = uploaded.stored + len(content)
    return Published(remote.url, repository_id, commit, len(manifest.files), stored, uploaded.sent, is_new)


def find_repository_name(root: Path) -> str:
    """Return the name of a repository for people.

    It is that of its remote, or else of its folder."""
    remote = run_git(root, "config", "--get", "remote.origin.url")
    path = remote.decode("utf-8", "replace").strip() if remote else str(root)
    return path.rstrip("/").removesuffix(".git").rstrip("/").replace(":", "/").rpartition("/")[2] or root.name


def find_clean_commit(root: Path) -> str:
    """Return the commit of a work tree without changes.

    Raises PublicationError.
    """
    commit = run_git(root, "rev-parse", "HEAD")
    if commit is None:
        raise PublicationError(
            f"{root} has no commit, and an index is published for one", hint="publish from a git work tree"
        )
    changed = run_git(root, "diff-index", "--name-only", "HEAD", "--")
    if changed:
        first, *others = changed.decode(errors="replace").splitlines()
        raise PublicationError(
            f"the work tree differs from its commit ({first}{' and more' if others else ''})",
            hint="commit first, so that everybody who pulls knows what the index is of",
        )
    return commit.decode("ascii").strip()


def name_repository(repository_id: str) -> str:
    """Return the folder of a repository: its id made safe, and a digest of the id."""
    digest = hashlib.sha256(repository_id.encode()).hexdigest()[:16]
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", repository_id).strip("-.")[:60]
    return f"{safe or 'repository'}-{digest}"


def name_pointer(repository_id: str, config: Config, commit: str) -> str:
    """Return the path of the pointer of a commit, for an index with these settings."""
    return f"{name_repository(repository_id)}/{compute_index_key(config)}/commits/{commit}"


def compute_index_key(config: Config) -> str:
    """Return a digest of everything but the files that decides an index."""
    return hashlib.sha256(compute_index_fingerprint(config).encode()).hexdigest()[:20]


def locate_published_table(remote: Remote, repository_id: str, config: Config) -> TablePlace:
    """Return the place of the LanceDB table of the vectors that were published last.

    It is for other programs; a pull reads the vectors of its commit from parts that have digests.
    """
    folder = f"{name_repository(repository_id)}/{compute_index_key(config)}"
    return TablePlace(f"{remote.table_uri}/{folder}", TABLE, has_index=True)


def _require_complete(reader: Reader, config: Config) -> None:
    """Check that others can start from a generation.

    Raises PublicationError.
    """
    problem = ""
    if str(reader.read_meta().get("fingerprint")) != compute_index_fingerprint(config):
        problem = "was made with other settings or by another version"
    elif not reader.has_text:
        problem = "is not complete yet"
    elif reader.has_problems(RESOLVE_PROBLEM):
        problem = "has files of which a part failed"
    if problem:
        raise PublicationError(
            f"the index {problem}, so nobody could start from it", hint="run `codegraph index --full`"
        )


def _collect_facts(reader: Reader, config: Config) -> Mapping[bytes, bytes]:
    """Return what a refresh reads of unchanged files, by its keys in the cache.

    That is the facts of resolved files, and of structural ones the names by which they are linked.
    """
    parser, cut = load_parser_fingerprint(config.home), load_chunk_fingerprint(config.home)
    rows = [row for row in reader.list_files() if row.digest and row.symbols]
    keys = {
        row.path: compute_facts_key(
            row.path,
            row.language,
            row.digest,
            config.stamp_facts(parser if is_resolved(row.language) else cut, row.language),
        )
        for row in rows
    }
    pack = reader.folder.get_generation(reader.generation) / facts_pack.FILE
    with FactsCache(get_facts_database(config.home), pack if pack.is_file() else None).open() as reading:
        found = reading.get(list(keys.values()))
    structural = {keys[row.path] for row in rows if not is_resolved(row.language)}
    return {key: reduce_to_names(entry) if key in structural else entry for key, entry in found.items()}


class _Uploaded(NamedTuple):
    files: tuple[PublishedFile, ...]
    stored: int
    sent: int


def _upload(staged: Path, remote: Remote, place: str, now: float) -> _Uploaded:
    """Upload the blocks that are not there, and return all files as blocks."""
    weeks = list_recent_weeks(now)
    there = {each.path.rpartition("/blocks/")[2] for week in weeks for each in remote.list(f"{place}/blocks/{week}")}
    files: list[PublishedFile] = []
    stored = sent = 0
    for path in sorted(path for path in staged.rglob("*") if path.is_file()):
        name = path.relative_to(staged).as_posix()
        codec = Codec.PLAIN if name == facts_pack.FILE else choose_codec(path.stat().st_size)
        blocks: list[Block] = []
        waiting: list[tuple[str, bytes]] = []
        for part in _cut(path):
            content = compress(codec, part)
            ids = [compute_object_id(week, content) for week in weeks]
            known = next((each for each in ids if each in there), "")
            blocks.append(Block(known or ids[0], len(part)))
            stored += len(content)
            if not known:
                there.add(ids[0])
                sent += len(content)
                waiting.append((f"{place}/blocks/{ids[0]}", content))
                if len(waiting) >= _IN_FLIGHT:
                    run_parallel(lambda each: remote.write(*each), waiting)
                    waiting.clear()
        run_parallel(lambda each: remote.write(*each), waiting)
        files.append(PublishedFile(name, codec, tuple(blocks)))
    return _Uploaded(tuple(files), stored, sent)


def _cut(path: Path) -> Iterator[bytes]:
    """Yield the parts of a file.

    Those of a pack of facts are its buckets, those of others have one size: an edit leaves most of either as they are.
    """
    cuts = facts_pack.find_cuts(path) if path.name == facts_pack.FILE else []
    with open(path, "rb") as handle:
        if cuts:
            for start, end in zip([0, *cuts], cuts, strict=False):
                yield handle.read(end - start)
            return
        while part := handle.read(BLOCK_BYTES):
            yield part
