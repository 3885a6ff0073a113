"""Manifest of a published generation, and the pointer of a commit to it.

Both come from elsewhere: whatever they say is checked before it is used.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from codegraph.errors import RefusedPublicationError
from codegraph.store.compression import Codec

FORMAT: Final = 1
BLOCK_BYTES: Final = 1 << 20
LARGEST_BLOCK: Final = 64 << 20
"""Bytes of a part of a file, before compression."""

MOST_FILES: Final = 4096
MOST_BLOCKS: Final = 1 << 20
_MOST_GENERATIONS: Final = 1 << 40
LARGEST_MANIFEST: Final = 256 << 20
LARGEST_POINTER: Final = 1 << 14
LONGEST_NAME: Final = 100
DESCRIPTION: Final = "about"
"""Name of the object that tells which repository a folder is of."""

_FILE_NAME: Final = re.compile(
    r"graph\.db|seal\.json|manifests\.json|facts\.pack|dependencies\.(bin|layer)|[a-z]+(-[0-9]{1,9})?\.bin|vectors/[a-z]+\.(npy|json)"
)
"""Names that files of a generation have: no others are written."""

_Kind = TypeVar("_Kind")
_OBJECT_ID: Final = re.compile(r"[0-9]{4}w[0-9]{2}/[0-9a-f]{64}")


class Block(NamedTuple):
    """A part of a file: the id of its object, and its size in bytes when it is read."""

    id: str
    size: int


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of a generation as a list of blocks."""

    name: str
    codec: Codec
    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        return sum(block.size for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of one generation, and what it is an index of."""

    repository_id: str
    commit: str
    index_key: str
    generation: int  # files are named by numbers of generations up to this one
    files: tuple[PublishedFile, ...]

    @property
    def size(self) -> int:
        """Bytes of the files."""
        return sum(file.size for file in self.files)

    def list_block_ids(self) -> set[str]:
        return {block.id for file in self.files for block in file.blocks}

    def encode(self) -> bytes:
        told = {
            "format": FORMAT,
            "repository": self.repository_id,
            "commit": self.commit,
            "index": self.index_key,
            "generation": self.generation,
            "files": [{"name": f.name, "codec": f.codec, "blocks": list(map(list, f.blocks))} for f in self.files],
        }
        return json.dumps(told, separators=(",", ":"), sort_keys=True).encode()


@dataclass(frozen=True, slots=True)
class Pointer:
    """The manifest of a commit by its id, and its signature, "" without a key."""

    manifest: str
    signature: str = ""

    def encode(self) -> bytes:
        told = {"format": FORMAT, "manifest": self.manifest, "signature": self.signature}
        return json.dumps(told, separators=(",", ":"), sort_keys=True).encode()


@dataclass(frozen=True, slots=True)
class RepositoryDescription:
    """The repository of a folder at a place: its id, and its name for people."""

    repository_id: str
    name: str

    def encode(self) -> bytes:
        told = {"format": FORMAT, "repository": self.repository_id, "name": self.name[:LONGEST_NAME]}
        return json.dumps(told, separators=(",", ":"), sort_keys=True).encode()


def compute_object_id(week: str, content: bytes) -> str:
    """Return the id of an object that is uploaded in a week."""
    return f"{week}/{hashlib.sha256(content).hexdigest()}"


def has_content(object_id: str, content: bytes) -> bool:
    """Return whether an object holds what its id says."""
    return object_id.partition("/")[2] == hashlib.sha256(content).hexdigest()


def decode_manifest(content: bytes) -> Manifest:
    """Read a manifest.

    Raises RefusedPublicationError where it says what no manifest may say.
    """
    told = _decode(content, "manifest")
    rows = _get(told, "files", list)
    if len(rows) > MOST_FILES:
        raise _refuse(f"lists {len(rows):,} files")
    files = tuple(map(_decode_file, rows))
    if len({file.name for file in files}) != len(files):
        raise _refuse("lists a file twice")
    if sum(len(file.blocks) for file in files) > MOST_BLOCKS:
        raise _refuse("lists too many blocks")
    generation = _get(told, "generation", int)
    if not 0 < generation < _MOST_GENERATIONS:
        raise _refuse(f"names a generation {generation}")
    return Manifest(
        _get(told, "repository", str), _get(told, "commit", str), _get(told, "index", str), generation, files
    )


def decode_pointer(content: bytes) -> Pointer:
    """Read a pointer.

    Raises RefusedPublicationError.
    """
    told = _decode(content, "pointer")
    return Pointer(_check_id(_get(told, "manifest", str)), _get(told, "signature", str))


def decode_description(content: bytes) -> RepositoryDescription:
    """Read what is said of a repository.

    Raises RefusedPublicationError."""
    told = _decode(content, "description of a repository")
    name = "".join(each for each in _get(told, "name", str)[:LONGEST_NAME] if each.isprintable())
    return RepositoryDescription(_get(told, "repository", str), name)


def _decode(content: bytes, what: str) -> Mapping[str, Any]:
    try:
        told = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RefusedPublicationError(f"the published {what} is damaged: {error}", hint=_AGAIN) from error
    if not isinstance(told, dict):
        raise RefusedPublicationError(f"the published {what} is damaged: it is no table", hint=_AGAIN)
    version = told.get("format")
    if version != FORMAT:
        raise RefusedPublicationError(
            f"the published {what} has format {version!r}, this version reads {FORMAT}",
            hint="use the version of codegraph that published it, or publish again with this one",
        )
    return told


def _decode_file(row: object) -> PublishedFile:
    if not isinstance(row, dict):
        raise _refuse("lists a file that is no table")
    name, codec = _get(row, "name", str), _get(row, "codec", str)
    if not _FILE_NAME.fullmatch(name):
        raise _refuse(f"names a file {name[:80]!r}, which no index has")
    if codec not in tuple(Codec):
        raise _refuse(f"names a codec {codec[:80]!r}")
    return PublishedFile(name, Codec(codec), tuple(map(_decode_block, _get(row, "blocks", list))))


def _decode_block(row: object) -> Block:
    if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str) and type(row[1]) is int):
        raise _refuse("lists a block that is none")
    if not 0 < row[1] <= LARGEST_BLOCK:
        raise _refuse(f"lists a block of {row[1]} bytes")
    return Block(_check_id(row[0]), row[1])


def _check_id(text: str) -> str:
    if not _OBJECT_ID.fullmatch(text):
        raise _refuse(f"names an object {text[:80]!r}")
    return text


def _get(told: Mapping[str, Any], key: str, kind: type[_Kind]) -> _Kind:
    value = told.get(key)
    if not isinstance(value, kind):
        raise _refuse(f"has no {key}")
    return value


def _refuse(what: str) -> RefusedPublicationError:
    return RefusedPublicationError(f"the published index is refused: its description {what}", hint=_AGAIN)


_AGAIN: Final = "index here with `codegraph index`, and publish the commit again with `codegraph publish --replace`"
