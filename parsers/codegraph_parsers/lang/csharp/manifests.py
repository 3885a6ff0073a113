"""Projects of C#: their files, references and common namespaces."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

_ELEMENT = re.compile(r"<\s*(ProjectReference|PackageReference|Using|Compile)\b([^>]*)>", re.I)
_INCLUDE = re.compile(r"\bInclude\s*=\s*[\"']([^\"']*)[\"']", re.I)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
SHARED = ("Directory.Build.props", "Directory.Build.targets")


class Solution:
    """Projects of one tree by their folders.

    A file belongs to the nearest project around it, else to one that names it, else to the tree as a whole.
    """

    def __init__(self, manifests: Mapping[str, str]) -> None:
        self.references: dict[str, set[str]] = {}  # project folder → folders of the projects that it references
        self.packages: dict[str, set[str]] = {}
        self.usings: dict[str, list[str]] = {}  # project folder → namespaces that all its files use
        self._links: dict[str, str] = {}  # file or folder outside of its project → project folder that compiles it
        self._folders: dict[str, str] = {}
        self._visible: dict[str, list[str]] = {}
        shared: dict[str, list[str]] = {}
        for path, text in sorted(manifests.items()):
            folder = posixpath.dirname(path)
            if path.endswith(".csproj"):
                self._read(folder, _COMMENT.sub("", text))
            elif posixpath.basename(path) in SHARED:
                used = [value for kind, value in _list_items(_COMMENT.sub("", text)) if kind == "using"]
                shared.setdefault(folder, []).extend(used)
        for folder in self.references:
            for around, used in shared.items():
                if not around or folder == around or folder.startswith(around + "/"):
                    self.usings.setdefault(folder, []).extend(used)
        for link, folder in self._links.items():
            if owner := self._find_project(link):  # it sees what the files of that one see
                self.references[folder].add(owner)

    def _read(self, folder: str, text: str) -> None:
        references = self.references.setdefault(folder, set())
        for kind, value in _list_items(text):
            path = posixpath.normpath(posixpath.join(folder, value.replace("\\", "/").partition("*")[0]))
            if kind == "projectreference":
                references.add(posixpath.dirname(path))
            elif kind == "compile":
                if not f"{path}/".startswith(f"{folder}/"):
                    self._links.setdefault(path, folder)
            elif kind == "packagereference":
                self.packages.setdefault(folder, set()).add(value)
            else:
                self.usings.setdefault(folder, []).append(value)

    def find_folder(self, path: str) -> str:
        """Return the folder of the project that a file belongs to, "" for none."""
        found = self._find_project(posixpath.dirname(path))
        while not found and path and path not in self._links:
            path = posixpath.dirname(path)
        return found or self._links.get(path, "")

    def _find_project(self, folder: str) -> str:
        """Return the nearest folder of a project around a folder, "" for none."""
        found = self._folders.get(folder)
        if found is None:
            found = folder
            while found and found not in self.references:
                found = posixpath.dirname(found)
            self._folders[folder] = found
        return found

    def list_visible(self, folder: str) -> list[str]:
        """Return a project and those that it references, nearest first."""
        found = self._visible.get(folder)
        if found is None:
            found = self._visible[folder] = [folder]
            for each in found:  # it grows
                found.extend(sorted(other for other in self.references.get(each, ()) if other not in found))
        return found

    def select_nearest(self, folder: str, holders: Sequence[str]) -> str | None:
        """Return the project among several that another one means.

        It is the first that it references, else the only one; None where that is open.
        """
        visible = self.list_visible(folder)
        seen = [each for each in visible if each in holders]
        if seen:
            return seen[0]
        return holders[0] if len(holders) == 1 else None


def _list_items(text: str) -> list[tuple[str, str]]:
    """Return kind and name of what a project includes."""
    found: list[tuple[str, str]] = []
    for match in _ELEMENT.finditer(text):
        include = _INCLUDE.search(match[2])
        if include is not None and "Alias=" not in match[2]:
            found.append((match[1].lower(), include[1].strip()))
    return found
