"""Entry points that manifests and deployment files write as `package.module:name`."""

from __future__ import annotations

import re
from typing import NamedTuple

from codegraph.manifests.manifest import is_named

NAMES = ("pyproject.toml", "setup.cfg", "setup.py", "Procfile", "Dockerfile", "docker-compose.yml", "compose.yaml")
_ENTRY = re.compile(r"(?<![\w./:-])(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):(?P<name>[A-Za-z_]\w*)(?![\w:/])")


class Entry(NamedTuple):
    module: str  # with dots
    name: str

    def is_in(self, path: str) -> bool:
        """Return whether a file may be its module, below any folder."""
        stem = path.rsplit(".", 1)[0].removesuffix("/__init__")
        return f"/{stem}".endswith("/" + self.module.replace(".", "/"))


def can_name_entries(path: str) -> bool:
    return is_named(path, *NAMES)


def find_entry_points(text: str) -> set[Entry]:
    return {Entry(found["module"], found["name"]) for found in _ENTRY.finditer(text)}
