"""What stays on the import path of Python processes, and in their environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.runtime.import_path import PACKAGES, filter_environment, filter_path, find_untrusted_roots

WORKER_PATH = """
import os, sys
from multiprocessing import Pipe
from pathlib import Path
from codegraph.runtime.python_processes import start_process

root, before = Path.cwd(), (list(sys.path), dict(os.environ))
ours, theirs = Pipe(duplex=False)
start_process(theirs.send, (1,), root=root).join()
print((list(sys.path), dict(os.environ)) == before)
ours, theirs = Pipe(duplex=False)
start_process(exec, ("import os, sys; print(sys.path.count(os.getcwd()), sys.path.count(''))",), root=root).join()
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A work tree, in a folder of which we are."""
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "repo" / "deep")
    return tmp_path / "repo"


def test_the_work_tree_around_the_current_folder_and_those_named_are_not_trusted(repository: Path, tmp_path: Path):
    (tmp_path / "plain").mkdir()
    named = [str(tmp_path / "plain"), str(repository / "deep" / "er"), "no such folder", ""]
    assert find_untrusted_roots(named) == {str(repository), str(tmp_path / "plain")}


def test_a_link_into_a_repository_is_no_way_around(repository: Path, tmp_path: Path):
    (tmp_path / "link").symlink_to(repository)
    assert filter_path([str(tmp_path / "link" / "deep")], find_untrusted_roots([])) == []


def test_folders_outside_stay_and_relative_ones_go(repository: Path, tmp_path: Path):
    outside = [str(tmp_path), f"{repository}-other", "/opt/libraries"]
    given = os.pathsep.join(["", ".", "..", "er", str(repository), str(repository / "src"), *outside])
    found = filter_environment({"PYTHONPATH": given}, find_untrusted_roots([]))
    assert found == {"PYTHONPATH": os.pathsep.join(outside), "PYTHONSAFEPATH": "1"}


def test_nothing_is_left_of_a_path_into_the_repository(repository: Path):
    given = {"PYTHONPATH": ".", "PYTHONSTARTUP": "start.py", "PYTHONUSERBASE": "user", "PYTHONPYCACHEPREFIX": "cache"}
    assert filter_environment(given, find_untrusted_roots([])) == {"PYTHONSAFEPATH": "1"}


def test_packages_installed_within_the_repository_stay(repository: Path, monkeypatch: pytest.MonkeyPatch):
    packages = str(repository / ".venv" / "lib" / "site-packages")
    monkeypatch.setattr("site.getsitepackages", lambda: [packages])
    assert filter_path([packages, str(repository / ".venv")], find_untrusted_roots([])) == [packages]


def test_the_checkout_that_codegraph_runs_from_is_trusted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(PACKAGES)
    assert find_untrusted_roots([]) == frozenset()
    found = filter_environment({"PYTHONPATH": os.pathsep.join([".", "parsers"])}, find_untrusted_roots([]))
    assert found["PYTHONPATH"] == os.pathsep.join([PACKAGES, os.path.join(PACKAGES, "parsers")])


def test_another_checkout_of_codegraph_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / ".git").mkdir()
    (tmp_path / "codegraph").mkdir()
    (tmp_path / "codegraph" / "__init__.py").write_text("raise SystemExit('the checkout runs')")
    monkeypatch.chdir(tmp_path)
    assert filter_path([str(tmp_path)], find_untrusted_roots([])) == []


@pytest.mark.skipif(sys.platform == "win32", reason="starts clean workers through a server")
def test_a_program_that_imports_codegraph_keeps_its_own_path(repository: Path):
    """Its workers do not get it."""
    path = os.pathsep.join([".", PACKAGES, os.path.join(PACKAGES, "parsers")])
    done = subprocess.run(
        [sys.executable, "-c", WORKER_PATH], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "True\n0 0\n"), done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the process is replaced")
def test_a_python_that_ignores_its_environment_is_started_again_to_be_safe(repository: Path):
    (repository / "deep" / "random.py").write_text("open('ran', 'w')")
    code = f"import sys; sys.path.append({PACKAGES!r}); from codegraph.runtime.import_path import restrict_imports as r; r([])"
    done = subprocess.run(
        [sys.executable, "-E", "-c", f"{code}; import random; print(sys.flags.safe_path)"],
        capture_output=True,
        text=True,
    )
    assert (done.stdout, (repository / "deep" / "ran").exists()) == ("True\n", False), done.stderr
