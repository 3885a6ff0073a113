"""Routes of Go programs: routers that stand below others, and functions that routers are passed to."""

from __future__ import annotations

import pytest
from support.endpoints import list_handlers, list_reasons, list_requests, make_graph

HTTP = 'package a\n\nimport "net/http"\n'
SHOW = "func show(w http.ResponseWriter, r *http.Request) {}\n"
CHI = 'package a\n\nimport (\n\t"net/http"\n\n\t"github.com/go-chi/chi/v5"\n)\n' + SHOW
GIN = 'package a\n\nimport "github.com/gin-gonic/gin"\n\nfunc show(c *gin.Context) {}\nfunc check(c *gin.Context) {}\n'


@pytest.mark.parametrize(
    ("registration", "endpoint"),
    [
        ('mux.HandleFunc("GET /x/{id}", show)', "GET /x/{id}"),
        ('mux.HandleFunc(http.MethodPost+" /x", show)', "POST /x"),
        ('mux.HandleFunc("DELETE example.org/x", show)', "DELETE /x"),
        ('mux.Handle("/x", http.HandlerFunc(show))', "ANY /x"),
        ('mux.Handle("/x", check(http.HandlerFunc(show)))', "ANY /x"),
        ('mux.HandleFunc("/x/", show)', "ANY /x/{rest}"),
        ('mux.HandleFunc("/x/{$}", show)', "ANY /x/"),
        ('mux.HandleFunc("/x/{rest...}", show)', "ANY /x/{rest}"),
        ('http.HandleFunc("/x", show)', "ANY /x"),
        ('mux.HandleFunc(base+"/x", show)', "ANY /base/x"),
    ],
)
def test_patterns_of_a_mux(registration: str, endpoint: str):
    text = HTTP + SHOW + (
        'const base = "/base"\n'
        "func check(h http.Handler) http.Handler {\n"
        "\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, r) })\n}\n"
        f"func main() {{\n\tmux := http.NewServeMux()\n\t{registration}\n}}\n"
    )  # fmt: skip
    assert list_handlers(make_graph({"a.go": text})) == {endpoint: "show"}


def test_what_is_no_function_answers_by_its_method_or_by_what_it_makes():
    text = HTTP + (
        "type page struct{}\nfunc (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {}\n"
        "type server struct{ mux *http.ServeMux }\n"
        "func newServer() *server {\n\ts := &server{mux: http.NewServeMux()}\n\ts.register()\n\treturn s\n}\n"
        "func (s *server) show() http.HandlerFunc {\n"
        "\treturn func(w http.ResponseWriter, r *http.Request) {}\n}\n"
        'func (s *server) register() {\n\ts.mux.Handle("/page", &page{})\n\ts.mux.Handle("/made", s.show())\n}\n'
    )
    assert list_handlers(make_graph({"a.go": text})) == {"ANY /page": "page.ServeHTTP", "ANY /made": "server.show"}


def test_a_mux_that_is_given_as_a_handler_sees_whole_paths_but_for_what_is_taken_off():
    text = HTTP + SHOW + (
        'func build() http.Handler {\n\tmux := http.NewServeMux()\n\tmux.HandleFunc("/x", show)\n\treturn wrap(mux)\n}\n'
        "func wrap(h http.Handler) http.Handler { return h }\n"
        "func main() {\n\tmux := http.NewServeMux()\n"
        '\tmux.Handle("/api/", http.StripPrefix("/api", build()))\n\tmux.Handle("/", build())\n}\n'
    )  # fmt: skip
    assert list_handlers(make_graph({"a.go": text})) == {"ANY /api/x": "show", "ANY /x": "show"}


def test_a_function_registers_a_route_at_each_of_its_calls():
    text = HTTP + SHOW + (
        "func other(w http.ResponseWriter, r *http.Request) {}\n"
        "type server struct{ mux *http.ServeMux }\n"
        "func (s *server) get(path string, h http.HandlerFunc) { s.mux.Handle(\"GET \"+path, s.check(h)) }\n"
        "func (s *server) check(h http.Handler) http.Handler { return h }\n"
        "func (s *server) register() {\n\ts.mux = http.NewServeMux()\n"
        '\ts.get("/x", show)\n\ts.get("/y", other)\n}\n'
    )  # fmt: skip
    graph = make_graph({"a.go": text})
    assert list_handlers(graph) == {"GET /x": "show", "GET /y": "other"}
    assert list_reasons(graph) == []


