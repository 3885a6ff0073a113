"""A watcher as a process of its own, as `codegraph watch` starts one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from codegraph.query.index import Index
from codegraph.settings.config import Config, load
from codegraph.store.watching import Activity, WatchState, get_watch_folder
from support.waiting import wait_for

SOURCES = Path(__file__).resolve().parents[2]


class Watched(NamedTuple):
    """A running watcher. `home` is where its index is."""

    root: Path
    process: subprocess.Popen[str]
    log: Path

    @property
    def config(self) -> Config:
        return load(self.root)

    def state(self) -> WatchState | None:
        return get_watch_folder(self.config.home, self.root).read()

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def settled(self) -> None:
        """Wait until the index is as the files are, and the watcher at rest."""
        wait_for(lambda: self._as_the_files_are(), f"the watcher to come to rest:\n{self.said()}", 90)

    def _as_the_files_are(self) -> bool:
        state = self.state()
        if state is None or state.activity is not Activity.IDLE or not state.generation:
            return False
        with Index.open(self.root, self.config) as index:
            return index.compute_freshness().fresh

    def names(self) -> set[str]:
        with Index.open(self.root, self.config) as index:
            return {symbol.name for symbol in index.iterate_all_symbols()}


def environment(**more: str) -> dict[str, str]:
    path = f"{SOURCES}{os.pathsep}{SOURCES / 'parsers'}"
    return {**os.environ, "PYTHONPATH": path, "CODEGRAPH_WORKERS": "1", **more}


@contextmanager
def watching(root: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[Watched]:
    """A watcher of `root` that has made its first comparison; ended with the block."""
    log = root.parent / f"{root.name}.log"
    with open(log, "w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "codegraph", "watch", *options, str(root)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, text=True, env=env or environment(),
        )  # fmt: skip
    watched = Watched(root, process, log)
    try:
        wait_for(lambda: process.poll() is not None or _is_idle(watched), f"the watcher to begin:\n{watched.said()}")
        yield watched
    finally:
        process.kill() if process.poll() is None else None
        process.wait()


def _is_idle(watched: Watched) -> bool:
    folder = get_watch_folder(watched.config.home, watched.root)
    state, holder = folder.read(), folder.find_holder()
    mine = holder is not None and holder.pid == watched.process.pid
    return mine and state is not None and state.activity is Activity.IDLE and state.generation > 0
