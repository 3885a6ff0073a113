"""Facts as bytes, for other processes and the facts cache.

`marshal` over plain tuples is several times faster than pickling objects; its format belongs to one interpreter
version, so cache keys carry `FORMAT`.
"""

from __future__ import annotations

import marshal
import sys
from array import array
from collections.abc import Callable, Iterable
from typing import Any, cast

from codegraph_parsers.facts import (
    FACTS_VERSION,
    Base,
    Extension,
    FileFacts,
    FileStatus,
    Import,
    Param,
    Parameter,
    ParseProblem,
    Site,
    Symbol,
    SymbolKind,
    Write,
)

FORMAT = f"{FACTS_VERSION}-m{marshal.version}-py{sys.version_info.major}{sys.version_info.minor}"
"""Version of the encoding; bytes of another format are not decodable here."""

_new = cast("Callable[[type, Iterable[object]], Any]", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]
"""Makes a named tuple in a third of the time that calling its class takes: decoding makes hundreds of thousands."""

_KINDS = {kind.value: kind for kind in SymbolKind}


def encode(facts: FileFacts) -> bytes:
    f = facts
    return marshal.dumps(
        (
            (f.path, f.language, f.digest, f.size, f.lines, f.status.value, f.package, f.condition),
            [tuple(p) for p in f.problems],
            [(s.kind.value, *s[1:11], [tuple(p) for p in s.parameters], *s[12:15], int(s.flags)) for s in f.symbols],
            f.exprs, _columns(f.sites), [tuple(i) for i in f.imports], f.stars, f.names, f.members, f.exports,
            {k: [tuple(p) for p in v] for k, v in f.params.items()},
            f.declared, f.values, f.returns, f.yields,
            {k: [tuple(b) for b in v] for k, v in f.bases.items()},
            f.type_params, f.decorators, f.expected, [tuple(e) for e in f.extensions], [tuple(w) for w in f.writes],
        )
    )  # fmt: skip


def decode(data: bytes) -> FileFacts:
    """Inverse of `encode`. Raises ValueError, EOFError or TypeError on bytes that are not facts of this format."""
    (head, problems, symbols, exprs, sites, imports, stars, names, members, exports, params, declared, values, returns,
     yields, bases, type_params, decorators, expected, extensions, writes) = marshal.loads(data)  # fmt: skip
    facts = FileFacts(head[0], head[1], head[2], head[3], head[4], FileStatus(head[5]))
    facts.package, facts.condition = head[6], head[7]
    facts.problems = [ParseProblem(*p) for p in problems]
    kinds = _KINDS
    facts.symbols = [
        _new(Symbol, (kinds[s[0]], *s[1:11], tuple([_new(Parameter, p) for p in s[11]]) if s[11] else (), *s[12:]))
        for s in symbols
    ]
    facts.exprs, facts.sites = exprs, _rows(sites)
    facts.imports = [_new(Import, i) for i in imports]
    facts.stars, facts.names, facts.members, facts.exports = stars, names, members, exports
    facts.params = {k: tuple([_new(Param, p) for p in v]) for k, v in params.items()}
    facts.declared, facts.values, facts.returns, facts.yields = declared, values, returns, yields
    facts.bases = {k: tuple([_new(Base, b) for b in v]) for k, v in bases.items()}
    facts.type_params, facts.decorators, facts.expected = type_params, decorators, expected
    facts.extensions = [Extension(*e) for e in extensions]
    facts.writes = [_new(Write, w) for w in writes]
    return facts


def _columns(sites: list[Site]) -> tuple[list[str], bytes]:
    """Sites by column: kinds, and owner, expression and line as 32-bit numbers. A third of the time to read back."""
    kinds = [site[0] for site in sites]
    numbers = array("I", [s[1] for s in sites] + [s[2] for s in sites] + [s[3] for s in sites])
    return kinds, numbers.tobytes()


def _rows(columns: tuple[list[str], bytes]) -> list[Site]:
    kinds, raw = columns
    numbers = array("I")
    numbers.frombytes(raw)
    count = len(kinds)
    return list(zip(kinds, numbers[:count], numbers[count : 2 * count], numbers[2 * count :], strict=True))
