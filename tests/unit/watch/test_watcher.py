"""What a watcher makes of what it hears. The files and the index are real, the events are given."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from codegraph.errors import LockedError, StorageError
from codegraph.indexing.incremental import IncrementalSession, Refreshed
from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import load
from codegraph.store import layout
from codegraph.store.layout import get_index_folder
from codegraph.store.watching import WatchState
from codegraph.watch import watcher
from codegraph.watch.change_hints import MOST_PATHS, ChangeHints
from codegraph.watch.source import Listening
from codegraph.watch.watcher import Ending, Watcher

QUIET = ChangeHints()


class Heard:
    """A source that says what it is given, then stops the watcher."""

    def __init__(self, *said: ChangeHints) -> None:
        self._said: Iterator[ChangeHints] = iter(said)
        self.started = 0
        self.listening = Listening("given")

    def start(self) -> Listening:
        self.started += 1
        return self.listening

    def wait(self, seconds: float) -> ChangeHints:
        for seen in self._said:
            return seen
        raise KeyboardInterrupt

    def stop(self) -> None: ...


class Log:
    def __init__(self) -> None:
        self.problems: list[str] = []

    def report_state(self, state: WatchState) -> None: ...

    def report_progress(self, stage: str, done: int, total: int) -> None: ...

    def report_refresh(self, done: Refreshed) -> None: ...

    def report_problem(self, text: str) -> None:
        self.problems.append(text)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    root = tmp_path / "repo"
    root.mkdir()
    (root / "a.py").write_text("def a(): ...\n")
    (root / "b.py").write_text("def b(): ...\n")
    (root / ".gitignore").write_text("*.log\n")
    return root


def hints(
    root: Path, monkeypatch: pytest.MonkeyPatch, *said: ChangeHints, edits: Iterable[str] = ()
) -> list[set[str] | None]:
    """The hints of each refresh after the first, when `said` is heard. `edits` are files that really change first."""
    given: list[set[str] | None] = []
    real = IncrementalSession.refresh

    def refresh(self: IncrementalSession, hints: Iterable[str] | None = None, **more: object) -> Refreshed:
        given.append(None if hints is None else set(hints))
        done = real(self, hints)
        if len(given) == 1:
            for name in edits:
                (root / name).write_text("def other(): ...\n")
        return done

    monkeypatch.setattr(IncrementalSession, "refresh", refresh)
    made = Watcher(root, Log())
    made._source = Heard(*said)  # type: ignore[assignment]
    assert made.run() is Ending.INTERRUPTED
    assert given[0] is None, "the first refresh compares everything"
    return given[1:]


def test_a_repository_that_goes_while_its_rules_are_taken_in_ends_the_watcher(root: Path):
    """The file of rules is deleted before the folder, which can then not be listened to."""

    class Lost(Heard):
        def start(self) -> Listening:
            if self.started:
                shutil.rmtree(root)
                raise StorageError(f"{root} cannot be watched")
            return super().start()

    made = Watcher(root, Log())
    made._source = Lost(ChangeHints(frozenset((".gitignore",))), QUIET, QUIET)  # type: ignore[assignment]
    assert made.run() is Ending.GONE


def test_changes_are_gathered_until_they_rest(root: Path, monkeypatch: pytest.MonkeyPatch):
    heard = (ChangeHints(frozenset(("a.py",))), ChangeHints(frozenset(("b.py",))), QUIET)
    assert hints(root, monkeypatch, *heard, edits=["a.py", "b.py"]) == [{"a.py", "b.py"}]


@pytest.mark.parametrize(
    "seen",
    [
        ChangeHints(frozenset(("a.py",)), "the queue of events overflowed"),
        ChangeHints(frozenset(map(str, range(watcher.MANY + 1)))),
        ChangeHints(frozenset(map(str, range(MOST_PATHS)))),
        ChangeHints(frozenset(("/",))),
    ],
)
def test_lost_events_and_very_many_mean_that_everything_is_compared(
    root: Path, monkeypatch: pytest.MonkeyPatch, seen: ChangeHints
):
    assert hints(root, monkeypatch, seen, QUIET) == [None]


def test_a_file_that_is_no_part_of_the_repository_is_looked_at_once(root: Path, monkeypatch: pytest.MonkeyPatch):
    log = ChangeHints(frozenset(("run.log",)))
    heard = (log, QUIET, log, log, ChangeHints(frozenset(("run.log", "a.py"))), QUIET)
    assert hints(root, monkeypatch, *heard) == [{"run.log"}, {"a.py"}]


def test_a_file_of_the_repository_is_looked_at_every_time(root: Path, monkeypatch: pytest.MonkeyPatch):
    saved = ChangeHints(frozenset(("a.py",)))
    assert hints(root, monkeypatch, saved, QUIET, saved, QUIET) == [{"a.py"}, {"a.py"}]


def test_rules_that_changed_are_watched_by_and_everything_is_compared(root: Path, monkeypatch: pytest.MonkeyPatch):
    log = ChangeHints(frozenset(("run.log",)))
    heard = (log, QUIET, ChangeHints(frozenset((".gitignore",))), QUIET, log, QUIET)
    assert hints(root, monkeypatch, *heard) == [{"run.log"}, None, {"run.log"}]


@pytest.mark.parametrize("rests", [True, False])
def test_what_edits_made_is_sealed_when_they_rest_or_the_watcher_ends(
    root: Path, monkeypatch: pytest.MonkeyPatch, rests: bool
):
    monkeypatch.setattr(watcher, "SETTLE_S", -1.0 if rests else 1e9)
    monkeypatch.setattr(layout, "read_boot_id", lambda: "this one")
    config = load(root)
    folder = get_index_folder(config.home, root)
    loose: list[bool] = []

    def said() -> Iterator[ChangeHints]:
        for _ in range(2):  # the first edit is taken in whole, if need be
            (root / "a.py").write_text((root / "a.py").read_text() + "def another(): ...\n")
            yield ChangeHints(frozenset(("a.py",)))
            yield QUIET
        loose.append(folder.is_loose())
        yield QUIET
        loose.append(folder.is_loose())

    made = Watcher(root, Log())
    made._source = Heard(*())  # type: ignore[assignment]
    made._source._said = said()
    assert made.run() is Ending.INTERRUPTED
    assert loose == [True, not rests] and not folder.is_loose()
    database = folder.get_database(folder.get_current())
    content = bytearray(database.read_bytes())
    content[-1] ^= 1
    database.write_bytes(content)
    assert "damaged" in index_repository(root, config).reason


def test_another_writer_is_waited_for(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watcher, "RETRY_S", (0.0,))
    real = IncrementalSession.refresh
    failures = [LockedError("the index is being written by process 1"), LockedError("still"), None]

    def refresh(self: IncrementalSession, hints: Iterable[str] | None = None, **more: object) -> Refreshed:
        error = failures.pop(0) if failures else None
        if error is not None:
            raise error
        return real(self, hints)

    monkeypatch.setattr(IncrementalSession, "refresh", refresh)
    log = Log()
    made = Watcher(root, log)
    made._source = Heard(QUIET, ChangeHints(frozenset(("a.py",))))  # type: ignore[assignment]
    assert made.run() is Ending.INTERRUPTED
    assert failures == [] and log.problems == ["the index is being written by process 1"], "said once"


def test_a_large_watcher_that_has_nothing_to_do_begins_anew(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watcher, "REST_S", 0.0)
    monkeypatch.setattr(watcher, "measure_resident_bytes", lambda: 10**9)
    made = Watcher(root, Log())
    made._source = Heard(ChangeHints(frozenset(("a.py",))), QUIET, QUIET, QUIET)  # type: ignore[assignment]
    ending = made.run()
    assert ending is Ending.RESTED and ending.is_restart
    monkeypatch.setattr(watcher, "measure_resident_bytes", lambda: 10**6)
    small = Watcher(root, Log())
    small._source = Heard(QUIET, QUIET)  # type: ignore[assignment]
    assert small.run() is Ending.INTERRUPTED


def test_wrong_settings_are_said_and_the_last_good_ones_hold(root: Path):
    log = Log()
    made = Watcher(root, log)

    class Breaks(Heard):
        def wait(self, seconds: float) -> ChangeHints:
            (root / "codegraph.toml").write_text("no_such_setting = 1\n")
            return super().wait(seconds)

    made._source = Breaks(ChangeHints(frozenset(("codegraph.toml",))), QUIET)  # type: ignore[assignment]
    assert made.run() is Ending.INTERRUPTED
    assert any("no_such_setting" in problem for problem in log.problems)
