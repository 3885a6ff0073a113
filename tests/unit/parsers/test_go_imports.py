"""Import paths of Go: modules, replacements, vendored copies, trees without a manifest, names of packages."""

from __future__ import annotations

import pytest

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, SourceFile
from codegraph_parsers.lang.go.imports import GoProject, guess_name, project


def source(path: str, text: str) -> FileFacts:
    return parse(SourceFile(path, text.encode(), "go", ""))


def tree(sources: dict[str, str], manifests: dict[str, str] | None = None) -> GoProject:
    return project([source(path, text) for path, text in sources.items()], list(sources), manifests or {})


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("fmt", "fmt"),
        ("net/http", "http"),
        ("math/rand/v2", "rand"),
        ("gopkg.in/yaml.v3", "yaml"),
        ("example.org/go-isatty", "isatty"),
        ("example.org/uuid-go", "uuid"),
        ("example.org/nats.go", "nats"),
        ("example.org/b-tree", "tree"),
    ],
)
def test_a_package_outside_is_called_by_what_its_path_suggests(path: str, name: str):
    assert guess_name(path) == name


def test_the_longest_module_path_owns_an_import():
    go = tree(
        {"a.go": "package a", "sub/x/x.go": "package x", "x/x.go": "package x"},
        {"go.mod": "module example.org/app\n", "sub/go.mod": "module example.org/app/nested\n"},
    )
    assert go.resolve("a.go", "example.org/app/nested/x", "import").units == ("sub/x#x",)
    assert go.resolve("a.go", "example.org/app/x", "import").units == ("x#x",)


def test_a_replacement_holds_where_its_manifest_does():
    go = tree(
        {"app/a.go": "package a", "lib/y.go": "package y", "other/b.go": "package b"},
        {
            "app/go.mod": "module app\nreplace (\n\texample.org/y v1.2.0 => ../lib // fork\n)\n",
            "other/go.mod": "module other\n",
        },
    )
    assert go.resolve("app/a.go", "example.org/y", "import").units == ("lib#y",)
    assert go.resolve("other/b.go", "example.org/y", "import").external == "example.org/y"


def test_a_vendored_copy_comes_before_everything_else():
    go = tree(
        {"a/a.go": "package a", "a/vendor/example.org/z/z.go": "package z", "vendor/example.org/z/z.go": "package z"},
        {"go.mod": "module example.org\n"},
    )
    assert go.resolve("a/a.go", "example.org/z", "import").units == ("a/vendor/example.org/z#z",)


def test_a_tree_without_a_manifest_is_recognised_by_its_own_imports():
    go = tree(
        {
            "main.go": 'package main\nimport "host.net/me/tool/pkg/a"\nimport "host.net/me/other/pkg"',
            "pkg/a/a.go": 'package a\nimport "host.net/me/tool/pkg/b"',
            "pkg/b/b.go": "package b",
        }
    )
    assert go.resolve("main.go", "host.net/me/tool/pkg/a", "import").units == ("pkg/a#a",)
    assert go.resolve("main.go", "host.net/me/other/pkg", "import").units == ()


def test_a_package_and_its_outside_tests_are_two_units():
    go = tree({"p/a.go": "package p", "p/a_test.go": "package p", "p/b_test.go": "package p_test"})
    assert go.find_unit(source("p/a_test.go", "package p")) == go.find_unit(source("p/a.go", "package p")) == "p#p"
    assert go.find_unit(source("p/b_test.go", "package p_test")) == "p#p_test"


def test_the_declared_name_is_what_an_import_binds():
    go = tree({"a.go": "package a", "go-thing/v2/x.go": "package thing"}, {"go.mod": 'module "example.org/m"\n'})
    assert go.resolve("a.go", "example.org/m/go-thing/v2", "import").name == "thing"


def test_a_unit_is_known_by_its_import_path():
    go = tree({"a.go": "package a", "in/x/x.go": "package x"}, {"go.mod": "module example.org/m\n"})
    assert go.list_names("#a") == ("example.org/m",)
    assert go.list_names("in/x#x") == ("example.org/m/in/x",)
