"""Routes of classes whose annotated methods answer requests."""

from __future__ import annotations

import pytest
from support.endpoints import list_around, list_handlers, list_reasons, list_requests, make_graph

from codegraph.graph_model import Graph

NEST = (
    "import { All, Controller, Get, Module, Post, Version, VersioningType, VERSION_NEUTRAL } from '@nestjs/common';\n"
    "import { forwardRef, RequestMethod } from '@nestjs/common';\n"
    "import { NestFactory, RouterModule } from '@nestjs/core';\n"
)
SPRING = (
    "package p;\nimport org.springframework.stereotype.Controller;\n"
    "import org.springframework.core.annotation.AliasFor;\nimport org.springframework.web.bind.annotation.*;\n"
)


def nest(text: str, *, controllers: str = "A", start: str = "") -> Graph:
    module = f"@Module({{ controllers: [{controllers}] }})\nexport class App {{}}\n"
    main = f"async function main() {{ const app = await NestFactory.create(App); {start} await app.listen(1); }}\n"
    return make_graph({"a.ts": NEST + text + module + main})


def spring(text: str, **others: str) -> Graph:
    files = {f"src/main/java/p/{name}.java": SPRING + body for name, body in others.items()}
    return make_graph({"src/main/java/p/A.java": SPRING + text, **files})


# -- NestJS -------------------------------------------------------------------------------------------------------


def test_a_method_answers_below_the_prefix_of_its_class():
    graph = nest(
        "enum Path { Items = 'items' }\nconst KEY = ':id';\nconst ROUTES = { items: { one: `/${KEY}` } };\n"
        "@Controller(Path.Items)\nclass A {\n"
        "  @Get() list() {}\n  @Get(ROUTES.items.one) show() {}\n  @Post(['x', '/y/']) make() {}\n  @All('z') any() {}\n}\n"
    )
    assert list_handlers(graph) == {
        "GET /items": "A.list", "GET /items/{id}": "A.show", "POST /items/x": "A.make", "POST /items/y": "A.make",
        "ANY /items/z": "A.any",
    }  # fmt: skip


def test_a_controller_that_no_module_lists_is_not_served():
    graph = nest("@Controller('a')\nclass A { @Get() a() {} }\n@Controller('b')\nclass B { @Get() b() {} }\n")
    assert list_handlers(graph) == {"GET /a": "A.a"}
    assert list_reasons(graph) == [("GET /b", "not-mounted")]


def test_an_application_of_which_a_part_is_unknown_may_serve_a_controller():
    graph = nest("@Controller('a')\nclass A { @Get() a() {} }\n", controllers="...load()")
    assert list_handlers(graph) == {}
    assert list_reasons(graph) == [("GET /a", "unknown-router")]


def test_modules_that_import_one_another_come_to_an_end():
    text = NEST + (
        "@Controller('a')\nclass A { @Get() a() {} }\n"
        "@Module({ imports: [forwardRef(() => Two)], controllers: [A] })\nclass One {}\n"
        "@Module({ imports: [forwardRef(() => One)] })\nclass Two {}\n"
        "class Three { static forRoot() { return { module: Three, imports: [Two] }; } }\n"
        "const main = async () => { const app = await NestFactory.create(Three.forRoot()); await app.listen(1); };\n"
    ).replace("class Three", "@Module({})\nclass Three")
    assert list_handlers(make_graph({"a.ts": text})) == {"GET /a": "A.a"}


def test_a_prefix_leaves_paths_out_and_versions_are_a_part_of_paths():
    graph = nest(
        "const CODES = ['de', 'en'];\n"
        "@Controller({ path: 'a', version: ['1', '2'] })\nclass A {\n"
        "  @Get() a() {}\n  @Version('3') @Get('x') x() {}\n  @Version(VERSION_NEUTRAL) @Get('n') n() {}\n}\n"
        "@Controller()\nclass B { @Get('de/x') b() {}\n @Get('health') h() {}\n @Post('health') p() {} }\n",
        controllers="A, B",
        start="app.enableVersioning({ type: VersioningType.URI });"
        " app.setGlobalPrefix('api', { exclude: [...CODES.map((code) => `${code}{/*rest}`),"
        " { path: 'health', method: RequestMethod.GET }] });",
    )
    assert list_handlers(graph) == {
        "GET /api/v1/a": "A.a", "GET /api/v2/a": "A.a", "GET /api/v3/a/x": "A.x", "GET /api/a/n": "A.n",
        "GET /de/x": "B.b", "GET /health": "B.h", "POST /api/health": "B.p",
    }  # fmt: skip


