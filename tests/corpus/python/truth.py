"""A condition asks whether an object is true: its class may have a member for that, or a length."""


class Shelf:
    def __init__(self, items):
        self.items = items

    def __len__(self): ...

    def show(self):
        if not self:  #> implicit Shelf.__len__
            return ""
        return "full" if self else "empty"  #> implicit Shelf.__len__


class Switch:
    def __bool__(self): ...
    def __len__(self): ...


class Plain: ...


def make(size):
    return Shelf(size)


def use(plain: Plain, number: int, switch: Switch):
    shelf = make(1)  #> none __len__
    if shelf:  #> implicit Shelf.__len__
        pass
    elif switch:  #> implicit Switch.__bool__; none Switch.__len__
        pass
    while shelf:  #> implicit Shelf.__len__
        break
    assert make(2)  #> implicit Shelf.__len__
    first = shelf or None  #> implicit Shelf.__len__
    second = number and shelf  #> none __len__
    third = [each for each in [1] if shelf]  #> implicit Shelf.__len__
    if number and shelf:  #> implicit Shelf.__len__
        pass
    either = shelf if number else switch
    if either:  #> none __len__; none __bool__
        pass
    if (number or shelf):  #> implicit Shelf.__len__
        pass
    if shelf is None:  #> none __len__
        pass
    if plain or number:  #> none __len__; none __bool__
        pass
    return first, second, third
