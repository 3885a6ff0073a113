"""The page in a real browser: every view, the keyboard alone, what goes wrong, and names that are no friends."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.browser import AXE, NARROW, WIDE, Tab, open_tab, serve_page, start_browser
from support.gitrepo import GitRepo
from support.serving import copy_sample, server_environment

from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config
from codegraph.ui.page_server import find_own_port

VIEWS = {
    "start": "#/",
    "search": "#/search?q=money",
    "symbol": "#/symbol?id=Receipt.render_receipt",
    "class": "#/symbol?id=Money",
    "known": "#/known?id=Money.format",
    "everything known": "#/known",
    "branch": "#/branch",
    "path": "#/path?a=Receipt.render_receipt&b=Money.format",
    "no path": "#/path?a=Money.format&b=OrderService.place",
    "map": "#/map",
    "communities": "#/map?measure=community",
    "health": "#/health",
    "not found": "#/symbol?id=Nothing.like_this",
    "no routes": "#/routes",
    "routes": "#/routes?q=",
    "endpoint": "#/symbol?id=http:PUT /v1/zones/{zone_id}",
}
OF_APPLICATIONS = {"routes", "endpoint"}
"""Views that are looked at on a sample of web applications."""

MODELS = "storefront/catalog/models.py"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with start_browser() as started:
        yield started


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sample with a history, whose index is made by the test or the page."""
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    root = copy_sample("storefront", tmp_path / "shop")
    GitRepo.make(root, {})
    return root


@pytest.fixture
def indexed(shop: Path) -> Path:
    index_repository(shop, Config(shop.parent / "home", workers=1, vectors=False))
    return shop


