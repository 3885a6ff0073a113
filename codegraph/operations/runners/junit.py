"""JUnit with Maven and Gradle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import deduplicate, find_home, is_below, to_argument
from codegraph.operations.runners.test_commands import Holder, Runner, RunnerArguments, Surroundings, Target
from codegraph_parsers.file_facts import Flag, SymbolKind

_POMS: Final = frozenset({"pom.xml"})
_GRADLES: Final = frozenset({"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"})
BUILDS: Final = (*sorted(_POMS), *sorted(_GRADLES))
_PACKAGE: Final = re.compile(r"^\s*package\s+([\w.]+)", re.M)


def build_maven_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    within, targets, left_out = _select_build("--file={}/pom.xml", _POMS, targets, around)
    by_class: dict[str, list[str]] = {}
    for holder, name in _list_methods(targets):
        by_class.setdefault(_build_binary_name(holder, around), []).append(name)
    wanted = [
        f"{name}#{'+'.join(deduplicate(methods))}" if all(methods) else name
        for name, methods in sorted(by_class.items())
    ]
    chosen = (f"-Dtest={','.join(wanted)}", "-Dsurefire.failIfNoSpecifiedTests=false")
    return RunnerArguments((*within, *chosen) if wanted else (), left_out)


def build_gradle_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    within, targets, left_out = _select_build("--project-dir={}", _GRADLES, targets, around)
    lines = (".".join(filter(None, (_build_binary_name(h, around), name))) for h, name in _list_methods(targets))
    chosen = tuple(f"--tests={line}" for line in deduplicate(lines))
    return RunnerArguments((*within, *chosen) if chosen else (), left_out)


def _select_build(
    option: str, builds: frozenset[str], targets: Sequence[Target], around: Surroundings
) -> tuple[tuple[str, ...], list[Target], tuple[str, ...]]:
    """Select the build to run in.

    Returns the arguments that name the build, the tests that are in it, and the ids of the others.
    """
    found = (m for m in around.manifests if m.rpartition("/")[2] in builds)
    top = find_home(found, [target.row.path for target in targets])
    there = [target for target in targets if is_below(target.row.path, top)]
    others = deduplicate(target.row.id for target in targets if not is_below(target.row.path, top))
    return ((option.format(to_argument(top)),) if top else (), there, others)


def _list_methods(targets: Sequence[Target]) -> list[tuple[Holder, str]]:
    """Return instantiable classes, each with a method to run, "" for all.

    All methods are run if JUnit 4 changes their names by a table.
    """
    return [
        (holder, "" if target.doubtful or _has_table(holder) else target.name)
        for target in targets
        for holder in target.holders
        if not holder.row.flags & Flag.ABSTRACT and holder.row.kind is not SymbolKind.INTERFACE
    ]


def _has_table(holder: Holder) -> bool:
    return any("Parameterized" in text for text in holder.decorators)


def _build_binary_name(holder: Holder, around: Surroundings) -> str:
    found = _PACKAGE.search(around.text(holder.row.path))
    return ".".join(filter(None, (found[1] if found else "", "$".join(row.name for row in holder.classes))))


MAVEN: Final = Runner("maven", frozenset({"java", "kotlin"}), ("--version",), build_maven_arguments, ("mvn", "test"))
GRADLE: Final = Runner(
    "gradle", frozenset({"java", "kotlin"}), ("--version",), build_gradle_arguments, ("gradle", "test")
)
