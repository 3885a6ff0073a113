"""Names similar to one that does not exist."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from codegraph.store.reader import Reader

_WORD: Final = re.compile(r"\w+")
_SHORTEST_WORD: Final = 3
_NEAREST_POOL: Final = 4000
_SEVERAL: Final = 5


def build_nearest_hint(reader: Reader, text: str, place: str, parts: Sequence[str]) -> str:
    """Return a hint at what to ask for instead of `text`.

    `parts` are the parts of `text` as a name, `place` is the file of `FILE:LINE`.
    """
    path = (place or text).replace("\\", "/").removeprefix("./").rstrip("/")
    folder = path + "/"
    if reader.execute("SELECT 1 FROM files WHERE substr(path, 1, ?) = ? LIMIT 1", (len(folder), folder)):
        return f"{folder} is a folder; name a file or a symbol in it"
    without = reader.execute("SELECT path FROM files WHERE path = ? AND symbols = 0", (path,))
    if without:
        return f"{path} has no symbols; `codegraph why-ignored {path}` may say why"
    if place or "/" in path:
        files = _find_nearest_files(reader, path)
        if files:
            return f"nearest files: {', '.join(files)}"
    if place:
        return f"no file of the index is called {path}; `codegraph why-ignored {path}` may say why"
    names = _find_in_file(reader, text) or (_find_in_other_case(reader, parts) if len(parts) > 1 else [])
    if not names:
        name = (parts or [text])[-1]
        names = find_nearest_of_words(reader, name) if " " in name.strip() else find_nearest_names(reader, name)
    return f"nearest names: {', '.join(names)}" if names else "`codegraph search` looks for words instead of names"


def _find_nearest_files(reader: Reader, path: str) -> list[str]:
    """Return the files whose path ends with `path` in another letter case.

    Without such files, return those of the same name in other folders.
    """
    for end in dict.fromkeys((path, path.rpartition("/")[2])):
        rows = reader.execute(
            "SELECT path FROM files WHERE '/' || path LIKE ? ESCAPE '!' ORDER BY length(path), path LIMIT ?",
            ("%/" + re.sub(r"([!%_])", r"!\1", end), _SEVERAL),
        )
        if rows:
            return [row[0] for row in rows]
    return []


def _find_in_file(reader: Reader, text: str) -> list[str]:
    """Return the names of one file that end as asked, with that file.

    The file is named before `:` or `#`.
    """
    path, _, name = re.sub(r"::?|#", "\0", text, count=1).partition("\0")
    path = path.removeprefix("./")
    if not name or not path:
        return []
    rows = reader.list_symbols("s.name = ?", (re.split(r"\W+", name.rstrip("()"))[-1],))
    found = [row for row in rows if f"/{row.path}".endswith("/" + path)]
    return [f"{row.path}::{row.qualname}" for row in found[:_SEVERAL]] if len({row.path for row in found}) == 1 else []


def _find_in_other_case(reader: Reader, parts: Sequence[str]) -> list[str]:
    """Return the qualified names that differ only in letter case."""
    end = [part.lower() for part in parts]
    rows = reader.list_symbols("s.name = ? COLLATE NOCASE", (parts[-1],))
    found = (row.qualname for row in rows if re.split(r"\W+", row.qualname.lower())[-len(end) :] == end)
    return list(dict.fromkeys(found))[:_SEVERAL]


def find_nearest_of_words(reader: Reader, text: str, limit: int = 5) -> list[str]:
    """Return names similar to the whole text, or else to its words.

    The nearest name of each word comes first.
    """
    text = text.strip()
    words = list(dict.fromkeys(word for word in _WORD.findall(text) if len(word) >= _SHORTEST_WORD))[:limit]
    found = find_nearest_names(reader, text, limit) if text and len(text.split()) == 1 else []
    if found or words in ([], [text]):
        return found
    rows = [find_nearest_names(reader, word, limit) for word in words]
    by_turns = (name for same in zip_longest(*rows) for name in same if name is not None)
    return list(dict.fromkeys(by_turns))[:limit]


def find_nearest_names(reader: Reader, name: str, limit: int = 5) -> list[str]:
    """Return names similar to `name`.

    Names that differ only in letter case come first, then others by shared characters.
    """
    same = [
        row[0] for row in reader.execute("SELECT DISTINCT name FROM symbols WHERE lower(name) = ?", (name.lower(),))
    ]
    # Names of about the length asked for, those with the same first letter first: difflib over all would take seconds.
    rows = reader.execute(
        "SELECT DISTINCT name FROM symbols WHERE length(name) BETWEEN ? AND ? "
        "ORDER BY lower(substr(name, 1, 1)) != ?, name LIMIT ?",
        (max(1, len(name) - 2), len(name) + 2, name[:1].lower(), _NEAREST_POOL),
    )
    from difflib import get_close_matches

    spelt: dict[str, list[str]] = {}
    for (found,) in rows:
        spelt.setdefault(found.lower(), []).append(found)
    close = get_close_matches(name.lower(), spelt, n=limit, cutoff=0.7)
    return list(dict.fromkeys([*same, *(found for low in close for found in spelt[low])]))[:limit]
