"""Faults of LanceDB or its disk: indexing succeeds all the same, and no question imports it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.serving import copy_sample

BROKEN = {
    "missing": "raise ImportError(\"No module named '_lancedb'\")",
    "damaged": "raise RuntimeError('the native module is of another version')",
    "crashing": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
}

INDEX = """
import json, sys
from pathlib import Path
from codegraph.settings.config import Config
from codegraph.query.index import Index
from codegraph.indexing.pipeline import index_repository

root, config = Path(sys.argv[1]), Config(Path(sys.argv[2]), workers=1)
if len(sys.argv) > 3:  # the disk is full when the table is written
    import resource
    from dataclasses import replace
    index_repository(root, replace(config, vectors_table=False))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
warnings = index_repository(root, config).warnings
with Index.open(root, config) as index:
    print(json.dumps([warnings, len(index.search_code("how is an order paid?").hits), index.compute_vector_stats().rows]))
"""

ASK = """
import sys
from pathlib import Path
from codegraph.settings.config import Config
from codegraph.operations.context import Context
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations import requests
from codegraph.indexing.pipeline import index_repository

root, config = Path(sys.argv[1]), Config(Path(sys.argv[2]), workers=1)
index_repository(root, config)
assert list(config.home.glob("index/*/vectors.lance")), "the table was not written"
(root / "added.py").write_text("def feed_quokka():\\n    return 'leaves'\\n")  # the first question refreshes
asked = {
    "search": requests.SearchRequest("how is an order paid?"), "explore": requests.ExploreRequest("feed_quokka"),
    "locate": requests.LocateRequest("KeyError in the cart"), "symbol": requests.SymbolRequest("feed_quokka"),
    "callers": requests.CallersRequest("feed_quokka"), "callees": requests.CalleesRequest("feed_quokka"),
    "impact": requests.ImpactRequest("feed_quokka"), "status": requests.StatusRequest(),
    "doctor": requests.DoctorRequest(),
    "rank": requests.RankRequest(), "vectors": requests.VectorsRequest(),
}
for verb, request in asked.items():
    context = Context(root, config)
    try:
        load_handler(BY_NAME[verb])(context, request)
    finally:
        context.close()
    assert "lancedb" not in sys.modules and "pyarrow" not in sys.modules, verb
"""


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return copy_sample("storefront", tmp_path / "repo")


def run_script(script: str, repo: Path, tmp_path: Path, *more: str, prologue: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", prologue + script, repo, tmp_path / "home", *more], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", BROKEN)
def test_an_index_succeeds_without_a_usable_lancedb(repo: Path, tmp_path: Path, kind: str) -> None:
    package = tmp_path / "packages" / "lancedb"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(BROKEN[kind])
    prologue = f"import sys\nsys.path.insert(0, {str(package.parent)!r})\n"
    warnings, hits, rows = json.loads(run_script(INDEX, repo, tmp_path, prologue=prologue))
    assert len(warnings) == 1 and "LanceDB" in warnings[0] and "catches up" in warnings[0]
    assert hits and rows
    warnings, _, _ = json.loads(run_script(INDEX, repo, tmp_path))  # it is repaired, and nothing else changed
    assert warnings == [] and list((tmp_path / "home").glob("index/*/vectors.lance"))


@pytest.mark.skipif(sys.platform == "win32", reason="no resource limits")
def test_an_index_succeeds_when_the_disk_is_full_for_the_table(repo: Path, tmp_path: Path) -> None:
    warnings, hits, rows = json.loads(run_script(INDEX, repo, tmp_path, "full"))
    assert len(warnings) == 1 and "cannot be written" in warnings[0]
    assert hits and rows


def test_no_question_imports_lancedb(repo: Path, tmp_path: Path) -> None:
    run_script(ASK, repo, tmp_path)
