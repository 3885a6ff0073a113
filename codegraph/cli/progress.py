"""Progress of indexing on stderr: a bar on a terminal, plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from codegraph.pipeline import Progress

PLAIN_SECONDS = 2.0
"""Least time between two plain lines of one stage: enough to see life in a log, too little to flood it."""


@contextmanager
def progress(*, quiet: bool) -> Iterator[Progress | None]:
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar() as report:
            yield report
    else:
        yield PlainProgress()


class PlainProgress:
    """A line at the start of each stage, and one every few seconds while it lasts."""

    def __init__(self) -> None:
        self._stage = ""
        self._said = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if stage != self._stage:
            self._stage = stage
        elif now - self._said < PLAIN_SECONDS:
            return
        self._said = now
        amount = f" {done:,}/{total:,}" if total > 1 else ""
        try:
            click.echo(f"{stage}{amount}", err=True)
        except OSError:
            _silence()


def _silence() -> None:
    """Nobody reads how far the work is, which is no reason to give it up: it and what follows is said to nobody."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stderr.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stream without a descriptor of its own
        sys.stderr = None


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description:>8}"),
        BarColumn(bar_width=32),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=None, rate="")
            task = bars.tasks[tasks[stage]]
            speed = task.finished_speed or task.speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bars.update(tasks[stage], completed=done, total=total or None, rate=rate)

        yield report
