"""Objects passed where only their members matter: a call of a member may run what they have for it."""

from typing import Protocol


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
    return thing.area()  #> call Square.area inferred


def never(thing: Measured):
    return thing.area()  #> call Measured.area inferred; none Square.area; none Disc.area


def use():
    total(Square())
    total(Disc())
    Holder(thing=Square())
    declared(Disc())
