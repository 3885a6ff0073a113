"""Indexing in the background, in a separate process.

The process outlives the call that started it and the server. Servers and commands share the lock of the index: if it is
taken, they wait for that run, or report it, and do not start another one.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import (
    CodegraphError,
    IncompatibleIndexError,
    NotIndexedError,
    StorageError,
    UnreadableError,
)
from codegraph.runtime.python_processes import start_module
from codegraph.settings.config import Config
from codegraph.store.layout import IndexFolder, get_index_folder, list_index_folders
from codegraph.store.lock import is_locked, read_holder
from codegraph.store.reader import Reader

if TYPE_CHECKING:
    from codegraph.indexing.pipeline import Progress

PAUSE: Final = 0.05

FILES_A_SECOND: Final = 40.0
"""Assumed speed of a machine on which nothing was measured yet, vectors included."""

BOUNDS: Final = (5.0, 200.0)
"""Bounds of a measured speed: runs that took little from the cache, or much, are no measure."""

MEASURED: Final = 5
"""Indexes in the home folder whose last run is looked at for the speed."""

LOG: Final = "log"
LOG_LINES: Final = 3
_STAGE: Final = re.compile(r"(scan|parse|resolve|embed|commit)(?: ([\d,]+)/([\d,]+))?")

MOST_ENTRIES: Final = 10_000
"""Files and folders of a folder that is no work tree, of which more may be a whole disk."""


class IndexPendingError(NotIndexedError):
    """An index is missing and may be in preparation.

    `seconds` are those until it is expected, 0 when no process is making it.
    """

    def __init__(self, message: str, hint: str, root: Path, seconds: float) -> None:
        super().__init__(message, hint)
        self.root = root
        self.seconds = seconds


class Run(NamedTuple):
    """A process that was started, and how long it is expected to take."""

    process: subprocess.Popen[str]
    began: float  # of the monotonic clock
    seconds: float


@dataclass(slots=True)
class Indexer:
    """The indexing processes of one server, at most one a work tree.

    It is safe to use from several threads."""

    _runs: dict[Path, Run] = field(default_factory=dict)
    _expected: dict[Path, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, root: Path, config: Config, progress: Progress | None) -> None:
        """Index `root`, or join the run that does, and wait until it ends.

        Waits for `index_wait_s` seconds. Raises IndexPendingError when it takes longer, StorageError when it fails,
        and what `progress` raises."""
        if is_oversized_folder(root):
            raise IndexPendingError(
                f"{root} is no git work tree and holds more than {MOST_ENTRIES:,} files and folders",
                f"run `codegraph index {shlex.quote(str(root))}` in a shell if all of it is meant",
                root,
                0.0,
            )
        folder = get_index_folder(config.home, root)
        until = time.monotonic() + config.index_wait_s
        started = False
        while not _is_readable(folder):
            if not self.is_running(root, config):
                if started and not _is_readable(folder):
                    raise StorageError("the index could not be made", hint=_read_log_tail(folder))
                self.start(root, config)
                started = True
            if time.monotonic() >= until:
                raise self._build_pending_error(root, config)
            if progress is not None:
                progress(*_read_stage(folder))
            time.sleep(PAUSE)
        if progress is not None:
            progress("commit", 1, 1)

    def start(self, root: Path, config: Config, *, vectors: bool = True, seconds: float = 0.0) -> None:
        """Start indexing `root` unless that is under way.

        `seconds` is how long it is expected to take, when known. Raises StorageError when it cannot be started."""
        with self._lock:
            if self.is_running(root, config):
                return
            expected = seconds or self._estimate_seconds(root, config)
            self._runs[root] = Run(_start_process(root, config, vectors), time.monotonic(), expected)

    def is_running(self, root: Path, config: Config) -> bool:
        """Return whether some process makes the index of `root`.

        It is one that was started here, or another writer."""
        run = self._runs.get(root)
        return (run is not None and run.process.poll() is None) or is_locked(get_index_folder(config.home, root).lock)

    def estimate_seconds_left(self, root: Path, config: Config) -> float:
        """Return the seconds until the run under way is expected to end.

        They are at least a few."""
        run = self._runs.get(root)
        if run is not None and run.process.poll() is None:
            return max(5.0, run.seconds - (time.monotonic() - run.began))
        other = read_holder(get_index_folder(config.home, root).lock)
        took = time.time() - other.since if other is not None else 0.0
        return max(5.0, self._estimate_seconds(root, config) - took)

    def _build_pending_error(self, root: Path, config: Config) -> IndexPendingError:
        seconds = self.estimate_seconds_left(root, config)
        return IndexPendingError(
            f"Not indexed yet: indexing has started ({format_estimate(seconds)})",
            "ask again then; meanwhile search with grep",
            root,
            seconds,
        )

    def _estimate_seconds(self, root: Path, config: Config) -> float:
        if root not in self._expected:
            from codegraph.scan.file_listing import scan

            self._expected[root] = 1.0 + len(scan(root, config).candidates) / measure_files_per_second(config)
        return self._expected[root]


def format_estimate(seconds: float) -> str:
    """Return a time as text: `about 5 s`, `about 40 s`, `about 3 min`."""
    if seconds > 90:
        return f"about {round(seconds / 60)} min"
    return f"about {max(5, 5 * round(seconds / 5))} s"


def measure_files_per_second(config: Config) -> float:
    """Return how many files are indexed in a second on this machine.

    It is computed from the last runs of the newest indexes.
    """
    low, high = BOUNDS
    folders = [folder for folder in list_index_folders(config.home) if folder.get_current()]
    measured: list[float] = []
    for folder in sorted(folders, key=IndexFolder.get_committed_ns, reverse=True)[:MEASURED]:
        try:
            reader = Reader.open(folder)
        except CodegraphError:
            continue
        try:
            stats = reader.compute_stats()
        finally:
            reader.close()
        took = sum(stats.seconds.values())
        if took > 1:  # a shorter run is mostly what starts and ends one
            measured.append(min(high, max(low, stats.file_count / took)))
    return median(measured) if measured else FILES_A_SECOND


def is_oversized_folder(root: Path) -> bool:
    """Return whether `root` is no work tree and too large to be meant as a whole.

    It may be a disk or a home folder."""
    if (root / ".git").exists():
        return False
    seen = 0
    for _, folders, files in os.walk(root):
        seen += len(folders) + len(files)
        if seen > MOST_ENTRIES:
            return True
    return False


def _is_readable(folder: IndexFolder) -> bool:
    try:
        Reader.open(folder).close()
    except (NotIndexedError, IncompatibleIndexError, StorageError):
        return False
    return True


def _start_process(root: Path, config: Config, vectors: bool) -> subprocess.Popen[str]:
    """Start `codegraph index`, which outlives this server.

    Raises StorageError or UnreadableError."""
    folder = get_index_folder(config.home, root).path
    words = ["index", str(root), "--repo", str(root), *([] if vectors else ["--no-vectors"])]
    if not root.is_dir():
        raise UnreadableError(f"{root} is gone", hint="give the folder of a repository")
    settings = {"CODEGRAPH_HOME": str(config.home)}
    if os.environ.get("CODEGRAPH_CONFIG"):
        settings["CODEGRAPH_CONFIG"] = str(Path(os.environ["CODEGRAPH_CONFIG"]).expanduser().absolute())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / LOG, "wb") as log:
            return start_module(
                "codegraph", words, root=root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log,
                folder=folder, session=True, settings=settings,
            )  # fmt: skip
    except OSError as error:
        raise StorageError(
            f"indexing cannot be started in {folder}: {error.strerror}",
            hint="make the folder writable, or set CODEGRAPH_HOME to another one",
        ) from error


def _read_log_lines(folder: IndexFolder) -> list[str]:
    try:
        return (folder.path / LOG).read_text(encoding="utf-8", errors="replace").strip().splitlines()
    except OSError:
        return []


def _read_stage(folder: IndexFolder) -> tuple[str, int, int]:
    """Return the stage of the run, and how much of it is done out of how much.

    They come from the last line of its log.
    """
    lines = _read_log_lines(folder)
    found = _STAGE.fullmatch(lines[-1].strip()) if lines else None
    if found is None:
        return "scan", 0, 0
    done, total = (int(number.replace(",", "")) if number else 0 for number in found.group(2, 3))
    return found[1], done, total


def _read_log_tail(folder: IndexFolder) -> str:
    lines = [line for line in _read_log_lines(folder) if not _STAGE.fullmatch(line.strip())]
    return "\n".join(lines[-LOG_LINES:]) or "`codegraph index` in a shell says why; `codegraph doctor` looks"
