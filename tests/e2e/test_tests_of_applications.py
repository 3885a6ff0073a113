"""Tests that reach code through an application of a library: what it was given runs in them."""

from __future__ import annotations

from pathlib import Path

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import ImpactRequest
from codegraph.settings.config import Config

TREE = {
    "pages.py": """from fastapi import APIRouter

router = APIRouter()


@router.get("/page")
def page():
    return text()


def text():
    return ""


def unrelated():
    return 1
""",
    "web.py": """from fastapi import FastAPI
from pages import router, unrelated

app = FastAPI()
app.include_router(router)
""",
    "test_web.py": """from fastapi.testclient import TestClient
from web import app


def test_page():
    assert TestClient(app).get("/page")


def test_nothing():
    assert True
""",
    "pytest.ini": "[pytest]\n",
}


def test_what_a_route_calls_is_reached_by_the_tests_of_its_application(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    for path, text in TREE.items():
        (tmp_path / "repo" / path).write_text(text)
    config = Config(tmp_path / "home", workers=1, vectors=False)
    index_repository(tmp_path / "repo", config)
    context = Context(tmp_path / "repo", config)
    ask = load_handler(BY_NAME["impact"])
    reached = ask(context, ImpactRequest("pages.py::text", depth=4)).results
    apart = ask(context, ImpactRequest("pages.py::unrelated", depth=4)).results
    context.close()
    assert [t.symbol.qualname for t in reached.tests] == ["test_page"]
    assert not apart.tests
