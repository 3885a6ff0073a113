"""Fate of an index whose writer is killed, blocked, out of space, or stuck."""

import errno
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from codegraph.errors import LockedError
from codegraph.indexing.parse_pool import ParsePool, ParseSettings, read_and_parse
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.scan.file_listing import scan
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph_parsers.file_facts import FileStatus
from tests.support.waiting import wait_for
from tests.support.watching import environment

ROOT = Path(__file__).parents[2]
LIMIT_S = 4.0
"""Time limit of a file in tests where one hangs: the others must be parsed within it on a busy machine, too."""

KILLED = """
import os, signal, sys
from pathlib import Path
from codegraph.settings.config import Config
from codegraph.indexing.pipeline import index_repository
from codegraph.store import layout, writer

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

point, repo, home = sys.argv[1:]
if point == "while rows are written":
    writer._Writer._write_edges = die
elif point == "before the file is synced":
    layout._force = die
elif point == "before the generation is renamed":
    layout.IndexFolder.publish = die
elif point == "before the pointer is replaced":
    layout.IndexFolder._point = die
elif point == "before old generations are dropped":
    layout.IndexFolder.sweep = lambda folder: die() if folder.get_current() == 2 else None
index_repository(Path(repo), Config(Path(home), workers=1))
"""

HELD = """
import sys
from pathlib import Path
from codegraph.store.lock import hold_writer_lock

with hold_writer_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""

FULL = """
import sys
from pathlib import Path
from codegraph.settings.config import Config
from codegraph.errors import StorageError
from codegraph.indexing.pipeline import index_repository

try:
    index_repository(Path(sys.argv[1]), Config(Path(sys.argv[2]), workers=1))
except StorageError as error:
    print(error.message)
    sys.exit(7)
"""


def python(code: str, *arguments: object, **options: object) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'parsers'}"}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, env=env, stdin=-1, stdout=-1, stderr=-1, text=True, **options)  # type: ignore[call-overload]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "a.py").write_text("def old():\n    return 1\n")
    return root


def names(repo: Path, config: Config) -> list[str]:
    with Index.open(repo, config) as index:
        return [s.name for s in index.iterate_all_symbols()]


@pytest.mark.parametrize(
    ("point", "after"),
    [
        ("while rows are written", "old"),
        ("before the file is synced", "old"),
        ("before the generation is renamed", "old"),
        ("before the pointer is replaced", "old"),
        ("before old generations are dropped", "new"),
    ],
)
def test_a_killed_writer_leaves_a_whole_generation(repo: Path, config: Config, point: str, after: str) -> None:
    index_repository(repo, config)
    (repo / "a.py").write_text("def new():\n    return 2\n")
    writer = python(KILLED, point, repo, config.home)
    writer.communicate()
    assert writer.returncode == -signal.SIGKILL
    assert names(repo, config) == ["a", after]
    index_repository(repo, config)
    assert names(repo, config) == ["a", "new"]
    left = {p.name for p in get_index_folder(config.home, repo).path.iterdir()}
    assert len(left - {get_index_folder(config.home, repo).pointer.name, "CURRENT.tmp", "lock", "opened"}) == 1


def test_a_second_writer_is_told_who_holds_the_index_and_a_dead_one_is_taken_over(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    lock = get_index_folder(config.home, repo).lock
    (repo / "a.py").write_text("def new():\n    return 2\n")
    holder = python(HELD, lock)
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(LockedError, match=f"process {holder.pid} "):
            index_repository(repo, config)
        assert names(repo, config) == ["a", "old"]
    finally:
        holder.kill()
        holder.communicate()
    index_repository(repo, config)
    assert names(repo, config) == ["a", "new"]


def test_a_full_disk_is_an_error_and_leaves_the_last_generation(repo: Path, config: Config) -> None:
    index_repository(repo, config)
    for i in range(40):
        (repo / f"m{i}.py").write_text("".join(f"def function_{i}_{j}(): ...\n" for j in range(100)))

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    writer = python(FULL, repo, config.home, preexec_fn=small_files)
    out, err = writer.communicate()
    assert (writer.returncode, err) == (7, "")
    assert "could not be written" in out
    assert names(repo, config) == ["a", "old"]
    folder = get_index_folder(config.home, repo)
    assert {p.name for p in folder.path.iterdir()} == {folder.pointer.name, "lock", "opened", "g1"}


def _stuck_on_bad(pipe, settings: ParseSettings) -> None:
    """A worker whose grammar hangs on one file and crashes on another."""
    while (files := pipe.recv()) is not None:
        if any(f.path == "hang.py" for f in files):
            signal.pause()
        if any(f.path == "crash.py" for f in files):
            os.kill(os.getpid(), signal.SIGKILL)
        pipe.send(read_and_parse(files, settings))


@pytest.mark.parametrize("workers", [1, 3])
def test_files_that_hang_or_crash_a_parser_fail_alone(tmp_path: Path, config: Config, workers: int) -> None:
    for name in ("a", "hang", "b", "crash", "c"):
        (tmp_path / f"{name}.py").write_text(f"def {name}(): ...\n")
    found = scan(tmp_path, config)
    settings = ParseSettings(str(tmp_path), "", "p", "c", 10_000, ())
    read_and_parse(found.candidates, settings)  # workers are forks: what is imported here costs them no time
    pool = ParsePool(settings, workers, timeout_s=LIMIT_S, entry=_stuck_on_bad)
    outcomes = {p.path: p for batch in pool.run(found.candidates) for p in batch}
    assert {path: p.status for path, p in outcomes.items()} == {
        "a.py": FileStatus.INDEXED,
        "b.py": FileStatus.INDEXED,
        "c.py": FileStatus.INDEXED,
        "hang.py": FileStatus.FAILED,
        "crash.py": FileStatus.FAILED,
    }
    assert "longer than 4 s" in outcomes["hang.py"].reason
    assert "crashed" in outcomes["crash.py"].reason
    assert outcomes["hang.py"].entry is not None


def _stuck_at_a_file(pipe, settings: ParseSettings) -> None:
    """Says which file it is at, as a worker does, and hangs at one."""
    watch = settings.watch
    assert watch is not None
    while (files := pipe.recv()) is not None:
        for at, file in enumerate(files):
            watch[0], watch[1] = at, time.monotonic()
            if file.path == "hang.py":
                signal.pause()
        pipe.send(read_and_parse(files, settings._replace(watch=None)))


def test_a_hanging_file_costs_the_time_limit_once(tmp_path: Path, config: Config) -> None:
    for name in ("a", "hang", "z"):
        (tmp_path / f"{name}.py").write_text(f"def {name}(): ...\n")
    found = scan(tmp_path, config)
    settings = ParseSettings(str(tmp_path), "", "p", "c", 10_000, ())
    read_and_parse(found.candidates, settings)
    pool = ParsePool(settings, 1, timeout_s=LIMIT_S, entry=_stuck_at_a_file)
    batches = [{p.path: p.status for p in batch} for batch in pool.run(found.candidates)]
    assert batches == [
        {"hang.py": FileStatus.FAILED},
        {"a.py": FileStatus.INDEXED, "z.py": FileStatus.INDEXED},
    ]


def test_workers_need_no_room_for_temporary_files(
    tmp_path: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor a folder that can be written: what they and their parent share is memory."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "a.py").write_text("def a(): ...\n")
    monkeypatch.setattr(tempfile, "mkstemp", full)
    monkeypatch.setattr(tempfile, "mkdtemp", full)
    found = scan(tmp_path, config)
    pool = ParsePool(ParseSettings(str(tmp_path), "", "p", "c", 10_000, ()), 1, timeout_s=60)
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # else workers come from a server, which has a socket
    assert [p.status for batch in pool.run(found.candidates) for p in batch] == [FileStatus.INDEXED]


LATE = """
from multiprocessing import Pipe
from codegraph.indexing.parse_pool import ParseSettings, _serve
ours, theirs = Pipe()
ours.send([])
ours.close()
_serve(theirs, ParseSettings(".", "", "p", "c", 1, ()))
"""


def test_a_worker_whose_parent_is_gone_when_it_answers_ends_quietly() -> None:
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


ORPHAN = """
import os, signal, sys
from pathlib import Path
from codegraph.indexing import parse_pool
from codegraph.settings.config import Config
from codegraph.indexing.pipeline import index_repository

