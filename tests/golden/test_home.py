"""A home that an earlier version wrote is read as it was, before and after a rebuild of its projections."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.homes import ask_home, copy_home, read_recorded_state, read_state
from support.memory import moment
from support.recordings import World, compare, compare_replies, open_world, read_replies, run_verb

from codegraph.memory.event_codec import encode_event
from codegraph.memory.memory_engine import MemoryEngine, decode

LATER = moment("2030-01-01T00:00:00")
"""After everything that the home holds."""

ADDED = ": recorded 'nothing', now "
"""In the line of a field that a later version has added, which has its default in an old event."""


@pytest.fixture
def world(tmp_path: Path):
    with open_world(tmp_path) as made:
        made.clock.at = LATER
        copy_home(made.home)
        yield made


def state_of(world: World) -> dict[str, Any]:
    engine = MemoryEngine(world.home)
    try:
        return read_state(engine)
    finally:
        engine.close()


def check(state: dict[str, Any]) -> None:
    lines = compare(read_recorded_state(), json.loads(json.dumps(state)))
    assert not lines, "\n".join(lines[:50])


def test_an_earlier_home_is_read_as_it_was(world: World):
    check(state_of(world))


def test_a_rebuild_gives_the_same_state(world: World):
    before = read_recorded_state()["events"]
    failed, answer = run_verb(world, "memory rebuild", {})
    assert not failed and answer["events"] == sum(before.values()), answer
    check(state_of(world))


def test_every_event_is_decoded_whole(world: World):
    engine = MemoryEngine(world.home)
    with engine.read() as state:
        rows = list(state.iterate_events())
    engine.close()
    assert {row.kind for row in rows} == set(read_recorded_state()["events"])
    for row in rows:
        kind, payload = encode_event(decode(row).event)
        assert kind == row.kind
        lost = [line for line in compare(json.loads(row.payload), json.loads(payload)) if ADDED not in line]
        assert not lost, f"{row.seq} {row.kind}: {lost}"


def test_an_earlier_home_answers_as_it_did(tmp_path: Path):
    answers = ask_home(tmp_path)
    recorded = read_replies("questions")
    assert [reply.name for reply in recorded] == [reply.name for reply in answers]
    lines = [
        f"{reply.name} {line}" for known, reply in zip(recorded, answers) for line in compare_replies(known, reply)
    ]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("rebuilt", [False, True])
def test_an_earlier_home_is_written_to(world: World, rebuilt: bool):
    if rebuilt:
        run_verb(world, "memory rebuild", {})
    failed, added = run_verb(world, "memory add", {"content": "Quokkas are counted on Sundays", "kind": "habit"})
    assert not failed, added
    failed, found = run_verb(world, "memory recall", {"query": "when are quokkas counted?"})
    assert not failed and "Quokkas are counted on Sundays" in json.dumps(found)
    events = state_of(world)["events"]
    assert events["MemoryStored"] == read_recorded_state()["events"]["MemoryStored"] + 1
