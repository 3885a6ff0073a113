"""Memory as a whole: namespaces, maintenance, transfer, durations of tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory.memory_model import Filter
from codegraph.memory.transfer.formats import Item
from codegraph.memory.transfer.load import ImportResult, SkippedRecord, import_items
from codegraph.memory.transfer.record import iterate_records
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import spaces
from codegraph.operations.memory.answers import (
    CountRow,
    CycleRow,
    NamespacesAnswer,
    NamespaceStatsAnswer,
    StatusRow,
)
from codegraph.operations.memory.maintenance import build_metric_row
from codegraph.operations.memory.memory_context import choose_namespaces, find_folder_namespace
from codegraph.operations.memory.requests import ConsolidateRequest, NamespaceDeleteRequest, NamespaceStatsRequest
from codegraph.server.call import Call
from codegraph.server.durations import DURATIONS
from codegraph.server.tools.codemem.memories import ORIGIN, WORDS


class Measurements(NamedTuple):
    tools: dict[str, object]


def measure_tools(call: Call, request: object) -> Answer[Measurements]:
    tools: dict[str, object] = {}
    for name, (calls, taken) in DURATIONS.list_by_tool().items():
        row = build_metric_row(name, taken)
        tools[name] = {"calls": calls, "p50_ms": row.p50, "p95_ms": row.p95, "p99_ms": row.p99}
    return Answer(Measurements(tools))


def export_memories(call: Call, request: Any) -> Answer[tuple[dict[str, object], ...]]:
    place = call.open_without_index()
    namespaces = choose_namespaces(place, request.namespace, request.namespace is None)
    wanted = Filter(namespaces, () if request.memory_type is None else (request.memory_type,))
    with place.open_memory().read() as state:
        found = tuple(dict[str, object](record) for record in iterate_records(state, wanted, request.limit))
        total = state.count(wanted)
    note = f"{len(found)} of {total} memories; raise `limit` for more"
    return Answer(found, warnings=(note,) if total > len(found) else ())


def import_memories(call: Call, request: Any) -> Answer[ImportResult]:
    items = [Item(f"item {i}", record) for i, record in enumerate(request.memories)]
    place = call.open_without_index()
    with place.open_memory().write() as recording:
        return Answer(
            import_items(recording, items, vocabulary=WORDS, origin=ORIGIN, namespace=find_folder_namespace(place.repo))
        )


def count_skipped(done: ImportResult) -> int:
    return done.duplicates + len({s.place for s in done.skipped if not s.reason.startswith("link to ")})


def list_problems(skipped: Sequence[SkippedRecord]) -> tuple[str, ...]:
    return tuple(f"{s.place}: {s.reason}" for s in skipped)


class Space(NamedTuple):
    name: str
    memory_count: int
    folder: str | None  # the work tree whose memories these are, where it is known here


def list_spaces(found: NamespacesAnswer) -> tuple[Space, ...]:
    """Return namespaces by the names of their repositories.

    Repositories with equal names are listed by their ids.
    """
    shared = Counter(found.names[one.name] for one in found.namespaces)
    named = {id: name if shared[name] == 1 else id for id, name in found.names.items()}
    return tuple(Space(named[one.name], one.count, found.folders.get(one.name)) for one in found.namespaces)


def count_namespace(call: Call, request: Any) -> Answer[NamespaceStatsAnswer]:
    try:
        return spaces.show_stats(call.open_without_index(), NamespaceStatsRequest(request.namespace))
    except NotFoundError as error:
        name = request.namespace
        empty = NamespaceStatsAnswer(name, 0, 0.0, 0.0, (), (), "", "", name)
        return Answer(empty, warnings=(f"{error.message}; {error.hint}",))


def tell_counts(rows: Sequence[CountRow]) -> dict[str, int]:
    return dict(rows)


def check_confirmed(context: Context, request: NamespaceDeleteRequest) -> NamespaceDeleteRequest:
    """Raise InvalidError unless the caller confirmed."""
    if not request.confirm:
        raise InvalidError(f"all memories of {request.namespace!r} would be archived", hint="`confirm` must be true")
    return request


def choose_algorithm(context: Context, request: Any) -> ConsolidateRequest:
    """Return the request with switches instead of names of algorithms."""
    return replace(
        request,
        power=request.power == "power_law",
        neighbours=request.neighbours == "neighbors",
        by_hash=request.by_hash == "hash_prefix",
    )


def count_kept(cycle: CycleRow) -> int:
    return cycle.examined - cycle.affected


class LastRun(NamedTuple):
    last_run: str
    affected: int


def list_cycles(rows: Sequence[StatusRow]) -> dict[str, LastRun]:
    """Return the last run of each cycle, in any namespace."""
    return {row.cycle: LastRun(row.last_run, row.affected) for row in sorted(rows, key=lambda row: row.last_run)}
