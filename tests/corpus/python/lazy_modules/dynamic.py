"""Modules that a text names when the code runs."""

import importlib
from importlib import import_module

importlib.import_module("pkg.both").make()  #> call both.py::make; import src/pkg/both.py::
import_module("pkg.deferred").special()  #> call special
import_module(f"pkg.{make}").special()  #> none special
