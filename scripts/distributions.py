"""Metadata of the two published distributions, divided from that of the project.

`packaging/README.md` says why there are two. Nothing but the standard library is used: build backends import this.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
CORE: Final = "codegraph-core"
COPIED: Final = ("description", "license", "requires-python", "keywords", "classifiers")

_VERSION: Final = re.compile(r'^__version__ = "(.+)"$', re.M)
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


def build_core_metadata(root: Path = ROOT) -> dict[str, Any]:
    """Return the dynamic fields of `codegraph-core`."""
    project, beyond = _read_project(root)
    extras = project["optional-dependencies"]
    return _build_common(root, project) | {
        "dependencies": [each for each in project["dependencies"] if _get_name(each) not in beyond],
        "optional-dependencies": extras,
    }


def build_memory_metadata(root: Path = ROOT) -> dict[str, Any]:
    """Return the dynamic fields of `codegraph-memory`, which requires its core."""
    project, beyond = _read_project(root)
    common = _build_common(root, project)
    version = common["version"]
    return common | {
        "dependencies": [
            f"{CORE}=={version}",
            *(each for each in project["dependencies"] if _get_name(each) in beyond),
        ],
        "optional-dependencies": {
            extra: [f"{CORE}[{extra}]=={version}"] for extra in project["optional-dependencies"]
        },
    }  # fmt: skip


def _read_project(root: Path) -> tuple[dict[str, Any], frozenset[str]]:
    """Read the project's table, and the names of what the core goes without.

    Raises ValueError where such a name is no requirement."""
    read = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project, beyond = read["project"], frozenset(read["tool"]["codegraph-packaging"]["beyond_core"])
    unknown = beyond - {_get_name(each) for each in project["dependencies"]}
    if unknown:
        raise ValueError(f"`beyond_core` names no requirements: {', '.join(sorted(unknown))}")
    return project, beyond


def _build_common(root: Path, project: dict[str, Any]) -> dict[str, Any]:
    found = _VERSION.search((root / "codegraph" / "__init__.py").read_text(encoding="utf-8"))
    assert found is not None
    text = (root / project["readme"]).read_text(encoding="utf-8")
    fields = {name: project[name] for name in COPIED}
    return fields | {"version": found[1], "readme": {"content-type": "text/markdown", "text": text}}


def _get_name(requirement: str) -> str:
    found = _NAME.match(requirement)
    assert found is not None
    return found[0]
