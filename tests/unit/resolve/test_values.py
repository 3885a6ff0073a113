"""Sets of values: their union, their bounds, and what is forgotten of them."""

from __future__ import annotations

import marshal
from typing import get_args

import pytest

from codegraph.resolve.types.abstract_values import (
    MAX_ATOMS,
    MAX_DEPTH,
    MAX_OVERLOADS,
    PARTS,
    RECORDS,
    UNKNOWN,
    Atom,
    Part,
    Value,
    clip,
    compute_depth,
    decode_value,
    encode_value,
    join,
    join_overloads,
    list_symbols,
    make_alias_union,
    make_class,
    make_external_instance,
    make_external_member,
    make_external_name,
    make_function,
    make_function_type,
    make_instance,
    make_list,
    make_literal,
    make_mapping,
    make_module,
    make_namespace,
    make_self_class,
    make_self_instance,
    make_super,
    make_tuple,
    make_type_variable,
    merge_arguments,
    move_value,
)


def function(gid: int) -> Atom:
    return make_function(gid)


def instance(gid: int, *arguments: Value) -> Atom:
    return make_instance(gid, arguments)


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

    assert merge_arguments(atoms) == [instance(7, (instance(1), instance(3)), (instance(2),)), function(9)]


def test_merging_keeps_a_class_apart_from_its_instances():
    assert merge_arguments([instance(7), make_class(7)]) == [instance(7), make_class(7)]


def test_merging_forgets_arguments_that_differ_in_number():
    assert merge_arguments([instance(7, (instance(1),)), instance(7)]) == [instance(7)]


def test_merging_joins_the_receivers_of_one_bound_method():
    atoms = [make_function(5, instance(7, (instance(1),))), make_function(5, instance(7, (instance(2),)))]

    assert merge_arguments(atoms) == [make_function(5, instance(7, (instance(1), instance(2))))]


def test_merging_keeps_methods_of_two_functions_apart():
    atoms = [make_function(5, instance(7, (instance(1),))), make_function(6, instance(7, (instance(2),)))]

    assert merge_arguments(atoms) == atoms


def test_merging_forgets_the_arguments_of_receivers_that_differ_in_number():
    atoms = [make_function(5, instance(7, (instance(1),))), make_function(5, instance(7))]

    assert merge_arguments(atoms) == [make_function(5, instance(7))]


def test_merging_lists_of_one_class_makes_an_instance_with_all_their_elements():
    lists = [make_list(7, ((instance(1),), (instance(2),))), make_list(7, ((instance(2),), (instance(3),)))]

    assert merge_arguments(lists) == [instance(7, (instance(1), instance(2), instance(3)))]
    assert merge_arguments([*lists[:1], make_list(8, ())]) == [lists[0], make_list(8, ())]


def test_a_union_of_one_value_keeps_the_bound_and_the_order():
    atoms = tuple(function(gid) for gid in range(MAX_ATOMS + 1))

    assert join([]) == join([UNKNOWN]) == UNKNOWN
    assert join([atoms[:1]]) == atoms[:1]
    assert join([(atoms[1], atoms[0], atoms[1])]) == (atoms[1], atoms[0])
    assert join([atoms]) == UNKNOWN


def test_a_union_that_merges_below_the_bound_is_merged_no_further():
    lists = tuple(instance(7, (instance(gid),)) for gid in range(MAX_ATOMS))

    assert join([lists]) == lists


def test_the_definitions_of_one_name_are_each_there_once_in_order():
    assert join_overloads([(function(2), function(1)), (function(2),)]) == (function(2), function(1))
    assert join_overloads([UNKNOWN]) == UNKNOWN


def test_overloads_may_be_more_than_other_atoms():
    many = [(function(gid),) for gid in range(MAX_OVERLOADS)]

    assert len(join_overloads(many)) == MAX_OVERLOADS > MAX_ATOMS
    assert join_overloads([*many, (function(MAX_OVERLOADS),)]) == UNKNOWN


def nested(levels: int) -> Value:
    value: Value = (instance(0),)
    for gid in range(1, levels + 1):
        value = (instance(gid, value),)
    return value


def test_clipping_forgets_arguments_nested_too_deeply_and_nothing_else():
    deepest = nested(MAX_DEPTH)

    assert compute_depth(deepest) == MAX_DEPTH
    assert clip(deepest) == deepest
    assert clip((*nested(MAX_DEPTH + 1), function(9))) == (instance(MAX_DEPTH + 1), function(9))


def test_the_depth_of_a_value_is_that_of_its_deepest_atom_and_argument():
    assert compute_depth(UNKNOWN) == compute_depth((function(1), instance(1))) == 0
    assert compute_depth((instance(1), *nested(2))) == compute_depth((*nested(2), instance(1))) == 2
    assert compute_depth((instance(1, nested(0), nested(2), nested(1)),)) == 3


