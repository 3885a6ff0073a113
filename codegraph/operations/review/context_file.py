"""`gen-context`: reviewed facts as a block in the instructions of agents.

The text around the block stays.
"""

from __future__ import annotations

from pathlib import Path

from codegraph.errors import InvalidError, WiringError
from codegraph.foreign_files.atomic_change import FileChange, apply, read
from codegraph.foreign_files.inserted_block import Marks, MarksError
from codegraph.memory.review.fact_profile import build_profile, format_groups, select_shareable
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.memory_context import list_readable_namespaces
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.review.answers import ContextAnswer, ContextFileRow
from codegraph.operations.review.requests import GenContextRequest

MARKS = Marks("codegraph-memory", "written by `codegraph memory gen-context --write`; changes inside are lost")
NAMES = ("CLAUDE.md", "AGENTS.md")
OPENING = (
    "## What is known about this project and its user",
    "",
    "Facts that were reviewed. `codegraph memory recall 'QUESTION'` finds more; a fact that is wrong is put away with",
    "`codegraph memory forget ID`.",
)


def generate_context(context: Context, request: GenContextRequest) -> Answer[ContextAnswer]:
    """Generate the block, or write it into files.

    Raises WiringError, and then no file was changed.
    """
    engine = context.open_memory()
    now = engine.clock()
    with engine.read() as state:
        facts = build_profile(state, list_readable_namespaces(context.repo), now)
    kept, left_out = select_shareable(facts, personal=request.personal)
    shown = sorted(kept[: request.limit], key=lambda fact: fact.memory.row)  # an order that use does not change
    lines = [*OPENING, *format_groups(shown)] if shown else []
    over = len(kept) - len(shown)
    if not request.write and not request.remove:
        if request.file:
            raise InvalidError("--file without --write", hint="add --write, or leave out --file to print the block")
        return Answer(ContextAnswer(len(shown), left_out, over, MARKS.build_block(lines) if lines else "", ()))
    changes = [_change(path, [] if request.remove else lines) for path in _list_files(context.repo, request)]
    rows = []
    for change in changes:
        backup = apply(change, context.config.home)
        rows.append(ContextFileRow(str(change.path), change.action, str(backup or "")))
    told = (0, 0, 0) if request.remove else (len(shown), left_out, over)
    return Answer(ContextAnswer(*told, "", tuple(rows)))


def _list_files(repo: Path, request: GenContextRequest) -> list[Path]:
    root = find_work_tree(repo.absolute())
    if request.file:
        return [root / Path(name).expanduser() for name in dict.fromkeys(request.file)]
    there = [root / name for name in NAMES if (root / name).is_file()]
    # One that is a link to the other is one file.
    kept = list({path.resolve(): path for path in there}.values())
    return kept or ([] if request.remove else [root / NAMES[1]])


def _change(path: Path, lines: list[str]) -> FileChange:
    """Update the block of a file; without facts, remove it.

    Raises WiringError.
    """
    before = read(path)
    try:
        if lines:
            return FileChange(path, before, MARKS.put(before, lines))
        return FileChange(path, before, None if before is None else MARKS.drop(before))
    except MarksError as error:
        raise WiringError(
            f"{path} was not changed: {error}", hint="remove the marks by hand and run it again"
        ) from error
