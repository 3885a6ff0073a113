"""Tables that a repository adds, of structural languages and of frameworks.

A table is parsed and never executed. An invalid one is left out and reported; the others count. The contents of a table
are restricted: it may name grammars of installed packages, and files that no resolved language has.
"""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from codegraph.runtime.optional_packages import find_remedy, is_installed
from codegraph_parsers.catalog import has_name_for
from codegraph_parsers.frameworks import load_models, repository_models
from codegraph_parsers.frameworks.framework_model import ModelError
from codegraph_parsers.grammar import HANGING, PACK, get_module, get_package
from codegraph_parsers.lang import list_names
from codegraph_parsers.structural_table import (
    MANIFESTS,
    MAX_TABLE_BYTES,
    LanguageTables,
    StructuralTable,
    TableError,
    TableProblem,
    list_tables,
    load_table,
    parse_table,
)

MOST_TABLES: Final = 32
SUFFIX: Final = ".toml"


def find_tables(start: Path, name: str = MANIFESTS) -> Path | None:
    """Return the closest folder of tables, looking upwards.

    The search ends at the top of the work tree. A symbolic link does not count, because tables are files of the
    repository.
    """
    here = start.absolute()
    for folder in (here, *here.parents):
        found = folder / name
        try:
            if stat.S_ISDIR(os.lstat(found).st_mode) and not os.path.islink(found.parent):
                return found
        except OSError:
            pass
        if os.path.lexists(folder / ".git"):
            return None
    return None


def read_tables(start: Path) -> LanguageTables | None:
    """Return what a repository adds, None where it adds nothing."""
    found = _read_languages(start)
    models, problems = _read_models(start)
    if not models and not problems:
        return found
    found = found or LanguageTables()
    return replace(found, models=models, problems=(*found.problems, *problems))


def _read_models(start: Path) -> tuple[tuple[tuple[str, str], ...], tuple[TableProblem, ...]]:
    """Return the models of frameworks that a repository adds.

    What is wrong with others follows. A model that contradicts one that comes with codegraph, or one before it, is
    left out."""
    folder = find_tables(start, repository_models.FOLDER)
    if folder is None:
        return (), ()
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if not entry.is_file())
    except OSError as error:
        return (), (TableProblem(repository_models.FOLDER, f"cannot be read: {error.strerror}"),)
    sources: list[tuple[str, str]] = []
    problems: list[TableProblem] = []
    known = list(load_models())
    for name in names[: repository_models.MAX_MODELS]:
        path = repository_models.make_path(name)
        try:
            if (folder / name).is_symlink():
                raise TableError("is a link, and no folder of the repository")
            text = _read(folder / name / repository_models.FILE)
            known.append(repository_models.parse_repository_model(name, text, known))
        except (TableError, ModelError) as error:
            problems.append(TableProblem(path, str(error)))
            continue
        sources.append((path, text))
    if len(names) > repository_models.MAX_MODELS:
        left = f"left out: a repository may have {repository_models.MAX_MODELS} models, and this has {len(names)}"
        problems.append(TableProblem(repository_models.make_path(names[repository_models.MAX_MODELS]), left))
    return tuple(sources), tuple(problems)


def _read_languages(start: Path) -> LanguageTables | None:
    """Return the structural languages that a repository adds, None where it adds none."""
    folder = find_tables(start)
    if folder is None:
        return None
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX))
    except OSError as error:
        return LanguageTables(problems=(TableProblem(MANIFESTS, f"cannot be read: {error.strerror}"),))
    tables: list[StructuralTable] = []
    sources: list[tuple[str, str]] = []
    versions: list[str] = []
    problems: list[TableProblem] = []
    for name in names[:MOST_TABLES]:
        path = f"{MANIFESTS}/{name}"
        try:
            text = _read(folder / name)
            table = parse_table(name.removesuffix(SUFFIX), text)
            _check_language(table)
            versions.append(_find_version(table.grammar, str(folder.parent.parent)))
        except TableError as error:
            problems.append(TableProblem(path, str(error)))
            continue
        tables.append(table)
        sources.append((path, text))
    if len(names) > MOST_TABLES:
        left = f"left out: a repository may have {MOST_TABLES} tables, and this has {len(names)}"
        problems += [TableProblem(f"{MANIFESTS}/{name}", left) for name in names[MOST_TABLES:]]
    if not tables and not problems:
        return None
    return LanguageTables(tuple(tables), tuple(problems), tuple(versions), tuple(sources))


