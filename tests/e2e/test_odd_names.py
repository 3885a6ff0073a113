"""Files whose names hold line ends, percent signs and bytes that are no text; questions with such bytes in them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

NAMES = ("na me ü.py", "new\nline.py", "a%41.py", os.fsdecode(b"bad\xff.py"))
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")


@pytest.fixture
def names(folder: Path, cg) -> tuple[str, ...]:
    for number, name in enumerate(NAMES):
        (folder / name).write_text(f"def odd_{number}():\n    return lost_{number}()\n")
    assert cg("index")[0] == 0
    return NAMES


def test_each_is_indexed_and_printed_in_one_line(names: tuple[str, ...], cg):
    for number in range(len(names)):
        code, found, _ = cg("symbol", f"odd_{number}")
        assert (code, found["details"]["symbol"]["file"].isprintable()) == (0, True)


def test_why_a_file_is_there_is_told_of_its_real_name_and_of_the_one_that_is_printed(names: tuple[str, ...], cg):
    for number, name in enumerate(names):
        code, told, _ = cg("why-ignored", name)
        assert (code, told["ignored"], told["status"]) == (0, False, "indexed")
        assert told["path"] == cg("symbol", f"odd_{number}")[1]["details"]["symbol"]["file"]
        assert cg("why-ignored", told["path"])[1] == told


@pytest.mark.parametrize(
    ("words", "exit_code"),
    [
        (("unresolved",), 0),
        (("symbols",), 0),
        (("search",), 0),
        (("why-ignored",), 2),
        (("symbol",), 2),
        (("callers",), 2),
    ],
)
def test_bytes_that_are_no_text_find_nothing(names: tuple[str, ...], cg, words: tuple[str, ...], exit_code: int):
    code, _, told = cg(*words, os.fsdecode(b"\xfe\xff"))
    assert (code, "Error:" in told) == (exit_code, False)
