"""Folders that an editor has open, and the indexes that answer about their files."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.errors import CodegraphError, NotFoundError, NotIndexedError
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.server.background_indexing import Indexer
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load
from codegraph.store.layout import find_indexed_root

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import Progress

SURFACE: Final = "lsp"
"""Name of editors in the log of memory."""

_PATIENT_S: Final = 86_400.0
"""Seconds to wait for an index that the user of the editor requested."""


class OutsideError(NotFoundError):
    """A file outside of the folders that the editor has open."""


class MissingIndexError(NotIndexedError):
    """A file without an index; `root` is the folder that would be indexed."""

    def __init__(self, root: Path) -> None:
        super().__init__(f"{root} has no index yet", hint=f"run `codegraph index {root}`")
        self.root = root


class WithdrawnError(CodegraphError):
    """The editor does not want the answer any more."""


@dataclass
class Workspace:
    """The folders of one editor. It is safe to use from several threads."""

    repositories: Repositories
    _folders: tuple[Path, ...] = ()
    _indexer: Indexer = field(default_factory=Indexer)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def folders(self) -> tuple[Path, ...]:
        return self._folders

    def add_folders(self, folders: Sequence[Path]) -> None:
        with self._lock:
            self._folders = tuple(dict.fromkeys((*self._folders, *folders)))

    def remove_folders(self, folders: Sequence[Path]) -> None:
        with self._lock:
            self._folders = tuple(folder for folder in self._folders if folder not in folders)

    def find_root(self, file: Path) -> Path:
        """Return the root of the index of a file or folder, also before it exists.

        Raises OutsideError."""
        containing = [folder for folder in self._folders if file == folder or folder in file.parents]
        if not containing:
            raise OutsideError(f"{file} is outside of the folders that are open")
        folder = file if file.is_dir() else file.parent
        found = find_indexed_root(load(folder).home, folder)
        if found is not None:
            return found[0]
        tree = find_work_tree(folder)
        has_git = (tree / ".git").exists()
        return Path(os.path.realpath(tree)) if has_git else min(containing, key=lambda path: len(path.parts))

    def list_roots(self) -> list[Path]:
        """Return the roots of the indexes of the folders that are open, once each."""
        return list(dict.fromkeys(self.find_root(folder) for folder in self._folders if folder.is_dir()))

    @contextmanager
    def open(self, root: Path, withdrawn: threading.Event) -> Iterator[Context]:
        """Open the newest generation of an index, brought up to date if that is quick.

        Raises MissingIndexError, OutsideError, WithdrawnError, and the errors of opening an index."""
        root = self.find_root(root)  # the root comes from the client, and may be any path

        def check(stage: str, done: int, total: int) -> None:
            del stage, done, total
            if withdrawn.is_set():
                raise WithdrawnError("the request was cancelled")

        try:
            context = self.repositories.open(root, check, surface=SURFACE, starts_index=False)
        except NotIndexedError as error:
            raise MissingIndexError(root) from error
        try:
            yield context
        finally:
            self.repositories.give_back(context)

    def make_index(self, root: Path, report: Progress, withdrawn: threading.Event) -> None:
        """Make the index of a folder that has none, and wait for it.

        `report` receives the stage, the work done and the total. Indexing continues if the editor ends meanwhile.
        Raises StorageError, WithdrawnError, and the errors of indexing."""

        def check(stage: str, done: int, total: int) -> None:
            if withdrawn.is_set():
                raise WithdrawnError("nobody waits for the index any more")
            report(stage, done, total)

        config = load(root)
        self._indexer.wait(root, replace(config, index_wait_s=_PATIENT_S), check)
