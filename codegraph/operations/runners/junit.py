"""JUnit with Maven and Gradle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.model import Holder, Runner, Surroundings, Target, Told
from codegraph.operations.runners.names import argument, distinct, home, is_below
from codegraph_parsers.facts import Flag, SymbolKind

_POMS: Final = frozenset({"pom.xml"})
_GRADLES: Final = frozenset({"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"})
BUILDS: Final = (*sorted(_POMS), *sorted(_GRADLES))
_PACKAGE: Final = re.compile(r"^\s*package\s+([\w.]+)", re.M)


def maven(targets: Sequence[Target], around: Surroundings) -> Told:
    within, targets, left_out = _within("--file={}/pom.xml", _POMS, targets, around)
    by_class: dict[str, list[str]] = {}
    for holder, name in _methods(targets):
        by_class.setdefault(_binary_name(holder, around), []).append(name)
    wanted = [
        f"{name}#{'+'.join(distinct(methods))}" if all(methods) else name for name, methods in sorted(by_class.items())
    ]
    chosen = (f"-Dtest={','.join(wanted)}", "-Dsurefire.failIfNoSpecifiedTests=false")
    return Told((*within, *chosen) if wanted else (), left_out)


def gradle(targets: Sequence[Target], around: Surroundings) -> Told:
    within, targets, left_out = _within("--project-dir={}", _GRADLES, targets, around)
    lines = (".".join(filter(None, (_binary_name(h, around), name))) for h, name in _methods(targets))
    chosen = tuple(f"--tests={line}" for line in distinct(lines))
    return Told((*within, *chosen) if chosen else (), left_out)


def _within(
    option: str, builds: frozenset[str], targets: Sequence[Target], around: Surroundings
) -> tuple[tuple[str, ...], list[Target], tuple[str, ...]]:
    """What tells the runner where the build is, the tests that are there, and the others."""
    found = (m for m in around.manifests if m.rpartition("/")[2] in builds)
    top = home(found, [target.row.path for target in targets])
    there = [target for target in targets if is_below(target.row.path, top)]
    others = distinct(target.row.id for target in targets if not is_below(target.row.path, top))
    return ((option.format(argument(top)),) if top else (), there, others)


def _methods(targets: Sequence[Target]) -> list[tuple[Holder, str]]:
    """Classes that can be made, each with a method to run, "" for all, as where JUnit 4 changes names by a table."""
    return [
        (holder, "" if target.doubtful or _has_table(holder) else target.name)
        for target in targets
        for holder in target.holders
        if not holder.row.flags & Flag.ABSTRACT and holder.row.kind is not SymbolKind.INTERFACE
    ]


def _has_table(holder: Holder) -> bool:
    return any("Parameterized" in text for text in holder.decorators)


def _binary_name(holder: Holder, around: Surroundings) -> str:
    found = _PACKAGE.search(around.text(holder.row.path))
    return ".".join(filter(None, (found[1] if found else "", "$".join(row.name for row in holder.classes))))


MAVEN: Final = Runner("maven", frozenset({"java"}), ("--version",), maven, ("mvn", "test"))
GRADLE: Final = Runner("gradle", frozenset({"java"}), ("--version",), gradle, ("gradle", "test"))
