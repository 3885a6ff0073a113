import sqlite3
from pathlib import Path

import pytest
from support.graphs import INFO, committed, facts, graph, rows, symbol, text_file

from codegraph.errors import IncompatibleIndexError, NotFoundError, NotIndexedError, StorageError
from codegraph.graph_model import EdgeKind, Resolution, Unresolved
from codegraph.store.layout import IndexFolder
from codegraph.store.reader import Reader
from codegraph.store.writer import commit
from codegraph_parsers.file_facts import FileStatus, Flag, SymbolKind


def test_symbols_come_back_as_they_were(tmp_path: Path) -> None:
    made = graph(
        [
            facts(
                "src/a.py",
                symbol("C", kind=SymbolKind.CLASS, line=3, end=9),
                symbol(
                    "m",
                    kind=SymbolKind.METHOD,
                    scope="C",
                    parent=1,
                    line=4,
                    end=6,
                    types=["int"],
                    doc="Does.",
                    flags=Flag.TEST,
                ),
                symbol("m", kind=SymbolKind.METHOD, scope="C", parent=1, line=7, types=["str"]),
            )
        ]
    )
    with_text = committed(tmp_path, made, text_file("text.md"))
    found = with_text.list_symbols()
    assert [row.id for row in found] == [
        "python:src/a.py",
        "python:src/a.py::C",
        "python:src/a.py::C.m(int)",
        "python:src/a.py::C.m(str)",
        "text:text.md",
    ]
    method = found[2]
    assert method[2:] == (
        SymbolKind.METHOD, "m", "C.m", "src/a.py", "python", 4, 4, 4, 6, 1, int(Flag.TEST), ()
    )  # fmt: skip
    assert [row.parent for row in found] == [-1, 0, 1, 1, -1]
    details = with_text.read_details(method)
    assert (details.signature, details.doc, details.visibility) == ("m(p0: int)", "Does.", "public")
    assert with_text.read_details(found[4]).signature == ""


def test_what_is_not_searched_has_its_symbols_but_not_their_texts(tmp_path: Path) -> None:
    made = graph([facts("a.py", symbol("swim", doc="Crosses the lake."))])
    names: list[list[str]] = []
    for searched in (True, False):
        folder = IndexFolder(tmp_path / str(searched))
        commit(folder, made, rows(made), INFO, searched=searched)
        reader = Reader.open(folder)
        assert [row.name for row in reader.list_symbols()] == ["a", "swim"]
        names.append([str(name) for (name,) in reader.execute("SELECT rowid FROM search WHERE search MATCH 'lake'")])
        reader.close()
    assert names == [["1"], []]


def test_members_of_anonymous_symbols_belong_to_the_named_one_around(tmp_path: Path) -> None:
    made = graph([facts("a.js", symbol("f"), symbol("", flags=Flag.ANONYMOUS, parent=1), symbol("inner", parent=2))])
    assert [(r.name, r.parent) for r in committed(tmp_path, made).list_symbols()] == [("a", -1), ("f", 0), ("inner", 1)]


def test_totals_are_kept_with_the_generation(tmp_path: Path) -> None:
    made = graph(
        [facts("a.py", symbol("f"), symbol("g"))],
        [(1, 2, EdgeKind.CALLS, Resolution.EXACT, (2,)), (2, 1, EdgeKind.CALLS, Resolution.INFERRED, (5,))],
        unresolved=[Unresolved(1, "loads", "call", "unknown-receiver", (3, 4))],
    )
    skipped = text_file("b.bin")._replace(status=FileStatus.SKIPPED, reason="binary")
    stats = committed(tmp_path, made, skipped).compute_stats()
    assert stats.symbols == {SymbolKind.MODULE: 1, SymbolKind.FUNCTION: 2}
    assert [(e.kind, e.resolution, e.count) for e in stats.edges] == [
        ("contains", "exact", 2),
        ("calls", "exact", 1),
        ("calls", "inferred", 1),
    ]
    assert (stats.unresolved, stats.file_count, stats.generation) == (2, 2, 1)
    assert [(s.reason, s.count, s.examples) for s in stats.skipped] == [("binary", 1, ("b.bin",))]


