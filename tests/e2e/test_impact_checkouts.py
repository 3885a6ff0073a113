"""Reports in the checkouts that git makes in unusual ways, and in hooks; and that a repository's programs stay unrun."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.shop import APP, FILES, STORE, asked, changed, report

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.scan.git import run_git
from codegraph.settings.config import Config


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return GitRepo.make(tmp_path / "repo", FILES)


def test_files_outside_a_sparse_checkout_are_not_removed(repo: GitRepo, config: Config) -> None:
    repo.git("sparse-checkout", "set", "--cone", "shop")
    assert not (repo.root / "tests").exists()
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    answer = asked(repo.root, config, base="HEAD")
    assert changed(answer.results) == {"helper": ChangeKind.BODY}
    assert answer.results.files.removed == 0
    assert any("outside the sparse checkout" in warning for warning in answer.warnings)


def test_what_a_branch_changed_outside_a_sparse_checkout_is_not_analysed(repo: GitRepo, config: Config) -> None:
    repo.git("branch", "before")
    repo.commit({"tests/test_shop.py": "def test_nothing():\n    assert True\n"})
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "shop")
    found = report(repo, config, base="before")
    assert changed(found) == {}
    assert [(row.path, row.reason) for row in found.not_analysed] == [
        ("tests/test_shop.py", "outside the sparse checkout")
    ]


@pytest.mark.parametrize(
    "settings",
    [
        ("diff.noprefix=true",),
        ("diff.mnemonicPrefix=true",),
        ("color.ui=always",),
        ("diff.mnemonicPrefix=true", "color.ui=always"),
    ],
)
def test_a_diff_is_read_as_the_users_settings_have_git_write_it(
    repo: GitRepo, config: Config, settings: tuple[str, ...]
) -> None:
    repo.write(
        {"shop/store.py": STORE.replace("number + 1", "number + 2"), "shop/old name.py": "def f():\n    return 1\n"}
    )
    repo.git("add", "shop/old name.py")
    wanted = {"helper": ChangeKind.BODY, "shop/old name.py": ChangeKind.ADDED}
    chosen = [word for setting in settings for word in ("-c", setting)]
    for arguments in (("HEAD",), ("-R", "HEAD")):
        diff = repo.git(*chosen, "diff", *arguments).decode()
        found = changed(report(repo, config, base="", diff=diff))
        assert found == (wanted if "-R" not in arguments else wanted | {"shop/old name.py": ChangeKind.REMOVED})
    repo.git("mv", "shop/old name.py", "shop/a longer new name.py")
    diff = repo.git(*chosen, "diff", "-M", "HEAD").decode()
    assert "shop/a longer new name.py" in changed(report(repo, config, base="", diff=diff))


@pytest.mark.parametrize("arguments", [("-a",), ("shop/store.py",)])
def test_a_hook_is_told_of_what_its_commit_records(
    repo: GitRepo, config: Config, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such commits have an index of their own, which git names to its hooks."""
    hook = repo.root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text('#!/bin/sh\ncp "$GIT_INDEX_FILE" kept\necho "$GIT_INDEX_FILE" > named\n')
    hook.chmod(0o755)
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    repo.git("commit", "-q", "-m", "two", *arguments)
    # The moment of the hook once more: the commit is not made, and its index lies where git had it.
    repo.git("reset", "-q", "--mixed", "HEAD~1")
    index = repo.root / (repo.root / "named").read_text().strip()
    index.write_bytes((repo.root / "kept").read_bytes())
    monkeypatch.chdir(repo.root)
    monkeypatch.setenv("GIT_INDEX_FILE", str(index))
    assert changed(report(repo, config, head="staged")) == {"helper": ChangeKind.BODY}
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.root / "kept"))  # a file of somebody else's making is no index
    assert changed(report(repo, config, head="staged")) == {}


@pytest.mark.skipif(os.name == "nt", reason="the program is a script")
def test_no_program_that_a_repository_names_is_run(
    repo: GitRepo, config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tmp_path / "ran"
    program = tmp_path / "program.sh"
    program.write_text(f"#!/bin/sh\necho own >> {ran}\ncat\n")
    program.chmod(0o755)
    repo.commit({".gitattributes": "*.py filter=own\n"})
    for name in ("core.fsmonitor", "diff.external", "filter.own.clean", "filter.own.smudge", "gpg.program"):
        repo.git("config", name, str(program))
    repo.git("config", "filter.own.required", "true")
    repo.write({"shop/app.py": APP.replace("legacy(4)", "legacy(5)")})
    assert changed(report(repo, config)) == {"old": ChangeKind.BODY}
    assert not ran.exists()

    # The user's own filters are the user's own wish.
    theirs = tmp_path / "gitconfig"
    theirs.write_text(f'[filter "theirs"]\n\tclean = echo theirs >> {ran}; cat\n')
    home = tmp_path / "user"
    home.mkdir()
    theirs.rename(home / ".gitconfig")
    monkeypatch.setenv("HOME", str(home))
    repo.write({".gitattributes": "*.py filter=theirs\n"})
    assert run_git(repo.root, "diff", "--name-only", "HEAD") is not None
    assert set(ran.read_text().split()) == {"theirs"}


def test_signatures_of_commits_are_not_checked(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    program = tmp_path / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o755)
    raw = repo.git("cat-file", "commit", "HEAD").replace(
        b"\n\n", b"\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n\n", 1
    )
    signed = repo.git("hash-object", "-t", "commit", "-w", "--stdin", input=raw).decode().strip()
    repo.git("reset", "-q", "--soft", signed)
    repo.git("config", "log.showSignature", "true")
    repo.git("config", "gpg.program", str(program))
    subprocess.run(["git", "-C", str(repo.root), "log", "-1"], check=True, capture_output=True)
    assert ran.exists()  # git itself does
    ran.unlink()
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    assert changed(report(repo, config)) == {"helper": ChangeKind.BODY}
    assert not ran.exists()


def test_a_file_that_is_only_announced_is_not_staged(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/soon.py": "def soon():\n    return 1\n", "shop/empty.py": ""})
    repo.git("add", "-N", "shop/soon.py")
    repo.git("add", "shop/empty.py")
    assert list(changed(report(repo, config, head="staged"))) == ["shop/empty.py"]
    repo.git("add", "shop/soon.py")
    assert set(changed(report(repo, config, head="staged"))) == {"shop/empty.py", "shop/soon.py"}
