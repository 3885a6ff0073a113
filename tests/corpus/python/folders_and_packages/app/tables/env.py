"""The folder around is called like an installed package, which goes before it: what the folder lacks is that one's."""

from tables import context  #> external tables.context
from tables.versions import one  #> import one.py::


class Lookalike:
    def configure(self): ...


context.configure()  #> none configure; external tables.context.configure
