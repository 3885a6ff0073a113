#!/usr/bin/env python3
"""Count the file switches of cold calls of tools.

A sample repository is indexed in a throw-away home with one note, and `codegraph call TOOL` runs in a fresh process
each. Counted are calls of functions whose file is another one than that of the function of codegraph called before.

  TOOL …    tools to call (default: memory_recall memory_write)
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CALLS = {
    "memory_recall": {"query": "when do carts expire"},
    "memory_write": {"content": "Orders are shipped at night", "kind": "decision"},
}
COUNTING = """
import sys
root, counts, last = sys.argv[1], [0, 0], [""]
def note(frame, event, _):
    path = frame.f_code.co_filename
    if event == "call" and path.startswith(root):
        counts[0] += 1
        counts[1] += path != last[0]
        last[0] = path
sys.argv = ["codegraph", *sys.argv[2:]]
sys.setprofile(note)
from codegraph.cli.start import main
try:
    code = main()
except SystemExit as ended:
    code = ended.code
sys.setprofile(None)
print(f"{counts[0]} {counts[1]}", file=sys.stderr)
sys.exit(code)
"""


def run(home: Path, repository: Path, *words: str) -> None:
    """Run a command line of codegraph."""
    command = [sys.executable, "-m", "codegraph", *words]
    environment = os.environ | {"CODEGRAPH_HOME": str(home), "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=repository, env=environment, stdout=subprocess.DEVNULL, check=True)


def count_switches(home: Path, repository: Path, tool: str) -> tuple[int, int]:
    """Return calls and file switches of one call of a tool in a fresh process."""
    arguments = json.dumps(CALLS[tool])
    command = [sys.executable, "-c", COUNTING, str(ROOT / "codegraph"), "call", tool, arguments]
    environment = os.environ | {"CODEGRAPH_HOME": str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=repository, env=environment, capture_output=True, text=True, check=True)
    calls, switches = done.stderr.strip().splitlines()[-1].split()
    return int(calls), int(switches)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", nargs="*", metavar="TOOL")
    tools = parser.parse_args().tools or list(CALLS)
    print("| tool | calls | file switches |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        home, repository = Path(temporary) / "home", Path(temporary) / "storefront"
        shutil.copytree(ROOT / "sample_repos" / "storefront", repository)
        subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
        run(home, repository, "index")
        run(home, repository, "memory", "add", "We decided that carts expire after 30 minutes")
        for tool in tools:
            calls, switches = count_switches(home, repository, tool)
            print(f"| {tool} | {calls:,} | {switches:,} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
