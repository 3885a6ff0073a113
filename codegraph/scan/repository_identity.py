"""Identity of a repository: the same for clones and worktrees."""

from __future__ import annotations

import os
import re
from pathlib import Path

from codegraph.scan.git import is_in_work_tree, run_git

_USER = re.compile(r"^[^/@]+@")


def compute_repository_id(root: Path) -> str:
    """Return `commit:<root commit>`, `remote:<host/path>` or `path:<real path>`.

    The first that is known is used. A shallow clone does not hold its root commit. A folder below a repository's top is
    a repository of its own.
    """
    real = os.path.realpath(root)
    if is_in_work_tree(root):
        top = run_git(root, "rev-parse", "--show-prefix", "--is-shallow-repository")
        if top is not None:
            prefix, _, shallow = os.fsdecode(top).rstrip("\n").rpartition("\n")
            below = f"#{prefix.strip().rstrip('/')}" if prefix.strip() else ""
            commits = run_git(root, "rev-list", "--max-parents=0", "HEAD") if shallow == "false" else None
            if commits and commits.strip():
                return f"commit:{commits.split()[-1].decode()}{below}"
            remote = run_git(root, "config", "--get", "remote.origin.url")
            if remote and remote.strip():
                return f"remote:{normalize_remote(os.fsdecode(remote.strip()))}{below}"
    return f"path:{real}"


def normalize_remote(url: str) -> str:
    """Return `host/owner/name` for any spelling of a remote.

    Scheme, user, `.git` and letter case of the host do not matter.
    """
    rest = url.partition("://")[2] or url
    rest = _USER.sub("", rest)
    host, separator, path = rest.partition("/")
    if "://" not in url and ":" in host:  # scp-like `git@host:owner/name`
        host, _, first = host.partition(":")
        path = first + separator + path
    host = host.partition(":")[0].lower() if "://" in url else host.lower()
    return f"{host}/{path.strip('/').removesuffix('.git')}"
