"""`codegraph watch` as users meet it: a real repository, a watcher process, other processes that ask."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client
from support.equal import assert_as_rebuilt
from support.gitrepo import GitRepo
from support.serving import talk_over_stdio, text
from support.waiting import wait_for
from support.watching import SOURCES, environment, watching

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.settings.config import load
from codegraph.store.watching import get_watch_folder


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    shutil.copytree(SOURCES / "sample_repos" / "tidewatch", tmp_path / "repo")
    files = {"core.py": "def helper(x):\n    return x\n", "app.py": "from core import helper\n\nhelper(1)\n"}
    return GitRepo.make(Path(os.path.realpath(tmp_path / "repo")), files)


def codegraph(repo: GitRepo, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "codegraph", *arguments]
    return subprocess.run(
        command, cwd=repo.root, env=environment(**env), capture_output=True, text=True, timeout=120, check=False
    )


def test_a_client_sees_each_change_that_the_watcher_takes_in(repo: GitRepo, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "0")  # the server only reads: what it sees, the watcher made

    async def until(client: Client, symbol: str, *, there: bool) -> str:
        with anyio.fail_after(60):
            while True:
                answer = await client.call_tool("code_symbol", {"symbol": symbol})
                if answer.is_error is not there:
                    return text(answer)
                await anyio.sleep(0.05)

    async def session(client: Client) -> None:
        assert "def helper" in await until(client, "helper", there=True)
        repo.write({"core.py": "def helper(x):\n    return x\n\n\ndef added(y):\n    return helper(y)\n"})
        assert "def added(y)" in await until(client, "added", there=True)
        repo.write({"core.py": "def renamed(x):\n    return x\n"})
        await until(client, "added", there=False)
        repo.write({"deep/er/late.py": "from core import renamed\n\n\ndef latecomer():\n    return renamed(1)\n"})
        await until(client, "latecomer", there=True)
        (repo.root / "deep").rename(repo.root / "shallow")
        with anyio.fail_after(60):
            while "shallow/er/late.py" not in await until(client, "latecomer", there=True):
                await anyio.sleep(0.05)
        repo.git("checkout", "-q", "-b", "other")
        repo.commit({"only_here.py": "def on_other(): ...\n"})
        await until(client, "on_other", there=True)
        repo.git("checkout", "-q", "main")
        await until(client, "on_other", there=False)
        shutil.rmtree(repo.root / "shallow", ignore_errors=True)
        await until(client, "latecomer", there=False)

    with watching(repo.root) as watched:
        talk_over_stdio(repo.root, session)
        watched.settled()
        assert_as_rebuilt(repo.root, watched.config, repo.root.parent / "scratch")


def test_a_burst_of_writes_ends_with_the_last_content_of_every_file(repo: GitRepo):
    with watching(repo.root) as watched:
        for turn in range(3):
            for number in range(100):
                repo.write({f"burst/f{number}.py": f"def f{number}_turn{turn}(): ...\n"})
        watched.settled()
        names = watched.names()
        assert {f"f{number}_turn2" for number in range(100)} <= names
        assert not any(name.endswith(("_turn0", "_turn1")) for name in names)


def test_a_watcher_killed_at_any_moment_leaves_an_index_that_the_next_one_completes(repo: GitRepo):
    chance = random.Random(7)
    config = load(repo.root)
    for turn in range(3):
        repo.write({f"made{turn}.py": f"from core import helper\n\n\ndef made{turn}():\n    return helper({turn})\n"})
        with watching(repo.root) as watched:
            repo.write({f"extra{turn}.py": f"def extra{turn}(): ...\n"})
            try:
                watched.process.wait(chance.uniform(0.0, 1.0))
            except subprocess.TimeoutExpired:
                watched.process.send_signal(signal.SIGKILL)
            watched.process.wait()
        with Index.open(repo.root, config) as index:
            assert index.find_symbol("helper").path == "core.py"
    index_repository(repo.root, config, wait_s=30)
    assert_as_rebuilt(repo.root, config, repo.root.parent / "scratch")


def test_one_watcher_serves_everybody_and_a_dead_one_is_replaced(repo: GitRepo):
    with watching(repo.root) as first:
        second = codegraph(repo, "watch")
        assert second.returncode == 2
        assert f"already watched by process {first.process.pid} " in second.stderr
        assert codegraph(repo, "watch", "logs").returncode == 2, "it runs in the foreground"
        status = json.loads(codegraph(repo, "watch", "status", "--json").stdout)["results"]
        assert (status["running"], status["pid"], status["behind"]) == (True, first.process.pid, 0)
        assert status["state"]["backend"] in ("inotify", "watchdog")
        background = codegraph(repo, "watch", "--daemon", "--json")
        assert json.loads(background.stdout)["results"]["pid"] == first.process.pid
        first.process.kill()
        first.process.wait()
    assert json.loads(codegraph(repo, "watch", "status", "--json").stdout)["results"]["running"] is False
    repo.write({"json.py": "raise SystemExit('the watched repository was imported')\n"})
    started = json.loads(codegraph(repo, "watch", "--daemon", "--json").stdout)["results"]
    assert started["running"] and started["pid"] != first.process.pid
    removed = codegraph(repo, "remove", "--yes")
    assert removed.returncode == 2 and "codegraph watch stop" in removed.stderr
    assert "watcher" in codegraph(repo, "doctor").stdout
    for name in ("status", "stop", "logs"):
        option = codegraph(repo, "watch", f"--{name}")
        assert option.returncode == 2 and f"hint: codegraph watch {name}" in option.stderr
        assert codegraph(repo, "watch", name, "--help").stdout.startswith(f"Usage: codegraph watch {name} ")
    logged = codegraph(repo, "watch", "logs")
    assert logged.returncode == 0 and logged.stdout, logged.stderr
    assert json.loads(codegraph(repo, "watch", "--json", "logs", "-n", "1").stdout)["results"]["lines"]
    stopped = codegraph(repo, "watch", "stop")
    assert stopped.returncode == 0, stopped.stderr
    assert f"stopped process {started['pid']}" in stopped.stdout
    assert get_watch_folder(load(repo.root).home, repo.root).find_holder() is None
    assert codegraph(repo, "watch", "stop").returncode == 2


def test_a_watcher_ends_when_its_repository_goes_or_nothing_happens(repo: GitRepo):
    with watching(repo.root, "--exit-when-idle", "0") as idle:
        wait_for(lambda: idle.process.poll() is not None, "the idle watcher to end")
        assert idle.process.returncode == 0 and "nothing changed" in idle.said()
    with watching(repo.root) as left:
        shutil.rmtree(repo.root)
        wait_for(lambda: left.process.poll() is not None, f"the watcher to end:\n{left.said()}")
        assert left.process.returncode == 0 and "no longer there" in left.said()


def test_changed_settings_and_ignore_rules_are_followed(repo: GitRepo):
    with watching(repo.root) as watched:
        repo.write({"codegraph.toml": 'exclude = ["app.py"]\n'})
        watched.settled()
        with Index.open(repo.root, watched.config) as index:
            assert index.find_file("app.py").reason
        repo.write({".gitignore": "core.py\nfresh/\n"})
        repo.write({"fresh/x.py": "def unseen(): ...\n"})
        watched.settled()
        assert "unseen" not in watched.names()
        repo.write({".gitignore": ""})
        wait_for(lambda: "unseen" in watched.names(), f"the folder to be taken in:\n{watched.said()}")


def test_a_checkout_that_is_under_way_is_waited_for(repo: GitRepo):
    with watching(repo.root) as watched:
        generation = watched.state().generation  # type: ignore[union-attr]
        lock = repo.root / ".git/index.lock"
        lock.write_text("")
        repo.write({"half.py": "def half(): ...\n"})
        wait_for(lambda: watched.state().pending, "the change to be noticed")  # type: ignore[union-attr]
        with Index.open(repo.root, watched.config) as index:
            assert index.generation == generation
        lock.unlink()
        watched.settled()
        assert "half" in watched.names()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process can be set on Linux alone")
def test_a_full_disk_is_said_and_what_it_kept_back_comes_when_there_is_room(repo: GitRepo):
    with watching(repo.root) as watched:
        _, most = resource.prlimit(watched.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(watched.process.pid, resource.RLIMIT_FSIZE, (20_000, most))
        repo.write({"late.py": "def late(): ...\n"})
        wait_for(lambda: watched.state().problem, f"the disk to be full:\n{watched.said()}")  # type: ignore[union-attr]
        assert "helper" in watched.names()
        resource.prlimit(watched.process.pid, resource.RLIMIT_FSIZE, (most, most))
        watched.settled()
        assert "late" in watched.names() and not watched.state().problem  # type: ignore[union-attr]


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed by Linux alone")
def test_a_listener_that_dies_is_replaced(repo: GitRepo):
    with watching(repo.root) as watched:
        children = Path(f"/proc/{watched.process.pid}/task/{watched.process.pid}/children").read_text().split()
        (listener,) = [c for c in children if b"codegraph.watch.listener" in Path(f"/proc/{c}/cmdline").read_bytes()]
        os.kill(int(listener), signal.SIGKILL)
        repo.write({"late.py": "def late(): ...\n"})
        wait_for(lambda: "late" in watched.names(), f"the change to be found:\n{watched.said()}")
        watched.settled()
        repo.write({"later.py": "def later(): ...\n"})
        wait_for(lambda: "later" in watched.names(), f"the next one to be heard of:\n{watched.said()}")


def test_polling_does_the_same_when_asked_for(repo: GitRepo):
    with watching(repo.root, "--backend", "poll") as watched:
        repo.write({"polled.py": "def polled(): ...\n"})
        wait_for(lambda: "polled" in watched.names(), f"the change to be polled:\n{watched.said()}")
        state = watched.state()
        assert state is not None and (state.backend, state.why) == ("poll", "asked for")


def test_a_watcher_begins_anew_in_its_own_process(repo: GitRepo, tmp_path: Path):
    """As after an upgrade: the sources that it runs are touched."""
    sources = tmp_path / "installed"
    for package in ("codegraph", "parsers/codegraph_parsers"):
        shutil.copytree(SOURCES / package, sources / package, ignore=shutil.ignore_patterns("__pycache__"))
    env = environment() | {"PYTHONPATH": f"{sources}{os.pathsep}{sources / 'parsers'}"}
    with watching(repo.root, env=env) as watched:
        with open(sources / "codegraph/resolve/__init__.py", "a", encoding="utf-8") as file:
            file.write("# upgraded\n")
        repo.write({"late.py": "def late(): ...\n"})
        wait_for(lambda: "codegraph itself was changed" in watched.said(), "the upgrade to be noticed")
        upgraded = {"PYTHONPATH": env["PYTHONPATH"], "CODEGRAPH_REFRESH_S": "0"}  # what it reads the watcher made
        wait_for(
            lambda: "late.py" in codegraph(repo, "symbols", "late", **upgraded).stdout,
            f"the new one to catch up:\n{watched.said()}",
        )
        holder = get_watch_folder(watched.config.home, repo.root).find_holder()
        assert holder is not None and holder.pid == watched.process.pid
