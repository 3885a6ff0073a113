"""Records of a fleet: which pointer was written for a commit of a source.

    fleet/<index key>/<source>/<commit>

The key is that of the settings of whoever runs the fleet; a repository's own settings may give its publication another
one. A record says where to look, and the pointer whether the commit is published.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Final, NamedTuple

from codegraph.fleet.repository_list import hide_login
from codegraph.publication.manifest import LARGEST_POINTER
from codegraph.publication.storage import Remote
from codegraph.scan.repository_identity import normalize_remote

FOLDER: Final = "fleet"
_POINTER: Final = re.compile(r"[A-Za-z0-9._-]+/[0-9a-f]{20}/commits/[0-9a-f]{40,64}")


class Record(NamedTuple):
    """Publication of a commit: the id of its repository, and the path of its pointer."""

    repository_id: str
    pointer: str


def mark_start(remote: Remote, key: str, now: float) -> None:
    """Note when a fleet was started last.

    It needs the rights that its tasks need. Raises PublicationError."""
    remote.write(f"{FOLDER}/{key}/started", json.dumps({"at": int(now)}).encode())


def find_published(remote: Remote, key: str, source: str, commit: str) -> Record | None:
    """Return the publication of a commit, None where there is none or none any more.

    Raises PublicationError.
    """
    content = remote.read(_name_record(key, source, commit), LARGEST_POINTER)
    try:
        told = json.loads(content) if content is not None else {}
        record = Record(str(told["repository"]), str(told["pointer"]))
    except (ValueError, KeyError, TypeError):
        return None
    is_there = _POINTER.fullmatch(record.pointer) and remote.read(record.pointer, LARGEST_POINTER) is not None
    return record if is_there else None


def write_record(remote: Remote, key: str, source: str, commit: str, record: Record) -> None:
    """Record a publication.

    Raises PublicationError."""
    told = {"source": hide_login(source), "repository": record.repository_id, "pointer": record.pointer}
    remote.write(_name_record(key, source, commit), json.dumps(told, sort_keys=True).encode())


def _name_record(key: str, source: str, commit: str) -> str:
    digest = hashlib.sha256(normalize_remote(source).encode()).hexdigest()[:32]
    return f"{FOLDER}/{key}/{digest}/{commit}"
