"""Functions that are registered with one that chooses among them: calling that one may run any of them."""

import functools
from functools import singledispatch, singledispatchmethod

import click


@singledispatch
def show(thing): ...


@show.register  #> implicit show_int dispatch
def show_int(thing: int):
    helper()  #> call helper exact


@show.register(str)  #> implicit show_text dispatch
def show_text(thing): ...


class Reader:
    @singledispatchmethod
    def read(self, node): ...

    @read.register  #> implicit Reader.read_int dispatch
    def read_int(self, node: int): ...

    @functools.singledispatchmethod
    def write(self, node): ...

    @write.register(str)  #> implicit Reader.write_text dispatch
    def write_text(self, node): ...


def helper(): ...


class Registry:
    def register(self, function):
        return function


registry = Registry()


@registry.register  #> decorate plain
def plain(): ...


def chooser(): ...


@chooser.register  #> none of_nothing
def of_nothing(): ...


@click.group()
def main(): ...


@main.command("leaf")  #> implicit leaf dispatch
def leaf(): ...


@main.group()  #> implicit inner dispatch
def inner(): ...


@inner.command()  #> implicit deep dispatch
def deep(): ...


@main.result_callback()  #> none after
def after(): ...
