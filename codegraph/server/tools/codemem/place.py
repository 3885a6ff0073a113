"""Which memory a call is about."""

from __future__ import annotations

from codegraph.memory.engine import MemoryEngine
from codegraph.memory.model import Origin, Vocabulary
from codegraph.operations.memory.place import namespace_of
from codegraph.server.call import Call

ORIGIN = Origin.AGENT
WORDS = Vocabulary.CODEMEM


def memory_of(call: Call) -> MemoryEngine:
    return call.place().memory("mcp")


def namespace_or_here(call: Call, namespace: str | None) -> str:
    """The namespace a call names, else that of the server's repository."""
    return namespace if namespace is not None else namespace_of(call.place().repo)
