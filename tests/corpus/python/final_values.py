"""`Final` and `ClassVar` alone say nothing of a value: what is assigned does."""

import typing
from typing import ClassVar, Final


class Field:
    def __init__(self, number):
        self.number = number

    def read(self): ...


class Kind:
    class Inner:
        ONE = 1


class Table:
    Kind: Final = Kind
    first: Final = Field(1)
    second: ClassVar = Field(2)
    third: typing.Final = Field(3)
    fourth: Final[Field]

    class Nested:
        fifth: Final = Field(5)


limit: Final = Field(9)


def use(other: Final):
    Table.first.read()  #> call Field.read typed
    Table.second.read()  #> call Field.read typed
    Table.third.read()  #> call Field.read typed
    Table().fourth.read()  #> call Field.read typed
    Table.Nested.fifth.number  #> ref Field.number inferred
    Table.Kind.Inner.ONE  #> ref Kind.Inner.ONE
    Table.Kind.Inner()  #> call Kind.Inner exact
    limit.read()  #> call Field.read typed
    other.read()  #> unresolved read; none read