def test_unresolved_references_are_found_by_name_and_by_file(tmp_path: Path) -> None:
    files = [facts("a.py", symbol("f")), facts("b.py", symbol("g"))]
    unresolved = [
        Unresolved(1, "x", "call", "why", (3,)),
        Unresolved(3, "x", "call", "why", (4, 5)),
        Unresolved(3, "y", "call", "why", (6,)),
    ]
    reader = committed(tmp_path, graph(files, unresolved=unresolved))
    assert reader.list_unresolved_files("x") == [0, 1]
    assert reader.list_unresolved_files("z") == []
    found = reader.build_unresolved_rows(reader.read_unresolved(1))
    assert [(r.source.name, r.name, r.lines) for r in found] == [("g", "x", (4, 5)), ("g", "y", (6,))]


def test_readers_keep_their_generation_while_a_new_one_is_committed(tmp_path: Path) -> None:
    old = committed(tmp_path, graph([facts("a.py", symbol("f"))]))
    new = committed(tmp_path, graph([facts("a.py", symbol("f"), symbol("g"))]))
    assert ([r.name for r in old.list_symbols()], [r.name for r in new.list_symbols()]) == (["a", "f"], ["a", "f", "g"])
    assert sorted(p.name for p in tmp_path.iterdir()) == ["CURRENT", "g1", "g2"]
    assert (IndexFolder(tmp_path).get_generation(1) / "lexical.bin").is_file(), (
        "a reader opens this when it first searches"
    )
    old.close()
    new.close()
    committed(tmp_path, graph([facts("a.py", symbol("h"))]))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["CURRENT", "g3"]


def test_an_empty_graph_is_a_generation(tmp_path: Path) -> None:
    reader = committed(tmp_path, graph([]))
    assert (reader.list_symbols(), reader.compute_stats().symbol_count, reader.check_integrity()) == ([], 0, "ok")


def test_a_failing_commit_leaves_the_last_generation(tmp_path: Path) -> None:
    made = graph([facts("a.py", symbol("f"))])
    committed(tmp_path, made).close()
    (tmp_path / "g2").mkdir()  # what a killed run may leave
    (tmp_path / "g3.tmp").mkdir()
    assert commit(IndexFolder(tmp_path), made, rows(made), INFO) == 4
    broken = graph([facts("a.py", symbol("f"))], [(0, 99, EdgeKind.CALLS, Resolution.EXACT, (1,))])
    with pytest.raises(IndexError):
        commit(IndexFolder(tmp_path), broken, rows(broken), INFO)
    assert (IndexFolder(tmp_path).get_current(), sorted(p.name for p in tmp_path.iterdir())) == (4, ["CURRENT", "g4"])


def test_a_place_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        commit(IndexFolder(tmp_path / "file/below"), graph([]), [], INFO)


@pytest.mark.parametrize(("version", "word"), [(99, "99"), (0, "older")])
def test_other_formats_are_refused(tmp_path: Path, version: int, word: str) -> None:
    committed(tmp_path, graph([])).close()
    connection = sqlite3.connect(IndexFolder(tmp_path).get_database(1))
    connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (version,))
    connection.commit()
    connection.close()
    with pytest.raises(IncompatibleIndexError, match=word):
        Reader.open(IndexFolder(tmp_path))


def test_nothing_committed_is_not_indexed_and_garbage_is_damaged(tmp_path: Path) -> None:
    folder = IndexFolder(tmp_path)
    with pytest.raises(NotIndexedError):
        Reader.open(folder)
    committed(tmp_path, graph([])).close()
    folder.get_database(1).write_bytes(b"not a database" * 1000)
    with pytest.raises(StorageError, match="damaged"):
        Reader.open(folder)


def test_a_number_of_another_generation_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        committed(tmp_path, graph([])).locate(5)
