"""Pages of small repositories, asked through Starlette's client."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from codegraph.server.repositories import Repositories
from codegraph.ui.application import Page, build_application
from codegraph.ui.session import Session

BASE_URL = "http://127.0.0.1:4747"


def open_page(root: Path, **more: object) -> tuple[Page, TestClient]:
    """Return a page of a repository and a client that asks it as its own document does."""
    page = Page(Session(root, Repositories(root)), **more)  # type: ignore[arg-type]
    return page, TestClient(build_application(page), base_url=BASE_URL)  # type: ignore[arg-type]
