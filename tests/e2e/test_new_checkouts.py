"""The index of a new checkout, which starts from that of another one with nearly the same files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from mcp.client.client import Client
from support.equal import assert_as_rebuilt
from support.gitrepo import GitRepo
from support.serving import talk_over_stdio, text

from codegraph.errors import NotIndexedError
from codegraph.indexing import incremental
from codegraph.indexing.incremental import IncrementalSession, update_index
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.store.layout import IndexFolder, get_index_folder
from codegraph.store.lock import hold_writer_lock

FILES = {
    "pkg/__init__.py": "",
    "pkg/core.py": "class Store:\n    def save(self):\n        return helper(1)\n\n\ndef helper(x):\n    return x\n",
    "pkg/app.py": "from pkg.core import Store\n\n\ndef main():\n    Store().save()\n",
    "pkg/old.py": "from pkg.app import main\n\n\ndef order():\n    main()\n",
    "data/blob.bin": b"\0\1\2",
    "notes.md": "# Notes\n\nHow to save an order.\n",
}
NEXT = {
    "pkg/core.py": "class Store:\n    def save(self):\n        return self.check()\n\n    def check(self):\n        return 2\n",
    "pkg/old.py": None,
    "pkg/orders/__init__.py": "from pkg.app import main\n\n\ndef order():\n    main()\n",
    "data/blob.bin": b"\0\1\2\3",
}


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1)


@pytest.fixture
def main(tmp_path: Path, config: Config) -> GitRepo:
    """An indexed repository."""
    repo = GitRepo.make(tmp_path / "main", FILES)
    index_repository(repo.root, config)
    return repo


@pytest.fixture
def unresolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no whole run be made by an incremental session."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a whole run was made")

    monkeypatch.setattr(incremental, "index_repository", refuse)


def add_work_tree(repo: GitRepo, place: Path, branch: str = "feature") -> GitRepo:
    repo.git("worktree", "add", "-q", "-b", branch, str(place))
    return GitRepo(place)


def names(root: Path, config: Config) -> set[str]:
    with Index.open(root, config) as index:
        return {symbol.name for symbol in index.iterate_all_symbols()}


def refresh(root: Path, config: Config) -> str:
    return IncrementalSession(root, config).refresh().reason


def current(root: Path, config: Config) -> Path:
    folder = get_index_folder(config.home, root)
    return folder.get_generation(folder.get_current())


def test_a_work_tree_of_the_same_commit_starts_from_the_index(
    main: GitRepo, config: Config, tmp_path: Path, unresolved: None
) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    assert refresh(tree.root, config) == f"started from the index of {main.root}"
    with Index.open(tree.root, config) as index:
        assert index.compute_freshness().fresh
        assert index.compute_stats().root == str(tree.root)
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch")


def test_a_work_tree_of_another_branch_differs_by_its_files(
    main: GitRepo, config: Config, tmp_path: Path, unresolved: None
) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    tree.commit(NEXT)
    done = IncrementalSession(tree.root, config).refresh()
    assert done.changed == ("data/blob.bin", "pkg/core.py")
    assert (done.added, done.removed) == (("pkg/orders/__init__.py",), ("pkg/old.py",))
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch")
    tree.write({"pkg/app.py": "from pkg.core import Store\n\n\ndef main():\n    Store().check()\n"})
    IncrementalSession(tree.root, config).refresh(["pkg/app.py"])
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch-2")


def test_the_donor_stays_as_it_was(main: GitRepo, config: Config, tmp_path: Path) -> None:
    files = {path: path.read_bytes() for path in current(main.root, config).rglob("*") if path.is_file()}
    tree = add_work_tree(main, tmp_path / "tree")
    for number in range(4):
        tree.write({f"pkg/n{number}.py": f"def n{number}():\n    pass\n"})
        update_index(tree.root, config)
    assert {path: path.read_bytes() for path in files} == files
    assert "n0" not in names(main.root, config)


def test_a_clone_outlives_its_donor(main: GitRepo, config: Config, tmp_path: Path, unresolved: None) -> None:
    clone = GitRepo(tmp_path / "clone")
    main.git("clone", "-q", str(main.root), str(clone.root))
    assert refresh(clone.root, config).startswith("started from")
    shutil.rmtree(get_index_folder(config.home, main.root).path)
    shutil.rmtree(main.root)
    clone.write(NEXT)
    assert refresh(clone.root, config) == "2 files changed, 1 file added, 1 file removed"
    assert_as_rebuilt(clone.root, config, tmp_path / "scratch")


def test_files_of_equal_size_and_time_are_told_apart(main: GitRepo, config: Config, tmp_path: Path) -> None:
    """As in an archive that was unpacked with the times it names."""
    tree = add_work_tree(main, tmp_path / "tree")
    path, other = tree.root / "pkg/core.py", main.root / "pkg/core.py"
    path.write_text(other.read_text().replace("helper", "lehper"))
    info = other.stat()
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    refresh(tree.root, config)
    assert "lehper" in names(tree.root, config) and "helper" not in names(tree.root, config)


def test_the_nearest_of_several_indexes_is_taken(main: GitRepo, config: Config, tmp_path: Path) -> None:
    near, tree = add_work_tree(main, tmp_path / "near"), add_work_tree(main, tmp_path / "tree", "other")
    for each in (near, tree):
        each.write(NEXT)
    update_index(near.root, config)
    main.write({"pkg/late.py": "def late(): ...\n"})
    update_index(main.root, config)  # was written last, and is further away
    assert refresh(tree.root, config) == f"started from the index of {near.root}"


@pytest.mark.parametrize(
    "setting", [{"exclude": ("pkg/old.py",)}, {"languages": ("go",)}, {"max_file_bytes": 4}], ids=str
)
def test_an_index_of_other_settings_is_no_donor(
    main: GitRepo, config: Config, tmp_path: Path, setting: dict[str, object]
) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    other = replace(config, **setting)
    assert "started" not in refresh(tree.root, other)
    assert_as_rebuilt(tree.root, other, tmp_path / "scratch")


def test_an_index_in_another_home_is_no_donor(main: GitRepo, config: Config, tmp_path: Path) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    assert "started" not in refresh(tree.root, replace(config, home=tmp_path / "other"))


def test_an_unrelated_repository_is_no_donor(main: GitRepo, config: Config, tmp_path: Path) -> None:
    other = GitRepo.make(tmp_path / "else", {"a.py": "def alone(): ...\n"})
    assert "started" not in refresh(other.root, config)
    assert names(other.root, config) == {"a", "alone"}


def damage_database(generation: Path) -> None:
    with open(generation / "graph.db", "r+b") as file:
        file.seek(8_000)
        file.write(b"\x55" * 600)


def damage_links(generation: Path) -> None:
    (generation / "lexical.bin").unlink()


def damage_dependencies(generation: Path) -> None:
    with open(generation / "dependencies.bin", "r+b") as file:
        file.seek(200)
        file.write(b"\x55" * 40)


@pytest.mark.parametrize("harm", [damage_database, damage_links, damage_dependencies])
@pytest.mark.parametrize("is_sealed", [True, False])
def test_a_damaged_index_is_no_donor(
    main: GitRepo, config: Config, tmp_path: Path, harm: Callable[[Path], None], is_sealed: bool
) -> None:
    if not is_sealed:
        main.write({"pkg/app.py": "from pkg.core import Store\n\n\ndef main():\n    pass\n"})
        update_index(main.root, config)
    tree = add_work_tree(main, tmp_path / "tree")
    harm(current(main.root, config))
    refresh(tree.root, config)
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch")


def test_a_donor_may_be_written_meanwhile(main: GitRepo, config: Config, tmp_path: Path, unresolved: None) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    with hold_writer_lock(get_index_folder(config.home, main.root).lock):
        assert refresh(tree.root, config).startswith("started from")
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch")


def test_nothing_is_seen_of_a_start_that_fails(
    main: GitRepo, config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    tree.write(NEXT)
    folder = get_index_folder(config.home, tree.root)
    seen: list[int] = []

    def give_up(*_: object) -> None:
        seen.append(folder.get_current())

    monkeypatch.setattr(incremental._Base, "_resolve", give_up)
    assert IncrementalSession(tree.root, config).refresh_incrementally() is None
    assert seen == [0] and folder.get_current() == 0
    assert not [path for path in folder.path.iterdir() if path.name != "lock"]


def test_memory_of_runs_and_the_identity_are_those_of_the_checkout(
    main: GitRepo, config: Config, tmp_path: Path
) -> None:
    (get_index_folder(config.home, main.root).path / "observed.db").write_bytes(b"runs of another checkout")
    copy = tmp_path / "copy"
    shutil.copytree(main.root, copy, ignore=shutil.ignore_patterns(".git"))
    assert refresh(copy, config) == f"started from the index of {main.root}"
    assert not (get_index_folder(config.home, copy).path / "observed.db").exists()
    with Index.open(copy, config) as index:
        assert index.repository_id == f"path:{copy}"


def test_vectors_are_those_of_the_settings(main: GitRepo, config: Config, tmp_path: Path) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    refresh(tree.root, replace(config, vectors=False))
    assert not (current(tree.root, config) / "vectors").exists()
    again = add_work_tree(main, tmp_path / "again", "again")
    refresh(again.root, config)
    with Index.open(again.root, config) as index:
        assert not index.compute_vector_stats().problem and index.compute_vector_stats().rows > 0


def test_folders_that_are_left_out_cost_no_whole_run(
    main: GitRepo, config: Config, tmp_path: Path, unresolved: None
) -> None:
    """The work tree lies in the first one, which has it as a repository of its own."""
    tree = add_work_tree(main, main.root / "trees/feature")
    update_index_incrementally(main.root, config)
    main.write({"pkg/new.py": "def new(): ...\n"})
    update_index_incrementally(main.root, config)
    assert_as_rebuilt(main.root, config, tmp_path / "scratch")
    assert refresh(tree.root, config).startswith("started from")
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch-2")


def update_index_incrementally(root: Path, config: Config) -> None:
    assert IncrementalSession(root, config).refresh_incrementally() is not None


def test_a_file_that_becomes_a_link_is_left_out(main: GitRepo, config: Config, tmp_path: Path) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    (tree.root / "pkg/old.py").unlink()
    (tree.root / "pkg/old.py").symlink_to("app.py")
    (tree.root / "link.py").symlink_to("pkg/app.py")
    refresh(tree.root, config)
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch")
    (tree.root / "link.py").unlink()
    tree.write({"link.py": "def real(): ...\n"})
    refresh(tree.root, config)
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch-2")


# ---- questions


def ask(repo: Path, config: Config) -> Path:
    context = Context(repo, config)
    try:
        return context.index().root
    finally:
        context.close()


def test_a_question_in_a_work_tree_within_another_is_about_its_own_files(main: GitRepo, config: Config) -> None:
    tree = add_work_tree(main, main.root / ".trees/feature")
    tree.write(NEXT)
    assert ask(tree.root / "pkg", config) == tree.root
    assert "check" in names(tree.root, config) and "helper" not in names(tree.root, config)


def test_the_index_around_a_work_tree_does_not_answer_for_it(main: GitRepo, config: Config) -> None:
    tree = add_work_tree(main, main.root / ".trees/feature")
    with pytest.raises(NotIndexedError):
        ask(tree.root / "pkg", replace(config, refresh_s=0))


def test_the_index_around_a_submodule_answers_for_it(main: GitRepo, config: Config, tmp_path: Path) -> None:
    other = GitRepo.make(tmp_path / "else", {"sub.py": "def below(): ...\n"})
    main.git("submodule", "--quiet", "add", str(other.root), "vendor")
    update_index(main.root, config)
    assert ask(main.root / "vendor", config) == main.root


def test_a_question_does_not_start_an_index_of_another_repository(
    main: GitRepo, config: Config, tmp_path: Path
) -> None:
    other = GitRepo.make(tmp_path / "else", {**FILES, "more.py": "def more(): ...\n"})
    other.git("commit", "-q", "--amend", "-m", "another beginning")
    with pytest.raises(NotIndexedError):
        ask(other.root, config)
    with pytest.raises(NotIndexedError):
        ask(add_work_tree(main, tmp_path / "tree").root, replace(config, refresh_s=0))


def begin(root: Path, config: Config, *words: str) -> subprocess.Popen[str]:
    none = str(config.home.parent / "none.toml")
    environment = os.environ | {"CODEGRAPH_HOME": str(config.home), "CODEGRAPH_CONFIG": none}
    command = [sys.executable, "-m", "codegraph", *words]
    return subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True)


def test_questions_that_come_together_are_all_answered(main: GitRepo, config: Config, tmp_path: Path) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    tree.commit(NEXT)
    asked = [begin(tree.root, config, "callers", "check") for _ in range(3)]
    assert all("pkg/core.py:3" in process.communicate()[0] for process in asked)


def test_a_server_answers_in_a_new_work_tree(
    main: GitRepo, config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(config.home))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    tree = add_work_tree(main, main.root / ".trees/feature")
    tree.write(NEXT)

    async def session(client: Client) -> None:
        answer = await client.call_tool("code_symbol", {"symbol": "Store.check"})
        assert not answer.is_error and "pkg/core.py:5" in text(answer), text(answer)

    talk_over_stdio(tree.root, session)
    assert "check" not in names(main.root, config)


def test_the_command_line_answers_in_a_new_work_tree(main: GitRepo, config: Config, tmp_path: Path) -> None:
    tree = add_work_tree(main, tmp_path / "tree")
    tree.commit(NEXT)

    def run(*words: str) -> str:
        return begin(tree.root, config, *words).communicate()[0]

    assert "pkg/core.py:3" in run("callers", "check")
    assert "vectors of changed files were missing: 0 parsed" in run("index")
    assert "up to date" in run("index")
    assert "order" in run("callers", "main")
    folder: IndexFolder = get_index_folder(config.home, tree.root)
    assert folder.get_current() and not list(folder.path.glob("beside-*"))
    assert_as_rebuilt(tree.root, config, tmp_path / "scratch")
