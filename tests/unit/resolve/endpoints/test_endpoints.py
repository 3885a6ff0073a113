"""Routes and requests of small trees."""

from __future__ import annotations

import pytest
from support.endpoints import list_around, list_handlers, list_reasons, list_requests, make_graph

from codegraph.graph_model import EdgeKind, Graph
from codegraph_parsers.file_facts import Flag, SymbolKind

FLASK = "from flask import Flask, Blueprint\n"
FASTAPI = "from fastapi import APIRouter, FastAPI\n"


def test_a_blueprint_has_a_prefix_at_each_place():
    text = FLASK + (
        "bp = Blueprint('b', __name__, url_prefix='/own')\n"
        "@bp.get('/x')\n"
        "def show(): ...\n"
        "app = Flask('a')\n"
        "app.register_blueprint(bp)\n"
        "app.register_blueprint(bp, url_prefix='/other', name='c')\n"
    )
    assert list_handlers(make_graph({"a.py": text})) == {"GET /own/x": "show", "GET /other/x": "show"}


def test_blueprints_are_nested():
    text = FLASK + (
        "outer, inner = Blueprint('o', '', url_prefix='/o'), Blueprint('i', '', url_prefix='/i')\n"
        "@inner.route('/x', methods=['POST'])\n"
        "def show(): ...\n"
        "outer.register_blueprint(inner)\n"
        "app = Flask('a')\n"
        "app.register_blueprint(outer)\n"
    )
    text = text.replace("outer, inner = ", "outer = ").replace(", Blueprint('i'", "\ninner = Blueprint('i'")
    assert list_handlers(make_graph({"a.py": text})) == {"POST /o/i/x": "show"}


def test_a_router_that_includes_itself_comes_to_an_end():
    text = FASTAPI + (
        "one = APIRouter(prefix='/1')\ntwo = APIRouter(prefix='/2')\n"
        "one.include_router(two)\ntwo.include_router(one)\n"
        "@one.get('/x')\n"
        "def show(): ...\n"
    )
    graph = make_graph({"a.py": text})
    assert list_handlers(graph) == {}
    assert list_reasons(graph) == [("GET /x", "not-mounted")]


@pytest.mark.parametrize(
    ("registration", "reason"),
    [
        ("@app.get(compute())", "computed-path"),
        ("@app.get(f'/x/{compute()}')", "computed-path"),
        ("@app.route('/x', methods=compute())", "computed-method"),
        ("@app.get('/x/<int:a>>')", "pattern"),
    ],
)
def test_what_cannot_be_decided_is_no_route(registration: str, reason: str):
    text = FLASK + f"app = Flask('a')\n{registration}\ndef show(): ...\ndef compute(): return input()\n"
    graph = make_graph({"a.py": text})
    assert list_handlers(graph) == {}
    assert [found for _, found in list_reasons(graph)] == [reason]


def test_a_loop_over_paths_registers_one_handler_at_each():
    text = FLASK + (
        "app = Flask('a')\nfor path in ['/a', '/b']:\n  app.add_url_rule(path, view_func=show)\ndef show(): ...\n"
    )
    assert list_handlers(make_graph({"a.py": text})) == {"GET /a": "show", "GET /b": "show"}


def test_a_loop_over_paths_and_handlers_keeps_them_together():
    text = FLASK + (
        "app = Flask('a')\n"
        "def one(): ...\ndef two(): ...\n"
        "for path, view in [('/a', one), ('/b', two)]:\n  app.add_url_rule(path, view_func=view)\n"
    )
    assert list_handlers(make_graph({"a.py": text})) == {"GET /a": "one", "GET /b": "two"}