@pytest.mark.parametrize(
    "start", ["app.setGlobalPrefix(process.env.PREFIX);", "app.setGlobalPrefix('a'); app.setGlobalPrefix('b');"]
)
def test_a_prefix_that_is_not_known_leaves_all_paths_undecided(start: str):
    graph = nest("@Controller('a')\nclass A { @Get() a() {} }\n", start=start)
    assert list_handlers(graph) == {}
    assert list_reasons(graph) == [("GET /a", "computed-path")]


@pytest.mark.parametrize("path", ["load()", "`a/${load()}`", "flag ? 'a' : 'b'"])
def test_a_computed_path_is_no_route(path: str):
    graph = nest(f"declare const flag: boolean;\n@Controller()\nclass A {{ @Get({path}) a() {{}} }}\n")
    assert list_handlers(graph) == {}
    assert [reason for _, reason in list_reasons(graph)] == ["computed-path"]


def test_methods_are_inherited_and_those_that_are_overridden_are_not():
    graph = nest(
        "abstract class Base { @Get('x') x() {}\n @Get('y') y() {} }\n"
        "@Controller('a')\nclass A extends Base { y() {} }\n"
    )
    assert list_handlers(graph) == {"GET /a/x": "Base.x"}


def test_the_first_of_contradicting_annotations_counts():
    graph = nest("@Controller()\nclass A { @Get('a') @Post('b') a() {} }\n")
    assert list_handlers(graph) == {"GET /a": "A.a"}


def test_a_router_module_gives_modules_prefixes():
    text = NEST + (
        "@Controller('a')\nclass A { @Get() a() {} }\n"
        "@Module({ controllers: [A] })\nclass Inner {}\n"
        "const routes: Routes = [{ path: 'outer', children: [{ path: '/inner', module: Inner }] }];\n"
        "@Module({ imports: [Inner, RouterModule.register(routes)] })\nclass App {}\n"
        "const main = async () => { const app = await NestFactory.create<X>(App); await app.listen(1); };\n"
    )
    assert list_handlers(make_graph({"a.ts": text})) == {"GET /outer/inner/a": "A.a"}


def test_an_application_of_a_test_answers_with_the_same_endpoints():
    text = NEST + (
        "@Controller('a')\nexport class A { @Get(':id') a() {} }\n@Module({ controllers: [A] })\nexport class App {}\n"
        "async function main() { const app = await NestFactory.create(App); app.setGlobalPrefix('api'); app.listen(1); }\n"
    )
    test = (
        "import { Test } from '@nestjs/testing';\nimport * as request from 'supertest';\nimport { App } from '../src/a';\n"
        "let app: INestApplication;\n"
        "async function start() {\n"
        "  const module = await Test.createTestingModule({ imports: [App] }).overrideProvider(X).useValue(1).compile();\n"
        "  app = module.createNestApplication();\n  await app.init();\n}\n"
        "async function right() { await request(app.getHttpServer()).get('/a/1'); }\n"
        "async function wrong() { await request(app.getHttpServer()).get('/b/1'); }\n"
    )
    graph = make_graph({"src/a.ts": text, "test/a.e2e-spec.ts": test})
    assert list_handlers(graph) == {"GET /api/a/{id}": "A.a"}
    assert list_requests(graph) == {("right", "GET /api/a/{id}")}
    assert list_reasons(graph) == [("GET /b/1", "no-route")]


