"""Progress: in order, on standard error, and a bar only where a person looks."""

from __future__ import annotations

import io
import signal
import sys

import pytest

from codegraph.cli.bars import Bars
from codegraph.cli.progress import PlainProgress, show_progress
from tests.support.waiting import wait_for


def test_plain_stages_are_told_in_order_each_with_its_end(capsys: pytest.CaptureFixture[str]):
    report = PlainProgress()
    report("another process is indexing", 0, 0)
    for step in [("scan", 99, 99), ("parse", 8, 99), ("parse", 8, 8), ("resolve", 0, 1), ("resolve", 1, 1)]:
        report(*step)
    for step in [("parse", 99, 99), ("embed", 0, 528), ("embed", 528, 528), ("commit", 1, 1)]:
        report(*step)
    assert capsys.readouterr().err.splitlines() == [
        "another process is indexing", "scan 99/99", "parse 8/99", "parse 8/8", "resolve", "embed 0/528", "embed 528/528", "commit",
    ]  # fmt: skip


def test_what_is_quick_is_not_told(capsys: pytest.CaptureFixture[str]):
    with show_progress(quiet=False, patience_s=60.0) as report:
        assert report is not None
        report("scan", 1, 1)
    assert capsys.readouterr().err == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform has no such timer")
def test_a_terminal_shows_a_bar_once_the_work_takes_long_although_nothing_reports(
    monkeypatch: pytest.MonkeyPatch,
):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with show_progress(quiet=False, patience_s=0.01) as report:
        assert isinstance(report, Bars)
        wait_for(lambda: "working" in terminal.getvalue(), "a bar")
        report("resolve", 1, 2)
    assert "resolve" in terminal.getvalue()


def test_bars_say_how_far_each_stage_is(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bars = Bars()
    bars.show()
    bars("parse", 50, 50)
    bars("resolve", 10, 40)
    bars("another process is indexing", 0, 0)
    drawn = terminal.getvalue().rpartition("\x1b[2K   parse")[2]
    assert "50/50" in drawn and "10/40" in drawn and "another process is indexing" in drawn
    bars("resolve", 40, 40)
    assert "another" not in terminal.getvalue().rpartition("\x1b[2K   parse")[2]
    bars.close()
    assert terminal.getvalue().endswith("\x1b[2A\r\x1b[0J")
