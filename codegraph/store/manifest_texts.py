"""Texts of package manifests that travel with a published generation.

Whoever reads a generation where its files are not still knows what the repository provides and needs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

FILE: Final = "manifests.json"
LARGEST: Final = 64 << 20
"""Bytes of the file that are read."""


def save_manifests(path: Path, texts: Mapping[str, str]) -> None:
    """Write manifests by their paths.

    Raises OSError.
    """
    path.write_text(json.dumps(dict(sorted(texts.items()))), encoding="utf-8")


def load_manifests(path: Path) -> Mapping[str, str]:
    """Return manifests by their paths.

    There are none where the file is missing or holds something else."""
    try:
        if path.stat().st_size > LARGEST:
            return {}
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return {str(name): text for name, text in told.items() if isinstance(text, str)} if isinstance(told, dict) else {}
