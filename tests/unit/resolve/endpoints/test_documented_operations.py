"""Operations of OpenAPI documents, and the routes that answer them."""

from __future__ import annotations

from support.endpoints import list_reasons, make_graph

from codegraph.graph_model import EdgeKind, Graph

FLASK = (
    "from flask import Flask\napp = Flask('a')\n"
    "@app.get('/api/orders/<int:number>')\ndef show(number): ...\n"
    "@app.post('/api/orders')\ndef add(): ...\n"
)
DOCUMENT = """openapi: 3.0.0
info:
  title: Orders
paths:
  /orders/{id}:
    get:
      operationId: getOrder
  /orders:
    post:
      operationId: addOrder
"""


def list_declared(graph: Graph) -> set[tuple[str, str]]:
    return {
        (graph.get_symbol(edge.source)[1].qualname, graph.get_symbol(edge.target)[1].name)
        for edge in graph.edges
        if edge.kind is EdgeKind.DECLARES
    }


def test_operations_declare_routes_below_the_path_of_a_server():
    graph = make_graph({"app.py": FLASK, "openapi.yaml": DOCUMENT})
    assert list_declared(graph) == {
        ("/orders/{id}.getOrder", "GET /api/orders/{number}"),
        ("/orders.addOrder", "POST /api/orders"),
    }
    assert list_reasons(graph) == []


def test_an_operation_that_no_route_answers_is_told():
    document = DOCUMENT + "    delete:\n      operationId: dropOrders\n"
    graph = make_graph({"app.py": FLASK, "openapi.yaml": document})
    assert list_reasons(graph) == [("DELETE /orders", "no-route")]


def test_a_route_that_is_not_decided_may_answer_an_operation():
    document = DOCUMENT + "    delete:\n      operationId: dropOrders\n"
    graph = make_graph({"app.py": FLASK + "@app.delete(input())\ndef drop(): ...\n", "openapi.yaml": document})
    assert ("DELETE /orders", "undecided-route") in list_reasons(graph)


def test_a_document_of_another_service_says_nothing():
    document = "openapi: 3.0.0\npaths:\n" + "".join(
        f"  /{name}:\n    get:\n      operationId: get{name}\n" for name in ("cats", "dogs", "mice")
    )
    document += "  /api/orders/{x}:\n    get:\n      operationId: getOther\n"
    graph = make_graph({"app.py": FLASK, "openapi.yaml": document})
    assert (list_declared(graph), list_reasons(graph)) == (set(), [])


def test_a_document_alone_says_nothing():
    graph = make_graph({"openapi.yaml": DOCUMENT})
    assert (list_declared(graph), list_reasons(graph)) == (set(), [])


def test_a_document_of_very_many_operations_takes_no_time():
    routes = "".join(f"@app.get('/v{at}/<a>')\ndef show{at}(a): ...\n" for at in range(1500))
    document = "openapi: 3.0.0\npaths:\n" + "".join(
        f"  /v{at}/{{id}}:\n    get:\n      operationId: get{at}\n" for at in range(1500)
    )
    graph = make_graph({"app.py": "from flask import Flask\napp = Flask('a')\n" + routes, "openapi.yaml": document})
    assert len(list_declared(graph)) == 1500
