"""`gen-context`: the reviewed facts as a block in the instructions that agents read. Nothing around it changes."""

from __future__ import annotations

from pathlib import Path

from codegraph.errors import InvalidError, WiringError
from codegraph.filechange import FileChange, apply, read
from codegraph.memory.review.profile import grouped, profile, shareable
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.place import readable_in
from codegraph.operations.review.answers import ContextAnswer, ContextFileRow
from codegraph.operations.review.requests import GenContextRequest
from codegraph.operations.worktree import work_tree
from codegraph.splice import Marks, MarksError

MARKS = Marks("codegraph-memory", "written by `codegraph memory gen-context --write`; changes inside are lost")
NAMES = ("CLAUDE.md", "AGENTS.md")
OPENING = (
    "## What is known about this project and its user",
    "",
    "Facts that were reviewed. `codegraph memory recall 'QUESTION'` finds more; a fact that is wrong is put away with",
    "`codegraph memory forget ID`.",
)


def gen_context(context: Context, request: GenContextRequest) -> Answer[ContextAnswer]:
    """The block, or the files it was written into. Raises WiringError, and then no file was changed."""
    engine = context.memory("cli")
    now = engine.clock()
    with engine.read() as state:
        facts = profile(state, readable_in(context.repo), now)
    kept, left_out = shareable(facts, personal=request.personal)
    shown = sorted(kept[: request.limit], key=lambda fact: fact.memory.row)  # an order that use does not change
    lines = [*OPENING, *grouped(shown)] if shown else []
    over = len(kept) - len(shown)
    if not request.write and not request.remove:
        if request.file:
            raise InvalidError("--file without --write", hint="add --write, or leave out --file to print the block")
        return Answer(ContextAnswer(len(shown), left_out, over, MARKS.block(lines) if lines else "", ()))
    changes = [_change(path, [] if request.remove else lines) for path in _files(context.repo, request)]
    rows = []
    for change in changes:
        backup = apply(change, context.config.home)
        rows.append(ContextFileRow(str(change.path), change.action, str(backup or "")))
    told = (0, 0, 0) if request.remove else (len(shown), left_out, over)
    return Answer(ContextAnswer(*told, "", tuple(rows)))


def _files(repo: Path, request: GenContextRequest) -> list[Path]:
    root = work_tree(repo.absolute())
    if request.file:
        return [root / Path(name).expanduser() for name in dict.fromkeys(request.file)]
    there = [root / name for name in NAMES if (root / name).is_file()]
    # One that is a link to the other is one file.
    kept = list({path.resolve(): path for path in there}.values())
    return kept or ([] if request.remove else [root / NAMES[1]])


def _change(path: Path, lines: list[str]) -> FileChange:
    """The file with its block brought up to date; without facts, without a block. Raises WiringError."""
    before = read(path)
    try:
        if lines:
            return FileChange(path, before, MARKS.put(before, lines))
        return FileChange(path, before, None if before is None else MARKS.drop(before))
    except MarksError as error:
        raise WiringError(
            f"{path} was not changed: {error}", hint="remove the marks by hand and run it again"
        ) from error