def test_paths_and_handlers_that_may_be_combined_anyhow_are_not_decided():
    text = FLASK + (
        "import sys\napp = Flask('a')\n"
        "def one(): ...\ndef two(): ...\n"
        "if sys.argv:\n  path, view = '/a', one\nelse:\n  path, view = '/b', two\n"
        "app.add_url_rule(path, view_func=view)\n"
    )
    graph = make_graph({"a.py": text})
    assert list_handlers(graph) == {}
    assert [reason for _, reason in list_reasons(graph)] == ["computed-path"]


def test_routers_are_mounted_for_each_object_of_a_list():
    text = (
        "const express = require('express');\nconst app = express();\n"
        "const one = express.Router(), two = express.Router();\n"
        "one.get('/x', showOne);\ntwo.get('/x', showTwo);\nfunction showOne() {}\nfunction showTwo() {}\n"
        "const list = [{ path: '/1', router: one }, { path: '/2', router: two }];\n"
        "list.forEach((each) => app.use(each.path, each.router));\n"
    )
    assert list_handlers(make_graph({"a.js": text})) == {"GET /1/x": "showOne", "GET /2/x": "showTwo"}


def test_a_name_alone_makes_no_route():
    text = "class App:\n  def route(self, path): ...\napp = App()\n@app.route('/x')\ndef show(): ...\n"
    graph = make_graph({"a.py": text, "b.py": "import flask\n"})
    assert [s.name for f in graph.files for s in f.symbols if s.kind is SymbolKind.ENDPOINT] == []
    assert list_reasons(graph) == []


def test_where_nothing_is_served_requests_ask_other_services():
    text = "export async function load() { return fetch('/api/x'); }\n"
    graph = make_graph({"a.js": text, "tests/a.test.js": text.replace("x", "y")})
    assert list_reasons(graph) == [("GET /api/x", "other-service")]


def test_a_host_elsewhere_is_another_service():
    graph = make_graph({"a.py": SERVED, "b.py": CLIENT + "def ask(): requests.get('http://stock:80/a/x')\n"})
    assert list_requests(graph) == set()
    assert list_reasons(graph) == [("GET http://stock:80/a/x", "other-service")]


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("os.environ['STOCK_URL'] + '/none'", "{STOCK_URL}/none"),
        ("os.getenv('STOCK_URL', 'http://localhost') + '/none'", "{STOCK_URL=http://localhost}/none"),
        ("os.environ[input()] + '/none'", "{}/none"),
    ],
)
def test_a_variable_of_the_environment_is_named(expression: str, shown: str):
    graph = make_graph({"a.py": SERVED, "b.py": CLIENT + f"def ask(): requests.get({expression})\n"})
    assert [name for name, _ in list_reasons(graph)] == [f"GET {shown}"]


def test_an_application_of_its_own_class_is_known_by_its_base():
    text = FASTAPI + ("class Service(FastAPI): ...\napp = Service()\n@app.get('/x')\nasync def show(): ...\n")
    assert list_handlers(make_graph({"a.py": text})) == {"GET /x": "show"}


def test_a_client_asks_its_own_application():
    service = FASTAPI + "app = FastAPI()\n@app.get('/x')\ndef show(): ...\n"
    tests = (
        "from fastapi.testclient import TestClient\nimport one, two\n"
        "def test_one():\n  client = TestClient(one.app)\n  client.get('/x')\n"
        "def test_any(client):\n  client.get('/x')\n"
    )
    graph = make_graph({"one.py": service, "two.py": service, "test_x.py": tests})
    assert list_requests(graph) == {("test_one", "GET /x")}
    (target,) = [edge.target for edge in graph.edges if edge.kind is EdgeKind.REQUESTS]
    assert graph.get_symbol(target)[0].path == "one.py"


