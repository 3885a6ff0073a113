"""A headless Chromium, and pages of `codegraph ui` in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from support.serving import server_environment

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "ui" / "node_modules" / "axe-core" / "axe.min.js"
SECONDS = 60
WIDE, NARROW = (1440, 900), (380, 800)


def find_chromium() -> str:
    """Return the program of a browser, "" where there is none."""
    names = (os.environ.get("CODEGRAPH_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), "")


@contextmanager
def start_browser() -> Iterator[Any]:
    """Start a browser, or skip the test with the reason."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = find_chromium()
    if not program:
        pytest.skip("no Chromium is installed: `apt-get install chromium`, or name one in CODEGRAPH_CHROMIUM")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@dataclass
class Served:
    """A process of `codegraph ui`, and where it serves."""

    process: subprocess.Popen[str]
    url: str

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(SECONDS)


@contextmanager
def serve_page(root: Path, *options: str) -> Iterator[Served]:
    """Serve the page of a repository in a process of its own."""
    command = [sys.executable, "-m", "codegraph", "ui", str(root), "--no-open", *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=server_environment()
    )
    assert process.stdout is not None and process.stderr is not None
    url = process.stdout.readline().strip()
    if not url:
        process.wait(SECONDS)
        raise AssertionError(process.stderr.read())
    served = Served(process, url)
    try:
        yield served
    finally:
        served.stop()


@dataclass
class Tab:
    """A page in the browser, with what it complained of."""

    page: Any
    url: str
    problems: list[str] = field(default_factory=list)

    def open(self, address: str) -> None:
        """Open a view and wait until it is drawn."""
        self.page.goto(self.url + address)
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector("main h1", timeout=SECONDS * 1000)
        self.page.wait_for_selector(".waiting", state="detached", timeout=SECONDS * 1000)

    def text(self, selector: str = "main") -> str:
        return self.page.inner_text(selector)

    def see(self, text: str, selector: str = "main") -> None:
        """Wait until a text is shown."""
        found = self.page.locator(selector).filter(has_text=text)
        found.first.wait_for(timeout=SECONDS * 1000)


@contextmanager
def open_tab(browser: Any, url: str, size: tuple[int, int] = WIDE, **options: Any) -> Iterator[Tab]:
    """Open a tab that keeps errors of its console, requests to other places, and dialogs."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    tab = Tab(page, url)

    def hear(message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            tab.problems.append(message.text)

    def check(request: Any) -> None:
        if not request.url.startswith((url, "file:", "data:")):
            tab.problems.append(f"asked {request.url}")

    def dismiss(dialog: Any) -> None:
        tab.problems.append(f"dialog {dialog.message}")
        dialog.dismiss()

    page.on("console", hear)
    page.on("pageerror", lambda error: tab.problems.append(str(error)))
    page.on("request", check)
    page.on("dialog", dismiss)
    try:
        yield tab
        assert not tab.problems
    finally:
        context.close()
