"""Symbols that the resolver finds are stored like those that parsers find."""

from __future__ import annotations

import shutil
from pathlib import Path

from support import deltas, samples
from support.graphs import INFO

from codegraph.graph_model import FileChunks
from codegraph.settings.config import Config
from codegraph.store.content import FileContent, Prepared, prepare
from codegraph.store.generation_text import FileText, Text, build_rows, invert, write_text
from codegraph.store.layout import IndexFolder
from codegraph.store.writer import build_generation, write_structure
from codegraph_parsers.file_facts import FileFacts, SymbolKind

QUERIES = ["parcels", "GET health", "show_parcel"]


def copy_sample(place: Path) -> deltas.Project:
    root = place / "tree"
    shutil.copytree(samples.ROOT / "parcelpost", root)
    return deltas.Project(root, Config(home=place / "home", vectors=False))


def without_endpoints(facts: FileFacts) -> FileFacts:
    symbols = [symbol for symbol in facts.symbols if symbol.kind is not SymbolKind.ENDPOINT]
    return FileFacts(facts.path, facts.language, facts.digest, symbols=symbols)


def test_content_that_was_written_before_endpoints_were_found_answers_the_same(tmp_path: Path):
    project = copy_sample(tmp_path)
    state = project.state()
    whole, late = IndexFolder(tmp_path / "whole"), IndexFolder(tmp_path / "late")
    deltas.write_whole(whole, state)
    plain = {facts.path: without_endpoints(facts) for facts in state.graph.files}
    database = tmp_path / "prepared.db"
    content = prepare(database, (FileContent(row, plain.get(row.path)) for row in state.rows))
    assert any(len(facts.symbols) > len(plain[facts.path].symbols) for facts in state.graph.files)
    with build_generation(late) as building:
        written = write_structure(building, state.graph, state.rows, INFO, Prepared(database, content))
        chunks: dict[str, FileChunks] = state.chunks
        texts = (FileText(i, ids, chunks.get(row.path)) for i, (row, ids) in enumerate(zip(state.rows, written.ids)))
        rows, counts = build_rows(texts)
        terms = invert(chunks[row.path] for row in state.rows if row.path in chunks)
        write_text(building.path, building.number, building.path, Text(rows, counts, terms, state.links))
    deltas.assert_same(project.root, project.config, late, whole, QUERIES)


def test_a_prefix_in_another_file_renames_endpoints_and_keeps_text(tmp_path: Path):
    project = copy_sample(tmp_path)
    before = project.state()
    made, whole = IndexFolder(tmp_path / "made"), IndexFolder(tmp_path / "whole")
    deltas.write_whole(made, before)
    place = project.root / "depot" / "__init__.py"
    place.write_text(place.read_text("utf-8").replace('API = "/api"', 'API = "/v2"'), "utf-8")
    after = project.state()
    deltas.write_difference(made, before, after)
    deltas.write_whole(whole, after)
    deltas.assert_same(project.root, project.config, made, whole, QUERIES)
    names = {symbol.name for facts in after.graph.files for symbol in facts.symbols}
    assert {"GET /v2/parcels/lost", "GET /api/tracking/{code}"} <= names
    assert "GET /api/parcels/lost" not in names