def test_the_more_particular_route_answers():
    text = FASTAPI + (
        "from fastapi.testclient import TestClient\n"
        "app = FastAPI()\n"
        "@app.get('/users/me')\ndef me(): ...\n"
        "@app.get('/users/{id}')\ndef user(): ...\n"
        "client = TestClient(app)\n"
        "def test_me(): client.get('/users/me')\n"
        "def test_user(id): client.get(f'/users/{id}')\n"
        "def test_slash(): client.get('/users/me/')\n"
        "def test_post(): client.post('/users/me')\n"
    )
    graph = make_graph({"test_a.py": text})
    assert list_requests(graph) == {
        ("test_me", "GET /users/me"),
        ("test_user", "GET /users/{id}"),
        ("test_slash", "GET /users/me"),
    }
    assert list_reasons(graph) == [("POST /users/me", "no-route")]


def test_paths_are_read_through_functions_with_their_arguments():
    text = FASTAPI + (
        "from fastapi.testclient import TestClient\n"
        "app = FastAPI()\n"
        "@app.get('/a/{id}')\ndef one(): ...\n@app.get('/b/{id}')\ndef two(): ...\n"
        "def url(name, id=1): return f'/{name}/{id}'\n"
        "client = TestClient(app)\n"
        "def test_a(): client.get(url('a'))\n"
        "def test_b(): client.get(url('b', id=input()))\n"
    )
    assert list_requests(make_graph({"test_a.py": text})) == {("test_a", "GET /a/{id}"), ("test_b", "GET /b/{id}")}


def test_a_route_at_one_of_two_paths_is_not_decided():
    text = FLASK + (
        "app = Flask('a')\n"
        "def rule(path):\n  if input():\n    return '/org' + path\n  return path\n"
        "@app.get(rule('/x'))\ndef show(): ...\n"
    )
    graph = make_graph({"a.py": text})
    assert list_handlers(graph) == {}
    assert [reason for _, reason in list_reasons(graph)] == ["computed-path"]


def test_a_request_may_be_answered_by_a_route_that_is_not_decided():
    text = FASTAPI + (
        "from fastapi.testclient import TestClient\n"
        "app = FastAPI()\nrouter = APIRouter(prefix=input())\napp.include_router(router)\n"
        "@router.get('/{id}/x')\ndef show(): ...\n"
        "client = TestClient(app)\n"
        "def test_x(): client.get('/a/1/x')\n"
        "def test_y(): client.get('/a/1/y')\n"
    )
    reasons = dict(list_reasons(make_graph({"test_a.py": text})))
    assert reasons == {"GET /{id}/x": "computed-path", "GET /a/1/x": "undecided-route", "GET /a/1/y": "no-route"}


def test_a_route_is_reversed_by_its_name():
    text = FLASK + (
        "from flask import url_for\n"
        "bp = Blueprint('b', '', url_prefix='/p')\n"
        "@bp.get('/x')\ndef show(): ...\n"
        "app = Flask('a')\napp.register_blueprint(bp)\n"
        "def test_show(): app.test_client().get(url_for('b.show'))\n"
        "def test_other(): app.test_client().get(url_for('show'))\n"
    )
    graph = make_graph({"test_a.py": text})
    assert list_requests(graph) == {("test_show", "GET /p/x")}


def test_routers_are_exported_by_default():
    files = {
        "app.ts": "import express from 'express';\nimport routes from './routes';\nexpress().use('/v1', routes);\n",
        "routes.ts": "import { Router } from 'express';\nimport tags from './tags';\n"
        "const api = Router().use(tags);\nexport default Router().use('/api', api);\n",
        "tags.ts": "import { Router } from 'express';\nconst router = Router();\n"
        "router.get('/tags/:tag', show);\nfunction show() {}\nexport default router;\n",
    }
    assert list_handlers(make_graph(files)) == {"GET /v1/api/tags/{tag}": "show"}


