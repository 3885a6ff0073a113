"""Files by the parts of an issue."""

from pathlib import Path

import pytest

from codegraph.analysis.cochange import Commit
from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.search.issue import read_issue
from codegraph.settings.config import Config
from tests.support.files import written

MILL = {
    "mill/wheel.py": "def turn(speed):\n    '''Turn the wheel with the water.'''\n    return speed\n",
    "mill/sack.py": "def open_sack(sack):\n    return sack.knot.untie()\n",
    "mill/roof.py": "def cover(house):\n    return house.tiles\n",
    "mill/cellar.py": "from mill.wheel import turn\n\n\ndef drain(pump):\n    return turn(pump)\n",
    "tests/test_wheel.py": "def test_wheel():\n    '''The wheel turns with the water and the speed of the wheel.'''\n",
    "docs/wheel.md": "# The wheel\n\nThe wheel turns with the water. The wheel and the water.\n",
}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    root = written(tmp_path, MILL)
    index_repository(root, Config(tmp_path / "home"))
    return Index.open(root, Config(tmp_path / "home"))


def ask(index: Index, text: str, stack: tuple[str, ...] = (), history: tuple[Commit, ...] = ()) -> list[str]:
    found, _ = index.rank_suspects(read_issue(text), stack, history)
    assert all(file.score == pytest.approx(sum(file.parts.values()), abs=1e-5) for file in found.files)
    return [file.path for file in found.files]


def test_only_code_is_suspected_unless_documents_are_spoken_of(index: Index) -> None:
    files = ask(index, "The wheel does not turn with the water")
    assert files[0] == "mill/wheel.py"
    assert not {"tests/test_wheel.py", "docs/wheel.md"} & set(files)
    assert "docs/wheel.md" in ask(index, "The documentation of the wheel is wrong")


def test_a_named_file_is_suspected_wherever_it_stands(index: Index) -> None:
    assert "tests/test_wheel.py" in ask(index, "Something is wrong in tests/test_wheel.py")


def test_a_frame_and_a_common_change_add_files_that_no_word_leads_to(index: Index) -> None:
    assert "mill/roof.py" not in ask(index, "The wheel does not turn with the water")
    assert "mill/roof.py" in ask(index, "The wheel does not turn with the water", ("mill/roof.py",))
    together = (Commit(1_000_000, ("mill/wheel.py", "mill/roof.py")),) * 3
    assert "mill/roof.py" in ask(index, "The wheel does not turn with the water", (), together)


def test_what_uses_the_best_file_is_suspected_too(index: Index) -> None:
    assert "mill/cellar.py" in ask(index, "water is too fast")
