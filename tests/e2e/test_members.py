"""Members of types whose methods stand outside of them, in a real tree."""

from __future__ import annotations

from pathlib import Path

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import ImpactRequest, SymbolRequest
from codegraph.settings.config import Config


def opened(folder: Path, sources: dict[str, str]) -> Context:
    for path, text in sources.items():
        (folder / "repo" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "repo" / path).write_text(text)
    config = Config(folder / "home", workers=1, vectors=False)
    index_repository(folder / "repo", config)
    return Context(folder / "repo", config)


def members(context: Context, name: str) -> list[str]:
    answer = load_handler(BY_NAME["symbol"])(context, SymbolRequest(name)).results
    return [f"{row.path}::{row.qualname}" for row in answer.members]


def test_methods_of_a_go_type_are_its_members_in_whatever_file_of_the_package_they_stand(tmp_path: Path) -> None:
    sources = {
        "go.mod": "module example.org/shop\n",
        "store/store.go": "package store\n\ntype Store struct{ path string }\n\nfunc (s *Store) Get() {}\n",
        "store/more.go": "package store\n\nfunc (s *Store) Put() {}\n\nfunc made() *Store { return nil }\n\n"
        "func start() { made().Put() }\n",
        "store/store_test.go": "package store_test\n\ntype Store struct{}\n\nfunc (s Store) Fake() {}\n",
        "other/other.go": 'package other\n\nimport "example.org/shop/store"\n\ntype Store struct{}\n\n'
        "func (s Store) Load(from *store.Store) { from.Put() }\n\n"
        'type Level int\n\nfunc (l Level) Name() string { return other(l) }\n\nfunc other(l Level) string { return "" }\n',
    }
    context = opened(tmp_path, sources)
    assert members(context, "store/store.go::Store") == [
        "store/store.go::Store.path",
        "store/store.go::Store.Get",
        "store/more.go::Store.Put",
    ]
    assert members(context, "store/store_test.go::Store") == ["store/store_test.go::Store.Fake"]
    assert members(context, "Level") == ["other/other.go::Level.Name"]
    request = ImpactRequest("store/store.go::Store", depth=1)
    found = load_handler(BY_NAME["impact"])(context, request).results
    context.close()
    assert ("start", "Store.Put") in [(d.symbol.qualname, d.via.target.qualname) for d in found.dependents]


def test_methods_of_a_type_are_found_in_however_many_files_they_stand(tmp_path: Path) -> None:
    sources = {"go.mod": "module example.org/shop\n", "store/store.go": "package store\n\ntype Store struct{}\n"}
    sources |= {f"store/part{at:02}.go": f"package store\n\nfunc (s *Store) Do{at:02}() {{}}\n" for at in range(20)}
    context = opened(tmp_path, sources)
    found = members(context, "Store")
    context.close()
    assert found == [f"store/part{at:02}.go::Store.Do{at:02}" for at in range(20)]


def test_methods_of_a_rust_type_are_its_members_where_the_type_named_is_that_one(tmp_path: Path) -> None:
    sources = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/lib.rs": "pub mod more;\npub mod other;\npub mod both;\n"
        "pub struct Store { path: u32 }\nimpl Store { pub fn get(&self) {} }\n"
        "impl Default for Store { fn default() -> Self { Store { path: 1 } } }\n",
        "src/more.rs": "use crate::Store;\nimpl Store { pub fn put(&self) {} }\n",
        "src/other.rs": "pub struct Store;\nimpl Store { pub fn from(other: crate::Store) {} }\n",
        "src/both.rs": "use crate::other;\nimpl crate::Store { pub fn first(&self, from: other::Store) {} }\n",
    }
    context = opened(tmp_path, sources)
    whole = ["src/lib.rs::Store.path", "src/lib.rs::Store.get", "src/lib.rs::Store.default", "src/more.rs::Store.put"]
    assert members(context, "src/lib.rs::Store") == whole
    assert members(context, "src/other.rs::Store") == ["src/other.rs::Store.from"]
    context.close()


def test_of_two_types_with_one_name_in_a_file_each_has_its_own_members(tmp_path: Path) -> None:
    sources = {
        "shop.py": "import sys\n\nif sys.platform == 'win32':\n"
        "    class Lock:\n        def take(self): ...\nelse:\n"
        "    class Lock:\n        def take(self): ...\n        def give(self): ...\n",
        "use.py": "from shop import Lock\n\nclass Other:\n    class Lock:\n        def held(self): return Lock()\n",
    }
    context = opened(tmp_path, sources)
    listed = {name: members(context, name) for name in ("shop.py:4", "shop.py:7", "Other.Lock")}
    context.close()
    assert listed == {
        "shop.py:4": ["shop.py::Lock.take"],
        "shop.py:7": ["shop.py::Lock.take", "shop.py::Lock.give"],
        "Other.Lock": ["use.py::Other.Lock.held"],
    }