def test_two_registrations_of_one_route_in_a_file_are_one_endpoint():
    text = FLASK + (
        "def make(): \n  app = Flask('a')\n  app.add_url_rule('/x', view_func=one)\n"
        "def make_other(): \n  app = Flask('b')\n  app.add_url_rule('/x', view_func=two)\n"
        "def one(): ...\ndef two(): ...\n"
    )
    graph = make_graph({"a.py": text})
    assert [s.qualname for s in graph.files[0].symbols if s.kind is SymbolKind.ENDPOINT] == ["http:GET /x"]
    targets = {graph.get_symbol(e.target)[1].name for e in graph.edges if e.kind is EdgeKind.HANDLES}
    assert targets == {"one", "two"}


EXPRESS = "const express = require('express');\nconst app = express();\nfunction find() {}\nfunction set() {}\n"


def list_code(graph: Graph) -> set[tuple[str, str]]:
    """Return what endpoints call and request themselves, by names."""
    return {
        (symbol.name, graph.get_symbol(edge.target)[1].name)
        for edge in graph.edges
        if (symbol := graph.get_symbol(edge.source)[1]).kind is SymbolKind.ENDPOINT
        and edge.kind is not EdgeKind.HANDLES
    }


def test_an_endpoint_has_the_calls_of_a_handler_without_a_name():
    text = EXPRESS + (
        "set();\n"
        "app.get('/x', check(), (req, res) => { list.map(() => find()); });\n"
        "app.get('/y', wrap(async function (req, res) { set(); }));\n"
        "function check() {}\n"
    )
    graph = make_graph({"a.js": text})
    assert list_code(graph) == {("GET /x", "find"), ("GET /y", "set")}
    assert list_handlers(graph) == {}


def test_a_function_with_a_name_in_a_handler_has_its_calls_itself():
    text = EXPRESS + "app.get('/x', (req, res) => { function inner() { find(); }\n inner(); });\n"
    assert list_code(make_graph({"a.js": text})) == {("GET /x", "inner")}


def test_a_handler_that_a_function_makes_is_that_function():
    text = EXPRESS + "app.get('/x', make());\nfunction make() { return (req, res) => { find(); }; }\n"
    graph = make_graph({"a.js": text})
    assert list_handlers(graph) == {"GET /x": "make"}
    assert list_code(graph) == set()


def test_a_handler_without_a_name_requests_for_its_endpoint():
    text = EXPRESS + "app.get('/x', async () => fetch('http://localhost/y'));\napp.get('/y', find);\n"
    graph = make_graph({"a.js": text})
    assert list_code(graph) == {("GET /x", "GET /y")}


def test_an_endpoint_has_the_lines_of_a_handler_without_a_name():
    graph = make_graph({"a.js": EXPRESS + "app.get('/x',\n  (req, res) => {\n    find();\n  });\n"})
    found = next(s for f in graph.files for s in f.symbols if s.kind is SymbolKind.ENDPOINT)
    assert (found.line, found.start_line, found.end_line, found.signature) == (5, 5, 8, "(req, res)")


KOA = "const Koa = require('koa');\nconst Router = require('koa-router');\nconst app = new Koa();\nfunction find() {}\n"


def test_a_router_is_exported_as_a_whole_and_has_a_prefix_that_is_set_later():
    items = (
        "const router = require('koa-router')();\nrouter.prefix('/items');\nfunction find() {}\n"
        "router.get('/:id', find);\nmodule.exports = router.routes();\n"
    )
    app = KOA + "app.use(require('./items'));\n"
    assert list_handlers(make_graph({"items.js": items, "app.js": app})) == {"GET /items/{id}": "find"}


def test_a_call_gives_what_its_arguments_are_mounted_in():
    app = (
        KOA + "const mount = require('koa-mount');\nconst api = new Koa();\nconst router = new Router();\n"
        "router.get('/items', find);\napi.use(router.routes());\napp.use(mount('/api', api));\n"
    )
    assert list_handlers(make_graph({"app.js": app})) == {"GET /api/items": "find"}


DEPENDS = "from fastapi import APIRouter, Depends, FastAPI\napp = FastAPI()\nrouter = APIRouter()\n"


