"""Fingerprints of the code that decides what an index holds.

Hashing the sources themselves means that no change to a language folder or the resolver can be forgotten: cached
facts and committed generations notice on their own. Hashing takes longer than a point query, so what it gave is kept in
the home folder beside a stamp of the same files, by sizes and times.
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
def parser_fingerprint() -> str:
    """Changes with the parser package, the parser runtime and the grammars."""
    digest = hashlib.blake2b(digest_size=12)
    _add_sources(digest, Path(codegraph_parsers.__file__).parent)
    for name in _grammar_packages():
        digest.update(f"{name}={_version(name)}\n".encode())
    return digest.hexdigest()


@cache
def resolver_fingerprint() -> str:
    """Changes with the resolver and with how its graph is kept."""
    digest = hashlib.blake2b(digest_size=12)
    package = Path(codegraph.__file__).parent
    for part in ("resolve", "store"):
        _add_sources(digest, package / part)
    return digest.hexdigest()


@cache
def chunk_fingerprint() -> str:
    """Changes with how files are cut into chunks and what is kept of those."""
    digest = hashlib.blake2b(digest_size=12)
    folder = Path(codegraph.__file__).parent / "embed"
    for name in ("chunks.py", "entry.py", "fields.py", "marks.py", "outline.py", "terms.py"):
        digest.update((folder / name).read_bytes())
    return f"{parser_fingerprint()} {digest.hexdigest()}"


def code_fingerprint(home: Path) -> str:
    """All of the above in one text. Read from `home` where nothing was touched since it was written there."""
    stamp = _stamp()
    kept = home / "fingerprint"
    try:
        lines = kept.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        lines = []
    known = dict(zip(lines[::2], lines[1::2]))
    if text := known.get(stamp, ""):
        return text
    text = f"{chunk_fingerprint()} {resolver_fingerprint()}"
    if home.is_dir():
        part = home / f"fingerprint.{os.getpid()}"
        others = [line for pair in list(known.items())[: VERSIONS - 1] for line in pair]
        with contextlib.suppress(OSError):
            part.write_text("\n".join((stamp, text, *others)), encoding="ascii")
            part.replace(kept)
    return text


def compute_code_key(home: Path) -> str:
    """Return a short name for the version of the code behind an index.

    This is the code that decides what an index holds."""
    return hashlib.blake2b(code_fingerprint(home).encode(), digest_size=5).hexdigest()


def known_parser(home: Path) -> str:
    """`parser_fingerprint` as `code_fingerprint` keeps it: no grammar is loaded to say it."""
    return code_fingerprint(home).split(" ")[0]


def known_chunker(home: Path) -> str:
    """`chunk_fingerprint` likewise."""
    return " ".join(code_fingerprint(home).split(" ")[:2])


@cache
def _stamp() -> str:
    return source_stamp()


def source_stamp() -> str:
    """Changes when a source file is touched, or a package is installed, upgraded or removed. Never cached."""
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


def _grammar_packages() -> list[str]:
    from codegraph_parsers import languages
    from codegraph_parsers.structural_table import list_tables

    specs = (*languages.specs(), *map(languages.spec, list_tables()))
    modules = {spec.grammar.partition(":")[0] for spec in specs}
    pack = "tree-sitter-language-pack"
    return ["tree-sitter", *sorted(pack if module == "pack" else module.replace("_", "-") for module in modules)]


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import; a point query never comes here

    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
