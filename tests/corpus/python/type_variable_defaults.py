"""A type variable that no argument binds is what the default of a parameter makes it."""

from typing import Type, TypeVar


class Parser:
    def parse(self): ...


class Quick(Parser):
    def parse(self): ...


class Exact(Parser):
    def parse(self): ...


T = TypeVar("T", bound=Parser)
Kind = TypeVar("Kind", bound=Type[Parser])


def make(text, kind: Type[T] = Quick) -> T: ...


def choose(text, kind: Kind = Quick) -> Kind: ...


def keep(text, parser: T = Quick()) -> T: ...


def optional(text, kind: Type[T] | None = None) -> T: ...


def left_out():
    make("a").parse()  #> call Quick.parse typed; none Parser.parse; none Exact.parse


def positional():
    make("a", Exact).parse()  #> call Exact.parse typed; none Quick.parse


def by_name():
    make("a", kind=Exact).parse()  #> call Exact.parse typed; none Quick.parse


def unknown(kind):
    make("a", kind).parse()  #> call Parser.parse; none Quick.parse


def spread(*given, **named):
    make(*given).parse()  #> none Quick.parse; none Exact.parse
    make("a", **named).parse()  #> none Quick.parse; none Exact.parse


def a_class():
    choose("a")().parse()  #> call Quick.parse; none Parser.parse; none Exact.parse


def an_instance():
    keep("a").parse()  #> call Quick.parse typed; none Parser.parse


def nothing():
    optional("a").parse()  #> call Parser.parse typed; none Quick.parse
