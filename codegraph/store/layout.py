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

Versions of the program that share a home folder keep their generations next to each other: the key is of the code that
determines the content of an index, and each version reads its own generation. Before it has one it reads the newest of
the others, as far as it can. Those of the last `KEPT_VERSIONS` stay.

A commit writes `g8.tmp`, renames it to `g8`, and then replaces CURRENT: a writer killed at any point leaves the last
generation readable. A new file needs no journal, and readers keep their generation: its folder is removed by the first
commit that finds nobody reading it. A generation made from another shares those of its files that are the same.

The commit of a refresh of few files is not forced to the disk, because that takes longer than everything else. CURRENT
then names the boot of the machine next to the number. After another boot, nobody can tell how much of it was written,
so there is no generation until one is made anew. `settle` forces it to the disk later.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import StorageError
from codegraph.store.checksums import seal
from codegraph.store.code_fingerprint import compute_code_key
from codegraph.store.lock import hold_if_free

DATABASE: Final = "graph.db"
CURRENT: Final = "CURRENT"
OBSERVED: Final = "observed.db"
IMPORTED: Final = "imported.db"
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

    def get_current(self) -> int:
        """Return the number of the committed generation, 0 for none.

        Without one of this version it is the newest that another version committed.
        """
        return _read_valid_pointer(self.pointer) or next(
            (number for path in self.list_pointers() if (number := _read_valid_pointer(path))), 0
        )

    def is_own(self) -> bool:
        """Return whether this version committed the current generation."""
        return bool(_read_valid_pointer(self.pointer))

    def list_pointers(self) -> list[Path]:
        """Return the files that name generations.

        That of the version which committed last comes first.
        """
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

        It is in nanoseconds since the epoch, 0 for never.
        """
        return max(map(_get_changed_ns, self.list_pointers()), default=0)

    def mark_opened(self, now: float) -> None:
        """Record that this index is used.

        This is written once a day. If the home folder cannot be written, only the record is lost.
        """
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
        """Return whether recorded test runs are next to the index.

        They cannot be made anew.
        """
        return (self.path / OBSERVED).exists()

    def remove(self) -> bool:
        """Remove the whole index unless somebody reads it.

        Return whether it is removed. Only the lock's holder may call this.
        """
        with ExitStack() as stack:
            if not all(stack.enter_context(hold_if_free(path)) for _, path in self._iterate_generations()):
                return False
            self.withdraw()  # first, so that nobody opens what is being deleted
            _remove(self.path)
        return True

    def withdraw(self) -> None:
        """Prevent every version from opening this index again."""
        for path in self.list_pointers():
            path.unlink(missing_ok=True)

    def get_generation(self, number: int) -> Path:
        return self.path / f"g{number}"

    def get_database(self, number: int) -> Path:
        return self.get_generation(number) / DATABASE

    def get_next_number(self) -> int:
        """Return the number of the next generation, which no folder here has had."""
        return max([self.get_current(), *(n for n, _ in self._iterate_generations())]) + 1

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

    def get_scratch(self) -> Path:
        """Return a folder that does not exist yet, for the lock's holder alone."""
        return self.path / f"{_SCRATCH}{os.getpid()}-{time.monotonic_ns():x}.tmp"

    def publish(self, number: int, folder: Path, *, settled: bool = True) -> None:
        """Publish a complete generation as the current one and drop the older ones.

        With `settled` it is forced to the disk first, or else where the machine's boot cannot be identified (see
        above). Raises StorageError.
        """
        boot = "" if settled else read_boot_id()
        try:
            if settled:
                seal(folder)
            if not boot:
                _force(folder)
            folder.rename(self.get_generation(number))
            self._point(number, boot)
        except OSError as error:
            raise StorageError(f"{self.path} cannot be written: {error.strerror}", hint=_WRITABLE) from error
        self.sweep()

    def is_loose(self) -> bool:
        """Return whether the current generation is valid for this boot only."""
        return bool(_read_valid_pointer(self.pointer) and _read_pointer(self.pointer)[1])

    def settle(self) -> bool:
        """Force the current generation to the disk, unless that has been done.

        Return whether there was anything to do. Only the lock's holder may call this. Raises StorageError.
        """
        number, boot = _read_pointer(self.pointer)
        if not boot or boot != read_boot_id():
            return False
        try:
            seal(self.get_generation(number))
            _force(self.get_generation(number))
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

        Return the number of removed ones. Only the lock's holder may call this.

        A generation that somebody still reads stays until a later commit, because a reader opens more of its files as
        it proceeds.
        """
        if not dry_run:
            own = f"{_SCRATCH}{os.getpid()}-"  # of the run that publishes its first stage
            for path in self.path.glob(f"{_SCRATCH}*.tmp"):
                if not path.name.startswith(own):
                    _remove(path)
        others = [path for path in self.list_pointers() if path != self.pointer]
        kept, dropped = others[: KEPT_VERSIONS - 1], others[KEPT_VERSIONS - 1 :]
        for path in () if dry_run else dropped:
            _remove(path) if path.is_dir() else path.unlink(missing_ok=True)
        keep = {self.get_current(), *map(_read_valid_pointer, kept)}
        stale = [path for number, path in self._iterate_generations() if number not in keep or path.suffix == ".tmp"]
        removed = 0
        for path in stale:
            with hold_if_free(path) as free:
                removed += free
                if free and not dry_run:
                    _remove(path)
        return removed

    def measure_size(self) -> int:
        return measure_folder(self.path)

    def _iterate_generations(self) -> Iterator[tuple[int, Path]]:
        if self.path.is_dir():
            for path in self.path.iterdir():
                match = _GENERATION.match(path.name)
                if match:
                    yield int(match[1]), path


def _read_pointer(pointer: Path) -> tuple[int, str]:
    """Return the content of a pointer: a number and a boot.

    A generation that is not forced to the disk is valid for that boot.
    """
    try:
        number, _, boot = pointer.read_text(encoding="ascii").partition(" ")
        return int(number), boot
    except (OSError, ValueError):
        return 0, ""


def _read_valid_pointer(pointer: Path) -> int:
    """Return the number that a pointer names.

    It is 0 when that generation did not survive the last boot of the machine.
    """
    number, boot = _read_pointer(pointer)
    return number if boot in ("", read_boot_id()) else 0


def _get_changed_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


@cache
def read_boot_id() -> str:
    """Return an identifier of the current boot of the machine, or ""."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _force(folder: Path) -> None:
    """Wait until all files in a folder are on the disk.

    Raises OSError.
    """
    for place, _, names in os.walk(folder):
        for name in names:
            handle = os.open(os.path.join(place, name), os.O_RDWR)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


