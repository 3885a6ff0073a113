"""Which codebase the tools of this toolset answer about: the one indexed last, of those the client may ask about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegraph.answers import Meaning, SymbolRow
from codegraph.config import load
from codegraph.errors import NotFoundError, NotIndexedError
from codegraph.index import Index
from codegraph.maintenance import recent_roots
from codegraph.operations import answers
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import link_end
from codegraph.operations.tools.kinds import kind_of
from codegraph.operations.worktree import work_tree
from codegraph.server.call import Call
from codegraph.server.tools.codemem.models import Node


def current_root(call: Call) -> Path:
    """The work tree indexed last among the allowed roots, but no part of another one; without any, the folder the call
    means."""
    allowed = call.repositories.roots(call.roots)
    recent = [root for root in recent_roots(load(allowed[0])) if _is_within(root, allowed)]
    for root in recent:
        around = (*recent, *(tree for tree in [work_tree(root)] if _is_within(tree, allowed)))
        if not any(other in root.parents for other in around):
            return root
    return call.repositories.folder(None, call.roots)


def _is_within(folder: Path, roots: Sequence[Path]) -> bool:
    return any(folder == root or root in folder.parents for root in roots)


def current(call: Call) -> Context:
    """That codebase, its index open. Raises what opening and indexing raise."""
    return call.open(current_root(call))


def current_index(call: Call) -> Index | None:
    """Its index, None where nothing is indexed yet."""
    try:
        return current(call).index()
    except NotIndexedError:
        return None


def link_ends(call: Call, names: Sequence[str]) -> list[str]:
    """The ids of the memories and symbols that the ends of links name. Raises NotFoundError, AmbiguousError."""
    with call.place().memory("mcp").read() as state:
        return [link_end(state, lambda: current_index(call), name) for name in names]


def symbol(index: Index, name: str) -> SymbolRow:
    """The symbol a qualified name or id means, with or without `sym:` in front.

    Raises NotFoundError, AmbiguousError, each with candidates."""
    return index.symbol(name.strip().removeprefix("sym:"))


def meaning(index: Index, name: str) -> Meaning:
    """As `symbol`, but every overload of a name that has several, and the definitions of it that are not meant."""
    return index.resolve_meaning(name.strip().removeprefix("sym:"))


def several(found: Meaning) -> str:
    """Return what a reader should know where a name has several definitions, "" where it has one."""
    rows = found.symbols
    known = f"{answers.several(rows)}: {', '.join(row.id for row in rows)}" if len(rows) > 1 else ""
    return "; ".join(filter(None, (known, answers.also(found.others))))


def node(row: SymbolRow) -> Node:
    return Node(row.id, kind_of(row.kind, is_test=row.is_test), label(row))


def label(row: SymbolRow) -> str:
    return row.name or row.path


def freshness_note(context: Context) -> str:
    """Return what a reader should know beside the value, "" for nothing."""
    return "; ".join(context.answer(None).warnings)


def check_nothing_found(context: Context, rows: Sequence[object], asked: str) -> None:
    """Raise NotFoundError for an empty answer of an index that is behind: an empty list has no place to say so."""
    if not rows and freshness_note(context):
        raise NotFoundError(f"nothing found for {asked[:100]!r}")
