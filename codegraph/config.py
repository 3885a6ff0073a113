"""Layered settings: flags, environment, repository file, user file, defaults."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Config:
    """Effective settings of one run. See `load`."""

    home: Path
    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    max_file_bytes: int = 1_048_576
    parse_timeout_s: float = 20.0
    workers: int = 0
    languages: tuple[str, ...] = ()
    follow_symlinks: bool = False
    respect_gitignore: bool = True
    community_resolution: float = 1.0
