"""The catalog of languages: which there are, what they are for, and how far they are analysed."""

import pytest

from codegraph_parsers import languages
from codegraph_parsers.catalog import (
    Purpose,
    Tier,
    find_unanalysed,
    format_unanalysed_reason,
    get_title,
    identify,
)


@pytest.mark.parametrize(
    ("path", "head", "name"),
    [
        ("lib/user.pl", b"", "Perl"),
        ("bin/console", b"#!/usr/bin/env perl\n", "Perl"),
        ("bin/run", b"#!/bin/bash -e\n", "Shell"),
        ("tool", b"#!/usr/bin/env -S perl -w\n", "Perl"),
        ("tool", b"#!/usr/bin/lua5.3\n", "Lua"),
        ("page.blade.php", b"", "Blade"),
        ("main.tf", b"", "Terraform"),
        ("Shop.m", b"#import <Foundation/Foundation.h>\n", "Objective-C"),
        ("solve.m", b"function x = solve(a)\n", "MATLAB"),
        ("Views/Home.cshtml", b"", "Razor"),
        ("a.F90", b"", "Fortran"),
    ],
)
def test_code_without_a_resolver_is_known_by_name_suffix_and_interpreter(path: str, head: bytes, name: str) -> None:
    found = identify(path, head)
    assert found is not None
    assert (found.name, found.purpose) == (name, Purpose.CODE)
    assert found.tier is not Tier.RESOLVED
    assert found.is_unanalysed_code


@pytest.mark.parametrize(
    ("path", "name", "purpose"),
    [
        ("README.md", "Markdown", Purpose.PROSE),
        ("conf.yaml", "YAML", Purpose.DATA),
        ("tsconfig.json", "JSON", Purpose.DATA),
        ("conf.toml", "TOML", Purpose.DATA),
        ("web/package.json", "Node.js manifest", Purpose.BUILD),
        ("pyproject.toml", "Python manifest", Purpose.BUILD),
        (".github/workflows/ci.yml", "GitHub Actions", Purpose.BUILD),
        ("site.css", "CSS", Purpose.MARKUP),
        ("Makefile", "Makefile", Purpose.BUILD),
        ("Shop.csproj", "MSBuild", Purpose.DATA),
    ],
)
def test_documents_data_and_recipes_are_no_code(path: str, name: str, purpose: Purpose) -> None:
    found = identify(path)
    assert found is not None
    assert (found.name, found.purpose, found.is_unanalysed_code) == (name, purpose, False)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"apiVersion: v1\nkind: Service\n", "Kubernetes"),
        (b"kind: of\n", "YAML"),
        (b"openapi: 3.0.0\npaths:\n", "OpenAPI"),
        (b"", "YAML"),
    ],
)
def test_the_text_decides_what_a_file_of_yaml_is(head: bytes, name: str) -> None:
    found = identify("shop.yaml", head)
    assert found is not None and found.name == name


def test_every_language_with_a_folder_has_a_name_and_is_resolved() -> None:
    assert all(languages.load_spec(name).title for name in languages.names())
    assert get_title("cpp") == "C++"
    found = identify("a.py")
    assert found is not None
    assert (found.name, found.tier) == ("Python", Tier.RESOLVED)


def test_what_nobody_knows_has_no_language() -> None:
    assert identify("data.bin7") is None
    assert identify("LICENSE") is None


def test_rows_of_files_tell_which_code_has_no_resolver() -> None:
    found = identify("a.cob")
    assert found is not None
    text = find_unanalysed("", format_unanalysed_reason(found))
    assert text is not None
    assert (text.name, text.tier) == ("COBOL", Tier.TEXT)
    names_only = find_unanalysed("lua", "")
    assert names_only is not None
    assert (names_only.name, names_only.tier) == ("Lua", Tier.STRUCTURAL)
    assert find_unanalysed("lua", "syntax errors") == names_only
    assert find_unanalysed("python", "") is None
    assert find_unanalysed("", "minified") is None


def test_a_language_whose_table_is_gone_is_not_taken_for_resolved() -> None:
    found = find_unanalysed("ours", "")
    assert found is not None
    assert (found.name, found.tier) == ("ours", Tier.STRUCTURAL)
