"""Roles of statements: blocks, branches, loops, exits and assignment.

They keep the walker's flow state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.roles import find_field_id
from codegraph_parsers.spec import Role

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from codegraph_parsers.scope import Env
    from codegraph_parsers.walker import Handler, Walker

Narrowing = Callable[["Walker", "Node", bool], None]
"""(walker, condition node, condition holds) → narrows names through `Walker.narrow`."""
Asking = Callable[["Walker", "Node", int], None]
"""(walker, condition node, its value) → what asking whether it is true runs."""


def build_block_role() -> Role:
    """Return the role of a block that scopes declarations."""

    def handle(w: Walker, node: Node) -> int:
        w.open_block()
        for child in node.named_children:
            w.visit(child)
        w.close_block()
        return 0

    return lambda language: handle


def build_branch_role(
    condition: str = "condition",
    then: str = "consequence",
    otherwise: str = "alternative",
    narrow: Narrowing | None = None,
    asked: Asking | None = None,
) -> Role:
    """Return the role of `if … elif … else`.

    Where a part is reached, no condition before it holds.
    """

    def build(language: Language) -> Handler:
        test, yes, no = (
            find_field_id(language, condition),
            find_field_id(language, then),
            find_field_id(language, otherwise),
        )

        def narrow_by(w: Walker, tested: Node | None, holds: bool) -> None:
            if narrow is not None and tested is not None:
                narrow(w, tested, holds)

        def handle(w: Walker, node: Node) -> int:
            ends: list[Env] = []
            was_dead, before = w.dead, w.scope.env
            for part in (node, *node.children_by_field_id(no)):
                tested, taken = part.child_by_field_id(test), part.child_by_field_id(yes)
                if tested is None and part is not node:
                    w.visit(part)
                    break
                if tested is not None:
                    value = w.visit(tested)
                    if asked is not None:
                        asked(w, tested, value)
                before = w.scope.env
                w.scope.env, w.dead = dict(before), False
                narrow_by(w, tested, True)
                if taken is not None:
                    w.visit(taken)
                if not w.dead:
                    ends.append(w.scope.env)
                w.scope.env, w.dead = dict(before), False
                narrow_by(w, tested, False)
            if not w.dead:
                ends.append(w.scope.env)
            w.dead = was_dead or not ends
            w.scope.env = w.join(ends) if ends else before
            return 0

        return handle

    return build


def build_loop_role(
    *before: str,
    body: str = "body",
    otherwise: str = "",
    narrow: Narrowing | None = None,
    asked: Asking | None = None,
) -> Role:
    """Return the role of `while` and similar loops.

    The fields of `before`, which are conditions where they narrow, and then the body run any number of times.
    `otherwise` runs when a condition no longer holds.
    """

    def build(language: Language) -> Handler:
        heads, main = [find_field_id(language, each) for each in before], find_field_id(language, body)
        end = find_field_id(language, otherwise) if otherwise else 0

        def handle(w: Walker, node: Node) -> int:
            def once() -> None:
                for head in heads:
                    for child in node.children_by_field_id(head):
                        value = w.visit(child)
                        if asked is not None:
                            asked(w, child, value)
                        if narrow is not None:
                            narrow(w, child, True)
                inside = node.child_by_field_id(main)
                if inside is not None:
                    w.visit(inside)

            w.open_block()
            w.walk_loop(once)
            w.close_block()
            rest = node.child_by_field_id(end) if end else None
            if rest is not None:
                w.visit(rest)
            return 0

        return handle

    return build


def build_exit_role() -> Role:
    """Return the role of `raise`, `throw` and `continue`.

    Operands are walked; control does not reach what follows.
    """

    def handle(w: Walker, node: Node) -> int:
        w.visit_children(node)
        w.leave()
        return 0

    return lambda language: handle


def build_break_role() -> Role:
    def handle(w: Walker, node: Node) -> int:
        w.visit_children(node)
        w.leave_loop()
        return 0

    return lambda language: handle


def build_return_role() -> Role:
    def handle(w: Walker, node: Node) -> int:
        results = [w.visit(child) for child in node.named_children if not child.is_extra]
        if results:
            w.add_return(results[-1] if len(results) == 1 else w.add(ops.TUPLE, *results))
        w.leave()
        return 0

    return lambda language: handle
