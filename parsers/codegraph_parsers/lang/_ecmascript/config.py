"""Manifests as plain values: `package.json` and `tsconfig.json`.

Comments, trailing commas and `extends` are understood.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
STRING_OR_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')
CONDITIONS = ("types", "import", "module", "default", "require", "node", "browser", "deno", "bun")
DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies")

Json = Any
Table = dict[str, Json]


def read_json(text: str) -> Table:
    """Read a JSON object, comments and trailing commas allowed.

    Returns an empty one for any other text.
    """
    text = STRING_OR_COMMENT.sub(lambda m: m.group() if m.group()[0] == '"' else " ", text.lstrip("\ufeff"))
    text = STRING_OR_COMMA.sub(lambda m: m.group() if m.group()[0] == '"' else "", text)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return as_table(found)


def as_table(value: Json) -> Table:
    return cast("Table", value) if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    return cast("list[Json]", value) if isinstance(value, list) else []


def as_strings(value: Json) -> list[str]:
    """Return the strings in a value that is one string or a list."""
    if isinstance(value, str):
        return [value]
    return [each for each in as_list(value) if isinstance(each, str)]


def join(folder: str, path: str) -> str:
    """Join a folder and a path relative to the root; "" is the root itself."""
    found = posixpath.normpath(posixpath.join(folder, path)) if folder else posixpath.normpath(path)
    return "" if found == "." else found


@dataclass(slots=True)
class Paths:
    """Path mapping of one folder.

    Patterns have at most one `*`, and targets are relative to the root.
    """

    patterns: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    base: str | None = None  # `baseUrl`

    def list_candidates(self, module: str) -> list[str]:
        """Return the paths that a bare module name may stand for.

        Those of the most specific pattern come first.
        """
        found: list[str] = []
        best = -1
        for pattern, targets in self.patterns.items():
            head, star, tail = pattern.partition("*")
            if not star:
                if module == pattern:
                    return list(targets)
                continue
            if (
                module.startswith(head)
                and module.endswith(tail)
                and len(module) >= len(head) + len(tail)
                and len(head) > best
            ):
                best = len(head)
                middle = module[len(head) : len(module) - len(tail)]
                found = [target.replace("*", middle, 1) for target in targets]
        if self.base is not None:
            found.append(join(self.base, module))
        return found


def inherit(result: Paths, parent: Paths) -> None:
    result.patterns.update(parent.patterns)
    result.base = parent.base if parent.base is not None else result.base


def read_path_mapping(path: str, manifests: Mapping[str, str], seen: frozenset[str] = frozenset()) -> Paths:
    """Return the mapping that a `tsconfig.json` gives.

    Its `extends` and references are followed.
    """
    folder = posixpath.dirname(path)
    content = read_json(manifests.get(path, ""))
    result = Paths()
    seen = seen | {path}
    for parent in as_strings(content.get("extends")):
        if not parent.startswith("."):
            continue
        target = join(folder, parent)
        for candidate in (target, f"{target}.json", join(target, "tsconfig.json")):
            if candidate in manifests and candidate not in seen:
                inherit(result, read_path_mapping(candidate, manifests, seen))
                break
        else:  # a name that is not read as a manifest: its neighbours are likely to be what it extends in turn
            for candidate in sorted(manifests):
                if (
                    posixpath.dirname(candidate) == posixpath.dirname(target)
                    and "tsconfig" in candidate
                    and candidate not in seen
                ):
                    inherit(result, read_path_mapping(candidate, manifests, seen))
    options = as_table(content.get("compilerOptions"))
    base = options.get("baseUrl")
    if isinstance(base, str):
        result.base = join(folder, base.replace("${configDir}", "."))
    paths = as_table(options.get("paths"))
    if paths:
        root = result.base if result.base is not None else folder
        result.patterns = {
            pattern: [join(root, target.replace("${configDir}", ".")) for target in as_strings(targets)]
            for pattern, targets in paths.items()
        }
    if not result.patterns and result.base is None:
        for reference in as_list(content.get("references")):
            target = join(folder, str(as_table(reference).get("path", "")))
            for candidate in (target, join(target, "tsconfig.json")):
                if candidate in manifests and candidate not in seen and posixpath.dirname(candidate) == folder:
                    inner = read_path_mapping(candidate, manifests, seen)
                    for pattern, targets in inner.patterns.items():
                        result.patterns.setdefault(pattern, targets)
                    result.base = result.base if result.base is not None else inner.base
    return result


@dataclass(slots=True)
class Package:
    """One `package.json`: its folder, and what its name and `#` names lead to."""

    folder: str
    name: str
    entries: list[str]  # main entry points as written, best first
    exports: Table
    imports: Table
    pairs: list[tuple[str, str]]  # (declarations, code) of one entry point
    depends: frozenset[str]  # packages that it names, whatever for


def read_package(path: str, text: str) -> Package:
    content = read_json(text)
    name = content.get("name")
    entries = [
        value
        for key in ("source", "types", "typings", "module", "main", "browser")
        for value in as_strings(content.get(key))
    ]
    written = content.get("exports")
    pairs = [
        (types, code)
        for types in [*as_strings(content.get("types")), *as_strings(content.get("typings"))]
        for code in as_strings(content.get("main"))
    ]
    exports = as_table(written)
    if written is not None and not any(key.startswith(".") for key in exports):
        exports = {".": written}
    return Package(
        posixpath.dirname(path),
        name if isinstance(name, str) else "",
        entries,
        exports,
        as_table(content.get("imports")),
        pairs,
        frozenset(name for key in DEPENDENCIES for name in as_table(content.get(key))),
    )


def list_targets(value: Json) -> list[str]:
    """Return the paths that a conditional target may give, the preferred first.

    The target is one of `exports` or `imports`.
    """
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [path for each in as_list(value) for path in list_targets(each)]
    entries = as_table(value)
    known = [condition for condition in CONDITIONS if condition in entries]
    rest = [condition for condition in entries if condition not in CONDITIONS]
    return [path for condition in (*rest, *known) for path in list_targets(entries[condition])]


def match(entries: Table, key: str) -> list[str]:
    """Return the paths that `exports` or `imports` maps a key to.

    An exact entry decides, else the longest `*` pattern.
    """
    if key in entries:
        return list_targets(entries[key])
    best: tuple[int, list[str]] = (-1, [])
    for pattern, value in entries.items():
        head, star, tail = pattern.partition("*")
        if (
            star
            and key.startswith(head)
            and key.endswith(tail)
            and len(key) > len(head) + len(tail) - 1
            and len(head) > best[0]
        ):
            middle = key[len(head) : len(key) - len(tail) if tail else None]
            best = (len(head), [path.replace("*", middle) for path in list_targets(value)])
    return best[1]
