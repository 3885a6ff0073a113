"""Resolution of names that a person gives.

They are an id, a qualified name or its suffix, a bare name, `FILE:LINE[:COL]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.query_results import DECLARING, Meaning, SymbolRow
from codegraph.store.nearest import build_nearest_hint
from codegraph.store.reader import SOURCE_ORDER, Reader
from codegraph.store.schema import KIND_CODE
from codegraph.store.symbol_query import Position, are_same_parameters, normalize_path, parse_pasted, parse_position
from codegraph_parsers.file_facts import Flag, Parameter, SymbolKind
from codegraph_parsers.ids import parse_id, split_suffix
from codegraph_parsers.notebook import find_cell_line, find_text_line

_IN_FILE: Final = re.compile(r"(?P<path>[^:#]*[./][^:#]*)(?:::?|#)(?P<name>[^:#\d].*)")
_PARAMETERS: Final = re.compile(r"\[.*\]$")  # of one case of a test, as runners show it
_SEPARATOR: Final = re.compile(r"::|[.#/\\]|->")
_ENDPOINT: Final = re.compile(r"(?:[a-z]+:)?(?P<name>[A-Z]+ \S*)")
_NAMED_ENDPOINT: Final = re.compile(r"[a-z]+:(?P<name>\S+)")
_LISTED: Final = 8


_CALLED: Final = frozenset(
    (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY, SymbolKind.MACRO)
)
_HELD: Final = frozenset((SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT))


IsSecondary = Callable[[SymbolRow], bool]
"""Test for definitions that give way to others of their name: tests, vendored code, declarations."""


def find_one_symbol(reader: Reader, text: str, is_secondary: IsSecondary = lambda _: False) -> SymbolRow:
    """Return the one symbol that `text` names.

    Raises AmbiguousError or NotFoundError, each listing the candidates.
    """
    found = resolve_meaning(reader, text, is_secondary).symbols
    if len(found) > 1:
        found = [row for row in found if not row.path.endswith(DECLARING)] or found
    if len(found) > 1:
        raise _build_ambiguity_error(normalize_text(text), found)
    return found[0]


def resolve_meaning(reader: Reader, text: str, is_secondary: IsSecondary = lambda _: False) -> Meaning:
    """Return the symbol that `text` names, or every overload of it.

    Definitions that share their qualified name are one result. So are a method and the field that it is named after,
    the method first, and declarations of it in a file of declarations. Of different definitions the only one that is
    not secondary is chosen.

    Raises AmbiguousError where it names different symbols, and NotFoundError, each listing the candidates.
    """
    text = normalize_text(text)
    found = find_symbols(reader, text)
    if not text.strip():
        raise NotFoundError("the name of the symbol is empty", hint="give a name, an id, or FILE:LINE")
    if not found:
        _check_line(reader, text)
        pasted = parse_pasted(text)
        parts = _split_name(pasted.name if pasted is not None else split_suffix(text)[0])
        raise NotFoundError(f"no symbol `{text}`", hint=build_nearest_hint(reader, text, _parse_path(text), parts))
    found = _drop_constructors(found)
    alike = _select_definitions(found) or _join_declarations(found)
    if alike:
        return Meaning(alike, [])
    primary = [row for row in found if not is_secondary(row)]
    alike = primary and (_select_definitions(primary) or _join_declarations(primary))
    if not alike:
        raise _build_ambiguity_error(text, found)
    return Meaning(alike, _order_by_language([row for row in found if row not in alike]))


def _build_ambiguity_error(text: str, found: Sequence[SymbolRow]) -> AmbiguousError:
    candidates = [row.id for row in _order_by_language(found)[:_LISTED]]
    listed = "\n".join(f"  {id}" for id in candidates)
    more = f"\n  … and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return AmbiguousError(f"`{text}` names {len(found)} symbols", f"give one of\n{listed}{more}", candidates)


def _order_by_language(found: Sequence[SymbolRow]) -> list[SymbolRow]:
    """Return symbols of every language in turns, tests last.

    The first few of a long list would otherwise be no sample of it.
    """
    by_language: dict[tuple[bool, str], list[SymbolRow]] = {}
    for row in sorted(found, key=lambda row: row.is_test):
        by_language.setdefault((row.is_test, row.language), []).append(row)
    turns = [row for same in zip_longest(*by_language.values()) for row in same if row is not None]
    return sorted(turns, key=lambda row: row.is_test)


def _drop_constructors(found: list[SymbolRow]) -> list[SymbolRow]:
    """Drop the constructors of types that are also found.

    A constructor is asked for by its place or its parameters. Its callers are among the users of the type.
    """
    types = {(row.language, row.qualname) for row in found if row.kind is not SymbolKind.CONSTRUCTOR}
    return [
        row
        for row in found
        if row.kind is not SymbolKind.CONSTRUCTOR or (row.language, row.qualname.rpartition(".")[0]) not in types
    ]


def _select_definitions(found: list[SymbolRow]) -> list[SymbolRow]:
    """Return the definitions among `found` when all have one qualified name.

    Else the result is empty. Declarations, and signatures of a body that is elsewhere, are no other symbols.
    Definitions of one name in two files are different symbols, unless one file declares all of them.
    """
    if any(row.qualname != found[0].qualname for row in found):
        return found if len(found) == 1 else []
    real = [row for row in found if not row.flags & (Flag.DECLARATION | Flag.OVERLOAD)]
    if len(found) == 1 or len(real) == 1:
        return real or found
    kept = real or found
    called = [row for row in kept if row.kind in _CALLED]
    held = [row for row in kept if row.kind in _HELD]
    if not called or len(called) + len(held) < len(kept):
        return []
    if held:
        return [*called, *held] if len({row.path for row in kept}) == 1 else []
    homes: dict[str, list[str]] = {row.path: [] for row in found}
    for row in found:
        if row not in kept:
            homes[row.path].append(_get_signature(row))
    return kept if any(_are_declared(signatures, path, kept) for path, signatures in homes.items()) else []


def _join_declarations(found: list[SymbolRow]) -> list[SymbolRow]:
    """Return the definitions at one place together with their declarations.

    The declarations are in files of declarations. The result is empty when the symbols may be different ones.
    """
    told = [row for row in found if row.path.endswith(DECLARING)]
    real = [row for row in found if row not in told]
    alike = real and told and len({row.qualname for row in found}) == 1 and _select_definitions(real)
    return [*alike, *told] if alike else []


def _are_declared(signatures: list[str], path: str, rows: Sequence[SymbolRow]) -> bool:
    """Return whether all rows are in the file `path` or have declarations in it.

    The declarations have those signatures. An id has a signature only where its own file has several symbols of the
    name.
    """
    elsewhere = [_get_signature(row) for row in rows if row.path != path]
    return len(elsewhere) <= len(signatures) and all(not one or one in signatures for one in elsewhere)


def _get_signature(row: SymbolRow) -> str:
    parts = parse_id(row.id)
    return parts.suffix if parts is not None else ""


def find_containing(
    reader: Reader, text: str, *, kinds: Sequence[SymbolKind], tests: bool | None, limit: int
) -> list[SymbolRow]:
    """Return the symbols whose name or qualified name contains `text`.

    ASCII letters match in either case. Whole names come first, and those in the same case before others. Then come
    names that begin with the text, then shorter ones; tests are last. `tests` selects only tests, only other symbols,
    or with None both.
    """
    text = normalize_text(text)
    part = re.sub(r"([\\%_])", r"\\\1", text)
    clauses = ["(s.name LIKE :inside ESCAPE '\\' OR COALESCE(c.prefix, '') || s.name LIKE :inside ESCAPE '\\')"]
    if kinds:
        clauses.append(f"s.kind IN ({','.join(str(KIND_CODE[kind]) for kind in kinds)})")
    if tests is not None:
        clauses.append(f"{'' if tests else 'NOT '}(s.flags & {int(Flag.TEST)})")
    order = (
        f"ORDER BY s.name = :text DESC, s.name = :text COLLATE NOCASE DESC, s.name LIKE :start ESCAPE '\\' DESC, "
        f"s.flags & {int(Flag.TEST)}, length(s.name), {SOURCE_ORDER} LIMIT :limit"
    )
    values = {"inside": f"%{part}%", "start": f"{part}%", "text": text, "limit": limit}
    return list(reader.iterate_symbols(" AND ".join(clauses), values, order))


def find_abbreviated(reader: Reader, letters: str, *, limit: int) -> list[SymbolRow]:
    """Return symbols whose qualified name contains these letters in this order.

    They may be in either case. Tests come last, shorter names first.
    """
    pattern = "%".join(re.sub(r"([\\%_])", r"\\\1", letter) for letter in normalize_text(letters))
    clause = "COALESCE(c.prefix, '') || s.name LIKE :inside ESCAPE '\\'"
    order = f"ORDER BY s.flags & {int(Flag.TEST)}, length(s.name), {SOURCE_ORDER} LIMIT :limit"
    return list(reader.iterate_symbols(clause, {"inside": f"%{pattern}%", "limit": limit}, order))


def normalize_text(text: str) -> str:
    """Return `text` in a form that the database can hold.

    Under a locale that is not UTF-8, arguments come with escaped bytes.
    """
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def strip_root(text: str, root: Path) -> str:
    """Return `text` without the path of the repository, if it begins with that.

    Agents name files by their whole path.
    """
    text = text.removeprefix("file://") if text.startswith("file:///") else text
    if not text.startswith("/"):
        return text
    for folder in (root, root.resolve()):
        if text.startswith(f"{folder}/"):
            return text[len(str(folder)) :].lstrip("/")
    return "" if text.rstrip("/") in (str(root), str(root.resolve())) else text


def find_symbols(reader: Reader, text: str, *, limit: int | None = None) -> list[SymbolRow]:
    """Find every symbol that `text` may name.

    The result is that of the most specific reading that matches anything.
    """
    text = normalize_text(text).strip().strip("`")
    if not text:
        return []
    for reading in (
        _find_by_id,
        _find_endpoints,
        _find_by_position,
        _find_by_path,
        _find_by_name,
        _find_by_source_text,
    ):
        found = reading(reader, text)
        if found:
            return found[:limit]
    return []


def _find_by_id(reader: Reader, text: str) -> list[SymbolRow]:
    parts = parse_id(text)
    if parts is None:
        return []
    rows = reader.list_file_symbols(parts.path)
    return [row for row in rows if row.id == text] or [
        row for row in rows if row.language == parts.language and row.qualname == parts.qualname and not parts.suffix
    ]


def _find_endpoints(reader: Reader, text: str) -> list[SymbolRow]:
    """Find endpoints by their names: `GET /users`, `http:GET /users`, `topic:orders`.

    Only methods and paths may stand without a protocol."""
    named = _NAMED_ENDPOINT.fullmatch(text)
    if named is not None:
        rows = reader.list_symbols("s.name = ? AND s.kind = ?", (named["name"], KIND_CODE[SymbolKind.ENDPOINT]))
        return [row for row in rows if row.qualname == text]
    found = _ENDPOINT.fullmatch(text)
    if found is None:
        return []
    return reader.list_symbols("s.name = ? AND s.kind = ?", (found["name"], KIND_CODE[SymbolKind.ENDPOINT]))


def _find_by_position(reader: Reader, text: str) -> list[SymbolRow]:
    place = parse_position(text)
    if place is None:
        return []
    lines = {path: _find_line(reader, path, place) for path in _find_paths(reader, place.path)}
    return [
        row for path, line in lines.items() if line for row in find_symbols_at(reader, path, line, place.column or None)
    ]


def _find_line(reader: Reader, path: str, place: Position) -> int:
    """Return the line of a file to which a place refers, 0 where the file has none."""
    if place.cell is None:
        return place.line if place.line <= _count_lines(reader, path) else 0
    (row,) = reader.list_files("path = ?", (path,))
    line = find_text_line(row.cells, place.cell, place.line)
    found = find_cell_line(row.cells, line) if line <= row.lines else None
    return line if found is not None and found.cell == place.cell else 0


def _count_lines(reader: Reader, path: str) -> int:
    return max(1, reader.execute("SELECT lines FROM files WHERE path = ?", (path,))[0][0])


def _check_line(reader: Reader, text: str) -> None:
    """Check that `text` names no line after the end of its file.

    Raises NotFoundError when it names a single file that has no such line.
    """
    place = parse_position(text)
    files = _find_paths(reader, place.path) if place is not None else []
    if place is not None and len(files) == 1:
        last = _count_lines(reader, files[0])
        if place.cell is not None:
            raise NotFoundError(
                f"{files[0]} has no line {place.line} in cell {place.cell}",
                hint=f"cells of every kind count, from 1; `codegraph symbol {files[0]}` lists the definitions",
            )
        raise NotFoundError(
            f"{files[0]} has no line {place.line}", hint=f"it has {last} line{'s' * (last != 1)} in the index"
        )


def find_symbols_at(reader: Reader, path: str, line: int, column: str | None = None) -> list[SymbolRow]:
    """Return the symbol defined at a line (and column).

    Without one, the result is the innermost symbol around the line, or else the module.
    """
    rows = [r for r in reader.list_file_symbols(path) if r.start_line <= line <= r.end_line or r.parent < 0]
    named = [row for row in rows if row.line == line]
    if named and column is not None:
        at = int(column)
        # Editors count columns from 1, compilers often from 0: either end of the name is accepted.
        named = [r for r in named if r.column <= at <= r.column + len(r.name)] or named
    if named:
        return named[:1] if column is not None else [min(named, key=lambda r: (r.column, r.node))]
    return [min(rows, key=lambda r: (r.end_line - r.start_line, -r.node))] if rows else []


def _find_by_path(reader: Reader, text: str) -> list[SymbolRow]:
    """Find a file's module by its path or the end of it."""
    if "/" not in text and "." not in text:
        return []
    return reader.list_modules(_find_paths(reader, text))


