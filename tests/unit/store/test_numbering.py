"""Ids that rows keep, and the orders they stand in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.errors import StorageError
from codegraph.store.numbering import Numbering, Order

IDS = st.lists(st.integers(0, 60), unique=True, max_size=40)


@given(IDS)
def test_an_order_gives_back_its_ids(ids: list[int]) -> None:
    order = Order.from_ids(ids)
    assert (len(order), order.list_ids(0, len(ids)), order.build_ids().tolist()) == (len(ids), ids, ids)
    assert [order.get_id(place) for place in range(len(ids))] == ids
    assert [order.find_place(id) for id in ids] == list(range(len(ids)))
    assert order.plain == (ids == sorted(ids))
    places = order.build_places(70)
    assert [places[id] for id in range(70)] == [ids.index(id) if id in ids else -1 for id in range(70)]
    for missing in {*range(70)} - {*ids}:
        with pytest.raises(KeyError):
            order.find_place(missing)


@given(IDS, st.data())
def test_parts_of_an_order_are_replaced(ids: list[int], data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(ids)), min_size=4, max_size=4)))
    first, second = list(range(100, 100 + data.draw(st.integers(0, 3)))), [200]
    changed = Order.from_ids(ids).replace([(cuts[0], cuts[1], first), (cuts[2], cuts[3], second)])
    wanted = [*ids[: cuts[0]], *first, *ids[cuts[1] : cuts[2]], *second, *ids[cuts[3] :]]
    assert changed.list_ids(0, len(changed)) == wanted


def test_ids_that_follow_one_another_are_one_run() -> None:
    order = Order([(0, 5), (5, 3), (20, 0), (8, 1), (30, 2)])
    assert (order.firsts, order.lengths, order.list_runs(4, 10)) == ([0, 30], [9, 2], [(4, 5), (30, 1)])


def test_numbers_come_back_from_bytes() -> None:
    made = Numbering(Order.from_ids([1, 0]), [2, 0], [0, 3], Order.from_ids([7, 5]), Order([(4, 3)]), (2, 8, 7))
    found = Numbering.unpack(made.pack())
    assert (found.files.list_ids(0, 2), list(found.symbols), list(found.chunks)) == ([1, 0], [2, 0], [0, 3])
    assert (found.list_symbol_ids(0), found.list_symbol_ids(1), found.list_chunk_ids(1)) == ([7, 5], [], [4, 5, 6])
    assert (found.unused, found.find_file(1)) == ((2, 8, 7), 0)


@pytest.mark.parametrize("damage", [b"", b"\x01" * 28, b"\x00" * 27])
def test_damaged_numbers_are_told(damage: bytes) -> None:
    with pytest.raises(StorageError, match="damaged"):
        Numbering.unpack(damage)
