"""What is put into them: a class that is decorated stays the class it is."""

from shelf import handler, model, plugins


@handler("open")
def opened(): ...


@handler("close")
def closed(): ...


@model  #> ref model exact
class Boat:
    def __init__(self, size): ...

    def sail(self): ...


@plugins.register("print")  #> call Plugins.register inferred
class Printer:
    def __init__(self): ...


Boat(1).sail()  #> call Boat.__init__ exact; call Boat.sail typed
