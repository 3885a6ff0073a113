"""Codebase that the tools of this toolset answer about.

It is the one indexed last, of those the client may ask about.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegraph.errors import NotFoundError, NotIndexedError
from codegraph.indexing.maintenance import iterate_recent_roots
from codegraph.memory.memory_model import Memory
from codegraph.operations import answers
from codegraph.operations.context import Context
from codegraph.operations.memory.anchoring import link_end
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.tools.codemem_kinds import get_kind
from codegraph.query.index import Index
from codegraph.query_results import Meaning, SymbolRow
from codegraph.server.call import Call
from codegraph.server.repositories import is_within
from codegraph.settings.config import load
from codegraph.text.ellipsis import cut_text

LABEL = 80
"""Characters of a memory that stand for it."""


def find_current_root(call: Call) -> Path:
    """Return the work tree that the tools of this toolset answer about.

    It is the one indexed last among the allowed roots, without roots inside another one. If there is none, it is the
    folder that the call means.
    """
    allowed = call.repositories.list_roots(call.roots)
    recent = [root for root in iterate_recent_roots(load(allowed[0])) if is_within(root, allowed)]
    for root in recent:
        around = (*recent, *(tree for tree in [find_work_tree(root)] if is_within(tree, allowed)))
        if not any(other in root.parents for other in around):
            return root
    return call.repositories.resolve_repository(None, call.roots)


def open_current(call: Call) -> Context:
    """Open the index of that codebase.

    Raises what opening and indexing raise.
    """
    return call.open(find_current_root(call))


def find_current_index(call: Call) -> Index | None:
    """Return the index of the current codebase, None when nothing is indexed."""
    try:
        return open_current(call).index()
    except NotIndexedError:
        return None


def link_ends(call: Call, names: Sequence[str]) -> list[str]:
    """Return the ids of the memories and symbols that the ends of links name.

    Raises NotFoundError, AmbiguousError."""
    with call.open_without_index().open_memory().read() as state:
        return [link_end(state, lambda: find_current_index(call), name) for name in names]


def find_symbol(index: Index, name: str) -> SymbolRow:
    """Find the symbol that a qualified name or id means.

    The name may have the prefix `sym:`. Raises NotFoundError, AmbiguousError, each with candidates.
    """
    return index.find_symbol(name.strip().removeprefix("sym:"))


def find_meaning(index: Index, name: str) -> Meaning:
    """Return every overload of a name, and its other definitions.

    Names are read and errors raised as in `find_symbol`.
    """
    return index.resolve_meaning(name.strip().removeprefix("sym:"))


def describe_overloads(found: Meaning) -> str:
    """Describe the definitions of a name that has several.

    The result is "" for a single one.
    """
    rows = found.symbols
    known = f"{answers.format_overloads(rows)}: {', '.join(row.id for row in rows)}" if len(rows) > 1 else ""
    return "; ".join(filter(None, (known, answers.format_others(found.others))))


def tell_kind(row: SymbolRow) -> str:
    return get_kind(row.kind, is_test=row.is_test)


def label(row: SymbolRow) -> str:
    return row.name or row.path


def format_label(memory: Memory) -> str:
    """Return the first words of a memory."""
    return cut_text(" ".join(memory.body.content.split()), LABEL)


def note(context: Context, *more: str) -> tuple[str, ...]:
    """Return notes for the reader next to the value."""
    return (*filter(None, more), *context.answer(None).warnings)


def check_nothing_found(context: Context, rows: Sequence[object], asked: str) -> None:
    """Raise NotFoundError for an empty answer of an outdated index.

    An empty list cannot say so itself.
    """
    if not rows and note(context):
        raise NotFoundError(f"nothing found for {asked[:100]!r}")
