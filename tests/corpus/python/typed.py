"""Declarations decide `typed` edges; undeclared arguments, stores and results give `inferred` ones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

T = TypeVar("T")


class Wheel:
    def turn(self): ...


class Engine:
    def start(self) -> "Engine": ...

    def clone(self):
        return Engine()


class Car:
    wheel: Wheel

    def __init__(self, engine):
        self.engine = engine
        self.spare: Wheel = find()
        self.motor = Engine()

    def __iter__(self) -> Iterator[Wheel]: ...

    @property
    def front(self) -> Wheel: ...

    @property
    def rear(self):
        return Wheel()

    def declared_field(self):
        self.wheel.turn()  #> call Wheel.turn typed

    def annotated_attribute(self):
        self.spare.turn()  #> call Wheel.turn typed

    def undeclared_attribute(self):
        self.engine.start()  #> call Engine.start inferred

    def attribute_with_a_constructor(self):
        self.motor.start()  #> call Engine.start inferred

    def declared_property(self):
        self.front.turn()  #> call Wheel.turn typed

    def undeclared_property(self):
        self.rear.turn()  #> call Wheel.turn inferred


class Bare:
    def __iter__(self):
        return iter([Wheel()])


def find():
    return Wheel()


def find_declared() -> Wheel: ...


def same(value: T) -> T: ...


def use_car():
    Car(Engine())  #> call Car.__init__ exact


def declared_parameter(car: Car):
    car.declared_field()  #> call Car.declared_field typed


def undeclared_parameter(engine):
    engine.start()  #> call Engine.start inferred


def constructor():
    undeclared_parameter(Engine())
    engine = Engine()
    engine.start()  #> call Engine.start typed


def chained():
    Engine().start().clone()  #> call Engine.clone typed


def chained_past_what_is_undeclared():
    Engine().clone().start()  #> call Engine.start inferred


def declared_result():
    find_declared().turn()  #> call Wheel.turn typed


def undeclared_result():
    find().turn()  #> call Wheel.turn inferred


def of_two_kinds(car: Car, flag):
    wheel = car.wheel if flag else find()
    wheel.turn()  #> call Wheel.turn inferred


def bound_by_a_declared_argument(car: Car):
    same(car.wheel).turn()  #> call Wheel.turn typed


def bound_by_an_undeclared_argument():
    same(find()).turn()  #> call Wheel.turn inferred


def narrowed(thing):
    if isinstance(thing, Wheel):
        thing.turn()  #> call Wheel.turn typed


def iterated(car: Car):
    for wheel in car:  #> implicit Car.__iter__ typed
        wheel.turn()  #> call Wheel.turn typed


def iterated_undeclared(bare: Bare):
    for wheel in bare:  #> implicit Bare.__iter__ typed
        wheel.turn()  #> call Wheel.turn inferred


class Node:
    below: "Node"

    def visit(self): ...


def looping(node: Node):
    while node:
        node = node.below
    node.visit()  #> call Node.visit typed


def looping_undeclared(node):
    if not node:
        node = Node()
    while node:
        node = node.below
    node.visit()  #> call Node.visit inferred


def handler(wheel: Wheel): ...


def called_through_a_table(name):
    table = {"a": handler, "b": find}
    table[name]()  #> call handler inferred; call find inferred


def expected(callback: Callable[[Wheel], None]): ...


expected(lambda wheel: wheel.turn())  #> call Wheel.turn typed


class Turns(Protocol):
    def turn(self): ...


class Knob:
    def turn(self): ...


def shaped(turning: Turns):
    turning.turn()  #> call Turns.turn inferred; call Knob.turn dispatch


shaped(Knob())


class Colour(Enum):
    RED = 1

    def paint(self): ...


def painted():
    Colour.RED.paint()  #> call Colour.paint typed


@dataclass
class Pair:
    left: Wheel

    def swap(self): ...


def unpacked(pairs: list[Pair]):
    for pair in pairs:
        pair.swap()  #> call Pair.swap typed
        pair.left  #> ref Pair.left typed
