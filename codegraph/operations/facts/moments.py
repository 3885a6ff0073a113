"""A moment as people name it: a time, or a commit, which stands for when it was made."""

from __future__ import annotations

from codegraph.errors import InvalidError
from codegraph.memory.model import NEVER
from codegraph.memory.times import parse_time
from codegraph.operations.context import Context
from codegraph.operations.worktree import work_tree
from codegraph.scan.git import run_git

_SECOND = 1_000_000


def moment(context: Context, text: str, parameter: str) -> int:
    """Microseconds of a time, or of a commit of the repository: a whole second, so all of it counts. 0 for "".

    Raises InvalidError with an example of both."""
    if not text:
        return NEVER
    try:
        return parse_time(text, parameter)
    except InvalidError:
        at = _commit_time(context, text.strip().removeprefix("commit:"))
        if at:
            return at
        raise InvalidError(
            f"`{parameter}` {text[:60]!r} is neither a time nor a commit of this repository",
            hint="such as 2026-03-01T12:00:00Z, 2026-03-01, HEAD~3 or 4f2a91c",
        ) from None


def _commit_time(context: Context, revision: str) -> int:
    if not revision or revision.startswith("-") or not revision.isprintable():
        return NEVER
    root = work_tree(context.repo.absolute())
    commit = run_git(root, "rev-parse", "--verify", "-q", f"{revision}^{{commit}}")
    told = run_git(root, "show", "-s", "--format=%ct", commit.decode("ascii", "replace").strip()) if commit else None
    return int(told) * _SECOND + _SECOND - 1 if told else NEVER
