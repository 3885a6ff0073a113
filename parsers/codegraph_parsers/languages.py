"""The languages with a resolver, one folder of `lang/` each.

Adding a language changes nothing here.

`files.py` of a folder says the same of the files as its specification does, and a test checks that. A specification
takes ten milliseconds to load, and finding the language of a file needs none.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph_parsers import lang
from codegraph_parsers.lang import list_names as names
from codegraph_parsers.notebook import is_notebook, read_header

if TYPE_CHECKING:
    from codegraph_parsers.file_facts import SourceFile
    from codegraph_parsers.spec import LanguageSpec
    from codegraph_parsers.structural_table import LanguageTables

HEAD_BYTES: Final = 1 << 16
"""Bytes of a file's beginning that say what it is written in."""


class LanguageFiles(NamedTuple):
    """Names of the files of a language, as its `LanguageSpec` has them.

    `kernels` are what notebooks call the language, and `blanking` is the module and function that blank out what a cell
    says to its kernel alone. `manifests` holds names of files, `*.x` for a suffix, ends of paths in which `*` stays in
    one folder, or with a colon the module and the constant that holds them. With `reads_content`, the specification
    settles what a file with one of the suffixes is. Programs begin with a function named `main`.
    """

    title: str
    suffixes: tuple[str, ...]
    filenames: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    manifests: tuple[str, ...] = ()
    reads_content: bool = False
    kernels: tuple[str, ...] = ()
    blanking: str = ""
    main: str = "main"


@cache
def map_files() -> Mapping[str, LanguageFiles]:
    """Map every language to the names of its files, in the order of `names`."""
    return {name: importlib.import_module(f"{lang.__name__}.{name}.files").FILES for name in names()}


@cache
def load_spec(name: str) -> LanguageSpec:
    """Return the specification of a language, a structural one too.

    Raises KeyError when there is none."""
    if name not in names():
        from codegraph_parsers.outline import make_spec
        from codegraph_parsers.structural_table import load_table

        return make_spec(load_table(name))
    return importlib.import_module(f"{lang.__name__}.{name}.spec").SPEC


def find_spec(name: str) -> LanguageSpec | None:
    """Return the specification of a language.

    Returns None for one that only a repository's table describes."""
    try:
        return load_spec(name)
    except KeyError:
        return None


def is_main_name(name: str, language: str) -> bool:
    """Return whether programs of a language begin with a function of that name."""
    files = map_files().get(language)
    return name == (files.main if files is not None else "main")


@cache
def load_specs() -> tuple[LanguageSpec, ...]:
    return tuple(load_spec(name) for name in names())


@cache
def _index_files() -> tuple[dict[str, list[str]], dict[str, str], list[tuple[bytes, str]]]:
    suffixes: dict[str, list[str]] = {}
    filenames: dict[str, str] = {}
    shebangs: list[tuple[bytes, str]] = []
    for name, each in map_files().items():
        for suffix in each.suffixes:
            suffixes.setdefault(suffix, []).append(name)
        filenames.update(dict.fromkeys(each.filenames, name))
        shebangs.extend((word.encode(), name) for word in each.shebangs)
    return suffixes, filenames, shebangs


def choose_spec(source: SourceFile) -> LanguageSpec:
    """Return the specification that a file is read by.

    Raises KeyError when there is none."""
    if source.table is None:
        return load_spec(source.language)
    from codegraph_parsers.outline import make_spec

    return make_spec(source.table)


def detect(path: str, head: bytes, tables: LanguageTables | None = None) -> str | None:
    """Return the language of a file by its name, then by its first bytes (`#!`).

    Returns None when no grammar fits, or when a language that has the suffix rejects the content. Without `head`,
    returns what a file of that name may be written in. `tables` are the structural languages that the repository adds.
    """
    if is_notebook(path):
        written = read_header(head) if head else find_notebook_language()
        return written if written in map_kernels().values() else None
    suffixes, filenames, shebangs = _index_files()
    base = path.rsplit("/", 1)[-1]
    found = filenames.get(base)
    if found is not None:
        return found
    dot = base.rfind(".")
    candidates = suffixes.get(base[dot:], ()) if dot > 0 or (dot == 0 and len(base) > 1) else ()
    if candidates:
        reading = (name for name in candidates if map_files()[name].reads_content)
        settled = next((name for name in reading if _is_written_in(name, path, head)), None)
        return settled or next((name for name in candidates if not map_files()[name].reads_content), None)
    if head.startswith(b"#!"):
        line = head.split(b"\n", 1)[0]
        by_shebang = next((name for word, name in shebangs if word in line), None)
        if by_shebang is not None:
            return by_shebang
    from codegraph_parsers.catalog import find_structural

    return find_structural(path, head, tables)


@cache
def map_kernels() -> Mapping[str, str]:
    """Map what notebooks call languages to their keys."""
    from codegraph_parsers.structural_table import list_tables, load_table

    found = {kernel: key for key in list_tables() for kernel in load_table(key).notebooks.kernels}
    return found | {kernel: key for key, files in map_files().items() for kernel in files.kernels}


@cache
def find_notebook_language() -> str:
    """Return the language of notebooks that say nothing, "" where none is resolved."""
    return next((key for key, files in map_files().items() if files.kernels), "")


@cache
def load_blanking(language: str) -> Callable[[list[str]], list[str]]:
    """Return the function that blanks out what a cell says to its kernel alone."""
    files = map_files().get(language)
    if files is not None and files.blanking:
        module, _, name = files.blanking.partition(":")
        return getattr(importlib.import_module(module), name)
    from codegraph_parsers.structural_table import list_tables, load_table

    modes = load_table(language).notebooks.modes if language in list_tables() else ()
    return lambda lines: [""] * len(lines) if modes and _find_first(lines).startswith(modes) else lines


def _find_first(lines: list[str]) -> str:
    """Return the first line that is not blank."""
    return next((line for line in lines if line.strip()), "")


def _is_written_in(name: str, path: str, head: bytes) -> bool:
    detector = load_spec(name).detect
    return detector is not None and detector(path, head)


@cache
def list_manifest_names() -> frozenset[str]:
    """Return the names of files that import rules read, such as `go.mod`."""
    found: set[str] = set()
    for manifest in {manifest for each in map_files().values() for manifest in each.manifests}:
        module, _, constant = manifest.partition(":")
        found.update(getattr(importlib.import_module(module), constant) if constant else (manifest,))
    return frozenset(found)


@cache
def _list_manifest_suffixes() -> tuple[str, ...]:
    return tuple(sorted(name[1:] for name in list_manifest_names() if name.startswith("*.")))


@cache
def _compile_manifest_paths() -> re.Pattern[str]:
    """Return the pattern of the ends of paths of files that import rules read."""
    ends = sorted(name for name in list_manifest_names() if "/" in name)
    written = ("[^/]*".join(map(re.escape, end.split("*"))) for end in ends)
    return re.compile(rf"(?:.*/)?(?:{'|'.join(written)})")


def is_manifest(path: str) -> bool:
    """Return whether import rules read a file, by its name or path."""
    return (
        path.rsplit("/", 1)[-1] in list_manifest_names()
        or path.endswith(_list_manifest_suffixes())
        or _compile_manifest_paths().fullmatch(path) is not None
    )
