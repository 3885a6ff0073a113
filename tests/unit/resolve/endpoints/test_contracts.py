"""Methods of services that contracts declare: who answers, and who requests them."""

from __future__ import annotations

import pytest
from support.endpoints import list_reasons, make_graph

from codegraph.graph_model import EdgeKind, Graph
from codegraph_parsers.frameworks.framework_model import ModelError
from codegraph_parsers.frameworks.parsing import parse_model

PROTO = """syntax = "proto3";
package shop.v1;
service Orders {
  rpc Get(Query) returns (Order);
  rpc Watch(stream Query) returns (stream Order) {}
}
message Query { string id = 1; }
message Order { string id = 1; }
"""
SERVER = """import grpc
import orders_pb2_grpc
class Desk(orders_pb2_grpc.OrdersServicer):
  def Get(self, request, context): ...
  def help(self): ...
class Unused(orders_pb2_grpc.OrdersServicer):
  def Get(self, request, context): ...
def serve(server):
  orders_pb2_grpc.add_OrdersServicer_to_server(Desk(), server)
"""
CLIENT = """import grpc
import orders_pb2_grpc
def ask(channel):
  return orders_pb2_grpc.OrdersStub(channel).Get(1)
"""
GO = """package main
import (
	pb "example.com/shop/genproto"
	"google.golang.org/grpc"
)
type desk struct {
	pb.UnimplementedOrdersServer
	next pb.OrdersClient
}
func (d *desk) Get(ctx Context, query *pb.Query) (*pb.Order, error) { return d.next.Get(ctx, query) }
func (d *desk) help() {}
func main() {
	server := grpc.NewServer()
	pb.RegisterOrdersServer(server, &desk{})
	pb.NewOrdersClient(dial()).Watch(background(), nil)
}
"""
NODE = """const grpc = require('@grpc/grpc-js');
const shop = load('orders.proto').shop.v1;
function load(path) { return grpc.loadPackageDefinition(path); }
function get(call, answer) {}
const server = new grpc.Server();
server.addService(shop.Orders.service, { get });
const client = new shop.Orders('host', 1);
function ask() { client.watch({}); }
"""


def list_calls(graph: Graph) -> set[tuple[str, str, str]]:
    return {
        (graph.get_symbol(edge.source)[1].qualname, edge.kind.value, graph.get_symbol(edge.target)[1].qualname)
        for edge in graph.edges
        if edge.kind in (EdgeKind.HANDLES, EdgeKind.REQUESTS)
    }


def test_stubs_request_what_registered_servicers_answer():
    graph = make_graph({"protos/orders.proto": PROTO, "server.py": SERVER, "client.py": CLIENT})
    assert list_calls(graph) == {
        ("grpc:shop.v1.Orders/Get", "handles", "Desk.Get"),
        ("ask", "requests", "grpc:shop.v1.Orders/Get"),
    }
    assert list_reasons(graph) == []


def test_go_registers_servers_and_makes_clients():
    graph = make_graph({"protos/orders.proto": PROTO, "main.go": GO})
    assert list_calls(graph) == {
        ("grpc:shop.v1.Orders/Get", "handles", "desk.Get"),
        ("desk.Get", "requests", "grpc:shop.v1.Orders/Get"),
        ("main", "requests", "grpc:shop.v1.Orders/Watch"),
    }


def test_node_loads_definitions():
    graph = make_graph({"protos/orders.proto": PROTO, "main.js": NODE})
    assert list_calls(graph) == {
        ("grpc:shop.v1.Orders/Get", "handles", "get"),
        ("ask", "requests", "grpc:shop.v1.Orders/Watch"),
    }


def test_generated_code_of_the_tree_is_known_by_its_place():
    generated = (
        "class OrdersStub:\n  def __init__(self, channel):\n    self.Get = channel.unary_unary('/shop.v1.Orders/Get')\n"
        "class OrdersServicer:\n  def Get(self, request, context): ...\n  def Watch(self, request, context): ...\n"
        "def add_OrdersServicer_to_server(servicer, server): ...\n"
    )
    files = {"protos/orders.proto": PROTO, "server.py": SERVER, "client.py": CLIENT, "orders_pb2_grpc.py": generated}
    calls = list_calls(make_graph(files))
    assert ("grpc:shop.v1.Orders/Get", "handles", "Desk.Get") in calls
    assert ("ask", "requests", "grpc:shop.v1.Orders/Get") in calls


def test_a_class_that_is_called_like_a_client_is_none():
    text = (
        "import grpc\nclass OrdersStub:\n  def Get(self, query): ...\n"
        "class OrdersClient:\n  def Get(self, query): ...\n"
        "def ask():\n  OrdersStub().Get(1)\n  OrdersClient().Get(1)\n"
    )
    assert list_calls(make_graph({"protos/orders.proto": PROTO, "client.py": text})) == set()


def test_a_contract_that_is_not_there_is_told():
    graph = make_graph({"server.py": SERVER, "client.py": CLIENT})
    assert list_calls(graph) == set()
    assert sorted(list_reasons(graph)) == [
        ("grpc:Orders/* (orders_pb2_grpc)", "no-declaration"),
        ("grpc:Orders/get (orders_pb2_grpc)", "no-declaration"),
    ]


@pytest.mark.parametrize(
    ("package", "signature", "reasons"),
    [
        ("shop.v2", "Query", ["several-declarations"]),  # two services of one name
        ("shop.v1", "Other", ["several-declarations"]),  # one service that is declared twice, not alike
        ("shop.v1", "Query", []),  # a copy
    ],
)
def test_two_declarations_of_a_service(package: str, signature: str, reasons: list[str]):
    other = PROTO.replace("shop.v1", package).replace("Get(Query)", f"Get({signature})")
    graph = make_graph({"a/orders.proto": PROTO, "b/orders.proto": other, "client.py": CLIENT})
    assert [reason for _, reason in list_reasons(graph)] == reasons
    assert bool(list_calls(graph)) is not bool(reasons)


@pytest.mark.parametrize("pattern", ["Stub", "{service}{service}", "a*{service}*b", "{service}" + "x" * 100])
def test_a_pattern_that_cannot_be_used_is_an_error(pattern: str):
    text = f'title = "x"\nlanguages = ["python"]\n[[stub]]\nnames = ["{pattern}"]\n'
    with pytest.raises(ModelError, match="`names`"):
        parse_model("own", text)
