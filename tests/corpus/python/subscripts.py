"""Subscripts whose signatures by kind of key say what comes back."""

from collections.abc import Hashable, Iterable, Mapping
from enum import Enum
from typing import Any, Protocol, Self, overload


class Column:
    def mean(self): ...


class Colour(Enum):
    RED = 1


class Table:
    @overload
    def __getitem__(self, key: Hashable) -> Column: ...
    @overload
    def __getitem__(self, key: Iterable[Hashable]) -> Self: ...
    def __getitem__(self, key: Mapping[str, Any] | Hashable | Iterable[Hashable]) -> "Self | Column":
        return self

    def mean(self): ...


def keyed(table: Table, name: str):
    table["height"].mean()  #> call Column.mean; none Table.mean
    table[name].mean()  #> call Column.mean; none Table.mean
    table[Colour.RED].mean()  #> call Column.mean; none Table.mean
    table[1, 2].mean()  #> call Column.mean; none Table.mean
    table[["height", "width"]].mean()  #> call Table.mean; none Column.mean
    table[{"height"}].mean()  #> call Table.mean; none Column.mean
    for each in ("height", "width"):
        table[each].mean()  #> call Column.mean; none Table.mean


class Row:
    def cell(self): ...


class Rows:
    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> "Rows": ...
    def __getitem__(self, key):
        return key

    def several(self): ...


def cut(rows: Rows):
    rows[0].cell()  #> call Row.cell; implicit Rows.__getitem__
    rows[1:].several()  #> call Rows.several; implicit Rows.__getitem__
    rows[1:].cell()  #> none cell


class Line:
    def __getitem__(self, key) -> str: ...

    def draw(self): ...


def part(line: Line):
    line[1:].draw()  #> none Line.draw
    line[1:].upper()  #> external str.upper


class Drawn(Protocol):
    def draw(self): ...


@overload
def show(what: Drawn) -> Row: ...
@overload
def show(what: Row) -> Line: ...
def show(what):
    return what


show(Line()).cell()  #> call Row.cell; none Line.draw
show(Row()).draw()  #> call Line.draw; none Row.cell
