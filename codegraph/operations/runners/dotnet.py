"""Tests of .NET with `dotnet test`, whichever framework they are written for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import deduplicate
from codegraph.operations.runners.test_commands import Holder, Runner, RunnerArguments, Surroundings, Target
from codegraph_parsers.file_facts import Flag, SymbolKind

_NAMESPACE: Final = re.compile(r"^[ \t]*namespace[ \t]+([\w.]+)", re.M)
NOTHING: Final = ("--filter=FullyQualifiedName=none",)


def build_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return a filter of tests by their full names.

    Tests with cases have more behind the name.
    """
    names = [
        ".".join(filter(None, (_build_class_name(holder, around), target.name)))
        for target in targets
        for holder in target.holders
        if not holder.row.flags & Flag.ABSTRACT and holder.row.kind is not SymbolKind.INTERFACE
    ]
    wanted = deduplicate(names)
    return RunnerArguments((f"--filter={'|'.join(f'FullyQualifiedName~{name}' for name in wanted)}",) if wanted else ())


def _build_class_name(holder: Holder, around: Surroundings) -> str:
    found = _NAMESPACE.search(around.text(holder.row.path))
    return ".".join(filter(None, (found[1] if found else "", "+".join(row.name for row in holder.classes))))


DOTNET: Final = Runner("dotnet", frozenset({"csharp"}), NOTHING, build_arguments, ("dotnet", "test"))
