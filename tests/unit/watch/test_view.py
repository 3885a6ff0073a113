"""The view of a watcher on a terminal."""

from __future__ import annotations

import io
import sys

import pytest

from codegraph.indexing.incremental import Refreshed
from codegraph.store.watching import Activity, WatchState
from codegraph.watch.view import open_view
from tests.support.waiting import wait_for


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_what_happened_and_is_left_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with open_view(quiet=False) as view:
        wait_for(lambda: "starting" in terminal.getvalue(), "the view")
        view.report_state(WatchState("/shop", Activity.IDLE, "inotify", generation=7))
        view.report_problem("the disk is full")
        view.report_refresh(Refreshed(7, ("a.py",), (), (), "", "1 file changed", 0.2))
        wait_for(lambda: "generation 7 in 200 ms: 1 file changed (a.py)" in terminal.getvalue(), "the refresh")
    assert "watching /shop by inotify" in terminal.getvalue() and "the disk is full" in terminal.getvalue()
    assert terminal.getvalue().endswith("\x1b[0J")
