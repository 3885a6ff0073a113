"""Asking the fixed index, as a surface would."""

from __future__ import annotations

from pathlib import Path

from codegraph.operations.answers import Answer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.settings.config import Config
from support.fixed_index import FixedIndex


def fixed_context(*changed: str) -> Context:
    """A context whose index is the fixed graph; `changed` files make it stale."""
    return Context(Path("/srv/notes"), Config(home=Path("/srv/home")), opened=FixedIndex(changed))


def ask(name: str, request: object, context: Context | None = None) -> Answer:
    """The answer of the capability called `name`."""
    return load_handler(BY_NAME[name])(context or fixed_context(), request)
