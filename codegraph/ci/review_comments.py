"""Review comments on the lines of a pull request.

One stands where a symbol changed whose uses break, one at each such use. Only lines of the pull request's own diff can
have one, so most broken uses, which are in files that it leaves alone, are named at what broke them. The diff is read
from the service: what is checked out is a merge, in which lines may stand elsewhere. Comments are found by a hidden
marker, changed in place, and removed when nothing breaks there any more, but for those that somebody answered."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from codegraph.ci.comment import CommentError, Target, ask, get_text, is_ours, list_rows
from codegraph.operations.impact.answers import BrokenUse, ChangedSymbol, ChangeReport
from codegraph.render.impact import wording
from codegraph.render.impact.markdown import Links, describe_use, format_code, format_heading, format_place_link

MOST: Final = 20
"""Comments on one pull request."""

USES: Final = 10
MENDED: Final = "Nothing breaks here any more."
_HUNK: Final = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


class LineComment(NamedTuple):
    """A comment on a line.

    `old`: the line is of the older state. `last` is the end of the lines that may stand for it."""

    path: str
    line: int
    last: int
    old: bool
    key: str
    body: str


class PatchLine(NamedTuple):
    """A line of a diff, with its number in both states.

    The number is 0 in the state that does not have it."""

    new: int
    old: int
    text: str


def list_comments(report: ChangeReport, links: Links) -> list[LineComment]:
    """List the comments on what changed, then those on uses, the riskiest first."""
    rows = [row for row in report.changed if row.broken_total and not row.generated]
    found = [_describe_change(row, links) for row in rows]
    for row in rows:
        found += [_describe_line(row, use, links) for use in row.uses if use.certain and use.lines]
    return found


def _describe_change(row: ChangedSymbol, links: Links) -> LineComment:
    uses = [use for use in row.uses if use.certain]
    lines = [
        f"**{format_code(wording.format_name(row))}**, {wording.describe_change(row)}: these uses do not fit any more."
    ]
    if row.old_heading and row.heading:
        old, new = wording.compare_headings(row)
        lines += ["", f"{format_heading(old)} → {format_heading(new)}"]
    lines += ["", *(f"- {describe_use(use, links)}" for use in uses[:USES])]
    lines += [f"- {len(uses) - USES:,} more"] if len(uses) > USES else []
    symbol = row.symbol
    is_old = not row.after_exists
    key = _make_key(row.before or symbol.id, "change")
    return LineComment(symbol.path, symbol.line, symbol.end_line, is_old, key, "\n".join(lines))


def _describe_line(row: ChangedSymbol, use: BrokenUse, links: Links) -> LineComment:
    where = format_place_link(row.symbol, links, is_old=not row.after_exists)
    said = f"Does not fit {format_code(wording.format_name(row))} {where} any more: {describe_use(use, links)}"
    key = _make_key(row.before or row.symbol.id, f"{use.symbol.id}|{use.reason}")
    return LineComment(use.symbol.path, use.lines[0], use.lines[0], False, key, said)


def _make_key(*parts: str) -> str:
    return hashlib.sha256("|".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


class Posted(NamedTuple):
    """Counts of comments that stand on lines now, and of those taken back."""

    standing: int
    removed: int


def put_comments(
    target: Target, commit: str, wanted: Sequence[LineComment], read: Callable[[str, int], str], prefix: str = ""
) -> Posted:
    """Make these the comments on lines, as far as the diff has their lines.

    `read` gives the text of a line of the newer state, `prefix` is what paths lack. Raises CommentError."""
    place = f"/repos/{target.repository}/pulls/{target.pull}/comments"
    rows = list(list_rows(target, place))
    marker = f"<!-- codegraph:{target.key}:line "
    answered = {row.get("in_reply_to_id") for row in rows}
    ours = {get_text(row)[len(marker) : len(marker) + 16]: row for row in rows if is_ours(row, marker)}
    patches = dict(_list_patches(target)) if wanted else {}
    kept: set[str] = set()
    for each in wanted:
        if len(kept) >= MOST:
            break
        body = f"{marker}{each.key} -->\n{each.body}\n"
        own = ours.get(each.key)
        if own is not None:
            kept.add(each.key)
            if get_text(own).rstrip() != body.rstrip():
                _change(target, "PATCH", own["id"], body)
            continue
        found = find_line(patches.get(prefix + each.path, ()), each, read)
        if found is not None and _post(target, place, commit, prefix + each.path, found, body):
            kept.add(each.key)
    gone = [row for key, row in ours.items() if key not in kept and MENDED not in get_text(row)]
    for row in gone:
        id = int(row["id"])
        if id in answered:
            key = get_text(row)[len(marker) : len(marker) + 16]
            _change(target, "PATCH", id, f"{marker}{key} -->\n{MENDED}\n")
        else:
            _change(target, "DELETE", id)
    return Posted(len(kept), len(gone))


def _post(target: Target, place: str, commit: str, path: str, line: PatchLine, body: str) -> bool:
    """Post one comment; whether the service takes one there."""
    side, number = ("RIGHT", line.new) if line.new else ("LEFT", line.old)
    data = {"body": body, "commit_id": commit, "path": path, "line": number, "side": side}
    try:
        ask(target, "POST", place, data)
    except CommentError as error:
        if not error.invalid:
            raise
        return False
    return True


def _change(target: Target, method: str, id: int, body: str = "") -> None:
    try:
        ask(target, method, f"/repos/{target.repository}/pulls/comments/{id}", {"body": body} if body else None)
    except CommentError as error:
        if not error.gone:
            raise


def _list_patches(target: Target) -> Iterator[tuple[str, list[PatchLine]]]:
    """List the diff of each file of the pull request, by path.

    A file that was renamed is listed by both."""
    for row in list_rows(target, f"/repos/{target.repository}/pulls/{target.pull}/files"):
        lines = list(parse_hunks(str(row.get("patch") or "")))
        for name in ("filename", "previous_filename"):
            if row.get(name):
                yield str(row[name]), lines


def parse_hunks(patch: str) -> Iterator[PatchLine]:
    """Parse the hunks of one file's diff into lines."""
    old = new = 0
    for line in patch.split("\n"):
        if match := _HUNK.match(line):
            old, new = int(match[1]), int(match[2])
        elif line.startswith("+"):
            yield PatchLine(new, 0, line[1:])
            new += 1
        elif line.startswith("-"):
            yield PatchLine(0, old, line[1:])
            old += 1
        elif line.startswith(" "):
            yield PatchLine(new, old, line[1:])
            old, new = old + 1, new + 1


def find_line(
    patch: Sequence[PatchLine], comment: LineComment, read: Callable[[str, int], str]
) -> PatchLine | None:  # fmt: skip
    """Find the line of a diff on which a comment can stand, None where there is none.

    It is its own, else the first edited one of the symbol. Where the two states of a line differ in more than their
    number, it is not the same line."""
    if comment.old:
        return next((line for line in patch if not line.new and comment.line <= line.old <= comment.last), None)
    if not comment.line:  # a module: where something of it went
        return next((line for line in patch if not (line.new and line.old)), None)
    own = read(comment.path, comment.line)
    same = [line for line in patch if line.new and line.text == own]
    exact = next((line for line in same if line.new == comment.line), None)
    if exact is not None or len(same) == 1:
        return exact or same[0]
    edited = [line for line in patch if line.new and not line.old and comment.line < line.new <= comment.last]
    return next((line for line in edited if line.text == read(comment.path, line.new)), None)
