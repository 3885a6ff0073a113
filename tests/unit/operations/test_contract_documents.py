"""Breaks of a contract that its clients meet after a change."""

from __future__ import annotations

import time

import pytest

from codegraph.operations.impact.contract_documents import (
    Break,
    list_openapi_breaks,
    list_proto_breaks,
    read_blocks,
    read_proto,
)

OPENAPI = """openapi: 3.0.0
info:
  description: |
    Text with a key: value
      and more
paths:
  /orders/{id}:
    parameters:
      - $ref: '#/components/parameters/Trace'
    get:
      operationId: getOrder
      parameters:
      - name: id
        in: path
        required: true
        schema:
          type: string
      - in: query
        name: page
        schema: { type: integer }
    delete:
      operationId: dropOrder
components:
  parameters:
    Trace:
      name: trace
      in: header
  schemas:
    Order:
      type: object
      properties:
        total:
          type: integer
"""
PROTO = """syntax = "proto3";
package shop.v1;
// message Gone { string no = 1; }
service Orders {
  rpc Get(Query) returns (Order);
  rpc Watch (stream Query) returns (stream Order) { option (x) = "a;b"; }
}
message Order {
  string id = 1;
  message Line { int32 count = 1 [deprecated = true]; }
  oneof payment { string card = 2; }
  map<string, int32> sums = 4;
  enum State { OPEN = 0; }
}
"""


def change_openapi(old: str, new: str) -> list[Break]:
    assert old in OPENAPI
    return list_openapi_breaks("openapi.yaml", OPENAPI.encode(), OPENAPI.replace(old, new).encode())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    delete:\n      operationId: dropOrder\n", "", [Break("DELETE /orders/{id}", "operation removed")]),
        (
            "        name: page\n",
            "        name: page\n        required: true\n",
            [Break("GET /orders/{id}", "parameter `page` is required now")],
        ),
        (
            "      - in: query\n",
            "      - name: shop\n        in: query\n        required: true\n      - in: query\n",
            [Break("GET /orders/{id}", "parameter `shop` is required now")],
        ),
        (
            "          type: string\n",
            "          type: integer\n",
            [Break("GET /orders/{id}", "type of parameter `id`: string → integer")],
        ),
        (
            "          type: integer\n",
            "          type: string\n",
            [Break("", "type of `Order.total`: integer → string")],
        ),
        (
            "      in: header\n",
            "      in: header\n      required: true\n",
            [
                Break("GET /orders/{id}", "parameter `trace` is required now"),
                Break("DELETE /orders/{id}", "parameter `trace` is required now"),
            ],
        ),
        ("      operationId: dropOrder\n", "      operationId: dropOrder\n      summary: x\n", []),
        ("        name: page\n", "        name: page\n        description: x\n", []),
    ],
)
def test_openapi(old: str, new: str, said: list[Break]):
    assert change_openapi(old, new) == said


def test_openapi_as_json():
    old = b'{"openapi": "3.0.0", "paths": {"/a": {"get": {}, "post": {}}}}'
    new = b'{"openapi": "3.0.0", "paths": {"/a": {"get": {}}}}'
    assert list_openapi_breaks("a.json", old, new) == [Break("POST /a", "operation removed")]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  rpc Get(Query) returns (Order);\n", "", [Break("shop.v1.Orders/Get", "method removed")]),
        (
            "Get(Query)",
            "Get(Other)",
            [Break("shop.v1.Orders/Get", "( Query ) returns ( Order ) → ( Other ) returns ( Order )")],
        ),
        ("  string id = 1;\n", "  reserved 1;\n", [Break("", "`Order.id` = 1 removed")]),
        ("  string id = 1;\n", "  string number = 1;\n", []),
        ("int32 count = 1", "int64 count = 1", [Break("", "type of `Order.Line.count` = 1: int32 → int64")]),
        ("OPEN = 0;", "SHUT = 0;", []),
        ("  rpc Get", "  // a comment\n  rpc Get", []),
    ],
)
def test_proto(old: str, new: str, said: list[Break]):
    assert list_proto_breaks(PROTO.encode(), PROTO.replace(old, new).encode()) == said


def test_proto_is_read_whole():
    schema = read_proto(PROTO.encode())
    assert list(schema.methods) == ["shop.v1.Orders/Get", "shop.v1.Orders/Watch"]
    assert {(message, number, *field) for (message, number), field in schema.fields.items()} == {
        ("Order", "1", "string", "id"),
        ("Order.Line", "1", "int32", "count"),
        ("Order", "2", "string", "card"),
        ("Order", "4", "map < string , int32 >", "sums"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "openapi: 3\npaths:\n" + "".join(f"{'  ' * depth}- a:\n" for depth in range(1, 400)),  # nested too deeply
        "openapi: 3\na: &a [x,x]\n" + "".join(f"b{i}: &b{i} [*a,*a]\n" for i in range(2000)),  # anchors
        "openapi: 3\npaths:\n  /a:\n    get:\n      parameters:\n      - $ref: '#/paths/~1a'\n",
        "openapi: 3\npaths:\n  /a:\n    get:\n      parameters:\n      - $ref: 'https://example.com/x.yaml'\n",
        "openapi: 3\npaths: [\n",
        "- \n-\n - x: y\n  z\n:\n",
        "openapi: 3\npaths:\n" + "  /a:\n    get:\n      x: y\n" * 100_000,
        "{" * 100_000,
        "a" + " " * 200_000,
        "/*" * 100_000,
    ],
)
def test_documents_that_are_meant_to_harm(text: str):
    started = time.perf_counter()
    for path in ("a.yaml", "a.json"):
        assert list_openapi_breaks(path, text.encode(), OPENAPI.encode()) in (
            [],
            [Break("GET /a", "operation removed")],
        )
    list_proto_breaks(text.encode(), b"{" * 100_000)
    assert time.perf_counter() - started < 20


def test_texts_of_several_lines_stay_and_hide_nothing_behind_them():
    assert read_blocks("a:\n  b: >-\n    x: y\n  c: d\n") == {"a": {"b": ">-\nx: y", "c": "d"}}
