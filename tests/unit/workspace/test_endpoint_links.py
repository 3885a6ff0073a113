"""Requests, stubs and messages between repositories, and what only looks like them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.errors import AmbiguousError, ConfigError, NotFoundError
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import ImpactAnswer
from codegraph.operations.context import Context
from codegraph.operations.edges import list_callers
from codegraph.operations.explore import explore
from codegraph.operations.reach import find_path, show_impact
from codegraph.operations.requests import CallersRequest, ExploreRequest, ImpactRequest, PathRequest
from codegraph.query.index import Index
from codegraph.query_results import MemberStatus
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.page_layer import find_database
from codegraph.workspace.hosts import read_address
from codegraph.workspace.links import WorkspaceLinks
from codegraph.workspace.member_repositories import open_workspace

SERVED = "from fastapi import FastAPI\napp = FastAPI()\n"
STOCK = (
    SERVED + "@app.get('/levels/{sku}')\ndef show_level(sku):\n    return sku\n@app.get('/health')\ndef health(): ...\n"
)
CLIENT = "import os, requests\ndef ask():\n    requests.get({url})\n"


def make_workspace(folder: Path, files: Mapping[str, str]) -> Config:
    """Index repositories of one file each, by their names with that of the file."""
    config = Config(folder / "home", workers=1, vectors=False)
    for place, text in files.items():
        name, _, path = place.partition("/")
        repo = GitRepo.make(folder / name, {"id.txt": name, path: text})
        index_repository(repo.root, config)
    return config


def list_edges(folder: Path, config: Config, home: str) -> list[tuple[str, str, str, str, str]]:
    with Index.open(folder / home, config) as index, open_workspace(index, config) as workspace:
        edges = WorkspaceLinks(workspace).list_edges()
        return [(e.member.name, e.source.qualname, e.provider.name, e.target.name, e.resolution.value) for e in edges]


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("'http://stock:8000/levels/7'", "inferred"),
        ("'http://stock.svc.cluster.local/levels/7'", "inferred"),
        ("os.environ['STOCK_SERVICE_URL'] + '/levels/' + input()", "inferred"),
        ("os.getenv('BACKEND_URL', 'http://stock') + '/levels/7'", "inferred"),
        ("os.getenv('API_URL') + '/levels/7'", "heuristic"),
        ("input() + '/levels/7'", "heuristic"),
        ("'http://localhost:8000/levels/7'", "heuristic"),
        ("'https://api.example.com/levels/7'", ""),  # a host of the public network
        ("'http://prices/levels/7'", ""),  # a host that is no member
        ("os.environ['PRICES_URL'] + '/levels/7'", ""),  # something else, and one word is not enough
        ("os.environ['STOCK_URL'] + '/levels'", ""),  # no such route
        ("input() + '/health'", ""),  # what any service answers
        ("os.environ['STOCK_URL'] + '/' + input()", ""),
    ],
)
def test_a_request_is_that_of_the_service_it_names(tmp_path: Path, url: str, found: str) -> None:
    config = make_workspace(tmp_path, {"stock/app.py": STOCK, "shop/shop.py": CLIENT.format(url=url)})
    edges = list_edges(tmp_path, config, "shop")
    assert edges == ([("shop", "ask", "stock", "GET /levels/{sku}", found)] if found else [])


def test_two_services_with_one_path_are_told_apart_by_the_host(tmp_path: Path) -> None:
    files = {
        "stock/app.py": STOCK,
        "archive/app.py": STOCK,
        "shop/shop.py": CLIENT.format(url="os.environ['ARCHIVE_URL'] + '/levels/7'"),
        "till/till.py": CLIENT.format(url="input() + '/levels/7'"),
    }
    config = make_workspace(tmp_path, files)
    assert list_edges(tmp_path, config, "shop") == [("shop", "ask", "archive", "GET /levels/{sku}", "inferred")]


def test_the_file_of_the_workspace_names_hosts(tmp_path: Path) -> None:
    files = {"stock/app.py": STOCK, "shop/shop.py": CLIENT.format(url="'https://api.example.com/levels/7'")}
    config = make_workspace(tmp_path, files)
    listing = tmp_path / "codegraph-workspace.toml"
    listing.write_text('repositories = ["stock", "shop"]\n[hosts]\n"api.example.com" = "stock"\n')
    assert [edge[2] for edge in list_edges(tmp_path, config, "shop")] == ["stock"]
    listing.write_text('repositories = ["stock"]\nhosts = 3\n')
    with pytest.raises(ConfigError, match="no table"):
        list_edges(tmp_path, config, "shop")


def test_a_base_url_may_have_the_beginning_of_a_path(tmp_path: Path) -> None:
    text = SERVED + "@app.get('/api/v1/levels/{sku}')\ndef show_level(sku): ...\n"
    client = "import os, httpx\nclient = httpx.Client(base_url=os.environ['STOCK_URL'])\ndef ask(sku):\n    client.get(f'/levels/{sku}')\n"
    config = make_workspace(tmp_path, {"stock/app.py": text, "shop/shop.py": client})
    assert [edge[3] for edge in list_edges(tmp_path, config, "shop")] == ["GET /api/v1/levels/{sku}"]


def test_a_task_is_that_of_its_name_and_queue(tmp_path: Path) -> None:
    worker = "from celery import Celery\napp = Celery()\n@app.task(name='pack')\ndef pack(): ...\n@app.task\ndef sweep(): ...\n"
    sender = "from celery import Celery\napp = Celery()\ndef send():\n    app.send_task('pack')\n    app.send_task('sweep')\n"
    mux = (
        "package main\nimport \"github.com/hibiken/asynq\"\nfunc main() {\n\tmux := asynq.NewServeMux()\n"
        "\tmux.HandleFunc(\"pack\", pack)\n}\nfunc pack() {}\n"
    )  # fmt: skip
    config = make_workspace(tmp_path, {"worker/jobs.py": worker, "shop/shop.py": sender, "queue/main.go": mux})
    assert list_edges(tmp_path, config, "shop") == [("shop", "send", "worker", "pack", "inferred")]


def test_a_path_leads_through_repositories(tmp_path: Path) -> None:
    url = "os.environ['STOCK_URL'] + '/levels/7'"
    config = make_workspace(tmp_path, {"stock/app.py": STOCK, "shop/shop.py": CLIENT.format(url=url)})
    request = PathRequest(source="ask", target="show_level", workspace=True)
    elsewhere = find_path(Context(tmp_path / "shop", config), request).results.elsewhere
    assert elsewhere is not None
    names = [(hop.source.repository, hop.kind.value, hop.target.repository) for hop in elsewhere.hops]
    assert names == [("shop", "requests", "stock"), ("stock", "handles", "stock")]
    assert all(hop.target.generation == 1 for hop in elsewhere.hops)


def test_a_name_of_a_path_is_that_of_one_repository(tmp_path: Path) -> None:
    config = make_workspace(
        tmp_path, {"one/a.py": "def f(): ...\n", "two/a.py": "def f(): ...\n", "home/b.py": "def g(): ...\n"}
    )
    context = Context(tmp_path / "home", config)
    with pytest.raises(AmbiguousError, match="2 repositories"):
        find_path(context, PathRequest(source="g", target="f", workspace=True))
    with pytest.raises(NotFoundError):
        find_path(context, PathRequest(source="g", target="h", workspace=True))
    found = find_path(context, PathRequest(source="g", target="two//f", workspace=True)).results
    assert found.target.id == "python:a.py::f"
    assert found.elsewhere is not None
    assert not found.elsewhere.hops


def test_callers_of_a_handler_are_those_of_its_route(tmp_path: Path) -> None:
    url = "os.environ['STOCK_URL'] + '/levels/7'"
    client = CLIENT.format(url=url) + "def order():\n    ask()\n"
    config = make_workspace(tmp_path, {"stock/app.py": STOCK, "shop/shop.py": client})
    context = Context(tmp_path / "stock", config)
    elsewhere = list_callers(context, CallersRequest(symbol="show_level", workspace=True)).results.elsewhere
    assert elsewhere is not None
    assert [(s.repository, s.symbol.name, s.depth) for s in elsewhere.steps] == [("shop", "ask", 1)]
    impact = show_impact(context, ImpactRequest(symbol="show_level", workspace=True)).results
    assert isinstance(impact, ImpactAnswer)
    assert impact.elsewhere is not None
    assert [(s.symbol.name, s.depth) for s in impact.elsewhere.steps] == [("ask", 1), ("order", 2)]


def test_an_exploration_names_what_others_have(tmp_path: Path) -> None:
    url = "os.environ['STOCK_URL'] + '/levels/7'"
    config = make_workspace(tmp_path, {"stock/app.py": STOCK, "shop/shop.py": CLIENT.format(url=url)})
    context = Context(tmp_path / "shop", config)
    found = explore(context, ExploreRequest(query="ask", workspace=True)).results.elsewhere
    assert found is not None
    assert [(s.repository, s.symbol.name, s.is_outgoing) for s in found.steps] == [("stock", "GET /levels/{sku}", True)]
    found = explore(context, ExploreRequest(query="show_level", workspace=True)).results.elsewhere
    assert found is not None
    assert [(p.repository, p.symbol.name, p.generation) for p in found.places] == [("stock", "show_level", 1)]


def test_each_listed_repository_has_a_state(tmp_path: Path) -> None:
    config = make_workspace(tmp_path, {"home/a.py": "a = 1\n", "other/a.py": "b = 1\n"})
    (tmp_path / "bare").mkdir()
    (tmp_path / "home" / "inner").mkdir()
    names = ["home", "other", "bare", "gone", "home/inner"]
    (tmp_path / "codegraph-workspace.toml").write_text(f"repositories = {names}\n".replace("'", '"'))
    with Index.open(tmp_path / "home", config) as index:
        with open_workspace(index, config) as workspace:
            states = {row.name: (row.status, row.generation, bool(row.advice)) for row in workspace.rows}
        with open_workspace(index, config, lambda root: root.name != "other") as workspace:
            assert [row.status for row in workspace.rows if row.name == "other"] == [MemberStatus.FORBIDDEN]
            assert len(workspace.members) == 1
    assert states == {
        "home": (MemberStatus.OPEN, 1, False),
        "other": (MemberStatus.OPEN, 1, False),
        "bare": (MemberStatus.NOT_INDEXED, 0, True),
        "gone": (MemberStatus.MISSING, 0, True),
        "inner": (MemberStatus.MOVED, 0, True),
    }


@pytest.mark.parametrize(
    ("name", "path", "host", "variable"),
    [
        ("GET {A_URL=http://x:1/api}/b?c={}", "/api/b", "x:1", "A_URL"),
        ("GET http://{HOST}:80/b", "/b", "", "HOST"),
        ("GET /b/{}", "/b/\0", "", ""),
        ("GET b", "/b", "", ""),
    ],
)
def test_an_address_is_read_from_the_name_of_a_request(name: str, path: str, host: str, variable: str) -> None:
    address = read_address(name)
    assert address is not None
    assert (address.method, address.path, address.host, address.variable) == ("GET", path, host, variable)


def test_what_has_no_path_has_no_address() -> None:
    assert read_address("GET {}") is None
    assert read_address("GET {API_URL}/{}") is None


STUB = "import grpc\nfrom stock.v1 import stock_pb2_grpc\ndef ask(channel):\n    stock_pb2_grpc.StockStub(channel).Get(None)\n"
SERVERS = {
    "python": (
        "app.py",
        "import grpc\nfrom stock.v1 import stock_pb2_grpc\nclass Service:\n    def Get(self, request, context): ...\n"
        "def serve(server):\n    stock_pb2_grpc.add_StockServicer_to_server(Service(), server)\n",
        "Service.Get",
    ),
    "java": (
        "src/Server.java",
        "package org.stock;\nimport io.grpc.stub.StreamObserver;\nimport stock.v1.StockGrpc;\n"
        "public class Server extends StockGrpc.StockImplBase {\n"
        "  public void get(Object request, StreamObserver<Object> observer) {}\n}\n",
        "Server.get",
    ),
    "csharp": (
        "Server.cs",
        "namespace Acme;\npublic class Server : Stock.V1.Stock.StockBase\n{\n    public override object Get(object request) => null;\n}\n",
        "Server.Get",
    ),
}


@pytest.mark.parametrize("language", SERVERS)
def test_a_server_may_lack_the_contract(tmp_path: Path, language: str) -> None:
    path, text, handler = SERVERS[language]
    config = make_workspace(tmp_path, {f"stock/{path}": text, "shop/shop.py": STUB})
    with Index.open(tmp_path / "shop", config) as index, open_workspace(index, config) as workspace:
        edges = [(e.target.qualname, e.resolution.value) for e in WorkspaceLinks(workspace).list_edges()]
    assert edges == [(handler, "heuristic")]


def test_a_stub_of_go_reaches_a_service_of_csharp(tmp_path: Path) -> None:
    proto = 'syntax = "proto3";\noption csharp_namespace = "Acme.Levels";\npackage stock.v1;\n' + (
        "service Stock { rpc GetLevel(Query) returns (Level); }\nmessage Query {}\nmessage Level {}\n"
    )
    server = "using Acme.Levels;\nnamespace Acme;\npublic class Server : Stock.StockBase\n{\n" + (
        "    public override Task<Level> GetLevel(Query query, ServerCallContext context) => null;\n}\n"
    )
    client = 'package main\n\nimport (\n\tpb "example.com/gen/stock/v1"\n\t"google.golang.org/grpc"\n)\n\n' + (
        "func ask(c *grpc.ClientConn) { pb.NewStockClient(c).GetLevel(nil, nil) }\n"
    )
    config = Config(tmp_path / "home", workers=1, vectors=False)
    for name, files in {"stock": {"stock.proto": proto, "Server.cs": server}, "shop": {"main.go": client}}.items():
        index_repository(GitRepo.make(tmp_path / name, files).root, config)
    assert list_edges(tmp_path, config, "shop") == [("shop", "ask", "stock", "stock.v1.Stock/GetLevel", "inferred")]


def test_an_index_of_another_version_is_told(tmp_path: Path) -> None:
    config = make_workspace(tmp_path, {"home/a.py": "a = 1\n", "old/a.py": "b = 1\n"})
    folder = get_index_folder(config.home, tmp_path / "old")
    with closing(sqlite3.connect(find_database(folder.get_generation(folder.get_current())))) as connection:
        connection.execute("UPDATE meta SET value = 1 WHERE key = 'schema'")
        connection.commit()
    with Index.open(tmp_path / "home", config) as index, open_workspace(index, config) as workspace:
        assert [row.status for row in workspace.rows] == [MemberStatus.OPEN, MemberStatus.UNREADABLE]
    (tmp_path / "codegraph-workspace.toml").write_text('repositories = ["home", "old"]\n')
    with Index.open(tmp_path / "home", config) as index, open_workspace(index, config) as workspace:
        assert [row.status for row in workspace.rows] == [MemberStatus.OPEN, MemberStatus.OTHER_VERSION]
