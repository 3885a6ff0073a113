"""Type variables that another file makes: at least what their bound says is known of them."""

from typing import Generic

from engines import Anything, Engine, EngineType


class Car(Generic[EngineType, Anything]):
    def engine(self) -> EngineType: ...

    def rest(self) -> Anything: ...

    def go(self):
        self.engine().start()  #> call Engine.start
        self.rest().start()  #> none start


def run(engine: EngineType, other: Anything):
    engine.start()  #> call Engine.start
    other.start()  #> none start


class Faster(Engine):
    def boost(self): ...


class Racer(Car[Faster, int]):
    def race(self):
        self.engine().boost()  #> call Faster.boost
        self.rest().boost()  #> none boost
