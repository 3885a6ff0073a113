"""go test: packages, their module, and one pattern of functions for all of them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import deduplicate, to_argument
from codegraph.operations.runners.test_commands import Runner, RunnerArguments, Surroundings, Target
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.ids import from_printable_path

_USED: Final = re.compile(r"^\s*(?:use\s+)?\"?(\.{1,2}(?:/[^\s\"()]*)?)\"?\s*(?://.*)?$", re.M)
_CONDITION: Final = re.compile(r"\A(?:\s*//[^\n]*\n|\s*\n)*?\s*//(?:go:build|\s*\+build)\s")


def build_go_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return the arguments for go test.

    A test that runs through another function, such as a method of a suite, is selected by every test of its package. Go
    runs the tests of one module, or of those that a workspace joins, so those of others are left out.
    """
    modules = [m.rpartition("/")[0] for m in around.manifests if m.rpartition("/")[2] == "go.mod"]
    home, joined = _choose_home(targets, modules, around)
    names: list[str] = []
    folders: list[tuple[str, bool]] = []
    left_out: list[str] = []
    for target in targets:
        path = from_printable_path(target.row.path)
        if target.name.startswith("Benchmark") or _find_module(path, modules) not in joined:
            left_out.append(target.row.id)
            continue
        folder = path.rpartition("/")[0]
        folders.append((posixpath.relpath(folder or ".", home or "."), _is_conditional(target.row.path, around)))
        if target.holders or target.row.kind is not SymbolKind.FUNCTION or target.name == "TestMain":
            names += [row.name for row in around.siblings(target.row.path) if row.kind is SymbolKind.FUNCTION]
        else:
            names.append(target.name)
    wanted = [name for name in deduplicate(names) if not name.startswith("Benchmark") and name != "TestMain"]
    within = (f"-C={to_argument(home)}",) if home else ()
    if not wanted:
        return RunnerArguments((*within, *GO.nothing), deduplicate(left_out))
    return RunnerArguments((*within, f"-run=^({'|'.join(wanted)})$", *_list_packages(folders)), deduplicate(left_out))


def _list_packages(folders: Sequence[tuple[str, bool]]) -> tuple[str, ...]:
    """List the packages as arguments.

    A package that a build leaves out as a whole fails when it is named and is skipped in a pattern; but a pattern that
    matches nothing fails, too, when it is the only argument.
    """
    if all(conditional for _, conditional in folders):
        return ("./...",)
    return deduplicate(
        ("./..." if folder == "." else f"./{to_argument(folder)}/...") if conditional
        else "." if folder == "." else f"./{to_argument(folder)}"
        for folder, conditional in folders
    )  # fmt: skip


def _choose_home(targets: Sequence[Target], modules: Sequence[str], around: Surroundings) -> tuple[str, frozenset[str]]:
    """Return the folder to run in, and the modules whose tests can be run there.

    The folder is the top of the repository if that is a module or a workspace, else the module with most of the tests.
    """
    if "go.work" in around.manifests:
        return "", frozenset(posixpath.normpath(use).removeprefix(".") for use in _USED.findall(around.text("go.work")))
    if not modules or "" in modules:
        return "", frozenset([""])
    counts = Counter(_find_module(from_printable_path(target.row.path), modules) for target in targets)
    home = max(modules, key=lambda module: (counts[module], -len(module)))
    return home, frozenset([home])


def _find_module(path: str, modules: Sequence[str]) -> str:
    """Return the folder of the module that a file belongs to, "" for the top."""
    return max((m for m in modules if not m or path.startswith(m + "/")), key=len, default="")


def _is_conditional(path: str, around: Surroundings) -> bool:
    """Return whether all files of a file's package are built under a condition only.

    Such a condition is a tag.
    """
    return all(_CONDITION.match(around.text(other)) for other in around.beside(path))


GO: Final = Runner("go", frozenset({"go"}), ("-run=^$", "./..."), build_go_arguments, ("go", "test"))