def _read(path: Path) -> str:
    """Return the text of a table.

    Raises TableError for anything but an ordinary file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise TableError("is no ordinary file")
            raw = file.read(MAX_TABLE_BYTES + 1)
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror}") from None
    if len(raw) > MAX_TABLE_BYTES:
        raise TableError(f"larger than {MAX_TABLE_BYTES // 1024} KiB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableError("is not UTF-8") from None


def _check_language(table: StructuralTable) -> None:
    """Raise TableError for a table that has no files of its own.

    Files of a language with a resolver do not count.
    """
    from codegraph_parsers.languages import map_files

    if table.key in list_names():
        raise TableError(f"`{table.key}` has a resolver, which a table cannot replace; use another name")
    files = table.files
    if not (files.suffixes or files.filenames or files.interpreters) and not has_name_for(table.key):
        raise TableError(f"`files.suffixes`: no language is known as `{table.key}`; say which files are written in it")
    for key, known in map_files().items():
        if table.title == known.title:
            raise TableError(f"`title`: {table.title!r} is the name of `{key}`, which has a resolver")
        taken = [each for each in (*files.suffixes, *files.filenames) if each in (*known.suffixes, *known.filenames)]
        if taken:
            raise TableError(f"`files`: {taken[0]!r} belongs to `{key}`, which has a resolver")


def _find_version(grammar: str, root: str) -> str:
    """Return the version of the installed package of a grammar.

    Raises TableError where none is installed: a module of the repository is no grammar."""
    kind, _, name = grammar.partition(":")
    if grammar in _list_own_grammars():
        return ""  # part of the fingerprint of the parser
    if kind == "pack" and name in HANGING:
        raise TableError(f"`grammar`: {grammar} is known to hang and is not loaded")
    module, package = get_module(grammar), get_package(grammar)
    version = _read_version(package) if is_installed(module) else ""
    if not version or _is_inside(module, root):
        raise TableError(f"`grammar`: no package {package} is installed beside codegraph{_add_remedy(module)}")
    if kind == "pack" and not _is_packed(name):
        raise TableError(f"`grammar`: the installed language pack has no {name!r}")
    return version


def explain_missing_grammar(grammar: str) -> str:
    """Return why a grammar cannot be loaded, without a try to load it.

    Returns "" where its package is installed."""
    kind, _, name = grammar.partition(":")
    if not is_installed(get_module(grammar)):
        return f"no package {get_package(grammar)} is installed{_add_remedy(get_module(grammar))}"
    return f"the installed language pack has no {name!r}" if kind == "pack" and not _is_packed(name) else ""


def _add_remedy(module: str) -> str:
    remedy = find_remedy(module)
    return f" ({remedy})" if remedy else ""


@lru_cache(maxsize=1)
def _list_own_grammars() -> frozenset[str]:
    return frozenset(load_table(key).grammar for key in list_tables())


@lru_cache(maxsize=64)
def _read_version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=64)
def _is_packed(name: str) -> bool:
    from importlib.util import find_spec

    from codegraph_parsers import grammar

    found = find_spec(PACK)
    for place in (found.submodule_search_locations or ()) if found is not None else ():
        if any(each.startswith(f"{name}.") for each in os.listdir(os.path.join(place, "bindings"))):
            return True
    try:
        grammar.load(f"pack:{name}")
    except grammar.GrammarError:
        return False
    return True


def _is_inside(module: str, root: str) -> bool:
    """Return whether Python would import a module from a folder."""
    from importlib.util import find_spec

    found = find_spec(module)
    origin = os.path.realpath(found.origin) if found is not None and found.origin else ""
    is_package = "site-packages" in origin or "dist-packages" in origin
    return not origin or (not is_package and origin.startswith(os.path.realpath(root) + os.sep))
