"""Where `isinstance` does not hold, a local is whatever else it may be; where ways meet again, all of it."""


class Path:
    def follow(self): ...


class Wheel:
    def turn(self) -> Path: ...


class Small(Wheel): ...


class Engine:
    def turn(self) -> None: ...

    def start(self): ...


def leaving(x: Wheel | Engine):
    if isinstance(x, Wheel):
        x.turn().follow()  #> call Path.follow
        return
    x.turn().follow()  #> call Engine.turn; none follow

    def later():
        return x.turn().follow()  #> call Engine.turn; none follow

    later()


def otherwise(x: "Wheel | Engine", y: Small | Engine):
    if not isinstance(x, Wheel):
        x.turn().follow()  #> call Engine.turn; none follow
    else:
        x.turn().follow()  #> call Wheel.turn; call Path.follow
    x.turn().follow()  #> call Wheel.turn; call Engine.turn; call Path.follow
    if isinstance(y, (Wheel, int)):
        y.turn().follow()  #> call Path.follow
    elif y.start():  #> call Engine.start
        y.turn().follow()  #> call Engine.turn; none follow
    y.turn()  #> call Wheel.turn; call Engine.turn


def only(x: Wheel, y: Wheel, z):
    if isinstance(x, Small):
        return
    x.turn()  #> call Wheel.turn
    if isinstance(y, Wheel):
        return
    y.turn()  #> none turn
    if isinstance(z, str):
        z = Engine()
    z.turn()  #> call Engine.turn


def repeated(parts: list[Wheel | Engine]):
    for each in parts:
        if isinstance(each, Wheel):
            continue
        each.turn().follow()  #> call Engine.turn; none follow
    for each in tuple(parts):
        each.start()  #> call Engine.start
    for each in frozenset(parts):
        each.start()  #> call Engine.start
    return [each.turn().follow() for each in parts if not isinstance(each, Wheel)]  #> call Engine.turn; none follow


def same(x):
    if isinstance(x, str):
        raise TypeError
    return x


same(Engine()).start()  #> call Engine.start
same(Wheel()).start()  #> none start
