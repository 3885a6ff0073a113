"""Every tool, and which of them a server offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from codegraph.errors import ConfigError
from codegraph.operations.tools import codemem, codemem_memory, default, engram, kimetsu, kronroe, kumiho
from codegraph.operations.tools.spec import Effect, Tool, Toolset

TOOLS: tuple[Tool, ...] = (
    *default.TOOLS,
    *codemem.TOOLS,
    *codemem_memory.TOOLS,
    *kronroe.TOOLS,
    *engram.TOOLS,
    *kumiho.TOOLS,
    *kimetsu.TOOLS,
)

ALL = "all"


class Offered(NamedTuple):
    """A tool under the name it is served by."""

    name: str
    tool: Tool


def choose(
    toolsets: Sequence[str] = (), tools: Sequence[str] = (), *, read_only: bool = False, known: Sequence[Tool] = TOOLS
) -> tuple[Offered, ...]:
    """The tools of `toolsets` (by default those of `default`, unless single tools are named) and the single `tools`;
    `read_only` then takes away all that write. Where two chosen toolsets share a name, both carry their toolset's name
    in front; names that one toolset has alone stay as they are. A single tool may be named `toolset_name`, too.

    Raises ConfigError for a name that does not exist, and when nothing is left."""
    sets = _toolsets(toolsets if toolsets or tools else (Toolset.DEFAULT,), known)
    singles = [_single(name, sets, known) for name in dict.fromkeys(tools)]
    chosen = [t for t in known if t.toolset in sets or t in singles]
    chosen = [t for t in chosen if t.effect is Effect.READS or not read_only]
    if not chosen:
        raise ConfigError(
            "no tool is left to serve", hint="choose other --toolsets or --tools, or leave out --read-only"
        )
    shared = Counter(t.name for t in chosen)
    return tuple(Offered(f"{t.toolset}_{t.name}" if shared[t.name] > 1 else t.name, t) for t in chosen)


def find_tool(name: str, known: Sequence[Tool] = TOOLS) -> Tool:
    """The tool of a name, plain or with its toolset in front. Raises ConfigError with the nearest names."""
    return _single(name, frozenset(), known)


def _toolsets(names: Sequence[str], known: Sequence[Tool]) -> frozenset[Toolset]:
    filled = tuple(dict.fromkeys(t.toolset for t in known))
    if ALL in names:
        return frozenset(filled)
    unknown = [name for name in names if name not in filled]
    if unknown:
        raise ConfigError(f"no toolset {', '.join(map(repr, unknown))}", hint=f"toolsets: {', '.join((*filled, ALL))}")
    return frozenset(Toolset(name) for name in names)


def _single(name: str, sets: frozenset[Toolset], known: Sequence[Tool]) -> Tool:
    """One tool by name. Of several with this name, the one of a chosen toolset is meant; else it is ambiguous."""
    # A toolset may have both `memory_store` and `kumiho_memory_store`: a whole name comes first.
    found = [t for t in known if t.name == name] or [t for t in known if f"{t.toolset}_{t.name}" == name]
    preferred = [t for t in found if t.toolset in sets] or found
    if len(preferred) == 1:
        return preferred[0]
    if preferred:
        hint = f"say which: {', '.join(f'{t.toolset}_{t.name}' for t in preferred)}"
        raise ConfigError(f"several tools are called {name!r}", hint=hint)
    near = get_close_matches(name, [t.name for t in known], n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"tools: {', '.join(t.name for t in known)}"
    raise ConfigError(f"no tool {name!r}", hint=hint)
