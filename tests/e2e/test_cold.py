"""Modules that a cold command line loads, which is most of the time it takes.

Questions load what they need and nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.cli.app import main

CODE = (
    "import sys; from codegraph.cli import start; code = start.main(); "
    "print(*sorted(sys.modules), file=sys.stderr); sys.exit(code)"
)
WRITING = {
    "codegraph.indexing.incremental", "codegraph.indexing.pipeline", "codegraph.indexing.parse_pool", "codegraph.resolve",
    "codegraph_parsers.languages", "multiprocessing", "tree_sitter",
}  # fmt: skip
"""Modules that a refresh needs, and an answer from a fresh index does not."""

ARRAYS = {"numpy", "codegraph.search.search_engine"}
VECTORS = {"codegraph.search.semantic", "codegraph.store.vector_snapshot", "codegraph.embed.static", "lancedb"}
WORDS = {"click", "codegraph.cli.app"}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("cold")
    (place / "repo").mkdir()
    (place / "repo" / "notes.py").write_text("def save(text):\n    return text\n\n\ndef main():\n    save('a')\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODEGRAPH_HOME", str(place / "home"))
        assert main(["index", str(place / "repo"), "--no-vectors", "-q"]) == 0
    return place / "repo"


def loaded_by(repo: Path, *arguments: str) -> tuple[str, set[str]]:
    """Return the output of a new process, and the modules that it ends with."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=repo,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CODEGRAPH_HOME": str(repo.parent / "home")},
    )
    return done.stdout, set(done.stderr.split())


def test_callers_of_a_fresh_index_load_nothing_that_writes_ranks_or_reads_command_lines(repo: Path):
    said, loaded = loaded_by(repo, "callers", "save")
    assert "main" in said
    assert not loaded & (WRITING | ARRAYS | VECTORS | WORDS)


def test_a_symbol_of_a_home_without_memories_loads_nothing_of_memory(repo: Path):
    said, loaded = loaded_by(repo, "symbol", "save")
    assert "return text" in said
    assert not [name for name in loaded if name.startswith(("codegraph.memory", "codegraph.store.memory"))]
    assert not loaded & (WRITING | ARRAYS | VECTORS | WORDS)


def test_a_search_by_words_loads_arrays_and_nothing_of_vectors(repo: Path):
    said, loaded = loaded_by(repo, "search", "--lexical", "save a note")
    assert "notes.py" in said
    assert loaded >= ARRAYS
    assert not loaded & (WRITING | VECTORS | WORDS | {"numpy.typing"})


def test_an_index_that_is_behind_is_refreshed_by_what_that_takes(repo: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CODEGRAPH_REFRESH_S", "600")
    (repo / "later.py").write_text("from notes import save\n\n\ndef later():\n    save('b')\n")
    said, loaded = loaded_by(repo, "callers", "save")
    assert "later" in said
    assert "codegraph.indexing.pipeline" in loaded


def test_a_list_of_memories_loads_nothing_that_writes_or_ranks(repo: Path):
    assert loaded_by(repo, "memory", "add", "the writer goes last")[0]
    said, loaded = loaded_by(repo, "memory", "list")
    assert "the writer goes last" in said
    assert not loaded & (WRITING | ARRAYS | VECTORS)
    assert not loaded & {
        "codegraph.memory.events",
        "codegraph.memory.event_application",
        "codegraph.memory.hygiene.credentials",
    }


def test_a_recall_loads_no_maintenance(repo: Path):
    assert loaded_by(repo, "memory", "add", "the reader goes first")[0]
    said, loaded = loaded_by(repo, "memory", "recall", "who goes first?")
    assert "the reader goes first" in said
    assert not loaded & {"codegraph.memory.consolidate.plan", "codegraph.memory.notes"}
