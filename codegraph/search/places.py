"""What a file is for, told by its path: tests, examples and vendored code come after the code itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final


class Place(StrEnum):
    SOURCE = "source"
    TEST = "test"
    EXAMPLE = "example"
    VENDORED = "vendored"
    GENERATED = "generated"
    DECLARATION = "declaration"
    SUPERSEDED = "superseded"
    PROSE = "prose"
    DATA = "data"


_RULES: Final = (
    (
        Place.VENDORED,
        re.compile(r"(^|/)(_?vendor|vendored|third[_-]?party|3rd[_-]?party|node_modules)/", re.I),
    ),
    (
        Place.TEST,
        re.compile(
            r"(^|/)(tests?|testing|testdata|test[_-]?(utils?|support|helpers?|fixtures?)|__tests__|__mocks__|specs?|e2e|"
            r"fixtures|\w+[_-]tests?|androidTest|commonTest|jvmTest)/|(^|/)test_[^/]*\.(py|c|cc|cpp|rb|lua|php|zig|jl|rs)$|"
            r"(^|/)(conftest|tests?)\.\w+$|[._-](tests?|spec|bench)\.\w+$|(^|/)[^/]*[a-z](Tests?|Spec|TestCase)\.\w+$"
        ),
    ),
    (
        Place.EXAMPLE,
        re.compile(r"(^|/)(_?examples?|samples?|demos?|tutorials?|bench(es|marks?)?|fuzz\w*|playground)/", re.I),
    ),
    (
        Place.GENERATED,
        re.compile(
            r"\.(pb|g|gen|generated|freezed)\.\w+$|_(pb2|generated|gen)\.\w+$|\.min\.\w+$|\.map$|"
            r"(^|/)(package-lock\.json|[\w.-]+\.lock|go\.sum|pnpm-lock\.yaml)$|(^|/)(generated|__generated__|gen)/"
        ),
    ),
    (Place.DECLARATION, re.compile(r"\.d\.[cm]?ts$|\.pyi$")),
    (
        Place.PROSE,
        re.compile(
            r"\.(md|mdx|rst|txt|adoc|org|tex|html?|po|pot|log|\d)$|(^|/)(docs?|documentation|website|LICEN[CS]E\w*|NOTICE|"
            r"AUTHORS|CHANGE\w*|README\w*|CONTRIBUTING|COPYING)(/|$)|(^|/)\.github/",
            re.I,
        ),
    ),
    (
        Place.DATA,
        re.compile(
            r"\.(json5?|jsonl|ya?ml|toml|ini|cfg|conf|xml|csv|tsv|svg|s?css|less|properties|lock|diff|patch|api|snap)$|"
            r"(^|/)\.[^/]*$|(^|/)(Makefile|Dockerfile|CMakeLists\.txt|Gemfile|Rakefile|Procfile)$"
        ),
    ),
)  # fmt: skip


_VERSION: Final = re.compile(r"(?:^|/)v(\d+)(?=/)")
_HEADER: Final = re.compile(r"\.(h|hh|hpp|hxx)$")
_SOURCES: Final = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm")


def places_of(files: Sequence[tuple[str, bool, int]]) -> list[Place]:
    """Places of files given as (path, says that it is generated, chunks), seen beside each other.

    A folder `v1` beside a `v2` holds what the newer one replaces; a header beside a larger source of its name only
    declares."""
    newest: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for path, _, chunks in files:
        for match in _VERSION.finditer(path):
            newest[path[: match.start()]] = max(newest.get(path[: match.start()], 0), int(match[1]))
        stem, dot, ending = path.rpartition("/")[2].rpartition(".")
        if dot + ending in _SOURCES:
            sizes[stem] = max(sizes.get(stem, 0), chunks)
    found: list[Place] = []
    for path, generated, chunks in files:
        place = place_of(path, generated=generated)
        if place is Place.SOURCE and any(int(m[1]) < newest[path[: m.start()]] for m in _VERSION.finditer(path)):
            place = Place.SUPERSEDED
        elif place is Place.SOURCE and _HEADER.search(path):
            stem = path.rpartition("/")[2].rpartition(".")[0]
            place = Place.DECLARATION if sizes.get(stem, 0) >= chunks else place
        found.append(place)
    return found


@lru_cache(65_536)
def place_of(path: str, *, generated: bool = False) -> Place:
    """The first that fits; `generated` when the file itself says so."""
    for place, pattern in _RULES:
        if pattern.search(path):
            return place
    return Place.GENERATED if generated else Place.SOURCE
