"""Revisions of a repository, and why there are none."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.errors import NotFoundError, UnreadableError
from codegraph.revision.tree import resolve_revision


def test_a_missing_git_is_not_taken_for_a_repository_without_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    repo = GitRepo.make(tmp_path / "repo", {"a.py": "x = 1\n"})
    assert resolve_revision(repo.root, "HEAD")
    with pytest.raises(NotFoundError, match="no revision 'nowhere'"):
        resolve_revision(repo.root, "nowhere")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnreadableError, match="cannot be started"):
        resolve_revision(repo.root, "HEAD")


def test_a_repository_that_git_refuses_to_read_is_told_in_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    repo = GitRepo.make(tmp_path / "repo", {"a.py": "x = 1\n"})
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text("#!/bin/sh\necho 'fatal: detected dubious ownership in repository' >&2\nexit 128\n")
    git.chmod(0o755)
    monkeypatch.setenv("PATH", f"{git.parent}:/bin:/usr/bin")
    with pytest.raises(UnreadableError, match="dubious ownership"):
        resolve_revision(repo.root, "HEAD")


@pytest.mark.parametrize("revision", ["HEAD~1", "HEAD^", "origin/other", "other", "v1"])
def test_what_a_shallow_clone_lacks_is_there_after_what_the_hint_says(tmp_path: Path, revision: str):
    """A clone as build servers make it: of one commit of one branch."""
    repo = GitRepo.make(tmp_path / "repo", {"a.py": "x = 1\n"})
    repo.git("branch", "other")
    repo.git("tag", "v1")
    repo.commit({"a.py": "x = 2\n"})
    clone = tmp_path / "clone"
    repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(clone))
    with pytest.raises(NotFoundError, match="not in this shallow clone") as caught:
        resolve_revision(clone, revision)
    command, _, rest = caught.value.hint.removeprefix("`").partition("`")
    subprocess.run(command.split(), cwd=clone, check=True, capture_output=True)
    resolve_revision(clone, "FETCH_HEAD" if "FETCH_HEAD" in rest else revision)