_WRITABLE = "free some space or make the folder writable, or set CODEGRAPH_HOME to another place"


def get_index_folder(home: Path, root: Path) -> IndexFolder:
    """Return the index of the work tree at `root`.

    Work trees of one repository hold different files, so the path decides.
    """
    real = os.path.realpath(root)
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:12]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", os.path.basename(real)).strip("-.")[:40] or "root"
    return IndexFolder(home / "index" / f"{name}-{digest}", compute_code_key(home))


def find_indexed_root(home: Path, start: Path) -> tuple[Path, IndexFolder] | None:
    """Find the closest folder at or above `start` that has a committed generation.

    A linked work tree ends the search, because an index of the folders around it is of other files.
    """
    here = Path(os.path.realpath(start))
    for folder in (here, *here.parents):
        found = get_index_folder(home, folder)
        if found.get_current():
            return folder, found
        if _is_linked_work_tree(folder):
            break
    return None


def _is_linked_work_tree(folder: Path) -> bool:
    """Return whether `git worktree add` made a folder.

    The file that it puts there tells.
    """
    try:
        text = (folder / ".git").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return text.startswith("gitdir:") and "/worktrees/" in text


def list_index_folders(home: Path) -> list[IndexFolder]:
    key = compute_code_key(home)
    return [folder._replace(key=key) for folder in _list_folders(home / "index")]


def get_tree_folder(home: Path, key: str) -> IndexFolder:
    """Return the folder of a graph of files in no work tree.

    Such files are those of a revision. `key` is a digest of their content.
    """
    return IndexFolder(home / "trees" / key)


def list_tree_folders(home: Path) -> list[IndexFolder]:
    return _list_folders(home / "trees")


def _list_folders(place: Path) -> list[IndexFolder]:
    try:
        return [IndexFolder(path) for path in sorted(place.iterdir()) if path.is_dir()]
    except OSError:
        return []


def begin_transfer(home: Path) -> Path:
    """Return a new folder of this process for files on their way, not made yet.

    It belongs to no index: whoever writes one removes what is left over in its folder. What killed processes left here
    is removed after a day. Raises OSError.
    """
    place = home / "transfers"
    place.mkdir(parents=True, exist_ok=True)
    for path in place.iterdir():
        with suppress(OSError):  # it may be gone by now
            if time.time() - path.stat().st_mtime > DAY_S:
                _remove(path)
    return place / f"{os.getpid()}-{os.urandom(6).hex()}.tmp"


def get_facts_database(home: Path) -> Path:
    """Return the file of the facts cache.

    The number in its name is that of its tables: other versions of the program read files of their own.
    """
    return home / "facts" / "facts-3.db"


def share_file(source: Path, target: Path) -> None:
    """Link a file that is never changed under a second name, or copy it.

    Raises OSError.
    """
    try:
        os.link(source, target)
    except OSError:
        import shutil

        shutil.copyfile(source, target)


def measure_folder(path: Path) -> int:
    """Return the number of bytes of the files below `path`."""
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size
            except OSError:
                continue
    return total
