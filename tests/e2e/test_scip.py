"""Export to SCIP: definitions, references and relationships survive the round trip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codegraph.cli.edge import main
from codegraph.operations.scip_messages import load_messages

SOURCES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1.2"\n',
    "shop/base.py": "class Store:\n    def save(self, item):\n        ...\n",
    "shop/disk.py": (
        "from shop.base import Store\n\n\nclass Disk(Store):\n    def save(self, item):\n"
        "        'größer'; super().save(item)\n\n\ndef make():\n    return Disk()\n"
    ),
    "shop/label.py": (
        "class Label:\n    def __init__(self, text):\n        self.text = text\n\n\n"
        "def show(label: Label):\n    text = label.text; text\n    return {'text': label.text, f'{label.text}': show}\n"
        "\n\ndef keep(label: Label):\n    return {'show': show, 'Label': Label(text=label.text)}\n"
    ),
    "web/Cart.ts": "export class Cart { size = 0; }\n",
    "web/page.ts": (
        "import { Cart } from './Cart';\nexport { Cart as Basket } from './Cart';\n"
        "export function grow(cart: Cart, size: number) { return cart.size + size; }\n"
    ),
}
DEFINITION = 1


@pytest.fixture
def exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the documents of an export by path, as protobuf reads them."""
    root = tmp_path / "tree"
    for path, text in SOURCES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    output = tmp_path / "index.scip"
    assert main(["export", str(root), "--format", "scip", "--output", str(output)]) == 0
    index = load_messages()["Index"]()
    index.ParseFromString(output.read_bytes())
    assert index.metadata.tool_info.name == "codegraph"
    assert index.metadata.project_root == root.as_uri()
    return {document.relative_path: document for document in index.documents}


def find_text(document: Any, occurrence: Any) -> str:
    line, start, end = occurrence.range
    return SOURCES[document.relative_path].split("\n")[line][start:end]


def test_an_occurrence_covers_the_name_of_its_symbol(exported: dict[str, Any]) -> None:
    document = exported["shop/disk.py"]
    found = {
        (each.range[0], find_text(document, each), each.symbol_roles & DEFINITION) for each in document.occurrences
    }
    assert {(3, "Disk", 1), (3, "Store", 0), (4, "save", 1), (5, "save", 0), (9, "Disk", 0)} <= found


def test_references_lead_to_definitions_in_other_documents(exported: dict[str, Any]) -> None:
    defined = {each.symbol for each in exported["shop/base.py"].occurrences if each.symbol_roles & DEFINITION}
    store = "codegraph pypi shop 1.2 shop/`base.py`/Store#"
    assert {store, f"{store}save()."} <= defined
    used = [each.symbol for each in exported["shop/disk.py"].occurrences if not each.symbol_roles & DEFINITION]
    assert used.count(store) == 2
    assert used.count(f"{store}save().") == 1


def test_an_override_implements_what_it_overrides(exported: dict[str, Any]) -> None:
    related = {
        each.display_name: [relation.symbol for relation in each.relationships]
        for each in exported["shop/disk.py"].symbols
    }
    assert related["Disk"] == ["codegraph pypi shop 1.2 shop/`base.py`/Store#"]
    assert related["save"] == ["codegraph pypi shop 1.2 shop/`base.py`/Store#save()."]


def list_columns(document: Any, line: int, suffix: str) -> list[int]:
    """Return where references to a symbol stand on a line, counted from 0."""
    return [
        each.range[1]
        for each in document.occurrences
        if each.range[0] == line and each.symbol.endswith(suffix) and not each.symbol_roles & DEFINITION
    ]


def test_a_member_is_not_where_a_variable_or_a_keyword_bears_its_name(exported: dict[str, Any]) -> None:
    document = exported["shop/label.py"]
    assert list_columns(document, 6, "Label#text.") == [17]
    assert list_columns(document, 7, "Label#text.") == [26, 41]  # braces put code into a text
    assert list_columns(document, 11, "Label#text.") == [52]
    assert list_columns(exported["web/page.ts"], 2, "Cart#size.") == [61]


def test_a_text_that_says_the_name_is_no_reference(exported: dict[str, Any]) -> None:
    document = exported["shop/label.py"]
    assert list_columns(document, 11, "/show().") == [20]
    assert list_columns(document, 11, "/Label#") == [35]


def test_a_class_is_imported_by_its_name_and_its_module_by_the_path(exported: dict[str, Any]) -> None:
    document = exported["web/page.ts"]
    assert [list_columns(document, line, "/Cart#") for line in (0, 1)] == [[9], [9]]
    assert list_columns(document, 0, "`Cart.ts`/") == [24]


def test_scip_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--format", "scip"]) == 2
    assert "add -o FILE" in capsys.readouterr().err
