"""Functions as values: handed over, returned, stored, wrapped, decorated."""

from collections.abc import Callable
from functools import wraps
from typing import Any


class Event:
    def stop(self): ...


class Strange:
    def stop(self): ...


def handler(event: Event):
    event.stop()  #> call Event.stop typed


def apply(function, value):
    return function(value)  #> implicit handler inferred


def run():
    apply(handler, Event())  #> call apply exact; ref handler exact


def typed(callback: Callable[[Event], Strange]):
    callback(Event()).stop()  #> call Strange.stop inferred


def lambdas():
    typed(lambda event: event.stop())  #> call typed exact; call Event.stop typed


def factory():
    def inner():
        return Event()

    return inner


def made():
    factory()().stop()  #> call factory exact; call factory.inner; call Event.stop


HANDLERS: dict[str, Callable[..., Any]] = {"a": handler}


class Hooks:
    def __init__(self):
        self.hooks = []
        self.main = handler

    def add(self, hook):
        self.hooks.append(hook)

    def fire(self):
        self.main(Event())  #> implicit handler
        for hook in self.hooks:
            hook(Event())  #> none add


def logged(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@logged
def decorated() -> Event:
    return Event()


def use():
    decorated().stop()  #> call decorated exact; call Event.stop inferred


class Callback:
    def __call__(self, value) -> Event:
        return Event()


def instances():
    callback = Callback()
    callback(1).stop()  #> implicit Callback.__call__ typed; call Event.stop typed


def in_a_loop(rows):
    def cost(row):
        return row

    while rows:
        rows = min(rows, key=cost)  #> ref in_a_loop.cost exact


def by_condition(flag):
    if flag:

        def chosen(row):
            return row

    else:

        def chosen(row):
            return [row]

    return chosen  #> ref by_condition.chosen exact
