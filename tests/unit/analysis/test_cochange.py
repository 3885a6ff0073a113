"""What usually changes together is counted from commits that are small enough to say something."""

from __future__ import annotations

from codegraph.analysis.cochange import LARGEST, CoChange, Commit, compute_shares, find_co_changes


def history(*commits: str) -> list[Commit]:
    return [Commit(1_000 - at, tuple(files.split())) for at, files in enumerate(commits)]


def test_company_is_counted_against_the_commits_of_what_changed() -> None:
    found = find_co_changes(["a"], history("a b", "a b", "a b c", "a", "a", "b", "b", "b"))
    assert found == [CoChange("b", "a", 3, 5)]
    assert found[0].share == 0.6


def test_what_changed_too_is_not_missing() -> None:
    assert find_co_changes(["a", "b"], history("a b", "a b", "a b")) == []


def test_company_by_chance_is_none() -> None:
    assert find_co_changes(["a"], history("a b", "a b")) == []
    assert find_co_changes(["a"], history(*["a b"] * 3, *["a"] * 6)) == []


def test_a_file_is_named_with_what_it_follows_most_surely_first() -> None:
    found = find_co_changes(["a", "b"], history(*["a c"] * 3, "a", *["b c"] * 4, *["b d"] * 4))
    assert found == [CoChange("c", "a", 3, 4), CoChange("d", "b", 4, 8)]


def test_what_changes_with_everything_follows_nothing() -> None:
    log = history(*["a.py LOG"] * 4, *["b.py LOG"] * 3, "b.py", *["c.txt"] * 20)
    assert find_co_changes(["a.py"], log) == []
    assert find_co_changes(["a.py"], history(*["a.py LOG"] * 4, "b.py LOG", *["b.py"] * 3)) == [
        CoChange("LOG", "a.py", 4, 4)
    ]


def test_commits_of_the_company_itself_are_no_sign_that_it_goes_with_everything() -> None:
    found = find_co_changes(["build"], history(*["build tests/build"] * 3, "build", *["tests/build"] * 4))
    assert found == [CoChange("tests/build", "build", 3, 4)]


def test_company_is_looked_for_of_what_is_asked_and_leaves_out_all_that_changed() -> None:
    log = history(*["a notes c"] * 3)
    assert find_co_changes(["a", "notes"], log, ["a"]) == [CoChange("c", "a", 3, 3)]
    assert find_co_changes(["a", "notes"], log, []) == []


def test_a_commit_of_everything_says_nothing() -> None:
    everything = " ".join(f"f{i}" for i in range(LARGEST + 1))
    assert find_co_changes(["f1"], history(*[everything] * 5)) == []


def test_a_share_is_of_the_commits_of_the_file_itself() -> None:
    assert compute_shares(["a"], history("a b", "a b", "a b", "b")) == {"b": 0.75}
