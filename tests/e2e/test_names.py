"""Names as they are pasted from other code, from links and from tools, asked of a whole index."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.cli.app import main

FILES = {
    "go.mod": "module example.org/tools/shop\n\ngo 1.21\n",
    "cart.go": "package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Add(n int) {}\n",
    "price/price.go": "package price\n\nfunc Of(n int) int { return n }\n",
    "wire-box/Cargo.toml": '[package]\nname = "wire-box"\nversion = "1.0.0"\n',
    "wire-box/src/lib.rs": "pub struct Wire;\n\nimpl Wire {\n    pub fn pull(&self) {}\n}\n",
    "other/src/wire.rs": "pub struct Wire;\n",
    "long.js": "var a = [" + "1," * 20_000 + "];\n",
    "steps.py": "".join(f"def step{n}():\n    return {n}\n\n\n" for n in range(60)),
    "app.py": "import steps\n\n\ndef run():\n    return steps.step3()\n",
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODEGRAPH_HOME", str(folder / "home"))
        root = GitRepo.make(folder / "repo", FILES).root
        assert main(["index", "-q", str(root)]) == 0
    return root


@pytest.fixture(autouse=True)
def home(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(repo.parent / "home"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("example.org/tools/shop.Cart", "Cart  struct · cart.go:3"),
        ("example.org/tools/shop.(*Cart).Add", "Cart.Add  method · cart.go:5"),
        ("example.org/tools/shop/price.Of", "Of  function · price/price.go:3"),
        ("wire_box::Wire", "Wire  struct · wire-box/src/lib.rs:1"),
        ("wire_box::Wire::pull", "Wire.pull  method · wire-box/src/lib.rs:4"),
    ],
)
def test_a_name_may_begin_with_the_package_it_is_in(
    repo: Path, capsys: pytest.CaptureFixture[str], text: str, line: str
) -> None:
    assert main(["symbol", text, "-C", str(repo)]) == 0
    assert capsys.readouterr().out.startswith(line + "\n")


@pytest.mark.parametrize("text", ["example.org/tools/shop.Card", "wire_boxes::Wire", "wire_box::Of"])
def test_a_package_does_not_lend_its_name(repo: Path, text: str) -> None:
    assert main(["symbol", text, "-C", str(repo)]) == 2


@pytest.mark.parametrize(
    "query",
    ["steps.py:126", "./steps.py:126:4", "steps.py#L126-L127", "https://example.org/o/r/blob/main/steps.py#L126"],
)
def test_a_search_for_a_place_begins_with_it(repo: Path, capsys: pytest.CaptureFixture[str], query: str) -> None:
    assert main(["search", query, "-C", str(repo)]) == 0
    place = capsys.readouterr().out.split()[0]
    start, end = map(int, place.removeprefix("steps.py:").split("-"))
    assert start <= 126 <= end


def test_a_file_without_symbols_is_said_to_have_none(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["symbol", "long.js", "-C", str(repo)]) == 2
    assert "long.js has no symbols; `codegraph why-ignored long.js` may say why" in capsys.readouterr().err
    assert main(["why-ignored", "long.js", "-C", str(repo)]) == 0
    assert "minified" in capsys.readouterr().out


def test_a_memory_is_about_names_as_they_are_pasted(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = ("-C", str(repo))
    for text, about in {
        "Carts count from one": "func (c *Cart) Add(n int)",
        "Steps are made by a script": "steps.py#L126",
        "Walls are listed twice": "go:Wall.go::Wall.put(int,String),app.py:4",
    }.items():
        assert main(["memory", "add", text, "--about", about, *there]) == 0
    assert "`go:Wall.go::Wall.put(int,String)`" in capsys.readouterr().err
    for about in ("Cart#Add", "(*Cart).Add", "Cart.Add(n int)", "cart.go:5", str(repo / "cart.go")):
        assert main(["memory", "recall", "counting", "--about", about, "--json", *there]) == 0
        hits = json.loads(capsys.readouterr().out)["results"]["hits"]
        (found,) = [hit for hit in hits if hit["memory"]["content"] == "Carts count from one"]
        scope = {signal["name"]: signal["value"] for signal in found["signals"]}["scope"]
        assert scope >= 0.8, about


def test_one_memory_that_is_no_answer_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    root = GitRepo.make(tmp_path / "repo", {"a.py": "A = 1\n"}).root
    assert main(["memory", "add", "Quinces are picked late", "-C", str(root)]) == 0
    capsys.readouterr()
    assert main(["memory", "recall", "zzzz", "-C", str(root)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("nothing matches; 1 memory exists, newest:") and "Quinces are picked late" in shown
