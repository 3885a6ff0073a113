"""Arguments of the runners of Ruby's tests."""

from __future__ import annotations

from codegraph.operations.runners import ruby
from codegraph.operations.runners.test_commands import Surroundings, Target
from codegraph.query_results import SymbolRow
from codegraph_parsers.file_facts import SymbolKind

NOTHING = Surroundings((), lambda path: (), lambda path: (), lambda path: "")


def make_target(path: str, name: str, line: int, kind: SymbolKind = SymbolKind.METHOD) -> Target:
    row = SymbolRow(0, f"ruby:{path}::{name}", kind, name, name, path, "ruby", line, 0, line, line, -1, 0)
    return Target(row, name, ())


def test_rspec_is_given_the_lines_of_examples() -> None:
    targets = [make_target("spec/a_spec.rb", "adds", 4), make_target("spec/b_spec.rb", "", 0, SymbolKind.MODULE)]
    assert ruby.build_rspec_arguments(targets, NOTHING).arguments == ("spec/a_spec.rb:4", "spec/b_spec.rb")


def test_minitest_is_given_files_and_names() -> None:
    targets = [make_target("test/a_test.rb", "test_adds", 4), make_target("test/b_test.rb", "test_ends?", 9)]
    found = ruby.build_minitest_arguments(targets, NOTHING).arguments
    assert found == ("test/a_test.rb", "test/b_test.rb", r"--name=/^(test_adds|test_ends\?)$/")


def test_a_title_runs_the_whole_file() -> None:
    assert ruby.build_minitest_arguments([make_target("test/a_test.rb", "it adds", 4)], NOTHING).arguments == (
        "test/a_test.rb",
    )


def test_what_files_load_chooses_the_runner() -> None:
    spec = make_target("test/a_spec.rb", "adds", 4).row
    assert ruby.choose_runner([spec], lambda path: "") is ruby.RSPEC
    assert ruby.choose_runner([spec], lambda path: 'require "minitest/autorun"') is ruby.MINITEST
    assert ruby.choose_runner([make_target("test/a_test.rb", "test_a", 4).row], lambda path: "") is ruby.MINITEST
