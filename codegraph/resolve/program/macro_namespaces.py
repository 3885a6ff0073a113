"""Namespaces that macros open.

Namespaces that macros open: what is in them stands, for a parser, outside any namespace.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Found
from codegraph.resolve.program.program import Ref

if TYPE_CHECKING:
    from codegraph.resolve.program.scopes import Scopes


def behind(scopes: Scopes, file: int, parts: Sequence[int], name: str) -> Found:
    """A name of such a namespace, as `file` sees it."""
    if not any(map(scopes.program.is_declaration, parts)):
        return NOTHING
    return scopes.get_behind(file, name)


def nearer_behind(scopes: Scopes, file: int, parts: Sequence[int], name: str, refs: Sequence[Ref]) -> Found:
    """The same where what is written in such a namespace stands in files that `file` does not see (`refs`)."""
    program = scopes.program
    if not any(map(program.is_declaration, parts)):
        return NOTHING
    seen = scopes.wildcards.visible(file)
    if any(at in seen for at, _ in refs):
        return NOTHING
    found = behind(scopes, file, parts, name)
    return found if any(at in seen for at, _ in found.refs) else NOTHING


def find_behind(scopes: Scopes, file: int, name: str) -> Found:
    """Find a name behind the macros that a file sees.

    Overloads of several headers stand side by side, as in a namespace that each of them opens."""
    program = scopes.program
    refs: list[Ref] = []
    for other in sorted(scopes.wildcards.visible(file), key=program.rank.__getitem__):
        program.reads.read_name(other, name)
        expr = program.get_names(other).get(name)
        if expr:
            refs.append((other, expr))
    return Found(tuple(refs)) if refs else scopes.wildcards.member(file, 0, name)