def test_clipping_keeps_the_arguments_of_a_value_within_the_bound():
    value = (instance(5, nested(MAX_DEPTH - 1)), make_class(6, (nested(MAX_DEPTH - 1),)))

    assert clip(value) == value


def test_clipping_forgets_the_arguments_of_a_class_as_those_of_its_instances():
    assert clip((make_class(9, (nested(MAX_DEPTH),)),)) == (make_class(9),)


def test_atoms_of_two_kinds_with_the_same_fields_are_different():
    alike = [make_class(7), make_instance(7), make_self_instance(7), make_self_class(7), make_namespace(7)]

    assert len(set(alike)) == len(alike)


def test_a_function_of_two_classes_is_two_atoms_that_merging_keeps_apart():
    bound = [make_function(5, make_instance(7)), make_function(5, make_instance(8)), make_function(5)]

    assert merge_arguments(bound) == bound


def test_a_member_of_something_external_is_as_certain_as_that():
    assert make_external_member(make_external_name("lib"), "f") == make_external_name("lib.f")
    assert make_external_member(make_external_instance("lib"), "f") == make_external_instance("lib.f")


def instance_of(gid: int) -> Value:
    return (make_instance(gid),)


ONE_OF_EACH: list[tuple[Atom, set[int]]] = [
    (make_function(1, make_instance(2, (instance_of(3),))), {1, 2, 3}),
    (make_class(1, (instance_of(2),)), {1, 2}),
    (make_instance(1, (instance_of(2), instance_of(3))), {1, 2, 3}),
    (make_module("pkg"), set()),
    (make_namespace(1), {1}),
    (make_external_name("lib.f"), set()),
    (make_external_instance("lib.f()"), set()),
    (make_type_variable(1, "T"), {1}),
    (make_function_type((instance_of(1), instance_of(2)), instance_of(3)), {1, 2, 3}),
    (make_tuple((instance_of(1), instance_of(2))), {1, 2}),
    (make_list(1, (instance_of(2),)), {1, 2}),
    (make_mapping(1, (("a", instance_of(2)), ("b", instance_of(3))), instance_of(4)), {1, 2, 3, 4}),
    (make_literal(1, "text"), {1}),
    (make_self_instance(1), {1}),
    (make_super(1, make_self_instance(2)), {1, 2}),
    (make_self_class(1), {1}),
    (make_alias_union(1), {1}),
]

each_kind = pytest.mark.parametrize(("atom", "symbols"), ONE_OF_EACH, ids=[type(a).__name__ for a, _ in ONE_OF_EACH])


def test_every_kind_of_atom_says_what_each_of_its_fields_holds():
    assert set(PARTS) == set(get_args(Atom)) == {type(atom) for atom, _ in ONE_OF_EACH}
    for record, parts in PARTS.items():
        assert len(record._fields) == len(parts), record.__name__
        assert [name for name, part in zip(record._fields, parts, strict=True) if part is Part.SYMBOL] in ([], ["gid"])


@each_kind
def test_the_kind_of_an_atom_is_the_number_of_its_record(atom: Atom, symbols: set[int]):
    assert RECORDS[atom.kind] is type(atom)


@each_kind
def test_the_symbols_in_a_value_are_those_of_every_part_of_it(atom: Atom, symbols: set[int]):
    assert list_symbols((atom,)) == symbols


def test_a_symbol_that_is_not_known_is_no_part_of_a_value():
    assert list_symbols((make_function(-1), make_tuple((instance_of(-1),)))) == set()


@each_kind
def test_moving_a_value_replaces_the_graph_ids_of_every_part_and_nothing_else(atom: Atom, symbols: set[int]):
    moved = {gid: gid + 100 for gid in symbols}
    value = move_value((atom,), moved)

    assert list_symbols(value) == set(moved.values())
    assert type(value[0]) is type(atom)
    assert move_value(value, {new: old for old, new in moved.items()}) == (atom,)


@each_kind
def test_moving_symbols_that_are_no_part_of_a_value_leaves_it_alone(atom: Atom, symbols: set[int]):
    assert move_value((atom,), {99: 100}) == (atom,)


@each_kind
def test_a_value_that_was_written_is_read_as_the_same_records(atom: Atom, symbols: set[int]):
    read = decode_value(marshal.loads(marshal.dumps(encode_value((atom, *instance_of(1))), 2)))

    assert read == (atom, *instance_of(1))
    assert [type(each) for each in read] == [type(atom), type(make_instance(1))]
    assert repr(read) == repr((atom, *instance_of(1)))


def test_a_union_at_the_bound_is_known_and_in_the_order_of_appearance():
    atoms = tuple(function(gid) for gid in reversed(range(MAX_ATOMS)))

    assert join([atoms[:1], atoms[1:], atoms[:2]]) == atoms
