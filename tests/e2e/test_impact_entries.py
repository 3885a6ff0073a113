"""Entry points from which changed code is run."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.shop import report

from codegraph.render.impact.markdown import format_report_markdown
from codegraph.settings.config import Config

CORE = {"core.py": "def rate(x):\n    return x\n\n\ndef price(x):\n    return rate(x)\n"}
EDIT = {"core.py": "def rate(x):\n    return x + 1\n\n\ndef price(x):\n    return rate(x)\n"}

CASES = {
    "a route by a decorator": (
        {"web.py": 'from flask import Flask\nfrom core import price\n\napp = Flask("a")\n\n\n'
         '@app.get("/items")\ndef items():\n    return price(1)\n'},
        {("route", "GET /items")},
    ),
    "routes of a table, one over several lines": (
        {"views.py": "from core import price\n\n\ndef one(request):\n    return price(1)\n\n\n"
         "def two(request):\n    return price(2)\n\n\ndef other(request):\n    return 3\n",
         "urls.py": "from django.urls import path\n\nimport views\n\nurlpatterns = [\n    path('one/', views.one),\n"
         "    path(\n        'two/',\n        views.two,\n    ),\n    path('other/', views.other),\n]\n"},
        {("route", "ANY /one/"), ("route", "ANY /two/")},
    ),
    "what runs around a route": (
        {"web.py": 'from flask import Flask\nfrom core import price\n\napp = Flask("a")\n\n\n'
         "@app.before_request\ndef before():\n    price(1)\n\n\n@app.errorhandler(404)\ndef lost(error):\n    price(2)\n\n\n"
         '@app.get("/items")\ndef items():\n    return 1\n'},
        {("route", "GET /items")},
    ),
    "middleware of a library's class": (
        {"settings.py": 'ROOT_URLCONF = "urls"\nMIDDLEWARE = ["around.Around"]\n',
         "around.py": "from django.utils.deprecation import MiddlewareMixin\nfrom core import price\n\n\n"
         "class Around(MiddlewareMixin):\n    def process_request(self, request):\n        price(1)\n",
         "urls.py": "from django.urls import path\n\n\ndef view(request):\n    pass\n\n\n"
         "urlpatterns = [path('items/', view)]\n"},
        {("route", "ANY /items/")},
    ),
    "a view that is a class": (
        {"views.py": "from django.views import View\nfrom core import price\n\n\nclass Items(View):\n"
         "    def get(self, request):\n        return price(1)\n",
         "urls.py": "from django.urls import path\n\nimport views\n\n"
         "urlpatterns = [path('items/', views.Items.as_view())]\n"},
        {("route", "GET /items/")},
    ),
    "commands": (
        {"shop/management/commands/reprice.py": "from django.core.management.base import BaseCommand\n"
         "from core import price\n\n\nclass Command(BaseCommand):\n    def handle(self, *args, **options):\n"
         "        price(1)\n",
         "cli.py": "import click\nfrom core import price\n\n\n@click.command()\ndef show_price():\n    price(1)\n"},
        {("command", "reprice"), ("command", "show-price")},
    ),
    "a task": (
        {"jobs.py": "from celery import shared_task\nfrom core import price\n\n\n@shared_task\ndef nightly():\n"
         "    price(1)\n"},
        {("handler", "topic:jobs.nightly")},
    ),
    "what a framework without a model is given": (
        {"tools.py": "from mcp.server.fastmcp import FastMCP\nfrom core import price\n\nserver = FastMCP()\n\n\n"
         "@server.tool()\ndef quote():\n    return price(1)\n"},
        {("handler", "@server.tool quote")},
    ),
    "methods of a library's class, called and declared alone": (
        {"shelf.py": "from abc import abstractmethod\nfrom kit import Shelf\nfrom core import price\n\n\nclass Own(Shelf):\n"
         "    def put(self):\n        return price(1)\n",
         "work.py": "from shelf import Own\n\n\ndef main():\n    Own().put()\n"},
        {("main", "work.py")},
    ),
    "a main function behind another": (
        {"app.py": "from core import price\n\n\ndef work():\n    return price(1)\n\n\ndef main():\n    work()\n\n\n"
         'if __name__ == "__main__":\n    main()\n'},
        {("main", "app.py")},
    ),
    "a script": ({"tool.py": "from core import price\n\nprint(price(1))\n"}, {("script", "tool.py")}),
    "a test is none": (
        {"tests/test_core.py": "from core import price\n\n\ndef test_price():\n    assert price(1) == 1\n"},
        set[tuple[str, str]](),
    ),
    "what nobody is known to call is none": (
        {"lost.py": "from core import price\n\n\ndef lost():\n    return price(1)\n"},
        set[tuple[str, str]](),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_entry_points_lead_to_changed_code(tmp_path: Path, config: Config, name: str) -> None:
    files, expected = CASES[name]
    repo = GitRepo.make(tmp_path / "repo", {**CORE, **files})
    repo.write(EDIT)
    (row,) = report(repo, config).changed
    assert {(str(entry.kind), entry.label) for entry in row.entries} == expected
    assert row.entries_total == len(expected)


def test_a_file_is_a_route(tmp_path: Path, config: Config) -> None:
    core = "export function rate(x: number) {\n  return x%s;\n}\n"
    route = 'import { rate } from "../../core";\n\nexport async function GET() {\n  return Response.json(rate(1));\n}\n'
    files = {"package.json": '{"dependencies": {"next": "15"}}', "core.ts": core % "", "app/items/route.ts": route}
    repo = GitRepo.make(tmp_path / "repo", files)
    repo.write({"core.ts": core % " + 1"})
    (row,) = report(repo, config).changed
    assert [(str(entry.kind), entry.label) for entry in row.entries] == [("route", "GET /items")]


def test_handlers_without_a_name_are_known_by_their_route(tmp_path: Path, config: Config) -> None:
    core = "export function rate(x: number) {\n  return x%s;\n}\n"
    routes = (
        'import Koa from "koa";\nimport Router from "koa-router";\nimport { rate } from "./core";\n\n'
        "const app = new Koa();\nconst router = new Router();\n\n"
        'router.post(\n  "/items.list",\n  async (ctx) => {\n    ctx.body = rate(1);\n  }\n);\n\n'
        'router.get("/items.none", async (ctx) => {\n  ctx.body = 1;\n});\n\napp.use(router.routes());\n'
    )
    repo = GitRepo.make(tmp_path / "repo", {"core.ts": core % "", "routes.ts": routes})
    repo.write({"core.ts": core % " + 1"})
    (row,) = report(repo, config).changed
    assert [(str(entry.kind), entry.label, entry.symbol.line) for entry in row.entries] == [
        ("route", "POST /items.list", 8)
    ]


def test_a_reviewer_sees_three_entry_points_and_how_many_more(tmp_path: Path, config: Config) -> None:
    views = "from core import price\n" + "".join(
        f"\n\ndef view{number}(request):\n    return price({number})\n" for number in range(5)
    )
    rows = "".join(f"    path('view{number}/', views.view{number}),\n" for number in range(5))
    urls = f"from django.urls import path\n\nimport views\n\nurlpatterns = [\n{rows}]\n"
    repo = GitRepo.make(tmp_path / "repo", {**CORE, "views.py": views, "urls.py": urls})
    repo.write(EDIT)
    page = format_report_markdown(report(repo, config))
    assert "- `rate`: `ANY /view0/`, `ANY /view1/`, `ANY /view2/` and 2 more" in page
    assert "No known test reaches" not in page  # tests ask for routes by their address


KOA = (
    'import Koa from "koa";\nimport Router from "koa-router";\n\nconst app = new Koa();\nconst router = new Router();\n'
    "app.use(router.routes());\n\n"
)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", 'router.post("/copy", (ctx) => {});\n', ["added: POST /copy"]),
        ('router.post("/copy", (ctx) => {});\n', "", ["removed: POST /copy"]),
        (
            'router.post("/copy", (ctx) => {\n  ctx.body = 1;\n});\n',
            'router.post("/copy", (ctx) => {\n  ctx.body = 2;\n});\n',
            ["changed: POST /copy"],
        ),
        ('router.get("/a/:id", (ctx) => {});\n', 'router.get("/a/:key", (ctx) => {});\n', []),
    ],
)
def test_endpoints_that_differ_are_seen_from_outside(
    tmp_path: Path, config: Config, before: str, after: str, expected: list[str]
) -> None:
    kept = KOA + 'router.get("/items", (ctx) => {});\n'
    repo = GitRepo.make(tmp_path / "repo", {"routes.ts": kept + before})
    repo.write({"routes.ts": kept + after})
    assert [each.said for each in report(repo, config).surfaces if each.kind == "endpoint"] == expected


def test_an_endpoint_that_is_gone_is_listed_with_who_still_requests_it(tmp_path: Path, config: Config) -> None:
    app = (
        'from flask import Flask\n\napp = Flask("a")\n\n\n@app.get("/items")\ndef items():\n    return []\n\n\n'
        '@app.get("%s")\ndef stock():\n    return []\n'
    )
    client = 'import requests\n\n\ndef load():\n    return requests.get("http://localhost/stock").json()\n'
    repo = GitRepo.make(tmp_path / "repo", {"web.py": app % "/stock", "client.py": client})
    repo.write({"web.py": app % "/stocks"})
    found = {each.said: each.clients for each in report(repo, config).surfaces}
    assert found == {"added: GET /stocks": (), "removed: GET /stock": ("load",)}
    assert "`GET /stock` removed `web.py`, requested by `load`" in format_report_markdown(report(repo, config))


def test_functions_of_an_object_are_counted_with_it(tmp_path: Path, config: Config) -> None:
    action = "export const action = create({\n  name: () => 'a',\n  perform: () => %s,\n});\n"
    head = "import { create } from 'kit';\n\n"
    repo = GitRepo.make(tmp_path / "repo", {"actions.ts": head + action % "1"})
    repo.write({"actions.ts": head + (action % "2").replace("'a'", "'b'")})
    assert [row.symbol.name for row in report(repo, config).changed] == ["action"]
