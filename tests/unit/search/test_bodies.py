"""Functions of some files by their bodies."""

from pathlib import Path

import pytest

from codegraph.config import Config
from codegraph.index import Index
from codegraph.pipeline import index_repository
from codegraph.search.bodies import rank_bodies, score_bodies
from tests.support.files import written

MILL = {
    "mill/wheel.py": "def turn(speed):\n    if speed > 9:\n        brake()\n    return speed\n\n\ndef brake():\n    return 'braked'\n",
    "mill/sack.py": "def open_sack(sack):\n    return sack.knot.untie()\n",
}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    root = written(tmp_path, MILL)
    index_repository(root, Config(tmp_path / "home"))
    return Index.open(root, Config(tmp_path / "home"))


def test_the_body_that_has_the_words_comes_first(index: Index) -> None:
    search = index.open_search()
    files = [(search.list_bodies(path), search.read_lines(path)) for path in MILL]
    assert score_bodies(files, {"knot": 1.0, "speed": 0.2})[0].body.name == "open_sack"


def test_a_name_that_an_issue_spells_raises_its_function(index: Index) -> None:
    search = index.open_search()
    files = [(search.list_bodies(path), search.read_lines(path)) for path in MILL]
    plain = [body.name for body, _ in rank_bodies(files, {}, ())]
    spelt = [body.name for body, _ in rank_bodies(files, {}, ("mill.wheel.brake",))]
    assert (plain[0], spelt[0]) == ("turn", "brake")


def test_no_file_has_no_functions() -> None:
    assert rank_bodies([], {"speed": 1.0}, ()) == []
