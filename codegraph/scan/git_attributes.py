"""Files that `.gitattributes` marks as generated or vendored.

The attributes are those that GitHub reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from codegraph.scan.file_listing import Candidate
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.scan.ignore_rules import IgnoreRules

NAME: Final = ".gitattributes"
_MARKS: Final = ("linguist-generated", "linguist-vendored")
_UNSET: Final = ("false", "0", "no")
_MOST_BYTES: Final = 1 << 20


def find_marked_paths(paths: Iterable[str], texts: Mapping[str, str]) -> frozenset[str]:
    """Return the paths that any attribute file marks as generated or vendored.

    `texts` maps the paths of attribute files to their text.
    """
    rules: list[IgnoreRules] = []
    for mark in _MARKS:
        found = IgnoreRules()
        for path in sorted(texts, key=lambda path: (path.count("/"), path)):
            folder = path[: -len(NAME)]
            found.add(folder, path, [rule for line in texts[path].splitlines() if (rule := _parse_rule(line, mark))])
        if found:
            rules.append(found)
    if not rules:
        return frozenset()
    return frozenset(path for path in paths if any(each.decide(path)[0] for each in rules))


def read_marked(root: Path, candidates: Iterable[Candidate]) -> frozenset[str]:
    """Return the generated and vendored paths of a work tree.

    See `find_marked_paths`."""
    listed = list(candidates)
    texts: dict[str, str] = {}
    for candidate in listed:
        if is_attributes(candidate.path):
            read = read_file(root, candidate.real, max_bytes=_MOST_BYTES)
            if isinstance(read, ReadFile):
                texts[candidate.path] = read.content.decode("utf-8")
    return find_marked_paths((candidate.path for candidate in listed), texts) if texts else frozenset()


def is_attributes(path: str) -> bool:
    return path == NAME or path.endswith(f"/{NAME}")


def _parse_rule(line: str, mark: str) -> str:
    """Convert a line to a pattern of ignore rules.

    The pattern is negated where the line removes the mark. It is "" where the line sets no mark.
    """
    pattern, *attributes = line.split()[:64] or [""]
    if not pattern or pattern.startswith(("#", "!", "[attr]")):
        return ""
    for attribute in reversed(attributes):
        name, _, value = attribute.partition("=")
        if name.lstrip("-!") == mark:
            taken = name != mark or value.lower() in _UNSET
            return f"!{pattern}" if taken else pattern
    return ""
