"""Fleets of repositories: what is published, skipped and refused, also by killed and interrupted runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.gitrepo import GitRepo

from codegraph.errors import InvalidError
from codegraph.fleet.engines import EngineName, Resources, run_tasks
from codegraph.fleet.repository_list import HEAD, hide_login, read_list
from codegraph.fleet.repository_task import Status, Task, run_task
from codegraph.indexing.incremental import IncrementalSession
from codegraph.publication.storage import open_remote
from codegraph.settings.config import Config


class Ran(NamedTuple):
    code: int
    rows: list[dict[str, Any]]
    error: str
    links: dict[str, Any]

    def list_statuses(self) -> list[str]:
        return [row["status"] for row in self.rows]


class Fleet:
    """Repositories of a test, their list, and a place to publish at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.place = folder / "place"
        self.place.mkdir()
        self.list = folder / "list.txt"

    def make(self, *names: str) -> list[GitRepo]:
        sources = {
            name: f"def save_{name}():\n    return load_{name}()\n\n\ndef load_{name}():\n    pass\n" for name in names
        }
        repos = [GitRepo.make(self.folder / name, {f"{name}.py": text}) for name, text in sources.items()]
        self.list.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
        return repos

    def build_command(self, *options: str) -> list[str]:
        words = ["fleet", "index", str(self.list), "--to", self.place.as_uri(), "--json", "--no-links", *options]
        return [sys.executable, "-P", "-m", "codegraph", *words]

    def build_environment(self, **more: str) -> dict[str, str]:
        return os.environ | {"CODEGRAPH_HOME": str(self.home)} | more

    def run(self, *options: str, **more: str) -> Ran:
        done = subprocess.run(
            self.build_command(*options),
            env=self.build_environment(**more),
            capture_output=True,
            text=True,
            check=False,
        )
        told = json.loads(done.stdout)["results"] if done.stdout else {}
        return Ran(done.returncode, told.get("repositories", []), done.stderr, told.get("links") or {})

    def list_pointers(self) -> list[str]:
        return sorted(path.name for path in self.place.glob("*/*/commits/*"))

    def list_leftovers(self) -> list[Path]:
        return list((self.home / "fleet").glob("task-*"))


@pytest.fixture
def fleet(tmp_path: Path) -> Fleet:
    return Fleet(tmp_path)


def test_every_repository_is_published_once(fleet: Fleet) -> None:
    repos = fleet.make("api", "web")
    first, second = fleet.run(), fleet.run()
    assert (first.code, first.list_statuses()) == (0, ["published", "published"])
    assert second.list_statuses() == ["current", "current"]
    heads = sorted(repo.git("rev-parse", "HEAD").decode().strip() for repo in repos)
    assert fleet.list_pointers() == heads
    assert fleet.list_leftovers() == []


def test_what_a_fleet_published_is_pulled_elsewhere(fleet: Fleet, tmp_path: Path) -> None:
    (repo,) = fleet.make("api")
    fleet.run()
    repo.git("clone", "-q", str(repo.root), str(tmp_path / "laptop"))
    config = Config(tmp_path / "other", workers=1)
    started = IncrementalSession(tmp_path / "laptop", config).start_from_remote(open_remote(fleet.place.as_uri()))
    assert started.commit == repo.git("rev-parse", "HEAD").decode().strip()


def test_a_new_commit_is_published_beside_the_old_one(fleet: Fleet) -> None:
    (repo,) = fleet.make("api")
    fleet.run()
    repo.commit({"more.py": "def more():\n    pass\n"})
    assert fleet.run().list_statuses() == ["published"]
    assert len(fleet.list_pointers()) == 2


def test_a_line_names_a_commit_a_branch_or_a_tag(fleet: Fleet) -> None:
    (repo,) = fleet.make("api")
    old = repo.git("rev-parse", "HEAD").decode().strip()
    repo.git("tag", "-a", "v1", "-m", "v1")
    repo.commit({"more.py": "def more():\n    pass\n"})
    fleet.list.write_text(f"api v1\napi {old}\napi main\napi nothing\n", encoding="utf-8")
    done = fleet.run("-j", "1")
    assert done.list_statuses() == ["published", "current", "published", "failed"]
    assert "no branch or tag 'nothing'" in done.rows[-1]["reason"]
    assert {row["commit"] for row in done.rows[:2]} == {old}


def test_a_failure_is_a_row_and_the_others_go_on(fleet: Fleet) -> None:
    fleet.make("api")
    (fleet.folder / "empty").mkdir()
    lines = ["# a comment", "api", "missing", "svn://host/x", "api main more", "empty", "-x", "api --upload-pack=x"]
    fleet.list.write_bytes("\n".join(lines).encode() + b"\n\xff\xfe\n")
    done = fleet.run()
    assert done.code == 1
    reasons = {row["line"]: row["reason"] for row in done.rows}
    assert reasons[2] == ""
    assert reasons[3] == "there is no such folder"
    assert reasons[4].startswith("use one of https")
    assert "more than" in reasons[5]
    assert "empty" in reasons[6]
    assert reasons[7] == "there is no such folder"
    assert "no commit, branch or tag" in reasons[8]
    assert reasons[9] == "the line is not UTF-8"


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--engine", "spark"), "'spark' is not one of"), (("--memory", "500"), "sets no limits of memory")],
)
def test_options_that_cannot_be_are_refused(fleet: Fleet, options: tuple[str, ...], said: str) -> None:
    fleet.make("api")
    done = fleet.run(*options)
    assert done.code == 2
    assert said in done.error
    assert fleet.list_pointers() == []


