"""Methods of requests that an object of options names, here or where a function is called."""

from __future__ import annotations

from support.endpoints import list_reasons, list_requests, make_graph

from codegraph.graph_model import Graph

SERVER = (
    'import express from "express";\nconst app = express();\n'
    'app.get("/items/:id", function show(req, res) {});\napp.post("/items/preview", function preview(req, res) {});\n'
    "app.listen(1);\n"
)


def make(client: str) -> Graph:
    return make_graph({"server.js": SERVER, "client.js": client})


WRAPPER = (
    "export const send = (url, options) => {\n  options = options || {};\n"
    "  options.headers = {};\n  return fetch(url, options);\n};\n"
)


def test_a_caller_names_the_method_in_the_options_that_it_passes():
    graph = make(
        WRAPPER + 'function preview() { return send("/items/preview", { method: "post" }); }\n'
        'function show() { return send("/items/1"); }\nfunction again() { return send("/items/2", { body: 1 }); }\n'
    )
    assert list_requests(graph) == {
        ("preview", "POST /items/preview"), ("show", "GET /items/{id}"), ("again", "GET /items/{id}"),
    }  # fmt: skip


def test_options_that_are_not_written_out_leave_the_method_open():
    graph = make(
        WRAPPER + 'function preview(given) { return send("/items/preview", given); }\n'
        'function merged(given) { return fetch("/items/preview", { headers: {}, ...given }); }\n'
    )
    assert list_requests(graph) == set()


def test_options_of_a_variable_are_those_of_its_one_value():
    graph = make(
        'function preview() { const options = { method: "POST" }; return fetch("/items/preview", options); }\n'
        'function show() { const options = { headers: {} }; return fetch("/items/1", options); }\n'
    )
    assert list_requests(graph) == {("preview", "POST /items/preview"), ("show", "GET /items/{id}")}
    assert list_reasons(graph) == []
