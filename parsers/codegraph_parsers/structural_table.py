"""Tables of structural languages: tree-sitter queries for symbols and imports.

A language of this tier has symbols, and nothing that requires the binding of a name. Its table is a TOML file, which is
parsed and never run. `parsers/README.md` describes the keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import translate
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from codegraph_parsers.file_facts import SymbolKind

MAX_TABLE_BYTES: Final = 64 * 1024
MAX_QUERY_CHARS: Final = 32 * 1024
MAX_PATTERNS: Final = 64
MAX_PATTERN_CHARS: Final = 200
KEY: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}$")
SUFFIX: Final = re.compile(r"\.[A-Za-z0-9][A-Za-z0-9._+-]{0,15}$")
CALL: Final = re.compile(r"\*?\w+$", re.ASCII)
GRAMMAR: Final = re.compile(r"(?:pack:[a-z0-9_]+|tree_sitter_[a-z0-9_]+:language[a-z0-9_]*)$")
FOLDER: Final = Path(__file__).parent / "structural"

# Captures with a meaning of their own; every other capture that does not begin with `_` is the kind of a symbol.
ROLES: Final = frozenset({
    "name", "scope", "doc", "signature", "test", "package", "option", "value", "import", "path", "body",
})  # fmt: skip
MANIFESTS: Final = ".codegraph/languages"
"""Folder of the tables that a repository adds. Import rules read them as they read other manifests."""

PURPOSES: Final = ("code", "markup", "build", "data", "prose")
KINDS: Final = frozenset(str(kind) for kind in SymbolKind if kind is not SymbolKind.ENDPOINT)


class TableError(ValueError):
    """A table that cannot be used. The message names the key and the right form."""


@dataclass(frozen=True, slots=True)
class FilePatterns:
    """Names of the files of a language, and text that they must have."""

    suffixes: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()  # patterns of whole paths; where there are any, one must match
    content: tuple[str, ...] = ()  # each must begin a line of the first 64 KiB

    def has_file(self, path: str, head: bytes) -> bool:
        """Return whether a path and the head of its text match the patterns."""
        paths = compile_patterns(self.paths)
        if paths is not None and not paths.match(path):
            return False
        text = b"\n" + head
        return all(b"\n" + word.encode() in text for word in self.content)


@dataclass(frozen=True, slots=True)
class ModuleRules:
    """Rules by which a path alone decides which file an import means."""

    separator: str = "/"  # between the parts of a module's name
    suffixes: tuple[str, ...] = ("",)  # tried in this order
    indexes: tuple[str, ...] = ()  # files that represent their folder
    roots: tuple[str, ...] = ()  # folders in which names begin; "" is the top of the repository
    relative: str = "dotted"  # names that begin in the file's folder: "always", "dotted" (`./x`), "never"


@dataclass(frozen=True, slots=True)
class Substitution:
    """Texts to replace in a file with syntax errors before a second parse.

    Examples are directives, macros, and comments of another form."""

    texts: tuple[str, ...] = ()
    replacement: str = ""  # as long as each of the texts, or one character for each of theirs
    calls: tuple[str, ...] = ()  # patterns of the names of macros: their calls become spaces
    is_at_line_start: bool = False
    certain: tuple[str, ...] = ()  # texts that only such files have: these need no first parse


@dataclass(frozen=True, slots=True)
class NotebookRules:
    """Notebooks of a language. Its comments must begin with `#`."""

    kernels: tuple[str, ...] = ()  # names of the language in notebooks
    modes: tuple[str, ...] = ()  # beginnings of cells that are for the kernel alone: `;ls`


@dataclass(frozen=True, slots=True)
class TestPatterns:
    """Patterns of the files and names of tests."""

    paths: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of functions and types

    def has_path(self, path: str) -> bool:
        """Return whether a path is a file of tests."""
        patterns = compile_patterns(self.paths)
        return patterns is not None and patterns.match(path) is not None


@dataclass(frozen=True, slots=True)
class StructuralTable:
    """A structural language as data."""

    key: str
    title: str
    grammar: str
    definitions: str
    imports: str = ""
    comments: tuple[str, ...] = ("comment",)
    attributes: tuple[str, ...] = ()  # nodes that may stand between documentation and its definition
    purpose: str = "code"
    has_clauses: bool = False  # neighbours of one name are one definition
    sigils: tuple[str, ...] = ()  # prefixes that are not part of a name: `:` of `:name`
    joiner: str = "."  # between the parts of a name of several nodes
    qualifier: str = ""  # between a scope and a name of one node: `::` of `proc shop::add`
    substitution: Substitution = Substitution()
    max_indents: int = 0  # levels of indentation beyond which the grammar crashes; 0 if it never does
    files: FilePatterns = FilePatterns()
    modules: ModuleRules = ModuleRules()
    tests: TestPatterns = TestPatterns()
    notebooks: NotebookRules = NotebookRules()


class TableProblem(NamedTuple):
    """A table of a repository that is left out: its file, and what is wrong with it."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class LanguageTables:
    """Structural tables that a repository adds, in the order of their keys.

    A caller that reads files of the repository passes them on: nothing here is shared between repositories."""

    tables: tuple[StructuralTable, ...] = ()
    problems: tuple[TableProblem, ...] = ()
    versions: tuple[str, ...] = ()  # of the packages that hold the grammars, in the order of the tables
    sources: tuple[tuple[str, str], ...] = ()  # path and text of each table
    models: tuple[tuple[str, str], ...] = ()  # path and text of each model of a framework that the repository adds

    def find(self, key: str) -> StructuralTable | None:
        """Return the repository's table of a language, None where it has none."""
        return next((table for table in self.tables if table.key == key), None)

    def compute_stamp(self, key: str) -> str:
        """Return text that changes with the repository's table of a language.

        Returns "" where it has none."""
        for index, table in enumerate(self.tables):
            if table.key == key:
                return _hash(table, self.versions[index] if index < len(self.versions) else "")
        return ""

    def list_manifests(self) -> dict[str, str]:
        """Return the texts of the tables and models by path."""
        return dict((*self.sources, *self.models))

    def compute_fingerprint(self) -> str:
        """Return text that changes with any of the tables."""
        stamps = [f"{table.key}={self.compute_stamp(table.key)}" for table in self.tables]
        return " ".join((*stamps, *(f"{path}={_hash_text(text)}" for path, text in self.models)))


