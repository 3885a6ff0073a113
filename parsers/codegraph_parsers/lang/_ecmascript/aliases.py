"""Folder aliases that only the bundler of a project knows.

They come from its configuration, or from a framework that defines them without any configuration. TypeScript's own
`paths` are in `config.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from typing import Final

from codegraph_parsers.lang._ecmascript.config import join

BUNDLERS: Final = tuple(
    f"{tool}.config.{suffix}"
    for tool in ("vite", "vitest", "svelte", "astro", "nuxt", "vue", "webpack", "rsbuild")
    for suffix in ("ts", "js", "mts", "mjs", "cjs")
)
OFFERED: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "@sveltejs/kit": {"$lib": ("src/lib",)},
    "@vue/cli-service": {"@": ("src",)},
    "nuxt": {"~": ("app", "src", ""), "@": ("app", "src", ""), "~~": ("",), "@@": ("",)},
}
"""Package that a project depends on → name → folders that it may stand for."""

_ALIASES = re.compile(r"\balias\s*:\s*[\[{]")
_ENTRY = re.compile(r"\s*(?:(['\"])([@~$#\w./-]+)\1|([A-Za-z_$][\w$]*))\s*:(.*)", re.DOTALL)
_LISTED = re.compile(r"\s*\{.*?\bfind\s*:\s*(['\"])([@~$#\w./-]+)\1.*?\breplacement\s*:(.*)", re.DOTALL)
_COMMENT = re.compile(r"(?<!:)//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|`([^`\n]*)`")
_HERE = re.compile(r"\$\{[^}]*\}")
_LONGEST = 4_000  # characters of one list of aliases


def read_aliases(folder: str, text: str) -> dict[str, tuple[str, ...]]:
    """Read the folder aliases in the configuration of a bundler.

    The configuration stands in `folder`. The result maps names to folders.
    """
    found: dict[str, tuple[str, ...]] = {}
    for begun in _ALIASES.finditer(text):
        for entry in _split_entries(_COMMENT.sub("", text[begun.end() : begun.end() + _LONGEST])):
            match = _LISTED.match(entry) or _ENTRY.match(entry)
            if match is None:
                continue
            *_, name, value = (group for group in match.groups() if group is not None)
            parts = [_HERE.sub("", each.group()[1:-1]) for each in _STRING.finditer(value)]
            if parts and not any("*" in part or ":" in part for part in parts):
                target = join(folder, "/".join(part.strip("/") for part in parts) or ".")
                if not target.startswith(".."):
                    found.setdefault(name.rstrip("/"), (target,))
    return found


def _split_entries(text: str) -> Iterator[str]:
    """Split the text of an open list at commas, up to its closing bracket."""
    depth = start = at = 0
    while at < len(text):
        quoted = _STRING.match(text, at)
        if quoted is not None:
            at = quoted.end()
            continue
        char = text[at]
        depth += (char in "[{(") - (char in "]})")
        if depth < 0:
            break
        if char == "," and not depth:
            yield text[start:at]
            start = at + 1
        at += 1
    yield text[start:at]


def list_framework_aliases(folder: str, depends: Set[str]) -> dict[str, tuple[str, ...]]:
    """Return the aliases that the frameworks of a package define for its folders.

    `depends` are the packages that it depends on.
    """
    return {
        name: tuple(join(folder, target) if target else folder for target in targets)
        for package in sorted(depends & OFFERED.keys())
        for name, targets in OFFERED[package].items()
    }
