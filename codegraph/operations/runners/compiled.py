"""go test, cargo test, and JUnit with Maven and Gradle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.model import Holder, Runner, Surroundings, Target, Told
from codegraph.operations.runners.names import argument, distinct
from codegraph_parsers.facts import Flag, SymbolKind
from codegraph_parsers.ids import real_path

_RUST_TEST: Final = re.compile(r"^\W*(?:\w+::)*(test|bench|rstest|test_case|quickcheck|proptest)\b")


def go(targets: Sequence[Target], around: Surroundings) -> Told:
    """Packages, and one pattern of functions for all of them. What runs through another function, as methods of a
    suite do, is given by every test of its package."""
    packages: list[str] = []
    names: list[str] = []
    for target in targets:
        folder = real_path(target.row.path).rpartition("/")[0]
        packages.append(argument(f"./{folder}" if folder else "."))
        if target.holders or target.row.kind is not SymbolKind.FUNCTION or target.name == "TestMain":
            names += [row.name for row in around.siblings(target.row.path) if row.kind is SymbolKind.FUNCTION]
        else:
            names.append(target.name)
    wanted = [name for name in distinct(names) if not name.startswith("Benchmark") and name != "TestMain"]
    left_out = tuple(target.row.id for target in targets if target.name.startswith("Benchmark"))
    if not wanted:
        return Told((), left_out)
    return Told((f"-run=^({'|'.join(wanted)})$", *distinct(packages)), left_out)


def cargo(targets: Sequence[Target], around: Surroundings) -> Told:
    """Paths of tests within their crates, given to the tests themselves: `cargo test -- --exact a::b c::d`."""
    crates = sorted((m.rpartition("/")[0] for m in around.manifests if m.endswith("Cargo.toml")), key=len)
    lines: list[str] = []
    left_out: list[str] = []
    for target in targets:
        if any(_RUST_TEST.match(text) for text in target.decorators):
            module = _rust_module(real_path(target.row.path), crates)
            lines.append("::".join(filter(None, (module, target.row.qualname.replace(".", "::")))))
        elif target.row.kind is not SymbolKind.MODULE:
            left_out.append(target.row.id)  # what only helps tests
    return Told(("--", "--exact", *distinct(lines)) if lines else (), distinct(left_out))


def _rust_module(path: str, crates: Sequence[str]) -> str:
    """The path of a file's module in its crate: `src/a/mod.rs` is `a`, a file in `tests/` is a crate of its own."""
    root = next((c for c in reversed(crates) if not c or path.startswith(c + "/")), "")
    parts = path[len(root) + 1 if root else 0 :].removesuffix(".rs").split("/")
    if parts[0] in ("tests", "benches", "examples") or parts[:2] == ["src", "bin"]:
        inner = parts[1 + (parts[0] == "src") :]
        parts = inner[1:]  # the file, or the folder with its `main.rs`, is the crate
    elif parts[0] == "src":
        parts = parts[1:]
    if parts and parts[-1] in ("mod", "lib", "main"):
        parts = parts[:-1]
    return "::".join(parts)


def maven(targets: Sequence[Target], around: Surroundings) -> Told:
    by_class: dict[str, list[str]] = {}
    for holder, name in _methods(targets):
        by_class.setdefault(_binary_name(holder, around), []).append(name)
    wanted = [
        f"{name}#{'+'.join(distinct(methods))}" if all(methods) else name for name, methods in sorted(by_class.items())
    ]
    return Told((f"-Dtest={','.join(wanted)}", "-Dsurefire.failIfNoSpecifiedTests=false") if wanted else ())


def gradle(targets: Sequence[Target], around: Surroundings) -> Told:
    lines = (".".join(filter(None, (_binary_name(h, around), name))) for h, name in _methods(targets))
    return Told(tuple(f"--tests={line}" for line in distinct(lines)))


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
    return ".".join(filter(None, (around.package(holder.row.path), "$".join(row.name for row in holder.classes))))


GO: Final = Runner("go", frozenset({"go"}), ("-run=^$", "./..."), go)
CARGO: Final = Runner("cargo", frozenset({"rust"}), ("--no-run",), cargo)
MAVEN: Final = Runner("maven", frozenset({"java"}), ("--version",), maven)
GRADLE: Final = Runner("gradle", frozenset({"java"}), ("--version",), gradle)
