"""Routes of Ktor: function literals in one another, and functions with a receiver."""

from __future__ import annotations

from support.endpoints import list_handlers, list_reasons, list_requests, make_graph

from codegraph.graph_model import Graph
from codegraph_parsers.file_facts import SymbolKind

IMPORTS = "import io.ktor.server.application.*\nimport io.ktor.server.routing.*\n"


def list_endpoints(graph: Graph) -> set[str]:
    return {each.name for facts in graph.files for each in facts.symbols if each.kind is SymbolKind.ENDPOINT}


def test_literals_stand_below_one_another():
    graph = make_graph({
        "App.kt": IMPORTS
        + """
const val API = "/v1"
fun Application.module() {
    install(Sessions) { get("/no") { } }
    routing {
        get("/") { load() }
        route("$API/users") {
            authenticate("jwt") { get("me") { load() } }
            post { client.get("https://example.org") }
            route("{id?}", HttpMethod.Put) { handle { get("/inner") { } } }
            method(HttpMethod.Delete) { handle { } }
        }
        get("/list/{...}", ::load)
    }
}
fun load() { }
"""
    })  # fmt: skip
    assert list_endpoints(graph) == {
        "GET /", "GET /v1/users/me", "POST /v1/users", "PUT /v1/users/{id}", "DELETE /v1/users", "GET /list/{rest}",
    }  # fmt: skip
    assert list_handlers(graph) == {"GET /list/{rest}": "load"}


def test_functions_with_a_receiver_stand_below_their_callers():
    graph = make_graph({
        "app/App.kt": "package app\nimport app.users.users\n" + IMPORTS
        + "fun Application.module() { install(Routing) { route(\"/api\") { users(1); items(this) }; users(2) } }\n"
        + "fun items(route: Route) { route.get(\"/items\") { } }\n",
        "app/users/Users.kt": "package app.users\nimport io.ktor.server.routing.Route\nimport io.ktor.server.routing.get\n"
        "private const val PATH = \"/users\"\nfun Route.users(n: Int) { get(PATH) { } }\n"
        "fun Route.unused() { get(\"/unused\") { } }\n",
        "other/Users.kt": "package other\nimport io.ktor.server.routing.*\nfun Route.users(n: Int) { get(\"/other\") { } }\n",
    })  # fmt: skip
    assert list_endpoints(graph) == {"GET /api/users", "GET /users", "GET /api/items"}
    assert {name for name, _ in list_reasons(graph)} == {"GET /unused", "GET /other"}


def test_classes_stand_for_paths():
    graph = make_graph({
        "App.kt": "import io.ktor.resources.*\nimport io.ktor.server.resources.*\n" + IMPORTS
        + """
@Resource("/articles")
class Articles {
    @Resource("new") class New(val parent: Articles = Articles())
}
class Plain
fun Application.module() {
    routing {
        get<Articles> { }
        post<Articles.New> { }
        put<Plain> { }
    }
}
"""
    })  # fmt: skip
    assert list_endpoints(graph) == {"GET /articles", "POST /articles/new"}
    assert list_reasons(graph) == [("put", "computed-path")]


def test_what_cannot_be_decided_is_told():
    graph = make_graph({
        "App.kt": IMPORTS
        + "fun Application.module(path: String, verb: HttpMethod) { routing { get(path) { }; "
        "method(verb) { handle { } }\n route(path) { get(\"/x\") { } } } }\n"
        "fun Map<String, Any>.other() { get(\"/y\") }\n"
    })  # fmt: skip
    assert list_endpoints(graph) == set()
    assert {reason for _, reason in list_reasons(graph)} == {"computed-path", "computed-method"}


def test_clients_of_a_test_application_request_routes():
    app = (
        IMPORTS
        + """
fun Application.module() {
    routing {
        get("/users/{id}") { load() }
        post("/users") { load() }
    }
}
fun load() { }
"""
    )
    test = """
import io.ktor.client.request.*
import io.ktor.server.testing.*
import kotlin.test.Test

class UserTest {
    private val cache = mutableMapOf<String, String>()

    @Test
    fun `loads a user`() = testApplication {
        application { module() }
        val id = 1
        client.get("/users/$id")
        cache.get("/users/2")
    }

    @Test
    fun adds() = testApplication {
        val other = createClient { }
        other.post("/users") { setBody("x") }
        other.delete("/users")
    }
}
"""
    named = """
import io.ktor.client.HttpClient
import io.ktor.client.request.get

suspend fun load(client: HttpClient) = client.get("/users/3")
suspend fun fetch(client: HttpClient) = client.get("https://example.org/users/3")
fun runs() = testApplication { client.get("/users/4"); client.post("/users") }
"""
    graph = make_graph({"App.kt": app, "UserTest.kt": test, "Named.kt": named})
    assert list_requests(graph) == {
        ("UserTest.loads a user", "GET /users/{id}"), ("UserTest.adds", "POST /users"), ("runs", "GET /users/{id}"),
    }  # fmt: skip
