"""Tables whose rows are decoded on demand, and what of them differs from the base."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from codegraph.resolve.incremental.mapped_table import Changes, MappedTable, Measure, dump_row, pack_rows

BASE = {1: {"a"}, 2: {"b", "c"}, 3: {"d"}}


class Encoding:
    """Encodes sets, and counts how often it does."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, row: Iterable[str]) -> list[str]:
        self.count += 1
        return sorted(row)


def open_table(encode: Encoding, changes: Changes | None = None, measure: Measure | None = None) -> MappedTable[Any]:
    columns = pack_rows({key: dump_row(sorted(row)) for key, row in BASE.items()})
    return MappedTable(columns, changes or {}, encode, set, measure)


def test_rows_that_were_changed_in_place_are_listed():
    table = open_table(Encoding())
    table[1].add("z")
    assert table[2] == {"b", "c"}
    del table[3]
    table[4] = {"e"}
    assert table.list_changes() == {1: dump_row(["a", "z"]), 3: None, 4: dump_row(["e"])}


def test_rows_that_are_only_added_to_are_encoded_when_they_have_grown():
    encode = Encoding()
    table = open_table(encode, {2: dump_row(["b", "y"])}, len)
    table[1].add("a")
    table[2].add("b")
    table[3].add("z")
    table[4] = {"e"}
    changes = table.list_changes()
    assert changes == {2: dump_row(["b", "y"]), 3: dump_row(["d", "z"]), 4: dump_row(["e"])}
    assert encode.count == 2


def test_a_row_that_was_replaced_is_encoded_whatever_its_measure():
    table = open_table(Encoding(), measure=len)
    assert table[1] == {"a"}
    table[1] = {"b"}
    assert table.list_changes() == {1: dump_row(["b"])}
