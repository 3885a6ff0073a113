"""Reasons why a path is or is not in the index."""

from __future__ import annotations

import os
from pathlib import Path

from codegraph.errors import CodegraphError, NotFoundError, NotIndexedError
from codegraph.operations.answers import Answer, WhyIgnoredAnswer
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.requests import WhyIgnoredRequest
from codegraph.scan.file_listing import explain_ignored as explain
from codegraph_parsers.ids import from_printable_path, to_printable_path


def explain_ignored(context: Context, request: WhyIgnoredRequest) -> Answer[WhyIgnoredAnswer]:
    try:
        root = context.index().root
    except NotIndexedError:
        root = find_work_tree(context.repo)
    path = to_relative_path(root, context.repo, request.path)
    if path in ("", "."):
        return Answer(WhyIgnoredAnswer(".", False, "the root of the repository", "", ""))
    if os.path.lexists(root / path) or not path.isprintable():  # as the disk has it: the index spells such names
        path = to_printable_path(path)
    status, reason = _find_status(context, path)
    if not status and not os.path.lexists(root / from_printable_path(path)):
        raise NotFoundError(f"no file or folder {path} in {root}", hint="give a path below the root of the repository")
    found = explain(root, path, context.config)
    return Answer(WhyIgnoredAnswer(found.path, found.ignored, found.rule, status, reason))


def to_relative_path(root: Path, base: Path, path: str) -> str:
    """Return `path` relative to `root`.

    It is unchanged if it exists below the root already, else it is resolved from `base`.
    """
    if not Path(path).is_absolute() and (root / path).exists():
        return Path(path).as_posix().removeprefix("./")
    try:
        return Path(os.path.normpath(base.absolute() / path)).relative_to(root).as_posix()
    except ValueError:
        raise CodegraphError(f"{path} is outside {root}", hint="choose another repository with -C") from None


def _find_status(context: Context, path: str) -> tuple[str, str]:
    try:
        row = context.index().find_file(path)
    except (NotIndexedError, NotFoundError):
        return "", ""
    return str(row.status), row.reason