def test_routers_of_callbacks_and_mounts_have_the_prefixes_of_all_above():
    text = CHI + (
        "func main() {\n\tr := chi.NewRouter()\n"
        '\tr.Route("/a", func(r chi.Router) {\n'
        '\t\tr.With(check).Get("/{id:[0-9]+}", show)\n'
        '\t\tr.Group(func(r chi.Router) {\n\t\t\tr.Method("PUT", "/b", http.HandlerFunc(show))\n\t\t})\n'
        '\t\tr.Mount("/c", build())\n\t})\n}\n'
        "func check(h http.Handler) http.Handler { return h }\n"
        'func build() http.Handler {\n\tr := chi.NewRouter()\n\tr.HandleFunc("/*", show)\n\treturn r\n}\n'
    )
    assert list_handlers(make_graph({"a.go": text})) == {
        "GET /a/{id}": "show", "PUT /a/b": "show", "ANY /a/c/{rest}": "show",
    }  # fmt: skip


def test_a_function_that_is_given_a_group_registers_below_each():
    main = GIN + (
        'func main() {\n\te := gin.New()\n\tregister(e.Group("/v1"))\n'
        '\tv2 := e.Group("/v2")\n\tv2.Use(check)\n\tregister(v2.Group("/own"))\n}\n'
    )
    register = (
        'package a\n\nimport "github.com/gin-gonic/gin"\n\n'
        'func register(g *gin.RouterGroup) {\n\tg.GET("/x/:id", check, show)\n\tg.Handle("POST", "/y/*rest", show)\n}\n'
    )
    graph = make_graph({"a.go": main, "b.go": register})
    assert list_handlers(graph) == {
        "GET /v1/x/{id}": "show", "GET /v2/own/x/{id}": "show",
        "POST /v1/y/{rest}": "show", "POST /v2/own/y/{rest}": "show",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("registration", "reason"),
    [
        ('g.Group(name()).GET("/x", show)', "computed-path"),
        ("g.GET(name(), show)", "computed-path"),
        ('path := "/a"\n\tif name() == "" {\n\t\tpath = "/b"\n\t}\n\tg.GET(path, show)', "computed-path"),
        ("for _, path := range list() {\n\t\tg.GET(path, show)\n\t}", "computed-path"),
        ('g.Handle(name(), "/x", show)', "computed-method"),
        ('g.GET("/x", unknown())', "unknown-handler"),
    ],
)
def test_what_cannot_be_decided_is_no_route(registration: str, reason: str):
    text = GIN + (
        "func name() string { return read() }\nfunc list() []string { return nil }\n"
        f"func main() {{\n\tg := gin.New()\n\t{registration}\n}}\n"
    )
    graph = make_graph({"a.go": text})
    assert list_handlers(graph) == {}
    assert [found for _, found in list_reasons(graph)] == [reason]


def test_an_interface_of_the_tree_stands_for_the_routers_that_it_is_given():
    text = CHI + (
        "type router interface{ MethodFunc(method, pattern string, h http.HandlerFunc) }\n"
        "type pages interface{ register(r router) }\n"
        "type own struct{}\nfunc newPages() pages { return &own{} }\n"
        'func (o *own) register(r router) { r.MethodFunc("GET", "/x", show) }\n'
        "func main() {\n\tr := chi.NewRouter()\n\tall := newPages()\n\tall.register(r)\n"
        '\tr.Route("/1.0", func(r chi.Router) { all.register(r) })\n}\n'
    )
    assert list_handlers(make_graph({"a.go": text})) == {"GET /x": "show", "GET /1.0/x": "show"}


def test_a_path_that_is_formatted_is_read():
    text = HTTP.replace('"net/http"', '(\n\t"fmt"\n\t"net/http"\n)') + SHOW + (
        'func main() {\n\thttp.HandleFunc(fmt.Sprintf("%s /%s/x", http.MethodGet, "a"), show)\n}\n'
    )  # fmt: skip
    assert list_handlers(make_graph({"a.go": text})) == {"GET /a/x": "show"}