@lru_cache(maxsize=64)
def _hash_text(text: str) -> str:
    import hashlib

    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


@lru_cache(maxsize=256)
def _hash(table: StructuralTable, version: str) -> str:
    import hashlib

    return hashlib.blake2b(f"{table!r} {version}".encode(), digest_size=8).hexdigest()


def parse_table(key: str, text: str) -> StructuralTable:
    """Read a table. Raises TableError, which names the key that is wrong."""
    import tomllib

    if not KEY.match(key):
        raise TableError(f"{key!r} is no name of a language: use a-z, 0-9, - and _, up to 32 characters")
    if len(text.encode()) > MAX_TABLE_BYTES:
        raise TableError(f"larger than {MAX_TABLE_BYTES // 1024} KiB")
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TableError(f"no TOML: {error}") from None
    reader = _Reader(values, "")
    table = StructuralTable(
        key=key,
        title=reader.read_text("title", required=True),
        grammar=reader.read_text("grammar", required=True),
        definitions=reader.read_text("definitions", required=True),
        imports=reader.read_text("imports"),
        comments=reader.read_texts("comments", ("comment",)),
        attributes=reader.read_texts("attributes"),
        purpose=reader.read_text("purpose") or "code",
        has_clauses=reader.read_flag("clauses"),
        sigils=reader.read_texts("sigils"),
        joiner=reader.read_text("joiner", "."),
        qualifier=reader.read_text("qualifier"),
        substitution=_read_substitution(reader.read_table("substitution")),
        max_indents=reader.read_number("max_indents"),
        files=_read_files(reader.read_table("files")),
        modules=_read_modules(reader.read_table("modules")),
        tests=_read_tests(reader.read_table("tests")),
        notebooks=_read_notebooks(reader.read_table("notebooks")),
    )
    reader.refuse_rest()
    _check(table)
    return table


@cache
def list_tables() -> tuple[str, ...]:
    """Return the keys of the structural languages that come with the package, sorted."""
    return tuple(sorted(each.stem for each in FOLDER.glob("*.toml")))


@cache
def load_table(key: str) -> StructuralTable:
    """Return the table of a language that comes with the package. Raises KeyError."""
    if key not in list_tables():
        raise KeyError(key)
    return parse_table(key, (FOLDER / f"{key}.toml").read_text("utf-8"))


