"""A class body runs from top to bottom: a name it has not bound yet comes from outside."""


def label(*details): ...
def sorted_by(key): ...


class Shelf:
    @label()  #> call class_bodies.py::label exact; decorate Shelf.label
    def label(self): ...

    @label  #> none class_bodies.py::label
    def title(self): ...

    key = sorted_by("a")  #> call class_bodies.py::sorted_by
    order = sorted_by(key)  #> call class_bodies.py::sorted_by

    def sorted_by(self):
        sorted_by("b")  #> call class_bodies.py::sorted_by exact

    class Inner:
        made = sorted_by("c")  #> call class_bodies.py::sorted_by exact


class Press(type):
    def stamp[T](cls: type[T], text) -> T: ...

    def mint(cls):
        return cls.stamp("a")  #> call Press.stamp exact

    def __new__(mcs, name, bases, space):
        made = super().__new__(mcs, name, bases, space)
        made.mint()  #> call Press.mint typed
        mcs.helper(1)  #> call Press.helper exact
        return made

    @classmethod
    def helper(mcs, number): ...


class Coin(metaclass=Press):  #> typeof Press
    def flip(self): ...


class Penny(Coin):
    @classmethod
    def pair(cls):
        return cls.stamp("x").flip()  #> call Press.stamp exact; call Coin.flip typed


Penny.stamp("b").flip()  #> call Press.stamp exact; call Coin.flip typed
Coin().stamp("c")  #> none stamp


class Stamp(type):
    def __new__(mcs, name, bases, members): ...

    def __init__(cls, name, bases, members): ...


class Mould:
    def __init_subclass__(cls, **given): ...


class First(Mould, metaclass=Stamp):  #> implicit Stamp.__new__ typed; implicit Stamp.__init__; implicit Mould.__init_subclass__
    pass


class Second(First):  #> implicit Stamp.__new__; implicit Mould.__init_subclass__
    def __init_subclass__(cls, **given): ...


def cast_anew():
    class Third(Second):  #> implicit Stamp.__init__; implicit Second.__init_subclass__
        pass

    return Third


class Free(Mould.__class__):  #> none __new__
    pass
