"""Packages of a folder, and the indexed repositories its dependencies lead to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.crossrepo import cross_repo, read_packages
from codegraph.operations.requests import CrossRepoRequest
from codegraph.render.text import render_text
from codegraph.settings.config import Config


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(home=tmp_path / "home", workers=1)


def make(root: Path, name: str, *needs: str) -> Path:
    root.mkdir(parents=True)
    wanted = ", ".join(f'"{need}"' for need in needs)
    (root / "pyproject.toml").write_text(f'[project]\nname = "{name}"\nversion = "1.0"\ndependencies = [{wanted}]\n')
    (root / "code.py").write_text("def run(): pass\n")
    return root


def test_a_dependency_leads_to_the_indexed_repository_that_has_the_package(tmp_path: Path, config: Config):
    app = make(tmp_path / "app", "app", "lib-x>=1", "elsewhere")
    lib = make(tmp_path / "lib", "Lib_X")
    index_repository(lib, config)
    answer = cross_repo(Context(app, config), CrossRepoRequest(str(app))).results
    assert [(link.dependency.name, link.package.name, link.place) for link in answer.links] == [
        ("lib-x", "Lib_X", str(lib))
    ]
    text = render_text(answer)
    assert "lead to other indexed repositories\n  pyproject.toml  Lib_X  " in text
    assert "other dependencies\n  elsewhere" in text


def test_a_repository_that_is_gone_or_not_allowed_is_not_looked_into(tmp_path: Path, config: Config):
    app = make(tmp_path / "app", "app", "lib")
    lib = make(tmp_path / "lib", "lib")
    index_repository(lib, config)
    assert read_packages(app, config, {}).links == ()
    os.rename(lib, tmp_path / "moved")
    assert cross_repo(Context(app, config), CrossRepoRequest(str(app))).results.repositories == 0


def test_the_same_repository_is_not_another_one(tmp_path: Path, config: Config):
    app = make(tmp_path / "app", "app", "app")
    index_repository(app, config)
    answer = cross_repo(Context(app, config), CrossRepoRequest()).results
    assert (answer.repositories, answer.links) == (0, ())


def test_a_malformed_manifest_is_a_warning(tmp_path: Path, config: Config):
    app = make(tmp_path / "app", "app")
    (app / "package.json").write_text("{")
    answer = cross_repo(Context(app, config), CrossRepoRequest())
    assert answer.warnings[0].startswith("package.json: not valid JSON")
    assert [p.name for p in answer.results.manifests.packages] == ["app"]


def test_the_root_of_a_workspace_is_a_member_with_a_name(tmp_path: Path, config: Config):
    (tmp_path / "app/inner").mkdir(parents=True)
    (tmp_path / "app/Cargo.toml").write_text('[package]\nname = "app"\n[workspace]\nmembers = ["inner"]\n')
    (tmp_path / "app/inner/Cargo.toml").write_text('[package]\nname = "inner"\n')
    answer = cross_repo(Context(tmp_path / "app", config), CrossRepoRequest(str(tmp_path / "app"))).results
    assert "cargo workspace in .: ., inner\n" in render_text(answer)
