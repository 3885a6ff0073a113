#!/usr/bin/env python3
"""Tell what structural languages still lack.

  check_languages.py [KEY ...]

Each needs a table in `parsers/codegraph_parsers/structural/`, names of files, queries that fit the grammar, and a
sample in `tests/corpus/KEY/` with assertions about its definitions. What it lacks is printed, and the exit status is 1.
`--patterns` also lists the patterns of definitions that no sample has, which is no error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tree_sitter import Query, QueryCursor

from codegraph_parsers import grammar, languages
from codegraph_parsers.catalog import get_language, has_name_for, list_file_patterns
from codegraph_parsers.outline import get_outliner
from codegraph_parsers.structural_table import FOLDER, StructuralTable, TableError, list_tables, parse_table

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests" / "corpus"
SOURCE_BYTES = 1 << 16


def check_language(key: str, folder: Path = FOLDER, corpus: Path = CORPUS) -> list[str]:
    """Return what a language lacks, a sentence each."""
    path = folder / f"{key}.toml"
    if not path.is_file():
        return [f"no table {path}"]
    try:
        table = parse_table(key, path.read_text("utf-8"))
        get_outliner(table)
    except (TableError, grammar.GrammarError) as error:
        return [f"{path.name}: {error}"]
    lacks: list[str] = []
    files = table.files
    if not (files.suffixes or files.filenames or files.interpreters) and not has_name_for(key):
        lacks.append(f"{path.name}: `files.suffixes` is empty, and `catalog.py` has no language of this key")
    samples = list(list_samples(key, corpus))
    if not samples:
        patterns = " ".join(list_file_patterns(get_language(key), None)) if has_name_for(key) else ""
        lacks.append(
            f"no sample in {corpus / key}: write a file ({patterns or 'see its suffixes'}) with its definitions"
        )
    elif not any(b"> def " in sample.read_bytes() for sample in samples):
        lacks.append(f"no assertion in {corpus / key}: write `> def KIND NAME` in comments, see tests/corpus/README.md")
    return lacks


def list_samples(key: str, corpus: Path = CORPUS) -> Iterator[Path]:
    """Yield the sample files of a language."""
    for path in sorted((corpus / key).rglob("*")):
        if path.is_file() and languages.detect(_get_inner_path(path, corpus / key), _read_head(path)) == key:
            yield path


def _get_inner_path(path: Path, folder: Path) -> str:
    """Return the path of a sample in its repository.

    A folder beside single samples is a repository of its own."""
    inner = path.relative_to(folder)
    return Path(*inner.parts[1:]).as_posix() if len(inner.parts) > 1 else inner.as_posix()


def _read_head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(SOURCE_BYTES)


def list_unused_patterns(table: StructuralTable, corpus: Path = CORPUS) -> list[str]:
    """Return the patterns of definitions that match nothing in the samples."""
    loaded = grammar.load(table.grammar)
    query = Query(loaded, table.definitions)
    used: set[int] = set()
    for sample in list_samples(table.key, corpus):
        root = grammar.load_parser(table.grammar).parse(sample.read_bytes()).root_node
        used |= {number for number, _ in QueryCursor(query).matches(root)}
    text = table.definitions.encode()
    rest = (number for number in range(query.pattern_count) if number not in used)
    spans = ((query.start_byte_for_pattern(number), query.end_byte_for_pattern(number)) for number in rest)
    return [" ".join(text[start:end].decode().split()) for start, end in spans]


def main() -> int:
    """Print what languages lack."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("keys", nargs="*", metavar="KEY", help="default: every language with a table")
    arguments.add_argument("--patterns", action="store_true", help="list patterns that no sample has")
    options = arguments.parse_args()
    lacks = {key: check_language(key) for key in options.keys or list_tables()}
    for key, sentences in lacks.items():
        for sentence in sentences:
            print(f"{key}: {sentence}")
        if options.patterns and not sentences:
            table = parse_table(key, (FOLDER / f"{key}.toml").read_text("utf-8"))
            for pattern in list_unused_patterns(table):
                print(f"{key}: no sample has {pattern[:150]}")
    return 1 if any(lacks.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
