from typing import TypeVar


class Model:
    def save(self): ...


T = TypeVar("T")
ModelT = TypeVar("ModelT", bound=Model)


class PlotT:
    """A class that is called as type variables are."""

    def draw(self): ...
