"""The inverted index of a generation."""

from pathlib import Path

import numpy as np
import pytest

from codegraph.embed.search_record import read_chunks
from codegraph.errors import StorageError
from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config
from codegraph.store.layout import IndexFolder, get_index_folder
from codegraph.store.lexical import FILE, LexicalIndex
from codegraph.store.postings import Postings, build_postings, merge
from codegraph.store.reader import Reader


@pytest.fixture
def generation(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "pkg").mkdir(parents=True)
    (root / "pkg/store.py").write_text("def save(item):\n    return item\n")
    (root / "notes.md").write_text("# Saving\n\nWhere items go, ünïcode and 検索.\n")
    (root / "empty.txt").write_text("")
    config = Config(tmp_path / "home")
    index_repository(root, config)
    return get_index_folder(config.home, root).get_generation(1)


def opened(generation: Path) -> LexicalIndex:
    reader = Reader.open(IndexFolder(generation.parent))
    try:
        return LexicalIndex(generation, reader.numbering)
    finally:
        reader.close()


def found(index: LexicalIndex, term: str) -> dict[int, int]:
    chunks, counts = index.find_postings(term)
    return dict(zip(chunks.tolist(), counts.tolist()))


def test_postings_give_the_chunks_of_a_term_and_its_counts(generation: Path) -> None:
    index = opened(generation)
    assert len(index) == 2
    assert index.files.tolist() == [1, 2]  # empty.txt is file 0 and has no chunk
    assert found(index, "item") == {0: 1, 1: 2}
    assert found(index, "unicod") == {0: 1}
    assert found(index, "=save") == {1: 2}
    assert found(index, "/stor") == {1: 2}  # counted twice: it is the file's own name
    assert found(index, "/pkg") == {1: 1}
    assert found(index, "nowhere") == found(index, "") == found(index, "\udcff") == {}


def test_terms_that_begin_alike_are_listed(generation: Path) -> None:
    index = opened(generation)
    assert index.find_terms("=") == ["=save"]
    assert index.find_terms("検") == ["検索"]
    assert index.find_terms("zzz") == []


@pytest.mark.parametrize("damage", ["short", "magic", "gone", "header"])
def test_a_damaged_index_is_told(generation: Path, damage: str) -> None:
    path = generation / FILE
    whole = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        changed = {"short": whole[:-16], "magic": b"x" + whole[1:], "header": whole[:16] + b"?" + whole[17:]}
        path.write_bytes(changed[damage])
    with pytest.raises(StorageError, match="damaged"):
        opened(generation)


def test_chunks_with_ids_of_four_bytes_keep_their_counts(tmp_path: Path) -> None:
    low, high = 7, 1 << 24
    first, last = (read_chunks("notes.txt", text, None)[1] for text in ("lamp lamp door", "lamp window"))

    def answers(index: Postings) -> list[tuple[list[int], list[int]]]:
        index.save(tmp_path / "terms.bin")
        kept = Postings.load(tmp_path / "terms.bin")
        assert [(word, ids.tolist()) for word, ids in kept.find_prefix(b"l")] == [
            (b"lamp", kept.find(b"lamp")[0].tolist())
        ]
        return [(ids.tolist(), counts.tolist()) for ids, counts in map(kept.find, (b"lamp", b"window", b"nowhere"))]

    expected = [([low, high], [2, 1]), ([high], [1]), ([], [])]
    assert answers(build_postings([(low, first), (high, last)])) == expected
    alive = np.ones(high + 1, np.bool_)
    assert answers(merge([build_postings([(low, first)]), build_postings([(high, last)])], alive)) == expected
    alive[high] = False
    assert answers(merge([build_postings([(low, first), (high, last)])], alive)) == [([low], [2]), ([], []), ([], [])]
