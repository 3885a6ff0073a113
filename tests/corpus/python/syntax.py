"""What syntax and the language's own functions run of an object, without a name for it."""

import copy
from collections.abc import MutableMapping, Sequence

import pytest


class Shelf(MutableMapping):
    def __init__(self, size):
        self.size = size
        self.books = {}

    def __getitem__(self, key):
        return self.books[key]

    def __setitem__(self, key, book):
        self.books[key] = book

    def __delitem__(self, key):
        del self.books[key]  #> none __delitem__

    def __iter__(self):
        return iter(self.books)  #> none __iter__

    def __len__(self):
        return len(self.books)  #> none __len__

    def __copy__(self):
        return Shelf(self.size)


class Pages(Sequence):
    def __getitem__(self, key):
        return key

    def __len__(self):
        return 3


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __eq__(self, other):
        return self.cents == other.cents

    def __lt__(self, other):
        return self.cents < other.cents

    def __add__(self, other):
        return Money(self.cents + other.cents)

    def __radd__(self, other):
        return self

    def __iadd__(self, other):
        return self

    def __neg__(self):
        return Money(-self.cents)

    def __bool__(self):
        return self.cents != 0

    def __repr__(self):
        return "money"


class Named(Money):
    def __str__(self):
        return "named"


def items(key):
    shelf = Shelf(3)
    shelf[key] = 1  #> implicit Shelf.__setitem__; none __getitem__
    shelf[key] += 1  #> implicit Shelf.__getitem__; implicit Shelf.__setitem__
    del shelf[key]  #> implicit Shelf.__delitem__; none __getitem__
    del (shelf[key], key)  #> implicit Shelf.__delitem__
    key in shelf  #> implicit Shelf.__getitem__; none __iter__
    len(shelf)  #> implicit Shelf.__len__
    list(shelf)  #> implicit Shelf.__iter__; none __getitem__
    copy.copy(shelf)  #> implicit Shelf.__copy__
    shelf.update({key: 2})  #> implicit Shelf.__setitem__; external MutableMapping.update
    shelf.pop(key)  #> implicit Shelf.__getitem__; implicit Shelf.__delitem__; none __setitem__
    plain = {}
    plain[key] = 1  #> none __setitem__
    del plain[key]  #> none __delitem__


def operators(unknown):
    a, b = Money(1), Money(2)
    a == b  #> implicit Money.__eq__
    b != a  #> implicit Money.__eq__
    3 == b  #> implicit Money.__eq__
    a is b  #> none __eq__
    a < b  #> implicit Money.__lt__
    a > b  #> implicit Money.__lt__
    a <= b  #> none __lt__
    a + b  #> implicit Money.__add__; none __radd__
    3 + b  #> implicit Money.__radd__; none __add__
    unknown + b  #> none __radd__
    "%s" % b  #> none __radd__
    a += b  #> implicit Money.__iadd__; none __add__
    c = -b  #> implicit Money.__neg__
    c.cents  #> ref Money.cents
    bool(b)  #> implicit Money.__bool__


def texts(number):
    plain, named = Money(1), Named(2)
    str(plain)  #> implicit Money.__repr__
    str(named)  #> implicit Named.__str__; none __repr__
    f"{plain}"  #> implicit Money.__repr__
    f"{named} and {named!r:>{number}}"  #> implicit Named.__str__; implicit Money.__repr__
    repr(named)  #> implicit Money.__repr__; none __str__


def shadowed():
    def len(thing):
        return thing

    len(Shelf(1))  #> none __len__


def of_a_class(kind: type[Money], kinds: type):
    made = kind(1)  #> implicit Money
    made + made  #> implicit Money.__add__
    kinds(1)  #> none Money


class Level:
    def debug(self): ...

    def info(self): ...

    def fatal(self): ...


def of_sets(levels: set[Level], fixed: frozenset[Level]):
    for level in levels | {3}:
        level.debug()  #> call Level.debug typed
    for level in fixed - levels:
        level.info()  #> call Level.info typed


@pytest.mark.parametrize(("name", "count"), [("debug", 1), ("info", 2)])
def by_parameter(level: Level, name: str, count):
    getattr(level, name)()  #> implicit Level.debug; implicit Level.info; none fatal


@listed("name", ["debug", "info"])
def by_another(level: Level, name):
    getattr(level, name)()  #> none debug


def each_of(pages: Pages):
    for page in pages:  #> implicit Pages.__getitem__; implicit Pages.__len__
        print(page)
    Shelf(1) == Money(1)  #> none __eq__


def in_turn(level: Level, word):
    for name in ("debug", "info"):
        getattr(level, name)()  #> implicit Level.debug; implicit Level.info; none fatal
    for name, _ in [("fatal", 1)]:
        getattr(level, name)()  #> implicit Level.fatal; none info
        found = getattr(level, name)
        found()  #> implicit Level.fatal; none info
    for name in ("debug", "info"):
        name = name + word
        getattr(level, name)()  #> none debug
    for name in ("debug", word):
        getattr(level, name)()  #> none debug
