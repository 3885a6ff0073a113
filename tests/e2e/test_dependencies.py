"""Dependencies of edges are kept on disk: an edit costs what it changes, in any process, and damage is noticed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from support.equal import assert_as_rebuilt
from support.gitrepo import GitRepo

from codegraph.indexing import pipeline
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config
from codegraph.store.dependencies import BASE, LAYER
from codegraph.store.layout import get_index_folder

LIBRARY = "class Basket:\n    def total(self):\n        return 0\n\n\ndef open_basket():\n    return Basket()\n"
CALLER = "from shop.library import open_basket\n\n\ndef check_out():\n    return open_basket().total()\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    git = GitRepo.make(
        tmp_path / "repo", {"shop/__init__.py": "", "shop/library.py": LIBRARY, "shop/caller.py": CALLER}
    )
    return git.root


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(home=tmp_path / "home", vectors=False)


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


def current(config: Config, repo: Path) -> Path:
    folder = get_index_folder(config.home, repo)
    return folder.get_generation(folder.get_current())


def test_edits_in_one_process_after_another_share_one_base(repo: Path, config: Config, tmp_path: Path):
    index_repository(repo, config)
    base = (current(config, repo) / BASE).stat()
    for number in range(4):
        append(repo / "shop/library.py", f"\n\ndef more_{number}():\n    return open_basket().total()\n")
        done = IncrementalSession(repo, config).refresh()
        assert done.redone.endswith("what rests on them resolved")
        assert (current(config, repo) / BASE).stat().st_ino == base.st_ino
    assert_as_rebuilt(repo, config, tmp_path / "other")


def test_requests_follow_the_renamed_file_of_their_route(tmp_path: Path, config: Config):
    route = "from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.route('/x')\ndef show():\n    return 'x'\n"
    client = "export async function load() { return fetch('/x'); }\n"
    repo = GitRepo.make(tmp_path / "repo", {"server.py": route, "client.js": client})
    index_repository(repo.root, config)
    repo.write({"server.py": None, "service.py": route})
    done = IncrementalSession(repo.root, config).refresh_incrementally()
    assert done is not None, "a whole run was made"
    assert done.redone
    assert_as_rebuilt(repo.root, config, tmp_path / "other")


def test_a_question_sees_an_edit_though_the_last_run_took_longer_than_it_may_wait(repo: Path, config: Config):
    index_repository(repo, config)
    append(repo / "shop/library.py", "\n\ndef more():\n    return open_basket()\n")
    environment = {"CODEGRAPH_HOME": str(config.home), "CODEGRAPH_VECTORS": "false", "CODEGRAPH_REFRESH_S": "0.001"}
    shown = run_codegraph(repo, environment, "callers", "open_basket")
    assert "2 callers" in shown
    assert "check_out" in shown
    assert "more" in shown


def run_codegraph(repo: Path, environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", "codegraph", "-C", str(repo), *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, cwd=repo.parent, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("name", [BASE, LAYER])
@pytest.mark.parametrize("kind", ["flipped", "cut", "zeroed", "gone", "empty", "swapped"])
def test_a_damaged_file_is_never_believed(name: str, kind: str, repo: Path, config: Config, tmp_path: Path):
    index_repository(repo, config)
    append(repo / "shop/caller.py", "\n\ndef again():\n    return check_out()\n")
    IncrementalSession(repo, config).refresh()
    path = current(config, repo) / name
    damage(path, kind)
    append(repo / "shop/library.py", "\n\ndef more():\n    return open_basket().total()\n")
    assert IncrementalSession(repo, config).refresh().changed == ("shop/library.py",)
    assert_as_rebuilt(repo, config, tmp_path / "other")


def damage(path: Path, kind: str) -> None:
    data, chance = bytearray(path.read_bytes()), random.Random(kind)
    path.unlink()  # other generations share the file
    if kind == "flipped":
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif kind == "cut":
        del data[chance.randrange(len(data)) :]
    elif kind == "zeroed":
        start = chance.randrange(len(data) // 2)
        data[start : start + 64] = bytes(min(64, len(data) - start))
        data[-1] ^= 255
    elif kind == "empty":
        data.clear()
    elif kind == "swapped":
        data[:8], data[8:16] = data[8:16], data[:8]
    if kind != "gone":
        path.write_bytes(data)


def test_facts_that_are_not_cached_any_more_cost_a_whole_run(repo: Path, config: Config, tmp_path: Path):
    index_repository(repo, config)
    for path in (config.home / "facts").iterdir():
        path.unlink()
    append(repo / "shop/library.py", "\n\ndef more():\n    return open_basket().total()\n")
    assert IncrementalSession(repo, config).refresh().changed == ("shop/library.py",)
    assert_as_rebuilt(repo, config, tmp_path / "other")


def test_an_index_succeeds_though_its_dependencies_cannot_be_written(
    repo: Path, config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "save_base", fail)
        done = index_repository(repo, config)
    assert any("No space left on device" in warning for warning in done.warnings)
    append(repo / "shop/library.py", "\n\ndef more():\n    return open_basket().total()\n")
    assert IncrementalSession(repo, config).refresh().changed == ("shop/library.py",)
    assert_as_rebuilt(repo, config, tmp_path / "other")
