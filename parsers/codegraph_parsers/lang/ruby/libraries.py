"""Calls that are more than calls: those of the language and of libraries."""

from __future__ import annotations

from codegraph_parsers.frameworks.active_record import records
from codegraph_parsers.frameworks.active_support import macros as support
from codegraph_parsers.frameworks.sorbet import signatures
from codegraph_parsers.lang.ruby import macros

MACROS = {**macros.MACROS, **support.MACROS, **records.MACROS, **signatures.MACROS}
