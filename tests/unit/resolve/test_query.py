"""Queries: what is kept of their answers, for whom, and what is recorded of them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from codegraph.resolve.calls.argument_flow import Level
from codegraph.resolve.faults import Faults, Pulse, Task
from codegraph.resolve.incremental.dependency_graph import Piece, Recorder
from codegraph.resolve.incremental.reads import UNRECORDED, RecordedReads
from codegraph.resolve.incremental.recorded_queries import RecordedQueries
from codegraph.resolve.memoised_query import MAX_PARAMETERS, MAX_RETRIES, MAX_STACK, Queries
from codegraph.resolve.program.program import Program
from codegraph.resolve.types.abstract_values import EVERYTHING, UNKNOWN, Value, make_function
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr

SOME_PARAMETER = frozenset({(1, 0)})


def make_program(exprs: list[Expr]) -> Program:
    program = SimpleNamespace(
        exprs=[exprs], files=[SimpleNamespace(path="a")], faults=Faults(), pulse=Pulse(), reads=UNRECORDED
    )
    return cast("Program", program)


class Expressions:
    """Expressions that are themselves and all that their operands are: `links` gives the operands of each."""

    def __init__(self, links: dict[int, list[int]], make: Callable[[Program, Level], Queries] = Queries) -> None:
        exprs: list[Expr] = [(ops.UNION, index, *links.get(index, ())) for index in range(max(links) + 1)]
        self.queries = make(make_program(exprs), Level(0))
        self.queries.handlers = [self.union] * (max(ops.NAMES) + 1)
        self.computed: list[int] = []

    def union(self, file: int, expr: Expr) -> Value:
        self.computed.append(expr[1])
        operands = [self.queries.get_value(file, operand) for operand in expr[2:]]
        return tuple(dict.fromkeys((make_function(expr[1]), *(atom for value in operands for atom in value))))

    def value(self, index: int) -> list[int]:
        return [atom.gid for atom in self.queries.get_value(0, index)]


def test_an_expression_is_evaluated_once():
    expressions = Expressions({1: [2, 2], 2: []})

    assert expressions.value(1) == [1, 2]
    assert expressions.value(1) == [1, 2]
    assert expressions.computed == [1, 2]


def test_an_expression_of_a_cycle_is_unknown_where_it_asks_for_itself():
    assert Expressions({1: [2], 2: [1]}).value(1) == [1, 2]


def test_a_value_that_rests_on_a_cycle_is_not_kept_for_another_piece_of_work():
    links = {1: [2], 2: [1, 3], 3: []}
    expressions = Expressions(links)
    expressions.value(1)
    expressions.queries.begin()

    assert expressions.value(2) == Expressions(links).value(2) == [2, 1, 3]
    assert expressions.computed.count(3) == 1, "what rests on no cycle is kept for all"


def meet_twice(expressions: Expressions, index: int) -> list[int]:
    """Evaluate an expression in two pieces of work, after which its cycle is kept."""
    for _ in range(2):
        expressions.queries.begin()
        found = expressions.value(index)
    return found


def test_a_cycle_is_replayed_in_a_piece_of_work_that_begins_with_it():
    expressions = Expressions({1: [2], 2: [1], 3: [1]})
    first = meet_twice(expressions, 1)
    values, retries = dict(expressions.queries.provisional.values), dict(expressions.queries.provisional.retries)
    expressions.queries.begin()
    computed = len(expressions.computed)

    assert expressions.value(1) == first
    assert len(expressions.computed) == computed
    assert expressions.queries.provisional.values == values
    assert expressions.queries.provisional.retries == retries


def test_a_cycle_is_replayed_after_another_one_of_the_same_piece():
    expressions = Expressions({1: [2], 2: [1], 3: [4], 4: [3]})
    first = meet_twice(expressions, 1)
    expressions.queries.begin()
    expressions.value(3)
    computed = len(expressions.computed)

    assert expressions.value(1) == first
    assert len(expressions.computed) == computed


def test_a_cycle_is_kept_from_a_piece_that_met_another_one_before():
    expressions = Expressions({1: [2], 2: [1], 3: [4], 4: [3]})
    for _ in range(2):
        expressions.queries.begin()
        expressions.value(3)
        first = expressions.value(1)
    expressions.queries.begin()
    computed = len(expressions.computed)

    assert expressions.value(1) == first
    assert len(expressions.computed) == computed


def test_a_cycle_is_not_replayed_where_part_of_it_is_provisional_already():
    links = {1: [2, 3], 2: [1], 3: [2]}
    expressions, other = Expressions(links), Expressions(links)
    meet_twice(expressions, 1)
    expressions.queries.begin()
    expressions.value(2)
    other.value(2)

    assert expressions.value(1) == other.value(1)
    assert expressions.queries.provisional.values == other.queries.provisional.values


def test_a_cycle_is_not_replayed_where_one_of_it_is_being_evaluated():
    links = {1: [2], 2: [1], 4: [1]}
    expressions = Expressions({**links, 2: [1, 4]})
    meet_twice(expressions, 1)
    expressions.queries.begin()

    assert expressions.value(4) == Expressions({**links, 2: [1, 4]}).value(4)


def test_what_stays_provisional_is_computed_no_more_often_than_the_bound():
    expressions = Expressions({1: [2] * 30, 2: [1]})
    expressions.value(1)

    assert expressions.computed.count(2) == MAX_RETRIES + 1


def test_a_chain_longer_than_the_stack_is_unknown_at_its_end():
    length = 2 * MAX_STACK
    expressions = Expressions({index: [index + 1] for index in range(1, length)} | {length: []})

    assert expressions.value(1) == list(range(1, MAX_STACK + 2))
    assert expressions.queries.values[0][1] is None, "it is not kept as if it were all"


def test_a_piece_of_work_that_fails_leaves_no_query_in_progress():
    expressions = Expressions({1: [2], 2: [3], 3: []})
    union = expressions.queries.handlers[0]

    def fail(file: int, expr: Expr) -> Value:
        if expr[1] == 3:
            raise ValueError
        return union(file, expr)

    expressions.queries.handlers = [fail] * len(expressions.queries.handlers)
    found = expressions.queries.attempt(Task("some", 0), lambda: expressions.queries.get_value(0, 1), UNKNOWN)
    expressions.queries.handlers = [union] * len(expressions.queries.handlers)

    assert found == UNKNOWN
    assert expressions.value(1) == [1, 2, 3]


class Words:
    """Some queries of one object; `links` says which others the answer to each asks for."""

    def __init__(self, links: dict[str, list[str]] | None = None, queries: Queries | None = None) -> None:
        self.queries = queries if queries is not None else Queries(make_program([]), Level(0))
        self.links = links or {}
        self.computed: list[str] = []
        self.reads = UNRECORDED
        self.spell = self.queries.define_query(self._compute_spell, cycle=lambda *_: "")
        self.read = self.queries.define_query(self._compute_read)
        self.read_both = self.queries.define_query(self._compute_read_both)
        self.plain = self.queries.define_query(self._compute_plain)
        self.sensitive = self.queries.define_query(self._compute_sensitive, sensitive=True)
        self.insensitive = self.queries.define_query(self._compute_insensitive, insensitive=True, cycle=lambda *_: "")

    def passed(self) -> str:
        """Return what is passed for a parameter, as far as the present context knows."""
        self.queries.add_parameters(SOME_PARAMETER)
        return f"level {self.queries.context.number}"

    def _compute_spell(self, word: str, mark: str) -> str:
        self.computed.append(word)
        return word + mark + "".join(self.spell(each, mark) for each in self.links.get(word, ()))

    def _compute_read(self, word: str) -> str:
        self.computed.append(word)
        self.reads.read_fact("word", word)
        return word

    def _compute_read_both(self, one: str, other: str) -> str:
        return self.read(one) + self.read(other)

    def _compute_plain(self, word: str) -> str:
        self.computed.append(word)
        return f"{word} {self.passed()}" if word == "parameter" else word

    def _compute_sensitive(self, word: str) -> str:
        self.computed.append(word)
        return f"{word} {self.passed()}" if word == "parameter" else word

    def _compute_insensitive(self, word: str) -> str:
        self.computed.append(word)
        return f"{word} {self.passed()}" + "".join(self.insensitive(each) for each in self.links.get(word, ()))


def test_an_answer_is_computed_once_for_each_key():
    words = Words()

    assert [words.plain("one"), words.plain("other"), words.plain("one")] == ["one", "other", "one"]
    assert words.computed == ["one", "other"]


def test_objects_of_other_queries_have_answers_of_their_own():
    one, other = Words(), Words({"a": ["b"]})

    assert one.spell("a", ".") == "a."
    assert other.spell("a", ".") == "a.b."


def test_a_query_of_a_cycle_is_its_initial_value_where_it_asks_for_itself():
    words = Words({"a": ["b"], "b": ["a", "c"]})

    assert words.spell("a", ".") == "a.b.c."
    assert words.spell("b", ".") == "b.a.c.", "what was found in the middle of a cycle is not kept"
    assert words.computed.count("c") == 1


def test_an_answer_that_depends_on_a_parameter_is_not_kept_for_all_contexts():
    words = Words()
    first = words.plain("parameter")
    words.queries.context = Level(1)

    assert (first, words.plain("parameter")) == ("parameter level 0", "parameter level 1")


def test_an_answer_that_depends_on_a_parameter_is_kept_for_its_context():
    words = Words()
    contexts = [words.queries.ground, Level(1)]
    found: list[str] = []
    for context in (*contexts, *contexts):
        words.queries.context = context
        words.queries.parameters = frozenset()
        found.append(words.sensitive("parameter"))
        assert words.queries.parameters == SOME_PARAMETER

    assert found == ["parameter level 0", "parameter level 1"] * 2
    assert words.computed == ["parameter"] * 2


def test_a_context_insensitive_answer_does_not_depend_on_who_asks():
    words, other = Words(), Words()
    other.queries.context = Level(3)

    assert words.insensitive("a") == other.insensitive("a") == "a level 0"
    assert words.queries.parameters == other.queries.parameters == frozenset()


def test_a_context_insensitive_cycle_is_provisional_for_who_asks_in_a_context():
    words = Words({"a": ["b"], "b": ["a"]})
    words.queries.context = Level(1)

    def is_provisional(word: str) -> bool:
        reads = words.queries.provisional_reads
        words.insensitive(word)
        return words.queries.provisional_reads > reads

    assert [is_provisional("a"), is_provisional("a"), is_provisional("c")] == [True, True, False]
    assert words.computed.count("a") == 1, "the answer is kept together with its being so"


def test_an_isolated_piece_of_work_does_not_see_what_is_in_progress_around_it():
    expressions = Expressions({1: [2], 2: []})
    union = expressions.queries.handlers[0]
    inner: list[Value] = []

    def isolate(file: int, expr: Expr) -> Value:
        if expr[1] == 2 and not inner:
            inner.append(UNKNOWN)
            inner[0] = expressions.queries.isolate(Level(0), lambda: expressions.queries.get_value(0, 1)).answer
        return union(file, expr)

    expressions.queries.handlers = [isolate] * len(expressions.queries.handlers)

    assert expressions.value(1) == [1, 2]
    assert [atom.gid for atom in inner[0]] == [1, 2]


def test_more_parameters_than_are_counted_are_any():
    queries = Queries(make_program([]), Level(0))
    for position in range(MAX_PARAMETERS):
        queries.add_parameters(frozenset({(1, position)}))
    counted = queries.parameters
    queries.add_parameters(frozenset({(2, 0)}))

    assert len(counted) == MAX_PARAMETERS
    assert queries.parameters is EVERYTHING


@pytest.fixture
def recorder() -> Recorder:
    return Recorder([])


@pytest.fixture
def recorded(recorder: Recorder) -> Words:
    words = Words(queries=RecordedQueries(make_program([]), Level(0), recorder))
    words.reads = RecordedReads(recorder)
    return words


def record_piece(recorder: Recorder, number: int, work: Callable[[], object]) -> Piece:
    piece = Piece("some", number)
    outer = recorder.begin_piece(piece)
    work()
    recorder.end_piece(outer)
    return piece


def rests_on(recorder: Recorder, word: str) -> set[Piece]:
    return recorder.find_dependents([recorder.known[item] for item in recorder.known if item == ("word", word)])


def test_a_piece_of_work_rests_on_exactly_what_its_queries_read(recorder: Recorder, recorded: Words):
    first = record_piece(recorder, 1, lambda: recorded.read_both("a", "b"))
    second = record_piece(recorder, 2, lambda: recorded.read("b"))
    third = record_piece(recorder, 3, lambda: recorded.read("c"))

    assert rests_on(recorder, "a") == {first}
    assert rests_on(recorder, "b") == {first, second}, "also where the answer was kept"
    assert rests_on(recorder, "c") == {third}
    assert recorded.computed == ["a", "b", "c"]


def test_what_is_kept_of_a_whole_query_stands_for_all_that_it_read(recorder: Recorder, recorded: Words):
    recorded.read_both("a", "b")
    piece = record_piece(recorder, 1, lambda: recorded.read_both("a", "b"))

    assert rests_on(recorder, "a") == rests_on(recorder, "b") == {piece}
