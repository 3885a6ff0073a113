"""A path between two symbols does not lead through a double that only tests use."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.reach import find_path
from codegraph.operations.requests import PathRequest
from codegraph.settings.config import load as config_of

SOURCES = {
    "shop/store.py": """class Store:
    def save(self):
        raise NotImplementedError

class Disk(Store):
    def save(self):
        flush()

def flush():
    write()

def write():
    pass

def checkout(store: Store):
    store.save()
""",
    "shop/job.py": """from shop.store import write

class Job:
    def run(self):
        self.step()

    def step(self):
        raise NotImplementedError

class Nightly(Job):
    def start(self):
        self.run()
        first()

    def step(self):
        pass

class Hourly(Job):
    def step(self):
        write()

def first():
    second()

def second():
    third()

def third():
    fourth()

def fourth():
    write()
""",
    "tests/test_job.py": """from shop.job import Nightly
from shop.store import write

class FakeNightly(Nightly):
    def step(self):
        write()
""",
    "tests/test_store.py": """from shop.store import Store, checkout, write

class FakeStore(Store):
    def save(self):
        write()

def test_checkout():
    checkout(FakeStore())
""",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shop")
    for name, text in SOURCES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    index_repository(root, config_of(root))
    return root


def list_targets(root: Path, source: str, target: str) -> list[str]:
    answer = find_path(Context(root, config_of(root)), PathRequest(source, target)).results
    return [step.source.qualname if step.kind == "overrides" else step.target.qualname for step in answer.edges]


def test_a_longer_way_through_the_program_precedes_a_double(shop: Path):
    assert list_targets(shop, "checkout", "write") == ["Store.save", "Disk.save", "flush", "write"]


def test_a_path_out_of_a_test_may_lead_through_its_double(shop: Path):
    assert list_targets(shop, "FakeStore", "write") == ["write"]


def test_a_path_that_tests_alone_have_is_still_found(shop: Path):
    (shop / "shop" / "store.py").write_text(SOURCES["shop/store.py"].replace("        flush()\n", "        pass\n"))
    assert list_targets(shop, "checkout", "write") == ["Store.save", "FakeStore.save", "write"]


def test_a_way_around_a_sibling_class_leads_through_no_double_either(shop: Path):
    assert list_targets(shop, "Nightly.start", "write") == ["first", "second", "third", "fourth", "write"]
