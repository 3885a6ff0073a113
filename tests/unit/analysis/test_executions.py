"""Which tests may run what: rules applied until nothing changes."""

from codegraph.analysis.executions import Rule, Rules, build_rule, compute_runs


def selected(rules: list[Rule], nodes: int, tests: list[int]) -> dict[int, list[int]]:
    found = compute_runs(Rules.from_rules(rules, nodes), tests)
    return {node: found.find_tests([node]).tolist() for node in range(nodes)}


def test_tests_run_what_they_use_at_any_distance() -> None:
    found = selected([build_rule(0, 2), build_rule(2, 3), build_rule(1, 3)], 5, [0, 1])
    assert found == {0: [0], 1: [1], 2: [0], 3: [0, 1], 4: []}


def test_a_guarded_rule_holds_for_the_tests_that_reach_both() -> None:
    # 0 and 1 both call 2, which runs 4 where 3 exists; only test 1 makes a 3.
    found = selected([build_rule(0, 2), build_rule(1, 2), build_rule(1, 3), build_rule(2, 4, given=3)], 5, [0, 1])
    assert found[4] == [1]


def test_a_guard_that_is_reached_late_still_counts() -> None:
    found = selected(
        [build_rule(0, 1), build_rule(1, 2, given=5), build_rule(0, 3), build_rule(3, 4), build_rule(4, 5)], 6, [0]
    )
    assert found[2] == [0]


def test_a_rule_leaves_out_the_tests_for_which_something_holds_from_the_start() -> None:
    # 0 and 1 both run 2, which runs 3 unless 4 holds, as it does for test 1; 3 may be reached another way.
    rules = Rules.from_rules([build_rule(0, 2), build_rule(1, 2), build_rule(2, 3, unless=4)], 5, [(4, 1)])
    assert compute_runs(rules, [0, 1]).find_tests([3]).tolist() == [0]
    rules = Rules.from_rules(
        [build_rule(0, 2), build_rule(1, 2), build_rule(2, 3, unless=4), build_rule(1, 3)], 5, [(4, 1)]
    )
    assert compute_runs(rules, [0, 1]).find_tests([3]).tolist() == [0, 1]


def test_circles_come_to_an_end() -> None:
    found = selected([build_rule(0, 1), build_rule(1, 2), build_rule(2, 1), build_rule(2, 3, given=1)], 4, [0])
    assert found[3] == [0]


def test_several_symbols_join_their_tests_and_none_has_none() -> None:
    found = compute_runs(Rules.from_rules([build_rule(0, 2), build_rule(1, 3)], 5), [0, 1])
    assert found.find_tests([2, 3]).tolist() == [0, 1]
    assert found.find_tests([]).tolist() == []
    assert compute_runs(Rules.from_rules([], 3), []).find_tests([1]).tolist() == []


def test_of_equal_rules_the_strongest_is_kept() -> None:
    rules = Rules.from_rules([build_rule(0, 1, rank=3), build_rule(0, 1, rank=1), build_rule(1, 1)], 2)
    assert rules.user.tolist() == [0]
    assert rules.rank.tolist() == [1]
