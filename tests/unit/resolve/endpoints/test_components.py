"""Components of an application's packages that run around its handlers."""

from __future__ import annotations

import pytest
from support.endpoints import list_around, make_graph

from codegraph.resolve.endpoints.components import find_place, translate_pattern

IMPORTS = (
    "import org.springframework.boot.autoconfigure.SpringBootApplication;\n"
    "import org.springframework.boot.web.servlet.FilterRegistrationBean;\n"
    "import org.springframework.context.annotation.*;\n"
    "import org.springframework.security.config.annotation.web.builders.HttpSecurity;\n"
    "import org.springframework.stereotype.*;\n"
    "import org.springframework.web.bind.annotation.*;\n"
    "import org.springframework.web.filter.OncePerRequestFilter;\n"
    "import org.springframework.web.servlet.HandlerInterceptor;\n"
    "import org.springframework.web.servlet.config.annotation.*;\n"
    "import jakarta.servlet.Filter;\nimport jakarta.servlet.annotation.WebFilter;\n"
)
SHOP = '@RestController class Shop {{ @GetMapping("/shop") void shop() {{}} {} }}\n'
DESK = '@RestController class Desk { @GetMapping("/desk/open") void open() {} }\n'
APP = "@SpringBootApplication public class App {}\n"
CHECK = "class Check extends OncePerRequestFilter { protected void doFilterInternal(Request r) {} }\n"


def around(**files: str) -> set[tuple[str, str]]:
    """Return what runs around the handlers of an application in the package `p`."""
    sources = {"App": APP, "Shop": SHOP.format(""), "Desk": DESK, **files}
    made = {f"src/main/java/p/{name}.java": f"package p;\n{IMPORTS}{text}" for name, text in sources.items()}
    return list_around(make_graph(made))


def both(*functions: str) -> set[tuple[str, str]]:
    return {(route, each) for route in ("GET /shop", "GET /desk/open") for each in functions}


def test_a_filter_that_an_application_finds_runs_around_all_handlers():
    assert around(Check=f"@Component {CHECK}") == both("Check.doFilterInternal")


def test_a_filter_that_nothing_registers_runs_around_none():
    assert around(Check=CHECK) == set()


def test_a_method_gives_a_filter_to_the_application():
    found = around(Check=CHECK, Config="@Configuration class Config { @Bean Filter check() { return new Check(); } }\n")
    assert found == both("Check.doFilterInternal")


@pytest.mark.parametrize(
    "call",
    [
        "http.csrf().disable().addFilterBefore(check, Other.class);",
        "http.authorizeRequests(); http.addFilterAfter(check(), Other.class);",
        "HttpSecurity same = http.cors().and(); same.addFilter(new Check());",
    ],
)
def test_a_filter_in_the_chain_of_security_runs_around_all_handlers(call: str):
    config = (
        "@Configuration class Config { Check check; Check check() { return check; }\n"
        f"  void chain(HttpSecurity http) {{ {call} }} }}\n"
    )
    assert around(Check=CHECK, Config=config) == both("Check.doFilterInternal")


@pytest.mark.parametrize(
    ("calls", "routes"),
    [
        ('bean.setFilter(new Check()); bean.addUrlPatterns("/desk/*");', {"GET /desk/open"}),
        ("bean.setFilter(new Check());", {"GET /desk/open", "GET /shop"}),
        ('bean.setFilter(new Check()); bean.setUrlPatterns(List.of("/shop", "/x"));', {"GET /shop"}),
        ("bean.setFilter(new Check()); bean.setUrlPatterns(paths());", set()),
        ("bean.setFilter(new Check()); bean.setEnabled(false);", set()),
    ],
)
def test_a_registration_says_around_which_paths_a_filter_runs(calls: str, routes: set[str]):
    """It says so in the place of what the application finds."""
    config = (
        "@Configuration class Config { @Bean FilterRegistrationBean<Check> register() {\n"
        f"  FilterRegistrationBean<Check> bean = new FilterRegistrationBean<>(); {calls} return bean; }} }}\n"
    )
    found = around(Check=f"@Component {CHECK}", Config=config)
    assert found == {(route, "Check.doFilterInternal") for route in routes}


