"""Ignore rules.

They are built-in folders, gitignore-style files at any depth, and the patterns of the settings.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.scan.file_reading import read_bytes

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

OWN_IGNORE: Final = ".codegraphignore"

VCS_FOLDERS: Final = frozenset((".git", ".hg", ".svn", ".bzr", ".jj", "CVS"))

ALWAYS_PRUNED: Final = VCS_FOLDERS | frozenset(
    [
        "node_modules",
        "bower_components",
        "jspm_packages",
        "__pycache__",
        ".venv",
        ".tox",
        ".nox",
        ".eggs",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
        ".gradle",
        ".idea",
        ".vs",
        ".next",
        ".nuxt",
        ".svelte-kit",
        ".turbo",
        ".parcel-cache",
        ".terraform",
        ".cache",
        ".direnv",
        ".bundle",
    ]
)
"""Folders of tools: never sources, tracked or not."""

OUTPUT_FOLDERS: Final = frozenset(["build", "dist", "target", "out", "coverage", "htmlcov", "_build", "venv", "env"])
"""Folders that usually hold build output. Left out only when git does not track them, or, where there is no git, when
a manifest that would produce them lies beside them: `src/build/` may well be somebody's module."""

OUTPUT_ENDING: Final = ".egg-info"
"""What folders end with that are always output."""

NOTED_FOLDERS: Final = ALWAYS_PRUNED | OUTPUT_FOLDERS
"""Folders of any other name (and ending) are listed wherever no ignore file speaks of them."""

MANIFESTS: Final = frozenset(
    [
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "package.json",
        "Cargo.toml",
        "go.mod",
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
        "CMakeLists.txt",
        "Makefile",
        "composer.json",
        "mix.exs",
    ]
)


_MOST_BYTES: Final = 1 << 20
_LONGEST: Final = 4096
"""No system has a longer path; a pattern is made into a state machine as long as it is."""

_UNUSUAL: Final = re.compile(r"[^\w./*?# !-]", re.ASCII)
"""Characters that a pattern may use wrongly: brackets, braces, backslashes."""


class Rule(NamedTuple):
    """The rule that decided about a path: its file or setting, and its pattern."""

    source: str  # `.gitignore`, `src/.codegraphignore`, `setting exclude`, `built-in`
    pattern: str

    def __str__(self) -> str:
        return f"{self.source}: {self.pattern}"


class _Layer(NamedTuple):
    folder: str  # "" or ends with "/"
    source: str
    spec: GitIgnoreSpec
    lines: Sequence[str]


class IgnoreRules:
    """Rules of gitignore-style files of one name, at any depth.

    Deeper files and later lines win, as in git.
    """

    __slots__ = ("_folders", "_layers")

    def __init__(self) -> None:
        self._layers: list[_Layer] = []
        self._folders: dict[str, tuple[bool | None, Rule | None]] = {}

    def add(self, folder: str, source: str, lines: Iterable[str]) -> None:
        """Add rules that apply below `folder` ("" or ending in "/").

        Folders must be added before their subfolders. Like in git, a line that is no pattern matches nothing, but keeps
        its place.
        """
        kept = [line if _is_pattern(line) else "" for line in (line.rstrip("\n\r") for line in lines)]
        if any(line.strip() and not line.startswith("#") for line in kept):
            from pathspec import GitIgnoreSpec  # costs more than a scan without rules

            self._layers.append(_Layer(folder, source, GitIgnoreSpec.from_lines(kept), kept))
            self._folders.clear()

    def add_file(self, root: Path, folder: str, name: str) -> None:
        """Add the rules of `root/folder/name`, if it exists.

        A file that cannot be read, or is no list of rules, adds none.
        """
        content = read_bytes(root, folder + name, _MOST_BYTES)
        if isinstance(content, bytes):
            text = content.removeprefix(codecs.BOM_UTF8).decode("utf-8", "surrogateescape")
            self.add(folder, folder + name, text.split("\n"))

    def __bool__(self) -> bool:
        return bool(self._layers)

    def decide(self, path: str) -> tuple[bool | None, Rule | None]:
        """Decide whether a path is ignored, and by which rule.

        The result is True for ignored, False for re-included and None where no rule matches. A folder is given with a
        trailing "/".
        """
        for layer in reversed(self._layers):
            if path.startswith(layer.folder):
                result = layer.spec.check_file(path[len(layer.folder) :])
                if result.include is not None:
                    line = layer.lines[result.index] if result.index is not None else ""
                    return result.include, Rule(layer.source, line)
        return None, None

    def decide_with_parents(self, path: str) -> tuple[bool | None, Rule | None]:
        """Decide as `decide` does, but ignore every file in an ignored folder."""
        if not self._layers:
            return None, None
        at = path.find("/")
        while at != -1 and at + 1 < len(path):
            folder = path[: at + 1]
            if folder not in self._folders:  # that of many files
                self._folders[folder] = self.decide(folder)
            if self._folders[folder][0]:
                return self._folders[folder]
            at = path.find("/", at + 1)
        return self.decide(path)


def _is_pattern(line: str) -> bool:
    if line.strip(" ") in ("", "!", "/", "!/", "\\") or line.endswith("\\") or len(line) > _LONGEST:
        return False
    if line.isascii() and not _UNUSUAL.search(line):
        return True
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def build_settings_rules(patterns: Iterable[str], name: str) -> IgnoreRules:
    rules = IgnoreRules()
    rules.add("", f"setting {name}", patterns)
    return rules


def find_pruned_folder(folders: Sequence[str]) -> str | None:
    """Return the first of a path's folder names that is always left out."""
    for name in folders:
        if name in ALWAYS_PRUNED or name.endswith(OUTPUT_ENDING):
            return name
    return None


def find_output_folder(folders: Sequence[str]) -> str | None:
    for name in folders:
        if name in OUTPUT_FOLDERS:
            return name
    return None
