"""How long the tools of this server took."""

from __future__ import annotations

from codegraph.operations.memory.upkeep import metric_row
from codegraph.server.call import Call
from codegraph.server.durations import DURATIONS
from codegraph.server.reply import Exact, Json
from codegraph.server.tools.codemem.memory_models import CodememMetricsInput


def codemem_metrics(call: Call, request: CodememMetricsInput) -> Exact:
    tools: dict[str, Json] = {}
    for name, (calls, taken) in DURATIONS.by_tool().items():
        row = metric_row(name, taken)
        tools[name] = {"calls": calls, "p50_ms": row.p50, "p95_ms": row.p95, "p99_ms": row.p99}
    return Exact({"tools": tools})
