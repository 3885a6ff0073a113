"""The judge of anchors: the work tree of a request, with its index."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from codegraph.memory.anchors.anchor_state import AnchorReport
from codegraph.memory.memory_model import Anchor
from codegraph.operations.context import Context
from codegraph.operations.memory.memory_context import find_folder_namespace, is_declared
from codegraph.operations.request_folder import find_work_tree

if TYPE_CHECKING:
    from codegraph.memory.anchors.premises import Dependency
    from codegraph.memory.anchors.worktree import WorkTree


class LazyJudge:
    """The judge of anchors, which is made for the first memory that has any.

    The parsers that it needs take long to load."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def tree(self) -> WorkTree:
        return judge_of(self._context)

    def judge(self, anchors: Sequence[Anchor]) -> list[AnchorReport]:
        """Return what has become of the code of anchors."""
        return self.tree.judge(anchors) if anchors else []


def judge_of(context: Context) -> WorkTree:
    """Return the judge of anchors: the work tree of a request."""
    from codegraph.memory.anchors.worktree import WorkTree

    root = find_work_tree(context.repo)
    find = partial(_find_dependencies, context)
    repository = "" if is_declared(root) else find_folder_namespace(root)  # without its files nothing is known
    return WorkTree(root, context.config, find_dependencies=find, repository=repository)


def _find_dependencies(context: Context, target: str) -> Sequence[Dependency] | None:
    """Return what the symbol of an id rests on, None without an index."""
    from codegraph.operations.memory.anchoring import index_of
    from codegraph.operations.memory.symbol_neighbourhood import find_dependencies

    index = index_of(context)
    return find_dependencies(index, target) if index is not None else None
