"""Measures of files: what tests reach, what belongs together, how often they change."""

from __future__ import annotations

from pathlib import Path

from support.gitrepo import GitRepo

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.excerpts import read_file_lines, read_single_lines
from codegraph.operations.repository_map import NOTHING, RepositoryMap, map_repository
from codegraph.settings.config import Config

FILES = {
    "used.py": "def used():\n    return helper()\n\n\ndef helper():\n    return 1\n",
    "alone.py": "def alone():\n    return other()\n\n\ndef other():\n    return 2\n",
    "test_used.py": "from used import used\n\n\ndef test_used():\n    assert used() == 1\n",
    "constants.py": "LIMIT = 3\n",
}


def map_files(folder: Path, measure: str) -> RepositoryMap:
    config = Config(folder / "home", workers=1, vectors=False)
    repo = GitRepo.make(folder / "repo", FILES)
    repo.commit({"used.py": FILES["used.py"] + "\n"})
    index_repository(repo.root, config)
    context = Context(repo.root, config)
    try:
        return map_repository(context, measure).results
    finally:
        context.close()


def values(found: RepositoryMap) -> dict[str, float]:
    return {row.path: row.value for row in found.files}


def test_tests_reach_what_they_call_at_any_distance(tmp_path: Path) -> None:
    found = values(map_files(tmp_path, "tests"))
    assert (found["used.py"], found["alone.py"], found["constants.py"]) == (1.0, 0.0, NOTHING)


def test_churn_counts_commits(tmp_path: Path) -> None:
    found = values(map_files(tmp_path, "churn"))
    assert (found["used.py"], found["alone.py"]) == (2.0, 1.0)


def test_files_that_call_each_other_are_of_one_community(tmp_path: Path) -> None:
    found = map_files(tmp_path, "community")
    by_path = values(found)
    assert by_path["used.py"] == by_path["test_used.py"] != by_path["alone.py"]
    numbers = [community.number for community in found.communities]
    assert set(by_path.values()) - {NOTHING} == set(map(float, numbers))
    assert all(len(community.calls) == len(numbers) for community in found.communities)


def test_lines_that_are_gone_are_left_out(tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=1, vectors=False)
    repo = GitRepo.make(tmp_path / "repo", FILES)
    index_repository(repo.root, config)
    context = Context(repo.root, config)
    context.index()
    (repo.root / "alone.py").unlink()
    found = read_single_lines(context, {"used.py": [1, 99], "alone.py": [1]})
    assert found == {("used.py", 1): "def used():"} and read_file_lines(context, "alone.py") is None
    context.close()
