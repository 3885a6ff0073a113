"""Layout of the home folder, and the current generation of an index.

    index/<name>-<hash>/CURRENT-<key>  number of the last generation that a version of the program committed
    index/<name>-<hash>/g7/graph.db    that generation, complete and never changed again
    index/<name>-<hash>/g7/*           terms of search, vectors, analysis results of that generation
    index/<name>-<hash>/beside-*.tmp   what another process of the writer makes for it
    index/<name>-<hash>/lock           held by the writer
    index/<name>-<hash>/log            what a run in the background says
    index/<name>-<hash>/opened         when somebody last asked something of the index, to the day
    trees/<key>/CURRENT, g1/graph.db   graphs of revisions, by what their files hold
    facts/facts-3.db                   facts of files by content, shared by all indexes

Versions of the program that share a home folder keep their generations beside each other: the key is of the code that
decides what an index holds, and each version reads its own generation. Before it has one it reads the newest of the
others, as far as it can. Those of the last `KEPT_VERSIONS` stay.

A commit writes `g8.tmp`, renames it to `g8`, and then replaces CURRENT: a writer killed at any point leaves the last
generation readable. A new file needs no journal, and readers keep their generation: its folder is removed by the first
commit that finds nobody reading it. A generation made from another shares those of its files that are the same.

What a refresh of few files commits is not forced to the disk: that takes longer than all else. CURRENT then names the
boot of the machine beside the number, and after another boot, when nobody can tell what of it was written, there is no
generation until one is made anew. `settle` does the forcing, at leisure.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.fingerprint import compute_code_key
from codegraph.store.lock import unheld
from codegraph.store.seal import seal

DATABASE: Final = "graph.db"
CURRENT: Final = "CURRENT"
OBSERVED: Final = "observed.db"
OPENED: Final = "opened"
KEPT_VERSIONS: Final = 2
DAY_S: Final = 86_400
_SCRATCH: Final = "beside-"
_GENERATION = re.compile(r"g(\d+)")


class IndexFolder(NamedTuple):
    """The folder of one work tree's index, as one version of the program sees it."""

    path: Path
    key: str = ""  # of the version; "" where only one writes

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def lock(self) -> Path:
        return self.path / "lock"

    @property
    def pointer(self) -> Path:
        """The file that names this version's generation."""
        return self.path / (f"{CURRENT}-{self.key}" if self.key else CURRENT)

    def current(self) -> int:
        """Return the number of the committed generation, 0 for none.

        Without one of this version it is the newest that another version committed."""
        return _read_valid_pointer(self.pointer) or next(
            (number for path in self.list_pointers() if (number := _read_valid_pointer(path))), 0
        )

    def is_own(self) -> bool:
        """Return whether this version committed the current generation."""
        return bool(_read_valid_pointer(self.pointer))

    def list_pointers(self) -> list[Path]:
        """Return the files that name generations.

        That of the version which committed last comes first."""
        found = [path for path in self.path.glob(f"{CURRENT}*") if not path.name.endswith(".tmp")]
        return sorted(found, key=lambda path: (-_get_changed_ns(path), path.name))

    def list_versions(self) -> list[IndexFolder]:
        """Return this folder as each version sees it that has a generation."""
        return [
            self._replace(key=path.name[len(CURRENT) + 1 :])
            for path in self.list_pointers()
            if _read_valid_pointer(path)
        ]

    def get_committed_ns(self) -> int:
        """Return when a generation was last committed, by any version.

        In nanoseconds since the epoch, 0 for never."""
        return max(map(_get_changed_ns, self.list_pointers()), default=0)

    def mark_opened(self, now: float) -> None:
        """Note that somebody asks something of this index.

        Written once a day; a home that cannot be written costs the note only."""
        path = self.path / OPENED
        try:
            if not 0 <= now - _get_changed_ns(path) / 1e9 < DAY_S:
                path.touch()
                os.utime(path, (now, now))
        except OSError:
            pass

    def get_used(self) -> float:
        """Return when this index was last opened or written, in seconds since the epoch.

        A version that leaves no mark writes at least."""
        return max(_get_changed_ns(self.path / OPENED), self.get_committed_ns()) / 1e9

    def has_recorded_runs(self) -> bool:
        """Return whether recorded test runs lie beside the index.

        Nobody can make them anew."""
        return (self.path / OBSERVED).exists()

    def remove(self) -> bool:
        """Remove the whole index unless somebody reads it.

        Returns whether it is removed. Only the lock's holder may call this."""
        with ExitStack() as stack:
            if not all(stack.enter_context(unheld(path)) for _, path in self._generations()):
                return False
            self.withdraw()  # first, so that nobody opens what is being deleted
            _remove(self.path)
        return True

    def withdraw(self) -> None:
        """Prevent that any version opens this index any more."""
        for path in self.list_pointers():
            path.unlink(missing_ok=True)

    def generation(self, number: int) -> Path:
        return self.path / f"g{number}"

    def database(self, number: int) -> Path:
        return self.generation(number) / DATABASE

    def get_next_number(self) -> int:
        """Return the number of the next generation, which no folder here has had."""
        return max([self.current(), *(n for n, _ in self._generations())]) + 1

    def begin(self, least: int = 0) -> tuple[int, Path]:
        """Return the number of the next generation and its empty folder.

        The number is `least` or more. Raises StorageError."""
        number = max(self.get_next_number(), least)
        folder = self.path / f"g{number}.tmp"
        try:
            import shutil  # loads compressors, which no reader needs

            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        except OSError as error:
            raise StorageError(f"{folder} cannot be created: {error.strerror}", hint=_WRITABLE) from error
        return number, folder

    def scratch(self) -> Path:
        """A folder that does not exist yet, for the lock's holder alone."""
        return self.path / f"{_SCRATCH}{os.getpid()}-{time.monotonic_ns():x}.tmp"

    def publish(self, number: int, folder: Path, *, settled: bool = True) -> None:
        """Make a complete generation the current one and drop the older ones, having forced it to the disk or not (see
        above). Raises StorageError."""
        boot = "" if settled else boot_id()
        try:
            if settled:
                seal(folder)
            if not boot:
                _force(folder)
            folder.rename(self.generation(number))
            self._point(number, boot)
        except OSError as error:
            raise StorageError(f"{self.path} cannot be written: {error.strerror}", hint=_WRITABLE) from error
        self.sweep()

    def is_loose(self) -> bool:
        """Say whether the current generation is good for this boot of the machine only."""
        return bool(_read_valid_pointer(self.pointer) and _read_pointer(self.pointer)[1])

    def settle(self) -> bool:
        """Force the current generation to the disk, if it was not yet; whether there was anything to do. Only the
        lock's holder may call this. Raises StorageError."""
        number, boot = _read_pointer(self.pointer)
        if not boot or boot != boot_id():
            return False
        try:
            seal(self.generation(number))
            _force(self.generation(number))
            self._point(number, "")
        except OSError as error:
            raise StorageError(f"{self.path} cannot be written: {error.strerror}", hint=_WRITABLE) from error
        return True

    def _point(self, number: int, boot: str) -> None:
        pointer = self.path / f"{CURRENT}.tmp"
        with open(pointer, "w", encoding="ascii") as handle:
            handle.write(f"{number} {boot}" if boot else str(number))
            handle.flush()
            if not boot:
                os.fsync(handle.fileno())
        if self.pointer.is_dir():  # which nothing of ours makes, and no file can replace
            _remove(self.pointer)
        pointer.replace(self.pointer)

    def sweep(self, *, dry_run: bool = False) -> int:
        """Remove all but the current generations of the versions that are kept.

        Returns how many. Only the lock's holder may call this.

        What somebody still reads stays until a later commit: a reader opens more files of its generation as it
        goes."""
        if not dry_run:
            own = f"{_SCRATCH}{os.getpid()}-"  # of the run that publishes its first stage
            for path in self.path.glob(f"{_SCRATCH}*.tmp"):
                if not path.name.startswith(own):
                    _remove(path)
        others = [path for path in self.list_pointers() if path != self.pointer]
        kept, dropped = others[: KEPT_VERSIONS - 1], others[KEPT_VERSIONS - 1 :]
        for path in () if dry_run else dropped:
            _remove(path) if path.is_dir() else path.unlink(missing_ok=True)
        keep = {self.current(), *map(_read_valid_pointer, kept)}
        stale = [path for number, path in self._generations() if number not in keep or path.suffix == ".tmp"]
        removed = 0
        for path in stale:
            with unheld(path) as free:
                removed += free
                if free and not dry_run:
                    _remove(path)
        return removed

    def size(self) -> int:
        return folder_size(self.path)

    def _generations(self) -> Iterator[tuple[int, Path]]:
        if self.path.is_dir():
            for path in self.path.iterdir():
                match = _GENERATION.match(path.name)
                if match:
                    yield int(match[1]), path