@pytest.fixture(scope="module")
def sample_url(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[str]:
    """A page of a sample that tests only look at, with an edit and memories."""
    with index_sample("storefront", tmp_path_factory.mktemp("page")) as root:
        run("memory", "add", "Receipts round half up", "--kind", "decision", "--about", "Money.format", "-C", str(root))
        edit(root)
        with serve_page(root) as served:
            yield served.url


@pytest.fixture(scope="module")
def applications_url(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[str]:
    """A page of a sample of web applications that request each other."""
    with index_sample("parcelpost", tmp_path_factory.mktemp("page")) as root, serve_page(root) as served:
        yield served.url


@contextmanager
def index_sample(name: str, folder: Path) -> Iterator[Path]:
    """Index a copy of a sample in a home of its own, which processes started inside use, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODEGRAPH_HOME", str(folder / "home"))
        patch.setenv("CODEGRAPH_WORKERS", "1")
        root = copy_sample(name, folder / name)
        GitRepo.make(root, {})
        index_repository(root, Config(folder / "home", workers=1, vectors=False))
        yield root


@pytest.fixture
def url(request: pytest.FixtureRequest, view: str) -> str:
    """The page of the sample that a view is looked at on."""
    return request.getfixturevalue("applications_url" if view in OF_APPLICATIONS else "sample_url")


def run(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "codegraph", *words], check=True, capture_output=True, text=True,
        env=server_environment(),
    )  # fmt: skip
    return done.stdout


def edit(root: Path) -> None:
    models = root / MODELS
    models.write_text(models.read_text().replace("def format(self", "def format(self, places"))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_drawn_and_fits_its_window(browser: Any, url: str, view: str, size: tuple[int, int]) -> None:
    with open_tab(browser, url, size) as tab:
        tab.open(VIEWS[view])
        assert len(tab.text()) > 40
        wide = tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
        drawn = tab.page.evaluate("document.querySelectorAll('main [data-row]').length")
        assert drawn <= 320


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: `npm ci` in ui/")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(browser: Any, url: str, view: str, scheme: str) -> None:
    with open_tab(browser, url, color_scheme=scheme, bypass_csp=True) as tab:
        tab.open(VIEWS[view])
        tab.page.add_script_tag(path=str(AXE))
        found = tab.page.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})")
        serious = [
            (each["id"], node["html"][:200], node["failureSummary"])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"][:3]
        ]
        assert not serious


def test_the_keyboard_is_enough(browser: Any, sample_url: str) -> None:
    with open_tab(browser, sample_url) as tab:
        tab.open("#/")
        keys = tab.page.keyboard
        keys.press("/")
        keys.type("render_receipt")
        tab.see("render_receipt", ".results .chosen")
        keys.press("ArrowDown")
        keys.press("ArrowUp")
        keys.press("Enter")
        tab.page.wait_for_url("**/#/symbol?id=*")
        tab.see("Callers")
        title = tab.text("h1")
        keys.press("j")
        address = tab.page.evaluate("document.activeElement.matches('[data-row]') && document.activeElement.href")
        keys.press("Enter")
        tab.page.wait_for_url(lambda url: url == address)
        keys.press("b")
        tab.see(title, "h1")
        keys.press("4")
        tab.see("Routes", "h1")
        keys.press("2")
        tab.see("Map", "h1")
        keys.press("?")
        tab.see("copy the command", "dialog")
        keys.press("Escape")
        tab.page.wait_for_selector("dialog", state="detached")


def test_a_key_right_after_a_change_of_view_counts(browser: Any, sample_url: str) -> None:
    with open_tab(browser, sample_url) as tab:
        tab.open("#/")
        tab.page.evaluate(
            """() => {
              const press = () => dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));
              addEventListener("hashchange", () => queueMicrotask(press), { once: true });
              location.hash = "#/map";
            }"""
        )
        tab.see("copy the command", "dialog")
        tab.see("Map", "h1")


def test_search_opens_what_is_typed(browser: Any, sample_url: str) -> None:
    with open_tab(browser, sample_url) as tab:
        tab.open("#/")
        tab.page.fill("input[name=q]", "round half")
        tab.see("Receipts round half up", ".results")
        assert "q=round+half" in tab.page.url
        tab.page.click("text=Receipts round half up")
        tab.see("A memory", "h1")


def test_routes_are_found_by_words_and_lead_to_their_endpoint(browser: Any, applications_url: str) -> None:
    with open_tab(browser, applications_url, permissions=["clipboard-read", "clipboard-write"]) as tab:
        tab.open("#/routes")
        tab.see("GET /api/nowhere", ".section")
        tab.page.fill(".filter input", "zones put")
        tab.page.wait_for_selector(".routes[data-query='zones put']")
        assert "q=zones+put" in tab.page.url
        names = tab.page.locator(".routes-table .name").all_inner_texts()
        assert names == ["/labels/zones/{zone}", "changeZone", "/v1/zones/{zone_id}", "save_zone", "saveZone"]
        tab.page.click("text=Copy command")
        tab.see("Copied", ".told")
        assert tab.page.evaluate("navigator.clipboard.readText()") == "codegraph routes 'zones put'"
        tab.page.get_by_text("/v1/zones/{zone_id}", exact=True).click()
        tab.see("http:PUT /v1/zones/{zone_id}", "h1")
        tab.see("saveZone", ".users")


def test_a_path_from_a_route_asks_for_its_end(browser: Any, applications_url: str) -> None:
    with open_tab(browser, applications_url) as tab:
        tab.open("#/routes?q=delete")
        tab.page.click(".routes-table .way >> nth=0")
        tab.page.wait_for_selector(".ends input:focus")
        tab.page.keyboard.type("find_parcel")
        tab.page.keyboard.press("Enter")
        tab.see("2 steps along", "main")


def test_what_may_be_deleted_is_a_click_away(browser: Any, sample_url: str) -> None:
    with open_tab(browser, sample_url) as tab:
        tab.open("#/")
        tab.page.click("main >> text=may be deleted")
        tab.page.wait_for_selector("#dead + .number")


def test_a_memory_beside_a_symbol_opens_whole(browser: Any, sample_url: str) -> None:
    with open_tab(browser, sample_url) as tab:
        tab.open("#/symbol?id=Money.format")
        tab.page.click(".notes a")
        tab.see("written", ".note-facts")


def test_an_endpoint_is_found_by_its_path(browser: Any, applications_url: str) -> None:
    with open_tab(browser, applications_url) as tab:
        tab.open("#/")
        tab.page.fill("input[name=q]", "/v1/zones")
        tab.see("http:GET /v1/zones", ".results")
        tab.page.keyboard.press("Enter")
        tab.see("http:GET /v1/zones", "h1")


def test_two_steps_unfold_in_place(browser: Any, sample_url: str) -> None:
    with open_tab(browser, sample_url) as tab:
        tab.open("#/symbol?id=Money.format")
        tab.page.click(".users .fold >> nth=0")
        tab.page.wait_for_selector(".users .steps .edge, .users .steps .empty")
        assert tab.page.url.endswith("#/symbol?id=Money.format")


def test_a_command_is_copied(browser: Any, sample_url: str) -> None:
    with open_tab(browser, sample_url, permissions=["clipboard-read", "clipboard-write"]) as tab:
        tab.open("#/symbol?id=Money.format")
        tab.page.wait_for_selector(".tools button:not([disabled])")
        tab.page.keyboard.press("c")
        tab.see("Copied", ".told")
        assert tab.page.evaluate("navigator.clipboard.readText()") == "codegraph symbol Money.format"
        tab.page.click("text=Copy Markdown")
        tab.see("Copied the Markdown", ".told")
        assert "```text" in tab.page.evaluate("navigator.clipboard.readText()")


def test_an_edit_appears_without_a_reload(browser: Any, indexed: Path) -> None:
    with serve_page(indexed) as served, open_tab(browser, served.url) as tab:
        tab.open("#/branch")
        tab.see("Nothing differs")
        edit(indexed)
        tab.see("Money.format", ".changes")
        tab.see("Run these tests")


def test_a_memory_is_written_and_undone(browser: Any, indexed: Path) -> None:
    hostile = "<img src=x onerror=alert(1)> rounds half up"
    with serve_page(indexed) as served, open_tab(browser, served.url) as tab:
        tab.open("#/known?id=Money.format")
        tab.page.fill("textarea", hostile)
        tab.page.click(".write button")
        tab.see(hostile, ".notes")
        assert tab.page.locator("main img").count() == 0
        tab.page.click(".told button")
        tab.see("Undone", ".told")
        tab.see("Nothing yet about it")


def test_hostile_names_stay_text(browser: Any, indexed: Path) -> None:
    long, longer = "x" * 900, "y" * 5_000
    (indexed / "bad<img src=x onerror=alert(1)>.py").write_text("def odd():\n    return '\u202e'\n")
    (indexed / "long.py").write_text(
        f"def {long}():\n    return {longer}()\n\n\ndef {longer}():\n    return {long}()\n"
    )
    with serve_page(indexed) as served, open_tab(browser, served.url) as tab:
        for address in (
            "#/search?q=odd",
            "#/symbol?id=odd",
            "#/map",
            f"#/symbol?id={long}",
            f"#/search?q={long[:400]}",
        ):
            tab.open(address)
            assert tab.page.locator("main img").count() == 0
            wide = tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1]
        tab.open("#/symbol?id=odd")
        assert "⟨202E⟩" in tab.text(".code")


def test_without_an_index_the_page_waits_for_one(browser: Any, shop: Path) -> None:
    with serve_page(shop) as served, open_tab(browser, served.url) as tab:
        tab.open("#/")
        tab.see("has no index yet")
        tab.see(f"codegraph index {shop}", ".copy")
        run("index", str(shop), "--no-vectors", "-q")
        tab.see("Where to begin", "h1")


def test_a_server_that_is_gone_is_told_and_found_again(browser: Any, indexed: Path) -> None:
    port = str(find_own_port(indexed))
    with open_tab(browser, f"http://127.0.0.1:{port}/") as tab:
        with serve_page(indexed, "--port", port):
            tab.open("#/symbol?id=Money.format")
        tab.see("The server has stopped", ".banner")
        assert "Money.format" in tab.text("h1")
        with serve_page(indexed, "--port", port):
            tab.page.wait_for_selector(".banner", state="detached")
            tab.page.fill("input[name=q]", "receipt")
            tab.see("Receipt", ".results")
        tab.problems = [each for each in tab.problems if "ERR_" not in each]


def test_a_vanished_symbol_leads_on(browser: Any, indexed: Path) -> None:
    with serve_page(indexed) as served, open_tab(browser, served.url) as tab:
        tab.open("#/symbol?id=Receipt.render_receipt")
        for path in indexed.rglob("*.py"):
            path.write_text(path.read_text().replace("render_receipt", "draw_receipt"))
        tab.see("That is not in the index", "h1")
        tab.page.click(".state .symbols a >> nth=0")
        tab.page.wait_for_selector(".panes")


def test_a_repository_that_was_removed_is_told(browser: Any, indexed: Path) -> None:
    with serve_page(indexed) as served, open_tab(browser, served.url) as tab:
        tab.open("#/")
        shutil.rmtree(indexed)
        tab.see("The repository is gone", "h1")


def test_two_pages_at_once_show_the_same(browser: Any, indexed: Path) -> None:
    with (
        serve_page(indexed) as served,
        open_tab(browser, served.url) as one,
        open_tab(browser, served.url) as other,
    ):
        for tab in (one, other):
            tab.open("#/known")
        one.page.fill("textarea", "Prices are in cents")
        one.page.click(".write button")
        for tab in (one, other):
            tab.see("Prices are in cents", ".notes")


def test_a_second_page_of_a_repository_is_the_first(indexed: Path) -> None:
    with serve_page(indexed) as served:
        assert served.url in run("ui", str(indexed), "--no-open")


@pytest.mark.parametrize("what", [("--base", "HEAD"), ("--symbol", "Money.format")], ids=["branch", "symbol"])
def test_a_report_opens_from_disk(browser: Any, indexed: Path, tmp_path: Path, what: tuple[str, str]) -> None:
    edit(indexed)
    (indexed / "tricky.py").write_text("def tricky():\n    return '</script><img src=x onerror=alert(1)>'\n")
    place = Path(run("ui", str(indexed), "--export", str(tmp_path / "report"), *what).strip())
    assert place.stat().st_size < 20_000_000 and [each.name for each in place.parent.iterdir()] == ["index.html"]
    assert not re.search(r"unsafe|https?://(?!www\.w3\.org)", place.read_text().partition("<style>")[0])
    with open_tab(browser, place.as_uri()) as tab:
        tab.open("")
        tab.page.click("main a[data-row] >> nth=0")
        tab.page.wait_for_selector(".changes, .panes")
        assert "Money.format" in tab.text()
        see_source(tab)


def see_source(tab: Tab) -> None:
    """Open a symbol of a report and unfold a caller of it."""
    tab.page.goto(tab.url)
    tab.page.click("main a:has-text('Money.format') >> nth=0")
    tab.page.wait_for_selector(".panes .lines .row")
    tab.page.click(".users button.fold >> nth=0")
    tab.page.wait_for_selector(".users .steps li")
