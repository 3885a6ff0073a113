"""A decorator that returns what it is given, by its types, keeps the declared result."""

from typing import Callable, TypeVar

Kept = TypeVar("Kept")


class Cart:
    def pay(self): ...


def keep(function: Kept) -> Kept:
    return function


def mark(number: int) -> Callable[[Kept], Kept]: ...


@keep
def one() -> Cart: ...


@mark(1)
def two() -> Cart: ...


one().pay()  #> call Cart.pay typed
two().pay()  #> call Cart.pay typed
