"""Uses of one file by another that names alone tell."""

from __future__ import annotations

from collections.abc import Iterator

from codegraph.embed.search_record import read_chunks
from codegraph.graph_model import FileChunks
from codegraph.search.references import name_uses
from codegraph_parsers import extract
from codegraph_parsers.file_facts import SourceFile


class Files:
    """Files that note how often they are read."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.entries = {path: read_chunks(path, text, None)[1] for path, text in texts.items()}
        self.reads = 0

    def read(self) -> Iterator[tuple[str, FileChunks]]:
        self.reads += 1
        return iter(self.entries.items())


def test_a_file_uses_another_one_whose_names_it_mentions() -> None:
    files = Files(
        {
            "lamps.rb": "def light_all\nend\n\ndef dim_all\nend\n\nlight_all\n",
            "notes.txt": "light_all, then light_all and dim_all again\n",
            "other.txt": "light is not all\n",
        }
    )
    assert name_uses(files.read) == {("notes.txt", "lamps.rb"): 2}


def test_names_that_many_files_define_tell_nothing() -> None:
    files = Files({f"lamp{number}.rb": "def light_all\nend\n" for number in range(3)} | {"notes.txt": "light_all\n"})
    assert name_uses(files.read) == {}
    assert files.reads == 1


def test_prose_is_read_once() -> None:
    files = Files({"notes.txt": "light_all\n", "other.md": "# light_all\n"})
    assert name_uses(files.read) == {}
    assert files.reads == 1


def test_a_module_inside_a_file_is_used_like_a_type() -> None:
    source = "defmodule Lighting do\n  @level 1\nend\n"
    facts = extract.parse(SourceFile("lighting.ex", source.encode(), "elixir", "1"))
    entry = read_chunks("lighting.ex", source, facts)[1]
    user = read_chunks("notes.txt", "the lighting, and level\n", None)[1]

    assert name_uses({"lighting.ex": entry, "notes.txt": user}.items) == {("notes.txt", "lighting.ex"): 1}
