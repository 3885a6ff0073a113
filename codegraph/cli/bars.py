"""Bars of progress on a terminal."""

from __future__ import annotations

import sys
import time
from typing import Final

from codegraph.cli.progress import STAGES
from codegraph.runtime.live_region import DIM, GREEN, LiveRegion, Run
from codegraph.runtime.text_streams import get_raw_stream

REDRAW_S: Final = 0.1
"""Least time between two drawings."""

BAR_WIDTH: Final = 32


class Bar:
    """Progress of one stage. A stage without an end has no total."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._began = time.monotonic()
        self._took = 0.0
        self._done = self._total = 0

    @property
    def is_complete(self) -> bool:
        return 0 < self._total <= self._done

    def advance(self, done: int, total: int) -> None:
        self._done, self._total = done, total
        self._took = time.monotonic() - self._began

    def describe(self) -> list[Run]:
        """Return its line: name, bar, numbers, rate, and the time that the rest will take."""
        name = Run(f"{self.name:>8} ")
        if not self._total:
            return [name, Run("…")]
        share = min(1.0, self._done / self._total)
        full = int(share * BAR_WIDTH)
        rate = self._done / self._took if self._took > 0 else 0.0
        left = (self._total - self._done) / rate if rate and not self.is_complete else 0.0
        figures = f" {self._done:,}/{self._total:,}"
        figures += f" {rate:,.0f}/s" if rate else ""
        figures += f" {int(left) // 60}:{int(left) % 60:02}" if left else ""
        return [name, Run("━" * full, GREEN), Run("━" * (BAR_WIDTH - full), DIM), Run(figures)]


class Bars:
    """A bar for each stage, drawn when something is reported."""

    def __init__(self) -> None:
        self._region: LiveRegion | None = None
        self._bars: dict[str, Bar] = {}
        self._waiting = "working"
        self._last: tuple[str, int, int] | None = None
        self._drawn = 0.0

    def show(self) -> None:
        """Begin to draw; the last report is shown at once."""
        if self._region is None:
            self._region = LiveRegion(get_raw_stream(sys.stderr))
            if self._last is not None:
                self(*self._last)
            self._draw()

    def close(self) -> None:
        """Take the bars off the terminal."""
        if self._region is not None:
            self._region.clear()

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._last = stage, done, total
        if self._region is None:
            return
        is_new = stage not in self._bars and stage != self._waiting
        self._waiting = "" if stage in STAGES else stage  # a wait, which ends with the next stage
        if not self._waiting:
            bar = self._bars.setdefault(stage, Bar(stage))
            bar.advance(done, total)
            is_new = is_new or bar.is_complete
        if is_new or time.monotonic() - self._drawn >= REDRAW_S:
            self._draw()

    def _draw(self) -> None:
        assert self._region is not None
        self._drawn = time.monotonic()
        lines = [bar.describe() for bar in self._bars.values()]
        self._region.draw([*lines, Bar(self._waiting).describe()] if self._waiting else lines)
