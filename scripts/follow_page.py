#!/usr/bin/env python3
"""Run of the commands of a page of the documentation in an empty environment.

    python scripts/follow_page.py [docs/scale.md] [--section "Follow it"] [--mirror https://github.com/=/srv/mirrors/]

The blocks of the section run in one shell, as they stand, in a folder of their own and a new virtual environment. Three
things differ from a reader's machine: `codegraph-memory` is installed from a clean clone of this repository, addresses
of repositories may be those of a mirror, and a PostgreSQL server (of Debian, say) is started and set up by the first
block of docs/team-memory.md. A folder `repositories` with ten small ones is there. The exit status is that of the first
command that fails.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.postgres import Server  # noqa: E402

SETUP = "docs/team-memory.md"
REPOSITORIES = 10
PRELUDE = """\
set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null' EXIT
pip() { local words=("${@/#codegraph-memory/$CODEGRAPH_SOURCE}"); command pip "${words[@]}"; }
set -x
"""


def list_blocks(text: str, section: str = "") -> list[str]:
    """Return the shell blocks of a page, or of one of its sections."""
    if section:
        found = re.search(rf"^#+ {re.escape(section)}$(.*?)(?=^## |\Z)", text, re.M | re.S)
        if found is None:
            sys.exit(f"error: there is no section {section!r}")
        text = found[1]
    return re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)


def make_repositories(folder: Path) -> None:
    for number in range(REPOSITORIES):
        root = folder / f"part{number}"
        root.mkdir(parents=True)
        used = f"part{number - 1}" if number else "nothing"
        (root / "pyproject.toml").write_text(
            f'[project]\nname = "part{number}"\nversion = "1"\ndependencies = ["{used}"]\n', encoding="utf-8"
        )
        text = f"from {used} import work as other\n\n\ndef work():\n    return other()\n"
        (root / f"part{number}.py").write_text(text, encoding="utf-8")
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        for command in (("init", "-q"), ("add", "-A"), (*who, "commit", "-qm", "first")):
            subprocess.run(["git", "-C", str(root), *command], check=True)


def make_environment(folder: Path, server: Server, mirrors: Mapping[str, str]) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name.startswith(("LANG", "LC_", "PIP_", "TMP", "SSL_"))
    }
    environment = kept | {
        "HOME": str(folder), "PATH": f"{folder / 'venv' / 'bin'}:{server.binaries}:{os.environ['PATH']}",
        "CODEGRAPH_SOURCE": str(folder / "source"), "PGHOST": "127.0.0.1", "PGPORT": str(server.port),
        "PGUSER": "postgres", "GIT_CONFIG_COUNT": str(len(mirrors)),
    }  # fmt: skip
    for number, (address, place) in enumerate(mirrors.items()):
        environment |= {f"GIT_CONFIG_KEY_{number}": f"url.{place}.insteadOf", f"GIT_CONFIG_VALUE_{number}": address}
    return environment


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=Path, nargs="?", default=ROOT / "docs" / "scale.md")
    parser.add_argument("--section", default="Follow it")
    parser.add_argument("--mirror", action="append", default=[], metavar="ADDRESS=PLACE")
    given = parser.parse_args()
    blocks = list_blocks(given.page.read_text(encoding="utf-8"), given.section)
    mirrors = dict(each.partition("=")[::2] for each in given.mirror)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder / "source")], check=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        make_repositories(folder / "work" / "repositories")
        server = Server()
        server.start()
        try:
            setup, *_ = list_blocks((ROOT / SETUP).read_text(encoding="utf-8"))
            script = PRELUDE + "\n".join([setup, *blocks])
            environment = make_environment(folder, server, mirrors)
            sys.exit(subprocess.run(["bash", "-c", script], cwd=folder / "work", env=environment).returncode)
        finally:
            server.remove()


if __name__ == "__main__":
    main()
