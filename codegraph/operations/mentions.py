"""Places that mention a name in code without a resolver.

What such a name means is not known, so a mention is a search hit and no edge: a leaf of a syntax tree whose text is the
name, in a file of the same language, outside of comments, texts and the definitions of that name. Files that may have
one are found by the text index and parsed when the question is asked.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from codegraph.operations.answers import Mention, NameMentions
from codegraph.query.index import Index
from codegraph.query_results import FileRow, SymbolRow
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.store.schema import TEXT_LANGUAGE
from codegraph.text.ellipsis import cut_text
from codegraph_parsers.catalog import get_language, is_resolved
from codegraph_parsers.file_facts import FileStatus, SourceFile, Symbol
from codegraph_parsers.ids import format_id, from_printable_path, map_suffixes

if TYPE_CHECKING:
    from codegraph_parsers.leaves import Leaf
    from codegraph_parsers.structural_table import LanguageTables

MOST_FILES: Final = 2_000
MOST_BYTES: Final = 32 * 1024 * 1024
SECONDS: Final = 2.0
"""Bounds of one question: files that are read, their bytes, and time."""

MOST_KEPT: Final = 1_000
LONGEST_LINE: Final = 160

_READ: Final = frozenset({FileStatus.INDEXED, FileStatus.PARTIAL})


def _find_mentions_of(index: Index, symbol: SymbolRow, limit: int | None) -> NameMentions | None:
    """Return the places that mention the name of a symbol.

    They are in the order of files and lines. Returns None for a symbol whose language has a resolver, and for a file.
    `limit` bounds the places that are listed, and not their total."""
    if not symbol.qualname or symbol.language == TEXT_LANGUAGE or is_resolved(symbol.language):
        return None
    kept = index.get_cache()
    key = ("mentions", symbol.language, symbol.name)
    if key not in kept:
        kept[key] = _Search(index, symbol.language, symbol.name).run()
    found: NameMentions = kept[key]
    return found._replace(places=found.places[: limit or None])


class _Search:
    """One name that is looked for in the files of one language."""

    def __init__(self, index: Index, language: str, name: str) -> None:
        self.index = index
        self.language = language
        self.name = re.split(r"[.:]+", name)[-1] or name
        self.word = self.name.encode()
        self.tables: LanguageTables | None = index.config.tables

    def run(self) -> NameMentions:
        """Look at files until there are none left or a bound is met."""
        rows = self._list_files()
        until = time.monotonic() + SECONDS
        places: list[Mention] = []
        files = size = total = looked = 0
        changed: list[str] = []
        for row in rows:
            if looked >= MOST_FILES or size > MOST_BYTES or time.monotonic() > until:
                break
            looked += 1
            size += row.size
            read = read_file(self.index.root, from_printable_path(row.path), max_bytes=max(row.size, 1) * 2)
            if not isinstance(read, ReadFile) or read.digest != row.digest:
                changed.append(row.path)  # a grammar has not proven itself on what it is now
                continue
            found = self._read(row.path, read) if self.word in read.content else []
            files += bool(found)
            total += len(found)
            places += found[: MOST_KEPT - len(places)]
        title = get_language(self.language, self.tables).name
        return NameMentions(self.name, title, tuple(places), total, files, _describe_cut(looked, len(rows), changed))

    def _list_files(self) -> list[FileRow]:
        """Return the files of the language that may have the name, in path order."""
        rows = self.index.list_files(language=self.language, limit=None).items
        having = self.index.list_paths_with(self.name)
        return [row for row in rows if row.status in _READ and (having is None or row.path in having)]

    def _read(self, path: str, read: ReadFile) -> list[Mention]:
        from codegraph_parsers.extract import parse  # only names in code without a resolver ask for a parser
        from codegraph_parsers.grammar import GrammarError
        from codegraph_parsers.languages import choose_spec
        from codegraph_parsers.leaves import find_leaves
        from codegraph_parsers.tree_parsing import parse_tree

        table = self.tables.find(self.language) if self.tables is not None else None
        source = SourceFile(path, read.content, self.language, read.digest, table)
        try:
            tree, spec = parse_tree(choose_spec(source), read.content)
        except (GrammarError, KeyError):
            return []
        leaves = find_leaves(tree.root_node, read.content, self.word, frozenset(spec.comments))
        if not leaves:
            return []
        facts = parse(source)
        lines = read.content.decode("utf-8", "replace").split("\n")
        named = _list_definitions(facts.symbols, self.name, leaves)
        told = map_suffixes(facts.symbols)
        places: dict[int, Mention] = {}
        for leaf in leaves:
            if (leaf.line, leaf.column) not in named and leaf.line not in places:
                at = _find_around(facts.symbols, leaf.start)
                around = facts.symbols[at]
                id = format_id(self.language, path, around.qualname, told.get(at, ""))
                text = cut_text(lines[leaf.line - 1].strip(), LONGEST_LINE)
                places[leaf.line] = Mention(path, leaf.line, id, around.qualname, text, read.cells)
        return list(places.values())


def _list_definitions(symbols: Sequence[Symbol], name: str, leaves: Sequence[Leaf]) -> set[tuple[int, int]]:
    """Return lines and columns of the leaves that name what is defined there.

    Of a name in several parts the definition's column is that of the first part."""
    found: set[tuple[int, int]] = set()
    for symbol in symbols[1:]:
        if re.split(r"[.:]+", symbol.name)[-1] == name:
            at = [leaf.column for leaf in leaves if leaf.line == symbol.line and leaf.column >= symbol.column]
            found |= {(symbol.line, column) for column in at[:1]}
    return found


def _find_around(symbols: Sequence[Symbol], start: int) -> int:
    """Return the innermost symbol around a byte, 0 for the module."""
    found = 0
    for at, symbol in enumerate(symbols):
        if symbol.start_byte > start:
            break
        if at and start < symbol.end_byte:
            found = at
    return found


def _describe_cut(looked: int, files: int, changed: Sequence[str]) -> str:
    """Describe the files that were not searched, "" when all were."""
    told: list[str] = []
    if looked < files:
        told.append(f"looked into {looked:,} of {files:,} files that may have more; grep for the rest")
    if changed:
        more = f" and {len(changed) - 1:,} more" if len(changed) > 1 else ""
        told.append(f"{changed[0]}{more} changed since the index and was left out")
    return "; ".join(told)


def find_mentions(index: Index, symbols: Sequence[SymbolRow], limit: int | None = None) -> NameMentions | None:
    """Return the mentions of the name that several definitions share.

    Returns None where edges tell their uses."""
    found: Iterator[NameMentions | None] = (_find_mentions_of(index, symbol, limit) for symbol in symbols)
    return next((mentions for mentions in found if mentions is not None), None)
