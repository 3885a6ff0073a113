"""What a file is written in."""

from __future__ import annotations

import pytest

from codegraph_parsers import languages


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("src/a.ts", b"export const a = 1;\n", "typescript"),
        ("src/a.ts", b"<T>(a: T) => a;\n", "typescript"),
        ("i18n/app_hr.ts", b'\xef\xbb\xbf<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1">', None),
        ("i18n/app_de.ts", b'<!DOCTYPE TS><TS version="1.1">', None),
    ],
)
def test_translations_of_qt_are_no_typescript(path: str, head: bytes, language: str | None):
    assert languages.detect(path, head) == language
