"""Repositories that pages are opened of."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from support.serving import copy_sample
from support.ui_pages import open_page

from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config


@pytest.fixture
def client(storefront: Path) -> TestClient:
    """A client of a page of the sample, for tests that write nothing."""
    return open_page(storefront)[1]


@pytest.fixture(scope="session")
def _applications(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("applications")
    root = copy_sample("parcelpost", folder / "post")
    index_repository(root, Config(folder / "home", workers=1, vectors=False))
    return root, folder / "home"


@pytest.fixture
def applications(_applications: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A client of a page of web applications, for tests that write nothing."""
    root, home = _applications
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    return open_page(root)[1]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An indexed copy of the sample, for tests that change it or its memory."""
    home = tmp_path / "home"
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    shop = copy_sample("storefront", tmp_path / "shop")
    index_repository(shop, Config(home, workers=1, vectors=False))
    return shop