def test_a_decorator_of_the_tree_is_none_of_the_library():
    text = (
        "import { Module } from '@nestjs/common';\n"
        "const Controller = (path: string) => (type: unknown) => {};\nconst Get = Controller;\n"
        "@Controller('a')\nclass A { @Get('x') a() {} }\n"
    )
    assert list_handlers(make_graph({"a.ts": text})) == {}


AROUND = (
    "import { Catch, UseFilters, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';\n"
    "import { APP_FILTER, APP_GUARD } from '@nestjs/core';\nimport { AuthGuard } from '@nestjs/passport';\n"
    "class Guard { canActivate() { return this.own(); } own() { return true; } }\n"
    "class Trim { transform(v) { return v; } }\nclass Log { intercept(c, next) { return next.handle(); } }\n"
    "class Failure { catch(e) {} }\n"
)


def test_guards_and_their_like_run_around_the_methods_that_they_annotate():
    graph = nest(
        AROUND + "@UseGuards(Guard, AuthGuard('jwt'))\nclass Base {}\n"
        "@Controller('a')\nclass A extends Base {\n  @UsePipes(new Trim()) @Get('x') x() {}\n"
        "  @UseInterceptors(Log) @UseFilters(new Failure()) @Post('y') y() {}\n}\n"
    )
    assert list_around(graph) == {
        ("GET /a/x", "Guard.canActivate"), ("GET /a/x", "Trim.transform"),
        ("POST /a/y", "Guard.canActivate"), ("POST /a/y", "Log.intercept"), ("POST /a/y", "Failure.catch"),
    }  # fmt: skip


