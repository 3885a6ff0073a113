"""Routes that files are by their place and exports."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from codegraph.graph_model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph.resolve.endpoints.file_routes import list_paths
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile, SymbolKind
from codegraph_parsers.frameworks import load_models
from codegraph_parsers.languages import detect

NEXT = '{"dependencies": {"next": "15"}}'
PAGE = "export default function Page() {}\n"
GET = "export function GET() {}\n"


def make_graph(files: Mapping[str, str], manifests: Mapping[str, str]) -> Graph:
    facts = [parse(SourceFile(p, t.encode(), detect(p, t.encode()) or "", "")) for p, t in files.items()]
    return resolve(facts, manifests, sorted([*files, *manifests]))


def list_routes(graph: Graph) -> set[str]:
    return {s.name for facts in graph.files for s in facts.symbols if s.kind is SymbolKind.ENDPOINT}


def list_edges(graph: Graph, kind: EdgeKind) -> set[tuple[str, str]]:
    return {
        (graph.get_symbol(edge.source)[1].name, graph.get_symbol(edge.target)[1].name)
        for edge in graph.edges
        if edge.kind is kind and edge.target >= 0
    }


@pytest.mark.parametrize(
    ("path", "paths"),
    [
        ("app/page.tsx", ("/",)),
        ("src/app/(shop)/cart/page.tsx", ("/cart",)),
        ("app/@modal/cart/page.tsx", ("/cart",)),
        ("app/users/[id]/route.ts", ("/users/{id}",)),
        ("app/docs/[...slug]/page.js", ("/docs/{slug:path}",)),
        ("app/docs/[[...slug]]/page.js", ("/docs", "/docs/{slug:path}")),
        ("app/_parts/page.tsx", ()),
        ("app/feed/(..)photo/page.tsx", ()),
        ("app/users/layout.tsx", ()),
        ("app/users/page.css", ()),
        ("lib/app/page.tsx", ()),
        ("pages/index.tsx", ("/",)),
        ("pages/(x)/[team-id].tsx", ("/(x)/{team_id}",)),
        ("pages/_app.tsx", ()),
        ("pages/api/index.ts", ("/api",)),
        ("src/pages/api/users/[id].ts", ("/api/users/{id}",)),
    ],
)
def test_a_file_answers_paths_by_its_place(path: str, paths: tuple[str, ...]):
    model = next(each for each in load_models() if each.key == "nextjs")
    found = (list_paths(said, path) for said in model.file_routes)
    assert next((each for each in found if each), ()) == paths


def test_exports_answer_methods_of_their_names():
    files = {
        "web/app/x/route.ts": "import { wrap } from '../../lib';\nexport const GET = wrap(async () => find());\n"
        "const handler = () => 1;\nexport { handler as POST };\nexport { h as PUT } from '../../lib';\nexport * from '../../star';\nfunction find() {}\n",
        "web/lib.ts": "export function wrap(f: any) { return f; }\nexport function h() {}\n",
        "web/star.ts": "export function DELETE() {}\nexport function other() {}\n",
    }
    graph = make_graph(files, {"web/package.json": NEXT})
    assert list_edges(graph, EdgeKind.HANDLES) == {("POST /x", "handler"), ("PUT /x", "h"), ("DELETE /x", "DELETE")}
    assert ("GET /x", "find") in list_edges(graph, EdgeKind.CALLS)
    assert list_routes(graph) == {"GET /x", "POST /x", "PUT /x", "DELETE /x"}


def test_a_page_runs_what_loads_its_data():
    text = PAGE + "export const getServerSideProps = async () => ({});\n"
    graph = make_graph({"pages/a.tsx": text, "pages/api/b.ts": PAGE}, {"package.json": NEXT})
    assert list_edges(graph, EdgeKind.HANDLES) == {
        ("GET /a", "Page"), ("GET /a", "getServerSideProps"), ("ANY /api/b", "Page"),
    }  # fmt: skip


def test_only_a_package_that_depends_on_the_framework_has_routes():
    files = {"web/app/x/route.ts": GET, "other/app/y/route.ts": GET}
    manifests = {"web/package.json": NEXT, "other/package.json": "{}", "package.json": NEXT}
    assert list_routes(make_graph(files, manifests)) == {"GET /x"}
    assert list_routes(make_graph(files, {"web/package.json": "{"})) == set()


@pytest.mark.parametrize(
    ("config", "routes"),
    [
        ("const basePath = '/docs';\nmodule.exports = wrap({ basePath });\n", {"GET /docs/x"}),
        ("export default { basePath: process.env.BASE || '/docs' };\n", {"GET /docs/x"}),
        ("export default { rewrites() { return [{ source: '/a', basePath: false }]; } };\n", {"GET /x"}),
        ("export default { basePath: compute() };\nfunction compute() { return process.argv[2]; }\n", set[str]()),
    ],
)
def test_a_configuration_gives_all_paths_a_prefix(config: str, routes: set[str]):
    files = {"next.config.js": config, "app/x/route.ts": GET}
    graph = make_graph(files, {"package.json": NEXT})
    assert list_routes(graph) == routes
    assert [m.reason for m in graph.unresolved if m.kind == "route"] == ([] if routes else ["computed-path"])


def test_the_code_of_a_page_requests_a_file_route():
    files = {
        "app/api/users/[id]/route.ts": GET,
        "app/page.tsx": "export default async function Page() { await fetch(`/api/users/${id()}`); }\nfunction id() { return Math.random(); }\n",
    }
    graph = make_graph(files, {"package.json": NEXT})
    assert list_edges(graph, EdgeKind.REQUESTS) == {("Page", "GET /api/users/{id}")}
