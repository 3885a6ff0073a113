"""Methods of services that contracts declare: who answers, and who requests them."""

from __future__ import annotations

import pytest
from support.endpoints import list_reasons, make_graph

from codegraph.graph_model import EdgeKind, Graph, GraphDelta
from codegraph.resolve.incremental.incremental_program import Resident
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, SourceFile
from codegraph_parsers.frameworks.framework_model import ModelError
from codegraph_parsers.frameworks.parsing import parse_model
from codegraph_parsers.languages import detect

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


OPTIONS = 'option csharp_namespace = "Acme.Shop";\noption java_package = "org.shop";\n'
PACKAGED = PROTO.replace("package shop.v1;\n", "package shop.v1;\n" + OPTIONS)
CSHARP = """using Acme.Shop;
namespace Acme.Desks;
public class Desk(Orders.OrdersClient next) : Orders.OrdersBase
{
    public override async Task<Order> Get(Query query, ServerCallContext context) => await next.GetAsync(query);
    public void Help() {}
}
public class Front
{
    private readonly Orders.OrdersClient client;
    public Front(Orders.OrdersClient client) { this.client = client; }
    public void Ask() { using var call = client.Watch(); }
    public static void Call(Channel channel) { new Orders.OrdersClient(channel).WithHost("a").Get(new Query()); }
}
"""
CSHARP_GENERATED = """namespace Acme.Shop
{
  public static partial class Orders
  {
    public abstract partial class OrdersBase
    {
      public virtual Task<Order> Get(Query request, ServerCallContext context) { throw null; }
    }
    public partial class OrdersClient : ClientBase<OrdersClient>
    {
      public virtual Order Get(Query request) { return null; }
      public virtual AsyncUnaryCall<Order> GetAsync(Query request) { return null; }
      public virtual object Watch() { return null; }
    }
  }
}
"""
JAVA = """package app;
import io.grpc.stub.StreamObserver;
import org.shop.OrdersGrpc;
class Desk extends OrdersGrpc.OrdersImplBase {
  private final OrdersGrpc.OrdersFutureStub next;
  Desk(OrdersGrpc.OrdersFutureStub next) { this.next = next; }
  @Override public void get(Query query, StreamObserver<Order> observer) { next.get(query); }
  private void watch() {}
}
class Front {
  void ask() { OrdersGrpc.newBlockingStub(null).withDeadlineAfter(1, SECONDS).get(null); }
  void listen() { OrdersGrpc.OrdersStub stub = OrdersGrpc.newStub(null); stub.watch(null); }
}
"""
JAVA_GENERATED = """package org.shop;
public final class OrdersGrpc {
  public static OrdersStub newStub(io.grpc.Channel channel) { return null; }
  public static OrdersBlockingStub newBlockingStub(io.grpc.Channel channel) { return null; }
  public static abstract class OrdersImplBase implements io.grpc.BindableService {
    public void get(Query query, io.grpc.stub.StreamObserver<Order> observer) {}
  }
  public static final class OrdersStub extends io.grpc.stub.AbstractAsyncStub<OrdersStub> {
    public StreamObserver<Query> watch(StreamObserver<Order> observer) { return null; }
  }
  public static final class OrdersBlockingStub extends io.grpc.stub.AbstractBlockingStub<OrdersBlockingStub> {
    public Order get(Query query) { return null; }
  }
  public static final class OrdersFutureStub extends io.grpc.stub.AbstractFutureStub<OrdersFutureStub> {
    public ListenableFuture<Order> get(Query query) { return null; }
  }
}
"""
KOTLIN = """package app
import io.grpc.Channel
import org.shop.OrdersGrpcKt
import org.shop.OrdersGrpcKt.OrdersCoroutineStub
class Desk(private val next: OrdersCoroutineStub) : OrdersGrpcKt.OrdersCoroutineImplBase() {
  override suspend fun get(query: Query): Order = next.get(query)
}
class Front(channel: Channel) {
  private val stub by lazy { 1 }
  fun listen(channel: Channel) = use { OrdersGrpcKt.OrdersCoroutineStub(channel).watch(it) }
}
"""
HANDLED = ("grpc:shop.v1.Orders/Get", "handles")


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


