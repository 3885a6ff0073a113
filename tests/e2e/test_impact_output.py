"""Output of `impact`: its reports, and the messages of the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.shop import FILES, STORE, report

from codegraph.cli import impact
from codegraph.cli.app import main
from codegraph.render.impact.plain_text import format_report_text
from codegraph.settings.config import Config

CALC = {
    "go.mod": "module example.org/calc\n\ngo 1.21\n",
    "calc.go": "package calc\n\nfunc Twice(n int) int { return n * 2 }\n",
    "calc_test.go": 'package calc\n\nimport "testing"\n\nfunc TestTwice(t *testing.T) { Twice(1) }\n',
    "shop.py": "def price():\n    return 1\n",
    "test_shop.py": "from shop import price\n\n\ndef test_price():\n    assert price()\n",
}
BOX = 'class Box {\n    void put(int n) { }\n    void put(String s) { }\n    void fill() { put(1); put(""); }\n}\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("name", "reason"), [("none/out.md", "there is no folder"), ("folder.md", "it is a folder"), ("shut/out.md", "")]
)
def test_a_report_that_cannot_be_written_is_said_before_the_work(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    reason: str,
) -> None:
    repo = GitRepo.make(tmp_path / "repo", FILES)
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "shut").mkdir(mode=0o500)
    if not reason and os.access(tmp_path / "shut", os.W_OK):
        pytest.skip("this user may write anywhere")
    monkeypatch.setattr(impact, "ask", lambda _: pytest.fail("the work was begun"))
    assert main(["impact", "--base", "HEAD", "-C", str(repo.root), "--output", str(tmp_path / name)]) == 2
    assert f"{tmp_path / name} cannot be written: {reason}" in capsys.readouterr().err


def test_one_test_that_a_runner_cannot_run_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repo = GitRepo.make(tmp_path / "repo", CALC)
    repo.write({"shop.py": CALC["shop.py"].replace("1", "2")})
    assert main(["impact", "--base", "HEAD", "--tests", "go", "-C", str(repo.root)]) == 0
    assert "warning: 1 test is not for go: " in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--base", "HEAD"], ["save"]])
def test_a_diagram_says_where_the_rest_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    users = "".join(f"\n\ndef user{n}():\n    return save()\n" for n in range(40))
    repo = GitRepo.make(tmp_path / "repo", {"a.py": f"def save():\n    return 1\n{users}"})
    repo.write({"a.py": f"def save():\n    return 2\n{users}"})
    assert main(["index", "-q", str(repo.root)]) == 0
    capsys.readouterr()
    assert main(["impact", *arguments, "-f", "mermaid", "-C", str(repo.root)]) == 0
    drawn = capsys.readouterr().out
    assert "%% 21 more left out; --format text lists them" in drawn


def test_overloads_are_told_apart_in_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repo = GitRepo.make(tmp_path / "repo", {"Box.java": BOX})
    repo.write({"Box.java": BOX.replace("n) { }", "n) { fill(); }").replace("s) { }", "s) { fill(); }")})
    assert main(["impact", "--base", "HEAD", "-f", "markdown", "-C", str(repo.root)]) == 0
    output = capsys.readouterr().out
    assert "`Box.put(int)`" in output
    assert "`Box.put(String)`" in output


def test_a_repository_of_lone_symbols_has_no_other_edges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repo = GitRepo.make(tmp_path / "repo", {"a.py": STORE.partition("import")[0] + "\n\ndef alone():\n    return 1\n"})
    assert main(["index", str(repo.root)]) == 0
    output = capsys.readouterr().out
    assert "1 edge" in output
    assert "no relationships between symbols" in output


def test_the_round_trip_shown_of_a_grown_circle_goes_over_what_is_new(tmp_path: Path, config: Config) -> None:
    repo = GitRepo.make(
        tmp_path / "repo",
        {
            "a.py": "import b\nimport d\n",
            "b.py": "import a\n\n\ndef soon():\n    return 1\n",
            "c.py": "X = 1\n",
            "d.py": "import c\n",
        },
    )
    repo.write({"b.py": "import a\n\n\ndef late():\n    return 1\n", "c.py": "import a\n\nX = 1\n"})
    (cycle,) = report(repo, config).cycles
    assert (set(cycle.files), cycle.size) == ({"a.py", "d.py", "c.py"}, 4)


@pytest.mark.parametrize(("gate", "code"), [("risk>.01", 1), ("risk > 0.99", 0), ("risk>", 2), ("risk>1e3", 2)])
def test_a_gate_is_read_as_numbers_are_written(tmp_path: Path, gate: str, code: int) -> None:
    repo = GitRepo.make(tmp_path / "repo", FILES)
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    assert main(["impact", "--base", "HEAD", "-q", "--fail-on", gate, "-C", str(repo.root)]) == code


@pytest.mark.parametrize(("old", "new"), [("A = 1", "A = 2"), ("seven, 7", "seven, 8"), ("limit(3)", "limit(4)")])
def test_what_a_macro_of_another_crate_is_given_is_code_of_the_file(
    tmp_path: Path, config: Config, old: str, new: str
) -> None:
    text = (
        "use outside::Base;\n\nflags! {\n    pub struct Flags: u32 {\n        const A = 1;\n    }\n}\n\n"
        "make!(seven, 7);\n\npub static MOST: usize = { limit(3) };\n"
    )
    repo = GitRepo.make(tmp_path / "repo", {"Cargo.toml": '[package]\nname = "t"\n', "src/lib.rs": text})
    repo.write({"src/lib.rs": text.replace("outside::Base", "outside::{Base, More}")})
    assert report(repo, config).changed == ()
    repo.write({"src/lib.rs": text.replace(old, new)})
    assert len(report(repo, config).changed) == 1


def test_an_import_that_only_a_comment_says_makes_no_cycle(tmp_path: Path, config: Config) -> None:
    repo = GitRepo.make(tmp_path / "repo", FILES)
    gear = 'import { turn } from "./wheel.js";\nexport class Gear {}\n'
    repo.commit({"gear.js": gear, "wheel.js": "export function turn(gear) {}\n"})
    annotated = '/** @param {import("./gear.js").Gear} gear */\nexport function turn(gear) {}\n'
    repo.write({"wheel.js": annotated})
    assert report(repo, config).cycles == ()
    repo.write({"wheel.js": 'import "./gear.js";\n' + annotated})
    assert len(report(repo, config).cycles) == 1


@pytest.mark.parametrize(
    ("imports", "cycles"),
    [
        ('import type { Gear } from "./gear";', 0),
        ('import type {\n  Gear,\n} from "./gear";', 0),
        ('import { type Gear } from "./gear";', 0),
        ('import { type Gear, oil } from "./gear";\noil();', 1),
        ('import { oil } from "./gear";\nimport type { Gear } from "./gear";\noil();', 1),
    ],
)
def test_an_import_of_types_makes_no_cycle(tmp_path: Path, config: Config, imports: str, cycles: int) -> None:
    gear = 'import { turn } from "./wheel";\nexport class Gear {}\nexport function oil() { turn(1); }\n'
    wheel = "export function turn(gear: number) { return gear; }\n"
    repo = GitRepo.make(tmp_path / "repo", {"gear.ts": gear, "wheel.ts": wheel})
    repo.write({"wheel.ts": f"{imports}\n{wheel}export type Turned = Gear;\n"})
    assert len(report(repo, config).cycles) == cycles


@pytest.mark.parametrize(
    ("manifest", "text"),
    [
        ("package.json", '{"scripts": {"schema": "print-schema > api/schema.graphql"}}'),
        ("pyproject.toml", '[tool.poe.tasks]\nschema.cmd = "x"\nschema.capture_stdout = "api/schema.graphql"\n'),
        ("Makefile", "schema:\n\tprint-schema >./api/schema.graphql\n"),
    ],
)
def test_what_a_command_of_the_project_writes_is_generated(
    tmp_path: Path, config: Config, manifest: str, text: str
) -> None:
    schema = "type Query {\n  name: String\n}\n"
    repo = GitRepo.make(tmp_path / "repo", {"api/schema.graphql": schema, "a.py": "X = 1\n", manifest: text})
    repo.write({"api/schema.graphql": schema + "type User {\n  id: ID\n}\n"})
    found = report(repo, config)
    assert found.generated_total == found.changed_total > 0
    repo.write({manifest: text.replace("schema.graphql", "other.graphql")})
    assert report(repo, config).generated_total == 0


def test_a_public_method_that_nothing_calls_is_not_tested_by_what_makes_its_object(
    tmp_path: Path, config: Config
) -> None:
    repo = GitRepo.make(tmp_path / "repo", FILES)
    basket = "class Basket:\n    def add(self):\n        return 1\n"
    test = "from shop.basket import Basket\n\n\ndef test_add():\n    assert Basket().add()\n"
    repo.commit({"shop/basket.py": basket, "tests/test_basket.py": test})
    repo.write({"shop/basket.py": basket + "\n    def clear(self):\n        return 2\n"})
    found = report(repo, config)
    assert [(row.symbol.name, row.tests) for row in found.changed] == [("clear", 0)]
    assert found.untested_public == 1
    assert [test.symbol.name for test in found.tests] == [
        "test_add"
    ]  # unseen code may call the method, so the test runs
    repo.write({"tests/test_basket.py": test + "\n\ndef test_any(given):\n    Basket()\n    given.clear()\n"})
    assert report(repo, config).untested_public == 0


def test_an_agent_reads_names_and_paths_whole_and_how_it_gets_the_rest(tmp_path: Path, config: Config) -> None:
    name, path = "reckon_what_" * 4 + "is_owed", "a_rather_long_folder/" * 3 + "of_prices.py"
    code = f"def {name}():\n    return 1\n\n\ndef {name}_twice_over_and_again():\n    return {name}()\n"
    repo = GitRepo.make(tmp_path / "repo", {path: code})
    repo.write({path: code.replace("return 1", "return 2")})
    found = report(repo, config)._replace(affected_total=9)
    person, agent = "\n".join(format_report_text(found)), "\n".join(format_report_text(found, for_agent=True))
    assert f"{name}_twice_over_and_again  {path}:5  calls {name}, exact" in agent
    assert f"{name}_twice_over_and_again" not in person
    assert ("8 more; all with --limit 0" in person, "8 more; a larger max_tokens" in agent) == (True, True)
