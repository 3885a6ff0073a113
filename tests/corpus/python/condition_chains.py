"""A chain of conditions: where one part of it is reached, none of the conditions before it holds."""


class Box:
    def clear(self): ...


class Bag:
    def __init__(self, given: "Bag | Box | None" = None):
        if given is None:
            self.inner = Box()
        elif isinstance(given, Bag):
            self.inner = Box()
        else:
            self.inner = given

    def clear(self):
        self.inner.clear()  #> call Box.clear inferred; none Bag.clear

    def empty(self): ...


class Tin:
    def clear(self): ...

    def empty(self): ...


def several(given: Bag | Box | Tin, flag):
    if flag:
        pass
    elif isinstance(given, Bag):
        given.clear()  #> call Bag.clear typed; none Box.clear; none Tin.clear
    elif isinstance(given, Box):
        given.clear()  #> call Box.clear typed; none Bag.clear; none Tin.clear
    else:
        given.clear()  #> call Tin.clear typed; none Bag.clear; none Box.clear


def after_a_return(given: Bag | Box | Tin):
    if isinstance(given, Bag):
        return
    elif isinstance(given, Box):
        return
    given.clear()  #> call Tin.clear typed; none Bag.clear; none Box.clear


def first_holds(given: Bag | Box | Tin, flag):
    if isinstance(given, Bag):
        given.clear()  #> call Bag.clear typed; none Box.clear
    elif flag:
        given.clear()  #> call Box.clear typed; call Tin.clear typed; none Bag.clear
    given.clear()  #> call Bag.clear typed; call Box.clear typed; call Tin.clear typed


def without_an_else(one, two):
    made = Tin()
    if one:
        made = Bag()
    elif two:
        made = Bag()
    made.empty()  #> call Tin.empty typed; call Bag.empty typed


def every_part_leaves(flag):
    if flag:
        made = Bag()
        return made
    elif not flag:
        raise ValueError
    made = Tin()
    made.empty()  #> call Tin.empty typed; none Bag.empty


def assigned_in_a_condition(find):
    if not (made := Tin()):
        return
    elif (other := Bag()) and find:
        other.empty()  #> call Bag.empty typed; none Tin.empty
    else:
        other.empty()  #> call Bag.empty typed; none Tin.empty
    made.empty()  #> call Tin.empty typed
