"""Which tests may run what: rules applied until nothing changes."""

from codegraph.analysis.executions import Rule, Rules, rule, runs


def selected(rules: list[Rule], nodes: int, tests: list[int]) -> dict[int, list[int]]:
    found = runs(Rules.of(rules, nodes), tests)
    return {node: found.of([node]).tolist() for node in range(nodes)}


def test_tests_run_what_they_use_at_any_distance() -> None:
    found = selected([rule(0, 2), rule(2, 3), rule(1, 3)], 5, [0, 1])
    assert found == {0: [0], 1: [1], 2: [0], 3: [0, 1], 4: []}


def test_a_guarded_rule_holds_for_the_tests_that_reach_both() -> None:
    # 0 and 1 both call 2, which runs 4 where 3 exists; only test 1 makes a 3.
    found = selected([rule(0, 2), rule(1, 2), rule(1, 3), rule(2, 4, given=3)], 5, [0, 1])
    assert found[4] == [1]


def test_a_guard_that_is_reached_late_still_counts() -> None:
    found = selected([rule(0, 1), rule(1, 2, given=5), rule(0, 3), rule(3, 4), rule(4, 5)], 6, [0])
    assert found[2] == [0]


def test_a_rule_leaves_out_the_tests_for_which_something_holds_from_the_start() -> None:
    # 0 and 1 both run 2, which runs 3 unless 4 holds, as it does for test 1; 3 may be reached another way.
    rules = Rules.of([rule(0, 2), rule(1, 2), rule(2, 3, unless=4)], 5, [(4, 1)])
    assert runs(rules, [0, 1]).of([3]).tolist() == [0]
    rules = Rules.of([rule(0, 2), rule(1, 2), rule(2, 3, unless=4), rule(1, 3)], 5, [(4, 1)])
    assert runs(rules, [0, 1]).of([3]).tolist() == [0, 1]


def test_circles_come_to_an_end() -> None:
    found = selected([rule(0, 1), rule(1, 2), rule(2, 1), rule(2, 3, given=1)], 4, [0])
    assert found[3] == [0]


def test_several_symbols_join_their_tests_and_none_has_none() -> None:
    found = runs(Rules.of([rule(0, 2), rule(1, 3)], 5), [0, 1])
    assert found.of([2, 3]).tolist() == [0, 1]
    assert found.of([]).tolist() == []
    assert runs(Rules.of([], 3), []).of([1]).tolist() == []


def test_of_equal_rules_the_strongest_is_kept() -> None:
    rules = Rules.of([rule(0, 1, rank=3), rule(0, 1, rank=1), rule(1, 1)], 2)
    assert rules.user.tolist() == [0]
    assert rules.rank.tolist() == [1]
