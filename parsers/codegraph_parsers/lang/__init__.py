"""Languages with a resolver, one folder each.

Folders with a leading underscore hold what languages share.
"""

from __future__ import annotations

import os
from functools import cache


@cache
def list_names() -> tuple[str, ...]:
    """Return every language with a folder, sorted. Nothing of it is imported."""
    folders = [entry for place in __path__ for entry in os.scandir(place) if entry.is_dir()]
    return tuple(sorted(each.name for each in folders if not each.name.startswith(("_", "."))))
