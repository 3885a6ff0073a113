"""Arguments that callers pass for parameters, level by level, and which arguments meet which parameter."""

from __future__ import annotations

from codegraph.resolve.calls.argument_flow import (
    MAX_PASSED,
    MAX_RESTS,
    PassedValue,
    collect_parameters,
    join_parameters,
)
from codegraph.resolve.edges.emitter import Emitter
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.memoised_query import Cycle, ProvisionalRows
from codegraph.resolve.program.program import Program
from codegraph.resolve.stages import Stages
from codegraph.resolve.types.abstract_values import APPLIED, CLEAN, EVERYTHING, UNKNOWN
from codegraph_parsers import extract
from codegraph_parsers.file_facts import SourceFile


class Tree:
    """A program of one Python file whose sites were emitted on the first level."""

    def __init__(self, text: str) -> None:
        facts = extract.parse(SourceFile("a.py", text.encode(), "python", ""))
        self.program = Program([facts], {})
        stages = Stages(self.program, None)
        self.evaluator: Evaluator = stages.make_evaluator(stages.make())
        self.asked = collect_parameters(list(Emitter(self.evaluator).emit_file(0).values()))

    def find(self, name: str) -> int:
        return next(gid for gid, symbol in enumerate(self.program.files[0].symbols) if symbol.qualname.endswith(name))

    def name(self, gid: int) -> str:
        return self.program.get_symbol(gid).name

    def rise(self) -> set[tuple[str, int]]:
        """Go one level up; the parameters of which more is known there."""
        return {(self.name(gid), position) for gid, position in self.evaluator.levels.advance(self.asked)}

    def passed(self, name: str, position: int = 0) -> PassedValue:
        levels = self.evaluator.levels
        return levels.find_passed(levels.top, (self.find(name), position))

    def classes(self, name: str, position: int = 0) -> list[str]:
        return [self.name(atom.gid) for atom in self.passed(name, position).value if isinstance(atom, APPLIED)]


CLASSES = "".join(f"class C{number}:\n    def go(self): ...\n\n" for number in range(MAX_PASSED + 1))


def test_nothing_is_passed_on_the_first_level():
    tree = Tree(CLASSES + "def use(thing):\n    thing.go()\n\nuse(C0())\n")

    assert tree.passed("use") == PassedValue()


def test_a_level_knows_what_calls_of_the_level_below_pass():
    tree = Tree(CLASSES + "def use(thing):\n    thing.go()\n\nuse(C0())\nuse(C1())\n")

    assert tree.rise() == {("use", 0)}
    assert tree.classes("use") == ["C0", "C1"]


def test_what_is_passed_on_is_known_one_level_later():
    tree = Tree(CLASSES + "def use(thing):\n    thing.go()\n\ndef hand(thing):\n    use(thing)\n\nhand(C0())\n")

    first = tree.rise(), tree.classes("hand"), tree.classes("use")
    second = tree.rise(), tree.classes("use")

    assert first == ({("hand", 0)}, ["C0"], [])
    assert second == ({("use", 0)}, ["C0"])


def test_a_cycle_is_left_behind_when_more_is_known_of_a_parameter_inside_it():
    tree = Tree(CLASSES + "def use(thing, other):\n    thing.go()\n    other.go()\n\nuse(C0(), unknown)\n")
    cycles = tree.evaluator.levels.ground.cycles
    for position in range(2):
        inside = ProvisionalRows(((0, 1),), ((UNKNOWN, frozenset({(tree.find("use"), position)})),), {}, bytes(1))
        cycles[0, position] = Cycle(UNKNOWN, CLEAN, 0, inside)

    assert tree.rise() == {("use", 0)}
    assert list(tree.evaluator.levels.top.cycles) == [(0, 1)], "the result of either rests on no parameter"


def test_a_level_without_further_calls_shares_the_arguments_with_the_one_below():
    tree = Tree(CLASSES + "def use(thing):\n    thing.go()\n\nuse(C0())\n")
    tree.rise()
    levels, use = tree.evaluator.levels, tree.find("use")

    assert levels.get_call_groups(levels.top, use) is levels.get_call_groups(levels.ground, use)


def test_more_different_things_than_the_bound_say_nothing():
    calls = "".join(f"use(C{number}())\n" for number in range(MAX_PASSED + 1))
    tree = Tree(CLASSES + "def use(thing):\n    thing.go()\n\n" + calls)
    tree.rise()

    assert tree.passed("use") == PassedValue(full=True)


def test_a_call_may_leave_a_parameter_to_its_default():
    tree = Tree(CLASSES + "def use(thing, other=C2()):\n    other.go()\n\nuse(C0())\nuse(C0(), C1())\n")
    tree.rise()

    assert tree.passed("use", 1).omitted
    assert tree.classes("use", 1) == ["C1"]


def test_parameters_that_are_more_than_are_counted_are_any():
    some = frozenset((1, position) for position in range(MAX_RESTS))

    assert join_parameters(some, frozenset({(1, 0)})) is some
    assert join_parameters(some, frozenset({(2, 0)})) is EVERYTHING
    assert join_parameters(EVERYTHING, some) is EVERYTHING
    assert collect_parameters([frozenset({(1, 0)}), EVERYTHING, frozenset({(2, 0)})]) == {(1, 0), (2, 0)}


def match(text: str, arguments: tuple[str, ...], keywords: tuple[tuple[str, str], ...] = ()) -> list[tuple[str, str]]:
    tree = Tree(text)
    found = tree.evaluator.calls.match_arguments(tree.find("call"), False, arguments, keywords)
    return [(param.name, argument) for _, param, argument in found]


def test_a_rest_parameter_takes_every_argument_that_is_left():
    found = match("def call(first, *rest, last): ...\n", ("a", "b", "c", "d"), (("last", "e"),))

    assert found == [("first", "a"), ("rest", "b"), ("rest", "c"), ("rest", "d"), ("last", "e")]


def test_each_of_several_arguments_for_a_rest_parameter_may_be_what_it_yields():
    tree = Tree(CLASSES + "def use(*things):\n    for thing in things:\n        thing.go()\n\nuse(C0(), C1(), C2())\n")
    tree.rise()

    assert tree.classes("use") == ["C0", "C1", "C2"]


def test_words_that_no_parameter_has_go_to_the_rest_of_them():
    assert match("def call(first, **words): ...\n", (), (("first", "a"), ("more", "b"), ("most", "c"))) == [
        ("first", "a"),
        ("words", "b"),
        ("words", "c"),
    ]


def test_arguments_that_are_too_many_meet_nothing():
    assert match("def call(first): ...\n", ("a", "b")) == [("first", "a")]