def _parse_path(text: str) -> str:
    """Return the file of `FILE:LINE`, "" for a text without a line."""
    place = parse_position(text)
    return place.path if place is not None else ""


def _find_paths(reader: Reader, text: str) -> list[str]:
    """Return files with symbols by their path or the end of one.

    The path may be spelt as it is stored, or as systems and links spell it.
    """
    other = normalize_path(text)
    return _list_paths_ending(reader, text.removeprefix("./")) or (
        _list_paths_ending(reader, other) if other != text else []
    )


def _list_paths_ending(reader: Reader, path: str) -> list[str]:
    whole = path.removeprefix("/")  # what begins with the root is no end of a path
    exact = reader.execute("SELECT path FROM files WHERE path = ? AND symbols > 0", (whole,))
    if exact or whole != path:
        return [row[0] for row in exact]
    rows = reader.execute(
        "SELECT path FROM files WHERE substr(path, -?) = ? AND symbols > 0 ORDER BY path", (len(path) + 1, "/" + path)
    )
    return [row[0] for row in rows]


def _find_by_source_text(reader: Reader, text: str) -> list[SymbolRow]:
    """Find symbols by a signature or a call, from its name and its parameters."""
    pasted = parse_pasted(text)
    found = _find_by_name(reader, pasted.name) if pasted is not None else []
    if pasted is None or not pasted.parameters:
        return found
    return [
        row
        for row in found
        if are_same_parameters(pasted.parameters, [Parameter(*p) for p in reader.read_details(row).parameters])
    ]


