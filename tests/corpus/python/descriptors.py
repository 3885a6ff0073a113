"""Attributes whose own class decides what reading them gives: on instances, on the class, by signatures, by a type told by name."""

from typing import Any, Callable, Generic, Self, TypeVar, overload

T = TypeVar("T")


class Engine:
    def start(self):
        return self


class Plain:
    def __get__(self, instance, owner):
        return Engine()


class Typed(Generic[T]):
    def __init__(self, cls: type[T]):
        self.cls = cls

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance, owner=None): ...

    def describe(self): ...


class Narrower(Typed[T]):
    pass


class lazily(Generic[T]):
    def __init__(self, function: Callable[[Any], T]):
        self.function = function

    def __get__(self, instance: object, owner: type) -> T: ...


class Car:
    plain = Plain()
    typed = Typed(Engine)
    named = Typed("Wheel")
    narrower = Narrower(Engine)
    stranger = Typed("Nowhere")

    @lazily
    def late(self) -> Engine: ...

    def go(self):
        self.plain.start()  #> call Engine.start
        self.typed.start()  #> call Engine.start inferred
        self.named.turn()  #> call Wheel.turn inferred
        self.narrower.start()  #> call Engine.start inferred
        self.stranger.start()  #> none start


Car.plain.start()  #> call Engine.start
Car.typed.describe()  #> call Typed.describe
Car.typed.start()  #> none start


class Wheel:
    def turn(self): ...


class Gauge:
    def __init__(self):
        self.typed = Typed(Engine)
        self.limit = None

    def read(self):
        self.typed.describe()  #> call Typed.describe; none start
        self.typed.start()  #> none start

    @property
    def limit(self):
        return Wheel()

    @limit.setter
    def limit(self, value):
        self._limit = value


class Finer(Gauge):
    def __init__(self):
        self.limit = Engine()

    def check(self):
        self.limit.turn()  #> ref Gauge.limit; call Wheel.turn; none start


class Loose:
    @lazily
    def limit(self) -> Engine: ...


class Looser(Loose):
    def __init__(self):
        self.limit = Wheel()  # a class that only reads lets the instance have its own

    def check(self):
        self.limit.turn()  #> call Wheel.turn; none start
