"""Portable ids of exported symbols, by the grammar of SCIP."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.requests import SymbolRequest
from codegraph.operations.symbols import describe_symbol
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.workspace.index_manifests import read_index_manifests
from codegraph.workspace.portable_ids import make_portable_id

PYTHON = "class Amount:\n    def add(self, other): ...\n    def _hide(self): ...\n\n\nLIMIT = 3\n\n\ndef parse(text):\n    def inner(): ...\n"
GO = "package rates\n\ntype Table struct{}\n\nfunc (t *Table) Convert() {}\n\nfunc (t *Table) hide() {}\n"
TYPESCRIPT = "export class Badge {\n  render() {}\n}\nexport function plural() {}\nfunction hidden() {}\n"
FILES = {
    "pyproject.toml": '[project]\nname = "money core"\nversion = "4.2"\n',
    "src/amounts.py": PYTHON,
    "web/package.json": '{"name": "@acme/web"}',
    "web/badge.ts": TYPESCRIPT,
    "rates/go.mod": "module example.org/rates\n\ngo 1.22\n",
    "rates/rates.go": GO,
    "tests/test_amounts.py": "def test_parse(): ...\n",
    "shared.rs": "pub fn f() {}\n",
    "net/Berths.csproj": "<Project><PropertyGroup><PackageId>Acme.Berths</PackageId><Version>2.1</Version>"
    "</PropertyGroup></Project>",
    "net/Berth.cs": "namespace Acme;\npublic class Berth { public void Moor() {} internal void Scrub() {} }\n",
    "php/composer.json": '{"name": "acme/invoices", "version": "3.2"}',
    "php/Invoice.php": "<?php\nnamespace Acme;\nclass Invoice { function total() {} private function hide() {} }\n",
    "gem/labels.gemspec": "Gem::Specification.new do |s|\n  s.name = 'labels'\n  s.version = '1.4'\nend\n",
    "gem/lib/labels.rb": "module Labels\n  class Stamp\n    def print\n    end\n  end\nend\n",
}
ROOT = "codegraph pypi money  core 4.2 "


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Config]:
    folder = tmp_path_factory.mktemp("portable")
    config = Config(folder / "home", workers=1, vectors=False)
    root = GitRepo.make(folder / "repo", FILES).root
    index_repository(root, config)
    return root, config


@pytest.mark.parametrize(
    ("symbol", "portable"),
    [
        ("Amount", ROOT + "src/`amounts.py`/Amount#"),
        ("Amount.add", ROOT + "src/`amounts.py`/Amount#add()."),
        ("parse", ROOT + "src/`amounts.py`/parse()."),
        ("LIMIT", ROOT + "src/`amounts.py`/LIMIT."),
        ("src/amounts.py", ROOT + "src/`amounts.py`/"),
        ("Amount._hide", ""),
        ("parse.inner", ""),
        ("test_parse", ""),
        ("Badge.render", "codegraph npm @acme/web . `badge.ts`/Badge#render()."),
        ("plural", "codegraph npm @acme/web . `badge.ts`/plural()."),
        ("hidden", ""),
        ("Table.Convert", "codegraph gomod example.org/rates . `rates.go`/Table#Convert()."),
        ("Table.hide", ""),
        ("f", ""),  # of no crate
        ("Berth.Moor", "codegraph nuget Acme.Berths 2.1 `Berth.cs`/Berth#Moor()."),
        ("Berth.Scrub", ""),
        ("Invoice.total", "codegraph composer acme/invoices 3.2 `Invoice.php`/Invoice#total()."),
        ("Invoice.hide", ""),
        ("Labels.Stamp.print", "codegraph rubygems labels 1.4 lib/`labels.rb`/Labels/Stamp#print()."),
    ],
)
def test_an_exported_symbol_has_a_portable_id(repo: tuple[Path, Config], symbol: str, portable: str) -> None:
    root, config = repo
    with Index.open(root, config) as index:
        found = index.find_symbol(symbol)
        assert make_portable_id(index, read_index_manifests(index), found) == portable
    assert describe_symbol(Context(root, config), SymbolRequest(symbol=symbol)).results.portable_id == portable
