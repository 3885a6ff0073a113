"""Routes of ASP.NET Core: controllers by attributes, minimal APIs, and their clients."""

from __future__ import annotations

from support.endpoints import list_handlers, list_reasons, list_requests, make_graph

USING = "using Microsoft.AspNetCore.Mvc;\nnamespace Shop;\n"
ITEMS = """
[ApiController, Route("api/items")]
public class ItemsController : ControllerBase
{
    [HttpGet("brands")] public void Brands() { }
    [HttpGet("{id}")] public void Show(int id) { }
    [HttpGet("all/{kind}")] public void All(string kind) { }
}
"""


def test_actions_answer_below_the_route_of_their_class():
    graph = make_graph({
        "A.cs": USING
        + """
[ApiController]
[Route("api/[controller]")]
public class ItemsController : ControllerBase
{
    [HttpGet] public void List() { }
    [HttpGet("{id:int}")] public void Show(int id) { }
    [HttpGet("{id}/file.{format?}"), HttpHead("{id}/file.{format?}")] public void Load(int id) { }
    [HttpPost, Route("[action]")] public void MakeAsync() { }
    [HttpDelete("/purge")] public void Purge() { }
    [HttpPut("~/{**rest}")] public void Rest(string rest) { }
    public void NoRoute() { }
}
"""
    })  # fmt: skip
    assert list_handlers(graph) == {
        "GET /api/Items": "ItemsController.List", "GET /api/Items/{id}": "ItemsController.Show",
        "GET /api/Items/{id}/file.{format}": "ItemsController.Load",
        "HEAD /api/Items/{id}/file.{format}": "ItemsController.Load",
        "POST /api/Items/Make": "ItemsController.MakeAsync", "DELETE /purge": "ItemsController.Purge",
        "PUT /{rest}": "ItemsController.Rest",
    }  # fmt: skip


def test_a_class_is_a_controller_by_its_base_and_takes_the_route_of_that():
    graph = make_graph({
        "Base.cs": USING + '[ApiController, Route("[controller]")] public abstract class ApiBase : ControllerBase { }\n',
        "A.cs": USING + 'public class UsersController : ApiBase { [HttpGet("me")] public void Me() { } }\n',
        "B.cs": USING + '[Route("")] public class RootController : Controller { [HttpGet("x")] public void X() { } }\n',
        "C.cs": USING + '[Route("y")] public class NoController { [HttpGet("x")] public void X() { } }\n',
    })  # fmt: skip
    assert list_handlers(graph) == {"GET /Users/me": "UsersController.Me", "GET /x": "RootController.X"}


def test_actions_that_conventions_route_are_not_guessed():
    graph = make_graph(
        {"A.cs": USING + "public class HomeController : Controller { [HttpPost] public void Save() { } }\n"}
    )
    assert list_handlers(graph) == {}
    assert list_reasons(graph) == [("HomeController", "computed-path")]


def test_groups_of_a_minimal_api_are_passed_to_extension_methods():
    graph = make_graph({
        "Api.cs": """
namespace Shop;
public static class Api
{
    public static IEndpointRouteBuilder MapItems(this IEndpointRouteBuilder app)
    {
        var api = app.NewVersionedApi("items").MapGroup("api/items").HasApiVersion(1, 0);
        api.MapGet("/", List);
        api.MapGet("{id:int}", Show);
        return app;
    }
    static void List() { }
    static void Show(int id) { }
}
""",
        "Program.cs": """
using Shop;
var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.MapItems();
var group = app.MapGroup("/g");
group.MapPost("/y", Make);
app.MapMethods("/m", new[] { "PUT", "PATCH" }, Make);
app.Run();
static void Make() { }
""",
        "Stray.cs": """
namespace Shop;
public static class Stray
{
    public static void MapStray(this IEndpointRouteBuilder app) => app.MapGet("/stray", Go);
    static void Go() { }
}
""",
    })  # fmt: skip
    handlers = list_handlers(graph)
    assert {name: handlers[name] for name in ("GET /api/items", "GET /api/items/{id}", "POST /g/y")} == {
        "GET /api/items": "Api.List", "GET /api/items/{id}": "Api.Show", "POST /g/y": "Make",
    }  # fmt: skip
    assert "GET /stray" not in handlers


def test_a_client_asks_for_literal_paths():
    graph = make_graph({
        "A.cs": USING + '[ApiController, Route("api/items")] public class A : ControllerBase {\n'
        '  [HttpGet("{id}")] public void Show(int id) { }\n}\n',
        "B.cs": "namespace Client;\npublic class B(HttpClient http)\n{\n"
        '  public async Task Ask(int id) => await http.GetAsync($"api/items/{id}");\n'
        '  public async Task Other() => await http.GetStringAsync("https://example.org/api/items/1");\n}\n',
    })  # fmt: skip
    assert list_requests(graph) == {("B.Ask", "GET /api/items/{id}")}


