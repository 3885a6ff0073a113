"""Of definitions in several arms one is there: none of them is certain. One definition in several parts is."""

import functools
import sys
from typing import overload

if sys.version_info >= (3, 11):

    def dump(): ...

else:

    def dump(): ...


def choose(flag):
    if flag:

        def inner(): ...

    else:

        def inner(): ...

    inner()  #> call choose.inner inferred


class Box:
    if sys.platform == "win32":

        def open(self): ...

    else:

        def open(self): ...

    def use(self):
        self.open()  #> call Box.open inferred
        self.lid  #> ref Box.lid exact
        self.lid = 2

    @property
    def lid(self): ...

    @lid.setter
    def lid(self, value): ...


dump()  #> call dump inferred


@overload
def load(of: int) -> int: ...
@overload
def load(of: str) -> str: ...
def load(of):
    return of


load(1)  #> call load exact
hold = load  #> ref load exact


@functools.singledispatch
def show(of): ...


@show.register
def _(of: int): ...


show(1)  #> call show exact


def again(): ...


again()  #> call again exact


def again(): ...  # noqa: F811


again()  #> call again exact
