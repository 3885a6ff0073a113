"""Import of statements into the review queue.

They come from transcripts of coding agents and from notes with front matter.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from codegraph.errors import CredentialError, InvalidError, NotFoundError, UnreadableError
from codegraph.memory import write_validation
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_ids import USER, list_readable
from codegraph.memory.memory_model import NEVER, Origin
from codegraph.memory.review.fact_kinds import classify_fact, is_about_project
from codegraph.memory.review.frontmatter import read_note
from codegraph.memory.review.staging import CONFIDENCE, Candidate, Outcome, Result, stage
from codegraph.memory.review.stated_facts import find_statements
from codegraph.memory.review.tiers import Promotion
from codegraph.memory.review.transcripts import TranscriptFormat, Turn, Unreadable, detect_format, iterate_turns
from codegraph.memory.times import format_rfc3339, parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces
from codegraph.operations.memory.requests import ImportRequest
from codegraph.operations.projection import project
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.review.answers import HarvestAnswer, HarvestedRow, StagedImportAnswer, UnreadRow
from codegraph.operations.review.queue import get_promotion
from codegraph.operations.review.requests import HarvestRequest
from codegraph.store.memory.review import LearnedBy


class _DryRun(Exception):
    """Ends a write without keeping it."""


@dataclass(slots=True)
class _Collection:
    """Statements that were found so far."""

    facts: list[HarvestedRow] = field(default_factory=list)
    known: int = 0
    unread: list[UnreadRow] = field(default_factory=list)

    def add(self, recording: Recording, candidate: Candidate, reads: tuple[str, ...], policy: Promotion) -> None:
        source, line = str(candidate.metadata["file"]), int(str(candidate.metadata["line"]))
        try:
            result = stage(recording, candidate, reads, policy, again=False)
        except (CredentialError, InvalidError) as error:
            self.unread.append(UnreadRow(source, line, error.message))
            return
        if result.outcome in (Outcome.KNOWN, Outcome.REFUSED):
            self.known += 1
        else:
            self.facts.append(_build_row(result, source, line, candidate.said_at))


def _build_row(result: Result, source: str, line: int, said_at: int) -> HarvestedRow:
    fact = result.memory.body.content
    said = {"fact": fact, "source": source, "line": line, "said_at": format_rfc3339(said_at)}
    return project(HarvestedRow, result, result.memory.body, **said)


def harvest(context: Context, request: HarvestRequest) -> Answer[HarvestAnswer]:
    """Stage statements of people in transcripts.

    Running it again stages nothing twice, and nothing that was rejected after it was said. Raises NotFoundError,
    UnreadableError.
    """
    write_validation.check_fraction(request.min_confidence, "--min-confidence")
    since = parse_time(request.since, "--since") if request.since else NEVER
    files = _list_transcripts(request.path) if request.path else find_own_transcripts(context.repo)
    policy = get_promotion(context.config)
    take, heard, token = _Collection(), 0, ""
    place = _Place(context.repo)
    form = TranscriptFormat(request.format) if request.format else None
    try:
        with context.open_memory().write() as recording:
            for path in files:
                for turn in _iterate_turns(path, form):
                    if isinstance(turn, Unreadable):
                        take.unread.append(UnreadRow(str(path), turn.line, turn.problem))
                        continue
                    if since and turn.at < since:
                        continue
                    heard += 1
                    for candidate in _iterate_candidates(path, turn, place, request.min_confidence):
                        take.add(recording, candidate, place.list_readable(turn.folder), policy)
            token = recording.operation
            if request.dry_run or not take.facts:
                raise _DryRun
    except _DryRun:
        token = ""
    rows = tuple(row._replace(name="") for row in take.facts) if request.dry_run else tuple(take.facts)
    return Answer(HarvestAnswer(request.dry_run, len(files), heard, rows, take.known, tuple(take.unread), token))


def _iterate_candidates(path: Path, turn: Turn, place: _Place, least: float) -> Iterator[Candidate]:
    for said in find_statements(turn.text):
        if said.confidence < least:
            continue
        kind = str(classify_fact(said.text))
        about_project = is_about_project(kind, said.text)
        source = f"harvest:{place.name(turn.folder)}"
        metadata = {"source": source, "file": str(path), "line": turn.line}
        yield Candidate(
            said.text,
            kind,
            LearnedBy.HARVEST,
            said.confidence,
            place.get_namespace(turn.folder) if about_project else USER,
            Origin.HOOK,
            metadata | ({"session": turn.session} if turn.session else {}),
            said_at=turn.at,
        )


class _Place:
    """The repositories that transcripts speak of."""

    def __init__(self, here: Path) -> None:
        self._here = here
        self._known: dict[str, tuple[str, tuple[str, ...]]] = {}

    def get_namespace(self, folder: str) -> str:
        return self._find(folder)[0]

    def list_readable(self, folder: str) -> tuple[str, ...]:
        return self._find(folder)[1]

    def name(self, folder: str) -> str:
        return Path(folder).name if folder else find_work_tree(self._here).name

    def _find(self, folder: str) -> tuple[str, tuple[str, ...]]:
        if folder not in self._known:
            path = Path(folder) if folder else self._here
            if path.is_dir():
                self._known[folder] = find_folder_namespace(path), list_readable_namespaces(path)
            else:  # a folder that is gone, or another machine's
                name = write_validation.check_name(f"path:{folder}", "cwd")
                self._known[folder] = name, (*list_readable([name]), USER)
        return self._known[folder]


def find_own_transcripts(repo: Path) -> list[Path]:
    """Find Claude Code's transcripts of the sessions in a repository.

    The oldest come first. Raises NotFoundError.
    """
    root = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude") / "projects"
    top = find_work_tree(repo.absolute())
    folders = {root / re.sub(r"[^A-Za-z0-9]", "-", str(place)) for place in (top, top.resolve(), repo.absolute())}
    found = {path for folder in folders if folder.is_dir() for path in folder.glob("*.jsonl")}
    if not found:
        raise NotFoundError(
            f"no transcripts of Claude Code for {top}",
            hint=f"they would lie below {root}; give a FILE, such as `codegraph memory harvest session.jsonl`",
        )
    return sorted(found, key=lambda p: (p.stat().st_mtime_ns, p.name))


def _list_transcripts(names: Iterable[str]) -> list[Path]:
    """List the files that names mean.

    Of a folder they are those that end in .jsonl, at any depth. Raises UnreadableError.
    """
    found: dict[Path, None] = {}
    for name in names:
        path = Path(name).expanduser()
        if path.is_dir():
            found |= dict.fromkeys(sorted(path.rglob("*.jsonl")))
        elif path.is_file():
            found[path] = None
        else:
            raise UnreadableError(f"{name} does not exist", hint="give a transcript, or a folder that holds some")
    if not found:
        raise NotFoundError("no transcripts there", hint="they are files that end in .jsonl")
    return [path.absolute() for path in found]


def _iterate_turns(path: Path, form: TranscriptFormat | None) -> Iterator[Turn | Unreadable]:
    try:
        with open(path, "rb") as lines:
            head = [line for line, _ in zip(lines, range(20))]
            yield from iterate_turns(chain(head, lines), form or detect_format(head))
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read: {error.strerror}") from error


def import_notes(context: Context, request: ImportRequest) -> Answer[StagedImportAnswer]:
    """Stage the notes of a folder of Markdown files, or of one file.

    Raises UnreadableError.
    """
    top = Path(request.path).expanduser()
    if not top.exists():
        raise UnreadableError(f"{request.path} does not exist", hint="give a Markdown file, or a folder of them")
    files = sorted(top.rglob("*.md")) if top.is_dir() else [top]
    policy = get_promotion(context.config)
    reads, own = list_readable_namespaces(context.repo), request.namespace or find_folder_namespace(context.repo)
    take = _Collection()
    with context.open_memory().write() as recording:
        for path in files:
            try:
                note = read_note(path.read_text(encoding="utf-8-sig"))
            except (OSError, UnicodeDecodeError) as error:
                take.unread.append(UnreadRow(str(path), 0, f"cannot be read: {error}"))
                continue
            except InvalidError as error:
                take.unread.append(UnreadRow(str(path), 1, error.message))
                continue
            shared = request.namespace is not None or is_about_project(note.kind, note.fact)
            candidate = Candidate(
                note.fact,
                note.kind,
                LearnedBy.IMPORT,
                CONFIDENCE if note.confidence is None else note.confidence,
                own if shared else USER,
                Origin.IMPORTED,
                {"source": "import:frontmatter", "file": str(path.absolute()), "line": note.line},
            )
            take.add(recording, candidate, (*reads, own), policy)
        token = recording.operation if take.facts else ""
    return Answer(StagedImportAnswer(len(files), tuple(take.facts), take.known, tuple(take.unread), token))
