"""Asking git: it answers from its own files, without the network, without locks, and without running what a repository
names in its settings."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

# Both may name a program of the repository's choosing: one that lists files, one that checks signatures.
GIT: Final = ("git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "core.quotepath=false")

_FILTERS: Final = r"^filter\..*\.(clean|process)$"
_OWN_SCOPES: Final = (b"local", b"worktree")


def run_git(root: Path, *arguments: str, index: Path | None = None, settings: Sequence[str] = ()) -> bytes | None:
    """Output of a git command, None when git is missing or refuses. `index`: another one than that of the work tree."""
    import subprocess  # where there is no git, comparing a work tree does without

    command = (*GIT, *(word for setting in settings for word in ("-c", setting)), "-C", str(root), *arguments)
    try:
        done = subprocess.run(command, capture_output=True, env=git_environment(index), check=False)
    except (OSError, ValueError):  # an argument with a null character is none
        return None
    return done.stdout if done.returncode == 0 else None


def run_git_on_files(root: Path, *arguments: str) -> bytes | None:
    """As `run_git`, for commands that read files of the work tree (`diff`, `status`): git runs what filters those.

    Filters that the user's own settings name do run, as that of Git LFS; those of the repository's settings do not."""
    told = run_git(root, "config", "--show-scope", "--name-only", "-z", "--get-regexp", _FILTERS)
    words = (told or b"").split(b"\0")
    pairs = zip(words[::2], words[1::2], strict=False)
    own = {os.fsdecode(key).rpartition(".")[0] for scope, key in pairs if scope in _OWN_SCOPES}
    off = [f"{name}.{what}" for name in sorted(own) for what in ("clean=", "process=", "required=false")]
    return run_git(root, *arguments, settings=off)


def index_of_commit(root: Path) -> Path | None:
    """The index that `git commit` is about to record, where this runs in a hook of it: `commit -a` and `commit FILE`
    make one of their own. None elsewhere."""
    named = os.environ.get("GIT_INDEX_FILE")
    own = git_folder(root) if named else None
    if not named or own is None:
        return None
    path = Path(os.path.realpath(named))
    return path if path.parent == Path(os.path.realpath(own)) and path.is_file() else None


def git_refuses(root: Path) -> str:
    """Why git answers nothing about the work tree at `root`: it is missing, or somebody else's; "" when it does."""
    import subprocess

    command = (*GIT, "-C", str(root), "rev-parse", "--git-dir")
    try:
        done = subprocess.run(command, capture_output=True, env=git_environment(), check=False)
    except OSError as error:
        return f"it cannot be started ({error.strerror})"
    told = done.stderr.decode("utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ")
    return (told or "it fails") if done.returncode else ""


def git_environment(index: Path | None = None) -> dict[str, str]:
    """Hooks export GIT_DIR and friends, which would answer for another repository."""
    own = {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",  # a partial clone must not go to the network for what it lacks
    }
    if index is not None:
        own["GIT_INDEX_FILE"] = str(index)
    return {k: v for k, v in os.environ.items() if not k.startswith("GIT_")} | own


def in_work_tree(root: Path) -> bool:
    here = root.absolute()
    return any(os.path.lexists(folder / ".git") for folder in (here, *here.parents))


def git_folder(root: Path) -> Path | None:
    """Where git keeps the index of the work tree around `root`, None without one."""
    found = run_git(root, "rev-parse", "--absolute-git-dir") if in_work_tree(root) else None
    return Path(os.fsdecode(found.rstrip(b"\n"))) if found else None
