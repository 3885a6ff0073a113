"""The LanceDB table of memories: on demand, at a shared place, for very many memories, and after an erasure."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from support.memory import TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.errors import StorageError
from codegraph.memory import notes
from codegraph.memory.erasure import erase
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter, MemoryStatus
from codegraph.memory.notes import Draft, Edit
from codegraph.memory.recall import corpus_table as sharing
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest
from codegraph.operations.context import Context
from codegraph.operations.memory import recalling
from codegraph.operations.memory.answers import MemoryVectorsAnswer
from codegraph.operations.memory.requests import MemoryVectorsRequest
from codegraph.operations.memory.vectors import show_vectors
from codegraph.settings.config import Config
from codegraph.store.memory.vector_table import MemoryVectorTable
from codegraph.store.memory.vectors import MemoryFilter, read_states

ENCODER = StaticEncoder()
TOPICS = ("harbour", "orchard", "glacier", "railway", "library", "bakery")


@pytest.fixture(autouse=True)
def forgetful():
    recalling._KEPT.clear()
    yield
    recalling._KEPT.clear()


@pytest.fixture
def engine(tmp_path):
    made = TestEngine(tmp_path / "home")
    yield made
    made.close()


def fill(engine, count=30, **told):
    with engine.write() as recording:
        return [
            notes.store(recording, Draft(f"{TOPICS[n % 6]} note {n}", namespace=f"/p/{n % 2}", **told)).memory
            for n in range(count)
        ]


def ask(engine, *, sync=False, uri="") -> MemoryVectorsAnswer:
    context = Context(engine.home, Config(engine.home, vectors_uri=uri))
    try:
        return show_vectors(context, MemoryVectorsRequest(sync=sync)).results
    finally:
        context.close()


def table_of(engine):
    (state,) = read_states(engine.home)
    return MemoryVectorTable(state.uri, state.name)


def test_the_table_is_made_on_demand_and_follows_by_what_changed(engine):
    many = fill(engine)
    assert ask(engine).behind and not read_states(engine.home)
    done = ask(engine, sync=True)
    assert (done.written, done.table_rows, done.behind, done.rebuilt) == (30, 30, False, "")
    Recaller(engine, ENCODER).recall(RecallRequest("harbour"))
    assert not ask(engine).behind  # asking changes nothing
    with engine.write() as recording:
        notes.revise(recording, many[3].id, Edit(content="railway tunnels"))
        notes.archive(recording, [many[4]], "deleted")
    engine.store("a new bakery")
    assert ask(engine).behind
    done = ask(engine, sync=True)
    assert (done.written, done.table_rows, table_of(engine).count_rows()) == (3, 31, 31)
    assert ask(engine, sync=True).written == 0


def test_filters_apply_before_the_cut(engine):
    many = fill(engine)
    ask(engine, sync=True)
    query = ENCODER.encode(["harbour note"])[0]
    late = many[20].created_at
    for only, passes in (
        (MemoryFilter(namespaces=("/p/1",)), lambda m: m.namespace == "/p/1"),
        (MemoryFilter(since=late), lambda m: m.created_at >= late),
        (MemoryFilter(until=late), lambda m: m.created_at < late),
        (MemoryFilter(now=late), lambda m: m.created_at <= late),
        (MemoryFilter(statuses=("archived",)), lambda m: False),
        (MemoryFilter(namespaces=("it's nowhere",)), lambda m: False),
    ):
        rows, cosines = table_of(engine).find_nearest(query, 100, only)
        assert set(rows.tolist()) == {m.row for m in many if passes(m)}
        assert all(np.diff(cosines) <= 0)


def test_a_table_of_another_encoder_or_a_broken_one_is_built_anew_and_said(engine):
    fill(engine)
    ask(engine, sync=True)
    table = Path(ask(engine).table)
    for path in table.rglob("*.manifest"):
        path.write_bytes(b"broken")
    assert "could not be read" in ask(engine, sync=True).rebuilt and table_of(engine).count_rows() == 30
    (state,) = read_states(engine.home)
    (engine.home / "memory" / "vectors.json").unlink()
    assert ask(engine).behind and ask(engine, sync=True).written == 0  # the table itself says what it holds

    class Other(StaticEncoder):
        @property
        def identity(self):
            return "other/1"

    kept = Recaller(engine, Other())
    kept.refresh()
    assert "another encoder" in kept.shared.sync().rebuilt and state.rows == 30


def test_a_place_elsewhere_follows_when_arrays_are_merged_and_holds_several_homes(engine, tmp_path, monkeypatch):
    place = str(tmp_path / "team")
    monkeypatch.setattr("codegraph.memory.recall.corpus.FIRST", 10)
    fill(engine)
    Recaller(engine, ENCODER, place).recall(RecallRequest("glacier"))
    assert table_of(engine).count_rows() == 30 and not ask(engine, uri=place).behind and ask(engine).behind
    other = MemoryEngine(tmp_path / "other")
    with other.write() as recording:
        notes.store(recording, Draft("elsewhere entirely"))
    assert ask(other, sync=True, uri=place).table_rows == 1
    assert table_of(engine).count_rows() == 30 and len(list(Path(place).iterdir())) == 2
    other.close()


def test_a_place_that_fails_costs_a_warning_and_no_answer(engine, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr("codegraph.memory.recall.corpus.FIRST", 10)
    fill(engine)
    found = Recaller(engine, ENCODER, str(tmp_path / "file" / "below")).recall(RecallRequest("glacier"))
    assert len(found.results) == 5 and "file/below" in found.warnings[0] and "catches up" in found.warnings[0]
    with pytest.raises(StorageError):
        ask(engine, sync=True, uri=str(tmp_path / "file" / "below"))


@pytest.mark.parametrize("error", ["ImportError", "RuntimeError", "AttributeError"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_damaged_lancedb_costs_a_warning_and_no_answer(engine, tmp_path, monkeypatch, error, is_there):
    fill(engine)
    if is_there:
        ask(engine, sync=True)
        monkeypatch.setattr(sharing, "TABLE_FROM_ROWS", 10)
    package = tmp_path / "packages" / "lancedb"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f"raise {error}('the native module is of another version')")
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.delitem(sys.modules, "lancedb", raising=False)
    monkeypatch.setattr("codegraph.memory.recall.corpus.FIRST", 10)
    place = "" if is_there else str(tmp_path / "team")
    found = Recaller(engine, ENCODER, place).recall(RecallRequest("glacier"))
    assert len(found.results) == 5
    assert f"cannot be loaded: {error}: the native module is of another version" in found.warnings[0]
    assert "pip install --force-reinstall lancedb" in found.warnings[0]


@pytest.mark.parametrize(
    "wanted", [Filter(), Filter(("/p/1",)), Filter(kinds=("decision",)), Filter(statuses=(MemoryStatus.ARCHIVED,))]
)
def test_very_many_memories_are_searched_in_the_table_with_the_same_answers(engine, monkeypatch, wanted):
    many = fill(engine, 40)
    fill(engine, 20, kind="decision", session="s")
    with engine.write() as recording:
        notes.archive(recording, many[:5], "deleted")
    kept = Recaller(engine, ENCODER)
    monkeypatch.setattr("codegraph.memory.recall.corpus.FIRST", 10)
    request = RecallRequest("trains on the railway", filter=wanted, limit=5, now=engine.clock())
    expected = kept.recall(request).results
    ask(engine, sync=True)
    recalling._KEPT.clear()
    engine.store("a railway museum", namespace="/p/1")  # what the table does not know yet
    expected_now = kept.recall(request).results
    assert expected and expected_now
    searched = []
    nearest = MemoryVectorTable.find_nearest
    monkeypatch.setattr(sharing, "TABLE_FROM_ROWS", 10)
    monkeypatch.setattr(MemoryVectorTable, "find_nearest", lambda *a: searched.append(a) or nearest(*a))
    assert Recaller(engine, ENCODER).recall(request).results == expected_now and len(searched) == 1
    tagged = RecallRequest("railway", filter=Filter(tags=("x",)), now=engine.clock())
    assert Recaller(engine, ENCODER).recall(tagged).results == () and len(searched) == 1  # the table knows no tags
    for path in Path(ask(engine).table).rglob("*.manifest"):
        path.write_bytes(b"broken")
    broken = Recaller(engine, ENCODER).recall(request)
    assert broken.results == expected_now and "cannot be read" in broken.warnings[0]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_erasing_leaves_no_vector_in_any_table(engine, tmp_path, elsewhere):
    uri = str(tmp_path / "team") if elsewhere else ""
    secret = engine.store("the plum orchard meets on Thursdays", namespace="/home/xylophone")
    fill(engine)
    ask(engine, sync=True, uri=uri)
    with engine.write() as recording:
        notes.revise(recording, secret.id, Edit(content="the plum orchard moved to Fridays"))
    ask(engine, sync=True, uri=uri)
    kept = Recaller(engine, ENCODER)
    kept.refresh()
    places = {row: at for at, row in enumerate(kept._corpus.build_rows().rows.tolist())}
    rows = kept._corpus.build_rows()
    at = places[secret.row]
    vector = (rows.values[at].astype(np.float32) * rows.scales[at]).astype(np.float16).tobytes()

    def holding(what: bytes) -> list[Path]:
        return [path for path in tmp_path.rglob("*") if path.is_file() and what in path.read_bytes()]

    assert holding(vector) and holding(b"xylophone")
    erase(engine, secret.id)
    assert not holding(vector) and not holding(b"xylophone") and not read_states(engine.home)
    assert ask(engine, sync=True, uri=uri).table_rows == 30 and not holding(vector)


def test_an_erasure_that_cannot_reach_a_table_is_finished_by_the_next_one(engine, tmp_path, monkeypatch):
    secret = engine.store("the plum orchard meets on Thursdays")
    ask(engine, sync=True)
    states = (engine.home / "memory" / "vectors.json").read_text()
    (told,) = json.loads(states)
    (engine.home / "memory" / "vectors.json").write_text(json.dumps([{**told, "uri": "db://nowhere"}, told]))
    with pytest.raises(StorageError) as failure:
        erase(engine, secret.id)
    assert "LANCEDB_API_KEY" in failure.value.hint
    assert len(read_states(engine.home)) == 2
    (engine.home / "memory" / "vectors.json").write_text(states)
    erase(engine, secret.id)
    assert not read_states(engine.home) and not list((engine.home / "memory").glob("*.lance"))
