"""Mapping of recorded files and tests to those of a tree.

Records contain paths of other machines, and names as each tool spells them. A name that matches nothing, or several
things, is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_PHASE = re.compile(r"\|(setup|run|call|teardown)$")
_WORD = re.compile(r"\W+")


class Files:
    """The files of a tree by every path that may mean them."""

    def __init__(self, paths: Iterable[str], root: str) -> None:
        """Index `paths` of a tree; `root` is its place on this machine."""
        self._paths = set(paths)
        self._root = root.replace("\\", "/").rstrip("/") + "/"
        self._known: dict[str, str] = {}
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            self._by_name.setdefault(path.rsplit("/", 1)[-1], []).append(path)

    def find(self, recorded: str) -> str:
        """Return the tree's path, "" when none or several match."""
        if recorded not in self._known:
            self._known[recorded] = self._find(recorded.replace("\\", "/"))
        return self._known[recorded]

    def _find(self, recorded: str) -> str:
        path = recorded.removeprefix(self._root).removeprefix("./")
        if path in self._paths:
            return path
        near = self._by_name.get(path.rsplit("/", 1)[-1], [])
        # A whole path of the tree at the end of an absolute one; the longest, as it has the most to go wrong.
        inner = [p for p in near if path.endswith("/" + p)]
        if inner:
            return max(inner, key=len)
        outer = [p for p in near if p.endswith("/" + path)]  # recorded in a folder of the tree
        return outer[0] if len(outer) == 1 else ""


class RecordedName(NamedTuple):
    """Name of a test in a record: a file and the names in it, or words."""

    file: str  # "" when the record names none
    names: tuple[str, ...]


def read_name(text: str) -> RecordedName:
    """Parse the name of a test.

    It is `tests/test_a.py::TestX::test_y[1-2]|run`, `tests.test_a.TestX.test_y`, or any words.
    """
    text = _PHASE.sub("", text.strip())
    file, separator, rest = text.partition("::")
    if separator and "." in file.rsplit("/", 1)[-1]:
        return RecordedName(file, tuple(part for part in rest.split("[")[0].split("::") if part))
    return RecordedName("", tuple(part for part in re.split(r"::|[.#]", text) if part))


class Nameable(NamedTuple):
    """A symbol that may be a test: its id, file and qualified name."""

    id: str
    path: str
    qualname: str


class NamedTests:
    """The tests of a tree by what records call them."""

    def __init__(self, entries: Iterable[Nameable], files: Files) -> None:
        self._files = files
        self._exact: dict[tuple[str, str], str] = {}
        self._by_word: dict[str, list[tuple[str, str]]] = {}
        for entry in entries:
            self._exact.setdefault((entry.path, entry.qualname), entry.id)
            stem = entry.path.rpartition(".")[0] or entry.path
            words = "_" + _WORD.sub("_", f"{stem}.{entry.qualname}")
            last = re.split(r"[.:]", entry.qualname)[-1]
            if last:
                self._by_word.setdefault(last, []).append((words, entry.id))

    def find(self, name: RecordedName) -> str:
        """Return the id of the test, "" for none.

        If the test is in no file itself, as an inherited one, the result is the id of the definition around it.
        """
        if name.file:
            path = self._files.find(name.file)
            for size in range(len(name.names), -1, -1):
                found = self._exact.get((path, ".".join(name.names[:size])), "") if path else ""
                if found:
                    return found
            return ""
        for size in (len(name.names), len(name.names) - 1):  # the class alone, where the test is inherited
            found = self._find_by_words(name.names[:size])
            if found:
                return found
        return ""

    def _find_by_words(self, names: tuple[str, ...]) -> str:
        if not names:
            return ""
        wanted = "_" + "_".join(_WORD.sub("_", part) for part in names)
        fitting = [id for words, id in self._by_word.get(names[-1], ()) if words.endswith(wanted)]
        if not fitting:  # a tool that knows no separators: everything is one word
            fitting = [id for group in self._by_word.values() for words, id in group if words.endswith(wanted)]
        return fitting[0] if len(fitting) == 1 else ""
