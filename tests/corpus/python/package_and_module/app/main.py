"""A package hides a module that is called like it."""

from app.tools import shared  #> import app/tools/parts.py::shared


def use():
    shared()  #> call app/tools/parts.py::shared; none app/tools.py::shared
