"""Every tool, and which of them a server offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from codegraph.errors import ConfigError
from codegraph.operations.tools.tool_spec import Effect, Tool, Toolset

_MODULES: Final[Mapping[Toolset, tuple[str, ...]]] = {
    Toolset.DEFAULT: ("default",),
    Toolset.CODEMEM: ("codemem", "codemem_memory"),
    Toolset.KRONROE: ("kronroe",),
    Toolset.ENGRAM: ("engram",),
    Toolset.KUMIHO: ("kumiho",),
    Toolset.KIMETSU: ("kimetsu",),
}
"""Modules of each toolset, in the order in which tools are listed."""


def list_tools(*toolsets: Toolset) -> tuple[Tool, ...]:
    """Return the tools of some toolsets, of all by default.

    Tables are read when they are asked for: most processes need one toolset."""
    return tuple(tool for toolset in toolsets or _MODULES for tool in _read_table(toolset))


@cache
def _read_table(toolset: Toolset) -> tuple[Tool, ...]:
    modules = (import_module(f"codegraph.operations.tools.{name}") for name in _MODULES[toolset])
    return tuple(tool for module in modules for tool in module.TOOLS)


ALL = "all"


class ServedTool(NamedTuple):
    """Tool under the name by which it is served."""

    name: str
    tool: Tool


def choose(
    toolsets: Sequence[str] = (),
    tools: Sequence[str] = (),
    *,
    read_only: bool = False,
    known: Sequence[Tool] | None = None,
) -> tuple[ServedTool, ...]:
    """Choose the tools to serve.

    They are the tools of `toolsets` (by default those of `default`, unless single tools are named) and the single
    `tools`; `read_only` then removes all that write. If two chosen toolsets share a name, both tools get their
    toolset's name as a prefix; names of one toolset alone stay as they are. A single tool may be named `toolset_name`,
    too.

    Raises ConfigError for a name that does not exist, and when nothing is left.
    """
    if known is None:
        is_default = not tools and set(toolsets) <= {Toolset.DEFAULT}
        known = list_tools(Toolset.DEFAULT) if is_default else list_tools()
    sets = _parse_toolsets(toolsets if toolsets or tools else (Toolset.DEFAULT,), known)
    singles = [_find_single(name, sets, known) for name in dict.fromkeys(tools)]
    chosen = [t for t in known if t.toolset in sets or t in singles]
    chosen = [t for t in chosen if t.effect is Effect.READS or not read_only]
    if not chosen:
        raise ConfigError(
            "no tool is left to serve", hint="choose other --toolsets or --tools, or leave out --read-only"
        )
    shared = Counter(t.name for t in chosen)
    return tuple(ServedTool(f"{t.toolset}_{t.name}" if shared[t.name] > 1 else t.name, t) for t in chosen)


def find_tool(name: str, known: Sequence[Tool] | None = None) -> Tool:
    """Find a tool by its name, plain or with its toolset as a prefix.

    No other toolset has names of the default one. Raises ConfigError with the nearest names.
    """
    if known is None:
        found = next((tool for tool in list_tools(Toolset.DEFAULT) if tool.name == name), None)
        if found is not None:
            return found
        known = list_tools()
    return _find_single(name, frozenset(), known)


def _parse_toolsets(names: Sequence[str], known: Sequence[Tool]) -> frozenset[Toolset]:
    filled = tuple(dict.fromkeys(t.toolset for t in known))
    if ALL in names:
        return frozenset(filled)
    unknown = [name for name in names if name not in filled]
    if unknown:
        raise ConfigError(f"no toolset {', '.join(map(repr, unknown))}", hint=f"toolsets: {', '.join((*filled, ALL))}")
    return frozenset(Toolset(name) for name in names)


def _find_single(name: str, sets: frozenset[Toolset], known: Sequence[Tool]) -> Tool:
    """Find one tool by name.

    Of several with this name, the one of a chosen toolset is meant; else the name is ambiguous.
    """
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