def busy(pipe, settings):
    pipe.recv()
    os.kill(os.getppid(), signal.SIGKILL)
    try:
        pipe.recv()
    except EOFError:
        print("worker ends", flush=True)

parse_pool.ParsePool.__init__.__defaults__ = (busy, *parse_pool.ParsePool.__init__.__defaults__[1:])
index_repository(Path(sys.argv[1]), Config(Path(sys.argv[2]), workers=1))
"""


def test_a_worker_whose_parent_was_killed_ends_and_keeps_no_lock(repo: Path, config: Config) -> None:
    writer = python(ORPHAN, repo, config.home)
    out, _ = writer.communicate()
    assert (writer.returncode, out) == (-signal.SIGKILL, "worker ends\n")
    assert index_repository(repo, config).parsed == 1


HOLDING = """
import sys
from pathlib import Path
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock
root, home = map(Path, sys.argv[1:])
with hold_writer_lock(get_index_folder(home, root).lock):
    print("holding", flush=True)
    sys.stdin.readline()
    print("done", flush=True)
"""


@pytest.mark.parametrize("killed", [False, True])
def test_a_second_index_waits_for_the_first_and_answers_from_what_it_made(
    repo: Path, config: Config, killed: bool, tmp_path: Path
) -> None:
    index_repository(repo, config)
    first = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(repo), str(config.home)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(),
    )  # fmt: skip
    assert first.stdin is not None and first.stdout is not None
    assert first.stdout.readline() == "holding\n"
    errors = tmp_path / "errors"
    with open(errors, "w", encoding="utf-8") as stderr:
        second = subprocess.Popen(
            [sys.executable, "-P", "-m", "codegraph", "index", str(repo), "--no-vectors"],
            stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment(CODEGRAPH_HOME=str(config.home)),
        )  # fmt: skip
    wait_for(lambda: f"another process (pid {first.pid}) is indexing" in errors.read_text(), "the message")
    assert second.poll() is None
    if killed:
        first.kill()
    else:
        first.stdin.write("go on\n")
        first.stdin.close()
    out, _ = second.communicate(timeout=60)
    first.wait(timeout=60)
    assert second.returncode == 0
    assert out.startswith("up to date")
