"""Fingerprints of the code that decides the content of an index.

The sources themselves are hashed, so no change to a language folder or the resolver can be forgotten: cached facts and
committed generations notice on their own. Hashing takes longer than a point query, so its result is cached in the home
folder together with a stamp of the same files, made of sizes and times.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Final

import codegraph
import codegraph_parsers

_SUFFIXES: Final = (".py", ".scm", ".toml")

VERSIONS: Final = 4
"""Versions of the code whose fingerprints a home folder keeps: those that share it take turns."""


@cache
def compute_parser_fingerprint() -> str:
    """Return a hash of the parser package, the parser runtime and the grammars."""
    digest = hashlib.blake2b(digest_size=12)
    _add_sources(digest, Path(codegraph_parsers.__file__).parent)
    for name in _list_grammar_packages():
        digest.update(f"{name}={_read_version(name)}\n".encode())
    return digest.hexdigest()


@cache
def compute_resolver_fingerprint() -> str:
    """Return a hash of the resolver and of the storage of its graph."""
    digest = hashlib.blake2b(digest_size=12)
    package = Path(codegraph.__file__).parent
    for part in ("resolve", "store"):
        _add_sources(digest, package / part)
    return digest.hexdigest()


@cache
def compute_chunk_fingerprint() -> str:
    """Return a hash of the code that cuts files into chunks and encodes them."""
    digest = hashlib.blake2b(digest_size=12)
    folder = Path(codegraph.__file__).parent / "embed"
    for name in ("chunks.py", "search_record.py", "fields.py", "term_fields.py", "defined_names.py", "terms.py"):
        digest.update((folder / name).read_bytes())
    return f"{compute_parser_fingerprint()} {digest.hexdigest()}"


def load_code_fingerprint(home: Path) -> str:
    """Return all of the fingerprints in one text.

    It is read from `home` if no source has changed since it was written there.
    """
    stamp = _get_source_stamp()
    kept = home / "fingerprint"
    try:
        lines = kept.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        lines = []
    known = dict(zip(lines[::2], lines[1::2]))
    if text := known.get(stamp, ""):
        return text
    text = f"{compute_chunk_fingerprint()} {compute_resolver_fingerprint()}"
    if home.is_dir():
        part = home / f"fingerprint.{os.getpid()}"
        others = [line for pair in list(known.items())[: VERSIONS - 1] for line in pair]
        with contextlib.suppress(OSError):
            part.write_text("\n".join((stamp, text, *others)), encoding="ascii")
            part.replace(kept)
    return text


def compute_code_key(home: Path) -> str:
    """Return a short name for the version of the code that decides an index."""
    return hashlib.blake2b(load_code_fingerprint(home).encode(), digest_size=5).hexdigest()


def load_parser_fingerprint(home: Path) -> str:
    """Return `compute_parser_fingerprint` from the cache of `load_code_fingerprint`.

    No grammar is loaded for it.
    """
    return load_code_fingerprint(home).split(" ")[0]


def load_chunk_fingerprint(home: Path) -> str:
    """Return `compute_chunk_fingerprint` from the cache of `load_code_fingerprint`."""
    return " ".join(load_code_fingerprint(home).split(" ")[:2])


@cache
def _get_source_stamp() -> str:
    return compute_source_stamp()


def compute_source_stamp() -> str:
    """Return a stamp of the source files and the installed packages.

    It changes when a source file is touched, or a package is installed, upgraded or removed. It is never cached.
    """
    digest = hashlib.blake2b(digest_size=12)
    package = Path(codegraph.__file__).parent
    for folder in (package / "resolve", package / "store", package / "embed", Path(codegraph_parsers.__file__).parent):
        for place, folders, names in os.walk(folder):
            folders.sort()
            for path in (os.path.join(place, name) for name in sorted(names) if name.endswith(_SUFFIXES)):
                seen = os.stat(path)
                digest.update(os.fsencode(f"{path} {seen.st_size} {seen.st_mtime_ns}\n"))
    for place in sys.path:
        with contextlib.suppress(OSError):
            if "-packages" in place:
                digest.update(os.fsencode(f"{place} {os.stat(place).st_mtime_ns}\n"))
    return digest.hexdigest()


def _add_sources(digest: hashlib.blake2b, folder: Path) -> None:
    for path in sorted(p for p in folder.rglob("*") if p.suffix in _SUFFIXES):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")


def _list_grammar_packages() -> list[str]:
    from codegraph_parsers import grammar, languages
    from codegraph_parsers.structural_table import list_tables

    specs = (*languages.load_specs(), *map(languages.load_spec, list_tables()))
    return ["tree-sitter", *sorted({grammar.get_package(spec.grammar) for spec in specs})]


def _read_version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import; a point query never comes here

    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
