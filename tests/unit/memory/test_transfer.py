"""What leaves the store as a file comes back the same: ids, dates, links, aliases, anchors, and any text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.memory import TestEngine

from codegraph.errors import InvalidError
from codegraph.memory import notes, write_validation
from codegraph.memory.events import ArtifactAttached, ItemPlaced, MemoryAnchored, MemoryVerified
from codegraph.memory.memory_model import Anchor, AnchorKind, Artifact, Filter, Origin, Place, Relationship, Vocabulary
from codegraph.memory.notes import Draft
from codegraph.memory.transfer.formats import Format, read, write
from codegraph.memory.transfer.load import import_items
from codegraph.memory.transfer.record import FIELDS, iterate_records, parse

EVERYTHING = Filter(statuses=())


def exported(engine, form: Format) -> str:
    with engine.read() as state:
        return "".join(write(list(iterate_records(state, EVERYTHING)), form))


def imported(engine, text: str, form: Format):
    with engine.write() as recording:
        return import_items(recording, read(text, form))


@pytest.mark.parametrize("form", Format)
def test_every_format_carries_all_of_a_memory(tmp_path, form):
    engine, other = TestEngine(tmp_path / "a"), TestEngine(tmp_path / "b", seed=1)
    a = engine.store(
        'Use `x`\n```\nfence\n```\nend, "quoted"', kind="decision", tags=("a,b", "c"), metadata={"n": [1, {"x": None}]}
    )
    engine.time.pass_days(3)
    b = engine.store("b", namespace="/home/dev", id="mem-0001", protected=True, created_at=1_600_000_000_123_456)
    with engine.write() as recording:
        notes.link(recording, a.id, b.id, Relationship.LEADS_TO, 0.25, metadata={"why": "x"})
        notes.link(recording, b.id, "python:a.py::f", Relationship.EXPLAINS)
        recording.record(
            MemoryAnchored(a.id, (), (Anchor(AnchorKind.FILE, "r", "src/a.py", "h", "c", "src/a.py", 3, True),))
        )
        recording.record(MemoryVerified(a.id, 0, recording.at))
        recording.record(ItemPlaced(a.id, None, Place("Work/Skills", "retry-policy", "skill")))
        recording.record(ArtifactAttached(a.id, Artifact(1, "plan.md", "/home/dev/plan.md", 7, "ab")))
        notes.archive(recording, [b], "deleted")
    text = exported(engine, form)
    done = imported(other, text, form)
    assert (done.imported, done.duplicates, done.links, done.skipped) == (2, 0, 2, ())
    assert exported(other, form) == text
    again = imported(other, text, form)
    assert (again.imported, again.duplicates, exported(other, form)) == (0, 2, text)
    engine.close()
    other.close()


def test_an_agent_cannot_bring_an_artifact_nor_take_the_place_of_an_item(tmp_path):
    engine = TestEngine(tmp_path)
    place = "kref://Work/Skills/retry-policy.skill"
    first = json.dumps({"content": "a", "kref": place, "artifacts": [{"name": "p", "location": "/etc/passwd"}]})
    with engine.write() as recording:
        import_items(recording, read(first, Format.JSONL), origin=Origin.AGENT)
        again = import_items(recording, read(first.replace('"a"', '"b"'), Format.JSONL))
    with engine.read() as state:
        one, other = iterate_records(state, EVERYTHING)
    assert (one["kref"], one["artifacts"], other["kref"]) == (place, [], None)
    assert other["artifacts"] and again.skipped == ()
    engine.close()


@pytest.mark.parametrize(
    "kref", ["kref://Work/../etc/x.skill", "kref://Work/a\u0000b.skill", "Work/x", "kref://Work/x"]
)
def test_a_record_at_no_place_is_told_by_name(kref):
    with pytest.raises(InvalidError, match="kref"):
        parse({"content": "x", "kref": kref}, Vocabulary.CODEGRAPH)


@examples(60)
@given(content=st.text(min_size=1), tag=st.text(max_size=20), key=st.text(max_size=10))
@pytest.mark.parametrize("form", Format)
def test_any_text_survives(form, content, tag, key):
    try:
        record = {
            "content": write_validation.check_content(content),
            "tags": write_validation.check_tags([tag]),
            "metadata": write_validation.check_metadata({key: content}),
        }
    except InvalidError:
        return
    (item,) = read("".join(write([dict.fromkeys(FIELDS) | record], form)), form)
    draft = parse(item.record, Vocabulary.CODEMEM).draft
    assert (draft.content, draft.tags, draft.metadata) == tuple(record.values())


def test_malformed_parts_are_skipped_counted_and_named(tmp_path):
    engine = TestEngine(tmp_path)
    text = "\n".join(
        (
            '{"content": "good"}',
            "{broken",
            '{"content": ""}',
            '{"content": "x", "importance": 3}',
            '{"content": "x", "memory_type": "rumour"}',
            '["no object"]',
            '{"content": "token = ghp_' + "a1B2" * 9 + '"}',
            '{"content": "good"}',
            '{"content": "linked", "edges": [{"src": "nobody", "dst": "nothing", "relationship": "LEADS_TO"}]}',
        )
    )
    done = imported(engine, text, Format.JSONL)
    assert (done.imported, done.duplicates) == (2, 1)
    assert [s.place for s in done.skipped] == [f"line {i}" for i in (2, 3, 4, 5, 6, 7, 9)]
    assert "importance" in done.skipped[2].reason and "GitHub" in done.skipped[5].reason
    assert "ghp_" not in done.skipped[5].reason
    with engine.read() as state:
        assert state.count(Filter()) == 2
    engine.close()


def test_a_file_of_another_format_is_refused_whole(tmp_path):
    for text, form in (("{}", Format.JSON), ("a,b\n1,2\n", Format.CSV)):
        with pytest.raises(InvalidError):
            read(text, form)


def test_foreign_ids_become_aliases_and_links_between_them_hold(tmp_path):
    engine = TestEngine(tmp_path)
    text = (
        '{"id": "aaa-111", "content": "one", "edges": [{"src": "aaa-111", "dst": "bbb-222", "relationship": "LEADS_TO"}]}\n'
        '{"id": "bbb-222", "content": "two", "created_at": "2024-02-29T12:00:00+02:00"}\n'
    )
    imported(engine, text, Format.JSONL)
    one, two = engine.get("aaa-111"), engine.get("bbb-222")
    with engine.read() as state:
        assert state.find_link(one.id, two.id, Relationship.LEADS_TO) is not None
    assert two.created_at == 1_709_200_800_000_000
    with engine.write() as recording:
        assert notes.store(recording, Draft("one")).memory.id == one.id
    engine.close()
