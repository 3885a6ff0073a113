from abc import ABC, abstractmethod


class Shape(ABC):
    @property
    @abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    @property
    def area(self) -> int:  #> override Shape.area
        return 1


def measure(shape: Shape) -> int:
    return shape.area  #> ref Shape.area typed; ref Square.area dispatch
