"""What a decorator from outside puts in the place of a function has members that the function has not."""

from functools import cache, singledispatch

import tasks


class Lookalike:
    def cache_clear(self): ...

    def delay(self, amount): ...


@cache
def rate(code):
    return 1


@tasks.job(queue="slow")
def pay(amount):
    return amount


@singledispatch
def shown(value):
    return str(value)


@shown.register(int)  #> ref shown; external singledispatch.register
def _(value):
    return shown(value)  #> call shown exact


def plain():
    return 1


def use():
    rate.cache_clear()  #> ref rate exact; external cache.cache_clear; none cache_clear
    pay.delay(3)  #> ref pay exact; external tasks.job().delay; none delay
    plain.delay(3)  #> none delay; unresolved delay
