"""Files that a command of the project writes, as its manifests say.

What a tool writes nobody reviews: schemas that are printed out of code, lists of licences.
"""

from __future__ import annotations

import re
from typing import Final

from codegraph.manifests.manifest import get_folder, is_named, join_path

_MANIFESTS: Final = ("package.json", "pyproject.toml", "Makefile", "*.mk", "justfile", "Taskfile.yml", "tox.ini")
_WRITTEN: Final = re.compile(
    r"(?<![>=<&\d-])>\s*[\"']?(?:\./)?([A-Za-z_][\w./-]*\.\w+)"  # make-schema > schema.graphql
    r"|\bcapture_stdout\s*=\s*[\"'](?:\./)?([\w./-]+)[\"']"  # a task of Poe the Poet
)


def can_name_outputs(path: str) -> bool:
    """Return whether a file holds commands of the project."""
    return is_named(path, *_MANIFESTS)


def find_outputs(path: str, text: str) -> set[str]:
    """Return the paths into which commands of a manifest put what they print.

    >>> find_outputs("web/package.json", '{"scripts": {"schema": "print-schema > api/schema.graphql"}}')
    {'web/api/schema.graphql'}
    """
    found = {match[1] or match[2] for match in _WRITTEN.finditer(text)}
    return {path for name in found if (path := join_path(get_folder(path), name))}