def _find_by_name(reader: Reader, text: str) -> list[SymbolRow]:
    plain, suffix = split_suffix(text)
    place = _IN_FILE.fullmatch(plain)
    if place is not None:
        found = _filter_by_signature(_find_in_file(reader, place["path"], _PARAMETERS.sub("", place["name"])), suffix)
        if found:
            return found
    parts = _split_name(plain)
    if not parts:
        return []
    candidates = reader.list_symbols("s.name = ?", (parts[-1],))
    modules = [row for row in candidates if row.kind is SymbolKind.MODULE]
    candidates = [row for row in candidates if row.kind is not SymbolKind.MODULE] or modules
    candidates = _filter_by_signature(candidates, suffix)
    if len(parts) == 1:
        return sorted(candidates, key=_rank_prominence)
    exact = [row for row in candidates if _has_suffix(row, parts)]
    if exact:
        whole = [row for row in exact if _SEPARATOR.split(row.qualname) == parts]
        return sorted(whole or exact, key=_rank_prominence)
    return sorted((row for row in candidates if _is_spelling(row, parts)), key=_rank_prominence)


def _split_name(name: str) -> list[str]:
    return [part for part in _SEPARATOR.split(name) if part]


def _find_in_file(reader: Reader, path: str, name: str) -> list[SymbolRow]:
    """Find symbols of one qualified name below a path or the end of one.

    Such a text is the end of an id, or what test runners print.
    """
    parts, end = _split_name(name), "/" + path.removeprefix("./")
    candidates = reader.list_symbols("s.name = ?", (parts[-1],)) if parts else []
    return [row for row in candidates if _split_name(row.qualname) == parts and f"/{row.path}".endswith(end)]