@pytest.mark.parametrize("generated", [{}, {"gen/OrdersGrpc.cs": CSHARP_GENERATED}])
def test_csharp_inherits_from_bases_and_calls_clients(generated: dict[str, str]):
    graph = make_graph({"orders.proto": PACKAGED, "src/Desk.cs": CSHARP, **generated})
    assert list_calls(graph) == {
        (*HANDLED, "Desk.Get"),
        ("Desk.Get", "requests", "grpc:shop.v1.Orders/Get"),
        ("Front.Ask", "requests", "grpc:shop.v1.Orders/Watch"),
        ("Front.Call", "requests", "grpc:shop.v1.Orders/Get"),
    }
    assert list_reasons(graph) == []


@pytest.mark.parametrize(
    "text",
    [
        "namespace Shop.V1;\nclass Desk : Orders.OrdersBase {{ {method} }}",
        "using static Shop.V1.Orders;\nnamespace A;\nclass Desk : OrdersBase {{ {method} }}",
        "using Base = Shop.V1.Orders.OrdersBase;\nnamespace A;\nclass Desk : Base {{ {method} }}",
        "namespace Shop.V1.Orders;\nclass Desk : Shop.V1.Orders.OrdersBase {{ {method} }}",
        "using Shop.V1;\nnamespace A;\nclass Desk : Orders.OrdersBase {{ {method} }}\nclass Orders {{}}",
    ],
)
def test_csharp_names_a_package_in_pascal_case(text: str):
    method = "public override Task<Order> Get(Query query, ServerCallContext context) { return null; }"
    graph = make_graph({"orders.proto": PROTO, "Desk.cs": text.format(method=method)})
    assert list_calls(graph) == {(*HANDLED, "Desk.Get")}


def test_a_global_using_names_the_namespace():
    text = CSHARP.replace("using Acme.Shop;\n", "")
    files = {"orders.proto": PACKAGED, "Desk.cs": text}
    assert list_calls(make_graph(files)) == set()
    assert (*HANDLED, "Desk.Get") in list_calls(make_graph({**files, "Usings.cs": "global using Acme.Shop;\n"}))


@pytest.mark.parametrize("generated", [{}, {"gen/org/shop/OrdersGrpc.java": JAVA_GENERATED}])
def test_java_inherits_from_bases_and_makes_stubs(generated: dict[str, str]):
    graph = make_graph({"orders.proto": PACKAGED, "src/app/Desk.java": JAVA, **generated})
    assert list_calls(graph) == {
        (*HANDLED, "Desk.get"),
        ("Desk.get", "requests", "grpc:shop.v1.Orders/Get"),
        ("Front.ask", "requests", "grpc:shop.v1.Orders/Get"),
        ("Front.listen", "requests", "grpc:shop.v1.Orders/Watch"),
    }
    assert list_reasons(graph) == []


@pytest.mark.parametrize("header", ["package org.shop;\n", "package app;\nimport org.shop.*;\n"])
def test_java_may_import_no_generated_name(header: str):
    text = header + JAVA.partition("import org.shop.OrdersGrpc;\n")[2]
    files = {"orders.proto": PACKAGED, "Desk.java": text, "Main.java": "package app;\nimport io.grpc.Server;\n"}
    assert len(list_calls(make_graph(files))) == 4


