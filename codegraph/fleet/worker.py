"""Process of one task: reads the task as JSON, writes its outcome as JSON."""

from __future__ import annotations

import json
import sys

from codegraph.fleet.repository_task import Task, run_task


def main() -> None:
    """Run the task on standard input."""
    outcome = run_task(Task(**json.load(sys.stdin)))
    sys.stdout.write(json.dumps(outcome._asdict()))


if __name__ == "__main__":
    main()
