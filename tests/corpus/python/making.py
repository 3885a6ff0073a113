"""Instances that are made past their constructor, and members looked for behind a class."""

from contextlib import AbstractAsyncContextManager, AbstractContextManager


class Kettle:
    def __new__(cls, litres):
        made = super().__new__(cls)  #> none __new__
        made.descale()  #> call Kettle.descale typed
        return made

    @classmethod
    def empty(cls):
        made = cls.__new__(cls)
        made.descale()  #> call Kettle.descale inferred
        return made

    @classmethod
    def bare(cls):
        made = object.__new__(cls)  #> external object.__new__
        made.descale()  #> call Kettle.descale typed
        return made

    def twin(self):
        other = object.__new__(self.__class__)
        other.descale()  #> call Kettle.descale inferred
        return other

    def descale(self): ...


class Samovar(Kettle):
    def descale(self): ...


class Urn(Samovar):
    def descale(self):
        super(Samovar, self).descale()  #> call Kettle.descale exact; none Samovar.descale
        super(Urn, self).descale()  #> call Samovar.descale exact
        super(self.__class__, self).descale()  #> call Samovar.descale exact
        super(Unheard, self).descale()  #> none descale


def opened() -> AbstractContextManager[Kettle]: ...


def later() -> AbstractAsyncContextManager[Kettle]: ...


async def use():
    with opened() as kettle:
        kettle.descale()  #> call Kettle.descale typed
    async with later() as kettle:
        kettle.descale()  #> call Kettle.descale typed