def _filter_by_signature(rows: list[SymbolRow], suffix: str) -> list[SymbolRow]:
    """Return the rows whose ids end with a signature.

    Empty brackets are also used for any function.
    """
    same = [row for row in rows if row.id.endswith(suffix)]
    return same or (rows if suffix == "()" else [])


def _rank_prominence(row: SymbolRow) -> tuple[bool, int, str, int]:
    return row.is_test, row.qualname.count("."), row.path, row.node


def _list_chains(row: SymbolRow) -> list[list[str]]:
    """Return the possible spellings of the symbol's qualified name.

    One has the file's stem, one does not (`__init__`, packages).
    """
    *folders, base = row.path.split("/")
    inner = _split_name(row.qualname)
    stem = base.split(".", 1)[0]
    return [[*folders, stem, *inner], [*folders, *inner]]


def _has_suffix(row: SymbolRow, parts: Sequence[str]) -> bool:
    return any(chain[-len(parts) :] == list(parts) for chain in _list_chains(row))


def _is_spelling(row: SymbolRow, parts: Sequence[str]) -> bool:
    """Return whether a name can be a spelling of the symbol.

    The qualified name ends as asked, and the rest occurs in order in the path: `crate::module::Type` skips `src`.
    """
    inner = _split_name(row.qualname)
    if len(inner) < len(parts):
        if inner != list(parts[-len(inner) :]):
            return False
        chain = iter(_list_chains(row)[0][: -len(inner)])
        wanted = [part for part in parts[: -len(inner)] if part not in ("crate", "self")]
        # Each test reads on where the last one stopped; packages are often named with dashes where code has none.
        return all(any(part in (step, step.replace("-", "_")) for step in chain) for part in wanted)
    return False
