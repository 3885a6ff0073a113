"""Plugins of pytest in the tree.

They are modules whose fixtures tests may request without importing them.

A `conftest.py` or test names them (`pytest_plugins = ["shop.testing"]`), for what lies below its folder; or a manifest
offers them to whoever installs the project (the entry point `pytest11`), its own tests among them.
"""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from codegraph_parsers.file_facts import FileFacts, Import
from codegraph_parsers.lang.python.fixtures import MAKERS, RENAMED

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

PLUGIN = "plugin:"  # module text of a plugin that a file names
NAMING = "pytest_plugins"
OFFERED = "pytest11"
_MAKER = re.compile(rf"\b(?:{'|'.join(sorted(MAKERS))})\b")
_MODULE = re.compile(r"""["']([A-Za-z_][\w.]*)["']""")
_LISTED = re.compile(rf"^{OFFERED}\s*=((?:\s*\n[ \t]+[^\n]*)+)", re.MULTILINE)
_ENTRY = re.compile(r"=\s*([A-Za-z_][\w.]*)")


def note_plugins(w: Walker, root: Node) -> None:
    """Keep the plugins that the file names, as imports that bind nothing."""
    if NAMING.encode() not in w.source:
        return
    for statement in root.named_children:
        node = statement.named_children[0] if statement.type == "expression_statement" else statement
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "assignment" and left is not None and right is not None and w.read_text(left) == NAMING:
            for module in _MODULE.findall(w.read_text(right)):
                w.facts.imports.append(Import(PLUGIN + module, "", "", node.start_point[0] + 1, "bind"))


def list_plugins(facts: FileFacts) -> tuple[str, ...]:
    """Return the plugins that a file names."""
    return tuple(entry.module.removeprefix(PLUGIN) for entry in facts.imports if entry.module.startswith(PLUGIN))


def list_fixtures(facts: FileFacts) -> tuple[str, ...]:
    """Return the names under which the functions of a file are fixtures."""
    found: list[str] = []
    for symbol in facts.symbols:
        for text in symbol.decorators if symbol.parent == 0 else ():
            if _MAKER.search(text):
                renamed = RENAMED.search(text)
                found.append(renamed[1] if renamed is not None else symbol.name)
    return tuple(found)


def iterate_offered_plugins(manifests: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the folder of a manifest and a module that it offers as a plugin."""
    for path, text in sorted(manifests.items()):
        if OFFERED in text:
            modules = _read_toml(text) if path.endswith(".toml") else _read_lists(text)
            yield from ((posixpath.dirname(path), module) for module in modules)


def _read_toml(text: str) -> list[str]:
    try:
        read: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return []
    places = (("project", "entry-points"), ("tool", "poetry", "plugins"))
    return [entry.partition(":")[0].strip() for place in places for entry in _list_strings(read, (*place, OFFERED))]


def _list_strings(read: dict[str, Any], keys: Sequence[str]) -> list[str]:
    table: object = read
    for key in keys:
        table = cast("dict[str, object]", table).get(key) if isinstance(table, dict) else None
    values = cast("dict[str, object]", table).values() if isinstance(table, dict) else ()
    return [value for value in values if isinstance(value, str)]


def _read_lists(text: str) -> list[str]:
    found = _LISTED.search(text)
    return _ENTRY.findall(found[1]) if found is not None else []


class Plugins:
    """Fixtures of the plugins of a tree.

    `find` leads from a file and a dotted name to a module.
    """

    def __init__(
        self, files: Sequence[FileFacts], manifests: Mapping[str, str], find: Callable[[str, str], str]
    ) -> None:
        self._below: dict[str, list[str]] = {}  # folder → plugins that its files name
        for facts in files:
            units = [unit for module in list_plugins(facts) if (unit := find(facts.path, module))]
            if units:
                self._below.setdefault(posixpath.dirname(facts.path), []).extend(units)
        offers = {
            find(f"{folder}/setup.py" if folder else "setup.py", module)
            for folder, module in iterate_offered_plugins(manifests)
        }
        self._offered = sorted(unit for unit in offers if unit)
        wanted = {unit for units in (*self._below.values(), self._offered) for unit in units}
        self._fixtures = {facts.path: frozenset(list_fixtures(facts)) for facts in files if facts.path in wanted}

    def find_below(self, folder: str, name: str) -> str:
        """Return the plugin that has a fixture and that files of a folder name.

        Returns "" if there is none.
        """
        return next((unit for unit in self._below.get(folder, ()) if name in self._fixtures.get(unit, ())), "")

    def find_offered(self, name: str) -> str:
        """Return the one plugin of the tree that offers a fixture of that name."""
        units = [unit for unit in self._offered if name in self._fixtures.get(unit, ())]
        return units[0] if len(units) == 1 else ""