def _read_pointer(pointer: Path) -> tuple[int, str]:
    """Return what a pointer says: a number and a boot.

    A generation which is not forced to the disk is good for that boot."""
    try:
        number, _, boot = pointer.read_text(encoding="ascii").partition(" ")
        return int(number), boot
    except (OSError, ValueError):
        return 0, ""


def _read_valid_pointer(pointer: Path) -> int:
    """Return the number that a pointer names.

    It is 0 when the pointer names none that survived the last start of the machine."""
    number, boot = _read_pointer(pointer)
    return number if boot in ("", boot_id()) else 0


def _get_changed_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


@cache
def boot_id() -> str:
    """What tells this start of the machine from any other, "" where nothing does."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _force(folder: Path) -> None:
    """Wait until all files in it are on the disk. Raises OSError."""
    for place, _, names in os.walk(folder):
        for name in names:
            handle = os.open(os.path.join(place, name), os.O_RDWR)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


_WRITABLE = "free some space or make the folder writable, or set CODEGRAPH_HOME to another place"


def index_folder(home: Path, root: Path) -> IndexFolder:
    """The index of the work tree at `root`. Work trees of one repository hold different files, so the path decides."""
    real = os.path.realpath(root)
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:12]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", os.path.basename(real)).strip("-.")[:40] or "root"
    return IndexFolder(home / "index" / f"{name}-{digest}", compute_code_key(home))


def find_indexed_root(home: Path, start: Path) -> tuple[Path, IndexFolder] | None:
    """The closest folder at or above `start` that has a committed generation.

    A linked work tree ends the search: an index of the folders around it is of other files."""
    here = Path(os.path.realpath(start))
    for folder in (here, *here.parents):
        found = index_folder(home, folder)
        if found.current():
            return folder, found
        if _is_linked_work_tree(folder):
            break
    return None


def _is_linked_work_tree(folder: Path) -> bool:
    """Return whether `git worktree add` made a folder, by the file that it puts there."""
    try:
        text = (folder / ".git").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return text.startswith("gitdir:") and "/worktrees/" in text


def index_folders(home: Path) -> list[IndexFolder]:
    return [folder._replace(key=compute_code_key(home)) for folder in _folders(home / "index")]


def tree_folder(home: Path, key: str) -> IndexFolder:
    """The graph of files that are in no work tree, such as those of a revision; `key` is of what they hold."""
    return IndexFolder(home / "trees" / key)


def tree_folders(home: Path) -> list[IndexFolder]:
    return _folders(home / "trees")


def _folders(place: Path) -> list[IndexFolder]:
    try:
        return [IndexFolder(path) for path in sorted(place.iterdir()) if path.is_dir()]
    except OSError:
        return []


def facts_database(home: Path) -> Path:
    """Return the file of the facts cache.

    The number in its name is that of its tables: other versions of the program read files of their own."""
    return home / "facts" / "facts-3.db"


def share_file(source: Path, target: Path) -> None:
    """Give a file that is never changed a second name, or copy it.

    Raises OSError."""
    try:
        os.link(source, target)
    except OSError:
        import shutil

        shutil.copyfile(source, target)


def folder_size(path: Path) -> int:
    """Bytes of the files below `path`."""
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size
            except OSError:
                continue
    return total
