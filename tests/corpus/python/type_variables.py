"""A type variable of a module is used wherever an annotation names it."""

from typing import Callable, Concatenate, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


def first(items: list[T]) -> T:  #> ref T
    held: list[T] = items  #> ref T
    return held[0]


class Box(Generic[T]):  #> ref T
    inner: "T"  #> ref T

    def get(self) -> T:  #> ref T
        return self.inner


class Engine:
    def start(self): ...


first([Engine()]).start()  #> call Engine.start


def timed(function: Callable[P, T]) -> Callable[P, T]:  #> ref P; ref T
    def inner(*args: P.args, **kwargs: P.kwargs) -> T:  #> ref P; ref T; none args; none kwargs
        return function(*args, **kwargs)

    return inner


def with_engine(function: Callable[Concatenate[Engine, P], T]) -> T: ...  #> ref P; ref T; ref Engine
