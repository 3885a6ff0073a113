#!/usr/bin/env python3
"""Set everything up, index a sample repository and ask it a few questions."""

from __future__ import annotations

import os
import subprocess
import sys

import environment

SAMPLE = environment.ROOT / "sample_repos" / "storefront"
QUESTIONS: list[tuple[str, list[str]]] = [
    (
        "A function and a method have the same name. Who calls the function, through the package's re-export?",
        ["callers", "weblet/replies.py::build_reply"],
    ),
    ("And who calls the method?", ["callers", "Application.build_reply"]),
    ("How does a web request get to the code that formats money?", ["path", "checkout", "Money.format"]),
    ("What would a change of Money.format touch, and which tests would notice?", ["impact", "Money.format"]),
]


def main() -> int:
    environment.prepare(development=False)
    env = os.environ | {"CODEGRAPH_HOME": str(environment.ROOT / ".try")}
    codegraph = str(environment.get_executable("codegraph"))
    shown = SAMPLE.relative_to(environment.ROOT)
    for question, arguments in [("", ["index", str(shown)]), *QUESTIONS]:
        line = arguments if arguments[0] == "index" else ["-C", str(shown), *arguments]
        print(f"\n# {question}" if question else "", f"$ codegraph {' '.join(line)}", sep="\n", flush=True)
        code = subprocess.run([codegraph, *line], cwd=environment.ROOT, env=env, check=False).returncode
        if code:
            return code
    print(f"\nYour own code: {environment.get_executable('codegraph').relative_to(environment.ROOT)} index PATH")
    return 0


if __name__ == "__main__":
    sys.exit(main())
