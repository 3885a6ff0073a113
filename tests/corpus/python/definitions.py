"""What is a symbol, and of which kind."""

from typing import TypedDict

LIMIT = 3  #> def constant LIMIT
counter = 0  #> def variable counter
type Name = str  #> def type Name


class Thing:  #> def class Thing
    size: int = 3  #> def field Thing.size
    bare: str  #> def field Thing.bare
    MAXIMUM = 9  #> def constant Thing.MAXIMUM

    def __init__(self):  #> def constructor Thing.__init__
        self.own = 1  #> def field Thing.own
        local = 2
        self.own = local

    @property
    def area(self):  #> def property Thing.area
        return 1

    async def load(self):  #> def method Thing.load
        def helper():  #> def function Thing.load.helper
            pass

        return helper

    class Inner:  #> def class Thing.Inner
        pass


class Row(TypedDict):  #> def class Row
    key: str  #> def field Row.key


def test_things():  #> def function test_things
    Thing().load()
