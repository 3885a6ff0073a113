"""Folders that hold files of the index, or may hold some later.

A watcher registers them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from codegraph.scan.file_listing import find_home_below
from codegraph.scan.git import is_in_work_tree, run_git
from codegraph.scan.ignore_rules import (
    MANIFESTS,
    OUTPUT_FOLDERS,
    OWN_IGNORE,
    VCS_FOLDERS,
    IgnoreRules,
    build_settings_rules,
    find_pruned_folder,
)
from codegraph.settings.config import Config


def iterate_folders(root: Path, config: Config, *below: str, with_excluded: bool = False) -> Iterator[str]:
    """Yield the folders below `root` that no rule leaves out.

    They are at or below the given ones (all without any), relative to `root`, and end in "/". `with_excluded` adds
    folders that only settings and `.codegraphignore` leave out, because an index lists their files. Each is yielded
    before it is listed, so a watcher that registers it then misses nothing that is made in it. Ignored trees are not
    entered. Folders without files, and folders that cannot be listed, are yielded, too.
    """
    tree = _Tree(root, config, below, with_excluded)
    pending = [top for top in below or ("",) if all(tree.is_wanted(above) for above in _list_at_or_above(top))]
    while pending:
        folder = pending.pop()
        yield folder
        try:
            with os.scandir(f"{root}/{folder}") as listed:
                entries = list(listed)
        except OSError:
            continue
        tree.enter(folder, {entry.name for entry in entries})
        for entry in sorted(entries, key=lambda e: e.name, reverse=True):
            path = f"{folder}{entry.name}/"
            if tree.is_folder(entry) and tree.is_wanted(path):
                pending.append(path)


class _Tree:
    """Rules of one tree, collected while its folders are entered."""

    def __init__(self, root: Path, config: Config, below: Sequence[str], with_excluded: bool) -> None:
        self.root = root
        self.with_excluded = with_excluded
        self.follow = config.follow_symlinks
        self.included = bool(config.include)
        self.excluded = build_settings_rules(config.exclude, "exclude")
        self.home = find_home_below(root, config)
        self.own, self.gitignore = IgnoreRules(), IgnoreRules()
        self.respect = config.respect_gitignore
        top = os.stat(root)
        self.seen = {(top.st_dev, top.st_ino)}  # a link to the root itself is a loop, too
        self.beside: dict[str, set[str]] = {}
        ignored = (
            self._list_files(below, "-o", "-i", "--exclude-standard", "--directory")
            if config.respect_gitignore
            else b""
        )
        self.ignored = (
            None if ignored is None else self._find_ignored([p for p in _split_paths(ignored) if p.endswith("/")])
        )
        tracked = self._list_files(below, "-c")
        self.tracked = None if tracked is None else _collect_parents(_split_paths(tracked))
        above = {folder for top in below for folder in ("", *_list_at_or_above(top)[:-1])}
        for folder in sorted(above, key=len):  # rules of the folders above those to begin with
            self.enter(folder, None)

    def _list_files(self, below: Sequence[str], *arguments: str) -> bytes | None:
        """Return git's listing of a part of the tree, or None where there is no git."""
        if self.follow or not is_in_work_tree(self.root):
            return None
        return run_git(self.root, "ls-files", "-z", *arguments, "--", *(below or (".",)))

    def _find_ignored(self, folders: list[str]) -> set[str]:
        """Return the folders that a rule of git leaves out, at or below the given ones.

        git also lists a folder that no rule matches, where all files in it are ignored. Other files may be made in such
        a folder.
        """
        found: set[str] = set()
        while folders:
            asked = "".join(f"{folder}\0" for folder in folders)
            told = run_git(self.root, "check-ignore", "-z", "--stdin", input=os.fsencode(asked))
            ignored = set(_split_paths(told or b""))
            found |= ignored
            folders = [below for folder in folders if folder not in ignored for below in self._list_below(folder)]
        return found

    def _list_below(self, folder: str) -> list[str]:
        try:
            with os.scandir(f"{self.root}/{folder}") as listed:
                return [f"{folder}{e.name}/" for e in listed if e.is_dir(follow_symlinks=False)]
        except OSError:
            return []

    def enter(self, folder: str, names: set[str] | None) -> None:
        """Read the ignore files of `folder`.

        `names` are of its entries, None when they are not known.
        """
        if self.ignored is None and self.respect and (names is None or ".gitignore" in names):
            self.gitignore.add_file(self.root, folder, ".gitignore")
        if names is None or OWN_IGNORE in names:
            self.own.add_file(self.root, folder, OWN_IGNORE)
        if names is not None:
            self.beside[folder] = names

    def is_folder(self, entry: os.DirEntry[str]) -> bool:
        """Return whether an entry is a folder to enter.

        A link to a folder counts once, and only where links are followed, so that loops end.
        """
        try:
            if not entry.is_dir(follow_symlinks=self.follow):
                return False
            if self.follow:
                info = entry.stat()
                key = (info.st_dev, info.st_ino)
                if key in self.seen:
                    return False
                self.seen.add(key)
        except OSError:
            return False
        return True

    def is_wanted(self, path: str) -> bool:
        parts = path.split("/")[:-1]
        if VCS_FOLDERS.intersection(parts) or path == self.home:
            return False
        if self.included:
            return True  # a pattern may ask for something in any folder
        if find_pruned_folder(parts) or self._is_output(path, parts[-1]):
            return False
        if self.ignored is not None and path in self.ignored:
            return False
        excluding = () if self.with_excluded else (self.own, self.excluded)
        return not any(rules.decide(path)[0] for rules in (self.gitignore, *excluding))

    def _is_output(self, path: str, name: str) -> bool:
        if name not in OUTPUT_FOLDERS:
            return False
        if self.tracked is not None:
            return path not in self.tracked
        above = path[: -len(name) - 1]
        names = self.beside.get(above)
        if names is None:
            try:
                names = set(os.listdir(f"{self.root}/{above}"))
            except OSError:
                names = set()
        return bool(names & MANIFESTS)


def _split_paths(listed: bytes) -> list[str]:
    return [os.fsdecode(row) for row in listed.split(b"\0") if row]


def _list_at_or_above(folder: str) -> list[str]:
    return [folder[: i + 1] for i, character in enumerate(folder) if character == "/"]


def _collect_parents(paths: list[str]) -> set[str]:
    """Return every folder that contains one of the files, at any depth."""
    found: set[str] = set()
    for path in paths:
        at = path.rfind("/")
        while at != -1 and path[: at + 1] not in found:
            found.add(path[: at + 1])
            at = path.rfind("/", 0, at)
    return found
