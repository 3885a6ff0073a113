"""Namespaces that macros open.

For a parser, their contents stand outside any namespace.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codegraph.resolve.program.binding import NOTHING, Binding
from codegraph.resolve.program.program import Ref

if TYPE_CHECKING:
    from codegraph.resolve.program.scopes import Scopes


def find_in_macro_namespace(scopes: Scopes, file: int, parts: Sequence[int], name: str) -> Binding:
    """Return the binding of a name in such a namespace, as `file` sees it."""
    if not any(map(scopes.program.is_declaration, parts)):
        return NOTHING
    return scopes.get_behind(file, name)


def find_nearer_in_macro_namespace(
    scopes: Scopes, file: int, parts: Sequence[int], name: str, refs: Sequence[Ref]
) -> Binding:
    """Return that binding where all known ones are in files that `file` does not see.

    `refs` are the known bindings, written in such a namespace.
    """
    program = scopes.program
    if not any(map(program.is_declaration, parts)):
        return NOTHING
    seen = scopes.wildcards.visible(file)
    if any(at in seen for at, _ in refs):
        return NOTHING
    found = find_in_macro_namespace(scopes, file, parts, name)
    return found if any(at in seen for at, _ in found.refs) else NOTHING


def find_behind(scopes: Scopes, file: int, name: str) -> Binding:
    """Find a name among the declarations after the macros that a file sees.

    Overloads of several headers are found together, as in a namespace that each of them opens.
    """
    program = scopes.program
    refs: list[Ref] = []
    for other in sorted(scopes.wildcards.visible(file), key=program.rank.__getitem__):
        program.reads.read_name(other, name)
        expr = program.get_names(other).get(name)
        if expr:
            refs.append((other, expr))
    return Binding(tuple(refs)) if refs else scopes.wildcards.find_member(file, 0, name)
