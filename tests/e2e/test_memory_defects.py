"""Ways in which other memories of this kind have failed their users, each tried on this one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from support.memory import TestEngine

from codegraph.cli.app import main
from codegraph.errors import InvalidError
from codegraph.memory import notes
from codegraph.memory.consolidate.cycles import plan_creative
from codegraph.memory.consolidate.plan import run
from codegraph.memory.events import MemoryAnchored
from codegraph.memory.memory_model import Anchor, AnchorKind, Filter, Relationship
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.statistics import compute_namespace_stats
from codegraph.memory.times import format_rfc3339, parse_time
from codegraph.memory.transfer.formats import Item
from codegraph.memory.transfer.load import import_items


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def test_an_edit_survives_a_rebuild(engine):
    stored = engine.store("before")
    with engine.write() as recording:
        notes.revise(recording, stored.id, Edit(content="after"))
    engine.rebuild()
    assert engine.get(stored.id).body.content == "after"
    with engine.read() as state:
        assert [row for row, _ in state.search_lexical("content: after", Filter(), 5)] == [stored.row]
        assert state.search_lexical("content: before", Filter(), 5) == []


def test_a_namespace_filter_comes_before_the_cut(engine):
    for i in range(60):
        engine.store(f"upload retry note {i}", namespace="crowd")
    mine = engine.store("upload retry", namespace="mine")
    with engine.read() as state:
        assert [row for row, _ in state.search_lexical("content: upload", Filter(namespaces=("mine",)), 1)] == [
            mine.row
        ]


def test_deleting_the_index_and_its_caches_loses_no_memory_and_no_anchor(tmp_path, monkeypatch, capsys):
    home, folder = tmp_path / "home", tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("def load():\n    return 1\n")
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    monkeypatch.chdir(folder)
    assert main(["index", "-q"]) == 0
    engine = TestEngine(home)
    stored = engine.store("load is cached", namespace="n")
    anchor = Anchor(AnchorKind.SYMBOL, "path:x", "python:a.py::load", "h", "", "a.py", 1)
    with engine.write() as recording:
        recording.record(MemoryAnchored(stored.id, (), (anchor,)))
    engine.close()
    assert main(["remove", "--yes", "-q"]) == 0
    shutil.rmtree(home / "index", ignore_errors=True)
    shutil.rmtree(home / "facts", ignore_errors=True)
    capsys.readouterr()
    assert main(["memory", "show", stored.id, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["results"]
    assert (shown["memory"]["content"], shown["anchors"][0]["target"]) == ("load is cached", "python:a.py::load")


def test_symbols_of_the_same_name_in_two_repositories_stay_apart(engine):
    ids = []
    for repository in ("commit:1", "commit:2"):
        stored = engine.store(f"load of {repository}", namespace=repository)
        anchor = Anchor(AnchorKind.SYMBOL, repository, "python:a.py::load")
        with engine.write() as recording:
            recording.record(MemoryAnchored(stored.id, (), (anchor,)))
        ids.append(stored)
    with engine.read() as state:
        anchors = state.read_anchors([m.row for m in ids])
    assert [anchors[m.row][0].repository for m in ids] == ["commit:1", "commit:2"]


def test_times_with_offsets_compare_as_instants():
    assert parse_time("2026-03-01T12:00:00+02:00", "t") == parse_time("2026-03-01T10:00:00Z", "t")
    assert format_rfc3339(parse_time("2026-03-01T12:00:00.5+02:00", "t")) == "2026-03-01T10:00:00.500000Z"
    for bad in ("yesterday", "", None, True, -5, "9999-99-99", float("inf")):
        with pytest.raises(InvalidError, match="`since`"):
            parse_time(bad, "since")


def test_an_import_keeps_ids_dates_and_edges(engine):
    rows = [
        {"id": "a", "content": "one", "created_at": "2024-01-01T00:00:00Z", "edges": [{"src": "a", "dst": "b", "relationship": "BLOCKS", "weight": 0.5}]},
        {"id": "b", "content": "two"},
    ]  # fmt: skip
    with engine.write() as recording:
        import_items(recording, [Item(f"item {i}", row) for i, row in enumerate(rows)])
    one, two = engine.get("a"), engine.get("b")
    assert format_rfc3339(one.created_at) == "2024-01-01T00:00:00Z"
    with engine.read() as state:
        link = state.find_link(one.id, two.id, Relationship.BLOCKS)
    assert link is not None and link.weight == 0.5


def test_maintenance_of_one_namespace_leaves_the_others_alone(engine):
    for namespace in ("a", "b"):
        engine.store("x", kind="decision", tags=("t",), namespace=namespace)
        engine.store("y", kind="pattern", tags=("t",), namespace=namespace)
    assert run(engine, lambda s, n: plan_creative(s, n, namespace="a")).affected == 1
    with engine.read() as state:
        assert {state.read_by_ids([x.source])[x.source].namespace for x in state.iterate_links()} == {"a"}


def test_statistics_of_a_namespace_do_not_count_what_is_archived(engine):
    kept, gone = (
        engine.store("kept", namespace="n", importance=1.0),
        engine.store("gone", namespace="n", importance=0.0),
    )
    with engine.write() as recording:
        notes.archive(recording, [gone], "deleted")
    with engine.read() as state:
        found = compute_namespace_stats(state, "n")
    assert (found.count, found.average_importance, found.oldest) == (1, 1.0, kept.created_at)


def test_parallel_edits_are_both_kept(tmp_path):
    one, two = TestEngine(tmp_path, 1), TestEngine(tmp_path, 2)
    stored = one.store("first")
    with one.write() as recording:
        notes.revise(recording, stored.id, Edit(content="second"))
    with two.write() as recording:
        notes.revise(recording, stored.id, Edit(importance=0.9))
    with one.read() as state:
        assert [(r.body.content, r.body.importance) for r in state.list_revisions(state.resolve(stored.id))] == [
            ("first", 0.5),
            ("second", 0.5),
            ("second", 0.9),
        ]
    one.close()
    two.close()


def test_a_first_run_needs_no_folder_to_be_there(tmp_path: Path):
    engine = TestEngine(tmp_path / "not" / "there" / "yet")
    assert engine.store("made").id
    engine.close()


def test_text_of_any_script_and_length_is_found_again(engine):
    texts = ("日本語のメモ", "naïve café", "Ωmega", "emoji 🦀 crate", "x" * 60_000)
    with engine.write() as recording:
        ids = [notes.store(recording, Draft(text)).memory.id for text in texts]
    assert [engine.get(id).body.content for id in ids] == list(texts)