def test_callers_request_what_they_alone_know_of_a_path():
    text = """
namespace Shop;
public class Client(HttpClient http)
{
    private async Task Show(int id) { await http.GetAsync($"api/items/{id}?at=1"); }
    private async Task Some(string at) { await http.GetAsync($"api/items/brands?at={at}"); }
    private async Task Ask(string path) { await http.GetAsync("api/" + path); }
    public async Task First() { await Show(1); await Some("b"); }
    public async Task Last() { await Ask("items/brands"); await Ask("items/all/b"); }
}
"""
    assert list_requests(make_graph({"A.cs": USING + ITEMS, "Client.cs": text})) == {
        ("Client.Show", "GET /api/items/{id}"), ("Client.Some", "GET /api/items/brands"),
        ("Client.First", "GET /api/items/{id}"), ("Client.Last", "GET /api/items/brands"),
        ("Client.Last", "GET /api/items/all/{kind}"),
    }  # fmt: skip


def test_a_text_continues_a_path_that_a_field_begins():
    text = """
namespace Shop;
public class Client(HttpClient http)
{
    private readonly string items = "api/items/";
    public async Task Brands() { var path = $"{items}brands"; await http.GetAsync(path); }
}
"""
    assert ("Client.Brands", "GET /api/items/brands") in list_requests(
        make_graph({"A.cs": USING + ITEMS, "Client.cs": text})
    )


def test_neither_case_nor_a_slash_at_the_end_makes_another_path():
    graph = make_graph({
        "A.cs": USING
        + """
[ApiController, Route("api/[controller]")]
public class OrdersController : ControllerBase
{
    [HttpGet] public void List() { }
    [HttpGet("{id:int}/Lines-{number}")] public void Show(int id, int number) { }
}
""",
        "Client.cs": """
namespace Shop;
public class Client(HttpClient http)
{
    private readonly string orders = "/api/orders/";
    public async Task List() { await http.GetFromJsonAsync<Order[]>(orders); }
    public async Task Show() { await http.GetAsync("API/Orders/7/lines-1"); }
    public async Task Other() { await http.GetAsync("/api/order/7"); }
}
""",
    })  # fmt: skip
    assert list_requests(graph) == {
        ("Client.List", "GET /api/Orders"), ("Client.Show", "GET /api/Orders/{id}/Lines-{number}"),
    }  # fmt: skip


def test_case_is_significant_unless_a_framework_ignores_it():
    python = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/api/Orders')\ndef show(): ...\n"
    node = "const app = require('express')();\nfunction list(request, answer) {}\napp.get('/api/Items', list);\n"
    client = """
namespace Shop;
public class Client(HttpClient http)
{
    public async Task Orders() { await http.GetAsync("/api/orders"); }
    public async Task Items() { await http.GetAsync("/api/items"); }
}
"""
    graph = make_graph({"app.py": python, "app.js": node, "Client.cs": client})
    assert list_requests(graph) == {("Client.Items", "GET /api/Items")}


def test_modules_behind_an_interface_are_given_the_builder_that_the_interface_is():
    graph = make_graph({
        "Modules.cs": """
namespace Shop;
public interface IModule { void MapEndpoints(IEndpointRouteBuilder endpoints); }
public static class Loader
{
    static readonly List<IModule> modules = [];
    public static void MapModules(this IEndpointRouteBuilder endpoints)
    {
        foreach (var each in modules) each.MapEndpoints(endpoints);
    }
}
public class Orders : IModule
{
    public void MapEndpoints(IEndpointRouteBuilder endpoints)
    {
        var group = endpoints.MapGroup("orders").WithMetadata(1).RequireAuthorization();
        ShowOrder.Map(group);
        group.MapMethods("", [HttpMethods.Options, "PUT"], Check);
    }
    static void Check() { }
}
public static class ShowOrder
{
    internal static RouteHandlerBuilder Map(this IEndpointRouteBuilder endpoints) => endpoints.MapGet("latest", Show);
    static void Show() { }
}
""",
        "Program.cs": "using Shop;\nvar app = WebApplication.Create(args);\napp.MapModules();\napp.Run();\n",
    })  # fmt: skip
    assert list_handlers(graph) == {
        "GET /orders/latest": "ShowOrder.Show", "OPTIONS /orders": "Orders.Check", "PUT /orders": "Orders.Check",
    }  # fmt: skip
