"""Links to files of a commit, derived from the remote of a repository."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final
from urllib.parse import quote

from codegraph.scan.git import is_in_work_tree, run_git
from codegraph.scan.repository_identity import normalize_remote

_FORMS: Final = (
    ("github", "blob/{commit}/{path}", "#L{line}"),
    ("gitlab", "-/blob/{commit}/{path}", "#L{line}"),
    ("bitbucket", "src/{commit}/{path}", "#lines-{line}"),
    ("codeberg", "src/commit/{commit}/{path}", "#L{line}"),
    ("gitea", "src/commit/{commit}/{path}", "#L{line}"),
    ("forgejo", "src/commit/{commit}/{path}", "#L{line}"),
)
"""A part of the host's name, and how it shows a file and a line."""

_PLAIN: Final = re.compile(r"[\w.-]+(:\d+)?(/[\w.~-]+)+")


def find_link_form(root: Path) -> str:
    """Return the form of links to files of a work tree.

    It is an address with `{commit}`, `{path}` and `{line}` to fill in. It is "" where the remote is unknown, or its
    host does not show files by a known rule.
    """
    remote = run_git(root, "config", "--get", "remote.origin.url") if is_in_work_tree(root) else None
    where = normalize_remote(os.fsdecode(remote.strip())) if remote and remote.strip() else ""
    host = where.partition("/")[0]
    form = next((name for name, *_ in _FORMS if name in host), "")
    return make_link_form(f"https://{where}", root, form) if form else ""


def make_link_form(address: str, root: Path, form: str = "github") -> str:
    """Build the form of links for a repository of a known address."""
    scheme, _, rest = address.rstrip("/").partition("://")
    parts = next((rest for name, *rest in _FORMS if name == form), None)
    if parts is None or scheme not in ("http", "https") or not _PLAIN.fullmatch(rest):
        return ""
    prefix = run_git(root, "rev-parse", "--show-prefix") if is_in_work_tree(root) else None
    below = quote(os.fsdecode((prefix or b"").strip())).replace("{", "%7B").replace("}", "%7D")
    return f"{scheme}://{rest}/{parts[0].replace('{path}', below + '{path}')}{parts[1]}"


def fill_link_form(form: str, commit: str, path: str, line: int = 0) -> str:
    """Return the address of a line, or of a file.

    Returns "" where the form or the commit is unknown."""
    if not form or not re.fullmatch(r"[0-9a-f]{7,64}", commit):
        return ""
    whole = form if line else form.partition("#")[0]
    return whole.replace("{commit}", commit).replace("{line}", str(line)).replace("{path}", quote(path, safe="/._-~"))
