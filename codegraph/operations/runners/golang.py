"""go test: which packages, in which module, and one pattern of functions for all of them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.model import Runner, Surroundings, Target, Told
from codegraph.operations.runners.names import argument, distinct
from codegraph_parsers.facts import SymbolKind
from codegraph_parsers.ids import real_path

_USED: Final = re.compile(r"^\s*(?:use\s+)?\"?(\.{1,2}(?:/[^\s\"()]*)?)\"?\s*(?://.*)?$", re.M)
_CONDITION: Final = re.compile(r"\A(?:\s*//[^\n]*\n|\s*\n)*?\s*//(?:go:build|\s*\+build)\s")


def go(targets: Sequence[Target], around: Surroundings) -> Told:
    """What runs through another function, as methods of a suite do, is given by every test of its package. Go runs the
    tests of one module, or of those that a workspace joins, so those of others are left out."""
    modules = [m.rpartition("/")[0] for m in around.manifests if m.rpartition("/")[2] == "go.mod"]
    home, joined = _home(targets, modules, around)
    names: list[str] = []
    folders: list[tuple[str, bool]] = []
    left_out: list[str] = []
    for target in targets:
        path = real_path(target.row.path)
        if target.name.startswith("Benchmark") or _module(path, modules) not in joined:
            left_out.append(target.row.id)
            continue
        folder = path.rpartition("/")[0]
        folders.append((posixpath.relpath(folder or ".", home or "."), _is_conditional(target.row.path, around)))
        if target.holders or target.row.kind is not SymbolKind.FUNCTION or target.name == "TestMain":
            names += [row.name for row in around.siblings(target.row.path) if row.kind is SymbolKind.FUNCTION]
        else:
            names.append(target.name)
    wanted = [name for name in distinct(names) if not name.startswith("Benchmark") and name != "TestMain"]
    within = (f"-C={argument(home)}",) if home else ()
    if not wanted:
        return Told((*within, *GO.nothing), distinct(left_out))
    return Told((*within, f"-run=^({'|'.join(wanted)})$", *_packages(folders)), distinct(left_out))


def _packages(folders: Sequence[tuple[str, bool]]) -> tuple[str, ...]:
    """A package that a build leaves out as a whole fails when it is named, and is passed over in a pattern; but a
    pattern that matches nothing fails, too, when it is all there is."""
    if all(conditional for _, conditional in folders):
        return ("./...",)
    return distinct(
        ("./..." if folder == "." else f"./{argument(folder)}/...") if conditional
        else "." if folder == "." else f"./{argument(folder)}"
        for folder, conditional in folders
    )  # fmt: skip


def _home(targets: Sequence[Target], modules: Sequence[str], around: Surroundings) -> tuple[str, frozenset[str]]:
    """The folder to run in, and the modules whose tests can be run there: the top of the repository where it is a
    module or a workspace, else the module with most of the tests."""
    if "go.work" in around.manifests:
        return "", frozenset(posixpath.normpath(use).removeprefix(".") for use in _USED.findall(around.text("go.work")))
    if not modules or "" in modules:
        return "", frozenset([""])
    counts = Counter(_module(real_path(target.row.path), modules) for target in targets)
    home = max(modules, key=lambda module: (counts[module], -len(module)))
    return home, frozenset([home])


def _module(path: str, modules: Sequence[str]) -> str:
    """The folder of the module that a file belongs to, "" for the top."""
    return max((m for m in modules if not m or path.startswith(m + "/")), key=len, default="")


def _is_conditional(path: str, around: Surroundings) -> bool:
    """Whether every file of the package of a file is only built under some condition, such as a tag."""
    return all(_CONDITION.match(around.text(other)) for other in around.beside(path))


GO: Final = Runner("go", frozenset({"go"}), ("-run=^$", "./..."), go, ("go", "test"))
