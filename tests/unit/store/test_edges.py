from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import committed, facts, graph, symbol

from codegraph.errors import StorageError
from codegraph.graph_model import Edge, EdgeKind, External, Resolution
from codegraph.query_results import EdgeRow
from codegraph.store.arrays import load_arrays
from codegraph.store.edge_blocks import unpack
from codegraph.store.edges import build_blocks, convert_edges, number_externals
from codegraph.store.relations import iterate_edges, iterate_plain_edges, list_edges, read_nodes
from codegraph.store.schema import EDGE_KINDS, EXTERNAL_BLOCK, RESOLUTIONS
from codegraph_parsers.file_facts import Flag

KINDS = st.sampled_from([k for k in EdgeKind if k is not EdgeKind.CONTAINS])
LINES = st.lists(st.integers(1, 100_000), min_size=1, max_size=4).map(tuple)


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 9), st.integers(-200, 9), KINDS, st.sampled_from(Resolution)), LINES, max_size=40
    )
)
def test_packed_edges_come_back_from_both_ends(wanted: dict) -> None:
    given_edges = [Edge(*key, lines) for key, lines in wanted.items()]
    columns = convert_edges(given_edges, list(range(10)))
    blocks = build_blocks(columns, [0, 4, 4, 7, 10], [5, 6, 8, 9], 200)
    found_out, found_in = {}, {}
    for owner, data in blocks.outgoing:
        block = unpack(data)
        for source in block.near:
            assert {5: 0, 8: 4, 9: 7}[owner] <= source < {5: 4, 8: 7, 9: 10}[owner]
            for at in block.find_span(source):
                code = block.code[at]
                key = (source, block.other[at], EDGE_KINDS[code // 8], RESOLUTIONS[code % 8])
                found_out[key] = block.list_lines(at)
    for owner, data in blocks.incoming:
        block = unpack(data)
        for near in block.near:
            target = near if owner >= 0 else -1 - near
            assert owner >= 0 or near // EXTERNAL_BLOCK == -1 - owner
            for at in block.find_span(near):
                code = block.code[at]
                found_in[(block.other[at], target, EDGE_KINDS[code // 8], RESOLUTIONS[code % 8])] = block.site[at]
    assert found_out == wanted
    assert found_in == {key: len(lines) for key, lines in wanted.items()}


def test_damaged_blocks_are_storage_errors() -> None:
    columns = convert_edges([Edge(0, 0, EdgeKind.CALLS, Resolution.EXACT, (1,))], [0])
    data = dict(build_blocks(columns, [0, 1], [0], 0).outgoing)[0]
    for bad in (b"", data[:-3], b"x" + data):
        with pytest.raises(StorageError):
            unpack(bad)


def shown(rows: list[EdgeRow]) -> list[tuple[str, str, str, str, tuple[int, ...]]]:
    return [(e.source.name, e.target.name, e.kind.value, e.resolution.value, e.lines) for e in rows]


@pytest.fixture
def reader(tmp_path: Path):
    made = graph(
        [
            facts("a.py", symbol("f"), symbol("lambda", flags=Flag.ANONYMOUS, parent=1), symbol("g", line=5)),
            facts("b.py", symbol("h"), symbol("k", line=9)),
        ],
        [
            (1, 5, EdgeKind.CALLS, Resolution.EXACT, (2, 3)),
            (3, 5, EdgeKind.CALLS, Resolution.HEURISTIC, (6,)),
            (3, 5, EdgeKind.REFERENCES, Resolution.EXACT, (7,)),
            (3, 5, EdgeKind.CALLS, Resolution.EXACT, (8,)),
            (5, -1, EdgeKind.CALLS, Resolution.EXACT, (2,)),
            (1, 2, EdgeKind.CALLS, Resolution.EXACT, (2,)),
        ],
        [External("python", "json.loads", "json")],
    )
    opened = committed(tmp_path / "i", made)
    yield opened
    opened.close()


def of(reader, name: str):
    return reader.list_symbols("s.name = ?", (name,))[0]


def test_incoming_edges_are_ordered_by_kind_then_strength(reader) -> None:
    page = list_edges(reader, of(reader, "h"), (), (), incoming=True, offset=0, limit=None)
    assert shown(page.items) == [
        ("b", "h", "contains", "exact", (1,)),
        ("f", "h", "calls", "exact", (2, 3)),
        ("g", "h", "calls", "exact", (8,)),
        ("g", "h", "calls", "heuristic", (6,)),
        ("g", "h", "references", "exact", (7,)),
    ]


def test_pages_and_filters_cover_all_edges_once(reader) -> None:
    h = of(reader, "h")
    calls = list_edges(reader, h, (EdgeKind.CALLS,), (), incoming=True, offset=1, limit=1)
    assert (shown(calls.items), calls.total, calls.next_offset) == ([("g", "h", "calls", "exact", (8,))], 3, 2)
    weak = list_edges(reader, h, (), (Resolution.HEURISTIC,), incoming=True, offset=0, limit=None)
    assert shown(weak.items) == [("g", "h", "calls", "heuristic", (6,))]


def test_externals_answer_who_uses_them(reader) -> None:
    external = read_nodes(reader, [-1])[-1]
    page = list_edges(reader, external, (), (), incoming=True, offset=0, limit=None)
    assert shown(page.items) == [("h", "loads", "calls", "exact", (2,))]


def test_edges_of_anonymous_symbols_are_not_kept(reader) -> None:
    page = list_edges(reader, of(reader, "f"), (EdgeKind.CALLS,), (), incoming=False, offset=0, limit=None)
    assert [e.target.name for e in page.items] == ["h"]


def test_arrays_hold_the_same_edges(reader) -> None:
    arrays = load_arrays(reader, (), (), externals=True)
    source = np.repeat(np.arange(arrays.nodes), np.diff(arrays.indptr))
    names = [s.name for s in reader.list_symbols()] + ["loads"]
    found = {(names[s], names[t], int(w)) for s, t, w in zip(source, arrays.targets, arrays.weights)}
    assert found == {("f", "h", 2), ("g", "h", 1), ("h", "loads", 1)}
    assert len(arrays.targets) == 5
    inside = load_arrays(reader, (EdgeKind.CONTAINS,), (), externals=False)
    assert (inside.nodes, len(inside.targets)) == (6, 4)


def test_export_holds_every_edge_with_containment(reader) -> None:
    assert len(list(iterate_edges(reader))) == 4 + 5


def test_plain_edges_are_those_of_the_kinds_asked_for(reader) -> None:
    kinds = [k for k in EdgeKind if k is not EdgeKind.CONTAINS]
    rows = [
        (e.source.node, e.target.node, e.kind, e.resolution, e.lines)
        for e in iterate_edges(reader) if e.kind is not EdgeKind.CONTAINS
    ]  # fmt: skip
    assert sorted(map(tuple, iterate_plain_edges(reader, kinds))) == sorted(rows)
    assert {e.kind for e in iterate_plain_edges(reader, [EdgeKind.CALLS])} == {EdgeKind.CALLS}


def test_externals_that_no_edge_ends_at_are_not_numbered() -> None:
    columns, used = number_externals(convert_edges([Edge(0, -7, EdgeKind.CALLS, Resolution.EXACT, (1,))], [0]))
    assert (columns.target.tolist(), used) == ([-1], [6])


@examples(15)
@given(st.integers(0, 3), st.integers(0, 200))
def test_a_graph_without_edges_has_no_blocks(files: int, externals: int) -> None:
    blocks = build_blocks(convert_edges([], list(range(files))), list(range(files + 1)), list(range(files)), externals)
    assert (list(blocks.outgoing), list(blocks.incoming), blocks.counts) == ([], [], {})
