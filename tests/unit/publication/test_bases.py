"""Bases: published indexes that are read without their repository."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.errors import NotFoundError, PublicationError
from codegraph.indexing.incremental import update_index
from codegraph.publication.bases import Bases, PublishedRepository
from codegraph.publication.manifest import DESCRIPTION, RepositoryDescription
from codegraph.publication.publisher import Published, compute_index_key, name_repository, publish_index
from codegraph.publication.storage import Remote, open_remote
from codegraph.query.index import Index
from codegraph.scan.git import run_git
from codegraph.settings.config import Config

NOW = 1_790_000_000.0


@pytest.fixture
def place(tmp_path: Path) -> Remote:
    (tmp_path / "place").mkdir()
    return open_remote((tmp_path / "place").as_uri())


@pytest.fixture
def bases(place: Remote, tmp_path: Path) -> Bases:
    return Bases(place, Config(tmp_path / "reader", workers=1))


def publish(repo: GitRepo, place: Remote, tmp_path: Path) -> Published:
    config = Config(tmp_path / "ci", workers=1)
    update_index(repo.root, config)
    return publish_index(repo.root, config, place, now=NOW)


def list_names(bases: Bases, repository: PublishedRepository) -> list[str]:
    base = bases.pull(repository)
    with Index.open(base.root, base.config) as index:
        return sorted(symbol.name for symbol in index.iterate_all_symbols() if symbol.qualname)


def test_repositories_are_listed_by_name(place: Remote, bases: Bases, tmp_path: Path) -> None:
    for name in ("web", "api"):
        publish(GitRepo.make(tmp_path / name, {f"{name}.py": "def f():\n    pass\n"}), place, tmp_path)
    assert sorted(each.name for each in bases.list_repositories()) == ["api", "web"]


def test_a_base_follows_what_is_published(place: Remote, bases: Bases, tmp_path: Path) -> None:
    repo = GitRepo.make(tmp_path / "api", {"api.py": "def first():\n    pass\n"})
    publish(repo, place, tmp_path)
    (repository,) = bases.list_repositories()
    assert list_names(bases, repository) == ["first"]
    commit = repo.commit({"api.py": "def second():\n    pass\n"})
    publish(repo, place, tmp_path)
    assert list_names(bases, repository) == ["second"]
    known = bases.find(repository)
    assert known is not None
    assert known.commit == commit


def test_the_folder_of_a_base_is_no_part_of_a_repository_around_it(place: Remote, tmp_path: Path) -> None:
    around = GitRepo.make(tmp_path / "around", {"secret.txt": "secret"})
    publish(GitRepo.make(tmp_path / "api", {"api.py": "def f():\n    pass\n"}), place, tmp_path)
    bases = Bases(place, Config(around.root / "home", workers=1))
    (repository,) = bases.list_repositories()
    assert run_git(bases.pull(repository).root, "rev-parse", "HEAD") is None


def test_a_folder_that_says_it_is_another_repository_is_left_out(place: Remote, bases: Bases) -> None:
    place.write(f"{name_repository('commit:1')}/{DESCRIPTION}", RepositoryDescription("commit:2", "api").encode())
    place.write(f"{name_repository('commit:3')}/{DESCRIPTION}", b"[]")
    place.write("fleet/x/started", b"")
    assert bases.list_repositories() == []


def test_a_damaged_publication_is_an_error_and_the_base_stays(place: Remote, bases: Bases, tmp_path: Path) -> None:
    repo = GitRepo.make(tmp_path / "api", {"api.py": "def first():\n    pass\n"})
    publish(repo, place, tmp_path)
    (repository,) = bases.list_repositories()
    list_names(bases, repository)
    commit = repo.commit({"api.py": "def second():\n    pass\n"})
    done = publish(repo, place, tmp_path)
    key = compute_index_key(Config(tmp_path / "ci"))
    place.write(f"{name_repository(done.repository_id)}/{key}/commits/{commit}", b"{}")
    with pytest.raises(PublicationError):
        bases.pull(repository)
    base = bases.find(repository)
    assert base is not None
    with Index.open(base.root, base.config) as index:
        assert index.find("first")


def test_a_repository_without_a_publication_is_said_to_have_none(bases: Bases) -> None:
    with pytest.raises(NotFoundError, match="has no published index"):
        bases.pull(PublishedRepository("commit:1", "api"))


def test_a_web_server_is_said_to_have_no_list(tmp_path: Path) -> None:
    with pytest.raises(PublicationError, match="cannot be listed"):
        Bases(open_remote("http://127.0.0.1:1/x"), Config(tmp_path)).list_repositories()