def test_a_parameter_depends_on_what_its_default_or_annotation_asks_for():
    deps = (
        "from typing import Annotated\nfrom fastapi import Depends\ndef settings(): ...\n"
        "def session(value=Depends(settings)): ...\nSession = Annotated[dict, Depends(session)]\n"
        "Token = Annotated[str, Depends(OAuth2())]\n"
    )
    app = DEPENDS + (
        "from deps import Session, Token, session\n@app.get('/a')\ndef a(db: Session, token: Token): ...\n"
        "@app.get('/b')\ndef b(db=Depends(session)): ...\n@app.get('/c')\ndef c(db: dict): ...\n"
    )
    graph = make_graph({"deps.py": deps, "app.py": app})
    assert list_around(graph) == {("session", "settings"), ("a", "session"), ("b", "session")}


def test_dependencies_of_a_router_are_run_for_its_routes_alone():
    app = DEPENDS + (
        "def check(): ...\ndef own(): ...\n@router.get('/a')\ndef a(): ...\n@app.get('/b')\ndef b(): ...\n"
        "app.include_router(router, prefix='/x', dependencies=[Depends(check)])\n"
        "@app.get('/c', dependencies=[Depends(own)])\ndef c(): ...\n"
    )
    assert list_around(make_graph({"app.py": app})) == {("GET /x/a", "check"), ("c", "own")}


def test_functions_before_requests_run_for_all_routes_of_their_blueprint():
    app = (
        "from flask import Blueprint, Flask\napp = Flask('a')\nshop = Blueprint('shop', 'a', url_prefix='/shop')\n"
        "@app.before_request\ndef every(): ...\n@shop.before_request\ndef some(): ...\n"
        "@shop.get('/x')\ndef x(): ...\n@app.get('/y')\ndef y(): ...\napp.register_blueprint(shop)\n"
        "@app.errorhandler(404)\ndef missing(error): ...\n"
    )
    assert list_around(make_graph({"app.py": app})) == {
        ("GET /shop/x", "every"), ("GET /shop/x", "some"), ("GET /shop/x", "missing"), ("GET /y", "every"),
        ("GET /y", "missing"),
    }  # fmt: skip


def test_middleware_runs_for_the_paths_that_it_is_used_at():
    app = EXPRESS + (
        "function log() {}\nfunction guard() {}\nfunction check() {}\napp.use(log);\napp.use('/admin', guard);\n"
        "app.get('/admin/users', check, find);\napp.get('/administrators', find);\n"
    )
    assert list_around(make_graph({"app.js": app})) == {
        ("GET /admin/users", "log"), ("GET /admin/users", "guard"), ("GET /admin/users", "check"),
        ("GET /administrators", "log"),
    }  # fmt: skip


CLIENT = "import os, requests\n"
SERVED = FASTAPI + "app = FastAPI()\n@app.get('/a/x')\ndef show(): ...\n@app.get('/b/{y}')\ndef other(): ...\n"


def list_named(text: str, server: str = SERVED, path: str = "b.py") -> tuple[set[str], list[str]]:
    """Return the routes that a file requests, and the reasons of requests that are not decided."""
    graph = make_graph({"a.py": server, path: text})
    return {name for _, name in list_requests(graph)}, [reason for _, reason in list_reasons(graph)]


def test_a_function_for_a_parameter_runs_for_the_paths_that_have_it():
    app = EXPRESS + (
        "const router = express.Router();\nfunction load(q, r, next, id) { next(); }\nrouter.param('id', load);\n"
        "router.get('/items/:id', find);\nrouter.get('/items', find);\napp.use(router);\n"
        "function fail(error, q, r, next) {}\napp.use(fail);\n"
    )
    assert list_around(make_graph({"app.js": app})) == {
        ("GET /items/{id}", "load"), ("GET /items/{id}", "fail"), ("GET /items", "fail"),
    }  # fmt: skip