def test_a_place_without_rights_is_one_error(fleet: Fleet) -> None:
    fleet.make("api")
    fleet.place.rmdir()
    fleet.place.write_text("a file", encoding="utf-8")
    done = fleet.run()
    assert (done.code, done.rows) == (2, [])
    assert "cannot be" in done.error
    assert "Traceback" not in done.error


def test_a_missing_list_says_what_to_give(fleet: Fleet) -> None:
    done = fleet.run()
    assert done.code == 2
    assert "give a file that lists one repository a line" in done.error


def test_ray_that_is_not_installed_says_what_to_install(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    task = Task(1, str(fleet.folder), HEAD, fleet.place.as_uri(), "key")
    with pytest.raises(Exception, match="needs ray") as raised:
        list(run_tasks([task], EngineName.RAY, Resources()))
    assert "codegraph-memory[fleet]" in raised.value.hint  # type: ignore[attr-defined]


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_a_cluster_that_is_not_there_is_an_error(fleet: Fleet) -> None:
    fleet.make("api")
    done = fleet.run("--engine", "ray", RAY_ADDRESS="127.0.0.1:1")
    assert done.code == 2
    assert "Ray cannot be used on the cluster 127.0.0.1:1" in done.error
    assert fleet.list_pointers() == []


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_ray_publishes_what_processes_here_publish(fleet: Fleet, tmp_path: Path) -> None:
    fleet.make("api", "web")
    fleet.run()
    other = Fleet(tmp_path / "ray") if (tmp_path / "ray").mkdir() is None else fleet
    other.list.write_text(f"{fleet.folder / 'api'}\n{fleet.folder / 'web'}\n", encoding="utf-8")
    done = other.run("--engine", "ray", "-j", "1")
    assert done.list_statuses() == ["published", "published"]
    assert other.list_pointers() == fleet.list_pointers()


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_workers_of_ray_import_nothing_from_the_current_folder(fleet: Fleet) -> None:
    fleet.make("api")
    seen = fleet.folder / "seen"
    for name in ("codegraph", "numpy", "json", "obstore"):
        (fleet.folder / f"{name}.py").write_text(f"open({str(seen)!r}, 'a').write({name!r})\n", encoding="utf-8")
    done = subprocess.run(
        fleet.build_command("--engine", "ray", "-j", "1"), env=fleet.build_environment(PYTHONPATH=""), cwd=fleet.folder,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not seen.exists(), seen.read_text()
    assert done.returncode == 0, done.stdout


def test_a_machine_with_another_version_refuses(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo,) = fleet.make("api")
    monkeypatch.setenv("CODEGRAPH_HOME", str(fleet.home))
    done = run_task(Task(1, str(repo.root), HEAD, fleet.place.as_uri(), "another"))
    assert done.status is Status.FAILED
    assert "install the same version" in done.reason


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_fleet_goes_on_where_it_was(fleet: Fleet, how: signal.Signals) -> None:
    names = [f"part{number}" for number in range(4)]
    fleet.make(*names)
    process = subprocess.Popen(
        fleet.build_command("-j", "1"), env=fleet.build_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    process.stderr.readline()  # the first repository is done
    process.send_signal(how)
    process.communicate()
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert fleet.list_leftovers() == []
    before = len(fleet.list_pointers())
    assert 0 < before < len(names)
    statuses = fleet.run().list_statuses()
    assert statuses.count("failed") == 0
    assert statuses.count("current") >= before
    assert len(fleet.list_pointers()) == len(names)
    assert fleet.list_leftovers() == []


def test_edges_between_published_repositories_are_found(fleet: Fleet) -> None:
    package = '[project]\nname = "{}"\nversion = "1.0"\ndependencies = [{}]\n'
    GitRepo.make(
        fleet.folder / "money",
        {"pyproject.toml": package.format("money", ""), "money.py": "def add(a, b):\n    pass\n"},
    )
    shop = "from money import add\n\n\ndef total():\n    return add(1, 2)\n"
    GitRepo.make(fleet.folder / "shop", {"pyproject.toml": package.format("shop", '"money"'), "shop.py": shop})
    GitRepo.make(fleet.folder / "other", {"pyproject.toml": package.format("other", ""), "other.py": shop})
    fleet.list.write_text("money\nshop\nother\n", encoding="utf-8")
    done = fleet.run("--links")
    assert done.links == {"path": done.links["path"], "repositories": 3, "edges": 2, "pairs": 1}
    links = [json.loads(line) for line in (fleet.place / done.links["path"]).read_text().splitlines()]
    assert [(each["source"], each["kind"], each["target"], each["lines"]) for each in links] == [
        ("python:shop.py", "imports", "python:money.py::add", [1]),
        ("python:shop.py::total", "calls", "python:money.py::add", [5]),
    ]


def test_logins_in_addresses_are_not_told() -> None:
    assert hide_login("https://ann:secret@host/x cannot be read") == "https://host/x cannot be read"


def test_a_list_without_repositories_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("# nothing\n\n", encoding="utf-8")
    with pytest.raises(InvalidError):
        read_list(tmp_path / "list.txt")


def test_a_repository_is_listed_once(tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    (tmp_path / "list.txt").write_text("api\n./api\napi # again\napi v1\n", encoding="utf-8")
    assert [(entry.line, entry.revision) for entry in read_list(tmp_path / "list.txt")] == [(1, HEAD), (4, "v1")]
