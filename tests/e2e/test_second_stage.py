"""Symbols and edges are published first; text search and vectors follow, whatever happens in between."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.serving import copy_sample

from codegraph.embed.static import StaticEncoder
from codegraph.errors import NotFoundError
from codegraph.indexing import second_stage
from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.maintenance import check_health
from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import Answer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import CallersRequest, ExploreRequest, LocateRequest, SearchRequest
from codegraph.query.index import Index
from codegraph.render.envelope import format_envelope
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock
from codegraph.store.vector_properties import CARRIED

KILLED_BETWEEN = """
import os, signal, sys
from pathlib import Path
from codegraph.indexing import second_stage
from codegraph.settings.config import Config
from codegraph.indexing.pipeline import index_repository

second_stage.STAGED_FROM = 1
second_stage.STEPS = (lambda stage: os.kill(os.getpid(), signal.SIGKILL),)
index_repository(Path(sys.argv[1]), Config(Path(sys.argv[2]), workers=1))
"""
MISSING = "text search is missing: names only; run `codegraph index`"
PREPARED = "text search is being prepared: names only"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return copy_sample("storefront", tmp_path / "repo")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "home", workers=1)


def kill_between_stages(repo: Path, config: Config) -> None:
    """Index the repository in a process that is killed when symbols and edges are published."""
    done = subprocess.run([sys.executable, "-c", KILLED_BETWEEN, repo, config.home], capture_output=True, text=True)
    assert done.returncode == -9, done.stderr


def ask(repo: Path, config: Config, name: str, request: object) -> Answer:
    context = Context(repo, config)
    try:
        return load_handler(BY_NAME[name])(context, request)
    finally:
        context.close()


def chunks_of(repo: Path, config: Config) -> list[tuple]:
    with Index.open(repo, config) as index:
        return index._reader.execute(
            "SELECT f.path, c.start_line, c.end_line, s.name, c.name FROM chunks c JOIN files f ON f.id = c.file "
            "LEFT JOIN symbols s ON s.id = c.symbol ORDER BY f.path, c.start_line, c.id"
        )


def found(repo: Path, config: Config, query: str) -> list[tuple[str, int, float]]:
    answer = ask(repo, config, "search", SearchRequest(query))
    assert not answer.names_only and not answer.warnings
    return [(hit.file, hit.start, hit.score) for hit in answer.results.hits]


def function_called(repo: Path, config: Config) -> str:
    """The name of a function that another one calls."""
    with Index.open(repo, config) as index:
        edges = [e for e in index.iterate_edges() if e.kind == "calls" and hasattr(e.target, "qualname")]
    return next(edge.target.id for edge in edges if edge.target.id.startswith("python:"))


def test_callers_are_known_while_text_search_is_missing(repo: Path, config: Config, tmp_path: Path) -> None:
    kill_between_stages(repo, config)
    whole = Config(tmp_path / "whole", workers=1)
    index_repository(repo, whole)
    name = function_called(repo, config)
    early, late = (ask(repo, each, "callers", CallersRequest(name)) for each in (config, whole))
    assert early.results == late.results and early.results.steps
    assert early.warnings == () and early.freshness is not None and early.freshness.fresh
    assert "names_only" not in json.loads(format_envelope("callers", early))


def test_questions_that_need_text_answer_by_names_and_say_so(repo: Path, config: Config) -> None:
    kill_between_stages(repo, config)
    name = function_called(repo, config).rpartition("::")[2].rpartition(".")[2]
    for verb, request in (
        ("search", SearchRequest(name)), ("explore", ExploreRequest(name)), ("locate", LocateRequest(name))
    ):  # fmt: skip
        answer = ask(repo, config, verb, request)
        assert answer.warnings.count(MISSING) == 1, verb
        assert json.loads(format_envelope(verb, answer))["names_only"] == MISSING
    hits = ask(repo, config, "search", SearchRequest(name)).results.hits
    assert hits and name in hits[0].symbol.name
    with pytest.raises(NotFoundError) as caught:
        ask(repo, config, "callers", CallersRequest("nothing_is_called_so"))
    assert MISSING in caught.value.hint
    assert any(check.name == "text search" for check in check_health(repo, config))


def test_a_run_that_is_under_way_is_not_told_as_missing(repo: Path, config: Config) -> None:
    kill_between_stages(repo, config)
    with hold_writer_lock(get_index_folder(config.home, repo).lock):
        assert ask(repo, config, "search", SearchRequest("order")).names_only == PREPARED


def test_the_next_run_completes_what_was_killed(repo: Path, config: Config, tmp_path: Path) -> None:
    kill_between_stages(repo, config)
    done = index_repository(repo, config)
    assert (done.unchanged, done.reason) == (False, "text search was missing")
    whole = Config(tmp_path / "whole", workers=1)
    index_repository(repo, whole)
    assert chunks_of(repo, config) == chunks_of(repo, whole)
    assert found(repo, config, "how is an order paid?") == found(repo, whole, "how is an order paid?")
    assert index_repository(repo, config).unchanged


def test_an_edit_between_the_stages_is_in_what_completes_them(repo: Path, config: Config, tmp_path: Path) -> None:
    kill_between_stages(repo, config)
    (repo / "quokka.py").write_text("def feed_quokka():\n    return 'leaves'\n")
    IncrementalSession(repo, config).refresh()
    assert ask(repo, config, "search", SearchRequest("feed_quokka")).names_only == ""
    whole = Config(tmp_path / "whole", workers=1)
    index_repository(repo, whole)
    assert chunks_of(repo, config) == chunks_of(repo, whole)
    assert found(repo, config, "feed quokka leaves") == found(repo, whole, "feed quokka leaves")


def test_vectors_outlive_a_run_that_is_killed_between_the_stages(
    repo: Path, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_repository(repo, config)
    (repo / "quokka.py").write_text("def feed_quokka():\n    return 'leaves'\n")
    kill_between_stages(repo, config)
    folder = get_index_folder(config.home, repo)
    assert (folder.get_generation(folder.get_current()) / CARRIED).is_dir()
    encoded: list[str] = []
    encode = StaticEncoder.encode
    monkeypatch.setattr(
        StaticEncoder,
        "encode",
        lambda self, texts: encoded.extend(t for t in texts if "\n" in t) or encode(self, texts),
    )
    index_repository(repo, config)
    assert len(encoded) == 1 and "feed_quokka" in encoded[0]
    assert not (folder.get_generation(folder.get_current()) / CARRIED).exists()


def test_small_repositories_are_published_once(repo: Path, config: Config) -> None:
    assert index_repository(repo, config).stats.generation == 1


def test_a_file_that_changes_before_it_is_cut_is_cut_by_the_next_run(
    repo: Path, config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = repo / "quokka.py"
    edited.write_text("def feed_quokka():\n    return 'leaves'\n")
    add_text = second_stage.STEPS[0]
    monkeypatch.setattr(second_stage, "STAGED_FROM", 1)
    publish = index_repository.__globals__["publish_structure"]

    def publish_and_edit(*given: object) -> int:
        number = publish(*given)
        edited.write_text("def wash_quokka():\n    return 'soap and water'\n")
        return number

    monkeypatch.setattr("codegraph.indexing.pipeline.publish_structure", publish_and_edit)
    index_repository(repo, config)
    monkeypatch.undo()
    assert second_stage.STEPS[0] is add_text
    os.utime(edited)
    index_repository(repo, config)
    whole = Config(tmp_path / "whole", workers=1)
    index_repository(repo, whole)
    assert chunks_of(repo, config) == chunks_of(repo, whole)
