"""Routes of Symfony's files of configuration: controllers that they name, and folders that they import."""

from __future__ import annotations

from pathlib import Path

from support.endpoints import list_handlers, list_reasons, make_graph

from codegraph.graph_model import EdgeKind
from codegraph.indexing.incremental import IncrementalSession
from codegraph.query.index import Index
from codegraph.settings.config import Config

ATTRIBUTE = "<?php\nnamespace App\\Controller;\nuse Symfony\\Component\\Routing\\Attribute\\Route;\n"
BASE = "<?php\nnamespace App\\Controller;\nuse Symfony\\Bundle\\FrameworkBundle\\Controller\\AbstractController;\n"
FILES = {
    "src/Controller/Blog.php": ATTRIBUTE
    + "#[Route('/blog')]\nclass Blog {\n  #[Route('/', methods: 'GET')]\n  function index() {}\n"
    "  #[Route('/new')]\n  #[Route('/add', methods: ['POST'])]\n  function make() {}\n}\n",
    "src/Admin/Panel.php": ATTRIBUTE
    + "#[Route('/panel')]\nclass Panel { function __invoke() {} function other() {} }\n",
    "src/Controller/Plain.php": BASE
    + "class Plain extends AbstractController { function show($id) {} function __invoke() {} }\n",
}


def find_handlers(**configuration: str) -> dict[str, str]:
    manifests = {f"config/{name.replace('__', '/')}.yaml": text for name, text in configuration.items()}
    return list_handlers(make_graph(FILES, manifests))


def test_folders_of_controllers_have_the_prefix_of_their_import():
    found = find_handlers(
        routes="controllers:\n  resource: ../src/Controller/\n  type: attribute\n  prefix: '/{_locale}'\n"
        "admin:\n  resource: { path: ../src/Admin, namespace: App\\Admin }\n  type: attribute\n  methods: [GET]\n"
    )
    assert found == {
        "GET /{_locale}/blog/": "Blog.index", "ANY /{_locale}/blog/new": "Blog.make",
        "POST /{_locale}/blog/add": "Blog.make", "GET /panel": "Panel.__invoke",
    }  # fmt: skip


def test_the_last_import_of_a_folder_counts_and_an_excluded_one_does_not():
    found = find_handlers(
        routes="all:\n  resource: routing.controllers\n  prefix: /a\nadmin:\n  resource: ../src/Admin\n  type: attribute\n"
        "  prefix: /b\n  exclude: '../src/Admin/{Panel}.php'\nblog:\n  resource: ../src/Controller/Blog.php\n"
        "  type: attribute\n  prefix: /c\n"
    )
    assert found == {
        "GET /c/blog/": "Blog.index", "ANY /c/blog/new": "Blog.make", "POST /c/blog/add": "Blog.make",
        "ANY /a/panel": "Panel.__invoke",
    }  # fmt: skip


def test_files_name_controllers_by_class_and_member():
    found = find_handlers(
        mine_routes__plain="one:\n  path: /one/{id}\n  controller: App\\Controller\\Plain::show\n  methods: GET|POST\n"
        "  defaults: { id: - }\n"
        "two:\n  path: { en: two, de: /zwei }\n  defaults: { _controller: 'App\\Controller\\Plain' }\n"
        "three:\n  path: /three\n  controller: Library\\Controller::show\n",
        routes="nested:\n  resource: more/nested.yaml\n  prefix: /below\nwhen@dev:\n  no:\n    path: /dev\n"
        "    controller: App\\Controller\\Plain\nwhen@prod:\n  yes:\n    path: /prod\n    controller: App\\Controller\\Plain\n",
        more__nested="four:\n  path: four\n  controller: App\\Controller\\Plain\n",
    )
    assert {name: handler for name, handler in found.items() if "Plain" in handler} == {
        "GET /one/{id}": "Plain.show", "POST /one/{id}": "Plain.show", "ANY /two": "Plain.__invoke",
        "ANY /zwei": "Plain.__invoke", "ANY /prod": "Plain.__invoke", "ANY /below/four": "Plain.__invoke",
    }  # fmt: skip


def test_what_is_not_imported_or_cannot_be_decided_is_told():
    graph = make_graph(
        FILES,
        {
            "config/routes.yaml": "a:\n  resource: ../src/Admin\n  type: attribute\n  prefix: '%prefix%'\n"
            "b:\n  path: '/%x%'\n  controller: App\\Controller\\Plain\n"
            "c:\n  path: /c\n  controller: App\\Controller\\Plain::none\n"
        },
    )
    assert list_handlers(graph) == {}
    assert set(list_reasons(graph)) == {
        ("Blog /", "not-mounted"), ("Blog /new", "not-mounted"), ("Blog /add", "not-mounted"),
        ("Panel /panel", "computed-path"), ("Plain.__invoke()", "computed-path"), ("Plain.none", "unknown-handler"),
    }  # fmt: skip


def test_files_that_are_no_configuration_are_passed_over():
    for text in (
        "[1, 2]",
        "a: &a [*a]\n",
        "a: {b: *x}\n",
        "\t- {",
        "a: !php/const X\nb:\n  path: 1\n  controller: 2\n",
    ):
        assert find_handlers(routes=text)["GET /blog/"] == "Blog.index"


def test_a_file_that_is_nested_without_end_is_left_out():
    for text in ("[" * 200_000, "a: " + "{b: " * 50_000, "- " * 100_000):
        assert find_handlers(routes=text)["GET /blog/"] == "Blog.index"


def test_a_change_of_a_prefix_is_a_change_of_its_routes(tmp_path: Path):
    root, config = tmp_path / "root", Config(tmp_path / "home", vectors=False, workers=1)
    text = "all:\n  resource: ../src/\n  type: attribute\n  prefix: /{}\n"
    for path, body in {**FILES, "config/routes.yaml": text.format("one"), "composer.json": "{}"}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(body)
    session = IncrementalSession(root, config)
    session.refresh()
    found: list[set[str]] = []
    for prefix in ("one", "two"):
        (root / "config/routes.yaml").write_text(text.format(prefix))
        session.refresh_incrementally(["config/routes.yaml"])
        with Index.open(root, config) as index:
            found.append({e.source.name for e in index.iterate_edges() if e.kind is EdgeKind.HANDLES})
    assert found == [{f"{name}" for name in (f"GET /{each}/blog/", f"ANY /{each}/blog/new", f"POST /{each}/blog/add",
                      f"ANY /{each}/panel")} for each in ("one", "two")]  # fmt: skip
