"""Labels of the change of a field in a report."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import ImpactRequest
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import SymbolKind


@pytest.mark.parametrize(
    ("path", "old", "new", "kinds"),
    [
        ("m.py", "class Item:\n    id: int | None = None\n    name: str = ''\n",
         "class Item:\n    id: str = None\n    name: str = 'x'\n", {"Item.id": "signature", "Item.name": "body"}),
        ("t.ts", "export interface Item { id: number; name: string }\nexport class Box { size: number = 1 }\n",
         "export interface Item { id: string; name: string }\nexport class Box { size: number = 2 }\n",
         {"Item.id": "signature", "Box.size": "body"}),
        ("a.go", "package a\n\ntype Item struct {\n\tID int\n}\n", "package a\n\ntype Item struct {\n\tID string\n}\n",
         {"Item.ID": "signature"}),
        ("A.java", "class A {\n  int size = 1;\n  int other = 1;\n}\n", "class A {\n  long size = 1;\n  int other = 2;\n}\n",
         {"A.size": "signature", "A.other": "body"}),
        ("lib.rs", "pub struct Item {\n    pub id: u32,\n}\n", "pub struct Item {\n    pub id: u64,\n}\n",
         {"Item.id": "signature"}),
    ],
)  # fmt: skip
def test_another_declared_type_is_another_signature_and_another_value_is_not(
    tmp_path: Path, config: Config, path: str, old: str, new: str, kinds: dict[str, str]
) -> None:
    repo = GitRepo.make(tmp_path / "repo", {path: old})
    repo.write({path: new})
    context = Context(repo.root, config)
    try:
        report = load_handler(BY_NAME["impact"])(context, ImpactRequest(base="HEAD", limit=0)).results
    finally:
        context.close()
    found = {row.symbol.qualname: str(row.change) for row in report.changed if row.symbol.kind is SymbolKind.FIELD}
    assert found == kinds
