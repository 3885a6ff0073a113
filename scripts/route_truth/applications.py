"""Applications whose routes are measured, and how a probe loads each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

PROBES = Path(__file__).parent.parent / "route_probes"
GO = frozenset({"gin", "chi", "net_http"})


class Application(NamedTuple):
    name: str
    framework: str
    entry: str
    folder: str
    export: str
    environment: Mapping[str, str]
    extensions: Sequence[str]
    tests: Sequence[str]
    checkout: str  # its folder, and that of its environment
    runner: str  # of its tests, where they run on Node: jest by default, mocha, vitest, or `functions`
    is_served_apart: bool  # its tests start it as a process of its own


def read_applications() -> list[Application]:
    data = tomllib.loads((PROBES / "applications.toml").read_text("utf-8"))
    return [
        Application(
            name, row["framework"], row.get("entry", ""), row.get("folder", ""), row.get("export", ""),
            row.get("environment", {}), row.get("extensions", []), row.get("tests", []),
            row.get("checkout", name), row.get("runner", ""), row.get("is_served_apart", False),
        )
        for name, row in data.items()
    ]  # fmt: skip
