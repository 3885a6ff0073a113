"""The core without the packages beyond it: answers stay, and a missing feature names what to install.

Imports of those packages are refused, as in an installation of `codegraph-core`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from support.serving import copy_sample

from codegraph.runtime.optional_packages import COMPLETE, PACKAGES

ROOT = Path(__file__).resolve().parents[2]
REFUSED = sorted({package.module for package in PACKAGES if package.origin == COMPLETE} | {"pyarrow"})
REFUSING = f"""
import sys

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {set(REFUSED)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Refusing())
"""
OURS = """
title = "Ours"
grammar = "pack:gleam"
definitions = "(function_declaration name: (_) @name) @function"

[files]
suffixes = [".ours"]
"""
INSTALL = "pip install codegraph-memory"


class Ended(NamedTuple):
    code: int
    output: str
    error: str


class Core:
    """The command line in an environment of the core."""

    def __init__(self, folder: Path) -> None:
        self.repo = copy_sample("storefront", folder / "repo")
        (self.repo / "shop.lua").write_text("local Shop = {}\nfunction Shop.open_doors() end\n")
        (self.repo / "Shop.fs").write_text("module Shop\nlet openDoors () = 1\n")
        packages = folder / "packages"
        packages.mkdir()
        (packages / "sitecustomize.py").write_text(REFUSING)
        path = os.pathsep.join(map(str, (packages, ROOT, ROOT / "parsers")))
        settings = {"CODEGRAPH_HOME": str(folder / "home"), "CODEGRAPH_WORKERS": "1", "CODEGRAPH_VECTORS_TABLE": "true"}
        self.env = {**os.environ, "PYTHONPATH": path, **settings}
        self.indexed = self.run("index", ".")

    def run(self, *words: str, **env: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "codegraph", *words],
            cwd=self.repo,
            env=self.env | env,
            capture_output=True,
            text=True,
        )
        assert "Traceback" not in done.stderr and "Error: " not in done.stderr.replace("error: ", ""), done.stderr
        return Ended(done.returncode, done.stdout, done.stderr)

    def ask(self, *words: str) -> str:
        done = self.run(*words)
        assert done.code == 0, done.error
        return done.output


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    return Core(tmp_path_factory.mktemp("core"))


def test_an_index_warns_of_languages_alone_and_says_what_to_install(core: Core) -> None:
    assert core.indexed.code == 0
    warnings = [line for line in core.indexed.error.splitlines() if line.startswith("warning: ")]
    assert warnings == [
        f"warning: fsharp: no package tree-sitter-fsharp is installed ({INSTALL}); its files have no symbols",
        "warning: lua, python-manifest: no package tree-sitter-language-pack is installed "
        f"({INSTALL}); their files have no symbols",
    ]


def test_questions_are_answered(core: Core) -> None:
    assert "Application.handle  exact" in core.ask("callers", "Application.build_reply")
    assert "Receipt.render_receipt" in core.ask("impact", "Money.format")
    assert "storefront/catalog/models.py" in core.ask("search", "format an amount of money")
    assert "shop.lua" in core.ask("search", "open_doors")


def test_memory_is_kept_and_recalled(core: Core) -> None:
    core.ask("memory", "add", "Receipts round half up: tax law", "--kind", "decision", "--about", "Money.format")
    assert "Receipts round half up" in core.ask("memory", "recall", "rounding of receipts")
    assert "Receipts round half up" in core.ask("memory", "recall", "--about", "Money.format")


@pytest.mark.parametrize(
    ("words", "package"),
    [
        (("rank", "--engine", "networkx"), "networkx"),
        (("clusters", "--engine", "louvain"), "python-louvain"),
        (("export", "--format", "graphml"), "networkx"),
        (("export", "--format", "gexf", "--output", "graph.gexf"), "networkx"),
        (("memory", "export", "--format", "graphml"), "networkx"),
        (("vectors", "--sync"), "lancedb"),
        (("memory", "vectors", "--sync"), "lancedb"),
    ],
)
def test_a_feature_beyond_the_core_says_what_to_install(core: Core, words: tuple[str, ...], package: str) -> None:
    done = core.run(*words)
    assert done.code == 2
    assert re.search(f"^error: .+ needs {package}, which is not installed$", done.error, re.M), done.error
    assert f"hint: {INSTALL}" in done.error


def test_parquet_names_its_extra(core: Core) -> None:
    done = core.run("export", "--format", "parquet", "--output", "graph")
    assert done.code == 2 and "[parquet]'" in done.error


def test_the_table_of_vectors_is_said_to_be_off(core: Core) -> None:
    for verb in (("vectors",), ("memory", "vectors")):
        done = core.run(*verb)
        assert done.code == 0
        assert f"no table is kept: LanceDB is not installed ({INSTALL})" in done.error


def test_a_place_of_vectors_that_somebody_named_is_a_warning(core: Core, tmp_path: Path) -> None:
    done = core.run("index", ".", CODEGRAPH_VECTORS_URI=str(tmp_path))
    assert done.code == 0
    assert f"warning: a LanceDB table needs lancedb, which is not installed ({INSTALL}" in done.error


def test_an_encoder_of_lancedb_is_a_warning_and_search_goes_by_words(core: Core) -> None:
    done = core.run("index", ".", CODEGRAPH_ENCODER="lancedb:openai")
    assert done.code == 0
    assert (
        f"the encoder `lancedb:openai` needs lancedb, which is not installed; search goes by words ({INSTALL})"
        in done.error
    )
    assert "storefront" in core.ask("search", "Money")
    core.ask("index", ".", "--quiet")


def test_doctor_names_every_package_and_fails_nothing(core: Core) -> None:
    done = core.run("doctor")
    assert done.code == 0, done.output
    for package in PACKAGES:
        assert (f"{package.name} is missing: {package.effect}" in done.output) is (package.module in REFUSED)
    assert f"→ {INSTALL}" in done.output and "FAIL" not in done.output


def test_languages_say_what_to_install(core: Core) -> None:
    told = core.ask("languages", "--here")
    assert f"Lua: no package tree-sitter-language-pack is installed ({INSTALL}); its files have no symbols" in told
    assert f"F#: no package tree-sitter-fsharp is installed ({INSTALL}); its files have no symbols" in told


def test_a_table_of_the_repository_that_needs_the_pack_says_so(core: Core) -> None:
    folder = core.repo / ".codegraph" / "languages"
    folder.mkdir(parents=True)
    (folder / "ours.toml").write_text(OURS)
    try:
        assert (
            f"no package tree-sitter-language-pack is installed beside codegraph ({INSTALL})"
            in core.run("index", ".").error
        )
    finally:
        (folder / "ours.toml").unlink()
