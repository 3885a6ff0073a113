"""A commit of what differs, on graphs made by hand."""

from pathlib import Path

import pytest
from support.graphs import INFO, committed, facts, graph, rows, symbol

from codegraph.errors import StorageError
from codegraph.graph_model import (
    DeltaEdge,
    EdgeKind,
    External,
    Graph,
    GraphDelta,
    Resolution,
    Unresolved,
    compute_difference,
)
from codegraph.store import delta as delta_module
from codegraph.store import layout
from codegraph.store.delta import commit_delta, find_rewrite_reason, is_worn
from codegraph.store.layout import IndexFolder
from codegraph.store.numbering import Numbering, Order
from codegraph.store.reader import Reader
from codegraph.store.relations import iterate_edges, list_edges
from codegraph.store.search import search
from codegraph_parsers.file_facts import Flag

EXACT = Resolution.EXACT


def calls(source: int, target: int, line: int) -> tuple[int, int, EdgeKind, Resolution, tuple[int, ...]]:
    return source, target, EdgeKind.CALLS, EXACT, (line,)


def before() -> Graph:
    return graph(
        [facts("a.py", symbol("f", line=3), symbol("g", line=5)), facts("b.py", symbol("h", line=2))],
        [calls(1, 4, 3), calls(2, 4, 5), calls(4, -1, 2), calls(4, -2, 2)],
        [External("python", "json.loads", "json"), External("python", "os.sep", "os")],
        [Unresolved(1, "x", "call", "unknown-name", (3,)), Unresolved(4, "x", "call", "unknown-name", (2, 3))],
    )


def follow(folder: Path, old: Graph, new: Graph) -> Reader:
    index = IndexFolder(folder)
    delta = compute_difference(old, new)
    there = {f.path for f in new.files}
    changed = [row for row in rows(new) if row.path in delta.facts]
    commit_delta(index, delta, changed, [f.path for f in old.files if f.path not in there], INFO, {})
    return Reader.open(index)


def shown(reader: Reader) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(e.source.name, e.target.name, e.lines) for e in iterate_edges(reader) if e.kind is EdgeKind.CALLS]


def test_edges_into_a_file_outlive_an_edit_of_it(tmp_path: Path) -> None:
    committed(tmp_path, before()).close()
    after = graph(
        [before().files[0], facts("b.py", symbol("early", line=1), symbol("h", line=9))],
        [calls(1, 5, 3), calls(2, 5, 5), calls(5, -1, 9), calls(4, 5, 1)],
        [External("python", "json.loads", "json")],
        [Unresolved(1, "x", "call", "unknown-name", (3,))],
    )
    delta = compute_difference(before(), after)
    assert (list(delta.facts), list(delta.edges), list(delta.unresolved)) == (["b.py"], ["b.py"], ["b.py"])
    reader = follow(tmp_path, before(), after)
    assert [row.name for row in reader.list_symbols()] == ["a", "f", "g", "b", "early", "h"]
    assert shown(reader) == [
        ("f", "h", (3,)), ("g", "h", (5,)), ("early", "h", (1,)), ("h", "loads", (9,))
    ]  # fmt: skip
    h = reader.list_symbols("s.name = 'h'")[0]
    callers = list_edges(reader, h, (EdgeKind.CALLS,), (), incoming=True, offset=0, limit=None).items
    assert [(e.source.name, e.lines) for e in callers] == [("f", (3,)), ("g", (5,)), ("early", (1,))]
    assert [row.qualname for row in reader.read_externals_by_node(range(-1, -9, -1)).values()] == ["json.loads"]
    stats = reader.compute_stats()
    assert (stats.externals, stats.unresolved, stats.symbol_count) == (1, 1, 6)
    assert [hit.symbol.name for hit in search(reader, "early", limit=5)] == ["early"]


