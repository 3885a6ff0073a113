from base import Maker, first, stored
from kinds import Model, PlotT, T


class Note(Model):
    def read(self): ...


class DataMaker(Maker[T]):  #> inherit Maker
    pass


class NoteMaker(DataMaker[Note]):  #> ref Note
    pass


class Wall:
    shown: PlotT  #> ref PlotT

    def show(self, plot: PlotT) -> list[PlotT]:
        plot.draw()  #> call PlotT.draw
        self.shown.draw()  #> call PlotT.draw


def plot() -> PlotT: ...


def run(unknown, wall: Wall):
    NoteMaker.build(text="x").read()  #> call Note.read
    NoteMaker().batch(2)[0].read()  #> call Note.read
    first([Note()]).read()  #> call Note.read
    stored(Note()).read()  #> call Note.read
    stored(unknown).save()  #> call Model.save
    stored(unknown).read()  #> none read
    first(unknown).read()  #> none read
    plot().draw()  #> call PlotT.draw
    wall.show(unknown)[0].draw()  #> call PlotT.draw
    wall.shown.draw()  #> call PlotT.draw
    PlotT().draw()  #> call PlotT.draw
