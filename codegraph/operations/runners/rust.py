"""cargo test: paths of tests within their crates."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import deduplicate, find_home, is_below, to_argument
from codegraph.operations.runners.test_commands import Runner, RunnerArguments, Surroundings, Target
from codegraph_parsers.file_facts import SymbolKind
from codegraph_parsers.ids import from_printable_path

_TEST: Final = re.compile(r"^\W*(?:\w+::)*(test|bench|rstest|test_case|quickcheck|proptest)\b")
_ATTRIBUTES: Final = r"(?:\s*#\[[^\]]*\])*\s*"
_PLACED: Final = re.compile(
    rf"#\[path\s*=\s*\"([^\"]+)\"\s*\]{_ATTRIBUTES}(?:pub(?:\s*\([^)]*\))?\s+)?mod\s+(?:r#)?(\w+)\s*;"
)


def build_cargo_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return the arguments of the test programs: `cargo test -- --exact a::b c::d`."""
    crates = sorted((m.rpartition("/")[0] for m in around.manifests if m.endswith("Cargo.toml")), key=len)
    top = find_home((m for m in around.manifests if m.endswith("Cargo.toml")), [target.row.path for target in targets])
    lines: list[str] = []
    left_out: list[str] = []
    for target in targets:
        if not is_below(target.row.path, top):
            left_out.append(target.row.id)
        elif any(_TEST.match(text) for text in target.decorators):
            module = _find_module(target.row.path, crates, around)
            lines.append("::".join((*module, target.row.qualname.replace(".", "::"))))
        elif target.row.kind is not SymbolKind.MODULE:
            left_out.append(target.row.id)  # what only helps tests
    within = (f"--manifest-path={to_argument(f'{top}/Cargo.toml')}",) if top else ()
    told = (*within, "--", "--exact", *deduplicate(lines)) if lines else (*within, *CARGO.nothing)
    return RunnerArguments(told, deduplicate(left_out))


def _find_module(path: str, crates: Sequence[str], around: Surroundings, depth: int = 4) -> tuple[str, ...]:
    """Return the path of a file's module in its crate.

    `src/a/mod.rs` is `a`, a file in `tests/` is a crate of its own, and an attribute may place a file anywhere.
    """
    real = from_printable_path(path)
    root = next((c for c in reversed(crates) if not c or real.startswith(c + "/")), "")
    parts = real[len(root) + 1 if root else 0 :].removesuffix(".rs").split("/")
    if parts[0] in ("tests", "benches", "examples") or parts[:2] == ["src", "bin"]:
        inner = parts[1 + (parts[0] == "src") :]
        parts = inner[1:]  # the file, or the folder with its `main.rs`, is the crate
    elif parts[0] == "src":
        parts = parts[1:]
    if parts and parts[-1] in ("mod", "lib", "main"):
        parts = parts[:-1]
    if parts and depth and not _is_declared(path, parts[-1], around):
        for other, name in _find_placing(path, root, around):
            return (*_find_module(other, crates, around, depth - 1), name)
    return tuple(parts)


def _is_declared(path: str, name: str, around: Surroundings) -> bool:
    """Return whether the parent module of a file declares it."""
    folder, _, base = path.rpartition("/")
    if base == "mod.rs":
        folder = folder.rpartition("/")[0]
    top = f"{folder}/" if folder else ""
    said = re.compile(rf"(\"\s*\]{_ATTRIBUTES})?\bmod\s+(?:r#)?{re.escape(name)}\s*[;{{]")
    for above in (f"{top}mod.rs", f"{top}lib.rs", f"{top}main.rs", f"{folder}.rs"):
        if above != path and any(not found[1] for found in said.finditer(around.text(above))):
            return True
    return False


def _find_placing(path: str, root: str, around: Surroundings) -> list[tuple[str, str]]:
    """Find files that place a file by an attribute, each with its name there.

    They are in the folder of the file or above it in its crate.
    """
    found: list[tuple[str, str]] = []
    folder = path.rpartition("/")[0]
    while True:
        here = f"{folder}/" if folder else ""
        for other in around.beside(f"{here}_.rs"):
            if other != path:
                places = _PLACED.findall(around.text(other))
                found += [(other, name) for place, name in places if posixpath.normpath(here + place) == path]
        if folder in ("", root):
            return found
        folder = folder.rpartition("/")[0]


CARGO: Final = Runner("cargo", frozenset({"rust"}), ("--no-run",), build_cargo_arguments, ("cargo", "test"))
