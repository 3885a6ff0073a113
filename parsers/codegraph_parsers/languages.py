"""The language table: found in `lang/`, one folder each. Adding a language changes nothing here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from codegraph_parsers import lang
from codegraph_parsers.spec import LanguageSpec


@cache
def names() -> tuple[str, ...]:
    """Every language with a folder, sorted. Folders with a leading underscore hold what languages share."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(lang.__path__) if m.ispkg and not m.name.startswith("_")))


@cache
def spec(name: str) -> LanguageSpec:
    """The specification of a language. Raises KeyError when there is none."""
    if name not in names():
        raise KeyError(name)
    return importlib.import_module(f"{lang.__name__}.{name}.spec").SPEC


@cache
def specs() -> tuple[LanguageSpec, ...]:
    return tuple(spec(name) for name in names())


@cache
def _tables() -> tuple[dict[str, list[LanguageSpec]], dict[str, LanguageSpec], list[tuple[bytes, LanguageSpec]]]:
    suffixes: dict[str, list[LanguageSpec]] = {}
    filenames: dict[str, LanguageSpec] = {}
    shebangs: list[tuple[bytes, LanguageSpec]] = []
    for each in specs():
        for suffix in each.suffixes:
            suffixes.setdefault(suffix, []).append(each)
        filenames.update(dict.fromkeys(each.filenames, each))
        shebangs.extend((word.encode(), each) for word in each.shebangs)
    return suffixes, filenames, shebangs


def detect(path: str, head: bytes) -> str | None:
    """Language of a file by its name, then its first bytes (`#!`); None when no grammar fits, or what
    has the suffix says that it is something else. Without `head`: what a file of that name may be written in."""
    suffixes, filenames, shebangs = _tables()
    base = path.rsplit("/", 1)[-1]
    found = filenames.get(base)
    if found is not None:
        return found.name
    dot = base.rfind(".")
    while dot > 0 or (dot == 0 and len(base) > 1):
        candidates = suffixes.get(base[dot:])
        if candidates:
            for each in candidates:
                if each.detect is not None and each.detect(path, head):
                    return each.name
            return next((each.name for each in candidates if each.detect is None), None)
        break
    if head.startswith(b"#!"):
        line = head.split(b"\n", 1)[0]
        for word, each in shebangs:
            if word in line:
                return each.name
    return None


def manifest_names() -> frozenset[str]:
    """Names of files whose text import rules read: `go.mod`, `package.json`."""
    return frozenset(name for each in specs() for name in each.manifests)
