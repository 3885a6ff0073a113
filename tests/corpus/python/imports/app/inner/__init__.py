from ..first import One  #> import app/first.py::One
from .. import second  #> import app/second.py::


def deep():
    second.two()  #> call app/second.py::two exact
