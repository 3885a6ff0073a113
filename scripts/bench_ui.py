#!/usr/bin/env python3
"""Measure the page of a repository in a headless Chromium.

First paint, clicks, search, edits, the memory of the tab and the size of the bundle.

    python scripts/bench_ui.py REPOSITORY [--edit FILE] [--clicks 200] [--views 500] [--json]

The repository must be indexed. FILE, a Python file of it, gets a function for each edit that is timed,
and its old text back.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "parsers"), str(ROOT / "tests")]

from support.browser import (  # noqa: E402  # pyright: ignore[reportMissingImports]
    Tab,
    find_chromium,
    open_tab,
    serve_page,
)

SEED = 7
QUERIES = ("save", "model field", "query", "render", "session", "cache key", "token", "form valid")
EDITS = 5
HEADS = ("#/branch", "#/map", "#/health", "#/known", "#/")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--edit", metavar="FILE", default="")
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--views", type=int, default=500)
    parser.add_argument("--json", action="store_true", dest="as_json")
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    found: dict[str, float] = {"bundle, compressed bytes": measure_bundle()}
    root = asked.repository.resolve()
    with sync_playwright() as started, serve_page(root) as served:
        options = ["--no-sandbox", "--js-flags=--expose-gc", "--enable-precise-memory-info"]
        browser = started.chromium.launch(executable_path=find_chromium(), args=options)
        with open_tab(browser, served.url) as tab:  # a warm server: it has answered once
            tab.open("#/")
        found |= measure_paint(browser, served.url)
        with open_tab(browser, served.url) as tab:
            tab.open("#/")
            found |= measure_clicks(tab, asked.clicks, served.process.pid)
            found |= measure_search(tab, served.process.pid)
            if asked.edit:
                found |= measure_edits(tab, root / asked.edit)
            found |= measure_memory(tab, asked.views)
        browser.close()
    print(json.dumps(found, indent=2) if asked.as_json else format_rows(found))
    return 0


def format_rows(found: dict[str, float]) -> str:
    return "\n".join(f"{name:44} {value:,.0f}" for name, value in found.items())


def measure_bundle() -> float:
    """Return the compressed size of the script and the style sheet."""
    assets = ROOT / "codegraph" / "ui" / "assets"
    return float(sum(len(gzip.compress((assets / name).read_bytes(), 9)) for name in ("app.js", "app.css")))


def measure_paint(browser: Any, url: str, times: int = 7) -> dict[str, float]:
    """Return when a cold page paints, and when its first answer is drawn."""
    paints: list[float] = []
    drawn: list[float] = []
    for _ in range(times):
        with open_tab(browser, url) as tab:
            began = time.perf_counter()
            tab.page.goto(url)
            tab.page.wait_for_selector("main .symbols a")
            drawn.append((time.perf_counter() - began) * 1000)
            entry = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
            paints.append(tab.page.evaluate(entry))
    return {
        "first paint, median ms": statistics.median(paints),
        "first answer drawn, median ms": statistics.median(drawn),
    }


def read_cpu_ms(pid: int) -> float:
    """Return the milliseconds that a process has computed.

    They are 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def measure_clicks(tab: Tab, clicks: int, server: int) -> dict[str, float]:
    """Follow links at random, and return how long a view takes until it is drawn."""
    choose = random.Random(SEED)
    seconds: list[float] = []
    computed: list[float] = []
    for number in range(clicks):
        links = tab.page.evaluate(LINKS)
        target = choose.choice(HEADS) if not links or number % 10 == 9 else choose.choice(links)
        began = read_cpu_ms(server)
        seconds.append(time_view(tab, target))
        computed.append(read_cpu_ms(server) - began)
    return summarise("view after a click", seconds) | summarise("its CPU in the server", computed)


LINKS = """[...document.querySelectorAll('main a[href^="#/"]')].map((link) => link.getAttribute("href"))"""

DRAWN = """(href) => new Promise((resolve) => {
  const began = performance.now();
  location.hash = href;
  const look = () => {
    const settled = document.querySelector("main h1") && !document.querySelector("main .waiting");
    if (settled) requestAnimationFrame(() => resolve(performance.now() - began));
    else setTimeout(look, 4);
  };
  setTimeout(look, 16);
})"""


def time_view(tab: Tab, href: str) -> float:
    """Return the milliseconds from a change of the address until the view is drawn."""
    return float(tab.page.evaluate(DRAWN, href))


TYPED = """(text) => new Promise((resolve) => {
  const field = document.querySelector("input[name=q]");
  const began = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const look = () => {
    const shown = document.querySelector(`.results[data-query="${text.trim()}"]`);
    if (shown) requestAnimationFrame(() => resolve(performance.now() - began));
    else setTimeout(look, 4);
  };
  look();
})"""


def measure_search(tab: Tab, server: int) -> dict[str, float]:
    """Type queries letter by letter, and return how long their symbols take."""
    milliseconds: list[float] = []
    computed: list[float] = []
    tab.open("#/search?q=")
    for query in QUERIES:
        for end in range(2, len(query) + 1):
            if query[end - 1] != " ":
                began = read_cpu_ms(server)
                milliseconds.append(float(tab.page.evaluate(TYPED, query[:end])))
                computed.append(read_cpu_ms(server) - began)
    return summarise("symbols while typing", milliseconds) | summarise("their CPU in the server", computed)


def measure_edits(tab: Tab, path: Path) -> dict[str, float]:
    """Save edits, and return how long until *This branch* shows each.

    Its report, with what rests on the edit, comes later."""
    text = path.read_text()
    seconds: list[float] = []
    whole: list[float] = []
    tab.open("#/branch?base=HEAD")
    try:
        for number in range(EDITS + 1):
            name = f"measured_edit_{number}"
            began = time.perf_counter()
            path.write_text(f"{text}\n\ndef {name}():\n    return {number}\n")
            tab.page.wait_for_selector(f".changes a:has-text('{name}')")
            seconds.append((time.perf_counter() - began) * 1000)
            tab.page.wait_for_selector(f".changes:not(.early) a:has-text('{name}')")
            whole.append((time.perf_counter() - began) * 1000)
    finally:
        path.write_text(text)
    # The first edit makes the graph of the base, which is kept.
    return (
        {"first edit in This branch, ms": whole[0]}
        | summarise("saved edit in This branch", seconds[1:])
        | summarise("its whole report", whole[1:])
    )


def measure_memory(tab: Tab, views: int) -> dict[str, float]:
    """Return the heap of the tab after a tenth of the views, and after all of them."""
    choose = random.Random(SEED)
    measured: dict[str, float] = {}
    for number in range(1, views + 1):
        links = tab.page.evaluate(LINKS)
        time_view(tab, choose.choice(links) if links and number % 7 else choose.choice(HEADS))
        if number in (views // 10, views):
            measured[f"heap after {number} views, bytes"] = read_heap(tab)
    return measured


def read_heap(tab: Tab) -> float:
    tab.page.evaluate("() => globalThis.gc?.()")
    return float(tab.page.evaluate("performance.memory.usedJSHeapSize"))


def summarise(name: str, values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    at = min(len(ordered) - 1, int(0.95 * len(ordered)))
    return {f"{name}, median ms": statistics.median(ordered), f"{name}, p95 ms": ordered[at]}


if __name__ == "__main__":
    sys.exit(main())
