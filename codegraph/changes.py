"""Whether what an index was made from is still so."""

from __future__ import annotations

from pathlib import Path

from codegraph.config import Config
from codegraph.fingerprint import code_fingerprint
from codegraph.scan.read import read_file
from codegraph.scan.walk import Candidate
from codegraph.store.reader import KnownFile


def index_fingerprint(config: Config) -> str:
    """Text that changes with whatever else than the files decides what an index holds."""
    return f"{code_fingerprint(config.home)} {config.fingerprint()}"


def is_changed(root: Path, candidate: Candidate, known: KnownFile, config: Config) -> bool:
    """By size and time; where those differ or prove nothing, by content."""
    row = known.row
    if candidate.size == row.size and candidate.mtime_ns == known.mtime_ns:
        return False
    if not row.digest:
        return True
    read = read_file(root, candidate.real, max_bytes=config.max_file_bytes)
    return read.digest != row.digest
