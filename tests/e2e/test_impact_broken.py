"""Unchanged code that still uses what is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.shop import FILES, STORE, changed, report

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.settings.config import Config


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return GitRepo.make(tmp_path / "repo", FILES)


def test_a_use_that_now_leads_to_another_of_that_name_is_not_broken(repo: GitRepo, config: Config) -> None:
    load = STORE[STORE.index("    def load") : STORE.index("def helper")]
    above = "        return item\n\n    def load(self):\n        return [helper(each) for each in (1, 2)]\n"
    repo.write({"shop/store.py": STORE.replace(load, "\n").replace("        return item\n", above)})
    found = report(repo, config)
    assert changed(found) == {"Store.load": ChangeKind.REMOVED, "Base.load": ChangeKind.ADDED}
    gone = next(c for c in found.changed if c.change is ChangeKind.REMOVED)
    assert (gone.dependents > 0 or gone.tests > 0) and gone.broken == ()


def test_a_function_whose_inner_code_no_longer_names_what_is_gone_is_not_broken(tmp_path: Path, config: Config) -> None:
    java = """class Held {}

class Holder {
  Object hold() {
    return new Object() { %s held = new %s(); };
  }
}
"""
    repo = GitRepo.make(tmp_path / "java", {"Holder.java": java % ("Held", "Held")})
    repo.write({"Holder.java": (java % ("String", "String")).replace("class Held {}\n", "")})
    found = report(repo, config)
    gone = next(c for c in found.changed if c.symbol.name == "Held")
    assert (gone.change, gone.broken) == (ChangeKind.REMOVED, ())


def test_an_import_that_was_an_assignment_is_not_missed_by_its_users(tmp_path: Path, config: Config) -> None:
    part = "class Part:\n    def __init__(self, n):\n        self.n = n\n"
    use = "\n\ndef make():\n    return Part(1)\n"
    files = {"part.py": part, "use.py": "import part\n\nPart = part.Part\n" + use}
    repo = GitRepo.make(tmp_path / "python", files)
    repo.write({"use.py": "from part import Part\n" + use})
    found = report(repo, config)
    assert {c.symbol.id: c.change for c in found.changed}["python:use.py::Part"] is ChangeKind.REMOVED
    assert [c.broken for c in found.changed] == [()] * len(found.changed)


def test_an_override_that_goes_breaks_neither_what_it_replaced_nor_its_callers(repo: GitRepo, config: Config) -> None:
    override = STORE[STORE.index("    def save", STORE.index("class Store")) : STORE.index("    def load")]
    repo.write({"shop/store.py": STORE.replace(override, "")})
    found = report(repo, config)
    assert changed(found) == {"Store.save": ChangeKind.REMOVED}
    assert found.changed[0].dependents > 0 and found.changed[0].broken == ()


def test_callers_that_may_have_run_an_implementation_do_not_name_it(tmp_path: Path, config: Config) -> None:
    shape = "interface Shape {\n  int area();\n}\n"
    area = "  public int area() { return 4; }\n"
    circle = "class Circle implements Shape {\n" + area + "}\n"
    use = "class Use {\n  int of(Shape shape) { return shape.area(); }\n}\n"
    square = "%sclass Square implements Shape {\n%s}\n"
    files = {"Shape.java": shape, "Circle.java": circle, "Use.java": use, "Square.java": square % ("", area)}
    repo = GitRepo.make(tmp_path / "java", files)
    repo.write({"Square.java": square % ("abstract ", "")})
    found = {c.symbol.qualname: c for c in report(repo, config).changed}
    assert (found["Square.area"].change, found["Square.area"].broken) == (ChangeKind.REMOVED, ())
    assert found["Square.area"].dependents > 0


def test_what_is_still_there_is_not_said_to_be_missed(tmp_path: Path, config: Config) -> None:
    text = """class A:
    def go(self%s):
        return 1


class B:
    pass


def make() -> %s:
    return %s()
"""
    gone = "\n\ndef gone(numbers):\n    return [number * 2 for number in numbers]\n"
    use = "from a import make\n\n\ndef use():\n    return make().go()\n"
    repo = GitRepo.make(tmp_path / "py", {"a.py": text % ("", "A", "A") + gone, "use.py": use})
    repo.write({"a.py": text % (", more=0", "B", "B")})
    found = {c.symbol.qualname: c for c in report(repo, config).changed}
    assert found["gone"].change is ChangeKind.REMOVED
    assert (found["A.go"].change, found["A.go"].broken) == (ChangeKind.SIGNATURE, ())


@pytest.mark.parametrize(("base", "is_broken"), [("Full", False), ("Plain", True)])
def test_a_member_that_another_base_of_a_library_may_have_is_not_missed(
    tmp_path: Path, config: Config, base: str, is_broken: bool
) -> None:
    head = "import org.data.Full;\nimport org.data.Plain;\n\ninterface Items extends %s<Item> {\n"
    files = {
        "Items.java": head % "Plain" + "  void save(Item item);\n  Item find(int id);\n}\n",
        "Desk.java": "class Desk {\n  Items items;\n  void keep(Item item) { items.save(item); }\n}\n",
    }
    repo = GitRepo.make(tmp_path / "java", files)
    repo.write({"Items.java": head % base + "  Item find(int id);\n}\n"})
    gone = next(c for c in report(repo, config).changed if c.symbol.name == "save")
    assert (gone.change, bool(gone.broken)) == (ChangeKind.REMOVED, is_broken)