def test_what_an_application_runs_around_all_handlers():
    text = NEST + AROUND + (
        "@Controller('a')\nclass A { @Get() a() {} }\n"
        "@Module({ providers: [{ provide: APP_GUARD, useClass: Guard }, { provide: 'x', useClass: Failure }] })\n"
        "class Security {}\n@Module({ imports: [Security], controllers: [A] })\nclass App {}\n"
        "async function main() {\n  const app = await NestFactory.create(App);\n"
        "  app.useGlobalPipes(new Trim());\n  app.useGlobalInterceptors(new Log());\n  await app.listen(1);\n}\n"
    )  # fmt: skip
    assert list_around(make_graph({"a.ts": text})) == {
        ("GET /a", "Guard.canActivate"), ("GET /a", "Trim.transform"), ("GET /a", "Log.intercept"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("routes", "found"),
    [
        ("forRoutes(A)", {"GET /api/a", "GET /api/a/x"}),
        ("forRoutes('*')", {"GET /api/a", "GET /api/a/x", "GET /api/b"}),
        ("forRoutes('a')", {"GET /api/a"}),
        ("forRoutes({ path: 'a/*', method: RequestMethod.GET })", {"GET /api/a/x"}),
        ("forRoutes({ path: 'a/*', method: RequestMethod.POST })", set()),
        ("exclude('a').forRoutes(A, B)", {"GET /api/a/x", "GET /api/b"}),
        ("forRoutes(known())", set()),
    ],
)
def test_a_module_gives_middleware_to_routes(routes: str, found: set[str]):
    text = NEST + (
        "import { MiddlewareConsumer, NestModule } from '@nestjs/common';\nclass Check { use(q, r, next) { next(); } }\n"
        "@Controller('a')\nclass A { @Get() a() {} @Get('x') x() {} }\n@Controller('b')\nclass B { @Get() b() {} }\n"
        "@Module({ controllers: [A, B] })\nclass App implements NestModule {\n"
        f"  configure(consumer: MiddlewareConsumer) {{ consumer.apply(Check).{routes}; }}\n}}\n"
        "async function main() {\n  const app = await NestFactory.create(App);\n"
        "  app.setGlobalPrefix('api');\n  await app.listen(1);\n}\n"
    )  # fmt: skip
    assert list_around(make_graph({"a.ts": text})) == {(path, "Check.use") for path in found}


# -- Spring -------------------------------------------------------------------------------------------------------


def test_annotations_of_java_give_methods_and_paths():
    graph = spring(
        '@RestController @RequestMapping(Api.V1 + "/items")\npublic class A {\n'
        '  @GetMapping String list() { return ""; }\n'
        '  @GetMapping({"/{id:\\\\d+}", "by-name/{name}"}) String show() { return ""; }\n'
        "  @RequestMapping(path = Api.ALL, method = {RequestMethod.PUT, RequestMethod.DELETE}) void both() {}\n"
        '  @RequestMapping("/any") void any() {}\n}\n',
        Api='public interface Api { String V1 = "v1"; String ALL = "all"; }\n',
    )
    assert list_handlers(graph) == {
        "GET /v1/items": "A.list", "GET /v1/items/{id}": "A.show", "GET /v1/items/by-name/{name}": "A.show",
        "PUT /v1/items/all": "A.both", "DELETE /v1/items/all": "A.both", "ANY /v1/items/any": "A.any",
    }  # fmt: skip


def test_annotations_are_inherited_from_interfaces_and_bases():
    graph = spring(
        "@RestController\npublic class A extends Base<Long> implements Shape {\n"
        '  public String show(Long id) { return ""; }\n}\n',
        Shape='@RequestMapping("/shapes")\npublic interface Shape { @GetMapping("/{id}") String show(Long id); }\n',
        Base='public abstract class Base<T> { @PostMapping("/make") public void make(T it) {} }\n',
    )
    assert list_handlers(graph) == {"GET /shapes/{id}": "A.show", "POST /shapes/make": "Base.make"}


def test_an_annotation_of_the_tree_stands_for_its_own_annotations():
    graph = spring(
        '@AdminApi("/admin")\npublic class A { @GetMapping("/x") String x() { return ""; } }\n',
        AdminApi="@RestController @RequestMapping\npublic @interface AdminApi {\n"
        '  @AliasFor(annotation = RequestMapping.class, attribute = "path") String[] value() default {};\n}\n',
    )
    assert list_handlers(graph) == {"GET /admin/x": "A.x"}


def test_annotations_that_annotate_one_another_come_to_an_end():
    graph = spring(
        '@One\npublic class A { @GetMapping("/x") String x() { return ""; } }\n',
        One="@Two\npublic @interface One {}\n",
        Two="@One @RestController\npublic @interface Two {}\n",
    )
    assert list_handlers(graph) == {"GET /x": "A.x"}


@pytest.mark.parametrize("path", ["load()", '"/x/" + load()', '"${base}/x"', "Other.PATH"])
def test_a_path_of_java_that_is_not_constant_is_no_route(path: str):
    graph = spring(f"@RestController\npublic class A {{ @GetMapping({path}) void a() {{}} }}\n")
    assert list_handlers(graph) == {}
    assert [reason for _, reason in list_reasons(graph)] == ["computed-path"]


def test_methods_of_an_interface_that_is_not_there_are_unknown():
    graph = spring("@RestController\npublic class A implements GeneratedApi { @Override public void show() {} }\n")
    assert list_handlers(graph) == {}
    assert list_reasons(graph) == [("A.show", "unknown-base")]


def test_an_annotation_of_the_tree_with_a_name_of_the_library_is_none_of_it():
    graph = spring(
        '@RestController\npublic class A { @GetMapping("/x") String x() { return ""; } }\n',
        GetMapping="public @interface GetMapping { String value(); }\n",
    )
    assert list_handlers(graph) == {}


def test_a_class_that_is_abstract_is_no_controller():
    graph = spring('@RestController\npublic abstract class A { @GetMapping("/x") String x() { return ""; } }\n')
    assert list_handlers(graph) == {}


# -- requests of Spring -------------------------------------------------------------------------------------------

ITEMS = (
    '@RestController\n@RequestMapping("/items")\npublic class A {\n'
    '  @GetMapping("/{id}") void show() {}\n  @GetMapping("/all") void all() {}\n  @PostMapping void make() {}\n}\n'
)


def ask(text: str, head: str = "class T") -> Graph:
    imports = (
        "package p;\nimport static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.*;\n"
        "import org.springframework.http.HttpMethod;\nimport org.springframework.test.web.servlet.MockMvc;\n"
        "import org.springframework.test.web.reactive.server.WebTestClient;\n"
        "import org.springframework.web.client.RestTemplate;\n"
        "import org.springframework.cloud.openfeign.FeignClient;\n"
        "import org.springframework.web.bind.annotation.*;\n"
    )
    body = f"{head} {{ MockMvc mvc; WebTestClient web; RestTemplate rest;\n {text} }}\n"
    return make_graph({"src/main/java/p/A.java": SPRING + ITEMS, "src/test/java/p/T.java": imports + body})


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ('mvc.perform(get("/items/{id}", 1))', "GET /items/{id}"),
        ('mvc.perform(get("/items/all?x=1"))', "GET /items/all"),
        ('mvc.perform(post(BASE))', "POST /items"),
        ('mvc.perform(request(HttpMethod.POST, "/items"))', "POST /items"),
        ('web.get().uri("/items/" + load()).exchange()', "GET /items/{id}"),
        ('rest.getForObject("http://localhost:" + load() + "/items/all", String.class)', "GET /items/all"),
        ('rest.exchange("http://localhost:8080/items/all", HttpMethod.GET, null, String.class)', "GET /items/all"),
    ],
)  # fmt: skip
def test_clients_of_spring_make_requests(call: str, wanted: str):
    graph = ask(f'static final String BASE = "/items"; void run() {{ {call}; }}')
    assert list_requests(graph) == {("T.run", wanted)}
    assert list_reasons(graph) == []


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ('rest.getForObject("/items/all", String.class)', "computed-path"),  # below a base of its own
        ("mvc.perform(get(load()))", "computed-path"),
        ('mvc.perform(delete("/items"))', "no-route"),
        ('mvc.perform(request(load(), "/items"))', "computed-method"),
    ],
)  # fmt: skip
def test_a_request_of_spring_that_cannot_be_decided_is_none(call: str, reason: str):
    graph = ask(f"void run() {{ {call}; }}")
    assert list_requests(graph) == set()
    assert [found for _, found in list_reasons(graph)] == [reason]


