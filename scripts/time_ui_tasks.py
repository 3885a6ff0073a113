#!/usr/bin/env python3
"""Time five tasks of a new user on the page of a sample, in a headless Chromium.

    python scripts/time_ui_tasks.py [--json]

Each task is done twice: the way it took before the page had a shorter one, and the way it takes now. A step is a
click, a key or a typed text; a task is done when the text that answers it is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "parsers"), str(ROOT / "tests")]

from support.browser import (  # noqa: E402  # pyright: ignore[reportMissingImports]
    Tab,
    find_chromium,
    open_tab,
    serve_page,
)

NOTE = "Parcels are dropped, not archived: the depot keeps no history"


class Step(NamedTuple):
    """Act of a user.

    It is to `click` on what has a text or selector, to `press` a key, or to `type` a text."""

    act: str
    what: str


class Task(NamedTuple):
    """A question, the steps that answered it before and that do now, and the answer."""

    title: str
    before: tuple[Step, ...]
    now: tuple[Step, ...]
    answer: str
    within: str


def find(name: str) -> tuple[Step, ...]:
    return Step("press", "/"), Step("type", name), Step("press", "Enter")


TO_HANDLER = (Step("click", "nav >> text=Routes"), Step("click", "tr:has-text('DELETE') th a.name"))
TASKS = (
    Task(
        "who calls this, and from which tests",
        find("find_parcel"),
        find("find_parcel"),
        "show_parcel",
        ".users",
    ),
    Task(
        "what does my branch break",
        (Step("click", "nav >> text=This branch"),),
        (Step("press", "1"),),
        "is missing",
        "main",
    ),
    Task(
        "why was this decided",
        (*find("drop_parcel"), Step("click", "text=what is known"), Step("click", ".note >> text=More")),
        (*find("drop_parcel"), Step("click", ".notes a")),
        "written",
        ".note-facts",
    ),
    Task(
        "how does a request get to the database",
        (
            *TO_HANDLER,
            Step("click", "text=path from here"),
            Step("click", ".ends label:has-text('To') input"),
            Step("type", "find_parcel"),
            Step("click", "text=Find the way"),
        ),
        (
            Step("click", "nav >> text=Routes"),
            Step("click", "tr:has-text('DELETE') a.way"),
            Step("type", "find_parcel"),
            Step("press", "Enter"),
        ),
        "steps along",
        "main",
    ),
    Task(
        "what is safe to delete",
        (Step("click", "nav >> text=Health"), Step("click", "text=Look for dead code")),
        (Step("click", "main >> text=may be deleted"),),
        "nothing uses it",
        "main",
    ),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", dest="as_json")
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    rows: list[dict[str, Any]] = []
    with prepare_sample() as root, sync_playwright() as started, serve_page(root) as served:
        browser = started.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for task in TASKS:
            row: dict[str, Any] = {"task": task.title}
            for name, steps in (("before", task.before), ("now", task.now)):
                with open_tab(browser, served.url) as tab:
                    tab.open("#/")
                    row[name] = {
                        "clicks": count(steps, "click"),
                        "steps": len(steps),
                        "ms": time_task(tab, task, steps),
                    }
            rows.append(row)
        browser.close()
    print(json.dumps(rows, indent=2) if asked.as_json else "\n".join(map(format_row, rows)))
    return 0


@contextmanager
def prepare_sample() -> Iterator[Path]:
    """Index a copy of a sample, with a memory and an edit that breaks something."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "parcelpost"
        shutil.copytree(ROOT / "sample_repos" / "parcelpost", root)
        os.environ["CODEGRAPH_HOME"] = str(Path(folder) / "home")
        git = ["git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", "-C", str(root)]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "sample"]):
            subprocess.run([*git, *words], check=True)
        run("index", str(root), "-q")
        run("memory", "add", NOTE, "--kind", "decision", "--about", "drop_parcel", "-C", str(root))
        handlers = root / "depot" / "parcels.py"
        handlers.write_text(handlers.read_text().replace("def find_parcel(", "def find_parcel(depot, ", 1))
        yield root


def run(*words: str) -> None:
    command = [sys.executable, "-m", "codegraph", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def time_task(tab: Tab, task: Task, steps: Sequence[Step]) -> int:
    """Take each step as soon as it is possible, and return the milliseconds.

    They end when the answer is shown."""
    keys, typed = tab.page.keyboard, ""
    began = time.perf_counter()
    for step in steps:
        if step.act == "click":
            tab.page.locator(step.what).first.click()
        elif step.act == "press":
            if step.what == "Enter" and "#/search" in tab.page.url:  # what was typed is found first
                tab.page.wait_for_selector(f".results[data-query='{typed}'] .chosen")
            keys.press(step.what)
        else:
            typed = step.what
            tab.page.wait_for_selector("input:focus")
            keys.type(typed)
    tab.see(task.answer, task.within)
    return round((time.perf_counter() - began) * 1000)


def count(steps: Sequence[Step], act: str) -> int:
    return sum(step.act == act for step in steps)


def format_row(row: dict[str, Any]) -> str:
    parts = (
        f"{name} {row[name]['clicks']} clicks of {row[name]['steps']} steps, {row[name]['ms']} ms"
        for name in ("before", "now")
    )
    return f"{row['task']:40} {'; '.join(parts)}"


if __name__ == "__main__":
    sys.exit(main())
