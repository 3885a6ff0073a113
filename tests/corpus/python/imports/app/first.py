from __future__ import annotations

from typing import TYPE_CHECKING

from . import second  #> import app/second.py::

if TYPE_CHECKING:
    from .second import Two  #> import app/second.py::Two


class One:
    def partner(self, two: Two) -> "Two":
        two.go()  #> call Two.go typed
        return second.Two()  #> call second.py::Two exact


def late(one: "One | None", many: "list[One]"):
    one.partner(None).go()  #> call One.partner typed; call Two.go typed
    many[0].partner(None)  #> call One.partner typed
