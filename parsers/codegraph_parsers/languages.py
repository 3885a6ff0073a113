"""The language table: which files are written in which language, without loading what parses them.

A language is a folder in `lang/` and a row here, which says of its files what its specification says; a test holds them
to that. A specification takes ten milliseconds to load, and most questions need none.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from codegraph_parsers.spec import LanguageSpec


class LanguageFiles(NamedTuple):
    """What `LanguageSpec` says of the files of a language.

    `manifests` holds names of files, or with a colon the module and the constant that holds them. With `reads_content`,
    the specification settles what a file with one of the suffixes is."""

    title: str
    suffixes: tuple[str, ...]
    filenames: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    manifests: tuple[str, ...] = ()
    reads_content: bool = False


_PYTHON_FILES: Final = ("codegraph_parsers.collection_config:PYTHON_FILES",)
_SCRIPT_FILES: Final = ("codegraph_parsers.lang._ecmascript.project:MANIFESTS",)
_PLUS: Final = (
    ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".txx", ".tcc", ".ixx",
    ".cppm", ".cu", ".cuh", ".inl", ".inc", ".h",
)  # fmt: skip

LANGUAGES: Final[Mapping[str, LanguageFiles]] = {
    "astro": LanguageFiles("Astro", (".astro",), manifests=_SCRIPT_FILES),
    "c": LanguageFiles("C", (".c", ".h", ".def"), reads_content=True),
    "cpp": LanguageFiles("C++", _PLUS, reads_content=True),
    "go": LanguageFiles("Go", (".go",), manifests=("go.mod", "go.work")),
    "java": LanguageFiles("Java", (".java",)),
    "javascript": LanguageFiles(
        "JavaScript", (".js", ".mjs", ".cjs", ".jsx"), shebangs=("node", "bun", "deno"), manifests=_SCRIPT_FILES
    ),
    "python": LanguageFiles(
        "Python", (".py", ".pyi", ".pyw"), ("SConstruct", "SConscript", "wscript"), ("python",), _PYTHON_FILES
    ),
    "rust": LanguageFiles("Rust", (".rs",), manifests=("Cargo.toml",)),
    "svelte": LanguageFiles("Svelte", (".svelte",), manifests=_SCRIPT_FILES),
    "tsx": LanguageFiles("TSX", (".tsx",), manifests=_SCRIPT_FILES),
    "typescript": LanguageFiles("TypeScript", (".ts", ".mts", ".cts"), manifests=_SCRIPT_FILES, reads_content=True),
    "vue": LanguageFiles("Vue", (".vue",), manifests=_SCRIPT_FILES),
    "vue_tsx": LanguageFiles("Vue", (".vue",), manifests=_SCRIPT_FILES, reads_content=True),
}


def names() -> tuple[str, ...]:
    """Every language with a folder, sorted."""
    return tuple(LANGUAGES)


@cache
def spec(name: str) -> LanguageSpec:
    """The specification of a language. Raises KeyError when there is none."""
    if name not in LANGUAGES:
        raise KeyError(name)
    return importlib.import_module(f"codegraph_parsers.lang.{name}.spec").SPEC


@cache
def specs() -> tuple[LanguageSpec, ...]:
    return tuple(spec(name) for name in names())


@cache
def _tables() -> tuple[dict[str, list[str]], dict[str, str], list[tuple[bytes, str]]]:
    suffixes: dict[str, list[str]] = {}
    filenames: dict[str, str] = {}
    shebangs: list[tuple[bytes, str]] = []
    for name, files in LANGUAGES.items():
        for suffix in files.suffixes:
            suffixes.setdefault(suffix, []).append(name)
        filenames.update(dict.fromkeys(files.filenames, name))
        shebangs.extend((word.encode(), name) for word in files.shebangs)
    return suffixes, filenames, shebangs


def detect(path: str, head: bytes) -> str | None:
    """Language of a file by its name, then its first bytes (`#!`); None when no grammar fits, or what
    has the suffix says that it is something else. Without `head`: what a file of that name may be written in."""
    suffixes, filenames, shebangs = _tables()
    base = path.rsplit("/", 1)[-1]
    found = filenames.get(base)
    if found is not None:
        return found
    dot = base.rfind(".")
    candidates = suffixes.get(base[dot:], ()) if dot > 0 or (dot == 0 and len(base) > 1) else ()
    if candidates:
        reading = (name for name in candidates if LANGUAGES[name].reads_content)
        settled = next((name for name in reading if _is_written_in(name, path, head)), None)
        return settled or next((name for name in candidates if not LANGUAGES[name].reads_content), None)
    if head.startswith(b"#!"):
        line = head.split(b"\n", 1)[0]
        return next((name for word, name in shebangs if word in line), None)
    return None


def _is_written_in(name: str, path: str, head: bytes) -> bool:
    detector = spec(name).detect
    return detector is not None and detector(path, head)


@cache
def manifest_names() -> frozenset[str]:
    """Names of files whose text import rules read: `go.mod`, `package.json`."""
    found: set[str] = set()
    for manifest in {manifest for files in LANGUAGES.values() for manifest in files.manifests}:
        module, _, constant = manifest.partition(":")
        found.update(getattr(importlib.import_module(module), constant) if constant else (manifest,))
    return frozenset(found)
