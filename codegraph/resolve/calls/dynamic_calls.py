"""Calls of the methods that stand for members that no class declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve.types.abstract_values import Value
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

if TYPE_CHECKING:
    from codegraph.resolve.edges.emitter import Emitter


def emit_dynamic_members(emitter: Emitter, file: int, source: int, expr: Expr, access: str) -> bool:
    """Emit the methods that stand for a member, and return whether there are any.

    The member is read, written or called.
    """
    dynamic = emitter.evaluator.members.dynamic
    if not dynamic.is_used(file):
        return False
    found = False
    for atom in emitter.evaluator.value(file, expr[1]):
        for accessor in dynamic.list_accessors(file, atom, expr[2], access):
            emitter.add(source, accessor.method.gid, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)
            found = True
    return found


def emit_paths(emitter: Emitter, file: int, source: int, index: int) -> None:
    """Emit the methods that texts among the arguments of a call name."""
    expr = emitter.evaluator.exprs[file][index]
    callee: Expr = emitter.evaluator.exprs[file][int(expr[1])]
    if callee[0] != ops.ATTR:
        return
    start = emitter.evaluator.value(file, callee[1])
    for text in _list_texts(emitter, file, expr[2]):
        _emit_path(emitter, file, source, start, text)


def _list_texts(emitter: Emitter, file: int, arguments: tuple[int, ...]) -> Iterator[str]:
    """Yield the texts of arguments, of the elements of lists and of keys."""
    exprs = emitter.evaluator.exprs[file]
    for index in arguments:
        expr = exprs[index]
        if expr[0] == ops.LITERAL and expr[2]:
            yield str(expr[2])
        elif expr[0] == ops.LIST:
            yield from _list_texts(emitter, file, expr[2])
        elif expr[0] == ops.DICT:
            yield from (str(text) for text, _, _ in expr[2] if text)
            yield from _list_texts(emitter, file, tuple(value for text, _, value in expr[2] if not text))


def _emit_path(emitter: Emitter, file: int, source: int, start: Value, text: str) -> None:
    dynamic = emitter.evaluator.members.dynamic
    value = start
    for part in text.partition(":")[0].partition(" ")[0].split("."):
        accessors = [accessor for atom in value for accessor in dynamic.list_named(file, atom, part)]
        for accessor in accessors:
            emitter.add(source, accessor.method.gid, EdgeKind.IMPLICIT_CALLS, Resolution.INFERRED)
        value = tuple(atom for accessor in accessors for atom in accessor.result)