def test_a_parameter_is_what_callers_pass_for_it():
    text = CLIENT + (
        "def ask(path): requests.get('http://localhost' + path)\n"
        "def one(): ask('/a/x')\n"
        "def two(): ask('/b/' + input())\n"
    )
    assert list_named(text) == ({"GET /a/x", "GET /b/{y}"}, [])


def test_the_port_of_a_local_host_says_nothing():
    assert list_named(CLIENT + "requests.get('http://127.0.0.1:%i/a/x' % input())\n") == ({"GET /a/x"}, [])
    assert list_named(CLIENT + "requests.get(f'http://{input()}:80/a/x')\n") == (set(), ["unknown-host"])


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("os.environ['API'] + '/a/x'", {"GET /a/x"}),
        ("os.getenv('API') + '/b/' + input()", {"GET /b/{y}"}),
        ("os.getenv('API', 'http://localhost:80') + '/a/x'", {"GET /a/x"}),
        ("os.getenv('API', 'https://example.org') + '/a/x'", set[str]()),
        ("os.environ['API'] + '/none'", set[str]()),
        ("'http://' + os.environ['API'] + '/a/x'", set[str]()),
        ("os.environ['API'] + 'a/x'", set[str]()),
    ],
)
def test_the_environment_may_name_the_host(url: str, found: set[str]):
    requested, reasons = list_named(CLIENT + f"requests.get({url})\n")
    assert requested == found
    assert "no-route" not in reasons


def test_a_host_of_the_environment_is_none_of_two_applications():
    files = {"a.py": SERVED, "b.py": CLIENT + "requests.get(os.environ['API'] + '/a/x')\n", "c.py": SERVED}
    graph = make_graph(files)
    assert list_requests(graph) == set()
    assert list_reasons(graph) == [("GET {API}/a/x", "several-applications")]


@pytest.mark.parametrize("base", ["import.meta.env.VITE_API", "process.env.API"])
def test_the_environment_names_the_host_of_an_interface(base: str):
    text = f"import axios from 'axios';\nconst api = axios.create({{ baseURL: {base} }});\nexport const load = () => api.get('/a/x');\n"
    assert list_named(text, path="b.ts") == ({"GET /a/x"}, [])


def test_a_process_of_the_tree_is_not_the_environment():
    text = "const process = { env: { API: compute() } };\nfetch(`${process.env.API}/a/x`);\nfunction compute() {}\n"
    assert list_named(text, path="b.ts")[0] == set()


OPENAPI = (
    "import { request as __request } from './request';\n"
    "export class Service {\n"
    "  static load() { return __request(OpenAPI, { method: 'GET', url: '/b/{y}', path: { y: 1 } }); }\n"
    "}\n"
)


@pytest.mark.parametrize(("types", "found"), [("OpenAPIConfig", {"GET /b/{y}"}), ("Config", set[str]())])
def test_a_generated_client_requests_by_its_paths(types: str, found: set[str]):
    request = f"export const request = <T>(config: {types}, options: ApiRequestOptions<T>) => null;\n"
    graph = make_graph({"a.py": SERVED, "client/sdk.ts": OPENAPI, "client/request.ts": request})
    assert {name for _, name in list_requests(graph)} == found


@pytest.mark.parametrize(
    ("types", "options", "found"),
    [
        ("Config", "url: '/b/{y}', ...options", {"GET /b/{y}"}),
        ("Settings", "url: '/b/{y}'", set[str]()),
        ("Config", "...options", set[str]()),
    ],
)
def test_an_object_that_a_generated_function_makes_requests_by_its_members(types: str, options: str, found: set[str]):
    maker = f"export const createClient = (config: {types} = {{}}): Client => {{ return null as any; }};\n"
    client = "import { createClient } from './maker';\nexport const client = createClient({});\n"
    sdk = (
        "import { client } from './client';\n"
        "export class Service {\n  static load(options: Options) {\n"
        f"    return (options.client ?? client).get({{ security: [], {options} }});\n  }}\n}}\n"
    )
    files = {"a.py": SERVED, "api/maker.ts": maker, "api/client.ts": client, "api/sdk.ts": sdk}
    assert {name for _, name in list_requests(make_graph(files))} == found


