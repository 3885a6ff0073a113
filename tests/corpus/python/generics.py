"""Type variables, old notation and new, carry types through functions and containers."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NewType, ParamSpec, Protocol, Self, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Leaf:
    def water(self) -> None: ...

    def copy(self) -> Self:
        return self


class Oak(Leaf):
    def shade(self) -> None: ...


class Rock:
    def water(self) -> None: ...


L = TypeVar("L", bound=Leaf)


class Box(Generic[T]):
    def __init__(self, held: T) -> None:
        self.held = held

    def get(self) -> T:
        return self.held

    def map(self, function: Callable[[T], T]) -> "Box[T]":
        return Box(function(self.held))


class Shelf[E]:
    def __init__(self) -> None:
        self.items: list[E] = []

    def first(self) -> E:
        return self.items[0]

    def __iter__(self) -> Iterator[E]:
        return iter(self.items)


class LeafShelf(Shelf[Leaf]):
    pass


class Source(Protocol[T]):
    def read(self) -> T: ...


class Reader:
    def read(self) -> Leaf: ...


def same(value: T) -> T:
    return value


def first(items: Iterable[T]) -> T:
    for item in items:
        return item
    raise LookupError


def grow(leaf: L) -> L:
    leaf.water()  #> call Leaf.water typed; none shade
    return leaf


def build(kind: type[T]) -> T:
    return kind()


def timed(function: Callable[P, T]) -> Callable[P, T]:
    return function


@timed
def make_leaf() -> Leaf:
    return Leaf()


LeafName = NewType("LeafName", Leaf)


def boxes(box: Box[Leaf], shelf: Shelf[Leaf], own: LeafShelf, source: Source[Leaf], name: LeafName):
    box.get().water()  #> call Leaf.water typed
    Box(Leaf()).get().water()  #> call Leaf.water typed
    box.map(lambda leaf: leaf.copy()).get().water()  #> call Leaf.copy typed; call Leaf.water typed
    shelf.first().water()  #> call Leaf.water typed
    own.first().water()  #> call Leaf.water typed
    for leaf in shelf:
        leaf.water()  #> call Leaf.water typed
    for leaf in own:
        leaf.water()  #> call Leaf.water typed
    source.read().water()  #> call Source.read typed; call Leaf.water typed
    name.water()  #> call Leaf.water typed


def functions():
    same(Leaf()).water()  #> call Leaf.water typed
    same(Rock()).water()  #> call Rock.water typed
    first([Leaf()]).water()  #> call Leaf.water typed
    first({Rock(): 1}).water()  #> call Rock.water typed
    grow(Oak()).shade()  #> call Oak.shade typed
    build(Leaf).water()  #> call Leaf.water typed
    make_leaf().water()  #> call Leaf.water typed
    Oak().copy().shade()  #> call Oak.shade typed
    T.water()  #> none water
