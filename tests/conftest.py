"""Fixtures that tests of several folders share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run, and a busy machine is no failure.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
# `--hypothesis-profile quick` tries a fifth of them.
settings.register_profile("quick", settings.get_profile("steady"), max_examples=20)
settings.load_profile("steady")

os.environ.setdefault("CODEGRAPH_INDEX_WAIT_S", "120")  # a busy machine takes long for the first index
os.environ.setdefault("CODEGRAPH_VERIFY_REFRESHES", "50")  # one refresh in so many is compared with a rebuild
os.environ.setdefault("CODEGRAPH_VECTORS_TABLE", "false")  # importing LanceDB takes seconds a run


@pytest.fixture(autouse=True)
def _without_table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the LanceDB table to the tests that are about it, which are marked `lance`."""
    if request.node.get_closest_marker("lance") is None:
        monkeypatch.setattr("codegraph.indexing.vector_table.is_wanted", lambda config: bool(config.vectors_uri))


@pytest.fixture
def can_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test process be forked whatever threads other tests left: what is forked needs none of them."""
    monkeypatch.setattr("codegraph.runtime.python_processes.threading.active_count", lambda: 1)


@pytest.fixture(scope="session")
def _sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A sample repository and the home folder with its index, made once."""
    from support.serving import copy_sample

    from codegraph.indexing.pipeline import index_repository
    from codegraph.settings.config import Config

    folder = tmp_path_factory.mktemp("sample")
    shop = copy_sample("storefront", folder / "shop")
    home = folder / "home"
    index_repository(shop, Config(home, workers=1))
    return shop, home


@pytest.fixture
def storefront(_sample: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An indexed sample repository, for tests that change neither it nor its index."""
    shop, home = _sample
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    return shop
