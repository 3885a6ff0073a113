"""Dead code candidates of a real tree: what somebody outside it calls is none."""

from __future__ import annotations

from pathlib import Path

from codegraph.config import Config
from codegraph.operations.context import Context
from codegraph.operations.inventory import BY_NAME, handler
from codegraph.operations.requests import DeadCodeRequest
from codegraph.pipeline import index_repository


def test_what_a_library_or_a_test_framework_calls_is_not_dead(tmp_path: Path) -> None:
    code = """import threading


class Base(threading.Thread):
    pass


class _Worker(Base):
    def run(self):
        return 1


class _Plain(object):
    def run_it(self):
        return 1


print(_Worker, _Plain)
"""
    tests = """class TestIt:
    def setup_method(self):
        self.a = 1

    def forgotten(self):
        self.a = 2

    def test_it(self):
        assert self.a


def pytest_configure(config):
    return config
"""
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/work.py").write_text(code)
    (tmp_path / "repo/test_work.py").write_text(tests)
    config = Config(tmp_path / "home", workers=1, vectors=False)
    index_repository(tmp_path / "repo", config)
    context = Context(tmp_path / "repo", config)
    found = handler(BY_NAME["dead-code"])(context, DeadCodeRequest(exported=True)).results
    context.close()
    assert [d.symbol.qualname for d in found.symbols] == ["TestIt.forgotten", "_Plain.run_it"]
