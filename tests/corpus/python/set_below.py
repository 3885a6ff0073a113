"""Attributes that hold nothing where they are read: classes below say what they hold."""


class Engine:
    def run(self): ...


class Motor:
    def run(self): ...


class Base:
    engine = None
    factory = None
    hook = None
    started = None
    own = Motor()
    lost = None

    def __init__(self):
        self.inner = None

    def work(self):
        self.engine.run()  #> call Engine.run inferred; ref Base.engine; none Below.engine; none Motor.run
        self.factory().run()  #> call Motor.run inferred
        self.hook()  #> implicit Below.hook; ref Base.hook; none Unrelated.hook
        self.inner.run()  #> call Motor.run
        self.own.run()  #> call Motor.run inferred; none Engine.run
        self.lost.run()  #> ref Base.lost; none run

    @classmethod
    def make(cls):
        return cls.factory().run()  #> call Motor.run inferred


class Below(Base):
    engine = Engine()
    factory = Motor
    own = Engine()

    def __init__(self):
        super().__init__()
        self.inner = Motor()

    def hook(self): ...


class Unrelated:
    def hook(self): ...


def outside(base: Base):
    base.lost.run()  #> none run
