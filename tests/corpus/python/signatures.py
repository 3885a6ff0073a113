"""Bare signatures say what a call returns; descriptors, records and aliases carry types."""

from typing import Any, Callable, Dict, Literal, NamedTuple, Optional, TypeAlias, TypeVar, Union, overload


class Cat:
    def purr(self) -> None: ...


class Dog:
    def bark(self) -> None: ...


@overload
def adopt(kind: int) -> Cat: ...
@overload
def adopt(kind: str, name: str = "") -> Dog: ...
def adopt(kind: Any, name: str = "") -> Any:
    return None


@overload
def find(name: str, many: Literal["one"]) -> Cat: ...
@overload
def find(name: str, many: Literal["all"]) -> list[Dog]: ...
def find(name, many):
    return None


def use_signatures() -> None:
    adopt(1).purr()  #> call adopt exact; call Cat.purr typed
    adopt("rex").bark()  #> call Dog.bark typed; none purr
    adopt("rex", name="r").bark()  #> call Dog.bark
    find("a", "one").purr()  #> call Cat.purr
    find("a", "all")[0].bark()  #> call Dog.bark


class Owned:
    @overload
    def __get__(self, instance: None, owner: Any) -> "Owned": ...
    @overload
    def __get__(self, instance: object, owner: Any) -> Cat: ...
    def __get__(self, instance: Any, owner: Any) -> Any: ...

    def bark(self) -> None: ...


class Home:
    pet = Owned()

    def visit(self) -> None:
        self.pet.purr()  #> call Cat.purr
        self.pet.bark()  #> none bark


S = TypeVar("S", bound="Door")


class Door:
    def open(self: S) -> S:
        return self

    @classmethod
    def make(cls: type[S]) -> S:
        return cls()


class Gate(Door):
    def lock(self) -> None: ...


def use_receiver_types(gate: Gate) -> None:
    gate.open().open().lock()  #> call Door.open; call Gate.lock
    Gate.make().lock()  #> call Door.make; call Gate.lock


class Pair(NamedTuple):
    cat: Cat
    dog: Dog


def use_records(pair: Pair) -> None:
    left, right = pair
    right.bark()  #> call Dog.bark; none purr
    pair[0].purr()  #> call Cat.purr
    pair[1].purr()  #> none purr


Pet = Union[Cat, Dog]
Named = Dict[str, Cat]
Maybe: TypeAlias = "Optional[Cat]"
Maker = Callable[[int], Dog]
Either = Cat | None


def use_aliases(pet: Pet, named: Named, maybe: Maybe, maker: Maker, either: Either) -> None:
    pet.bark()  #> call Dog.bark
    named["tom"].purr()  #> call Cat.purr
    maybe.purr()  #> call Cat.purr
    maker(1).bark()  #> call Dog.bark
    either.purr()  #> call Cat.purr


def use_assertions(thing: object) -> None:
    assert isinstance(thing, Cat), "no cat"
    thing.purr()  #> call Cat.purr


class Shelter:
    def admit(self, cat: Cat, dog: Dog) -> None: ...


class Annex(Shelter):
    def admit(self, cat, hound):
        cat.purr()  #> call Cat.purr typed
        hound.bark()  #> none bark
