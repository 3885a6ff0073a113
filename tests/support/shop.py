"""A small shop in Python under git, and reports about changes of it."""

from __future__ import annotations

from pathlib import Path

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.operations.answers import Answer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.impact.answers import ChangeReport
from codegraph.operations.requests import ImpactRequest
from codegraph.settings.config import Config
from support.gitrepo import GitRepo

STORE = '''"""Store."""
import json

LIMIT = 3


class Base:
    def save(self, item):
        return item


class Store(Base):
    def save(self, item):
        return json.dumps(item)[:LIMIT]

    def load(self):
        return helper(1)


def helper(number):
    return number + 1


def legacy(number):
    return [i * 2 for i in range(number) if i % 3 == 0]
'''
APP = """from shop.store import Base, Store, legacy


def run(base: Base):
    return base.save(1)


def main():
    store = Store()
    run(store)
    return store.load()


def old():
    return legacy(4)
"""
TESTS = """from shop.app import main
from shop.store import Store


def test_main():
    assert main() == 2


def test_load():
    assert Store().load() == 2
"""
FILES = {"shop/__init__.py": "", "shop/store.py": STORE, "shop/app.py": APP, "tests/test_shop.py": TESTS}


def asked(repo: Path, config: Config, **request: object) -> Answer[ChangeReport]:
    context = Context(repo, config)
    try:
        return load_handler(BY_NAME["impact"])(context, ImpactRequest(**request))  # type: ignore[arg-type]
    finally:
        context.close()


def report(repo: GitRepo, config: Config, **request: object) -> ChangeReport:
    return asked(repo.root, config, **({"base": "HEAD"} | request)).results


def changed(found: ChangeReport) -> dict[str, ChangeKind]:
    return {c.symbol.qualname or c.symbol.path: c.change for c in found.changed}


def affected(found: ChangeReport) -> set[str]:
    return {a.symbol.qualname or a.symbol.path for a in found.affected}


def to_run(found: ChangeReport) -> set[str]:
    return {t.symbol.name for t in found.tests}
