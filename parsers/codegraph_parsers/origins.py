"""Origins of files: written by hand, generated, vendored and others.

What nobody wrote by hand is found by its words, after everything else, and ranks nowhere.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Origin(StrEnum):
    AUTHORED = "authored"
    GENERATED = "generated"  # by a tool, as its name, its header or `.gitattributes` says
    TRANSLATION = "translation"  # texts of a program in another language
    LOCK = "lock"  # versions that a package manager settled
    MINIFIED = "minified"
    SOURCE_MAP = "source map"


_PATHS: Final = (
    (Origin.MINIFIED, re.compile(r"[.-]min\.\w+$")),
    (Origin.SOURCE_MAP, re.compile(r"\.(?:[cm]?js|css|ts)\.map$")),
    (
        Origin.LOCK,
        re.compile(
            r"(?:^|/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|packages\.lock\.json|Package\.resolved|"
            r"go(?:\.work)?\.sum|[\w.-]+\.(?:lock|lockb|lockfile))$"
        ),
    ),
    (
        Origin.TRANSLATION,
        re.compile(
            r"\.(?:po|pot|xlf|xliff|arb|resx|strings|stringsdict|xcstrings)$|"
            r"(?:^|/)(?:locales?|i18n|l10n|translations?)/(?:.*/)?[^/]*\.(?:json5?|ya?ml|toml|properties|ftl|ts\.xml)$",
            re.I,
        ),
    ),
    (
        Origin.GENERATED,
        re.compile(
            r"\.(?:pb|g|gen|generated|freezed|designer)\.\w+$|_(?:pb2|pb2_grpc|pb|generated|gen)\.\w+$|"
            r"(?:^|/)zz_generated\.[\w.]+$|(?:^|/)(?:generated|__generated__|gen)/",
            re.I,
        ),
    ),
)


def classify_origin(path: str, *, generated: bool = False) -> Origin:
    """Classify a file by its path.

    `generated`: its header or `.gitattributes` says that a tool wrote it."""
    for origin, pattern in _PATHS:
        if pattern.search(path):
            return origin
    return Origin.GENERATED if generated else Origin.AUTHORED
