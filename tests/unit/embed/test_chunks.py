"""Cutting files into chunks: nothing lost, definitions whole, small neighbours together."""

import random

import pytest

from codegraph.embed.chunks import LARGEST, TARGET, split_into_chunks
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, SourceFile

BODY = "\n".join(f"        total = total + step_{i} * {i}" for i in range(30))
PYTHON = f'''"""A module."""
import os


# what a keeper is
class Keeper:
    """Keeps."""

    def first(self, total):
{BODY}
        return total

    def second(self, total):
{BODY}
        return total


def tiny():
    return 1


def small():
    return 2
'''


def facts(text: str, path: str = "pkg/keeper.py") -> FileFacts:
    return parse(SourceFile(path, text.encode(), "python", ""))


def titles(text: str) -> list[tuple[str, int, int]]:
    found = facts(text)
    chunks = split_into_chunks(text, found)
    return [(found.symbols[c.symbol].qualname if c.symbol >= 0 else "", c.start, c.end) for c in chunks]


def test_a_class_that_is_too_large_is_cut_at_its_methods_and_small_functions_stand_together() -> None:
    found = [name for name, _, _ in titles(PYTHON)]
    assert found == ["", "Keeper", "Keeper.first", "Keeper.second", "small"]  # tiny is in the last one too


def test_comments_above_a_definition_belong_to_it() -> None:
    text = PYTHON.split("\n")
    start = next(start for name, start, _ in titles(PYTHON) if name == "Keeper")
    assert "# what a keeper is" in text[start - 1 :]


@pytest.mark.parametrize("seed", range(20))
def test_every_line_that_is_not_blank_is_in_exactly_one_chunk(seed: int) -> None:
    rng = random.Random(seed)
    pool = [
        "",
        "",
        "x = 1",
        "def f(): pass",
        "class C:",
        "    def g(self):",
        "        return 1",
        "# c",
        "y" * 3000,
        "}",
    ]
    text = "\n".join(rng.choice(pool) for _ in range(rng.randrange(200)))
    for given in (None, facts(text)):
        chunks = split_into_chunks(text, given)
        covered = [line for c in chunks for line in range(c.start, c.end + 1)]
        assert covered == sorted(set(covered))
        blank = {i for i, line in enumerate(text.split("\n"), 1) if not line.strip()}
        assert set(range(1, text.count("\n") + 2)) - blank <= set(covered)
        assert all(c.body == "\n".join(text.split("\n")[c.start - 1 : c.end]) for c in chunks)


def test_prose_is_cut_into_windows_at_its_paragraphs() -> None:
    paragraph = "word " * 50
    text = "\n\n".join([paragraph] * 40)
    chunks = split_into_chunks(text)
    assert all(TARGET // 2 <= len(c.body) <= LARGEST for c in chunks[:-1])
    assert all(not c.body.startswith("\n") and not c.body.endswith("\n") for c in chunks)


def test_one_line_is_never_cut_and_blank_text_has_no_chunk() -> None:
    assert [(c.start, c.end) for c in split_into_chunks("[" + "1," * 5000 + "1]")] == [(1, 1)]
    assert split_into_chunks("") == split_into_chunks(" \n\n\t\n") == []


def test_the_head_of_a_large_class_is_told_by_the_class_unless_a_definition_fills_most_of_it() -> None:
    fields = "".join(f"    shelf_{i} = None  # where keys of kind {i} hang\n" for i in range(8))
    methods = f"    def second(self, total):\n{BODY}\n        return total\n\n"
    short = f"class Keeper:\n{fields}\n    def __init__(self):\n        pass\n\n{methods}{methods.replace('second', 'third')}"
    found = facts(short)
    head = split_into_chunks(short, found)[0]
    assert "shelf_7" in head.body and "__init__" in head.body
    assert found.symbols[head.symbol].qualname == "Keeper"
    longer = short.replace("        pass\n", "        self.keys = []\n" * 20)
    found = facts(longer)
    head = split_into_chunks(longer, found)[0]
    assert found.symbols[head.symbol].qualname == "Keeper.__init__"
