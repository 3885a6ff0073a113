import os
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegraph.errors import UnreadableError
from codegraph.query.index import Index
from codegraph.scan.file_listing import Scan, explain_ignored, scan
from codegraph.scan.file_reading import UnreadFile, read_file
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileStatus


def tree(root: Path, *paths: str, **texts: str) -> Path:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x = 1\n")
    for path, text in texts.items():
        (root / path).write_text(text)
    return root


def git(root: Path, *arguments: str) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True, env=env)


def config(**values: object) -> Config:
    return Config(Path("/unused"), **values)  # type: ignore[arg-type]


def paths(found: Scan) -> list[str]:
    return [c.path for c in found.candidates]


def reasons(found: Scan) -> dict[str, str]:
    return {s.path: s.reason for s in found.skips}


@pytest.fixture(params=["walk", "git"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder without git, and the same folder as an untracked work tree."""
    folder = tmp_path / "repo"
    folder.mkdir()
    if request.param == "git":
        git(folder, "init", "-q")
    return folder


def test_nested_ignore_files_apply_where_they_stand(root: Path) -> None:
    tree(root, "a.py", "gen/b.py", "pkg/a.log", "pkg/keep.log", "pkg/sub/b.log", "c.log")
    (root / ".gitignore").write_text("*.log\n/gen/\n")
    (root / "pkg/.gitignore").write_text("!keep.log\n")
    assert paths(scan(root, config())) == [".gitignore", "a.py", "pkg/.gitignore", "pkg/keep.log"]


def test_ignore_files_can_be_disregarded(root: Path) -> None:
    tree(root, "a.py", "b.log")
    (root / ".gitignore").write_text("*.log\n")
    assert "b.log" in paths(scan(root, config(respect_gitignore=False)))


def test_own_ignore_file_and_setting_leave_rows_with_reasons(root: Path) -> None:
    tree(root, "a.py", "data/b.py", "sub/c.py", "sub/d.py")
    (root / ".codegraphignore").write_text("data/\n")
    (root / "sub/.codegraphignore").write_text("c.py\n")
    found = scan(root, config(exclude=("d.*",)))
    assert [p for p in paths(found) if p.endswith(".py")] == ["a.py"]
    shown = reasons(found)
    assert shown["sub/d.py"] == "ignored by setting exclude: d.*"
    assert shown["sub/c.py"] == "ignored by sub/.codegraphignore: c.py"
    assert any(path.startswith("data/") and ".codegraphignore: data/" in why for path, why in shown.items())


def test_tool_folders_are_never_entered(root: Path) -> None:
    tree(root, "a.py", "node_modules/x/i.js", "pkg/__pycache__/a.pyc", "x.egg-info/PKG-INFO")
    assert paths(scan(root, config())) == ["a.py"]


def test_include_brings_ignored_files_back(root: Path) -> None:
    tree(root, "a.py", "generated/api.py", "generated/other.txt")
    (root / ".gitignore").write_text("generated/\n")
    assert "generated/api.py" in paths(scan(root, config(include=("generated/*.py",))))
    assert "generated/other.txt" not in paths(scan(root, config(include=("generated/*.py",))))


def test_links_devices_and_large_files_are_rows(root: Path) -> None:
    tree(root, "a.py", "long.py", "big.py", "big.txt", "d/b.py")
    (root / "long.py").write_text("x" * 200)
    (root / "big.py").write_text("x" * 201)
    (root / "big.txt").write_text("x" * 51)
    (root / "link.py").symlink_to("a.py")
    (root / "broken.py").symlink_to("nowhere")
    (root / "d/loop").symlink_to("..")
    os.mkfifo(root / "pipe.py")
    found = scan(root, config(max_file_bytes=50))
    assert [p for p in paths(found) if p.endswith(".py")] == ["a.py", "d/b.py", "long.py"]
    shown = reasons(found)
    assert shown["big.py"] == "larger than 200 bytes"
    assert shown["big.txt"] == "larger than 50 bytes"
    assert shown["link.py"] == shown["broken.py"] == shown["d/loop"] == "symbolic link"


def test_followed_links_end_in_loops(root: Path) -> None:
    tree(root, "d/b.py")
    (root / "d/loop").symlink_to("..")
    (root / "alias.py").symlink_to("d/b.py")
    (root / "self.py").symlink_to("self.py")
    found = scan(root, config(follow_symlinks=True))
    assert [path for path in paths(found) if path.endswith("b.py")] == ["d/b.py"]
    reasons = [(s.path, s.reason) for s in found.skips]
    assert ("d/loop", "symbolic link to a folder already listed") in reasons and len(reasons) == 2
    assert "alias.py" in paths(scan(root, config(follow_symlinks=True)))


def test_hostile_names_are_printable_and_openable(root: Path) -> None:
    names = [
        b'quo"te.py',
        b"new\nline.py",
        b"caf\xc3\xa9.py",
        b"bad\xff.py",
        b"100%.py",
        b"%0A.py",
        b"a b.py",
        b"-x.py",
    ]
    for name in names:
        (Path(os.fsdecode(os.fsencode(root) + b"/" + name))).write_text("x = 1\n")
    found = scan(root, config())
    assert len(set(paths(found))) == len(names)
    assert all(p.isprintable() for p in paths(found))
    assert {os.fsencode(c.real) for c in found.candidates} == set(names)


def test_build_output_is_left_out_only_where_git_does_not_track_it(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    tree(tmp_path, "build/tracked.py")
    git(tmp_path, "add", "-A")
    tree(tmp_path, "dist/made.js")
    found = scan(tmp_path, config())
    assert paths(found) == ["build/tracked.py"]
    assert reasons(found)["dist/"] == "built-in: tool or output folder"


def test_without_git_a_build_folder_is_output_beside_a_manifest(tmp_path: Path) -> None:
    tree(tmp_path, "src/build/mod.py", "app/package.json", "app/build/out.js")
    assert paths(scan(tmp_path, config())) == ["app/package.json", "src/build/mod.py"]


def test_files_deleted_from_the_work_tree_are_not_there(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    tree(tmp_path, "a.py", "b.py")
    git(tmp_path, "add", "-A")
    (tmp_path / "b.py").unlink()
    assert paths(scan(tmp_path, config())) == ["a.py"]


def test_submodules_belong_to_the_tree_and_nested_repositories_do_not(tmp_path: Path) -> None:
    library, top = tmp_path / "library", tmp_path / "top"
    for each in (library, top, tmp_path / "top/clone"):
        each.mkdir()
        git(each, "init", "-q")
        tree(each, "a.py")
    git(library, "add", "-A")
    git(library, "commit", "-qm", "one")
    git(top, "submodule", "add", "-q", str(library), "vendored")
    found = scan(top, config())
    assert "vendored/a.py" in paths(found) and "clone/a.py" not in paths(found)
    assert reasons(found)["clone/"] == "a repository of its own"


def test_a_folder_ignored_by_a_repository_around_it_is_still_listed(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("/scratch/\n")
    tree(tmp_path, "scratch/a.py")
    found = scan(tmp_path / "scratch", config())
    assert (found.method, paths(found)) == ("walk", ["a.py"])


def test_listing_runs_no_program_of_the_repository(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    tree(tmp_path, "a.py")
    hook = tmp_path / "hook.sh"
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    git(tmp_path, "config", "core.fsmonitor", str(hook))
    assert "a.py" in paths(scan(tmp_path, config()))
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices have no names in folders")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.mkdir()])
def test_own_ignore_rules_are_read_from_files_alone(tmp_path: Path, make: Callable[[Path], None]) -> None:
    tree(tmp_path, "a.py")
    make(tmp_path / ".codegraphignore")
    assert "a.py" in paths(scan(tmp_path, config()))


def test_own_ignore_rules_may_begin_with_a_mark_and_hold_what_is_no_pattern(root: Path) -> None:
    tree(root, "a.py", "b.py")
    (root / ".codegraphignore").write_bytes(b"\xef\xbb\xbfa.py\r\n" + b"x" * 500_000 + b"\r\n")
    found = paths(scan(root, config()))
    assert "b.py" in found
    assert "a.py" not in found


def test_a_missing_root_or_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for bad in ("missing", "file"):
        with pytest.raises(UnreadableError):
            scan(tmp_path / bad, config())


def test_the_home_folder_is_never_a_part_of_the_tree_around_it(root: Path) -> None:
    tree(root, "a.py", "state/index/notes.txt")
    assert paths(scan(root, config())) == ["a.py", "state/index/notes.txt"]
    assert paths(scan(root, Config(root / "state"))) == ["a.py"]


def test_an_empty_folder_holds_nothing(root: Path) -> None:
    found = scan(root, config())
    assert (found.candidates, found.skips) == ([], [])


def test_why_ignored_names_the_rule(root: Path) -> None:
    tree(root, "a.py", "b.log", "node_modules/m.js", "big.py", "own.py")
    (root / "big.py").write_text("x" * 700)
    (root / ".gitignore").write_text("# logs\n*.log\n")
    (root / ".codegraphignore").write_text("own.py\n")
    settings = config(max_file_bytes=150)

    def explain(path: str) -> tuple[bool, str]:
        answer = explain_ignored(root, path, settings)
        return answer.ignored, answer.rule

    assert explain("a.py") == (False, "not ignored")
    assert explain("big.py") == (True, "larger than 600 bytes")
    assert explain("own.py") == (True, "ignored by .codegraphignore: own.py")
    assert explain("missing.py") == (True, "no such file in the repository")
    assert ".gitignore" in explain("b.log")[1] and "*.log" in explain("b.log")[1]
    assert "built-in" in explain("node_modules/m.js")[1]


def test_a_folder_without_permission_is_a_failed_row(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    tree(tmp_path, "a.py", "closed/b.py")
    (tmp_path / "closed").chmod(0)
    try:
        found = scan(tmp_path, config())
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert paths(found) == ["a.py"]
    assert [(s.path, s.status) for s in found.skips] == [("closed/", FileStatus.FAILED)]


def test_lines_that_are_no_patterns_match_nothing_as_in_git(root: Path) -> None:
    tree(root, "a.py", "b.log", "!")
    (root / ".gitignore").write_text("!\n/\n[\n\\\n*.log\n")
    found = scan(root, config(exclude=("!", "", "[", "]", "\\")))
    assert [p for p in paths(found) if p != ".gitignore"] == ["!", "a.py"]


def test_a_repository_without_a_work_tree_is_refused(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    git(tmp_path, "init", "-q", "tree")
    for folder in ("bare.git", "tree/.git"):
        with pytest.raises(UnreadableError, match="without a work tree"):
            scan(tmp_path / folder, config())
        with pytest.raises(UnreadableError, match="without a work tree"):  # and not that it should be indexed
            Index.open(tmp_path / folder, replace(config(), home=tmp_path / "home"))


def test_what_git_cannot_read_is_walked_without_its_own_files(tmp_path: Path) -> None:
    tree(tmp_path, "pointer/a.py", "damaged/a.py", "damaged/.git/HEAD")
    (tmp_path / "pointer/.git").write_text("gitdir: nowhere\n")
    for folder in ("pointer", "damaged"):
        found = scan(tmp_path / folder, config())
        assert (found.method, paths(found), found.skips) == ("walk", ["a.py"], [])


def test_a_root_that_may_not_be_entered_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said before anything inside is looked at, which would fail in the system's words."""

    def closed(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(Path, "is_file", closed)
    with pytest.raises(UnreadableError, match="no permission"):
        scan(tmp_path, config())


def test_a_file_that_may_not_be_opened_is_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(tmp_path, "a.py")

    def closed(*arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", closed)
    assert read_file(tmp_path, "a.py", max_bytes=10) == UnreadFile(FileStatus.FAILED, "no permission")


def test_files_that_are_as_they_were_known_to_be_are_no_candidates(root: Path) -> None:
    tree(root, "a.py", "b.py", "c.py", "d%2F.py")
    known = {c.path: (c.size, c.mtime_ns) for c in scan(root, config()).candidates}
    (root / "b.py").write_text("x = 12\n")
    os.utime(root / "c.py", ns=(1, known["c.py"][1] + 10**9))
    found = scan(root, config(), known)
    assert found.same == ["a.py"]
    assert [c.path for c in found.candidates if known[c.path] != (c.size, c.mtime_ns)] == ["b.py", "c.py"]


def test_a_file_whose_name_is_another_one_escaped_is_not_taken_for_it(root: Path) -> None:
    tree(root, "d%2F.py")
    found = scan(root, config())
    stamp = (found.candidates[0].size, found.candidates[0].mtime_ns)
    assert not scan(root, config(), {"d%2F.py": stamp}).same
