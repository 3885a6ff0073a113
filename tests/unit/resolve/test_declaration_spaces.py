"""Members of unions, also of unions that contain themselves."""

from __future__ import annotations

from codegraph.resolve.program.declaration_spaces import list_union_members
from codegraph_parsers import ops

SYM, UNION = ops.SYM, ops.UNION


def test_members_of_nested_unions_are_in_order_of_appearance_and_each_there_once():
    exprs = [(0,), (SYM, 1), (SYM, 2), (UNION, 2, 1), (UNION, 1, 3, 2)]

    assert list_union_members(exprs, 4) == [1, 2]
    assert list_union_members(exprs, 3) == [2, 1]


def test_a_union_that_contains_itself_has_the_members_beside_itself():
    exprs = [(0,), (SYM, 1), (UNION, 2, 3), (UNION, 2, 1)]

    assert list_union_members(exprs, 2) == [1]


def test_what_is_no_union_is_its_own_member():
    assert list_union_members([(0,), (SYM, 1)], 1) == [1]
