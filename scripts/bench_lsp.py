"""Processor time of a warm language server for one hover, over repositories.

Each repository is indexed already. Hovers are over names that the index knows, spread over its files; ratios between
repositories of one run say more than the times, which depend on the machine and its load.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

SECONDS_A_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")


class Server:
    """A language server of one repository."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "codegraph", "lsp"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._number = 0
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})

    def ask(self, method: str, params: Any = None) -> Any:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        while (message := self._read()).get("id") != self._number or "method" in message:
            pass
        return message.get("result")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        body = json.dumps(message).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        size = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            size = int(value) if name == b"Content-Length" else size
        return json.loads(self._process.stdout.read(size))

    def measure_cpu(self) -> float:
        """Return the processor seconds of the server so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * SECONDS_A_TICK

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def measure(root: Path, hovers: int) -> dict[str, float]:
    """Return processor milliseconds of a hover, as the median of ten groups."""
    from codegraph.query.index import Index
    from codegraph.settings.config import load

    with Index.open(root, load(root)) as index:
        rows = [row for row in index.iterate_all_symbols() if row.qualname and row.line]
    step = max(1, len(rows) // hovers)
    asked = rows[::step][:hovers]
    server = Server(root)
    try:
        for row in asked[:20]:
            ask_hover(server, root, row)
        groups: list[float] = []
        known = 0
        for start in range(0, len(asked), max(1, len(asked) // 10)):
            part = asked[start : start + max(1, len(asked) // 10)]
            before = server.measure_cpu()
            known += sum(ask_hover(server, root, row) for row in part)
            groups.append((server.measure_cpu() - before) / len(part) * 1000)
    finally:
        server.close()
    return {"symbols": len(rows), "hovers": len(asked), "answered": known, "median_ms": statistics.median(groups)}


def ask_hover(server: Server, root: Path, row: Any) -> bool:
    place = {"line": row.line - 1, "character": row.column}
    uri = (root / row.path).as_uri()
    return bool(server.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": place}))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--hovers", type=int, default=300)
    arguments = parser.parse_args()
    from codegraph.errors import CodegraphError

    for root in arguments.repositories:
        try:
            found = measure(root.resolve(), arguments.hovers)
        except CodegraphError as error:
            sys.exit(f"error: {error}\nhint: {error.hint}")
        print(root.name, " ".join(f"{name}={value:,.1f}" for name, value in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
