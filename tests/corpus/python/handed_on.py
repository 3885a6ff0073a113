"""Members that a class has not written: what its hook hands on, what follows a mixin in the lines of who mixes it in."""


class Engine:
    level = 1

    def start(self):
        return self

    def __len__(self):
        return 1


class Proxy:
    def __init__(self):
        self._engine = Engine()

    def stop(self): ...

    def __getattr__(self, name):
        return getattr(self._engine, name)


class Answering:
    def __getattr__(self, name) -> Engine: ...


class Other:
    def __init__(self):
        self._engine = Engine()

    def __getattr__(self, name):
        return getattr(self._engine, name.lower())


Proxy().start()  #> call Engine.start
Proxy().stop()  #> call Proxy.stop
Answering().motor.start()  #> call Engine.start
Other().start()  #> none start
len(Proxy())  #> none __len__


class Base:
    def run(self):
        return "base"

    def alone(self): ...


class Mixin:
    def run(self):
        return super().run()  #> call Base.run

    def alone(self):
        super().missing()  #> none *


class Both(Mixin, Base):
    pass


class Unmixed:
    def run(self):
        return super().run()  #> none run
