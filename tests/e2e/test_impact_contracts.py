"""Contracts that a change breaks, and the clients that request what they declare."""

from __future__ import annotations

from pathlib import Path

from support.gitrepo import GitRepo
from support.shop import report

from codegraph.settings.config import Config

PROTO = (
    'syntax = "proto3";\npackage shop;\nservice Orders {\n  rpc Get(Query) returns (Order);\n'
    "  rpc Drop(Query) returns (Order);\n}\nmessage Query { string id = 1; }\nmessage Order { string id = 1; }\n"
)
CLIENT = (
    "import grpc\nimport orders_pb2_grpc\n\n\ndef drop(channel):\n    orders_pb2_grpc.OrdersStub(channel).Drop(1)\n\n\n"
    "def show(channel):\n    orders_pb2_grpc.OrdersStub(channel).Get(1)\n"
)
DOCUMENT = (
    "openapi: 3.0.0\npaths:\n  /orders/{id}:\n    get:\n      operationId: getOrder\n"
    "    delete:\n      operationId: dropOrder\n"
)
ROUTES = (
    "from flask import Flask\n\napp = Flask('a')\n\n\n@app.get('/orders/<id>')\ndef show(id): ...\n\n\n"
    "@app.delete('/orders/<id>')\ndef drop(id): ...\n"
)
BROWSER = "export function dropOrder(id) {\n  return fetch(`/orders/${id}`, { method: 'DELETE' });\n}\n"


def list_surfaces(
    root: Path, config: Config, before: dict[str, str], after: dict[str, str]
) -> set[tuple[str, str, tuple[str, ...]]]:
    repository = GitRepo.make(root / "shop", before)
    for path, text in after.items():
        (repository.root / path).write_text(text, "utf-8")
    found = report(repository, config)
    return {(each.kind, each.said, each.clients) for each in found.surfaces}


def test_a_method_that_is_removed_is_told_with_its_clients(tmp_path: Path, config: Config):
    after = PROTO.replace("  rpc Drop(Query) returns (Order);\n", "").replace(
        "{ string id = 1; }", "{ int64 id = 1; }", 1
    )
    surfaces = list_surfaces(tmp_path, config, {"orders.proto": PROTO, "client.py": CLIENT}, {"orders.proto": after})
    assert ("Protobuf", "incompatible: shop.Orders/Drop: method removed", ("drop",)) in surfaces
    assert ("Protobuf", "incompatible: type of `Query.id` = 1: string → int64", ()) in surfaces
    assert not any("Get" in said for _, said, _ in surfaces if said.startswith("incompatible"))


def test_an_operation_that_is_removed_is_told_with_its_clients(tmp_path: Path, config: Config):
    before = {"openapi.yaml": DOCUMENT, "app.py": ROUTES, "page.js": BROWSER}
    after = DOCUMENT.replace("    delete:\n      operationId: dropOrder\n", "")
    surfaces = list_surfaces(tmp_path, config, before, {"openapi.yaml": after})
    assert ("OpenAPI", "incompatible: DELETE /orders/{id}: operation removed", ("dropOrder",)) in surfaces
