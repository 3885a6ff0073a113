"""Routes of configuration: files of YAML that name or import controllers.

The files of a tree are read as a whole: one may import another.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

import yaml

from codegraph_parsers.frameworks.controllers import ConfiguredModel

MAX_BYTES: Final = 256 * 1024
MAX_DEPTH: Final = 50
"""Size of a file of configuration; a larger one is left out."""

MAX_NESTED: Final = 8
"""Files that import one another."""

_ENVIRONMENT: Final = "prod"
_PROJECT: Final = ("%kernel.project_dir%/", "%kernel.root_dir%/../")
_DASH: Final = re.compile(r"(:\s)-(?=\s*[,}])")
"""A dash as a value, which Symfony takes without quotes."""

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_LOADER):
    """A loader that knows no tags: what has one is nothing."""


def _construct_nothing(loader: object, suffix: str, node: object) -> None:
    """Return nothing, whatever a tag says."""


_Loader.add_multi_constructor("!", _construct_nothing)


class Placement(NamedTuple):
    """Placement of all routes of a file by the imports around it.

    A prefix is None where it cannot be decided."""

    prefix: str | None = ""
    methods: tuple[str, ...] = ()
    name: str = ""


class ControllerImport(NamedTuple):
    """An import of the controllers of files whose paths fit a pattern."""

    pattern: re.Pattern[str]
    excluded: re.Pattern[str] | None
    above: Placement

    def has(self, path: str) -> bool:
        """Return whether the controllers of a file are imported."""
        return self.pattern.match(path) is not None and not (self.excluded and self.excluded.match(path))


class ConfiguredRoute(NamedTuple):
    """A route whose controller is named: a class, and the member that answers.

    The paths are None where they cannot be decided."""

    owner: str
    member: str
    paths: tuple[str, ...] | None
    methods: tuple[str, ...]


class RouteTable:
    """Routes and imports of the configuration of a tree."""

    def __init__(self, texts: Mapping[str, str], model: ConfiguredModel) -> None:
        self._texts = texts
        self._model = model
        self._entries: dict[str, dict[str, Any]] = {}
        self._imported: set[str] = set()
        self.imports: dict[str, list[ControllerImport]] = {}  # by folder of the application
        self._routes: dict[str, dict[str, ConfiguredRoute]] = {}  # by folder and name, of which the last one counts
        for path in sorted(texts):
            self._entries[path] = _read(texts[path])
        for path, entries in self._entries.items():
            for entry in entries.values():
                self._imported.update(self._list_files(path, entry))
        added: set[str] = set()
        for pattern in model.entries:
            matching = re.compile(rf"(?:(.*)/)?{_translate(pattern)}")
            for path in self._entries:
                found = matching.fullmatch(path)
                if found is not None and path not in self._imported and path not in added:
                    added.add(path)
                    self._add_file(path, found[1] or "", Placement(), 0)
        self.by_owner: dict[str, list[ConfiguredRoute]] = {}
        for routes in self._routes.values():
            for route in routes.values():
                self.by_owner.setdefault(route.owner.lower(), []).append(route)

    def find_placements(self, path: str) -> list[Placement] | None:
        """Return the placements of the routes of a file's attributes.

        It is None where nothing is configured; the last import under one name counts."""
        imports: list[ControllerImport] | None = None
        for folder, each in sorted(self.imports.items(), key=lambda item: len(item[0])):
            if not folder or path.startswith(f"{folder}/"):
                imports = each
        if imports is None:
            return None
        return list({each.above.name: each.above for each in imports if each.has(path)}.values())

    def _add_file(self, path: str, root: str, above: Placement, depth: int) -> None:
        """Add the routes of a file and of those that it imports."""
        for name, entry in self._entries[path].items() if depth < MAX_NESTED else ():
            resource = entry.get("resource")
            if resource is None:
                self._add_route(root, above, name, entry)
                continue
            nested = _put_below(above, entry)
            files = self._list_files(path, entry)
            for each in files:
                self._add_file(each, root, nested, depth + 1)
            if not files and entry.get("type") in (None, "annotation", "attribute"):
                self._add_import(path, root, nested, resource, entry)

    def _list_files(self, path: str, entry: Mapping[str, Any]) -> list[str]:
        """Return the files of configuration that an entry imports."""
        resource = entry.get("resource")
        if not isinstance(resource, str) or resource.startswith("@"):
            return []
        pattern = re.compile(_translate(posixpath.normpath(posixpath.join(posixpath.dirname(path), resource))))
        return [each for each in self._entries if each != path and pattern.fullmatch(each)]

    def _add_import(self, path: str, root: str, above: Placement, resource: object, entry: Mapping[str, Any]) -> None:
        """Add an import of the controllers of a file or a folder."""
        here = posixpath.dirname(path)
        resource = _as_mapping(resource).get("path", resource)
        if not isinstance(resource, str):
            return
        if resource in self._model.everything:
            pattern = _translate(root) + "/" if root else ""
        elif resource.startswith("@"):  # of a bundle, which is a folder of its name
            bundle, _, rest = resource[1:].partition("/")
            pattern = f"(?:.*/)?{re.escape(bundle)}/{_translate(rest)}"
        else:
            pattern = _translate(_locate(here, root, resource))
        excluded = entry.get("exclude")
        listed = [excluded] if isinstance(excluded, str) else _as_list(excluded)
        without = [_translate(_locate(here, root, each)) for each in listed if isinstance(each, str)]
        imported = ControllerImport(
            re.compile(pattern.removesuffix("/") + r"(?:/|\Z)" if pattern else ""),
            re.compile("|".join(without)) if without else None, above,
        )  # fmt: skip
        self.imports.setdefault(root, []).append(imported)

    def _add_route(self, root: str, above: Placement, name: str, entry: Mapping[str, Any]) -> None:
        controller = entry.get("controller") or _as_mapping(entry.get("defaults")).get("_controller")
        path = entry.get("path")
        if not isinstance(controller, str) or path is None:
            self._routes.get(root, {}).pop(above.name + name, None)  # it takes the place of one of its name
            return
        owner, separator, member = controller.partition("::")
        given = list(_as_mapping(path).values()) or [path]
        texts = [each for each in given if isinstance(each, str)]
        is_known = above.prefix is not None and len(texts) == len(given) and not any("%" in each for each in texts)
        paths = tuple(join_prefix(above.prefix or "", f"/{each.strip().lstrip('/')}") for each in texts)
        self._routes.setdefault(root, {})[above.name + name] = ConfiguredRoute(
            owner.strip("\\"), member if separator else "", paths if is_known else None,
            (*above.methods, *_read_methods(entry)),
        )  # fmt: skip


class RouteTables:
    """Tables of a tree, by the key of their model; they are read once."""

    def __init__(self) -> None:
        self._texts: Mapping[str, str] = {}
        self._found: dict[str, RouteTable] = {}

    def get(self, texts: Mapping[str, str], key: str, model: ConfiguredModel) -> RouteTable:
        """Return the table of a model."""
        if texts is not self._texts:
            self._texts, self._found = texts, {}
        if key not in self._found:
            self._found[key] = RouteTable(texts, model)
        return self._found[key]


def join_prefix(prefix: str, path: str) -> str:
    """Return a path below the prefix of an import."""
    above = prefix.strip().strip("/")
    return f"/{above}{path}" if above else path


def _put_below(above: Placement, entry: Mapping[str, Any]) -> Placement:
    prefix: object = entry.get("prefix", "")
    own = prefix if isinstance(prefix, str) and "%" not in prefix else None
    joined = None if own is None or above.prefix is None else join_prefix(above.prefix, join_prefix(own, ""))
    name = entry.get("name_prefix", "")
    return Placement(
        joined, (*above.methods, *_read_methods(entry)), above.name + (name if isinstance(name, str) else "")
    )


def _is_shallow(text: str) -> bool:
    """Return whether composing a document cannot exhaust the stack.

    The composer of libyaml calls itself for each level of nesting, and knows no limit."""
    depth = 0
    events: Any = vars(yaml)["parse"]  # which has no types
    for event in events(text, _LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                return False
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return True


def _read(text: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a file of configuration, none where it cannot be read."""
    try:
        text = _DASH.sub(r'\1"-"', text) if len(text) <= MAX_BYTES else ""
        found: object = yaml.load(text, _Loader) if _is_shallow(text) else None  # it is a safe loader
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    entries = dict(_list_entries(_as_mapping(found)))
    for name, entry in list(entries.items()):
        if name.startswith("when@"):
            del entries[name]
            if name == f"when@{_ENVIRONMENT}":
                entries.update(_list_entries(entry))
    return entries


def _list_entries(found: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, _as_mapping(entry)) for name, entry in found.items() if _is_mapping(entry))


def _as_mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        return {}
    return {str(key): each for key, each in cast("Mapping[object, Any]", value).items()}


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _as_list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _read_methods(entry: Mapping[str, Any]) -> tuple[str, ...]:
    found: object = entry.get("methods", ())
    listed: Sequence[object] = re.split(r"[|,\s]+", found) if isinstance(found, str) else _as_list(found)
    return tuple(each.upper() for each in listed if isinstance(each, str) and each)


def _locate(here: str, root: str, resource: str) -> str:
    """Return the path in the tree of what a file in a folder names."""
    for mark in _PROJECT:
        if resource.startswith(mark):
            return posixpath.normpath(posixpath.join(root, resource[len(mark) :]))
    return posixpath.normpath(posixpath.join(here, resource))


def _translate(glob: str) -> str:
    """Return the expression of a glob, in which `*` stays in one folder."""
    words = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")", ",": "|"}
    parts = re.split(r"(\*\*/?|[*?{},])", glob)
    is_braced = "{" in glob
    return "".join(
        words[part] if part in words and (is_braced or part not in "{},") else re.escape(part) for part in parts
    )
