"""The rules about words: what is old may stay listed, what is new may not break them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
check_words = import_module("check_words")  # of `scripts/`


def find_rules(source: str, path: str = "codegraph/sample.py") -> set[str]:
    return {f"{breach.owner}:{breach.rule}" for breach in check_words.check_file(path, source)}


def test_the_project_breaks_no_rule_that_it_did_not_break_before():
    if not (ROOT / ".git").exists():
        pytest.skip("git says which files are the project's")
    done = subprocess.run([sys.executable, ROOT / "scripts" / "check_words.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_repository_has_files_that_are_checked():
    if not (ROOT / ".git").exists():
        pytest.skip("git says which files are the project's")
    assert len(check_words.list_python_files()) > 500


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("def held(): ...", "held:verb"),
        ("class A:\n    def below(self): ...", "A.below:verb"),
        ("class Found: ...", "Found:noun"),
        ("class A:\n    @property\n    def kept(self): ...", "A.kept:noun"),
        ('def read():\n    """What is read."""', "read:opening"),
        ('def read():\n    """The bytes of a file."""', "read:imperative"),
        ('def read():\n    """Return the bytes\n    of a file."""', "read:paragraph"),
        ('def read():\n    """Return ' + "x" * 80 + '."""', "read:length"),
        ("import numpy as n", "n:alias"),
        ("from a import b as c", "c:alias"),
    ],
)
def test_a_breach_is_found(source: str, rule: str):
    assert find_rules(source) == {rule}


@pytest.mark.parametrize(
    "source",
    [
        'def read(path):\n    """Return the bytes of a file.\n\n    Raise OSError when it cannot be read.\n    """',
        "class A:\n    @property\n    def name(self): ...\n    def is_open(self): ...\n    def __len__(self): ...",
        'class Edge:\n    """A resolved relation between two symbols."""',
        "import numpy as np",
    ],
)
def test_what_keeps_the_rules_is_left_alone(source: str):
    assert find_rules(source) == set()


def test_a_module_is_a_noun():
    assert find_rules("", "codegraph/alongside.py") == {":noun"}
    assert find_rules("", "codegraph/query/index.py") == set()


@pytest.mark.parametrize(
    ("subject", "faults"),
    [
        ("resolve: keep unions that contain themselves", 0),
        ("c, cpp: leave literals alone", 0),
        ("Search: files that only declare", 1),
        ("mend the index", 1),
        ("resolve: " + "keep unions " * 8, 2),
    ],
)
def test_a_commit_subject_is_short_and_imperative(subject: str, faults: int):
    assert len(check_words.find_subject_faults("abc", subject)) == faults


def test_the_list_of_old_breaches_cannot_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check_words, "DEBT", tmp_path / "debt.txt")
    check_words.record({"a.py": {"x:verb"}}, {})
    assert check_words.read_debt() == {"a.py": {"x:verb"}}
    assert "would grow" in check_words.record({"a.py": {"x:verb", "y:verb"}}, check_words.read_debt())
    assert check_words.record({"b.py": {"x:verb"}}, check_words.read_debt()) == ""
    assert check_words.read_debt() == {"b.py": {"x:verb"}}
