"""Completion of a file's facts after the walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers.lang._cfamily.branches import resolve_versions
from codegraph_parsers.lang._cfamily.context import get_context
from codegraph_parsers.lang._cfamily.names import TAG
from codegraph_parsers.lang._cfamily.records import declare_tags

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def finish(w: Walker, root: Node) -> None:
    """Complete the facts of a file after the walk.

    Tags are also bound to their plain name where nothing else is, because code of the other language uses that name.
    """
    declare_tags(w)
    resolve_versions(w, get_context(w).branches)
    own = w.facts.names.get(0)
    if own is None:
        return
    for name, expr in list(own.items()):
        if name.startswith(TAG):
            own.setdefault(name[len(TAG) :], expr)