@cache
def compile_patterns(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    """Compile patterns into one expression, None for no pattern. `*` crosses folders."""
    return re.compile("|".join(translate(each) for each in patterns)) if patterns else None


class _Reader:
    """Reader of a TOML table, which records the keys that are left."""

    def __init__(self, values: Mapping[str, Any], prefix: str) -> None:
        self.values = dict(values)
        self.prefix = prefix

    def read_text(self, key: str, default: str = "", *, required: bool = False) -> str:
        found = self.values.pop(key, default)
        if not isinstance(found, str) or len(found) > MAX_QUERY_CHARS or (required and not found.strip()):
            raise TableError(f"`{self.prefix}{key}` must be a text of 1 to {MAX_QUERY_CHARS} characters")
        return found

    def read_texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        found = self.values.pop(key, None)
        if found is None:
            return default
        rows = cast("list[object]", found) if isinstance(found, list) else []
        if not isinstance(found, list) or len(rows) > MAX_PATTERNS:
            raise TableError(f"`{self.prefix}{key}` must be a list of at most {MAX_PATTERNS} texts")
        texts = tuple(each for each in rows if isinstance(each, str) and len(each) <= MAX_PATTERN_CHARS)
        if len(texts) < len(rows):
            raise TableError(f"`{self.prefix}{key}` must hold texts of at most {MAX_PATTERN_CHARS} characters")
        return texts

    def read_flag(self, key: str) -> bool:
        found = self.values.pop(key, False)
        if not isinstance(found, bool):
            raise TableError(f"`{self.prefix}{key}` must be true or false")
        return found

    def read_number(self, key: str) -> int:
        found = self.values.pop(key, 0)
        if not isinstance(found, int) or isinstance(found, bool) or found < 0:
            raise TableError(f"`{self.prefix}{key}` must be a number from 0")
        return found

    def read_table(self, key: str) -> _Reader:
        found = self.values.pop(key, {})
        if not isinstance(found, dict):
            raise TableError(f"`{self.prefix}{key}` must be a table")
        return _Reader(found, f"{self.prefix}{key}.")  # pyright: ignore[reportUnknownArgumentType]

    def refuse_rest(self) -> None:
        if self.values:
            raise TableError(f"unknown key `{self.prefix}{min(self.values)}`")


def _read_files(reader: _Reader) -> FilePatterns:
    found = FilePatterns(
        reader.read_texts("suffixes"), reader.read_texts("filenames"), reader.read_texts("interpreters"),
        reader.read_texts("paths"), reader.read_texts("content"),
    )  # fmt: skip
    reader.refuse_rest()
    for suffix in found.suffixes:
        if not SUFFIX.match(suffix):
            raise TableError(f"`files.suffixes`: {suffix!r} is no suffix; write `.lua`")
    return found


def _read_substitution(reader: _Reader) -> Substitution:
    found = Substitution(
        reader.read_texts("texts"), reader.read_text("replacement"), reader.read_texts("calls"),
        reader.read_flag("at_line_start"), reader.read_texts("certain"),
    )  # fmt: skip
    reader.refuse_rest()
    for text in found.texts:
        is_plain = text.isascii() and found.replacement.isascii() and "\n" not in text + found.replacement
        if not text or not is_plain or len(found.replacement) not in (1, len(text)):
            raise TableError("`substitution.replacement` must be one character or as long as each text, all ASCII")
    for call in found.calls:
        if not CALL.match(call):
            raise TableError(
                f"`substitution.calls`: {call!r} must be the name of a macro, with or without a leading `*`"
            )
    return found


def _read_modules(reader: _Reader) -> ModuleRules:
    found = ModuleRules(
        reader.read_text("separator") or "/", reader.read_texts("suffixes", ("",)), reader.read_texts("indexes"),
        reader.read_texts("roots"), reader.read_text("relative") or "dotted",
    )  # fmt: skip
    reader.refuse_rest()
    if found.relative not in ("always", "dotted", "never"):
        raise TableError('`modules.relative` must be "always", "dotted" or "never"')
    return found


def _read_tests(reader: _Reader) -> TestPatterns:
    found = TestPatterns(reader.read_texts("paths"), reader.read_texts("names"))
    reader.refuse_rest()
    return found


def _read_notebooks(reader: _Reader) -> NotebookRules:
    found = NotebookRules(reader.read_texts("kernels"), reader.read_texts("modes"))
    reader.refuse_rest()
    return found


def _check(table: StructuralTable) -> None:
    if not GRAMMAR.match(table.grammar):
        raise TableError("`grammar` must be `pack:NAME` or `tree_sitter_NAME:language`")
    if table.purpose not in PURPOSES:
        raise TableError(f"`purpose` must be one of {', '.join(PURPOSES)}")