def test_a_reader_keeps_the_generation_that_it_opened(tmp_path: Path) -> None:
    old = committed(tmp_path, before())
    new = follow(tmp_path, before(), graph([before().files[0]]))
    assert [row.name for row in new.list_symbols()] == ["a", "f", "g"]
    assert [row.name for row in old.list_symbols()] == ["a", "f", "g", "b", "h"]
    assert len(shown(old)) == 4
    assert shown(new) == []


def test_a_delta_that_forgets_who_used_a_symbol_is_refused(tmp_path: Path) -> None:
    committed(tmp_path, before()).close()
    gone = facts("b.py", symbol("other"))
    row = next(row for row in rows(graph([gone])))
    with pytest.raises(StorageError, match="do not fit"):
        commit_delta(IndexFolder(tmp_path), GraphDelta({"b.py": gone}, {"b.py": []}), [row], [], INFO, {})
    kept = Reader.open(IndexFolder(tmp_path))
    assert (kept.generation, len(shown(kept))) == (1, 4)
    assert not list(tmp_path.glob("*.tmp"))


def test_an_edge_to_a_symbol_that_nobody_has_is_refused(tmp_path: Path) -> None:
    committed(tmp_path, before()).close()
    edge = DeltaEdge(("a.py", "f"), ("b.py", "nobody"), EdgeKind.CALLS, EXACT, (3,))
    with pytest.raises(StorageError, match="nobody"):
        commit_delta(IndexFolder(tmp_path), GraphDelta({}, {"a.py": [edge]}), [], [], INFO, {})


def test_anonymous_symbols_have_no_part(tmp_path: Path) -> None:
    old = graph([facts("a.js", symbol("f"), symbol("", flags=Flag.ANONYMOUS, parent=1))])
    new = graph(
        [facts("a.js", symbol("", flags=Flag.ANONYMOUS), symbol("f"), symbol("g", parent=1))],
        [calls(1, 2, 3), calls(2, 3, 4)],
    )
    committed(tmp_path, old).close()
    reader = follow(tmp_path, old, new)
    assert [(row.name, row.parent) for row in reader.list_symbols()] == [("a", -1), ("f", 0), ("g", 0)]
    assert shown(reader) == [("f", "g", (4,))]


def test_what_is_not_forced_to_the_disk_is_good_for_one_boot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "read_boot_id", lambda: "first")
    committed(tmp_path, before()).close()
    index = IndexFolder(tmp_path)
    follow(tmp_path, before(), graph([before().files[0]])).close()
    assert index.get_current() == 2
    monkeypatch.setattr(layout, "read_boot_id", lambda: "second")
    assert (index.get_current(), find_rewrite_reason(index)) == (0, "first index")
    monkeypatch.setattr(layout, "read_boot_id", lambda: "first")
    assert (index.settle(), index.settle()) == (True, False)
    monkeypatch.setattr(layout, "read_boot_id", lambda: "second")
    assert (index.get_current(), find_rewrite_reason(index)) == (2, "")


def test_a_machine_that_does_not_name_its_boot_forces_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "read_boot_id", lambda: "")
    committed(tmp_path, before()).close()
    follow(tmp_path, before(), graph([before().files[0]])).close()
    assert (tmp_path / "CURRENT").read_text() == "2"


def test_what_cannot_be_followed_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = IndexFolder(tmp_path)
    assert find_rewrite_reason(index) == "first index"
    committed(tmp_path, before()).close()
    assert find_rewrite_reason(index) == ""
    monkeypatch.setattr(delta_module, "SCHEMA_VERSION", 99)
    assert find_rewrite_reason(index) == "the index has another format"
    index.get_database(1).write_bytes(b"no database")
    assert "cannot be read" in find_rewrite_reason(index)


def test_an_index_is_worn_when_most_ids_are_gone() -> None:
    symbols = Order([(0, 1000)])
    assert not is_worn(Numbering(Order(), [], [], symbols, Order(), (0, 5000, 0)))
    assert is_worn(Numbering(Order(), [], [], symbols, Order(), (0, 500_000, 0)))
    assert is_worn(Numbering(Order(), [], [], Order.from_ids(range(0, 100_000, 2)), Order(), (0, 100_000, 0)))
