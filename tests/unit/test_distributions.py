"""Two distributions from one source: one has the code, the other requires it and the packages beyond it."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
from distributions import ROOT, build_core_metadata, build_memory_metadata

from codegraph import __version__
from codegraph.runtime.optional_packages import COMPLETE, CORE, PACKAGES

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE_FIELDS = build_core_metadata()
MEMORY_FIELDS = build_memory_metadata()


def get_names(requirements: list[str]) -> set[str]:
    return {each.partition("[")[0].rstrip("<>=~,.0123456789") for each in requirements}


def test_each_requirement_is_one_of_the_core_or_one_beyond_it() -> None:
    assert MEMORY_FIELDS["dependencies"][0] == f"{CORE}=={__version__}"
    both = [*CORE_FIELDS["dependencies"], *MEMORY_FIELDS["dependencies"][1:]]
    assert sorted(both) == sorted(PROJECT["dependencies"])


def test_what_is_beyond_the_core_is_known_to_be_optional() -> None:
    beyond = get_names(MEMORY_FIELDS["dependencies"][1:])
    assert beyond == {package.name for package in PACKAGES if package.origin == COMPLETE}
    assert {package.name for package in PACKAGES if package.origin == CORE} <= get_names(CORE_FIELDS["dependencies"])
    assert {"lancedb", "tree-sitter-language-pack"} <= beyond


def test_an_extra_is_that_of_the_core() -> None:
    extras = PROJECT["optional-dependencies"]
    assert CORE_FIELDS["optional-dependencies"] == extras
    assert MEMORY_FIELDS["optional-dependencies"] == {name: [f"{CORE}[{name}]=={__version__}"] for name in extras}
    for package in PACKAGES:
        if package.origin.startswith("["):
            assert package.name in get_names(extras[package.origin.strip("[]")])


def test_both_have_the_version_of_the_code_and_the_readme() -> None:
    for fields in (CORE_FIELDS, MEMORY_FIELDS):
        assert fields["version"] == __version__
        assert fields["readme"]["text"].startswith("# codegraph")
        assert fields["requires-python"] == PROJECT["requires-python"]


@pytest.mark.parametrize("name", ["core", "memory"])
def test_a_distribution_has_the_command_and_leaves_the_rest_to_the_project(name: str) -> None:
    project = tomllib.loads((ROOT / "packaging" / name / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == f"codegraph-{name}"
    assert project["scripts"] == PROJECT["scripts"]
    assert set(project["dynamic"]) == set(CORE_FIELDS)


def test_a_name_beyond_the_core_that_is_no_requirement_is_an_error(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "codegraph", tmp_path / "codegraph", ignore=lambda _, names: set(names) - {"__init__.py"})
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(text.replace("beyond_core = [", 'beyond_core = ["lanceddb",'))
    with pytest.raises(ValueError, match="lanceddb"):
        build_core_metadata(tmp_path)
