"""Published indexes that are read where they are, without the repository.

A base is the index of a published commit in a folder of its own: an empty work tree, and a home folder that no other
repository shares. So whoever may read one cannot reach another one through it.
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, NotFoundError, RefusedPublicationError, StorageError
from codegraph.publication.manifest import DESCRIPTION, LARGEST_POINTER, decode_description
from codegraph.publication.publisher import compute_index_key, name_repository
from codegraph.publication.puller import download_index
from codegraph.publication.storage import Remote, StoredObject, run_parallel
from codegraph.settings.config import Config
from codegraph.store.cloning import Checkout, clone_generation
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock
from codegraph.store.reader import Reader

FOLDER: Final = "bases"
_STATE: Final = "base.json"
_NO_REPOSITORY: Final = "gitdir: /dev/null\n"
"""Content of `.git` in the empty work tree: no git command takes a repository around it for this one."""

_WAIT_S: Final = 600.0


class PublishedRepository(NamedTuple):
    """A repository at a place: its id, and its name for people."""

    repository_id: str
    name: str


class Base(NamedTuple):
    """Index of a published commit.

    `root` is an empty work tree, `config` has the home folder of this base."""

    repository: PublishedRepository
    commit: str
    root: Path
    config: Config


class _State(NamedTuple):
    """Origin of a base: the path of its pointer, and when that was written."""

    pointer: str
    written: str


class Bases:
    """The bases of a place, in a folder of this machine."""

    def __init__(self, remote: Remote, config: Config) -> None:
        self.url = remote.url
        self._remote = remote
        self._config = config
        self._folder = config.home / FOLDER / sha256(remote.url.encode()).hexdigest()[:16]

    def list_repositories(self) -> list[PublishedRepository]:
        """Return the repositories at the place, by name.

        What is none, or says that it is another one, is left out. Raises PublicationError.
        """
        found = run_parallel(self._read_description, self._remote.list_folders())
        return sorted((each for each in found if each is not None), key=lambda each: (each.name, each.repository_id))

    def _read_description(self, folder: str) -> PublishedRepository | None:
        content = self._remote.read(f"{folder}/{DESCRIPTION}", LARGEST_POINTER)
        try:
            about = decode_description(content) if content is not None else None
        except RefusedPublicationError:
            return None
        if about is None or name_repository(about.repository_id) != folder:
            return None
        return PublishedRepository(about.repository_id, about.name)

    def find(self, repository: PublishedRepository) -> Base | None:
        """Return the base that is here, None where there is none yet."""
        folder = self._folder / name_repository(repository.repository_id)
        state = _read_state(folder)
        if state is None:
            return None
        base = self._build(repository, folder, state.pointer.rpartition("/")[2])
        return base if get_index_folder(base.config.home, base.root).get_current() else None

    def pull(self, repository: PublishedRepository) -> Base:
        """Return the base of the newest publication, which is pulled unless it is here.

        Raises NotFoundError (nothing is published), PublicationError, StorageError.
        """
        folder = self._folder / name_repository(repository.repository_id)
        problem: CodegraphError | None = None
        for pointer in self._list_newest(repository):
            state = _State(pointer.path, pointer.modified.isoformat())
            known = self.find(repository)
            if known is not None and _read_state(folder) == state:
                return known
            try:
                return self._pull(repository, folder, state)
            except RefusedPublicationError as error:  # such as one of another version
                problem = problem or error
        raise problem or NotFoundError(
            f"{repository.name} has no published index at {self._remote.url}", hint="`codegraph publish` there first"
        )

    def _list_newest(self, repository: PublishedRepository) -> list[StoredObject]:
        """Return the newest pointer of each index key, the key of these settings first."""
        place = name_repository(repository.repository_id)
        keys = [name for name in self._remote.list_folders(f"{place}/") if name not in ("blocks", "manifests")]
        listed = [self._remote.list(f"{place}/{key}/commits") for key in keys]
        newest = [max(each, key=lambda one: (one.modified, one.path)) for each in listed if each]
        own = f"{place}/{compute_index_key(self._config)}/"
        return sorted(newest, key=lambda one: (one.path.startswith(own), one.modified), reverse=True)

    def _pull(self, repository: PublishedRepository, folder: Path, state: _State) -> Base:
        content = self._remote.read(state.pointer, LARGEST_POINTER)
        if content is None:
            raise RefusedPublicationError("the published index was removed while it was read", hint="ask again")
        base = self._build(repository, folder, state.pointer.rpartition("/")[2])
        key = state.pointer.split("/")[1]
        target = get_index_folder(base.config.home, base.root)
        try:
            base.root.mkdir(parents=True, exist_ok=True)
            (base.root / ".git").write_text(_NO_REPOSITORY, encoding="ascii")
            with (
                download_index(self._remote, content, repository.repository_id, key, base.config) as pulled,
                hold_writer_lock(target.lock, _WAIT_S),
                closing(Reader.open(pulled.folder)) as donor,
            ):
                checkout = Checkout(base.root, repository.repository_id, {})
                clone_generation(donor, target, checkout, least=target.get_next_number(), vectors=True)
            _write_state(folder, state)
        except OSError as error:
            raise StorageError(f"{folder} cannot be written: {error.strerror}") from error
        return base

    def _build(self, repository: PublishedRepository, folder: Path, commit: str) -> Base:
        name = repository.name.replace("/", "-").strip(". ") or "repository"
        config = replace(self._config, home=folder / "home", refresh_s=0.0, remote_uri="", tables=None)
        return Base(repository, commit, folder / "tree" / name, config)

    def remove(self, repository: PublishedRepository) -> None:
        """Delete the base of a repository and all that is in its home folder."""
        shutil.rmtree(self._folder / name_repository(repository.repository_id), ignore_errors=True)


def _read_state(folder: Path) -> _State | None:
    try:
        told = json.loads((folder / _STATE).read_text(encoding="utf-8"))
        return _State(str(told["pointer"]), str(told["written"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_state(folder: Path, state: _State) -> None:
    written = folder / f"{_STATE}.tmp"
    written.write_text(json.dumps(state._asdict()), encoding="utf-8")
    written.replace(folder / _STATE)
