"""Mixin methods in the table of implicit calls are declared in the prelude."""

from __future__ import annotations

import pytest

from codegraph_parsers.lang.python import implicit_calls
from codegraph_parsers.prelude import load

PRELUDE = load("python")
BASES = ("Mapping", "MutableMapping", "Sequence", "MutableSequence")


@pytest.mark.parametrize("name", sorted(name for name in implicit_calls.LIBRARY_CALLS if name.startswith(BASES)))
def test_a_mixin_that_runs_members_is_declared_where_it_is_said_to_be(name: str) -> None:
    assert PRELUDE is not None
    assert name in {symbol.qualname for symbol in PRELUDE.symbols}
