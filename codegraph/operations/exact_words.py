"""Files in which a word stands exactly as it is asked for.

Such words are keys of settings and variables of the environment."""

from __future__ import annotations

import re
from typing import Final

from codegraph.operations.answers import WordFile, WordFiles
from codegraph.query.index import Index
from codegraph.query_results import SymbolRow
from codegraph.search.path_roles import Place, classify_path
from codegraph_parsers.file_facts import SymbolKind

MOST_READ: Final = 400
"""Files that are read for one word: what stands in more is no word that tells anything."""

_WORD: Final = re.compile(r"[\w$@-]+(?:[-.:/][\w$@-]+)*")
_TOLD_APART: Final = re.compile(r"[_.:/-]|[a-z0-9][A-Z]|^[A-Z][A-Z0-9]{2,}$")
_SETTING: Final = re.compile(r"(?<![\w.])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w.(])|`([\w$@-]+(?:[-.:/][\w$@-]+)+)`")
"""A word of a sentence that is a key of settings or a variable of the environment, or that is quoted as one."""

_VALUES: Final = frozenset((SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FIELD))
_ORDER: Final = {Place.SOURCE: 0, Place.DECLARATION: 1, Place.DATA: 2, Place.PROSE: 4, Place.TEST: 5}


def find_word(index: Index, query: str, named: list[SymbolRow]) -> WordFiles | None:
    """Return the files that have the one word of a query, those that define it first.

    Of a sentence it is the one that is written like a setting, unless a symbol has that name. Returns None for other
    queries of several words, for a plain word, and for the name of a function or type, whose uses are edges. Raises
    StorageError."""
    word = query.strip().strip("`'\"")
    if not _WORD.fullmatch(word):
        settings = {match[1] or match[0] for match in _SETTING.finditer(query)}
        word = settings.pop() if len(settings) == 1 else ""
        if any(symbol.name == word or symbol.qualname == word for symbol in named):
            return None
    elif any(symbol.kind not in _VALUES for symbol in named):
        return None
    if not _TOLD_APART.search(word):
        return None
    paths = index.list_paths_with(word)
    if not paths or len(paths) > MOST_READ:
        return None
    found = [one for path in sorted(paths) if (one := _read(index, path, word)) is not None]
    return WordFiles(word, tuple(sorted(found, key=_rate))) if found else None


def _read(index: Index, path: str, word: str) -> WordFile | None:
    """Return where a word stands in a file.

    That is the line that defines it, else the first. Returns None when it stands nowhere."""
    lines = index.read_text_lines(path)
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    defining = re.compile(
        rf"^\W*(?:(?:export|public|private|static|final|const|let|var|val|def|class|type|set|env)\s+)*{re.escape(word)}\W{{0,2}}"
        rf"\s*(?::|=(?!=)|\()|[=(:]\s*\S*?\(?['\"]{re.escape(word)}['\"]"
    )
    at = [number for number, line in enumerate(lines, 1) if whole.search(line)]
    if not at:
        return None
    defined = [number for number in at if defining.search(lines[number - 1])]
    line = (defined or at)[0]
    return WordFile(path, line, len(at), " ".join(lines[line - 1].split()), bool(defined))


def _rate(file: WordFile) -> tuple[int, bool, str]:
    return _ORDER.get(classify_path(file.path), 3), not file.is_definition, file.path
