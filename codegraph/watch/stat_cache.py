"""Sizes and times of the files of a work tree, kept current by events.

A process that compares a work tree with its index again and again keeps one cache: it then checks the changes since the
last time, and not every file. Anything that decides which files belong to the tree (git's index and settings, ignore
files, folders) causes a listing of the whole tree, and so does the loss of events.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.indexing.tree_changes import Stamps, TreeChanges
from codegraph.scan.file_listing import Candidate, find_candidate, scan
from codegraph.scan.git import find_git_folder, list_rule_files
from codegraph.scan.ignore_rules import ALWAYS_PRUNED, MANIFESTS, OUTPUT_ENDING, OWN_IGNORE, VCS_FOLDERS
from codegraph.settings.config import Config
from codegraph.watch.change_hints import INDEX_CHANGED, ROOT, BudgetError, ChangeHints
from codegraph.watch.mounts import LOCAL, list_mounts, read_mount_table
from codegraph_parsers.ids import from_printable_path, to_printable_path

if TYPE_CHECKING:
    from codegraph.watch.inotify import Inotify

MOST_WATCHES: Final = 20_000
WATCHES_SHARE: Final = 4
"""Folders that are watched, and as a part of what the system allows a user: other programs need some, too."""

MOST_LINKED: Final = 500
"""Files with several names, which are looked at each time: a change through another name is not told."""

MOST_PATHS: Final = 500
"""Of more changed paths, listing the tree costs less."""

MOST_UNLISTED: Final = 10_000

COMPARE_S: Final = 60.0
"""Seconds for which events alone are relied on.

