"""The Python interface: repositories, their graph and their memory as values.

`import codegraph` offers the same names and loads them when they are first used. docs/api.md has the reference and
what stays stable between versions.
"""

from __future__ import annotations

from codegraph.api.memory import Anchor, Memory, Note, RecalledNote, StaleNote
from codegraph.api.repository import Repository, open
from codegraph.api.results import (
    ChangedSymbol,
    ChangeImpact,
    Dependent,
    Edge,
    Endpoint,
    Impact,
    ImpactedSymbol,
    RankedSymbol,
    Results,
    SearchHit,
    SelectedTest,
    Status,
    Symbol,
)
from codegraph.errors import (
    AmbiguousError,
    CodegraphError,
    ConfigError,
    CredentialError,
    InvalidError,
    NotFoundError,
    UnreadableError,
)

__all__ = [
    "AmbiguousError",
    "CodegraphError",
    "ConfigError",
    "CredentialError",
    "InvalidError",
    "NotFoundError",
    "UnreadableError",
    "Anchor",
    "ChangeImpact",
    "ChangedSymbol",
    "Dependent",
    "Edge",
    "Endpoint",
    "Impact",
    "ImpactedSymbol",
    "Memory",
    "Note",
    "RankedSymbol",
    "RecalledNote",
    "Repository",
    "Results",
    "SearchHit",
    "SelectedTest",
    "StaleNote",
    "Status",
    "Symbol",
    "open",
]
