"""After the walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers.lang._cfamily.branches import decide
from codegraph_parsers.lang._cfamily.context import context
from codegraph_parsers.lang._cfamily.names import TAG
from codegraph_parsers.lang._cfamily.records import declare_tags

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker


def finish(w: Walker, root: Node) -> None:
    """Tags answer to their plain name as well, where nothing else does: code of the other language names them so."""
    declare_tags(w)
    decide(w, context(w).branches)
    own = w.facts.names.get(0)
    if own is None:
        return
    for name, expr in list(own.items()):
        if name.startswith(TAG):
            own.setdefault(name[len(TAG) :], expr)
