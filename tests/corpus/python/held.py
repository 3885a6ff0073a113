"""Variables that hold functions: calling one uses the variable, and runs what it is known to hold."""

import logging
from functools import partial

from elsewhere import build


def work(left, right):
    return left


def twice(function):
    def inner(*arguments):
        return function(*arguments)

    return inner


class Bell:
    def ring(self): ...


handler = partial(work, 1)
doubled = twice(work)
quick = lambda: work(1, 2)  #> call work
ring = Bell().ring
info = logging.getLogger(__name__).info
built = build()
table = {"work": work}


def main():
    handler(2)  #> ref handler; implicit work
    doubled(1, 2)  #> ref doubled; implicit inner
    quick()  #> ref quick; none work
    ring()  #> ref ring; implicit Bell.ring
    info("x")  #> ref info; external info
    built()  #> ref built; none build
    table["work"](1, 2)  #> ref table; call work


def shadowed(handler):
    handler(1)  #> none handler; none work


class Station:
    work = work  # of the same name as the function it holds

    @property
    def alarm(self):
        return Bell().ring

    def check(self):
        self.work(2)  #> ref Station.work; implicit work
        self.alarm()  #> ref Station.alarm; implicit Bell.ring


Station().work(2)  #> ref Station.work; implicit work
