"""What importing numpy can do without in a process that is over in a moment: a third of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from importlib.abc import Loader  # imports half of what reads archives

UNREAD: Final = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")
"""Modules that only give numpy's functions their documentation, a tenth of importing numpy. Python's `-OO` leaves it
out, too, so whoever uses numpy can do without."""

TYPES: Final = "numpy._typing"
"""What annotations are made of, a sixth. Of all that is in it numpy itself takes one name when it is imported, for
annotations that nobody reads."""

NAME: Final = "NDArray"


class _Later:
    """Loads a package when anything but that name is asked of it."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        def load(name: str) -> object:
            del module.__dict__["__getattr__"]
            self._loader.exec_module(module)
            return getattr(module, name)

        module.__dict__.update({NAME: list, "__getattr__": load})


class _TypesLater:
    """Finds that package, to be loaded later."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name == TYPES else None
        if spec is not None and spec.loader is not None:
            spec.loader = cast("Loader", _Later(spec.loader))
        return spec


def lighten_numpy() -> None:
    """To be called before numpy is imported. What is left out here is there for whoever asks for it."""
    for name in UNREAD:
        sys.modules.setdefault(name, ModuleType(name))
    sys.meta_path.insert(0, _TypesLater())
    # Products here are too small for threads, and starting them is a sixth of importing numpy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
