"""Items of the standard library and of others that the prelude declares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

STANDARD = frozenset({"std", "core", "alloc"})
PRELUDE = "prelude.rs"
EQUIVALENT = {
    "Result": "Result", "OnceCell": "OnceCell", "Lazy": "LazyLock", "HashMap": "HashMap", "HashSet": "HashSet",
    "FxHashMap": "HashMap", "FxHashSet": "HashSet", "AHashMap": "HashMap", "AHashSet": "HashSet",
    "IndexMap": "HashMap", "IndexSet": "HashSet",
}  # fmt: skip
"""Types that libraries have under such a name, and the standard type that they are or are used as.

A `Result` is by convention the standard one with an error of the library."""

LIBRARIES = frozenset({"actix_web", "axum", "clap", "parking_lot", "ron", "serde_json", "serde_yaml", "tokio", "toml"})
"""Libraries of which the prelude declares a module, whose items stand for those of all modules of the library."""

OTHER_CHANNELS = frozenset({"broadcast", "oneshot", "watch"})
"""Modules of tokio whose channels differ from the declared one, which is that of `mpsc`."""

MODULE = "std_"
"""Prelude modules stand for modules of the standard library and hold what would clash outside them."""

_ITEM = re.compile(r"^(    )?pub (?:struct|enum|trait|fn|type|mod) (\w+)")


@cache
def _read_items() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    """Return the names of flat prelude items, and those inside each of its modules."""
    flat: set[str] = set()
    modules: dict[str, set[str]] = {}
    module = ""
    for line in (Path(__file__).parent / PRELUDE).read_text(encoding="utf-8").splitlines():
        found = _ITEM.match(line)
        if line.startswith("}"):
            module = ""
        elif found is not None and found[1]:
            if module:
                modules[module].add(found[2])
        elif found is not None and found[2].startswith(MODULE):
            module = found[2].removeprefix(MODULE)
            modules[module] = set()
        elif found is not None:
            flat.add(found[2])
    return frozenset(flat), {name: frozenset(inside) for name, inside in modules.items()}


def find_prelude_path(path: list[str]) -> tuple[str, ...]:
    """Return the names to follow in the prelude for a path below `std`.

    The result is empty when the prelude does not declare it.
    """
    flat, modules = _read_items()
    if not path:
        return ()
    if len(path) == 1 and path[0] in modules:
        return (MODULE + path[0],)
    for position, part in enumerate(path[:-1]):
        if path[position + 1] in modules.get(part, ()):
            return (MODULE + part, *path[position + 1 :])
    for position in range(len(path)):  # `std::vec::Vec::new`: the type, then what is left
        if path[position][:1].isupper():
            return tuple(path[position:]) if path[position] in flat else ()
    return ()


def find_exported_path(path: Sequence[str]) -> list[str]:
    """Return the prelude's export for a whole path.

    A re-export of one of the library's modules leads to such a path.
    """
    parts = "::".join(path).split("::")
    if len(parts) > 1 and parts[0] not in STANDARD:
        return _find_library_path(parts)
    place = find_prelude_path(list(path[1:])) if path and path[0] in STANDARD else ()
    return ["std", *place] if place else []


def _find_library_path(path: list[str]) -> list[str]:
    """Return the prelude's export for an item of another library, or nothing."""
    library, name = path[0], path[-1]
    if library in LIBRARIES and name in _read_library_items()[library] and OTHER_CHANNELS.isdisjoint(path):
        return ["std", library, name]
    return ["std", EQUIVALENT[name]] if name in EQUIVALENT else []


@cache
def _read_library_items() -> dict[str, frozenset[str]]:
    """Return the names of the items that the prelude declares for libraries."""
    text = (Path(__file__).parent / PRELUDE).read_text(encoding="utf-8")
    modules = {name: re.search(rf"^pub mod {name} {{\n(.*?)^}}", text, re.S | re.M) for name in LIBRARIES}
    return {
        name: frozenset(re.findall(r"^    pub (?:struct|trait|fn) (\w+)", found[1], re.M)) if found else frozenset()
        for name, found in modules.items()
    }
