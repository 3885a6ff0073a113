"""Identity of a repository: the same for clones and worktrees."""

from __future__ import annotations

import os
import re
from pathlib import Path

from codegraph.scan.git import in_work_tree, run_git

_USER = re.compile(r"^[^/@]+@")


def repository_id(root: Path) -> str:
    """`commit:<root commit>`, else `remote:<host/path>`, else `path:<real path>`.

    A shallow clone does not hold its root commit, and a folder below a repository's top is a part of its own."""
    real = os.path.realpath(root)
    if in_work_tree(root):
        top = run_git(root, "rev-parse", "--show-prefix", "--is-shallow-repository")
        if top is not None:
            prefix, _, shallow = os.fsdecode(top).rstrip("\n").rpartition("\n")
            below = f"#{prefix.strip().rstrip('/')}" if prefix.strip() else ""
            commits = run_git(root, "rev-list", "--max-parents=0", "HEAD") if shallow == "false" else None
            if commits and commits.strip():
                return f"commit:{commits.split()[-1].decode()}{below}"
            remote = run_git(root, "config", "--get", "remote.origin.url")
            if remote and remote.strip():
                return f"remote:{normalised_remote(os.fsdecode(remote.strip()))}{below}"
    return f"path:{real}"


def normalised_remote(url: str) -> str:
    """`host/owner/name` of any spelling of a remote: scheme, user, `.git` and letter case of the host do not matter."""
    rest = url.partition("://")[2] or url
    rest = _USER.sub("", rest)
    host, separator, path = rest.partition("/")
    if "://" not in url and ":" in host:  # scp-like `git@host:owner/name`
        host, _, first = host.partition(":")
        path = first + separator + path
    host = host.partition(":")[0].lower() if "://" in url else host.lower()
    return f"{host}/{path.strip('/').removesuffix('.git')}"
