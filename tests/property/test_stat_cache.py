"""Random work on a tree: what the kernel told gives what comparing the whole tree gives, after every step."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.server.comparisons import Comparisons
from codegraph.settings.config import load
from codegraph.watch.stat_cache import StatCache

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's interface is Linux's")

STEPS = 60
FOLDERS = ("src/", "src/deep/", "lib/", "gen/", "build/", "node_modules/pkg/", "__pycache__/", "tmp/", "excluded/", "")
NAMES = ("a.py", "b.py", "c.txt", "d.log", "package.json", "odd %41.py", "e.pyc", "Makefile")
RULES = ("", "*.log\n", "gen/\n", "lib/\n!lib/a.py\n", "tmp/\n*.txt\n", "/src/deep/\n")
FILES = {
    "src/a.py": "x = 1\n",
    "src/deep/b.py": "y = 2\n",
    "lib/a.py": "z = 3\n",
    "gen/a.py": "w = 4\n",
    "c.txt": "c\n",
}


@dataclass
class Work:
    """Steps on one tree, as people and programs take them."""

    root: Path
    random: random.Random
    open_files: ExitStack
    git: GitRepo | None

    def path(self) -> Path:
        return self.root / (self.random.choice(FOLDERS) + self.random.choice(NAMES))

    def some(self, *, folders: bool = False) -> Path:
        found = sorted(
            Path(place, name)
            for place, below, names in os.walk(self.root)
            if ".git" not in place.split("/")
            for name in (below if folders else names)
            if name not in (".git", "codegraph.toml")
        )
        return self.random.choice(found) if found else self.path()

    def write(self) -> None:
        path = self.path()
        if not path.parent.exists() or (path.parent.is_dir() and not path.is_dir()):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"x = {self.random.randrange(10)}\n")

    def edit(self) -> None:
        path = self.some()
        if path.is_file():
            path.write_text(f"x = {self.random.randrange(10)}\n")

    def edit_keeping_its_time(self) -> None:
        path = self.some()
        if path.is_file() and not path.is_symlink():
            times = path.stat()
            path.write_text("k" * times.st_size)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def write_without_closing(self) -> None:
        path = self.some()
        if path.is_file():
            file = self.open_files.enter_context(path.open("a"))
            file.write("# more\n")
            file.flush()

    def save_by_renaming(self) -> None:
        path = self.some()
        if path.is_file():
            (path.parent / ".swap").write_text(f"s = {self.random.randrange(10)}\n")
            (path.parent / ".swap").replace(path)

    def touch(self) -> None:
        path = self.some()
        if os.path.lexists(path):
            os.utime(path, follow_symlinks=False)

    def delete(self) -> None:
        self.some().unlink(missing_ok=True)

    def move(self) -> None:
        old, new = self.some(folders=self.random.random() < 0.5), self.path()
        if self.random.random() < 0.5:
            new = new.with_suffix("")
        if old.exists() and new.parent.is_dir() and not new.exists() and old not in (new, *new.parents):
            old.rename(new)

    def move_out_and_back(self) -> None:
        old, away = self.some(folders=True), self.root.parent / "away"
        if old.is_dir():
            old.rename(away)
            (away / "moved.py").write_text("m = 1\n")
            away.rename(old)

    def replace_an_empty_folder(self) -> None:
        old, new = self.some(folders=True), self.root / "empty"
        if old.is_dir() and old != new and not new.exists():
            new.mkdir()
            old.rename(new)

    def remove_folder(self) -> None:
        found = self.some(folders=True)
        if found.is_dir():
            shutil.rmtree(found)

    def make_folders(self) -> None:
        below = self.root / "new" / str(self.random.randrange(4)) / "deeper"
        below.mkdir(parents=True, exist_ok=True)
        (below / "n.py").write_text("n = 1\n")

    def fill_an_old_folder(self) -> None:
        for number in range(3):
            (self.root / f"new/{number}").is_dir() and (self.root / f"new/{number}/late.py").write_text("l = 1\n")

    def link(self) -> None:
        path = self.path()
        if path.parent.is_dir() and not os.path.lexists(path):
            path.symlink_to("nowhere")

    def link_hard(self) -> None:
        old, new = self.some(), self.path()
        if old.is_file() and not old.is_symlink() and new.parent.is_dir() and not os.path.lexists(new):
            os.link(old, new)

    def edit_through_a_name_outside(self) -> None:
        (self.root.parent / "outside.py").write_text(f"o = {self.random.randrange(10)}\n")

    def ignore(self) -> None:
        name = self.random.choice((".gitignore", ".codegraphignore", "src/.gitignore", "lib/.codegraphignore"))
        if (self.root / name).parent.is_dir():
            (self.root / name).write_text(self.random.choice(RULES))

    def ignore_for_the_user(self) -> None:
        place = Path(os.environ["HOME"], ".config/git")
        place.mkdir(parents=True, exist_ok=True)
        (place / "ignore").write_text(self.random.choice(RULES))

    def ignore_above(self) -> None:
        (self.root.parent / ".gitignore").write_text(self.random.choice(RULES))

    def ignore_for_one(self) -> None:
        if self.git is not None:
            (self.root / ".git/info/exclude").write_text(self.random.choice(RULES))

    def name_an_ignore_file(self) -> None:
        (self.root.parent / "listed").write_text(self.random.choice(RULES))
        self._git("config", "core.excludesFile", str(self.root.parent / "listed"))

    def set_up(self) -> None:
        (self.root / "codegraph.toml").write_text(self.random.choice(("", 'exclude = ["excluded/"]\n')))

    def commit(self) -> None:
        self._git("add", "-A", ".")
        self._git("commit", "-q", "--allow-empty", "-m", "change")

    def add_ignored(self) -> None:
        path = self.some()
        self._git("add", "-f", "--", str(path))

    def forget(self) -> None:
        self._git("rm", "-q", "--cached", "--ignore-unmatch", "--", str(self.some()))

    def check_out(self) -> None:
        self.commit()
        self._git("checkout", "-q", "-B", "other", "main")
        self.commit()

    def go_back(self) -> None:
        self.commit()
        self._git("reset", "-q", "--hard", "main")

    def refresh_the_index_of_git(self) -> None:
        self._git("status", "-s")

    def make_a_repository_inside(self) -> None:
        place = self.root / "src/deep"
        if self.git is not None and place.is_dir() and not (place / ".git").exists():
            GitRepo(place).git("init", "-q")

    def remove_a_repository_inside(self) -> None:
        shutil.rmtree(self.root / "src/deep/.git", ignore_errors=True)

    def _git(self, *arguments: str) -> None:
        if self.git is not None:
            self.git.git(*arguments) if arguments[0] != "add" else self._try(*arguments)

    def _try(self, *arguments: str) -> None:
        assert self.git is not None
        try:
            self.git.git(*arguments)
        except subprocess.CalledProcessError:
            pass  # a repository inside without a commit cannot be added

    def steps(self) -> list[Callable[[], None]]:
        """Every kind of step, those seldom that have the whole tree compared."""
        names = [name for name in vars(Work) if name not in _HELPERS and not name.startswith("_")]
        return [getattr(self, name) for name in names for _ in range(1 if name in _SELDOM else 4)]


_HELPERS = ("path", "some", "steps")
_SELDOM = (
    "ignore", "ignore_for_the_user", "ignore_above", "ignore_for_one", "name_an_ignore_file", "set_up",
    "make_a_repository_inside",
)  # fmt: skip


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Work]:
    by_git, seed = request.param
    top = Path(os.path.realpath(tmp_path))
    monkeypatch.setenv("HOME", str(top / "user"))
    monkeypatch.setenv("CODEGRAPH_HOME", str(top / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    root = top / "repo"
    git = GitRepo.make(root, FILES) if by_git else None
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    os.link(root / "lib/a.py", top / "outside.py")
    with ExitStack() as files:
        yield Work(root, random.Random(seed), files, git)


@pytest.mark.parametrize(
    "work", [(git, seed) for git in (True, False) for seed in range(4)], indirect=True, ids=lambda p: f"{p[0]}-{p[1]}"
)
def test_what_the_kernel_told_is_what_comparing_everything_gives(work: Work, monkeypatch: pytest.MonkeyPatch):
    index_repository(work.root, load(work.root))
    comparisons, steps, done = Comparisons(), work.steps(), []
    began: list[Path] = []
    real = StatCache._begin
    monkeypatch.setattr("codegraph.server.comparisons.RETRY_S", 0.0)
    monkeypatch.setattr(StatCache, "_begin", lambda cache: (began.append(cache.root), real(cache))[1])
    for _ in range(STEPS):
        step = work.random.choice(steps)
        done.append(step.__name__)
        step()
        config = load(work.root)
        with Index.open(work.root, config) as index:
            told = comparisons.compare(index, config, time.monotonic())
            assert told == index.compute_freshness(), str(done[-12:])
        if work.random.random() < 0.05:
            index_repository(work.root, config)
            done.append("index")
    assert 0 < len(began) < STEPS, "some steps need no look at the whole tree"
