"""Purposes of files, told by their paths.

Tests, examples and vendored code come after the code itself.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from codegraph_parsers.origins import Origin, classify_origin


class Place(StrEnum):
    SOURCE = "source"
    TEST = "test"
    EXAMPLE = "example"
    VENDORED = "vendored"
    GENERATED = "generated"
    DECLARATION = "declaration"
    STUB = "stub"
    SUPERSEDED = "superseded"
    PROSE = "prose"
    DATA = "data"


_RULES: Final = (
    (
        Place.VENDORED,
        re.compile(r"(^|/)(_?vendor|vendored|third[_-]?party|3rd[_-]?party|node_modules|wwwroot/lib)/", re.I),
    ),
    (
        Place.TEST,
        re.compile(
            r"^t/|(^|/)(regress|tests?|testing|testdata|test[_-]?(utils?|support|helpers?|fixtures?)|__tests__|__mocks__|"
            r"specs?|e2e|fixtures|\w+[_-]tests?|androidTest|commonTest|jvmTest)/|(^|/)test_[^/]*\.(py|c|cc|cpp|rb|lua|php|zig|jl|rs)$|"
            r"(^|/)(conftest|tests?)\.\w+$|[._-](tests?|spec|bench)\.\w+$|[._-](tests?|bench)$|(^|/)[^/]*[a-z](Tests?|Spec|TestCase)\.\w+$"
        ),
    ),
    (
        Place.EXAMPLE,
        re.compile(r"(^|/)(_?examples?|samples?|demos?|tutorials?|bench(es|marks?)?|fuzz\w*|playground)/", re.I),
    ),
    (Place.STUB, re.compile(r"\.d\.[cm]?ts$|\.pyi$")),  # says once more, as documents do, what code elsewhere does
    (
        Place.PROSE,
        re.compile(
            r"\.(md|mdx|rst|txt|adoc|org|tex|html?|po|pot|log|\d)$|(^|/)(docs?|documentation|website|LICEN[CS]E\w*|NOTICE|"
            r"AUTHORS|CHANGE\w*|README\w*|CONTRIBUTING|COPYING)(/|$)|(^|/)\.github/",
            re.I,
        ),
    ),
    (
        Place.DATA,  # completions for shells say every word of a program and nothing of how it works
        re.compile(
            r"(^|/)completions?/(.*/)?([^/]*\.(bash|zsh|fish|nu|ps1|elv)|_[\w-]+)(\.in)?$|"
            r"\.(json5?|jsonl|ya?ml|toml|ini|cfg|conf|xml|csv|tsv|svg|s?css|less|properties|lock|diff|patch|api|snap|"
            r"\w*config|ruleset|\w+proj|props|targets|slnx?|resx|xaml|plist|xib|tm(Language|Theme|Preferences)|sublime-\w+)$|"
            r"(^|/)\.[^/]*$|(^|/)(Makefile|Dockerfile|CMakeLists\.txt|Gemfile|Rakefile|Procfile)$"
        ),
    ),
)  # fmt: skip


_VERSION: Final = re.compile(r"(?:^|/)v(\d+)(?=/)")
_HEADER: Final = re.compile(r"\.(h|hh|hpp|hxx)$")
_SOURCES: Final = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm")


class _PathTraits(NamedTuple):
    """Traits of a path by itself.

    `versions` are pairs of the path up to a version folder and its number: (the path up to `/v2/`, 2). `implements` and
    `declares` are the file's name without its ending if it is a source or a header of C and related languages, ""
    otherwise.
    """

    place: Place
    versions: tuple[tuple[str, int], ...]
    implements: str
    declares: str


class File(NamedTuple):
    """File to classify.

    `generated` means that the file says so itself, `types_only` that it declares types and has no code that runs.
    """

    path: str
    generated: bool = False
    chunks: int = 1
    types_only: bool = False


def classify_paths(files: Sequence[File]) -> list[Place]:
    """Classify the paths of files that are seen together.

    A file of types only declares what others implement. A folder `v1` next to a `v2` holds superseded code; a header
    next to a larger source of its name only declares.
    """
    newest: dict[str, int] = {}
    sizes: dict[str, int] = {}
    all_told = [_read_traits(file.path, file.generated) for file in files]
    for told, file in zip(all_told, files):
        for before, number in told.versions:
            newest[before] = max(newest.get(before, 0), number)
        if told.implements:
            sizes[told.implements] = max(sizes.get(told.implements, 0), file.chunks)
    found: list[Place] = []
    for told, file in zip(all_told, files):
        place = told.place
        if place is Place.SOURCE and any(number < newest[before] for before, number in told.versions):
            place = Place.SUPERSEDED
        elif place is Place.SOURCE and (
            file.types_only or (told.declares and sizes.get(told.declares, 0) >= file.chunks)
        ):
            place = Place.DECLARATION
        found.append(place)
    return found


@lru_cache(65_536)
def _read_traits(path: str, generated: bool) -> _PathTraits:
    versions = tuple((path[: match.start()], int(match[1])) for match in _VERSION.finditer(path))
    stem, dot, ending = path.rpartition("/")[2].rpartition(".")
    return _PathTraits(
        classify_path(path, generated=generated),
        versions,
        stem if dot + ending in _SOURCES else "",
        stem if _HEADER.search(path) else "",
    )


def classify_path(path: str, *, generated: bool = False) -> Place:
    """Return the first path role that matches.

    `generated` means that the file says so itself.
    """
    for place, pattern in _RULES:
        if place is Place.STUB and classify_origin(path) is not Origin.AUTHORED:
            return Place.GENERATED
        if pattern.search(path):
            return place
    return Place.GENERATED if generated else Place.SOURCE
