"""Indexes of a workspace that are closed and opened again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.errors import StorageError
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.edges import list_callers
from codegraph.operations.requests import CallersRequest
from codegraph.operations.workspace_answers import WorkspaceAnswer
from codegraph.query.index import Index
from codegraph.query_results import MemberStatus
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.page_layer import find_database
from codegraph.workspace import links, open_indexes
from codegraph.workspace.links import WorkspaceLinks
from codegraph.workspace.member_repositories import Member, open_workspace
from codegraph.workspace.open_indexes import OpenIndexes


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """Index a library and twelve users of it, of which two indexes may be open at once."""
    monkeypatch.setattr(open_indexes, "MOST_OPEN", 2)
    monkeypatch.setattr(open_indexes, "_FEWEST", 2)
    config = Config(tmp_path / "home", workers=1, vectors=False)
    for number in range(13):
        needed = f'dependencies = ["money{"" if number else "-parts"}"]'
        name, text = ("money", "def add(a, b):\n    return a\n")
        if number:
            name, text = f"user{number}", "from money import add\n\n\ndef total():\n    return add(1, 2)\n"
        manifest = f'[project]\nname = "{name}"\nversion = "1"\n{needed}\n'
        repo = GitRepo.make(tmp_path / name, {"pyproject.toml": manifest, f"{name}.py": text})
        index_repository(repo.root, config)
    return config


def count_open_files(home: Path) -> int:
    links = (os.path.realpath(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd"))
    return sum(link.startswith(str(home.resolve())) for link in links)


def test_a_question_over_many_answers_with_few_open(config: Config, tmp_path: Path) -> None:
    assert {step.repository for step in ask(config, tmp_path / "money").steps} == {
        f"user{number}" for number in range(1, 13)
    }


def ask(config: Config, root: Path) -> WorkspaceAnswer:
    answer = list_callers(Context(root, config), CallersRequest(symbol="add", workspace=True)).results.elsewhere
    assert answer is not None
    return answer


def test_a_second_question_opens_those_alone_that_need_the_package(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        (tmp_path / f"user{number + 1}" / "pyproject.toml").write_text('[project]\nname = "other"\nversion = "1"\n')
    opened: list[str] = []
    keep = OpenIndexes._keep

    def note(self: OpenIndexes, index: Index, config: Config) -> Index:
        opened.append(index.root.name)
        return keep(self, index, config)

    monkeypatch.setattr(OpenIndexes, "_keep", note)
    first = ask(config, tmp_path / "money")
    assert {f"user{number}" for number in range(1, 13)} <= {*opened}
    opened.clear()
    assert ask(config, tmp_path / "money") == first
    assert {*opened} == {step.repository for step in first.steps} == {f"user{number}" for number in range(6, 13)}


def test_a_manifest_that_changed_on_disk_is_read_again(config: Config, tmp_path: Path) -> None:
    manifest = tmp_path / "user3" / "pyproject.toml"
    before = ask(config, tmp_path / "money")
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace('"money"', '"honey"'), encoding="utf-8")
    without = ask(config, tmp_path / "money")
    assert {s.repository for s in before.steps} - {s.repository for s in without.steps} == {"user3"}
    manifest.write_text(text, encoding="utf-8")
    assert ask(config, tmp_path / "money") == before


def test_an_index_that_was_damaged_or_made_again_is_noticed(config: Config, tmp_path: Path) -> None:
    before = ask(config, tmp_path / "money")
    database = get_index_folder(config.home, tmp_path / "user3")
    find_database(database.get_generation(database.get_current())).write_bytes(b"nothing of SQLite")
    (tmp_path / "user4" / "user4.py").write_text("from money import add\n\n\ndef again():\n    return add(1, 2)\n")
    index_repository(tmp_path / "user4", config)
    after = ask(config, tmp_path / "money")
    assert {s.repository for s in before.steps} - {s.repository for s in after.steps} == {"user3"}
    unreadable = [row.name for row in after.members if row.status is MemberStatus.UNREADABLE]
    assert unreadable == [database.name]
    assert {s.symbol.qualname for s in after.steps if s.repository == "user4"} == {"again"}


def test_a_summary_that_cannot_be_read_is_made_anew(config: Config, tmp_path: Path) -> None:
    before = ask(config, tmp_path / "money")
    files = [*(config.home / "index").glob("*/g*/analysis-*.txt")]
    assert len(files) == 12
    for path, text in zip(files, ("", "no JSON", "[]", "{}", *["null"] * 8), strict=True):
        path.write_text(text, encoding="utf-8")
    assert ask(config, tmp_path / "money") == before
    assert all(len(path.read_text(encoding="utf-8")) > 100 for path in files)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are listed on Linux alone")
def test_open_files_do_not_grow_with_the_members(config: Config, tmp_path: Path) -> None:
    root = tmp_path / "money"
    with Index.open(root, config) as index:
        alone = count_open_files(config.home)
        with open_workspace(index, config) as workspace:
            assert len(workspace.members) == 13
            found = list(WorkspaceLinks(workspace).list_edges())
            assert count_open_files(config.home) <= 3 * max(alone, 1)
    assert {edge.member.name for edge in found} == {f"user{number}" for number in range(1, 13)}


def test_members_without_a_package_in_common_are_never_compared(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[str, str]] = []
    follow = WorkspaceLinks._follow_externals

    def note(self: WorkspaceLinks, member: Member, provider: Member):
        compared.append((member.name, provider.name))
        return follow(self, member, provider)

    monkeypatch.setattr(links.WorkspaceLinks, "_follow_externals", note)
    with Index.open(tmp_path / "money", config) as index, open_workspace(index, config) as workspace:
        list(WorkspaceLinks(workspace).list_edges())
    assert sorted(compared) == sorted((f"user{number}", "money") for number in range(1, 13))


def test_an_index_that_was_made_again_meanwhile_is_refused(config: Config, tmp_path: Path) -> None:
    root = tmp_path / "user1"
    with OpenIndexes(3) as indexes:
        generation = indexes.open(root, config).generation
        for other in ("user2", "user3"):
            indexes.open(tmp_path / other, config)
        (root / "more.py").write_text("def more(): ...\n", encoding="utf-8")
        index_repository(root, config)
        with pytest.raises(StorageError, match="indexed again"):
            indexes.find(root, config, generation)
