"""Objects passed where only their members matter: a call of a member may run what they have for it."""

from typing import Iterable, Protocol


class Measured(Protocol):
    def area(self) -> float: ...


class Square:
    def area(self) -> float: ...

    def corner(self): ...


class Disc:
    def area(self) -> float: ...


class Unpassed:
    def area(self) -> float: ...


class Named(Measured):
    def area(self) -> float: ...


def total(thing: Measured):
    return thing.area()  #> call Measured.area inferred; call Square.area dispatch; call Disc.area dispatch; none Unpassed.area


class Holder:
    def __init__(self, thing: Measured):
        self.thing = thing

    def measure(self):
        self.thing.area()  #> call Measured.area inferred; call Square.area dispatch


def declared(thing: Square):
    return thing.area()  #> call Square.area typed


def never(thing: Measured):
    return thing.area()  #> call Measured.area typed; none Square.area; none Disc.area


def use():
    total(Square())
    total(Disc())
    Holder(thing=Square())
    declared(Disc())


def collected(parts: "list[Turns]", others: Iterable[Turns], plain: list["Idle"]):
    for each in parts:
        each.turn_over()  #> call Turns.turn_over inferred; call Mill.turn_over dispatch; call Key.turn_over dispatch
    for each in others:
        each.turn_over()  #> call Turns.turn_over inferred; call Key.turn_over dispatch
    for each in plain:
        each.turn_over()  #> none turn_over


class Turns(Protocol):
    def turn_over(self): ...


class Mill:
    def turn_over(self): ...


class Key:
    def turn_over(self): ...


class Idle: ...


collected([Mill(), Key()], {Key()}, [Mill()])
