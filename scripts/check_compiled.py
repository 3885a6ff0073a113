#!/usr/bin/env python3
"""Build the compiled wheel and compare it with the plain modules.

Graphs and speed are compared.

    python scripts/check_compiled.py [FOLDER...]        the sample repositories when none is named
    python scripts/check_compiled.py --corpus           and the corpus of tests with the compiled modules

Prints a line per folder; exits with 1 when a graph differs or a test of the corpus fails.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def describe_graph(folder: Path) -> str:
    """Return the digest of a tree's graph, its size and the cost of resolving.

    The size is the number of files and edges, the cost is in CPU seconds.
    """
    from codegraph.resolve import resolve
    from codegraph.scan.file_listing import scan
    from codegraph.settings.config import load
    from codegraph_parsers import extract
    from codegraph_parsers.file_facts import FileFacts, SourceFile
    from codegraph_parsers.languages import detect

    facts: list[FileFacts] = []
    for each in scan(folder, load(folder)).candidates:
        raw = (folder / each.path).read_bytes()
        language = detect(each.path, raw[:200])
        if language:
            facts.append(extract.parse(SourceFile(each.path, raw, language, "")))
    began = time.process_time()
    graph = resolve(facts, {})
    seconds = time.process_time() - began
    said = repr((graph.edges, graph.unresolved, graph.externals)).encode()
    return f"{hashlib.sha256(said).hexdigest()[:16]} {len(facts)} {len(graph.edges)} {seconds:.2f}"


def build(place: Path) -> Path:
    """Build the wheel with compiled modules."""
    hook = os.environ | {"CODEGRAPH_COMPILE": "1"}
    python = getattr(sys, "_base_executable", sys.executable)  # an environment may have no pip, this interpreter has
    command = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(place), str(ROOT)]
    began = time.perf_counter()
    subprocess.run(command, env=hook, check=True)
    print(f"built in {time.perf_counter() - began:.0f} s")
    return next(place.glob("*.whl"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--wheel", type=Path, help="one built before")
    parser.add_argument("--corpus", action="store_true", help="run the corpus of tests, too")
    parser.add_argument("--describe", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.describe:
        print(describe_graph(given.describe))
        return 0
    folders = given.folders or sorted(p for p in (ROOT / "sample_repos").iterdir() if p.is_dir())
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        wheel = given.wheel or build(place)
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(place / "installed")
        failed = 0
        for folder in folders:
            plain = _ask(folder, os.pathsep.join((str(ROOT), str(ROOT / "parsers"))))
            fast = _ask(folder, str(place / "installed"))
            same = plain[:3] == fast[:3]
            failed += not same
            print(f"{folder.name}: {plain[1]} files, {plain[2]} edges, plain {plain[3]} s, compiled {fast[3]} s, "
                  f"{'equal' if same else 'DIFFERENT'}")  # fmt: skip
        if given.corpus:
            failed += run_corpus(place / "installed")
    return 1 if failed else 0


def run_corpus(installed: Path) -> int:
    """Run the corpus of tests beside the compiled modules, and return the exit status."""
    for name in ("tests", "sample_repos", "scripts"):
        shutil.copytree(ROOT / name, installed / name)
    shutil.copy(ROOT / "pyproject.toml", installed)
    (installed / "parsers").mkdir()
    check = "from codegraph.resolve import memoised_query as m; assert m.__file__.endswith(('.so', '.pyd')), m.__file__"
    subprocess.run([sys.executable, "-c", check], cwd=installed, check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider", "tests/corpus"]
    return subprocess.run(command, cwd=installed, check=False).returncode


def _ask(folder: Path, path: str) -> list[str]:
    command = [sys.executable, str(Path(__file__)), "--describe", str(folder.resolve())]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": path}, cwd=tempfile.gettempdir(), check=True, stdout=subprocess.PIPE
    )
    return done.stdout.decode().split()


if __name__ == "__main__":
    sys.exit(main())
