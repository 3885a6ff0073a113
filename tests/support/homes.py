"""A home folder with events of every kind, written through tools, verbs and hooks, and what memory holds in it.

The home is written once by one version and kept as it is: later versions must read it. `read_state` says what its
projections hold in words that do not depend on tables.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from codegraph.memory.event_codec import EVENT_TYPES
from codegraph.memory.events import ConversationOpened, DreamRan, FactsKeyed
from codegraph.memory.memory_engine import MemoryEngine, decode
from codegraph.memory.memory_model import Anchor, Filter, Memory
from codegraph.store.memory.connection import get_database_path
from codegraph.store.memory.reader import Reader
from support.recordings import GOLDEN, Reply, open_world, replay_in, to_plain

FOLDER = GOLDEN / "home"
SCENARIOS = ("engram", "kumiho", "kronroe", "kimetsu", "codemem", "home")
"""In the order in which they are played into one home."""

WORDS = ("gateway", "alice", "store", "pnpm", "transport", "json")
"""Words that are looked up in the lexical index."""

HOUR = 3_600_000_000
"""Microseconds."""

PLACE = Path("/tmp/codegraph-recorded-home")
"""Place of the home: paths of artifacts are part of the log."""


def record_home() -> None:
    """Write a home with this version; keep its database and its state.

    Raises ValueError when an event of some kind is missing."""
    PLACE.mkdir()
    try:
        with open_world(PLACE) as world:
            for scenario in SCENARIOS:
                replay_in(world, scenario)
            _keep(world.home)
    finally:
        shutil.rmtree(PLACE)


def _keep(home: Path) -> None:
    engine = MemoryEngine(home)
    state = read_state(engine)
    engine.close()
    missing = set(EVENT_TYPES) - set(state["events"])
    if missing:
        raise ValueError(f"no event of {', '.join(sorted(missing))}")
    path = get_database_path(home)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    (FOLDER / "memory.db.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    text = json.dumps(state, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (FOLDER / "state.json").write_text(text)


def ask_home(folder: Path) -> list[Reply]:
    """Ask the recorded home, an hour after its last event, what `questions.jsonl` holds."""
    with open_world(folder) as world:
        copy_home(world.home)
        engine = MemoryEngine(world.home)
        with engine.read() as state:
            world.clock.at = max(row.at for row in state.iterate_events()) + HOUR
        engine.close()
        return replay_in(world, "questions")


def copy_home(to: Path) -> None:
    """Put the recorded database into a home folder."""
    path = get_database_path(to)
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.decompress((FOLDER / "memory.db.gz").read_bytes()))


def read_recorded_state() -> dict[str, Any]:
    return json.loads((FOLDER / "state.json").read_text())


def read_state(engine: MemoryEngine) -> dict[str, Any]:
    """Return what memory holds: memories with all that belongs to each, and what belongs to none."""
    with engine.read() as state:
        found = {
            "events": Counter(row.kind for row in state.iterate_events()),
            "memories": [_read_memory(state, memory) for memory in state.select(Filter(statuses=()))],
            "links": sorted(
                state.iterate_links(), key=lambda link: (link.source, link.target, link.relationship, link.label)
            ),
            "erased": sorted(erased.id for erased in state.list_erased_since(0)),
            "sessions": state.list_sessions(),
            "tool uses": list(state.iterate_tool_uses()),
            "weights": state.read_weights(),
            "cycles": state.list_cycles(),
            "operations": [(each.id, each.actor, each.undone) for each in state.list_operations(-1)],
            "keys": _read_keys(state),
            "words": {word: sorted(_look_up(state, word)) for word in WORDS},
            "learning": _read_learning(state),
            "provenance": _read_provenance(state),
        }
    return to_plain(found)


def _read_memory(state: Reader, memory: Memory) -> dict[str, Any]:
    fields: Mapping[str, Any] = to_plain(memory)
    row, embedding = memory.row, state.read_embeddings([memory.row]).get(memory.row)
    return {name: value for name, value in fields.items() if name not in ("row", "seq")} | {
        "revisions": state.list_revisions(memory),
        "anchors": [_read_anchor(anchor) for anchor in state.read_anchors([row]).get(row, ())],
        "aliases": sorted(state.list_aliases(memory.id)),
        "facts": state.list_fact_versions(row),
        "embedding": hashlib.sha256(embedding.tobytes()).hexdigest() if embedding is not None else None,
        "item": state.find_place(row),
        "artifacts": [artifact for n in range(1, memory.revision + 1) for artifact in state.list_artifacts(row, n)],
        "queue": state.read_staged([row]).get(row),
        "usefulness": state.learning.read_standing(memory.id),
        "proposal": state.learning.get_proposal(memory.id),
    }


def _read_anchor(anchor: Anchor) -> dict[str, Any]:
    """Return an anchor without what this version added and an earlier home has nothing of."""
    fields: Mapping[str, Any] = to_plain(anchor)
    return {name: value for name, value in fields.items() if value or name not in ("premises", "stamp")}


def _read_keys(state: Reader) -> list[list[Any]]:
    """Return the idempotency keys with the memories that each stands for."""
    events = [decode(row).event for row in state.iterate_events()]
    keys = [(event.scope, event.key) for event in events if isinstance(event, FactsKeyed)]
    return [[scope, key, state.find_memories_by_key(scope, key)] for scope, key in keys]


def _look_up(state: Reader, word: str) -> list[str]:
    rows = [row for row, _ in state.search_lexical(word, Filter(statuses=()), 1_000)]
    return [memory.id for memory in state.read_by_rows(rows).values()]


def _read_learning(state: Reader) -> dict[str, Any]:
    learning = state.learning
    runs = sorted(learning.list_runs(), key=lambda run: run.id)
    return {
        "runs": runs,
        "servings": learning.list_servings(),
        "injections": learning.list_injections(),
        "marks": {run.id: learning.list_marks(run.id) for run in runs},
        "citations": learning.list_citations(),
        "conflicts": learning.list_conflicts(only_open=False),
        "lessons": learning.list_lessons(),
        "proposals": learning.list_proposals(),
        "floors": learning.list_floor_changes("floors"),
    }


def _read_provenance(state: Reader) -> dict[str, Any]:
    events = [decode(row).event for row in state.iterate_events()]
    sessions = sorted({event.conversation.session for event in events if isinstance(event, ConversationOpened)})
    projects = sorted({event.project for event in events if isinstance(event, DreamRan)})
    return {
        "bundles": [
            [bundle, [state.read_bundle_members(bundle.space, bundle.name, n + 1) for n in range(bundle.number)]]
            for bundle in state.list_bundles()
        ],
        "spaces": state.list_spaces(),
        "conversations": {
            id: [state.find_conversation(id), state.count_exchanges(id), state.list_buffered(id)] for id in sessions
        },
        "dreams": {project: state.read_dream(project) for project in projects},
    }
