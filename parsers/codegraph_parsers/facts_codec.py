"""Facts as bytes, for other processes and the facts cache.

Encoded facts are a header and sections. The header holds the length of every section, so a reader decodes those that it
needs. Sections are not compressed, which would cost more processor time than everything else that is done to them
between processes. Whoever keeps encoded facts on a disk guards them by a checksum of its own.

A section is a `marshal` dump of plain tuples, which is several times faster than pickling objects. That format belongs
to one interpreter version, so cache keys carry `FORMAT`.
"""

from __future__ import annotations

import marshal
import struct
import sys
from array import array
from collections.abc import Callable, Collection, Iterable
from enum import IntEnum
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple, cast

from codegraph_parsers.file_facts import (
    FACTS_VERSION,
    Base,
    Expr,
    Extension,
    FileFacts,
    FileStatus,
    Import,
    Param,
    Parameter,
    ParseProblem,
    Symbol,
    SymbolKind,
    Write,
)
from codegraph_parsers.sites import SiteTable

FORMAT: Final = f"{FACTS_VERSION}-s1-m{marshal.version}-py{sys.version_info.major}{sys.version_info.minor}"
"""Version of the encoding; bytes of another format are not decodable here."""


class Section(IntEnum):
    """A part of encoded facts that is decoded by itself."""

    FILE = 0  # path, language, status, problems: decoded always
    SYMBOLS = 1
    EXPRESSIONS = 2
    SITES = 3
    IMPORTS = 4
    NAMES = 5
    DECLARATIONS = 6


_HEADER: Final = struct.Struct(f"<4s{len(Section)}I")
_MAGIC: Final = b"CGF1"

_new = cast("Callable[[type, Iterable[object]], Any]", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]
"""Makes a named tuple in a third of the time that calling its class takes: decoding makes hundreds of thousands."""

_KINDS = {kind.value: kind for kind in SymbolKind}


def encode(facts: FileFacts) -> bytes:
    """Return facts as bytes with all sections."""
    return _join([marshal.dumps(layout.pack(facts)) for layout in _LAYOUTS])


def decode(data: bytes) -> FileFacts:
    """Return the facts that `encode` packed.

    Raises ValueError, EOFError or TypeError on bytes that are not facts of this format."""
    sections = _split(data)
    facts = FileFacts("", "", "")
    for layout, section in zip(_LAYOUTS, sections, strict=True):
        layout.unpack(facts, marshal.loads(section))
    return facts


class Decoder:
    """Decodes the facts of many files, which share equal expressions.

    Most expressions are small and occur in many files: shared they take half the memory. The table of all of them is
    given up with this object."""

    def __init__(self) -> None:
        self._exprs: dict[Expr, Expr] = {}

    def decode(self, data: bytes) -> FileFacts:
        """Return the facts that `encode` packed. Raises what `decode` raises."""
        facts = decode(data)
        facts.exprs = list(map(self._exprs.setdefault, facts.exprs, facts.exprs))
        return facts


def decode_lazily(data: bytes) -> FileFacts:
    """Return facts that decode a section when one of its fields is first read.

    A field costs twice as much to read as that of `decode`, so what reads all of them many times uses that. Raises
    what `decode` raises, and AttributeError when a field is read whose section `select` left out."""
    facts = object.__new__(_StoredFacts)
    facts.sections = _split(data)
    facts.load(Section.FILE)
    return facts


def select(data: bytes, sections: Collection[Section]) -> bytes:
    """Return encoded facts with these sections and what is said of the file.

    Raises ValueError on bytes that are not facts of this format."""
    kept = {Section.FILE, *sections}
    return _join([raw if section in kept else b"" for section, raw in zip(Section, _split(data), strict=True)])


def _join(sections: Collection[bytes]) -> bytes:
    return b"".join((_HEADER.pack(_MAGIC, *map(len, sections)), *sections))


def _split(data: bytes) -> list[bytes]:
    """Return the sections. Raises ValueError."""
    if len(data) < _HEADER.size:
        raise ValueError("encoded facts end in their header")
    magic, *sizes = _HEADER.unpack_from(data)
    ends = list(accumulate(sizes, initial=_HEADER.size))
    if magic != _MAGIC or ends[-1] != len(data):
        raise ValueError("encoded facts of another format or length")
    return [data[start:end] for start, end in pairwise(ends)]


class _StoredFacts(FileFacts):
    """Facts whose sections are decoded on demand.

    A field is set with its section, and then read as any other."""

    __slots__ = ("sections",)
    sections: list[bytes]  # of no length when they are decoded or were left out

    def __getattr__(self, name: str) -> Any:
        section = _SECTION_OF.get(name)
        if section is None or not self.sections[section]:
            raise AttributeError(f"facts have no {name}" if section is None else f"{name} is not in these facts")
        self.load(section)
        return getattr(self, name)

    def load(self, section: Section) -> None:
        raw = self.sections[section]
        self.sections[section] = b""
        _LAYOUTS[section].unpack(self, marshal.loads(raw))


