"""What keeps the memory of an index run low: shared facts, and nothing that only a garbage collection would free."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from codegraph.embed.search_record import decode, encode, read_chunks
from codegraph.indexing import background_build
from codegraph.indexing.background_build import BuildTask, Cutter
from codegraph.indexing.parse_pool import ParsedFile, ParseSettings, decode_entries, decode_entry, read_and_parse
from codegraph.scan.file_listing import scan
from codegraph.settings.config import Config
from codegraph.store.generation_text import invert
from codegraph_parsers import facts_codec, ops
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile

SOURCE = """
class Lamp:
    def __init__(self, watts):
        self.watts = watts

    def glow(self):
        return self.watts.lumen(3)
"""


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No collections, as in a run."""
    invert([read_chunks("a.py", SOURCE, None)[1]])  # imports what it needs
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_equal_expressions_of_files_are_shared() -> None:
    entries = [facts_codec.encode(parse(SourceFile(path, SOURCE.encode(), "python", ""))) for path in ("a.py", "b.py")]
    first, second = decode_entries(entries)
    assert len(first.exprs) > 10
    assert all(one is other for one, other in zip(first.exprs, second.exprs, strict=True))
    assert [first, second] == [decode_entry(entry) for entry in entries]


def test_damaged_entries_are_left_out() -> None:
    entry = facts_codec.encode(parse(SourceFile("a.py", SOURCE.encode(), "python", "")))
    assert [facts.path for facts in decode_entries([b"", entry, entry[:-1]])] == ["a.py"]


def test_items_of_tuples_count_from_the_right_by_a_number() -> None:
    """Equal expressions must be the same: an ITEM with False is equal to one with 0."""
    source = (
        "import pytest\n\n@pytest.mark.parametrize('a, b', ROWS)\ndef test_it(a, b):\n    x, y = a\n    *x, y = b\n"
    )
    facts = parse(SourceFile("test_a.py", source.encode(), "python", ""))
    items = [expr for expr in facts.exprs if expr[0] == ops.ITEM]
    assert len(items) >= 4
    assert {type(expr[3]) for expr in items} == {int}


def test_chunks_and_terms_leave_nothing_to_collect(uncollected: None) -> None:
    entry = read_chunks("a.py", SOURCE, None)[1]
    assert gc.collect() == 0
    assert invert([entry]).terms > 3
    assert gc.collect() == 0


def test_cut_chunks_go_to_the_cache_and_are_kept_of_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_build, "REMEMBERED_AT", 1)
    for name in ("a.py", "b.py", "notes.txt"):
        (tmp_path / name).write_text(SOURCE)
    config = Config(tmp_path / "home")
    found = scan(tmp_path, config)
    settings = ParseSettings(str(tmp_path), "", "", "", config.max_file_bytes, (), cuts=False)
    outcomes = {parsed.path: parsed for parsed in read_and_parse(found.candidates, settings)}
    batches: list[list[ParsedFile]] = []
    cutter = Cutter(BuildTask(found, 0, found.candidates, outcomes, None), settings, lambda cut: batches.append([*cut]))
    cut = {
        parsed.path: encode(entry) for parsed, entry in zip(sorted(outcomes.values()), cutter.iterate(), strict=True)
    }
    assert [[parsed.path for parsed in batch] for batch in batches if batch] == [["a.py"], ["b.py"], ["notes.txt"]]
    assert {parsed.path: parsed.chunks for batch in batches for parsed in batch} == cut
    assert list(cutter.plain) == ["notes.txt"]
    assert not any(parsed.entry or parsed.chunks for parsed in outcomes.values())
    kept = decode(cut["a.py"], with_terms=False)
    assert kept is not None
    assert cutter.chunks["a.py"].chunks == kept.chunks
