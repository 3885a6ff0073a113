"""Routes of PHP: groups of Laravel, and attributes of Symfony."""

from __future__ import annotations

from support.endpoints import list_handlers, list_reasons, make_graph

from codegraph.graph_model import Graph
from codegraph.resolve.endpoints.attachment import UNWRITTEN
from codegraph_parsers.file_facts import SymbolKind

USES = (
    "<?php\nuse App\\Http\\Controllers\\{PostController, HomeController};\nuse Illuminate\\Support\\Facades\\Route;\n"
)
CONTROLLERS = (
    "<?php\nnamespace App\\Http\\Controllers;\n"
    "class PostController { function index() {} function show($post) {} function store() {} function update() {} }\n"
    "class HomeController { function __invoke() {} }\n"
)
START = (
    "<?php\nuse Illuminate\\Foundation\\Application;\nreturn Application::configure()->withRouting(\n"
    "  web: __DIR__.'/../routes/web.php', api: __DIR__.'/../routes/api.php')->create();\n"
)


def laravel(text: str, **others: str) -> Graph:
    files = {f"{name.replace('_', '/')}.php": body for name, body in others.items()}
    return make_graph({"routes/web.php": USES + text, "app/Http/Controllers/C.php": CONTROLLERS, **files})


def test_a_group_stands_before_the_paths_of_its_function():
    graph = laravel(
        "Route::get('/', HomeController::class);\n"
        "Route::middleware(['auth'])->prefix('admin')->group(function () {\n"
        "  Route::get('posts/{post:slug}', [PostController::class, 'show'])->name('show');\n"
        "  Route::group(['prefix' => '/deep/'], fn () => Route::match(['get', 'post'], 'm', 'PostController@store'));\n"
        "  Route::controller(PostController::class)->group(function () { Route::put('c/{id?}', 'update'); });\n"
        "});\n"
        "Route::get('posts', [PostController::class, 'index']);\n"
    )
    assert list_handlers(graph) == {
        "GET /": "HomeController.__invoke", "GET /admin/posts/{post}": "PostController.show",
        "GET /admin/deep/m": "PostController.store", "POST /admin/deep/m": "PostController.store",
        "PUT /admin/c/{id}": "PostController.update", "GET /posts": "PostController.index",
    }  # fmt: skip


def test_a_text_names_a_controller_by_its_full_name():
    graph = laravel(
        "Route::get('a', ['uses' => 'App\\Http\\Controllers\\Administration\\SubscriptionController@index']);\n",
        app_Http_Controllers_Administration_SubscriptionController=(
            "<?php\nnamespace App\\Http\\Controllers\\Administration;\n"
            "class SubscriptionController { function index() {} }\n"
        ),
    )
    assert list_handlers(graph) == {"GET /a": "SubscriptionController.index"}


def test_a_file_that_an_application_names_has_its_prefix():
    api = USES + "Route::post('posts', [PostController::class, 'store']);\n"
    graph = laravel("Route::any('x', HomeController::class);\n", routes_api=api, bootstrap_app=START)
    assert list_handlers(graph) == {"ANY /x": "HomeController.__invoke", "POST /api/posts": "PostController.store"}


def test_a_file_that_a_group_includes_stands_below_it():
    provider = (
        "<?php\nuse Illuminate\\Support\\Facades\\Route;\nclass Provider { function map() {\n"
        "  Route::group(['prefix' => 'api'], function ($router) { require base_path('routes/web.php'); });\n} }\n"
    )
    graph = laravel("Route::get('posts', [PostController::class, 'index']);\n", app_Provider=provider)
    assert list_handlers(graph) == {"GET /api/posts": "PostController.index"}


def test_a_loop_over_an_array_is_a_route_for_each_of_its_elements():
    graph = laravel(
        "$all = ['a' => HomeController::class, 'b' => HomeController::class];\n"
        "Route::prefix('p')->group(function () use ($all) {\n"
        '  foreach ($all as $name => $controller) { Route::get("{$name}.view", $controller); }\n});\n'
    )
    assert list_handlers(graph) == {
        "GET /p/a.view": "HomeController.__invoke", "GET /p/b.view": "HomeController.__invoke",
    }  # fmt: skip


def test_a_resource_has_the_routes_that_it_keeps():
    graph = laravel(
        "Route::resource('posts', PostController::class)->only(['index', 'show']);\n"
        "Route::apiResource('a.categories', PostController::class, ['except' => ['destroy', 'update', 'store']]);\n"
    )
    assert list_handlers(graph) == {
        "GET /posts": "PostController.index", "GET /posts/{post}": "PostController.show",
        "GET /a/{a}/categories": "PostController.index", "GET /a/{a}/categories/{category}": "PostController.show",
    }  # fmt: skip


def test_what_is_not_decided_is_no_route():
    graph = laravel(
        "Route::get($path, HomeController::class);\nRoute::get('gone', [PostController::class, 'gone']);\n"
        "Route::prefix(config('x'))->group(function () { Route::get('a', HomeController::class); });\n"
        "Other::get('other', HomeController::class);\n"
        'foreach ($all as $one) { Route::get("{$one}{format?}", HomeController::class); }\n'
    )
    assert list_handlers(graph) == {}
    assert sorted(reason for _, reason in list_reasons(graph)) == [
        "computed-path", "computed-path", "computed-path", "unknown-handler",
    ]  # fmt: skip


def test_attributes_of_methods_stand_below_that_of_their_class():
    graph = make_graph(
        {
            "src/A.php": "<?php\nuse Symfony\\Component\\Routing\\Attribute\\Route;\n"
            "#[Route('/blog', name: 'blog_')]\nclass Blog {\n"
            "  #[Route('/list', methods: ['GET'])]\n  function list() {}\n"
            "  #[Route('/{slug<[a-z]+>}', methods: ['GET', 'POST'])]\n  function show() {}\n"
            "  #[Other('/x')]\n  function other() {}\n}\n"
            "class Plain {\n  #[Route(path: '/plain/{page?1}')]\n  function plain() {}\n  function none() {}\n}\n"
        }
    )
    assert list_handlers(graph) == {
        "GET /blog/list": "Blog.list", "GET /blog/{slug}": "Blog.show", "POST /blog/{slug}": "Blog.show",
        "ANY /plain/{page}": "Plain.plain",
    }  # fmt: skip


def test_a_closure_is_the_code_of_its_route():
    graph = laravel("Route::get('ping', static fn () => answer());\nfunction answer() {}\n")
    [endpoint] = [symbol for facts in graph.files for symbol in facts.symbols if symbol.kind is SymbolKind.ENDPOINT]
    assert (endpoint.name, endpoint.signature) == ("GET /ping", UNWRITTEN)
    assert {graph.get_symbol(edge.target)[1].name for edge in graph.edges
            if graph.get_symbol(edge.source)[1] is endpoint} == {"answer"}  # fmt: skip
