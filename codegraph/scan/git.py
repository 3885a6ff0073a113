"""The only place that runs git.

It answers from its own files, without locks, and runs no programs that a repository names in its settings. The network
is used by `fetch_commit`, `find_remote_commit` and `clone_commit` alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.errors import UnreadableError

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_SETTINGS: Final = (
    "core.fsmonitor=false",  # a program that lists files
    f"core.hooksPath={os.devnull}",  # of those that read, `diff` runs a hook where it refreshes the index
    "log.showSignature=false",  # a program that checks signatures
    "safe.bareRepository=explicit",  # a folder within a work tree may look like a repository, with settings of its own
    "core.quotepath=false",
)
_OBJECTS: Final = frozenset(
    {"cat-file", "check-ignore", "config", "ls-files", "ls-tree", "merge-base", "rev-list", "rev-parse"}
)
"""Commands that read objects, the index, settings and names of files."""

_SHOWS: Final = frozenset({"log", "show"})
_COMPARES: Final = frozenset({"diff", "diff-files", "diff-index"})
_ON_FILES: Final = _COMPARES | {"status"}
"""Commands that read files of the work tree, which git passes through the filters of its attributes."""

_RUNS: Final = (
    "--textconv",
    "--ext-diff",
    "--filters",
    "--show-signature",
    "--ignore-submodules=none",
    "--modified",
    "-m",
)
"""Options by which a command runs a program after all, or reads files of the work tree that it else does not."""

_OWN_RULES: Final = ("config", "config.worktree", "info/exclude", "info/sparse-checkout", "HEAD")
_FILTERS: Final = r"^filter\..*\.(clean|smudge|process)$"
_OWN_SCOPES: Final = (b"local", b"worktree")
_NO_MATCH: Final = 1
_COMMIT: Final = re.compile("[0-9a-f]{40}([0-9a-f]{24})?")
_PROTOCOLS: Final = "file:git:http:https:ssh"
_ACCESS: Final = ("GIT_ASKPASS", "GIT_CONFIG_", "GIT_PROXY_", "GIT_SSH", "GIT_SSL_")
"""Beginnings of the variables that say how other repositories are reached."""


def run_git(
    root: Path, *arguments: str, index: Path | None = None, input: bytes | None = None, timeout_s: float | None = None
) -> bytes | None:
    """Return the output of a git command, or None.

    It is None when git is missing, refuses, or takes longer than `timeout_s`. `index` is another index than that of the
    work tree. A command that reads files of the work tree runs the filters that the user's own settings name, such as
    that of Git LFS; those of the repository's settings are off. Raises ValueError for a command or option that has not
    been checked for the programs that it may run.
    """
    from subprocess import TimeoutExpired

    try:
        done = _run_git(root, *arguments, index=index, input=input, timeout_s=timeout_s)
    except (OSError, TimeoutExpired):
        return None
    return done.stdout if done is not None and done.returncode == 0 else None


def read_objects(root: Path, digests: Sequence[str]) -> bytes:
    """Return the output of `cat-file --batch` for objects, even if it is incomplete.

    Raises OSError without git.
    """
    done = _run_git(root, "cat-file", "--batch", input="".join(f"{digest}\n" for digest in digests).encode("ascii"))
    return done.stdout if done is not None else b""


def fetch_commit(root: Path, remote: str, commit: str) -> None:
    """Fetch one commit from the remote of the repository.

    The repository's settings for that remote apply. It is for a job that checked out too little. A failure shows where
    the commit is used.
    """
    from subprocess import run

    command = (
        "git",
        *_build_options(_SETTINGS),
        "-C",
        str(root),
        "fetch",
        "--quiet",
        "--no-tags",
        "--depth=1",
        "--no-auto-gc",
    )
    try:
        run((*command, "--", remote, commit), capture_output=True, env=build_git_environment(network=True), check=False)
    except OSError:
        return


def find_remote_commit(source: str, revision: str) -> str:
    """Return the commit that a revision of another repository names.

    `source` is an address or a folder, `revision` a whole commit, a branch, a tag, or `HEAD`.

    Raises UnreadableError."""
    if _COMMIT.fullmatch(revision):
        return revision
    listed = _run_outside(("ls-remote", "--quiet", "--", source), f"{source} cannot be read").decode("utf-8", "replace")
    refs = {name: commit for commit, _, name in (line.partition("\t") for line in listed.splitlines())}
    names = (revision, f"refs/heads/{revision}", f"refs/tags/{revision}^{{}}", f"refs/tags/{revision}")
    found = next((refs[name] for name in names if name in refs), None)
    if found is None:
        what = f"no branch or tag {revision!r}" if refs else "no commits"
        raise UnreadableError(f"{source} has {what}", hint="give a branch, a tag or a whole commit")
    return found


def clone_commit(source: str, commit: str, to: Path) -> None:
    """Clone another repository with its history, and check one commit out.

    Contents of other commits are left out where the other side can do that. Hooks are off, submodules and large files
    in other places are not fetched. Raises UnreadableError.
    """
    failure = f"{source} cannot be cloned"
    partly = () if os.path.isdir(source) else ("--filter=blob:none",)
    _run_outside(("clone", "--quiet", "--no-checkout", "--no-tags", *partly, "--", source, str(to)), failure)
    if run_git(to, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}") is None:
        _run_outside(
            ("-C", str(to), "fetch", "--quiet", "--no-tags", "origin", commit), f"{source} has no commit {commit}"
        )
    _run_outside(("-C", str(to), "checkout", "--quiet", "--detach", commit), failure)


def _run_outside(arguments: Sequence[str], failure: str) -> bytes:
    """Return the output of a git command that may use the network.

    It asks for nothing and gives up a connection that brings nothing. Raises UnreadableError with `failure`.
    """
    import subprocess

    kept = {key: value for key, value in os.environ.items() if key.startswith(_ACCESS)}
    environment = build_git_environment(network=True) | {"GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=20"}
    environment |= kept | {"GIT_ALLOW_PROTOCOL": _PROTOCOLS, "GIT_LFS_SKIP_SMUDGE": "1"}
    command = ("git", *_build_options((*_SETTINGS, "http.lowSpeedLimit=1000", "http.lowSpeedTime=60")), *arguments)
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env=environment, check=False)
    except OSError as error:
        raise UnreadableError(f"{failure}: git cannot be started ({error.strerror})") from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = next((line for line in lines if line.startswith(("fatal:", "error:", "ERROR:"))), "".join(lines[-1:]))
        raise UnreadableError(f"{failure}: {why.partition(': ')[2] or why or 'git fails'}")
    return done.stdout


def _run_git(
    root: Path, *arguments: str, index: Path | None = None, input: bytes | None = None, timeout_s: float | None = None
) -> CompletedProcess[bytes] | None:
    """Run a git command that is known to be safe.

    Returns None when its filters cannot be switched off or an argument holds a null character. Raises OSError,
    TimeoutExpired, ValueError."""
    import subprocess  # where there is no git, comparing a work tree does without

    command, *rest = arguments
    options = takewhile(lambda word: word not in ("--", "--end-of-options"), rest)
    refused = [word for word in options if word in _RUNS]
    if command not in _OBJECTS | _SHOWS | _ON_FILES or refused:
        raise ValueError(f"`git {' '.join((command, *refused))}` may run a program of the repository")
    settings = _SETTINGS
    if command in _ON_FILES:
        filters = _list_own_filters(root)
        if filters is None:
            return None
        settings += tuple(
            f"{name}.{what}" for name in filters for what in ("clean=", "smudge=", "process=", "required=false")
        )
    safely = ["--no-ext-diff", "--no-textconv"] if command in _COMPARES | _SHOWS else []
    safely += ["--ignore-submodules=dirty"] if command in _ON_FILES else []  # those have settings of their own
    if any("\0" in word for word in rest):
        return None
    return subprocess.run(
        ("git", "--no-pager", *_build_options(settings), "-C", str(root), command, *safely, *rest),
        capture_output=True, env=build_git_environment(index), input=input, timeout=timeout_s, check=False,
    )  # fmt: skip


def _list_own_filters(root: Path) -> list[str] | None:
    """Return the names of the filters in the repository's own settings.

    The result is None when they are not known, or when a filter has a name under which it cannot be switched off.
    """
    done = _run_git(root, "config", "--show-scope", "--name-only", "-z", "--get-regexp", _FILTERS)
    if done is None or done.returncode not in (0, _NO_MATCH):
        return None
    words = done.stdout.split(b"\0")
    pairs = zip(words[::2], words[1::2], strict=False)
    own = {os.fsdecode(key).rpartition(".")[0] for scope, key in pairs if scope in _OWN_SCOPES}
    return None if any("=" in name for name in own) else sorted(own)


def _build_options(settings: Sequence[str]) -> list[str]:
    return [word for setting in settings for word in ("-c", setting)]


def find_commit_index(root: Path) -> Path | None:
    """Return the index that `git commit` is about to record, inside one of its hooks.

    `commit -a` and `commit FILE` make an index of their own. The result is None elsewhere.
    """
    named = os.environ.get("GIT_INDEX_FILE")
    own = find_git_folder(root) if named else None
    if not named or own is None:
        return None
    path = Path(os.path.realpath(named))
    return path if path.parent == Path(os.path.realpath(own)) and path.is_file() else None


def explain_refusal(root: Path) -> str:
    """Return the reason why git does not answer for the work tree at `root`, or "".

    Git is missing, or the work tree belongs to somebody else.
    """
    try:
        done = _run_git(root, "rev-parse", "--git-dir")
    except OSError as error:
        return f"it cannot be started ({error.strerror})"
    if done is None or not done.returncode:
        return ""
    return done.stderr.decode("utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ") or "it fails"


def build_git_environment(index: Path | None = None, *, network: bool = False) -> dict[str, str]:
    """Return an environment for git without the GIT_ variables of hooks.

    Hooks export GIT_DIR and others, which would answer for another repository.
    """
    own = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    if not network:  # a partial clone must not go there for what it lacks; older releases know the second of these only
        own |= {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
    if index is not None:
        own["GIT_INDEX_FILE"] = str(index)
    return {k: v for k, v in os.environ.items() if not k.startswith("GIT_")} | own


def is_in_work_tree(root: Path) -> bool:
    here = root.absolute()
    return any(os.path.lexists(folder / ".git") for folder in (here, *here.parents))


def list_rule_files(root: Path) -> list[Path]:
    """Return the files outside the work tree that affect git's listing of it.

    They may not exist. They are its settings, the settings that these include, lists of files to ignore, and HEAD, on
    which settings may depend.
    """
    told = run_git(root, "config", "--list", "--show-origin", "-z") or b""
    own = run_git(root, "rev-parse", *(word for name in _OWN_RULES for word in ("--git-path", name))) or b""
    personal = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config", "git")
    found = [Path("/etc/gitconfig"), Path("~/.gitconfig"), personal / "config", personal / "ignore"]
    found += [root / os.fsdecode(line) for line in own.splitlines()]
    words = told.split(b"\0")
    for origin, setting in zip(words[::2], words[1::2], strict=False):
        kind, _, place = os.fsdecode(origin).partition(":")
        file = root / place
        key, _, value = os.fsdecode(setting).partition("\n")
        if kind == "file":
            found.append(file)
        if key == "core.excludesfile":
            found.append(Path(value))
        elif key.startswith("include") and key.endswith(".path"):
            found.append(file.parent / value)
    return [root / os.path.expanduser(path) for path in dict.fromkeys(found)]


def find_git_folder(root: Path) -> Path | None:
    """Return the folder of git's index for the work tree around `root`, or None."""
    found = run_git(root, "rev-parse", "--absolute-git-dir") if is_in_work_tree(root) else None
    return Path(os.fsdecode(found.rstrip(b"\n"))) if found else None
