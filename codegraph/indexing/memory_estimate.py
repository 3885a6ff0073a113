"""Memory that indexing a tree takes, and memory that is free.

A tree can be resolved in two ways. As a rule the facts that edges rest on are recorded, so that a refresh costs what an
edit changes. Without records it takes less memory, and every refresh is a whole run.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import MemoryShortageError
from codegraph.scan.file_listing import Candidate
from codegraph.settings.config import Config
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.languages import detect

FIXED: Final = 450_000_000
"""Bytes that processes take whatever the tree, with the answers that resolving keeps."""

RECORDED: Final = 32
UNRECORDED: Final = 14
"""Bytes of memory for each byte of source at the peak, all processes together; measured, see docs/scale.md."""

WORTH_ASKING: Final = 20_000_000
"""Bytes of source below which any machine has the memory."""

_CONTROL_GROUPS: Final = Path("/sys/fs/cgroup")


class Footprint(NamedTuple):
    """Source of a tree, and the bytes of memory that indexing it takes."""

    files: int  # whose calls are resolved
    source: int  # bytes of these
    recorded: int
    unrecorded: int


def estimate_footprint(candidates: Iterable[Candidate], config: Config) -> Footprint:
    """Estimate the memory of a whole run."""
    sizes = [
        each.size
        for each in candidates
        if each.size <= config.max_source_bytes and is_resolved(detect(each.path, b"") or "")
    ]
    source = sum(sizes)
    return Footprint(len(sizes), source, FIXED + RECORDED * source, FIXED + UNRECORDED * source)


def can_record(need: Footprint, free: int | None, *, beyond_memory: bool) -> bool:
    """Return whether there is memory to record what edges rest on.

    `free` is None where it is unknown, and then there is. With `beyond_memory` nothing is refused.

    Raises MemoryShortageError when not even a run without records has room.
    """
    if free is None or need.source < WORTH_ASKING or need.recorded <= free:
        return True
    if need.unrecorded > free and not beyond_memory:
        raise MemoryShortageError(
            f"{need.files:,} source files with {need.source / 1e6:,.0f} MB need some {need.unrecorded / 1e9:,.1f} GB "
            f"of memory, and {free / 1e9:,.1f} GB are free",
            hint="leave folders out by `exclude` in codegraph.toml, index a folder (`codegraph index FOLDER`), "
            "pull an index that a larger machine published (docs/scale.md), or try it with --force",
        )
    return False


def read_free_memory() -> int | None:
    """Return the bytes of memory that are free for this process.

    None where the system does not say.
    """
    found = [each for each in (_read_available(), _read_limit()) if each is not None]
    return min(found, default=None)


def _read_available() -> int | None:
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(OSError, ValueError, AttributeError):  # other systems tell how much there is
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4
    return None


def _read_limit() -> int | None:
    """Return what is left of the limit of a container."""
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        with suppress(OSError, ValueError):
            most = int((_CONTROL_GROUPS / limit).read_text(encoding="ascii"))  # "max" without a limit
            return max(0, most - int((_CONTROL_GROUPS / used).read_text(encoding="ascii")))
    return None
