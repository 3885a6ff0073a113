"""Inheritance, super, properties, class methods, enumerations, and what `self` may be."""

import enum
from abc import ABC, abstractmethod
from functools import cached_property


class Engine:
    def start(self):
        return self

    def stop(self):
        pass


class Base(ABC):
    registry: dict[str, "Base"] = {}
    engine: Engine

    def __init__(self, name):
        self.name = name
        self.setup()  #> call Base.setup exact

    @abstractmethod
    def setup(self): ...

    @property
    def motor(self) -> Engine:
        return self.engine

    @motor.setter
    def motor(self, value):
        self.engine = value

    @cached_property
    def spare(self) -> Engine:
        return Engine()  #> call Engine exact

    @classmethod
    def create(cls, name):
        return cls(name)  #> implicit Base.__init__ inferred

    @staticmethod
    def parts():
        return [Engine()]

    def run(self):
        self.motor.start()  #> call Engine.start typed
        self.spare.start().stop()  #> call Engine.start; call Engine.stop
        self.engine.stop()  #> call Engine.stop typed


class Car(Base):  #> inherit Base exact
    __slots__ = ("wheels",)

    def __init__(self, name):
        super().__init__(name)  #> call Base.__init__ exact
        self.wheels = 4

    def setup(self):  #> override Base.setup
        self.run()  #> call Base.run exact

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass


class Sports(Car):
    def setup(self):
        super().setup()  #> call Car.setup exact
        super(Sports, self).run()  #> call Base.run


class Mixin:
    def run(self):
        super().run()


class Mixed(Mixin, Car):
    def go(self):
        self.run()  #> call Mixin.run exact


class Unrelated:
    def run(self):
        pass

    def setup(self):
        pass


class Colour(enum.Enum):
    RED = 1
    BLUE = 2

    def paint(self):
        pass


def use():
    Car.create("a").run()  #> call Base.create exact; call Base.run typed
    Base.parts()[0].start()  #> call Base.parts exact; call Engine.start
    with Car("b") as car:  #> call Car.__init__ exact; implicit Car.__enter__; implicit Car.__exit__
        car.setup()  #> call Car.setup inferred; none run
    Colour.RED.paint()  #> call Colour.paint
    Colour(1).paint()  #> call Colour.paint typed
    for colour in Colour:
        colour.paint()  #> call Colour.paint typed
    Base.registry["x"].run()  #> call Base.run typed
    Engine.start(Engine())  #> call Engine.start exact
    type(car)("c").run()  #> call Base.run typed