def test_a_method_that_an_unknown_base_may_have_is_no_request():
    graph = ask('void run() { get("/items/all"); }', "class T extends org.example.Unknown")
    assert list_requests(graph) == set()


def test_a_request_of_an_interface_is_of_its_host():
    graph = make_graph({
        "src/main/java/p/A.java": SPRING + ITEMS,
        "src/main/java/p/C.java": SPRING + "import org.springframework.cloud.openfeign.FeignClient;\n"
        '@FeignClient(name = "c", url = "http://localhost:8080", path = "/items")\n'
        'public interface C { @GetMapping("/all") void all(); }\n',
        "src/main/java/p/D.java": SPRING + "import org.springframework.cloud.openfeign.FeignClient;\n"
        '@FeignClient("items")\npublic interface D { @GetMapping("/items/all") void all(); }\n',
    })  # fmt: skip
    assert list_requests(graph) == {("C.all", "GET /items/all")}
    assert [reason for _, reason in list_reasons(graph)] == ["unknown-host"]


def test_a_class_of_kotlin_answers_as_one_of_java_does():
    graph = make_graph({
        "src/main/kotlin/p/A.kt": "package p\nimport org.springframework.web.bind.annotation.*\n"
        "@RestController\n@RequestMapping(\"/orders\")\nclass A {\n"
        "    @GetMapping(\"/{id}\")\n    fun find(@PathVariable id: Long) = id\n\n"
        "    @PostMapping(path = [\"\", \"/new\"])\n    fun make(): Long { return 1 }\n\n"
        "    fun help() = 3\n}\n"
    })  # fmt: skip
    assert list_handlers(graph) == {
        "GET /orders/{id}": "A.find", "POST /orders": "A.make", "POST /orders/new": "A.make",
    }  # fmt: skip