def test_routers_that_are_mounted_in_one_another_come_to_an_end():
    text = CHI + (
        "func main() {\n\tone, two := chi.NewRouter(), chi.NewRouter()\n"
        '\tone.Mount("/1", two)\n\ttwo.Mount("/2", one)\n\tone.Get("/x", show)\n}\n'
        'func again(r chi.Router) {\n\tr.Route("/more", again)\n\tr.Get("/y", show)\n}\n'
    )
    graph = make_graph({"a.go": text})
    assert list_handlers(graph) == {}
    assert sorted({reason for _, reason in list_reasons(graph)}) == ["not-mounted"]


def test_a_router_that_is_mounted_at_an_unknown_place_has_no_routes_at_the_root():
    text = CHI + (
        "func main() {\n\tr := chi.NewRouter()\n\tmount(r, name(), build())\n}\n"
        "func mount(r chi.Router, path string, h http.Handler) { r.Mount(path, h) }\n"
        'func build() http.Handler {\n\tr := chi.NewRouter()\n\tr.Get("/x", show)\n\treturn r\n}\n'
    )
    graph = make_graph({"a.go": text})
    assert list_handlers(graph) == {}
    assert {reason for _, reason in list_reasons(graph)} == {"computed-path"}


def test_requests_of_tests_lead_to_the_routes_of_the_router_that_serves_them():
    text = GIN.replace(
        'import "github.com/gin-gonic/gin"',
        'import (\n\t"net/http"\n\t"net/http/httptest"\n\t"testing"\n\n\t"github.com/gin-gonic/gin"\n)',
    )
    text += (
        'func build() (*gin.Engine, error) {\n\tr := gin.New()\n\tr.GET("/x/:id", show)\n\treturn r, nil\n}\n'
        'func fake() *http.ServeMux {\n\tm := http.NewServeMux()\n\tm.HandleFunc("/x/", answer)\n\treturn m\n}\n'
        "func answer(w http.ResponseWriter, r *http.Request) {}\n"
        "func send(h http.Handler, method, path string) {\n\treq, _ := http.NewRequest(method, path, nil)\n"
        "\th.ServeHTTP(httptest.NewRecorder(), req)\n}\n"
        "func TestOne(t *testing.T) {\n\tr, _ := build()\n"
        '\treq, _ := http.NewRequest("GET", "/x/1?all=1", nil)\n\tr.ServeHTTP(httptest.NewRecorder(), req)\n'
        '\treq, _ = http.NewRequest("GET", "/x/"+name(), nil)\n\tr.ServeHTTP(httptest.NewRecorder(), req)\n}\n'
        'func TestTwo(t *testing.T) {\n\tr, _ := build()\n\tsend(r, http.MethodGet, "/x/2")\n}\n'
        'func TestThree(t *testing.T) {\n\tsend(fake(), "GET", "/x/3")\n}\n'
        'func TestFour(t *testing.T) {\n\tsrv := httptest.NewServer(fake())\n\thttp.Get(srv.URL + "/x/4")\n}\n'
    )
    graph = make_graph({"a_test.go": text})
    assert list_requests(graph) == {
        ("TestOne", "GET /x/{id}"), ("TestTwo", "GET /x/{id}"), ("TestThree", "ANY /x/{rest}"),
    }  # fmt: skip
    assert list_reasons(graph) == [("GET http://localhost/x/4", "several-applications")]


def test_a_rest_of_a_path_has_several_segments():
    text = CHI.replace('"net/http"', '"net/http"\n\t"net/http/httptest"') + (
        'func build() http.Handler {\n\tr := chi.NewRouter()\n\tr.Get("/files/*", show)\n\treturn r\n}\n'
    )
    test = (
        'package a\n\nimport (\n\t"net/http/httptest"\n\t"testing"\n)\n\n'
        "func TestFiles(t *testing.T) {\n\tr := build()\n"
        '\tr.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/files/a/b", nil))\n}\n'
    )
    assert list_requests(make_graph({"a.go": text, "a_test.go": test})) == {("TestFiles", "GET /files/{rest}")}
