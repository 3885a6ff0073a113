"""Which folders a watcher registers."""

from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.scan.folders import iterate_folders
from codegraph.settings.config import Config

FILES = {
    "src/a.py": "x = 1\n",
    "src/deep/er/b.py": "x = 1\n",
    "node_modules/left/index.js": "x\n",
    ".venv/lib/c.py": "x = 1\n",
    "ignored/big/d.py": "x = 1\n",
    "docs/own/e.md": "x\n",
    "build/f.py": "x = 1\n",
    ".gitignore": "ignored/\n",
    ".codegraphignore": "docs/own/\n",
    "Makefile": "all:\n",
}


@pytest.fixture(params=["git", "no git"])
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    if request.param == "git":
        repo = GitRepo.make(tmp_path, {".gitignore": "ignored/\n"})
        repo.write(FILES)
    else:
        for name, text in FILES.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
    return tmp_path


def test_ignored_trees_and_those_of_tools_are_left_out(root: Path) -> None:
    found = list(iterate_folders(root, Config(root / "home")))
    assert found == ["", "docs/", "src/", "src/deep/", "src/deep/er/"]


def test_a_new_folder_is_judged_by_the_rules_above_it(root: Path) -> None:
    config = Config(root / "home")
    assert list(iterate_folders(root, config, "src/deep/")) == ["src/deep/", "src/deep/er/"]
    assert list(iterate_folders(root, config, "ignored/big/")) == []
    assert list(iterate_folders(root, config, "ignored/")) == []
    assert list(iterate_folders(root, config, "docs/own/")) == []
    assert list(iterate_folders(root, config, "node_modules/left/")) == []


def test_an_include_setting_opens_every_folder_but_gits(root: Path) -> None:
    found = set(iterate_folders(root, Config(root / "home", include=("*.py",))))
    assert {"ignored/big/", "node_modules/left/", "build/"} <= found
    assert not any(folder.startswith(".git/") for folder in found)


def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/again").symlink_to(tmp_path / "a", target_is_directory=True)
    (tmp_path / "a/whole").symlink_to(tmp_path, target_is_directory=True)
    for follow in (True, False):
        assert list(iterate_folders(tmp_path, Config(tmp_path / "home", follow_symlinks=follow))) == ["", "a/", "a/b/"]


def test_the_home_folder_is_not_watched(tmp_path: Path) -> None:
    (tmp_path / "state/watch").mkdir(parents=True)
    assert list(iterate_folders(tmp_path, Config(tmp_path / "state"))) == [""]


def test_a_folder_is_given_before_it_is_listed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    seen = []
    for folder in iterate_folders(tmp_path, Config(tmp_path / "home")):
        seen.append(folder)
        if folder == "a/":
            (tmp_path / "a/late").mkdir()
    assert seen == ["", "a/", "a/late/"]


def test_a_folder_in_which_all_files_are_ignored_is_none_that_is_ignored(tmp_path: Path) -> None:
    repo = GitRepo.make(tmp_path / "repo", {".gitignore": "*.log\nout-of-tree/\n"})
    repo.write({"logs/a.log": "a\n", "logs/out-of-tree/deep/b.log": "b\n"})
    assert list(iterate_folders(repo.root, Config(tmp_path / "home"))) == ["", "logs/"]


def test_folders_of_excluded_files_are_given_when_asked_for(root: Path) -> None:
    found = list(iterate_folders(root, Config(root / "home", exclude=("src/deep/",)), with_excluded=True))
    assert {"docs/own/", "src/deep/"} <= set(found) and "ignored/" not in found
