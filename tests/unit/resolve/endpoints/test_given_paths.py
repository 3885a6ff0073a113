"""Paths, prefixes and routers that functions are given, and prefixes that nothing configures."""

from __future__ import annotations

import pytest
from support.endpoints import list_handlers, list_reasons, list_requests, make_graph

FLASK = "from flask import Flask, Blueprint\n"
EXPRESS = "const express = require('express');\n"
BUILDER = EXPRESS + (
    "exports.build = (prefix, router) => {\n"
    "  const app = express();\n  app.use(prefix, router);\n  return app;\n};\n"
)  # fmt: skip
ROUTES = EXPRESS + (
    "const router = express.Router();\nrouter.get('/', list);\nrouter.get('/:id', show);\n"
    "function list() {}\nfunction show() {}\nmodule.exports = router;\n"
)  # fmt: skip


def test_a_function_that_makes_an_application_mounts_what_each_call_gives():
    test = (
        "const request = require('supertest');\nconst { build } = require('./build');\n"
        "const prefix = '/orders';\nconst app = build(prefix, require('./orders'));\nconst agent = request(app);\n"
        "function check() {\n  const path = `${prefix}`;\n  agent.get(path);\n  agent.get(`${path}/1`);\n}\n"
    )
    other = "const { build } = require('./build');\nbuild('/users', require('./users'));\n"
    graph = make_graph({
        "build.js": BUILDER, "orders.js": ROUTES, "users.js": ROUTES.replace("list", "listUsers"),
        "orders.test.js": test, "users.test.js": other,
    })  # fmt: skip
    assert list_handlers(graph) == {
        "GET /orders": "list", "GET /orders/{id}": "show", "GET /users": "listUsers", "GET /users/{id}": "show",
    }  # fmt: skip
    assert list_requests(graph) == {("check", "GET /orders"), ("check", "GET /orders/{id}")}


def test_a_prefix_that_a_call_computes_leaves_the_routes_undecided():
    graph = make_graph({
        "build.js": BUILDER, "orders.js": ROUTES,
        "a.js": "const { build } = require('./build');\nbuild(process.argv[2], require('./orders'));\n",
    })  # fmt: skip
    assert list_handlers(graph) == {}
    assert {reason for _, reason in list_reasons(graph)} == {"computed-path"}


@pytest.mark.parametrize("prefix", ["prefix: str | None = None", "prefix=''"])
def test_a_prefix_that_nothing_configures_is_left_out(prefix: str):
    text = FLASK + (
        f"def make({prefix}):\n"
        "  app = Flask('a')\n  bp = Blueprint('b', __name__, url_prefix=prefix)\n"
        "  @bp.get('/x')\n  def show(): ...\n"
        "  app.register_blueprint(bp)\n"
        "make()\nmake(prefix=input())\n"
    )
    assert list_handlers(make_graph({"a.py": text})) == {"GET /x": "make.show"}


def test_a_prefix_that_a_call_gives_is_not_left_out():
    text = FLASK + (
        "def make(prefix=''):\n"
        "  app = Flask('a')\n  bp = Blueprint('b', __name__, url_prefix=prefix)\n"
        "  @bp.get('/x')\n  def show(): ...\n"
        "  app.register_blueprint(bp)\n"
        "make('/api')\n"
    )
    graph = make_graph({"a.py": text})
    assert list_handlers(graph) == {}
    assert [reason for _, reason in list_reasons(graph)] == ["computed-path"]


def test_a_field_that_is_empty_before_settings_are_read_is_left_out():
    text = (
        "from fastapi import APIRouter, FastAPI\n"
        "class Api:\n"
        "  def __init__(self, config):\n"
        "    self.prefix = ''\n"
        "    if config:\n      self.prefix = config.get('prefix')\n"
        "    self.app = FastAPI()\n    self.app.include_router(self.make())\n"
        "  def make(self):\n"
        "    router = APIRouter(prefix=self.prefix)\n"
        "    base = f'/v1'\n"
        "    routes = {f'{base}/items/{{item}}': self.show, f'{base}/items': self.list}\n"
        "    for path, handler in routes.items():\n      router.add_api_route(path, handler)\n"
        "    return router\n"
        "  def show(self): ...\n  def list(self): ...\n"
    )
    assert list_handlers(make_graph({"a.py": text})) == {
        "GET /v1/items/{item}": "Api.show",
        "GET /v1/items": "Api.list",
    }


def test_a_request_is_of_the_callers_where_a_function_may_be_given_any_path():
    calls = "".join(f"  def test_{at}(self):\n    self.get(f'{{URL}}/items/{at}')\n" for at in range(20))
    graph = make_graph({
        "app.py": FLASK + "app = Flask('a')\n@app.get('/items/<id>')\ndef show(id): ...\n",
        "test_app.py": "import requests\nURL = 'http://localhost:8000'\nclass TestApp:\n"
        "  def get(self, url):\n    return requests.get(url)\n" + calls,
    })  # fmt: skip
    assert list_requests(graph) == {(f"TestApp.test_{at}", "GET /items/{id}") for at in range(20)}


def test_a_query_that_a_function_is_given_leaves_the_request_its_own():
    graph = make_graph({
        "server.js": EXPRESS + "const app = express();\napp.get(['/items', '/items/:id'], show);\nfunction show() {}\n",
        "client.js": "import axios from 'axios';\nconst base = import.meta.env.VITE_URL || window.location.origin;\n"
        "const client = axios.create({ baseURL: base });\n"
        "export const list = (kind) => client.get(`/items?kind=${kind}`);\n"
        "export const read = (id) => client.get(`/items/${id}`);\n",
    })  # fmt: skip
    assert list_handlers(graph) == {"GET /items": "show", "GET /items/{id}": "show"}
    assert list_requests(graph) == {("list", "GET /items"), ("read", "GET /items/{id}")}
