# type: ignore
"""Attributes that a library's field makers are told the type, the maker or the default of."""

import attr
import attrs


class Engine:
    def start(self): ...


@attr.s
class Old:
    typed = attr.ib(type=Engine)
    made = attr.ib(factory=Engine)
    third = attr.ib(default=attr.Factory(Engine))
    free = attr.ib()

    def go(self):
        self.typed.start()  #> call Engine.start
        self.made.start()  #> call Engine.start
        self.third.start()  #> call Engine.start
        self.free.start()  #> none start


@attrs.define
class New:
    made = attrs.field(factory=Engine)
    declared: Engine = attrs.field()

    def go(self):
        self.made.start()  #> call Engine.start
        self.declared.start()  #> call Engine.start
