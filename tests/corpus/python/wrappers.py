"""A wrapper that presents itself as the function it wraps is that function to its callers; any other replaces it."""

import functools


def timed(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        return function(*arguments)  #> implicit work inferred

    return wrapper


def replaced(function):
    def replacement(*arguments):
        return function(*arguments)

    return replacement


@timed
def work() -> None: ...


@replaced
def rest() -> None: ...


def day() -> None:
    work()  #> call work exact; none wrapper
    rest()  #> call rest; call replaced.replacement
