"""Notes about symbols, about the code around them, and about their dependents.

Every surface that shows code asks here, so a decision stands beside the code that it is about. A home folder without
memories costs a look at the disk and loads nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import CodegraphError, NotFoundError
from codegraph.operations.answers import KnownNote
from codegraph.operations.context import Context
from codegraph_parsers.ids import SymbolId, list_container_ids, parse_id

if TYPE_CHECKING:
    from codegraph.memory.anchors.anchor_state import AnchorReport, Judge
    from codegraph.memory.anchors.worktree import WorkTree
    from codegraph.memory.memory_model import Anchor, Memory
    from codegraph.query.index import Index
    from codegraph.store.memory.reader import Reader

SHOWN: Final = 5
"""Notes that are shown beside a symbol."""

MOST_DEPENDENTS: Final = 1_000
"""Dependents whose notes are looked for, the nearest first."""

JUDGED: Final = 3
"""Times the limit: how many notes have their anchors compared with the code before the cut."""

LONGEST: Final = 160
"""Characters of a note that are shown."""

RELATIONS: Final = ("symbol", "class", "file", "dependent")
"""What a note is anchored to, seen from the symbol that is shown, the nearest first."""

WEIGHTY: Final = ("decision", "watch_out", "watch-out", "failure", "failure_pattern", "convention", "constraint")
"""Kinds that stand before the others: what was decided, and what warns."""

_ORDER: Final = ("gone", "changed", "suspect", "unknown", "fresh")
STALE: Final = _ORDER[:3]
"""States in which a note may no longer hold."""


class AnchoredMemory(NamedTuple):
    memory: Memory
    anchor: Anchor


def find_knowledge(
    context: Context, symbol_ids: Sequence[str], *, dependents: Sequence[str] = (), limit: int = SHOWN
) -> tuple[KnownNote, ...]:
    """Return what memory knows about symbols, the nearest first.

    Those are notes anchored to one of them, to a class or function around it, to its file, and to one of the
    `dependents`. A note of code that was renamed or moved is found at its new place. When memory cannot be read, the
    next answer of the context says so."""
    if not symbol_ids or not _has_memory(context):
        return ()
    try:
        return _know(context, symbol_ids, dependents[:MOST_DEPENDENTS], limit)
    except CodegraphError as error:
        context.problems.append(f"what memory knows is not shown: {error.message}")
        return ()


def _has_memory(context: Context) -> bool:
    return (context.config.home / "memory" / "memory.db").exists()


def _know(context: Context, symbol_ids: Sequence[str], dependents: Sequence[str], limit: int) -> tuple[KnownNote, ...]:
    from codegraph.operations.memory.memory_context import find_folder_namespace, list_readable_namespaces

    repository = find_folder_namespace(context.repo)
    relations = relate_targets(symbol_ids, dependents)
    namespaces = frozenset(list_readable_namespaces(context.repo))
    with context.open_memory().read() as state:
        found = find_anchored(state, relations, repository, namespaces)
        near = _find_near(context, state, symbol_ids, repository, namespaces)
    if not found and not near:
        return ()
    from codegraph.operations.memory.judging import judge_of

    judge = judge_of(context)
    found.sort(key=lambda each: _rank_unjudged(each, relations))
    notes: dict[str, KnownNote] = {}
    anchors: dict[str, Anchor] = {}
    for memory, anchor in found:
        if len(notes) < JUDGED * limit and memory.id not in notes:
            notes[memory.id] = build_note(memory, _judge(context, judge, anchor), relations[anchor.target])
            anchors[memory.id] = anchor
    for each in near:
        note = _follow(context, judge, each, relations, symbol_ids) if each.memory.id not in notes else None
        if note is not None:
            notes[note.id], anchors[note.id] = note, each.anchor
    shown = sorted(notes.values(), key=_rank)[:limit]
    return tuple(_date_change(context, judge, note, anchors[note.id]) for note in shown)


def _date_change(context: Context, judge: WorkTree, note: KnownNote, anchor: Anchor) -> KnownNote:
    """Return a note with the commit since which its code is not as it was."""
    if note.state not in STALE:
        return note
    return note._replace(since=judge.find_change(_judge(context, judge, anchor)))


def _rank_unjudged(each: AnchoredMemory, relations: Mapping[str, str]) -> tuple[int, bool, int]:
    relation = relations[each.anchor.target]
    return RELATIONS.index(relation), each.memory.body.kind not in WEIGHTY, -each.memory.created_at


def add_note_hint(context: Context, name: str, hint: str) -> str:
    """Add to the hint about a name without code that memory has notes on such code."""
    if not _has_memory(context):
        return hint
    from codegraph.memory.memory_model import RECALLABLE
    from codegraph.operations.memory.memory_context import list_readable_namespaces

    namespaces = frozenset(list_readable_namespaces(context.repo))
    try:
        with context.open_memory().read() as state:
            found = state.read_by_rows(state.find_anchored_near(name)).values()
    except CodegraphError:
        return hint  # what was asked about is no memory
    count = sum(memory.status in RECALLABLE and memory.namespace in namespaces for memory in found)
    if not count:
        return hint
    notes = "1 note is" if count == 1 else f"{count:,} notes are"
    said = f"{notes} about code of that name: `codegraph memory recall {name}`"
    return f"{hint}\n{said}" if hint else said


def relate_targets(symbol_ids: Sequence[str], dependents: Sequence[str] = ()) -> dict[str, str]:
    """Return the relation to symbols of each symbol id and path around them."""
    relations = dict.fromkeys(symbol_ids, "symbol")
    for id in symbol_ids:
        relations = {**dict.fromkeys(list_container_ids(id), "class"), **relations}
    for id in symbol_ids:
        parts = parse_id(id)
        if parts is not None:
            relations.setdefault(parts.path, "file")
            relations.setdefault(f"{parts.language}:{parts.path}", "file")
    for id in dependents:
        relations.setdefault(id, "dependent")
    return relations


def find_anchored(
    state: Reader, targets: Collection[str], repository: str, namespaces: Collection[str] | None = None
) -> list[AnchoredMemory]:
    """Return the memories anchored to symbols and files, once for each anchor.

    Those that no recall returns are left out, as are those of other repositories, and of other namespaces where
    `namespaces` says which."""
    rows = {row for row, _ in state.find_anchored_to(targets)}
    return [each for each in _read(state, rows, repository, namespaces) if each.anchor.target in targets]


def _read(
    state: Reader, rows: Collection[int], repository: str, namespaces: Collection[str] | None
) -> list[AnchoredMemory]:
    from codegraph.memory.memory_model import RECALLABLE

    memories = state.read_by_rows(rows)
    anchors = state.read_anchors(memories)
    return [
        AnchoredMemory(memory, anchor)
        for row, memory in memories.items()
        if memory.status in RECALLABLE and (namespaces is None or memory.namespace in namespaces)
        for anchor in anchors.get(row, ())
        if anchor.repository in ("", repository)
    ]


def _find_near(
    context: Context, state: Reader, symbol_ids: Sequence[str], repository: str, namespaces: Collection[str]
) -> list[AnchoredMemory]:
    """Return anchors to symbols that are gone and may be one of these by now.

    They were in the same file, or bore the same name."""
    index = context.opened
    if index is None:
        return []
    parts = [id for id in map(parse_id, symbol_ids) if id is not None]
    paths, names = {id.path for id in parts}, {_get_name(id) for id in parts} - {""}
    pairs = state.list_anchored_in(paths)
    pairs += state.list_targets([row for name in names for row in state.find_anchored_near(name)])
    lost: dict[str, set[int]] = {}
    for row, target in pairs:
        id = parse_id(target)
        if id is not None and (id.path in paths or _get_name(id) in names) and target not in _list_ids(index, id.path):
            lost.setdefault(target, set()).add(row)
    rows = {row for each in lost.values() for row in each}
    return [each for each in _read(state, rows, repository, namespaces) if each.anchor.target in lost]


def _list_ids(index: Index, path: str) -> frozenset[str]:
    """Return the ids of the symbols of a file, none where there is no such file."""
    key = ("symbol ids", path)
    if key not in index.get_cache():
        try:
            index.get_cache()[key] = frozenset(row.id for row in index.list_file_symbols(path))
        except NotFoundError:
            index.get_cache()[key] = frozenset()
    return index.get_cache()[key]


def _get_name(id: SymbolId) -> str:
    return id.qualname.rpartition(".")[2]


def _judge(context: Context, judge: Judge, anchor: Anchor) -> AnchorReport:
    """Return what became of an anchor.

    While the index is that of the work tree, reports are kept with it."""
    index, freshness = context.opened, context.freshness
    if index is None or freshness is None or not freshness.fresh:
        return judge.judge([anchor])[0]
    known = index.get_cache().setdefault("anchor reports", {})
    if anchor not in known:
        known[anchor] = judge.judge([anchor])[0]
    return known[anchor]


def _follow(
    context: Context, judge: Judge, lost: AnchoredMemory, relations: Mapping[str, str], symbol_ids: Sequence[str]
) -> KnownNote | None:
    """Return the note of an anchor whose symbol moved to one of the symbols.

    So is one whose symbol was in one of them and is gone."""
    from codegraph.memory.anchors.anchor_state import AnchorState

    report = _judge(context, judge, lost.anchor)
    if report.state is AnchorState.GONE:
        inside = bool(set(list_container_ids(lost.anchor.target)) & set(symbol_ids))
        return build_note(lost.memory, report, "symbol") if inside else None
    relation = relations.get(report.now, "")
    return build_note(lost.memory, report, relation) if relation else None


def build_note(memory: Memory, report: AnchorReport, relation: str) -> KnownNote:
    from codegraph.memory.anchors.anchor_state import AnchorState
    from codegraph.memory.hygiene.text_cleaning import to_one_line
    from codegraph.memory.times import format_rfc3339

    state = {AnchorState.UNCHANGED: "fresh", AnchorState.MOVED: "fresh"}.get(report.state, report.state.value)
    lines = [line for line in memory.body.content.splitlines() if line.strip()]
    text = to_one_line(lines[0]) if lines else ""
    clipped = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return KnownNote(
        memory.id,
        str(memory.body.kind),
        clipped if len(lines) < 2 or clipped != text else f"{text} …",
        format_rfc3339(memory.created_at)[:10],
        state,
        report.now or report.anchor.target,
        relation,
        report.describe_premises(),
    )


def _rank(note: KnownNote) -> tuple[int, int, bool]:
    return RELATIONS.index(note.relation), _ORDER.index(note.state), note.kind not in WEIGHTY