def _pack_file(f: FileFacts) -> Any:
    problems = [tuple(problem) for problem in f.problems]
    return f.path, f.language, f.digest, f.size, f.lines, f.status.value, f.package, f.condition, problems


def _unpack_file(f: FileFacts, packed: Any) -> None:
    f.path, f.language, f.digest, f.size, f.lines, status, f.package, f.condition, problems = packed
    f.status = FileStatus(status)
    f.problems = [ParseProblem(*problem) for problem in problems]


def _pack_symbols(f: FileFacts) -> Any:
    return [(s.kind.value, *s[1:11], [tuple(p) for p in s.parameters], *s[12:15], int(s.flags)) for s in f.symbols]


def _unpack_symbols(f: FileFacts, packed: Any) -> None:
    kinds = _KINDS
    f.symbols = [
        _new(Symbol, (kinds[s[0]], *s[1:11], tuple([_new(Parameter, p) for p in s[11]]) if s[11] else (), *s[12:]))
        for s in packed
    ]


def _pack_expressions(f: FileFacts) -> Any:
    return f.exprs


def _unpack_expressions(f: FileFacts, packed: Any) -> None:
    f.exprs = packed


def _pack_sites(f: FileFacts) -> Any:
    """Pack sites by column.

    Kinds are places in a list of them; owner, expression and line are numbers of one width."""
    sites = list(f.sites)
    places = {kind: place for place, kind in enumerate(dict.fromkeys([site[0] for site in sites]))}
    numbers = [s[1] for s in sites] + [s[2] for s in sites] + [s[3] for s in sites]
    width = "H" if max(numbers, default=0) < 1 << 16 else "I"
    return list(places), bytes([places[site[0]] for site in sites]), width, array(width, numbers).tobytes()


def _unpack_sites(f: FileFacts, packed: Any) -> None:
    kinds, places, width, raw = packed
    numbers: array[int] = array("H" if width == "H" else "I")
    numbers.frombytes(raw)
    f.sites = SiteTable(kinds, places, numbers)


def _pack_imports(f: FileFacts) -> Any:
    return [tuple(each) for each in f.imports], f.stars


def _unpack_imports(f: FileFacts, packed: Any) -> None:
    imports, f.stars = packed
    f.imports = [_new(Import, each) for each in imports]


def _pack_names(f: FileFacts) -> Any:
    return f.names, f.members, f.exports


def _unpack_names(f: FileFacts, packed: Any) -> None:
    f.names, f.members, f.exports = packed


def _pack_declarations(f: FileFacts) -> Any:
    return (
        {k: [tuple(p) for p in v] for k, v in f.params.items()},
        f.declared, f.values, f.returns, f.yields,
        {k: [tuple(b) for b in v] for k, v in f.bases.items()},
        f.type_params, f.decorators, f.expected, [tuple(e) for e in f.extensions], [tuple(w) for w in f.writes],
    )  # fmt: skip


def _unpack_declarations(f: FileFacts, packed: Any) -> None:
    (params, f.declared, f.values, f.returns, f.yields, bases, f.type_params, f.decorators, f.expected, extensions,
     writes) = packed  # fmt: skip
    f.params = {k: tuple([_new(Param, p) for p in v]) for k, v in params.items()}
    f.bases = {k: tuple([_new(Base, b) for b in v]) for k, v in bases.items()}
    f.extensions = [Extension(*e) for e in extensions]
    f.writes = [_new(Write, w) for w in writes]


class _Layout(NamedTuple):
    """Fields of one section, and the functions that pack and unpack them."""

    fields: tuple[str, ...]
    pack: Callable[[FileFacts], Any]
    unpack: Callable[[FileFacts, Any], None]


_FILE: Final = "path language digest size lines status package condition problems"
_DECLARATIONS: Final = "params declared values returns yields bases type_params decorators expected extensions writes"

_LAYOUTS: Final = (
    _Layout(tuple(_FILE.split()), _pack_file, _unpack_file),
    _Layout(("symbols",), _pack_symbols, _unpack_symbols),
    _Layout(("exprs",), _pack_expressions, _unpack_expressions),
    _Layout(("sites",), _pack_sites, _unpack_sites),
    _Layout(("imports", "stars"), _pack_imports, _unpack_imports),
    _Layout(("names", "members", "exports"), _pack_names, _unpack_names),
    _Layout(tuple(_DECLARATIONS.split()), _pack_declarations, _unpack_declarations),
)
"""By number of the section."""

_SECTION_OF: Final = {name: Section(number) for number, layout in enumerate(_LAYOUTS) for name in layout.fields}