def test_kotlin_inherits_from_bases_and_makes_stubs():
    graph = make_graph({"orders.proto": PACKAGED, "Desk.kt": KOTLIN})
    assert list_calls(graph) == {
        (*HANDLED, "Desk.get"),
        ("Desk.get", "requests", "grpc:shop.v1.Orders/Get"),
        ("Front.listen", "requests", "grpc:shop.v1.Orders/Watch"),
    }


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Desk.cs", CSHARP.replace("using Acme.Shop;", "using Acme.Other;")),
        ("Desk.cs", CSHARP.replace("using Acme.Shop;", "using Acme.Other;") + CSHARP_GENERATED.replace("Acme.Shop", "Acme.Other")),
        ("Desk.java", JAVA.replace("org.shop", "org.other")),
        ("Desk.java", JAVA.replace("OrdersGrpc", "Orders")),
        ("Desk.kt", KOTLIN.replace("org.shop", "org.other")),
    ],
)  # fmt: skip
def test_a_class_of_another_package_is_no_generated_one(path: str, text: str):
    assert list_calls(make_graph({"orders.proto": PACKAGED, path: text})) == set()


def test_a_fake_server_of_tests_answers_nobody():
    text = f"{JAVA}class DeskTest {{ @org.junit.jupiter.api.Test void asks() {{}} }}\n"
    calls = list_calls(make_graph({"orders.proto": PACKAGED, "src/test/java/app/Desk.java": text}))
    assert {kind for _, kind, _ in calls} == {"requests"}


def test_generated_methods_have_other_spellings_than_those_of_the_contract():
    proto = PACKAGED.replace("rpc Get(", "rpc get_one(")
    graph = make_graph({"orders.proto": proto, "Desk.java": JAVA.replace("get(", "getOne(")})
    assert ("grpc:shop.v1.Orders/get_one", "handles", "Desk.getOne") in list_calls(graph)


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


@pytest.mark.parametrize("pattern", ["Stub", "{service}" * 3, "a*{service}*b", "{service}" + "x" * 100])
def test_a_pattern_that_cannot_be_used_is_an_error(pattern: str):
    text = f'title = "x"\nlanguages = ["python"]\n[[stub]]\nnames = ["{pattern}"]\n'
    with pytest.raises(ModelError, match="`names`"):
        parse_model("own", text)


def parse_file(path: str, text: str) -> FileFacts:
    return parse(SourceFile(path, text.encode(), detect(path, text.encode()) or "", ""))


def list_targets(delta: GraphDelta, kind: EdgeKind) -> list[str]:
    """Return the paths to which edges of a kind lead."""
    return [edge.target[0] for each in delta.edges.values() for edge in each if edge.kind is kind]


def test_a_copy_of_a_contract_that_is_removed_leaves_the_other_one():
    files = {"b.proto": PROTO, "client.py": CLIENT}
    facts = {path: parse_file(path, text) for path, text in files.items()}
    resident = Resident.make([*facts.values()], {}, sorted(facts))
    added = resident.update({"a.proto": parse_file("a.proto", PROTO)}, {}, ["a.proto", *sorted(facts)])
    assert list_targets(added, EdgeKind.REQUESTS) == ["a.proto"]
    removed = resident.update({"a.proto": None}, {}, sorted(facts))
    assert list_targets(removed, EdgeKind.REQUESTS) == ["b.proto"]


def test_an_edit_of_a_global_using_is_followed():
    texts = {"Desk.cs": CSHARP.replace("using Acme.Shop;\n", ""), "Usings.cs": "global using Acme.Shop;\n"}
    facts = {path: parse_file(path, text) for path, text in {"orders.proto": PACKAGED, **texts}.items()}
    resident = Resident.make([*facts.values()], {}, sorted(facts))
    for namespace, count in (("Acme.Other", 0), ("Acme.Shop", 3), ("Acme.None", 0)):
        changed = parse_file("Usings.cs", f"global using {namespace};\n")
        delta = resident.update({"Usings.cs": changed}, {}, sorted(facts))
        assert "Desk.cs" in delta.edges
        assert len(list_targets(delta, EdgeKind.REQUESTS)) == count
