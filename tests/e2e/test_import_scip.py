"""Import of SCIP: edges of another indexer join the answers, and go when their file changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from codegraph.cli.edge import main
from codegraph.graph_model import EdgeKind
from codegraph.operations.scip_messages import load_messages
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.store.imported_edges import Imported
from codegraph.store.layout import get_index_folder

SOURCES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1.2"\n',
    "shop/base.py": "class Store:\n    def save(self, item):\n        ...\n",
    "shop/disk.py": (
        "from shop.base import Store\n\n\nclass Disk(Store):\n    def save(self, item):\n"
        "        'größer'; super().save(item)\n\n\ndef make():\n    return Disk()\n"
    ),
    "shop/late.py": "def use(thing):\n    'größer 𝄞'; thing.save(1)\n",
}
SAVE = "scip-python python shop 1.2 `shop.base`/Store#save()."
DEFINITION = 1
SCHEMAS = Path(__file__).resolve().parents[2] / "docs/schemas"

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, text in SOURCES.items():
        (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / path).write_text(text, encoding="utf-8")
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "tree")
    assert main(["index", "--quiet"]) == 0
    return tmp_path / "tree"


@pytest.fixture
def ask(root: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    def run(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def make_index(root: Path, tool: str = "scip-python", version: str = "0.6.6") -> Any:
    """Return an index that knows what `thing.save` is, with columns in UTF-16."""
    index = load_messages()["Index"]()
    index.metadata.tool_info.name, index.metadata.tool_info.version = tool, version
    index.metadata.project_root = root.as_uri()
    base, late = index.documents.add(), index.documents.add()
    base.relative_path, late.relative_path = "shop/base.py", "shop/late.py"
    add_occurrence(base, (1, 8, 12), SAVE, DEFINITION)
    add_occurrence(late, (1, 23, 27), SAVE)  # the clef takes two units
    add_occurrence(late, (1, 17, 22), "local 4")
    add_occurrence(late, (0, 0, 3), "scip-python python stdlib 3.11 builtins/print().")
    return index


def add_occurrence(document: Any, place: tuple[int, ...], symbol: str, roles: int = 0) -> None:
    occurrence = document.occurrences.add()
    occurrence.range.extend(place)
    occurrence.symbol, occurrence.symbol_roles = symbol, roles


def write(folder: Path, index: Any, name: str = "index.scip") -> str:
    path = folder / name
    path.write_bytes(index.SerializeToString())
    return str(path)


def test_an_edge_that_only_the_other_indexer_found_is_shown_with_its_name(root: Path, ask: Ask, tmp_path: Path) -> None:
    assert "shop/late.py" not in ask("callers", "Store.save")[1]
    code, said, _ = ask("import", "scip", write(tmp_path, make_index(root)))
    assert code == 0
    assert "scip-python 0.6.6: 1 observed edge in 2 documents" in said
    assert "1 definition matched; 1 symbol without a definition here" in said
    _, said, _ = ask("callers", "Store.save")
    assert "shop/late.py:2" in said and "observed: scip-python 0.6.6" in said
    assert "Store.save" in ask("callees", "use")[1]
    edges = [s["edge"] for s in json.loads(ask("callers", "Store.save", "--json")[1])["results"]["steps"]]
    assert [each.get("observer") for each in edges if each["resolution"] == "observed"] == ["scip-python 0.6.6"]
    assert "late.py" not in ask("callers", "Store.save", "--resolution", "exact")[1]
    assert "late.py" in ask("refs", "Store.save", "--kind", "calls")[1]


def test_an_edge_goes_when_its_file_changes_and_another_stays(root: Path, ask: Ask, tmp_path: Path) -> None:
    ask("import", "scip", write(tmp_path, make_index(root)))
    (root / "shop/base.py").write_text("# first\n" + SOURCES["shop/base.py"], encoding="utf-8")
    assert "shop/late.py:2" in ask("callers", "Store.save")[1]
    (root / "shop/late.py").write_text("# first\n" + SOURCES["shop/late.py"], encoding="utf-8")
    assert "late.py" not in ask("callers", "Store.save")[1]
    assert "1 edge in 2 documents, 2 of them changed since" in ask("import", "show")[1]


def test_a_reference_by_the_name_of_another_definition_is_left_out(root: Path, ask: Ask, tmp_path: Path) -> None:
    index = make_index(root)
    disk = index.documents.add()
    disk.relative_path = "shop/disk.py"
    add_occurrence(disk, (9, 11, 15), SAVE)  # `Disk`
    code, said, _ = ask("import", "scip", write(tmp_path, index))
    assert code == 0 and "1 observed edge in 3 documents" in said
    assert "1 reference left out: another definition bears the name there" in said
    assert "shop/disk.py:10" not in ask("callers", "Store.save")[1]


def test_only_the_start_of_a_file_defines_its_module(root: Path, ask: Ask, tmp_path: Path) -> None:
    index = make_index(root)
    base, late = index.documents
    module, key = "scip-python python shop 1.2 `shop.base`/__init__:", "scip-typescript npm shop 1.2 `base`/price0:"
    add_occurrence(base, (0, 0, 0), module, DEFINITION)
    add_occurrence(base, (2, 8, 11), key, DEFINITION)  # a member of an object literal
    add_occurrence(late, (0, 8, 13), key)
    assert "1 observed edge in 2 documents" in ask("import", "scip", write(tmp_path, index))[1]
    add_occurrence(late, (0, 4, 7), module)
    assert "2 observed edges in 2 documents" in ask("import", "scip", write(tmp_path, index))[1]


def test_sources_are_kept_apart_and_removed_one_by_one(root: Path, ask: Ask, tmp_path: Path) -> None:
    ask("import", "scip", write(tmp_path, make_index(root)))
    ask("import", "scip", write(tmp_path, make_index(root, "pyre", "1")))
    ask("import", "scip", write(tmp_path, make_index(root, version="0.7.0")))  # takes the place of 0.6.6
    assert "observed: pyre 1, scip-python 0.7.0" in ask("callers", "Store.save")[1]
    assert "forgotten" in ask("import", "remove", "pyre")[1]
    assert "observed: scip-python 0.7.0" in ask("callers", "Store.save")[1]
    assert "not known" in ask("import", "remove", "pyre")[1]
    assert "forgotten" in ask("import", "remove", "scip-python")[1]
    assert "no edges of other indexers" in ask("import", "show")[1]
    assert "late.py" not in ask("callers", "Store.save")[1]


def test_the_json_answers_have_the_published_shapes(root: Path, ask: Ask, tmp_path: Path) -> None:
    index = make_index(root)
    index.documents.add().relative_path = "shop/gone.py"
    for name, *words in (("scip", write(tmp_path, index)), ("show",), ("remove", "scip-python"), ("show",)):
        answer = json.loads(ask("import", name, *words, "--json")[1])
        jsonschema.validate(answer, json.loads((SCHEMAS / f"import-{name}.json").read_text(encoding="utf-8")))
        assert answer["freshness"]["fresh"]


def test_a_round_trip_keeps_definitions_references_and_relationships(root: Path, ask: Ask, tmp_path: Path) -> None:
    output = str(tmp_path / "ours.scip")
    assert ask("export", "--format", "scip", "--output", output)[0] == 0
    code, said, _ = ask("import", "scip", output)
    assert code == 0 and "codegraph 0" in said
    config = Config(tmp_path / "home")
    with Index.open(root, config) as index:
        symbols = {row.id: row for row in index.iterate_all_symbols()}
        kinds = (EdgeKind.CALLS, EdgeKind.IMPORTS, EdgeKind.INHERITS, EdgeKind.OVERRIDES)
        known = {
            (e.source.id, e.target.id, str(e.kind), e.lines)
            for e in index.iterate_edges()
            if e.kind in kinds and e.target.id in symbols
        }
    imported = Imported(get_index_folder(config.home, root))
    found = {tuple(each.edge) for each in imported.find_edges(symbols, incoming=False)}
    assert len(known) == 5 and known <= found
    assert len(imported.list_sources()[0].documents) == len(SOURCES)
    answer = json.loads(ask("import", "scip", output, "--json")[1])["results"]
    exported = load_messages()["Index"]()
    exported.ParseFromString(Path(output).read_bytes())
    defined = [o for d in exported.documents for o in d.occurrences if o.symbol_roles & DEFINITION]
    assert answer["definitions"] == len(defined) and answer["unknown"] == 0
    assert "observed" not in ask("callers", "Store.save")[1]  # the graph has them all


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda index: index.SerializeToString()[:-9], "is no index in SCIP, or is cut off"),
        (lambda index: b"<html>", "is no index in SCIP"),
        (lambda index: b"", "is empty"),
        (lambda index: (setattr(index.metadata, "version", 9), index.SerializeToString())[1], "in version 9 of SCIP"),
        (lambda index: (index.metadata.tool_info.Clear(), index.SerializeToString())[1], "it names no indexer"),
    ],
)
def test_bad_input_is_an_error_and_changes_nothing(
    root: Path, ask: Ask, tmp_path: Path, spoil: Callable[[Any], bytes], error: str
) -> None:
    ask("import", "scip", write(tmp_path, make_index(root)))
    bad = tmp_path / "bad.scip"
    bad.write_bytes(spoil(make_index(root)))
    code, _, said = ask("import", "scip", str(bad))
    assert code == 2 and error in said
    assert "observed: scip-python 0.6.6" in ask("callers", "Store.save")[1]


def test_an_index_of_another_repository_is_an_error(root: Path, ask: Ask, tmp_path: Path) -> None:
    index = make_index(root)
    index.metadata.project_root = "file:///elsewhere"
    for document in index.documents:
        document.relative_path = f"other/{document.relative_path}"
    code, _, said = ask("import", "scip", write(tmp_path, index))
    assert code == 2 and "is of no file of" in said and "file:///elsewhere" in said
    assert ask("import", "scip", str(tmp_path / "missing.scip"))[0] == 2


def test_documents_that_do_not_fit_are_rows_with_a_status(root: Path, ask: Ask, tmp_path: Path) -> None:
    index = make_index(root)
    for path in ("../secret.py", "/etc/passwd", "shop/gone.py", "shop/disk.py"):
        document = index.documents.add()
        document.relative_path = path
        add_occurrence(document, (0, 3, 9), f"scip-python python shop 1.2 `{path}`/Nothing#", DEFINITION)
    for place in ((), (1,), (-1, 0, 4), (900, 0, 4)):  # of no place in the file
        add_occurrence(index.documents[1], place, SAVE)
    code, said, _ = ask("import", "scip", write(tmp_path, index))
    assert code == 0 and "1 observed edge in " in said
    assert "documents left out" in said and said.count("outside of the repository") == 2
    assert "no file of the index" in said and "no symbol in it is one of the index" in said


def test_an_index_of_a_folder_is_relative_to_it(root: Path, ask: Ask, tmp_path: Path) -> None:
    index = make_index(root)
    index.metadata.project_root = (root / "shop").as_uri()
    for document in index.documents:
        document.relative_path = document.relative_path.removeprefix("shop/")
    assert ask("import", "scip", write(tmp_path, index))[0] == 0
    assert "observed: scip-python 0.6.6" in ask("callers", "Store.save")[1]
