"""A class's `__new__` says what constructing it gives."""

import enum


class Unbound:
    def __init__(self, kind, *given): ...

    def bind(self): ...


class Field:
    def __new__(cls, *given, **words):
        if "form" in words:
            return super().__new__(cls)
        return Unbound(cls, *given)

    def render(self): ...


class Text(Field):
    def __init__(self, label=None): ...

    def draw(self): ...


Text(1).bind()  #> call Text exact; call Unbound.bind typed
Text(1).draw()  #> call Text.draw typed
Text(1).render()  #> call Field.render typed; none draw


class Pair:
    def __new__(cls) -> "tuple[Unbound, Text]":
        return (Unbound(cls), Text())

    def bind(self): ...


first, second = Pair()
first.bind()  #> call Unbound.bind typed; none Pair.bind
second.draw()  #> call Text.draw typed


class Single:
    one = None

    def __new__(cls):
        if cls.one is None:
            cls.one = super().__new__(cls)
        return cls.one

    def run(self): ...


class Special(Single):
    def extra(self): ...


Special().extra()  #> call Special exact; call Special.extra typed
Special().run()  #> call Single.run typed


class Number(int):
    def __new__(cls, text):
        return int.__new__(cls, text)

    def up(self): ...


Number("1").up()  #> call Number.up typed


class Drawn:
    def __new__(cls, pen):
        made = object.__new__(cls)
        made.pen = pen
        made.case = Text()  #> call Text exact
        return made

    def draw(self):
        self.pen  #> ref Drawn.pen exact
        self.case.draw()  #> call Text.draw inferred


class Red(Drawn): ...


class Blue(Drawn):
    def __new__(cls, pen):
        return super().__new__(cls, pen)  #> call Drawn.__new__ exact

    def __init__(self, pen): ...


class Once(type):
    def __call__(cls, *given): ...


class Shared(metaclass=Once):
    def __init__(self): ...


Drawn(1)  #> call Drawn exact; implicit Drawn.__new__ typed
Red(1).draw()  #> call Red exact; implicit Drawn.__new__ typed; call Drawn.draw typed
Blue(1)  #> call Blue.__init__ exact; implicit Blue.__new__ typed; none Drawn.__new__
Shared()  #> call Shared.__init__ exact; implicit Once.__call__ typed


class Number(int):
    def __new__(cls, value):
        return super().__new__(cls, value)


class Level(Number, enum.Enum):
    LOW = 1


class Deeper(Level): ...


Number(1)  #> call Number exact; implicit Number.__new__ typed
Level(1)  #> call Level exact; none __new__
Deeper(1)  #> none __new__
