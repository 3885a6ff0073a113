"""Bases that a variable holds: it is used, whatever it holds."""

from library import make_base


class Plain:
    def go(self): ...


Base = make_base()
Alias = Plain


class Model(Base):  #> ref Base; none Plain
    def save(self): ...


class Other(Alias):  #> ref Alias; inherit Plain
    def work(self):
        self.go()  #> call Plain.go


class Direct(Plain):  #> inherit Plain exact; none Alias
    pass