def test_an_annotation_gives_a_filter_its_paths():
    filter_class = '@WebFilter(urlPatterns = {"/desk/*"}) class Check implements Filter { public void doFilter() {} }\n'
    assert around(Check=filter_class) == {("GET /desk/open", "Check.doFilter")}


@pytest.mark.parametrize(
    ("chain", "routes"),
    [
        ("registry.addInterceptor(watch);", {"GET /desk/open", "GET /shop"}),
        ('registry.addInterceptor(new Watch()).addPathPatterns("/desk/**");', {"GET /desk/open"}),
        ('registry.addInterceptor(watch).excludePathPatterns("/shop/**").addPathPatterns("/**");', {"GET /desk/open"}),
        ('registry.addInterceptor(watch).addPathPatterns("/*");', {"GET /shop"}),
        ("registry.addInterceptor(watch).excludePathPatterns(settings.paths());", set()),
        ('registry.addInterceptor(watch).excludePathPatterns("favicon.ico");', {"GET /desk/open", "GET /shop"}),
        ('registry.addInterceptor(watch).addPathPatterns("desk");', set()),
    ],
)
def test_an_interceptor_runs_around_the_paths_that_it_is_registered_for(chain: str, routes: set[str]):
    watch = "class Watch implements HandlerInterceptor { public boolean preHandle(Request r) { return true; } }\n"
    config = (
        "@Configuration class Config implements WebMvcConfigurer { Watch watch;\n"
        f"  public void addInterceptors(InterceptorRegistry registry) {{ {chain} }} }}\n"
    )
    found = around(Watch=watch, Config=config)
    assert found == {(route, "Watch.preHandle") for route in routes}


@pytest.mark.parametrize(
    ("limits", "routes"),
    [
        ("", {"GET /desk/open", "GET /shop"}),
        ("(assignableTypes = Desk.class)", {"GET /desk/open"}),
        ('(basePackages = {"p"})', {"GET /desk/open", "GET /shop"}),
        ('("q")', set()),
        ("(basePackageClasses = Shop.class)", {"GET /desk/open", "GET /shop"}),
        ("(annotations = RestController.class)", {"GET /desk/open", "GET /shop"}),
        ("(annotations = Mark.class)", set()),
    ],
)
def test_an_advice_runs_around_the_controllers_that_it_names(limits: str, routes: set[str]):
    advice = f"@RestControllerAdvice{limits} class Advice {{\n  @ExceptionHandler(E.class) void fail() {{}} void other() {{}} }}\n"
    found = around(Advice=advice, Mark="@interface Mark {}\n")
    assert found == {(route, "Advice.fail") for route in routes}


def test_methods_of_a_controller_and_its_bases_run_around_its_own_handlers():
    found = around(
        Base="abstract class Base { @InitBinder void bind() {} @ExceptionHandler void fail() {} }\n",
        Shop='@Controller class Shop extends Base { @GetMapping("/shop") @ModelAttribute String shop() { return ""; }\n'
        "  @ModelAttribute void fill() {} @Override void fail() {} void helper() {} }\n",
    )
    assert found == {("GET /shop", "Shop.fill"), ("GET /shop", "Base.bind")}


def test_an_application_runs_what_it_finds_around_its_own_handlers_alone():
    """A module without an application is of those that search its packages."""
    check = "@Component class {} extends OncePerRequestFilter {{ protected void doFilterInternal(Request r) {{}} }}\n"
    files = {
        "desk/src/main/java/org/desk/App.java": APP,
        "desk/src/main/java/org/desk/Desk.java": DESK,
        "desk/src/main/java/org/desk/Own.java": check.format("Own"),
        "shop/src/main/java/org/shop/App.java": '@SpringBootApplication(scanBasePackages = "org") class App {}\n',
        "shop/src/main/java/org/shop/Shop.java": SHOP.format(""),
        "shop/src/test/java/org/shop/OfTest.java": check.format("OfTest"),
        "common/src/main/java/org/common/Shared.java": check.format("Shared"),
        "common/src/main/java/com/Elsewhere.java": check.format("Elsewhere"),
    }
    made = {
        path: f"package {path.split('/java/')[1].rpartition('/')[0].replace('/', '.')};\n{IMPORTS}{text}"
        for path, text in files.items()
    }
    assert list_around(make_graph(made)) == {
        ("GET /desk/open", "Own.doFilterInternal"), ("GET /shop", "Shared.doFilterInternal"),
    }  # fmt: skip


