"""A runner starts in the folder of this file, so that the folders beside it are packages."""

from steps import waiting  #> import waiting.py::


def before():
    waiting.wait()  #> call wait exact
