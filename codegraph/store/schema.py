"""Tables of one generation, and the integer codes of enums.

A generation is one SQLite file that is complete before anybody sees it, and then only read. Edges and texts of symbols
are packed into one compressed block per source file. Every query for edges starts at a symbol, whose file is known. One
row per edge with an index on its target would take several times the space.

`id`, `file`, `symbol`, `parent` and `owner` are ids, which rows keep from generation to generation. Arguments and
results of queries are places in the orders of `numbering` (see there).
"""

from __future__ import annotations

from typing import Final

from codegraph.graph_model import EdgeKind, Resolution
from codegraph_parsers.file_facts import FileStatus, SymbolKind

SCHEMA_VERSION: Final = 6
"""Readers refuse a larger one (IncompatibleIndexError); a smaller one is rebuilt by the next `index`."""

KINDS: Final = tuple(SymbolKind)
EDGE_KINDS: Final = tuple(EdgeKind)
RESOLUTIONS: Final = tuple(Resolution)
STATUSES: Final = tuple(FileStatus)

KIND_CODE: Final = {kind: code for code, kind in enumerate(KINDS)}
STATUS_CODE: Final = {status: code for code, status in enumerate(STATUSES)}

EDGE_CODE: Final = {(k, r): i * 8 + j for i, k in enumerate(EDGE_KINDS) for j, r in enumerate(RESOLUTIONS)}
"""Kind and resolution in one byte, ordered by kind, then strongest resolution first."""

CODES: Final = " ".join((*KINDS, *EDGE_KINDS, *RESOLUTIONS, *STATUSES))
"""What the integers mean, kept with a generation: one made under other enums must not be read under these."""

TEXT_MISSING: Final = ("text", "missing")
"""Row of `meta` in a generation without its second stage."""

EXTERNAL_BLOCK: Final = 64
"""Externals share blocks of this many for the edges that end at them; the owner is `-1 - k // EXTERNAL_BLOCK`."""

NOT_A_PREFIX: Final = "\0"
"""Ends a scope that is a whole qualified name, for symbols whose qualified name does not end with their name."""

TEXT_LANGUAGE: Final = "text"
"""Language in the ids of files without a grammar."""

TABLES: Final = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE files(
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, language TEXT NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL,
    digest BLOB NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, lines INTEGER NOT NULL,
    generated INTEGER NOT NULL, symbols INTEGER NOT NULL, cells TEXT);
CREATE TABLE numbering(data BLOB NOT NULL);
CREATE TABLE problems(
    file INTEGER NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, start_line INTEGER, end_line INTEGER);
CREATE TABLE scopes(id INTEGER PRIMARY KEY, prefix TEXT NOT NULL);
CREATE TABLE symbols(
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL, scope INTEGER,
    suffix TEXT, parent INTEGER, line INTEGER NOT NULL, col INTEGER NOT NULL, start_line INTEGER,
    end_line INTEGER, flags INTEGER NOT NULL);
CREATE TABLE externals(
    id INTEGER PRIMARY KEY, language TEXT NOT NULL, qualname TEXT NOT NULL, package TEXT NOT NULL);
CREATE TABLE chunks(
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
    symbol INTEGER, name TEXT NOT NULL);
CREATE TABLE details(file INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE edges_out(owner INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE edges_in(owner INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE unresolved(file INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE unresolved_names(name TEXT PRIMARY KEY, sites INTEGER NOT NULL, files TEXT NOT NULL) WITHOUT ROWID;
"""

PACKED_TABLES: Final = ("details", "edges_out", "edges_in", "unresolved")
"""Tables of which `data` is compressed."""

INDEXES: Final = """
CREATE UNIQUE INDEX files_path ON files(path);
CREATE INDEX symbols_name ON symbols(name);
CREATE INDEX chunks_file ON chunks(file);
"""

# A symbol's qualified name is its scope's prefix and its name; `parent`, `start_line` and `end_line` are null where
# they are the file's module, `line` and `line`: what the most numerous rows leave out decides the size of an index.

SEARCH_COLUMNS: Final = ("name", "scope", "path", "signature", "doc")
SEARCH_WEIGHTS: Final = (10.0, 4.0, 3.0, 2.0, 1.0)

SEARCH_TABLE: Final = f"""
CREATE VIRTUAL TABLE search USING fts5(
    {", ".join(SEARCH_COLUMNS)}, content='', tokenize="unicode61 remove_diacritics 2");
"""