def test_a_router_of_a_class_of_another_file_is_known_by_its_base():
    own = FASTAPI + "class Own(APIRouter):\n  def __init__(self, prefix=''): super().__init__(prefix=prefix)\n"
    text = FASTAPI + (
        "from own import Own\napp = FastAPI()\nrouter = Own(prefix='/own')\n"
        "@router.get('/x')\ndef show(): ...\napp.include_router(router)\n"
    )
    assert list_handlers(make_graph({"own.py": own, "a.py": text})) == {"GET /own/x": "show"}


def test_of_two_routers_the_more_particular_route_answers():
    text = FASTAPI + (
        "from fastapi.testclient import TestClient\n"
        "one = APIRouter()\ntwo = APIRouter()\napp = FastAPI()\n"
        "@one.get('/{id}')\ndef show(): ...\n@two.get('/self')\ndef show_self(): ...\n"
        "app.include_router(two)\napp.include_router(one)\n"
        "def test_self(): TestClient(app).get('/self')\n"
    )
    assert list_requests(make_graph({"test_a.py": text})) == {("test_self", "GET /self")}


IN_PROCESS = (
    "import pytest\nfrom httpx import AsyncClient, ASGITransport\nfrom a import app\n"
    "@pytest.fixture\nasync def client(settings):\n"
    "  url = f'http://{settings.host}:{settings.port}'\n"
    "  async with AsyncClient(transport=ASGITransport(app=app), base_url=url) as client:\n    yield client\n"
)


def test_a_client_within_the_process_asks_no_host():
    test = "async def test_x(client):\n  await client.get('a/x')\n"
    graph = make_graph({"a.py": SERVED, "tests/conftest.py": IN_PROCESS, "tests/test_x.py": test})
    assert list_requests(graph) == {("test_x", "GET /a/x")}
    other = IN_PROCESS.replace("transport=ASGITransport(app=app), ", "")
    graph = make_graph({"a.py": SERVED, "tests/conftest.py": other, "tests/test_x.py": test})
    assert list_reasons(graph) == [("GET http://{}:{}/a/x", "unknown-host")]


def test_an_application_of_a_test_answers_requests_of_tests_alone():
    app = FASTAPI + (
        "import requests\nrouter = APIRouter()\n@router.get('/x')\ndef show(): ...\n"
        "def fetch(): requests.get('http://localhost/x')\n"
    )
    test = (
        "import requests\nfrom fastapi import FastAPI\nfrom app import router\n"
        "server = FastAPI()\nserver.include_router(router)\n"
        "def test_show(): requests.get('http://localhost/x')\n"
    )
    graph = make_graph({"app.py": app, "tests/test_app.py": test})
    (endpoint,) = (s for facts in graph.files for s in facts.symbols if s.kind is SymbolKind.ENDPOINT)
    assert endpoint.flags & Flag.TEST
    assert list_requests(graph) == {("test_show", "GET /x")}
    assert ("GET http://localhost/x", "no-route") in list_reasons(graph)


def test_a_route_of_an_application_is_no_test_where_a_test_mounts_it_too():
    app = (
        FASTAPI
        + "router = APIRouter()\n@router.get('/x')\ndef show(): ...\napp = FastAPI()\napp.include_router(router)\n"
    )
    test = "from fastapi import FastAPI\nfrom app import router\nserver = FastAPI()\nserver.include_router(router)\n"
    graph = make_graph({"app.py": app, "tests/test_app.py": test})
    (endpoint,) = (s for facts in graph.files for s in facts.symbols if s.kind is SymbolKind.ENDPOINT)
    assert not endpoint.flags & Flag.TEST
