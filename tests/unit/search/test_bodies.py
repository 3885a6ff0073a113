"""Functions of some files by what an issue says."""

from pathlib import Path

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.search.bodies import CountedBody, count_body, rank_bodies
from codegraph.search.issue import read_issue
from codegraph.settings.config import Config
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


@pytest.fixture
def counted(index: Index) -> list[CountedBody]:
    search = index.open_search()
    return [count_body(body, search.read_lines(path)) for path in MILL for body in search.list_bodies(path)]


def test_the_body_that_has_the_words_comes_first(counted: list[CountedBody]) -> None:
    assert rank_bodies(counted, {"knot": 1.0, "speed": 0.2})[0].body.name == "open_sack"


def test_a_name_that_an_issue_spells_raises_its_function(counted: list[CountedBody]) -> None:
    plain = [body.name for body, _ in rank_bodies(counted, {})]
    spelt = [body.name for body, _ in rank_bodies(counted, {}, ("mill.wheel.brake",))]
    assert (plain[0], spelt[0]) == ("open_sack", "brake")


def test_of_functions_alike_that_of_the_more_suspicious_file_comes_first(counted: list[CountedBody]) -> None:
    scores = {"mill/wheel.py": 0.9, "mill/sack.py": 0.3}
    assert rank_bodies(counted, {}, (), scores)[0].body.path == "mill/wheel.py"


def test_the_words_of_a_body_outweigh_the_order_of_files(counted: list[CountedBody]) -> None:
    scores = {"mill/wheel.py": 0.9, "mill/sack.py": 0.1}
    assert rank_bodies(counted, {"knot": 1.0}, (), scores)[0].body.name == "open_sack"


def test_a_similar_function_comes_before_an_equal_one(counted: list[CountedBody]) -> None:
    near = [1.0 if one.body.name == "brake" else 0.0 for one in counted]
    assert rank_bodies(counted, {}, (), {}, near)[0].body.name == "brake"


def test_functions_are_as_similar_as_their_chunks(index: Index) -> None:
    search = index.open_search()
    bodies = [body for path in MILL for body in search.list_bodies(path)]
    meaning, _ = index._open_similarity()
    assert meaning is not None
    near = dict(zip((body.name for body in bodies), search.rate_similar_bodies(bodies, meaning("untie a knot"))))
    assert near["open_sack"] == max(near.values()) == 1.0


def test_an_issue_of_code_alone_has_no_description_to_compare_with(index: Index) -> None:
    found, _ = index.rank_suspects(read_issue("```\nsack.knot.untie()\n```"), (), ())
    assert found.bodies[0].body.name == "open_sack"


def test_no_file_has_no_functions() -> None:
    assert rank_bodies([], {"speed": 1.0}) == []
