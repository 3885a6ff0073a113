"""Receivers along a path: which overrides calls on the receiver itself may run."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.reach import compute_symbol_impact, find_path
from codegraph.operations.requests import ImpactRequest, PathRequest
from codegraph.settings.config import Config

FILES = {
    "imports.php": """<?php
abstract class Import {
    abstract function load();
    function start() { return $this->load(); }
    function row() { return 1; }
    function map() { return $this->row(); }
    function other(Import $one) { return $one->load(); }
}
class Bills extends Import {
    function load() { return bills(); }
    function run() { return $this->start(); }
    function map() { return parent::map(); }
    function copy(Import $one) { return $this->other($one); }
}
class Taxes extends Import {
    function load() { return taxes(); }
    function run() { return $this->start(); }
    function row() { return rate(); }
}
class Vat extends Bills { function load() { return vat(); } }
function any(Import $one) { return $one->start(); }
function bills() {} function taxes() {} function vat() {} function rate() {}
""",
    "imports.py": """class Base:
    def start(self):
        return self.load()

    def load(self):
        return 0


class One(Base):
    def load(self):
        return one()

    def run(self):
        return self.start()


class Two(Base):
    def load(self):
        return two()


class Both(One, Two):
    pass


class Three(Base):
    def load(self):
        return three()


def one(): ...
def two(): ...
def three(): ...
""",
}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Context:
    folder: Path = tmp_path_factory.mktemp("receivers")
    config = Config(folder / "home", workers=1, vectors=False)
    repo = GitRepo.make(folder / "repo", FILES)
    index_repository(repo.root, config)
    return Context(repo.root, config)


def list_targets(context: Context, source: str, *targets: str) -> set[str]:
    return {each for each in targets if find_path(context, PathRequest(source, each)).results.edges}


def list_dependents(context: Context, symbol: str) -> set[str]:
    found = compute_symbol_impact(context, ImpactRequest(symbol, depth=5)).results
    return {each.symbol.qualname for each in found.dependents}


def test_a_call_on_the_receiver_reaches_overrides_of_its_class_alone(context: Context):
    functions = ("bills", "taxes", "vat")
    assert list_targets(context, "Bills.run", *functions) == {"bills", "vat"}
    assert list_targets(context, "Taxes.run", *functions) == {"taxes"}
    assert list_targets(context, "any", *functions) == set(functions)


def test_a_call_of_a_base_reaches_no_override_of_another_class(context: Context):
    assert list_targets(context, "Bills.map", "rate") == set()
    assert list_targets(context, "Import.map", "rate") == {"rate"}


def test_another_object_may_be_of_any_class(context: Context):
    assert list_targets(context, "Bills.copy", "bills", "taxes", "vat") == {"bills", "taxes", "vat"}


def test_classes_with_a_common_descendant_may_meet(context: Context):
    assert list_targets(context, "One.run", "one", "two", "three") == {"one", "two"}


def test_dependents_are_those_of_which_a_receiver_has_all_calls(context: Context):
    assert {"Taxes.load", "Import.start", "Taxes.run", "any"} <= list_dependents(context, "taxes")
    assert "Bills.run" not in list_dependents(context, "taxes")
    assert {"Bills.run", "Bills.copy"} <= list_dependents(context, "vat")
