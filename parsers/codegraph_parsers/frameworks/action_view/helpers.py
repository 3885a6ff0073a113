"""Modules of helpers: a view has all of them, so that one may call another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Extension, SymbolKind

if TYPE_CHECKING:
    from codegraph_parsers.walker import Walker

FILES = re.compile(r"(?:^|/)app/helpers/.+_helper\.rb$")


def join_helpers(w: Walker, symbol: int) -> None:
    """Give a module of helpers to all views, and what these have to the module."""
    found = w.symbols[symbol]
    if found.kind is not SymbolKind.MODULE or not found.name.endswith("Helper") or not FILES.search(w.facts.path):
        return
    views = w.share(ops.ATTR, w.share(ops.NAME, "ActionView", 0), "Helpers")
    w.facts.extensions.append(Extension(views, (), 0, symbol, found.line))
    w.facts.bases[symbol] = (*w.facts.bases.get(symbol, ()), Base(views, "includes", found.line))
