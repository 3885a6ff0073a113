"""Sets of values: their union, their bounds, and what is forgotten of them."""

from __future__ import annotations

from codegraph.resolve.types.values import (
    CL,
    FN,
    IN,
    MAX_ATOMS,
    MAX_DEPTH,
    MAX_OVERLOADS,
    UNKNOWN,
    Atom,
    Value,
    clip,
    depth,
    join,
    merged,
    overloaded,
)


def function(gid: int) -> Atom:
    return (FN, gid, None)


def instance(gid: int, *arguments: Value) -> Atom:
    return (IN, gid, arguments)


def test_a_union_has_each_atom_once_in_the_order_of_appearance():
    assert join([(function(2), function(1)), (function(1), function(3))]) == (function(2), function(1), function(3))


def test_a_union_with_what_is_unknown_is_what_is_known():
    assert join([UNKNOWN, (function(1),), UNKNOWN]) == (function(1),)


def test_a_union_of_more_atoms_than_the_bound_is_unknown():
    atoms = [function(gid) for gid in range(MAX_ATOMS + 1)]

    assert join([tuple(atoms[:-1])]) == tuple(atoms[:-1])
    assert join([tuple(atoms[:-1]), (atoms[-1],)]) == UNKNOWN


def test_a_union_over_the_bound_merges_type_arguments_before_it_gives_up():
    lists = tuple(instance(7, (instance(gid),)) for gid in range(MAX_ATOMS))
    others = (function(1), function(2))

    assert join([lists, others]) == (instance(7, tuple(instance(gid) for gid in range(MAX_ATOMS))), *others)


def test_merging_joins_the_arguments_of_one_class_place_by_place():
    atoms = [instance(7, (instance(1),), (instance(2),)), function(9), instance(7, (instance(3),), (instance(2),))]

    assert merged(atoms) == [instance(7, (instance(1), instance(3)), (instance(2),)), function(9)]


def test_merging_keeps_a_class_apart_from_its_instances():
    assert merged([instance(7), (CL, 7, ())]) == [instance(7), (CL, 7, ())]


def test_merging_forgets_arguments_that_differ_in_number():
    assert merged([instance(7, (instance(1),)), instance(7)]) == [instance(7)]


def test_merging_joins_the_receivers_of_one_bound_method():
    atoms = [(FN, 5, instance(7, (instance(1),))), (FN, 5, instance(7, (instance(2),)))]

    assert merged(atoms) == [(FN, 5, instance(7, (instance(1), instance(2))))]


def test_overloads_may_be_more_than_other_atoms():
    many = [(function(gid),) for gid in range(MAX_OVERLOADS)]

    assert len(overloaded(many)) == MAX_OVERLOADS > MAX_ATOMS
    assert overloaded([*many, (function(MAX_OVERLOADS),)]) == UNKNOWN


def nested(levels: int) -> Value:
    value: Value = (instance(0),)
    for gid in range(1, levels + 1):
        value = (instance(gid, value),)
    return value


def test_clipping_forgets_arguments_nested_too_deeply_and_nothing_else():
    deepest = nested(MAX_DEPTH)

    assert depth(deepest) == MAX_DEPTH
    assert clip(deepest) == deepest
    assert clip((*nested(MAX_DEPTH + 1), function(9))) == (instance(MAX_DEPTH + 1), function(9))