The kernel tells of no write through a mapping of a closed file, nor of one through a name that a file was given outside
of the tree."""

Stamp = tuple[int, ...]


class UnwatchableError(Exception):
    """A work tree that has to be compared as a whole; the text gives the reason."""


class StatCache:
    """The listed files of one work tree. For one thread at a time.

    `version` changes with every file that may have changed."""

    def __init__(self, root: Path, config: Config) -> None:
        """Set up an empty cache.

        The first update lists the tree and watches its folders."""
        self.root = root
        self.config = config
        self.version = 0
        self._stamps: dict[str, tuple[int, int]] = {}
        self._skipped: dict[str, str] = {}
        self._linked: list[str] = []
        self._unlisted: set[str] = set()
        self._by_git = False
        self._backend: Inotify | None = None

    def update(self) -> int:
        """Take in the changes before this call, and return the version.

        Raises UnwatchableError if they cannot be determined, and UnreadableError. The cache is then of no use.
        """
        try:
            seen = (
                self._backend.drain() if self._backend is not None else ChangeHints(frozenset(), "nothing is watched")
            )
            if self._is_unsettled(seen):
                self._begin()
            elif seen.lost or time.monotonic() >= self._compare_at:
                self._unlisted.clear()
                self._bump(self._list_files() or bool(seen.paths))
            else:
                self._take_in(seen.paths)
        except (BudgetError, OSError) as error:
            self.close()
            raise UnwatchableError(str(error)) from error
        except BaseException:
            self.close()
            raise
        return self.version

    def look(self, root: Path, config: Config, known: Stamps) -> TreeChanges:
        """Compare the files as of the last update, in place of `changes.look`."""
        assert (root, config) == (self.root, self.config)
        stamps = self._stamps
        differing = sorted(path for path, stamp in stamps.items() if known.get(path) != stamp)
        candidates = [Candidate(path, from_printable_path(path), *stamps[path]) for path in differing]
        gone = known.keys() - stamps.keys() - self._skipped.keys()
        return TreeChanges(candidates, dict(self._skipped), sorted(gone))

    def close(self) -> None:
        if self._backend is not None:
            self._backend.close()
            self._backend = None

    # ---- listing

    def _begin(self) -> None:
        """Watch all folders again, then list the files, so that no change is missed."""
        self.close()
        if sys.platform != "linux" or self.config.follow_symlinks:
            raise UnwatchableError("changes behind links, and outside of Linux, are not told in time")
        from codegraph.watch.inotify import Inotify

        self._table = read_mount_table()
        self._mounts = list_mounts(self._table, self.root)
        strange = [mount for mount in self._mounts if mount.type not in LOCAL]
        if strange or not self._mounts:
            raise UnwatchableError("the tree lies on a file system that others change, too")
        self._deciding = self._list_deciding()
        self._decided = self._stamp_deciding()
        try:
            self._backend = Inotify(
                self.root, self.config, find_git_folder(self.root), thorough=True, most_watches=_allow_watches()
            )
        except BudgetError as error:
            raise UnwatchableError(str(error)) from error
        self._unlisted.clear()
        self._list_files()
        self._bump(True)

    def _list_files(self) -> bool:
        """List the tree. Return whether any file differs from its kept state."""
        found = scan(self.root, self.config, self._stamps)
        old = self._stamps
        stamps = {path: old[path] for path in found.same}
        stamps.update((c.path, (c.size, c.mtime_ns)) for c in found.candidates)
        skipped = {skip.path: skip.reason for skip in found.skips}
        differs = stamps != old or skipped != self._skipped
        self._stamps, self._skipped, self._linked = stamps, skipped, found.linked
        self._by_git = found.method == "git"
        self._compare_at = time.monotonic() + COMPARE_S
        if found.nested or len(found.linked) > MOST_LINKED:
            raise UnwatchableError("the tree holds other repositories, or many files of several names")
        return self._cover_listed() or differs

    def _cover_listed(self) -> bool:
        """Watch folders with listed files that a rule leaves out.

        Returns whether files differ by then. Raises UnwatchableError where that is not possible."""
        backend = self._backend
        assert backend is not None
        places = {path[: path.rfind("/") + 1] for paths in (self._stamps, self._skipped) for path in paths}
        needed = {from_printable_path(place) for place in places if place not in self._skipped}  # as a whole
        missing = sorted(place for place in needed if not backend.is_watched(place))
        if not missing:
            return False
        backend.cover(*missing)
        if not all(map(backend.is_watched, missing)):
            raise UnwatchableError("not every folder with listed files can be watched")
        return self._list_files()  # what changed before they were watched

    def _list_deciding(self) -> list[tuple[str, bool]]:
        """Return the files outside of the tree that decide which files are listed.

        The flag marks folders: of a folder only its identity counts, not its content.
        """
        above = [self.root, *self.root.parents]
        ignoring = [str(folder / ".gitignore") for folder in self.root.parents]
        files = [*ignoring, *map(str, list_rule_files(self.root))]
        folders = [str(self.root), *(str(folder / ".git") for folder in above)]
        return [*((path, False) for path in files), *((path, True) for path in folders)]

    def _stamp_deciding(self) -> list[Stamp | None]:
        return [_stamp(path, identity=identity) for path, identity in self._deciding]

    # ---- changes

    def _is_unsettled(self, seen: ChangeHints) -> bool:
        """Return whether the wrong folders may be watched.

        Events were lost, or rules or mounts changed. Raises UnwatchableError."""
        if (seen.lost and seen.lost != INDEX_CHANGED) or self._stamp_deciding() != self._decided:
            return True
        table = read_mount_table()
        if table != self._table:
            self._table = table
            if list_mounts(table, self.root) != self._mounts:
                return True
        if any(self._is_repository(path) for path in seen.paths):
            raise UnwatchableError("another repository is made in the tree")
        return any(self._is_deciding(path) for path in seen.paths)

    def _is_repository(self, path: str) -> bool:
        """Return whether a path makes its folder a repository of its own."""
        return path.rstrip("/").endswith("/.git") and os.path.lexists(f"{self.root}/{path}")

    def _is_deciding(self, path: str) -> bool:
        name = path.rstrip("/").rpartition("/")[2]
        if path == ROOT or name in VCS_FOLDERS or name in (".gitignore", OWN_IGNORE):
            return True
        return name in MANIFESTS and not self._by_git and not os.path.lexists(f"{self.root}/{path}")

    def _take_in(self, paths: Iterable[str]) -> None:
        """Look at paths that may have changed."""
        touched = {path for path in paths if not self._is_pruned(path)}
        linked = {path for path in self._linked if self._has_changed(path)}
        if len(touched) > MOST_PATHS:
            self._list_files()
            return self._bump(True)
        listed: set[str] = set()
        unknown: set[str] = set()
        for real in touched:
            path = to_printable_path(real)
            if not real.endswith("/") and (path in self._stamps or path in self._skipped):
                listed.add(path)
            elif real not in self._unlisted and (real.endswith("/") or os.path.lexists(f"{self.root}/{real}")):
                unknown.add(real)
        unclear = [path for path in listed | linked if not self._look_at(path)]
        if not (unclear or unknown):
            return self._bump(bool(listed or linked))
        differs = self._list_files()
        self._note_unlisted(unknown)
        self._bump(differs or bool(listed or linked))

    def _is_pruned(self, path: str) -> bool:
        """Return whether a path is a folder that is always left out."""
        name = path.rstrip("/").rpartition("/")[2]
        pruned = name in ALWAYS_PRUNED or name.endswith(OUTPUT_ENDING)
        return path.endswith("/") and pruned and not self.config.include

    def _look_at(self, path: str) -> bool:
        """Update the state of a listed file.

        Returns False when only listing the tree can determine it.
        """
        if path in self._skipped or path in self._linked:
            return False
        candidate = find_candidate(self.root, path, self.config)
        if candidate is not None:
            self._stamps[path] = (candidate.size, candidate.mtime_ns)
            return not _has_further_names(self.root / candidate.real)
        if os.path.lexists(self.root / from_printable_path(path)):
            return False
        self._stamps.pop(path, None)
        return True

    def _has_changed(self, path: str) -> bool:
        candidate = find_candidate(self.root, path, self.config)
        return self._stamps.get(path) != (None if candidate is None else (candidate.size, candidate.mtime_ns))

    def _note_unlisted(self, paths: Iterable[str]) -> None:
        """Remember files that do not belong to the tree, such as logs.

        They need not be checked again.
        """
        if len(self._unlisted) > MOST_UNLISTED:
            self._unlisted.clear()
        for real in paths:
            path = to_printable_path(real)
            if not real.endswith("/") and path not in self._stamps and path not in self._skipped:
                stamp = _stamp(f"{self.root}/{real}", identity=True)
                if stamp is not None and stat.S_ISREG(stamp[2]):
                    self._unlisted.add(real)

    def _bump(self, changed: bool) -> None:
        self.version += changed


def _has_further_names(path: Path) -> bool:
    try:
        return os.lstat(path).st_nlink > 1
    except FileNotFoundError:
        return True  # it went just now: the listing says what became of it


def _allow_watches() -> int:
    """Return how many folders may be watched."""
    try:
        allowed = int(Path("/proc/sys/fs/inotify/max_user_watches").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return MOST_WATCHES
    return min(MOST_WATCHES, allowed // WATCHES_SHARE)


def _stamp(path: str, *, identity: bool) -> Stamp | None:
    """Return the identity of a file, None if there is none.

    Without `identity` the result also changes when the file does.
    """
    try:
        info = os.lstat(path)
    except OSError:
        return None
    who = (info.st_dev, info.st_ino, info.st_mode)
    return who if identity else (*who, info.st_size, info.st_mtime_ns, info.st_ctime_ns)
