"""Facts of files that are loaded when something of them is read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from codegraph.resolve.incremental.lazy_facts import LazyFacts
from codegraph_parsers import extract, facts_codec
from codegraph_parsers.facts_codec import Section
from codegraph_parsers.file_facts import FileFacts, Flag, SourceFile

FACTS = extract.parse(SourceFile("shapes.py", b"def area(side):\n    return side * side\n", "python", "1"))


@pytest.fixture
def loads() -> list[str]:
    return []


@pytest.fixture
def load(loads: list[str]) -> Callable[[int], FileFacts]:
    """Loads facts that have symbols and nothing else."""

    def load_symbols(_: int) -> FileFacts:
        loads.append("shapes.py")
        return facts_codec.decode_lazily(facts_codec.select(facts_codec.encode(FACTS), [Section.SYMBOLS]))

    return load_symbols


def test_what_every_file_is_asked_needs_no_facts(load: Callable[[int], FileFacts], loads: list[str]) -> None:
    facts = LazyFacts("shapes.py", "python", "", (), load, 3)
    assert (facts.path, facts.language, facts.package, facts.condition) == ("shapes.py", "python", "", ())
    assert loads == []


def test_a_field_is_read_without_the_other_sections(load: Callable[[int], FileFacts], loads: list[str]) -> None:
    facts = LazyFacts("shapes.py", "python", "", (), load, 3)
    assert facts.symbols == FACTS.symbols
    assert facts.digest == FACTS.digest
    assert loads == ["shapes.py"]
    with pytest.raises(AttributeError, match="sites is not in these facts"):
        _ = facts.sites


def test_symbols_are_marked_once_when_they_are_read(load: Callable[[int], FileFacts]) -> None:
    marked: list[str] = []

    def mark(facts: FileFacts) -> None:
        marked.append(facts.path)
        facts.symbols[1] = facts.symbols[1]._replace(flags=facts.symbols[1].flags | Flag.TEST)

    facts = LazyFacts("shapes.py", "python", "", (), load, 3, mark)
    assert facts.digest == FACTS.digest and marked == []
    assert facts.symbols[1].flags & Flag.TEST and facts.symbols[1].flags & Flag.TEST
    assert marked == ["shapes.py"]
