"""An attribute that a class above declares is the one that methods below assign."""


class Engine:
    def run(self): ...


class Turbo(Engine):
    def run(self): ...


class Base:
    engine: Engine
    plain = None

    def start(self):
        self.engine.run()  #> call Engine.run; ref Base.engine exact; none Below.engine


class Middle(Base):
    pass


class Below(Middle):
    def __init__(self):
        self.engine = Turbo()
        self.plain = Turbo()

    def go(self):
        self.engine.run()  #> call Turbo.run; ref Base.engine; ref Below.engine
        self.plain.run()  #> call Turbo.run; ref Below.plain; none Base.plain


class Apart:
    def __init__(self):
        self.engine = Engine()

    def go(self):
        return self.engine  #> ref Apart.engine exact; none Base.engine
