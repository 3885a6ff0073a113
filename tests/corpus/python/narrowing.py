"""What a condition says of names, members and items holds where it was asked, and no further."""


class Wheel:
    def turn(self): ...


class Engine:
    def __init__(self, thing):
        self.fuel = thing

    def start(self): ...


def names(x, y):
    if isinstance(x, Engine) and x.start():  #> call Engine.start typed
        pass
    if not isinstance(x, Engine) or x.start():  #> call Engine.start typed
        pass
    x.turn()  #> none turn; unresolved turn
    y.turn() if isinstance(y, Wheel) else y.spin()  #> call Wheel.turn typed; unresolved spin


def kinds(x, y, z, either):
    if type(x) is Wheel:
        x.turn()  #> call Wheel.turn typed
    if type(y) is not Wheel:
        y.turn()  #> unresolved turn; none turn
    else:
        y.turn()  #> call Wheel.turn typed
    if issubclass(z, Engine):
        z(1).start()  #> call Engine inferred; call Engine.start typed
    if isinstance(either, Wheel | Engine):
        either.turn()  #> call Wheel.turn typed; none start


def items(args):
    if len(args) == 1 and isinstance(args[0], Wheel):
        args[0].turn()  #> call Wheel.turn typed
        args[1].turn()  #> unresolved turn; none turn
    return [each.turn() for each in args if isinstance(each, Wheel)]  #> call Wheel.turn typed


def repeated(x):
    while isinstance(x, Wheel):
        x.turn()  #> call Wheel.turn typed
    else:
        Engine(x).start()  #> call Engine exact; call Engine.start typed


class Car:
    def __init__(self, part):
        self.part = part

    def go(self):
        if isinstance(self.part, Engine):
            self.part.start()  #> call Engine.start typed
            if isinstance(self.part.fuel, Wheel):
                self.part.fuel.turn()  #> call Wheel.turn typed
                self.part = other()  #> unresolved other
                self.part.fuel.turn()  #> unresolved turn; none turn
                self.part.start()  #> unresolved start; none start
        self.part.start()  #> unresolved start; none start

    def leave(self):
        if not isinstance(self.part, Wheel):
            return
        self.part.turn()  #> call Wheel.turn typed

        def later():
            self.part.turn()  #> unresolved turn; none turn

        later()  #> call Car.leave.later exact

    def both(self, flag):
        if flag:
            assert isinstance(self.part, Wheel)
            self.part.turn()  #> call Wheel.turn typed
        else:
            assert isinstance(self.part, Engine)
        self.part.turn()  #> call Wheel.turn typed; none start


def made(name, **members):
    return type(name, (Engine,), members)


def use():
    Kind = made("Kind", size=1)  #> call made exact
    Kind(1).start()  #> call Engine inferred; call Engine.start inferred
    Mixed = type("Mixed", (Wheel, Engine), {})
    Mixed().start()  #> unresolved start; none start


class Spare(Wheel):
    def roll(self): ...


def decorated(function): ...


def stated():
    class Local(Spare): ...

    @decorated
    def made(): ...

    assert issubclass(Local, Wheel)  #> ref Local
    Local().roll()  #> call Local exact; call Spare.roll typed
    assert issubclass(Spare, Wheel)
    assert isinstance(Spare(), Wheel)  #> call Spare exact; none Wheel.turn
    Spare().roll()  #> call Spare.roll typed
    assert isinstance(made, Spare)  #> ref stated.made
    made.roll()  #> ref stated.made; call Spare.roll typed
