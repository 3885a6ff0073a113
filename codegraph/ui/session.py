"""The repository of a page: what is asked of it, and why it cannot be asked."""

from __future__ import annotations

import os
import shlex
import threading
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.errors import CodegraphError, NotIndexedError, UnreadableError
from codegraph.operations.answers import Answer
from codegraph.operations.capabilities import BY_NAME, Capability, load_handler, request_type
from codegraph.operations.context import Context
from codegraph.operations.parameter import request_fields
from codegraph.server.repositories import Repositories
from codegraph.settings.config import Config, load
from codegraph.store.layout import find_indexed_root, get_index_folder
from codegraph.store.lock import is_locked, read_holder

SURFACE: Final = "ui"
"""Name of the page in the log of memory."""


MOST_REPLIES: Final = 32


class IndexingError(NotIndexedError):
    """The index is being made by another process, since `seconds`."""

    def __init__(self, message: str, hint: str, seconds: float) -> None:
        super().__init__(message, hint)
        self.seconds = seconds


class RepositoryGoneError(UnreadableError):
    """The folder of the repository was removed or moved while the page was open."""


class Question(NamedTuple):
    """A request to an operation."""

    capability: Capability
    request: object

    def format_command(self) -> str:
        """Return the command line that asks the same."""
        words = ["codegraph", *self.capability.command]
        options: list[str] = []
        for each in request_fields(type(self.request)):
            value = getattr(self.request, each.name)
            if value == each.default and not (each.required and each.parameter.positional):
                continue
            name = f"--{each.name.replace('_', '-')}"
            items = [str(item) for item in value] if isinstance(value, tuple) else [str(value)]
            if each.parameter.positional:
                words += items
            elif isinstance(value, bool) or (each.parameter.bare and value == each.parameter.bare):
                options.append(name)
            else:
                options += [part for item in items for part in (name, item)]
        return shlex.join([*words, *options])


def make_question(name: str, /, **fields: object) -> Question:
    """Return a question to the capability of a name."""
    capability = BY_NAME[name]
    return Question(capability, request_type(capability)(**fields))


class Replies:
    """The last answers that rest on one generation alone.

    It is safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, reply: object) -> None:
        with self._lock:
            self._kept[key] = reply
            if len(self._kept) > MOST_REPLIES:
                self._kept.popitem(last=False)


@dataclass(slots=True)
class Asker:
    """Asks operations on behalf of one view, and keeps what it asked and was answered.

    A view is copied as what it asked first, unless `copied_as` is another question."""

    context: Context
    asked: list[tuple[Question, Answer[Any]]] = field(default_factory=list)
    copied_as: Question | None = None

    def ask(self, name: str, /, **fields: object) -> Any:
        """Return the results of a capability."""
        question = make_question(name, **fields)
        answer = self.answer(question)
        self.asked.append((question, answer))
        return answer.results

    def answer(self, question: Question) -> Answer[Any]:
        return load_handler(question.capability)(self.context, question.request)

    def format_command(self) -> str:
        """Return the command line that a view is copied as."""
        return (self.copied_as or self.asked[0][0]).format_command()

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text for _, answer in self.asked for text in answer.warnings))


class Stamp(NamedTuple):
    """A value that changes when something a page shows may have changed."""

    generation: int
    behind: int
    memory: int  # changes when a memory is written
    commit: int  # changes when a commit is made or another branch checked out


@dataclass(slots=True)
class Session:
    """One repository, asked by several pages at once.

    It is safe to use from several threads."""

    root: Path
    repositories: Repositories
    replies: Replies = field(default_factory=Replies)
    turn: threading.Lock = field(default_factory=threading.Lock)  # of views that write beside the index
    _git_files: tuple[Path, ...] | None = None  # that change with a commit; looked up once, because it starts git

    @property
    def name(self) -> str:
        return self.root.name

    @contextmanager
    def open(self) -> Iterator[Context]:
        """Open the newest generation, brought up to date where that is quick.

        Raises IndexingError, NotIndexedError, IncompatibleIndexError and RepositoryGoneError."""
        config = self._load_config()
        self._check_index(config)
        context = self.repositories.open(self.root, surface=SURFACE, starts_index=False)
        try:
            yield context
        finally:
            self.repositories.give_back(context)

    @contextmanager
    def open_memory(self) -> Iterator[Context]:
        """Open the index where there is one. Memory needs none."""
        config = self._load_config()
        if find_indexed_root(config.home, self.root) is not None:
            with self.open() as context:
                yield context
            return
        context = Context(self.root, config, surface=SURFACE)
        try:
            yield context
        finally:
            context.close()

    def read_stamp(self) -> Stamp:
        """Return the stamp of what a page shows now.

        Refreshes the index where that is quick."""
        with self.open() as context:
            freshness = context.freshness
            assert freshness is not None
            memory = context.config.home / "memory"
            return Stamp(
                freshness.generation,
                freshness.files_behind,
                _stamp_files(memory / "memory.db", memory / "memory.db-wal"),
                self.stamp_commit(context),
            )

    def stamp_commit(self, context: Context) -> int:
        """Return a number that changes with a commit and a checkout."""
        if self._git_files is None:
            self._git_files = _list_git_files(context.index(refresh=False).root)
        return _stamp_files(*self._git_files)

    def format_index_command(self) -> str:
        return shlex.join(["codegraph", "index", str(self.root)])

    def _load_config(self) -> Config:
        if not self.root.is_dir():
            raise RepositoryGoneError(
                f"{self.root} does not exist any more", hint="put it back, or end this page with Ctrl-C in its terminal"
            )
        return load(self.root)

    def _check_index(self, config: Config) -> None:
        if find_indexed_root(config.home, self.root) is not None:
            return
        lock = get_index_folder(config.home, self.root).lock
        command = self.format_index_command()
        if is_locked(lock):
            by = read_holder(lock)
            seconds = max(0.0, time.time() - by.since) if by is not None else 0.0
            raise IndexingError("the index is being made", "this page shows it as soon as it is there", seconds)
        raise NotIndexedError(f"{self.root} has no index yet", hint=command)


def find_state(error: CodegraphError) -> str:
    """Return the word by which a page knows what to show in the place of an answer."""
    from codegraph.errors import AmbiguousError, IncompatibleIndexError, LockedError, NotFoundError

    states: Mapping[type[CodegraphError], str] = {
        IndexingError: "indexing",
        NotIndexedError: "missing",
        IncompatibleIndexError: "incompatible",
        RepositoryGoneError: "gone",
        AmbiguousError: "ambiguous",
        NotFoundError: "not_found",
        LockedError: "busy",
    }
    return next((state for kind, state in states.items() if isinstance(error, kind)), "failed")


def _list_git_files(root: Path) -> tuple[Path, ...]:
    from codegraph.scan.git import find_git_folder

    folder = find_git_folder(root)
    if folder is None:
        return ()
    return folder / "HEAD", folder / "logs" / "HEAD"


def _stamp_files(*paths: Path) -> int:
    """Return a number that changes when one of the files does."""
    stamps: list[tuple[int, int]] = []
    for path in paths:
        try:
            found = os.stat(path)
        except OSError:
            continue
        stamps.append((found.st_mtime_ns, found.st_size))
    return hash(tuple(stamps))
