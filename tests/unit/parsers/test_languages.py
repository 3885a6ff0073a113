"""What a file is written in."""

from __future__ import annotations

import subprocess
import sys

import pytest

from codegraph_parsers import languages
from codegraph_parsers.languages import LanguageFiles


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


@pytest.mark.parametrize("name", languages.names())
def test_the_names_of_files_are_those_of_the_specifications(name: str):
    spec, row = languages.load_spec(name), languages.map_files()[name]
    told = LanguageFiles(
        spec.title,
        spec.suffixes,
        spec.filenames,
        spec.shebangs,
        row.manifests,
        spec.detect is not None,
        row.kernels,
        row.blanking,
        row.main,
    )
    assert (spec.name, row) == (name, told)


def test_manifests_are_those_of_the_specifications():
    assert languages.list_manifest_names() == {name for spec in languages.load_specs() for name in spec.manifests}


@pytest.mark.parametrize(
    ("question", "loaded"),
    [
        ("detect('a.py', b'')", []),
        ("detect('notes.txt', b'#!/usr/bin/env python')", []),
        ("detect('a.ts', b'')", ["typescript"]),
        ("detect('a.h', b'')", ["c"]),
        ("list_manifest_names()", []),
    ],
)
def test_no_language_is_loaded_that_a_question_does_not_need(question: str, loaded: list[str]):
    code = (
        f"import sys; from codegraph_parsers import languages; languages.{question}; "
        "print(*sorted(name.split('.')[2] for name in sys.modules if name.endswith('.spec')"
        " and name.startswith('codegraph_parsers.lang.')))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == loaded
