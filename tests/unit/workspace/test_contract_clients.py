"""Clients in other repositories of a contract that changed."""

from __future__ import annotations

import pytest
from support.gitrepo import GitRepo

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.context import Context
from codegraph.operations.impact.answers import ChangeReport
from codegraph.operations.reach import show_impact
from codegraph.operations.requests import ImpactRequest
from codegraph.render.impact.markdown import format_report_markdown
from codegraph.render.impact.plain_text import format_report_text
from codegraph.settings.config import Config

PROTO = 'syntax = "proto3";\npackage stock.v1;\nservice Stock {\n  rpc Get(Query) returns (Level);\n}\nmessage Query {}\nmessage Level {}\n'
STOCK = {
    "pyproject.toml": '[project]\nname = "stock"\nversion = "1"\n',
    "stock.py": "def count(sku):\n    return 1\n\n\ndef label(sku):\n    return sku\n",
    "app.py": (
        "from fastapi import FastAPI\nfrom stock import count\n\napp = FastAPI()\n\n\n"
        "@app.get('/levels/{sku}')\ndef show_level(sku):\n    return count(sku)\n\n\n"
        "@app.get('/labels/{sku}')\ndef show_label(sku):\n    return sku\n"
    ),
    "stock.proto": PROTO,
    "server.py": (
        "import grpc\nfrom stock.v1 import stock_pb2_grpc\n\n\nclass Service(stock_pb2_grpc.StockServicer):\n"
        "    def Get(self, request, context):\n        return None\n\n\n"
        "def serve(server):\n    stock_pb2_grpc.add_StockServicer_to_server(Service(), server)\n"
    ),
}
SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\ndependencies = ["stock"]\n',
    "shop.py": (
        "import os, grpc, requests\nfrom stock import count, label\nfrom stock.v1 import stock_pb2_grpc\n\n\n"
        "def order(sku):\n    return count(sku)\n\n\ndef show(sku):\n    return label(sku)\n\n\n"
        "def ask(sku):\n    return requests.get(os.environ['STOCK_URL'] + '/levels/' + sku)\n\n\n"
        "def print_label(sku):\n    return requests.get(os.environ['STOCK_URL'] + '/labels/' + sku)\n\n\n"
        "def level(channel):\n    return stock_pb2_grpc.StockStub(channel).Get(None)\n"
    ),
}


@pytest.fixture(scope="module")
def systems(tmp_path_factory: pytest.TempPathFactory) -> tuple[GitRepo, Config]:
    folder = tmp_path_factory.mktemp("contracts")
    config = Config(folder / "home", workers=1, vectors=False)
    stock, shop = GitRepo.make(folder / "stock", STOCK), GitRepo.make(folder / "shop", SHOP)
    for repo in (stock, shop):
        index_repository(repo.root, config)
    return stock, config


@pytest.mark.parametrize(
    ("path", "old", "new", "clients"),
    [
        ("stock.py", "def count(sku):", "def count(sku, place):", {("order", "count")}),
        ("stock.py", "def label(sku):\n    return sku\n", "", {("show", "label")}),
        ("stock.py", "return 1", "return 2", set()),
        ("app.py", "'/levels/{sku}'", "'/stock/{sku}'", {("ask", "GET /levels/{sku}")}),
        ("app.py", "'/levels/{sku}'", "'/levels/{name}'", set()),
        ("stock.proto", "Get(Query)", "Get(Level)", {("level", "stock.v1.Stock/Get")}),
    ],
)
def test_a_change_names_its_clients_in_other_repositories(
    systems: tuple[GitRepo, Config], path: str, old: str, new: str, clients: set[tuple[str, str]]
) -> None:
    repo, config = systems
    try:
        repo.write({path: STOCK[path].replace(old, new)})
        report = show_impact(Context(repo.root, config), ImpactRequest(base="HEAD", workspace=True)).results
        assert isinstance(report, ChangeReport)
        assert report.elsewhere is not None
        found = {(step.symbol.name, step.target.rpartition("::")[2].partition(":")[2] or step.target.rpartition("::")[2])
                 for step in report.elsewhere.steps if step.symbol.qualname}  # fmt: skip
        assert found == clients
        assert {step.repository for step in report.elsewhere.steps} <= {"shop"}
        for name, _ in clients:
            assert name in "\n".join(format_report_text(report))
            assert name in format_report_markdown(report)
    finally:
        repo.write({path: STOCK[path]})
