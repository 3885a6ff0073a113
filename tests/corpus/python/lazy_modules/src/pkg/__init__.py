"""A package with names of its own, names of its parts and names that its hook imports."""
import importlib
from typing import TYPE_CHECKING
from . import names
from .names import *

__all__ = ["early"] + names.__all__
__all__ += ["Late"]

if TYPE_CHECKING:
    from .deferred import Deferred


def early(): ...


class Late:
    def go(self): ...


_lazy = {"Lazy": ".deferred", "Second": "deferred", "Renamed": ("pkg.deferred", "Second"), "Missing": ".nowhere"}
_placed: dict[str, tuple] = {"placed": (__spec__.parent, ".deferred")}
_other = {"hidden": ".names"}


def __getattr__(name):
    if name in _lazy:
        return getattr(importlib.import_module(_lazy[name], __name__), name)
    if name in _placed:
        return getattr(importlib.import_module(_placed[name][1], _placed[name][0]), name)
    if name == "special":
        from .deferred import special
        return special
    raise AttributeError(name)
