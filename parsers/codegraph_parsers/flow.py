"""Roles of statements: blocks, branches, loops, exits and assignment. They keep the walker's flow state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.roles import field_id
from codegraph_parsers.spec import Role

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from codegraph_parsers.walker import Handler, Walker

Narrowing = Callable[["Walker", "Node", bool], None]
"""(walker, condition node, condition holds) → narrows names through `Walker.narrow`."""
Asking = Callable[["Walker", "Node", int], None]
"""(walker, condition node, its value) → what asking whether it is true runs."""


def block() -> Role:
    """Braces that scope declarations."""

    def handle(w: Walker, node: Node) -> int:
        w.open_block()
        for child in node.named_children:
            w.visit(child)
        w.close_block()
        return 0

    return lambda language: handle


def branch(
    condition: str = "condition",
    then: str = "consequence",
    otherwise: str = "alternative",
    narrow: Narrowing | None = None,
    asked: Asking | None = None,
) -> Role:
    """`if`: the alternatives may be several (`elif`) and may be missing."""

    def build(language: Language) -> Handler:
        test, yes, no = field_id(language, condition), field_id(language, then), field_id(language, otherwise)

        def handle(w: Walker, node: Node) -> int:
            tested = node.child_by_field_id(test)
            if tested is not None:
                value = w.visit(tested)
                if asked is not None:
                    asked(w, tested, value)
            taken, others = node.child_by_field_id(yes), node.children_by_field_id(no)

            def arm_yes() -> int:
                if narrow is not None and tested is not None:
                    narrow(w, tested, True)
                return w.visit(taken) if taken is not None else 0

            def arm_no() -> None:
                if narrow is not None and tested is not None:
                    narrow(w, tested, False)
                alternatives(w, others)

            w.branches([arm_yes, arm_no], exhaustive=True)
            return 0

        return handle

    return build


def alternatives(w: Walker, nodes: list[Node]) -> None:
    """A chain of `elif … elif … else`: one of them is taken. Each walks only its own condition and body."""
    if len(nodes) == 1:
        w.visit(nodes[0])
    elif nodes:
        w.branches([partial(w.visit, node) for node in nodes], exhaustive=True)


def repeat(
    *before: str,
    body: str = "body",
    otherwise: str = "",
    narrow: Narrowing | None = None,
    asked: Asking | None = None,
) -> Role:
    """`while` and friends: fields of `before`, which are conditions where they narrow, and then the body, any number of
    times; then what runs when a condition no longer holds."""

    def build(language: Language) -> Handler:
        heads, main = [field_id(language, each) for each in before], field_id(language, body)
        end = field_id(language, otherwise) if otherwise else 0

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
            w.loop(once)
            w.close_block()
            rest = node.child_by_field_id(end) if end else None
            if rest is not None:
                w.visit(rest)
            return 0

        return handle

    return build


def leave() -> Role:
    """`raise`, `throw`, `continue`: operands are walked, control goes elsewhere."""

    def handle(w: Walker, node: Node) -> int:
        w.visit_children(node)
        w.leave()
        return 0

    return lambda language: handle


def leave_loop() -> Role:
    def handle(w: Walker, node: Node) -> int:
        w.visit_children(node)
        w.leave_loop()
        return 0

    return lambda language: handle


def return_() -> Role:
    def handle(w: Walker, node: Node) -> int:
        results = [w.visit(child) for child in node.named_children if not child.is_extra]
        if results:
            w.add_return(results[-1] if len(results) == 1 else w.add(ops.TUPLE, *results))
        w.leave()
        return 0

    return lambda language: handle