def test_a_configuration_that_an_application_finds_has_more_packages_searched():
    app = "@SpringBootApplication @ComponentScan(basePackageClasses = More.class) public class App {}\n"
    files = {
        "app/src/main/java/p/App.java": f"package p;\nimport q.More;\n{IMPORTS}{app}",
        "app/src/main/java/q/Desk.java": f"package q;\n{IMPORTS}{DESK}",
        "more/src/main/java/q/More.java": f'package q;\n{IMPORTS}@Configuration @ComponentScan("r") public class More {{}}\n',
        "more/src/main/java/r/Check.java": f"package r;\n{IMPORTS}@Component {CHECK}",
    }
    assert list_around(make_graph(files)) == {("GET /desk/open", "Check.doFilterInternal")}


def test_kotlin_registers_in_the_same_way():
    head = "package p\n" + IMPORTS.replace(";", "")
    files = {
        "src/main/kotlin/App.kt": f"{head}@SpringBootApplication\nclass App\n"
        '@RestController\nclass Desk {\n  @GetMapping("/desk")\n  fun desk() = ""\n}\n'
        '@RestController\nclass Shop {\n  @GetMapping("/shop")\n  fun shop() = ""\n}\n',
        "src/main/kotlin/Around.kt": f"{head}@Component\nclass Check : OncePerRequestFilter() {{\n"
        "  override fun doFilterInternal(r: Request) {}\n}\n"
        "class Watch : HandlerInterceptor {\n  override fun preHandle(r: Request) = true\n}\n"
        "@Configuration\nclass Config(val watch: Watch) : WebMvcConfigurer {\n"
        '  override fun addInterceptors(registry: InterceptorRegistry) {\n    registry.addInterceptor(watch).addPathPatterns("/desk")\n  }\n}\n'
        "@RestControllerAdvice(assignableTypes = [Shop::class])\nclass Advice {\n"
        "  @ExceptionHandler(E::class)\n  fun fail() {}\n}\n",
    }  # fmt: skip
    assert list_around(make_graph(files)) == {
        ("GET /desk", "Check.doFilterInternal"), ("GET /shop", "Check.doFilterInternal"),
        ("GET /desk", "Watch.preHandle"), ("GET /shop", "Advice.fail"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "below", "found"),
    [
        ("/**", "/**", [" ", " /(.*)"]),
        ("/a/*", "/*", [" /a", " /a/(.*)"]),
        ("/a/*", "/**", [" /a/:any"]),
        ("/a/{id}", "/**", [" /a/:id"]),
        ("*.do", "/*", [" /:any.do"]),
        ("${admin.path}/**", "/**", None),
        ("/a?", "/**", None),
        ("/{id:[0-9]+}", "/**", None),
    ],
)
def test_patterns_are_translated(pattern: str, below: str, found: list[str] | None):
    assert translate_pattern(pattern, below) == found


@pytest.mark.parametrize(
    ("path", "package", "place"),
    [
        ("shop/src/main/java/p/q/A.java", "p.q", ("shop", False)),
        ("src/main/kotlin/A.kt", "p.q", ("", False)),
        ("shop/src/integrationTest/java/p/A.java", "p", ("shop", True)),
        ("shop/p/A.java", "p", ("shop", False)),
    ],
)
def test_a_file_is_of_a_module(path: str, package: str, place: tuple[str, bool]):
    assert find_place(path, package) == place
