"""A class that is declared by a type variable: making one runs the constructor of what the variable is bound to."""

from typing import Callable, TypeVar, cast


class Tool:
    def __init__(self, name):
        self.name = name

    def run(self):
        return self.name


class Loose:
    def __init__(self, name):
        self.name = name


T = TypeVar("T", bound=Tool)
Free = TypeVar("Free")


def make(cls: type[T], name: str) -> T:
    made = cls(name)  #> implicit Tool.__init__ inferred; none Loose
    made.run()  #> call Tool.run inferred
    return made


def make_free(cls: type[Free], name: str) -> Free:
    return cls(name)  #> none *


def tool(cls: type[T] | None = None) -> Callable[[object], T]:
    if cls is None:
        cls = cast("type[T]", Tool)

    def decorator(function: object) -> T:
        return cls(function.__name__)  #> implicit Tool.__init__ inferred

    return decorator


def copied(tool: T) -> T:
    return tool("other")  #> none __init__
