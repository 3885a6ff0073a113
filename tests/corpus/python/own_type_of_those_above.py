"""What a class above gives of `Self` is of the class that asks, through `self` too."""

from typing import Self


class Base:
    def build(self) -> Self:
        return self


class Below(Base):
    def run(self):
        self.build().own()  #> call Below.own; call Base.build

    def own(self): ...
