"""A repository whose settings and attributes name programs: no verb that asks git runs one."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.shop import FILES, STORE

from codegraph.cli.app import main
from codegraph.errors import ExitCode
from codegraph.scan.git import run_git

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the program is a script")

NAMED = (
    "core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand", "core.gitProxy",
    "core.alternateRefsCommand", "credential.helper", "diff.external", "diff.own.command", "diff.own.textconv",
    "filter.own.clean", "filter.own.smudge", "filter.own.process", "gpg.program", "gpg.ssh.program", "pager.diff",
    "pager.log", "pager.status", "interactive.diffFilter", "trailer.own.command", "uploadpack.packObjectsHook",
    "merge.own.driver", "sequence.editor", "remote.origin.uploadpack",
)  # fmt: skip
HOOKS = ("post-index-change", "fsmonitor-watchman", "post-checkout", "pre-auto-gc", "reference-transaction")
ODD = '[filter "a=b"]\n\tclean = {0}\n\tprocess = {0}\n\trequired = true\n'


class Hostile:
    """The repository; `ran` holds a line for each time that a program of its own ran."""

    def __init__(self, folder: Path) -> None:
        self.ran = folder / "ran"
        self.program = folder / "program.sh"
        self.program.write_text(f'#!/bin/sh\necho "$0 $*" >> {self.ran}\ncat\n')
        self.program.chmod(0o755)
        self.repo = GitRepo.make(folder / "repo", {**FILES, ".gitattributes": "* diff=own filter=own merge=own\n"})
        self.root = self.repo.root
        self.head = self.repo.git("rev-parse", "HEAD").decode().strip()
        for name in NAMED:
            self.repo.git("config", name, str(self.program))
        hooks = folder / "hooks"
        hooks.mkdir()
        for name in HOOKS:
            (hooks / name).symlink_to(self.program)
        settings = {
            "core.hooksPath": str(hooks), "log.showSignature": "true", "filter.own.required": "true",
            "remote.origin.url": "ext::" + str(self.program), "protocol.ext.allow": "always",
            "remote.origin.promisor": "true", "extensions.partialClone": "origin", "core.repositoryFormatVersion": "1",
        }  # fmt: skip
        for name, value in settings.items():
            self.repo.git("config", name, value)
        self.edit()

    def edit(self) -> None:
        """Change a tracked file without a word to git, whose index does not know it now."""
        self.repo.write({"shop/store.py": STORE.replace("number + 1", f"number + {os.urandom(2).hex()!r}")})

    def programs(self) -> str:
        return self.ran.read_text() if self.ran.exists() else ""


@pytest.fixture
def hostile(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hostile:
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    made = Hostile(tmp_path)
    monkeypatch.chdir(made.root)
    return made


def test_git_itself_would_run_them(hostile: Hostile):
    subprocess.run(["git", "-C", str(hostile.root), "diff"], capture_output=True, check=False)
    assert hostile.programs()


def test_no_verb_runs_a_program_that_the_settings_name(hostile: Hostile, tmp_path: Path, capsys):
    lcov = tmp_path / "lcov.info"
    line = STORE.splitlines().index("    return number + 1") + 1
    lcov.write_text(f"SF:shop/store.py\nDA:{line},1\nend_of_record\n")
    patch = tmp_path / "change.diff"
    patch.write_text("--- /dev/null\n+++ b/shop/soon.py\n@@ -0,0 +1 @@\n+x = 1\n")
    asked = (
        ("index",), ("status",), ("list",), ("callers", "helper"), ("search", "helper"), ("symbol", "helper"),
        ("explore", "helper"), ("rank",), ("dead-code",), ("cross-repo",), ("export",),
        ("why-ignored", "shop/store.py"), ("impact", "helper"), ("impact", "--base", "HEAD"),
        ("impact", "--base", "HEAD", "--tests", "pytest"), ("impact", "--base", "HEAD", "--head", "staged"),
        ("impact", "--base", hostile.head, "--head", "HEAD"), ("impact", "--diff", str(patch)),
        ("memory", "add", "Helper counts.", "--about", "helper"), ("memory", "recall", "helper counts"),
        ("memory", "stale"), ("memory", "list"), ("memory", "consolidate"),
        ("coverage", "import", "--test", "tests/test_shop.py::test_main", str(lcov)),
        ("memory", "fact", "assert", "helper", "counts", "items"), ("memory", "fact", "about", "helper"),
        ("call", "code_impact", json.dumps({"base": "HEAD"})), ("doctor",), ("gc",),
    )  # fmt: skip
    for words in asked:
        hostile.edit()
        code = main([*words])
        err = capsys.readouterr().err
        assert (words, hostile.programs()) == (words, "")
        assert code == ExitCode.DONE, (words, err)
    (hostile.root / "shop" / "store.py").rename(hostile.root / "shop" / "moved.py")
    assert main(["memory", "stale"]) == ExitCode.DONE
    assert hostile.programs() == ""


def test_what_a_partial_clone_lacks_is_not_fetched(hostile: Hostile):
    blob = hostile.repo.git("rev-parse", "HEAD:shop/app.py").decode().strip()
    (hostile.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    main(["impact", "--base", "HEAD"])
    assert hostile.programs() == ""


def test_a_filter_that_cannot_be_switched_off_keeps_files_from_being_compared(hostile: Hostile):
    """By its name, which holds what separates a setting from its value."""
    hostile.repo.write({".gitattributes": "* filter=a=b\n"})
    with open(hostile.root / ".git" / "config", "a") as settings:
        settings.write(ODD.format(hostile.program))
    assert run_git(hostile.root, "diff", "--name-only") is None
    assert main(["impact", "--base", "HEAD"]) == ExitCode.DONE
    assert hostile.programs() == ""


def test_a_submodule_is_not_looked_into_with_its_own_settings(tmp_path: Path):
    ran, program = tmp_path / "ran", tmp_path / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    GitRepo.make(tmp_path / "inner", {"a.py": "x = 1\n"})
    outer = GitRepo.make(tmp_path / "outer", {"b.py": "y = 1\n"})
    outer.git("submodule", "add", "-q", str(tmp_path / "inner"), "inner")
    outer.commit({})
    sub = GitRepo(outer.root / "inner")
    for name in ("filter.inner.clean", "filter.inner.process", "core.fsmonitor"):
        sub.git("config", name, str(program))
    sub.write({".gitattributes": "* filter=inner\n", "a.py": "x = 2\n"})
    outer.git("config", "submodule.inner.ignore", "none")
    for command in ("diff", "status", "diff-files"):
        assert run_git(outer.root, command) is not None
    assert not ran.exists()
    subprocess.run(["git", "-C", str(outer.root), "status"], capture_output=True, check=False)
    assert ran.exists()  # git itself does


@pytest.mark.parametrize(
    "words",
    [("checkout", "."), ("add", "-A"), ("hash-object", "x"), ("show", "--ext-diff"), ("ls-files", "-m"),
     ("cat-file", "--textconv", "HEAD:a"), ("archive", "HEAD"), ("submodule", "update"), ("fetch",)],
)  # fmt: skip
def test_a_command_that_may_run_a_program_is_refused(words: tuple[str, ...], tmp_path: Path):
    with pytest.raises(ValueError, match="may run a program"):
        run_git(tmp_path, *words)
