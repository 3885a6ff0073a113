"""Annotations in quotes: each line that names a type counts, though others named it before."""

import typing


class Store:
    def open(
        self,
        other: "Shelf",  #> ref Shelf
    ) -> "Shelf":  #> ref Shelf
        ...

    def close(
        self,
        shelf: "Shelf | None",  #> ref Shelf
        others: "typing.Iterable[Shelf]",  #> ref Shelf
        name: "str",  #> none Shelf
    ) -> "None": ...


def merge(
    first: "Shelf",  #> ref Shelf
    second: "Shelf",  #> ref Shelf
) -> "dict[str, Shelf]":  #> ref Shelf
    ...


class Shelf: ...
