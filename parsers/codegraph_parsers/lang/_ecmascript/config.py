"""Manifests as plain values: `package.json` and `tsconfig.json` with comments, trailing commas and `extends`."""

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
    """A JSON object, comments and trailing commas allowed; empty when it is none."""
    text = STRING_OR_COMMENT.sub(lambda m: m.group() if m.group()[0] == '"' else " ", text.lstrip("\ufeff"))
    text = STRING_OR_COMMA.sub(lambda m: m.group() if m.group()[0] == '"' else "", text)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return table(found)


def table(value: Json) -> Table:
    return cast("Table", value) if isinstance(value, dict) else {}


def listed(value: Json) -> list[Json]:
    return cast("list[Json]", value) if isinstance(value, list) else []


def strings(value: Json) -> list[str]:
    """The strings in a value that is one string or a list."""
    if isinstance(value, str):
        return [value]
    return [each for each in listed(value) if isinstance(each, str)]


def join(folder: str, path: str) -> str:
    """A path relative to the root; "" for the root itself."""
    found = posixpath.normpath(posixpath.join(folder, path)) if folder else posixpath.normpath(path)
    return "" if found == "." else found


@dataclass(slots=True)
class Paths:
    """Path mapping of one folder: patterns with at most one `*`, targets relative to the root."""

    patterns: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    base: str | None = None  # `baseUrl`

    def candidates(self, module: str) -> list[str]:
        """Paths that a bare module name may stand for, the most specific pattern first."""
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


def path_mapping(path: str, manifests: Mapping[str, str], seen: frozenset[str] = frozenset()) -> Paths:
    """The mapping that a `tsconfig.json` gives, its `extends` and references looked through."""
    folder = posixpath.dirname(path)
    content = read_json(manifests.get(path, ""))
    result = Paths()
    seen = seen | {path}
    for parent in strings(content.get("extends")):
        if not parent.startswith("."):
            continue
        target = join(folder, parent)
        for candidate in (target, f"{target}.json", join(target, "tsconfig.json")):
            if candidate in manifests and candidate not in seen:
                inherit(result, path_mapping(candidate, manifests, seen))
                break
        else:  # a name that is not read as a manifest: its neighbours are likely to be what it extends in turn
            for candidate in sorted(manifests):
                if (
                    posixpath.dirname(candidate) == posixpath.dirname(target)
                    and "tsconfig" in candidate
                    and candidate not in seen
                ):
                    inherit(result, path_mapping(candidate, manifests, seen))
    options = table(content.get("compilerOptions"))
    base = options.get("baseUrl")
    if isinstance(base, str):
        result.base = join(folder, base.replace("${configDir}", "."))
    paths = table(options.get("paths"))
    if paths:
        root = result.base if result.base is not None else folder
        result.patterns = {
            pattern: [join(root, target.replace("${configDir}", ".")) for target in strings(targets)]
            for pattern, targets in paths.items()
        }
    if not result.patterns and result.base is None:
        for reference in listed(content.get("references")):
            target = join(folder, str(table(reference).get("path", "")))
            for candidate in (target, join(target, "tsconfig.json")):
                if candidate in manifests and candidate not in seen and posixpath.dirname(candidate) == folder:
                    inner = path_mapping(candidate, manifests, seen)
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


def package(path: str, text: str) -> Package:
    content = read_json(text)
    name = content.get("name")
    entries = [
        value
        for key in ("source", "types", "typings", "module", "main", "browser")
        for value in strings(content.get(key))
    ]
    written = content.get("exports")
    pairs = [
        (types, code)
        for types in [*strings(content.get("types")), *strings(content.get("typings"))]
        for code in strings(content.get("main"))
    ]
    exports = table(written)
    if written is not None and not any(key.startswith(".") for key in exports):
        exports = {".": written}
    return Package(
        posixpath.dirname(path),
        name if isinstance(name, str) else "",
        entries,
        exports,
        table(content.get("imports")),
        pairs,
        frozenset(name for key in DEPENDENCIES for name in table(content.get(key))),
    )


def targets(value: Json) -> list[str]:
    """Paths that a conditional target of `exports` or `imports` may give, in order of preference."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [path for each in listed(value) for path in targets(each)]
    entries = table(value)
    known = [condition for condition in CONDITIONS if condition in entries]
    rest = [condition for condition in entries if condition not in CONDITIONS]
    return [path for condition in (*rest, *known) for path in targets(entries[condition])]


def match(entries: Table, key: str) -> list[str]:
    """What `exports` or `imports` maps a key to: an exact entry, else the longest `*` pattern."""
    if key in entries:
        return targets(entries[key])
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
            best = (len(head), [path.replace("*", middle) for path in targets(value)])
    return best[1]
