"""Names that can be resolved only with more of the tree than its symbols.

Other code spells names with the package that contains them: `example.org/shop.Cart`, `shop_core::Cart`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, TypeVar

from codegraph.errors import NotFoundError
from codegraph.query_results import DECLARING, SymbolRow
from codegraph.search.path_roles import Place, classify_path
from codegraph.store.symbol_names import strip_root
from codegraph_parsers.file_facts import Flag

if TYPE_CHECKING:
    from codegraph.query.index import Index
    from codegraph.query_results import CodeHit

MOST: Final = 100
"""Manifests that are read: a name that is not found is an error soon, in a tree of a thousand packages as well."""

MOST_BYTES: Final = 1_000_000
_SEPARATORS: Final = "./:#"
_SECONDARY: Final = frozenset((Place.TEST, Place.GENERATED, Place.VENDORED, Place.STUB))
_Found = TypeVar("_Found")


def is_secondary(row: SymbolRow) -> bool:
    """Return whether another definition of the same name takes precedence.

    A secondary definition is a test, generated or vendored code, or a declaration of something defined elsewhere.
    """
    return (
        row.is_test
        or bool(row.flags & Flag.DECLARATION)
        or row.path.endswith(DECLARING)
        or classify_path(row.path) in _SECONDARY
    )


def resolve_name(index: Index, ask: Callable[[str], _Found], text: str) -> _Found:
    """Return what `ask` finds for a name that a person gave.

    Raises AmbiguousError, or NotFoundError with a hint."""
    text = strip_root(text, index.root)
    try:
        return ask(text)
    except NotFoundError as error:
        if rest := find_in_packages(text, index.root, index):
            return ask(rest)
        if found := index.find_scanned(text):
            error.hint = _describe_places(index, found)
        elif missing := index.describe_missing_text():
            error.hint = f"{error.hint}\n{missing}" if error.hint else missing
        raise


def _describe_places(index: Index, found: list[CodeHit]) -> str:
    """Describe where a name is defined that is no symbol.

    It is no symbol because its language is not analysed.
    """
    languages = dict.fromkeys(index.get_unanalysed_language(hit.file) or "text" for hit in found)
    places = ", ".join(f"{hit.file}:{hit.start}-{hit.end}" for hit in found)
    told = " and ".join(languages)
    verb = "is" if len(languages) == 1 else "are"
    return f"{told} {verb} searchable, not analysed, so its callers and callees are unknown; read {places}"


def find_in_packages(text: str, root: Path, index: Index) -> str:
    """Return what `text` names in a package of the tree, without the package's name.

    The result is "" when it names nothing there.
    """
    from codegraph.manifests.manifest_reader import NAMES, read_manifests

    texts = {path: _read(root / path) for path in index.find_paths_named(NAMES)[:MOST]}
    for package in read_manifests(texts).packages:
        rest = _strip_package(text, package.name)
        folder = PurePosixPath(package.manifest).parent
        found = [row for row in index.find(rest) if folder in PurePosixPath(row.path).parents] if rest else []
        if found:
            return found[0].id if len(found) == 1 else rest
    return ""


def _read(path: Path) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _strip_package(text: str, name: str) -> str:
    """Return the part of a name after the name of its package.

    Code may spell the package with underscores. The result is "" when the name does not begin with the package.
    """
    for spelt in (name, name.replace("-", "_")):
        if spelt and text.startswith(spelt) and text[len(spelt) : len(spelt) + 1] in tuple(_SEPARATORS):
            return text[len(spelt) :].lstrip(_SEPARATORS)
    return ""
