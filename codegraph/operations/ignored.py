"""Reasons why a path is or is not in the index."""

from __future__ import annotations

import os
from pathlib import Path

from codegraph.errors import CodegraphError, NotFoundError, NotIndexedError
from codegraph.operations.answers import Answer, WhyIgnoredAnswer
from codegraph.operations.context import Context
from codegraph.operations.requests import WhyIgnoredRequest
from codegraph.operations.worktree import work_tree
from codegraph.scan.walk import why_ignored as explain
from codegraph_parsers.ids import printable_path, real_path


def why_ignored(context: Context, request: WhyIgnoredRequest) -> Answer[WhyIgnoredAnswer]:
    try:
        root = context.index().root
    except NotIndexedError:
        root = work_tree(context.repo)
    path = relative_path(root, context.repo, request.path)
    if path in ("", "."):
        return Answer(WhyIgnoredAnswer(".", False, "the root of the repository", "", ""))
    if os.path.lexists(root / path) or not path.isprintable():  # as the disk has it: the index spells such names
        path = printable_path(path)
    status, reason = _row(context, path)
    if not status and not os.path.lexists(root / real_path(path)):
        raise NotFoundError(f"no file or folder {path} in {root}", hint="give a path below the root of the repository")
    found = explain(root, path, context.config)
    return Answer(WhyIgnoredAnswer(found.path, found.ignored, found.rule, status, reason))


def relative_path(root: Path, base: Path, path: str) -> str:
    """`path` relative to `root`: as given when it lies there already, else seen from `base`."""
    if not Path(path).is_absolute() and (root / path).exists():
        return Path(path).as_posix().removeprefix("./")
    try:
        return Path(os.path.normpath(base.absolute() / path)).relative_to(root).as_posix()
    except ValueError:
        raise CodegraphError(f"{path} is outside {root}", hint="choose another repository with -C") from None


def _row(context: Context, path: str) -> tuple[str, str]:
    try:
        row = context.index().file(path)
    except (NotIndexedError, NotFoundError):
        return "", ""
    return str(row.status), row.reason
