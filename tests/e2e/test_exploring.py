"""Exploring a small repository: what a question is shown first, and what is only counted."""

from pathlib import Path

import pytest

from codegraph.cli.app import main
from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config
from tests.support.files import written

MILL = {
    "mill/grind.py": "def grind_corn(sack):\n    return sack.open()\n\n\ndef run(sacks):\n    return [grind_corn(s) for s in sacks]\n",
    "a_tests/test_grind.py": "from mill.grind import grind_corn\n\n\ndef test_grind():\n    assert grind_corn(None)\n",
    "mill/keep.py": "def keep(corn):\n    return corn\n",
    "docs/corn.md": "# Corn\n\nCorn is ground by the mill. A sack of corn is opened, and the corn is ground.\n",
    "linux/Wheel.kt": "class WheelBrake {\n    fun stopWheel(force: Int) = force > 3\n}\n",
    "mac/Wheel.kt": "class WheelBrake {\n    fun stopWheel(force: Int) = force > 3\n}\n",
}  # fmt: skip


@pytest.fixture
def mill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "mill"
    for path, text in MILL.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    index_repository(root, Config(tmp_path / "home"))
    return root


def explored(root: Path, query: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["explore", query, "--repo", str(root)]) == 0
    return capsys.readouterr().out


def test_exploring_shows_a_text_that_stands_twice_once(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explored(mill, "how is the wheel braked with force", capsys).count("fun stopWheel") == 1


def test_exploring_a_name_that_no_grammar_reads_shows_it_and_does_not_say_there_is_none(
    mill: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = explored(mill, "stopWheel", capsys)
    assert "fun stopWheel" in out and "no symbol" not in out


ORCHARD = {
    "orchard/options.py": "class Options:\n    pickAfter = 3\n    pruneBefore = 4\n",
    "orchard/pick.py": "def pick(tree, options):\n    if tree.days < options.pickAfter:\n"
    "        raise ValueError('pickAfter must be over before a tree is picked')\n    return tree.apples()\n",
    "tests/test_pick.py": "def test_unripe_apples_stay():\n    assert pick(Tree(1), Options()) == []\n\n\n"
    "def test_ripe_apples_are_picked():\n    assert pick(Tree(9), Options()) == ['apple']\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("query", "first", "later"),
    [
        ("ValueError: pickAfter must be over before a tree is picked", "def pick(", "pickAfter = 3"),
        ("tests that unripe apples stay on the tree", "def test_unripe", "def pick("),
        ("Options.pickAfter", "pickAfter = 3", "def pick("),
    ],
)
def test_exploring_begins_with_what_the_question_is_about(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    query: str,
    first: str,
    later: str,
) -> None:
    root = written(tmp_path, ORCHARD)
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    index_repository(root, Config(tmp_path / "home"))
    source = explored(root, query, capsys).partition("```")[2]
    assert 0 <= source.find(first) < (source.find(later) % (len(source) + 1))


def test_exploring_counts_most_of_the_tests_that_call_a_symbol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tested = "".join(f"\n\ndef test_grafting_{i}():\n    assert graft({i}) == {i}\n" for i in range(7))
    root = written(
        tmp_path,
        {
            "orchard/graft.py": "def graft(twig):\n    return twig\n\n\ndef plant(twig):\n    return graft(twig)\n",
            "tests/test_graft.py": "from orchard.graft import graft\n" + tested,
        },
    )
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    index_repository(root, Config(tmp_path / "home"))
    told = next(line for line in explored(root, "graft", capsys).splitlines() if "called by:" in line)
    assert told.startswith("  called by: plant (") and told.count("test_grafting") == 2 and told.endswith(", … 5 more")


def test_exploring_shows_code_before_what_documents_say_of_it(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = explored(mill, "who grinds the corn of a sack", capsys)
    assert 0 <= out.find("def grind_corn") < out.find("def keep") < out.find("Corn is ground")
    asked = explored(mill, "documentation of corn, sack and mill", capsys)
    assert 0 <= asked.find("Corn is ground") < asked.find("def grind_corn")


def test_callers_in_tests_come_last(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = explored(mill, "grind_corn", capsys)
    assert "called by: run (mill/grind.py:6), test_grind (a_tests/test_grind.py:5)" in out


CLINIC = {
    "clinic/desk.py": "from clinic.record import store_visit\n\n\ndef receive_patient(patient):\n    '''Receive a patient at the desk.'''\n"
    "    return store_visit(patient)\n",
    "clinic/record.py": "def store_visit(patient):\n    return open_drawer(patient.name)\n\n\ndef open_drawer(name):\n    return name\n",
    "clinic/settings.py": "import os\n\nDRAWERS = int(os.environ.get('CLINIC_DRAWERS', 3))\n",
    "deploy/run.sh": "export CLINIC_DRAWERS=7\n",
    "README.md": "Set `CLINIC_DRAWERS` to the number of drawers.\n",
    "other.md": "CLINIC_DRAWERS_OLD is gone.\n",
}  # fmt: skip


@pytest.fixture
def clinic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = written(tmp_path, CLINIC)
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    index_repository(root, Config(tmp_path / "home"))
    return root


def test_a_question_in_prose_leads_along_calls_from_the_entry_point(
    clinic: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = explored(clinic, "what happens when a patient is received at the desk", capsys)
    places = [source.find(f"def {name}(") for name in ("receive_patient", "store_visit", "open_drawer")]
    assert -1 not in places and places == sorted(places)


def test_a_setting_is_listed_with_every_file_that_has_it(clinic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = explored(clinic, "CLINIC_DRAWERS", capsys).partition("stands in 3 files:")[2]
    files = [line.split(":")[0].strip() for line in listed.strip().splitlines()[:3]]
    assert files[0] == "clinic/settings.py"
    assert set(files) == {"clinic/settings.py", "deploy/run.sh", "README.md"}


def test_a_setting_in_a_sentence_is_listed_too(clinic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = explored(clinic, "what reads CLINIC_DRAWERS when a patient is received", capsys)
    assert "`CLINIC_DRAWERS` stands in 3 files:" in out and "no symbol" not in out
    assert "stands in" not in explored(clinic, "what reads DRAWERS when a patient is received", capsys)


LONG = {"mill/turn.py": "def turn_wheel(water):\n" + "    water += 1\n" * 60 + "    return water\n"}


def test_a_long_function_is_shown_whole_only_when_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = written(tmp_path, LONG)
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    index_repository(root, Config(tmp_path / "home"))
    assert explored(root, "turn_wheel", capsys).count("water += 1") == 60
    prose = explored(root, "how does the water turn the big wheel", capsys)
    assert prose.count("water += 1") == 39 and "22 more lines" in prose
