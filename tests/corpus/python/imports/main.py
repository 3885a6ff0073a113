import app.second as later  #> import app/second.py::
import names.space.part  #> import names/space/part.py::
from app import *  #> import app/__init__.py::
from names.space import part  #> import names/space/part.py::


def run():
    later.Two().go()  #> call Two.go typed
    names.space.part.piece()  #> call piece exact
    part.piece()  #> call piece exact
    One()  #> call One exact
    two()  #> call second.py::two exact
